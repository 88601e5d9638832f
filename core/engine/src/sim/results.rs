//! What a run measured, per window, as plain numbers (metrics.md).

use super::ceiling::Stopped;
use super::convergence::ConvergenceSampler;
use super::network::Network;
use super::snapshots::{Snapshot, Snapshots};
use super::stretches::Added;
use crate::setup::{Direction, Setup, SourceSetup};
use crate::units::Time;

/// Everything a run measured. Windows that have not begun are left out; a window that is under way ends now.
#[derive(Clone, Debug)]
pub struct RunResults {
    /// By flow.
    pub flows: Vec<FlowResults>,
    /// By group.
    pub groups: Vec<GroupResults>,
    /// By hop and direction, forward before backward.
    pub hops: Vec<HopResults>,
    /// What the engine did.
    pub engine: EngineCounters,
}

/// What a flow got.
#[derive(Clone, Debug)]
pub struct FlowResults {
    /// Its name.
    pub name: String,
    /// Its index.
    pub index: usize,
    /// Index of its group.
    pub group: usize,
    /// The algorithm's id, or `cbr`.
    pub algorithm: &'static str,
    /// Which way its data goes.
    pub direction: Direction,
    /// For a transfer of given size: from the start of the connection to the arrival of its last segment, in seconds.
    pub completion_s: Option<f64>,
    /// By measurement window.
    pub windows: Vec<FlowWindow>,
}

/// What a flow got in one window.
#[derive(Clone, Copy, Debug)]
pub struct FlowWindow {
    /// Start of the window in seconds.
    pub from_s: f64,
    /// Its end.
    pub to_s: f64,
    /// New data handed over in order at the receiver, whole packets, each once (metrics §1 `goodput_rx`).
    pub goodput_bps: f64,
    /// All data that left the sender, retransmissions included.
    pub throughput_bps: f64,
    /// Retransmitted segments by all segments sent; `None` if none was sent.
    pub retransmission_ratio: Option<f64>,
    /// Mean of the RTT samples; `None` without a sample.
    pub mean_rtt_s: Option<f64>,
    /// Mean RTT sample less the smallest one so far: what waiting in queues added (metrics §5, T_q of the theory).
    pub mean_queueing_s: Option<f64>,
    /// Window reductions by segments sent, the p of the theory; `None` if none was sent.
    pub loss_event_rate: Option<f64>,
    /// Segments that reached a receiver which had them already.
    pub spurious_retransmissions: u64,
    /// Recoveries started by ACKs.
    pub fast_retransmits: u64,
    /// Expiries of the retransmission timer.
    pub timeouts: u64,
    /// Segments handed over in order since the start of the run.
    pub last_sequence: u64,
}

/// What a group got.
#[derive(Clone, Debug)]
pub struct GroupResults {
    /// Its name.
    pub name: String,
    /// By measurement window.
    pub windows: Vec<GroupWindow>,
}

/// What a group got in one window.
#[derive(Clone, Copy, Debug)]
pub struct GroupWindow {
    /// Start of the window in seconds.
    pub from_s: f64,
    /// Its end.
    pub to_s: f64,
    /// Sum of the goodputs.
    pub total_goodput_bps: f64,
    /// Jain index of the goodputs (metrics §3); `None` if all are zero.
    pub jain_index: Option<f64>,
    /// Seconds from the window's start until its flows have nine tenths of their fair share and keep it for ten seconds.
    pub fair_convergence_s: Option<f64>,
}

/// What a channel did.
#[derive(Clone, Debug)]
pub struct HopResults {
    /// The hop.
    pub hop: usize,
    /// Which of its channels.
    pub direction: Direction,
    /// By measurement window.
    pub windows: Vec<HopWindow>,
}

