//! Packets on their way: over access links, through channels, from one to the next.

use super::flow::FlowLine;
use super::network::Network;
use super::route::Access;
use crate::net::{Arrival, Outcome, Packet};
use crate::trace::Recorder;
use crate::units::{Span, Time};

impl Network {
    /// A packet arrives at channel `index`.
    #[inline(always)]
    pub(super) fn enter_channel(&mut self, index: u32, packet: &mut Packet, recorder: &mut Recorder) {
        let channel = &mut self.channels[index as usize];
        if channel.has_own_events() {
            return self.enter_special_channel(index, *packet, recorder);
        }
        let mut arrival = Arrival { packet, now: self.now, recorder, tally: &mut self.tally };
        if let Outcome::Arrives(at) = channel.arrive(&mut arrival, false) {
            self.leave_channel(index, packet, at, recorder);
        }
    }

    /// The same for a channel that has its own events.
    #[inline(never)]
    fn enter_special_channel(&mut self, index: u32, packet: Packet, recorder: &mut Recorder) {
        self.finish_service(index, recorder);
        let packet = self.pass_pep(index, packet);
        self.enter_with_events(index, packet, false, recorder);
    }

    /// A packet arrives at a channel that has its own events. If `is_first`, it goes in front of
    /// the waiting packets.
    pub(super) fn enter_with_events(
        &mut self,
        index: u32,
        mut packet: Packet,
        is_first: bool,
        recorder: &mut Recorder,
    ) {
        let mut arrival = Arrival { packet: &mut packet, now: self.now, recorder, tally: &mut self.tally };
        let outcome = self.channels[index as usize].arrive(&mut arrival, is_first);
        if let Some(packet) = outcome.reaches(&packet) {
            self.reach_far_end(index, packet, recorder);
        }
        self.arm_channel(index);
    }

    /// A packet reaches the far end of a channel at `at`: on to the next one, or over the access
    /// link to its host.
    #[inline]
    pub(super) fn leave_channel(&mut self, index: u32, packet: &Packet, at: Time, recorder: &mut Recorder) {
        if at == Time::NEVER {
            self.census.stuck += 1;
            return;
        }
        let flow = &mut self.flows[packet.flow as usize];
        let backward = packet.kind.is_backward();
        if index != flow.route.exit[usize::from(backward)] {
            // Forward channels are even and lead to the right, backward ones are odd and lead to
            // the left.
            let next = if index % 2 == 0 { index + 2 } else { index - 2 };
            if self.between[next as usize].push(Packet { at, ..*packet }) {
                self.event_queue.set(self.event_ids.of_channel(next), at);
            }
        } else if backward {
            let at = flow.cross(Access::SourceIn, packet, at, Span::ZERO, recorder);
            flow.put_in_line(FlowLine::AckOut, Packet { at, ..*packet }, &mut self.event_queue);
        } else {
            let at = flow.cross(Access::ReceiverIn, packet, at, Span::ZERO, recorder);
            if at <= self.received_until {
                if self.ties.is_some() {
                    return self.receive_in_order(&Packet { at, ..*packet }, true, recorder);
                }
                flow.receive(packet, at, &mut self.event_queue, &mut self.census, recorder);
            } else if flow.lines[FlowLine::DataOut as usize].push(Packet { at, ..*packet }) {
                self.awaited.push(packet.flow);
            }
        }
    }
}
