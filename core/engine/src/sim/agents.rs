//! Agents at the left routers of hops: what they see, hold back and resend.

use super::extra_slots::AgentSlots;
use super::network::Network;
use crate::agent::{AckSeen, Agent, HopAgent, Pass, Segment};
use crate::net::{Channel, Kind, Line, Mark, Packet};
use crate::trace::Recorder;
use crate::units::Time;

/// The agent of a hop, and the packets that are on their way to it over the backward channel.
#[derive(Clone, Debug)]
pub(super) struct AgentPlace {
    pub agent: HopAgent,
    pub line: Line,
}

impl AgentPlace {
    #[inline]
    pub fn new(id: &str, rate_bps: f64) -> AgentPlace {
        AgentPlace { agent: HopAgent::new(id, rate_bps), line: Line::default() }
    }

    /// Makes the hop's forward channel do what the agent needs.
    pub fn prepare(&self, forward: &mut Channel) {
        forward.settle_late();
        if self.agent.tells_corruption() {
            forward.tell_corruption();
        }
    }
}

impl Network {
    fn agent_slots(&self, hop: usize) -> Option<AgentSlots> {
        self.extra[2 * hop].and_then(|slots| slots.agent)
    }

    /// A packet is about to enter channel `index`: the hop's agent sees it, and may mark it.
    pub(super) fn show_to_agent(&mut self, index: u32, packet: Packet) -> Packet {
        let hop = index as usize / 2;
        let (mut mark, mut sack) = (packet.mark, packet.sack);
        match &mut self.agents[hop] {
            Some(place) if index % 2 == 0 && packet.kind == Kind::Data => {
                let has_room = self.channels[index as usize].takes(self.now, u32::from(packet.bytes));
                place.agent.on_segment(&segment_of(&packet), has_room, self.now);
                if let Some(share_bps) = place.agent.share_bps() {
                    // The smallest share on the way counts.
                    let told = f32::from_bits(sack);
                    let share = share_bps.max(1.0) as f32;
                    sack = if sack == 0 { share } else { share.min(told) }.to_bits();
                }
                self.arm_agent(hop);
            }
            Some(place) if index % 2 == 0 && packet.kind == Kind::Ack => {
                let is_told = place.agent.marks_ack(&ack_of(&packet));
                mark = if is_told { Mark::CorruptionTold } else { mark };
            }
            Some(place) if index % 2 == 0 => place.agent.on_other(u32::from(packet.bytes), self.now),
            _ => {}
        }
        Packet { mark, sack, ..packet }
    }

    /// A packet reaches the far end of channel `index`: it goes by the hop's agent if that is where it ends.
    #[inline]
    pub(super) fn leave_by_agent(&mut self, index: u32, packet: Packet, recorder: &mut Recorder) {
        let hop = index as usize / 2;
        match &mut self.agents[hop] {
            Some(place) if index % 2 == 1 && packet.at != Time::NEVER => {
                if place.line.push(packet) {
                    if let Some(slots) = self.agent_slots(hop) {
                        self.agenda.set(slots.line, packet.at);
                    }
                }
            }
            _ => self.leave_channel(index, &packet, packet.at, recorder),
        }
    }

    /// A packet has come to the agent of `hop` over the backward channel.
    #[inline(never)]
    pub(super) fn reach_agent(&mut self, hop: u32, recorder: &mut Recorder) {
        let slots = self.agent_slots(hop as usize);
        let (Some(place), Some(slots)) = (&mut self.agents[hop as usize], slots) else {
            return;
        };
        let (packet, next) = place.line.pop();
        self.agenda.set(slots.line, next);
        let mut resend = Vec::new();
        let mut pass = Pass::Forward;
        match packet.kind {
            Kind::Ack => pass = place.agent.on_ack(&ack_of(&packet), self.now, &mut resend),
            Kind::Data => place.agent.on_air_segment(&segment_of(&packet)),
            _ => {}
        }
        self.resend_from_agent(hop, &resend, recorder);
        match pass {
            Pass::Forward => self.leave_channel(2 * hop + 1, &packet, packet.at, recorder),
            Pass::Suppress => self.census.arrived += 1,
        }
    }

    /// The agent of `hop` wanted to be woken.
    #[inline(never)]
    pub(super) fn wake_agent(&mut self, hop: u32, recorder: &mut Recorder) {
        if let Some(place) = &mut self.agents[hop as usize] {
            let mut resend = Vec::new();
            place.agent.on_timer(self.now, &mut resend);
            self.resend_from_agent(hop, &resend, recorder);
        }
    }

    fn resend_from_agent(&mut self, hop: u32, resend: &[Segment], recorder: &mut Recorder) {
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
                mark: Mark::None,
            };
            self.finish_service(2 * hop, recorder);
            self.enter_with_slots(2 * hop, packet, true, recorder);
        }
        self.arm_agent(hop as usize);
    }

    fn arm_agent(&mut self, hop: usize) {
        if let (Some(place), Some(slots)) = (&self.agents[hop], self.agent_slots(hop)) {
            self.agenda.set(slots.timer, place.agent.next_timer());
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
