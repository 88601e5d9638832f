//! The loss recoveries of ns-2's agents.

mod fack;
mod floor;
mod rate_halving;
mod sack1;
mod vegas;

pub use rate_halving::FORWARD_ACK;
#[cfg(test)]
pub use rate_halving::FORWARD_ACK_RANGE;

use ackscope_engine::setup::Recovery;
use ackscope_engine::tcp::RecoverySource;

/// SACK recovery of the Sack1 agent.
pub static SACK1: RecoverySource = RecoverySource {
    id: Some("ns2_sack1"),
    replaces: Recovery::Sack,
    segment_bytes: 0,
    make: || Box::new(sack1::Sack1::default()),
};

/// Forward acknowledgement and rate halving of the TCP/Linux agent.
pub static LINUX: RecoverySource = RecoverySource {
    id: Some("ns2_linux"),
    replaces: Recovery::Sack,
    segment_bytes: fack::FackBoard::SEGMENT_BYTES,
    make: || Box::new(rate_halving::RateHalving::default()),
};

/// The answers of the Vegas agent to duplicate ACKs.
pub static VEGAS: RecoverySource = RecoverySource {
    id: None,
    replaces: Recovery::Reno,
    segment_bytes: 0,
    make: || Box::new(vegas::Vegas::default()),
};
