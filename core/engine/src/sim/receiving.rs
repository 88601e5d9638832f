//! Receivers, which run ahead of the clock.
//!
//! A receiver depends only on the packets from its access link, in order, and on its own timer.
//! Others see only its ACKs. So it does not have to wait for the clock: when a packet leaves the
//! last channel and its arrival time is known, the receiver processes it for that future instant,
//! and its ACK is under way. This saves one entry of the event queue per segment. Receivers run
//! ahead up to the next instant at which the state is read (`received_until`). Packets that arrive
//! later wait in a line.

use super::applications;
use super::deliveries::Deliveries;
use super::event_queue::EventQueue;
use super::flow::{Flow, FlowLine, Source};
use super::network::PacketAccount;
use super::route::Access;
use crate::net::{Flags, Kind, Packet};
use crate::setup::Ecn;
use crate::tcp::{AckPlan, Receiver, SackBlocks};
use crate::trace::Recorder;
use crate::units::{Span, Time};

/// A packet arrives at the receiver at `now`.
#[inline(always)]
pub(super) fn receive(
    flow: &mut Flow,
    packet: &Packet,
    now: Time,
    event_queue: &mut EventQueue,
    census: &mut PacketAccount,
    recorder: &mut Recorder,
) {
    census.arrived += 1;
    if !hears(flow, packet, now) {
        return;
    }
    if ack_due(&flow.source) < now {
        send_due_acks(flow, now, event_queue, census, recorder);
    }
    let Source::Tcp { receiver, .. } = &mut flow.source else {
        receive_other(flow, packet, now, recorder);
        return;
    };
    if flow.takes_fast_path && packet.is_plain_segment() {
        flow.queued.count(packet.waited_nanos);
        let plan = receiver.take_segment(packet.number, packet.stamp, now);
        let next = receiver.next();
        deliver(flow, next, now, recorder);
        match plan {
            AckPlan::Now => send_ack(flow, now, event_queue, census, recorder),
            AckPlan::At(deadline) => flow.arm_by(deadline, event_queue),
            AckPlan::HeldFirst => {
                let plan = take_after_held(flow, packet, now, event_queue, census, recorder);
                acknowledge(flow, plan, now, event_queue, census, recorder);
            }
        }
    } else {
        receive_more(flow, packet, now, event_queue, census, recorder);
    }
}

/// The ACK that waits goes out, and then the receiver takes the segment.
#[inline(never)]
fn take_after_held(
    flow: &mut Flow,
    packet: &Packet,
    now: Time,
    event_queue: &mut EventQueue,
    census: &mut PacketAccount,
    recorder: &mut Recorder,
) -> AckPlan {
    send_ack(flow, now, event_queue, census, recorder);
    match &mut flow.source {
        Source::Tcp { receiver, .. } => receiver.on_segment(packet.number, packet.stamp, now),
        Source::Cbr(_) => AckPlan::Now,
    }
}

/// The receiver acknowledges a segment that it has taken.
fn acknowledge(
    flow: &mut Flow,
    plan: AckPlan,
    now: Time,
    event_queue: &mut EventQueue,
    census: &mut PacketAccount,
    recorder: &mut Recorder,
) {
    match plan {
        AckPlan::At(deadline) => flow.arm_by(deadline, event_queue),
        AckPlan::Now | AckPlan::HeldFirst => send_ack(flow, now, event_queue, census, recorder),
    }
}

/// False if the packet is of an earlier connection. A connection that begins before the packet
/// arrives ignores it, too.
#[inline(always)]
pub(super) fn hears(flow: &Flow, packet: &Packet, now: Time) -> bool {
    packet.epoch == flow.epoch && now <= flow.next_start()
}

/// A packet of a constant-bit-rate flow arrives.
#[inline(never)]
fn receive_other(flow: &mut Flow, packet: &Packet, now: Time, recorder: &mut Recorder) {
    measure(flow, packet, now, recorder);
    note_delivered(flow, flow.delivered_now + 1, now, recorder);
}

/// Counts how long a packet has waited, and its delay, if the flow measures it.
#[inline]
fn measure(flow: &mut Flow, packet: &Packet, now: Time, recorder: &mut Recorder) {
    flow.queued.count(packet.waited_nanos);
    if let Some(waits) = &mut flow.waits {
        let delay = now.since(packet.stamp);
        waits.note(delay, packet.waited_nanos);
        for handle in flow.handles.delay {
            recorder.sample(handle, recorder.bin(now), delay.secs() as f32);
        }
    }
}

