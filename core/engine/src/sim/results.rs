//! The results of a run, per window (metrics.md).

use super::application::TransferStats;
use super::ceiling::Stopped;
use super::convergence::ConvergenceSampler;
use super::network::Network;
use super::quantities::{FlowInterval, FlowWindow, HopInterval, HopWindow};
use super::snapshots::{Snapshot, Snapshots};
use super::stretches::RangeAdded;
use super::waits::WaitStats;
use crate::setup::{Direction, FlowSetup, Setup, SourceSetup};
use crate::units::Time;

/// All results of a run. Windows that have not begun are left out. A window that is under way ends
/// now.
#[derive(Clone, Debug)]
pub struct RunResults {
    pub flows: Vec<FlowResults>,
    pub groups: Vec<GroupResults>,
    /// By hop and direction, forward before backward.
    pub hops: Vec<HopResults>,
    pub engine: EngineCounters,
}

#[derive(Clone, Debug)]
pub struct FlowResults {
    pub name: String,
    pub index: usize,
    /// Index of its group.
    pub group: usize,
    /// The algorithm's id, or `cbr`.
    pub algorithm: String,
    /// The direction of its data.
    pub direction: Direction,
    /// For a transfer of given size: from the start of the connection to the arrival of its last
    /// segment, in seconds.
    pub completion_s: Option<f64>,
    /// By measurement window.
    pub windows: Vec<FlowWindow>,
}

#[derive(Clone, Debug)]
pub struct GroupResults {
    pub name: String,
    /// By measurement window.
    pub windows: Vec<Sharing>,
}

/// How a group shared its bottleneck in one window.
#[derive(Clone, Copy, Debug)]
pub struct Sharing {
    /// Start and end of the window, in seconds.
    pub edges_s: (f64, f64),
    /// Seconds from the window's start until its flows have nine tenths of their fair share and
    /// keep it for ten seconds.
    pub fair_convergence_s: Option<f64>,
    /// The results of the transfers of its flows' applications; `None` if no flow has one.
    pub transfers: Option<TransferStats>,
}

/// The results of a channel.
#[derive(Clone, Debug)]
pub struct HopResults {
    pub hop: usize,
    /// Which of its channels.
    pub direction: Direction,
    /// By measurement window.
    pub windows: Vec<HopWindow>,
}

#[derive(Clone, Copy, Debug)]
pub struct EngineCounters {
    /// Entries of the event queue processed.
    pub events: u64,
    /// Packets that arrived at channels.
    pub packet_hops: u64,
    /// Segments delivered in order, over all flows.
    pub delivered_segments: u64,
    /// Fingerprint of everything that happened.
    pub trace_hash: u64,
    /// Why the run ended early, if it did.
    pub stopped: Option<Stopped>,
}

/// The measured interval: snapshots at both edges, and all snapshots for rates inside it.
struct Window<'a> {
    from: &'a Snapshot,
    to: &'a Snapshot,
    all: &'a Snapshots,
}

