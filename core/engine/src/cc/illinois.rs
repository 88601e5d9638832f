//! Illinois: a loss decides when to reduce the window; the delay decides how much it grows and
//! shrinks.
//!
//! Liu, Başar & Srikant 2006; Linux, net/ipv4/tcp_illinois.c. da is the mean queueing delay of the
//! round, dm the largest queueing delay of the connection.
//!
//! ```text
//! once per round    da ≤ dm/100:  α = 10     (after a round above it, only after 5 such rounds)
//!                   otherwise     α = (dm−d₁)·10 / ((dm−d₁) + (da−d₁)·(10−0.3)/0.3),  d₁ = dm/100
//!                   β = 1/8 for da ≤ dm/10, 1/2 for da ≥ 0.8·dm, linear in between
//!                   below 15 segments α = 1, β = 1/2
//! ACK of new data   cwnd ← cwnd + α/cwnd
//! loss              cwnd ← (1−β)·cwnd;  ssthresh ← cwnd
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1;  α = 1, β = 1/2
//! ```

use super::shared::{cut_by, in_slow_start, restart, rules};
use super::{Ack, CongestionControl, Connection, RecoverySupport, Round, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, lean_rules, term};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// Illinois uses SACK recovery unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "illinois",
    name: "Illinois",
    summary: "Grows fast while the queue is empty and slowly when it fills. A loss removes less when the queue is short.",
    source: "Liu, Başar & Srikant 2006; Linux, net/ipv4/tcp_illinois.c",
    parameters: &[
        Param::number("alpha_max", "segments", 10.0, (1.0, 1e3), "Growth per RTT without delay.", "Linux"),
        Param::number(
            "alpha_min",
            "segments",
            0.3,
            (1e-3, 10.0),
            "Growth per RTT at the largest delay.",
            "Linux",
        ),
        Param::number("beta_max", "", 0.5, (0.01, 0.9), "Decrease at a large delay.", "Linux"),
        Param::number("beta_min", "", 0.125, (0.01, 0.9), "Decrease at a small delay.", "Linux"),
        Param::number(
            "window_threshold",
            "segments",
            15.0,
            (2.0, 1e4),
            "Below this window, Reno's rules apply.",
            "Linux",
        ),
        Param::number(
            "theta",
            "",
            5.0,
            (1.0, 1e3),
            "Rounds without delay before α returns to its maximum.",
            "Linux",
        ),
    ],
    departures: &["Real numbers instead of the kernel's fixed-point numbers."],
    rules: &RULES,
};

/// The decisions Illinois explains.
pub static RULES: [Rule; 4] = lean_rules([
    rules::factor("illinois.loss", "Loss detected: a longer queue gives a larger reduction.", "Linux"),
    rules::timeout("illinois.timeout"),
    rules::avoidance("illinois.avoidance", "Slow start ends: the delay sets the increase."),
    Rule {
        key: "illinois.delay",
        kind: RuleKind::Decision,
        title: "End of a round: its delay sets increase and decrease.",
        formula: r"d_a = {{delay}},\ d_m = {{largest}} \ \Rightarrow\ {{alpha}},\ {{beta}}",
        terms: &[
            term("delay", "d_a", "s", "Mean queueing delay of the round."),
            term("largest", "d_m", "s", "Largest queueing delay of the connection."),
            term("alpha", r"\alpha", "segments", "Growth per RTT."),
            term("beta", r"\beta", "", "Fraction of the window that a loss removes."),
        ],
        source: "Liu, Başar & Srikant 2006; Linux",
    },
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];
static DELAY: &Rule = &RULES[3];

/// Illinois' state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    alphas: (f64, f64),
    betas: (f64, f64),
    threshold: f64,
    theta: f64,
    alpha: f64,
    beta: f64,
    /// True after a round with a delay above dm/100.
    above: bool,
    /// Number of consecutive rounds since then with a delay of at most dm/100.
    low_rounds: f64,
}

