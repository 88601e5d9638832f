//! Receivers, which run ahead of the clock.
//!
//! A receiver depends only on the packets from its access link, in order, and on its own timer.
//! Others see only its ACKs. So it does not have to wait for the clock: when a packet leaves the
//! last channel and its arrival time is known, the receiver processes it for that future instant,
//! and its ACK is under way. This saves one entry of the event queue per segment. Receivers run
//! ahead up to the next instant at which the state is read (`received_until`). Packets that arrive
//! later wait in a line.

use super::deliveries::Deliveries;
use super::event_queue::EventQueue;
use super::flow::{Flow, FlowLine, HANDSHAKE_BYTES, Source};
use super::network::{Census, Network};
use super::route::Access;
use crate::net::{Flags, Kind, Packet};
use crate::setup::Ecn;
use crate::tcp::{AckPlan, Receiver, SackBlocks};
use crate::trace::{CounterBin, Recorder, whole};
use crate::units::{Span, Time};

impl Network {
    /// Lets the receivers process everything that arrives up to `until`.
    #[inline(never)]
    pub(super) fn receive_until(&mut self, until: Time, recorder: &mut Recorder) {
        self.received_until = until;
        self.end_event();
        let mut awaited = std::mem::take(&mut self.awaited);
        awaited.retain(|&index| {
            let line = FlowLine::DataOut as usize;
            while let Some(packet) = self.flows[index as usize].lines[line].pop_until(until) {
                if self.ties.is_some() {
                    self.receive_in_order(&packet, false, recorder);
                } else {
                    let flow = &mut self.flows[index as usize];
                    flow.receive_rarely(&packet, &mut self.event_queue, &mut self.census, recorder);
                }
            }
            !self.flows[index as usize].lines[line].is_empty()
        });
        self.awaited = awaited;
    }
}

impl Flow {
    /// A packet arrives at the receiver at `now`.
    #[inline(always)]
    pub(super) fn receive(
        &mut self,
        packet: &Packet,
        now: Time,
        event_queue: &mut EventQueue,
        census: &mut Census,
        recorder: &mut Recorder,
    ) {
        census.arrived += 1;
        // A connection that begins before the packet arrives ignores it.
        if packet.epoch != self.epoch || self.next_start() < now {
            return;
        }
        if self.ack_due() < now {
            self.send_due_acks(now, event_queue, census, recorder);
        }
        let Source::Tcp { receiver, .. } = &mut self.source else {
            self.receive_other(packet, now, recorder);
            return;
        };
        if self.is_plain && packet.is_plain_segment() {
            let plan = receiver.take_segment(packet.number, packet.stamp, now);
            let next = receiver.next();
            self.deliver(next, now, recorder);
            match plan {
                AckPlan::Now => self.send_ack(now, event_queue, census, recorder),
                AckPlan::At(deadline) => self.arm_by(deadline, event_queue),
            }
        } else {
            self.receive_more(packet, now, event_queue, census, recorder);
        }
    }

    /// A packet of a constant-bit-rate flow arrives.
    #[inline(never)]
    fn receive_other(&mut self, packet: &Packet, now: Time, recorder: &mut Recorder) {
        if let Some(waits) = &mut self.waits {
            let delay = now.since(packet.stamp);
            waits.note(delay);
            for handle in self.handles.delay {
                recorder.sample(handle, recorder.bin(now), delay.secs() as f32);
            }
        }
        self.hand_over(self.delivered_now + 1, now, recorder);
    }

    /// The same out of line, for the callers that are not on the fast path.
    #[inline(never)]
    pub(super) fn receive_rarely(
        &mut self,
        packet: &Packet,
        event_queue: &mut EventQueue,
        census: &mut Census,
        recorder: &mut Recorder,
    ) {
        self.receive(packet, packet.at, event_queue, census, recorder);
    }

    /// The receiver's timer has expired before `now`, perhaps twice: that of its network card, and
    /// then that of the delayed ACK.
    fn send_due_acks(
        &mut self,
        now: Time,
        event_queue: &mut EventQueue,
        census: &mut Census,
        recorder: &mut Recorder,
    ) {
        while self.ack_due() < now {
            self.send_due_ack(event_queue, census, recorder);
        }
    }

