//! The decisions BBR version 3 explains.

use crate::catalogue::{Rule, RuleKind, Term, lean_rules, term};
use crate::cc::shared::rules::RESTORED;

const DRAFT: &str = "draft-ietf-ccwg-bbr";
const KERNEL: &str = "google/bbr, branch v3, tcp_bbr.c";

const BANDWIDTH: Term = term("bw", r"\mathit{bw}", "segments/s", "The bandwidth that sets the pacing rate.");
const INFLIGHT: Term = term("inflight", r"\mathit{inflight}", "segments", "Segments in flight.");
const LONGTERM: Term =
    term("bound", r"\mathit{inflight}_{\mathrm{long}}", "segments", "The long-term bound on data in flight.");
const GAIN: Term = term("gain", "g", "", "The new pacing gain.");
const THRESH: Term =
    term("thresh", r"\mathit{LossThresh}", "", "The fraction of losses that a probe tolerates.");
const LOST: Term = term("lost", r"\mathit{lost}", "segments", "Segments lost since the segment was sent.");
const IN_FLIGHT: Term = term(
    "in_flight",
    r"\mathit{tx\_in\_flight}",
    "segments",
    "Segments in flight when the segment was sent.",
);

/// The decisions BBR version 3 explains.
pub static RULES: [Rule; 17] = lean_rules([
    Rule {
        key: "bbr3.full",
        kind: RuleKind::Phase,
        title: "The delivery rate grew by less than 25 % in three rounds: the pipe is full.",
        formula: r"{{bw}} < 1.25 \cdot {{baseline}},\quad {{rounds}}\ \text{rounds}",
        terms: &[
            term("bw", r"\mathit{bw}", "segments/s", "The delivery rate of this round."),
            term("baseline", r"\mathit{bw}_0", "segments/s", "The earlier rate to compare with."),
            term("rounds", "n", "", "Rounds without growth."),
        ],
        source: "draft-ietf-ccwg-bbr §5.3.1.2",
    },
    Rule {
        key: "bbr3.startup-loss",
        kind: RuleKind::Phase,
        title: "A whole round in recovery has lost too many segments in too many ranges: Startup ends.",
        formula: r"{{lost}} > {{thresh}} \cdot {{in_flight}},\quad {{ranges}} \ge {{enough}},\quad {{bound}} = \max(\mathit{BDP}, \mathit{inflight})",
        terms: &[
            LOST,
            THRESH,
            IN_FLIGHT,
            term("ranges", "n", "", "Separate ranges lost in the round."),
            term("enough", "n_0", "", "Number of ranges that ends Startup."),
            LONGTERM,
        ],
        source: "draft-ietf-ccwg-bbr §5.3.1.3",
    },
    Rule {
        key: "bbr3.drain",
        kind: RuleKind::Phase,
        title: "Startup is over: BBR sends at a lower rate until its queue has drained.",
        formula: r"{{gain}} \cdot {{bw}},\quad {{inflight}}",
        terms: &[GAIN, BANDWIDTH, INFLIGHT],
        source: "draft-ietf-ccwg-bbr §5.3.2",
    },
    Rule {
        key: "bbr3.drained",
        kind: RuleKind::Phase,
        title: "Drain ends: no more than the BDP is in flight, or three rounds are over.",
        formula: r"{{inflight}}\ \text{of}\ {{most}}\ \text{in round}\ {{rounds}}",
        terms: &[
            INFLIGHT,
            term("most", r"\mathit{BDP}", "segments", "The BDP."),
            term("rounds", "n", "", "Rounds of Drain."),
        ],
        source: "draft-ietf-ccwg-bbr §5.3.2",
    },
    Rule {
        key: "bbr3.down",
        kind: RuleKind::Phase,
        title: "ProbeBW Down: the queue of the probe drains.",
        formula: r"{{gain}} \cdot {{bw}},\quad {{inflight}}\ \text{of}\ {{bound}},\quad \text{next probe within}\ {{wait}}",
        terms: &[
            GAIN,
            BANDWIDTH,
            INFLIGHT,
            LONGTERM,
            term("wait", "T", "s", "Longest wait until the next probe."),
        ],
        source: "draft-ietf-ccwg-bbr §5.3.3.1",
    },
    Rule {
        key: "bbr3.cruise",
        kind: RuleKind::Phase,
        title: "ProbeBW Cruise: the queue has drained, and BBR sends at the measured bandwidth.",
        formula: r"{{inflight}} \le {{most}},\quad {{gain}} \cdot {{bw}}",
        terms: &[
            INFLIGHT,
            term(
                "most",
                r"\mathit{inflight}_{\max}",
                "segments",
                "The BDP, or the long-term bound less its headroom.",
            ),
            GAIN,
            BANDWIDTH,
        ],
        source: "draft-ietf-ccwg-bbr §5.3.3.2",
    },
    Rule {
        key: "bbr3.refill",
        kind: RuleKind::Phase,
        title: "ProbeBW Refill: a probe begins. The short-term bounds are removed, and the pipe is filled for a round.",
        formula: r"{{waited}}\ \text{of}\ {{wait}},\quad {{rounds}}\ \text{of}\ {{most}}\ \text{rounds}",
        terms: &[
            term("waited", "t", "s", "Time since the last probe."),
            term("wait", "T", "s", "Wait after which a probe starts."),
            term("rounds", "n", "", "Rounds since the last probe."),
            term(
                "most",
                r"n_{\max}",
                "",
                "Rounds after which a probe starts too: as many as Reno needs, 63 at most.",
            ),
        ],
        source: "draft-ietf-ccwg-bbr §5.3.3.3",
    },
    Rule {
        key: "bbr3.up",
        kind: RuleKind::Phase,
        title: "ProbeBW Up: BBR sends faster than it measured, to find more bandwidth.",
        formula: r"{{gain}} \cdot {{bw}},\quad {{inflight}}\ \text{of}\ {{bound}}",
        terms: &[GAIN, BANDWIDTH, INFLIGHT, LONGTERM],
        source: "draft-ietf-ccwg-bbr §5.3.3.4",
    },
    Rule {
        key: "bbr3.precaution",
        kind: RuleKind::Decision,
        title: "The last probe lost too much: this one stops at the same amount in flight and checks its losses first.",
        formula: r"{{inflight}} \ge {{bound}}",
        terms: &[INFLIGHT, LONGTERM],
        source: "draft-ietf-ccwg-bbr §5.3.3.4",
    },
    Rule {
        key: "bbr3.too-high",
        kind: RuleKind::Decision,
        title: "Too much of the data in flight is lost: this amount in flight bounds the next probes.",
        formula: r"{{lost}} > {{thresh}} \cdot {{in_flight}},\quad {{before}} \rightarrow {{bound}} = \max({{at_loss}},\ {{least}})",
        terms: &[
            LOST,
            THRESH,
            IN_FLIGHT,
            term("before", r"\mathit{inflight}_{\mathrm{long}}", "segments", "The long-term bound before."),
            term("bound", r"\mathit{inflight}_{\mathrm{long}}'", "segments", "The long-term bound now."),
            term("at_loss", "x", "segments", "Segments in flight when the losses passed the threshold."),
            term("least", r"\beta \cdot \mathit{target}", "segments", "A part of the BDP or the window."),
        ],
        source: "draft-ietf-ccwg-bbr §5.5.10.2",
    },
    Rule {
        key: "bbr3.short-term",
        kind: RuleKind::Decision,
        title: "Losses or marks in a round between probes: bandwidth and data in flight are bounded for a while.",
        formula: r"{{bw_bound}} = \max(\mathit{bw}_{\mathrm{latest}},\ \beta \cdot \mathit{bw}_{\mathrm{short}}) \ge {{latest}},\quad \mathit{inflight} \text{ up to } {{bound}}",
        terms: &[
            term(
                "bw_bound",
                r"\mathit{bw}_{\mathrm{short}}'",
                "segments/s",
                "The short-term bound on bandwidth.",
            ),
            term(
                "latest",
                r"\mathit{bw}_{\mathrm{latest}}",
                "segments/s",
                "The delivery rate of this round.",
            ),
            term(
                "bound",
                r"\mathit{inflight}_{\mathrm{short}}'",
                "segments",
                "The short-term bound on data in flight.",
            ),
        ],
        source: "draft-ietf-ccwg-bbr §5.5.10.3",
    },
    Rule {
        key: "bbr3.cycle",
        kind: RuleKind::Decision,
        title: "A probe is measured: the bandwidth is the maximum of its cycle and the one before.",
        formula: r"{{bw}},\quad \text{cycle}\ {{cycle}}",
        terms: &[
            term("bw", r"\mathit{bw}_{\max}", "segments/s", "The largest delivery rate of both cycles."),
            term("cycle", "n", "", "Probes so far."),
        ],
        source: "draft-ietf-ccwg-bbr §5.5.6",
    },
    Rule {
        key: "bbr3.probe-rtt",
        kind: RuleKind::Phase,
        title: "The minimum RTT is 5 s old: the window shrinks to half a BDP to measure it again.",
        formula: r"{{age}} > {{interval}},\quad \mathit{cwnd} \le {{most}}",
        terms: &[
            term("age", "t", "s", "Time since the minimum was measured."),
            term("interval", "T", "s", "How long the minimum is used."),
            term("most", r"\mathit{cwnd}_{\max}", "segments", "Half a BDP, 4 at least."),
        ],
        source: "draft-ietf-ccwg-bbr §5.3.4",
    },
    Rule {
        key: "bbr3.restored",
        kind: RuleKind::Decision,
        title: "The disturbance is over: the previous window is restored.",
        formula: r"{{window}} \rightarrow {{cwnd}}",
        terms: RESTORED,
        source: DRAFT,
    },
    Rule {
        key: "bbr3.timeout",
        kind: RuleKind::WindowCut,
        title: "Retransmission timeout: the window is one segment more than is still in flight.",
        formula: r"{{window}} \rightarrow {{cwnd}} = \mathit{inflight} + 1",
        terms: RESTORED,
        source: DRAFT,
    },
    Rule {
        key: "bbr3.alpha",
        kind: RuleKind::Decision,
        title: "A round is over: the estimate of the marked fraction is updated.",
        formula: r"\frac{15}{16}\,{{old}} + \frac{1}{16}\,{{ratio}} = {{alpha}}",
        terms: &[
            term("old", r"\alpha", "", "The estimate before."),
            term("ratio", "F", "", "The marked fraction of this round."),
            term("alpha", r"\alpha'", "", "The estimate now."),
        ],
        source: KERNEL,
    },
    Rule {
        key: "bbr3.marked",
        kind: RuleKind::Decision,
        title: "More than half of a round is marked: too much data is in flight.",
        formula: r"{{ratio}} > 0.5,\quad {{rounds}}\ \text{rounds}",
        terms: &[
            term("ratio", "F", "", "The marked fraction of this round."),
            term("rounds", "n", "", "Rounds of this kind in a row."),
        ],
        source: KERNEL,
    },
]);
/// The delivery rate no longer grows.
pub static FULL: &Rule = &RULES[0];
/// Losses end Startup.
pub static STARTUP_LOSS: &Rule = &RULES[1];
/// Drain begins.
pub static DRAIN: &Rule = &RULES[2];
/// Drain ends.
pub static DRAINED: &Rule = &RULES[3];
/// ProbeBW Down begins.
pub static DOWN: &Rule = &RULES[4];
/// ProbeBW Cruise begins.
pub static CRUISE: &Rule = &RULES[5];
/// ProbeBW Refill begins.
pub static REFILL: &Rule = &RULES[6];
/// ProbeBW Up begins.
pub static UP: &Rule = &RULES[7];
/// A probe stops at the bound of the last one.
pub static PRECAUTION: &Rule = &RULES[8];
/// A probe loses too many segments.
pub static TOO_HIGH: &Rule = &RULES[9];
/// A round with losses or marks between probes.
pub static SHORT_TERM: &Rule = &RULES[10];
/// A cycle of ProbeBW ends.
pub static CYCLE: &Rule = &RULES[11];
/// ProbeRTT begins.
pub static PROBE_RTT: &Rule = &RULES[12];
pub static RESTORED_WINDOW: &Rule = &RULES[13];
/// The timer expired.
pub static TIMEOUT: &Rule = &RULES[14];
/// A new estimate of the marked fraction.
pub static ALPHA: &Rule = &RULES[15];
/// Too many segments are marked.
pub static MARKED: &Rule = &RULES[16];
