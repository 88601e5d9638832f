//! CoDel: drops packets from the head when the queueing delay has exceeded the target for an
//! interval.
//!
//! RFC 8289; queues-and-links §6, ecn-and-l4s §1.3.

use super::shared::codel::{self, Codel, Rules};
use super::shared::marking::ECN;
use super::{ArrivalDecision, ChannelFacts, DequeueDecision, Discipline, Marking, QueueView};
use crate::catalogue::{Params, Spec};
use crate::rng::Stream;
use crate::units::Time;

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "codel",
    name: "CoDel",
    summary: "Drops from the head when the minimum queueing delay of an interval exceeds the target. Drops become more frequent until the delay is below the target again.",
    source: "RFC 8289",
    parameters: &codel::parameters(ECN),
    departures: &[],
    rules: &[],
};

/// CoDel on the single queue of a channel.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    rules: Rules,
    state: Codel,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, _facts: &ChannelFacts) -> Queue {
        Queue { rules: Rules::new(params), state: Codel::default() }
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, _random: &mut Stream) -> ArrivalDecision {
        if view.full { ArrivalDecision::Overflow } else { ArrivalDecision::Accept }
    }

    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn release(&mut self, view: &QueueView, arrived: Time) -> DequeueDecision {
        self.rules.see(view.packet_bytes);
        self.state.release(&self.rules, view, arrived)
    }

    fn marking(&self) -> Option<Marking> {
        self.rules.marking()
    }
}
