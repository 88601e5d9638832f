//! GM02's estimator: one bandwidth sample per RTT, re-sampled and low-pass filtered.
//!
//! GM02 §2.2. A sample is the data acknowledged during an RTT divided by its length, so compressed
//! ACKs are averaged before the filter. The filter is Westwood's with steps of t_f/4; a longer
//! interval is divided into several steps.
//!
//! ```text
//! D += d (AckedCount);   T ≥ RTT:  b = D/T;  D ← 0
//! T > t_f/4:   N = ⌊4T/t_f⌋ steps  b̂ ← 7/9·b̂ + 1/9·(b_i + b_{i−1})
//! then one step of the remaining T − N·t_f/4
//! ```

use super::{AckView, AckedCount, Estimate};
use crate::catalogue::{Param, Params, Spec};

/// The filter's time constant.
pub const TIME: Param =
    Param::number("filter_time", "s", 0.5, (1e-3, 100.0), "The filter's time constant t_f.", "GM02 §2.2");
/// The values of the intermediate samples.
pub const VARIANT: Param = Param::choice(
    "variant",
    &["hold", "linear"],
    "Intermediate samples: `hold` repeats the new one; `linear` interpolates from the old one.",
    "GM02 §2.2 prints b_k for all of them and says they interpolate; the authors' module holds",
);

/// What this estimator declares.
pub const SPEC: Spec = Spec {
    id: "rtt-sampled-filter",
    name: "Westwood of GM02 (once per RTT, Tustin filter)",
    summary: "Delivered segments per RTT, re-sampled every t_f/4 (0.125 s by default) and low-pass filtered.",
    source: "GM02 §2.2",
    parameters: &[VARIANT, TIME],
    departures: &[
        "The steps of t_f/4 leave a remainder of each interval. It is filtered too, as in the authors' module; the paper does not mention it.",
        "The first interval starts when the connection opens: the ACK of the handshake counts no data.",
    ],
    rules: &[],
};

/// State of the filter.
#[derive(Clone, Copy, Debug)]
pub struct Estimator {
    time_s: f64,
    linear: bool,
    estimate: f64,
    sample: f64,
    interval_start_s: f64,
    segments: u64,
    counter: AckedCount,
}

/// Maximum number of steps for one idle time.
const MAX_STEPS: f64 = 10_000.0;

impl Estimator {
    /// An estimator with checked parameters.
    pub fn new(params: &Params) -> Estimator {
        Estimator {
            time_s: params.number("filter_time"),
            linear: params.choice("variant") == "linear",
            estimate: 0.0,
            sample: 0.0,
            interval_start_s: 0.0,
            segments: 0,
            counter: AckedCount::default(),
        }
    }

    /// An estimator in steady state at `rate` segments per second, for tests.
    #[cfg(test)]
    pub(crate) fn settled_at(rate: f64) -> Estimator {
        Estimator { estimate: rate, sample: rate, ..Estimator::new(&Params::defaults(SPEC.parameters)) }
    }

    fn step(&mut self, sample: f64, before: f64, length_s: f64) {
        let a = (2.0 * self.time_s - length_s) / (2.0 * self.time_s + length_s);
        self.estimate = a * self.estimate + (1.0 - a) * (sample + before) / 2.0;
    }

    /// Filters a sample `b` of an interval of `length_s`.
    fn filter(&mut self, b: f64, length_s: f64) {
        let quarter_s = self.time_s / 4.0;
        let steps = (length_s / quarter_s).floor();
        let steps = if length_s > quarter_s { steps } else { 0.0 };
        let first = self.sample;
        let value_of = |linear, number: f64| {
            if linear { first + (b - first) * number * quarter_s / length_s } else { b }
        };
        // Each step keeps 7/9 of the old estimate, so after a long idle time only the last steps
        // matter.
        let passed = (steps - MAX_STEPS).max(0.0);
        let mut before = if passed > 0.0 { value_of(self.linear, passed) } else { first };
        let mut number = passed + 1.0;
        while number <= steps {
            let value = value_of(self.linear, number);
            self.step(value, before, quarter_s);
            before = value;
            number += 1.0;
        }
        let rest_s = length_s - steps * quarter_s;
        if rest_s > 1e-6 {
            self.step(b, before, rest_s);
        }
        self.sample = b;
    }
}

impl Estimate for Estimator {
    fn start(&mut self, now_s: f64) {
        self.interval_start_s = now_s;
        self.segments = 0;
    }

    fn on_ack(&mut self, ack: &AckView) -> bool {
        self.segments += self.counter.count(ack.acked, ack.is_duplicate);
        let length_s = ack.now_s - self.interval_start_s;
        let due = ack.last_rtt_s.is_some_and(|rtt_s| length_s >= rtt_s) && length_s > 0.0;
        if due {
            self.filter(self.segments as f64 / length_s, length_s);
            self.segments = 0;
            self.interval_start_s = ack.now_s;
        }
        due
    }

    fn estimate(&self, _now_s: f64) -> f64 {
        self.estimate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimator::script::{SEGMENT_BITS, ack};

    #[track_caller]
    fn filtered(linear: bool, length_s: f64, expected: f64) {
        let mut estimator = Estimator { linear, ..Estimator::settled_at(1e6) };
        estimator.filter(2e6, length_s);
        assert!((estimator.estimate - expected).abs() < 1e-3, "{} is not {expected}", estimator.estimate);
    }

    #[test]
    fn a_long_interval_is_filled_with_steps() {
        // algorithms.md V5.1 to V5.4 (the filter is linear, so the unit does not matter)
        filtered(false, 0.35, 1_434_343.434_3);
        filtered(true, 0.35, 1_278_499.278_5);
        filtered(false, 0.1, 1_090_909.090_9);
        filtered(false, 0.25, 1_308_641.975_3);
    }

    #[test]
    fn a_sample_is_what_an_rtt_delivered() {
        // algorithms.md V5.5: 25 segments in 0.25 s
        let mut estimator = Estimator::new(&Params::defaults(SPEC.parameters));
        estimator.start(0.0);
        let late = |now_s, acked| AckView { last_rtt_s: Some(0.25), ..ack(now_s, acked) };
        assert!(!estimator.on_ack(&late(0.1, 10)));
        assert!(estimator.on_ack(&late(0.25, 15)));
        assert!((estimator.sample * SEGMENT_BITS - 1_200_000.0).abs() < 1e-6);
    }
}
