//! What a code holds of an answer: levels of a curve, the index of a choice, a number on its slider.

use ackscope_engine::math::within;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A curve has so many means.
pub const POINTS: usize = 12;
/// Steps of a slider in a code; the first is code 1, because 0 is no answer.
const NUMBER_STEPS: f64 = 4000.0;
/// No answer.
const NONE: u16 = 0;
/// "I don't know".
const UNSURE: u16 = 4095;

/// A learner's answer to a choice or a question for a number.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "form", rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "GivenAnswer")]
pub enum Given {
    /// The step asks nothing, or has no answer yet.
    None,
    /// "I don't know".
    Unsure,
    /// An option, from 0.
    Choice {
        /// Its index.
        option: u16,
    },
    /// A number, with the ends of its slider.
    Number {
        /// The answer.
        value: f64,
        /// The lowest value.
        low: f64,
        /// The highest.
        high: f64,
    },
}

impl Given {
    /// As a code holds it. An option beyond 4001 or a number beyond its slider is the last one.
    pub fn told(self) -> ToldAnswer {
        ToldAnswer::of(match self {
            Given::None => NONE,
            Given::Unsure => UNSURE,
            Given::Choice { option } => option.min(4000) + 1,
            Given::Number { value, low, high } => {
                let share = within((value - low) / (high - low), 0.0, 1.0);
                // Not a number, or an empty slider: there is nothing to say.
                if share.is_nan() { UNSURE } else { 1 + (share * NUMBER_STEPS).round_ties_even() as u16 }
            }
        })
    }
}

/// An answer in a code. The code does not say whether it is a choice or a number; the lesson does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ToldAnswer {
    /// The twelve bits; 0 is no answer, 4095 is "I don't know".
    pub code: u16,
    /// The index of the chosen option, if the question is a choice.
    pub option: Option<u16>,
    /// The place on the slider from 0 to 1, if the question is one for a number.
    pub share: Option<f64>,
}

impl ToldAnswer {
    /// The answer with this code.
    pub fn of(code: u16) -> ToldAnswer {
        let option = (code != NONE && code != UNSURE).then(|| code - 1);
        ToldAnswer { code, option, share: option.map(|step| f64::from(step) / NUMBER_STEPS) }
    }

    /// Whether there is an answer, "I don't know" included.
    pub fn is_given(self) -> bool {
        self.code != NONE
    }

    /// The number on a slider, if the question is one for a number.
    pub fn number(self, low: f64, high: f64) -> Option<f64> {
        self.share.map(|share| low + share * (high - low))
    }
}

/// The mean of each twelfth of `from..to` under straight lines between points (time, value) with rising
/// times. Before the first point and after the last one the curve is level.
///
/// # Panics
/// Without a point.
pub fn means(points: &[(f64, f64)], from: f64, to: f64) -> [f64; POINTS] {
    let value_at = |t: f64| {
        let after = points.partition_point(|&(time, _)| time <= t);
        match (after.checked_sub(1).map(|at| points[at]), points.get(after)) {
            (Some((t0, v0)), Some(&(t1, v1))) => v0 + (v1 - v0) * (t - t0) / (t1 - t0),
            (Some((_, value)), None) | (None, Some(&(_, value))) => value,
            (None, None) => panic!("a curve has a point"),
        }
    };
    let width = (to - from) / POINTS as f64;
    std::array::from_fn(|part| {
        let (a, b) = (from + part as f64 * width, from + (part + 1) as f64 * width);
        let inside = points.iter().map(|&(time, _)| time).filter(|&time| a < time && time < b);
        let edges: Vec<f64> = std::iter::once(a).chain(inside).chain(std::iter::once(b)).collect();
        // The middle of a straight piece is its mean, also if two points have the same time.
        let area = |pair: &[f64]| value_at((pair[0] + pair[1]) / 2.0) * (pair[1] - pair[0]);
        edges.windows(2).map(area).sum::<f64>() / (b - a)
    })
}

/// One of `count` levels of the axis 0..`top`.
pub fn level(mean: f64, top: f64, count: u8) -> u8 {
    within((mean / top * f64::from(count)).floor(), 0.0, f64::from(count - 1)) as u8
}
