//! Westwood+'s estimator: one bandwidth sample per RTT, smoothed by a constant 0.9/0.1 filter.
//!
//! GM04 §2.1, eq. (1): `b̂_k = 0.9 b̂_{k−1} + 0.1 b_k`, where `b_k = D_k / T_k` is the data
//! delivered during the last RTT (segments, counted by AckedCount) divided by its length. Sampling
//! once per RTT and not per ACK prevents an overestimate when ACKs are compressed.

use super::{AckView, AckedCount, Estimate};
use crate::catalogue::{Param, Params, Spec};

/// Weight of the old estimate.
pub const FILTER_GAIN: Param =
    Param::number("filter_gain", "", 0.9, (0.0, 0.999), "Weight of the old estimate.", "GM04 eq. (1)");
/// Start value of the estimate.
pub const FILTER_START: Param = Param::choice(
    "filter_start",
    &["zero", "first_sample"],
    "The estimate starts from zero or from the first sample.",
    "GM04 does not say; the authors' module starts from zero, Linux takes the first sample",
);

/// What this estimator declares.
pub const SPEC: Spec = Spec {
    id: "ewma-0.9",
    name: "Westwood+ (once per RTT, 0.9 filter)",
    summary: "Delivered segments per RTT, smoothed with a constant 0.9/0.1 filter.",
    source: "GM04 §2.1, eq. (1)",
    parameters: &[FILTER_GAIN, FILTER_START],
    departures: &[],
    rules: &[],
};

/// State of the filter.
#[derive(Clone, Copy, Debug)]
pub struct Estimator {
    gain: f64,
    from_first_sample: bool,
    estimate: f64,
    sampled: bool,
    interval_start_s: f64,
    delivered: u64,
    counter: AckedCount,
}

impl Estimator {
    /// An estimator with checked parameters.
    pub fn new(params: &Params) -> Estimator {
        Estimator {
            gain: params.number("filter_gain"),
            from_first_sample: params.choice("filter_start") == "first_sample",
            estimate: 0.0,
            sampled: false,
            interval_start_s: 0.0,
            delivered: 0,
            counter: AckedCount::default(),
        }
    }

    /// An estimator in steady state at `rate` segments per second, for tests of the algorithms that
    /// use it.
    #[cfg(test)]
    pub(crate) fn settled_at(rate: f64) -> Estimator {
        Estimator { estimate: rate, sampled: true, ..Estimator::new(&Params::defaults(SPEC.parameters)) }
    }

    /// Closes an interval with `sample` in segments per second: eq. (1).
    fn filter(&mut self, sample: f64) {
        self.estimate = if self.from_first_sample && !self.sampled {
            sample
        } else {
            self.gain * self.estimate + (1.0 - self.gain) * sample
        };
        self.sampled = true;
    }
}

impl Estimate for Estimator {
    fn start(&mut self, now_s: f64) {
        self.interval_start_s = now_s;
        self.delivered = 0;
    }

    fn on_ack(&mut self, ack: &AckView) -> bool {
        self.delivered += self.counter.count(ack.acked, ack.is_duplicate);
        let length_s = ack.now_s - self.interval_start_s;
        match ack.last_rtt_s {
            // With ACK compression, two ACKs at the same instant are normal. An empty interval
            // gives no sample.
            Some(rtt_s) if length_s >= rtt_s && length_s > 0.0 => {
                self.filter(self.delivered as f64 / length_s);
                self.delivered = 0;
                self.interval_start_s = ack.now_s;
                true
            }
            _ => false,
        }
    }

    fn estimate(&self, _now_s: f64) -> f64 {
        self.estimate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimator::script;

    fn estimator() -> Estimator {
        Estimator::new(&Params::defaults(SPEC.parameters))
    }

    #[test]
    fn eq_1_of_the_paper() {
        // algorithms.md V6.1, V6.2 (in bit/s there; the filter is linear, so the unit does not
        // matter)
        let mut one = Estimator { estimate: 1e6, ..estimator() };
        one.filter(2e6);
        assert!((one.estimate - 1_100_000.0).abs() < 1e-6);
        let mut rising = estimator();
        for _ in 0..22 {
            rising.filter(1e6);
        }
        assert!((rising.estimate - 901_522.91).abs() < 0.01, "{}", rising.estimate);
    }

    #[test]
    fn one_sample_per_rtt_counts_duplicates_too() {
        let mut estimator = estimator();
        estimator.start(0.0);
        let ack = |now_s, acked, is_duplicate| AckView { is_duplicate, ..script::ack(now_s, acked) };
        assert!(!estimator.on_ack(&ack(0.02, 2, false)));
        assert!(!estimator.on_ack(&ack(0.04, 0, true)));
        assert!(!estimator.on_ack(&ack(0.06, 0, true)));
        // 2 + 1 + 1, and 2 of the 4 segments of this ACK: 6 segments in 0.1 s.
        assert!(estimator.on_ack(&ack(0.1, 4, false)));
        assert!((estimator.estimate(0.1) - 0.1 * 60.0).abs() < 1e-12, "{}", estimator.estimate(0.1));
    }
}
