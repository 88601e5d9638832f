//! The half width of a number that is computed from measured numbers. Each input is moved up and
//! down by its own half width (95 % interval), and the changes are added in squares, as for
//! independent errors. Lanes with one seed get the same random draws. A ratio or difference of
//! lanes is therefore more precise than this estimate, not less.

use super::evaluate::Key;
use super::numbers::Measured;
use std::cell::RefCell;

/// A measured number: the experiment, the metric, its keys.
type Input = (String, String, Vec<Key>);

/// Records the measured numbers that are read, and changes one of them.
#[derive(Debug, Default)]
pub struct Watch {
    /// The numbers read so far, with their half widths.
    read: RefCell<Vec<(Input, f64)>>,
    /// The changed number and its change.
    moved: Option<(Input, f64)>,
}

impl Watch {
    /// Records the read of a number, and returns the amount to add to it.
    pub fn offset(&self, experiment: &str, metric: &str, keys: &[Key], half_width: Option<f64>) -> f64 {
        let is = |(of, name, at): &Input| of == experiment && name == metric && at == keys;
        if let Some((input, by)) = &self.moved {
            return if is(input) { *by } else { 0.0 };
        }
        let mut read = self.read.borrow_mut();
        if let Some(half) = half_width.filter(|half| *half > 0.0)
            && read.iter().all(|(input, _)| !is(input))
        {
            read.push(((experiment.to_owned(), metric.to_owned(), keys.to_vec()), half));
        }
        0.0
    }
}

impl<'a> Measured<'a> {
    /// The half width of the 95 % interval of `value`; none if it uses no measured number that
    /// scatters.
    pub fn half_width(self, value: impl Fn(Measured) -> Option<f64>) -> Option<f64> {
        if self.watch.is_some() {
            return None;
        }
        let watch = Watch::default();
        value(Measured { watch: Some(&watch), ..self })?;
        let mut squares = 0.0;
        for (input, half) in watch.read.into_inner() {
            let at = |by: f64| {
                let watch = Watch { moved: Some((input.clone(), by)), ..Watch::default() };
                value(Measured { watch: Some(&watch), ..self })
            };
            squares += ((at(half)? - at(-half)?) / 2.0).powi(2);
        }
        (squares > 0.0).then(|| squares.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::Form;
    use super::super::evaluate::World;
    use super::super::metric::Source;
    use super::super::numbers::Cell;
    use super::super::{Experiment, Numbers, experiments};
    use super::*;
    use crate::stats::Summary;

    fn entry() -> Experiment {
        experiments().into_iter().find(|entry| entry.id == "gm04-table5").expect("an entry")
    }

    fn numbers(cells: Vec<(&str, Vec<Key>, f64, Option<f64>)>) -> Numbers {
        let cell = |(metric, keys, mean, half_width): (&str, Vec<Key>, f64, Option<f64>)| Cell {
            metric: metric.to_owned(),
            keys,
            summary: Summary { count: 10, mean: Some(mean), min: None, max: None, half_width },
        };
        Numbers {
            id: "gm04-table5".to_owned(),
            variant: None,
            form: Form::Full,
            seeds: 10,
            engine: None,
            rules: None,
            plan_hash: None,
            cells: cells.into_iter().map(cell).collect(),
        }
    }

    #[test]
    fn errors_add_in_squares() {
        let experiment = entry();
        let metric = experiment
            .metrics
            .iter()
            .find(|metric| matches!(metric.from, Source::Measure(_)))
            .expect("a measured one");
        let keys = super::super::numbers::combinations(&experiment, Form::Full, &metric.keys);
        let numbers = numbers(vec![
            (&metric.id, keys[0].clone(), 10.0, Some(0.3)),
            (&metric.id, keys[1].clone(), 20.0, Some(0.4)),
            (&metric.id, keys[2].clone(), 30.0, None),
        ]);
        let world = Measured {
            experiment: &experiment,
            numbers: &numbers,
            all: &[],
            tolerance: None,
            judging: false,
            watch: None,
        };
        let get = |world: &Measured, at: usize| world.metric(&metric.id, &keys[at]).ok();
        let close = |found: Option<f64>, expected: f64| {
            assert!((found.expect("an interval") - expected).abs() < 1e-12, "{found:?} for {expected}");
        };
        close(world.half_width(|world| get(&world, 0)), 0.3);
        close(world.half_width(|world| Some(get(&world, 1)? - get(&world, 0)?)), 0.5);
        close(world.half_width(|world| Some(get(&world, 0)? + get(&world, 0)? + get(&world, 2)?)), 0.6);
        close(world.half_width(|world| Some(get(&world, 1)? / get(&world, 2)?)), 0.4 / 30.0);
        assert_eq!(world.half_width(|world| get(&world, 2)), None, "one run has no interval");
        assert_eq!(world.half_width(|world| Some(get(&world, 0)? * 0.0)), None, "it does not scatter");
    }
}
