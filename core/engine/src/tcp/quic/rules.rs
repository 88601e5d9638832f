//! The rules of a QUIC sender.

use crate::catalogue::{Rule, RuleKind, Term, lean_rules, term};

const PACKET: Term = term("packet", r"\mathit{pn}", "packet", "Number of the packet.");
const AGE: Term = term("age", r"t - t_{\mathrm{sent}}", "s", "Time since the packet was sent.");
const LOST: Term = term("lost", r"n_{\mathrm{lost}}", "packets", "Packets found lost at once.");
const WINDOW: Term = term("cwnd", r"\mathit{cwnd}", "segments", "The window.");

/// The rules of a QUIC sender.
pub static RULES: &[Rule] = &lean_rules([
    Rule {
        key: "quic.overtaken",
        kind: RuleKind::FastRetransmit,
        title: "Packets with higher numbers are acknowledged, as many as the threshold: the packet is lost. Its data leaves in a new packet.",
        formula: r"{{largest}} - {{packet}} \ge {{threshold}},\quad {{lost}}",
        terms: &[
            term("largest", r"\mathit{pn}_{\max}", "packet", "Largest number acknowledged."),
            PACKET,
            term("threshold", r"k_{\mathrm{packet}}", "packets", "The packet threshold."),
            LOST,
        ],
        source: "RFC 9002 §6.1.1",
    },
    Rule {
        key: "quic.late",
        kind: RuleKind::FastRetransmit,
        title: "A packet with a higher number is acknowledged, and the packet is older than the time threshold: it is lost. Its data leaves in a new packet, unless a probe has it already.",
        formula: r"{{age}} \ge {{delay}},\quad {{packet}},\quad {{lost}}",
        terms: &[
            AGE,
            term("delay", r"\tfrac{9}{8} \max(\mathit{RTT}, \mathit{SRTT})", "s", "The time threshold."),
            PACKET,
            LOST,
        ],
        source: "RFC 9002 §6.1.2",
    },
    Rule {
        key: "quic.probe",
        kind: RuleKind::FastRetransmit,
        title: "No ACK within the probe timeout: probes are sent. Nothing counts as lost, and the window stays.",
        formula: r"{{pto}} = \left( {{srtt}} + \max(4 \cdot {{rttvar}}, 1\,\mathrm{ms}) + {{delay}} \right) \cdot {{backoff}},\quad {{probes}}",
        terms: &[
            term("pto", r"\mathit{PTO}", "s", "The probe timeout that expired, 60 s at most."),
            term("srtt", r"\mathit{SRTT}", "s", "Smoothed RTT; before a sample, the initial RTT."),
            term("rttvar", r"\mathit{RTTVAR}", "s", "RTT variation."),
            term("delay", r"d_{\max}", "s", "The longest delay of an ACK; 0 before a sample."),
            term("backoff", r"2^k", "", "Back-off factor."),
            term("probes", r"n", "packets", "Probes that are sent."),
        ],
        source: "RFC 9002 §6.2",
    },
    Rule {
        key: "quic.persistent",
        kind: RuleKind::Timeout,
        title: "All packets of a long time were lost: persistent congestion. The window falls to two packets, and slow start begins.",
        formula: r"{{row}} > {{limit}} \ \Rightarrow\ \mathit{cwnd} = {{cwnd}},\quad \mathit{ssthresh} = {{ssthresh}}",
        terms: &[
            term(
                "row",
                r"t_{\mathrm{last}} - t_{\mathrm{first}}",
                "s",
                "Time between the first and the last of the packets lost in a row.",
            ),
            term("limit", r"3 \cdot \mathit{PTO}", "s", "Three probe timeouts without back-off."),
            WINDOW,
            term("ssthresh", r"\mathit{ssthresh}", "segments", "The slow-start threshold."),
        ],
        source: "RFC 9002 §7.6",
    },
    Rule {
        key: "quic.recovered",
        kind: RuleKind::Phase,
        title: "A packet sent after the loss was found is acknowledged: recovery ends.",
        formula: r"{{sent}} > {{entered}},\quad {{cwnd}}",
        terms: &[
            term("sent", r"t_{\mathrm{sent}}", "s", "When the packet was sent."),
            term("entered", r"t_{\mathrm{recovery}}", "s", "When the loss was found."),
            WINDOW,
        ],
        source: "RFC 9002 §7.3.2",
    },
    Rule {
        key: "quic.spurious",
        kind: RuleKind::Decision,
        title: "A packet that counts as lost was only late. What is left of its data is not sent again; the window stays.",
        formula: r"{{packet}},\quad {{age}},\quad {{overtaken}}",
        terms: &[
            PACKET,
            AGE,
            term("overtaken", r"n", "packets", "Packets between it and the largest number acknowledged."),
        ],
        source: "RFC 9002 §6.1",
    },
]);

/// A packet is lost by the packet threshold.
pub static OVERTAKEN: &Rule = &RULES[0];
/// A packet is lost by the time threshold.
pub static LATE: &Rule = &RULES[1];
/// The probe timeout expired.
pub static PROBE: &Rule = &RULES[2];
/// Persistent congestion.
pub static PERSISTENT: &Rule = &RULES[3];
/// A recovery ended.
pub static RECOVERED: &Rule = &RULES[4];
/// A packet that was declared lost has arrived.
pub static SPURIOUS: &Rule = &RULES[5];
