//! Random early detection: the machinery of RED, Gentle RED and Adaptive RED (queues-and-links §3).

use super::average::Average;
use super::marking::{self, ECN};
use crate::catalogue::{Contradiction, Param, Params};
use crate::queue::{ArrivalDecision, ChannelFacts, Discipline, Marking, QueueView};
use crate::rng::Stream;

/// Source of RED's constants.
pub const SOURCE: &str = "GM02 §4 after Floyd and Jacobson 1993";

/// Average queue below which nothing is dropped early.
pub const MIN_TH: Param = Param::number(
    "min_th",
    "packets",
    5.0,
    (0.0, 1e9),
    "Average queue below which no packet is dropped early.",
    SOURCE,
);
/// Average queue at which the drop probability reaches max_p.
pub const MAX_TH: Param = Param::number(
    "max_th",
    "packets",
    15.0,
    (0.0, 1e9),
    "Average queue at which the drop probability reaches max_p.",
    SOURCE,
);
/// Drop probability at the upper threshold.
pub const MAX_P: Param =
    Param::number("max_p", "", 0.1, (1e-6, 1.0), "Drop probability at an average queue of max_th.", SOURCE);
/// Weight of the current queue in the average.
pub const W_Q: Param =
    Param::number("w_q", "", 0.002, (1e-9, 1.0), "Weight of the current queue in the average.", SOURCE);
/// Minimum distance between early drops.
pub const WAIT: Param = Param::flag(
    "wait",
    true,
    "Let at least 1/p packets pass between two early drops; off: the rule of 1993.",
    "the simulator of GM02",
);
/// Packet size that converts idle time to packets.
pub const MEAN_PACKET_BYTES: Param = Param::number(
    "mean_packet_bytes",
    "bytes",
    1500.0,
    (1.0, 65_535.0),
    "Packet size that converts idle time to packets.",
    "ours: the largest packets that cross the channel",
)
.automatic();

/// Drop probability at which packets are dropped instead of marked.
pub const MARK_LIMIT: Param = marking::mark_limit(
    1.0,
    "With ecn: from this drop probability of the average queue on, packets are dropped instead of marked. Above 1: never.",
    "RFC 3168 §7; ns-3 red-queue-disc.cc, UseHardDrop",
);

/// Parameters of RED and Gentle RED.
pub const PARAMETERS: &[Param] = &[MIN_TH, MAX_TH, MAX_P, W_Q, WAIT, MEAN_PACKET_BYTES, ECN, MARK_LIMIT];

/// The parameters of RED.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    /// Lower threshold, in packets.
    pub min_th: f64,
    /// Upper threshold, in packets.
    pub max_th: f64,
    /// Drop probability at `max_th`.
    pub max_p: f64,
    /// Weight of the current queue in the average.
    pub w_q: f64,
    /// Above `max_th` the probability rises to 1 at twice `max_th`.
    pub gentle: bool,
    /// At least 1/p packets pass between two early drops.
    pub wait: bool,
    /// Packets per second that the link can send.
    pub packets_per_s: f64,
    pub marking: Option<Marking>,
}

impl Thresholds {
    /// The checked parameters of a model in which all parameters of RED have defaults.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts, gentle: bool) -> Thresholds {
        Thresholds {
            min_th: params.number("min_th"),
            max_th: params.number("max_th"),
            max_p: params.number("max_p"),
            w_q: params.number("w_q"),
            gentle,
            wait: params.flag("wait"),
            packets_per_s: packets_per_s(params, facts),
            marking: None,
        }
    }
}

/// Packets per second that the link can send.
pub fn packets_per_s(params: &Params, facts: &ChannelFacts) -> f64 {
    let bytes = params.optional_number("mean_packet_bytes").unwrap_or(f64::from(facts.packet_bytes));
    facts.rate_bps / (8.0 * bytes)
}

/// State and parameters of RED.
#[derive(Clone, Copy, Debug)]
pub struct Red {
    thresholds: Thresholds,
    average: Average,
    /// Arrivals since the last drop or since the lower threshold was crossed; −1 before the first
    /// arrival.
    count: i64,
    /// True if the average was at or above the lower threshold at the last arrival.
    was_above: bool,
}

impl Red {
    /// RED with an empty queue.
    #[inline]
    pub fn new(thresholds: Thresholds) -> Red {
        let average = Average::new(thresholds.w_q, thresholds.packets_per_s);
        Red { thresholds, average, count: -1, was_above: false }
    }

    /// The average queue in packets.
    pub fn average(&self) -> f64 {
        self.average.value()
    }

