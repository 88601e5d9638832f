//! What a run costs at most, before it begins: the one place that says so. The page asks and refuses by it, sweeps order by it.
//!
//! Every number is a bound, held by `core/engine/tests/cost.rs`. Data that TCP sends is bounded by what comes back: an ACK lets go what it
//! acknowledges and what the window grows by, and a loss halves the window. So a path that delivers N segments is sent at most [`CLOCKED`]
//! N by an algorithm that grows no faster than slow start; for those that may, and for constant-bit-rate sources, the access link counts.

use super::flow::Flow;
use super::pulse::{MOST_BEATS, crossed};
use crate::cc::{hybla, manual};
use crate::loss::{Loss, Losses};
use crate::math::pow;
use crate::net::{Channel, Transmitter};
use crate::rng::Stream;
use crate::setup::{Capacity, ChannelSetup, Direction, FlowSetup, RateSetup, Setup, SourceSetup, TcpSetup};
use crate::trace::RecordOptions;
use crate::units::{Span, Time};

/// Segments put on the wire by those delivered, at most, where ACKs let them go: two in slow start, what overshoots is lost and sent again,
/// and a loss that is found late finds a window twice as large.
const CLOCKED: f64 = 4.0;
/// Bytes of one packet under way with all that is kept of it: in a line or a queue, its record at the sender, its place in the lists of
/// sender and receiver, its ACK and what that carries; ring buffers hold up to twice what is in them.
const PACKET_BYTES: f64 = 760.0;
/// Bytes of a packet that waits in front of an access link, and of its record at the sender.
const WAITING_PACKET_BYTES: f64 = 280.0;
/// Bytes of a row of results: snapshots of counters, the numbers, and the text they become.
const ROW_BYTES: f64 = 1000.0;
/// Bytes of a flow or a channel at one instant that is measured: counters, and of a channel how long packets waited.
const SNAPSHOT_BYTES: [f64; 2] = [120.0, 4000.0];
/// Bytes of a bin of a series, and of the series of a sender, which stand in one row.
const BIN_BYTES: f64 = 16.0;
const ROW_BIN_BYTES: f64 = 80.0;
/// Bytes of an event that is kept.
const EVENT_BYTES: f64 = 96.0;
/// The state itself, two checkpoints of it, one that is being made, one for results and one for a replay.
const COPIES: f64 = 6.0;

/// What a run costs at most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Packets that arrive at channels, ACKs among them, with whatever else takes the time of one.
    pub packets: f64,
    /// Bytes that are in use at once.
    pub bytes: f64,
}

/// One direction of the line: what each of its channels can carry, and what comes to it.
struct Side {
    /// Packets that each channel can transmit in the run, if they are as small as the smallest data that crosses it.
    carries: Vec<f64>,
    /// Packets that may be in a channel at once.
    pipe: Vec<f64>,
    /// The fastest it sends, in packets a second.
    peak: Vec<f64>,
    /// Data that enters the line here: TCP, and sources at a constant rate.
    clocked: Vec<f64>,
    constant: Vec<f64>,
    /// Data that comes to each channel.
    data: Vec<f64>,
    /// ACKs of what leaves the line here cross so many channels.
    acked_over: Vec<f64>,
    /// Segments that TCP gives to its access links.
    sent: f64,
    /// Packets that stand in front of access links which are slower than their source.
    backlog: f64,
}

impl Cost {
    /// The bound for a run of `setup` that is recorded by `options`.
    #[inline]
    pub fn bound(setup: &Setup, options: &RecordOptions) -> Cost {
        let sides = [Direction::Forward, Direction::Backward].map(|direction| Side::of(setup, direction));
        let sum = |of: fn(&Side) -> f64| sides.iter().map(of).sum::<f64>();
        let arrivals = sum(|side| side.data.iter().sum()) + sum(Side::acks) + sum(|side| side.backlog);
        let packets = arrivals + events_beside_packets(setup);
        let state = state_bytes(setup, &sides);
        let (copies, checkpoints) =
            if options.checkpoint_bytes > 0 { (COPIES, options.checkpoint_bytes as f64) } else { (3.0, 0.0) };
        Cost { packets, bytes: copies * state + checkpoints + kept_bytes(setup, options) }
    }

    /// Both together.
    pub fn plus(self, other: Cost) -> Cost {
        Cost { packets: self.packets + other.packets, bytes: self.bytes + other.bytes }
    }
}

