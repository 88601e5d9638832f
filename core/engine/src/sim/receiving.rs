//! Receivers, which run ahead of the clock.
//!
//! What a receiver does depends on nothing but the packets that come over its access link, in order, and on its own
//! timer; and all that anybody sees of it are its ACKs. So it need not wait for the clock: when a packet leaves the last
//! channel and its arrival is known, the receiver takes it at that future instant, and its ACK is under way. That saves
//! an entry of the agenda per segment. Receivers run ahead up to the instant at which somebody looks (`received_until`);
//! what arrives later waits in a line.

use super::flow::{FlowLine, Source};
use super::network::Network;
use super::travel::Access;
use crate::net::{Kind, Mark, Packet};
use crate::tcp::AckPlan;
use crate::trace::Recorder;
use crate::units::{Span, Time};

/// A SYN or SYN-ACK on the wire.
pub(super) const HANDSHAKE_BYTES: u16 = 40;

impl Network {
    /// Receivers see all that arrives up to `until`.
    pub(super) fn receive_until(&mut self, until: Time, recorder: &mut Recorder) {
        self.received_until = until;
        let mut awaited = std::mem::take(&mut self.awaited);
        awaited.retain(|&flow| {
            let line = FlowLine::DataOut as usize;
            while let Some(packet) = self.flows[flow as usize].lines[line].pop_until(until) {
                self.reach_receiver(&packet, recorder);
            }
            !self.flows[flow as usize].lines[line].is_empty()
        });
        self.awaited = awaited;
    }

    /// A packet is on its way over the access link of its receiver, and arrives there at `packet.at`.
    #[inline]
    pub(super) fn deliver(&mut self, packet: Packet, recorder: &mut Recorder) {
        if packet.at <= self.received_until {
            return self.reach_receiver(&packet, recorder);
        }
        if self.flows[packet.flow as usize].lines[FlowLine::DataOut as usize].push(packet) {
            self.awaited.push(packet.flow);
        }
    }

    #[inline]
    fn reach_receiver(&mut self, packet: &Packet, recorder: &mut Recorder) {
        self.census.arrived += 1;
        let now = packet.at;
        let flow = packet.flow as usize;
        let state = &mut self.flows[flow];
        // A connection that begins before the packet arrives knows nothing of it.
        if packet.epoch != state.epoch || state.next_start() < now {
            return;
        }
        let Source::Tcp { receiver, .. } = &mut state.source else {
            state.delivered_now += 1;
            state.record_delivered(now, recorder);
            return;
        };
        if receiver.deadline() < now {
            let due = receiver.deadline();
            self.send_ack(flow, due, recorder);
            return self.take_at_receiver(packet, recorder);
        }
        self.take_at_receiver(packet, recorder);
    }

    /// A packet arrives at a receiver whose timer has nothing to do before.
    #[inline]
    fn take_at_receiver(&mut self, packet: &Packet, recorder: &mut Recorder) {
        let now = packet.at;
        let flow = packet.flow as usize;
        let state = &mut self.flows[flow];
        let Source::Tcp { receiver, .. } = &mut state.source else {
            return;
        };
        if packet.kind == Kind::Syn {
            let answer = Packet { kind: Kind::SynAck, number: 0, bytes: HANDSHAKE_BYTES, ..*packet };
            return self.send_back(answer, recorder);
        }
        if packet.mark == Mark::Corrupted {
            return receiver.on_corrupted(packet.number);
        }
        if packet.sack != 0 {
            receiver.tell_share(packet.sack);
        }
        let plan = receiver.on_segment(packet.number, packet.stamp, now);
        let delivered = receiver.next();
        if delivered != state.delivered_now {
            state.delivered_now = delivered;
            state.record_delivered(now, recorder);
            if delivered == state.wanted_segments {
                state.completed_at = Some(now);
            }
        }
        match plan {
            AckPlan::Now => self.send_ack(flow, now, recorder),
            AckPlan::At(deadline) => self.arm_by(flow, deadline),
        }
    }

    /// The receiver of `flow` sends an ACK at `now`.
    #[inline]
    pub(super) fn send_ack(&mut self, flow: usize, now: Time, recorder: &mut Recorder) {
        let state = &mut self.flows[flow];
        let Source::Tcp { receiver, .. } = &mut state.source else {
            return;
        };
        let (number, blocks) = receiver.acknowledge();
        let stamp = receiver.echo();
        let mark = if receiver.misses_corrupted() { Mark::CorruptionTold } else { Mark::None };
        let sack = blocks.map_or(0, |blocks| state.keep_sack(blocks));
        let ack = Packet {
            at: now,
            stamp,
            number,
            flow: flow as u32,
            sack,
            bytes: state.ack_bytes,
            epoch: state.epoch,
            kind: Kind::Ack,
            is_retransmission: false,
            mark,
        };
        self.send_back(ack, recorder);
    }

    /// A receiver puts a packet on the wire at `packet.at`.
    #[inline]
    fn send_back(&mut self, packet: Packet, recorder: &mut Recorder) {
        self.census.sent += 1;
        let at = self.cross_access(Access::ReceiverOut, &packet, packet.at, Span::ZERO, recorder);
        self.put_in_line(FlowLine::AckIn, Packet { at, ..packet });
    }
}
