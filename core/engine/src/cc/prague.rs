//! TCP Prague: DCTCP for the Internet. It paces, varies little under random marks, is fair across
//! RTTs, and responds to losses as Reno.
//!
//! draft-briscoe-iccrg-prague-congestion-control; ecn-and-l4s §5.2.
//!
//! ```text
//! each virtual RTT  α ← α + g·(marked/acknowledged − α)        virtual RTT: max(SRTT, 25 ms)
//! ACK               below ssthresh:  cwnd ← cwnd + u           u: delivered and not marked
//!                   otherwise:       cwnd ← cwnd + u·min(SRTT/25 ms, 1)²/cwnd
//! mark              once per virtual RTT:  cwnd ← max(cwnd·(1 − α/2), 2),  ssthresh ← cwnd
//! loss, timeout     as Reno
//! ```

use super::shared::{MarkedFraction, cut_by, cut_to, restart, rules, used};
use super::{
    Ack, CongestionControl, Connection, Features, MarkResponse, Needs, Notice, RecoverySupport, Round, State,
    Window,
};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, lean_rules, term};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// Prague uses SACK recovery unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "prague",
    name: "TCP Prague",
    summary: "DCTCP for the Internet: a paced L4S sender that gets about two marks per RTT. It needs accurate ECN and a queue for L4S.",
    source: "draft-briscoe-iccrg-prague-congestion-control; tcp_prague.c of the L4S team",
    parameters: &[
        Param::number(
            "g",
            "",
            1.0 / 16.0,
            (1.0 / 1024.0, 1.0),
            "Weight of the latest round in the estimate α.",
            "draft-briscoe-iccrg-prague-congestion-control",
        ),
        Param::number(
            "rtt_virtual",
            "s",
            0.025,
            (0.0, 1.0),
            "A flow with a shorter RTT grows and reduces as if its RTT were this long. 0 turns this off.",
            "tcp_prague.c, prague_rtt_target",
        ),
        Param::integer(
            "transition",
            "",
            0.0,
            (0.0, 10_000.0),
            "Rounds after slow start until the virtual RTT applies.",
            "tcp_prague.c: 500; UDP Prague: none",
        ),
        Param::choice(
            "loss_response",
            &["reno", "cubic"],
            "A loss leaves half of the window (`reno`) or 0.7 of it (`cubic`).",
            "draft-briscoe-iccrg-prague-congestion-control",
        ),
        Param::number(
            "alpha_0",
            "",
            1.0,
            (0.0, 1.0),
            "α before the first mark.",
            "tcp_prague.c; UDP Prague: 0",
        ),
    ],
    departures: &[
        "There is no fall-back for bottlenecks with classic marks. tcp_prague.c has turned it off too.",
        "There are no windows below one segment, no bursts by segmentation offload, and no early end of slow start.",
        "`cubic` changes only the factor at a loss. The growth stays linear.",
        "Without ECN it follows New Reno's rules.",
    ],
    rules: &RULES,
};

/// The decisions Prague explains.
pub static RULES: [Rule; 6] = lean_rules([
    rules::factor("prague.loss", "Loss detected: the window is reduced.", "RFC 5681 eq. (4)"),
    rules::timeout("prague.timeout"),
    rules::avoidance("prague.avoidance", "Slow start ends: congestion avoidance begins."),
    Rule {
        key: "prague.alpha",
        kind: RuleKind::Decision,
        title: "A round is over: the estimate of the marked fraction is updated.",
        formula: r"{{old}} + {{g}}\,({{fraction}} - {{old}}) = {{alpha}}",
        terms: &[
            term("old", r"\alpha", "", "The estimate before."),
            term("g", "g", "", "Weight of the latest round."),
            term("fraction", "F", "", "Marked segments of the round / its segments."),
            term("alpha", r"\alpha'", "", "The estimate now."),
        ],
        source: "draft-briscoe-iccrg-prague-congestion-control",
    },
    Rule {
        key: "prague.mark",
        kind: RuleKind::WindowCut,
        title: "Marks were reported: the window is reduced in proportion to their estimated fraction.",
        formula: r"{{cwnd}} = \max\left( {{before}}\cdot(1 - {{alpha}}/2),\ 2 \right),\quad \text{next not before}\ {{vrtt}}",
        terms: &[
            term(
                "cwnd",
                r"\mathit{cwnd}'",
                "segments",
                "The new window. It is also the slow-start threshold.",
            ),
            term("before", r"\mathit{cwnd}", "segments", "The window before."),
            term("alpha", r"\alpha", "", "The estimated fraction of marked segments."),
            term("vrtt", r"\mathit{RTT}_v", "s", "The virtual RTT."),
        ],
        source: "draft-briscoe-iccrg-prague-congestion-control",
    },
    Rule {
        key: "prague.held",
        kind: RuleKind::Decision,
        title: "Marks were reported, but the window was already reduced in this virtual RTT.",
        formula: r"{{since}} < {{vrtt}}",
        terms: &[
            term("since", "t", "s", "Time since the last reduction."),
            term("vrtt", r"\mathit{RTT}_v", "s", "The virtual RTT."),
        ],
        source: "draft-briscoe-iccrg-prague-congestion-control",
    },
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];
static ALPHA: &Rule = &RULES[3];
static MARK: &Rule = &RULES[4];
static HELD: &Rule = &RULES[5];

/// Prague's state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    g: f64,
    rtt_virtual_s: f64,
    transition: u64,
    kept_at_loss: f64,
    alpha: f64,
    saw_mark: bool,
    observed: MarkedFraction,
    updated_s: f64,
    reduced_s: f64,
    /// Rounds since the end of slow start; `None` during the first slow start.
    rounds: Option<u64>,
    /// Values of the latest update of the estimate that are not reported yet.
    unreported: Option<[f64; 4]>,
    /// The pacing rate in segments per second.
    rate: Option<f64>,
}

