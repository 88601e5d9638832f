//! Compound TCP: Reno's window plus a delay window, which grows fast while the delay shows an empty
//! queue.
//!
//! draft-sridharan-tcpm-ctcp-02. The window is c + d, where c is Reno's window and d the delay
//! window.
//!
//! ```text
//! ACK of new data   c ← c + 1/(c+d)
//! once per round    backlog = w·(1 − base/RTT)
//!                   backlog < γ:  d ← d + max(α·w^k − 1, 0)
//!                   otherwise:    d ← max(d − ζ·backlog, 0)
//! loss              c ← c/2;  d ← max(w·(1−β) − c/2, 0);  ssthresh ← c + d
//! timeout           d ← 0;  ssthresh ← max(w/2, 2);  cwnd ← 1
//! ```

use super::shared::{backlog, cut_to, in_slow_start, restart, rules, used};
use super::{Ack, CongestionControl, Connection, RecoverySupport, Round, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, Term, lean_rules, term};
use crate::choices::Recovery;
use crate::math::{pow, within};
use crate::trace::Decisions;

/// Compound uses SACK recovery unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// Bounds of a tuned γ, and the weight of a new observation in it.
const GAMMA_RANGE: (f64, f64) = (5.0, 30.0);
const GAMMA_GAIN: f64 = 0.5;

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "compound",
    name: "Compound TCP",
    summary: "Reno's window plus a delay window. The delay window fills the pipe and shrinks when a queue builds up.",
    source: "draft-sridharan-tcpm-ctcp-02; Tan, Song, Zhang & Sridharan 2006",
    parameters: &[
        Param::choice(
            "variant",
            &["draft", "tuned"],
            "`draft` uses the given γ; `tuned` learns γ from the backlog that Reno's part causes at losses.",
            "draft-sridharan-tcpm-ctcp-02",
        ),
        Param::number("alpha", "", 0.125, (0.0, 10.0), "Growth of the delay window.", "draft §3.2"),
        Param::number(
            "beta",
            "",
            0.5,
            (0.0, 0.9),
            "Fraction of the window that a loss removes.",
            "draft §3.2",
        ),
        Param::number("k", "", 0.75, (0.0, 1.0), "Exponent of the window in that growth.", "draft §3.2"),
        Param::number("zeta", "", 1.0, (0.0, 100.0), "How fast the delay window shrinks.", "draft §3.2"),
        Param::number(
            "gamma",
            "segments",
            30.0,
            (1.0, 1e4),
            "From this backlog on, the delay window shrinks.",
            "draft §3.2",
        ),
        Param::number(
            "low_window",
            "segments",
            38.0,
            (0.0, 1e4),
            "Below this window the delay window does not grow.",
            "Tan et al. 2006",
        ),
    ],
    departures: &[
        "KGM08 says that Compound gives up 0.125 of its window at a loss. But 0.125 is its α; its β is 1/2, as in the draft.",
        "A round with fewer than three RTT samples leaves the delay window as it is.",
    ],
    rules: &RULES,
};

const WINDOWS: &[Term] = &[
    term("delay", "d'", "segments", "The new delay window."),
    term("before", "d", "segments", "The old delay window."),
    term("window", "w", "segments", "The whole window."),
    term("backlog", r"\mathit{diff}", "segments", "Segments queued in the network."),
    term("gamma", r"\gamma", "segments", "The threshold."),
];

/// The decisions Compound explains.
pub static RULES: [Rule; 5] = lean_rules([
    Rule {
        key: "compound.loss",
        kind: RuleKind::WindowCut,
        title: "Loss detected: Reno's part is halved. The delay window is set so that both together are (1 − β) of the window.",
        formula: r"{{cwnd}} = {{reno}} + {{delay}},\quad \mathit{w} = {{window}}",
        terms: &[
            term("cwnd", "w'", "segments", "The new window."),
            term("reno", "c", "segments", "The new part of Reno."),
            term("delay", "d", "segments", "The new delay window."),
            term("window", "w", "segments", "The window before."),
        ],
        source: "draft-sridharan-tcpm-ctcp-02 §3.2",
    },
    rules::timeout("compound.timeout"),
    rules::avoidance(
        "compound.avoidance",
        "Slow start ends: the window is Reno's window plus the delay window.",
    ),
    Rule {
        key: "compound.grow",
        kind: RuleKind::Decision,
        title: "No queue: the delay window grows.",
        formula: r"{{backlog}} < {{gamma}} \ \Rightarrow\ {{delay}} = {{before}} + \max\left( \alpha {{window}}^k - 1,\ 0 \right)",
        terms: WINDOWS,
        source: "draft-sridharan-tcpm-ctcp-02 §3.2",
    },
    Rule {
        key: "compound.retreat",
        kind: RuleKind::Decision,
        title: "A queue builds up: the delay window shrinks.",
        formula: r"{{backlog}} \ge {{gamma}} \ \Rightarrow\ {{delay}} = \max\left( {{before}} - \zeta \cdot {{backlog}},\ 0 \right),\quad {{window}}",
        terms: WINDOWS,
        source: "draft-sridharan-tcpm-ctcp-02 §3.2",
    },
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];
static GROW: &Rule = &RULES[3];
static RETREAT: &Rule = &RULES[4];

/// Compound's state. Reno's part is the window minus the delay window.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    tuned: bool,
    alpha: f64,
    beta: f64,
    k: f64,
    zeta: f64,
    gamma: f64,
    low_window: f64,
    delay_window: f64,
    /// Backlog that Reno's part alone would cause, from the latest round.
    reno_backlog: f64,
}

