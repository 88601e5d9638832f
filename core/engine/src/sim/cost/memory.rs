//! Bytes that a run has in use at once: for each list, the most entries times the bytes of an
//! entry.
//!
//! Packets are stored in the lines they travel in, and bounded queues and delays limit their
//! number. Many more segments may be unacknowledged: a loss is found late, and the segments sent
//! meanwhile come on top. But of these only the holes are stored, unless the algorithm needs the
//! sending time of each segment.

use super::direction_load::{CLOCKED, DirectionLoad};
use crate::cc::CongestionControl;
use crate::net::{Channel, FarEnd, Line, holds_at_far_end, reorders};
use crate::queue::Queue;
use crate::setup::{
    Capacity, ChannelSetup, FlowSetup, HopSetup, MarkFeedback, Recovery, Setup, SourceSetup, TcpSetup,
};
use crate::sim::application::Transfers;
use crate::sim::convergence::MAX_SAMPLES;
use crate::sim::flow::Flow;
use crate::sim::frames::FrameStore;
use crate::sim::sacks::{KEPT_BEHIND, SackStore};
use crate::sim::simulation::MAX_CHECKPOINTS;
use crate::sim::waits::Waits;
use crate::tcp::{Intervals, LONGEST_BURST, Outgoing, Quic, RackBoard, SegmentLog};
use crate::trace::RecordOptions;

/// A ring buffer doubles when it is full.
const ROOM: f64 = 2.0;
/// Bytes of a row of results: snapshots of counters, the numbers, and their text.
const ROW_BYTES: f64 = 1000.0;
/// Bytes of a flow and of a channel in a snapshot: the counters, and for a channel also the
/// histogram of waiting times.
const SNAPSHOT_BYTES: [f64; 2] = [120.0, 4000.0];
/// Bytes of a bin of a series, and of a bin of the row with the series of a sender.
const BIN_BYTES: f64 = 16.0;
const ROW_BIN_BYTES: f64 = 80.0;
/// Bytes of a recorded event.
const EVENT_BYTES: f64 = 96.0;
/// Bytes of a flow besides itself and its packets: the first entries of its lists, and the state of
/// its algorithm.
const FLOW_BYTES: f64 = 2048.0;

/// Everything that a run of `setup` has in use at once.
pub fn bytes(setup: &Setup, sides: &[DirectionLoad; 2], options: &RecordOptions) -> f64 {
    let (fixed, lists) = (fixed_bytes(setup), Lists::of(setup, sides));
    let live = fixed + ROOM * lists.bytes;
    // A copy has no spare capacity.
    let copy = fixed + lists.bytes;
    let copies = if options.checkpoint_bytes > 0 {
        // Two checkpoints are kept whatever their size. Besides them there may be one copy for a
        // new checkpoint or for results, and one for a replay. In a replay, algorithms for
        // comparison may need the sending time of each segment.
        let kept = (options.checkpoint_bytes as f64).min(MAX_CHECKPOINTS as f64 * copy).max(2.0 * copy);
        kept + 2.0 * copy + ROOM * lists.log_bytes
    } else {
        copy
    };
    live + copies + kept_bytes(setup, options)
}

/// Bytes that are in use from the start.
fn fixed_bytes(setup: &Setup) -> f64 {
    let own = |flow: &FlowSetup| match &flow.source {
        SourceSetup::Tcp(tcp) => tcp.own_algorithm.as_ref().map_or(0, |own| own.bytes()),
        SourceSetup::Cbr { .. } => 0,
    };
    let own: usize = setup.flows.iter().map(own).sum();
    let flows = setup.flows.len() as f64 * (size_of::<Flow>() as f64 + FLOW_BYTES) + own as f64;
    let channels = 2.0 * setup.hops.len() as f64 * (size_of::<Channel>() as f64 + SNAPSHOT_BYTES[1]);
    let lists: usize = setup.hops.iter().map(|hop| items(&hop.forward) + items(&hop.backward)).sum();
    let lines = lines_bytes(setup);
    let connections: usize = setup.flows.iter().map(|flow| flow.periods.len()).sum();
    let applications = Transfers::MAX_BYTES as f64 * applications(setup) as f64;
    let waits = (Waits::MAX_BYTES * measuring(setup)) as f64;
    applications + waits + flows + channels + lines + 32.0 * (lists + connections) as f64
}

/// Flows with an application.
fn applications(setup: &Setup) -> usize {
    let has_one = |flow: &&FlowSetup| match &flow.source {
        SourceSetup::Tcp(tcp) => tcp.application.is_some(),
        SourceSetup::Cbr { .. } => false,
    };
    setup.flows.iter().filter(has_one).count()
}

/// Flows that measure the delays of their packets.
fn measuring(setup: &Setup) -> usize {
    setup.flows.iter().filter(|flow| flow.measures_delay).count()
}