/// The same out of line, for the callers that are not on the fast path.
#[inline(never)]
pub(super) fn receive_rarely(
    flow: &mut Flow,
    packet: &Packet,
    event_queue: &mut EventQueue,
    census: &mut PacketAccount,
    recorder: &mut Recorder,
) {
    receive(flow, packet, packet.at, event_queue, census, recorder);
}

/// The receiver's timer has expired before `now`, perhaps twice: that of its network card, and
/// then that of the delayed ACK.
fn send_due_acks(
    flow: &mut Flow,
    now: Time,
    event_queue: &mut EventQueue,
    census: &mut PacketAccount,
    recorder: &mut Recorder,
) {
    while ack_due(&flow.source) < now {
        send_due_ack(flow, event_queue, census, recorder);
    }
}

/// The receiver's timer expires.
pub(super) fn send_due_ack(
    flow: &mut Flow,
    event_queue: &mut EventQueue,
    census: &mut PacketAccount,
    recorder: &mut Recorder,
) {
    let Source::Tcp { receiver, .. } = &mut flow.source else { return };
    let due = receiver.deadline();
    if receiver.expire(due) == AckPlan::Now {
        send_ack(flow, due, event_queue, census, recorder);
    }
}

/// When the receiver's delayed ACK is due; never for a flow without a TCP receiver.
#[inline]
pub(super) fn ack_due(source: &Source) -> Time {
    match source {
        Source::Tcp { receiver, .. } => receiver.deadline(),
        Source::Cbr(_) => Time::NEVER,
    }
}

/// The general case: any kind of packet in any kind of flow.
#[inline(never)]
fn receive_more(
    flow: &mut Flow,
    packet: &Packet,
    now: Time,
    event_queue: &mut EventQueue,
    census: &mut PacketAccount,
    recorder: &mut Recorder,
) {
    if let Some(plan) = hands_over_before(&mut flow.source, packet, now) {
        acknowledge(flow, plan, now, event_queue, census, recorder);
    }
    if acks_before(&flow.source, packet) {
        send_ack(flow, now, event_queue, census, recorder);
    }
    match take(flow, packet, now, event_queue, census, recorder) {
        Some(plan) => acknowledge(flow, plan, now, event_queue, census, recorder),
        None if packet.kind == Kind::Syn => {
            if let Source::Tcp { receiver, .. } = &mut flow.source {
                receiver.answer_syn(now);
            }
            let answer = Packet {
                at: now,
                number: 0,
                waited_nanos: 0,
                sack: 0,
                bytes: flow.handshake_bytes,
                kind: Kind::SynAck,
                is_retransmission: false,
                flags: Flags::NONE,
                ..*packet
            };
            send_back(flow, answer, event_queue, census, recorder);
        }
        None => {}
    }
    if let Some(application) = &flow.application {
        flow.arm_by(application.next().min(flow.next_start()), event_queue);
    }
}

/// If this packet cannot join what the receiver's network card holds: when that is acknowledged.
fn hands_over_before(source: &mut Source, packet: &Packet, now: Time) -> Option<AckPlan> {
    let Source::Tcp { receiver, .. } = source else {
        return None;
    };
    let is_segment = packet.kind == Kind::Data && !packet.flags.has(Flags::CORRUPTED);
    let marked = packet.flags.ecn() == Ecn::Experienced;
    if is_segment { receiver.hands_over_before(packet.number, marked, now) } else { None }
}

/// True if pending segments need their ACK before this packet is taken.
fn acks_before(source: &Source, packet: &Packet) -> bool {
    let Source::Tcp { receiver, .. } = source else {
        return false;
    };
    let is_segment = packet.kind == Kind::Data && !packet.flags.has(Flags::CORRUPTED);
    is_segment
        && receiver.acks_before(packet.flags.ecn() == Ecn::Experienced)
        && !receiver.is_stale(packet.stamp)
}

/// The receiver takes a packet. Returns when it acknowledges a segment.
fn take(
    flow: &mut Flow,
    packet: &Packet,
    now: Time,
    event_queue: &mut EventQueue,
    census: &mut PacketAccount,
    recorder: &mut Recorder,
) -> Option<AckPlan> {
    if packet.kind != Kind::Data {
        return None;
    }
    measure(flow, packet, now, recorder);
    let Source::Tcp { receiver, .. } = &mut flow.source else {
        return None;
    };
    if packet.flags.has(Flags::CORRUPTED) {
        receiver.on_corrupted(packet.number);
        return None;
    }
    let at_once = !receiver.is_stale(packet.stamp)
        && receiver.on_headers(packet.flags.ecn() == Ecn::Experienced, packet.flags.has(Flags::CWR));
    let plan = if receiver.packets().is_some() {
        receiver.on_packet(packet.number, packet.number - u64::from(packet.sack), now)
    } else {
        if packet.sack != 0 {
            receiver.tell_share(packet.sack);
        }
        receiver.on_segment(packet.number, packet.stamp, now)
    };
    let next = receiver.next();
    deliver(flow, next, now, recorder);
    let plan = match plan {
        AckPlan::HeldFirst => take_after_held(flow, packet, now, event_queue, census, recorder),
        plan => plan,
    };
    Some(if at_once { AckPlan::Now } else { plan })
}

