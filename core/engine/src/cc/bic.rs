//! BIC: binary search for the window at which the last loss happened.
//!
//! MV06 §II; Xu, Harfoush & Rhee 2004. Smax and Smin bound the increments. Wmax is the window
//! before the last loss.
//!
//! ```text
//! ACK of new data   cwnd < Wmax:  inc = (Wmax − cwnd)/2, at most Smax; below Smin: cwnd ← Wmax
//!                   cwnd ≥ Wmax:  inc = cwnd − Wmax, between Smin and Smax      (probing beyond)
//!                   cwnd ← cwnd + inc/cwnd;     below 14 segments as Reno
//! loss              Wmax ← cwnd, or cwnd·(2−b)/2 if cwnd < Wmax
//!                   cwnd ← (1−b)·cwnd;  ssthresh ← cwnd
//! timeout           Wmax as at a loss;  ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```

use super::shared::{
    AckCounter, AckRatio, KernelShare, cut_by, in_slow_start_of, restart, restart_to, rules, used,
};
use super::{Ack, CongestionControl, Connection, RecoverySupport, State, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, lean_rules, term};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// MV06 used SACK-based code for the high-speed variants.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "bic",
    name: "BIC",
    summary: "Binary search for the window of the last loss, then probing beyond it.",
    source: "MV06 §II; Xu, Harfoush & Rhee 2004",
    parameters: &[
        Param::choice(
            "variant",
            &["mv06", "linux"],
            "`mv06` with Smax and Smin; `linux` with the kernel's whole numbers of ACKs per segment.",
            "MV06 §II",
        ),
        Param::number(
            "b",
            "",
            0.2,
            (0.01, 0.9),
            "Fraction of the window that a loss removes.",
            "MV06 §II; Linux 819/1024. KGM08 and the BIC paper have 0.125",
        ),
        Param::number(
            "s_max",
            "segments",
            32.0,
            (0.1, 1e4),
            "Largest increment per RTT.",
            "Xu et al. 2004; Linux has 16",
        ),
        Param::number(
            "s_min",
            "segments",
            0.01,
            (1e-6, 10.0),
            "Smallest increment per RTT.",
            "Xu et al. 2004",
        ),
        Param::number(
            "low_window",
            "segments",
            14.0,
            (2.0, 1e4),
            "Below this window, Reno's rules apply.",
            "Xu et al. 2004; Linux",
        ),
        Param::flag(
            "fast_convergence",
            true,
            "A loss below the last maximum lowers the target. This leaves room for new flows.",
            "Xu et al. 2004; Linux",
        ),
    ],
    departures: &[
        "MV06 prints the minimum as b·cwnd_max with b = 0.2; it must be (1 − b)·cwnd_max.",
        "MV06 writes one segment per ACK for the linear phase; BIC adds Smax per RTT.",
        "Below Smin the window jumps to Wmax. Spread over a window, the last step would never finish and probing would never start.",
        "A timeout sets Wmax as a loss does, and the window as in Reno. The papers do not mention timeouts. In `linux` a timeout resets Wmax.",
        "`linux` has the kernel's increments but not its cache of 1/32 s. Its average of segments per ACK counts in whole sixteenths and cannot fall below 31/16, so without delayed ACKs it grows almost twice as fast.",
    ],
    rules: &RULES,
};

