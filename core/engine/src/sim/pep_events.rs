//! The events of PEPs: a packet arrives over the backward channel, or a timer expires.

use super::network::Network;
use super::pep::{self, ack_of, segment_of};
use super::{channel_events, forwarding, leaving};
use crate::net::{Flags, Kind, Packet};
use crate::pep::{Pass, Pep, Segment};
use crate::trace::Recorder;

/// A packet arrives at the PEP of `hop` over the backward channel.
#[inline(never)]
pub(super) fn reach(network: &mut Network, hop: u32, recorder: &mut Recorder) {
    let event_ids = pep::events_of(&network.extra, hop as usize);
    let (Some(at_hop), Some(event_ids)) = (&mut network.peps[hop as usize], event_ids) else {
        return;
    };
    let (packet, next) = at_hop.line.pop();
    network.event_queue.set(event_ids.line, next);
    let mut resend = Vec::new();
    let mut pass = Pass::Forward;
    match packet.kind {
        Kind::Ack => pass = at_hop.pep.on_ack(&ack_of(&packet), network.now, &mut resend),
        Kind::Data => at_hop.pep.on_air_segment(&segment_of(&packet)),
        _ => {}
    }
    retransmit(network, hop, &resend, recorder);
    match pass {
        Pass::Forward => leaving::leave(network, 2 * hop + 1, &packet, packet.at, recorder),
        Pass::Suppress => network.census.arrived += 1,
    }
}

/// The timer of the PEP of `hop` expires.
#[inline(never)]
pub(super) fn wake(network: &mut Network, hop: u32, recorder: &mut Recorder) {
    if let Some(at_hop) = &mut network.peps[hop as usize] {
        let mut resend = Vec::new();
        at_hop.pep.on_timer(network.now, &mut resend);
        retransmit(network, hop, &resend, recorder);
    }
}

/// Puts segments back into the forward channel, in front of the waiting ones.
fn retransmit(network: &mut Network, hop: u32, resend: &[Segment], recorder: &mut Recorder) {
    for segment in resend {
        network.census.sent += 1;
        let packet = Packet {
            at: network.now,
            stamp: segment.stamp,
            number: segment.number,
            waited_nanos: 0,
            flow: segment.flow,
            sack: 0,
            bytes: segment.bytes,
            epoch: segment.epoch,
            kind: Kind::Data,
            is_retransmission: true,
            flags: Flags::NONE,
        };
        channel_events::finish_service(network, 2 * hop, recorder);
        forwarding::enter_with_events(network, 2 * hop, packet, true, recorder);
    }
    pep::arm(network, hop as usize);
}
