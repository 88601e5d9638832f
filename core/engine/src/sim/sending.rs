//! Senders: ACKs that reach them, timers that expire, connections that start and stop.

use super::event_queue::EventQueue;
use super::flow::{Flow, FlowLine, Phase, Source};
use super::network::Network;
use super::route::Access;
use super::{applications, receiving};
use crate::application::{Action, Writes};
use crate::net::{Flags, Kind, Packet};
use crate::setup::{Handshake, SourceSetup};
use crate::tcp::quic::AckFrame;
use crate::tcp::{self, AckArrival, AckPlan, MARKS_REPORTED, MarkReport, Outgoing, REDUCTION_REPORTED};
use crate::trace::{FrameRecord, Recorder};
use crate::units::Time;

/// A burst of more packets than this counts as that many events. This keeps a slice short, so that
/// the cost of a burst and its memory are noticed in time.
const SMALL_BURST: usize = 1 << 6;

/// An ACK reaches the source of `flow`.
#[inline(never)]
pub(super) fn reach_sender(network: &mut Network, flow: usize, recorder: &mut Recorder) {
    network.census.arrived += 1;
    let now = network.now;
    let state = &mut network.flows[flow];
    let packet = state.take_from_line(FlowLine::AckOut, &mut network.event_queue);
    if packet.epoch != state.epoch {
        return;
    }
    let Source::Tcp { sender, receiver } = &mut state.source else {
        return;
    };
    if packet.kind == Kind::SynAck {
        if state.phase == Phase::Opening {
            state.phase = Phase::Open;
            state.syn_deadline = Time::NEVER;
            let rtt_s = now.since(packet.stamp).secs();
            if state.application.as_ref().is_some_and(|application| application.waits_for_handshake()) {
                applications::open(state, now);
            }
            let Source::Tcp { sender, .. } = &mut state.source else {
                return;
            };
            if packet.stamp == state.first_syn {
                sender.first_syn_arrived();
            }
            sender.open(now, Some(rtt_s), &mut network.outbox, &mut network.decisions);
            after_sender(network, flow, None, recorder);
        }
        return;
    }
    let before;
    if receiver.packets().is_some() {
        before = sender.window().ssthresh;
        let Some(frame) = state.frames.find(packet.sack) else { return };
        note_frame(recorder, flow, now, packet.bytes, &frame);
        tcp::take_frame(sender, now, &frame, &mut network.outbox, &mut network.decisions);
    } else {
        let sack = state.sacks.find(packet.sack);
        let mut arrival = AckArrival {
            number: packet.number,
            echo: packet.stamp,
            blocks: &[],
            is_corruption_reported: packet.flags.has(Flags::CORRUPTION_NOTICE),
            share_bps: None,
            marks: MarkReport { echo: packet.flags.has(Flags::ECE), ace: packet.flags.ace(), count: 0 },
            duplicate: None,
            stale: None,
        };
        if let Some(sack) = sack {
            arrival.blocks = sack.as_slice();
            arrival.share_bps = sack.share_bps();
            arrival.marks.count = sack.marks();
            arrival.duplicate = sack.duplicate();
            arrival.stale = sack.stale();
        }
        // An ACK that is lost has not told its window, but one with a higher number tells at least as
        // much. Several ACKs may have one number, and the receiver is ahead of the clock: each of them
        // tells one window.
        let mut is_due = packet.flags.has(Flags::OFFER);
        while let Some(&(number, window)) = state.offers.front() {
            let is_own = number == packet.number && std::mem::take(&mut is_due);
            if number >= packet.number && !is_own {
                break;
            }
            state.offers.pop_front();
            sender.offer(window);
        }
        before = sender.window().ssthresh;
        sender.on_ack(now, &arrival, &mut network.outbox, &mut network.decisions);
    }
    if recorder.wants_packets()
        && let Some((marked, delivered)) = sender.reported_marks()
    {
        recorder.event(now, flow as u32, MARKS_REPORTED, &[marked as f64, delivered as f64]);
    }
    let window = sender.window();
    network.tally.digest.mix(now.nanos() ^ (packet.number << 20));
    network.tally.digest.mix(window.cwnd.to_bits());
    after_sender(network, flow, Some(before), recorder);
}

/// Records an ACK frame.
#[inline(never)]
fn note_frame(recorder: &mut Recorder, flow: usize, time: Time, bytes: u16, frame: &AckFrame) {
    let (delay, ranges) = (frame.delay, || frame.ranges.to_vec());
    recorder.frame(|| FrameRecord { flow: flow as u32, time, bytes, delay, ranges: ranges() });
}