/// The receiver hands everything below segment `next` to the application.
#[inline(always)]
fn deliver(flow: &mut Flow, next: u64, now: Time, recorder: &mut Recorder) {
    let delivered = next.saturating_sub(flow.empty_segments);
    if delivered != flow.delivered_now {
        note_delivered(flow, delivered, now, recorder);
        if delivered == flow.wanted_segments {
            applications::complete(flow, now);
        }
    }
}

/// At `now` the current connection has delivered `delivered` segments.
#[inline(always)]
pub(super) fn note_delivered(flow: &mut Flow, delivered: u64, now: Time, recorder: &mut Recorder) {
    if now >= flow.deliveries.until {
        turn_deliveries(flow, delivered, now, recorder);
    }
    flow.deliveries.report = recorder.next_report();
    flow.delivered_now = delivered;
}

/// Begins the bin that holds `now`.
#[inline(never)]
fn turn_deliveries(flow: &mut Flow, delivered: u64, now: Time, recorder: &mut Recorder) {
    let before = flow.before.delivered + flow.delivered_now;
    flow.deliveries.show(before, flow.handles.delivered, recorder);
    let until = recorder.bin_end(recorder.bin(now));
    flow.deliveries = Deliveries { until, first: flow.before.delivered + delivered, report: 0 };
}

/// The receiver sends an ACK at `now`.
#[inline]
pub(super) fn send_ack(
    flow: &mut Flow,
    now: Time,
    event_queue: &mut EventQueue,
    census: &mut PacketAccount,
    recorder: &mut Recorder,
) {
    let Source::Tcp { receiver, .. } = &mut flow.source else {
        return;
    };
    let number = receiver.acknowledge();
    let stamp = receiver.echo();
    let (flags, sack) = if receiver.does_more() {
        let flags = feedback_of(receiver);
        let sack = match receiver.packets() {
            Some(packets) => flow.frames.add(packets, receiver.counted_marks(), now),
            None if receiver.has_ack_extras() => {
                let sack = flow.sacks.add(receiver);
                receiver.forget_duplicate();
                sack
            }
            None => flow.sacks.keep(receiver),
        };
        match receiver.offer() {
            None => (flags, sack),
            Some(window) => {
                flow.offers.push_back((number, window));
                (flags.with(Flags::OFFER), sack)
            }
        }
    } else {
        (Flags::NONE, flow.sacks.keep(receiver))
    };
    let ack = Packet {
        at: now,
        stamp,
        number,
        waited_nanos: 0,
        flow: flow.index,
        sack,
        bytes: if sack == 0 { flow.ack_bytes } else { bytes_with_blocks(flow) },
        epoch: flow.epoch,
        kind: Kind::Ack,
        is_retransmission: false,
        flags,
    };
    send_back(flow, ack, event_queue, census, recorder);
}

/// Bytes of the ACK whose blocks were kept last.
fn bytes_with_blocks(flow: &Flow) -> u16 {
    if flow.sack_block_bytes == 0 {
        return flow.ack_bytes;
    }
    // The first range of a frame is part of every ACK of QUIC.
    let ranges = flow.frames.latest().saturating_sub(1);
    let blocks = flow.sacks.latest().map_or(ranges, SackBlocks::blocks);
    flow.ack_bytes.saturating_add(flow.sack_block_bytes * blocks as u16)
}

/// The receiver puts a packet on the wire at `packet.at`.
#[inline]
fn send_back(
    flow: &mut Flow,
    packet: Packet,
    event_queue: &mut EventQueue,
    census: &mut PacketAccount,
    recorder: &mut Recorder,
) {
    census.sent += 1;
    let at = flow.cross(Access::ReceiverOut, &packet, packet.at, Span::ZERO, recorder);
    flow.put_in_line(FlowLine::AckIn, Packet { at, ..packet }, event_queue);
}

/// Header flags of an ACK that goes out now.
#[inline]
fn feedback_of(receiver: &mut Receiver) -> Flags {
    let flags = if receiver.misses_corrupted() { Flags::CORRUPTION_NOTICE } else { Flags::NONE };
    if !receiver.tells_marks() {
        return flags;
    }
    let report = receiver.report_marks();
    let flags = flags.with_ace(report.count.into());
    if report.echo { flags.with(Flags::ECE) } else { flags }
}
