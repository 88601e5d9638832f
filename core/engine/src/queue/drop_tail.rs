//! Drop-tail: first in, first out. A packet that arrives at a full queue is dropped.
//!
//! queues-and-links §1, §2. With a capacity of B, B packets can wait besides the one in
//! transmission.

use super::{ArrivalDecision, ChannelFacts, Discipline, Features, QueueView};
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "drop-tail",
    name: "Drop-tail",
    summary: "First in, first out. A packet that arrives at a full queue is dropped.",
    source: "GM04 §3, MV06 §III, CGMSW02 §4",
    parameters: &[Param::flag(
        "drop_front",
        false,
        "Drop the packet at the head instead of the arriving one, so that the sender detects it sooner.",
        "Lakshman, Neidhardt, Ott: The drop from front strategy in TCP and in TCP over ATM (1996)",
    )],
    departures: &[],
    rules: &[],
};

/// Drop-tail has no state.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    drop_front: bool,
}

impl Queue {
    /// A drop-tail queue.
    #[inline]
    pub fn new(params: &Params, _facts: &ChannelFacts) -> Queue {
        Queue { drop_front: params.flag("drop_front") }
    }
}

impl Discipline for Queue {
    fn features() -> Features {
        Features { only_overflows: true, ..Features::NONE }
    }

    #[inline]
    fn arrive(&mut self, view: &QueueView, _random: &mut Stream) -> ArrivalDecision {
        if !view.full {
            ArrivalDecision::Accept
        } else if self.drop_front {
            ArrivalDecision::PushOut
        } else {
            ArrivalDecision::Overflow
        }
    }

    fn decides_at_dequeue(&self) -> bool {
        self.drop_front
    }
}
