//! A packet at a channel: from its arrival to the settled end of its transmission.

use super::channel::{Arrival, Channel, Outcome, Waiting};
use super::queue_extremes::QueueExtremes;
use super::{Flags, Kind, Packet};
use crate::loss::{LossView, Losses};
use crate::queue::{ArrivalDecision, DequeueDecision, Discipline};
use crate::setup::LossPosition;
use crate::trace::{Fate, Handle, Recorder, whole};
use crate::units::Time;

impl Channel {
    /// Brings the queue up to `now`: packets whose transmission has started no longer wait.
    pub fn drain(&mut self, now: Time, recorder: &mut Recorder) {
        self.report_queue_extremes(recorder);
        while let Some(head) = self.waiting.front().filter(|head| head.start <= now).copied() {
            self.leave_queue();
            self.ties.served_since = head.start;
            if !self.is_plain {
                let view = self.view(head.start, u32::from(head.bytes), head.flow, head.ecn);
                self.queue.depart(&view, head.arrived);
            }
            self.record_waiting(head.start, recorder);
        }
    }

    /// The same if no discipline has to be told and nothing is recorded.
    #[inline(always)]
    fn drain_unseen(&mut self, now: Time) {
        while self.waiting.front().is_some_and(|head| head.start <= now) {
            self.leave_queue();
        }
    }

    /// A packet arrives. If `is_first` and the queue decides at dequeue, it waits in front of all
    /// others.
    #[inline(always)]
    pub fn arrive(&mut self, arrival: &mut Arrival, is_first: bool) -> Outcome {
        if !self.is_plain {
            return self.arrive_at_discipline(arrival, is_first);
        }
        let packet = &*arrival.packet;
        let now = packet.at;
        let is_seen = self.handles.queue != Handle::NONE && (self.free_at > now || !self.waiting.is_empty());
        if is_seen && self.queue_extremes.are_over(now) {
            self.start_bin(now, arrival.recorder);
        }
        let before = self.waiting.len();
        self.drain_unseen(now);
        let number = self.counters.arrivals;
        self.counters.arrivals += 1;
        let start = now.max(self.free_at);
        let waits = start > now && self.has_room(u32::from(packet.bytes));
        if is_seen {
            self.queue_extremes.note(before, self.waiting.len(), waits);
        }
        if start > now && !waits {
            let view = self.view_of(packet, now);
            return self.drop_packet(&view, false, arrival);
        }
        self.settle(start, waits, number, arrival)
    }

    /// The same if a discipline, or a loss model before the queue, has to be asked.
    // Not inlined, like the other rare paths: a browser keeps the variables of a function in
    // registers only while they are few.
    #[inline(never)]
    fn arrive_at_discipline(&mut self, arrival: &mut Arrival, is_first: bool) -> Outcome {
        let packet = &*arrival.packet;
        let now = packet.at;
        self.drain_before(now, arrival.recorder);
        let number = self.counters.arrivals;
        self.counters.arrivals += 1;
        if self.loss_position == Some(LossPosition::Before) && self.is_lost(now, now, number, packet) {
            return self.lose((now, now, now), arrival);
        }
        if self.lines.is_some() {
            return self.arrive_at_lines(number, arrival, is_first);
        }
        let view = self.view_of(packet, now);
        let decision = self.queue.arrive(&view, &mut self.queue_random);
        self.record_aqm(now, arrival.recorder);
        let has_place = match decision {
            ArrivalDecision::Accept => !view.full,
            ArrivalDecision::Mark => !view.full && self.mark_packet(&view, arrival),
            ArrivalDecision::PushOut => !view.full || self.push_out(&view, arrival),
            ArrivalDecision::Overflow | ArrivalDecision::Early => false,
        };
        if !has_place {
            let early = matches!(decision, ArrivalDecision::Early | ArrivalDecision::Mark) && !view.full;
            if early && view.ecn.is_capable() {
                self.end_marks(&view, arrival.recorder);
            }
            return self.drop_packet(&view, early, arrival);
        }
        let start = now.max(self.free_at);
        let waits = view.idle_since.is_none();
        if self.decides_at_dequeue {
            if waits {
                return self.hold(number, arrival, is_first);
            }
            // A discipline never drops the only packet, but it has to know that the queue was
            // empty.
            if self.queue.release(&view, now) == DequeueDecision::Mark {
                self.mark_packet(&view, arrival);
            }
        }
        if waits {
            let waiting = self.waiting.len() as u64 + 1;
            arrival.recorder.sample(self.handles.queue, arrival.recorder.bin(now), whole(waiting));
        } else {
            self.ties.served_since = now;
        }
        self.settle(start, waits, number, arrival)
    }

