//! A complete scenario: all defaults are filled in, all names are resolved, all quantities are in
//! SI units.
//!
//! `scenario` makes it from JSON; `sim` runs it. A field is optional only if its absence has a
//! meaning.

use std::sync::Arc;

use crate::catalogue::{OwnRules, Params};
use crate::cc::own::{AlgorithmSource, RegisteredAlgorithm};
use crate::cc::{Controller, MakeController};
use crate::rng::Stream;
use crate::tcp::RecoverySource;
use crate::trace::ShownStates;
use crate::units::{BitRate, Span, Time};

pub use crate::application::ApplicationSetup;
pub use crate::choices::{
    AckCounting, Capacity, Direction, Ecn, LossPosition, MarkFeedback, Recovery, SlowStartRule,
};
pub use crate::delay::{DelayModelSetup, DelaySetup};
pub use crate::jitter::JitterSetup;
pub use crate::loss::{LossSetup, LossStreams};
pub use crate::mechanism::Chosen;
pub use crate::mechanism::idle_restart::Value as IdleRestart;
pub use crate::mechanism::reduction::Value as Reduction;
pub use crate::queue::QueueSetup;
pub use crate::ties::TieSetup;

/// Everything one run needs.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Seed of every random stream.
    pub seed: u64,
    /// How long to simulate.
    pub duration: Time,
    /// The hops from left to right, `repeat` expanded.
    pub hops: Vec<HopSetup>,
    /// The flows, `count` and `each_hop` expanded, in the order of their groups.
    pub flows: Vec<FlowSetup>,
    /// The groups the flows came from, in the scenario's order.
    pub groups: Vec<GroupSetup>,
    /// Measurement windows, at least one.
    pub measure: Vec<(Time, Time)>,
    /// Another order of events at the same instant. Without it the order is departures, arrivals,
    /// timers, and within each kind the order of the setup.
    pub ties: Option<TieSetup>,
    /// The rules of the flows' algorithms that were made at run time.
    pub own_rules: OwnRules,
    /// If set, the run continues with another setup from a given instant on.
    pub fork: Option<Box<ForkSetup>>,
}

/// How a run continues from a given instant on.
#[derive(Clone, Debug)]
pub struct ForkSetup {
    /// The instant. Everything that happens at this instant still belongs to the first part.
    pub at: Time,
    /// The setup from then on, without a fork of its own. It differs only in algorithms and their
    /// parameters, rates, capacities and loss models.
    pub after: Setup,
}

impl Setup {
    /// Registers an algorithm that is made at run time, so that flows can use it. Its rules get the
    /// ids that follow the existing ones.
    pub fn register(&mut self, source: Arc<dyn AlgorithmSource>) -> RegisteredAlgorithm {
        RegisteredAlgorithm::new(source, &mut self.own_rules)
    }
}

/// An entry of the event queue packs an instant and the owner of the event into 64 bits. This many
/// of them hold the kind of the event.
pub const KIND_BITS: u32 = 3;

/// Bits that hold the number of an event among those of its kind, for a network of this many flows
/// and hops.
pub const fn index_bits(flows: usize, hops: usize) -> u32 {
    // Besides packets, a hop has at most eight events: service, state change and far end of each of
    // its two channels, and two of its agent.
    let most = if flows > 8 * hops { flows } else { 8 * hops };
    usize::BITS - most.leading_zeros()
}

/// The latest instant that fits into the remaining bits: the longest run of a network of this size.
/// That is half a year for a hundred flows, and five hours for a hundred thousand.
pub const fn end_of_time(flows: usize, hops: usize) -> Time {
    Time::from_nanos(u64::MAX >> (KIND_BITS + index_bits(flows, hops)))
}

impl Setup {
    /// The indices of the flows of group `group`. They are contiguous.
    pub fn members(&self, group: usize) -> std::ops::Range<usize> {
        let first = |group: usize| self.flows.partition_point(|flow| flow.group < group);
        first(group)..first(group + 1)
    }
}

/// A group of flows.
#[derive(Clone, Debug)]
pub struct GroupSetup {
    /// Its unique name.
    pub name: String,
    /// True if each lane replaces its algorithm by the lane's own.
    pub compared: bool,
}

/// One hop: a forward and a backward channel between neighbouring routers.
#[derive(Clone, Debug)]
pub struct HopSetup {
    /// Its unique name.
    pub name: String,
    /// Left to right.
    pub forward: ChannelSetup,
    /// Right to left.
    pub backward: ChannelSetup,
    /// A proxy at the left router that helps TCP over a lossy hop.
    pub agent: Option<&'static str>,
}

