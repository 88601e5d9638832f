//! TCP besides the congestion-control law: sequence space, loss recovery, the retransmission timer,
//! the receiver.
//!
//! Windows and sequence numbers count whole segments; the first data segment of a connection is
//! number 0, and an ACK carries the number of the segment expected next.

mod careful_resume;
mod decisions;
pub mod delivery;
mod dsack;
mod fork;
mod frames;
mod gso;
mod hystart;
mod hystart_plus_plus;
mod intervals;
mod jump_start;
mod linux_acks;
mod linux_rtt;
mod marks;
mod mechanisms;
mod options;
mod pacing;
mod paws;
mod prr;
pub mod quic;
mod rack_board;
mod rapid_start;
mod receive_buffer;
mod receiver;
pub mod recovery;
pub mod reduction;
mod rounds;
mod rto;
mod scoreboard;
mod search;
mod segment_log;
mod sender;
mod sending;
mod setup;
mod shadow;
mod slow_start;
mod state;
mod timers;
mod undo;
mod usage;
mod wheel;
#[cfg(any(test, feature = "played"))]
pub mod windows;
pub mod wire;

pub use decisions::{MARKS_REPORTED, RECOVERED, REDUCTION_REPORTED, RULES};
pub use fork::change_algorithm;
pub use frames::take_frame;
pub use intervals::Intervals;
pub use options::{
    CarefulResumeSetup, Handshake, HyStartSetup, LinuxAcks, Mechanisms, Pacing, PacingQuantum, QuicSetup,
    RapidStartSetup, ReceiveBufferSetup, RecoveryVariants, RtoSetup, RtoStyle, SynLoss,
};
pub use rack_board::RackBoard;
pub use receive_buffer::ReceiveBuffer;
pub use receiver::{AckPlan, Receiver, SackBlocks, delays_acks};
pub use recovery::{LossEvidence, without_sack};
pub use rto::RetransmissionTimer;
pub use scoreboard::{DUP_THRESH, Scoreboard};
pub use segment_log::SegmentLog;
pub use sending::LONGEST_BURST;
pub use setup::TcpSetup;
pub use shadow::{comparisons, watch};
pub use state::{
    AckArrival, ExternalRecovery, Gate, MAX_WINDOW, MarkEcho, MarkReader, MarkReport, Outgoing, Quic,
    RecoverySource, Sender, SenderCounters,
};
