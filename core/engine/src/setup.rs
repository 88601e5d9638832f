//! A complete scenario: all defaults are filled in, all names are resolved, all quantities are in
//! SI units.
//!
//! `scenario` makes it from JSON; `sim` runs it. A field is optional only if its absence has a
//! meaning.

use std::sync::Arc;

use crate::catalogue::OwnRules;
use crate::cc::own::{AlgorithmSource, RegisteredAlgorithm};
use crate::rng::Stream;
use crate::units::{BitRate, Span, Time};

pub use crate::application::ApplicationSetup;
pub use crate::choices::{
    AckCounting, Capacity, Direction, Ecn, LossPosition, MarkFeedback, Recovery, SlowStartRule,
};
pub use crate::delay::{DelayModelSetup, DelaySetup};
pub use crate::jitter::JitterSetup;
pub use crate::loss::{LossSetup, LossStreams};
pub use crate::mechanism::MechanismSettings;
pub use crate::mechanism::idle_restart::Value as IdleRestart;
pub use crate::mechanism::reduction::Value as Reduction;
pub use crate::queue::QueueSetup;
pub use crate::rate::DrawnRate;
pub use crate::tcp::{
    CarefulResumeSetup, Handshake, HyStartSetup, LinuxAcks, Mechanisms, Pacing, PacingQuantum, QuicSetup,
    RapidStartSetup, ReceiveBufferSetup, RecoveryVariants, RtoSetup, RtoStyle, SynLoss, TcpSetup,
    delays_acks,
};
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
    /// Drawn by a model for the seed of the run.
    Drawn(DrawnRate),
}

impl RateSetup {
    /// Its steps, if it is listed as such.
    pub fn steps(&self) -> Option<&[(Time, BitRate)]> {
        match self {
            RateSetup::Steps(steps) | RateSetup::Drawn(DrawnRate { steps, .. }) => Some(steps),
            _ => None,
        }
    }

    /// The rate wherever one number is needed, as for a bandwidth-delay product: the largest, or the mean of a
    /// model, which does not depend on what was drawn.
    pub fn nominal(&self) -> BitRate {
        if let RateSetup::Drawn(drawn) = self { drawn.mean } else { self.peak() }
    }

    /// The list items that it holds.
    pub fn items(&self) -> usize {
        match self {
            RateSetup::Opportunities { at, .. } => at.len(),
            _ => self.steps().map_or(0, <[_]>::len),
        }
    }

    /// The largest rate it ever has.
    pub fn peak(&self) -> BitRate {
        match self {
            RateSetup::Constant(rate) => *rate,
            RateSetup::Steps(steps) | RateSetup::Drawn(DrawnRate { steps, .. }) => {
                steps.iter().map(|(_, rate)| *rate).max().unwrap_or_default()
            }
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
    /// True if the delay of each packet that arrives is counted.
    pub measures_delay: bool,
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
