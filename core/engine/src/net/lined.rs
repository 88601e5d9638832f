//! Channels whose packets wait in several lines (DualPI2, flow queueing): the discipline says which
//! line a packet joins and which one is served. Fates are settled late, as in `dequeue.rs`.

use super::channel::{Arrival, Channel, Outcome};
use super::line_store::LineStore;
use super::{Packet, Tally};
use crate::queue::lines::{EVICTION, LineView, Lines};
use crate::queue::{DequeueDecision, Discipline, QueueView};
use crate::trace::{CHANNEL_SOURCE, Recorder, whole};
use crate::units::Time;

impl Channel {
    /// A packet arrives at a queue with lines.
    pub(super) fn arrive_at_lines(&mut self, number: u64, arrival: &mut Arrival, is_first: bool) -> Outcome {
        let packet = *arrival.packet;
        let now = packet.at;
        let view = self.view_of(&packet, now);
        let Some(line) = self.with_lines(|lines, store| lines.line_of(&view, &store.views)) else {
            return self.drop_packet(&view, false, arrival);
        };
        self.join_line(line, packet, number, is_first);
        self.record_aqm(now, arrival.recorder);
        self.tell_lines(now, arrival.recorder);
        if view.idle_since.is_some() {
            // The transmitter takes it at once. A discipline that would drop the only packet is not
            // allowed to.
            return match self.take_next(now) {
                Some((line, head, number)) => {
                    *arrival.packet = head;
                    let decision = self.release_from(line, &head, now);
                    self.send_from(line, number, decision == DequeueDecision::Mark, now, arrival)
                }
                None => Outcome::Waits,
            };
        }
        while self.is_over_full() && self.evict(now, arrival) {}
        self.record_lines(now, arrival.recorder);
        Outcome::Waits
    }

    /// The transmitter is free: drops what the discipline drops now and transmits the next packet.
    pub(super) fn serve_lines(
        &mut self,
        now: Time,
        recorder: &mut Recorder,
        tally: &mut Tally,
    ) -> Option<Packet> {
        while let Some((line, mut packet, number)) = self.take_next(now) {
            self.record_lines(now, recorder);
            self.record_aqm(now, recorder);
            self.tell_lines(now, recorder);
            let decision = self.release_from(line, &packet, now);
            let marks = decision == DequeueDecision::Mark;
            let mut arrival = Arrival { packet: &mut packet, now, recorder, tally };
            let is_kept = match decision {
                DequeueDecision::Drop => false,
                DequeueDecision::Send => true,
                DequeueDecision::Mark => arrival.packet.flags.ecn().is_capable(),
            };
            if is_kept {
                return self.send_from(line, number, marks, now, &mut arrival).reaches(&packet);
            }
            let view = self.view_of(arrival.packet, now);
            self.drop_packet(&view, true, &mut arrival);
        }
        None
    }

    fn with_lines<T>(&mut self, ask: impl FnOnce(&mut dyn Lines, &LineStore) -> T) -> T {
        match (self.queue.lines(), &self.lines) {
            (Some(lines), Some(store)) => ask(lines, store),
            _ => unreachable!("only channels with lines come here"),
        }
    }

    fn join_line(&mut self, line: usize, packet: Packet, number: u64, is_first: bool) {
        self.lined += 1;
        self.waiting_bytes += u64::from(packet.bytes);
        if let Some(store) = &mut self.lines {
            store.push(line, packet, number, is_first);
        }
    }

    fn leave_line(&mut self, line: usize) -> Option<(Packet, u64)> {
        let taken = self.lines.as_mut()?.pop(line)?;
        self.lined -= 1;
        self.waiting_bytes -= u64::from(taken.0.bytes);
        Some(taken)
    }

    /// Takes the packet that the scheduler selects next.
    fn take_next(&mut self, now: Time) -> Option<(usize, Packet, u64)> {
        let line = self.with_lines(|lines, store| lines.next_line(now, &store.views))?;
        let (packet, number) = self.leave_line(line)?;
        Some((line, packet, number))
    }

