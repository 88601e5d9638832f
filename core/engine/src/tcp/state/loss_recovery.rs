//! What a sender knows of losses, for every kind of loss recovery.

use crate::choices::Recovery;
use crate::tcp::options::RecoveryVariants;
use crate::tcp::scoreboard::Scoreboard;
use crate::units::Time;

/// Prevents duplicate ACKs caused by retransmissions from starting another recovery (RFC 6582 §3.2
/// step 2).
#[derive(Clone, Copy, Debug, Default)]
pub struct Gate {
    /// One past the highest segment sent when the last loss was found; `None` before the first
    /// loss.
    pub(in crate::tcp) recover: Option<u64>,
    /// The last window action was a timeout.
    pub after_timeout: bool,
    /// Reno may start another recovery although `una` is not above `recover`. A timeout clears
    /// this, and with `reno_gated` an ACK of new data does too.
    pub(in crate::tcp) may_reenter: bool,
    /// The segment that timed out last.
    pub(in crate::tcp) timed_out: Option<u64>,
}

/// State of Reno's and New Reno's recovery.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewRenoState {
    /// Window inflation, kept apart from cwnd so that algorithms never see an inflated window. May
    /// be negative.
    pub inflation: i64,
    /// The first partial ACK of this recovery has come.
    pub(in crate::tcp) partial_seen: bool,
}

impl Gate {
    /// A gate after a loss, with all data below `recover` sent.
    pub fn after_loss(recover: u64) -> Gate {
        Gate { recover: Some(recover), after_timeout: false, may_reenter: true, timed_out: None }
    }

    /// The same after one more loss. It keeps which segment timed out.
    pub fn after_another(self, recover: u64) -> Gate {
        Gate { timed_out: self.timed_out, ..Gate::after_loss(recover) }
    }

    /// True if segment `number` timed out and nothing else has happened since.
    pub fn is_for(&self, number: u64) -> bool {
        self.after_timeout && self.timed_out == Some(number)
    }
}

/// The state of loss detection and recovery.
#[derive(Clone, Debug)]
pub struct LossRecovery {
    pub(in crate::tcp) kind: Recovery,
    pub(in crate::tcp) variants: RecoveryVariants,
    /// When the last loss was found.
    pub gate: Gate,
    /// Duplicate ACKs since the last ACK of new data.
    pub duplicates: u32,
    /// The latest ACK was a duplicate, and no timeout came after it: limited transmit answers it.
    pub(in crate::tcp) answers_duplicate: bool,
    pub(in crate::tcp) new_reno: NewRenoState,
    /// What SACK reports.
    pub board: Scoreboard,
    /// ACKs of new data since the last retransmission, up to 2.
    pub(in crate::tcp) acks_since_resend: u32,
    /// The segment that was retransmitted last because it was corrupted, and when.
    pub(in crate::tcp) resent_corrupted: Option<(u64, Time)>,
}

impl LossRecovery {
    /// True if the sender reads the SACK blocks of ACKs. Without modern mechanisms there is no
    /// RACK.
    #[inline]
    pub(in crate::tcp) fn uses_sack<const MECHANISMS: bool>(&self) -> bool {
        if MECHANISMS { self.kind.uses_sack() } else { self.kind == Recovery::Sack }
    }

    /// True on the first two ACKs of new data after a retransmission; counts them.
    pub(in crate::tcp) fn soon_after_resend(&mut self) -> bool {
        let soon = self.acks_since_resend < 2;
        self.acks_since_resend = (self.acks_since_resend + 1).min(2);
        soon
    }
}
