//! No jitter.

use super::Jitters;
use crate::catalogue::{Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time};

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "none",
    name: "No jitter",
    summary: "Every packet takes exactly the propagation delay.",
    source: "GM04 §3.1",
    parameters: &[],
    departures: &[],
    rules: &[],
};

/// The model without extra delay.
#[derive(Clone, Copy, Debug)]
pub struct Jitter;

impl Jitter {
    /// The model.
    #[inline]
    pub fn new(_params: &Params) -> Jitter {
        Jitter
    }
}

impl Jitters for Jitter {
    #[inline]
    fn deliver_at(&mut self, at: Time, _draws: &mut Stream) -> Time {
        at
    }

    fn longest(&self) -> Span {
        Span::ZERO
    }
}
