//! What a sender with RACK keeps (`recovery: rack`, `tlp`).

use crate::cc::{LostSegment, State};
use crate::tcp::paws;
use crate::tcp::rack_board::{News, RackBoard};
use crate::units::{Span, Time};

/// What a sender with RACK keeps.
#[derive(Clone, Debug)]
pub struct Rack {
    pub(in crate::tcp) board: RackBoard,
    /// What the latest ACK said.
    pub(in crate::tcp) news: News,
    /// Added to timers, because a kernel's clock is coarse; zero as in RFC 8985.
    pub(in crate::tcp) slack: Span,
    pub(in crate::tcp) sends_probes: bool,
    pub(in crate::tcp) probe: Option<Probe>,
    /// Timeouts since data was acknowledged.
    pub(in crate::tcp) expiries: u32,
    /// A recovery begins: its first segment is sent whatever the window is (RFC 6675 §5 step 4.3).
    pub(in crate::tcp) must_resend: bool,
    /// Data was acknowledged: the probe's timer restarts after the next send.
    pub(in crate::tcp) restarts_probe: bool,
    /// When the first of the retransmissions left that are not forgotten yet (Linux, `retrans_stamp`).
    pub(in crate::tcp) resent_since: Option<Time>,
    /// This ACK shows that a segment was only late, but others are retransmitted: none is found lost or
    /// retransmitted with it.
    pub(in crate::tcp) holds: bool,
}

impl Rack {
    /// True if it follows the kernel where the kernel differs from RFC 8985.
    pub(in crate::tcp) fn is_linux(&self) -> bool {
        self.slack > Span::ZERO
    }

    /// True if a probe may be sent instead of waiting for a timeout.
    #[inline]
    pub(in crate::tcp) fn may_probe(&self, state: State) -> bool {
        state == State::Open && self.sends_probes && self.board.outstanding() > 0
    }

    /// True if this timestamp is older than the first retransmission (tcp_packet_delayed).
    pub(in crate::tcp) fn is_before_resends(&self, echo: Time) -> bool {
        self.resent_since.is_some_and(|resent| paws::stamp(echo) < paws::stamp(resent))
    }

    /// The state while nothing is repaired. In Linux retransmissions that are out are disorder, too
    /// (tcp_try_keep_open).
    pub(in crate::tcp) fn settled(&self) -> State {
        let is_resent = self.is_linux() && self.probe.is_none() && self.board.has_resent();
        if self.board.sacked() > 0 || is_resent { State::Disorder } else { State::Open }
    }

    /// Forgets when the first retransmission left, if none is outstanding (tcp_try_to_open).
    pub(in crate::tcp) fn forget_resends(&mut self) {
        if self.resent_since.is_some() && !self.board.has_resent() {
            self.resent_since = None;
        }
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
