//! The bursts in which segments are handed to the network card (`gso`).

use crate::tcp::options::PacingQuantum;

/// The bursts of a sender.
#[derive(Clone, Copy, Debug)]
pub struct Gso {
    pub(in crate::tcp) size: PacingQuantum,
    /// Segments of the current burst that may still leave at this instant.
    pub(in crate::tcp) left: u32,
    /// The size that was told last.
    pub(in crate::tcp) told: u32,
}

impl Gso {
    /// Bursts of this size.
    pub(in crate::tcp) fn new(size: PacingQuantum) -> Gso {
        Gso { size, left: 0, told: 0 }
    }

    /// True if one more segment may leave in the current burst.
    #[inline]
    pub(in crate::tcp) fn is_in_burst(&self) -> bool {
        self.left > 0
    }

    /// The next segment begins another burst.
    #[inline]
    pub(in crate::tcp) fn end_burst(&mut self) {
        self.left = 0;
    }
}
