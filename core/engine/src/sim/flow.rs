//! A flow: its two ends, its access links, its timers, and its connections one after the other.

use std::collections::VecDeque;

use super::application::Application;
use super::deliveries::Deliveries;
use super::event_ids::FlowEvents;
use super::event_queue::EventQueue;
use super::frames::FrameStore;
use super::handles::FlowHandles;
use super::route::{Access, Route};
use super::sacks::SackStore;
use super::waits::{Queued, Waits};
use crate::net::{AccessLink, Flags, Line, Packet, record_of};
use crate::rng::Stream;
use crate::setup::{FlowSetup, Handshake, MarkFeedback, SourceSetup, TcpSetup};
use crate::tcp::quic::AckPolicy;
use crate::tcp::{ReceiveBuffer, Receiver, Sender, SenderCounters, delays_acks};
pub(super) use crate::ties::FlowLine;
use crate::trace::{CounterHandle, Fate, PacketLink, PacketRecord, Recorder};
use crate::units::{BitRate, Serializer, Span, Time, WireTimes};

/// A SYN or SYN-ACK on the wire.
pub const HANDSHAKE_BYTES: u16 = 40;
/// A datagram that opens a QUIC connection has 1200 bytes at least (RFC 9000 §14.1), and headers of IP and UDP.
const QUIC_HANDSHAKE_BYTES: u16 = 1228;

/// The phase of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No connection, or the next one has not started.
    Idle,
    /// A SYN is under way.
    Opening,
    /// Data flows.
    Open,
}

/// Facts about a flow that its setup does not contain.
#[derive(Clone, Debug)]
pub struct FlowFacts {
    /// Starts and ends of its connections, jitter included.
    pub active: Vec<(Time, Time)>,
}

/// The counters of a flow over all its connections.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowCounters {
    /// Segments delivered in order at the receiver, each counted once.
    pub delivered: u64,
    /// Segments that reached a receiver that already had them.
    pub duplicates: u64,
    /// Segments that reached a receiver marked with Congestion Experienced.
    pub marked: u64,
    /// Segments that its receiver has discarded, if it discards any.
    pub stale: Option<u64>,
    /// True if its receiver reports marks.
    pub tells_marks: bool,
    /// Segments that reached the receiver for the first time, in order or not.
    pub arrived: u64,
    /// The waiting times of the data packets that arrived.
    pub queued: Queued,
    pub sender: SenderCounters,
}

/// A constant-bit-rate source.
#[derive(Clone, Debug)]
pub struct CbrSource {
    serializer: Serializer,
    /// Number of the next packet.
    pub next: u64,
    /// When it leaves.
    pub next_at: Time,
}

impl CbrSource {
    /// The next packet has left: the one after it leaves one packet time later.
    pub fn advance(&mut self, bytes: u32) {
        self.next += 1;
        self.next_at += self.serializer.span_of(bytes);
    }
}

/// What a flow sends, at run time.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)]
pub enum Source {
    /// A TCP connection: its two ends.
    Tcp {
        /// The sending end.
        sender: Sender,
        /// The receiving end.
        receiver: Receiver,
    },
    /// UDP at a constant rate.
    Cbr(CbrSource),
}