impl Side {
    fn of(setup: &Setup, direction: Direction) -> Side {
        let hops = setup.hops.len();
        let forward = direction == Direction::Forward;
        let channels: Vec<&ChannelSetup> =
            setup.hops.iter().map(|hop| if forward { &hop.forward } else { &hop.backward }).collect();
        let flows: Vec<&FlowSetup> = setup.flows.iter().filter(|flow| flow.direction == direction).collect();
        let ends = |flow: &FlowSetup| {
            if forward { (flow.from, flow.to - 1) } else { (flow.to - 1, flow.from) }
        };
        let mut smallest = vec![f64::INFINITY; hops];
        let mut passed_on = vec![false; hops];
        let mut acked_over = vec![0.0_f64; hops];
        for flow in &flows {
            let (entry, exit) = ends(flow);
            for hop in flow.from..flow.to {
                smallest[hop] = smallest[hop].min(packet_bits(flow));
                passed_on[hop] |= hop != exit;
            }
            if matches!(flow.source, SourceSetup::Tcp(_)) {
                acked_over[exit] = acked_over[exit].max((exit.abs_diff(entry) + 1) as f64);
            }
        }
        let bits: Vec<f64> = channels
            .iter()
            .map(|channel| Transmitter::new(&channel.rate).capacity_bits(Time::ZERO, setup.duration))
            .collect();
        let carries: Vec<f64> = (0..hops).map(|hop| bits[hop] / smallest[hop]).collect();
        let (mut clocked, mut constant) = (vec![0.0; hops], vec![0.0; hops]);
        let (mut backlog, mut sent, mut eager) = (0.0, 0.0, CLOCKED);
        // Flows that enter at one place and have their narrowest channel at another share what that one delivers.
        let mut shared: Vec<Vec<(usize, f64)>> = vec![Vec::new(); hops];
        for flow in &flows {
            let (entry, _) = ends(flow);
            let access = flow.access_rate.bps() as f64 * setup.duration.secs() / packet_bits(flow) + 1.0;
            match &flow.source {
                SourceSetup::Cbr { rate } => {
                    let offered: f64 = periods(flow, setup)
                        .map(|span| rate.bps() as f64 * span.secs() / packet_bits(flow) + 2.0)
                        .sum();
                    constant[entry] += offered.min(access);
                    backlog += (offered - access).max(0.0);
                }
                SourceSetup::Tcp(tcp) => {
                    let (narrowest, delivered) = (flow.from..flow.to)
                        .map(|hop| (hop, bits[hop] / packet_bits(flow)))
                        .fold((entry, f64::INFINITY), |least, hop| if hop.1 < least.1 { hop } else { least });
                    let unclocked = unclocked(flow, tcp, setup);
                    clocked[entry] += unclocked.min(access);
                    sent += unclocked;
                    if let Some(window) = by_hand(tcp) {
                        let rounds = setup.duration.secs() / flow.rtt.secs().max(1e-6) + 2.0;
                        clocked[entry] += (2.0 * window * rounds).min(access);
                        sent += 2.0 * window * rounds;
                        continue;
                    }
                    let wanted = tcp.segments.map_or(f64::INFINITY, |segments| segments as f64)
                        * flow.periods.len() as f64;
                    let own = eagerness(flow, tcp, setup) * delivered.min(wanted);
                    sent += own;
                    let own = own.min(access);
                    eager = eager.max(eagerness(flow, tcp, setup));
                    match shared[entry].iter_mut().find(|(hop, _)| *hop == narrowest) {
                        Some((_, sum)) => *sum += own,
                        None => shared[entry].push((narrowest, own)),
                    }
                }
            }
        }
        for (entry, shared) in shared.iter().enumerate() {
            for (narrowest, sum) in shared {
                clocked[entry] += sum.min(eager * carries[*narrowest]);
            }
        }
        let peak: Vec<f64> =
            (0..hops).map(|hop| channels[hop].rate.peak().bps() as f64 / smallest[hop]).collect();
        let mut side = Side {
            pipe: Vec::new(),
            data: vec![0.0; hops],
            carries,
            peak,
            clocked,
            constant,
            acked_over,
            sent,
            backlog,
        };
        let order: Vec<usize> = if forward { (0..hops).collect() } else { (0..hops).rev().collect() };
        let mut carried = 0.0;
        for hop in order {
            // An agent sends again what its link has lost.
            let again = if setup.hops[hop].agent.is_some() { side.carries[hop] } else { 0.0 };
            side.data[hop] = carried + side.clocked[hop] + side.constant[hop] + again;
            carried = if passed_on[hop] { side.through(hop) } else { 0.0 };
        }
        side.pipe = (0..hops)
            .map(|hop| {
                let waiting = match channels[hop].queue.capacity {
                    Capacity::Packets(packets) => packets as f64,
                    Capacity::Bytes(bytes) => bytes as f64,
                };
                (waiting + side.peak[hop] * channels[hop].delay.secs() + 2.0).min(side.data[hop])
            })
            .collect();
        side
    }