/// One direction of a hop.
#[derive(Clone, Debug)]
pub struct ChannelSetup {
    /// Its rate over time.
    pub rate: RateSetup,
    /// Its one-way propagation delay over time.
    pub delay: DelaySetup,
    /// The queue: capacity and discipline.
    pub queue: QueueSetup,
    /// The packets that the link loses.
    pub loss: LossSetup,
    /// Extra delay on top of the propagation delay.
    pub jitter: JitterSetup,
}

/// A channel's rate over time.
#[derive(Clone, Debug, PartialEq)]
pub enum RateSetup {
    /// The same rate always.
    Constant(BitRate),
    /// Piecewise constant, right-continuous, sorted, the first step at zero. A rate of zero freezes
    /// the transmitter.
    Steps(Vec<(Time, BitRate)>),
    /// Instants at which one quantum of 1500 bytes may leave (mahimahi), repeated for ever if
    /// `looped`.
    Opportunities {
        /// The instants, sorted.
        at: Vec<Time>,
        /// Whether the list starts again after its last instant.
        looped: bool,
    },
}

impl RateSetup {
    /// The largest rate it ever has.
    pub fn peak(&self) -> BitRate {
        match self {
            RateSetup::Constant(rate) => *rate,
            RateSetup::Steps(steps) => steps.iter().map(|(_, rate)| *rate).max().unwrap_or_default(),
            RateSetup::Opportunities { at, .. } => {
                let last = at.last().map_or(0.0, |t| t.secs()).max(1e-3);
                // Less than one packet in several hours rounds to 0 bit/s, but the rate must not be
                // zero.
                BitRate::from_bps(((at.len() as f64 * 1500.0 * 8.0 / last) as u64).max(1))
            }
        }
    }
}

/// One flow.
#[derive(Clone, Debug)]
pub struct FlowSetup {
    /// Its name: the group's, with `-1`, `-2`, … where the group has several.
    pub name: String,
    /// Index of its group.
    pub group: usize,
    /// Direction of its data.
    pub direction: Direction,
    /// Left router of its path.
    pub from: usize,
    /// Right router of its path, always above `from`.
    pub to: usize,
    /// Rate of its access links, at both ends.
    pub access_rate: BitRate,
    /// One-way delay of the access link at the sender's and at the receiver's end.
    pub access_delays: [Span; 2],
    /// True if the receiver has an access link. Otherwise it sits at its router.
    pub receiver_access: bool,
    /// Two-way propagation delay. It includes the access links, but no queueing or serialisation.
    pub rtt: Span,
    /// Size of a data packet on the wire.
    pub packet_bytes: u32,
    /// When it is active, before jitter. Each period is a new connection.
    pub periods: Vec<(Time, Time)>,
    /// Each start is delayed by a uniform draw up to this.
    pub start_jitter: Span,
    /// Each packet is delayed by a uniform draw up to this; the order of packets is kept.
    pub send_jitter: Span,
    /// The ECN field of its data packets.
    pub ecn: Ecn,
    /// The ECN field of retransmissions: not ECN-capable (RFC 3168 §6.1.5), except for algorithms
    /// that need it (Linux, tcp_ecn_send()).
    pub resent_ecn: Ecn,
    /// What it sends.
    pub source: SourceSetup,
}

impl FlowSetup {
    /// Its TCP sender; `None` for a constant bit rate.
    #[inline]
    pub fn tcp(&self) -> Option<&TcpSetup> {
        match &self.source {
            SourceSetup::Tcp(tcp) => Some(tcp),
            SourceSetup::Cbr { .. } => None,
        }
    }

    /// Its periods in a run with `seed`, each start with its jitter. Periods that would end before
    /// they start are left out.
    pub fn drawn_periods(&self, seed: u64) -> Vec<(Time, Time)> {
        let mut draws = Stream::new(seed, &format!("flow {} start", self.name));
        let mut jitter = || {
            let most = self.start_jitter;
            if most > Span::ZERO { Span::from_secs(draws.uniform() * most.secs()) } else { Span::ZERO }
        };
        let drawn = self.periods.iter().map(|&(from, to)| (from + jitter(), to));
        drawn.filter(|(from, to)| from < to).collect()
    }
}