/// The decisions BIC explains.
pub static RULES: [Rule; 5] = lean_rules([
    rules::factor(
        "bic.loss",
        "Loss detected: the window before the loss is the search target.",
        "MV06 §II; Xu et al. 2004",
    ),
    rules::timeout_own("bic.timeout", "RFC 5681 §3.1; Linux"),
    rules::avoidance("bic.avoidance", "Slow start ends: the binary search sets the window."),
    Rule {
        key: "bic.target",
        kind: RuleKind::Decision,
        title: "The search target is stored.",
        formula: r"W_{\max} = {{target}},\quad {{window}} \lessgtr {{previous}}",
        terms: &[
            term("target", r"W_{\max}", "segments", "The search target."),
            term("window", r"\mathit{cwnd}", "segments", "The window before the loss."),
            term("previous", r"W_{\max}^{-}", "segments", "The previous target; 0 if none."),
        ],
        source: "Xu et al. 2004",
    },
    Rule {
        key: "bic.probing",
        kind: RuleKind::Phase,
        title: "The old maximum is reached without loss: BIC probes for a new one.",
        formula: r"{{cwnd}} \ge W_{\max} = {{target}}",
        terms: &[
            term("cwnd", r"\mathit{cwnd}", "segments", "The window."),
            term("target", r"W_{\max}", "segments", "The search target."),
        ],
        source: "Xu et al. 2004",
    },
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];
static TARGET: &Rule = &RULES[3];
static PROBING: &Rule = &RULES[4];

/// BIC's state. `target` is the window to search for, 0 before the first loss.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    linux: bool,
    b: f64,
    s_max: f64,
    s_min: f64,
    low_window: f64,
    fast_convergence: bool,
    target: f64,
    counter: AckCounter,
    /// Average number of segments per ACK, in `linux`.
    ratio: AckRatio,
}

impl Algorithm {
    /// BIC with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm {
            linux: params.choice("variant") == "linux",
            b: params.number("b"),
            s_max: params.number("s_max"),
            s_min: params.number("s_min"),
            low_window: params.number("low_window"),
            fast_convergence: params.flag("fast_convergence"),
            target: 0.0,
            counter: AckCounter::default(),
            ratio: AckRatio::default(),
        }
    }

    /// The increment per RTT, or `None` if the window jumps to the target.
    fn increment(&self, window: f64) -> Option<f64> {
        if self.target == 0.0 {
            Some(self.s_max)
        } else if window < self.target {
            let half = (self.target - window) / 2.0;
            (half >= self.s_min).then(|| half.min(self.s_max))
        } else {
            Some((window - self.target).max(self.s_min).min(self.s_max))
        }
    }

    /// The kernel's number of ACKs per segment of growth if each ACK covers one segment, in its
    /// integer arithmetic.
    fn kernel_acks(&self, window: f64) -> f64 {
        const LIMIT: f64 = 16.0;
        const SMOOTH: f64 = 20.0;
        let (w, target) = (window.floor(), self.target.floor());
        let acks = if w <= self.low_window {
            return w;
        } else if w < target {
            let distance = ((target - w) / 4.0).floor();
            if distance > LIMIT {
                w / LIMIT
            } else if distance <= 1.0 {
                w * SMOOTH / 4.0
            } else {
                w / distance
            }
        } else if w < target + 4.0 {
            w * SMOOTH / 4.0
        } else if w < target + 3.0 * LIMIT {
            w * 3.0 / (w - target)
        } else {
            w / LIMIT
        };
        let bound = if target == 0.0 { SMOOTH } else { f64::INFINITY };
        acks.floor().min(bound).max(1.0)
    }

    /// Sets the search target after a loss.
    fn remember(&mut self, window: f64, log: &mut Decisions) {
        let previous = self.target;
        self.target = match (window < previous && self.fast_convergence, self.linux) {
            (false, _) => window,
            (true, false) => window * (2.0 - self.b) / 2.0,
            (true, true) => KernelShare::kept(self.b).half_way(window),
        };
        log.say(TARGET, &[self.target, window, previous]);
    }

    /// Fraction of the window that remains.
    fn kept(&self, window: f64) -> f64 {
        if !self.linux {
            return if window < self.low_window { 0.5 } else { 1.0 - self.b };
        }
        let b = if window <= self.low_window { 0.5 } else { self.b };
        KernelShare::kept(b).of(window) / window
    }
}

