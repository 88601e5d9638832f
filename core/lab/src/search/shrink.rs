//! The smallest network that still breaks it (after delta debugging, Zeller & Hildebrandt 2002), and whether it does so
//! in five replicates.

use super::dimensions::{DIMENSIONS, Scale};
use super::find::{Find, Memo, Subject, factor};
use super::point::Point;
use ackscope_engine::math::ln;

/// Runs of each find that is shown.
pub(super) const REPLICATES: u64 = 5;
/// The part of the effect, as a logarithm, that must stay.
const KEPT: f64 = 0.85;
/// How often a value is brought half the way to plain.
const HALVINGS: usize = 2;

/// The find with as few and as round deviations as possible; the inner value is none if it does not hold in all
/// replicates. `None` if a run is missing.
pub(super) fn shrunk(subject: &Subject, memo: &mut Memo, find: &Find) -> Option<Option<Find>> {
    let least = find.objective().least;
    let holds = |value: f64| value >= least && ln(value) >= KEPT * ln(find.factor);
    let mut point = find.point.clone();
    let mut strongest: Option<(usize, f64)> = None;
    for dimension in find.point.cell() {
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
    let replicates = (0..REPLICATES).map(|replicate| factor(subject, memo, find, &point, replicate));
    // All are asked for before one is waited for.
    let factors: Vec<Option<f64>> = replicates.collect();
    let factors: Vec<f64> = factors.into_iter().collect::<Option<_>>()?;
    let low = factors.iter().copied().fold(f64::INFINITY, f64::min);
    let high = factors.iter().copied().fold(0.0, f64::max);
    let strongest = strongest.map(|(dimension, _)| dimension).filter(|it| point.cell().contains(it));
    let holds_in_all = low >= least;
    Some(holds_in_all.then(|| Find {
        point,
        factor: factors[0],
        range: (low, high),
        strongest,
        ..find.clone()
    }))
}

/// The point with a value half the way to plain, or to the weakest value where plain is none.
fn halfway(point: &Point, dimension: usize) -> Option<Point> {
    let one = DIMENSIONS[dimension];
    let to = if one.plain > 0.0 { one.plain } else { one.range.0 };
    let value = point.value(dimension);
    let middle = match one.scale {
        Scale::Log => (value * to).sqrt(),
        // The number of a choice has no middle.
        Scale::Whole if one.plain == 0.0 && one.range.1 < 6.0 => return None,
        Scale::Whole => ((value + to.min(one.range.1)) / 2.0).round(),
    };
    let is_in_range = (one.range.0..=one.range.1).contains(&middle);
    (is_in_range && middle != value).then(|| point.with(dimension, middle))
}
