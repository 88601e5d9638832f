//! BBR's estimator: the largest delivery rate of the last ten rounds.
//!
//! draft-ietf-ccwg-bbr §4.1. A sample is the rate at which segments were delivered while one
//! segment was in flight. It is divided by the longer of the sending and the acknowledging time,
//! which removes the effect of compressed ACKs. The maximum over ten rounds ignores rounds in which
//! the flow got less.

use super::{AckView, Estimate};
use crate::catalogue::{Param, Params, Spec};

/// What this estimator declares.
pub const SPEC: Spec = Spec {
    id: "delivery-rate",
    name: "BBR (maximum delivery rate)",
    summary: "The largest delivery rate of the last ten rounds.",
    source: "draft-ietf-ccwg-bbr §4.1; Linux, net/ipv4/tcp_bbr.c",
    parameters: &[Param::number(
        "rounds",
        "",
        10.0,
        (1.0, 1000.0),
        "Number of rounds over which the maximum is taken.",
        "Linux, net/ipv4/tcp_bbr.c",
    )],
    departures: &[
        "Only BBR's sender tracks single segments. For other algorithms a sample is the data delivered in a round divided by its length.",
    ],
    rules: &[],
};

/// The maximum of the samples of the last rounds: candidates with their rounds, the largest first.
#[derive(Clone, Debug, Default)]
pub struct WindowedMax(Vec<(u64, f64)>);

impl WindowedMax {
    /// Adds a sample of `round` and removes those that are `length` or more rounds old.
    pub fn push(&mut self, round: u64, sample: f64, length: u64) {
        // An older sample that is not larger can never be the maximum again.
        while self.0.last().is_some_and(|last| last.1 <= sample) {
            self.0.pop();
        }
        // A smaller sample of the same round cannot either, because it expires together with the
        // larger one. There is therefore at most one candidate per round, however many segments a
        // round has.
        if self.0.last().is_none_or(|last| last.0 != round) {
            self.0.push((round, sample));
        }
        self.0.retain(|candidate| candidate.0 + length > round);
    }

    /// The maximum; 0 without a sample.
    pub fn value(&self) -> f64 {
        self.0.first().map_or(0.0, |first| first.1)
    }
}

/// State of the filter.
#[derive(Clone, Debug)]
pub struct Estimator {
    rounds: u64,
    largest: WindowedMax,
    round: u64,
    round_start_s: f64,
    delivered: u64,
}

impl Estimator {
    /// An estimator with checked parameters.
    pub fn new(params: &Params) -> Estimator {
        Estimator {
            rounds: params.number("rounds") as u64,
            largest: WindowedMax::default(),
            round: 0,
            round_start_s: 0.0,
            delivered: 0,
        }
    }
}

impl Estimate for Estimator {
    fn start(&mut self, now_s: f64) {
        self.round_start_s = now_s;
        self.delivered = 0;
    }

    fn on_ack(&mut self, ack: &AckView) -> bool {
        self.delivered += ack.delivered;
        let over = ack.round != self.round;
        let length_s = ack.now_s - self.round_start_s;
        let sample = match ack.delivery_rate {
            Some(rate) => Some(rate),
            None if over && length_s >= ack.min_rtt_s => Some(self.delivered as f64 / length_s),
            None => None,
        };
        if over {
            self.round = ack.round;
            self.round_start_s = ack.now_s;
            self.delivered = 0;
        }
        // A sample that the source limits counts only if it shows more than the estimate.
        let sample = sample.filter(|sample| !ack.is_app_limited || *sample >= self.largest.value());
        if let Some(sample) = sample {
            self.largest.push(ack.round, sample, self.rounds);
        }
        sample.is_some()
    }

    fn estimate(&self, _now_s: f64) -> f64 {
        self.largest.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimator::script::ack;

    /// Rounds of 5000 segments with a falling rate: a sample is compared with one candidate per
    /// round, not with 5000.
    #[test]
    fn a_round_has_one_candidate_however_many_segments_it_has() {
        let mut largest = WindowedMax::default();
        for round in 0..20 {
            for sample in (0..5000).rev() {
                largest.push(round, f64::from(sample), 10);
                assert!(largest.0.len() <= 10, "{} candidates", largest.0.len());
            }
            assert_eq!(largest.value(), 4999.0);
        }
        largest.push(40, 1.0, 10);
        assert_eq!(largest.value(), 1.0, "those of older rounds are forgotten");
    }

    #[test]
    fn the_maximum_lasts_ten_rounds() {
        let mut largest = WindowedMax::default();
        for (round, sample) in [(0, 5.0), (1, 9.0), (2, 7.0), (3, 6.0)] {
            largest.push(round, sample, 10);
        }
        assert_eq!(largest.value(), 9.0);
        largest.push(10, 4.0, 10);
        assert_eq!(largest.value(), 9.0);
        largest.push(11, 4.0, 10);
        assert_eq!(largest.value(), 7.0);
    }

    #[test]
    fn samples_come_from_segments_or_from_rounds() {
        let mut estimator = Estimator::new(&Params::defaults(SPEC.parameters));
        estimator.start(0.0);
        let seen = |now_s, round, delivery_rate| AckView { round, delivery_rate, ..ack(now_s, 10) };
        assert!(!estimator.on_ack(&seen(0.05, 0, None)));
        assert!(estimator.on_ack(&seen(0.1, 1, None)));
        assert!((estimator.estimate(0.1) - 200.0).abs() < 1e-9);
        assert!(estimator.on_ack(&seen(0.12, 1, Some(300.0))));
        assert_eq!(estimator.estimate(0.12), 300.0);
    }
}
