//! A link that loses nothing.

use super::{LossView, Losses};
use crate::catalogue::{Params, Spec};
use crate::rng::Stream;

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "none",
    name: "None",
    summary: "The link loses no packets. Only queues drop packets.",
    source: "GM04 §3.1",
    parameters: &[],
    departures: &[],
    rules: &[],
};

/// No state.
#[derive(Clone, Copy, Debug)]
pub struct Loss;

impl Loss {
    /// A link without loss.
    #[inline]
    pub fn new(_params: &Params, _state: Stream) -> Loss {
        Loss
    }
}

impl Losses for Loss {
    #[inline]
    fn loses(&mut self, _view: &LossView, _draws: &mut Stream) -> bool {
        false
    }
}
