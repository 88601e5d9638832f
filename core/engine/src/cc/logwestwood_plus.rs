//! LogWestwood+: Westwood+ that grows back to the window of the last loss fast, and more slowly as
//! it approaches that window.
//!
//! KGM08 §3. Wmax is the window before the last loss. α sets how slowly the window approaches Wmax;
//! it doubles when a loss occurs before Wmax is reached.
//!
//! ```text
//! ACK of new data   cwnd < ssthresh:  slow start
//!                   cwnd < Wmax:      cwnd ← cwnd + max((Wmax − cwnd)/(α·cwnd), 1/cwnd)
//!                   otherwise:        cwnd ← cwnd + 1/cwnd
//!                   Wmax reached:     α ← max(α/2, 2)
//! loss              cwnd < Wmax:  α ← 2α;   Wmax ← cwnd;   then as Westwood+
//! timeout           as Westwood+; Wmax and α are unchanged
//! ```

use super::shared::{Pipe, in_slow_start, pipe_loss, pipe_timeout, rules, used};
use super::{Ack, CongestionControl, Connection, RecoverySupport, Window, ack_view};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, Term, lean_rules, term};
use crate::choices::Recovery;
use crate::estimator::{Estimate, ewma_0_9};
use crate::trace::Decisions;

/// The authors' modules of the Westwood family use New Reno recovery.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::NewReno);

/// Upper bound of α. The growth is already linear at much smaller values.
const ALPHA_MAX: f64 = 65_536.0;

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "logwestwood+",
    name: "LogWestwood+",
    summary: "Westwood+ with a logarithmic increase up to the window of the last loss.",
    source: "KGM08 §3",
    parameters: &[
        Param::choice(
            "variant",
            &["paper", "rto_updates"],
            "`paper`: a timeout does not change Wmax and α. `rto_updates`: it changes them as a loss does.",
            "KGM08 §3 defines Wmax for duplicate ACKs only",
        ),
        Param::number(
            "alpha",
            "",
            2.0,
            (1.0, 1024.0),
            "Initial and smallest α. Each RTT closes 1/α of the distance to Wmax.",
            "KGM08 §3",
        ),
        ewma_0_9::FILTER_GAIN,
        ewma_0_9::FILTER_START,
    ],
    departures: &[
        "KGM08 eq. (1), (2) print the new window in place of the increment.",
        "The paper describes the adaptation of α only in words. α doubles at a loss before Wmax is reached again. It halves when the window reaches Wmax, but not below its initial value.",
        "With α = 2 the rule needs 10 RTTs from 1500 to 1800 segments. The paper's 16.4 s require an α of about 8 to 20.",
        "It fills the queue faster than Westwood+, so a loss event loses several segments more often. New Reno repairs one segment per RTT and restarts the timer only with the first partial ACK, so the timer may expire before the last repair: one to three timeouts in 100 s at 10 Mbit/s, where Westwood+ has one. There is none with `recovery: sack` or `recovery_variant: slow_but_steady`.",
    ],
    rules: &RULES,
};

const ALPHA: &[Term] = &[
    term("alpha", r"\alpha'", "", "The new α."),
    term("old", r"\alpha", "", "The old α."),
    term("window", r"\mathit{cwnd}", "segments", "The window."),
    term("w_max", r"W_{\max}", "segments", "The window of the last loss."),
];

