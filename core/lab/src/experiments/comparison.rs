//! The comparison that decides a claim: of all pairs of numbers that the claim compares, the pair
//! with the smallest margin, or the pair that makes it fail.

use super::expression::{Expression, Operator};
use super::world::World;
use ackscope_program::machine::compare;
use ackscope_program::program::Comparison as Order;
use serde::Serialize;

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The first number is below the second.
    Below,
    /// The first is at most the second.
    AtMost,
    /// The first is above the second.
    Above,
    /// The first is at least the second.
    AtLeast,
    /// Both are equal.
    Same,
    /// They are not equal.
    Other,
    /// They differ by at most a share of the second.
    Near,
    /// They differ by more than a share of the second.
    Far,
    /// The difference is within their common 95 % interval.
    Tie,
    /// The difference is larger than their common 95 % interval.
    NoTie,
}

impl Relation {
    /// The text before the second number.
    fn sign(self) -> &'static str {
        match self {
            Relation::Below => "< ",
            Relation::AtMost => "≤ ",
            Relation::Above => "> ",
            Relation::AtLeast => "≥ ",
            Relation::Same | Relation::Near => "",
            Relation::Other => "other than ",
            Relation::Far => "not ",
            Relation::Tie => "a tie with ",
            Relation::NoTie => "no tie with ",
        }
    }

    fn opposite(self) -> Relation {
        match self {
            Relation::Below => Relation::AtLeast,
            Relation::AtLeast => Relation::Below,
            Relation::AtMost => Relation::Above,
            Relation::Above => Relation::AtMost,
            Relation::Same => Relation::Other,
            Relation::Other => Relation::Same,
            Relation::Near => Relation::Far,
            Relation::Far => Relation::Near,
            Relation::Tie => Relation::NoTie,
            Relation::NoTie => Relation::Tie,
        }
    }
}

/// A comparison of two numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    pub measured: f64,
    /// The relation that should hold between the two numbers.
    pub relation: Relation,
    pub expected: f64,
    /// The half widths of both 95 % intervals; `None` for a number that does not scatter.
    pub half_widths: [Option<f64>; 2],
    /// The unit of both.
    pub unit: String,
    /// The share by which they may differ; `None` for an order or an equality.
    pub within: Option<f64>,
    /// The distance from the point where the result changes, as a share of the larger number.
    /// Negative if the comparison does not hold.
    pub margin: f64,
    /// The number of comparisons from which this one was chosen.
    pub of: usize,
}

/// Whether a statement holds, and the comparison that decides it, if numbers are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    pub holds: bool,
    /// The deciding comparison.
    pub by: Option<Comparison>,
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Truth {
        Truth { holds, by: None }
    }
}

impl Truth {
    /// Compares two numbers by order or equality.
    pub fn order(relation: Relation, measured: f64, expected: f64, unit: String) -> Truth {
        let larger = measured.abs().max(expected.abs()).max(f64::MIN_POSITIVE);
        let above = (measured - expected) / larger;
        let (holds, margin) = match relation {
            Relation::Below => (compare(Order::Less, measured, expected), -above),
            Relation::AtMost => (compare(Order::AtMost, measured, expected), -above),
            Relation::Above => (compare(Order::Less, expected, measured), above),
            Relation::AtLeast => (compare(Order::AtMost, expected, measured), above),
            Relation::Other => (compare(Order::Unequal, measured, expected), above.abs()),
            Relation::Same | Relation::Near | Relation::Far | Relation::Tie | Relation::NoTie => {
                (compare(Order::Equal, measured, expected), -above.abs())
            }
        };
        Truth {
            holds,
            by: Some(Comparison {
                measured,
                relation,
                expected,
                half_widths: [None; 2],
                unit,
                within: None,
                margin,
                of: 1,
            }),
        }
    }

    /// Sets the half widths of the 95 % intervals of the two numbers.
    pub fn give(mut self, half_widths: [Option<f64>; 2]) -> Truth {
        if let Some(by) = &mut self.by {
            by.half_widths = half_widths;
        }
        self
    }

    /// Whether `measured` is within a share of `expected`.
    pub fn near(measured: f64, expected: f64, share: f64, unit: String) -> Truth {
        let room = share * expected.abs() - (measured - expected).abs();
        let margin = room / measured.abs().max(expected.abs()).max(f64::MIN_POSITIVE);
        let (relation, within) = (Relation::Near, Some(share));
        let by =
            Comparison { measured, relation, expected, half_widths: [None; 2], unit, within, margin, of: 1 };
        Truth { holds: (measured - expected).abs() <= share * expected.abs(), by: Some(by) }
    }