    /// Its parameters.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// Changes the drop probability at the upper threshold.
    pub fn set_max_p(&mut self, max_p: f64) {
        self.thresholds.max_p = max_p;
    }

    /// Includes an arrival in the average.
    pub fn update(&mut self, view: &QueueView) {
        self.average.on_arrival(view);
    }

    /// Includes a queue of `packets` in the average (FRED does this also at departures).
    pub fn update_to(&mut self, packets: u64) {
        self.average.update(packets);
    }

    /// Decides about an arrival that was passed to `update` before.
    pub fn decide(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        self.count += 1;
        let mut decision = ArrivalDecision::Accept;
        if self.average.value() >= self.thresholds.min_th && view.packets > 1 {
            if self.was_above {
                if random.chance(self.spaced_probability()) {
                    decision = ArrivalDecision::Early;
                }
            } else {
                self.count = 1;
                self.was_above = true;
            }
        } else {
            self.was_above = false;
        }
        if view.full {
            decision = ArrivalDecision::Overflow;
        }
        if decision != ArrivalDecision::Accept {
            self.count = 0;
        }
        let marks = self.thresholds.marking.is_some_and(|marking| self.probability() < marking.limit);
        decision.or_mark(marks)
    }

    /// The drop probability of the average queue, p_b; zero below the lower threshold.
    pub fn probability(&self) -> f64 {
        let Thresholds { min_th, max_th, max_p, gentle, .. } = self.thresholds;
        let average = self.average.value();
        if average < min_th {
            0.0
        } else if average < max_th {
            max_p * (average - min_th) / (max_th - min_th)
        } else if gentle {
            (max_p + (1.0 - max_p) * (average - max_th) / max_th).min(1.0)
        } else {
            1.0
        }
    }

    /// The drop probability p_a: p_b spread evenly over the packets since the last drop.
    fn spaced_probability(&self) -> f64 {
        let p_b = self.probability();
        let due = self.count as f64 * p_b;
        if self.thresholds.wait {
            if due < 1.0 {
                0.0
            } else if due < 2.0 {
                p_b / (2.0 - due)
            } else {
                1.0
            }
        } else if due < 1.0 {
            p_b / (1.0 - due)
        } else {
            1.0
        }
    }
}

/// RED as a discipline, gentle or not, with the given parameters.
#[derive(Clone, Copy, Debug)]
pub struct RedQueue<const GENTLE: bool>(Red);

impl<const GENTLE: bool> RedQueue<GENTLE> {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> RedQueue<GENTLE> {
        let marking = marking::limited(params);
        RedQueue(Red::new(Thresholds { marking, ..Thresholds::new(params, facts, GENTLE) }))
    }
}

impl<const GENTLE: bool> Discipline for RedQueue<GENTLE> {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        self.0.update(view);
        self.0.decide(view, random)
    }

    #[inline]
    fn contradiction(params: &Params) -> Option<Contradiction> {
        contradiction(params)
    }

    fn average(&self) -> Option<f64> {
        Some(self.0.average())
    }

    fn probability(&self) -> Option<f64> {
        Some(self.0.probability())
    }

    fn marking(&self) -> Option<Marking> {
        self.0.thresholds.marking
    }
}

