//! PIE: a controller of the queueing delay that drops packets at arrival.
//!
//! RFC 8033; queues-and-links §7.

use super::shared::marking::{self, ECN};
use super::shared::ticks::{MAX_AT_ONCE, pass_over};
use super::{ArrivalDecision, ChannelFacts, Discipline, Marking, QueueView};
use crate::catalogue::{Param, Params, Spec};
use crate::math::within;
use crate::rng::Stream;
use crate::units::{Span, Time};

const SOURCE: &str = "RFC 8033 §4";

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "pie",
    name: "PIE",
    summary: "Adjusts its drop probability to keep the queueing delay near a target.",
    source: "RFC 8033",
    parameters: &[
        Param::number("target", "s", 0.015, (1e-6, 10.0), "Target queueing delay.", SOURCE),
        Param::number(
            "update",
            "s",
            0.015,
            (1e-5, 10.0),
            "Time between two updates of the probability.",
            SOURCE,
        ),
        Param::number("alpha", "", 0.125, (0.0, 10.0), "Weight of the distance from the target.", SOURCE),
        Param::number("beta", "", 1.25, (0.0, 10.0), "Weight of the change since the last update.", SOURCE),
        Param::number(
            "max_burst",
            "s",
            0.15,
            (0.0, 10.0),
            "Length of a burst that passes an idle queue without drops.",
            SOURCE,
        ),
        ECN,
        marking::mark_limit(
            0.1,
            "With ecn: above this drop probability, packets are dropped instead of marked.",
            "RFC 8033 §5.1",
        ),
    ],
    departures: &[
        "The delay is that of the last packet that left, or zero if the queue is empty after it.",
        "Drops and marks are not spread evenly.",
    ],
    rules: &[],
};

/// The controller.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    target_s: f64,
    alpha: f64,
    beta: f64,
    max_burst: Span,
    every: Span,
    next_update: Time,
    /// While it lasts, no packet is dropped. The probability goes on (RFC 8033 §4.4).
    burst_left: Span,
    delay_s: f64,
    old_delay_s: f64,
    probability: f64,
    marking: Option<Marking>,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, _facts: &ChannelFacts) -> Queue {
        let every = Span::from_secs(params.number("update"));
        Queue {
            target_s: params.number("target"),
            alpha: params.number("alpha"),
            beta: params.number("beta"),
            max_burst: Span::from_secs(params.number("max_burst")),
            every,
            next_update: Time::ZERO + every,
            burst_left: Span::from_secs(params.number("max_burst")),
            delay_s: 0.0,
            old_delay_s: 0.0,
            probability: 0.0,
            marking: marking::limited(params),
        }
    }

    /// Performs the updates that are due up to `now`.
    fn catch_up(&mut self, now: Time) {
        for _ in 0..MAX_AT_ONCE {
            if self.next_update > now {
                return;
            }
            if self.probability == 0.0 && self.delay_s == 0.0 && self.old_delay_s == 0.0 {
                // In this state, updates change only the burst allowance.
                let updates = now.since(self.next_update).nanos() / self.every.nanos() + 1;
                self.next_update += Span::from_nanos(updates * self.every.nanos());
                self.burst_left = self.max_burst;
                return;
            }
            self.update();
            self.next_update += self.every;
        }
        // The delay has not changed for a long time: the probability continues with the same step,
        // and the burst allowance is restored if the delay is below half the target and the
        // probability is 0.
        let step = self.alpha * (self.delay_s - self.target_s) / damping(self.probability);
        let steps = pass_over(now, &mut self.next_update, self.every);
        if steps == 0.0 {
            return;
        }
        self.probability = within(self.probability + step * steps, 0.0, 1.0);
        let is_at_rest = self.probability == 0.0 && self.delay_s < self.target_s / 2.0;
        self.burst_left = if is_at_rest { self.max_burst } else { Span::ZERO };
    }

    fn update(&mut self) {
        let (delay, old) = (self.delay_s, self.old_delay_s);
        let mut step = self.alpha * (delay - self.target_s) + self.beta * (delay - old);
        step /= damping(self.probability);
        if self.probability >= 0.1 {
            step = step.min(0.02);
        }
        self.probability = within(self.probability + step, 0.0, 1.0);
        if delay == 0.0 && old == 0.0 {
            self.probability *= 0.98;
        }
        self.burst_left = Span::from_nanos(self.burst_left.nanos().saturating_sub(self.every.nanos()));
        if self.probability == 0.0 && delay < self.target_s / 2.0 && old < self.target_s / 2.0 {
            self.burst_left = self.max_burst;
        }
        self.old_delay_s = delay;
    }
}

