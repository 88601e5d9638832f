//! A packet arrives at a channel, and its fate is settled.

use super::channel::{Arrival, Channel, Outcome, Waiting};
use super::{dequeue, draining, fates, lined, transmission};
use crate::queue::{ArrivalDecision, DequeueDecision, Discipline};
use crate::setup::LossPosition;
use crate::trace::{Handle, whole};
use crate::units::Time;

/// A packet arrives. If `is_first` and the queue decides at dequeue, it waits in front of all
/// others.
#[inline(always)]
pub fn arrive(channel: &mut Channel, arrival: &mut Arrival, is_first: bool) -> Outcome {
    if !channel.takes_fast_path {
        return arrive_at_discipline(channel, arrival, is_first);
    }
    let packet = &*arrival.packet;
    let now = packet.at;
    let is_seen =
        channel.handles.queue != Handle::NONE && (channel.free_at > now || !channel.waiting.is_empty());
    if is_seen && channel.queue_extremes.are_over(now) {
        draining::start_bin(channel, now, arrival.recorder);
    }
    let before = channel.waiting.len();
    channel.longest = channel.longest.max(before);
    draining::drain_unseen(channel, now);
    let number = channel.counters.arrivals;
    channel.counters.arrivals += 1;
    let start = now.max(channel.free_at);
    let waits = start > now && channel.has_room(u32::from(packet.bytes));
    if is_seen {
        channel.queue_extremes.note(before, channel.waiting.len(), waits);
    }
    if start > now && !waits {
        let view = channel.view_of(packet, now);
        return fates::drop_packet(channel, &view, false, arrival);
    }
    settle(channel, start, waits, number, arrival)
}

/// The same if a discipline, or a loss model before the queue, has to be asked.
// Not inlined, like the other rare paths: a browser keeps the variables of a function in
// registers only while they are few.
#[inline(never)]
fn arrive_at_discipline(channel: &mut Channel, arrival: &mut Arrival, is_first: bool) -> Outcome {
    let packet = &*arrival.packet;
    let now = packet.at;
    draining::drain_before(channel, now, arrival.recorder);
    let number = channel.counters.arrivals;
    channel.counters.arrivals += 1;
    if channel.loss_position == Some(LossPosition::Before)
        && transmission::is_lost(channel, now, now, number, packet)
    {
        return fates::lose(channel, (now, now, now), arrival);
    }
    if channel.lines.is_some() {
        return lined::arrive(channel, number, arrival, is_first);
    }
    let view = channel.view_of(packet, now);
    let decision = channel.queue.arrive(&view, &mut channel.queue_random);
    channel.record_aqm(now, arrival.recorder);
    let has_place = match decision {
        ArrivalDecision::Accept => !view.full,
        ArrivalDecision::Mark => !view.full && fates::mark_packet(channel, &view, arrival),
        ArrivalDecision::PushOut => !view.full || dequeue::push_out(channel, &view, arrival),
        ArrivalDecision::Overflow | ArrivalDecision::Early => false,
    };
    if !has_place {
        let early = matches!(decision, ArrivalDecision::Early | ArrivalDecision::Mark) && !view.full;
        if early && view.ecn.is_capable() {
            fates::end_marks(channel, &view, arrival.recorder);
        }
        return fates::drop_packet(channel, &view, early, arrival);
    }
    let start = now.max(channel.free_at);
    let waits = view.idle_since.is_none();
    if channel.decides_at_dequeue {
        if waits {
            return dequeue::hold(channel, number, arrival, is_first);
        }
        // A discipline never drops the only packet, but it has to know that the queue was
        // empty.
        if channel.queue.release(&view, now) == DequeueDecision::Mark {
            fates::mark_packet(channel, &view, arrival);
        }
    }
    if waits {
        let waiting = channel.waiting.len() as u64 + 1;
        arrival.recorder.sample(channel.handles.queue, arrival.recorder.bin(now), whole(waiting));
    } else {
        channel.ties.served_since = now;
    }
    settle(channel, start, waits, number, arrival)
}

/// The transmission of the arriving packet begins at `start`; the packet `waits` until then or
/// starts at once.
#[inline(always)]
fn settle(channel: &mut Channel, start: Time, waits: bool, number: u64, arrival: &mut Arrival) -> Outcome {
    let packet = &*arrival.packet;
    if waits {
        channel.waiting.push_back(Waiting::of(packet, start));
        channel.waiting_bytes += u64::from(packet.bytes);
    }
    let arrived = packet.at;
    transmission::count_start(channel, arrival, arrived, start);
    transmission::transmit(channel, start, number, arrival)
}
