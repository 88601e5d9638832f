//! Disciplines whose packets wait in several lines (ecn-and-l4s §5.1, §6). They decide which line a
//! packet joins, and which line is served next. A line is first-in-first-out, so the packets of a
//! flow that stays in one line keep their order.

use super::{DequeueDecision, QueueView};
use crate::catalogue::{Rule, RuleKind, lean_rules, term};
use crate::rng::Stream;
use crate::units::Time;

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
pub static EVICTION: &Rule = &RULES[0];
/// A line entered the list of new lines.
pub static NEW_FLOW: &Rule = &RULES[1];

/// A line as its discipline sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineView {
    /// Waiting packets.
    pub packets: u64,
    /// Waiting bytes.
    pub bytes: u64,
    /// Arrival time of its first packet.
    pub head: Option<Time>,
}

/// Packets to drop because the queue is too full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eviction {
    /// The line from whose head packets are dropped.
    pub line: usize,
    /// Drop at most this many packets,
    pub packets: u64,
    /// and stop as soon as this many bytes are dropped.
    pub bytes: u64,
}

/// A discipline with several lines, which decides at dequeue. Lines are numbered from 0. A number
/// that was never used before denotes an empty line.
pub trait Lines {
    /// A packet arrives. Returns the line that it joins, or `None` to drop it because the queue is
    /// full.
    fn line_of(&mut self, view: &QueueView, lines: &[LineView]) -> Option<usize>;

    /// Called when the queue exceeds its capacity after a packet has joined.
    fn evict(&mut self, _lines: &[LineView]) -> Option<Eviction> {
        None
    }

    /// This many packets of `line` were dropped by an eviction.
    fn evicted(&mut self, _line: usize, _packets: u64) {}

    /// The transmitter is free. Returns the line whose head is examined, if any packet waits.
    fn next_line(&mut self, now: Time, lines: &[LineView]) -> Option<usize>;

    /// Decides about the head of `line`, which has waited since `arrived`. The view counts the
    /// packets behind it in that line.
    fn release_line(
        &mut self,
        line: usize,
        view: &QueueView,
        arrived: Time,
        random: &mut Stream,
    ) -> DequeueDecision;

    /// A packet of `line` with this many bytes is transmitted; `lines` shows the remaining packets.
    fn sent(&mut self, line: usize, bytes: u32, lines: &[LineView]);

    /// Marking probability at the latest dequeue of `line`.
    fn mark_probability(&self, _line: usize) -> f64 {
        1.0
    }

    /// Reports the decisions since the last call: each rule with the values of its terms. Frequent
    /// events are reported only `in_detail`, because only a replayed window has room for them.
    fn tell(&mut self, _in_detail: bool, _say: &mut dyn FnMut(&'static Rule, &[f64])) {}

    /// Number of lines that are measured separately, counted from line 0.
    fn measured(&self) -> usize {
        0
    }
}
