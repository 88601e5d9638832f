//! What an ACK tells beside its number.

use super::Receiver;
use crate::units::Span;

/// The most SACK blocks an ACK carries (RFC 2018 §3): four, or three beside a timestamp.
pub(super) const MAX_BLOCKS: usize = 4;

/// Blocks that an ACK surely carries, since another ACK repeats them if it is lost
/// (TCP_SACK_BLOCKS_EXPECTED). The ACK that waits goes out before there is a further one.
pub(super) const EXPECTED_BLOCKS: usize = 2;

/// SACK blocks of one ACK. The block of the segment that triggered the ACK comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SackBlocks {
    pub(super) blocks: [(u64, u64); MAX_BLOCKS],
    pub(super) count: u8,
    /// The share of a link that routers announce, as the bits of an `f32` in bit/s; 0 if none is
    /// announced.
    pub(super) share: u32,
    /// Marked segments that the receiver has counted; 0 if it does not report the count.
    pub(super) marks: u32,
    /// One past the segment that is reported to have arrived twice; 0 if none is.
    pub(super) past_duplicate: u64,
    pub(super) stale: Stale,
}

/// A segment that the receiver has discarded. No packet carries this: it explains the ACK.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stale {
    /// One past the segment; 0 if there is none.
    pub(super) past: u64,
    /// By how much its timestamp is older than the one to echo.
    pub(super) age: Span,
}

impl SackBlocks {
    /// The blocks, half-open.
    pub fn as_slice(&self) -> &[(u64, u64)] {
        &self.blocks[..usize::from(self.count)]
    }

    /// The share of a link that routers announce, in bit/s.
    pub fn share_bps(&self) -> Option<f64> {
        (self.share != 0).then(|| f64::from(f32::from_bits(self.share)))
    }

    /// Marked segments that the receiver has counted.
    pub fn marks(&self) -> u32 {
        self.marks
    }

    /// The segment that is reported to have arrived twice (DSACK, RFC 2883).
    pub fn duplicate(&self) -> Option<u64> {
        self.past_duplicate.checked_sub(1)
    }

    /// The segment that was discarded, and how much older than the latest its timestamp is.
    pub fn stale(&self) -> Option<(u64, Span)> {
        self.stale.past.checked_sub(1).map(|number| (number, self.stale.age))
    }

    /// Blocks on the wire. The first one names the segment that has arrived twice, if any has.
    pub fn blocks(&self) -> usize {
        usize::from(self.count) + usize::from(self.past_duplicate > 0)
    }

    /// A list of the given blocks. Blocks after the fourth are left out.
    pub fn of(blocks: &[(u64, u64)]) -> SackBlocks {
        let mut list = SackBlocks::default();
        for block in blocks.iter().take(MAX_BLOCKS) {
            list.push(*block);
        }
        list
    }

    pub(super) fn push(&mut self, block: (u64, u64)) {
        self.blocks[usize::from(self.count)] = block;
        self.count += 1;
    }
}

impl Receiver {
    /// The place of the block that segment `number` extends, or after the last block if it begins a
    /// new one (tcp_sack_new_ofo_skb).
    pub(super) fn block_of(&self, number: u64) -> usize {
        let mut blocks = self.recent[..self.recent_count].iter().filter(|block| block.0 >= self.next);
        let count = blocks.clone().count();
        blocks.position(|block| block.0 <= number + 1 && number <= block.1).unwrap_or(count)
    }

    /// Segment `number` has arrived: its block becomes the newest.
    pub(super) fn remember(&mut self, number: u64) {
        let run = self.beyond.run_of(number).unwrap_or((number, number + 1));
        // Most often the segment follows the newest block.
        if self.recent_count > 0 && self.recent[0] == (run.0, number) && run.1 == number + 1 {
            self.recent[0] = run;
            return;
        }
        let mut list = [(0, 0); MAX_BLOCKS];
        list[0] = run;
        let mut count = 1;
        for &other in &self.recent[..self.recent_count] {
            let elsewhere = other.0 >= self.next && (other.0 < run.0 || other.0 >= run.1);
            if elsewhere && count < self.most_recent {
                list[count] = other;
                count += 1;
            }
        }
        self.recent = list;
        self.recent_count = count;
    }

    /// True if the ACK that goes out now has SACK blocks.
    #[inline]
    pub fn has_blocks(&self) -> bool {
        !self.beyond.is_empty()
    }

    /// Adds the SACK blocks, if anything is buffered beyond a gap.
    #[inline]
    pub fn tell_blocks(&self, list: &mut SackBlocks) {
        let room = self.max_blocks - usize::from(list.past_duplicate > 0);
        for &block in &self.recent[..self.recent_count] {
            // A block below the cumulative ACK is no longer reported.
            if block.0 >= self.next && usize::from(list.count) < room {
                debug_assert_eq!(
                    self.beyond.run_of(block.0),
                    Some(block),
                    "a block is a run of what is here"
                );
                list.push(block);
            }
        }
    }
}
