//! RED: drops early and at random, the more the longer the average queue.
//!
//! GM02 §4 runs it with the constants of Floyd and Jacobson 1993; queues-and-links §3.

use super::shared::red::{self, Red, Thresholds};
use super::{ChannelFacts, Discipline, QueueView, Verdict};
use crate::catalogue::{Contradiction, Params, Spec};
use crate::rng::Stream;

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "red",
    name: "RED",
    summary: "Drops early and at random, the more the longer the average queue; beyond max_th it drops everything.",
    source: "GM02 §4; Floyd and Jacobson, Random Early Detection Gateways (1993); ns-2.35 queue/red.cc",
    parameters: red::PARAMETERS,
    departures: &[
        "It drops and never marks.",
        "Thresholds and average are in packets, also where the capacity is in bytes.",
    ],
    rules: &[],
};

/// RED's average and drop rule.
#[derive(Clone, Debug)]
pub struct Queue(Red);

impl Queue {
    /// A queue with checked parameters.
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        Queue(Red::new(Thresholds::new(params, facts, false)))
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> Verdict {
        self.0.update(view);
        self.0.decide(view, random)
    }

    fn contradiction(params: &Params) -> Option<Contradiction> {
        red::contradiction(params)
    }

    fn average(&self) -> Option<f64> {
        Some(self.0.average())
    }

    fn probability(&self) -> Option<f64> {
        Some(self.0.probability())
    }
}
