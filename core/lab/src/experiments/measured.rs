//! The measured numbers of an experiment as the world of its claims, and how far chance moves what is
//! computed from them.

use super::entry::{Experiment, Form};
use super::evaluate::number;
use super::expression::{Expression, parse};
use super::keys::domain;
use super::metric::{Formula, Source};
use super::numbers::Numbers;
use super::world::{Bound, EvalError, Key, World};
use crate::stats::Summary;
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

/// An experiment with its numbers, and all other experiments for `ref`.
#[derive(Clone, Copy)]
pub struct Measured<'a> {
    pub experiment: &'a Experiment,
    pub numbers: &'a Numbers,
    /// Every experiment that was measured in the same form.
    pub all: &'a [(Experiment, Numbers)],
    /// The value of `tol`.
    pub tolerance: Option<f64>,
    /// Whether a verdict is made: then only numbers of the full form count.
    pub judging: bool,
    /// Observes the numbers that are read, while an interval is computed.
    pub watch: Option<&'a Watch>,
}

impl<'a> Measured<'a> {
    /// The measured number, if it may be used.
    fn measured(&self, id: &str, keys: &[Key]) -> Result<f64, EvalError> {
        let summary = self.numbers.get(id, keys);
        let offset = |summary: &Summary| {
            self.watch.map_or(0.0, |watch| watch.offset(&self.experiment.id, id, keys, summary.half_width))
        };
        let found = summary.and_then(|summary| Some(summary.mean? + offset(summary)));
        let is_short = self.judging && self.numbers.form == Form::Quick;
        match found {
            Some(number) if !is_short || self.experiment.short_runs_are_full() => Ok(number),
            _ if is_short => Err(EvalError::Short),
            _ => Err(unknown(id, keys)),
        }
    }

    /// The half width of the 95 % interval of `value`; none if it uses no measured number that
    /// scatters. Each input is moved up and down by its own half width, and the changes are added in
    /// squares, as for independent errors. Lanes with one seed get the same random draws. A ratio or
    /// difference of lanes is therefore more precise than this estimate, not less.
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

fn unknown(id: &str, keys: &[Key]) -> EvalError {
    EvalError::Unknown(named(id, keys))
}

/// A number as it is written in an expression.
fn named(id: &str, keys: &[Key]) -> String {
    let keys: Vec<String> = keys.iter().map(Key::to_string).collect();
    format!("{id}[{}]", keys.join(", "))
}

impl World for Measured<'_> {
    fn metric(&self, id: &str, keys: &[Key]) -> Result<f64, EvalError> {
        let Some(metric) = self.experiment.metric(id) else {
            return Err(EvalError::Wrong(format!("{id} is no metric, constant or bound variable")));
        };
        if metric.keys.len() != keys.len() {
            return Err(EvalError::Wrong(format!("{id} has the keys {:?}", metric.keys)));
        }
        let unknown = || unknown(id, keys);
        match &metric.from {
            Source::Measure(_) => self.measured(id, keys),
            Source::Published(_) => {
                let mut printed = self.experiment.values.iter();
                let printed = printed.find(|value| value.metric == id && value.keys == keys);
                printed.and_then(|value| value.paper).ok_or_else(unknown)
            }
            Source::Formula(formula) => {
                let text = match formula {
                    Formula::One(text) => text,
                    Formula::ByKey(texts) => {
                        let first = keys.first().map(Key::to_string).unwrap_or_default();
                        texts.get(&first).ok_or_else(unknown)?
                    }
                };
                let expression = parse(text).map_err(|error| EvalError::Wrong(format!("{id}: {error}")))?;
                let mut bound: Bound = metric.keys.iter().cloned().zip(keys.iter().cloned()).collect();
                let value = number(&expression, self, &mut bound).map_err(|trouble| match trouble {
                    EvalError::ByZero(place) if place.is_empty() => EvalError::ByZero(named(id, keys)),
                    other => other,
                })?;
                if value.is_finite() { Ok(value) } else { Err(unknown()) }
            }
        }
    }

    fn constant(&self, name: &str) -> Option<f64> {
        if name == "tol" { self.tolerance } else { self.experiment.constants.get(name).copied() }
    }

    fn domain(&self, name: &str) -> Option<Vec<Key>> {
        // A claim about all values is not decided by some of them.
        let form = if self.judging { Form::Full } else { self.numbers.form };
        domain(self.experiment, form, name)
    }

    fn unit(&self, experiment: Option<&str>, name: &str) -> String {
        let experiment = match experiment {
            None => Some(self.experiment),
            Some(id) => self.all.iter().find(|(other, _)| other.id == id).map(|(other, _)| other),
        };
        let metric = experiment.and_then(|it| it.metric(name)).map(|metric| metric.unit.clone());
        let axis = || experiment.and_then(|it| it.axes.iter().find(|axis| axis.name == name));
        metric.or_else(|| axis().map(|axis| axis.unit.clone())).unwrap_or_default()
    }

    fn half_width(&self, expression: &Expression, bound: &Bound) -> Option<f64> {
        (*self).half_width(|world| number(expression, &world, &mut bound.clone()).ok())
    }

    fn elsewhere(&self, id: &str, metric: &str, keys: &[Key]) -> Result<f64, EvalError> {
        match self.all.iter().find(|(other, _)| other.id == id) {
            Some((experiment, numbers)) => {
                Measured { experiment, numbers, tolerance: None, ..*self }.metric(metric, keys)
            }
            None => Err(EvalError::Unknown(format!("{id} was not run"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::Form;
    use super::super::experiments;
    use super::super::metric::Source;
    use super::super::numbers::Cell;
    use super::*;

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
        let keys = super::super::keys::combinations(&experiment, Form::Full, &metric.keys);
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
