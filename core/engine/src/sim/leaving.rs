//! A packet leaves a channel: on to the next one, or over an access link to its host.

use super::flow::FlowLine;
use super::network::Network;
use super::route::Access;
use super::{receiving, ties};
use crate::net::Packet;
use crate::trace::Recorder;
use crate::units::{Span, Time};

/// A packet reaches the far end of a channel at `at`: on to the next one, or over the access
/// link to its host.
#[inline]
pub(super) fn leave(network: &mut Network, index: u32, packet: &Packet, at: Time, recorder: &mut Recorder) {
    if at == Time::NEVER {
        network.census.stuck += 1;
        return;
    }
    let flow = &mut network.flows[packet.flow as usize];
    let backward = packet.kind.is_backward();
    if index != flow.route.exit[usize::from(backward)] {
        // Forward channels are even and lead to the right, backward ones are odd and lead to
        // the left.
        let next = if index % 2 == 0 { index + 2 } else { index - 2 };
        if network.between[next as usize].push(Packet { at, ..*packet }) {
            network.event_queue.set(network.event_ids.of_channel(next), at);
        }
    } else if backward {
        let at = flow.cross(Access::SourceIn, packet, at, Span::ZERO, recorder);
        flow.put_in_line(FlowLine::AckOut, Packet { at, ..*packet }, &mut network.event_queue);
    } else {
        let at = flow.cross(Access::ReceiverIn, packet, at, Span::ZERO, recorder);
        if network.ties.is_some() {
            return ties::reach_receiver(network, index, &Packet { at, ..*packet }, recorder);
        }
        if at <= network.received_until {
            receiving::receive(flow, packet, at, &mut network.event_queue, &mut network.census, recorder);
        } else if flow.lines[FlowLine::DataOut as usize].push(Packet { at, ..*packet }) {
            network.awaited.push(packet.flow);
        }
    }
}
