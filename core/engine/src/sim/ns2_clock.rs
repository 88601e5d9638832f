//! ns-2's clock beside the engine's clock, for the order of events at the same instant.
//!
//! ns-2 adds times as floating-point numbers (`Scheduler::schedule`: `clock_ + delay`), and every
//! sum is rounded. If packets of two flows meet at one instant, the rounding of all transmissions
//! since they last left the queue decides which one is first. The result is the same until the
//! clock passes a power of two. So this module keeps the ns-2 time of each packet under way. Events
//! with equal ns-2 times come in the order in which ns-2 scheduled them (its events have ascending
//! numbers). ns-2 schedules a packet's arrival and the end of its transmission when the
//! transmission begins (`LinkDelay::recv`), and timers long before.
//!
//! The engine's clock still decides when an event happens. ns-2's clock only breaks ties.

use std::collections::VecDeque;

use super::event_ids::EventKind;
use super::flow::{Flow, FlowLine};
use super::forwarding::Access;
use super::network::Network;
use crate::net::{Channel, Line, Packet};
use crate::units::{Span, Time};

/// An instant of ns-2's clock, as the bits of its seconds, and the same instant of the engine's
/// clock. Instants computed from it inherit the difference between the clocks.
#[derive(Clone, Copy, Debug, Default)]
struct Instant {
    /// Non-negative floating-point numbers have the same order as their bits.
    ns2: u64,
    ours: Time,
}

impl Instant {
    /// An instant at which both clocks agree.
    fn ours(at: Time) -> Instant {
        Instant { ns2: at.secs().to_bits(), ours: at }
    }

    /// ns-2's clock when the engine's clock is `at`, computed from this instant.
    fn to(self, at: Time) -> Instant {
        self.over(at, Span::ZERO)
    }

    /// The same for the arrival at the far end of a link with delay `delay` after the transmission.
    /// ns-2 rounds the transmission time, the delay and their sum before it adds the clock
    /// (`LinkDelay::recv`: `txt + delay_`). This makes a difference while the clock is small.
    fn over(self, at: Time, delay: Span) -> Instant {
        let nanos = at.nanos() as i64 - self.ours.nanos() as i64;
        let way = (delay.nanos() as i64).min(nanos);
        let sum = (nanos - way) as f64 / 1e9 + way as f64 / 1e9;
        Instant { ns2: (f64::from_bits(self.ns2) + sum).to_bits(), ours: at }
    }
}

/// The current event. Its effects are read when it is over.
#[derive(Clone, Copy, Debug)]
struct UnderWay {
    at: Instant,
    flow: u32,
    /// The channel that its packet enters.
    enters: Option<u32>,
}

/// The timer of a flow's delayed ACK.
#[derive(Clone, Copy, Debug, Default)]
struct DueAck {
    /// When it expires.
    at: Instant,
    /// When it was set.
    set: Time,
    /// When the timer before it expired.
    before: Instant,
}

impl DueAck {
    /// The instant at which the timer let an ACK go at `began`.
    fn at(&self, began: Time) -> Instant {
        let known = [self.at, self.before].into_iter().find(|due| due.ours == began);
        known.unwrap_or(Instant::ours(began))
    }
}

/// The arrival of a packet at its receiver.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reception {
    at: Instant,
    /// When it was scheduled: at the start of the last transmission.
    scheduled: Time,
}

/// A packet that arrives at an event.
struct Coming {
    /// The place of its line.
    place: usize,
    flow: u32,
    /// The channel that it enters.
    enters: Option<u32>,
    /// The delay of the link that it crosses.
    delay: Span,
}

/// ns-2's clock.
#[derive(Clone, Debug)]
pub(super) struct Ns2Clock {
    /// The instant from which each packet is under way: first for the lines of each flow, then for
    /// the lines between channels. After them, by channel, the ends of the settled transmissions,
    /// the current one first.
    lines: Vec<VecDeque<Instant>>,
    /// Where the lines between channels begin.
    between: usize,
    /// Where the lists of transmissions begin.
    ends: usize,
    /// The end of the last transmission on the sender's access link, by flow.
    free: Vec<Instant>,
    /// The timer of the delayed ACK, by flow.
    due: Vec<DueAck>,
    under_way: Option<UnderWay>,
}

/// Used instead of a flow number: the current event may have sent packets of any flow.
const ALL: u32 = u32::MAX;

/// Lines of a flow.
const LINES: usize = 4;

fn place_of(flow: u32, line: FlowLine) -> usize {
    LINES * flow as usize + line as usize
}

/// Records that the new packets in `line` are under way from `from` on. Packets that arrive before
/// `from` were sent by a timer, at an instant of the engine's clock: the result is then the same
/// whether or not a receiver runs ahead.
fn follow(known: &mut VecDeque<Instant>, line: &Line, from: Instant) {
    while let Some(packet) = line.get(known.len()) {
        known.push_back(if packet.at < from.ours { Instant::ours(packet.at) } else { from });
    }
}