#[derive(Clone, Debug)]
pub struct Flow {
    /// Its number.
    pub index: u32,
    /// What it sends.
    pub source: Source,
    /// Where the connection stands.
    pub phase: Phase,
    /// Number of the connection: packets of an earlier one are ignored.
    pub epoch: u16,
    /// Where its packets enter and leave the channels.
    pub route: Route,
    /// Its places in the event queue.
    pub event_ids: FlowEvents,
    /// Packets under way outside the channels, by [`FlowLine`].
    pub lines: [Line; 4],
    /// Access links: source out, receiver in, receiver out, source in.
    pub access: [AccessLink; 4],
    /// Transmission times of packets on the access links.
    access_times: WireTimes,
    /// The receiver is at its router: the access links at its end take no time.
    pub(super) is_at_router: bool,
    /// SACK blocks and other data that ACKs under way carry.
    pub sacks: SackStore,
    /// The ACK frames under way of a QUIC connection.
    pub frames: FrameStore,
    /// Windows that the receiver newly offers, each with the number of the ACK that offers it.
    pub offers: VecDeque<(u64, u64)>,
    /// When the SYN is retransmitted.
    pub syn_deadline: Time,
    /// When the connection's first SYN left.
    pub first_syn: Time,
    /// Starts and ends of its connections, jitter included, next one first.
    pub schedule: VecDeque<(Time, Time)>,
    /// Where the clock of its algorithm counts from.
    clock_zero: Time,
    /// When the source of the current connection stops.
    pub stop_at: Time,
    /// What earlier connections of this flow counted.
    pub before: FlowCounters,
    /// Segments delivered by the current connection.
    pub delivered_now: u64,
    /// The deliveries in the current bin of the trace.
    pub(super) deliveries: Deliveries,
    /// When the last segment of a transfer of given size was delivered.
    pub completed_at: Option<Time>,
    /// Start of the first connection.
    pub started_at: Option<Time>,
    /// Size of its data packets.
    pub packet_bytes: u16,
    /// Header flags of its data packets, except retransmissions.
    pub data_flags: Flags,
    /// Header flags of its retransmissions.
    pub resent_flags: Flags,
    /// Size of a connection's first segment, which may be the SYN.
    pub first_bytes: u16,
    /// Size of the packets that open a connection.
    pub handshake_bytes: u16,
    /// Number of segments without data: 1 if the SYN is a segment of the window, otherwise 0.
    pub empty_segments: u64,
    /// Size of its ACKs.
    pub ack_bytes: u16,
    /// Bytes that each SACK block adds to an ACK.
    pub sack_block_bytes: u16,
    /// Number of delivered segments that complete a transfer; `u64::MAX` if the source is
    /// unlimited.
    pub wanted_segments: u64,
    /// Sum of the waiting times of the data packets that arrived, over all its connections.
    pub queued: Queued,
    /// Their distribution and that of their delays, if the flow measures them.
    pub waits: Option<Box<Waits>>,
    /// The application that writes into its connections.
    pub application: Option<Box<Application>>,
    /// The flow has no application, measures no delays, and its receiver does not report marks: an
    /// arriving segment changes only the receiver.
    pub takes_fast_path: bool,
    /// Where the trace goes.
    pub handles: FlowHandles,
    /// Seeds for the random numbers of the algorithms of its connections.
    seeds: Stream,
    jitter: Option<(Stream, Span)>,
}

impl Flow {
    /// The flow as the scenario describes it, not started.
    #[inline]
    pub fn new(index: u32, setup: &FlowSetup, event_ids: FlowEvents, seed: u64) -> Flow {
        let schedule = setup.drawn_periods(seed).into();
        let mut seeds = Stream::new(seed, &format!("flow {} algorithm", setup.name));
        let [sender, receiver] = setup.access_delays.map(AccessLink::new);
        Flow {
            index,
            source: match &setup.source {
                SourceSetup::Tcp(tcp) => tcp_source(tcp, setup.packet_bytes, Time::ZERO, &mut seeds),
                SourceSetup::Cbr { rate } => Source::Cbr(cbr(*rate)),
            },
            phase: Phase::Idle,
            epoch: 0,
            route: Route::of(setup),
            event_ids,
            lines: Default::default(),
            access: [sender.clone(), receiver.clone(), receiver, sender],
            access_times: WireTimes::new(setup.access_rate),
            is_at_router: !setup.receiver_access,
            sacks: SackStore::default(),
            frames: FrameStore::default(),
            offers: VecDeque::new(),
            syn_deadline: Time::NEVER,
            first_syn: Time::NEVER,
            schedule,
            clock_zero: Time::ZERO,
            stop_at: Time::NEVER,
            before: FlowCounters::default(),
            delivered_now: 0,
            deliveries: Deliveries::new(CounterHandle::NONE),
            completed_at: None,
            started_at: None,
            packet_bytes: setup.packet_bytes as u16,
            data_flags: Flags::of(setup.ecn),
            resent_flags: Flags::of(setup.resent_ecn),
            first_bytes: if opens_in_window(setup) { HANDSHAKE_BYTES } else { setup.packet_bytes as u16 },
            handshake_bytes: if is_quic(setup) { QUIC_HANDSHAKE_BYTES } else { HANDSHAKE_BYTES },
            empty_segments: u64::from(opens_in_window(setup)),
            ack_bytes: match &setup.source {
                SourceSetup::Tcp(tcp) => tcp.ack_bytes as u16,
                SourceSetup::Cbr { .. } => 0,
            },
            sack_block_bytes: match &setup.source {
                SourceSetup::Tcp(tcp) => tcp.sack_block_bytes as u16,
                SourceSetup::Cbr { .. } => 0,
            },
            wanted_segments: match &setup.source {
                SourceSetup::Tcp(tcp) => tcp.segments.unwrap_or(u64::MAX),
                SourceSetup::Cbr { .. } => u64::MAX,
            },
            queued: Queued::default(),
            waits: setup.measures_delay.then(Box::default),
            application: Application::of(setup, seed),
            takes_fast_path: takes_fast_path(setup),
            handles: FlowHandles::none(),
            seeds,
            jitter: (setup.send_jitter > Span::ZERO)
                .then(|| (Stream::new(seed, &format!("flow {} send", setup.name)), setup.send_jitter)),
        }
    }

