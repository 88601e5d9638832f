//! Random drop: drops with a probability that grows in a straight line with the queue as it is now.
//!
//! Queue length decides at once, without an average as in RED (Floyd & Jacobson 1993, §4), and
//! without a threshold as in Easy RED.
//!
//! ```text
//! arrival   p ← max_p·q/capacity;   with probability p the packet is dropped, with ecn marked
//! ```

use super::shared::marking::{self, ECN};
use super::{ArrivalDecision, ChannelFacts, Discipline, Marking, QueueView};
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;

const SOURCE: &str = "Floyd & Jacobson 1993 §4, without the average";

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "random-drop",
    name: "Random drop",
    summary: "Drops with a probability that grows with the queue as it is now.",
    source: SOURCE,
    parameters: &[
        Param::number("max_p", "", 0.1, (0.0, 1.0), "Drop probability where the queue is full.", SOURCE),
        ECN,
    ],
    departures: &[],
    rules: &[],
};

/// Its parameter, and the probability as it is now.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    max_p: f64,
    capacity_packets: f64,
    p: f64,
    marking: Option<Marking>,
}

impl Queue {
    /// A queue with checked parameters.
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        Queue {
            max_p: params.number("max_p"),
            capacity_packets: facts.capacity_packets,
            p: 0.0,
            marking: marking::unlimited(params),
        }
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        self.p = self.max_p * (view.packets as f64 / self.capacity_packets).min(1.0);
        ArrivalDecision::drawn(view, self.p, random).or_mark(self.marking.is_some())
    }

    fn probability(&self) -> Option<f64> {
        Some(self.p)
    }

    fn marking(&self) -> Option<Marking> {
        self.marking
    }
}
