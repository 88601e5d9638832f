//! Channels whose queue drops packets that have waited (CoDel, drop-tail with `drop_front`): a packet's fate is
//! settled when the transmitter is free for it. So the channel holds the packets themselves, and
//! needs an event at the end of every transmission while packets wait.

use super::channel::{Arrival, Channel, Outcome, Waiting};
use super::{Packet, Tally, draining, fates, lined, transmission};
use crate::queue::{DequeueDecision, Discipline, QueueView};
use crate::trace::Recorder;
use crate::units::Time;

impl Outcome {
    /// The packet with its arrival at the other end, if it arrives.
    #[inline(always)]
    pub fn reaches(self, packet: &Packet) -> Option<Packet> {
        match self {
            Outcome::Arrives(at) => Some(Packet { at, ..*packet }),
            Outcome::Waits | Outcome::Gone => None,
        }
    }
}

/// The transmitter is free, and packets wait: drops those that the discipline drops now and
/// transmits the next one. Returns that packet with its arrival at the other end, unless the
/// link loses it.
pub fn serve(channel: &mut Channel, now: Time, recorder: &mut Recorder, tally: &mut Tally) -> Option<Packet> {
    // Nothing leaves lines here: only their length is noted.
    draining::drain(channel, now, recorder);
    if channel.lines.is_some() {
        return lined::serve(channel, now, recorder, tally);
    }
    while let Some((mut packet, number, waited)) = take_head(channel) {
        channel.record_waiting(now, recorder);
        let mut arrival = Arrival { packet: &mut packet, now, recorder, tally };
        let view = channel.view_of(arrival.packet, now);
        let is_kept = match channel.queue.release(&view, waited.arrived) {
            DequeueDecision::Send => true,
            DequeueDecision::Mark => fates::mark_packet(channel, &view, &mut arrival),
            DequeueDecision::Drop => false,
        };
        if !is_kept {
            fates::drop_packet(channel, &view, true, &mut arrival);
            continue;
        }
        channel.queue.depart(&view, waited.arrived);
        transmission::count_start(channel, &mut arrival, waited.arrived, now);
        channel.ties.served_since = now;
        return transmission::transmit(channel, now, number, &mut arrival).reaches(&packet);
    }
    None
}

fn take_head(channel: &mut Channel) -> Option<(Packet, u64, Waiting)> {
    let waiting = channel.leave_queue()?;
    let (packet, number) = channel.held.pop_front()?;
    Some((packet, number, waiting))
}

/// An arriving packet waits.
pub(super) fn hold(channel: &mut Channel, number: u64, arrival: &mut Arrival, is_first: bool) -> Outcome {
    let packet = *arrival.packet;
    let waiting = Waiting::of(&packet, Time::NEVER);
    channel.waiting_bytes += u64::from(packet.bytes);
    if is_first {
        channel.waiting.push_front(waiting);
        channel.held.push_front((packet, number));
    } else {
        channel.waiting.push_back(waiting);
        channel.held.push_back((packet, number));
    }
    channel.record_waiting(packet.at, arrival.recorder);
    Outcome::Waits
}

/// Drops packets from the head until the arriving one has room. False if it does not fit into
/// an empty queue either.
pub(super) fn push_out(channel: &mut Channel, view: &QueueView, arrival: &mut Arrival) -> bool {
    while !channel.has_room(view.packet_bytes) {
        let before = QueueView { packets: channel.waiting.len() as u64, ..*view };
        let Some((mut packet, _, _)) = take_head(channel) else {
            return false;
        };
        let mut head = Arrival {
            packet: &mut packet,
            now: view.now,
            recorder: &mut *arrival.recorder,
            tally: &mut *arrival.tally,
        };
        fates::drop_packet(channel, &before, false, &mut head);
    }
    true
}
