//! One direction of a hop: queue, transmitter, propagation, loss (queues-and-links §1).
//!
//! A packet's fate is settled when it arrives. In a first-in-first-out queue that decides at
//! arrival, the start and the end of a transmission depend only on earlier arrivals. So a channel
//! needs no event of its own: the queue is brought up to date ("drained") when the next packet
//! arrives or when its state is read. Disciplines that drop packets which have waited need an
//! event: see `dequeue.rs`.

use std::collections::VecDeque;

use super::counters::{ChannelCounters, ChannelMeasures};
use super::jitter_state::JitterState;
use super::line_store::LineStore;
use super::packet::growth_bytes;
use super::path_delay::{PathDelay, forward_of};
use super::queue_extremes::QueueExtremes;
use super::{CHANNEL_STATE, DelayHistogram, Packet, Tally, Transmitter};
use crate::loss::{Loss, Losses, draws_stream, state_stream};
use crate::queue::{ChannelFacts, Discipline, Queue, QueueView};
use crate::rng::Stream;
use crate::setup::{Capacity, ChannelSetup, Ecn, LossPosition};
use crate::trace::{CHANNEL_SOURCE, Handle, Recorder, SeriesId, SeriesOf, whole};
use crate::units::{Span, Time};

/// A packet that waits for its transmission.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    /// Start of its transmission; `NEVER` if the queue decides at dequeue.
    pub start: Time,
    pub arrived: Time,
    pub flow: u32,
    pub bytes: u16,
    pub ecn: Ecn,
}

impl Waiting {
    /// An arriving packet whose transmission starts at `start`.
    #[inline(always)]
    pub fn of(packet: &Packet, start: Time) -> Waiting {
        Waiting { start, arrived: packet.at, flow: packet.flow, bytes: packet.bytes, ecn: packet.flags.ecn() }
    }
}

/// The series of what a discipline keeps, with its value. It is recorded if the discipline has the value at its start.
const OF_DISCIPLINE: [SeriesOf<Queue>; 2] = [
    (SeriesId::AqmAverage, |queue| queue.average()),
    (SeriesId::AqmProbability, |queue| queue.probability()),
];

/// Where a channel's trace goes.
#[derive(Clone, Copy, Debug)]
pub struct ChannelHandles {
    /// Waiting packets.
    pub queue: Handle,
    /// What the discipline keeps, such as its average.
    pub of_discipline: [Handle; OF_DISCIPLINE.len()],
    /// Packets that the discipline has marked.
    pub marks: Handle,
    /// Packets accepted so far, sampled at each mark: with the marks this gives the marked share.
    pub passed: Handle,
    /// Packets in each of its measured lines.
    pub lines: [Handle; 2],
}

impl ChannelHandles {
    /// Nothing is traced.
    pub const NONE: ChannelHandles = ChannelHandles {
        queue: Handle::NONE,
        of_discipline: [Handle::NONE; OF_DISCIPLINE.len()],
        marks: Handle::NONE,
        passed: Handle::NONE,
        lines: [Handle::NONE; 2],
    };
}

/// The fate of an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It reaches the other end at this instant. Queue and link may have changed its headers.
    Arrives(Time),
    /// It waits, and its fate is settled when the transmitter is free for it.
    Waits,
    Gone,
}

/// A packet at a channel, and the context in which it is handled.
pub struct Arrival<'a> {
    /// The packet; `at` is when it arrived. The channel may change its flags.
    pub packet: &'a mut Packet,
    /// Now: its arrival, or the end of its wait.
    pub now: Time,
    /// Receives the trace.
    pub recorder: &'a mut Recorder,
    /// Receives the fingerprint.
    pub tally: &'a mut Tally,
}

/// The state that decides a tie.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TieState {
    /// Another order decides. Otherwise the departure comes first.
    pub is_ordered: bool,
    /// When the transmission under way began.
    pub served_since: Time,
    /// The packet that arrives now comes first.
    pub is_packet_first: bool,
}

