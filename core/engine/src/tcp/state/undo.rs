//! What is kept while a loss may turn out to be spurious (`undo`, `frto`).

use crate::units::Time;

/// The windows before a loss was found, kept while the loss may turn out to be spurious.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pub(in crate::tcp) cwnd: f64,
    pub(in crate::tcp) ssthresh: f64,
    /// The first retransmission: when it went out, and its number.
    pub(in crate::tcp) resent: Option<(Time, u64)>,
    /// It was acknowledged, and it was needed (RFC 3522 §3.2 step 4: only its first ACK tells).
    pub(in crate::tcp) was_needed: bool,
    /// The first segment not acknowledged when the loss was found (Linux, `undo_marker`).
    pub(in crate::tcp) from: u64,
    /// Retransmissions that are not reported to have arrived twice (`undo_retrans`); `None` before
    /// the first retransmission.
    pub(in crate::tcp) unproven: Option<u64>,
}

impl Undo {
    /// The loss may still turn out to be spurious, but there is no window to restore.
    pub(in crate::tcp) fn forget_windows(&mut self) {
        (self.cwnd, self.ssthresh) = (0.0, 0.0);
    }

    /// Segment `number` is retransmitted.
    pub(in crate::tcp) fn sent(&mut self, now: Time, number: u64) {
        self.resent.get_or_insert((now, number));
        self.unproven = Some(self.unproven.unwrap_or(0) + 1);
    }

    /// True if the ACK of everything below `una` shows, by its echoed time, that the first retransmission was
    /// needless. Its first ACK tells, and an ACK of older segments tells nothing.
    pub(in crate::tcp) fn is_spurious(&mut self, una: u64, echo: Time) -> bool {
        let Some((resent, _)) = self.resent.filter(|(_, number)| una > *number && !self.was_needed) else {
            return false;
        };
        self.was_needed = echo >= resent;
        !self.was_needed
    }

    /// Segment `number` is reported to have arrived twice.
    pub(in crate::tcp) fn note_duplicate(&mut self, number: u64) {
        if number >= self.from {
            self.unproven = self.unproven.map(|left| left.saturating_sub(1));
        }
    }

    /// True if no retransmission was needed.
    pub(in crate::tcp) fn are_all_duplicates(&self) -> bool {
        self.unproven == Some(0)
    }
}

/// Segments `[from, end)` that were not retransmitted.
#[derive(Clone, Copy, Debug)]
pub struct Originals {
    pub(in crate::tcp) from: u64,
    pub(in crate::tcp) end: u64,
}

/// F-RTO is under way.
#[derive(Clone, Copy, Debug)]
pub struct Frto {
    pub(in crate::tcp) originals: Originals,
    /// How many of them had arrived before this ACK.
    pub(in crate::tcp) arrived: u64,
    /// This ACK allows new data, but no retransmission.
    pub(in crate::tcp) sends_new: bool,
}