/// The decisions LogWestwood+ explains.
pub static RULES: [Rule; 6] = lean_rules([
    pipe_loss("logwestwood+.loss", "KGM08 §3; GM04 §2.1"),
    pipe_timeout("logwestwood+.timeout", "KGM08 §3; GM04 §2.1"),
    rules::avoidance(
        "logwestwood+.avoidance",
        "Slow start ends: the window approaches the window of the last loss.",
    ),
    Rule {
        key: "logwestwood+.slower",
        kind: RuleKind::Decision,
        title: "Loss below the old maximum: the next approach is slower.",
        formula: r"{{window}} < {{w_max}} \ \Rightarrow\ {{alpha}} = 2 \cdot {{old}}",
        terms: ALPHA,
        source: "KGM08 §3",
    },
    Rule {
        key: "logwestwood+.faster",
        kind: RuleKind::Phase,
        title: "The old maximum is reached without loss: the growth is linear, and the next approach is faster.",
        formula: r"{{window}} \ge {{w_max}} \ \Rightarrow\ {{alpha}} = \max\left( \frac{ {{old}} }{2},\ \alpha_0 \right)",
        terms: ALPHA,
        source: "KGM08 §3",
    },
    Rule {
        key: "logwestwood+.w_max",
        kind: RuleKind::Decision,
        title: "The window at this loss is the new maximum.",
        formula: r"W_{\max} = {{w_max}},\quad \alpha = {{alpha}}",
        terms: &[
            term("w_max", r"W_{\max}", "segments", "The window before the loss."),
            term("alpha", r"\alpha", "", "Slowness of the next approach to this window."),
        ],
        source: "KGM08 §3",
    },
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];
static SLOWER: &Rule = &RULES[3];
static FASTER: &Rule = &RULES[4];
static W_MAX: &Rule = &RULES[5];

/// LogWestwood+'s state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    timeout_updates: bool,
    alpha_min: f64,
    alpha: f64,
    /// The window before the last loss, if there was one.
    w_max: Option<f64>,
    /// True if the window has reached Wmax since the last loss.
    crossed: bool,
    estimator: ewma_0_9::Estimator,
}

impl Algorithm {
    /// LogWestwood+ with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        let alpha = params.number("alpha");
        Algorithm {
            timeout_updates: params.choice("variant") == "rto_updates",
            alpha_min: alpha,
            alpha,
            w_max: None,
            crossed: false,
            estimator: ewma_0_9::Estimator::new(params),
        }
    }

    fn increment(&self, window: f64) -> f64 {
        match self.w_max {
            Some(w_max) if window < w_max => ((w_max - window) / (self.alpha * window)).max(1.0 / window),
            _ => 1.0 / window,
        }
    }

    /// If this ACK takes the window from below Wmax to Wmax or above, halves α.
    fn arrive(&mut self, before: f64, after: f64, log: &mut Decisions) {
        let Some(w_max) = self.w_max else { return };
        if before < w_max && after >= w_max && !self.crossed {
            self.crossed = true;
            let old = self.alpha;
            self.alpha = (old / 2.0).max(self.alpha_min);
            log.say(FASTER, &[self.alpha, old, after, w_max]);
        }
    }

    /// At a loss at `window`, adapts α first and then Wmax.
    fn adapt(&mut self, window: f64, log: &mut Decisions) {
        if let Some(w_max) = self.w_max {
            if window < w_max {
                let old = self.alpha;
                self.alpha = (2.0 * old).min(ALPHA_MAX);
                log.say(SLOWER, &[self.alpha, old, window, w_max]);
            }
        }
        self.w_max = Some(window);
        log.say(W_MAX, &[window, self.alpha]);
    }

    fn pipe(&self, c: &Connection) -> Pipe {
        Pipe { rate: self.estimator.estimate(c.now_s), rtt_min_s: c.min_rtt_s, whole: false }
    }
}

impl CongestionControl for Algorithm {
    fn start(&mut self, c: &Connection, _w: &mut Window) {
        self.estimator.start(c.now_s);
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        self.estimator.on_ack(&ack_view(c, ack, 0.0));
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        if !in_slow_start(c, ack, w, log, AVOIDANCE) {
            w.cwnd += self.increment(before) * ack.steps;
        }
        self.arrive(before, w.cwnd, log);
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.adapt(used(c, w), log);
        self.crossed = false;
        self.pipe(c).cut(c, false, w, log, LOSS);
    }

