//! Disciplines whose packets wait in several lines (ecn-and-l4s §5.1, §6): which line a packet
//! joins, and which one is served next. A line is first-in-first-out, so a flow that stays in one
//! keeps its order.

use super::{DequeueDecision, QueueView};
use crate::catalogue::Rule;
use crate::rng::Stream;
use crate::units::Time;

/// A line as its discipline sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineView {
    /// Waiting packets.
    pub packets: u64,
    /// Waiting bytes.
    pub bytes: u64,
    /// When the first of them arrived.
    pub head: Option<Time>,
}

/// Packets that have to go because the queue is too full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eviction {
    /// From the head of this line,
    pub line: usize,
    /// this many at most,
    pub packets: u64,
    /// and none more when this many bytes are gone.
    pub bytes: u64,
}

/// A discipline with several lines, which decides at dequeue. Lines are numbered from 0; a number
/// that was never used before is an empty line.
pub trait Lines {
    /// A packet arrives: the line it joins, or `None` if it is dropped because the queue is full.
    fn line_of(&mut self, view: &QueueView, lines: &[LineView]) -> Option<usize>;

    /// The queue holds more than it may after a packet has joined.
    fn evict(&mut self, _lines: &[LineView]) -> Option<Eviction> {
        None
    }

    /// This many packets of `line` were dropped for that.
    fn evicted(&mut self, _line: usize, _packets: u64) {}

    /// The transmitter is free: the line whose head is looked at, if any packet waits.
    fn next_line(&mut self, now: Time, lines: &[LineView]) -> Option<usize>;

    /// What becomes of the head of `line`, which has waited since `arrived`; the view counts what
    /// is left in that line.
    fn release_line(
        &mut self,
        line: usize,
        view: &QueueView,
        arrived: Time,
        random: &mut Stream,
    ) -> DequeueDecision;

    /// A packet of `line` with this many bytes is transmitted; `lines` is what is left.
    fn sent(&mut self, line: usize, bytes: u32, lines: &[LineView]);

    /// The probability with which the last look at `line` marked.
    fn mark_probability(&self, _line: usize) -> f64 {
        1.0
    }

    /// Says what it has decided since it was last asked: each rule with the values of its terms.
    /// What happens so often that only a replayed window has room for it is said `in_detail` alone.
    fn tell(&mut self, _in_detail: bool, _say: &mut dyn FnMut(&'static Rule, &[f64])) {}

    /// The first this many lines are measured each on its own.
    fn measured(&self) -> usize {
        0
    }
}
