//! The lines of a channel whose packets wait in several, and what is measured of each.

use std::collections::VecDeque;

use super::{DelayHistogram, Packet};
use crate::queue::lines::LineView;
use crate::queue::{Discipline, LINE_STATE_BYTES};

/// A line keeps room for this many packets even if fewer wait.
const SMALL_ROOM: usize = 8;

/// The measures of a line, if lines are measured separately.
#[derive(Clone, Debug, Default)]
pub struct LineMeasures {
    /// Packets that started their transmission.
    pub started: u64,
    /// Marked packets.
    pub marks: u64,
    /// Waiting time of those that started, in nanoseconds.
    pub wait_nanos: u64,
    /// Their waiting times.
    pub waits: DelayHistogram,
}

/// The lines of a channel.
#[derive(Clone, Debug, Default)]
pub(super) struct LineStore {
    pub lines: Vec<VecDeque<(Packet, u64)>>,
    pub views: Vec<LineView>,
    /// The measures of the first lines, if they are measured separately.
    pub(super) measures: Vec<LineMeasures>,
}

impl LineStore {
    /// The lines of a discipline; `None` if it has none.
    pub fn of(queue: &mut impl Discipline) -> Option<Box<LineStore>> {
        let measured = queue.lines()?.measured();
        Some(Box::new(LineStore {
            measures: vec![LineMeasures::default(); measured],
            ..LineStore::default()
        }))
    }

    /// Bytes of a line without its packets, including the state of the discipline.
    pub const LINE_BYTES: usize = size_of::<VecDeque<(Packet, u64)>>()
        + size_of::<LineView>()
        + LINE_STATE_BYTES
        + SMALL_ROOM * size_of::<(Packet, u64)>();

    /// Memory of the lines, in bytes.
    pub fn bytes(&self) -> usize {
        let packets: usize = self.lines.iter().map(VecDeque::capacity).sum();
        let waits: usize =
            self.measures.iter().map(|line| size_of::<LineMeasures>() + line.waits.bytes()).sum();
        packets * size_of::<(Packet, u64)>() + self.lines.len() * Self::LINE_BYTES + waits
    }

    /// Every waiting packet.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        self.lines.iter().flatten().map(|(packet, _)| packet)
    }

    pub fn push(&mut self, line: usize, packet: Packet, number: u64, is_first: bool) {
        if line >= self.lines.len() {
            self.lines.resize_with(line + 1, VecDeque::new);
            self.views.resize_with(line + 1, LineView::default);
        }
        if is_first {
            self.lines[line].push_front((packet, number));
        } else {
            self.lines[line].push_back((packet, number));
        }
        let view = &mut self.views[line];
        view.packets += 1;
        view.bytes += u64::from(packet.bytes);
        view.head = self.lines[line].front().map(|(head, _)| head.at);
    }

    pub fn pop(&mut self, line: usize) -> Option<(Packet, u64)> {
        let packets = self.lines.get_mut(line)?;
        let taken = packets.pop_front()?;
        if packets.capacity() > SMALL_ROOM && packets.capacity() > 4 * packets.len() {
            packets.shrink_to((2 * packets.len()).max(SMALL_ROOM));
        }
        let view = &mut self.views[line];
        view.packets -= 1;
        view.bytes -= u64::from(taken.0.bytes);
        view.head = packets.front().map(|(head, _)| head.at);
        Some(taken)
    }
}
