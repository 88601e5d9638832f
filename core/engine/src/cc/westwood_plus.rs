//! Westwood+: at a loss the window is set to what the path delivered, not to half of what was sent.
//!
//! GM04 §2.1. An end-to-end estimate BWE of the bandwidth the connection gets is kept from the ACK stream, one sample per
//! RTT through a 0.9 filter (estimator `ewma-0.9`); a loss sets the window to the estimated pipe.
//!
//! ```text
//! ACK of new data   as Reno
//! loss              ssthresh ← max(BWE·RTTmin/seg_size, 2);  cwnd ← min(cwnd, ssthresh)
//! timeout           ssthresh as above;  cwnd ← 1
//! ```
//! With BWE in segments per second the segment size cancels.

use super::shared::{halve, leave_slow_start, reno_increase};
use super::{Ack, CongestionControl, Connection, RecoveryChoice, Window, ack_view};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, Term, term};
use crate::estimator::{Estimate, ewma_0_9};
use crate::setup::Recovery;
use crate::trace::Decisions;

/// The ns-2 modules of the Westwood family ride on New Reno.
pub const RECOVERY: RecoveryChoice = RecoveryChoice::Default(Recovery::NewReno);

const VARIANTS: &[&str] = &["paper", "paper_uncond"];

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "westwood+",
    name: "Westwood+",
    summary: "Sets the window at a loss to the bandwidth it measured times the shortest RTT it saw.",
    source: "GM04 §2.1 and eq. (1)",
    parameters: &[Param::choice(
        "variant",
        VARIANTS,
        "`paper` never raises the window at a loss; `paper_uncond` sets it to ssthresh whatever it was.",
        "GM04 §2.1 prints the unconditional form; the module it cites only lowers",
    )],
    departures: &[
        "After a loss cwnd is lowered to ssthresh and never raised to it: the paper's pseudo-code is unconditional, the ns-2 module it cites is not, and raising the window at a loss is unsafe. `variant: paper_uncond` follows the print.",
        "The estimate starts from zero and is filtered up from there, as in the ns-2 module; the paper is silent. During the first ten RTTs it is far too low.",
    ],
    rules: &RULES,
};

const PIPE: &[Term] = &[
    term(
        "ssthresh",
        r"\mathit{ssthresh}",
        "segments",
        "The estimated pipe: what fits between sender and receiver without a queue.",
    ),
    term("bwe", r"\mathit{BWE}", "bit/s", "The estimated bandwidth."),
    term(
        "rtt_min",
        r"\mathit{RTT}_{\min}",
        "s",
        "The shortest RTT seen.",
    ),
    term("segment", r"\mathit{seg}", "bit", "Size of a segment."),
    term("before", r"\mathit{cwnd}", "segments", "The window before."),
    term("cwnd", r"\mathit{cwnd}'", "segments", "The window after."),
];

/// The decisions Westwood+ explains.
pub static RULES: [Rule; 3] = [
    Rule {
        key: "westwood+.loss",
        kind: RuleKind::WindowCut,
        title: "Loss detected by duplicate ACKs: the window is set to the measured pipe.",
        formula: concat!(
            r"{{ssthresh}} = \max\left( {{bwe}} \cdot {{rtt_min}} / {{segment}},\ 2 \right),\quad ",
            r"{{cwnd}} = \min\left( {{before}},\ {{ssthresh}} \right)"
        ),
        terms: PIPE,
        source: "GM04 §2.1",
    },
    Rule {
        key: "westwood+.timeout",
        kind: RuleKind::WindowCut,
        title: "Retransmission timeout: slow start up to the measured pipe.",
        formula: concat!(
            r"{{ssthresh}} = \max\left( {{bwe}} \cdot {{rtt_min}} / {{segment}},\ 2 \right),\quad ",
            r"{{before}} \rightarrow {{cwnd}}"
        ),
        terms: PIPE,
        source: "GM04 §2.1",
    },
    Rule {
        key: "westwood+.avoidance",
        kind: RuleKind::Phase,
        title: "Slow start ends: from here one segment per RTT.",
        formula: r"{{cwnd}} \ge {{ssthresh}}",
        terms: &[
            term("cwnd", r"\mathit{cwnd}", "segments", "The window."),
            term(
                "ssthresh",
                r"\mathit{ssthresh}",
                "segments",
                "The slow-start threshold.",
            ),
        ],
        source: "RFC 5681 §3.1",
    },
];
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];