/// Rejects a lower threshold above the upper one.
#[inline]
pub fn contradiction(params: &Params) -> Option<Contradiction> {
    params.in_order("min_th", "max_th", "packets")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::testing::view;

    /// RED with w_q = 1: the average equals the queue at the last arrival.
    fn red_at(average: u64, gentle: bool, wait: bool) -> Red {
        let mut red = Red::new(Thresholds {
            min_th: 5.0,
            max_th: 15.0,
            max_p: 0.1,
            w_q: 1.0,
            gentle,
            wait,
            packets_per_s: 10e6 / 12_000.0,
            marking: None,
        });
        red.update(&view(average));
        red
    }

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-7, "{value} against {expected}");
    }

    #[test]
    fn the_probability_rises_between_the_thresholds() {
        // queues-and-links V3.2.
        let red = red_at(10, false, true);
        close(red.probability(), 0.05);
        let spaced = |wait, count| Red { count, ..red_at(10, false, wait) }.spaced_probability();
        close(spaced(false, 10), 0.1);
        close(spaced(true, 10), 0.0);
        close(spaced(true, 25), 0.066_666_67);
        close(spaced(true, 40), 1.0);
        close(red_at(4, false, true).probability(), 0.0);
    }

    #[test]
    fn gentle_means_no_step_at_the_upper_threshold() {
        // queues-and-links V3.3 at an average of 22.5, computed as the mean of 22 and 23.
        let mean =
            |gentle| (red_at(22, gentle, true).probability() + red_at(23, gentle, true).probability()) / 2.0;
        close(mean(true), 0.55);
        close(mean(false), 1.0);
        close(red_at(30, true, true).probability(), 1.0);
        close(red_at(40, true, true).probability(), 1.0);
    }

    #[test]
    fn the_packet_that_crosses_the_threshold_and_the_only_ones_waiting_pass() {
        let mut red = red_at(40, false, true);
        let mut random = Stream::new(1, "red");
        assert_eq!(red.decide(&view(40), &mut random), ArrivalDecision::Accept, "just crossed");
        assert_eq!(red.decide(&view(40), &mut random), ArrivalDecision::Early, "certain from here on");
        assert_eq!(red.decide(&view(1), &mut random), ArrivalDecision::Accept, "at most one waits");
        assert_eq!(red.decide(&view(40), &mut random), ArrivalDecision::Accept, "crossed again");
    }

    #[test]
    fn early_drops_keep_their_distance() {
        // With p_b = 0.05 and `wait`, gaps are uniform in 20…39 arrivals, with mean 29.5 and
        // standard deviation 5.77.
        let mut red = red_at(10, false, true);
        let mut random = Stream::new(4, "red");
        let n = 295_000;
        let mut gaps = Vec::new();
        let mut gap = 0;
        for _ in 0..n {
            gap += 1;
            if red.decide(&view(10), &mut random) == ArrivalDecision::Early {
                gaps.push(f64::from(gap));
                gap = 0;
            }
        }
        let inner = &gaps[1..];
        assert!(inner.iter().all(|gap| (20.0..=40.0).contains(gap)));
        let mean = inner.iter().sum::<f64>() / inner.len() as f64;
        let bound = 5.0 * 5.77 / (inner.len() as f64).sqrt();
        assert!((mean - 29.5).abs() < bound, "{mean} ± {bound}");
    }

    /// The same RED with marks up to a probability of `limit`.
    fn marking_at(average: f64, gentle: bool, limit: f64) -> Red {
        let mut red = red_at(0, gentle, true);
        red.thresholds.marking = Some(Marking { limit });
        red.average = Average::at(average);
        Red { count: 99, was_above: true, ..red }
    }

    #[test]
    fn marks_stand_in_the_place_of_early_drops_below_the_limit() {
        // ecn-and-l4s E1.2: at a count of 99 the draw with p_a is certain to hit.
        let decided = |average, gentle, limit| {
            marking_at(average, gentle, limit).decide(&view(12), &mut Stream::new(1, "red"))
        };
        for (average, gentle, expected) in [
            (12.0, false, ArrivalDecision::Mark),
            (14.9, false, ArrivalDecision::Mark),
            (15.0, false, ArrivalDecision::Early),
            (15.0, true, ArrivalDecision::Mark),
            (22.5, true, ArrivalDecision::Mark),
            (30.0, true, ArrivalDecision::Early),
        ] {
            assert_eq!(decided(average, gentle, 1.0), expected, "average {average}, gentle {gentle}");
        }
        assert_eq!(decided(15.0, false, 2.0), ArrivalDecision::Mark, "no limit");
    }

    #[test]
    fn marks_fall_where_drops_would_fall() {
        // In ecn-and-l4s E1.1 every draw is 0.2. p_b = 0.07 and `wait` give 0.07/(2 − 0.07·count),
        // which is above 0.2 from a count of 24 on.
        let mut red = Red { count: 0, ..marking_at(12.0, false, 1.0) };
        let first = (1..).find(|_| {
            red.count += 1;
            red.spaced_probability() > 0.2
        });
        assert_eq!(first, Some(24));
        let marked = |marking: Option<Marking>, wanted: ArrivalDecision| -> Vec<u32> {
            let mut red = marking_at(12.0, false, 1.0);
            red.thresholds.marking = marking;
            let mut random = Stream::new(3, "red");
            (0..10_000).filter(|_| red.decide(&view(12), &mut random) == wanted).collect()
        };
        let marks = marked(Some(Marking { limit: 1.0 }), ArrivalDecision::Mark);
        assert_eq!(marks, marked(None, ArrivalDecision::Early));
        assert!(marks.len() > 300);
    }

    #[test]
    fn a_full_queue_drops_whatever_the_average() {
        let mut red = red_at(0, false, true);
        let full = QueueView { full: true, ..view(40) };
        assert_eq!(red.decide(&full, &mut Stream::new(1, "red")), ArrivalDecision::Overflow);
        assert_eq!(red.count, 0);
    }
}
