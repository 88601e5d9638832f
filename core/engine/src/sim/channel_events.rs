//! Additional events of the few channels that need some: channels whose queue decides at dequeue,
//! whose loss model has states, whose far end holds packets, or whose hop has a PEP.

use super::event_ids::{EventIds, EventKind};
use super::event_queue::EventId;
use super::network::Network;
use crate::net::{Channel, Packet};
use crate::trace::Recorder;
use crate::units::Time;

/// The events that only some channels have.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChannelEvents {
    /// End of a transmission while packets wait.
    pub service: EventId,
    /// Next change of the loss model's state.
    pub states: EventId,
    /// The far end hands packets over, if it holds any.
    pub far_end: Option<EventId>,
    /// The PEP of the hop, if it has one.
    pub pep: Option<PepEvents>,
}

/// The events of a hop's PEP.
#[derive(Clone, Copy, Debug)]
pub(super) struct PepEvents {
    /// Arrival of packets at the PEP over the backward channel.
    pub line: EventId,
    /// Its timers.
    pub timer: EventId,
}

/// Registers the events of the channels that need some.
#[inline]
pub(super) fn channel_events(
    channels: &mut [Channel],
    hops_with_pep: &[bool],
    event_ids: &mut EventIds,
) -> Vec<Option<ChannelEvents>> {
    // The PEP of a hop belongs to both of its channels.
    let peps: Vec<Option<PepEvents>> = (0..)
        .zip(hops_with_pep)
        .map(|(hop, has_pep)| {
            has_pep.then(|| PepEvents {
                line: event_ids.add(EventKind::PepLine(hop)),
                timer: event_ids.add(EventKind::PepTimer(hop)),
            })
        })
        .collect();
    (0..)
        .zip(channels)
        .map(|(index, channel)| {
            let pep = peps[index as usize / 2];
            let has_far_end = channel.has_far_end();
            let needs_events =
                channel.decides_at_dequeue() || channel.has_states() || has_far_end || pep.is_some();
            needs_events.then(|| ChannelEvents {
                service: event_ids.add(EventKind::Service(index)),
                states: event_ids.add(EventKind::States(index)),
                far_end: has_far_end.then(|| event_ids.add(EventKind::FarEnd(index))),
                pep,
            })
        })
        .collect()
}

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
