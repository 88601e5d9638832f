//! The original Westwood's estimator: one bandwidth sample per ACK, with a filter that has a time
//! constant.
//!
//! CGMSW02 §2.2: a first-order low-pass filter in discrete form by the bilinear (Tustin) rule. Δ is
//! the time since the last sample, d the number of segments that the ACK stands for (AckedCount), τ
//! the filter's time constant.
//!
//! ```text
//! b = d/Δ;   a = (2τ − Δ)/(2τ + Δ);   b̂ ← a·b̂ + (1 − a)·(b + b_prev)/2
//! ```
//! Without ACKs, a sample of zero is added every τ/m, so that the estimate decays. The rule
//! combines the very large sample of a compressed ACK with the long interval after it. Therefore
//! the estimate is many times too high with reverse traffic (GM04 Fig. 1, GM02 Fig. 1). `zoh`
//! weights each sample by its own interval only.

use super::{AckView, AckedCount, Estimate};
use crate::catalogue::{Param, Params, Spec};
use crate::math::exp;

/// The filter's time constant.
pub const TAU: Param = Param::number(
    "tau",
    "s",
    0.5,
    (1e-3, 100.0),
    "The filter's time constant; it should be longer than the RTT.",
    "CGMSW02 §2.2",
);
/// Number of zero samples per time constant without ACKs.
pub const M: Param = Param::number(
    "m",
    "",
    2.0,
    (1.0, 100.0),
    "Without ACKs, a sample of zero is taken every tau/m.",
    "CGMSW02 §2.2 says m ≥ 2",
);
/// Interpretations of the paper.
pub const VARIANT: Param = Param::choice(
    "variant",
    &["paper", "exact", "cap2", "zoh"],
    "`exact` does not count a segment twice at a partial ACK; `cap2` counts at most two segments per ACK; `zoh` weighs each sample by its own interval.",
    "CGMSW02 §2.2, §2.3",
);
/// The module's protection of the first sample after a time without ACKs.
pub const GUARD: Param = Param::flag(
    "guard",
    true,
    "An ACK within 10 ms after a sample of zero replaces that sample: the new one covers its interval.",
    "the authors' module of Westwood",
);

/// What this estimator declares.
pub const SPEC: Spec = Spec {
    id: "westwood-filter",
    name: "Westwood (per ACK, Tustin filter)",
    summary: "A bandwidth sample from every ACK, low-pass filtered. It overestimates when ACKs arrive compressed.",
    source: "CGMSW02 §2.2, §2.3",
    parameters: &[VARIANT, TAU, M, GUARD],
    departures: &[
        "If ACKs arrive at the same instant, their segments count with the next ACK: a sample needs a time above zero.",
        "The first ACK starts the clock and gives no sample; the authors' module starts it at the beginning of the simulation.",
    ],
    rules: &[],
};

/// After a time without ACKs, a shorter remainder does not form a sample of its own.
const SHORTEST_S: f64 = 0.01;

/// The two values that the filter stores.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    estimate: f64,
    sample: f64,
}

/// State of the filter.
#[derive(Clone, Copy, Debug)]
pub struct Estimator {
    tau_s: f64,
    silence_s: f64,
    guard: bool,
    zoh: bool,
    lazy: bool,
    memory: Memory,
    last_s: Option<f64>,
    /// Segments of ACKs that arrived at the same instant as the last sample.
    carried: u64,
    counter: AckedCount,
}

impl Estimator {
    /// An estimator with checked parameters.
    pub fn new(params: &Params) -> Estimator {
        let variant = params.choice("variant");
        let tau_s = params.number("tau");
        Estimator {
            tau_s,
            silence_s: tau_s / params.number("m"),
            guard: params.flag("guard"),
            zoh: variant == "zoh",
            lazy: false,
            memory: Memory::default(),
            last_s: None,
            carried: 0,
            counter: AckedCount::new(variant == "exact", variant == "cap2"),
        }
    }

    /// The same without decay while no ACK arrives: zero samples are taken with the next ACK.
    #[must_use]
    #[inline]
    pub fn decaying_late(self) -> Estimator {
        Estimator { lazy: true, ..self }
    }

    /// An estimator in steady state at `rate` segments per second at time 0, for tests.
    #[cfg(test)]
    pub(crate) fn settled_at(rate: f64) -> Estimator {
        Estimator {
            memory: Memory { estimate: rate, sample: rate },
            last_s: Some(0.0),
            ..Estimator::new(&Params::defaults(SPEC.parameters))
        }
    }

    /// One step of the filter: `sample` over `interval_s`.
    fn step(&self, memory: Memory, sample: f64, interval_s: f64) -> Memory {
        let (old, new) = if self.zoh {
            (exp(-interval_s / self.tau_s), sample)
        } else {
            let a = (2.0 * self.tau_s - interval_s) / (2.0 * self.tau_s + interval_s);
            (a, (sample + memory.sample) / 2.0)
        };
        Memory { estimate: old * memory.estimate + (1.0 - old) * new, sample }
    }