    /// Data that gets through a channel.
    fn through(&self, hop: usize) -> f64 {
        self.data[hop].min(self.carries[hop] + 1.0)
    }

    /// Channels that ACKs arrive at: each segment that leaves the line has one, on every hop back to where it entered.
    fn acks(&self) -> f64 {
        (0..self.data.len()).map(|hop| self.through(hop) * self.acked_over[hop]).sum()
    }
}

fn packet_bits(flow: &FlowSetup) -> f64 {
    f64::from(flow.packet_bytes) * 8.0
}

/// The times in which a flow is active.
fn periods<'a>(flow: &'a FlowSetup, setup: &'a Setup) -> impl Iterator<Item = Span> + 'a {
    flow.periods.iter().map(|(from, to)| (*to).min(setup.duration).since(*from))
}

/// Segments that a flow sends by those delivered, at most.
fn eagerness(flow: &FlowSetup, tcp: &TcpSetup, setup: &Setup) -> f64 {
    if tcp.algorithm != hybla::SPEC.id {
        return CLOCKED;
    }
    // Its window grows by 2^rho - 1 an ACK, where rho tells of the shortest RTT that it has seen: all queues may have been full then.
    let path = setup.hops[flow.from..flow.to].iter().flat_map(|hop| [&hop.forward, &hop.backward]);
    let longest_s = flow.rtt.secs() + path.map(|channel| full_wait_s(channel, flow)).sum::<f64>();
    let rho = (longest_s / tcp.params.number("rtt0")).clamp(1.0, hybla::RHO_MAX);
    CLOCKED + 2.0 * (pow(2.0, rho) - 2.0)
}

/// How long a packet waits in a full queue, its own transmission included: for ever where the rate may be anything.
fn full_wait_s(channel: &ChannelSetup, flow: &FlowSetup) -> f64 {
    let RateSetup::Constant(rate) = &channel.rate else {
        return f64::INFINITY;
    };
    let bits = match channel.queue.capacity {
        Capacity::Packets(packets) => (packets as f64 + 2.0) * packet_bits(flow),
        Capacity::Bytes(bytes) => bytes as f64 * 8.0 + 2.0 * packet_bits(flow),
    };
    bits / rate.bps() as f64
}

/// The largest window of a flow whose window is set by hand: ACKs say nothing of what it sends.
fn by_hand(tcp: &TcpSetup) -> Option<f64> {
    if tcp.algorithm != manual::SPEC.id {
        return None;
    }
    let script = tcp.params.numbers("cwnd").iter().copied();
    Some(script.fold(tcp.initial_window, f64::max).max(1.0).min(tcp.receive_window as f64))
}

/// What TCP sends without an ACK: handshakes, initial windows, and what the timer resends while nothing comes back, ever more rarely.
fn unclocked(flow: &FlowSetup, tcp: &TcpSetup, setup: &Setup) -> f64 {
    let window = tcp.initial_window.min(tcp.receive_window as f64);
    let least_s = tcp.rto.min.max(flow.rtt).max(Span::from_nanos(1000)).secs();
    let longest_s = tcp.rto.max.secs().min(64.0 * least_s).max(1e-6);
    periods(flow, setup).map(|span| window + 20.0 + span.secs() / longest_s).sum()
}

/// What takes the time of a packet although it is none: states that change, and what is measured beat by beat and window by window.
fn events_beside_packets(setup: &Setup) -> f64 {
    let duration_s = setup.duration.secs();
    let channels = || setup.hops.iter().flat_map(|hop| [&hop.forward, &hop.backward]);
    let changes: f64 = channels()
        .map(|channel| Loss::new(&channel.loss, Stream::new(0, "cost")).changes_per_s() * duration_s)
        .sum();
    let ends = setup.flows.len() + 2 * setup.hops.len();
    let crossings: usize = setup.flows.iter().map(|flow| crossed(flow).count()).sum();
    let beats = duration_s.min(MOST_BEATS) * (ends + crossings) as f64;
    2.0 * changes + (beats + rows(setup)) / 16.0
}