fn has_lines(channel: &ChannelSetup) -> bool {
    Queue::features_of(channel.queue.kind).has_lines
}

/// Bytes of lines without their packets: at most one line per crossing flow, and two measured
/// lines.
fn lines_bytes(setup: &Setup) -> f64 {
    let mut more = vec![0_i64; setup.hops.len() + 1];
    for flow in &setup.flows {
        more[flow.from] += 1;
        more[flow.to] -= 1;
    }
    let crossing = more.iter().scan(0_i64, |flows, more| {
        *flows += more;
        Some(*flows as f64)
    });
    let of_hop = |(hop, flows): (&HopSetup, f64)| {
        let channels = [&hop.forward, &hop.backward].into_iter().filter(|channel| has_lines(channel)).count();
        channels as f64 * ((flows + 2.0) * Channel::LINE_BYTES as f64 + 2.0 * SNAPSHOT_BYTES[1])
    };
    // A list of lines doubles when it is full.
    ROOM * setup.hops.iter().zip(crossing).map(of_hop).sum::<f64>()
}

fn items(channel: &ChannelSetup) -> usize {
    channel.rate.items() + channel.delay.items()
}

/// Lists of packets and segments, without spare room.
struct Lists {
    bytes: f64,
    /// Bytes of a log of all unacknowledged segments.
    log_bytes: f64,
}

impl Lists {
    /// Bounds the segments in flight. They are at most what the windows allow, and at most what is
    /// sent. If ACKs clock the flow, they are at most what pipes and queues hold, plus what is sent
    /// until a loss is found. That takes an RTT with full queues, or a timeout.
    fn of(setup: &Setup, sides: &[DirectionLoad; 2]) -> Lists {
        let sum = |of: fn(&DirectionLoad) -> f64| sides.iter().map(of).sum::<f64>();
        let most = |of: fn(&DirectionLoad) -> f64| sides.iter().map(of).fold(0.0, f64::max);
        let (eager, unbounded) = (most(|side| side.eager), sum(|side| side.unbounded));
        let longest_s = most(|side| side.longest_s).min(setup.duration.secs());
        let pipes = sum(|side| side.pipe.iter().sum());
        let held: f64 = sides
            .iter()
            .flat_map(|side| side.pipe.iter().zip(&side.peak).zip(&side.data))
            .map(|((pipe, peak), data)| (4.0 * pipe + peak * longest_s).min(*data))
            .sum();
        let allowed = sum(|side| side.windows).min(sum(|side| side.sent));
        let segments = allowed.min(eager / CLOCKED * held + unbounded);
        // On access links: in slow start two segments are sent per RTT for each one that a full
        // path delivers.
        let wire = sum(|side| side.wire).min(segments);
        let window = segments.min(eager / 2.0 * (pipes + wire) + unbounded);
        let acks = segments.min(wire + waiting_acks(setup));
        let constant = sum(|side| side.on_access) + sum(|side| side.backlog);

        let any = |is: fn(&ChannelSetup) -> bool| {
            setup.hops.iter().any(|hop| is(&hop.forward) || is(&hop.backward))
        };
        let at_far_end = if any(holds_at_far_end) { FarEnd::PACKET_BYTES } else { 0 };
        let behind = if any(reorders) { KEPT_BEHIND * setup.flows.len() } else { 0 };
        let by_ties = setup.ties.map_or(0, |ties| ties.packet_bytes);
        let packet = (Line::PACKET_BYTES + by_ties) as f64;
        let in_channel = packet + (Channel::WAITING_BYTES + by_ties + at_far_end) as f64;
        let needs = Needs::of(setup);
        let reported = match (needs.frames, needs.tells) {
            (true, _) => FrameStore::ENTRY_BYTES as f64,
            (false, true) => SackStore::ENTRY_BYTES as f64,
            (false, false) => 0.0,
        };
        let burst = window.min(LONGEST_BURST as f64) * size_of::<Outgoing>() as f64;
        let bytes = in_channel * (pipes + acks)
            + packet * (window + wire + 2.0 * acks + constant)
            + reported * (acks + behind as f64)
            + needs.segment_bytes * segments
            + burst;
        Lists { bytes, log_bytes: segments * SegmentLog::SEGMENT_BYTES as f64 }
    }
}

/// ACKs that may wait in queues.
fn waiting_acks(setup: &Setup) -> f64 {
    let mut smallest = [f64::INFINITY; 2];
    for flow in &setup.flows {
        if let SourceSetup::Tcp(tcp) = &flow.source {
            let side = flow.direction as usize;
            smallest[side] = smallest[side].min(f64::from(tcp.ack_bytes.max(1)));
        }
    }
    let room = |channel: &ChannelSetup, smallest: f64| match channel.queue.capacity {
        _ if smallest.is_infinite() => 0.0,
        Capacity::Packets(packets) => packets as f64 + 1.0,
        Capacity::Bytes(bytes) => bytes as f64 / smallest + 1.0,
    };
    setup.hops.iter().map(|hop| room(&hop.backward, smallest[0]) + room(&hop.forward, smallest[1])).sum()
}

