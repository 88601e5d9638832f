//! Flow random early drop: RED that limits each flow to its share of the queue.
//!
//! Lin and Morris 1997, which GM02 cites; queues-and-links §8.

use super::shared::flows::FlowTable;
use super::shared::red::{self, Red, Thresholds};
use super::{ArrivalDecision, ChannelFacts, Discipline, QueueView};
use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::rng::Stream;
use crate::units::Time;

const SOURCE: &str = "Lin and Morris, FRED (1997), from memory";

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "fred",
    name: "FRED",
    summary: "RED with per-flow accounting: packets of a flow above its share of the queue are dropped.",
    source: "Lin and Morris, Dynamics of Random Early Detection (1997); cited by GM02",
    parameters: &[
        red::MIN_TH,
        red::MAX_TH,
        red::MAX_P,
        red::W_Q,
        Param::number(
            "min_q",
            "packets",
            2.0,
            (0.0, 1e6),
            "Every flow may always have this many waiting packets.",
            SOURCE,
        ),
        red::WAIT,
        red::MEAN_PACKET_BYTES,
    ],
    departures: &["The constants are from memory of the paper."],
    rules: &[],
};

/// RED's average, and the per-flow accounts.
#[derive(Clone, Debug)]
pub struct Queue {
    red: Red,
    min_q: f64,
    /// Waiting packets per flow, and how often the flow has exceeded its limit (strikes).
    flows: FlowTable<u32>,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        Queue {
            red: Red::new(Thresholds::new(params, facts, false)),
            min_q: params.number("min_q"),
            flows: FlowTable::default(),
        }
    }

    /// Average queue per flow that has packets waiting, at least one packet.
    fn fair_share(&self) -> f64 {
        (self.red.average() / self.flows.active().max(1) as f64).max(1.0)
    }

    /// True if the flow exceeds its limit. Its packet is dropped whatever the average.
    fn is_greedy(&mut self, flow: u32) -> bool {
        let waiting = f64::from(self.flows.waiting(flow));
        let (average, share) = (self.red.average(), self.fair_share());
        let Thresholds { min_th, max_th, .. } = *self.red.thresholds();
        let is_crowded = average >= max_th;
        let most = if is_crowded { 2.0 } else { min_th };
        let strikes = *self.flows.state(flow);
        let is_greedy =
            waiting >= most || (is_crowded && waiting > 2.0 * share) || (waiting >= share && strikes > 1);
        if is_greedy {
            *self.flows.state(flow) += 1;
        }
        is_greedy
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        self.red.update(view);
        let waiting = f64::from(self.flows.waiting(view.flow));
        let Thresholds { min_th, max_th, .. } = *self.red.thresholds();
        let average = self.red.average();
        let decision = if view.full {
            ArrivalDecision::Overflow
        } else if view.idle_since.is_some() {
            ArrivalDecision::Accept
        } else if self.is_greedy(view.flow) || average >= max_th {
            ArrivalDecision::Early
        } else if average >= min_th && waiting >= self.min_q.max(self.fair_share()) {
            self.red.decide(view, random)
        } else {
            ArrivalDecision::Accept
        };
        if decision == ArrivalDecision::Accept && view.idle_since.is_none() {
            self.flows.join(view.flow);
        }
        decision
    }

    fn depart(&mut self, view: &QueueView, _arrived: Time) {
        self.red.update_to(view.packets);
        self.flows.leave(view.flow, true);
    }

    #[inline]
    fn contradiction(params: &Params) -> Option<Contradiction> {
        red::contradiction(params)
    }

    fn average(&self) -> Option<f64> {
        Some(self.red.average())
    }

    fn probability(&self) -> Option<f64> {
        Some(self.red.probability())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{facts, view};
    use super::*;
    use crate::catalogue::Setting;

    /// A queue in which `waiting[i]` packets of flow i wait. Its average is the queue length at the
    /// last arrival.
    fn queue(waiting: &[u32]) -> Queue {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("w_q", Setting::Number(1.0));
        let mut queue = Queue::new(&params, &facts(200.0));
        for (flow, count) in (0..).zip(waiting) {
            (0..*count).for_each(|_| queue.flows.join(flow));
        }
        queue
    }

    fn arrive(queue: &mut Queue, flow: u32, packets: u64) -> ArrivalDecision {
        queue.arrive(&QueueView { flow, ..view(packets) }, &mut Stream::new(1, "fred"))
    }

    #[test]
    fn a_flow_with_more_than_its_share_is_dropped_and_remembered() {
        // queues-and-links V8.2: average 10, five flows, five packets of this one. Its share is 2;
        // the limit is min_th = 5.
        let mut queue = queue(&[5, 2, 1, 1, 1]);
        assert_eq!(arrive(&mut queue, 0, 10), ArrivalDecision::Early);
        assert_eq!((queue.fair_share(), *queue.flows.state(0)), (2.0, 1));
        assert_eq!(arrive(&mut queue, 2, 10), ArrivalDecision::Accept, "one below its share is safe");
        assert_eq!(queue.flows.waiting(2), 2);
    }

    #[test]
    fn a_flow_with_two_strikes_gets_no_more_than_the_share() {
        let mut queue = queue(&[2, 2, 2, 2, 2]);
        *queue.flows.state(0) = 2;
        assert_eq!(arrive(&mut queue, 0, 4), ArrivalDecision::Early);
        assert_eq!(arrive(&mut queue, 1, 4), ArrivalDecision::Accept);
    }

    #[test]
    fn beyond_the_upper_threshold_everything_is_dropped() {
        assert_eq!(arrive(&mut queue(&[1, 1]), 1, 20), ArrivalDecision::Early);
    }

    #[test]
    fn accounts_close_with_the_last_packet() {
        let mut queue = queue(&[1]);
        *queue.flows.state(0) = 3;
        queue.depart(&view(0), Time::ZERO);
        assert_eq!((queue.flows.active(), *queue.flows.state(0)), (0, 0));
    }
}
