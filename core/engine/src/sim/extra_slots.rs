//! The few channels that need entries of their own in the agenda: those whose queue settles fates late, and those whose
//! loss model changes its state.

use super::agenda::Slot;
use super::network::Network;
use super::slots::{Happening, Slots};
use crate::net::Channel;
use crate::trace::Recorder;
use crate::units::Time;

/// A channel's own slots in the agenda.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExtraSlots {
    /// End of a transmission behind which packets wait.
    pub service: Slot,
    /// Next change of the loss model's state.
    pub states: Slot,
    /// The agent of the hop, if it has one.
    pub agent: Option<AgentSlots>,
}

/// The slots of a hop's agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgentSlots {
    /// Packets that come to it over the backward channel.
    pub line: Slot,
    /// Its timers.
    pub timer: Slot,
}

/// Gives slots to the channels that need some of their own.
#[inline]
pub(super) fn extra_slots(
    channels: &mut [Channel],
    hops_with_agents: &[bool],
    slots: &mut Slots,
) -> Vec<Option<ExtraSlots>> {
    // A hop's agent is found from both of its channels.
    let agents: Vec<Option<AgentSlots>> = (0..)
        .zip(hops_with_agents)
        .map(|(hop, has_agent)| {
            has_agent.then(|| AgentSlots {
                line: slots.add(Happening::AgentLine(hop)),
                timer: slots.add(Happening::AgentTimer(hop)),
            })
        })
        .collect();
    (0..)
        .zip(channels)
        .map(|(index, channel)| {
            let agent = agents[index as usize / 2];
            (channel.settles_late() || channel.has_states() || agent.is_some()).then(|| ExtraSlots {
                service: slots.add(Happening::Service(index)),
                states: slots.add(Happening::States(index)),
                agent,
            })
        })
        .collect()
}

impl Network {
    /// Brings the entries of channel `index` up to date, if it has any.
    #[inline]
    pub(super) fn arm_channel(&mut self, index: u32) {
        let Some(slots) = self.extra[index as usize] else {
            return;
        };
        let channel = &mut self.channels[index as usize];
        for (slot, time) in
            [(slots.service, channel.next_service()), (slots.states, channel.next_state_change())]
        {
            if self.agenda.time_of(slot) != time {
                self.agenda.set(slot, time);
            }
        }
    }

    /// The transmitter of channel `index` turns to the next waiting packet.
    #[inline(never)]
    pub(super) fn serve_channel(&mut self, index: u32, recorder: &mut Recorder) {
        let served = self.channels[index as usize].serve(self.now, recorder, &mut self.digest);
        if let Some(packet) = served {
            self.leave_by_agent(index, packet, recorder);
        }
        self.arm_channel(index);
    }

    /// A transmission that ends now is over before a packet arrives: the queue has moved up.
    #[inline]
    pub(super) fn finish_service(&mut self, index: u32, recorder: &mut Recorder) {
        if self.channels[index as usize].next_service() <= self.now {
            self.serve_channel(index, recorder);
        }
    }

    /// The loss model of channel `index` changes its state.
    #[inline(never)]
    pub(super) fn show_channel_state(&mut self, index: u32, recorder: &mut Recorder) {
        self.channels[index as usize].show_state_changes(self.now, recorder);
        self.arm_channel(index);
    }

    /// Logs packets that wait where their fate is not settled yet.
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