    /// Memory of the flow including itself, in bytes.
    pub fn bytes(&self) -> usize {
        let ends = match &self.source {
            Source::Tcp { sender, receiver } => sender.bytes() + receiver.bytes(),
            Source::Cbr(_) => 0,
        };
        size_of::<Flow>()
            + ends
            + self.lines.iter().map(Line::bytes).sum::<usize>()
            + self.sacks.bytes()
            + self.frames.bytes()
            + self.offers.capacity() * size_of::<(u64, u64)>()
            + self.application.as_ref().map_or(0, |application| application.bytes())
            + self.waits.as_ref().map_or(0, |waits| waits.bytes())
            + self.schedule.capacity() * size_of::<(Time, Time)>()
    }

    /// Sets where its trace goes.
    #[inline]
    pub fn record_to(&mut self, handles: FlowHandles) {
        self.deliveries = Deliveries::new(handles.delivered);
        self.handles = FlowHandles { has_more: handles.keeps_more(), ..handles };
    }

    /// From now on the clock of its algorithm counts from `zero`. For use before it starts.
    pub fn count_from(&mut self, zero: Time) {
        self.clock_zero = zero;
        if let Source::Tcp { sender, .. } = &mut self.source {
            *sender = sender.clone().counting_from(zero);
        }
    }

    /// Replaces the last connection by a new one and keeps its counters.
    pub fn renew(&mut self, setup: &FlowSetup) {
        self.before = self.counters();
        self.delivered_now = 0;
        self.epoch = self.epoch.wrapping_add(1);
        self.offers.clear();
        match &setup.source {
            SourceSetup::Tcp(tcp) => {
                self.source = tcp_source(tcp, setup.packet_bytes, self.clock_zero, &mut self.seeds);
            }
            SourceSetup::Cbr { rate } => self.source = Source::Cbr(cbr(*rate)),
        }
    }

    /// The counters over all its connections.
    pub fn counters(&self) -> FlowCounters {
        let mut sum = FlowCounters { queued: self.queued, ..self.before };
        sum.delivered += self.delivered_now;
        sum.arrived += self.delivered_now;
        match &self.source {
            Source::Tcp { sender, receiver } => {
                let now = sender.counters();
                sum.arrived += receiver.beyond_gap();
                sum.duplicates += receiver.duplicates();
                sum.marked += receiver.marked();
                sum.stale = receiver.stale().map(|now| sum.stale.unwrap_or(0) + now);
                sum.tells_marks = receiver.tells_marks();
                sum.sender.sent += now.sent;
                sum.sender.retransmitted += now.retransmitted;
                sum.sender.fast_retransmits += now.fast_retransmits;
                sum.sender.timeouts += now.timeouts;
                sum.sender.mark_reductions += now.mark_reductions;
                sum.sender.rtt_samples += now.rtt_samples;
                sum.sender.rtt_sum_s += now.rtt_sum_s;
            }
            Source::Cbr(cbr) => sum.sender.sent += cbr.next,
        }
        sum
    }

