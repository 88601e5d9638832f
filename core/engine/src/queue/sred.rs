//! Stabilised RED: estimates the number of flows from how often two packets belong to the same
//! flow.
//!
//! Ott, Lakshman and Wong 1999, which GM02 cites; queues-and-links §8.

use super::{ArrivalDecision, ChannelFacts, Discipline, QueueView};
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;

const SOURCE: &str = "Ott, Lakshman and Wong, SRED (1999), from memory";

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "sred",
    name: "SRED",
    summary: "Estimates the number of active flows: it compares arrivals with a list of recent flows. The estimate sets the drop probability.",
    source: "Ott, Lakshman and Wong, SRED: Stabilized RED (1999); cited by GM02",
    parameters: &[
        Param::integer("zombies", "", 1000.0, (1.0, 1e6), "Length of the list of remembered flows.", SOURCE),
        Param::number(
            "replace",
            "",
            0.25,
            (1e-6, 1.0),
            "Probability that an arriving flow replaces a remembered flow that it does not match.",
            SOURCE,
        ),
        Param::number(
            "max_p",
            "",
            0.15,
            (0.0, 1.0),
            "Drop probability with many flows and a long queue.",
            SOURCE,
        ),
        Param::choice(
            "variant",
            &["full", "simple"],
            "`full` drops packets of a flow that matched more often. `simple` does not.",
            SOURCE,
        ),
    ],
    departures: &["The constants are from memory of the paper."],
    rules: &[],
};

/// The drop probability does not rise further with more flows than this.
const MANY_FLOWS: f64 = 256.0;

/// The list of remembered flows and the estimate.
#[derive(Clone, Debug)]
pub struct Queue {
    zombies: Vec<u32>,
    length: usize,
    replace: f64,
    max_p: f64,
    is_full_variant: bool,
    capacity_packets: f64,
    /// Estimated probability that two packets belong to the same flow: the inverse of the number of
    /// flows.
    hit_frequency: f64,
    in_force: f64,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        Queue {
            zombies: Vec::new(),
            length: params.number("zombies") as usize,
            replace: params.number("replace"),
            max_p: params.number("max_p"),
            is_full_variant: params.choice("variant") == "full",
            capacity_packets: facts.capacity_packets,
            hit_frequency: 0.0,
            in_force: 0.0,
        }
    }

    /// Compares the arriving packet with a randomly chosen remembered flow; true if the flows are
    /// equal.
    fn meet_zombie(&mut self, flow: u32, random: &mut Stream) -> bool {
        if self.zombies.len() < self.length {
            self.zombies.push(flow);
            return false;
        }
        let place = random.below(self.length as u64) as usize;
        let is_hit = self.zombies[place] == flow;
        if !is_hit && random.chance(self.replace) {
            self.zombies[place] = flow;
        }
        let weight = self.replace / self.length as f64;
        self.hit_frequency += weight * (f64::from(u8::from(is_hit)) - self.hit_frequency);
        is_hit
    }

    fn drop_probability(&self, packets: u64, is_hit: bool) -> f64 {
        let fill = packets as f64 / self.capacity_packets;
        let by_queue = if fill >= 1.0 / 3.0 {
            self.max_p
        } else if fill >= 1.0 / 6.0 {
            self.max_p / 4.0
        } else {
            0.0
        };
        let flows = 1.0 / self.hit_frequency;
        let by_flows = (flows / MANY_FLOWS).min(1.0);
        let mut probability = by_queue * by_flows * by_flows;
        if self.is_full_variant && is_hit {
            probability *= 1.0 + flows;
        }
        probability.min(1.0)
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        let is_hit = self.meet_zombie(view.flow, random);
        self.in_force = self.drop_probability(view.packets, is_hit);
        ArrivalDecision::drawn(view, self.in_force, random)
    }

    fn probability(&self) -> Option<f64> {
        Some(self.in_force)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{facts, view};
    use super::*;
    use crate::catalogue::Setting;

    fn queue(variant: &'static str) -> Queue {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("variant", Setting::Choice(variant));
        Queue::new(&params, &facts(90.0))
    }

    #[test]
    fn the_probability_falls_with_the_square_of_the_hits() {
        // queues-and-links V8.1.
        let queue = Queue { hit_frequency: 0.01, ..queue("simple") };
        assert!((queue.drop_probability(31, false) - 0.022_888_2).abs() < 1e-7);
        assert!((queue.drop_probability(16, true) - 0.022_888_2 / 4.0).abs() < 1e-7);
        assert_eq!(queue.drop_probability(14, false), 0.0);
        let many = Queue { hit_frequency: 1e-6, ..queue };
        assert_eq!(many.drop_probability(31, false), 0.15);
    }

    #[test]
    fn a_flow_that_matches_is_punished() {
        let queue = Queue { hit_frequency: 0.1, ..queue("full") };
        let ratio = queue.drop_probability(31, true) / queue.drop_probability(31, false);
        assert!((ratio - 11.0).abs() < 1e-9, "1 + Hit/P: {ratio}");
    }

    #[test]
    fn the_number_of_flows_is_estimated() {
        let mut queue = queue("full");
        let mut random = Stream::new(3, "sred");
        let mut flows = Stream::new(3, "flows");
        for _ in 0..200_000 {
            queue.arrive(&QueueView { flow: flows.below(20) as u32, ..view(5) }, &mut random);
        }
        // The average remembers 4000 arrivals, so the standard error is sqrt(0.05 · 0.95 / 8000) =
        // 0.0024. The test allows five of them, and the same again because the shares in the list
        // also vary.
        assert!((queue.hit_frequency - 0.05).abs() < 0.015, "{}", queue.hit_frequency);
    }
}