    /// Whether the two numbers differ by no more than the root of the sum of the squares of
    /// their half widths (of 95 % intervals).
    pub fn tie(measured: f64, expected: f64, half_widths: [Option<f64>; 2], unit: String) -> Truth {
        let chance = half_widths.iter().flatten().map(|half| half * half).sum::<f64>().sqrt();
        let share = chance / expected.abs().max(f64::MIN_POSITIVE);
        let mut truth = Truth::near(measured, expected, share, unit).give(half_widths);
        if let Some(by) = &mut truth.by {
            by.relation = Relation::Tie;
        }
        truth
    }

    /// The negation.
    pub fn opposite(self) -> Truth {
        let turn = |by: Comparison| Comparison { relation: by.relation.opposite(), margin: -by.margin, ..by };
        Truth { holds: !self.holds, by: self.by.map(turn) }
    }

    /// Both must hold: the one with the smaller margin decides.
    pub fn and(self, other: Truth) -> Truth {
        let holds = self.holds && other.holds;
        // If only one fails, that one decides.
        let first = match (self.holds, other.holds) {
            (false, true) => true,
            (true, false) => false,
            _ => margin(&self) <= margin(&other),
        };
        Truth { holds, by: decider(self.by, other.by, first) }
    }

    /// One is enough: the one with the larger margin decides.
    pub fn or(self, other: Truth) -> Truth {
        self.opposite().and(other.opposite()).opposite()
    }
}

fn margin(truth: &Truth) -> f64 {
    truth.by.as_ref().map_or(f64::INFINITY, |by| by.margin)
}

fn decider(a: Option<Comparison>, b: Option<Comparison>, first: bool) -> Option<Comparison> {
    match (a, b) {
        (Some(a), Some(b)) => {
            let of = a.of + b.of;
            Some(Comparison { of, ..if first { a } else { b } })
        }
        (a, b) => a.or(b),
    }
}

/// Units of a number of things.
const COUNTED: [&str; 4] = ["files", "flows", "hops", "runs"];

/// The unit of an expression's value, if it is that of a metric; empty for a ratio.
pub fn unit_of(expression: &Expression, world: &dyn World) -> String {
    match expression {
        Expression::Metric(metric, _) | Expression::Name(metric) => world.unit(None, metric),
        Expression::Minus(inner) => unit_of(inner, world),
        Expression::Call(name, arguments) => match (name.as_str(), arguments.as_slice()) {
            ("ref", [Expression::Text(experiment), Expression::Text(metric), ..]) => {
                world.unit(Some(experiment), metric)
            }
            ("max_over" | "min_over" | "mean_over", [_, _, inner, ..]) | ("abs", [inner]) => {
                unit_of(inner, world)
            }
            ("argmax_over" | "argmin_over", [Expression::Text(axis), ..]) => world.unit(None, axis),
            ("min" | "max", all) => {
                all.iter().map(|of| unit_of(of, world)).find(|u| !u.is_empty()).unwrap_or_default()
            }
            _ => String::new(),
        },
        Expression::Pair(Operator::Over, left, right) if matches!(**right, Expression::Number(_)) => {
            unit_of(left, world)
        }
        Expression::Pair(operator @ (Operator::Plus | Operator::Minus | Operator::Times), left, right) => {
            let (left, right) = (unit_of(left, world), unit_of(right, world));
            // Some flows times the goodput of each are a goodput.
            let counts = *operator == Operator::Times && COUNTED.contains(&left.as_str());
            if left.is_empty() || (counts && !right.is_empty()) { right } else { left }
        }
        _ => String::new(),
    }
}

/// A number in plain decimals, with three to five significant digits.
pub fn digits(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        y if y >= 1000.0 => format!("{x:.0}"),
        y if y >= 100.0 => format!("{x:.1}"),
        y if y >= 10.0 => format!("{x:.2}"),
        y if y >= 0.001 => format!("{x:.3}"),
        _ => format!("{x:.1e}"),
    }
}

pub fn as_percent(share: f64) -> String {
    format!("{} %", (share * 1e6).round() / 1e4)
}

impl Comparison {
    /// Whether the difference of the two numbers, or the margin of a nearness, is within their
    /// common 95 % interval. Other seeds may then change the result.
    pub fn is_by_chance(&self) -> bool {
        let half = self.half_widths.iter().flatten().map(|half| half * half).sum::<f64>().sqrt();
        let apart = (self.measured - self.expected).abs();
        let room = self.within.map_or(apart, |share| (share * self.expected.abs() - apart).abs());
        // A tie is itself a statement about the interval.
        let is_tie = matches!(self.relation, Relation::Tie | Relation::NoTie);
        !is_tie && half > 0.0 && room <= half
    }

