//! The order of events at one instant, by a clock of ns-2 beside the engine's clock.
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

use ackscope_engine::ties::{
    Arrival, ChannelState, Event, First, FlowLine, LineId, Next, Reception, TieOrder, TieSetup, Traffic, Way,
};
use ackscope_engine::units::{Span, Time};
use std::collections::VecDeque;

/// Events at one instant come in the order of ns-2: by its rounded clock, then by the time at which
/// they were scheduled.
pub const ORDER: TieSetup = TieSetup {
    make: |channels, flows| Box::new(Clock::new(channels, flows)),
    packet_bytes: size_of::<Instant>(),
};

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
#[derive(Clone, Copy)]
struct UnderWay {
    /// When it happens.
    now: Time,
    at: Instant,
    /// The flow that may have sent packets; `None` if any flow may have.
    flow: Option<u32>,
    /// The channel that its packet enters.
    enters: Option<u32>,
}

/// The timer of a flow's delayed ACK.
#[derive(Clone, Copy, Default)]
struct DueAck {
    /// When it expires.
    at: Instant,
    set: Time,
}

impl DueAck {
    /// The instant at which the timer let an ACK go at `now`.
    fn at(&self, now: Time) -> Instant {
        if self.at.ours == now { self.at } else { Instant::ours(now) }
    }
}

/// The packet that its receiver takes now.
#[derive(Clone, Copy, Default)]
struct Taken {
    flow: u32,
    at: Instant,
    /// When it reached the far end of its last channel, if that is known.
    left: Option<Instant>,
}

/// ns-2's clock.
#[derive(Clone)]
struct Clock {
    /// The instant from which each packet is under way: first for the lines of each flow, then for
    /// the lines between channels.
    lines: Vec<VecDeque<Instant>>,
    /// The ends of the settled transmissions of each channel, the current one first.
    ends: Vec<VecDeque<Instant>>,
    /// The end of the last transmission on the sender's access link, by flow.
    free: Vec<Instant>,
    /// The timer of the delayed ACK, by flow.
    due: Vec<DueAck>,
    under_way: Option<UnderWay>,
    taken: Taken,
}

/// An instant that is not known: a timer or another event than an arrival has sent the packet.
const UNKNOWN: Instant = Instant { ns2: u64::MAX, ours: Time::NEVER };

/// Lines of a flow.
const LINES: usize = FlowLine::ALL.len();

/// When the transmission of a packet begins that `channel` has taken at `at`. `ends` are the ends of
/// the transmissions before it.
fn start_in(ends: &VecDeque<Instant>, channel: &ChannelState, at: Instant) -> Instant {
    if channel.waiting > 0 { ends.back().copied().unwrap_or_default() } else { at }
}

/// When a packet reaches the far end of `channel` whose transmission begins at `start` and is the
/// last one.
fn far_end(start: Instant, channel: &ChannelState) -> Instant {
    start.over(channel.free_at + channel.delay, channel.delay)
}

/// A packet has arrived at `channel` at `at`. Returns when it reaches the far end, or `at` if the
/// channel did not accept it.
fn follow_packet(ends: &mut VecDeque<Instant>, channel: &ChannelState, at: Instant) -> Instant {
    let last = ends.back().copied().unwrap_or_default();
    let is_in = channel.free_at != last.ours;
    let start = start_in(ends, channel, at);
    if is_in {
        ends.push_back(start.to(channel.free_at));
    }
    while ends.len() > channel.waiting + 1 {
        ends.pop_front();
    }
    if is_in { far_end(start, channel) } else { at }
}

impl Clock {
    /// The clock at the start of a run.
    fn new(channels: usize, flows: usize) -> Clock {
        let empty = |count: usize| vec![VecDeque::new(); count];
        Clock {
            lines: empty(LINES * flows + channels),
            ends: empty(channels),
            free: vec![Instant::default(); flows],
            due: vec![DueAck::default(); flows],
            under_way: None,
            taken: Taken::default(),
        }
    }

    fn place(&self, line: LineId) -> usize {
        match line {
            LineId::Flow(flow, line) => LINES * flow as usize + line as usize,
            LineId::Between(channel) => LINES * self.due.len() + channel as usize,
        }
    }

    /// Records that the new packets in `line` are under way from `from` on. Packets that left before
    /// it were sent by a timer, at an instant of the engine's clock.
    fn follow_line(&mut self, line: LineId, from: Instant, network: &dyn Traffic) {
        let place = self.place(line);
        let Clock { lines, free, .. } = self;
        let known = &mut lines[place];
        network.each_new(line, known.len(), &mut |Way { arrives, began, ended }| {
            known.push_back(match line {
                // A packet that waits there for earlier ones is under way from the end of their
                // transmissions on.
                LineId::Flow(flow, FlowLine::DataIn) => {
                    let free = &mut free[flow as usize];
                    let start = if began == free.ours {
                        *free
                    } else if arrives < from.ours {
                        Instant::ours(began)
                    } else {
                        from
                    };
                    *free = start.to(ended);
                    start
                }
                _ if arrives < from.ours => Instant::ours(arrives),
                _ => from,
            });
        });
    }

    /// Records what `flow` has sent in an event at `now`.
    fn follow_flow(&mut self, flow: u32, now: Time, from: Instant, network: &dyn Traffic) {
        for line in [FlowLine::DataIn, FlowLine::AckOut] {
            self.follow_line(LineId::Flow(flow, line), from, network);
        }
        // The ACKs of packets are recorded when the receiver has taken them.
        self.follow_acks(flow, self.due[flow as usize].at(now), network);
    }

