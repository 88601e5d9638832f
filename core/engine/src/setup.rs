//! A scenario made complete: every default filled, every name resolved, every quantity in SI units.
//!
//! `scenario` makes it from JSON; `sim` runs it. Nothing here is optional unless absence means
//! something.

use std::sync::Arc;

use crate::catalogue::{OwnRules, Params};
use crate::cc::Controller;
use crate::cc::own::{AlgorithmSource, RegisteredAlgorithm};
use crate::trace::ShownStates;
use crate::units::{BitRate, Span, Time};

pub use crate::application::ApplicationSetup;
pub use crate::choices::{
    AckCounting, Capacity, Direction, Ecn, LossPosition, MarkFeedback, Recovery, Reduction, SlowStartRule,
};
pub use crate::jitter::JitterSetup;
pub use crate::loss::LossSetup;
pub use crate::queue::QueueSetup;

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
    /// Several events at one instant come in the order of ns-2, by its rounded clock and then by when
    /// they were scheduled. Otherwise: departures, arrivals, timers, each in the order of the setup.
    pub ns2_order: bool,
    /// The rules of the algorithms made at run time that flows carry.
    pub own_rules: OwnRules,
    /// The run goes on in another way from an instant on.
    pub fork: Option<Box<ForkSetup>>,
}

/// How a run goes on from an instant on.
#[derive(Clone, Debug)]
pub struct ForkSetup {
    /// From when on: after everything that happens at this instant.
    pub at: Time,
    /// The run as it is from then on, without a fork of its own. It differs in algorithms and their
    /// parameters, in rates, capacities and loss models, and in nothing else.
    pub after: Setup,
}

impl Setup {
    /// Registers an algorithm that is made at run time, so that flows may carry it. Its rules get
    /// the ids behind those there are.
    pub fn register(&mut self, source: Arc<dyn AlgorithmSource>) -> RegisteredAlgorithm {
        RegisteredAlgorithm::new(source, &mut self.own_rules)
    }
}

/// An entry of the event queue is an instant and who it belongs to in 64 bits: this many of them say
/// what kind of entry it is.
pub const KIND_BITS: u32 = 3;

/// And this many say which one of its kind, in a network of this many flows and hops.
pub const fn index_bits(flows: usize, hops: usize) -> u32 {
    // Of a hop there are eight at most besides packets: service, states and far ends of two
    // channels, and two of its agent.
    let most = if flows > 8 * hops { flows } else { 8 * hops };
    usize::BITS - most.leading_zeros()
}

/// What is left for the instant: a network of this many flows and hops can be simulated up to here.
/// That is half a year for a hundred flows, and five hours for a hundred thousand.
pub const fn end_of_time(flows: usize, hops: usize) -> Time {
    Time::from_nanos(u64::MAX >> (KIND_BITS + index_bits(flows, hops)))
}