impl Algorithm {
    /// Compound with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm {
            tuned: params.choice("variant") == "tuned",
            alpha: params.number("alpha"),
            beta: params.number("beta"),
            k: params.number("k"),
            zeta: params.number("zeta"),
            gamma: params.number("gamma"),
            low_window: params.number("low_window"),
            delay_window: 0.0,
            reno_backlog: 0.0,
        }
    }
}

impl CongestionControl for Algorithm {
    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if in_slow_start(c, ack, w, log, AVOIDANCE) {
            self.delay_window = 0.0;
        } else {
            w.cwnd += ack.steps / w.cwnd;
        }
    }

    fn on_round(&mut self, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
        if round.samples < 3 || w.cwnd < w.ssthresh {
            return;
        }
        let window = w.cwnd;
        let before = self.delay_window.min(window - 1.0).max(0.0);
        let waiting = backlog(window, c.min_rtt_s, round.min_rtt_s);
        self.reno_backlog = backlog(window - before, c.min_rtt_s, round.min_rtt_s);
        let rule = if waiting < self.gamma {
            let grow = window >= self.low_window;
            let step = if grow { (self.alpha * pow(window, self.k) - 1.0).max(0.0) } else { 0.0 };
            self.delay_window = before + step;
            GROW
        } else {
            self.delay_window = (before - self.zeta * waiting).max(0.0);
            RETREAT
        };
        w.cwnd = window - before + self.delay_window;
        if self.delay_window != before {
            log.say(rule, &[self.delay_window, before, window, waiting, self.gamma]);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let before = used(c, w);
        let reno = (before - self.delay_window).max(1.0);
        self.delay_window = (before * (1.0 - self.beta) - reno / 2.0).max(0.0);
        cut_to(c, reno / 2.0 + self.delay_window, w);
        log.say(LOSS, &[w.cwnd, reno / 2.0, self.delay_window, before]);
        if self.tuned {
            let observed = 0.75 * self.reno_backlog;
            let gamma = (1.0 - GAMMA_GAIN) * self.gamma + GAMMA_GAIN * observed;
            self.gamma = within(gamma, GAMMA_RANGE.0, GAMMA_RANGE.1);
        }
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.delay_window = 0.0;
        restart(c, repeated, w, log, TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::Controller;
    use crate::cc::script::Script;

    fn law(script: &mut Script) -> &mut Algorithm {
        match &mut script.cc {
            Controller::compound(inner) => inner,
            _ => unreachable!(),
        }
    }

    #[test]
    fn the_delay_window_grows_with_a_power_of_the_window() {
        // algorithms.md V14.1; below 38 segments the delay window does not grow.
        for (window, step) in [(100.0, 2.952_847_08), (400.0, 10.180_339_9), (16.0, 0.0)] {
            let mut script = Script::new(SPEC.id, window, 2.0);
            script.round(&[0.1; 5]);
            assert!((law(&mut script).delay_window - step).abs() < 1e-6, "at {window}");
            assert!((script.w.cwnd - window - step).abs() < 1e-6);
        }
    }

    #[test]
    fn a_queue_makes_it_retreat() {
        // algorithms.md V14.2
        let mut script = Script::new(SPEC.id, 100.0, 2.0);
        law(&mut script).delay_window = 40.0;
        script.round(&[0.15; 5]);
        assert!((law(&mut script).delay_window - 6.666_67).abs() < 1e-5);
        assert!((script.w.cwnd - 66.666_67).abs() < 1e-5);
        assert_eq!(script.said()[0].0, "compound.retreat");
    }

    #[test]
    fn a_loss_halves_the_whole() {
        // algorithms.md V14.3
        let mut script = Script::new(SPEC.id, 100.0, 2.0);
        law(&mut script).delay_window = 40.0;
        script.lose();
        assert_eq!((script.w.cwnd, law(&mut script).delay_window), (50.0, 20.0));
    }

    #[test]
    fn renos_part_grows_by_a_segment_per_whole_window() {
        // algorithms.md V14.4
        let mut script = Script::new(SPEC.id, 100.0, 2.0);
        law(&mut script).delay_window = 40.0;
        script.acks(1);
        assert!((script.w.cwnd - 100.01).abs() < 1e-9);
        assert_eq!(law(&mut script).delay_window, 40.0);
    }

    #[test]
    fn too_few_samples_change_nothing() {
        let mut script = Script::new(SPEC.id, 100.0, 2.0);
        script.round(&[0.1; 2]);
        assert_eq!(script.w.cwnd, 100.0);
    }

    #[test]
    fn a_tuned_threshold_follows_the_backlog_at_losses() {
        let mut script = Script::with(SPEC.id, &[("variant", Setting::Choice("tuned"))], 100.0, 2.0);
        script.round(&[0.11; 5]);
        script.lose();
        // Reno's part of 100 segments had a backlog of 9.09: (30 + 0.75·9.09)/2.
        assert!((law(&mut script).gamma - 18.409_09).abs() < 1e-4, "{}", law(&mut script).gamma);
    }
}
