//! The setup of a TCP flow.

use super::options::{Handshake, Mechanisms, RecoveryVariants, RtoSetup};
use super::state::RecoverySource;
use crate::application::ApplicationSetup;
use crate::catalogue::Params;
use crate::cc::own::RegisteredAlgorithm;
use crate::cc::{Controller, MakeController};
use crate::choices::{AckCounting, MarkFeedback, Recovery};
use crate::trace::ShownStates;
use crate::units::Span;

/// A TCP flow.
#[derive(Clone, Debug)]
pub struct TcpSetup {
    /// The algorithm's id.
    pub algorithm: &'static str,
    /// The algorithm's checked parameters.
    pub params: Params,
    /// Makes the algorithm from both.
    pub make: MakeController,
    /// An algorithm made at run time that drives the flow instead of `algorithm`.
    pub own_algorithm: Option<RegisteredAlgorithm>,
    /// Size of an ACK on the wire.
    pub ack_bytes: u32,
    /// Bytes that each SACK block adds to an ACK.
    pub sack_block_bytes: u32,
    /// Initial window in segments.
    pub initial_window: f64,
    /// Initial slow-start threshold in segments, infinite by default.
    pub initial_ssthresh: f64,
    /// Receive window in segments.
    pub receive_window: u64,
    /// Segments to transfer per connection, or `None` for an endless source.
    pub segments: Option<u64>,
    /// The application that writes into its connections; `None` for a bulk transfer.
    pub application: Option<ApplicationSetup>,
    /// Whether the receiver delays ACKs.
    pub delayed_ack: bool,
    /// The longest time by which it delays an ACK.
    pub delayed_ack_timeout: Span,
    /// RFC 7323 timestamps: an RTT sample from every ACK of new data.
    pub timestamps: bool,
    /// Limited transmit (RFC 3042).
    pub limited_transmit: bool,
    /// How a connection starts.
    pub handshake: Handshake,
    /// Loss recovery.
    pub recovery: Recovery,
    /// A loss recovery that is not built in, if it takes the place of `recovery`.
    pub own_recovery: Option<&'static RecoverySource>,
    /// Named deviations from the standard loss recovery.
    pub recovery_variants: RecoveryVariants,
    /// How ACKs are counted for window growth.
    pub growth: AckCounting,
    /// How the receiver reports marks.
    pub marks: MarkFeedback,
    /// Fraction of the window that remains after a mark, where that differs from what remains after
    /// a loss (ABE, RFC 8511).
    pub beta_ecn: Option<f64>,
    /// The retransmission timer.
    pub rto: RtoSetup,
    /// Further mechanisms of modern senders.
    pub mechanisms: Mechanisms,
    /// Ids of estimators that are recorded for comparison with the algorithm's own.
    pub shadow: Vec<&'static str>,
}

impl TcpSetup {
    /// The id of the algorithm that drives the flow.
    pub fn algorithm_id(&self) -> &str {
        match &self.own_algorithm {
            Some(own) => own.id(),
            None => self.algorithm,
        }
    }

    /// True if both flows have the same algorithm with the same parameters.
    pub fn has_algorithm_of(&self, other: &TcpSetup) -> bool {
        let is_own = match (&self.own_algorithm, &other.own_algorithm) {
            (None, None) => true,
            (Some(own), Some(other)) => own.is(other),
            _ => false,
        };
        is_own && self.algorithm == other.algorithm && self.params == other.params
    }

    /// The states that its algorithm asks to plot.
    pub fn shown(&self) -> ShownStates {
        self.own_algorithm.as_ref().map(RegisteredAlgorithm::shown).unwrap_or_default()
    }

    /// A fresh algorithm instance for a new connection.
    pub fn controller(&self) -> Controller {
        match &self.own_algorithm {
            Some(own) => own.controller(),
            None => (self.make)(self.algorithm, &self.params),
        }
    }
}
