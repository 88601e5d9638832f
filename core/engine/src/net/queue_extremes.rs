//! The shortest and the longest queue within one bin of the trace. A bin stores only minimum,
//! maximum and last value, and the last value is the current queue. So the channel keeps the
//! extremes, and records them when the bin is over or the trace is read.

use crate::units::Time;

/// The fewest and the most waiting packets in the current bin.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueueExtremes {
    /// End of the bin; zero if none is open.
    pub until: Time,
    pub least: usize,
    pub most: usize,
}

impl Default for QueueExtremes {
    fn default() -> QueueExtremes {
        QueueExtremes { until: Time::ZERO, least: usize::MAX, most: 0 }
    }
}

impl QueueExtremes {
    /// True if `now` belongs to another bin.
    #[inline]
    pub fn are_over(&self, now: Time) -> bool {
        now >= self.until
    }

    /// A packet has arrived. `before` packets waited, `left` of them still wait, and the packet
    /// itself waits if `waits` is set.
    #[inline(always)]
    pub fn note(&mut self, before: usize, left: usize, waits: bool) {
        let after = left + usize::from(waits);
        if left < before {
            // The first packet that left the queue left `before - 1` behind it, the last one
            // `left`.
            self.least = self.least.min(left);
            self.most = self.most.max(after).max(before - 1);
        } else if waits {
            self.least = self.least.min(after);
            self.most = self.most.max(after);
        }
    }
}
