//! What ACKs under way carry besides their number: SACK blocks, or the share of a link that routers
//! have told.
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
}

impl Default for SackStore {
    fn default() -> SackStore {
        SackStore { first: 1, entries: VecDeque::new() }
    }
}

impl SackStore {
    /// Bytes of what an ACK carries.
    pub const ENTRY_BYTES: usize = size_of::<SackBlocks>();

    /// Keeps what the ACK that goes out now carries; gives its number, 0 if it carries nothing.
    #[inline]
    pub fn keep(&mut self, receiver: &Receiver) -> u32 {
        if receiver.tells_more() { self.add(receiver) } else { 0 }
    }

    #[inline(never)]
    fn add(&mut self, receiver: &Receiver) -> u32 {
        let number = self.first.wrapping_add(self.entries.len() as u32);
        self.entries.push_back(receiver.start_telling());
        if let Some(entry) = self.entries.back_mut() {
            receiver.tell_blocks(entry);
        }
        number
    }

    /// Bytes it has taken.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<SackBlocks>()
    }

    /// What an arriving ACK carries. ACKs never overtake each other, so older entries belong to
    /// lost ACKs, or to one that is over.
    #[inline]
    pub fn find(&mut self, number: u32) -> Option<&SackBlocks> {
        if number == 0 {
            return None;
        }
        while self.first != number {
            self.entries.pop_front()?;
            self.first = self.first.wrapping_add(1);
        }
        self.entries.front()
    }
}