/// Westwood+'s state: the estimator.
#[derive(Clone, Debug)]
pub struct Algorithm {
    unconditional: bool,
    estimator: ewma_0_9::Estimator,
}

impl Algorithm {
    /// Westwood+ with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm {
            unconditional: params.choice("variant") == "paper_uncond",
            estimator: ewma_0_9::Estimator::new(&Params::defaults(ewma_0_9::SPEC.parameters)),
        }
    }

    /// The estimated pipe in segments, at least 2. Before the first RTT sample there is nothing to estimate from.
    fn pipe(&self, c: &Connection) -> Option<f64> {
        let pipe = self.estimator.estimate(c.now_s) * c.min_rtt_s;
        pipe.is_finite().then_some(pipe.max(2.0))
    }

    fn values(&self, c: &Connection, before: f64, w: &Window) -> [f64; 6] {
        let bwe_bps = self.estimator.estimate(c.now_s) * c.segment_bits;
        [
            w.ssthresh,
            bwe_bps,
            c.min_rtt_s,
            c.segment_bits,
            before,
            w.cwnd,
        ]
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
        let before = *w;
        reno_increase(c, ack, w);
        if leave_slow_start(&before, w) {
            log.say(AVOIDANCE, &[w.cwnd, w.ssthresh]);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        match self.pipe(c) {
            Some(pipe) => {
                w.ssthresh = pipe;
                w.cwnd = if self.unconditional {
                    pipe
                } else {
                    before.min(pipe)
                };
            }
            None => {
                halve(c, w);
            }
        }
        log.say(LOSS, &self.values(c, before, w));
    }

    fn on_timeout(&mut self, c: &Connection, _repeated: bool, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        w.ssthresh = self.pipe(c).unwrap_or((before / 2.0).max(2.0));
        w.cwnd = 1.0;
        log.say(TIMEOUT, &self.values(c, before, w));
    }

    fn estimate(&self, now_s: f64) -> Option<(&'static str, f64)> {
        Some((ewma_0_9::SPEC.id, self.estimator.estimate(now_s)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    /// A connection whose estimate is `bwe_bps`, with a shortest RTT of 0.25 s.
    fn settled(variant: &'static str, cwnd: f64, bwe_bps: f64) -> Script {
        let mut script = Script::with(
            SPEC.id,
            &[("variant", Setting::Choice(variant))],
            cwnd,
            1.0e9,
        );
        script.c.min_rtt_s = 0.25;
        if let crate::cc::Controller::westwood_plus(inner) = &mut script.cc {
            inner.estimator = ewma_0_9::Estimator::settled_at(bwe_bps / 12_000.0);
        }
        script
    }

    #[test]
    fn a_loss_sets_the_window_to_the_estimated_pipe() {
        // algorithms.md V6.3: BWE 1 Mbit/s, RTTmin 0.25 s, 12000-bit segments.
        let mut script = settled("paper", 80.0, 1e6);
        script.lose();
        assert!(
            (script.w.ssthresh - 20.8333).abs() < 1e-4,
            "{}",
            script.w.ssthresh
        );
        assert!((script.w.cwnd - 20.8333).abs() < 1e-4);
    }

    #[test]
    fn a_loss_never_raises_the_window_but_in_the_printed_form() {
        let mut lowers = settled("paper", 15.0, 1e6);
        lowers.lose();
        assert_eq!(lowers.w.cwnd, 15.0);
        let mut printed = settled("paper_uncond", 15.0, 1e6);
        printed.lose();
        assert!((printed.w.cwnd - 20.8333).abs() < 1e-4);
    }

    #[test]
    fn at_capacity_the_cycle_is_close_to_new_renos() {
        // algorithms.md V6.5: BWE 2 Mbit/s, RTTmin 0.25 s.
        let mut script = settled("paper", 81.7, 2e6);
        script.lose();
        assert!((script.w.cwnd - 41.6667).abs() < 1e-4);
    }

    #[test]
    fn a_timeout_keeps_the_estimate_and_restarts_from_one() {
        let mut script = settled("paper", 80.0, 1e6);
        script.time_out(false);
        assert_eq!(script.w.cwnd, 1.0);
        assert!((script.w.ssthresh - 20.8333).abs() < 1e-4);
        assert_eq!(script.said()[0].0, "westwood+.timeout");
    }

    #[test]
    fn without_bandwidth_the_threshold_is_two() {
        let mut script = Script::new(SPEC.id, 10.0, 1.0e9);
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (2.0, 2.0));
    }
}