impl Window<'_> {
    #[inline]
    fn edges_s(&self) -> (f64, f64) {
        (self.from.at.secs(), self.to.at.secs())
    }

    #[inline]
    fn length_s(&self) -> f64 {
        self.to.at.since(self.from.at).secs()
    }

    #[inline]
    fn flow(&self, index: usize, flow: &FlowSetup) -> FlowWindow {
        let (before, after) = (&self.from.flows[index], &self.to.flows[index]);
        let transfers = self.transfers(index..index + 1);
        let packet_bits = f64::from(flow.packet_bytes) * 8.0;
        let waits = self.waits(index);
        let length_s = self.length_s();
        let flow = FlowInterval { length_s, before, after, packet_bits, transfers, waits };
        FlowWindow::measure(self.edges_s(), &flow)
    }

    #[inline]
    fn waits(&self, flow: usize) -> Option<WaitStats> {
        let (before, after) = (self.from.waits.get(flow)?.as_ref()?, self.to.waits.get(flow)?.as_ref()?);
        Some(WaitStats::between(before, after))
    }

    #[inline]
    fn transfers(&self, flows: std::ops::Range<usize>) -> Option<TransferStats> {
        let (before, after) = (self.from.transfers_of(flows.clone())?, self.to.transfers_of(flows)?);
        Some(TransferStats::between(&before, &after))
    }

    /// TCP bits that reached a receiver, summed up for every channel that they have crossed.
    #[inline]
    fn useful_bits(&self, setup: &Setup) -> Vec<f64> {
        let mut useful = RangeAdded::new(setup.hops.len());
        for (index, flow) in setup.flows.iter().enumerate() {
            if matches!(flow.source, SourceSetup::Tcp(_)) {
                let arrived = self.to.flows[index].arrived - self.from.flows[index].arrived;
                useful.add(flow, arrived as f64 * f64::from(flow.packet_bytes) * 8.0);
            }
        }
        useful.sums()
    }

    /// The most packets that waited at a channel.
    #[inline]
    fn longest(&self, channel: usize) -> usize {
        let parts = self.all.after(self.from.at).take_while(|part| part.at <= self.to.at);
        parts.fold(self.to.channels[channel].longest, |most, part| most.max(part.channels[channel].longest))
    }

    #[inline]
    fn channel(
        &self,
        index: usize,
        network: &Network,
        useful_bits: f64,
        convergence: &ConvergenceSampler,
    ) -> HopWindow {
        let hop = HopInterval {
            length_s: self.length_s(),
            before: &self.from.channels[index],
            after: &self.to.channels[index],
            longest: self.longest(index),
            possible_bits: network.channels[index].capacity_bits(self.from.at, self.to.at),
            useful_bits,
            convergence_s: convergence.efficient_s(index, self.from.at, self.to.at),
        };
        HopWindow::measure(self.edges_s(), &hop)
    }
}

/// Measures `network`, whose queues must be up to date, against the snapshots in `snapshots`.
#[inline]
pub fn measure(
    setup: &Setup,
    network: &Network,
    snapshots: &Snapshots,
    convergence: &ConvergenceSampler,
) -> RunResults {
    let now = Snapshot::of(network);
    let reached = |edge: Time| -> &Snapshot { snapshots.at(edge.min(setup.duration)).unwrap_or(&now) };
    let windows: Vec<Window> = setup
        .measure
        .iter()
        .filter(|window| window.0 < now.at && window.0 < setup.duration)
        .map(|window| Window { from: reached(window.0), to: reached(window.1), all: snapshots })
        .filter(|window| window.to.at > window.from.at)
        .collect();

    let flows: Vec<FlowResults> = setup
        .flows
        .iter()
        .enumerate()
        .map(|(index, flow)| {
            let state = &network.flows[index];
            FlowResults {
                name: flow.name.clone(),
                index,
                group: flow.group,
                algorithm: match &flow.source {
                    SourceSetup::Tcp(tcp) => tcp.algorithm_id().to_owned(),
                    SourceSetup::Cbr { .. } => "cbr".to_owned(),
                },
                direction: flow.direction,
                completion_s: state
                    .completed_at
                    .zip(state.started_at)
                    .map(|(end, start)| end.since(start).secs()),
                windows: windows.iter().map(|w| w.flow(index, flow)).collect(),
            }
        })
        .collect();

    let groups = setup
        .groups
        .iter()
        .enumerate()
        .map(|(group, description)| GroupResults {
            name: description.name.clone(),
            windows: windows
                .iter()
                .map(|window| Sharing {
                    edges_s: window.edges_s(),
                    fair_convergence_s: convergence.fair_s(group, window.from.at, window.to.at),
                    transfers: window.transfers(setup.members(group)),
                })
                .collect(),
        })
        .collect();

    let useful_bits: Vec<Vec<f64>> = windows.iter().map(|window| window.useful_bits(setup)).collect();
    let hops = (0..network.channels.len())
        .map(|index| HopResults {
            hop: index / 2,
            direction: if index % 2 == 0 { Direction::Forward } else { Direction::Backward },
            windows: windows
                .iter()
                .zip(&useful_bits)
                .map(|(window, useful)| window.channel(index, network, useful[index], convergence))
                .collect(),
        })
        .collect();

    RunResults {
        flows,
        groups,
        hops,
        engine: EngineCounters {
            events: network.events,
            packet_hops: network.packet_hops(),
            delivered_segments: now.flows.iter().map(|flow| flow.delivered).sum(),
            trace_hash: network.tally.digest.value(),
            stopped: None,
        },
    }
}
