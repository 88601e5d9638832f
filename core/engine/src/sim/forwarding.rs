//! A packet arrives at a channel.

use super::network::Network;
use super::{channel_events, leaving, pep};
use crate::net::{self, Arrival, Outcome, Packet};
use crate::trace::Recorder;

/// A packet arrives at channel `index`.
#[inline(always)]
pub(super) fn enter(network: &mut Network, index: u32, packet: &mut Packet, recorder: &mut Recorder) {
    let channel = &mut network.channels[index as usize];
    if channel.has_own_events() {
        return enter_special(network, index, *packet, recorder);
    }
    let mut arrival = Arrival { packet, now: network.now, recorder, tally: &mut network.tally };
    if let Outcome::Arrives(at) = net::arrive(channel, &mut arrival, false) {
        leaving::leave(network, index, packet, at, recorder);
    }
}

/// The same for a channel that has its own events.
#[inline(never)]
fn enter_special(network: &mut Network, index: u32, packet: Packet, recorder: &mut Recorder) {
    channel_events::finish_service(network, index, recorder);
    let packet = pep::pass(network, index, packet);
    enter_with_events(network, index, packet, false, recorder);
}

/// A packet arrives at a channel that has its own events. If `is_first`, it goes in front of
/// the waiting packets.
pub(super) fn enter_with_events(
    network: &mut Network,
    index: u32,
    mut packet: Packet,
    is_first: bool,
    recorder: &mut Recorder,
) {
    let mut arrival = Arrival { packet: &mut packet, now: network.now, recorder, tally: &mut network.tally };
    let outcome = net::arrive(&mut network.channels[index as usize], &mut arrival, is_first);
    if let Some(packet) = outcome.reaches(&packet) {
        channel_events::reach_far_end(network, index, packet, recorder);
    }
    channel_events::arm(network, index);
}
