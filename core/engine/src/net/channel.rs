//! One direction of a hop: queue, transmitter, propagation, loss (queues-and-links §1).
//!
//! A packet's fate is settled when it arrives: in a first-in-first-out queue that decides at arrival, the instant at
//! which a packet starts and ends its transmission depends only on what arrived before it. So a channel needs no event
//! of its own; the queue is brought up to date ("drained") when the next packet arrives or somebody asks.

use std::collections::VecDeque;

use super::{CHANNEL_LOSS, CHANNEL_STATE, DROP, Kind, Packet, Transmitter};
use crate::loss::{Loss, LossView, Losses};
use crate::queue::{ChannelFacts, Discipline, Queue, QueueView, Verdict};
use crate::rng::Stream;
use crate::setup::{Capacity, ChannelSetup, LossPosition};
use crate::trace::{
    CHANNEL_SOURCE, Digest, Fate, Handle, PacketKindCode, PacketRecord, Place, Recorder,
};
use crate::units::{Span, Time};

/// A packet that waits for its transmission.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    start: Time,
    arrived: Time,
    flow: u32,
    bytes: u16,
}

/// What a channel counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChannelCounters {
    /// Packets that arrived.
    pub arrivals: u64,
    /// Packets whose transmission was settled.
    pub accepted: u64,
    /// Dropped because the queue was full.
    pub overflows: u64,
    /// Dropped by the discipline although there was room.
    pub early_drops: u64,
    /// Lost by the link.
    pub losses: u64,
    /// Bits of the settled packets.
    pub bits: f64,
    /// Waiting time of the packets that have started their transmission, in seconds.
    pub wait_s: f64,
    /// How many those are.
    pub started: u64,
    /// Integral of the queue over time, in packet seconds.
    pub queue_packet_s: f64,
}

/// Where a channel's trace goes.
#[derive(Clone, Copy, Debug)]
pub struct ChannelHandles {
    /// Waiting packets.
    pub queue: Handle,
    /// The discipline's average.
    pub average: Handle,
    /// The discipline's drop probability.
    pub probability: Handle,
}

/// What became of an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It will reach the other end at this instant.
    Arrives(Time),
    /// It is gone.
    Gone,
}

/// A packet that arrives at a channel, and the tools it is handled with.
pub struct Arrival<'a> {
    /// The packet; `at` is now.
    pub packet: &'a Packet,
    /// Takes the trace.
    pub recorder: &'a mut Recorder,
    /// Takes the fingerprint.
    pub digest: &'a mut Digest,
}

/// One direction of a hop.
#[derive(Clone, Debug)]
pub struct Channel {
    index: u32,
    delay: Span,
    capacity: Capacity,
    transmitter: Transmitter,
    queue: Queue,
    loss: Loss,
    loss_position: LossPosition,
    lossless: bool,
    queue_random: Stream,
    loss_draws: Stream,
    waiting: VecDeque<Waiting>,
    waiting_bytes: u64,
    free_at: Time,
    drained_at: Time,
    loss_number: u64,
    counters: ChannelCounters,
    handles: ChannelHandles,
}

impl Channel {
    /// Channel number `index` (2·hop, plus 1 for backward) called `name` of a run with `seed`.
    pub fn new(
        index: u32,
        name: &str,
        setup: &ChannelSetup,
        packet_bytes: u32,
        seed: u64,
    ) -> Channel {
        let rate_bps = setup.rate.peak().bps() as f64;
        let capacity_packets = match setup.queue.capacity {
            Capacity::Packets(packets) => packets as f64,
            Capacity::Bytes(bytes) => bytes as f64 / f64::from(packet_bytes),
        };
        let facts = ChannelFacts {
            rate_bps,
            delay_s: setup.delay.secs(),
            capacity_packets,
            packet_bytes,
        };
        Channel {
            index,
            delay: setup.delay,
            capacity: setup.queue.capacity,
            transmitter: Transmitter::new(&setup.rate),
            queue: Queue::new(&setup.queue, &facts),
            loss: Loss::new(
                &setup.loss,
                Stream::new(seed, &format!("{} loss state", loss_owner(name, setup))),
            ),
            loss_position: setup.loss.position,
            lossless: setup.loss.kind == "none",
            queue_random: Stream::new(seed, &format!("{name} queue")),
            loss_draws: Stream::new(seed, &format!("{name} loss")),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            free_at: Time::ZERO,
            drained_at: Time::ZERO,
            loss_number: 0,
            counters: ChannelCounters::default(),
            handles: ChannelHandles {
                queue: Handle::NONE,
                average: Handle::NONE,
                probability: Handle::NONE,
            },
        }
    }

