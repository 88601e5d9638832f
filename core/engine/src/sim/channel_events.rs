//! Additional events of the few channels that need some: channels whose queue decides at dequeue,
//! whose loss model has states, whose far end holds packets, or whose hop has a PEP.

use super::network::Network;
use super::pep;
use crate::net::{self, Packet};
use crate::trace::Recorder;
use crate::units::Time;

/// Updates the events of channel `index`, if it has any.
#[inline]
pub(super) fn arm(network: &mut Network, index: u32) {
    let Some(event_ids) = network.extra[index as usize] else {
        return;
    };
    let channel = &mut network.channels[index as usize];
    for (event, time) in
        [(event_ids.service, channel.next_service()), (event_ids.states, channel.next_state_change())]
    {
        if network.event_queue.time_of(event) != time {
            network.event_queue.set(event, time);
        }
    }
}

/// The transmitter of channel `index` turns to the next waiting packet.
#[inline(never)]
pub(super) fn serve(network: &mut Network, index: u32, recorder: &mut Recorder) {
    let served = net::serve(&mut network.channels[index as usize], network.now, recorder, &mut network.tally);
    if let Some(packet) = served {
        reach_far_end(network, index, packet, recorder);
    }
    arm(network, index);
}

/// A packet's transmission over channel `index` is settled: it is on its way to the far end.
#[inline]
pub(super) fn reach_far_end(network: &mut Network, index: u32, packet: Packet, recorder: &mut Recorder) {
    if network.channels[index as usize].take_to_far_end(&packet) {
        arm_far_end(network, index);
    } else {
        pep::leave_through(network, index, packet, recorder);
    }
}

fn arm_far_end(network: &mut Network, index: u32) {
    if let Some(event) = network.extra[index as usize].and_then(|event_ids| event_ids.far_end) {
        network.event_queue.set(event, network.channels[index as usize].next_handover());
    }
}

/// The far end of channel `index` hands over what is due.
#[inline(never)]
pub(super) fn deliver(network: &mut Network, index: u32, recorder: &mut Recorder) {
    let due = network.channels[index as usize].deliver(network.now);
    for packet in &due {
        pep::leave_through(network, index, *packet, recorder);
    }
    network.allowed = network.allowed.saturating_sub(due.len() as u64);
    network.channels[index as usize].put_back(due);
    arm_far_end(network, index);
}

/// Ends a transmission that is due now before a packet arrives, so that the queue has moved up.
/// Does nothing if the packet comes first.
#[inline]
pub(super) fn finish_service(network: &mut Network, index: u32, recorder: &mut Recorder) {
    let channel = &network.channels[index as usize];
    if channel.next_service() <= network.now && !channel.lets_packet_be_first() {
        serve(network, index, recorder);
    }
}

/// The loss model of channel `index` changes its state.
#[inline(never)]
pub(super) fn show_state(network: &mut Network, index: u32, recorder: &mut Recorder) {
    network.channels[index as usize].show_state_changes(network.now, recorder);
    arm(network, index);
}

/// Arms all channels at the start of a run.
pub(super) fn arm_all(network: &mut Network) {
    debug_assert_eq!(network.now, Time::ZERO);
    for index in 0..network.channels.len() as u32 {
        arm(network, index);
    }
}
