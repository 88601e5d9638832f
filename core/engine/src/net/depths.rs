//! How deep a queue was within one bin of the trace. Of a bin no more is kept than extremes and last value, and the last value is the
//! queue as it stands: so the channel keeps the extremes, and the trace hears of them when the bin is over or somebody looks.

use super::Channel;
use crate::trace::{Recorder, whole};
use crate::units::Time;

/// The least and the most packets that waited in the bin under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depths {
    /// When the bin is over; at the start of time where none is open.
    until: Time,
    least: usize,
    most: usize,
}

impl Default for Depths {
    fn default() -> Depths {
        Depths { until: Time::ZERO, least: usize::MAX, most: 0 }
    }
}

impl Depths {
    /// True if `now` belongs to another bin.
    #[inline]
    pub fn are_over(&self, now: Time) -> bool {
        now >= self.until
    }

    /// A packet has come: of `before` others `left` still waited, and it does so itself if it `waits`.
    #[inline(always)]
    pub fn note(&mut self, before: usize, left: usize, waits: bool) {
        let after = left + usize::from(waits);
        if left < before {
            // The first that left the queue had `before - 1` behind it, the last one `left`.
            self.least = self.least.min(left);
            self.most = self.most.max(after).max(before - 1);
        } else if waits {
            self.least = self.least.min(after);
            self.most = self.most.max(after);
        }
    }
}

impl Channel {
    /// The bin that holds `now` begins.
    #[inline(never)]
    pub(super) fn turn_depths(&mut self, now: Time, recorder: &mut Recorder) {
        self.show_depths(recorder);
        let bin = recorder.bin(now);
        if self.waiting.front().is_some_and(|head| head.start <= now && recorder.bin(head.start) != bin) {
            // Some left in bins before it.
            self.drain(now, recorder);
        }
        self.depths.until = recorder.bin_end(bin);
    }

    /// Shows how deep the queue was since the bin began; what comes belongs to another one, if only because a replay has other bins.
    pub fn show_depths(&mut self, recorder: &mut Recorder) {
        let Depths { until, least, most } = std::mem::take(&mut self.depths);
        if least <= most {
            let bin = recorder.bin(Time::from_nanos(until.nanos() - 1));
            recorder.sample_range(
                self.handles.queue,
                bin,
                whole(least as u64),
                whole(most as u64),
                whole(self.waiting.len() as u64),
            );
        }
    }
}
