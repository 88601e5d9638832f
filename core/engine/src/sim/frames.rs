//! ACK frames under way. As with SACK blocks, a packet holds the number of its entry.

use std::collections::VecDeque;

use super::sacks::KEPT_BEHIND;
use crate::tcp::MarkReport;
use crate::tcp::quic::{AckFrame, AckPolicy, MAX_RANGES};
use crate::units::Span;

/// What a frame says besides its ranges.
#[derive(Clone, Copy, Debug)]
struct Entry {
    ranges: u32,
    marks: u32,
    delay: Span,
}

/// The store of one flow.
#[derive(Clone, Debug)]
pub struct FrameStore {
    /// Number of the first entry; 0 is that of a packet without a frame.
    first: u32,
    entries: VecDeque<Entry>,
    /// The ranges of all entries, one entry after the other.
    ranges: VecDeque<(u64, u64)>,
    /// The ranges of the frame that was found last.
    found: Vec<(u64, u64)>,
    kept_behind: usize,
}

impl Default for FrameStore {
    fn default() -> FrameStore {
        FrameStore {
            first: 1,
            entries: VecDeque::new(),
            ranges: VecDeque::new(),
            found: Vec::new(),
            kept_behind: 0,
        }
    }
}

impl FrameStore {
    /// Upper bound of the bytes of an entry.
    pub const ENTRY_BYTES: usize = size_of::<Entry>() + MAX_RANGES * size_of::<(u64, u64)>();

    /// From here on ACKs may overtake each other.
    pub fn expect_overtaking(&mut self) {
        self.kept_behind = KEPT_BEHIND;
    }

    /// Keeps the frame of the ACK that goes out at `now`, with this count of marks. Returns the number of its entry.
    #[inline(never)]
    pub fn add(&mut self, packets: &AckPolicy, marks: u32, now: crate::units::Time) -> u32 {
        let number = self.first.wrapping_add(self.entries.len() as u32);
        self.ranges.extend(packets.ranges());
        let ranges = packets.ranges().len() as u32;
        self.entries.push_back(Entry { ranges, marks, delay: packets.delay(now) });
        number
    }

    /// The ranges of the latest frame.
    pub fn latest(&self) -> usize {
        self.entries.back().map_or(0, |entry| entry.ranges as usize)
    }

    /// Memory of the store, in bytes.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + (self.ranges.capacity() + self.found.capacity()) * size_of::<(u64, u64)>()
    }

    /// The frame of an arriving ACK; none if so many others have overtaken it that it says nothing new.
    #[inline(never)]
    pub fn find(&mut self, number: u32) -> Option<AckFrame<'_>> {
        let place = number.wrapping_sub(self.first) as usize;
        if place >= self.entries.len() {
            return None;
        }
        let over = place.saturating_sub(self.kept_behind);
        let gone: u32 = self.entries.drain(..over).map(|entry| entry.ranges).sum();
        self.ranges.drain(..gone as usize);
        self.first = self.first.wrapping_add(over as u32);
        let before: u32 = self.entries.iter().take(place - over).map(|entry| entry.ranges).sum();
        let entry = self.entries[place - over];
        self.found.clear();
        self.found.extend(self.ranges.iter().skip(before as usize).take(entry.ranges as usize));
        let marks = MarkReport { echo: false, ace: (entry.marks % 8) as u8, count: entry.marks };
        Some(AckFrame { ranges: &self.found, delay: entry.delay, marks })
    }
}
