//! What a sender with RACK keeps (`recovery: rack`, `tlp`).

use crate::cc::LostSegment;
use crate::tcp::rack_board::{News, RackBoard};
use crate::units::{Span, Time};

/// What a sender with RACK keeps.
#[derive(Clone, Debug)]
pub struct Rack {
    pub(in crate::tcp) board: RackBoard,
    /// What the latest ACK said.
    pub(in crate::tcp) news: News,
    /// Added to timers, because a kernel's clock is coarse; and the tick of that clock.
    pub(in crate::tcp) slack: Span,
    pub(in crate::tcp) tick: u64,
    pub(in crate::tcp) sends_probes: bool,
    pub(in crate::tcp) probe: Option<Probe>,
    /// Timeouts since data was acknowledged.
    pub(in crate::tcp) expiries: u32,
    /// A recovery begins: its first segment is sent whatever the window is (RFC 6675 §5 step 4.3).
    pub(in crate::tcp) must_resend: bool,
    /// Data was acknowledged: the probe's timer restarts after the next send.
    pub(in crate::tcp) restarts_probe: bool,
}

impl Rack {
    /// When the reordering timer expires that is set for `wait` now. A kernel's timer counts whole ticks
    /// and is never early: it expires with the tick after the one in which the wait ends.
    pub(in crate::tcp) fn reordering_timer(&self, now: Time, wait: Span) -> Time {
        if self.slack == Span::ZERO {
            return now + wait;
        }
        let ticks = (wait + self.slack).nanos().div_ceil(self.tick);
        Time::from_nanos((now.nanos() / self.tick + ticks + 1) * self.tick)
    }
}

/// A probe that is under way.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// An ACK of this number or a higher one answers the probe.
    pub(in crate::tcp) end: u64,
    /// When it was sent; `None` if it was new data.
    pub(in crate::tcp) resent: Option<Time>,
    /// The segment as it was first sent, for an algorithm that reacts to every lost segment.
    pub(in crate::tcp) original: Option<LostSegment>,
}

impl Probe {
    /// True if segment `number` was retransmitted as this probe.
    pub(in crate::tcp) fn is(&self, number: u64) -> bool {
        self.resent.is_some() && self.end == number + 1
    }
}