/// What a channel did in one window.
#[derive(Clone, Copy, Debug)]
pub struct HopWindow {
    /// Start of the window in seconds.
    pub from_s: f64,
    /// Its end.
    pub to_s: f64,
    /// Bits transmitted by bits possible; `None` if nothing was possible.
    pub utilisation: Option<f64>,
    /// Bits of TCP that receivers handed over by bits possible.
    pub useful_utilisation: Option<f64>,
    /// Seconds from the window's start until the goodput of TCP is nine tenths of the rate and stays so for ten seconds.
    pub convergence_s: Option<f64>,
    /// Time average of the waiting packets.
    pub mean_queue_packets: f64,
    /// Mean waiting time of the packets that started their transmission in the window; `None` without one.
    pub mean_queueing_delay_s: Option<f64>,
    /// Waiting time that half of those packets did not exceed, to about 3 %.
    pub p50_queueing_delay_s: Option<f64>,
    /// Likewise for 95 of 100.
    pub p95_queueing_delay_s: Option<f64>,
    /// Likewise for 99 of 100.
    pub p99_queueing_delay_s: Option<f64>,
    /// Packets that arrived.
    pub arrivals: u64,
    /// Packets the queue dropped, for whatever reason.
    pub drops: u64,
    /// Of them, dropped although there was room.
    pub early_drops: u64,
    /// Packets the link lost.
    pub channel_losses: u64,
}

/// What the engine did.
#[derive(Clone, Copy, Debug)]
pub struct EngineCounters {
    /// Entries of the event queue processed.
    pub events: u64,
    /// Packets that arrived at channels.
    pub packet_hops: u64,
    /// Segments handed over in order, all flows together.
    pub delivered_segments: u64,
    /// Fingerprint of everything that happened.
    pub trace_hash: u64,
    /// Why the run ended before its time, if it did.
    pub stopped: Option<Stopped>,
}

/// The Jain index of `values` (metrics §3), `None` if it is undefined.
#[inline]
pub fn jain_index(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().sum();
    let squares: f64 = values.iter().map(|x| x * x).sum();
    (squares > 0.0).then(|| sum * sum / (values.len() as f64 * squares))
}

/// One window with the snapshots at its edges.
struct Window<'a> {
    from: &'a Snapshot,
    to: &'a Snapshot,
}

