//! DCTCP: estimates the fraction of marked segments and reduces the window in proportion to it.
//!
//! RFC 8257; SIGCOMM 2010 §3; ecn-and-l4s §4. A queue that marks all packets above a threshold (the
//! discipline `step`) then stays short at full rate.
//!
//! ```text
//! each window     F = marked/acknowledged,  α ← (1 − g)·α + g·F                      g = 1/16
//! ACK without a mark: as Reno
//! mark            once per window:  cwnd ← max(cwnd·(1 − α/2), 2),  ssthresh ← cwnd
//! loss, timeout   as Reno; α is unchanged
//! ```

use super::shared::{MarkedFraction, cut_to, halve, reno_increase, restart, rules, used};
use super::{Ack, CongestionControl, Connection, MarkResponse, Needs, RecoverySupport, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, lean_rules, term};
use crate::choices::{AckCounting, Recovery};
use crate::trace::Decisions;

/// DCTCP uses SACK recovery unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "dctcp",
    name: "DCTCP",
    summary: "Reduces the window in proportion to the fraction of marked segments. It needs ECN and a queue that marks early.",
    source: "RFC 8257; DCTCP (SIGCOMM 2010) §3",
    parameters: &[
        Param::choice(
            "variant",
            &["rfc", "linux_cwr"],
            "After a reduction, the window of `rfc` grows again at once; that of `linux_cwr` one window later, as in the kernel.",
            "RFC 8257 §3.3; Linux, tcp_dctcp.c",
        ),
        Param::number(
            "g",
            "",
            1.0 / 16.0,
            (1.0 / 1024.0, 1.0),
            "Weight of the latest window in the estimate α.",
            "RFC 8257 §4.2",
        ),
        Param::number("alpha_0", "", 1.0, (0.0, 1.0), "α before the first window.", "RFC 8257 §4.2"),
        Param::choice(
            "feedback",
            &["ce-state", "counts"],
            "How the receiver reports marks: `ce-state` with one bit, and an ACK whenever it changes; `counts` with the number of marks.",
            "RFC 8257 §3.2; RFC 9768 §3.2",
        ),
    ],
    departures: &[
        "It counts segments, not bytes. SACKed segments count as delivered, as in Linux.",
        "α is a real number; Linux counts it in 1024ths.",
        "Without ECN it follows New Reno's rules, as in Linux.",
    ],
    rules: &RULES,
};

/// The decisions DCTCP explains.
pub static RULES: [Rule; 5] = lean_rules([
    rules::halving("dctcp.loss", "RFC 8257 §3.5"),
    rules::timeout("dctcp.timeout"),
    rules::avoidance("dctcp.avoidance", "Slow start ends: congestion avoidance begins."),
    Rule {
        key: "dctcp.alpha",
        kind: RuleKind::Decision,
        title: "A window of data is acknowledged: the estimate of the marked fraction is updated.",
        formula: r"(1 - {{g}})\,{{old}} + {{g}}\cdot\frac{ {{marked}} }{ {{acked}} } = {{alpha}}",
        terms: &[
            term("g", "g", "", "Weight of the latest window."),
            term("old", r"\alpha", "", "The estimate before."),
            term("marked", r"n_{\mathrm{CE}}", "segments", "Marked segments of the window."),
            term("acked", "n", "segments", "Segments of the window."),
            term("alpha", r"\alpha'", "", "The estimate now."),
        ],
        source: "RFC 8257 §3.3",
    },
    Rule {
        key: "dctcp.mark",
        kind: RuleKind::WindowCut,
        title: "Marks were reported: the window is reduced in proportion to their estimated fraction.",
        formula: r"{{cwnd}} = \max\left( {{before}}\cdot(1 - {{alpha}}/2),\ 2 \right)",
        terms: &[
            term(
                "cwnd",
                r"\mathit{cwnd}'",
                "segments",
                "The new window. It is also the slow-start threshold.",
            ),
            term("before", r"\mathit{cwnd}", "segments", "The window before."),
            term("alpha", r"\alpha", "", "The estimated fraction of marked segments."),
        ],
        source: "RFC 8257 §3.3",
    },
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];
static ALPHA: &Rule = &RULES[3];
static MARK: &Rule = &RULES[4];

/// DCTCP's state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    waits_a_window: bool,
    marks: MarkResponse,
    g: f64,
    alpha: f64,
    observed: MarkedFraction,
    /// Values of the latest update of the estimate that are not reported yet.
    unreported: Option<[f64; 5]>,
    /// No growth until this segment is acknowledged (`linux_cwr`).
    grows_above: u64,
}

impl Algorithm {
    /// DCTCP with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm {
            waits_a_window: params.choice("variant") == "linux_cwr",
            marks: match params.choice("feedback") {
                "ce-state" => MarkResponse::CountsChanges,
                _ => MarkResponse::Counts,
            },
            g: params.number("g"),
            alpha: params.number("alpha_0"),
            observed: MarkedFraction::default(),
            unreported: None,
            grows_above: 0,
        }
    }

    fn tell(&mut self, log: &mut Decisions) {
        if let Some(values) = self.unreported.take() {
            log.say(ALPHA, &values);
        }
    }
}

impl CongestionControl for Algorithm {
    fn needs(&self) -> Needs {
        Needs { marks: self.marks, ..Needs::default() }
    }