/// Completes an action of the sender: records what changed, sends the new segments, and sets
/// the timers.
pub(super) fn after_sender(
    network: &mut Network,
    flow: usize,
    ssthresh_before: Option<f64>,
    recorder: &mut Recorder,
) {
    let now = network.now;
    let state = &mut network.flows[flow];
    let Source::Tcp { sender, .. } = &state.source else {
        return;
    };
    if state.handles.are_any() {
        state.handles.record(sender, now, ssthresh_before, recorder);
    }
    if !network.decisions.is_empty() {
        for decision in network.decisions.iter() {
            network.tally.digest.mix(now.nanos() ^ decision.terms[0].to_bits());
        }
        recorder.decisions(now, flow as u32, &mut network.decisions);
    }
    network.census.sent += network.outbox.len() as u64;
    for outgoing in &network.outbox {
        if outgoing.tells_reduction {
            recorder.event(now, flow as u32, REDUCTION_REPORTED, &[outgoing.number as f64]);
        }
        let bytes = if outgoing.number == 0 { state.first_bytes } else { state.packet_bytes };
        send(state, Kind::Data, outgoing, bytes, now, &mut network.event_queue, recorder);
    }
    if network.outbox.len() > SMALL_BURST {
        network.allowed = network.allowed.saturating_sub(network.outbox.len() as u64);
    }
    network.outbox.clear();
    state.arm_by(state.next_timer(), &mut network.event_queue);
}

/// Sends a packet that is not a segment.
fn send_other(
    network: &mut Network,
    flow: usize,
    kind: Kind,
    outgoing: Outgoing,
    bytes: u16,
    recorder: &mut Recorder,
) {
    network.census.sent += 1;
    let (state, now) = (&mut network.flows[flow], network.now);
    send(state, kind, &outgoing, bytes, now, &mut network.event_queue, recorder);
}

/// Ensures that the flow's timers are checked at its earliest deadline at the latest.
pub(super) fn arm(network: &mut Network, flow: usize) {
    let flow = &network.flows[flow];
    flow.arm_by(flow.next_timer(), &mut network.event_queue);
}

/// A timer of `flow` may be due.
#[inline(never)]
pub(super) fn fire_timers(network: &mut Network, flow: usize, recorder: &mut Recorder) {
    let now = network.now;
    if network.flows[flow].next_start() <= now {
        start_connection(network, flow, recorder);
    }
    if network.flows[flow].stop_at <= now {
        stop_source(network, flow, recorder);
    }
    if network.flows[flow].application.as_ref().is_some_and(|application| application.next() <= now) {
        act(network, flow, recorder);
    }
    if network.flows[flow].syn_deadline <= now {
        if let Source::Tcp { sender, .. } = &mut network.flows[flow].source {
            sender.handshake_expired();
        }
        send_syn(network, flow, true, recorder);
    }
    let state = &mut network.flows[flow];
    match &mut state.source {
        Source::Tcp { sender, receiver } => {
            let ack_due = receiver.deadline() <= now;
            let (timed_out, woken) = (sender.deadline() <= now, sender.wake_at() <= now);
            let before = sender.window().ssthresh;
            if timed_out {
                sender.on_timeout(now, &mut network.outbox, &mut network.decisions);
            } else if woken {
                sender.on_wake(now, &mut network.outbox);
            }
            if ack_due && receiver.expire(now) == AckPlan::Now {
                receiving::send_ack(
                    &mut network.flows[flow],
                    now,
                    &mut network.event_queue,
                    &mut network.census,
                    recorder,
                );
            }
            if timed_out || woken {
                after_sender(network, flow, Some(before), recorder);
            }
        }
        Source::Cbr(cbr) => {
            if cbr.next_at <= now {
                let outgoing =
                    Outgoing { number: cbr.next, is_retransmission: false, tells_reduction: false, lag: 0 };
                let bytes = state.packet_bytes;
                cbr.advance(bytes.into());
                send_other(network, flow, Kind::Cbr, outgoing, bytes, recorder);
            }
        }
    }
    arm(network, flow);
}

