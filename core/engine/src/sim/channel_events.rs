//! Additional events of the few channels that need some: channels whose queue decides at dequeue,
//! whose loss model has states, whose far end holds packets, or whose hop has a PEP.

use super::network::Network;
use crate::net::Packet;
use crate::trace::Recorder;
use crate::units::Time;

impl Network {
    /// Updates the events of channel `index`, if it has any.
    #[inline]
    pub(super) fn arm_channel(&mut self, index: u32) {
        let Some(event_ids) = self.extra[index as usize] else {
            return;
        };
        let channel = &mut self.channels[index as usize];
        for (event, time) in
            [(event_ids.service, channel.next_service()), (event_ids.states, channel.next_state_change())]
        {
            if self.event_queue.time_of(event) != time {
                self.event_queue.set(event, time);
            }
        }
    }

    /// The transmitter of channel `index` turns to the next waiting packet.
    #[inline(never)]
    pub(super) fn serve_channel(&mut self, index: u32, recorder: &mut Recorder) {
        let served = self.channels[index as usize].serve(self.now, recorder, &mut self.tally);
        if let Some(packet) = served {
            self.reach_far_end(index, packet, recorder);
        }
        self.arm_channel(index);
    }

    /// A packet's transmission over channel `index` is settled: it is on its way to the far end.
    #[inline]
    pub(super) fn reach_far_end(&mut self, index: u32, packet: Packet, recorder: &mut Recorder) {
        if self.channels[index as usize].take_to_far_end(&packet) {
            self.arm_far_end(index);
        } else {
            self.leave_through_pep(index, packet, recorder);
        }
    }

    fn arm_far_end(&mut self, index: u32) {
        if let Some(event) = self.extra[index as usize].and_then(|event_ids| event_ids.far_end) {
            self.event_queue.set(event, self.channels[index as usize].next_handover());
        }
    }

    /// The far end of channel `index` hands over what is due.
    #[inline(never)]
    pub(super) fn hand_over_at_far_end(&mut self, index: u32, recorder: &mut Recorder) {
        let due = self.channels[index as usize].hand_over(self.now);
        for packet in &due {
            self.leave_through_pep(index, *packet, recorder);
        }
        self.allowed = self.allowed.saturating_sub(due.len() as u64);
        self.channels[index as usize].put_back(due);
        self.arm_far_end(index);
    }

    /// Ends a transmission that is due now before a packet arrives, so that the queue has moved up.
    /// Does nothing if the packet comes first.
    #[inline]
    pub(super) fn finish_service(&mut self, index: u32, recorder: &mut Recorder) {
        let channel = &self.channels[index as usize];
        if channel.next_service() <= self.now && !channel.lets_packet_be_first() {
            self.serve_channel(index, recorder);
        }
    }

    /// The loss model of channel `index` changes its state.
    #[inline(never)]
    pub(super) fn show_channel_state(&mut self, index: u32, recorder: &mut Recorder) {
        self.channels[index as usize].show_state_changes(self.now, recorder);
        self.arm_channel(index);
    }

    /// Logs waiting packets whose fate is not settled yet.
    pub fn log_held(&self, recorder: &mut Recorder) {
        for channel in &self.channels {
            channel.log_held(recorder);
        }
    }

    /// Arms all channels at the start of a run.
    pub(super) fn arm_channels(&mut self) {
        debug_assert_eq!(self.now, Time::ZERO);
        for index in 0..self.channels.len() as u32 {
            self.arm_channel(index);
        }
    }
}