    /// Records that the receiver of `flow` has sent its new ACKs at `from`. A receiver may be ahead
    /// of the clock, or behind it until the next instant at which the run is read. So this is asked
    /// after each thing that it does: then the result is the same.
    fn follow_acks(&mut self, flow: u32, from: Instant, network: &dyn Traffic) {
        let line = LineId::Flow(flow, FlowLine::AckIn);
        let place = self.place(line);
        let known = &mut self.lines[place];
        network.each_new(line, known.len(), &mut |_| known.push_back(from));
    }

    /// The ns-2 time of a packet that arrives at `now`.
    fn arrival(&self, coming: &Arrival, now: Time) -> u64 {
        let known = self.lines[self.place(coming.line)].front().copied();
        known.unwrap_or(Instant::ours(now)).over(now, coming.delay).ns2
    }

    /// The first event among several at the instant `now`.
    fn first_of_tied(&self, now: Time, network: &dyn Traffic) -> u32 {
        let mut first = (u64::MAX, Time::NEVER, u32::MAX);
        network.each_tied(&mut |event| {
            let (ns2, scheduled) = match network.event(event) {
                Event::Arrival(coming) => (self.arrival(&coming, now), network.began(event)),
                Event::Timers(_) => (0, Time::ZERO),
                // Events of queues and links that ns-2 does not have.
                Event::Other => (u64::MAX, Time::NEVER),
            };
            first = first.min((ns2, scheduled, event));
        });
        first.2
    }
}

impl TieOrder for Clock {
    fn copy(&self) -> Box<dyn TieOrder> {
        Box::new(self.clone())
    }

    fn bytes(&self) -> usize {
        let all = || self.lines.iter().chain(&self.ends);
        let packets: usize = all().map(VecDeque::capacity).sum();
        packets * size_of::<Instant>()
            + all().map(size_of_val).sum::<usize>()
            + size_of_val(self.free.as_slice())
            + size_of_val(self.due.as_slice())
    }

    fn follow(&mut self, network: &dyn Traffic) {
        let Some(UnderWay { now, mut at, mut flow, enters }) = self.under_way.take() else { return };
        if let Some(index) = enters {
            let channel = network.channel(index);
            at = follow_packet(&mut self.ends[index as usize], &channel, at);
            flow = flow.filter(|_| !channel.lets_others_leave);
            let next = if index % 2 == 0 { index + 2 } else { index.wrapping_sub(2) };
            if (next as usize) < self.ends.len() {
                self.follow_line(LineId::Between(next), at, network);
            }
        }
        match flow {
            Some(flow) => self.follow_flow(flow, now, at, network),
            None => (0..self.due.len()).for_each(|flow| self.follow_flow(flow as u32, now, at, network)),
        }
    }

    fn first(&mut self, next: Next, network: &dyn Traffic) -> First {
        let now = next.at;
        let event = if next.is_tied { self.first_of_tied(now, network) } else { next.event };
        let coming = match network.event(event) {
            Event::Arrival(coming) => coming,
            other => {
                let flow = if let Event::Timers(flow) = other { Some(flow) } else { None };
                // The instant at which a timer was set is not known: its packets start at the
                // engine's clock.
                self.under_way = Some(UnderWay { now, at: UNKNOWN, flow, enters: None });
                return First { event, passes: None };
            }
        };
        let ns2 = self.arrival(&coming, now);
        let passes = coming.enters.filter(|&channel| {
            network.departure(channel, now).is_some_and(|departure| {
                // The list of waiting packets may have moved up since the last arrival: the place is
                // counted from the last one.
                let ends = &self.ends[channel as usize];
                let end = ends.iter().rev().nth(departure.waiting).filter(|end| end.ours == now);
                (ns2, network.began(event))
                    < (end.map_or(Instant::ours(now).ns2, |end| end.ns2), departure.since)
            })
        });
        let place = self.place(coming.line);
        self.lines[place].pop_front();
        let at = Instant { ns2, ours: now };
        self.under_way = Some(UnderWay { now, at, flow: Some(coming.flow), enters: coming.enters });
        First { event, passes }
    }

    fn leave(&mut self, flow: u32, channel: u32, state: &ChannelState) {
        let entered = self.under_way.filter(|event| event.enters == Some(channel));
        // The end of this transmission is recorded after the event.
        let left =
            entered.map(|event| far_end(start_in(&self.ends[channel as usize], state, event.at), state));
        let place = self.place(LineId::Flow(flow, FlowLine::DataOut));
        self.lines[place].push_back(left.unwrap_or(UNKNOWN));
    }

    fn arrive(&mut self, reception: &Reception) -> bool {
        let &Reception { flow, at, began, delay, due } = reception;
        let place = self.place(LineId::Flow(flow, FlowLine::DataOut));
        let left = self.lines[place].pop_front().filter(|left| left.ours != UNKNOWN.ours);
        let at = left.unwrap_or(Instant::ours(at)).over(at, delay);
        self.taken = Taken { flow, at, left };
        let known = self.due[flow as usize];
        due == at.ours && known.at.ours == due && (known.at.ns2, known.set) < (at.ns2, began)
    }

    fn let_go(&mut self, flow: u32, at: Time, network: &dyn Traffic) {
        self.follow_acks(flow, self.due[flow as usize].at(at), network);
    }

    fn taken(&mut self, due: Time, network: &dyn Traffic) {
        let Taken { flow, at, left } = self.taken;
        self.follow_acks(flow, left.unwrap_or(self.due[flow as usize].at(at.ours)), network);
        let known = &mut self.due[flow as usize];
        if due != Time::NEVER && due != known.at.ours {
            *known = DueAck { at: at.to(due), set: at.ours };
        }
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
