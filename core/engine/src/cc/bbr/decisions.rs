//! The decisions BBR explains.

use crate::catalogue::{Rule, RuleKind, Term, lean_rules, term};
use crate::cc::shared::rules::RESTORED;

const BANDWIDTH: Term = term("bw", r"\mathit{bw}", "segments/s", "The bandwidth estimate.");
const MIN_RTT: Term = term(
    "min_rtt",
    r"\mathit{RTT}_{\min}",
    "s",
    "The shortest RTT that this sender has measured in the last 10 s.",
);
const INFLIGHT: Term = term("inflight", r"\mathit{inflight}", "segments", "Segments in flight.");
const GAIN: Term = term("gain", "g", "", "The new pacing gain.");
const MODEL: &[Term] = &[BANDWIDTH, MIN_RTT, INFLIGHT, GAIN];
const DRAINED: &[Term] = &[
    BANDWIDTH,
    MIN_RTT,
    INFLIGHT,
    GAIN,
    term("most", r"\mathit{inflight}_{\max}", "segments", "The BDP, plus room for the sender's bursts."),
];

/// The decisions BBR explains.
pub static RULES: [Rule; 11] = lean_rules([
    Rule {
        key: "bbr.full",
        kind: RuleKind::Phase,
        title: "The delivery rate grew by less than 25 % in three rounds: the pipe is full and Startup ends.",
        formula: r"{{bw}} < 1.25 \cdot {{baseline}},\quad {{rounds}}\ \text{rounds}",
        terms: &[
            term("bw", r"\mathit{bw}", "segments/s", "The largest delivery rate."),
            term("baseline", r"\mathit{bw}_0", "segments/s", "The earlier rate to compare with."),
            term("rounds", "n", "", "Rounds without growth."),
        ],
        source: "Cardwell et al. 2016; Linux",
    },
    Rule {
        key: "bbr.cruise",
        kind: RuleKind::Phase,
        title: "Drain has emptied the queue: BBR probes for bandwidth in cycles.",
        formula: r"{{inflight}} \le {{most}},\quad {{bw}} \cdot {{min_rtt}},\quad {{gain}}",
        terms: DRAINED,
        source: "Cardwell et al. 2016; Linux",
    },
    Rule {
        key: "bbr.cycle",
        kind: RuleKind::Decision,
        title: "A phase of the cycle ends and the next one starts.",
        formula: r"{{gain}} \cdot {{bw}},\quad {{min_rtt}},\ {{inflight}}",
        terms: MODEL,
        source: "Linux, net/ipv4/tcp_bbr.c",
    },
    Rule {
        key: "bbr.probe-rtt",
        kind: RuleKind::Phase,
        title: "The minimum RTT has expired: the window shrinks to measure it again.",
        formula: r"\mathit{cwnd} \leftarrow 4 \quad ({{bw}},\ {{min_rtt}},\ {{inflight}},\ {{gain}})",
        terms: MODEL,
        source: "Cardwell et al. 2016; Linux",
    },
    Rule {
        key: "bbr.loss",
        kind: RuleKind::WindowCut,
        title: "Loss detected: for one round, BBR sends only as much as is delivered.",
        formula: r"{{cwnd}} = \mathit{inflight} + \mathit{acked},\quad {{window}}\ \text{is remembered}",
        terms: RESTORED,
        source: "Linux, net/ipv4/tcp_bbr.c",
    },
    Rule {
        key: "bbr.restored",
        kind: RuleKind::Decision,
        title: "The disturbance is over: the previous window is restored.",
        formula: r"{{window}} \rightarrow {{cwnd}}",
        terms: RESTORED,
        source: "Linux, net/ipv4/tcp_bbr.c",
    },
    Rule {
        key: "bbr.timeout",
        kind: RuleKind::WindowCut,
        title: "Retransmission timeout: the window is one segment more than is still in flight.",
        formula: r"{{window}} \rightarrow {{cwnd}}",
        terms: RESTORED,
        source: "Linux, net/ipv4/tcp_bbr.c",
    },
    Rule {
        key: "bbr.aggregation",
        kind: RuleKind::Decision,
        title: "ACKs acknowledge more at once than the bandwidth explains: the window has room for that much more.",
        formula: r"\min({{extra}},\ {{most}}),\quad {{bw}}",
        terms: &[
            term("extra", r"\mathit{extra}", "segments", "The largest excess of the last five rounds."),
            BANDWIDTH,
            term("most", r"0.1\,\mathrm{s} \cdot \mathit{bw}", "segments", "The excess that counts at most."),
        ],
        source: "Linux, net/ipv4/tcp_bbr.c",
    },
    Rule {
        key: "bbr.policed",
        kind: RuleKind::Phase,
        title: "Two intervals in a row lose a fifth of the segments at the same rate: a policer. BBR paces at that rate for 48 rounds.",
        formula: r"{{now}} \approx {{before}},\quad {{lost}} \ge 0.195 \cdot {{delivered}},\quad {{rate}}",
        terms: &[
            term("now", r"\mathit{bw}_2", "segments/s", "The delivery rate of this interval."),
            term("before", r"\mathit{bw}_1", "segments/s", "The delivery rate of the interval before."),
            term("lost", r"\mathit{lost}", "segments", "Segments lost in this interval."),
            term("delivered", r"\mathit{delivered}", "segments", "Segments delivered in this interval."),
            term("rate", r"\mathit{bw}", "segments/s", "The mean of both rates."),
        ],
        source: "Linux, net/ipv4/tcp_bbr.c",
    },
    Rule {
        key: "bbr.unpoliced",
        kind: RuleKind::Phase,
        title: "The policer's rate is no longer used: BBR probes for bandwidth again.",
        formula: r"{{rounds}} \ge 48,\quad {{rate}}",
        terms: &[
            term("rounds", "n", "", "Rounds in which the rate was used."),
            term("rate", r"\mathit{bw}", "segments/s", "The policer's rate."),
        ],
        source: "Linux, net/ipv4/tcp_bbr.c",
    },
    Rule {
        key: "bbr.idle-restart",
        kind: RuleKind::Decision,
        title: "The source has data again after a pause: BBR paces at the bandwidth. An expired minimum RTT does not start ProbeRTT.",
        formula: r"{{bw}},\quad {{min_rtt}},\quad {{idle}}",
        terms: &[
            BANDWIDTH,
            MIN_RTT,
            term("idle", r"t_{\mathrm{idle}}", "s", "The time since the last segment was sent."),
        ],
        source: "Linux, net/ipv4/tcp_bbr.c",
    },
]);
/// Startup ends.
pub static FULL: &Rule = &RULES[0];
/// ProbeBW begins.
pub static CRUISE: &Rule = &RULES[1];
/// A phase of ProbeBW begins.
pub static NEXT_PHASE: &Rule = &RULES[2];
/// ProbeRTT begins.
pub static PROBE_RTT: &Rule = &RULES[3];
/// A loss was detected.
pub static LOSS: &Rule = &RULES[4];
/// The window is restored.
pub static RESTORE: &Rule = &RULES[5];
/// The timer expired.
pub static TIMEOUT: &Rule = &RULES[6];
/// Aggregated ACKs widen the window.
pub static AGGREGATION: &Rule = &RULES[7];
/// A policer was detected.
pub static POLICED: &Rule = &RULES[8];
/// The policer's rate is used no longer.
pub static UNPOLICED: &Rule = &RULES[9];
/// The source has data again.
pub static IDLE_RESTART: &Rule = &RULES[10];
