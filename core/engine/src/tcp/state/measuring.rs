//! What a sender keeps to read ACKs.

use crate::tcp::rounds::Rounds;
use crate::tcp::segment_log::SegmentLog;
use crate::units::Time;

/// What the sender keeps about sent segments so that it can read their ACKs.
#[derive(Clone, Debug)]
pub struct Measuring {
    /// Every ACK echoes a timestamp.
    pub timestamps: bool,
    /// Karn's algorithm: one timed segment at a time. A retransmission drops it, except with
    /// `times_resent`.
    pub timed: Option<(u64, Time)>,
    pub(in crate::tcp) log: Option<Box<SegmentLog>>,
    /// The log belongs to the algorithm or to the setup: rounds then leave out RTT samples of
    /// retransmitted segments. False if only algorithms for comparison need the log.
    pub(in crate::tcp) log_is_own: bool,
    pub(in crate::tcp) rounds: Rounds,
    /// Delivered segments that only duplicate ACKs have reported.
    pub(in crate::tcp) reported_by_duplicates: u64,
}