    /// Says where the trace goes.
    pub fn record_to(&mut self, handles: ChannelHandles) {
        self.handles = handles;
    }

    /// True if its discipline has an average or a drop probability to show.
    pub fn has_aqm_state(&self) -> (bool, bool) {
        (
            self.queue.average().is_some(),
            self.queue.probability().is_some(),
        )
    }

    /// Waiting packets, as last brought up to date.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// One-way propagation delay.
    pub fn delay(&self) -> Span {
        self.delay
    }

    /// The counters, complete up to the instant of the last drain.
    pub fn counters(&self) -> &ChannelCounters {
        &self.counters
    }

    /// Bits transmitted up to `now`, which must not be before the last arrival.
    pub fn bits_sent(&self, now: Time) -> f64 {
        // What was settled but is not through yet is exactly what the transmitter does from now until it is free.
        let unsent = if self.free_at > now {
            self.transmitter.capacity_bits(now, self.free_at)
        } else {
            0.0
        };
        (self.counters.bits - unsent).max(0.0)
    }

    /// Bits the channel could transmit in `[from, to]`.
    pub fn capacity_bits(&self, from: Time, to: Time) -> f64 {
        self.transmitter.capacity_bits(from, to)
    }

    /// Brings the queue up to `now`: packets whose transmission has started wait no longer.
    #[inline]
    pub fn drain(&mut self, now: Time, recorder: &mut Recorder) {
        while let Some(head) = self.waiting.front().copied() {
            if head.start > now {
                break;
            }
            self.integrate(head.start);
            self.waiting.pop_front();
            self.waiting_bytes -= u64::from(head.bytes);
            self.counters.wait_s += head.start.since(head.arrived).secs();
            self.counters.started += 1;
            let view = self.view(head.start, u32::from(head.bytes), head.flow);
            self.queue.depart(&view, head.arrived);
            recorder.sample(self.handles.queue, head.start, self.waiting.len() as f64);
        }
        self.integrate(now);
    }

    #[inline]
    fn integrate(&mut self, until: Time) {
        let waiting = self.waiting.len();
        if waiting > 0 {
            self.counters.queue_packet_s += waiting as f64 * until.since(self.drained_at).secs();
        }
        self.drained_at = until;
    }

    #[inline]
    fn view(&self, now: Time, packet_bytes: u32, flow: u32) -> QueueView {
        let (packets, bytes) = (self.waiting.len() as u64, self.waiting_bytes);
        let busy = self.free_at > now;
        let full = busy
            && match self.capacity {
                Capacity::Packets(capacity) => packets >= capacity,
                Capacity::Bytes(capacity) => bytes + u64::from(packet_bytes) > capacity,
            };
        QueueView {
            now,
            packets,
            bytes,
            full,
            packet_bytes,
            flow,
            idle_since: (!busy).then_some(self.free_at),
        }
    }

    /// A packet arrives.
    #[inline]
    pub fn arrive(&mut self, arrival: &mut Arrival) -> Outcome {
        let packet = arrival.packet;
        let now = packet.at;
        self.drain(now, arrival.recorder);
        self.counters.arrivals += 1;
        if self.loss_position == LossPosition::Before && self.is_lost(now, packet, arrival.recorder)
        {
            return self.lose(now, (now, now, now), arrival);
        }
        let bytes = u32::from(packet.bytes);
        let view = self.view(now, bytes, packet.flow);
        let verdict = self.queue.arrive(&view, &mut self.queue_random);
        self.record_aqm(now, arrival.recorder);
        if view.full || verdict != Verdict::Accept {
            return self.drop_packet(&view, verdict, arrival);
        }

        let start = now.max(self.free_at);
        let depart = self.transmitter.finish(start, bytes);
        self.free_at = depart;
        self.counters.accepted += 1;
        self.counters.bits += f64::from(bytes * 8);
        if start > now {
            self.waiting.push_back(Waiting {
                start,
                arrived: now,
                flow: packet.flow,
                bytes: packet.bytes,
            });
            self.waiting_bytes += u64::from(bytes);
            arrival
                .recorder
                .sample(self.handles.queue, now, self.waiting.len() as f64);
        } else {
            self.counters.started += 1;
        }
        let arrive = depart + self.delay;
        if !self.lossless
            && self.loss_position == LossPosition::After
            && self.is_lost(arrive, packet, arrival.recorder)
        {
            return self.lose(now, (start, depart, arrive), arrival);
        }
        if arrival.recorder.wants_packets() {
            self.log_packet(arrival, now, (start, depart, arrive), Fate::Delivered);
        }
        Outcome::Arrives(arrive)
    }