impl Setup {
    /// The flows of group `group`, by their places. They stand one after the other.
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
    /// True if a lane's algorithm is put in its place.
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
    /// One-way propagation delay.
    pub delay: Span,
    /// What waits, and what is dropped.
    pub queue: QueueSetup,
    /// What the link loses.
    pub loss: LossSetup,
    /// How much later than the delay it hands packets over.
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
                // One packet in hours is less than a bit in a second, but not none.
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
    /// Which way its data goes.
    pub direction: Direction,
    /// Left router of its stretch.
    pub from: usize,
    /// Right router of its stretch, above `from`.
    pub to: usize,
    /// Rate of its access links, at both ends.
    pub access_rate: BitRate,
    /// One-way delay of the access link at the sender's and at the receiver's end.
    pub access_delays: [Span; 2],
    /// The receiver has an access link. Without one it stands at its router, as ns-2's sinks often
    /// do.
    pub receiver_access: bool,
    /// Two-way propagation delay, access links included, queueing and serialisation not.
    pub rtt: Span,
    /// Data packets on the wire.
    pub packet_bytes: u32,
    /// When it is active, before jitter. Each period is a new connection.
    pub periods: Vec<(Time, Time)>,
    /// Each start is delayed by a uniform draw up to this.
    pub start_jitter: Span,
    /// Each packet is delayed by a uniform draw up to this, order kept.
    pub send_jitter: Span,
    /// The ECN field of its data packets.
    pub ecn: Ecn,
    /// That of retransmissions: not ECN-capable (RFC 3168 §6.1.5), except for algorithms that need
    /// it (Linux, tcp_ecn_send()).
    pub resent_ecn: Ecn,
    /// What it sends.
    pub source: SourceSetup,
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
    /// An algorithm made at run time that drives the flow in the place of that one.
    pub own_algorithm: Option<RegisteredAlgorithm>,
    /// ACKs on the wire.
    pub ack_bytes: u32,
    /// What each SACK block adds to one.
    pub sack_block_bytes: u32,
    /// Initial window in segments.
    pub initial_window: f64,
    /// Initial slow-start threshold in segments, infinite by default.
    pub initial_ssthresh: f64,
    /// Receive window in segments.
    pub receive_window: u64,
    /// Segments to transfer per connection, or `None` for an endless source.
    pub segments: Option<u64>,
    /// What writes into its connections; `None` for a bulk transfer.
    pub application: Option<ApplicationSetup>,
    /// Whether the receiver delays ACKs.
    pub delayed_ack: bool,
    /// How long it delays one at most.
    pub delayed_ack_timeout: Span,
    /// RFC 7323 timestamps: an RTT sample from every ACK of new data.
    pub timestamps: bool,
    /// RFC 3042.
    pub limited_transmit: bool,
    /// How a connection starts.
    pub handshake: Handshake,
    /// Loss recovery.
    pub recovery: Recovery,
    /// Named departures of loss recovery.
    pub recovery_variants: RecoveryVariants,
    /// How ACKs are counted for window growth.
    pub growth: AckCounting,
    /// How the receiver tells of marks.
    pub marks: MarkFeedback,
    /// Fraction of the window that remains after a mark, where that differs from what remains after
    /// a loss (ABE, RFC 8511).
    pub beta_ecn: Option<f64>,
    /// The retransmission timer.
    pub rto: RtoSetup,
    /// What senders of today do besides.
    pub mechanisms: Mechanisms,
    /// Estimators recorded beside the algorithm's own, by id.
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

    /// What its algorithm has drawn of itself.
    pub fn shown(&self) -> ShownStates {
        self.own_algorithm.as_ref().map(RegisteredAlgorithm::shown).unwrap_or_default()
    }

    /// The algorithm for a connection that starts.
    pub fn controller(&self) -> Controller {
        match &self.own_algorithm {
            Some(own) => own.controller(),
            None => Controller::new(self.algorithm, &self.params),
        }
    }
}

/// Mechanisms of a sender of today, each for itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mechanisms {
    /// How slow start ends.
    pub slow_start: SlowStartRule,
    /// Parameters of HyStart.
    pub hystart: HyStartSetup,
    /// Segments are spread over the round trip.
    pub pacing: Option<Pacing>,
    /// The window grows only while it is used (Linux, tcp_is_cwnd_limited).
    pub cwnd_validation: bool,
    /// What an idle time longer than the timeout does to the window.
    pub idle_restart: IdleRestart,
    /// Ticks per second of a kernel's clock.
    pub clock_hz: u32,
    /// How the window comes down in a recovery.
    pub reduction: Reduction,
    /// A probe after two RTTs of silence (RFC 8985 §7).
    pub tlp: bool,
    /// After a timeout new data is tried first: was it too early (RFC 5682)?
    pub frto: bool,
    /// A loss that timestamps show to be none is taken back (RFC 3522).
    pub undo: bool,
    /// What RACK adds to its timers: 0 by the RFC, 2 ms in Linux.
    pub timer_slack: Span,
    /// The receiver's delayed ACKs as in Linux; `None` for a timer of fixed length.
    pub linux_acks: Option<LinuxAcks>,
}

impl Default for Mechanisms {
    /// None of them.
    fn default() -> Mechanisms {
        Mechanisms {
            slow_start: SlowStartRule::Standard,
            hystart: HyStartSetup::LINUX,
            pacing: None,
            cwnd_validation: false,
            idle_restart: IdleRestart::Off,
            clock_hz: 1000,
            reduction: Reduction::AtOnce,
            tlp: false,
            frto: false,
            undo: false,
            timer_slack: Span::ZERO,
            linux_acks: None,
        }
    }
}

/// Parameters of HyStart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HyStartSetup {
    /// Below this window slow start goes on, in segments (`hystart_low_window`).
    pub low_window: f64,
    /// ACKs at most this far apart are a train (`hystart_ack_delta_us`).
    pub ack_delta: Span,
    /// A train of ACKs ends slow start (`hystart_detect`, bit 0).
    pub by_train: bool,
    /// A rising RTT ends it (bit 1).
    pub by_delay: bool,
    /// Rounds are not kept up below the low window (Linux 5.6 to 6.13).
    pub gated_rounds: bool,
}

