//! The state of a sender: the sender itself, and what each of its parts keeps. The steps that change it
//! stand above, in the files of `tcp`; they are functions that take a [`Sender`] or the part that they change.

mod gso;
mod loss_recovery;
mod marks;
mod measuring;
mod mechanisms;
mod output;
mod own_recovery;
mod pacer;
mod quic;
mod rack;
mod sender;
mod slow_start;
mod undo;
mod usage;

pub use gso::Gso;
pub use loss_recovery::{Gate, LossRecovery, NewRenoState};
pub use marks::{MarkEcho, MarkReader, MarkReport};
pub use measuring::Measuring;
pub use mechanisms::{MechanismSlot, Mechanisms};
pub use output::Output;
pub use own_recovery::{ExternalRecovery, RecoverySource};
pub use pacer::{Pacer, PacingFacts, UNPACED, shortened};
pub use quic::{Fate, Given, LostRun, Quic, Sent};
pub use rack::{Probe, Rack};
pub use slow_start::SlowStart;
pub use undo::{Frto, Originals};
pub use usage::Usage;

use crate::cc::{Connection, Controller, Needs, Window};
use crate::estimator::Estimator;
use crate::tcp::rto::RetransmissionTimer;
use crate::tcp::wheel::TimerWheel;
use crate::units::{Span, Time};

/// Upper bound of cwnd in segments, whatever the algorithm says.
pub const MAX_WINDOW: f64 = 1e7;

/// A segment to put on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgoing {
    pub number: u64,
    /// True if the segment was sent before.
    pub is_retransmission: bool,
    /// True if the segment carries CWR: the window was reduced (RFC 3168 §6.1.2).
    pub tells_reduction: bool,
    /// By how much the number of its data is below that of the packet: 0, but for QUIC.
    pub lag: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct AckArrival<'a> {
    /// The segment expected next.
    pub number: u64,
    /// The echoed timestamp.
    pub echo: Time,
    /// SACK blocks.
    pub blocks: &'a [(u64, u64)],
    /// True if the ACK reports that the segment expected next was corrupted (queues-and-links §11).
    pub is_corruption_reported: bool,
    /// The share of a link that routers announce, in bit/s (queues-and-links §12).
    pub share_bps: Option<f64>,
    /// What the ACK reports about marks.
    pub marks: MarkReport,
    /// The segment that the ACK reports to have arrived twice.
    pub duplicate: Option<u64>,
    /// A segment that the receiver has discarded, and how much older than the latest its timestamp is.
    pub stale: Option<(u64, Span)>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SenderCounters {
    /// Segments put on the wire, retransmissions included.
    pub sent: u64,
    pub retransmitted: u64,
    /// Recoveries started by ACKs.
    pub fast_retransmits: u64,
    /// Expiries of the retransmission timer. QUIC has none: there it is persistent congestions (RFC 9002 §7.6).
    pub timeouts: u64,
    /// Window reductions caused by marks.
    pub mark_reductions: u64,
    pub rtt_samples: u64,
    pub rtt_sum_s: f64,
}

/// What happens when the timer expires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The oldest segment is retransmitted.
    Retransmission,
    /// RACK checks the overtaken segments again.
    Reordering,
    /// A tail loss probe goes out.
    Probe,
}

/// The sender's timer, and when it expires.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    /// Estimates the RTT.
    pub rto: RetransmissionTimer,
    pub(in crate::tcp) started: Time,
    pub(in crate::tcp) deadline: Time,
    /// Always [`Purpose::Retransmission`] unless `recovery: rack` is set.
    pub(in crate::tcp) purpose: Purpose,
    /// The grid on which it expires, if there is one.
    pub(in crate::tcp) wheel: Option<TimerWheel>,
}

impl Timer {
    /// When it expires if it is set at `now` for `wait`.
    #[inline]
    pub(in crate::tcp) fn expiry(&self, now: Time, wait: Span) -> Time {
        match self.wheel {
            Some(wheel) => wheel.expiry(now, wait),
            None => now + wait,
        }
    }
}

/// The sending end of one connection.
#[derive(Clone, Debug)]
pub struct Sender {
    /// The algorithm.
    pub cc: Controller,
    /// What the algorithm needs.
    pub needs: Needs,
    /// What the algorithm sees.
    pub c: Connection,
    /// What it changes.
    pub w: Window,
    /// Estimators for comparison only.
    pub(in crate::tcp) shadows: Vec<Estimator>,
    /// Loss detection and recovery.
    pub loss: LossRecovery,
    /// State of the modern mechanisms, if the flow uses any.
    pub(in crate::tcp) mechanisms: MechanismSlot,
    pub timer: Timer,
    /// What is kept to read ACKs.
    pub measure: Measuring,
    /// What there is to send.
    pub output: Output,
    pub counters: SenderCounters,
    /// The time of the current event.
    pub now: Time,
    /// Where the clock of the algorithm counts from.
    pub(in crate::tcp) clock_zero: Time,
    /// The SYN is the first segment of the window: the first ACK starts the algorithm anew.
    pub(in crate::tcp) begins_with_ack: bool,
}