/// One direction of a hop.
#[derive(Clone, Debug)]
pub struct Channel {
    pub(super) index: u32,
    /// The one-way propagation delay; the smallest one, if it changes.
    pub(super) delay: Span,
    /// The delay over time, if it changes.
    pub(super) path: Option<Box<PathDelay>>,
    pub(super) capacity: Capacity,
    pub(super) transmitter: Transmitter,
    pub(super) queue: Queue,
    pub(super) loss: Loss,
    /// Where it loses packets, if it does.
    pub(super) loss_position: Option<LossPosition>,
    /// Its loss model sees a packet at the far end of the link.
    pub(super) loses_at_far_end: bool,
    /// True if its loss model has states to show after a fork.
    pub(super) expects_states: bool,
    /// True without losses, without jitter and with a constant delay.
    pub(super) has_fixed_delivery: bool,
    /// The jitter, if there is any.
    pub(super) jitter: Option<Box<JitterState>>,
    pub(super) queue_random: Stream,
    pub(super) loss_draws: Stream,
    pub(super) waiting: VecDeque<Waiting>,
    pub(super) waiting_bytes: u64,
    /// If the queue decides at dequeue: the waiting packets, each with its number. Otherwise empty.
    pub(super) held: VecDeque<(Packet, u64)>,
    /// If packets wait in several lines: the lines, and the number of packets in them. `waiting`
    /// and `held` are then empty.
    pub(super) lines: Option<Box<LineStore>>,
    pub(super) lined: usize,
    pub(super) decides_at_dequeue: bool,
    /// True if the headers of lost segments still arrive.
    pub(super) reports_corruption: bool,
    /// Plain drop-tail and no loss before the queue, as in most channels: neither a discipline nor
    /// a loss model has to be asked at an arrival.
    pub(super) takes_fast_path: bool,
    /// True if the channel has its own events in the event queue.
    pub(super) has_own_events: bool,
    pub(super) ties: TieState,
    pub(super) free_at: Time,
    /// True if the discipline has dropped a packet that it would have marked at a lower
    /// probability.
    pub(super) marks_ended: bool,
    pub(super) counters: ChannelCounters,
    pub(super) waits: DelayHistogram,
    pub(super) handles: ChannelHandles,
    pub(super) queue_extremes: QueueExtremes,
    /// The most packets that waited since the last snapshot. It is noted before packets leave: until then
    /// the queue only grows.
    pub(super) longest: usize,
}

impl Channel {
    /// Channel number `index` (2·hop, plus 1 for backward) called `name` of a run with `seed`.
    #[inline]
    pub fn new(index: u32, name: &str, setup: &ChannelSetup, packet_bytes: u32, seed: u64) -> Channel {
        let rate_bps = setup.rate.nominal().bps() as f64;
        let capacity_packets = match setup.queue.capacity {
            Capacity::Packets(packets) => packets as f64,
            Capacity::Bytes(bytes) => bytes as f64 / f64::from(packet_bytes),
        };
        let facts =
            ChannelFacts { rate_bps, delay_s: setup.delay.least().secs(), capacity_packets, packet_bytes };
        let jitter = JitterState::new(setup, name, seed);
        let path = PathDelay::new(setup, name, seed);
        let mut queue = Queue::new(&setup.queue, &facts);
        Channel {
            index,
            delay: setup.delay.least(),
            capacity: setup.queue.capacity,
            transmitter: Transmitter::new(&setup.rate),
            decides_at_dequeue: queue.decides_at_dequeue(),
            lines: LineStore::of(&mut queue),
            lined: 0,
            reports_corruption: false,
            takes_fast_path: is_unmanaged(setup) && !queue.decides_at_dequeue(),
            queue,
            loss: loss_of(name, setup, seed),
            expects_states: false,
            loss_position: position_of(setup),
            loses_at_far_end: setup.loss.streams.is_some(),
            has_fixed_delivery: position_of(setup).is_none() && jitter.is_none() && path.is_none(),
            jitter,
            path,
            queue_random: Stream::new(seed, &format!("{name} queue")),
            loss_draws: draws_stream(&setup.loss, name, seed),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            held: VecDeque::new(),
            has_own_events: false,
            ties: TieState::default(),
            free_at: Time::ZERO,
            counters: ChannelCounters::default(),
            waits: DelayHistogram::default(),
            marks_ended: false,
            handles: ChannelHandles::NONE,
            queue_extremes: QueueExtremes::default(),
            longest: 0,
        }
    }

    /// Makes the queue decide at dequeue with any discipline, because a PEP may insert packets in
    /// front.
    pub fn decide_at_dequeue(&mut self) {
        self.decides_at_dequeue = true;
        self.takes_fast_path = false;
    }

    /// From now on the headers of segments that the link loses still arrive.
    pub fn report_corruption(&mut self) {
        self.reports_corruption = true;
    }

    /// Sets whether the channel has its own events in the event queue. If so, the code that gives
    /// it a packet must update them.
    pub fn set_own_events(&mut self, has_own_events: bool) {
        self.has_own_events = has_own_events;
    }

    /// Whether the channel has its own events in the event queue.
    #[inline]
    pub fn has_own_events(&self) -> bool {
        self.has_own_events
    }

    /// Sets where the trace goes.
    pub fn record_to(&mut self, handles: ChannelHandles) {
        self.handles = handles;
    }