impl Window<'_> {
    #[inline]
    fn length_s(&self) -> f64 {
        self.to.at.since(self.from.at).secs()
    }

    #[inline]
    fn flow(&self, index: usize, packet_bits: f64) -> FlowWindow {
        let (a, b) = (&self.from.flows[index], &self.to.flows[index]);
        let length_s = self.length_s();
        let sent = b.sender.sent - a.sender.sent;
        let resent = b.sender.retransmitted - a.sender.retransmitted;
        let samples = b.sender.rtt_samples - a.sender.rtt_samples;
        let mean_rtt_s = (samples > 0).then(|| (b.sender.rtt_sum_s - a.sender.rtt_sum_s) / samples as f64);
        let reductions =
            b.sender.fast_retransmits + b.sender.timeouts - a.sender.fast_retransmits - a.sender.timeouts;
        FlowWindow {
            from_s: self.from.at.secs(),
            to_s: self.to.at.secs(),
            goodput_bps: (b.delivered - a.delivered) as f64 * packet_bits / length_s,
            throughput_bps: sent as f64 * packet_bits / length_s,
            retransmission_ratio: (sent > 0).then(|| resent as f64 / sent as f64),
            mean_rtt_s,
            mean_queueing_s: mean_rtt_s.zip(b.min_rtt_s).map(|(mean, least)| (mean - least).max(0.0)),
            loss_event_rate: (sent > 0).then(|| reductions as f64 / sent as f64),
            spurious_retransmissions: b.duplicates - a.duplicates,
            fast_retransmits: b.sender.fast_retransmits - a.sender.fast_retransmits,
            timeouts: b.sender.timeouts - a.sender.timeouts,
            last_sequence: b.delivered,
        }
    }

    /// Bits of TCP that were delivered, on every channel they have crossed.
    #[inline]
    fn useful_bits(&self, setup: &Setup) -> Vec<f64> {
        let mut useful = Added::new(setup.hops.len());
        for (index, flow) in setup.flows.iter().enumerate() {
            if matches!(flow.source, SourceSetup::Tcp(_)) {
                let delivered = self.to.flows[index].delivered - self.from.flows[index].delivered;
                useful.add(flow, delivered as f64 * f64::from(flow.packet_bytes) * 8.0);
            }
        }
        useful.sums()
    }

    #[inline]
    fn channel(
        &self,
        index: usize,
        network: &Network,
        useful_bits: f64,
        convergence: &ConvergenceSampler,
    ) -> HopWindow {
        let (before, after) = (&self.from.channels[index], &self.to.channels[index]);
        let (a, b) = (&before.counters, &after.counters);
        let wait_s = |p| after.waits.quantile_s(&before.waits, p);
        let possible_bits = network.channels[index].capacity_bits(self.from.at, self.to.at);
        let started = b.started - a.started;
        let drops = |c: &crate::net::ChannelCounters| c.overflows + c.early_drops;
        HopWindow {
            from_s: self.from.at.secs(),
            to_s: self.to.at.secs(),
            // Times are whole nanoseconds: what was sent by an instant is exact to a bit or so.
            utilisation: (possible_bits > 0.0)
                .then(|| ((after.bits_sent - before.bits_sent) / possible_bits).max(0.0) + 0.0),
            useful_utilisation: (possible_bits > 0.0).then(|| useful_bits / possible_bits),
            convergence_s: convergence.efficient_s(index, self.from.at, self.to.at),
            mean_queue_packets: (after.queue_packet_s - before.queue_packet_s) / self.length_s(),
            mean_queueing_delay_s: (started > 0)
                .then(|| (b.wait_nanos - a.wait_nanos) as f64 / 1e9 / started as f64),
            p50_queueing_delay_s: wait_s(0.5),
            p95_queueing_delay_s: wait_s(0.95),
            p99_queueing_delay_s: wait_s(0.99),
            arrivals: b.arrivals - a.arrivals,
            drops: drops(b) - drops(a),
            early_drops: b.early_drops - a.early_drops,
            channel_losses: b.losses - a.losses,
        }
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
        .map(|window| Window { from: reached(window.0), to: reached(window.1) })
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
                    SourceSetup::Tcp(tcp) => tcp.algorithm,
                    SourceSetup::Cbr { .. } => "cbr",
                },
                direction: flow.direction,
                completion_s: state
                    .completed_at
                    .zip(state.started_at)
                    .map(|(end, start)| end.since(start).secs()),
                windows: windows.iter().map(|w| w.flow(index, f64::from(flow.packet_bytes) * 8.0)).collect(),
            }
        })
        .collect();

    let groups = setup
        .groups
        .iter()
        .enumerate()
        .map(|(group, description)| GroupResults {
            name: description.name.clone(),
            windows: (0..windows.len())
                .map(|place| {
                    let goodputs: Vec<f64> = flows[setup.members(group)]
                        .iter()
                        .map(|flow| flow.windows[place].goodput_bps)
                        .collect();
                    GroupWindow {
                        from_s: windows[place].from.at.secs(),
                        to_s: windows[place].to.at.secs(),
                        // The sum of none is no -0.
                        total_goodput_bps: goodputs.iter().fold(0.0, |sum, goodput| sum + goodput),
                        jain_index: jain_index(&goodputs),
                        fair_convergence_s: convergence.fair_s(
                            group,
                            windows[place].from.at,
                            windows[place].to.at,
                        ),
                    }
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
            packet_hops: network.packet_hops,
            delivered_segments: now.flows.iter().map(|flow| flow.delivered).sum(),
            trace_hash: network.digest.value(),
            stopped: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jain_index_of_the_metrics() {
        // metrics M3.1 to M3.5
        let close = |values: &[f64], expected: f64| {
            let index = jain_index(values).expect("defined");
            assert!((index - expected).abs() < 1e-6, "{index} for {values:?}");
        };
        close(&[1.0, 2.0, 3.0], 0.857_142_86);
        close(&[1.0, 0.0, 0.0, 0.0], 0.25);
        close(&[5.0, 5.0], 1.0);
        close(&[103_065.0, 96_932.0], 0.999_061);
        close(&[1_573.0, 198_425.0], 0.507_927);
        assert_eq!(jain_index(&[0.0, 0.0]), None);
        assert_eq!(jain_index(&[]), None);
    }
}
