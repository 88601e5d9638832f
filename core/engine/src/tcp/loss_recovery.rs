//! What a sender knows of losses, for every kind of loss recovery.

use super::fack::FackBoard;
use super::rate_halving::Halving;
use super::recovery::{Gate, NewRenoState};
use super::scoreboard::Scoreboard;
use crate::setup::{Recovery, RecoveryVariants, TcpSetup};
use crate::units::Time;

/// The state of loss detection and recovery.
#[derive(Clone, Debug)]
pub struct LossRecovery {
    pub(super) kind: Recovery,
    pub(super) variants: RecoveryVariants,
    pub(super) gate: Gate,
    pub(super) duplicates: u32,
    /// The latest ACK was a duplicate, and no timeout came after it: limited transmit answers it.
    pub(super) answers_duplicate: bool,
    pub(super) new_reno: NewRenoState,
    pub(super) board: Scoreboard,
    /// The count of losses covers the segments below this one.
    pub(super) lost_below: u64,
    /// Segments believed to be in the network under `recovery_variant: ns2_sack1`.
    pub(super) counted_pipe: i64,
    /// The scoreboard of `recovery_variant: ns2_linux`.
    pub(super) fack: Option<Box<FackBoard>>,
    /// The rate halving of `recovery_variant: ns2_linux`, while it is under way.
    pub(super) halving: Option<Halving>,
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
            counted_pipe: 0,
            fack: (kind == Recovery::Sack && variants.ns2_linux).then(|| Box::new(FackBoard::default())),
            halving: None,
            acks_since_resend: 2,
            resent_corrupted: None,
        }
    }
}
