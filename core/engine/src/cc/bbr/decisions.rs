//! The decisions BBR explains.

use crate::catalogue::{Rule, RuleKind, Term, lean_rules, term};
use crate::cc::shared::rules::RESTORED;

const BANDWIDTH: Term = term("bw", r"\mathit{bw}", "segments/s", "The bandwidth estimate.");
const MIN_RTT: Term = term("min_rtt", r"\mathit{RTT}_{\min}", "s", "The minimum RTT.");
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
pub static RULES: [Rule; 7] = lean_rules([
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
        title: "Retransmission timeout: the window is one segment and grows as segments are delivered.",
        formula: r"{{window}} \rightarrow {{cwnd}}",
        terms: RESTORED,
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