impl HyStartSetup {
    /// As Linux has them.
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
    /// As Linux has it, one segment at a time.
    pub const LINUX: Pacing =
        Pacing { slow_start: 2.0, avoidance: 1.2, free: 10, quantum: PacingQuantum::Segments(1) };
}

/// Segments that leave a pacer together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacingQuantum {
    /// This many.
    Segments(u32),
    /// Those of about a millisecond, at least two (Linux, tcp_tso_autosize).
    Tso,
}

/// What an idle time longer than the timeout does to the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IdleRestart {
    /// Nothing.
    #[default]
    Off,
    /// It is halved once per timeout, down to the initial window (RFC 2861; Linux,
    /// tcp_cwnd_restart).
    Halving,
    /// It falls to the initial window (RFC 5681 §4.1).
    AtOnce,
}

/// How a Linux receiver delays ACKs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinuxAcks {
    /// ACKs that go at once at the start, and after a silence.
    pub quick: u32,
    /// The timer follows the time between segments; if not, its length is `delayed_ack_timeout`.
    pub adapts: bool,
    /// Ticks of the timer per second.
    pub clock_hz: u32,
}

/// How a connection starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handshake {
    /// With data.
    None,
    /// With a SYN and its answer.
    #[default]
    Before,
    /// With a SYN that is the first segment of the initial window: the others leave with it, as
    /// from ns-2's TCP/Linux agent (tcp.cc, `output`; tcp-linux.cc, `send_much`).
    InWindow,
}

/// Named departures from the recovery rules, each needed to repeat some agent of ns-2 (tcp-core §6
/// and §7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecoveryVariants {
    /// A fast retransmit may start at `snd_una == recover` too.
    pub less_careful: bool,
    /// Reno: the first new ACK ends the permission to re-enter below the gate.
    pub reno_gated: bool,
    /// New Reno leaves recovery with at most the data in flight plus one.
    pub min_exit: bool,
    /// New Reno takes deflation beyond the inflation from cwnd for good. (ns-2 also sends at most
    /// two new segments with an ACK of a recovery, which never binds: such an ACK opens the window
    /// by one segment.)
    pub ns2_exit: bool,
    /// The full ACK does not grow the window.
    pub rfc: bool,
    /// Every partial ACK restarts the retransmission timer.
    pub slow_but_steady: bool,
    /// ssthresh as ns-2's agents set it: in whole segments, and anew from the current window at a
    /// repeated timeout.
    pub ns2_rto: bool,
    /// SACK as ns-2's Sack1 agent: a counter for pipe, and marks that count only in recovery.
    pub ns2_sack1: bool,
    /// SACK as ns-2's TCP/Linux agent: forward acknowledgement and rate halving.
    pub ns2_linux: bool,
    /// The same to the segment: whole windows and RTTs, a scoreboard that is gone through once an
    /// ACK, and a window that grows with an ACK before its loss cuts it.
    pub ns2_linux_whole: bool,
    /// The receiver is one of ns-2's sinks: it delays the ACK of the last segment in order when it
    /// comes once more, and a segment that had been here makes its SACK block the first one.
    pub ns2_sink: bool,
}

/// The retransmission timer (tcp-core §5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RtoSetup {
    /// Smallest timeout.
    pub min: Span,
    /// Largest timeout, back-off included.
    pub max: Span,
    /// Before the first sample.
    pub initial: Span,
    /// Clock granularity.
    pub granularity: Span,
    /// The rules that differ between implementations.
    pub style: RtoStyle,
}

/// The rules of the timer that differ between implementations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RtoStyle {
    /// RFC 6298 on exact samples.
    Exact,
    /// Integer ticks as BSD and ns-2; the minimum is applied before the back-off.
    Ticks,
    /// The same, the minimum applied after the back-off (ns-2 before 2002-03).
    TicksMinAfterBackoff,
    /// Ticks as ns-2's TCP/Linux agent: an RTT that falls adds little to the variation, and every
    /// ACK with a timestamp ends the back-off.
    TicksOfLinuxAgent,
    /// The minimum is a floor of the variance term (Linux).
    VarianceFloor,
    /// The same in whole microseconds, with a variation that grows at once and falls once per round
    /// (Linux 6, tcp_rtt_estimator).
    Linux6,
}
