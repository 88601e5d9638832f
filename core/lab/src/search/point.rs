//! A point of the space: what differs from the plain path, and how new points come from known ones.

use super::dimensions::{DIMENSIONS, Dimension, Scale};
use super::path::Layout;
use ackscope_engine::math::{exp, ln, within};
use ackscope_engine::rng::Stream;
use std::collections::BTreeMap;

/// The most deviations of a point: with more, nobody reads the find.
pub(super) const MOST: usize = 3;

/// The values that are not plain, by the numbers of their dimensions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point(BTreeMap<usize, f64>);

impl Point {
    pub fn value(&self, dimension: usize) -> f64 {
        self.0.get(&dimension).copied().unwrap_or(DIMENSIONS[dimension].plain)
    }

    /// The deviations in the order of the dimensions.
    pub fn deviations(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.0.iter().map(|(dimension, value)| (*dimension, *value))
    }

    /// The dimensions that deviate: the point's cell.
    pub fn cell(&self) -> Vec<usize> {
        self.0.keys().copied().collect()
    }

    /// What no point with another kind of network shares: the dimensions that deviate, and what is chosen in choices.
    pub fn niche(&self) -> Vec<(usize, u64)> {
        let choice =
            |at: usize, value: f64| if DIMENSIONS[at].scale == Scale::Choice { value as u64 } else { 0 };
        self.deviations().map(|(at, value)| (at, choice(at, value))).collect()
    }

    /// The same with another value.
    #[must_use]
    pub fn with(&self, dimension: usize, value: f64) -> Point {
        let mut point = self.clone();
        point.0.insert(dimension, value);
        point
    }

    /// The same with a dimension put back to plain.
    #[must_use]
    pub fn without(&self, dimension: usize) -> Point {
        let mut point = self.clone();
        point.0.remove(&dimension);
        point
    }

    /// A few random deviations.
    pub fn random(layout: Layout, random: &mut Stream) -> Point {
        let mut point = Point::default();
        let count = 1 + random.below(MOST as u64);
        while (point.0.len() as u64) < count {
            point = point.with_random(layout, random);
        }
        point
    }

    /// A small change: a value, one more deviation, or one less.
    #[must_use]
    pub fn changed(&self, layout: Layout, random: &mut Stream) -> Point {
        let what = random.uniform();
        if self.0.is_empty() || (what < 0.25 && self.0.len() < MOST) {
            return self.with_random(layout, random);
        }
        let at = random.below(self.0.len() as u64) as usize;
        let Some((dimension, value)) = self.deviations().nth(at) else { return self.clone() };
        if what > 0.85 && self.0.len() > 1 {
            return self.without(dimension);
        }
        self.with(dimension, near(DIMENSIONS[dimension], value, random))
    }

    fn with_random(&self, layout: Layout, random: &mut Stream) -> Point {
        let known: Vec<usize> =
            (0..DIMENSIONS.len()).filter(|&at| DIMENSIONS[at].layouts.contains(&layout)).collect();
        let dimension = known[random.below(known.len() as u64) as usize];
        self.with(dimension, drawn(DIMENSIONS[dimension], random))
    }
}

fn drawn(dimension: &Dimension, random: &mut Stream) -> f64 {
    let (least, most) = dimension.range;
    match dimension.scale {
        Scale::Whole | Scale::Choice => least + random.below((most - least) as u64 + 1) as f64,
        Scale::Log => exp(ln(least) + random.uniform() * ln(most / least)),
    }
}

/// A value near another one: within a factor of 1.7, or for a count the next ones.
fn near(dimension: &Dimension, value: f64, random: &mut Stream) -> f64 {
    let (least, most) = dimension.range;
    let changed = match dimension.scale {
        Scale::Whole => value + random.below(5) as f64 - 2.0,
        Scale::Choice => return drawn(dimension, random),
        Scale::Log => value * exp(1.06 * (random.uniform() - 0.5)),
    };
    within(changed, least, most)
}
