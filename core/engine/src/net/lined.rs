//! Channels whose packets wait in several lines (DualPI2, flow queueing): the discipline says which
//! line a packet joins and which one is served. Fates are settled late, as in `dequeue.rs`.

use super::channel::{Arrival, Channel, Outcome};
use super::line_store::LineStore;
use super::{Packet, Tally, fates, transmission};
use crate::queue::lines::{EVICTION, LineView, Lines};
use crate::queue::{DequeueDecision, Discipline, QueueView};
use crate::trace::{CHANNEL_SOURCE, Recorder, whole};
use crate::units::Time;

/// A packet arrives at a queue with lines.
pub(super) fn arrive(channel: &mut Channel, number: u64, arrival: &mut Arrival, is_first: bool) -> Outcome {
    let packet = *arrival.packet;
    let now = packet.at;
    let view = channel.view_of(&packet, now);
    let Some(line) = with_lines(channel, |lines, store| lines.line_of(&view, &store.views)) else {
        return fates::drop_packet(channel, &view, false, arrival);
    };
    join(channel, line, packet, number, is_first);
    channel.record_aqm(now, arrival.recorder);
    tell(channel, now, arrival.recorder);
    if view.idle_since.is_some() {
        // The transmitter takes it at once. A discipline that would drop the only packet is not
        // allowed to.
        return match take_next(channel, now) {
            Some((line, head, number)) => {
                *arrival.packet = head;
                let decision = release_from(channel, line, &head, now);
                send_from(channel, line, number, decision == DequeueDecision::Mark, now, arrival)
            }
            None => Outcome::Waits,
        };
    }
    while channel.is_over_full() && evict(channel, now, arrival) {}
    record(channel, now, arrival.recorder);
    Outcome::Waits
}

/// The transmitter is free: drops what the discipline drops now and transmits the next packet.
pub(super) fn serve(
    channel: &mut Channel,
    now: Time,
    recorder: &mut Recorder,
    tally: &mut Tally,
) -> Option<Packet> {
    while let Some((line, mut packet, number)) = take_next(channel, now) {
        record(channel, now, recorder);
        channel.record_aqm(now, recorder);
        tell(channel, now, recorder);
        let decision = release_from(channel, line, &packet, now);
        let marks = decision == DequeueDecision::Mark;
        let mut arrival = Arrival { packet: &mut packet, now, recorder, tally };
        let is_kept = match decision {
            DequeueDecision::Drop => false,
            DequeueDecision::Send => true,
            DequeueDecision::Mark => arrival.packet.flags.ecn().is_capable(),
        };
        if is_kept {
            return send_from(channel, line, number, marks, now, &mut arrival).reaches(&packet);
        }
        let view = channel.view_of(arrival.packet, now);
        fates::drop_packet(channel, &view, true, &mut arrival);
    }
    None
}

fn with_lines<T>(channel: &mut Channel, ask: impl FnOnce(&mut dyn Lines, &LineStore) -> T) -> T {
    match (channel.queue.lines(), &channel.lines) {
        (Some(lines), Some(store)) => ask(lines, store),
        _ => unreachable!("only channels with lines come here"),
    }
}

fn join(channel: &mut Channel, line: usize, packet: Packet, number: u64, is_first: bool) {
    channel.lined += 1;
    channel.waiting_bytes += u64::from(packet.bytes);
    if let Some(store) = &mut channel.lines {
        store.push(line, packet, number, is_first);
    }
}

fn leave(channel: &mut Channel, line: usize) -> Option<(Packet, u64)> {
    let taken = channel.lines.as_mut()?.pop(line)?;
    channel.lined -= 1;
    channel.waiting_bytes -= u64::from(taken.0.bytes);
    Some(taken)
}

/// Takes the packet that the scheduler selects next.
fn take_next(channel: &mut Channel, now: Time) -> Option<(usize, Packet, u64)> {
    let line = with_lines(channel, |lines, store| lines.next_line(now, &store.views))?;
    let (packet, number) = leave(channel, line)?;
    Some((line, packet, number))
}

