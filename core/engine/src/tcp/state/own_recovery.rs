//! Loss recoveries that are not built in: another crate brings them, and a flow's setup carries how
//! one is made. At each step at which recoveries differ, the sender asks its own one instead of a
//! built-in one.

use super::{AckArrival, Outgoing, Sender};
use crate::cc::Ack;
use crate::choices::Recovery;
use crate::trace::Decisions;
use std::fmt::{self, Debug};

/// A loss recovery that is not built in.
pub trait ExternalRecovery: Send + Sync {
    /// A copy in the same state, because checkpoints are clones.
    fn copy(&self) -> Box<dyn ExternalRecovery>;

    /// Memory of its lists, in bytes.
    fn bytes(&self) -> usize {
        0
    }

    /// An ACK arrives. Returns the segments that it newly reports by SACK, if the recovery has a
    /// scoreboard of its own.
    fn take_blocks(&mut self, _arrival: &AckArrival) -> Option<u64> {
        None
    }

    /// The RTT that the ACK shows, and that of the newest segment that it acknowledges.
    fn sample(&mut self, s: &mut Sender, arrival: &AckArrival, acked: u64) -> (Option<f64>, Option<f64>);

    /// Finds losses, starts and ends the recovery. True if the window may grow.
    fn on_ack(
        &mut self,
        s: &mut Sender,
        ack: &Ack,
        arrival: &AckArrival,
        out: &mut Vec<Outgoing>,
        log: &mut Decisions,
    ) -> bool;

    /// Segments of `[una, next)` believed to be in the network, if it has a scoreboard of its own.
    fn pipe(&self, _next: u64) -> Option<u64> {
        None
    }

    /// The lowest lost segment that waits for its retransmission.
    fn next_lost(&self, s: &Sender) -> Option<u64>;

    /// Before anything is sent after an event.
    fn before_burst(&mut self, _s: &mut Sender, _out: &mut Vec<Outgoing>) {}

    /// The next segment that the window allows.
    fn next(&mut self, s: &mut Sender) -> Option<u64>;

    /// A segment was sent.
    fn after_segment(&mut self, _s: &mut Sender) {}

    /// The timer expired, and the algorithm is about to be told.
    fn before_timeout(&mut self, _s: &mut Sender) {}

    /// It was told. True if the sender goes back to the oldest segment, false if the recovery knows
    /// what to retransmit.
    fn after_timeout(&mut self, s: &mut Sender) -> bool;
}

impl Clone for Box<dyn ExternalRecovery> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

impl Debug for dyn ExternalRecovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ExternalRecovery")
    }
}

/// What a setup says of a recovery that is not built in.
#[derive(Clone, Copy, Debug)]
pub struct RecoverySource {
    /// The word that names it in a scenario; `None` if an algorithm brings it.
    pub id: Option<&'static str>,
    /// The built-in recovery whose place it takes.
    pub replaces: Recovery,
    /// Upper bound of the bytes that a segment in flight takes in its lists.
    pub segment_bytes: usize,
    /// The recovery of a new connection.
    pub make: fn() -> Box<dyn ExternalRecovery>,
}
