//! What a learner has said, as the page knows it, and the code for it.

use super::{Code, CodeError, Given, POINTS, Place, level};
use schemars::JsonSchema;
use serde::Deserialize;

/// An answer or a result that becomes a code.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "form", rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "CodeRequest")]
pub enum Said {
    /// A drawn curve.
    Curve {
        /// Which question.
        of: Place,
        /// The mean of each twelfth of the axis.
        means: [f64; POINTS],
        /// The upper end of the axis.
        top: f64,
        /// The variant, if the lesson has variants.
        #[serde(default)]
        variant: Option<u16>,
    },
    /// Answers to up to five steps in a row.
    Answers {
        /// The first question.
        of: Place,
        /// From that step on.
        answers: Vec<Given>,
    },
    /// The result of an exercise.
    Result {
        /// Which exercise.
        of: Place,
        /// Whether each condition holds.
        holds: Vec<bool>,
        /// The variant; 0 without one.
        #[serde(default)]
        variant: u16,
        /// The run's trace hash, in hexadecimal.
        trace_hash: String,
    },
}

impl Said {
    /// The code for it. Of more than five answers only the first five are in it.
    ///
    /// # Errors
    /// A number that a code cannot hold.
    pub fn code(&self) -> Result<Code, CodeError> {
        Ok(match *self {
            Said::Curve { of, ref means, top, variant: None } => {
                Code::Curve { of, levels: means.map(|mean| level(mean, top, 32)) }
            }
            Said::Curve { of, ref means, top, variant: Some(variant) } => {
                Code::CurveOfVariant { of, variant, levels: means.map(|mean| level(mean, top, 16)) }
            }
            Said::Answers { of, ref answers } => {
                let told = |place| answers.get(place).copied().unwrap_or(Given::None).told();
                Code::Answers { of, answers: std::array::from_fn(told) }
            }
            Said::Result { of, ref holds, variant, ref trace_hash } => {
                let holding = holds.iter().take(16).enumerate().map(|(at, &holds)| u16::from(holds) << at);
                Code::Result {
                    of,
                    conditions: u8::try_from(holds.len()).unwrap_or(u8::MAX),
                    holding: holding.sum(),
                    variant,
                    trace: trace_hash
                        .get(..8)
                        .and_then(|high| u32::from_str_radix(high, 16).ok())
                        .unwrap_or(0),
                }
            }
        })
    }
}