/// What a flow sends.
#[derive(Clone, Debug)]
pub enum SourceSetup {
    /// A TCP connection.
    Tcp(Box<TcpSetup>),
    /// Constant-bit-rate UDP.
    Cbr {
        /// Its rate on the wire.
        rate: BitRate,
    },
}

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

/// Mechanisms of modern senders. Each can be used without the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mechanisms {
    /// Those that the folder `mechanism` declares.
    pub chosen: Chosen,
    /// How slow start ends.
    pub slow_start: SlowStartRule,
    /// Parameters of HyStart.
    pub hystart: HyStartSetup,
    /// Pacing: segments are spread over the round trip.
    pub pacing: Option<Pacing>,
    /// An algorithm that paces does so as Linux does: the first ten segments do not wait, and a late
    /// segment shortens the next gap.
    pub paces_as_linux: bool,
    /// Segments that the sender hands to its network card at once.
    pub gso: Option<PacingQuantum>,
    /// The receiver's network card waits this long after a segment, and merges what comes in order.
    pub gro: Option<Span>,
    /// Ticks per second of the kernel's clock.
    pub clock_hz: u32,
    /// Undo of a window reduction when timestamps show that the retransmission was spurious (RFC
    /// 3522).
    pub undo: bool,
    /// Undo of a window reduction when all retransmissions were reported to have arrived twice.
    pub dsack_undo: bool,
    /// Time that RACK adds to its timers: 0 in the RFC, 2 ms in Linux.
    pub timer_slack: Span,
    /// Delayed ACKs as in a Linux receiver; `None` for a timer of fixed length.
    pub linux_acks: Option<LinuxAcks>,
}

impl Default for Mechanisms {
    /// None of the mechanisms.
    fn default() -> Mechanisms {
        Mechanisms {
            chosen: Chosen::default(),
            slow_start: SlowStartRule::Standard,
            hystart: HyStartSetup::LINUX,
            pacing: None,
            paces_as_linux: false,
            gso: None,
            gro: None,
            clock_hz: 1000,
            undo: false,
            dsack_undo: false,
            timer_slack: Span::ZERO,
            linux_acks: None,
        }
    }
}

/// Parameters of HyStart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HyStartSetup {
    /// Slow start does not end below this window, in segments (`hystart_low_window`).
    pub low_window: f64,
    /// ACKs at most this far apart form a train (`hystart_ack_delta_us`).
    pub ack_delta: Span,
    /// A train of ACKs ends slow start (`hystart_detect`, bit 0).
    pub by_train: bool,
    /// A rising RTT ends slow start (bit 1).
    pub by_delay: bool,
    /// Rounds are not tracked while cwnd is below `low_window` (Linux 5.6 to 6.13).
    pub gated_rounds: bool,
}

impl HyStartSetup {
    /// The values of Linux.
    pub const LINUX: HyStartSetup = HyStartSetup {
        low_window: 16.0,
        ack_delta: Span::from_millis(2),
        by_train: true,
        by_delay: true,
        gated_rounds: false,
    };
}

/// How a sender paces (Linux, tcp_update_pacing_rate, tcp_update_skb_after_send).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pacing {
    /// Windows per round trip while cwnd is below half of ssthresh (`tcp_pacing_ss_ratio`).
    pub slow_start: f64,
    /// Windows per round trip otherwise (`tcp_pacing_ca_ratio`).
    pub avoidance: f64,
    /// Segments at the start of a connection that are not paced.
    pub free: u64,
    /// Segments that leave together.
    pub quantum: PacingQuantum,
}

impl Pacing {
    /// The values of Linux, with one segment at a time.
    pub const LINUX: Pacing =
        Pacing { slow_start: 2.0, avoidance: 1.2, free: 10, quantum: PacingQuantum::Segments(1) };
}

/// Number of segments that leave a pacer together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacingQuantum {
    /// This many.
    Segments(u32),
    /// As many as about a millisecond at the pacing rate, but at least two (Linux,
    /// tcp_tso_autosize).
    Tso,
}

/// How a Linux receiver delays ACKs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinuxAcks {
    /// Number of ACKs that are not delayed, at the start and after an idle time.
    pub quick: u32,
    /// The timer adapts to the time between segments; otherwise its length is
    /// `delayed_ack_timeout`.
    pub adapts: bool,
    /// Ticks of the timer per second.
    pub clock_hz: u32,
    /// The receive buffer, if it grows.
    pub buffer: Option<ReceiveBufferSetup>,
}

/// The memory of a receive buffer that grows, in bytes (`tcp_rmem`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveBufferSetup {
    /// At first.
    pub initial: u64,
    /// At most.
    pub most: u64,
}

