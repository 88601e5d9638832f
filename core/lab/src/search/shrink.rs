//! The smallest network that still breaks it (after delta debugging, Zeller & Hildebrandt 2002), and whether it does so
//! in five replicates.

use super::dimensions::{DIMENSIONS, Scale, number};
use super::find::{Find, Memo, Subject, factor};
use super::path::Layout;
use super::point::Point;
use ackscope_engine::math::ln;

/// Runs of each find that is shown.
pub(super) const REPLICATES: u64 = 5;
/// The part of the effect, as a logarithm, that must stay.
const KEPT: f64 = 0.85;
/// How often a value is brought half the way to plain.
const HALVINGS: usize = 2;
/// How often a find that does not hold in all replicates is looked for half the way to plain.
const MILDER: usize = 2;

/// The find with as few and as round deviations as possible; the inner value is none if it does not hold in all
/// replicates. `None` if a run is missing.
pub(super) fn shrunk(subject: &Subject, memo: &mut Memo, find: &Find) -> Option<Option<Find>> {
    let least = find.objective().least;
    let holds = |value: f64| value >= least && ln(value) >= KEPT * ln(find.factor);
    let mut point = find.point.clone();
    let mut strongest: Option<(usize, f64)> = None;
    // Who is beside it is no detail: failing beside another one is another find.
    let details = find.point.cell().into_iter().filter(|&dimension| dimension != number("neighbour"));
    for dimension in details {
        let fewer = point.without(dimension);
        let left = factor(subject, memo, find, &fewer, 0)?;
        if holds(left) {
            point = fewer;
        } else if strongest.is_none_or(|(_, known)| left < known) {
            strongest = Some((dimension, left));
        }
    }
    for dimension in point.cell() {
        for _ in 0..HALVINGS {
            let Some(nearer) = halfway(&point, dimension) else { break };
            if !holds(factor(subject, memo, find, &nearer, 0)?) {
                break;
            }
            point = nearer;
        }
        for digits in [1, 2] {
            let rounded =
                point.with(dimension, DIMENSIONS[dimension].rounded(point.value(dimension), digits));
            if holds(factor(subject, memo, find, &rounded, 0)?) {
                point = rounded;
                break;
            }
        }
    }
    for _ in 0..=MILDER {
        let (witness, factors) = witnessed(subject, memo, find, &point)?;
        let low = least_of(&factors);
        if low >= least {
            let high = factors.iter().copied().fold(0.0, f64::max);
            let strongest = strongest.map(|(dimension, _)| dimension).filter(|it| point.cell().contains(it));
            let (factor, range) = (factors[0], (low, high));
            return Some(Some(Find { point, witness, factor, range, strongest, ..find.clone() }));
        }
        let Some(milder) = milder(&point) else { break };
        point = milder;
    }
    Some(None)
}

/// Where a network is at its extreme, the witness may do well in one run only. All values half the way to plain.
fn milder(point: &Point) -> Option<Point> {
    let cell = point.cell().into_iter();
    let milder = cell.fold(point.clone(), |milder, dimension| {
        let nearer = halfway(&milder, dimension)
            .map(|nearer| nearer.with(dimension, DIMENSIONS[dimension].rounded(nearer.value(dimension), 2)));
        nearer.unwrap_or(milder)
    });
    (milder != *point).then_some(milder)
}

/// The factors of all replicates, with the witness that holds best: the one of the first run, or another one if that one
/// does not hold in all.
fn witnessed(subject: &Subject, memo: &mut Memo, find: &Find, point: &Point) -> Option<(String, Vec<f64>)> {
    let mut with = |witness: &str| -> Option<Vec<f64>> {
        let find = Find { witness: witness.to_owned(), ..find.clone() };
        let replicates = (0..REPLICATES).map(|replicate| factor(subject, memo, &find, point, replicate));
        // All are asked for before one is waited for.
        let factors: Vec<Option<f64>> = replicates.collect();
        factors.into_iter().collect()
    };
    let first = with(&find.witness)?;
    let layout = find.objective().layout;
    if least_of(&first) >= find.objective().least || layout == Layout::Beside {
        return Some((find.witness.clone(), first));
    }
    let others = subject.witnesses(layout, point);
    let all: Vec<Option<Vec<f64>>> = others.iter().map(|witness| with(witness)).collect();
    let all: Vec<Vec<f64>> = all.into_iter().collect::<Option<_>>()?;
    let pairs = others.into_iter().map(str::to_owned).zip(all);
    pairs.max_by(|a, b| least_of(&a.1).total_cmp(&least_of(&b.1)))
}

fn least_of(factors: &[f64]) -> f64 {
    factors.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The point with a value half the way to plain, or to the weakest value where plain is none.
fn halfway(point: &Point, dimension: usize) -> Option<Point> {
    let one = DIMENSIONS[dimension];
    let to = if one.plain > 0.0 { one.plain } else { one.range.0 };
    let value = point.value(dimension);
    let middle = match one.scale {
        Scale::Log => (value * to).sqrt(),
        Scale::Choice => return None,
        Scale::Whole => ((value + to.min(one.range.1)) / 2.0).round(),
    };
    let is_in_range = (one.range.0..=one.range.1).contains(&middle);
    (is_in_range && middle != value).then(|| point.with(dimension, middle))
}
