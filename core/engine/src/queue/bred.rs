//! Balanced RED: only each flow's own share of the buffer decides.
//!
//! Anjum and Tassiulas 1999, which GM02 cites; queues-and-links §8.

use super::shared::flows::FlowTable;
use super::{ArrivalDecision, ChannelFacts, Discipline, QueueView};
use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::rng::Stream;
use crate::units::Time;

const SOURCE: &str = "Anjum and Tassiulas, BRED (1999), from memory; values ours";

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "bred",
    name: "BRED",
    summary: "The drop probability of a flow grows with its own queue length. Other flows do not matter.",
    source: "Anjum and Tassiulas, Fair Bandwidth Sharing among Adaptive and Non-Adaptive Flows (1999); cited by GM02",
    parameters: &[
        Param::number(
            "l1",
            "packets",
            5.0,
            (0.0, 1e6),
            "A flow with fewer waiting packets than this has no drops.",
            SOURCE,
        ),
        Param::number(
            "l2",
            "packets",
            10.0,
            (0.0, 1e6),
            "For a flow with at least this number of waiting packets, p2 applies instead of p1.",
            SOURCE,
        ),
        Param::number(
            "w_m",
            "packets",
            20.0,
            (1.0, 1e6),
            "The maximum number of waiting packets of a flow.",
            SOURCE,
        ),
        Param::number("p1", "", 0.05, (0.0, 1.0), "Drop probability between l1 and l2.", SOURCE),
        Param::number("p2", "", 0.1, (0.0, 1.0), "Drop probability between l2 and w_m.", SOURCE),
    ],
    departures: &[
        "The rule is from memory of the paper. The paper leaves thresholds and probabilities to the operator.",
    ],
    rules: &[],
};

/// The thresholds, and each flow's use of the buffer.
#[derive(Clone, Debug)]
pub struct Queue {
    l1: f64,
    l2: f64,
    w_m: f64,
    p1: f64,
    p2: f64,
    /// Waiting packets per flow, and the number of the flow's packets accepted since its last drop.
    flows: FlowTable<u64>,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, _facts: &ChannelFacts) -> Queue {
        Queue {
            l1: params.number("l1"),
            l2: params.number("l2"),
            w_m: params.number("w_m"),
            p1: params.number("p1"),
            p2: params.number("p2"),
            flows: FlowTable::default(),
        }
    }

    fn drop_probability(&mut self, flow: u32) -> f64 {
        let waiting = f64::from(self.flows.waiting(flow));
        let since_drop = *self.flows.state(flow) as f64;
        if waiting >= self.w_m {
            1.0
        } else if waiting >= self.l2 {
            if since_drop >= self.l2 { self.p2 } else { 0.0 }
        } else if waiting >= self.l1 {
            if since_drop >= self.l1 { self.p1 } else { 0.0 }
        } else {
            0.0
        }
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        let probability = self.drop_probability(view.flow);
        let decision = ArrivalDecision::drawn(view, probability, random);
        if decision != ArrivalDecision::Accept {
            *self.flows.state(view.flow) = 0;
        } else {
            *self.flows.state(view.flow) += 1;
            if view.idle_since.is_none() {
                self.flows.join(view.flow);
            }
        }
        decision
    }

    fn depart(&mut self, view: &QueueView, _arrived: Time) {
        self.flows.leave(view.flow, false);
    }

    #[inline]
    fn contradiction(params: &Params) -> Option<Contradiction> {
        params
            .in_order("l1", "l2", "packets")
            .or_else(|| params.in_order("l2", "w_m", "packets"))
            .or_else(|| params.in_order("p1", "p2", ""))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{facts, view};
    use super::*;

    fn queue(waiting: u32, since_drop: u64) -> Queue {
        let mut queue = Queue::new(&Params::defaults(SPEC.parameters), &facts(200.0));
        (0..waiting).for_each(|_| queue.flows.join(0));
        *queue.flows.state(0) = since_drop;
        queue
    }

    #[test]
    fn the_probability_follows_the_flows_own_packets() {
        // queues-and-links V8.3: thresholds 5, 10 and 20.
        for (waiting, expected) in [(3, 0.0), (7, 0.05), (12, 0.1), (20, 1.0)] {
            assert_eq!(queue(waiting, 1000).drop_probability(0), expected, "{waiting} waiting");
        }
    }

    #[test]
    fn drops_keep_their_distance() {
        assert_eq!(queue(7, 4).drop_probability(0), 0.0);
        assert_eq!(queue(12, 9).drop_probability(0), 0.0);
        assert_eq!(queue(20, 0).drop_probability(0), 1.0);
    }

    #[test]
    fn another_flow_does_not_matter() {
        let mut queue = queue(20, 1000);
        let mut random = Stream::new(1, "bred");
        assert_eq!(queue.arrive(&view(20), &mut random), ArrivalDecision::Early);
        assert_eq!(*queue.flows.state(0), 0);
        assert_eq!(queue.arrive(&QueueView { flow: 1, ..view(20) }, &mut random), ArrivalDecision::Accept);
        assert_eq!((queue.flows.waiting(1), *queue.flows.state(1)), (1, 1));
    }
}