impl ReceiveBufferSetup {
    /// The values of Linux 6.18.
    pub const LINUX: ReceiveBufferSetup = ReceiveBufferSetup { initial: 131_072, most: 33_554_432 };
    /// A host set up for large transfers, as the receivers of the kernel's measurements are.
    pub const LARGE: ReceiveBufferSetup =
        ReceiveBufferSetup { initial: 2_097_152, ..ReceiveBufferSetup::LINUX };
}

/// How a connection starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handshake {
    /// With data, without a handshake.
    None,
    /// With a SYN and a SYN-ACK.
    #[default]
    Before,
    /// With a SYN that is the first segment of the initial window. The other segments leave
    /// together with it.
    InWindow,
}

/// Named deviations from the recovery rules (tcp-core §6 and §7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecoveryVariants {
    /// A fast retransmit may also start at `snd_una == recover`.
    pub less_careful: bool,
    /// Reno: the first ACK of new data ends the permission to start a new recovery while `snd_una
    /// <= recover`.
    pub reno_gated: bool,
    /// New Reno ends a recovery with a cwnd of at most the segments in flight plus one.
    pub min_exit: bool,
    /// New Reno permanently subtracts the part of the deflation that exceeds the inflation from
    /// cwnd, and a partial ACK takes no RTT sample.
    pub keeps_deflation: bool,
    /// The full ACK that ends a recovery does not grow the window.
    pub rfc: bool,
    /// Every partial ACK restarts the retransmission timer.
    pub slow_but_steady: bool,
    /// ssthresh counts whole segments: half of 9 gives cwnd 4.5 and ssthresh 4.
    pub whole_threshold: bool,
    /// A repeated timeout sets ssthresh again from the current window.
    pub cuts_again: bool,
    /// A retransmission does not end the timing of a segment.
    pub times_resent: bool,
    /// A timeout does not reset the count of duplicate ACKs.
    pub counts_across_timeouts: bool,
    /// A halving may leave less than two segments.
    pub halves_to_nothing: bool,
    /// What the loss of a SYN does.
    pub syn_loss: SynLoss,
    /// The algorithm sees the smoothed RTT in whole ticks of the timer, and takes a sending time of
    /// zero for none.
    pub shows_ticks: bool,
    /// The receiver remembers no more SACK blocks than an ACK carries, and a duplicate segment
    /// moves its block to the front.
    pub remembers_few: bool,
    /// The receiver delays the ACK of a duplicate of the last in-order segment.
    pub delays_last: bool,
}

/// What the loss of a SYN does to the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SynLoss {
    /// The connection begins with one segment (RFC 5681 §3.1). Linux tolerates the first loss,
    /// which comes after only one second (tcp_input.c, `tcp_init_transfer()`).
    #[default]
    RestartsWindow,
    /// The same, and above two segments the window grows as in congestion avoidance, as after any
    /// other timeout.
    AsTimeout,
    /// Nothing: the SYN is a segment of the window.
    Ignored,
}

/// The retransmission timer (tcp-core §5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RtoSetup {
    /// Smallest timeout.
    pub min: Span,
    /// Largest timeout, back-off included.
    pub max: Span,
    /// The timeout before the first RTT sample.
    pub initial: Span,
    /// Clock granularity.
    pub granularity: Span,
    /// The rules that differ between implementations.
    pub style: RtoStyle,
    /// How long the receiver may delay its ACK of a segment that is outstanding alone. The timeout
    /// of such a segment is at least the one that its RTT gives, and this time more. Zero: the timer
    /// does not allow for delayed ACKs.
    pub ack_delay: Span,
}

/// The timer rules that differ between implementations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RtoStyle {
    /// RFC 6298 with exact samples.
    Exact,
    /// Integer ticks as in BSD and ns-2; the minimum is applied before the back-off.
    Ticks,
    /// Like `Ticks`, but the minimum is applied after the back-off (ns-2 before 2002-03).
    TicksMinAfterBackoff,
    /// Ticks as in ns-2's TCP/Linux agent: a falling RTT adds little to the variation, and every
    /// ACK with a timestamp ends the back-off.
    TicksOfLinuxAgent,
    /// The minimum is a lower bound of the variance term (Linux).
    VarianceFloor,
    /// Like `VarianceFloor`, but in whole microseconds, with a variation that rises at once and
    /// falls once per round (Linux 6, tcp_rtt_estimator).
    Linux6,
}
