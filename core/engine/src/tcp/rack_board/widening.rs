//! The reordering window adapts to reports of segments that arrived twice (RFC 8985 §6.2 step 4; Linux
//! tcp_rack_update_reo_wnd): a needless retransmission on a path that reorders came too early.
//!
//! As in the RFC, a round ends when what was sent at its start is acknowledged; Linux counts delivered
//! segments. As in Linux, reports do not count before reordering was seen, nor if they concern a probe.

use super::{DUP_THRESH, RackBoard};
use crate::units::Span;

/// Recoveries without a report after which the window is one step again (RFC 8985 §6.2 step 4).
const PERSISTENCE: u32 = 16;
/// The most steps (Linux).
const MAX_STEPS: u64 = 255;

/// The most segments by which one counts as overtaken (`tcp_max_reordering`).
const MAX_OVERTAKEN: u64 = 300;

/// How much wider than one step the reordering window is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Widening {
    /// Steps beyond the first one.
    more: u64,
    /// The round in which reports count no more: until this segment is acknowledged.
    round_ends: Option<u64>,
    /// Recoveries until the window is one step again.
    left: u32,
}

impl RackBoard {
    /// Segment `number` is reported to have arrived twice; `next` is the next segment to send. True
    /// if the reordering window becomes wider.
    pub fn note_duplicate(&mut self, number: u64, next: u64, is_probe: bool) -> bool {
        let counts = self.is_reordered && !is_probe;
        // A retransmission of a SACKed segment: others had overtaken the original.
        let place = number.checked_sub(self.una).map(|place| place as usize);
        let segment = place.and_then(|place| self.segments.get(place));
        let is_overtaken = segment.is_some_and(|segment| segment.is_sacked && segment.was_resent);
        if is_overtaken && number + 1 < self.forward {
            self.note_overtaken(number);
        }
        if self.widening.round_ends.is_some_and(|end| self.una >= end) {
            self.widening.round_ends = None;
        }
        if !counts || self.widening.round_ends.is_some() {
            return false;
        }
        self.widening = Widening {
            more: (self.widening.more + 1).min(MAX_STEPS - 1),
            round_ends: Some(next),
            left: PERSISTENCE,
        };
        true
    }

    /// Reports have undone a recovery (Linux, tcp_try_undo_dsack).
    pub fn undone_by_reports(&mut self) {
        self.widening.left = (self.widening.left + 1).min(PERSISTENCE);
    }

    /// A recovery ends that was not undone.
    pub fn end_recovery(&mut self) {
        self.widening.left = self.widening.left.saturating_sub(1);
        if self.widening.left == 0 {
            self.widening.more = 0;
        }
    }

    /// The steps of the reordering window and its length while RACK waits at all.
    pub fn widest_window(&self, srtt: Span) -> (u64, Span) {
        let steps = 1 + self.widening.more;
        let quarter = self.min_rtt.map_or(0, |(least, _)| least.nanos() / 4);
        (steps, Span::from_nanos(quarter.saturating_mul(steps)).min(srtt))
    }

    /// Segment `number` was late: others have overtaken it (Linux, tcp_check_sack_reordering).
    #[cold]
    pub fn note_overtaken(&mut self, number: u64) {
        self.is_reordered = true;
        self.overtaken_by = self.overtaken_by.max(self.forward.saturating_sub(number).min(MAX_OVERTAKEN));
    }

    /// True if the path reorders so much that SACKs alone grow the window (Linux,
    /// tcp_may_raise_cwnd).
    #[inline]
    pub fn grows_by_sacks(&self) -> bool {
        self.overtaken_by > DUP_THRESH
    }

    /// A timeout while this many segments are SACKed: the reordering was overestimated (Linux,
    /// tcp_enter_loss).
    pub fn note_timeout(&mut self) {
        if self.sacked.total() >= self.overtaken_by.max(DUP_THRESH) {
            self.overtaken_by = self.overtaken_by.min(DUP_THRESH);
        }
    }

    /// The next ACK looks for losses again.
    pub fn look_again(&mut self) {
        self.has_advanced = true;
    }
}
