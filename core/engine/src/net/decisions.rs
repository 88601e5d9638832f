//! The rules of events on channels.

use crate::catalogue::{Rule, RuleKind, lean_rules, term};

/// The rules of channels.
pub static RULES: &[Rule] = &lean_rules([
    Rule {
        key: "channel.drop",
        kind: RuleKind::Drop,
        title: "The queue dropped a packet.",
        formula: r"{{queue}}\ \text{waiting},\ \text{flow}\ {{flow}},\ \text{number}\ {{number}},\ \text{early}: {{early}}",
        terms: &[
            term("queue", "q", "packets", "Waiting packets when the packet arrived."),
            term("flow", "f", "", "The packet's flow."),
            term("number", "n", "segment", "Segment number, or the number an ACK carries."),
            term("early", "e", "", "1 if the discipline dropped it early, with room in the queue."),
        ],
        source: "queue discipline",
    },
    Rule {
        key: "channel.loss",
        kind: RuleKind::ChannelLoss,
        title: "The link lost a packet.",
        formula: r"\text{flow}\ {{flow}},\ \text{number}\ {{number}}",
        terms: &[
            term("flow", "f", "", "The packet's flow."),
            term("number", "n", "segment", "Segment number, or the number an ACK carries."),
        ],
        source: "loss model",
    },
    Rule {
        key: "channel.state",
        kind: RuleKind::ChannelState,
        title: "The channel changed its state.",
        formula: r"\text{bad}: {{bad}}",
        terms: &[term("bad", "s", "", "1 if the channel is bad from now on, 0 if it is good again.")],
        source: "loss model",
    },
    Rule {
        key: "channel.mark",
        kind: RuleKind::Mark,
        title: "The queue marked a packet.",
        formula: r"{{queue}}\ \text{waiting},\ \text{flow}\ {{flow}},\ \text{number}\ {{number}},\ p = {{probability}}",
        terms: &[
            term("queue", "q", "packets", "Waiting packets."),
            term("flow", "f", "", "The packet's flow."),
            term("number", "n", "segment", "Segment number, or the number an ACK carries."),
            term("probability", "p", "", "The current probability; 1 if the rule is not random."),
        ],
        source: "RFC 3168 §5",
    },
    Rule {
        key: "channel.ecn-off",
        kind: RuleKind::Decision,
        title: "The queue stops marking and drops packets instead.",
        formula: r"{{probability}} \ge {{limit}}",
        terms: &[
            term("probability", "p", "", "The current probability."),
            term("limit", "p_{max}", "", "The limit for marks: the parameter mark_limit."),
        ],
        source: "RFC 3168 §7; RFC 8033 §5.1",
    },
]);

/// A packet was dropped by a queue.
pub static DROP: &Rule = &RULES[0];
/// A packet was lost by a link.
pub static CHANNEL_LOSS: &Rule = &RULES[1];
/// A channel changed its state.
pub static CHANNEL_STATE: &Rule = &RULES[2];
/// A packet was marked by a queue.
pub static MARK: &Rule = &RULES[3];
/// A queue that marks has begun to drop instead.
pub static MARKS_END: &Rule = &RULES[4];