    /// The transmission of the arriving packet begins at `start`; the packet `waits` until then or
    /// starts at once.
    #[inline(always)]
    fn settle(&mut self, start: Time, waits: bool, number: u64, arrival: &mut Arrival) -> Outcome {
        let packet = &*arrival.packet;
        if waits {
            self.waiting.push_back(Waiting::of(packet, start));
            self.waiting_bytes += u64::from(packet.bytes);
        }
        let arrived = packet.at;
        self.count_start(arrival, arrived, start);
        self.transmit(start, number, arrival)
    }

    /// Transmits a packet that arrived at `arrival.packet.at` from `start` on.
    #[inline(always)]
    pub(super) fn transmit(&mut self, start: Time, number: u64, arrival: &mut Arrival) -> Outcome {
        let packet = &*arrival.packet;
        let depart = self.transmitter.finish(start, u32::from(packet.bytes));
        self.free_at = depart;
        self.counters.accepted += 1;
        self.counters.bits += self.bits_ever_sent(start, depart, u64::from(packet.bytes) * 8);
        let mut arrive = depart + self.delay;
        if !self.has_fixed_delivery {
            if self.path.is_some() {
                arrive = self.reach(depart);
            }
            if self.loss_position == Some(LossPosition::After)
                && self.is_lost(arrive, if self.loses_at_far_end { arrive } else { depart }, number, packet)
            {
                let outcome = self.lose((start, depart, arrive), arrival);
                let packet = &mut *arrival.packet;
                let has_header = self.reports_corruption && packet.kind == Kind::Data;
                if has_header {
                    self.counters.headers += 1;
                    packet.flags = packet.flags.with(Flags::CORRUPTED);
                    return Outcome::Arrives(self.jittered(arrive));
                }
                return outcome;
            }
            if self.jitter.is_some() {
                arrive = self.jittered(arrive);
            }
        }
        if arrival.recorder.wants_packets() {
            let fate = Fate::of_arrival(arrival.packet.flags.ecn());
            self.log_packet(arrival, (start, depart, arrive), fate);
        }
        Outcome::Arrives(arrive)
    }

    /// The bits of a packet starting at `start` that are sent: fewer than all if the link ends for
    /// good during the transmission.
    #[inline(always)]
    fn bits_ever_sent(&self, start: Time, depart: Time, bits: u64) -> u64 {
        if depart == Time::NEVER { self.bits_before_the_end(start, bits) } else { bits }
    }

    #[cold]
    fn bits_before_the_end(&self, start: Time, bits: u64) -> u64 {
        if start == Time::NEVER {
            0
        } else {
            (self.transmitter.capacity_bits(start, Time::NEVER) as u64).min(bits)
        }
    }

    #[inline(never)]
    fn is_lost(&mut self, at: Time, transmitted: Time, number: u64, packet: &Packet) -> bool {
        if at == Time::NEVER {
            // The packet waits for a transmitter that never sends again: it has no instant to ask
            // the loss model about.
            return false;
        }
        let view = LossView { at, transmitted, bytes: u32::from(packet.bytes), number };
        self.loss.loses(&view, &mut self.loss_draws)
    }

    /// Begins the bin that holds `now`.
    #[inline(never)]
    pub(super) fn start_bin(&mut self, now: Time, recorder: &mut Recorder) {
        self.report_queue_extremes(recorder);
        let bin = recorder.bin(now);
        if self.waiting.front().is_some_and(|head| head.start <= now && recorder.bin(head.start) != bin) {
            // Some packets left the queue in earlier bins.
            self.drain(now, recorder);
        }
        self.queue_extremes.until = recorder.bin_end(bin);
    }

    /// Records the extremes since the bin began and closes the bin, since a replay has other bins.
    pub fn report_queue_extremes(&mut self, recorder: &mut Recorder) {
        let QueueExtremes { until, least, most } = std::mem::take(&mut self.queue_extremes);
        if least <= most {
            let bin = recorder.bin(Time::from_nanos(until.nanos() - 1));
            recorder.sample_range(
                self.handles.queue,
                bin,
                whole(least as u64),
                whole(most as u64),
                whole(self.waiting.len() as u64),
            );
        }
    }

    /// Counts the packet of `arrival`, which arrived at `arrived` and whose transmission starts at
    /// `start`: for the channel and for the packet's flow.
    #[inline(always)]
    pub(super) fn count_start(&mut self, arrival: &mut Arrival, arrived: Time, start: Time) {
        let wait_nanos = start.since(arrived).nanos();
        self.counters.wait_nanos = self.counters.wait_nanos.wrapping_add(wait_nanos);
        self.waits.count(wait_nanos);
        arrival.tally.count_wait(arrival.packet, wait_nanos);
    }

    /// Arrival at the far end of a packet that leaves the transmitter at `depart`, without jitter.
    #[inline]
    pub(super) fn reach(&mut self, depart: Time) -> Time {
        match &mut self.path {
            Some(path) => path.arrival(depart),
            None => depart + self.delay,
        }
    }
}