    fn is_lost(&mut self, at: Time, packet: &Packet, recorder: &mut Recorder) -> bool {
        let view = LossView {
            at,
            bytes: u32::from(packet.bytes),
            number: self.loss_number,
        };
        self.loss_number += 1;
        let lost = self.loss.loses(&view, &mut self.loss_draws);
        for change in self.loss.take_changes() {
            let values = [f64::from(u8::from(change.bad))];
            recorder.event(
                change.at,
                CHANNEL_SOURCE | self.index,
                CHANNEL_STATE,
                &values,
            );
        }
        lost
    }

    #[cold]
    fn lose(&mut self, now: Time, times: (Time, Time, Time), arrival: &mut Arrival) -> Outcome {
        let packet = arrival.packet;
        self.counters.losses += 1;
        arrival
            .digest
            .mix(times.2.nanos() ^ packet.number ^ 0x4c4f_5353);
        let values = [f64::from(packet.flow), packet.number as f64];
        arrival
            .recorder
            .event(now, CHANNEL_SOURCE | self.index, CHANNEL_LOSS, &values);
        self.log_packet(arrival, now, times, Fate::Lost);
        Outcome::Gone
    }

    #[cold]
    fn drop_packet(
        &mut self,
        view: &QueueView,
        verdict: Verdict,
        arrival: &mut Arrival,
    ) -> Outcome {
        let packet = arrival.packet;
        let early = verdict == Verdict::Early && !view.full;
        if early {
            self.counters.early_drops += 1;
        } else {
            self.counters.overflows += 1;
        }
        arrival
            .digest
            .mix(view.now.nanos() ^ packet.number ^ 0x4452_4f50);
        let values = [
            view.packets as f64,
            f64::from(packet.flow),
            packet.number as f64,
            f64::from(u8::from(early)),
        ];
        arrival
            .recorder
            .event(view.now, CHANNEL_SOURCE | self.index, DROP, &values);
        self.log_packet(
            arrival,
            view.now,
            (view.now, view.now, view.now),
            Fate::Dropped,
        );
        Outcome::Gone
    }

    #[inline]
    fn record_aqm(&self, now: Time, recorder: &mut Recorder) {
        if self.handles.average != Handle::NONE {
            recorder.sample(
                self.handles.average,
                now,
                self.queue.average().unwrap_or(0.0),
            );
        }
        if self.handles.probability != Handle::NONE {
            recorder.sample(
                self.handles.probability,
                now,
                self.queue.probability().unwrap_or(0.0),
            );
        }
    }

    fn log_packet(
        &self,
        arrival: &mut Arrival,
        enter: Time,
        times: (Time, Time, Time),
        fate: Fate,
    ) {
        if !arrival.recorder.wants_packets() {
            return;
        }
        let packet = arrival.packet;
        let (start, depart, arrive) = times;
        arrival.recorder.packet(PacketRecord {
            flow: packet.flow,
            number: packet.number,
            kind: kind_code(packet),
            place: Place::Channel(self.index),
            enter,
            start,
            depart,
            arrive,
            fate,
        });
    }
}

/// What a packet is, for the packet log.
pub fn kind_code(packet: &Packet) -> PacketKindCode {
    match packet.kind {
        Kind::Ack | Kind::SynAck => PacketKindCode::Ack,
        Kind::Cbr => PacketKindCode::Cbr,
        Kind::Data | Kind::Syn if packet.is_retransmission => PacketKindCode::Retransmission,
        Kind::Data | Kind::Syn => PacketKindCode::Data,
    }
}

/// Whose state process a channel's losses follow: a shared one is named after the forward channel.
fn loss_owner(name: &str, setup: &ChannelSetup) -> String {
    if setup.loss.shared {
        name.replace("backward", "forward")
    } else {
        name.to_owned()
    }
}
