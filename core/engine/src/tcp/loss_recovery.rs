//! What a sender knows of losses, for every kind of loss recovery.

use super::options::RecoveryVariants;
use super::recovery::{Gate, NewRenoState};
use super::scoreboard::Scoreboard;
use super::setup::TcpSetup;
use crate::choices::Recovery;
use crate::units::Time;

/// The state of loss detection and recovery.
#[derive(Clone, Debug)]
pub struct LossRecovery {
    pub(super) kind: Recovery,
    pub(super) variants: RecoveryVariants,
    /// When the last loss was found.
    pub gate: Gate,
    /// Duplicate ACKs since the last ACK of new data.
    pub duplicates: u32,
    /// The latest ACK was a duplicate, and no timeout came after it: limited transmit answers it.
    pub(super) answers_duplicate: bool,
    pub(super) new_reno: NewRenoState,
    /// What SACK reports.
    pub board: Scoreboard,
    /// The count of losses covers the segments below this one.
    pub(super) lost_below: u64,
    /// ACKs of new data since the last retransmission, up to 2.
    pub(super) acks_since_resend: u32,
    /// The segment that was retransmitted last because it was corrupted, and when.
    pub(super) resent_corrupted: Option<(u64, Time)>,
}

impl LossRecovery {
    /// Nothing is lost yet.
    pub(super) fn new(setup: &TcpSetup) -> LossRecovery {
        let (kind, variants) = (setup.recovery, setup.recovery_variants);
        LossRecovery {
            kind,
            variants,
            gate: Gate::default(),
            duplicates: 0,
            answers_duplicate: false,
            new_reno: NewRenoState::default(),
            board: Scoreboard::default(),
            lost_below: 0,
            acks_since_resend: 2,
            resent_corrupted: None,
        }
    }
}
