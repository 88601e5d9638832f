//! What ACKs under way carry besides their number: SACK blocks, or the share of a link that routers
//! have announced.
//!
//! Few ACKs carry any, so they lie in a store of their flow's and the packet has their number
//! there. They are written where they lie and read where they lie.

use std::collections::VecDeque;

use crate::tcp::{Receiver, SackBlocks};

/// What the ACKs of one flow carry.
#[derive(Clone, Debug)]
pub struct SackStore {
    /// Number of the first entry. Never 0: that is the number of ACKs that carry nothing.
    first: u32,
    entries: VecDeque<SackBlocks>,
    /// Entries that are kept behind the last one that was found.
    kept_behind: usize,
}

/// Entries kept for ACKs that may yet come late: what one that is later still says has been said by
/// those that overtook it, because blocks are repeated (RFC 2018 §4).
pub const KEPT_BEHIND: usize = 64;

impl Default for SackStore {
    fn default() -> SackStore {
        SackStore { first: 1, entries: VecDeque::new(), kept_behind: 0 }
    }
}

impl SackStore {
    /// Bytes of what an ACK carries.
    pub const ENTRY_BYTES: usize = size_of::<SackBlocks>();

    /// From here on ACKs may overtake each other.
    pub fn expect_overtaking(&mut self) {
        self.kept_behind = KEPT_BEHIND;
    }

    /// Keeps the SACK blocks of the ACK that goes out now; gives their number, 0 if it has none.
    #[inline]
    pub fn keep(&mut self, receiver: &Receiver) -> u32 {
        if receiver.has_blocks() { self.add(receiver) } else { 0 }
    }

    /// The same where it carries something.
    #[inline(never)]
    pub fn add(&mut self, receiver: &Receiver) -> u32 {
        let number = self.first.wrapping_add(self.entries.len() as u32);
        self.entries.push_back(receiver.start_telling());
        if let Some(entry) = self.entries.back_mut() {
            receiver.tell_blocks(entry);
        }
        number
    }

    /// What was kept last.
    pub fn latest(&self) -> Option<&SackBlocks> {
        self.entries.back()
    }

    /// Bytes it has taken.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<SackBlocks>()
    }

    /// What an arriving ACK carries. Where ACKs never overtake each other, older entries belong to
    /// lost ACKs, or to one that is over.
    #[inline]
    pub fn find(&mut self, number: u32) -> Option<&SackBlocks> {
        if number == 0 {
            return None;
        }
        let place = number.wrapping_sub(self.first) as usize;
        if place >= self.entries.len() {
            // It was overtaken by more ACKs than are remembered.
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