fn release_from(channel: &mut Channel, line: usize, packet: &Packet, now: Time) -> DequeueDecision {
    let view = channel.view_of(packet, now);
    let left = channel.lines.as_ref().map_or(LineView::default(), |store| store.views[line]);
    let view = QueueView { packets: left.packets, bytes: left.bytes, ..view };
    match channel.queue.lines() {
        Some(lines) => lines.release_line(line, &view, packet.at, &mut channel.queue_random),
        None => unreachable!("only channels with lines come here"),
    }
}

/// The packet in `arrival` is transmitted from `now` on.
fn send_from(
    channel: &mut Channel,
    line: usize,
    number: u64,
    marks: bool,
    now: Time,
    arrival: &mut Arrival,
) -> Outcome {
    let (arrived, bytes) = (arrival.packet.at, u32::from(arrival.packet.bytes));
    let is_marked = marks && {
        let view = channel.view_of(arrival.packet, now);
        let probability = with_lines(channel, |lines, _| lines.mark_probability(line));
        fates::mark_with(channel, &view, probability, arrival)
    };
    with_lines(channel, |lines, store| lines.sent(line, bytes, &store.views));
    transmission::count_start(channel, arrival, arrived, now);
    channel.ties.served_since = now;
    let measures = channel.lines.as_mut().and_then(|store| store.measures.get_mut(line));
    if let Some(measures) = measures {
        let wait_nanos = now.since(arrived).nanos();
        measures.started += 1;
        measures.marks += u64::from(is_marked);
        measures.wait_nanos += wait_nanos;
        measures.waits.count(wait_nanos);
    }
    transmission::transmit(channel, now, number, arrival)
}

/// Drops packets from the line that the discipline names. False if it names none.
fn evict(channel: &mut Channel, now: Time, arrival: &mut Arrival) -> bool {
    let Some(eviction) = with_lines(channel, |lines, store| lines.evict(&store.views)) else {
        return false;
    };
    let before = channel.lines.as_ref().map_or(LineView::default(), |store| store.views[eviction.line]);
    let (full_at, mut flow) = (channel.waiting(), 0);
    let (mut packets, mut bytes) = (0, 0);
    while packets < eviction.packets && (packets == 0 || bytes < eviction.bytes) {
        let waiting = channel.waiting() as u64;
        let Some((mut packet, _)) = leave(channel, eviction.line) else { break };
        packets += 1;
        bytes += u64::from(packet.bytes);
        flow = packet.flow;
        let view = QueueView { packets: waiting, ..channel.view_of(&packet, now) };
        let mut head = Arrival {
            packet: &mut packet,
            now,
            recorder: &mut *arrival.recorder,
            tally: &mut *arrival.tally,
        };
        fates::drop_packet(channel, &view, false, &mut head);
    }
    with_lines(channel, |lines, _| lines.evicted(eviction.line, packets));
    let values = [full_at as f64, packets as f64, f64::from(flow), before.bytes as f64];
    arrival.recorder.event(now, CHANNEL_SOURCE | channel.index, EVICTION, &values);
    packets > 0
}

/// Records the decisions of the discipline.
fn tell(channel: &mut Channel, now: Time, recorder: &mut Recorder) {
    let (source, in_detail) = (CHANNEL_SOURCE | channel.index, recorder.wants_packets());
    if let Some(lines) = channel.queue.lines() {
        lines.tell(in_detail, &mut |rule, values| recorder.event(now, source, rule, values));
    }
}

/// Records the number of waiting packets from `now` on, in total and in the measured lines.
fn record(channel: &Channel, now: Time, recorder: &mut Recorder) {
    channel.record_waiting(now, recorder);
    let Some(store) = &channel.lines else { return };
    for ((handle, view), _) in channel.handles.lines.iter().zip(&store.views).zip(&store.measures) {
        recorder.sample(*handle, recorder.bin(now), whole(view.packets));
    }
}