impl Algorithm {
    /// Prague with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm {
            g: params.number("g"),
            rtt_virtual_s: params.number("rtt_virtual"),
            transition: params.number("transition") as u64,
            kept_at_loss: if params.choice("loss_response") == "cubic" { 0.7 } else { 0.5 },
            alpha: params.number("alpha_0"),
            saw_mark: false,
            observed: MarkedFraction::default(),
            updated_s: f64::NEG_INFINITY,
            reduced_s: f64::NEG_INFINITY,
            rounds: None,
            unreported: None,
            rate: None,
        }
    }

    fn is_independent(&self) -> bool {
        self.rtt_virtual_s > 0.0 && self.rounds.is_some_and(|rounds| rounds >= self.transition)
    }

    /// The RTT that sets its growth and its reductions.
    fn virtual_rtt_s(&self, c: &Connection) -> f64 {
        if self.is_independent() { c.srtt_s.max(self.rtt_virtual_s) } else { c.srtt_s }
    }

    fn tell(&mut self, log: &mut Decisions) {
        if let Some(values) = self.unreported.take() {
            log.say(ALPHA, &values);
        }
    }

    fn pace(&mut self, c: &Connection, w: &Window) {
        if c.srtt_s > 0.0 {
            let rate = w.cwnd / c.srtt_s;
            self.rate = Some(if w.cwnd < w.ssthresh / 2.0 { 2.0 * rate } else { rate });
        }
    }

    fn leave_slow_start(&mut self) {
        self.rounds = self.rounds.or(Some(0));
    }
}