    /// The receiver's timer expires.
    pub(super) fn send_due_ack(
        &mut self,
        event_queue: &mut EventQueue,
        census: &mut Census,
        recorder: &mut Recorder,
    ) {
        let Source::Tcp { receiver, .. } = &mut self.source else { return };
        let due = receiver.deadline();
        if receiver.expire(due) == AckPlan::Now {
            self.send_ack(due, event_queue, census, recorder);
        }
    }

    /// When the receiver's delayed ACK is due; never for a flow without a TCP receiver.
    #[inline]
    pub(super) fn ack_due(&self) -> Time {
        match &self.source {
            Source::Tcp { receiver, .. } => receiver.deadline(),
            Source::Cbr(_) => Time::NEVER,
        }
    }

    /// The general case: any kind of packet in any kind of flow.
    #[inline(never)]
    fn receive_more(
        &mut self,
        packet: &Packet,
        now: Time,
        event_queue: &mut EventQueue,
        census: &mut Census,
        recorder: &mut Recorder,
    ) {
        match self.hands_over_before(packet, now) {
            Some(AckPlan::Now) => self.send_ack(now, event_queue, census, recorder),
            Some(AckPlan::At(deadline)) => self.arm_by(deadline, event_queue),
            None => {}
        }
        if self.acks_before(packet) {
            self.send_ack(now, event_queue, census, recorder);
        }
        match self.take(packet, now, recorder) {
            Some(AckPlan::Now) => self.send_ack(now, event_queue, census, recorder),
            Some(AckPlan::At(deadline)) => self.arm_by(deadline, event_queue),
            None if packet.kind == Kind::Syn => {
                if let Source::Tcp { receiver, .. } = &mut self.source {
                    receiver.answer_syn(now);
                }
                let answer = Packet {
                    at: now,
                    number: 0,
                    sack: 0,
                    bytes: HANDSHAKE_BYTES,
                    kind: Kind::SynAck,
                    is_retransmission: false,
                    flags: Flags::NONE,
                    ..*packet
                };
                self.send_back(answer, event_queue, census, recorder);
            }
            None => {}
        }
        if let Some(application) = &self.application {
            self.arm_by(application.next().min(self.next_start()), event_queue);
        }
    }

    /// If this packet cannot join what the receiver's network card holds: when that is acknowledged.
    fn hands_over_before(&mut self, packet: &Packet, now: Time) -> Option<AckPlan> {
        let Source::Tcp { receiver, .. } = &mut self.source else {
            return None;
        };
        let is_segment = packet.kind == Kind::Data && !packet.flags.has(Flags::CORRUPTED);
        let marked = packet.flags.ecn() == Ecn::Experienced;
        if is_segment { receiver.hands_over_before(packet.number, marked, now) } else { None }
    }

    /// True if pending segments need their ACK before this packet is taken.
    fn acks_before(&self, packet: &Packet) -> bool {
        let Source::Tcp { receiver, .. } = &self.source else {
            return false;
        };
        let is_segment = packet.kind == Kind::Data && !packet.flags.has(Flags::CORRUPTED);
        is_segment && receiver.acks_before(packet.flags.ecn() == Ecn::Experienced)
    }

    /// The receiver takes a packet. Returns when it acknowledges a segment.
    fn take(&mut self, packet: &Packet, now: Time, recorder: &mut Recorder) -> Option<AckPlan> {
        let Source::Tcp { receiver, .. } = &mut self.source else {
            return None;
        };
        if packet.kind != Kind::Data {
            return None;
        }
        if packet.flags.has(Flags::CORRUPTED) {
            receiver.on_corrupted(packet.number);
            return None;
        }
        let at_once =
            receiver.on_headers(packet.flags.ecn() == Ecn::Experienced, packet.flags.has(Flags::CWR));
        if packet.sack != 0 {
            receiver.tell_share(packet.sack);
        }
        let plan = receiver.on_segment(packet.number, packet.stamp, now);
        let next = receiver.next();
        self.deliver(next, now, recorder);
        Some(if at_once { AckPlan::Now } else { plan })
    }

    /// The receiver hands everything below segment `next` to the application.
    #[inline(always)]
    fn deliver(&mut self, next: u64, now: Time, recorder: &mut Recorder) {
        let delivered = next.saturating_sub(self.empty_segments);
        if delivered != self.delivered_now {
            self.hand_over(delivered, now, recorder);
            if delivered == self.wanted_segments {
                self.complete(now);
            }
        }
    }