/// The same for the ACKs of the receiver of `flow`, of which some were sent by its timer.
fn follow_acks(known: &mut VecDeque<Instant>, flow: &Flow, from: Instant, due: &DueAck) {
    while let Some(ack) = flow.lines[FlowLine::AckIn as usize].get(known.len()) {
        let began = flow.ack_began(ack);
        known.push_back(if began < from.ours { due.at(began) } else { from });
    }
}

/// The same for the packets that `flow` sends over its own access link. A packet that waits there
/// for earlier ones is under way from the end of their transmissions on. `free` is the end of the
/// last transmission.
fn follow_burst(known: &mut VecDeque<Instant>, free: &mut Instant, flow: &Flow, from: Instant) {
    while let Some(packet) = flow.lines[FlowLine::DataIn as usize].get(known.len()) {
        let (began, ended) = flow.on_source_link(packet);
        let start = if began == free.ours {
            *free
        } else if packet.at < from.ours {
            // Sent by a timer, at an instant of the engine's clock.
            Instant::ours(began)
        } else {
            from
        };
        *free = start.to(ended);
        known.push_back(start);
    }
}

/// The packets that wait in `channel` when it has accepted one. If fates are settled at arrival,
/// that one waits behind all others.
fn waiting_in(channel: &Channel) -> usize {
    if channel.decides_at_dequeue() { 0 } else { channel.waiting() }
}

/// When the transmission of a packet begins that `channel` has accepted at `at`. `ends` are the ends
/// of the transmissions before it.
fn start_in(ends: &VecDeque<Instant>, channel: &Channel, at: Instant) -> Instant {
    if waiting_in(channel) > 0 { ends.back().copied().unwrap_or_default() } else { at }
}

/// When a packet reaches the far end of `channel` whose transmission begins at `start` and is the
/// last one.
fn far_end(start: Instant, channel: &Channel) -> Instant {
    start.over(channel.free_at() + channel.delay(), channel.delay())
}

/// A packet has arrived at `channel` at `at`. Returns when it reaches the far end, or `at` if the
/// channel did not accept it.
fn follow_packet(ends: &mut VecDeque<Instant>, channel: &Channel, at: Instant) -> Instant {
    let last = ends.back().copied().unwrap_or_default();
    let is_in = channel.free_at() != last.ours;
    let waiting = waiting_in(channel);
    let start = start_in(ends, channel, at);
    if is_in {
        ends.push_back(start.to(channel.free_at()));
    }
    while ends.len() > waiting + 1 {
        ends.pop_front();
    }
    if is_in { far_end(start, channel) } else { at }
}

impl Ns2Clock {
    /// Bytes per packet under way.
    pub const PACKET_BYTES: usize = size_of::<Instant>();

    /// The clock at the start of a run.
    pub fn new(channels: usize, flows: usize) -> Ns2Clock {
        let between = LINES * flows;
        let ends = between + channels;
        let lines = (0..ends + channels).map(|_| VecDeque::new()).collect();
        let due = vec![DueAck::default(); flows];
        Ns2Clock { lines, between, ends, free: vec![Instant::default(); flows], due, under_way: None }
    }

    /// Memory of the clock, in bytes.
    pub fn bytes(&self) -> usize {
        let packets: usize = self.lines.iter().map(VecDeque::capacity).sum();
        let of_flows = size_of_val(self.free.as_slice()) + size_of_val(self.due.as_slice());
        packets * Self::PACKET_BYTES + size_of_val(self.lines.as_slice()) + of_flows
    }

    /// Records that the new packets of `flow` are under way from `from` on.
    fn follow_flow(&mut self, flow: &Flow, from: Instant) {
        let first = place_of(flow.index, FlowLine::DataIn);
        follow_burst(&mut self.lines[first], &mut self.free[flow.index as usize], flow, from);
        for (place, (known, line)) in self.lines[first..].iter_mut().zip(&flow.lines).enumerate().skip(1) {
            if place == FlowLine::DataOut as usize {
                // The instant is kept for the ACK of the receiver, as if the receiver saw the
                // packet at once.
                known.resize(line.len(), from);
            } else if place == FlowLine::AckIn as usize {
                follow_acks(known, flow, from, &self.due[flow.index as usize]);
            } else {
                follow(known, line, from);
            }
        }
    }

    /// The arrival at its receiver of `packet`, which leaves `channel` after the current event has put
    /// it there.
    pub fn arrival_from(&self, channel: (u32, &Channel), flow: &Flow, packet: &Packet) -> Reception {
        let (index, channel) = channel;
        let entered = self.under_way.filter(|event| event.enters == Some(index));
        let left = entered.map_or(Instant::ours(packet.at), |event| {
            // The end of this transmission is recorded after the event.
            far_end(start_in(&self.lines[self.ends + index as usize], channel, event.at), channel)
        });
        self.over_access(left, channel, flow, packet)
    }

