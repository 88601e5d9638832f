//! Drop-tail: first in, first out, and an arrival is dropped when no room is left.
//!
//! queues-and-links §1, §2. A capacity of B lets B packets wait besides the one in transmission. ns-2's `queue-limit L`
//! lets L − 1 wait.

use super::{ChannelFacts, Discipline, QueueView, Verdict};
use crate::catalogue::{Params, Spec};
use crate::rng::Stream;

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "drop-tail",
    name: "Drop-tail",
    summary: "First in, first out; an arrival finds room or is dropped.",
    source: "GM04 §3, MV06 §III, CGMSW02 §4",
    parameters: &[],
    departures: &[],
    rules: &[],
};

/// Drop-tail has no state.
#[derive(Clone, Debug)]
pub struct Queue;

impl Queue {
    /// A drop-tail queue.
    pub fn new(_params: &Params, _facts: &ChannelFacts) -> Queue {
        Queue
    }
}

impl Discipline for Queue {
    #[inline]
    fn arrive(&mut self, view: &QueueView, _random: &mut Stream) -> Verdict {
        if view.full {
            Verdict::Overflow
        } else {
            Verdict::Accept
        }
    }
}