    /// The series of what a discipline keeps, with whether its own has it.
    pub fn series_of_discipline(&self) -> [(SeriesId, bool); OF_DISCIPLINE.len()] {
        OF_DISCIPLINE.map(|(series, value)| (series, value(&self.queue).is_some()))
    }

    /// True if its discipline marks packets.
    pub fn can_mark(&self) -> bool {
        self.queue.marking().is_some()
    }

    /// True if its lines are measured separately.
    pub fn measures_lines(&self) -> bool {
        self.lines.as_ref().is_some_and(|lines| !lines.measures.is_empty())
    }

    /// Waiting packets at the last drain.
    #[inline]
    pub fn waiting(&self) -> usize {
        self.waiting.len() + self.lined
    }

    /// Bytes of a waiting packet, besides those in a line. They include the packet itself, which is
    /// held here if fates are settled late.
    pub const WAITING_BYTES: usize = size_of::<Waiting>() + size_of::<(Packet, u64)>();

    /// Bytes of a line without its packets, if packets wait in several lines.
    pub const LINE_BYTES: usize = LineStore::LINE_BYTES;

    /// Memory of the channel including itself, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Channel>()
            + self.waiting.capacity() * size_of::<Waiting>()
            + self.held.capacity() * size_of::<(Packet, u64)>()
            + self.waits.bytes()
            + self.lines.as_ref().map_or(0, |lines| lines.bytes())
            + self.late_bytes()
            + self.path.as_ref().map_or(0, |path| path.bytes())
    }

    /// Bytes that it soon takes more.
    pub fn growth_bytes(&self) -> usize {
        growth_bytes(&self.waiting) + growth_bytes(&self.held)
    }

    /// Sums over its packets. They include settled starts that are still in the future.
    pub fn counters(&self) -> &ChannelCounters {
        &self.counters
    }

    /// The counts and measures at `now`. The channel must be drained up to `now`.
    #[inline]
    pub fn measures(&self, now: Time) -> ChannelMeasures {
        let (mut counters, mut waits) = (self.counters, self.waits.clone());
        let (mut started, mut waiting_nanos) = (counters.accepted, 0);
        for packet in &self.waiting {
            waiting_nanos += now.since(packet.arrived).nanos();
            // If the queue decides at dequeue, a waiting packet has no start yet and is not
            // counted.
            if !self.decides_at_dequeue {
                let wait_nanos = packet.start.since(packet.arrived).nanos();
                counters.wait_nanos = counters.wait_nanos.wrapping_sub(wait_nanos);
                started -= 1;
                waits.discount(wait_nanos);
            }
        }
        let mut lined_bytes = 0;
        for packet in self.lines.iter().flat_map(|lines| lines.packets()) {
            waiting_nanos += now.since(packet.at).nanos();
            lined_bytes += u64::from(packet.bytes);
        }
        debug_assert!(self.lines.is_none() || lined_bytes == self.waiting_bytes, "bytes of the lines");
        // Each packet adds its waiting time to the integral of the queue.
        let queue_nanos = counters.wait_nanos + counters.wasted_nanos + waiting_nanos;
        // The settled bits that are not sent yet are exactly what the transmitter sends from now
        // until it is free.
        let unsent = if self.free_at > now { self.transmitter.capacity_bits(now, self.free_at) } else { 0.0 };
        ChannelMeasures {
            counters,
            started,
            bits_sent: (counters.bits as f64 - unsent).max(0.0),
            waits,
            queue_packet_s: queue_nanos as f64 / 1e9,
            longest: self.longest.max(self.waiting()),
            can_mark: self.can_mark(),
            lines: self.lines.as_ref().map_or_else(Vec::new, |lines| lines.measures.clone()),
        }
    }

    /// From now on `longest` is that of another interval. The channel must be drained up to now.
    #[inline]
    pub fn begin_interval(&mut self) {
        self.longest = 0;
    }

    /// One-way propagation delay; the smallest one, if it changes.
    pub fn delay(&self) -> Span {
        self.delay
    }

    /// Bits the channel could transmit in `[from, to]`.
    pub fn capacity_bits(&self, from: Time, to: Time) -> f64 {
        self.transmitter.capacity_bits(from, to)
    }

    /// Records the number of waiting packets from `at` on.
    #[inline]
    pub(super) fn record_waiting(&self, at: Time, recorder: &mut Recorder) {
        recorder.sample(self.handles.queue, recorder.bin(at), whole(self.waiting() as u64));
    }

    /// Removes the packet at the head from the queue.
    #[inline]
    pub(super) fn leave_queue(&mut self) -> Option<Waiting> {
        let head = self.waiting.pop_front()?;
        self.waiting_bytes -= u64::from(head.bytes);
        Some(head)
    }

    /// What a discipline sees about a packet of `flow` now.
    #[inline]
    pub(super) fn view(&self, now: Time, packet_bytes: u32, flow: u32, ecn: Ecn) -> QueueView {
        let busy = self.is_busy(now);
        QueueView {
            now,
            packets: self.waiting() as u64,
            bytes: self.waiting_bytes,
            full: busy && !self.has_room(packet_bytes),
            packet_bytes,
            flow,
            ecn,
            wait: (!self.decides_at_dequeue).then(|| self.free_at.since(now)),
            idle_since: (!busy).then_some(self.free_at),
        }
    }

    /// The same for `packet`.
    #[inline]
    pub(super) fn view_of(&self, packet: &Packet, now: Time) -> QueueView {
        self.view(now, u32::from(packet.bytes), packet.flow, packet.flags.ecn())
    }

    /// True if one more packet may wait.
    #[inline]
    pub(super) fn has_room(&self, packet_bytes: u32) -> bool {
        match self.capacity {
            Capacity::Packets(capacity) => (self.waiting() as u64) < capacity,
            Capacity::Bytes(capacity) => self.waiting_bytes + u64::from(packet_bytes) <= capacity,
        }
    }

    /// True if the queue exceeds its capacity.
    pub(super) fn is_over_full(&self) -> bool {
        match self.capacity {
            Capacity::Packets(capacity) => self.waiting() as u64 > capacity,
            Capacity::Bytes(capacity) => self.waiting_bytes > capacity,
        }
    }

    /// True if it needs an event at the end of transmissions.
    pub fn decides_at_dequeue(&self) -> bool {
        self.decides_at_dequeue
    }

    /// True if there is room for a packet of this many bytes now.
    pub fn takes(&self, now: Time, bytes: u32) -> bool {
        !self.view(now, bytes, 0, Ecn::NotCapable).full
    }

    /// The number of packets whose fate is not settled yet.
    pub fn held(&self) -> u64 {
        (self.held.len() + self.lined) as u64
    }

    /// When the transmitter turns to the next waiting packet.
    #[inline]
    pub fn next_service(&self) -> Time {
        if self.held.is_empty() && self.lined == 0 { Time::NEVER } else { self.free_at }
    }

    /// When the last packet whose transmission is settled reaches the far end.
    pub fn settled_until(&self) -> Time {
        self.path.as_ref().map_or(self.free_at + self.delay, |path| path.last_arrival())
            + self.longest_jitter()
    }

    /// True if its loss model has states to show.
    pub fn has_states(&mut self) -> bool {
        self.loss.has_states() || self.expects_states
    }

    /// The next change of the loss model's state, if it is known.
    #[inline]
    pub fn next_state_change(&mut self) -> Time {
        self.loss.next_change().map_or(Time::NEVER, |change| change.at)
    }

    /// Shows the changes of state up to `now`.
    pub fn show_state_changes(&mut self, now: Time, recorder: &mut Recorder) {
        while let Some(change) = self.loss.next_change().filter(|change| change.at <= now) {
            let values = [f64::from(u8::from(change.bad))];
            recorder.event(change.at, CHANNEL_SOURCE | self.index, CHANNEL_STATE, &values);
            self.loss.take_change();
        }
    }

    #[inline]
    pub(super) fn record_aqm(&self, now: Time, recorder: &mut Recorder) {
        let bin = recorder.bin(now);
        for (place, (_, value)) in OF_DISCIPLINE.into_iter().enumerate() {
            let handle = self.handles.of_discipline[place];
            if handle != Handle::NONE {
                recorder.sample(handle, bin, value(&self.queue).unwrap_or(0.0) as f32);
            }
        }
    }
}

/// The loss model of the channel called `name`, described by `setup`, of a run with `seed`.
#[inline]
pub(super) fn loss_of(name: &str, setup: &ChannelSetup, seed: u64) -> Loss {
    Loss::new(&setup.loss, state_stream(&setup.loss, &loss_owner(name, setup), seed))
}

/// The name of the state process of a channel's losses. A shared process is named after the forward
/// channel.
#[inline]
fn loss_owner(name: &str, setup: &ChannelSetup) -> String {
    if setup.loss.shared { forward_of(name) } else { name.to_owned() }
}

/// Where a channel loses packets, if it does.
#[inline]
pub(super) fn position_of(setup: &ChannelSetup) -> Option<LossPosition> {
    (setup.loss.kind != "none").then_some(setup.loss.position)
}

/// True if neither a discipline nor a loss model has to be asked about an arrival: plain drop-tail
/// and no loss before the queue, unless the queue decides at dequeue.
pub(super) fn is_unmanaged(setup: &ChannelSetup) -> bool {
    Queue::features_of(setup.queue.kind).only_overflows
        && setup.queue.own.is_none()
        && position_of(setup) != Some(LossPosition::Before)
}
