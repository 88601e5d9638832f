//! Channels whose queue drops packets that have waited (CoDel, drop-tail with `drop_front`): a packet's fate is
//! settled when the transmitter is free for it. So the channel holds the packets themselves, and
//! needs an event at the end of every transmission while packets wait.

use super::channel::{Arrival, Channel, Outcome, Waiting};
use super::{Packet, Tally, kind_code};
use crate::queue::{DequeueDecision, Discipline, QueueView};
use crate::setup::Ecn;
use crate::trace::{Fate, PacketLink, PacketRecord, Recorder};
use crate::units::Time;

impl Outcome {
    /// The packet with its arrival at the other end, if it arrives.
    #[inline(always)]
    pub fn reaches(self, packet: &Packet) -> Option<Packet> {
        match self {
            Outcome::Arrives(at) => Some(Packet { at, ..*packet }),
            Outcome::Waits | Outcome::Gone => None,
        }
    }
}

impl Channel {
    /// True if it needs an event at the end of transmissions.
    pub fn decides_at_dequeue(&self) -> bool {
        self.decides_at_dequeue
    }

    /// True if there is room for a packet of this many bytes now.
    pub fn takes(&self, now: Time, bytes: u32) -> bool {
        !self.view(now, bytes, 0, Ecn::NotCapable).full
    }

    /// The number of packets whose fate is not settled yet.
    pub fn held(&self) -> u64 {
        (self.held.len() + self.lined) as u64
    }

    /// When the transmitter turns to the next waiting packet.
    #[inline]
    pub fn next_service(&self) -> Time {
        if self.held.is_empty() && self.lined == 0 { Time::NEVER } else { self.free_at }
    }

    /// The transmitter is free, and packets wait: drops those that the discipline drops now and
    /// transmits the next one. Returns that packet with its arrival at the other end, unless the
    /// link loses it.
    pub fn serve(&mut self, now: Time, recorder: &mut Recorder, tally: &mut Tally) -> Option<Packet> {
        if self.lines.is_some() {
            return self.serve_lines(now, recorder, tally);
        }
        self.drain(now, recorder);
        while let Some((mut packet, number, waited)) = self.take_head() {
            self.record_waiting(now, recorder);
            let mut arrival = Arrival { packet: &mut packet, now, recorder, tally };
            let view = self.view_of(arrival.packet, now);
            let is_kept = match self.queue.release(&view, waited.arrived) {
                DequeueDecision::Send => true,
                DequeueDecision::Mark => self.mark_packet(&view, &mut arrival),
                DequeueDecision::Drop => false,
            };
            if !is_kept {
                self.drop_packet(&view, true, &mut arrival);
                continue;
            }
            self.queue.depart(&view, waited.arrived);
            self.count_start(&mut arrival, waited.arrived, now);
            self.ties.served_since = now;
            return self.transmit(now, number, &mut arrival).reaches(&packet);
        }
        None
    }

    fn take_head(&mut self) -> Option<(Packet, u64, Waiting)> {
        let waiting = self.leave_queue()?;
        let (packet, number) = self.held.pop_front()?;
        Some((packet, number, waiting))
    }

    /// An arriving packet waits.
    pub(super) fn hold(&mut self, number: u64, arrival: &mut Arrival, is_first: bool) -> Outcome {
        let packet = *arrival.packet;
        let waiting = Waiting::of(&packet, Time::NEVER);
        self.waiting_bytes += u64::from(packet.bytes);
        if is_first {
            self.waiting.push_front(waiting);
            self.held.push_front((packet, number));
        } else {
            self.waiting.push_back(waiting);
            self.held.push_back((packet, number));
        }
        self.record_waiting(packet.at, arrival.recorder);
        Outcome::Waits
    }

    /// Drops packets from the head until the arriving one has room. False if it does not fit into
    /// an empty queue either.
    pub(super) fn push_out(&mut self, view: &QueueView, arrival: &mut Arrival) -> bool {
        while !self.has_room(view.packet_bytes) {
            let before = QueueView { packets: self.waiting.len() as u64, ..*view };
            let Some((mut packet, _, _)) = self.take_head() else {
                return false;
            };
            let mut head = Arrival {
                packet: &mut packet,
                now: view.now,
                recorder: &mut *arrival.recorder,
                tally: &mut *arrival.tally,
            };
            self.drop_packet(&before, false, &mut head);
        }
        true
    }

    /// Logs the packets whose fate is not settled yet, so that a replayed window shows them in the
    /// queue.
    pub fn log_held(&self, recorder: &mut Recorder) {
        let lined = self.lines.iter().flat_map(|lines| lines.packets());
        for packet in self.held.iter().map(|(packet, _)| packet).chain(lined) {
            recorder.packet(PacketRecord {
                flow: packet.flow,
                number: packet.number,
                kind: kind_code(packet),
                is_handshake: packet.kind.is_handshake(),
                bytes: packet.bytes,
                place: PacketLink::Channel(self.index),
                enter: packet.at,
                start: Time::NEVER,
                depart: Time::NEVER,
                arrive: Time::NEVER,
                fate: Fate::Delivered,
            });
        }
    }
}
