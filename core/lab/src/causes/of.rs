//! The quantity in question.

use ackscope_engine::math::{exp, ln};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CausesOf")]
pub enum Of {
    /// Goodput of the compared groups, their sum in bit/s.
    Goodput,
    /// Mean waiting time in s, summed over all channels.
    Delay,
    /// Mean completion time of the compared groups' transfers in s.
    Completion,
    /// Jain index of the TCP flows of the compared groups' direction.
    Fairness,
}

impl Of {
    pub const ALL: [Of; 4] = [Of::Goodput, Of::Delay, Of::Completion, Of::Fairness];

    pub fn id(self) -> &'static str {
        match self {
            Of::Goodput => "goodput",
            Of::Delay => "delay",
            Of::Completion => "completion",
            Of::Fairness => "fairness",
        }
    }

    /// The quantity with this id.
    pub fn with_id(id: &str) -> Option<Of> {
        Of::ALL.into_iter().find(|of| of.id() == id)
    }

    pub fn unit(self) -> &'static str {
        match self {
            Of::Goodput => "bit/s",
            Of::Delay | Of::Completion => "s",
            Of::Fairness => "",
        }
    }

    /// How far `without` is from `as_is`: a logarithm, or for an index the difference. Both count.
    pub(super) fn effect(self, as_is: f64, without: f64) -> f64 {
        // What is zero has changed by all there is.
        const MIN: f64 = 1e-9;
        match self {
            Of::Fairness => without - as_is,
            _ => ln(without.max(MIN) / as_is.max(MIN)),
        }
    }

    /// An effect as readers see it: relative, or for an index the difference.
    pub(super) fn shown(self, effect: f64) -> f64 {
        if self == Of::Fairness { effect } else { exp(effect) - 1.0 }
    }

    /// Whether `a` is worse than `b`.
    pub(super) fn is_worse(self, a: f64, b: f64) -> bool {
        match self {
            Of::Goodput | Of::Fairness => a < b,
            Of::Delay | Of::Completion => a > b,
        }
    }

    /// `value`, or the bound if the value is beyond it.
    pub(super) fn at_most(self, value: f64, bound: f64) -> f64 {
        match self {
            Of::Goodput | Of::Fairness => value.min(bound),
            Of::Delay | Of::Completion => value.max(bound),
        }
    }
}
