//! ns-2's clock beside the engine's, for events that come at the same instant.
//!
//! ns-2 adds times as floating-point numbers (`Scheduler::schedule`: `clock_ + delay`), and every sum
//! is rounded. Where packets of two flows meet, the roundings of all transmissions since they left the
//! queue last time decide which one is first, in the same way until the clock passes a power of two. So
//! each packet under way has its instant by that clock here too. What has equal instants there comes in
//! the order in which it was scheduled (events have ascending numbers): a packet's arrival and the end
//! of its transmission when that begins (`LinkDelay::recv`), timers long before.
//!
//! The engine's instants decide as ever what comes when; only its ties are decided here.

use std::collections::VecDeque;

use super::event_ids::EventKind;
use super::flow::{Flow, FlowLine};
use super::forwarding::Access;
use super::network::Network;
use crate::net::{Channel, Line};
use crate::units::{Span, Time};

/// An instant by ns-2's clock, as the bits of its seconds, and the same one by ours: how far the two are
/// apart goes along with what comes of it.
#[derive(Clone, Copy, Debug, Default)]
struct Instant {
    /// Numbers that are not negative are in the order of their bits.
    ns2: u64,
    ours: Time,
}

impl Instant {
    /// Where both clocks say the same.
    fn ours(at: Time) -> Instant {
        Instant { ns2: at.secs().to_bits(), ours: at }
    }

    /// ns-2's clock at the instant that is `at` by ours.
    fn to(self, at: Time) -> Instant {
        self.over(at, Span::ZERO)
    }

    /// The same for the arrival at the far end of a link that takes `delay` after the transmission:
    /// the two are rounded, and so is their sum, before the clock is added (`LinkDelay::recv`:
    /// `txt + delay_`). That shows while the clock is small.
    fn over(self, at: Time, delay: Span) -> Instant {
        let nanos = at.nanos() as i64 - self.ours.nanos() as i64;
        let way = (delay.nanos() as i64).min(nanos);
        let sum = (nanos - way) as f64 / 1e9 + way as f64 / 1e9;
        Instant { ns2: (f64::from_bits(self.ns2) + sum).to_bits(), ours: at }
    }
}

/// The event under way: what it leads to is seen when it is over.
#[derive(Clone, Copy, Debug)]
struct UnderWay {
    at: Instant,
    flow: u32,
    /// The channel that its packet comes to.
    enters: Option<u32>,
}

/// A packet that comes at an event.
struct Coming {
    /// Of its line.
    place: usize,
    flow: u32,
    /// The channel that it comes to.
    enters: Option<u32>,
    /// When its arrival was.
    scheduled: Time,
    /// Of the link that it comes over.
    delay: Span,
}

/// ns-2's clock.
#[derive(Clone, Debug)]
pub(super) struct Ns2Clock {
    /// From when each packet was under way to the end of its line, of the lines of each flow and then of
    /// those between channels; and then by channel the ends of the transmissions that are settled, that of
    /// the one under way first.
    lines: Vec<VecDeque<Instant>>,
    /// Where those between channels begin.
    between: usize,
    /// Where those of transmissions begin.
    ends: usize,
    /// The end of the last transmission on the sender's access link, by flow.
    free: Vec<Instant>,
    under_way: Option<UnderWay>,
}

/// In place of a flow: the event under way may have sent of any.
const ALL: u32 = u32::MAX;

/// Lines of a flow.
const LINES: usize = 4;

fn place_of(flow: u32, line: FlowLine) -> usize {
    LINES * flow as usize + line as usize
}

/// Notes that the packets that are new in `line` are under way from `from` on. Those that arrive before
/// that were sent by a timer, at an instant of our clock: so it makes no difference whether a receiver
/// runs ahead of it.
fn follow(known: &mut VecDeque<Instant>, line: &Line, from: Instant) {
    while let Some(packet) = line.get(known.len()) {
        known.push_back(if packet.at < from.ours { Instant::ours(packet.at) } else { from });
    }
}

/// The same for what `flow` sends over its own access link: a packet that waits there for those before
/// it is under way from the end of their transmissions on. `free` is the end of the last one.
fn follow_burst(known: &mut VecDeque<Instant>, free: &mut Instant, flow: &Flow, from: Instant) {
    while let Some(packet) = flow.lines[FlowLine::DataIn as usize].get(known.len()) {
        let (began, ended) = flow.on_source_link(packet);
        let start = if began == free.ours {
            *free
        } else if packet.at < from.ours {
            // Sent by a timer, at an instant of our clock.
            Instant::ours(began)
        } else {
            from
        };
        *free = start.to(ended);
        known.push_back(start);
    }
}

/// A packet has come to `channel` at `at`. Gives when it reaches the far end, if it was let in.
fn follow_packet(ends: &mut VecDeque<Instant>, channel: &Channel, at: Instant) -> Instant {
    let last = ends.back().copied().unwrap_or_default();
    let is_in = channel.free_at() != last.ours;
    // The one that was let in waits behind all others, where fates are settled at arrival.
    let waiting = if channel.decides_at_dequeue() { 0 } else { channel.waiting() };
    let start = if waiting > 0 { last } else { at };
    if is_in {
        ends.push_back(start.to(channel.free_at()));
    }
    while ends.len() > waiting + 1 {
        ends.pop_front();
    }
    if is_in { start.over(channel.free_at() + channel.delay(), channel.delay()) } else { at }
}

