//! PEPs at the left routers of hops: what they observe, and what is on its way to them.

use super::event_ids::{ChannelEvents, PepEvents};
use super::leaving;
use super::network::Network;
use crate::net::{Flags, Kind, Packet};
use crate::pep::{AckSeen, Pep, Segment};
use crate::trace::Recorder;
use crate::units::Time;

/// The events of the PEP of `hop`.
pub(super) fn events_of(extra: &[Option<ChannelEvents>], hop: usize) -> Option<PepEvents> {
    extra[2 * hop].and_then(|event_ids| event_ids.pep)
}

/// A packet is about to enter channel `index`: the hop's PEP observes it and may mark it.
pub(super) fn pass(network: &mut Network, index: u32, packet: Packet) -> Packet {
    let hop = index as usize / 2;
    let (mut flags, mut sack) = (packet.flags, packet.sack);
    match &mut network.peps[hop] {
        Some(at_hop) if index % 2 == 0 && packet.kind == Kind::Data => {
            let has_room = network.channels[index as usize].takes(network.now, u32::from(packet.bytes));
            at_hop.pep.on_segment(&segment_of(&packet), has_room, network.now);
            if let Some(share_bps) = at_hop.pep.share_bps() {
                // The smallest share on the path counts.
                let announced = f32::from_bits(sack);
                let share = share_bps.max(1.0) as f32;
                sack = if sack == 0 { share } else { share.min(announced) }.to_bits();
            }
            arm(network, hop);
        }
        Some(at_hop) if index % 2 == 0 && packet.kind == Kind::Ack => {
            let is_noticed = at_hop.pep.marks_ack(&ack_of(&packet));
            flags = if is_noticed { flags.with(Flags::CORRUPTION_NOTICE) } else { flags };
        }
        Some(at_hop) if index % 2 == 0 => at_hop.pep.on_other(u32::from(packet.bytes), network.now),
        _ => {}
    }
    Packet { flags, sack, ..packet }
}

/// A packet reaches the far end of channel `index`. If a PEP is at that end, the packet goes to
/// the PEP.
#[inline]
pub(super) fn leave_through(network: &mut Network, index: u32, packet: Packet, recorder: &mut Recorder) {
    let hop = index as usize / 2;
    match &mut network.peps[hop] {
        Some(at_hop) if index % 2 == 1 && packet.at != Time::NEVER => {
            if at_hop.line.push(packet) {
                if let Some(event_ids) = events_of(&network.extra, hop) {
                    network.event_queue.set(event_ids.line, packet.at);
                }
            }
        }
        _ => leaving::leave(network, index, &packet, packet.at, recorder),
    }
}

/// Sets the event of the timer of the PEP of `hop`.
pub(super) fn arm(network: &mut Network, hop: usize) {
    if let (Some(at_hop), Some(event_ids)) = (&network.peps[hop], events_of(&network.extra, hop)) {
        network.event_queue.set(event_ids.timer, at_hop.pep.next_timer());
    }
}

pub(super) fn ack_of(packet: &Packet) -> AckSeen {
    AckSeen { flow: packet.flow, epoch: packet.epoch, number: packet.number }
}

pub(super) fn segment_of(packet: &Packet) -> Segment {
    Segment {
        flow: packet.flow,
        epoch: packet.epoch,
        number: packet.number,
        stamp: packet.stamp,
        bytes: packet.bytes,
    }
}