/// Rows of results: windows times what is measured in them.
fn rows(setup: &Setup) -> f64 {
    (setup.measure.len() * (setup.flows.len() + setup.groups.len() + 2 * setup.hops.len())) as f64
}

/// Bytes of the state: flows, channels and packets under way.
fn state_bytes(setup: &Setup, sides: &[Side; 2]) -> f64 {
    let flows = setup.flows.len() as f64 * (size_of::<Flow>() + 2048) as f64;
    let channels = 2.0 * setup.hops.len() as f64 * (size_of::<Channel>() as f64 + SNAPSHOT_BYTES[1]);
    let lists: usize = setup.hops.iter().map(|hop| items(&hop.forward) + items(&hop.backward)).sum();
    let connections: usize = setup.flows.iter().map(|flow| flow.periods.len()).sum();
    let under_way = under_way(setup, sides);
    flows
        + channels
        + 32.0 * (lists + connections) as f64
        + PACKET_BYTES * under_way[0]
        + WAITING_PACKET_BYTES * under_way[1]
}

fn items(channel: &ChannelSetup) -> usize {
    match &channel.rate {
        RateSetup::Constant(_) => 0,
        RateSetup::Steps(steps) => steps.len(),
        RateSetup::Opportunities { at, .. } => at.len(),
    }
}

/// Packets in flight at once, with the segments that are not yet acknowledged; and those that only wait in front of access links.
///
/// Of TCP that is no more than windows allow, nor than was sent; and where ACKs let it go, no more than pipes and queues hold and what
/// goes on being sent until a loss is found, which is an RTT with full queues or a timeout.
fn under_way(setup: &Setup, sides: &[Side; 2]) -> [f64; 2] {
    let (mut windows, mut unasked, mut longest_s, mut eager) = (0.0, 0.0, 0.0_f64, CLOCKED);
    for flow in &setup.flows {
        if let SourceSetup::Tcp(tcp) = &flow.source {
            let window = tcp.receive_window as f64;
            windows += window;
            unasked += by_hand(tcp).unwrap_or(tcp.initial_window).min(window);
            longest_s = longest_s.max(4.0 * flow.rtt.secs()).max(tcp.rto.min.secs());
            eager = eager.max(eagerness(flow, tcp, setup));
        }
    }
    let longest_s = longest_s.min(setup.duration.secs());
    let (mut sent, mut held, mut constant, mut backlog) = (0.0, 0.0, 0.0, 0.0);
    for side in sides {
        sent += side.sent;
        for hop in 0..side.data.len() {
            held += (4.0 * side.pipe[hop] + side.peak[hop] * longest_s).min(side.data[hop]);
        }
        let pipes: f64 = side.pipe.iter().sum();
        constant += side.constant.iter().sum::<f64>().min(2.0 * pipes);
        backlog += side.backlog;
    }
    let tcp = windows.min(sent).min(eager / CLOCKED * held + unasked);
    let paths = tcp.min(held);
    [paths + constant + setup.flows.len() as f64, tcp - paths + backlog]
}

/// Bytes of what is recorded and measured.
fn kept_bytes(setup: &Setup, options: &RecordOptions) -> f64 {
    let bins = f64::from(options.bins_per_series);
    let shadows = setup.flows.iter().map(|flow| match &flow.source {
        SourceSetup::Tcp(tcp) => tcp.shadow.len(),
        SourceSetup::Cbr { .. } => 0,
    });
    let of_sender = ROW_BIN_BYTES + 24.0 + 8.0 + BIN_BYTES * (2 + shadows.max().unwrap_or(0)) as f64;
    let senders = setup.flows.len().min(options.flows) + setup.groups.len();
    let aqm = |channel: &ChannelSetup| if channel.queue.kind == "drop-tail" { 1.0 } else { 3.0 };
    let of_channels: f64 = setup.hops.iter().map(|hop| aqm(&hop.forward) + aqm(&hop.backward)).sum();
    let series = bins * (senders as f64 * of_sender + of_channels * BIN_BYTES);
    let edges = 2.0 * setup.measure.len() as f64 + 2.0;
    let [of_flow, of_channel] = SNAPSHOT_BYTES;
    let snapshots = edges * (setup.flows.len() as f64 * of_flow + 2.0 * setup.hops.len() as f64 * of_channel);
    let beats = setup.duration.secs().min(MOST_BEATS) * 8.0;
    let pulse = beats * (2 * setup.hops.len() + setup.groups.len()) as f64;
    series + EVENT_BYTES * options.events as f64 + snapshots + pulse + ROW_BYTES * rows(setup)
}