impl CongestionControl for Algorithm {
    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        if self.linux && ack.acked > 0 && c.state == State::Open {
            self.ratio.sample(ack.acked);
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if in_slow_start_of(self.linux, c, ack, w, log, AVOIDANCE) {
            return;
        }
        let before = w.cwnd;
        if self.linux {
            // The module's Reno part counts ACKs; its search counts segments, by the average number
            // of segments per ACK.
            let acks = self.kernel_acks(w.cwnd);
            let acks = if w.cwnd <= self.low_window { acks } else { self.ratio.acks(acks) };
            self.counter.count(1.0, acks, w);
        } else if w.cwnd < self.low_window {
            w.cwnd += ack.steps / w.cwnd;
        } else {
            match self.increment(w.cwnd) {
                Some(increment) => w.cwnd += increment * ack.steps / w.cwnd,
                None => w.cwnd = self.target,
            }
        }
        if before < self.target && w.cwnd >= self.target {
            log.say(PROBING, &[w.cwnd, self.target]);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let window = used(c, w);
        self.remember(window, log);
        self.counter.clear();
        cut_by(c, self.kept(window), w, log, LOSS);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        let window = used(c, w);
        if self.linux {
            restart_to(c, window * self.kept(window), repeated, w, log, TIMEOUT);
            self.target = 0.0;
            self.counter.clear();
            self.ratio = AckRatio::default();
        } else {
            self.remember(window, log);
            restart(c, repeated, w, log, TIMEOUT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    fn law(variant: &'static str, target: f64) -> Algorithm {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("variant", Setting::Choice(variant));
        let mut law = Algorithm::new(&params);
        law.target = target;
        law
    }

    /// BIC with a search target of 1000 segments.
    fn searching(cwnd: f64) -> Script {
        let mut script = Script::new(SPEC.id, 1000.0, 2.0);
        script.lose();
        script.w = Window { cwnd, ssthresh: 2.0 };
        script.said();
        script
    }

    #[test]
    fn half_of_the_distance_bounded_by_s_max() {
        // algorithms.md V11.1, V11.2, V11.3
        let law = law("mv06", 1000.0);
        assert_eq!(law.increment(800.0), Some(32.0));
        assert_eq!(law.increment(960.0), Some(20.0));
        assert_eq!(law.increment(1010.0), Some(10.0));
        assert_eq!(law.increment(1100.0), Some(32.0));
        let mut script = searching(800.0);
        script.acks(1);
        assert!((script.w.cwnd - 800.04).abs() < 1e-9);
        script.w.cwnd = 1010.0;
        script.acks(1);
        assert!((script.w.cwnd - 1010.0 - 0.009_900_99).abs() < 1e-8);
    }

    #[test]
    fn the_last_step_lands_on_the_target_and_probing_starts() {
        let mut script = searching(999.99);
        script.acks(1);
        assert_eq!(script.w.cwnd, 1000.0);
        assert_eq!(script.said()[0].0, "bic.probing");
        script.acks(1);
        assert!(script.w.cwnd > 1000.0);
    }

    #[test]
    fn a_loss_takes_a_fifth_and_below_the_target_gives_way() {
        // algorithms.md V11.4, V11.5
        let mut script = searching(1000.0);
        script.lose();
        assert_eq!(script.w.cwnd, 800.0);
        let mut yielding = searching(700.0);
        yielding.lose();
        let said = yielding.said();
        assert!((said[0].1[0] - 630.0).abs() < 1e-9);
        assert!((yielding.w.cwnd - 560.0).abs() < 1e-9);
    }

    #[test]
    fn the_kernels_numbers_of_acks() {
        // algorithms.md V11.6
        let law = law("linux", 1000.0);
        for (window, acks) in [(800.0, 50.0), (960.0, 96.0), (998.0, 4990.0), (1010.0, 303.0), (1100.0, 68.0)]
        {
            assert_eq!(law.kernel_acks(window), acks, "at {window}");
        }
    }

    #[test]
    fn small_windows_are_renos() {
        let mut script = Script::new(SPEC.id, 10.0, 2.0);
        script.acks(1);
        assert!((script.w.cwnd - 10.1).abs() < 1e-12);
        script.w.cwnd = 10.0;
        script.lose();
        assert_eq!(script.w.cwnd, 5.0);
    }

    #[test]
    fn a_timeout_restarts_and_keeps_the_target() {
        let mut script = searching(800.0);
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 400.0));
        assert_eq!(script.said()[0].0, "bic.target");
    }
}
