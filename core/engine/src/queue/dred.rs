//! Dynamic RED: an integral controller keeps the queue at a reference length, whatever the number
//! of flows.
//!
//! Aweya, Ouellette and Montuno 2001, which GM02 cites; queues-and-links §8.

use super::shared::ticks::{MAX_AT_ONCE, pass_over};
use super::{ArrivalDecision, ChannelFacts, Discipline, QueueView};
use crate::catalogue::{Param, Params, Spec};
use crate::math::{pow, within};
use crate::rng::Stream;
use crate::units::{Span, Time};

const SOURCE: &str = "Aweya, Ouellette and Montuno, DRED (2001), from memory";

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "dred",
    name: "DRED",
    summary: "An integral controller adjusts the drop probability to keep the queue at a reference length.",
    source: "Aweya, Ouellette and Montuno, A control theoretic approach to active queue management (2001); cited by GM02",
    parameters: &[
        Param::number(
            "q_ref",
            "packets",
            100.0,
            (0.0, 1e9),
            "Target queue length. Default: half the capacity.",
            "ours, after the paper's example",
        )
        .automatic(),
        Param::number("alpha", "", 0.00005, (0.0, 1.0), "Gain of the controller.", SOURCE),
        Param::number("beta", "", 0.002, (1e-9, 1.0), "Weight of the current error in its average.", SOURCE),
        Param::number(
            "sample_packets",
            "packets",
            10.0,
            (0.01, 1e6),
            "Time between two samples, in transmission times of the largest packets.",
            SOURCE,
        ),
        Param::number(
            "no_drop",
            "",
            0.9,
            (0.0, 1.0),
            "No packets are dropped while the queue is shorter than this fraction of the reference.",
            SOURCE,
        ),
    ],
    departures: &["The constants are from memory of the paper."],
    rules: &[],
};

/// The controller.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    q_ref: f64,
    alpha: f64,
    beta: f64,
    no_drop_below: f64,
    capacity_packets: f64,
    every: Span,
    next_sample: Time,
    /// Average of queue minus reference, in packets.
    error: f64,
    probability: f64,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        let q_ref = params.optional_number("q_ref").unwrap_or(facts.capacity_packets / 2.0);
        let packet_s = 8.0 * f64::from(facts.packet_bytes) / facts.rate_bps.max(1.0);
        let every = Span::from_secs(params.number("sample_packets") * packet_s).max(Span::from_nanos(1));
        Queue {
            q_ref,
            alpha: params.number("alpha"),
            beta: params.number("beta"),
            no_drop_below: params.number("no_drop") * q_ref,
            capacity_packets: facts.capacity_packets.max(1.0),
            every,
            next_sample: Time::ZERO + every,
            error: 0.0,
            probability: 0.0,
        }
    }

    /// Takes the samples that are due up to `now`. `packets` packets have waited all that time.
    fn catch_up(&mut self, now: Time, packets: u64) {
        let error = packets as f64 - self.q_ref;
        for _ in 0..MAX_AT_ONCE {
            if self.next_sample > now {
                return;
            }
            if self.probability == 0.0 && self.error <= 0.0 && error <= 0.0 {
                // Only the average still changes, so a long idle time needs one step.
                let samples = now.since(self.next_sample).nanos() / self.every.nanos() + 1;
                self.error = error + (self.error - error) * pow(1.0 - self.beta, samples as f64);
                self.next_sample += Span::from_nanos(samples * self.every.nanos());
                return;
            }
            self.sample(error);
            self.next_sample += self.every;
        }
        // The averages of the remaining samples form a geometric series around `error`; `sum` adds
        // them up. By now they all have the sign of `error`, so one clamp is enough.
        let steps = pass_over(now, &mut self.next_sample, self.every);
        let kept = pow(1.0 - self.beta, steps);
        let sum = steps * error + (self.error - error) * (1.0 - kept) / self.beta;
        self.error = error + (self.error - error) * kept;
        self.probability = within(self.probability + self.alpha * sum / self.capacity_packets, 0.0, 1.0);
    }

    fn sample(&mut self, error: f64) {
        self.error = (1.0 - self.beta) * self.error + self.beta * error;
        let step = self.alpha * self.error / self.capacity_packets;
        self.probability = within(self.probability + step, 0.0, 1.0);
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        self.catch_up(view.now, view.packets);
        let is_at_risk = view.packets as f64 >= self.no_drop_below;
        ArrivalDecision::drawn(view, if is_at_risk { self.probability } else { 0.0 }, random)
    }

    fn depart(&mut self, view: &QueueView, _arrived: Time) {
        self.catch_up(view.now, view.packets + 1);
    }

    fn average(&self) -> Option<f64> {
        Some(self.q_ref + self.error)
    }

    fn probability(&self) -> Option<f64> {
        Some(self.probability)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{facts, view};
    use super::*;

    fn queue() -> Queue {
        Queue::new(&Params::defaults(SPEC.parameters), &facts(200.0))
    }

    #[test]
    fn a_sample_moves_average_and_probability() {
        // queues-and-links V8.4: q = 150, reference 100, capacity 200.
        let mut queue = queue();
        queue.sample(50.0);
        assert!((queue.error - 0.1).abs() < 1e-12);
        assert!((queue.probability - 2.5e-8).abs() < 1e-20);
    }

    #[test]
    fn samples_come_every_ten_packet_times() {
        let mut queue = queue();
        let at = |ms: f64| QueueView { now: Time::from_secs(ms / 1e3), ..view(150) };
        let mut random = Stream::new(1, "dred");
        queue.arrive(&at(11.9), &mut random);
        assert_eq!(queue.error, 0.0);
        queue.arrive(&at(36.0), &mut random);
        assert!((queue.error - 50.0 * (1.0 - pow(0.998, 3.0))).abs() < 1e-12, "{}", queue.error);
    }

    #[test]
    fn a_long_silence_in_one_step_is_many_samples() {
        let (mut queue, mut one_by_one) = (queue(), queue());
        queue.catch_up(Time::from_secs(12.0), 40);
        (0..1000).for_each(|_| one_by_one.sample(-60.0));
        assert!((queue.error - one_by_one.error).abs() < 1e-9, "{} {}", queue.error, one_by_one.error);
        assert_eq!(queue.next_sample, Time::from_secs(12.012));
    }

    #[test]
    fn nothing_is_dropped_below_the_reference() {
        let mut queue = Queue { probability: 1.0, ..queue() };
        let mut random = Stream::new(1, "dred");
        assert_eq!(queue.arrive(&view(89), &mut random), ArrivalDecision::Accept);
        assert_eq!(queue.arrive(&view(90), &mut random), ArrivalDecision::Early);
    }
}