/// What flows store per segment.
struct Needs {
    /// Bytes of a segment in flight in the lists of both ends, for the flow that needs most.
    segment_bytes: f64,
    /// True if ACKs carry more than a number.
    tells: bool,
    /// True if some are ACK frames of QUIC.
    frames: bool,
}

impl Needs {
    fn of(setup: &Setup) -> Needs {
        let agents = setup.hops.iter().any(|hop| hop.agent.is_some());
        let mut needs = Needs { segment_bytes: 0.0, tells: agents, frames: false };
        let mut last = None;
        for flow in &setup.flows {
            let SourceSetup::Tcp(tcp) = &flow.source else { continue };
            // Flows of a group are alike.
            if last.replace(flow.group) != Some(flow.group) {
                needs.segment_bytes = needs.segment_bytes.max(segment_bytes(tcp, agents));
                let counts_marks = matches!(tcp.marks, MarkFeedback::Count { .. });
                needs.frames |= tcp.recovery == Recovery::Quic;
                needs.tells |= tcp.recovery.uses_sack() || counts_marks;
            }
        }
        needs
    }
}

fn segment_bytes(tcp: &TcpSetup, agents: bool) -> f64 {
    let (is_sack, is_rack) = (tcp.recovery == Recovery::Sack, tcp.recovery == Recovery::Rack);
    let needs = tcp.controller().needs();
    let has_log = needs.segment_log || needs.rate_samples || !tcp.timestamps;
    // The holes at the receiver, and the sender's record of them from SACK blocks.
    let boards = 1 + usize::from(agents) + usize::from(is_sack);
    let own = tcp.own_recovery.map_or(0, |source| source.segment_bytes);
    let log = if has_log { SegmentLog::SEGMENT_BYTES } else { 0 };
    let rack = if is_rack { RackBoard::SEGMENT_BYTES } else { 0 };
    let quic = if tcp.recovery == Recovery::Quic { Quic::PACKET_BYTES } else { 0 };
    (boards * Intervals::SEGMENT_BYTES + own + rack + quic + log) as f64
}

/// Bytes of the recorded and measured data.
pub fn kept_bytes(setup: &Setup, options: &RecordOptions) -> f64 {
    let bins = f64::from(options.bins_per_series);
    let extras = setup.flows.iter().map(|flow| match &flow.source {
        SourceSetup::Tcp(tcp) => {
            tcp.shadow.len() + tcp.shown().others.len() + usize::from(flow.measures_delay)
        }
        SourceSetup::Cbr { .. } => 0,
    });
    let of_sender = ROW_BIN_BYTES + 24.0 + 8.0 + BIN_BYTES * (3 + extras.max().unwrap_or(0)) as f64;
    let senders = setup.flows.len().min(options.flows) + setup.groups.len();
    let aqm = |channel: &ChannelSetup| {
        if Queue::features_of(channel.queue.kind).only_overflows { 1.0 } else { 7.0 }
    };
    let of_channels: f64 = setup.hops.iter().map(|hop| aqm(&hop.forward) + aqm(&hop.backward)).sum();
    let series = bins * (senders as f64 * of_sender + of_channels * BIN_BYTES);
    let edges = 2.0 * setup.measure.len() as f64 + 2.0;
    let [of_flow, of_channel] = SNAPSHOT_BYTES;
    let of_transfers = if applications(setup) > 0 {
        8.0 * setup.flows.len() as f64 + (Transfers::MAX_BYTES * applications(setup)) as f64
    } else {
        0.0
    };
    let of_waits = match measuring(setup) {
        0 => 0.0,
        count => 8.0 * setup.flows.len() as f64 + (Waits::MAX_BYTES * count) as f64,
    };
    let lined =
        setup.hops.iter().flat_map(|hop| [&hop.forward, &hop.backward]).filter(|one| has_lines(one)).count();
    let channels = (2 * setup.hops.len() + 2 * lined) as f64;
    let snapshots =
        edges * (of_transfers + of_waits + setup.flows.len() as f64 * of_flow + channels * of_channel);
    let samples_taken = setup.duration.secs().min(MAX_SAMPLES) * 8.0;
    let samples = samples_taken * (2 * setup.hops.len() + setup.groups.len()) as f64;
    series + EVENT_BYTES * options.events as f64 + snapshots + samples + ROW_BYTES * super::rows(setup)
}