    /// At `now` the current connection has delivered `delivered` segments.
    #[inline(always)]
    pub(super) fn hand_over(&mut self, delivered: u64, now: Time, recorder: &mut Recorder) {
        if now >= self.deliveries.until {
            self.turn_deliveries(delivered, now, recorder);
        }
        self.deliveries.report = recorder.next_report();
        self.delivered_now = delivered;
    }

    /// Begins the bin that holds `now`.
    #[inline(never)]
    fn turn_deliveries(&mut self, delivered: u64, now: Time, recorder: &mut Recorder) {
        self.show_deliveries(recorder);
        let until = recorder.bin_end(recorder.bin(now));
        self.deliveries = Deliveries { until, first: self.before.delivered + delivered, report: 0 };
    }

    /// Records the deliveries since the bin began and closes the bin. Later deliveries open another
    /// bin, since a replay has other bins.
    pub(super) fn show_deliveries(&mut self, recorder: &mut Recorder) {
        let Deliveries { until, first, report } = self.deliveries;
        if until != Time::ZERO && until != Time::NEVER {
            let last = whole(self.before.delivered + self.delivered_now);
            let values = CounterBin { first: whole(first), last, report };
            let bin = recorder.bin(Time::from_nanos(until.nanos() - 1));
            recorder.record_counter(self.handles.delivered, bin, values);
            self.deliveries = Deliveries::new(self.handles.delivered);
        }
    }

    /// The receiver sends an ACK at `now`.
    #[inline]
    pub(super) fn send_ack(
        &mut self,
        now: Time,
        event_queue: &mut EventQueue,
        census: &mut Census,
        recorder: &mut Recorder,
    ) {
        let Source::Tcp { receiver, .. } = &mut self.source else {
            return;
        };
        let number = receiver.acknowledge();
        let stamp = receiver.echo();
        let (flags, sack) = if receiver.does_more() {
            let flags = feedback_of(receiver);
            let tells = receiver.has_ack_extras();
            let sack = if tells { self.sacks.add(receiver) } else { self.sacks.keep(receiver) };
            receiver.forget_duplicate();
            match receiver.offer() {
                None => (flags, sack),
                Some(window) => {
                    self.offers.push_back((number, window));
                    (flags.with(Flags::OFFER), sack)
                }
            }
        } else {
            (Flags::NONE, self.sacks.keep(receiver))
        };
        let ack = Packet {
            at: now,
            stamp,
            number,
            flow: self.index,
            sack,
            bytes: if sack == 0 { self.ack_bytes } else { self.bytes_with_blocks() },
            epoch: self.epoch,
            kind: Kind::Ack,
            is_retransmission: false,
            flags,
        };
        self.send_back(ack, event_queue, census, recorder);
    }

    /// Bytes of the ACK whose blocks were kept last.
    fn bytes_with_blocks(&self) -> u16 {
        if self.sack_block_bytes == 0 {
            return self.ack_bytes;
        }
        let blocks = self.sacks.latest().map_or(0, SackBlocks::blocks);
        self.ack_bytes.saturating_add(self.sack_block_bytes * blocks as u16)
    }

    /// The receiver puts a packet on the wire at `packet.at`.
    #[inline]
    fn send_back(
        &mut self,
        packet: Packet,
        event_queue: &mut EventQueue,
        census: &mut Census,
        recorder: &mut Recorder,
    ) {
        census.sent += 1;
        let at = self.cross(Access::ReceiverOut, &packet, packet.at, Span::ZERO, recorder);
        self.put_in_line(FlowLine::AckIn, Packet { at, ..packet }, event_queue);
    }
}

/// Header flags of an ACK that goes out now.
#[inline]
fn feedback_of(receiver: &mut Receiver) -> Flags {
    let flags = if receiver.misses_corrupted() { Flags::CORRUPTION_NOTICE } else { Flags::NONE };
    if !receiver.tells_marks() {
        return flags;
    }
    let report = receiver.report_marks();
    let flags = flags.with_ace(report.count.into());
    if report.echo { flags.with(Flags::ECE) } else { flags }
}