#[inline(never)]
fn start_connection(network: &mut Network, flow: usize, recorder: &mut Recorder) {
    let now = network.now;
    let setups = network.setups.clone();
    let setup = &setups[flow];
    let state = &mut network.flows[flow];
    let Some((_, end)) = state.schedule.pop_front() else {
        return;
    };
    if state.started_at.is_some() {
        state.renew(setup);
    }
    state.started_at.get_or_insert(now);
    state.stop_at = end;
    let handshake = matches!(&setup.source, SourceSetup::Tcp(tcp) if tcp.handshake == Handshake::Before);
    let waits = state.application.as_ref().is_some_and(|application| application.waits_for_handshake());
    if !(handshake && waits) {
        applications::open(state, now);
    }
    match &mut state.source {
        Source::Cbr(cbr) => {
            cbr.next_at = now;
            state.phase = Phase::Open;
        }
        Source::Tcp { sender, .. } => {
            let SourceSetup::Tcp(tcp) = &setup.source else {
                return;
            };
            if tcp.handshake == Handshake::Before {
                state.phase = Phase::Opening;
                send_syn(network, flow, false, recorder);
            } else {
                state.phase = Phase::Open;
                sender.open(now, None, &mut network.outbox, &mut network.decisions);
                after_sender(network, flow, None, recorder);
            }
        }
    }
}

fn send_syn(network: &mut Network, flow: usize, is_retransmission: bool, recorder: &mut Recorder) {
    let now = network.now;
    let state = &mut network.flows[flow];
    let Source::Tcp { sender, .. } = &mut state.source else {
        return;
    };
    state.syn_deadline = sender.syn_expiry(now);
    let bytes = state.handshake_bytes;
    if !is_retransmission {
        state.first_syn = now;
    }
    send_other(
        network,
        flow,
        Kind::Syn,
        Outgoing { number: 0, is_retransmission, tells_reduction: false, lag: 0 },
        bytes,
        recorder,
    );
}

fn stop_source(network: &mut Network, flow: usize, recorder: &mut Recorder) {
    let now = network.now;
    let state = &mut network.flows[flow];
    state.stop_at = Time::NEVER;
    state.syn_deadline = Time::NEVER;
    if let Some(application) = &mut state.application {
        application.close();
    }
    match &mut state.source {
        Source::Tcp { sender, .. } => {
            if state.phase == Phase::Opening {
                state.phase = Phase::Idle;
            }
            sender.stop(&mut network.decisions);
            recorder.decisions(now, flow as u32, &mut network.decisions);
        }
        Source::Cbr(cbr) => cbr.next_at = Time::NEVER,
    }
}

/// The source puts a packet on the wire.
#[inline(always)]
fn send(
    flow: &mut Flow,
    kind: Kind,
    outgoing: &Outgoing,
    bytes: u16,
    now: Time,
    event_queue: &mut EventQueue,
    recorder: &mut Recorder,
) {
    let jitter = flow.draw_jitter();
    let mut flags = match kind {
        Kind::Syn => Flags::NONE,
        _ if outgoing.is_retransmission => flow.resent_flags,
        _ => flow.data_flags,
    };
    if outgoing.tells_reduction {
        flags = flags.with(Flags::CWR);
    }
    let packet = Packet {
        at: now,
        stamp: now,
        number: outgoing.number,
        waited_nanos: 0,
        flow: flow.index,
        sack: outgoing.lag,
        bytes,
        epoch: flow.epoch,
        kind,
        is_retransmission: outgoing.is_retransmission,
        flags,
    };
    let at = flow.cross(Access::SourceOut, &packet, now, jitter, recorder);
    flow.put_in_line(FlowLine::DataIn, Packet { at, ..packet }, event_queue);
}

/// The application of `flow` acts.
#[inline(never)]
pub(super) fn act(network: &mut Network, flow: usize, recorder: &mut Recorder) {
    let now = network.now;
    let state = &mut network.flows[flow];
    let (Some(application), Source::Tcp { sender, .. }) = (&mut state.application, &mut state.source) else {
        return;
    };
    let before = sender.window().ssthresh;
    let all = match application.model.act(now, &mut application.random) {
        Action::Write(segments) => sender.given().saturating_add(segments),
        Action::Flood => u64::MAX,
        Action::Withdraw => {
            sender.withdraw();
            state.wanted_segments = sender.given();
            return;
        }
    };
    state.wanted_segments = all;
    if state.phase == Phase::Open {
        sender.extend(now, all, &mut network.outbox, &mut network.decisions);
        after_sender(network, flow, Some(before), recorder);
    } else {
        sender.give(all);
    }
}
