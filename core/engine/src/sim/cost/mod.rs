//! The cost of a run, before it begins: an upper bound, and an estimate. They are computed only here.
//! The page uses them to ask or to refuse, and sweeps use them to order their runs.
//!
//! Every number here is a bound, checked by `core/engine/tests/all/cost.rs`. ACKs bound the data that
//! TCP sends: an ACK releases the segments that it acknowledges plus the growth of the window, and
//! a loss halves the window. If a path delivers N segments, an algorithm that grows no faster than
//! slow start sends at most [`CLOCKED`] N. For algorithms that may grow faster, and for
//! constant-bit-rate sources, the access link is the bound.

mod direction_load;
mod estimate;
mod memory;

use super::application::facts;
use super::convergence::MAX_SAMPLES;
use crate::application::{Model, Writes};
use crate::cc::own::RegisteredAlgorithm;
use crate::loss::{Loss, Losses};
use crate::net::holds_at_far_end;
use crate::rng::Stream;
use crate::setup::{Direction, FlowSetup, HopSetup, Setup, SourceSetup};
use crate::trace::RecordOptions;
use direction_load::DirectionLoad;

/// The cost of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Packets that arrive at channels, including ACKs, plus other work in units of a packet's
    /// time.
    pub packets: f64,
    /// Bytes in use at once.
    pub bytes: f64,
}

impl Cost {
    /// The bound for a run of `setup` that is recorded with `options`.
    #[inline]
    pub fn bound(setup: &Setup, options: &RecordOptions) -> Cost {
        let sides =
            [Direction::Forward, Direction::Backward].map(|direction| DirectionLoad::of(setup, direction));
        let sum = |of: fn(&DirectionLoad) -> f64| sides.iter().map(of).sum::<f64>();
        let arrivals =
            sum(|side| side.data.iter().sum()) + sum(DirectionLoad::acks) + sum(|side| side.backlog);
        // A far end that holds packets has an event for each of them.
        let holds = |hop: &HopSetup| holds_at_far_end(&hop.forward) || holds_at_far_end(&hop.backward);
        let handovers = if setup.hops.iter().any(holds) { arrivals } else { 0.0 };
        let packets = arrivals * (1.0 + packets_per_ack(setup)) + handovers + events_beside_packets(setup);
        let cost = Cost { packets, bytes: memory::bytes(setup, &sides, options) };
        // A run with a fork costs no more than two whole runs, one with each setup.
        match &setup.fork {
            Some(fork) => cost.plus(Cost::bound(&fork.after, options)),
            None => cost,
        }
    }

    /// The sum of both.
    pub fn plus(self, other: Cost) -> Cost {
        Cost { packets: self.packets + other.packets, bytes: self.bytes + other.bytes }
    }
}

/// The cost of an ACK in the slowest algorithm made at run time, in packets.
fn packets_per_ack(setup: &Setup) -> f64 {
    let own = setup.flows.iter().filter_map(|flow| match &flow.source {
        SourceSetup::Tcp(tcp) => tcp.own_algorithm.as_ref(),
        SourceSetup::Cbr { .. } => None,
    });
    own.map(RegisteredAlgorithm::packets_per_ack).fold(0.0, f64::max)
}

/// Other work, in units of a packet's time: state changes of loss models, actions of applications,
/// and measurements per sample and per interval.
fn events_beside_packets(setup: &Setup) -> f64 {
    let duration_s = setup.duration.secs();
    let channels = || setup.hops.iter().flat_map(|hop| [&hop.forward, &hop.backward]);
    let changes: f64 = channels()
        .map(|channel| Loss::new(&channel.loss, Stream::new(0, "cost")).changes_per_s() * duration_s)
        .sum();
    let steps = setup.flows.len() + 2 * setup.hops.len() * (2 + setup.hops.len().max(1).ilog2() as usize);
    let samples_taken = duration_s.min(MAX_SAMPLES) * steps as f64;
    let acts: f64 = setup.flows.iter().map(|flow| connections_and_acts(flow, duration_s).1).sum();
    2.0 * changes + acts + (samples_taken + rows(setup)) / 16.0
}

/// The most connections that the application of a flow opens beyond its periods, and the most times
/// it acts.
fn connections_and_acts(flow: &FlowSetup, duration_s: f64) -> (f64, f64) {
    let SourceSetup::Tcp(tcp) = &flow.source else { return (0.0, 0.0) };
    tcp.application.as_ref().map_or((0.0, 0.0), |application| {
        let facts = facts(flow);
        let (connections, acts) = Model::new(application, facts).most(duration_s, &facts);
        (connections, acts + flow.periods.len() as f64)
    })
}

/// Rows of results: windows times what is measured in them.
fn rows(setup: &Setup) -> f64 {
    (setup.measure.len() * (setup.flows.len() + setup.groups.len() + 2 * setup.hops.len())) as f64
}