impl Algorithm {
    /// Illinois with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        let alphas = (params.number("alpha_min"), params.number("alpha_max"));
        let betas = (params.number("beta_min"), params.number("beta_max"));
        Algorithm {
            alphas,
            betas,
            threshold: params.number("window_threshold"),
            theta: params.number("theta"),
            alpha: alphas.1,
            beta: betas.1,
            above: false,
            low_rounds: 0.0,
        }
    }

    fn choose_alpha(&mut self, da_s: f64, dm_s: f64) -> f64 {
        let (low, high) = self.alphas;
        let d1_s = dm_s / 100.0;
        if da_s <= d1_s {
            if !self.above {
                return high;
            }
            self.low_rounds += 1.0;
            if self.low_rounds < self.theta {
                return self.alpha;
            }
            self.low_rounds = 0.0;
            self.above = false;
            return high;
        }
        self.above = true;
        self.low_rounds = 0.0;
        let (range_s, over_s) = (dm_s - d1_s, da_s - d1_s);
        range_s * high / (range_s + over_s * (high - low) / low)
    }

    fn choose_beta(&self, da_s: f64, dm_s: f64) -> f64 {
        let (low, high) = self.betas;
        let (d2_s, d3_s) = (0.1 * dm_s, 0.8 * dm_s);
        if da_s <= d2_s {
            low
        } else if da_s >= d3_s {
            high
        } else {
            (low * d3_s - high * d2_s + (high - low) * da_s) / (d3_s - d2_s)
        }
    }
}

impl CongestionControl for Algorithm {
    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if !in_slow_start(c, ack, w, log, AVOIDANCE) {
            w.cwnd += self.alpha * ack.steps / w.cwnd;
        }
    }

    fn on_round(&mut self, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
        if w.cwnd < self.threshold {
            (self.alpha, self.beta) = (1.0, 0.5);
        } else if round.samples > 0 {
            let mean_s = round.sum_rtt_s / f64::from(round.samples);
            let (da_s, dm_s) = (mean_s - c.min_rtt_s, c.max_rtt_s - c.min_rtt_s);
            self.alpha = self.choose_alpha(da_s, dm_s);
            self.beta = self.choose_beta(da_s, dm_s);
            log.say(DELAY, &[da_s, dm_s, self.alpha, self.beta]);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        cut_by(c, 1.0 - self.beta, w, log, LOSS);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        (self.alpha, self.beta) = (1.0, 0.5);
        restart(c, repeated, w, log, TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::script::Script;

    /// A round with this queueing delay, on a path with queueing delays between 0 and 0.1 s so far.
    fn after_delay(da_s: f64) -> Script {
        let mut script = Script::new(SPEC.id, 100.0, 2.0);
        script.c.max_rtt_s = 0.2;
        script.round(&[0.1 + da_s; 100]);
        script
    }

    fn alpha_beta(script: &mut Script) -> (f64, f64) {
        let said = script.said();
        let values = said.last().expect("a decision").1;
        (values[2], values[3])
    }

    #[test]
    fn growth_falls_with_the_delay() {
        // algorithms.md V16.1, V16.2, V16.4
        assert!((alpha_beta(&mut after_delay(0.05)).0 - 0.588_118_81).abs() < 1e-7);
        assert!((alpha_beta(&mut after_delay(0.1)).0 - 0.3).abs() < 1e-9);
        let mut empty = after_delay(0.0005);
        assert_eq!(alpha_beta(&mut empty).0, 10.0);
        empty.acks(1);
        assert!((empty.w.cwnd - 100.1).abs() < 1e-9);
    }

    #[test]
    fn the_cut_grows_with_the_delay() {
        // algorithms.md V16.3
        let mut script = after_delay(0.045);
        assert!((alpha_beta(&mut script).1 - 0.3125).abs() < 1e-9);
        script.lose();
        assert!((script.w.cwnd - 68.75).abs() < 1e-9);
        assert_eq!(alpha_beta(&mut after_delay(0.005)).1, 0.125);
        assert_eq!(alpha_beta(&mut after_delay(0.09)).1, 0.5);
    }

    #[test]
    fn after_delay_it_takes_five_rounds_to_be_bold_again() {
        let mut script = after_delay(0.05);
        for round in 1..=5 {
            script.round(&[0.1; 100]);
            let alpha = alpha_beta(&mut script).0;
            assert_eq!(alpha == 10.0, round == 5, "round {round}: {alpha}");
        }
    }

    #[test]
    fn small_windows_are_renos() {
        let mut script = Script::new(SPEC.id, 10.0, 2.0);
        script.round(&[0.1; 10]);
        script.acks(1);
        assert!((script.w.cwnd - 10.1).abs() < 1e-12);
        script.w.cwnd = 10.0;
        script.lose();
        assert_eq!(script.w.cwnd, 5.0);
    }
}