    fn start(&mut self, c: &Connection, _w: &mut Window) {
        self.observed.end_at(c.una);
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        self.observed.count(ack);
        if !self.observed.is_over(c) {
            return;
        }
        let (old, (marked, acked)) = (self.alpha, self.observed.counts());
        self.alpha = (1.0 - self.g) * old + self.g * (marked / acked);
        if old > 0.0 || marked > 0.0 {
            self.unreported = Some([self.g, old, marked, acked, self.alpha]);
        }
        self.observed.begin(c);
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        self.tell(log);
        if !self.waits_a_window || c.una > self.grows_above {
            reno_increase(c, ack, w, log, AVOIDANCE);
        }
    }

    fn on_mark(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        self.tell(log);
        let before = used(c, w);
        let target = if c.growth == AckCounting::LinuxCount {
            // A kernel subtracts whole segments (tcp_dctcp.c, dctcp_ssthresh).
            before.floor() - (before.floor() * self.alpha / 2.0).floor()
        } else {
            before * (1.0 - self.alpha / 2.0)
        };
        cut_to(c, target, w);
        log.say(MARK, &[w.cwnd, before, self.alpha]);
        self.grows_above = c.max;
        true
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let before = halve(c, w);
        log.say(LOSS, &[w.ssthresh, before]);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        restart(c, repeated, w, log, TIMEOUT);
        self.observed.end_at(c.max);
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

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6, "{value} against {expected}");
    }

    /// DCTCP with an initial estimate of `alpha`.
    fn at(cwnd: f64, alpha: f64) -> Script {
        Script::with(SPEC.id, &[("alpha_0", Setting::Number(alpha))], cwnd, 2.0)
    }

    fn alpha(script: &Script) -> f64 {
        script.cc.marked_fraction().expect("it has one")
    }

    #[test]
    fn the_estimate_follows_the_marked_fraction() {
        // ecn-and-l4s E4.1: windows of 8 segments with 0, 0, 4 and 8 marks.
        let mut script = at(8.0, 1.0);
        let mut seen = Vec::new();
        let window = |script: &mut Script, marks: u64| {
            // An ACK of more segments than the window ends the window.
            script.w.cwnd = 7.0;
            script.marked_ack(8, marks);
            alpha(script)
        };
        for marks in [0, 0, 4, 8] {
            seen.push(window(&mut script, marks));
        }
        for (value, expected) in seen.iter().zip([0.9375, 0.878_906_25, 0.855_224_6, 0.864_273]) {
            close(*value, expected);
        }
        let mut quiet = at(8.0, 1.0);
        (0..20).for_each(|_| {
            window(&mut quiet, 0);
        });
        close(alpha(&quiet), 0.275_058_8);
    }

    #[test]
    fn the_window_is_cut_in_proportion_after_the_estimate_has_moved() {
        // ecn-and-l4s E4.2: 12 of 60 segments marked.
        let mut script = at(60.0, 0.3);
        script.marked_ack(60, 12);
        close(alpha(&script), 0.293_75);
        script.w.cwnd = 60.0;
        script.mark();
        close(script.w.cwnd, 51.187_5);
        let keys: Vec<&str> = script.said().iter().map(|(key, _)| *key).collect();
        assert_eq!(keys, ["dctcp.alpha", "dctcp.mark"]);
    }

    #[test]
    fn a_kernel_takes_whole_segments_away() {
        let cut = |growth| {
            let mut script = at(102.6, 0.0771);
            script.c.growth = growth;
            script.mark();
            script.w.cwnd
        };
        // 102·0.0771/2 is 3.93: three segments are subtracted.
        assert_eq!(cut(AckCounting::LinuxCount), 99.0);
        close(cut(AckCounting::PerAck), 102.6 * (1.0 - 0.0771 / 2.0));
    }

    #[test]
    fn losses_and_timeouts_are_renos() {
        // ecn-and-l4s E4.3.
        let marked = |cwnd, alpha| {
            let mut script = at(cwnd, alpha);
            script.mark();
            (script.w.cwnd, script.w.ssthresh)
        };
        assert_eq!(marked(60.0, 0.1), (57.0, 57.0));
        assert_eq!(marked(60.0, 1.0), (30.0, 30.0));
        assert_eq!(marked(2.0, 1.0), (2.0, 2.0));
        let mut script = at(60.0, 0.1);
        script.lose();
        assert_eq!((script.w.cwnd, alpha(&script)), (30.0, 0.1));
        let mut script = at(60.0, 0.1);
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh, alpha(&script)), (1.0, 30.0, 0.1));
    }

    #[test]
    fn the_kernel_waits_a_window_before_it_grows_again() {
        let grown = |variant| {
            let settings = [("variant", Setting::Choice(variant)), ("alpha_0", Setting::Number(0.1))];
            let mut script = Script::with(SPEC.id, &settings, 60.0, 2.0);
            script.mark();
            let until = script.c.max;
            let cut = script.w.cwnd;
            script.acks(until - script.c.una);
            let after_a_window = script.w.cwnd > cut;
            script.acks(1);
            (after_a_window, script.w.cwnd > cut)
        };
        assert_eq!(grown("rfc"), (true, true));
        assert_eq!(grown("linux_cwr"), (false, true));
    }
}
