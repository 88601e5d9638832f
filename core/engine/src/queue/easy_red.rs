//! Easy RED: drops with a fixed probability while the current queue is at or above a threshold.
//!
//! GM02 §4; queues-and-links §4.

use super::shared::marking::{self, ECN};
use super::{ArrivalDecision, ChannelFacts, Discipline, Marking, QueueView};
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;

const SOURCE: &str = "GM02 §4";

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "easy-red",
    name: "Easy RED",
    summary: "Drops with a fixed probability while the current queue is above a threshold. No averages.",
    source: SOURCE,
    parameters: &[
        Param::number(
            "min_th",
            "packets",
            20.0,
            (0.0, 1e9),
            "From this queue length on, arrivals are dropped at random. Default: a third of the capacity.",
            SOURCE,
        )
        .automatic(),
        Param::number("pdrop", "", 0.01, (0.0, 1.0), "Drop probability from min_th on.", SOURCE),
        ECN,
    ],
    departures: &["With ecn it marks instead of dropping. GM02 has no marks."],
    rules: &[],
};

/// The two parameters, and the drop probability that applies now.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    min_th: f64,
    pdrop: f64,
    in_force: f64,
    marking: Option<Marking>,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        Queue {
            min_th: params.optional_number("min_th").unwrap_or(facts.capacity_packets / 3.0),
            pdrop: params.number("pdrop"),
            in_force: 0.0,
            marking: marking::unlimited(params),
        }
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        self.in_force = if view.packets as f64 >= self.min_th { self.pdrop } else { 0.0 };
        ArrivalDecision::drawn(view, self.in_force, random).or_mark(self.marking.is_some())
    }

    fn probability(&self) -> Option<f64> {
        Some(self.in_force)
    }

    fn marking(&self) -> Option<Marking> {
        self.marking
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{drops_of, facts, view};
    use super::*;

    fn queue() -> Queue {
        Queue::new(&Params::defaults(SPEC.parameters), &facts(200.0))
    }

    #[test]
    fn the_threshold_is_a_third_of_the_capacity() {
        // queues-and-links V4.1 and V4.2.
        assert!((queue().min_th - 66.666_7).abs() < 1e-4);
        assert_eq!(drops_of(&mut queue(), &view(66), 100_000), 0);
        assert!(drops_of(&mut queue(), &view(67), 100_000) > 0);
        let full = QueueView { full: true, ..view(200) };
        assert_eq!(queue().arrive(&full, &mut Stream::new(1, "easy")), ArrivalDecision::Overflow);
    }

    #[test]
    fn one_percent_is_dropped_above_it() {
        // queues-and-links V4.3: at q = 100, 10⁴ arrivals lose 100 packets, with a standard
        // deviation of 9.95.
        let drops = drops_of(&mut queue(), &view(100), 10_000);
        assert!((drops as f64 - 100.0).abs() < 5.0 * 9.95, "{drops}");
    }

    #[test]
    fn marks_fall_where_drops_would_fall() {
        // ecn-and-l4s E1.4, with random draws.
        let decided = |marking, packets| -> Vec<ArrivalDecision> {
            let mut queue = Queue { marking, min_th: 20.0, ..queue() };
            let mut random = Stream::new(2, "easy");
            (0..10_000).map(|_| queue.arrive(&view(packets), &mut random)).collect()
        };
        assert!(decided(Some(Marking::ALWAYS), 19).iter().all(|one| *one == ArrivalDecision::Accept));
        let (drops, marks) = (decided(None, 59), decided(Some(Marking::ALWAYS), 59));
        assert!(drops.contains(&ArrivalDecision::Early));
        let as_marks: Vec<ArrivalDecision> = drops.iter().map(|one| one.or_mark(true)).collect();
        assert_eq!(marks, as_marks);
    }
}