    fn on_timeout(&mut self, c: &Connection, _repeated: bool, w: &mut Window, log: &mut Decisions) {
        if self.timeout_updates {
            self.adapt(used(c, w), log);
        }
        self.crossed = false;
        self.pipe(c).restart(c, w, log, TIMEOUT);
    }

    fn estimate(&self, now_s: f64) -> Option<(&'static str, f64)> {
        Some((ewma_0_9::SPEC.id, self.estimator.estimate(now_s)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::Controller;
    use crate::cc::script::Script;

    /// A connection that grows back to `w_max`.
    fn climbing(variant: &'static str, w_max: f64, cwnd: f64) -> Script {
        let mut script = Script::with(SPEC.id, &[("variant", Setting::Choice(variant))], cwnd, 2.0);
        law(&mut script).w_max = Some(w_max);
        script
    }

    fn law(script: &mut Script) -> &mut Algorithm {
        match &mut script.cc {
            Controller::logwestwood_plus(inner) => inner,
            _ => unreachable!(),
        }
    }

    #[test]
    fn the_increment_shrinks_with_the_distance() {
        // algorithms.md V7.1 to V7.4
        for (cwnd, increment) in [(100.0, 1.0), (200.0, 0.25), (299.0, 0.003_344_48), (350.0, 0.002_857_14)] {
            let mut script = climbing("paper", 300.0, cwnd);
            script.acks(1);
            assert!((script.w.cwnd - cwnd - increment).abs() < 1e-8, "at {cwnd}");
        }
    }

    #[test]
    fn alpha_doubles_at_an_early_loss_and_is_halved_when_a_climb_arrives() {
        // algorithms.md V7.5
        let mut script = climbing("paper", 300.0, 250.0);
        script.lose();
        assert_eq!((law(&mut script).alpha, law(&mut script).w_max), (4.0, Some(250.0)));
        script.w = Window { cwnd: 249.999, ssthresh: 2.0 };
        script.acks(1);
        assert_eq!(law(&mut script).alpha, 2.0);
        script.w.cwnd = 280.0;
        script.lose();
        assert_eq!((law(&mut script).alpha, law(&mut script).w_max), (2.0, Some(280.0)));
        let said: Vec<&str> = script.said().iter().map(|(key, _)| *key).collect();
        assert!(said.contains(&"logwestwood+.slower") && said.contains(&"logwestwood+.faster"), "{said:?}");
    }

    #[test]
    fn an_rtt_halves_the_distance() {
        // algorithms.md V7.6: 1650, 1725, 1762.5, 1781.25 per RTT. Steps per ACK give slightly
        // smaller values.
        let mut script = climbing("paper", 1800.0, 1500.0);
        for expected in [1650.0, 1725.0, 1762.5, 1781.25] {
            let acks = script.w.cwnd as u64;
            let start = script.w.cwnd;
            script.acks(acks);
            let closed = (script.w.cwnd - start) / (1800.0 - start);
            assert!((0.38..=0.5).contains(&closed), "{closed} of the way to {expected}");
        }
        assert!(script.w.cwnd > 1740.0 && script.w.cwnd < 1781.25);
    }

    #[test]
    fn the_first_loss_changes_the_target_only() {
        let mut script = Script::new(SPEC.id, 100.0, 1e9);
        script.lose();
        assert_eq!((law(&mut script).alpha, law(&mut script).w_max), (2.0, Some(100.0)));
    }

    #[test]
    fn a_timeout_changes_the_target_only_if_asked_to() {
        let mut paper = climbing("paper", 300.0, 100.0);
        paper.time_out(false);
        assert_eq!((law(&mut paper).alpha, law(&mut paper).w_max), (2.0, Some(300.0)));
        assert_eq!(paper.w.cwnd, 1.0);
        let mut updating = climbing("rto_updates", 300.0, 100.0);
        updating.time_out(false);
        assert_eq!((law(&mut updating).alpha, law(&mut updating).w_max), (4.0, Some(100.0)));
    }
}