    /// The arrival at its receiver of `packet`, the next one in the line from `channel`.
    pub fn arrival_of_line(&self, channel: &Channel, flow: &Flow, packet: &Packet) -> Reception {
        let known = self.lines[place_of(flow.index, FlowLine::DataOut)].front().copied();
        let left = known.filter(|left| left.ours != Time::NEVER).unwrap_or(Instant::ours(packet.at));
        self.over_access(left, channel, flow, packet)
    }

    /// The arrival of `packet`, which leaves `channel` at `left`, over the receiver's access link.
    fn over_access(&self, left: Instant, channel: &Channel, flow: &Flow, packet: &Packet) -> Reception {
        if flow.is_at_router {
            return Reception { at: left.to(packet.at), scheduled: channel.began(packet.at, packet.bytes) };
        }
        let (began, delay) = flow.on_receiver_link(packet);
        Reception { at: left.over(packet.at, delay), scheduled: began }
    }

    /// Whether the delayed ACK of `flow` is due at the instant of this arrival, and before it.
    pub fn is_ack_first(&self, flow: &Flow, arrival: &Reception) -> bool {
        let due = self.due[flow.index as usize];
        let is_tied = flow.ack_due() == arrival.at.ours && due.at.ours == arrival.at.ours;
        is_tied && (due.at.ns2, due.set) < (arrival.at.ns2, arrival.scheduled)
    }

    /// The receiver of `flow` has taken the packet of this arrival, which may have set its timer.
    pub fn note_due_ack(&mut self, flow: &Flow, arrival: &Reception) {
        let due = flow.ack_due();
        let known = &mut self.due[flow.index as usize];
        if due != Time::NEVER && due != known.at.ours {
            *known = DueAck { at: arrival.at.to(due), set: arrival.at.ours, before: known.at };
        }
    }

    /// The receiver of `flow` has taken the packet that arrived at `at`.
    #[inline(never)]
    pub fn follow_receiver(&mut self, flow: &Flow, at: Time) {
        let known = &mut self.lines[place_of(flow.index, FlowLine::DataOut)];
        let from = known.pop_front().unwrap_or(Instant::ours(at));
        self.follow_flow(flow, from);
    }
}

impl Network {
    /// Returns the event that is first in ns-2 among those at the earliest instant. If it is a
    /// packet that enters a channel, also tells the channel whether the packet comes before a
    /// transmission ends.
    #[inline(never)]
    pub(super) fn first_in_ns2(&mut self) -> u32 {
        self.follow_event();
        let (now, first) = self.event_queue.next();
        let order = if self.event_queue.is_tied() { self.first_of_tied(now) } else { first };
        let Some(coming) = self.coming(order) else {
            let flow = match self.event_ids.kind(order) {
                EventKind::Timers(flow) => flow,
                // The flow is not known here, so all flows are checked.
                _ => ALL,
            };
            // The instant at which a timer was set is not known: its packets start at the engine's
            // clock.
            let under_way = UnderWay { at: Instant::ours(Time::NEVER), flow, enters: None };
            if let Some(clock) = &mut self.ns2_clock {
                clock.under_way = Some(under_way);
            }
            return order;
        };
        let ns2 = self.in_ns2(&coming, now);
        if let Some(index) = coming.enters {
            let is_first = self.channels[index as usize].departure_at(now).is_some_and(|departure| {
                let ends = self.ns2_clock.as_ref().map(|clock| &clock.lines[clock.ends + index as usize]);
                let end = ends.and_then(|ends| ends.get(departure.passed).copied());
                (ns2, self.scheduled(order)) < (end.unwrap_or(Instant::ours(now)).ns2, departure.since)
            });
            self.channels[index as usize].let_packet_be_first(is_first);
        }
        if let Some(clock) = &mut self.ns2_clock {
            clock.lines[coming.place].pop_front();
            let at = Instant { ns2, ours: now };
            clock.under_way = Some(UnderWay { at, flow: coming.flow, enters: coming.enters });
        }
        order
    }

    /// The first event among several at the instant `now`.
    #[inline(never)]
    fn first_of_tied(&self, now: Time) -> u32 {
        let mut first = (u64::MAX, Time::NEVER, u32::MAX);
        self.event_queue.each_earliest(&mut |order| {
            let (ns2, scheduled) = match self.coming(order) {
                Some(coming) => (self.in_ns2(&coming, now), self.scheduled(order)),
                None if matches!(self.event_ids.kind(order), EventKind::Timers(_)) => (0, Time::ZERO),
                // Events of queues and links that ns-2 does not have.
                None => (u64::MAX, Time::NEVER),
            };
            first = first.min((ns2, scheduled, order));
        });
        first.2
    }