impl Ns2Clock {
    /// Bytes of a packet under way.
    pub const PACKET_BYTES: usize = size_of::<Instant>();

    /// The clock at the start of a run.
    pub fn new(channels: usize, flows: usize) -> Ns2Clock {
        let between = LINES * flows;
        let ends = between + channels;
        let lines = (0..ends + channels).map(|_| VecDeque::new()).collect();
        Ns2Clock { lines, between, ends, free: vec![Instant::default(); flows], under_way: None }
    }

    /// Bytes it has taken.
    pub fn bytes(&self) -> usize {
        let packets: usize = self.lines.iter().map(VecDeque::capacity).sum();
        packets * Self::PACKET_BYTES + size_of_val(self.lines.as_slice()) + size_of_val(self.free.as_slice())
    }

    /// What `flow` has sent since `from` is under way.
    fn follow_flow(&mut self, flow: &Flow, from: Instant) {
        let first = place_of(flow.index, FlowLine::DataIn);
        follow_burst(&mut self.lines[first], &mut self.free[flow.index as usize], flow, from);
        for (place, (known, line)) in self.lines[first..].iter_mut().zip(&flow.lines).enumerate().skip(1) {
            if place == FlowLine::DataOut as usize {
                // What its receiver sends of it counts, as where that sees it at once.
                known.resize(line.len(), from);
            } else {
                follow(known, line, from);
            }
        }
    }

    /// The receiver of `flow` has taken the packet that came at `at`.
    #[inline(never)]
    pub fn follow_receiver(&mut self, flow: &Flow, at: Time) {
        let known = &mut self.lines[place_of(flow.index, FlowLine::DataOut)];
        let from = known.pop_front().unwrap_or(Instant::ours(at));
        self.follow_flow(flow, from);
    }
}

impl Network {
    /// Of the events at the earliest instant, the one that is first in ns-2. If it is a packet that
    /// comes to a channel, says whether it does so before a transmission ends.
    #[inline(never)]
    pub(super) fn first_in_ns2(&mut self) -> u32 {
        self.follow_event();
        let now = self.event_queue.next().0;
        let mut first = (u64::MAX, Time::NEVER, u32::MAX);
        self.event_queue.each_earliest(&mut |order| {
            let (ns2, scheduled) = match self.coming(order) {
                Some(coming) => (self.in_ns2(&coming, now), coming.scheduled),
                None if matches!(self.event_ids.kind(order), EventKind::Timers(_)) => (0, Time::ZERO),
                // Those of queues and links that ns-2 has not.
                None => (u64::MAX, Time::NEVER),
            };
            first = first.min((ns2, scheduled, order));
        });
        let (ns2, scheduled, order) = first;
        let coming = self.coming(order);
        let Network { ns2_clock: Some(clock), event_ids, channels, .. } = self else { return order };
        let (at, flow, enters) = match (coming, event_ids.kind(order)) {
            (Some(coming), _) => {
                clock.lines[coming.place].pop_front();
                (Instant { ns2, ours: now }, coming.flow, coming.enters)
            }
            // When a timer was set is not known: what it sends is so by our clock.
            (None, EventKind::Timers(flow)) => (Instant::ours(Time::NEVER), flow, None),
            // Of no flow that is known here, so all are looked at.
            _ => (Instant::ours(Time::NEVER), ALL, None),
        };
        if let Some(index) = enters {
            let (ends, channel) = (&clock.lines[clock.ends + index as usize], &mut channels[index as usize]);
            let is_first = channel.departure_at(now).is_some_and(|departure| {
                let end = ends.get(departure.passed).copied().unwrap_or(Instant::ours(now));
                (ns2, scheduled) < (end.ns2, departure.since)
            });
            channel.let_packet_be_first(is_first);
        }
        clock.under_way = Some(UnderWay { at, flow, enters });
        order
    }

    /// The packet that comes at the event of this order, if one does.
    fn coming(&self, order: u32) -> Option<Coming> {
        let clock = self.ns2_clock.as_ref()?;
        let (flow, line, link) = match self.event_ids.kind(order) {
            EventKind::Channel(channel) => {
                let before = if channel % 2 == 0 { channel - 2 } else { channel + 2 };
                let head = self.between[channel as usize].get(0)?;
                return Some(Coming {
                    place: clock.between + channel as usize,
                    flow: head.flow,
                    enters: Some(channel),
                    scheduled: self.channels[before as usize].began(head.at, head.bytes),
                    // It comes at once from the end of that channel.
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
            scheduled: state.began(line, link),
            delay: state.access[link as usize].delay(),
        })
    }

    /// When a packet that comes at `now` does so by ns-2's clock.
    fn in_ns2(&self, coming: &Coming, now: Time) -> u64 {
        let known = self.ns2_clock.as_ref().and_then(|clock| clock.lines[coming.place].front().copied());
        known.unwrap_or(Instant::ours(now)).over(now, coming.delay).ns2
    }

    /// The last event is over: notes what it has led to.
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
        // 30 transmissions of 1.2 ms against 36 ms at once, in units of 2^-52 s: by the rules of IEEE 754.
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