    fn release_from(&mut self, line: usize, packet: &Packet, now: Time) -> DequeueDecision {
        let view = self.view_of(packet, now);
        let left = self.lines.as_ref().map_or(LineView::default(), |store| store.views[line]);
        let view = QueueView { packets: left.packets, bytes: left.bytes, ..view };
        match self.queue.lines() {
            Some(lines) => lines.release_line(line, &view, packet.at, &mut self.queue_random),
            None => unreachable!("only channels with lines come here"),
        }
    }

    /// The packet in `arrival` is transmitted from `now` on.
    fn send_from(
        &mut self,
        line: usize,
        number: u64,
        marks: bool,
        now: Time,
        arrival: &mut Arrival,
    ) -> Outcome {
        let (arrived, bytes) = (arrival.packet.at, u32::from(arrival.packet.bytes));
        let is_marked = marks && {
            let view = self.view_of(arrival.packet, now);
            let probability = self.with_lines(|lines, _| lines.mark_probability(line));
            self.mark_with(&view, probability, arrival)
        };
        self.with_lines(|lines, store| lines.sent(line, bytes, &store.views));
        self.count_start(arrival, arrived, now);
        self.ties.served_since = now;
        let measures = self.lines.as_mut().and_then(|store| store.measures.get_mut(line));
        if let Some(measures) = measures {
            let wait_nanos = now.since(arrived).nanos();
            measures.started += 1;
            measures.marks += u64::from(is_marked);
            measures.wait_nanos += wait_nanos;
            measures.waits.count(wait_nanos);
        }
        self.transmit(now, number, arrival)
    }

    /// Drops packets from the line that the discipline names. False if it names none.
    fn evict(&mut self, now: Time, arrival: &mut Arrival) -> bool {
        let Some(eviction) = self.with_lines(|lines, store| lines.evict(&store.views)) else {
            return false;
        };
        let before = self.lines.as_ref().map_or(LineView::default(), |store| store.views[eviction.line]);
        let (full_at, mut flow) = (self.waiting(), 0);
        let (mut packets, mut bytes) = (0, 0);
        while packets < eviction.packets && (packets == 0 || bytes < eviction.bytes) {
            let waiting = self.waiting() as u64;
            let Some((mut packet, _)) = self.leave_line(eviction.line) else { break };
            packets += 1;
            bytes += u64::from(packet.bytes);
            flow = packet.flow;
            let view = QueueView { packets: waiting, ..self.view_of(&packet, now) };
            let mut head = Arrival {
                packet: &mut packet,
                now,
                recorder: &mut *arrival.recorder,
                tally: &mut *arrival.tally,
            };
            self.drop_packet(&view, false, &mut head);
        }
        self.with_lines(|lines, _| lines.evicted(eviction.line, packets));
        let values = [full_at as f64, packets as f64, f64::from(flow), before.bytes as f64];
        arrival.recorder.event(now, CHANNEL_SOURCE | self.index, EVICTION, &values);
        packets > 0
    }

    /// Records the decisions of the discipline.
    fn tell_lines(&mut self, now: Time, recorder: &mut Recorder) {
        let (source, in_detail) = (CHANNEL_SOURCE | self.index, recorder.wants_packets());
        if let Some(lines) = self.queue.lines() {
            lines.tell(in_detail, &mut |rule, values| recorder.event(now, source, rule, values));
        }
    }

    /// Records the number of waiting packets from `now` on, in total and in the measured lines.
    fn record_lines(&self, now: Time, recorder: &mut Recorder) {
        self.record_waiting(now, recorder);
        let Some(store) = &self.lines else { return };
        for ((handle, view), _) in self.handles.lines.iter().zip(&store.views).zip(&store.measures) {
            recorder.sample(*handle, recorder.bin(now), whole(view.packets));
        }
    }
}