    /// Draws the random delay of a packet at the sender.
    #[inline]
    pub fn draw_jitter(&mut self) -> Span {
        match &mut self.jitter {
            None => Span::ZERO,
            Some((stream, most)) => Span::from_secs(stream.uniform() * most.secs()),
        }
    }

    /// Sends `packet` over an access link from `enter` on. Returns its arrival at the other end.
    #[inline(always)]
    pub fn cross(
        &mut self,
        link: Access,
        packet: &Packet,
        enter: Time,
        jitter: Span,
        recorder: &mut Recorder,
    ) -> Time {
        if matches!(link, Access::ReceiverIn | Access::ReceiverOut) && self.is_at_router {
            return enter;
        }
        let crossing = self.access[link as usize].cross(enter, packet.bytes, jitter, &mut self.access_times);
        if recorder.wants_packets() {
            let place = PacketLink::Access { flow: packet.flow, link: link as u32 };
            recorder.packet(PacketRecord {
                enter,
                start: crossing.start,
                depart: crossing.depart,
                arrive: crossing.arrive,
                fate: Fate::of_arrival(packet.flags.ecn()),
                ..record_of(packet, place)
            });
        }
        crossing.arrive
    }

    /// When the next arrival at the end of `line` was scheduled: at the start of its transmission
    /// over `link`.
    #[inline]
    pub fn began(&self, line: FlowLine, link: Access) -> Time {
        self.lines[line as usize].get(0).map_or(Time::NEVER, |head| {
            self.access[link as usize].began(head.at, head.bytes, &self.access_times)
        })
    }

    /// Start of the transmission over the receiver's access link, and the delay of the link, for a
    /// packet that arrives there.
    pub fn on_receiver_link(&self, packet: &Packet) -> (Time, Span) {
        let link = &self.access[Access::ReceiverIn as usize];
        (link.began(packet.at, packet.bytes, &self.access_times), link.delay())
    }

    /// When an ACK that is under way to the last router left the receiver.
    #[inline]
    pub fn ack_began(&self, ack: &Packet) -> Time {
        if self.is_at_router {
            return ack.at;
        }
        self.access[Access::ReceiverOut as usize].began(ack.at, ack.bytes, &self.access_times)
    }

    /// Start and end of the transmission over the source's access link, without jitter, for a
    /// packet under way to the first router.
    #[inline]
    pub fn on_source_link(&self, packet: &Packet) -> (Time, Time) {
        let link = &self.access[Access::SourceOut as usize];
        (link.began(packet.at, packet.bytes, &self.access_times), packet.at - link.delay())
    }

    /// Puts `packet` into a line that has an event in the event queue.
    #[inline(always)]
    pub fn put_in_line(&mut self, line: FlowLine, packet: Packet, event_queue: &mut EventQueue) {
        if self.lines[line as usize].push(packet) {
            event_queue.set(self.event_ids.lines[line as usize], packet.at);
        }
    }

    /// Takes the packet that arrives now at the end of a line.
    #[inline(always)]
    pub fn take_from_line(&mut self, line: FlowLine, event_queue: &mut EventQueue) -> Packet {
        let (packet, next) = self.lines[line as usize].pop();
        event_queue.set(self.event_ids.lines[line as usize], next);
        packet
    }

    /// Ensures that the timers are checked at `deadline` at the latest.
    #[inline(always)]
    pub fn arm_by(&self, deadline: Time, event_queue: &mut EventQueue) {
        // The event of a postponed timer is not moved: an early check is cheaper than a move with
        // every ACK.
        if deadline < event_queue.time_of(self.event_ids.timers) {
            event_queue.set(self.event_ids.timers, deadline);
        }
    }