impl CongestionControl for Algorithm {
    fn features() -> &'static Features {
        // tcp_prague.c, prague_cong_control: it keeps the fraction of the window (`frac_cwnd`), reduces it
        // without PRR, and lets it grow unless the application limits the flow. A paced flow seldom fills its
        // window, so that tcp_is_cwnd_limited would hold it down.
        const FEATURES: Features = Features {
            own_control: &["cwnd_validation", "growth", "idle_restart", "reduction"],
            ..Features::NONE
        };
        &FEATURES
    }

    fn needs(&self) -> Needs {
        Needs { paces: true, grows_with_marks: true, marks: MarkResponse::Scalable, ..Needs::default() }
    }

    fn start(&mut self, c: &Connection, w: &mut Window) {
        self.observed.end_at(c.una);
        self.pace(c, w);
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        self.observed.count(ack);
        self.saw_mark |= ack.marked > 0;
        let waits = self.is_independent() && c.now_s - self.updated_s < self.virtual_rtt_s(c);
        if !self.observed.is_over(c) || waits {
            return;
        }
        if self.saw_mark {
            let (old, (marked, acked)) = (self.alpha, self.observed.counts());
            let fraction = marked / acked;
            self.alpha = old + self.g * (fraction - old);
            self.unreported = Some([old, self.g, fraction, self.alpha]);
        }
        self.observed.begin(c);
        self.updated_s = c.now_s;
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        self.tell(log);
        let unmarked = ack.delivered.saturating_sub(ack.marked) as f64;
        if unmarked > 0.0 && c.state != State::Recovery {
            if w.cwnd < w.ssthresh {
                w.cwnd += unmarked;
                if w.cwnd >= w.ssthresh {
                    log.say(AVOIDANCE, &[w.cwnd, w.ssthresh]);
                    self.leave_slow_start();
                }
            } else {
                let part = if self.is_independent() { (c.srtt_s / self.rtt_virtual_s).min(1.0) } else { 1.0 };
                w.cwnd += unmarked * part * part / w.cwnd;
            }
        }
        self.pace(c, w);
    }

    fn on_round(&mut self, _c: &Connection, _round: &Round, w: &mut Window, _log: &mut Decisions) {
        if w.cwnd >= w.ssthresh {
            self.rounds = self.rounds.map(|rounds| rounds + 1);
        }
    }

    fn on_mark(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        self.tell(log);
        let (since_s, vrtt_s) = (c.now_s - self.reduced_s, self.virtual_rtt_s(c));
        if self.is_independent() && since_s < vrtt_s {
            log.say(HELD, &[since_s, vrtt_s]);
            return false;
        }
        let before = cut_to(c, used(c, w) * (1.0 - self.alpha / 2.0), w);
        self.reduced_s = c.now_s;
        self.leave_slow_start();
        log.say(MARK, &[w.cwnd, before, self.alpha, vrtt_s]);
        self.pace(c, w);
        true
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        cut_by(c, self.kept_at_loss, w, log, LOSS);
        self.leave_slow_start();
        self.pace(c, w);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        restart(c, repeated, w, log, TIMEOUT);
        (self.alpha, self.saw_mark) = (1.0, false);
        self.leave_slow_start();
        self.pace(c, w);
    }

    fn on_notice(&mut self, c: &Connection, _notice: Notice, w: &mut Window, _log: &mut Decisions) {
        self.pace(c, w);
    }

    fn pacing_rate(&self) -> Option<f64> {
        self.rate
    }

    fn marked_fraction(&self) -> Option<f64> {
        Some(self.alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    /// Prague after slow start, with this RTT and this estimate.
    fn at(cwnd: f64, rtt_s: f64, alpha: f64, set: &[(&str, Setting)]) -> Script {
        let settings = [&[("alpha_0", Setting::Number(alpha))], set].concat();
        let mut script = Script::with(SPEC.id, &settings, cwnd, 2.0);
        script.rtt(rtt_s);
        let super::super::Controller::prague(prague) = &mut script.cc else { panic!("Prague") };
        prague.rounds = Some(0);
        script
    }

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-9, "{value} against {expected}");
    }

    #[test]
    fn only_unmarked_segments_grow_the_window() {
        // ecn-and-l4s E5.7.
        for (rtt_s, cwnd) in [(0.05, 20.05), (0.025, 20.05), (0.01, 20.008)] {
            let mut script = at(20.0, rtt_s, 0.2, &[]);
            script.marked_ack(1, 0);
            close(script.w.cwnd, cwnd);
        }
        let mut script = at(20.0, 0.01, 0.2, &[]);
        script.marked_ack(4, 1);
        close(script.w.cwnd, 20.024);
        let mut off = at(20.0, 0.01, 0.2, &[("rtt_virtual", Setting::Number(0.0))]);
        off.marked_ack(1, 0);
        close(off.w.cwnd, 20.05);
    }

    #[test]
    fn marks_cut_in_proportion_and_losses_by_a_factor() {
        // ecn-and-l4s E5.8.
        let marked = |cwnd, alpha| {
            let mut script = at(cwnd, 0.05, alpha, &[]);
            assert!(script.mark());
            script.w.cwnd
        };
        close(marked(20.0, 1.0), 10.0);
        close(marked(20.0, 0.2), 18.0);
        close(marked(2.05, 0.2), 2.0);
        let lost = |response| {
            let mut script = at(20.0, 0.05, 0.2, &[("loss_response", Setting::Choice(response))]);
            script.lose();
            script.w.cwnd
        };
        close(lost("reno"), 10.0);
        close(lost("cubic"), 14.0);
    }

    #[test]
    fn a_virtual_rtt_passes_between_two_cuts() {
        // ecn-and-l4s E5.9.
        let cuts = |rtt_s| {
            let mut script = at(20.0, rtt_s, 0.2, &[]);
            [1.0, 1.012, 1.026, 1.052].map(|now_s| {
                script.c.now_s = now_s;
                script.mark()
            })
        };
        assert_eq!(cuts(0.01), [true, false, true, true]);
        assert_eq!(cuts(0.04), [true, false, false, true]);
    }

    #[test]
    fn packets_are_paced_at_one_window_per_rtt() {
        let mut script = at(20.0, 0.05, 0.2, &[]);
        script.marked_ack(1, 0);
        close(script.cc.pacing_rate().expect("it paces"), script.w.cwnd / 0.05);
        script.w.ssthresh = 100.0;
        script.marked_ack(1, 0);
        close(script.cc.pacing_rate().expect("it paces"), 2.0 * script.w.cwnd / 0.05);
    }
}