    /// Adds zero samples for the time without ACKs up to `now_s`. Returns the filter's new values,
    /// the remaining time, and whether any zero sample was added.
    fn through_silence(&self, since_s: f64, now_s: f64, keep_one: bool) -> (Memory, f64, bool) {
        let mut memory = self.memory;
        let mut left_s = now_s - since_s;
        let mut silent = false;
        while left_s > self.silence_s {
            if keep_one && left_s - self.silence_s < SHORTEST_S {
                // The sample includes the last zero interval.
                return (memory, self.silence_s, silent);
            }
            memory = self.step(memory, 0.0, self.silence_s);
            left_s -= self.silence_s;
            silent = true;
            // After a long time without ACKs the rest does not matter, and a simulated day must not
            // take a day.
            if memory.estimate < 1e-9 && memory.sample == 0.0 {
                let whole = (left_s / self.silence_s).floor();
                left_s = (left_s - whole * self.silence_s).max(0.0);
            }
        }
        (memory, left_s, silent)
    }
}

impl Estimate for Estimator {
    fn start(&mut self, _now_s: f64) {
        self.last_s = None;
        self.carried = 0;
    }

    fn on_ack(&mut self, ack: &AckView) -> bool {
        let count = self.counter.count(ack.acked, ack.is_duplicate);
        let Some(last_s) = self.last_s else {
            self.last_s = Some(ack.now_s);
            return false;
        };
        if ack.now_s <= last_s {
            self.carried += count;
            return false;
        }
        let (memory, interval_s, _) = self.through_silence(last_s, ack.now_s, self.guard);
        let segments = (count + self.carried) as f64;
        self.carried = 0;
        self.last_s = Some(ack.now_s);
        if interval_s > 0.0 {
            self.memory = self.step(memory, segments / interval_s, interval_s);
        } else {
            self.memory = memory;
        }
        true
    }

    fn estimate(&self, now_s: f64) -> f64 {
        match self.last_s {
            Some(last_s) if !self.lazy => self.through_silence(last_s, now_s, false).0.estimate,
            _ => self.memory.estimate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::estimator::script::{SEGMENT_BITS, ack};

    fn at(variant: &'static str) -> Estimator {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("variant", Setting::Choice(variant));
        Estimator {
            memory: Memory { estimate: 1e6 / SEGMENT_BITS, sample: 1e6 / SEGMENT_BITS },
            last_s: Some(0.0),
            ..Estimator::new(&params)
        }
    }

    #[track_caller]
    fn reads(estimator: &Estimator, now_s: f64, bps: f64) {
        let found = estimator.estimate(now_s) * SEGMENT_BITS;
        assert!((found - bps).abs() < bps * 1e-8, "{found} is not {bps}");
    }

    #[test]
    fn one_step_of_the_filter() {
        // algorithms.md V4.1
        let mut estimator = at("paper");
        assert!(estimator.on_ack(&ack(0.05, 1)));
        reads(&estimator, 0.05, 963_809.523_8);
    }

    #[test]
    fn silence_counts_as_samples_of_zero() {
        // algorithms.md V4.2; a value read before the ACK has decayed too
        let mut estimator = at("paper");
        reads(&estimator, 0.6, 480_000.0);
        estimator.on_ack(&ack(0.6, 1));
        reads(&estimator, 0.6, 403_636.363_6);
        reads(&at("paper").decaying_late(), 0.6, 1e6);
    }

    #[test]
    fn compressed_acks_are_taken_for_bandwidth() {
        // algorithms.md V4.3
        let burst = |variant| {
            let mut estimator = at(variant);
            for number in 1..=10 {
                estimator.on_ack(&ack(f64::from(number) * 1e-4, 1));
            }
            let after_burst = estimator.estimate(1e-3) * SEGMENT_BITS;
            estimator.on_ack(&ack(0.101, 1));
            (after_burst, estimator.estimate(0.101) * SEGMENT_BITS)
        };
        let (after_burst, after_gap) = burst("paper");
        assert!((after_burst - 1_225_884.75).abs() < 0.01, "{after_burst}");
        assert!((after_gap - 11_922_996.61).abs() < 0.05, "{after_gap}");
        assert!((burst("zoh").1 - 1_035_146.25).abs() < 0.01);
    }

    #[test]
    fn a_short_rest_after_silence_does_not_explode() {
        let mut guarded = at("paper");
        guarded.on_ack(&ack(0.251, 1));
        assert!(guarded.estimate(0.251) * SEGMENT_BITS < 1e6);
        let mut bare = at("paper");
        bare.guard = false;
        bare.on_ack(&ack(0.251, 1));
        assert!(bare.memory.sample * SEGMENT_BITS > 1e7);
    }

    #[test]
    fn acks_of_one_instant_count_together() {
        let mut together = at("paper");
        together.on_ack(&ack(0.05, 1));
        assert!(!together.on_ack(&ack(0.05, 2)));
        together.on_ack(&ack(0.1, 1));
        let mut apart = at("paper");
        apart.on_ack(&ack(0.05, 1));
        apart.on_ack(&ack(0.1, 3));
        assert_eq!(together.estimate(0.1), apart.estimate(0.1));
    }

    #[test]
    fn a_day_of_silence_reads_zero() {
        assert!(at("paper").estimate(86_400.0) < 1e-6);
    }

    #[test]
    fn a_new_connection_takes_no_sample_over_the_pause_before_it() {
        let mut estimator = at("paper");
        estimator.on_ack(&ack(0.05, 1));
        let before = estimator.memory.estimate;
        estimator.start(10.0);
        assert!(!estimator.on_ack(&ack(10.1, 1)), "the first ACK only begins an interval");
        assert_eq!(estimator.memory.estimate, before);
        assert!(estimator.on_ack(&ack(10.15, 1)));
    }
}
