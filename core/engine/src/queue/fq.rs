//! Fair queueing: one line per flow, served in turn by bytes (deficit round robin). It drops only
//! when the queue is full.
//!
//! Shreedhar and Varghese 1995; RFC 8290 §4 without CoDel; ecn-and-l4s §6.

use super::shared::fair::{self, Fair};
use super::{ChannelFacts, Features};
use crate::catalogue::{Params, Rule, RuleKind, Spec, lean_rules, term};

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "fq",
    name: "Fair queueing",
    summary: "One line per flow, served in turn by bytes. A full queue drops from the longest line.",
    source: "Shreedhar and Varghese, Deficit Round Robin (1995); RFC 8290 §4",
    parameters: &[fair::QUANTUM, fair::BUCKETS, fair::HASH, fair::SALT, fair::DROP_BATCH],
    departures: &["New flows go first, as in FQ-CoDel."],
    rules: &RULES,
};

/// The rules of flow queueing, with or without CoDel on its lines.
pub static RULES: [Rule; 2] = lean_rules([
    Rule {
        key: "fq.fat-flow",
        kind: RuleKind::Decision,
        title: "The queue overflows: packets at the head of the line with the most bytes are dropped.",
        formula: r"\text{full at}\ {{waiting}}:\quad {{dropped}}\ \text{of flow}\ {{flow}},\quad {{bytes}}",
        terms: &[
            term("waiting", "q", "packets", "Waiting packets, including the one that is too many."),
            term(
                "dropped",
                "n",
                "packets",
                "Dropped packets: at most half of the line's bytes, and at most drop_batch packets.",
            ),
            term("flow", "f", "", "Flow of the last dropped packet."),
            term("bytes", "b", "bytes", "Bytes of its line before the drops."),
        ],
        source: "RFC 8290 §4.1",
    },
    Rule {
        key: "fq.new-flow",
        kind: RuleKind::Decision,
        title: "A flow had nothing in the queue: it goes first. Shown in a replayed interval only.",
        formula: r"\text{flow}\ {{flow}}\ \text{goes first with}\ {{quantum}}",
        terms: &[
            term("flow", "f", "", "The flow."),
            term("quantum", "Q", "bytes", "Bytes that the flow may send before the others."),
        ],
        source: "RFC 8290 §4.2",
    },
]);
/// A full queue dropped packets of its longest line.
pub static FAT_FLOW: &Rule = &RULES[0];
/// A line entered the list of new lines.
pub static NEW_FLOW: &Rule = &RULES[1];

const FEATURES: Features = Features { has_lines: true, ..Features::NONE };

/// The scheduler, without CoDel.
#[derive(Clone, Debug)]
pub struct Queue(Fair);

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        Queue(Fair::new(params, facts, None))
    }
}

super::shared::fair::forward_to_fair!();
