//! What an ACK tells beside its number.

/// The most SACK blocks an ACK carries (RFC 2018 §3): four, or three beside a timestamp.
pub(super) const MAX_BLOCKS: usize = 4;

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
