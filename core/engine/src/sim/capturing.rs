//! The events of a sender whose packets are captured.

use super::capture::Captured;
use super::flow::{FlowLine, Phase, Source};
use super::network::Network;
use super::sending;
use crate::net::{Kind, Packet};
use crate::tcp::SackBlocks;
use crate::trace::Recorder;

/// An ACK reaches the sender of `flow`: it is captured, and then what the sender sends. The packet is read where it
/// lies, and the run without a capture has one check per event.
#[inline(never)]
pub(super) fn reach_sender(network: &mut Network, flow: usize, recorder: &mut Recorder) {
    let state = &mut network.flows[flow];
    let Source::Tcp { receiver, .. } = &state.source else { return };
    let arriving = state.lines[FlowLine::AckOut as usize].get(0).copied();
    let packet = arriving.filter(|packet| {
        packet.epoch == state.epoch
            && match packet.kind {
                Kind::SynAck => state.phase == Phase::Opening,
                _ => receiver.packets().is_none(),
            }
    });
    let blocks = packet.and_then(|packet| state.sacks.find(packet.sack).copied()).unwrap_or_default();
    let sent_before = state.lines[FlowLine::DataIn as usize].len();
    sending::reach_sender(network, flow, recorder);
    if let (Some(packet), Source::Tcp { sender, .. }) = (packet, &network.flows[flow].source) {
        let window = sender.connection().receive_window;
        network.capture.get_or_insert_default().push(Captured { time: network.now, packet, blocks, window });
    }
    note_sent(network, flow, sent_before);
}

/// A timer of `flow` may be due: what it sends is captured.
#[inline(never)]
pub(super) fn fire_timers(network: &mut Network, flow: usize, recorder: &mut Recorder) {
    let sent_before = network.flows[flow].lines[FlowLine::DataIn as usize].len();
    sending::fire_timers(network, flow, recorder);
    note_sent(network, flow, sent_before);
}

/// What `flow` has sent in this event: it is at the end of its first line, after `before` others.
fn note_sent(network: &mut Network, flow: usize, before: usize) {
    let time = network.now;
    let line = &network.flows[flow].lines[FlowLine::DataIn as usize];
    let sent = line.iter().skip(before).map(|packet| Captured {
        time,
        packet: Packet { at: time, ..*packet },
        blocks: SackBlocks::default(),
        window: 0,
    });
    network.capture.get_or_insert_default().extend(sent);
}
