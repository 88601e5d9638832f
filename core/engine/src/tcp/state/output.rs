//! What a sender has to send.

use crate::units::Time;

/// What the source has to send, and when the pacer releases it.
#[derive(Clone, Debug)]
pub struct Output {
    /// One past the last segment that the source will ever have.
    pub(in crate::tcp) source_end: u64,
    pub(in crate::tcp) limited_transmit: bool,
    /// The last send stopped because the window was full: only then may the window grow.
    pub window_limited: bool,
    /// Pacing: no new segment before this.
    pub(in crate::tcp) next_release: Time,
    /// When the pacer wants to be woken.
    pub(in crate::tcp) wake_at: Time,
}