    /// The least and the greatest number with which it would hold, if these are a range; `None` where there is no bound.
    pub fn allowed(&self) -> Option<[Option<f64>; 2]> {
        let around =
            |share: f64| [-1.0, 1.0].map(|side| Some(self.expected + side * share * self.expected.abs()));
        match self.relation {
            Relation::Below | Relation::AtMost => Some([None, Some(self.expected)]),
            Relation::Above | Relation::AtLeast => Some([Some(self.expected), None]),
            Relation::Same => Some(around(0.0)),
            Relation::Near | Relation::Tie => self.within.map(around),
            Relation::Other | Relation::Far | Relation::NoTie => None,
        }
    }

    /// The two numbers and the allowed difference as text; `tolerance` is that of the claim, if it
    /// has one.
    pub fn words(&self, tolerance: Option<f64>) -> String {
        let (scale, unit) = match self.unit.as_str() {
            "bit/s" => (1e6, " Mbit/s"),
            "" => (1.0, ""),
            other => (1.0, other),
        };
        let space = if unit.is_empty() || unit.starts_with(' ') { "" } else { " " };
        let number = |x: f64| format!("{}{space}{unit}", digits(x / scale));
        let mut notes = Vec::new();
        let is_tie = matches!(self.relation, Relation::Tie | Relation::NoTie);
        let within = if is_tie { None } else { self.within.or(tolerance) };
        if let Some(tolerance) = within.filter(|tolerance| *tolerance > 0.0) {
            notes.push(format!("tolerance {}", as_percent(tolerance)));
        }
        if self.of > 1 {
            notes.push(format!("the closest of {} comparisons", self.of));
        }
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
        let with = |x: f64, half: Option<f64>| match half {
            Some(half) => format!("{} ± {}", digits(x / scale), number(half)),
            None => number(x),
        };
        let [measured, expected] =
            [(self.measured, 0), (self.expected, 1)].map(|(x, place)| with(x, self.half_widths[place]));
        let sign = self.relation.sign();
        format!("measured {measured}, expected {sign}{expected}{notes}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(truth: &Truth, tolerance: Option<f64>) -> String {
        truth.by.as_ref().map(|by| by.words(tolerance)).unwrap_or_default()
    }

    #[test]
    fn the_tightest_comparison_decides() {
        let order =
            |measured, expected| Truth::order(Relation::Above, measured, expected, "bit/s".to_owned());
        let both = order(3e6, 1e6).and(order(2e6, 1.9e6));
        assert!(both.holds);
        assert_eq!(
            words(&both, None),
            "measured 2.000 Mbit/s, expected > 1.900 Mbit/s (the closest of 2 comparisons)"
        );
        // If only one fails, it decides, however small the other's margin is.
        let failed = order(1e6, 3e6).and(order(2e6, 1.9e6));
        assert_eq!((failed.holds, failed.by.as_ref().map(|by| by.measured)), (false, Some(1e6)));
        // One is enough: the one with the larger margin decides.
        let either = order(1e6, 3e6).or(order(2e6, 1.9e6));
        assert_eq!((either.holds, either.by.as_ref().map(|by| by.measured)), (true, Some(2e6)));
    }

    #[test]
    fn a_relation_allows_a_range() {
        let order = |relation| Truth::order(relation, 1.0, 2.0, String::new()).by.unwrap().allowed();
        assert_eq!(order(Relation::Below), Some([None, Some(2.0)]));
        assert_eq!(order(Relation::AtLeast), Some([Some(2.0), None]));
        assert_eq!(order(Relation::Other), None);
        let near = Truth::near(1.0, -2.0, 0.25, String::new());
        assert_eq!(near.by.unwrap().allowed(), Some([Some(-2.5), Some(-1.5)]));
    }

    #[test]
    fn nearness_tells_its_tolerance() {
        let near = Truth::near(5.2, 3.94, 0.5, String::new());
        assert!(near.holds);
        assert_eq!(words(&near, Some(0.5)), "measured 5.200, expected 3.940 (tolerance 50 %)");
        let far = near.opposite();
        assert!(!far.holds);
        assert_eq!(words(&far, None), "measured 5.200, expected not 3.940 (tolerance 50 %)");
        assert!(!Truth::near(6.0, 3.94, 0.5, String::new()).holds);
    }
}
