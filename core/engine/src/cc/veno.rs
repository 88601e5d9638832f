//! Veno: uses Vegas' backlog to decide whether a loss is due to congestion, and reduces less if
//! not.
//!
//! Fu & Liew 2003; Linux, net/ipv4/tcp_veno.c. N is the backlog at the end of the last round.
//!
//! ```text
//! N = cwnd·(1 − base/RTT)        base: shortest RTT;  RTT: shortest of the round;  β = 3
//! ACK of new data   N < β:  cwnd ← cwnd + 1/cwnd;      N ≥ β:  half of that
//! loss              N < β:  cwnd ← 0.8·cwnd (random);  N ≥ β:  cwnd ← cwnd/2 (congestion)
//!                   ssthresh ← cwnd
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```

mod linux;

use super::shared::{backlog, cut_to, in_slow_start, restart, restart_to, rules, used};
use super::{Ack, CongestionControl, Connection, Needs, RecoverySupport, Round, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, Term, lean_rules, term};
use crate::choices::Recovery;
use crate::trace::Decisions;
use linux::Kernel;

/// Veno uses SACK recovery unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "veno",
    name: "Veno",
    summary: "A loss removes a fifth of the window while the queue is short, and half when it is long.",
    source: "Fu & Liew 2003; Linux, net/ipv4/tcp_veno.c",
    parameters: &[
        Param::choice(
            "variant",
            &["round", "linux"],
            "RTT that gives the backlog: `round` takes the shortest of the round; `linux` takes that of the newest acknowledged segment with every ACK, and counts whole segments.",
            "Linux, net/ipv4/tcp_veno.c",
        ),
        Param::number(
            "beta",
            "segments",
            3.0,
            (0.0, 1e4),
            "From this backlog on, a loss counts as congestion.",
            "Fu & Liew 2003",
        ),
    ],
    departures: &[
        "Above β the window grows with every ACK, by half a segment per RTT. The kernel skips every second increment, which is the same over two RTTs.",
        "In congestion avoidance `linux` counts ACKs and ignores `growth`, as the kernel's module.",
    ],
    rules: &RULES,
};

const LOSS_TERMS: &[Term] = &[
    term("cwnd", r"\mathit{cwnd}'", "segments", "The new window."),
    term("window", r"\mathit{cwnd}", "segments", "The window before."),
    term("backlog", "N", "segments", "Segments queued in the network."),
    term("beta", r"\beta", "segments", "The threshold."),
];

/// The decisions Veno explains.
pub static RULES: [Rule; 4] = lean_rules([
    Rule {
        key: "veno.random",
        kind: RuleKind::WindowCut,
        title: "Loss with a short queue: it counts as random, and the window shrinks by a fifth.",
        formula: r"{{backlog}} < {{beta}} \ \Rightarrow\ {{cwnd}} = 0.8 \cdot {{window}}",
        terms: LOSS_TERMS,
        source: "Fu & Liew 2003 §III",
    },
    Rule {
        key: "veno.congestion",
        kind: RuleKind::WindowCut,
        title: "Loss with a long queue: it counts as congestion, and the window is halved.",
        formula: r"{{backlog}} \ge {{beta}} \ \Rightarrow\ {{cwnd}} = \frac{ {{window}} }{2}",
        terms: LOSS_TERMS,
        source: "Fu & Liew 2003 §III",
    },
    rules::timeout_own("veno.timeout", "RFC 5681 §3.1"),
    rules::avoidance("veno.avoidance", "Slow start ends: the backlog sets the increase."),
]);
static RANDOM: &Rule = &RULES[0];
static CONGESTION: &Rule = &RULES[1];
static TIMEOUT: &Rule = &RULES[2];
static AVOIDANCE: &Rule = &RULES[3];

/// Veno's state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    kernel: Option<Kernel>,
    beta: f64,
    /// N of the last complete round.
    backlog: f64,
    /// True if the last round had enough samples.
    informed: bool,
}

impl Algorithm {
    /// Veno with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm {
            kernel: (params.choice("variant") == "linux").then(Kernel::new),
            beta: params.number("beta"),
            backlog: 0.0,
            informed: false,
        }
    }

    fn kept(&self, window: f64) -> f64 {
        let kept = if self.backlog < self.beta { 0.8 * window } else { window / 2.0 };
        if self.kernel.is_some() { kept.floor() } else { kept }
    }
}

impl CongestionControl for Algorithm {
    fn needs(&self) -> Needs {
        Needs { segment_log: self.kernel.is_some(), ..Needs::default() }
    }

    fn on_ack(&mut self, _c: &Connection, ack: &Ack) {
        if let Some(kernel) = &mut self.kernel {
            kernel.on_ack(ack);
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            if let Some(backlog) = kernel.on_increase(c, ack, self.beta, w, log) {
                self.backlog = backlog;
            }
            return;
        }
        if in_slow_start(c, ack, w, log, AVOIDANCE) {
            return;
        }
        let congested = self.informed && self.backlog >= self.beta;
        w.cwnd += if congested { 0.5 } else { 1.0 } * ack.steps / w.cwnd;
    }

    fn on_round(&mut self, c: &Connection, round: &Round, w: &mut Window, _log: &mut Decisions) {
        self.informed = round.samples >= 3;
        if self.informed && self.kernel.is_none() {
            self.backlog = backlog(w.cwnd, c.min_rtt_s, round.min_rtt_s);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            kernel.clear();
        }
        let before = cut_to(c, self.kept(used(c, w)), w);
        let rule = if self.backlog < self.beta { RANDOM } else { CONGESTION };
        log.say(rule, &[w.cwnd, before, self.backlog, self.beta]);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            kernel.clear();
            restart_to(c, self.kept(used(c, w)), repeated, w, log, TIMEOUT);
        } else {
            restart(c, repeated, w, log, TIMEOUT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    fn after_round(rtt_s: f64) -> Script {
        let mut script = Script::new(SPEC.id, 20.0, 2.0);
        script.round(&[rtt_s; 20]);
        script
    }

    #[test]
    fn a_long_queue_means_congestion() {
        // algorithms.md V17.1
        let mut script = after_round(0.12);
        script.lose();
        assert_eq!(script.w.cwnd, 10.0);
        let said = script.said();
        assert_eq!(said[0].0, "veno.congestion");
        assert!((said[0].1[2] - 3.333_33).abs() < 1e-5);
    }

    #[test]
    fn a_short_queue_means_a_random_loss() {
        // algorithms.md V17.2
        let mut script = after_round(0.11);
        script.lose();
        assert_eq!(script.w.cwnd, 16.0);
        assert_eq!(script.said()[0].0, "veno.random");
    }

    #[test]
    fn growth_is_halved_above_the_threshold() {
        // algorithms.md V17.3
        let mut congested = after_round(0.12);
        congested.acks(1);
        assert!((congested.w.cwnd - 20.025).abs() < 1e-12);
        let mut free = after_round(0.11);
        free.acks(1);
        assert!((free.w.cwnd - 20.05).abs() < 1e-12);
        // The last round had too few samples: growth as in Reno. The backlog is kept for a loss.
        congested.round(&[0.12; 2]);
        congested.w.cwnd = 20.0;
        congested.acks(1);
        assert!((congested.w.cwnd - 20.05).abs() < 1e-12);
        congested.w.cwnd = 20.0;
        congested.lose();
        assert_eq!(congested.w.cwnd, 10.0);
    }

    #[test]
    fn the_kernel_decides_with_every_ack() {
        let mut script = Script::with(SPEC.id, &[("variant", Setting::Choice("linux"))], 20.0, 2.0);
        script.acks(3);
        script.w.cwnd = 20.0;
        // One ACK had an RTT longer by 20 %: 20·(1 − 0.1/0.12) = 3.3 segments are queued.
        script.rtt(0.12);
        script.acks(1);
        script.w.cwnd = 20.0;
        script.lose();
        assert_eq!((script.w.cwnd, script.said()[0].0), (10.0, "veno.congestion"));
        script.rtt(0.1);
        script.w = Window { cwnd: 21.0, ssthresh: 2.0 };
        script.acks(1);
        script.lose();
        assert_eq!((script.w.cwnd, script.said()[0].0), (16.0, "veno.random"));
    }

    #[test]
    fn the_kernel_counts_what_waits_in_halves_rounded_up() {
        // 20·(1 − 0.1/0.115) = 2.6 segments, which is 6 halves: as many as β.
        let mut script = Script::with(SPEC.id, &[("variant", Setting::Choice("linux"))], 20.0, 2.0);
        script.acks(3);
        script.w.cwnd = 20.0;
        script.rtt(0.115);
        script.acks(1);
        script.w.cwnd = 20.0;
        script.lose();
        assert_eq!((script.w.cwnd, script.said()[0].0), (10.0, "veno.congestion"));
    }

    #[test]
    fn the_kernel_skips_every_second_segment_under_congestion() {
        let mut script = Script::with(SPEC.id, &[("variant", Setting::Choice("linux"))], 20.0, 2.0);
        script.acks(3);
        script.lose();
        script.w = Window { cwnd: 20.0, ssthresh: 2.0 };
        script.rtt(0.12);
        let windows: Vec<f64> = (0..3).map(|_| (script.acks(21), script.w.cwnd).1).collect();
        // 20 counted ACKs and one more give a segment. The next 22 give none, and the next 22
        // another.
        assert_eq!(windows, [21.0, 21.0, 21.0]);
        script.acks(3);
        assert_eq!(script.w.cwnd, 22.0);
    }

    #[test]
    fn the_kernels_timeout_keeps_what_a_loss_would() {
        let mut script = Script::with(SPEC.id, &[("variant", Setting::Choice("linux"))], 20.0, 2.0);
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 16.0));
    }
}