    /// The packet that arrives at the event of this order, if there is one.
    fn coming(&self, order: u32) -> Option<Coming> {
        let clock = self.ns2_clock.as_ref()?;
        let (flow, line, link) = match self.event_ids.kind(order) {
            EventKind::Channel(channel) => {
                return Some(Coming {
                    place: clock.between + channel as usize,
                    flow: self.between[channel as usize].get(0)?.flow,
                    enters: Some(channel),
                    // The packet comes directly from the end of the channel before.
                    delay: Span::ZERO,
                });
            }
            EventKind::DataIn(flow) => (flow, FlowLine::DataIn, Access::SourceOut),
            EventKind::AckIn(flow) => (flow, FlowLine::AckIn, Access::ReceiverOut),
            EventKind::AckOut(flow) => (flow, FlowLine::AckOut, Access::SourceIn),
            _ => return None,
        };
        let state = &self.flows[flow as usize];
        Some(Coming {
            place: place_of(flow, line),
            flow,
            enters: state.route.entry.get(line as usize).copied(),
            delay: state.access[link as usize].delay(),
        })
    }

    /// When ns-2 scheduled the arrival that is the event of this order: at the start of the
    /// transmission before it.
    fn scheduled(&self, order: u32) -> Time {
        let began = |flow: u32, line, link| self.flows[flow as usize].began(line, link);
        match self.event_ids.kind(order) {
            EventKind::Channel(channel) => {
                let before = if channel % 2 == 0 { channel - 2 } else { channel + 2 };
                let head = self.between[channel as usize].get(0);
                head.map_or(Time::NEVER, |head| self.channels[before as usize].began(head.at, head.bytes))
            }
            EventKind::DataIn(flow) => began(flow, FlowLine::DataIn, Access::SourceOut),
            EventKind::AckIn(flow) => began(flow, FlowLine::AckIn, Access::ReceiverOut),
            EventKind::AckOut(flow) => began(flow, FlowLine::AckOut, Access::SourceIn),
            _ => Time::NEVER,
        }
    }

    /// The ns-2 time of a packet that arrives at `now`.
    fn in_ns2(&self, coming: &Coming, now: Time) -> u64 {
        let known = self.ns2_clock.as_ref().and_then(|clock| clock.lines[coming.place].front().copied());
        known.unwrap_or(Instant::ours(now)).over(now, coming.delay).ns2
    }

    /// The last event is over: records its effects.
    #[inline(never)]
    pub(super) fn follow_event(&mut self) {
        let Network { ns2_clock: Some(clock), channels, between, flows, .. } = self else { return };
        let Some(UnderWay { mut at, flow, enters }) = clock.under_way.take() else { return };
        if let Some(index) = enters {
            let channel = &mut channels[index as usize];
            channel.let_packet_be_first(false);
            at = follow_packet(&mut clock.lines[clock.ends + index as usize], channel, at);
            let next = if index % 2 == 0 { index + 2 } else { index.wrapping_sub(2) } as usize;
            if let Some(line) = between.get(next) {
                follow(&mut clock.lines[clock.between + next], line, at);
            }
        }
        if flow == ALL {
            for flow in flows.iter() {
                clock.follow_flow(flow, at);
            }
            return;
        }
        clock.follow_flow(&flows[flow as usize], at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_sums_and_one_are_apart_as_in_ns2() {
        // 30 transmissions of 1.2 ms against one of 36 ms, in units of 2^-52 s, by the rules of
        // IEEE 754.
        let apart = |at_s: f64| {
            let start = Instant::ours(Time::from_secs(at_s));
            let one_by_one = (0..30).fold(start, |at, _| at.to(at.ours + Span::from_nanos(1_200_000)));
            let at_once = start.to(start.ours + Span::from_millis(36));
            assert_eq!(one_by_one.ours, at_once.ours);
            (f64::from_bits(one_by_one.ns2) - f64::from_bits(at_once.ns2)) * 2_f64.powi(52)
        };
        assert_eq!([40.0, 100.0, 200.0].map(apart), [-384.0, -384.0, 1536.0]);
    }
    #[test]
    fn a_transmission_and_a_delay_are_added_before_the_clock() {
        // 1.2 ms and 29.5 ms at 0.05 s, by the rules of IEEE 754.
        let start = Instant::ours(Time::from_secs(0.05));
        let (transmission, delay) = (Span::from_nanos(1_200_000), Span::from_nanos(29_500_000));
        let there = start.over(start.ours + transmission + delay, delay);
        assert_eq!(f64::from_bits(there.ns2), 0.05 + (0.001_2 + 0.029_5));
        assert_ne!(there.ns2, start.to(there.ours).ns2, "rounded once");
    }
}
