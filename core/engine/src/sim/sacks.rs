//! Data that ACKs under way carry besides their number: SACK blocks, the share of a link that
//! routers announce, or the count of marks.
//!
//! Few ACKs carry such data. So each flow has a store for it, and a packet holds the number of its
//! entry. Entries are written and read in place.

use std::collections::VecDeque;

use crate::tcp::{Receiver, SackBlocks};

/// The store of one flow.
#[derive(Clone, Debug)]
pub struct SackStore {
    /// Number of the first entry. It starts at 1, because 0 is the number of ACKs that carry
    /// nothing.
    first: u32,
    entries: VecDeque<SackBlocks>,
    /// How many entries older than the last one found are kept.
    kept_behind: usize,
}

/// Entries kept for overtaken ACKs that may still arrive. An ACK that is even later adds nothing:
/// the ACKs that overtook it have repeated its blocks (RFC 2018 §4).
pub const KEPT_BEHIND: usize = 64;

impl Default for SackStore {
    fn default() -> SackStore {
        SackStore { first: 1, entries: VecDeque::new(), kept_behind: 0 }
    }
}

impl SackStore {
    pub const ENTRY_BYTES: usize = size_of::<SackBlocks>();

    /// From here on ACKs may overtake each other.
    pub fn expect_overtaking(&mut self) {
        self.kept_behind = KEPT_BEHIND;
    }

    /// Keeps the SACK blocks of the ACK that goes out now. Returns the number of the entry, 0 if
    /// the ACK has none.
    #[inline]
    pub fn keep(&mut self, receiver: &Receiver) -> u32 {
        if receiver.has_blocks() { self.add(receiver) } else { 0 }
    }

    /// The same for an ACK that carries something.
    #[inline(never)]
    pub fn add(&mut self, receiver: &Receiver) -> u32 {
        let number = self.first.wrapping_add(self.entries.len() as u32);
        self.entries.push_back(receiver.start_telling());
        if let Some(entry) = self.entries.back_mut() {
            receiver.tell_blocks(entry);
        }
        number
    }

    /// The latest entry.
    pub fn latest(&self) -> Option<&SackBlocks> {
        self.entries.back()
    }

    /// Memory of the store, in bytes.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<SackBlocks>()
    }

    /// The entry of an arriving ACK. If ACKs never overtake each other, older entries belong to
    /// lost ACKs or to ACKs that have arrived.
    #[inline]
    pub fn find(&mut self, number: u32) -> Option<&SackBlocks> {
        if number == 0 {
            return None;
        }
        let place = number.wrapping_sub(self.first) as usize;
        if place >= self.entries.len() {
            // The ACK was overtaken by more ACKs than the store keeps.
            return None;
        }
        let over = place.saturating_sub(self.kept_behind);
        for _ in 0..over {
            self.entries.pop_front();
        }
        self.first = self.first.wrapping_add(over as u32);
        self.entries.get(place - over)
    }
}