    /// When the flow has to be woken next.
    #[inline]
    pub fn next_timer(&self) -> Time {
        let own = match &self.source {
            Source::Tcp { sender, receiver } => {
                sender.deadline().min(sender.wake_at()).min(receiver.deadline())
            }
            Source::Cbr(cbr) => cbr.next_at,
        };
        let acts = self.application.as_ref().map_or(Time::NEVER, |application| application.next());
        own.min(acts).min(self.syn_deadline).min(self.stop_at).min(self.next_start())
    }

    /// When its next connection starts.
    #[inline]
    pub fn next_start(&self) -> Time {
        self.schedule.front().map_or(Time::NEVER, |period| period.0)
    }
}

/// True if the SYN is the first segment of the window.
fn opens_in_window(setup: &FlowSetup) -> bool {
    matches!(&setup.source, SourceSetup::Tcp(tcp) if tcp.handshake == Handshake::InWindow)
}

fn is_quic(setup: &FlowSetup) -> bool {
    setup.tcp().is_some_and(|tcp| tcp.mechanisms.quic.is_some())
}

fn takes_fast_path(setup: &FlowSetup) -> bool {
    match &setup.source {
        SourceSetup::Tcp(tcp) => {
            tcp.application.is_none()
                && tcp.marks == MarkFeedback::Off
                && tcp.mechanisms.gro.is_none()
                && tcp.mechanisms.quic.is_none()
                && !setup.measures_delay
        }
        SourceSetup::Cbr { .. } => false,
    }
}

fn tcp_source(tcp: &TcpSetup, packet_bytes: u32, clock_zero: Time, seeds: &mut Stream) -> Source {
    let sender = Sender::new(tcp, packet_bytes, seeds.seed()).counting_from(clock_zero);
    let receiver = receiver_of(tcp, packet_bytes);
    let sender = match receiver.offered() {
        Some(window) => sender.offered(window),
        None => sender,
    };
    Source::Tcp { sender, receiver }
}

/// Headers of a data segment, and what the option with timestamps adds.
const HEADER_BYTES: u32 = 40;
const TIMESTAMP_BYTES: u32 = 12;
/// The largest IP packet: what a network card merges is no larger (`gro_max_size`).
const LARGEST_PACKET_BYTES: u32 = 65_535;

fn receiver_of(tcp: &TcpSetup, packet_bytes: u32) -> Receiver {
    let headers = HEADER_BYTES + if tcp.timestamps { TIMESTAMP_BYTES } else { 0 };
    let payload = packet_bytes.saturating_sub(headers).max(1);
    let delays = delays_acks(tcp.delayed_ack, tcp.receive_window);
    let receiver =
        Receiver::new(delays.then_some(tcp.delayed_ack_timeout), tcp.timestamps).telling_marks(tcp.marks);
    let receiver = match tcp.mechanisms.linux_acks {
        Some(linux) => {
            let receiver = receiver.acknowledge_as_linux(linux);
            match linux.buffer {
                Some(buffer) => receiver.growing(ReceiveBuffer::new(buffer, packet_bytes, payload)),
                None => receiver,
            }
        }
        None => receiver,
    };
    let receiver = match tcp.mechanisms.gro {
        Some(wait) => receiver.merging(wait, (LARGEST_PACKET_BYTES - headers) / payload),
        None => receiver,
    };
    let receiver = match tcp.mechanisms.quic {
        Some(quic) => receiver.numbering(AckPolicy::new(quic)),
        None => receiver,
    };
    let receiver = if tcp.mechanisms.chosen.dsack { receiver.telling_duplicates() } else { receiver };
    let receiver = if tcp.mechanisms.chosen.paws { receiver.discarding_stale() } else { receiver };
    let receiver = if tcp.recovery_variants.delays_last { receiver.delay_last_again() } else { receiver };
    let receiver = if tcp.recovery_variants.remembers_few { receiver.remembering_few() } else { receiver };
    if tcp.handshake == Handshake::InWindow { receiver.answering_first() } else { receiver }
}

fn cbr(rate: BitRate) -> CbrSource {
    CbrSource { serializer: Serializer::new(rate), next: 0, next_at: Time::NEVER }
}
