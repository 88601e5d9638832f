//! PEPs at the left routers of hops: what they observe, suppress and retransmit.

use super::event_ids::PepEvents;
use super::network::Network;
use crate::net::{Flags, Kind, Packet};
use crate::pep::{AckSeen, Pass, Pep, Segment};
use crate::trace::Recorder;
use crate::units::Time;

impl Network {
    fn pep_events(&self, hop: usize) -> Option<PepEvents> {
        self.extra[2 * hop].and_then(|event_ids| event_ids.pep)
    }

    /// A packet is about to enter channel `index`: the hop's PEP observes it and may mark it.
    pub(super) fn pass_pep(&mut self, index: u32, packet: Packet) -> Packet {
        let hop = index as usize / 2;
        let (mut flags, mut sack) = (packet.flags, packet.sack);
        match &mut self.peps[hop] {
            Some(at_hop) if index % 2 == 0 && packet.kind == Kind::Data => {
                let has_room = self.channels[index as usize].takes(self.now, u32::from(packet.bytes));
                at_hop.pep.on_segment(&segment_of(&packet), has_room, self.now);
                if let Some(share_bps) = at_hop.pep.share_bps() {
                    // The smallest share on the path counts.
                    let announced = f32::from_bits(sack);
                    let share = share_bps.max(1.0) as f32;
                    sack = if sack == 0 { share } else { share.min(announced) }.to_bits();
                }
                self.arm_pep(hop);
            }
            Some(at_hop) if index % 2 == 0 && packet.kind == Kind::Ack => {
                let is_noticed = at_hop.pep.marks_ack(&ack_of(&packet));
                flags = if is_noticed { flags.with(Flags::CORRUPTION_NOTICE) } else { flags };
            }
            Some(at_hop) if index % 2 == 0 => at_hop.pep.on_other(u32::from(packet.bytes), self.now),
            _ => {}
        }
        Packet { flags, sack, ..packet }
    }

    /// A packet reaches the far end of channel `index`. If a PEP is at that end, the packet goes to
    /// the PEP.
    #[inline]
    pub(super) fn leave_through_pep(&mut self, index: u32, packet: Packet, recorder: &mut Recorder) {
        let hop = index as usize / 2;
        match &mut self.peps[hop] {
            Some(at_hop) if index % 2 == 1 && packet.at != Time::NEVER => {
                if at_hop.line.push(packet) {
                    if let Some(event_ids) = self.pep_events(hop) {
                        self.event_queue.set(event_ids.line, packet.at);
                    }
                }
            }
            _ => self.leave_channel(index, &packet, packet.at, recorder),
        }
    }

    /// A packet arrives at the PEP of `hop` over the backward channel.
    #[inline(never)]
    pub(super) fn reach_pep(&mut self, hop: u32, recorder: &mut Recorder) {
        let event_ids = self.pep_events(hop as usize);
        let (Some(at_hop), Some(event_ids)) = (&mut self.peps[hop as usize], event_ids) else {
            return;
        };
        let (packet, next) = at_hop.line.pop();
        self.event_queue.set(event_ids.line, next);
        let mut resend = Vec::new();
        let mut pass = Pass::Forward;
        match packet.kind {
            Kind::Ack => pass = at_hop.pep.on_ack(&ack_of(&packet), self.now, &mut resend),
            Kind::Data => at_hop.pep.on_air_segment(&segment_of(&packet)),
            _ => {}
        }
        self.resend_from_pep(hop, &resend, recorder);
        match pass {
            Pass::Forward => self.leave_channel(2 * hop + 1, &packet, packet.at, recorder),
            Pass::Suppress => self.census.arrived += 1,
        }
    }

    /// The timer of the PEP of `hop` expires.
    #[inline(never)]
    pub(super) fn wake_pep(&mut self, hop: u32, recorder: &mut Recorder) {
        if let Some(at_hop) = &mut self.peps[hop as usize] {
            let mut resend = Vec::new();
            at_hop.pep.on_timer(self.now, &mut resend);
            self.resend_from_pep(hop, &resend, recorder);
        }
    }

    fn resend_from_pep(&mut self, hop: u32, resend: &[Segment], recorder: &mut Recorder) {
        for segment in resend {
            self.census.sent += 1;
            let packet = Packet {
                at: self.now,
                stamp: segment.stamp,
                number: segment.number,
                flow: segment.flow,
                sack: 0,
                bytes: segment.bytes,
                epoch: segment.epoch,
                kind: Kind::Data,
                is_retransmission: true,
                flags: Flags::NONE,
            };
            self.finish_service(2 * hop, recorder);
            self.enter_with_events(2 * hop, packet, true, recorder);
        }
        self.arm_pep(hop as usize);
    }

    fn arm_pep(&mut self, hop: usize) {
        if let (Some(at_hop), Some(event_ids)) = (&self.peps[hop], self.pep_events(hop)) {
            self.event_queue.set(event_ids.timer, at_hop.pep.next_timer());
        }
    }
}

fn ack_of(packet: &Packet) -> AckSeen {
    AckSeen { flow: packet.flow, epoch: packet.epoch, number: packet.number }
}

fn segment_of(packet: &Packet) -> Segment {
    Segment {
        flow: packet.flow,
        epoch: packet.epoch,
        number: packet.number,
        stamp: packet.stamp,
        bytes: packet.bytes,
    }
}
