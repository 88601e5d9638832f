//! The fates of packets at a channel: they are dropped, marked or lost, and this is counted, traced
//! and logged.

use super::channel::{Arrival, Channel, Outcome};
use super::{CHANNEL_LOSS, DROP, Kind, MARK, MARKS_END, Packet};
use crate::queue::{Discipline, QueueView};
use crate::setup::Ecn;
use crate::trace::{CHANNEL_SOURCE, Fate, PacketKindCode, PacketLink, PacketRecord, Recorder, whole};
use crate::units::Time;

impl Channel {
    #[cold]
    pub(super) fn lose(&mut self, times: (Time, Time, Time), arrival: &mut Arrival) -> Outcome {
        let packet = &*arrival.packet;
        self.counters.losses += 1;
        arrival.tally.digest.mix(times.2.nanos() ^ packet.number ^ 0x4c4f_5353);
        let values = [f64::from(packet.flow), packet.number as f64];
        arrival.recorder.event(arrival.now, CHANNEL_SOURCE | self.index, CHANNEL_LOSS, &values);
        self.log_packet(arrival, times, Fate::Lost);
        Outcome::Gone
    }

    /// The queue drops a packet: at its arrival, or after it has waited.
    #[cold]
    pub(super) fn drop_packet(&mut self, view: &QueueView, early: bool, arrival: &mut Arrival) -> Outcome {
        let packet = &*arrival.packet;
        self.counters.wasted_nanos += view.now.since(packet.at).nanos();
        if early {
            self.counters.early_drops += 1;
        } else {
            self.counters.overflows += 1;
        }
        arrival.tally.digest.mix(view.now.nanos() ^ packet.number ^ 0x4452_4f50);
        let values =
            [view.packets as f64, f64::from(packet.flow), packet.number as f64, f64::from(u8::from(early))];
        arrival.recorder.event(view.now, CHANNEL_SOURCE | self.index, DROP, &values);
        self.log_packet(arrival, (view.now, view.now, view.now), Fate::Dropped);
        Outcome::Gone
    }

    /// The queue marks a packet instead of dropping it. False if the packet is not ECN-capable.
    #[cold]
    pub(super) fn mark_packet(&mut self, view: &QueueView, arrival: &mut Arrival) -> bool {
        let probability = self.queue.probability().unwrap_or(1.0);
        self.mark_with(view, probability, arrival)
    }

    /// The same, with the probability that the discipline used.
    #[cold]
    pub(super) fn mark_with(&mut self, view: &QueueView, probability: f64, arrival: &mut Arrival) -> bool {
        let packet = &mut *arrival.packet;
        if !packet.flags.ecn().is_capable() {
            return false;
        }
        packet.flags = packet.flags.with_ecn(Ecn::Experienced);
        self.counters.marks += 1;
        self.marks_ended = false;
        arrival.tally.digest.mix(view.now.nanos() ^ packet.number ^ 0x4d41_524b);
        let (flow, number) = (f64::from(packet.flow), packet.number as f64);
        let values = [view.packets as f64, flow, number, probability];
        let recorder = &mut *arrival.recorder;
        recorder.event(view.now, CHANNEL_SOURCE | self.index, MARK, &values);
        let bin = recorder.bin(view.now);
        recorder.sample(self.handles.marks, bin, whole(self.counters.marks));
        recorder.sample(self.handles.passed, bin, whole(self.counters.accepted));
        true
    }

    /// The discipline has dropped an ECN-capable packet early. If it is a discipline that marks,
    /// this is recorded once.
    #[cold]
    pub(super) fn end_marks(&mut self, view: &QueueView, recorder: &mut Recorder) {
        let Some(marking) = self.queue.marking().filter(|one| !self.marks_ended && one.limit.is_finite())
        else {
            return;
        };
        self.marks_ended = true;
        let values = [self.queue.probability().unwrap_or(1.0), marking.limit];
        recorder.event(view.now, CHANNEL_SOURCE | self.index, MARKS_END, &values);
    }

    pub(super) fn log_packet(&self, arrival: &mut Arrival, times: (Time, Time, Time), fate: Fate) {
        if !arrival.recorder.wants_packets() {
            return;
        }
        let packet = &*arrival.packet;
        let (start, depart, arrive) = times;
        arrival.recorder.packet(PacketRecord {
            flow: packet.flow,
            number: packet.number,
            kind: kind_code(packet),
            is_handshake: packet.kind.is_handshake(),
            bytes: packet.bytes,
            place: PacketLink::Channel(self.index),
            enter: packet.at,
            start,
            depart,
            arrive,
            fate,
        });
    }
}

/// The kind of a packet in the packet log.
pub fn kind_code(packet: &Packet) -> PacketKindCode {
    match packet.kind {
        Kind::Ack | Kind::SynAck => PacketKindCode::Ack,
        Kind::Cbr => PacketKindCode::Cbr,
        Kind::Data | Kind::Syn if packet.is_retransmission => PacketKindCode::Retransmission,
        Kind::Data | Kind::Syn => PacketKindCode::Data,
    }
}