/// Small probabilities move in small steps (RFC 8033 §4.2).
fn damping(probability: f64) -> f64 {
    match probability {
        p if p < 1e-6 => 2048.0,
        p if p < 1e-5 => 512.0,
        p if p < 1e-4 => 128.0,
        p if p < 1e-3 => 32.0,
        p if p < 1e-2 => 8.0,
        p if p < 0.1 => 2.0,
        _ => 1.0,
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        self.catch_up(view.now);
        if view.idle_since.is_some() {
            // The packet starts its transmission at once.
            self.delay_s = 0.0;
        }
        let is_safe = self.burst_left > Span::ZERO
            || (self.old_delay_s < self.target_s / 2.0 && self.probability < 0.2)
            || view.packets <= 2;
        let marks = self.marking.is_some_and(|marking| self.probability <= marking.limit);
        ArrivalDecision::drawn(view, if is_safe { 0.0 } else { self.probability }, random).or_mark(marks)
    }

    fn depart(&mut self, view: &QueueView, arrived: Time) {
        self.catch_up(view.now);
        self.delay_s = if view.packets == 0 { 0.0 } else { view.now.since(arrived).secs() };
    }

    fn probability(&self) -> Option<f64> {
        Some(self.probability)
    }

    fn marking(&self) -> Option<Marking> {
        self.marking
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{drops_of, facts, view};
    use super::*;

    fn queue(probability: f64, delay_s: f64, old_delay_s: f64) -> Queue {
        let new = Queue::new(&Params::defaults(SPEC.parameters), &facts(200.0));
        Queue { probability, delay_s, old_delay_s, burst_left: Span::ZERO, ..new }
    }

    fn updated(probability: f64, delay_s: f64, old_delay_s: f64) -> f64 {
        let mut queue = queue(probability, delay_s, old_delay_s);
        queue.update();
        queue.probability
    }

    #[test]
    fn updates_of_the_probability() {
        // queues-and-links V7.1 to V7.3.
        let close = |p: f64, expected: f64| assert!((p - expected).abs() < 1e-12, "{p} against {expected}");
        close(updated(0.05, 0.020, 0.015), 0.053_437_5);
        close(updated(0.2, 0.1, 0.05), 0.22);
        close(updated(0.005, 0.020, 0.015), 0.005_859_375);
        close(updated(0.5, 0.0, 0.0), (0.5 - 0.125 * 0.015) * 0.98);
    }

    #[test]
    fn a_burst_into_an_idle_queue_passes_and_the_probability_goes_on() {
        // RFC 8033 §4.4. A test of ours once held that p is 0 meanwhile, which is RFC 8034.
        let mut pie = Queue { burst_left: Span::from_millis(150), ..queue(0.0, 0.1, 0.1) };
        let mut random = Stream::new(1, "pie");
        let at = |s: f64| QueueView { now: Time::from_secs(s), ..view(50) };
        for k in 1..=9 {
            assert_eq!(pie.arrive(&at(0.015 * f64::from(k)), &mut random), ArrivalDecision::Accept);
            assert!(pie.burst_left > Span::ZERO && pie.probability > 0.0, "update {k}");
        }
        pie.arrive(&at(0.15), &mut random);
        assert_eq!(pie.burst_left, Span::ZERO, "ten updates of 15 ms use it up");
    }

    #[test]
    fn the_probability_follows_a_source_of_twelve_tenths_of_the_rate_from_the_start() {
        // A packet that leaves at t has waited t/6. Computed update by update with the equation of §4.2.
        let mut pie = Queue { burst_left: Span::from_millis(150), ..queue(0.0, 0.0, 0.0) };
        let mut seen = Vec::new();
        for update in 1..=33 {
            pie.delay_s = 0.015 * f64::from(update) / 6.0;
            pie.update();
            if [10, 20, 28, 33].contains(&update) {
                seen.push(pie.probability);
            }
        }
        for (p, expected) in seen.iter().zip([0.000_377_045, 0.006_060_638, 0.029_263_763, 0.056_607_514]) {
            assert!((p - expected).abs() < 1e-9, "{p} against {expected}");
        }
    }

    #[test]
    fn arrivals_are_dropped_with_the_probability_unless_they_are_safe() {
        assert_eq!(drops_of(&mut queue(0.5, 0.0, 0.0), &view(2), 1000), 0, "two waiting");
        assert_eq!(drops_of(&mut queue(0.1, 0.0, 0.001), &view(50), 1000), 0, "a short delay");
        let drops = drops_of(&mut queue(0.1, 0.02, 0.02), &view(50), 10_000);
        // Standard deviation sqrt(10⁴ · 0.1 · 0.9) = 30.
        assert!((drops as f64 - 1000.0).abs() < 150.0, "{drops}");
    }

    #[test]
    fn marks_stand_in_the_place_of_drops_up_to_a_tenth() {
        // ecn-and-l4s E1.5: at the limit itself packets are still marked. The draws are random.
        for (probability, marks) in [(0.053_437_5, true), (0.1, true), (0.100_000_1, false), (0.22, false)] {
            let mut pie = queue(probability, 0.02, 0.02);
            pie.marking = Some(Marking { limit: 0.1 });
            let mut random = Stream::new(1, "pie");
            let decided: Vec<ArrivalDecision> =
                (0..1000).map(|_| pie.arrive(&view(50), &mut random)).collect();
            let (expected, other) = if marks {
                (ArrivalDecision::Mark, ArrivalDecision::Early)
            } else {
                (ArrivalDecision::Early, ArrivalDecision::Mark)
            };
            assert!(decided.contains(&expected) && !decided.contains(&other), "{probability}");
        }
    }

    #[test]
    fn a_packet_that_leaves_an_empty_queue_behind_means_no_delay() {
        let mut pie = queue(0.0, 0.0, 0.0);
        let at = |packets| QueueView { now: Time::from_secs(1.0), ..view(packets) };
        pie.depart(&at(3), Time::from_secs(0.98));
        assert!((pie.delay_s - 0.02).abs() < 1e-12);
        pie.depart(&at(0), Time::from_secs(0.98));
        assert_eq!(pie.delay_s, 0.0);
    }

    #[test]
    fn small_probabilities_move_in_small_steps() {
        // RFC 8033 section 4.2: each bound itself belongs to the range with the larger step.
        let expected = [
            (0.9e-6, 2048.0),
            (1e-6, 512.0),
            (0.9e-5, 512.0),
            (1e-5, 128.0),
            (0.9e-4, 128.0),
            (1e-4, 32.0),
            (0.9e-3, 32.0),
            (1e-3, 8.0),
            (0.9e-2, 8.0),
            (1e-2, 2.0),
            (0.09, 2.0),
            (0.1, 1.0),
            (1.0, 1.0),
        ];
        for (probability, divisor) in expected {
            assert_eq!(damping(probability), divisor, "at {probability}");
        }
    }
}
