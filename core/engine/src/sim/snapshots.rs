//! Counters at the edges of the measurement intervals.

use super::application::Transfers;
use super::flow::{Flow, FlowCounters};
use super::network::Network;
use super::waits::Waits;
use crate::net::ChannelMeasures;
use crate::order::sorted;
use crate::setup::Setup;
use crate::units::Time;

/// All counters at one instant.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub at: Time,
    pub flows: Vec<FlowCounters>,
    /// By flow, if any flow has an application; otherwise empty.
    pub transfers: Vec<Option<Box<Transfers>>>,
    /// By flow, if any flow measures its packets' delays; otherwise empty.
    pub waits: Vec<Option<Box<Waits>>>,
    pub channels: Vec<ChannelMeasures>,
}

impl Snapshot {
    /// The counters of `network` now; its queues must be up to date.
    #[inline]
    pub fn of(network: &Network) -> Snapshot {
        let of_flow = |flow: &Flow| flow.application.as_ref().map(|app| Box::new(app.transfers.clone()));
        let waits = network.flows.iter().any(|flow| flow.waits.is_some());
        let any = network.flows.iter().any(|flow| flow.application.is_some());
        Snapshot {
            at: network.now,
            transfers: if any { network.flows.iter().map(of_flow).collect() } else { Vec::new() },
            waits: if waits {
                network.flows.iter().map(|flow| flow.waits.clone()).collect()
            } else {
                Vec::new()
            },
            flows: network.flows.iter().map(Flow::counters).collect(),
            channels: network.channels.iter().map(|channel| channel.measures(network.now)).collect(),
        }
    }
}

impl Snapshot {
    /// Sums over the transfers of some flows, if any of them has an application.
    pub fn transfers_of(&self, flows: std::ops::Range<usize>) -> Option<Transfers> {
        let mut members = self.transfers.get(flows)?.iter().flatten();
        let mut sum = (**members.next()?).clone();
        members.for_each(|other| sum.add(other));
        Some(sum)
    }

    /// Memory of the snapshot including itself, in bytes.
    fn bytes(&self) -> usize {
        let sums = self.transfers.iter().flatten();
        let transfers: usize = sums.map(|sums| size_of::<Transfers>() + sums.times.bytes()).sum();
        let waits: usize = self.channels.iter().map(|channel| channel.waits.bytes()).sum();
        let of_flows: usize = self.waits.iter().flatten().map(|waits| waits.bytes()).sum();
        size_of::<Snapshot>()
            + self.flows.capacity() * size_of::<FlowCounters>()
            + self.channels.capacity() * size_of::<ChannelMeasures>()
            + waits
            + of_flows
            + self.waits.capacity() * size_of::<Option<Box<Waits>>>()
            + transfers
            + self.transfers.capacity() * size_of::<Option<Box<Transfers>>>()
    }
}

/// The instants at which a snapshot is due, and those taken so far.
#[derive(Clone, Debug)]
pub struct Snapshots {
    due: Vec<Time>,
    taken: Vec<Snapshot>,
}

impl Snapshots {
    /// Snapshots at the edges of the windows of `setup`.
    #[inline]
    pub fn new(setup: &Setup) -> Snapshots {
        let edges: Vec<Time> = setup
            .measure
            .iter()
            .flat_map(|window| [window.0, window.1])
            .map(|edge| edge.min(setup.duration))
            .collect();
        let mut due = sorted(&edges, |edge| (edge.nanos(), 0));
        due.dedup();
        Snapshots { due, taken: Vec::new() }
    }

    /// The next instant at which a snapshot is due.
    #[inline]
    pub fn next(&self) -> Time {
        self.due.get(self.taken.len()).copied().unwrap_or(Time::NEVER)
    }

    /// Keeps a snapshot of the instant that was due.
    #[inline]
    pub fn take(&mut self, snapshot: Snapshot) {
        debug_assert_eq!(snapshot.at, self.next());
        self.taken.push(snapshot);
    }

    /// Memory of the snapshots, in bytes.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.taken.iter().map(Snapshot::bytes).sum::<usize>() + self.due.capacity() * size_of::<Time>()
    }

    /// The snapshots after `from`.
    #[inline]
    pub fn after(&self, from: Time) -> impl Iterator<Item = &Snapshot> {
        self.taken.iter().skip(self.taken.partition_point(|snapshot| snapshot.at <= from))
    }

    /// The snapshot at `at`, if that instant has been reached.
    #[inline]
    pub fn at(&self, at: Time) -> Option<&Snapshot> {
        let place = self.taken.partition_point(|snapshot| snapshot.at < at);
        self.taken.get(place).filter(|snapshot| snapshot.at == at)
    }
}
