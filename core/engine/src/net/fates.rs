//! The fates of packets at a channel: they are dropped, marked or lost, and this is counted, traced
//! and logged.

use super::channel::{Arrival, Channel, Outcome};
use super::{CHANNEL_LOSS, DROP, Kind, MARK, MARKS_END, Packet};
use crate::queue::{Discipline, QueueView};
use crate::setup::Ecn;
use crate::trace::{CHANNEL_SOURCE, Fate, PacketKindCode, PacketLink, PacketRecord, Recorder, whole};
use crate::units::Time;

/// Logs the packets whose fate is not settled yet, so that a replayed window shows them in the
/// queue.
pub fn log_held(channel: &Channel, recorder: &mut Recorder) {
    let lined = channel.lines.iter().flat_map(|lines| lines.packets());
    for packet in channel.held.iter().map(|(packet, _)| packet).chain(lined) {
        recorder.packet(record_of(packet, PacketLink::Channel(channel.index)));
    }
}

#[cold]
pub(super) fn lose(channel: &mut Channel, times: (Time, Time, Time), arrival: &mut Arrival) -> Outcome {
    let packet = &*arrival.packet;
    channel.counters.losses += 1;
    arrival.tally.digest.mix(times.2.nanos() ^ packet.number ^ 0x4c4f_5353);
    let values = [f64::from(packet.flow), packet.number as f64];
    arrival.recorder.event(arrival.now, CHANNEL_SOURCE | channel.index, CHANNEL_LOSS, &values);
    log_packet(channel.index, arrival, times, Fate::Lost);
    Outcome::Gone
}

/// The queue drops a packet: at its arrival, or after it has waited.
#[cold]
pub(super) fn drop_packet(
    channel: &mut Channel,
    view: &QueueView,
    early: bool,
    arrival: &mut Arrival,
) -> Outcome {
    let packet = &*arrival.packet;
    channel.counters.wasted_nanos += view.now.since(packet.at).nanos();
    if early {
        channel.counters.early_drops += 1;
    } else {
        channel.counters.overflows += 1;
    }
    arrival.tally.digest.mix(view.now.nanos() ^ packet.number ^ 0x4452_4f50);
    let values =
        [view.packets as f64, f64::from(packet.flow), packet.number as f64, f64::from(u8::from(early))];
    arrival.recorder.event(view.now, CHANNEL_SOURCE | channel.index, DROP, &values);
    log_packet(channel.index, arrival, (view.now, view.now, view.now), Fate::Dropped);
    Outcome::Gone
}

/// The queue marks a packet instead of dropping it. False if the packet is not ECN-capable.
#[cold]
pub(super) fn mark_packet(channel: &mut Channel, view: &QueueView, arrival: &mut Arrival) -> bool {
    let probability = channel.queue.probability().unwrap_or(1.0);
    mark_with(channel, view, probability, arrival)
}

/// The same, with the probability that the discipline used.
#[cold]
pub(super) fn mark_with(
    channel: &mut Channel,
    view: &QueueView,
    probability: f64,
    arrival: &mut Arrival,
) -> bool {
    let packet = &mut *arrival.packet;
    if !packet.flags.ecn().is_capable() {
        return false;
    }
    packet.flags = packet.flags.with_ecn(Ecn::Experienced);
    channel.counters.marks += 1;
    channel.marks_ended = false;
    arrival.tally.digest.mix(view.now.nanos() ^ packet.number ^ 0x4d41_524b);
    let (flow, number) = (f64::from(packet.flow), packet.number as f64);
    let values = [view.packets as f64, flow, number, probability];
    let recorder = &mut *arrival.recorder;
    recorder.event(view.now, CHANNEL_SOURCE | channel.index, MARK, &values);
    let bin = recorder.bin(view.now);
    recorder.sample(channel.handles.marks, bin, whole(channel.counters.marks));
    recorder.sample(channel.handles.passed, bin, whole(channel.counters.accepted));
    true
}

/// The discipline has dropped an ECN-capable packet early. If it is a discipline that marks,
/// this is recorded once.
#[cold]
pub(super) fn end_marks(channel: &mut Channel, view: &QueueView, recorder: &mut Recorder) {
    let Some(marking) = channel.queue.marking().filter(|one| !channel.marks_ended && one.limit.is_finite())
    else {
        return;
    };
    channel.marks_ended = true;
    let values = [channel.queue.probability().unwrap_or(1.0), marking.limit];
    recorder.event(view.now, CHANNEL_SOURCE | channel.index, MARKS_END, &values);
}

/// Logs what happened to a packet at channel `index`.
pub(super) fn log_packet(index: u32, arrival: &mut Arrival, times: (Time, Time, Time), fate: Fate) {
    if !arrival.recorder.wants_packets() {
        return;
    }
    let packet = &*arrival.packet;
    let (start, depart, arrive) = times;
    let record = record_of(packet, PacketLink::Channel(index));
    arrival.recorder.packet(PacketRecord { start, depart, arrive, fate, ..record });
}

/// A packet at a link in the packet log, before anything has happened to it there.
pub fn record_of(packet: &Packet, place: PacketLink) -> PacketRecord {
    PacketRecord {
        flow: packet.flow,
        number: packet.number,
        kind: kind_code(packet),
        is_handshake: packet.kind.is_handshake(),
        bytes: packet.bytes,
        place,
        enter: packet.at,
        start: Time::NEVER,
        depart: Time::NEVER,
        arrive: Time::NEVER,
        fate: Fate::Delivered,
        lag: packet.sack,
    }
}

/// The kind of a packet in the packet log.
fn kind_code(packet: &Packet) -> PacketKindCode {
    match packet.kind {
        Kind::Ack | Kind::SynAck => PacketKindCode::Ack,
        Kind::Cbr => PacketKindCode::Cbr,
        Kind::Data | Kind::Syn if packet.is_retransmission => PacketKindCode::Retransmission,
        Kind::Data | Kind::Syn => PacketKindCode::Data,
    }
}
