//! When a Linux receiver acknowledges (`quick_acks`, `delayed_ack_timeout: "linux"`;
//! tcp_event_data_recv, __tcp_ack_snd_check, tcp_send_delayed_ack, tcp_delack_timer_handler).
//!
//! The first ACKs go at once, one per segment: they open the sender's window fast. After them,
//! every second segment is acknowledged. A single segment is acknowledged after a time that adapts
//! to the time between segments. Beyond a hole the first three segments are acknowledged at once.
//! Later ones that arrive within a millisecond share an ACK (compressed ACKs). That ACK goes out
//! earlier if the next segment begins or extends a third SACK block (tcp_sack_compress_send_ack).
//!
//! Where the receive buffer grows (`receive_buffer`), each segment that lets the offered window grow
//! is acknowledged at once too (tcp_grow_window).
//!
//! The timer of a single segment is one of the kernel's timer wheel.

use super::ReceiveBuffer;
use super::options::LinuxAcks;
use super::wheel;
use crate::units::{Span, Time};

/// ACKs that go at once after a first mark.
const QUICK_AFTER_MARK: u32 = 2;
/// ACKs of one hole that go at once (TCP_FASTRETRANS_THRESH).
const AT_ONCE: u32 = 3;
/// Segments that share an ACK at most (`tcp_comp_sack_nr`).
const MAX_HELD: u32 = 44;
/// How long they wait (`tcp_comp_sack_delay_ns`), but no longer than this part of the RTT.
const HOLD: Span = Span::from_millis(1);
const HOLD_PER_RTT: u64 = 20;
/// Slack of the timer, so that several timers can expire together (`tcp_comp_sack_slack_ns`). An
/// idle machine wakes at the end of the slack.
const HOLD_SLACK: Span = Span::from_nanos(100_000);

/// A segment as it arrives.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    pub now: Time,
    /// How long it took from the sender.
    pub way: Span,
    /// The segment expected next, after it.
    pub next: u64,
    /// Segments that wait beyond a gap.
    pub held: u64,
}

/// The ACK timing state of a Linux receiver.
#[derive(Clone, Debug)]
pub struct LinuxDelay {
    setup: LinuxAcks,
    /// The tick of the clock, in nanoseconds.
    tick: u64,
    /// The shortest wait in ticks (TCP_ATO_MIN, TCP_DELACK_MIN): 40 ms.
    least: u64,
    /// The longest one (tcp_delack_max): a tick below the smallest timeout of a sender.
    most: u64,
    /// The tick of the latest segment, and when it ends: most segments then need no division.
    current: u64,
    current_ends: u64,
    /// The wait if the timer does not adapt.
    fixed: Span,
    /// The receive buffer, if it grows, and the window that was offered last, in segments.
    buffer: Option<ReceiveBuffer>,
    offered: u64,
    /// ACKs that still go at once.
    quick: u32,
    /// The wait that adapts to the time between segments, in ticks (`ato`).
    wait: u64,
    /// The tick of the last segment in order.
    last: Option<u64>,
    answered_syn: Option<Time>,
    /// RTT of the handshake.
    rtt: Option<Span>,
    /// The RTT of the handshake in ticks, rounded up as in Linux, and the receiver's own
    /// retransmission timeout. After the first sample the RTT variation is half the RTT, and the
    /// timeout adds four variations.
    rtt_ticks: Option<u64>,
    timeout: u64,
    /// The hole that the latest ACKs report, how many of them went at once, and the segments that
    /// wait for a shared ACK.
    hole: u64,
    at_once: u32,
    held: u32,
}

impl LinuxDelay {
    /// Before the first segment. `fixed` is the wait if it does not adapt.
    pub fn new(setup: LinuxAcks, fixed: Span) -> LinuxDelay {
        let hz = u64::from(setup.clock_hz);
        LinuxDelay {
            setup,
            tick: 1_000_000_000 / hz,
            least: hz / 25,
            most: hz * 200 / 1000 - 1,
            current: 0,
            current_ends: 0,
            fixed,
            buffer: None,
            offered: 0,
            quick: setup.quick,
            wait: hz / 25,
            last: None,
            answered_syn: None,
            rtt: None,
            rtt_ticks: None,
            timeout: hz,
            hole: 0,
            at_once: 0,
            held: 0,
        }
    }

    pub fn growing(&mut self, buffer: ReceiveBuffer) {
        self.offered = buffer.segments();
        self.quick = buffer.quick(self.setup.quick);
        self.buffer = Some(buffer);
    }

    /// The window that an ACK offers now, in segments, if it is not the one that was offered last.
    pub fn offer(&mut self) -> Option<u64> {
        let window = self.buffer.as_ref()?.segments();
        if window == self.offered {
            return None;
        }
        self.offered = window;
        Some(window)
    }

    /// The window that was offered last, if the buffer grows.
    pub fn offered(&self) -> Option<u64> {
        self.buffer.as_ref().map(|_| self.offered)
    }

    /// How many ACKs go at once where many should.
    fn many_quick(&self) -> u32 {
        self.buffer.as_ref().map_or(self.setup.quick, |buffer| buffer.quick(self.setup.quick))
    }

    /// The receive buffer, while it or the window may still grow.
    fn growing_buffer(&mut self) -> Option<&mut ReceiveBuffer> {
        self.buffer.as_mut().filter(|buffer| !buffer.is_grown())
    }

    pub fn answer_syn(&mut self, now: Time) {
        self.answered_syn = Some(now);
    }

    /// The tick at `now`, which never goes back.
    #[inline]
    fn tick_at(&mut self, now: Time) -> u64 {
        if now.nanos() >= self.current_ends {
            self.current = now.nanos() / self.tick;
            self.current_ends = (self.current + 1) * self.tick;
        }
        self.current
    }

    /// The handshake's answer has come.
    #[inline(never)]
    fn take_rtt(&mut self, rtt: Span) {
        let ticks = rtt.nanos().div_ceil(self.tick);
        (self.rtt, self.rtt_ticks) = (Some(rtt), Some(ticks));
        self.timeout = ticks + (2 * ticks).max(self.most + 1);
        if let (Some(buffer), Some(at)) = (&mut self.buffer, self.answered_syn) {
            buffer.open(rtt, at + rtt);
        }
    }

    /// A segment arrives in order, and `pending` segments including it wait for an ACK. Returns
    /// when that ACK is due; `None` means now.
    #[inline(always)]
    pub fn delay(&mut self, pending: u32, now: Time, arrival: impl FnOnce() -> Arrival) -> Option<Time> {
        self.on_segment(now, arrival);
        if pending >= 2 || self.is_quick() { None } else { Some(self.deadline(now)) }
    }

    /// A segment arrives in order, or fills a gap. Only a buffer that may still grow looks at the
    /// whole of the `arrival`.
    #[inline(always)]
    pub fn on_segment(&mut self, now: Time, arrival: impl FnOnce() -> Arrival) {
        self.time_segment(now);
        if self.growing_buffer().is_some() {
            self.let_buffer_grow(&arrival());
        }
    }

    #[inline(never)]
    fn let_buffer_grow(&mut self, arrival: &Arrival) {
        if let Some(buffer) = self.growing_buffer() {
            let grows = buffer.on_segment(arrival.way, arrival.held, arrival.now);
            buffer.on_read(arrival.next, arrival.now);
            self.quick |= u32::from(grows);
        }
    }

    #[inline(always)]
    fn time_segment(&mut self, now: Time) {
        let tick = self.tick_at(now);
        let Some(last) = self.last.replace(tick) else {
            if let Some(at) = self.answered_syn {
                self.take_rtt(now.since(at));
            }
            return;
        };
        let gap = tick - last;
        let half = self.least / 2;
        if gap <= half {
            self.wait = self.wait / 2 + half;
        } else if gap < self.wait {
            self.wait = (self.wait / 2 + gap).min(self.timeout);
        } else if gap > self.timeout {
            self.quick = self.quick.max(self.many_quick());
        }
    }

    /// A segment arrives beyond the hole at `next`. An ACK of earlier such segments may be due at
    /// `pending`. Returns when the ACK of this segment is due; `None` means now.
    pub fn beyond_hole(&mut self, pending: Time, arrival: &Arrival) -> Option<Time> {
        let Arrival { next, now, .. } = *arrival;
        if let Some(buffer) = self.growing_buffer() {
            let grows = buffer.on_segment(arrival.way, arrival.held, now);
            buffer.on_gap(arrival.held);
            self.quick |= u32::from(grows);
        }
        if !self.setup.adapts || self.is_quick() || self.held >= MAX_HELD {
            return None;
        }
        if self.hole != next {
            (self.hole, self.at_once) = (next, 0);
        }
        if self.at_once < AT_ONCE {
            self.at_once += 1;
            return None;
        }
        self.held += 1;
        if self.held > 1 {
            return Some(pending);
        }
        let most = self.rtt.map_or(HOLD, |rtt| Span::from_nanos(rtt.nanos() / HOLD_PER_RTT));
        Some(now + HOLD.min(most) + HOLD_SLACK)
    }

    /// True if segments beyond a hole wait for a shared ACK.
    pub fn holds_ack(&self) -> bool {
        self.held > 0
    }

    /// A first mark comes: its ACK and the next one go at once (tcp_ecn_check_ce,
    /// tcp_enter_quickack_mode).
    pub fn on_mark(&mut self) {
        self.quick = self.quick.max(QUICK_AFTER_MARK);
        self.wait = self.least;
    }

    /// A segment arrives that had arrived before.
    pub fn on_duplicate(&mut self) {
        self.quick = self.quick.max(self.many_quick());
        self.wait = self.least;
    }

    /// True if a single segment is acknowledged at once.
    pub fn is_quick(&self) -> bool {
        self.quick > 0
    }

    /// The timer expires: no second segment has come in that time, so the next one waits longer.
    pub fn expire(&mut self) {
        if self.held == 0 {
            self.wait = (2 * self.wait).min(self.timeout);
        }
    }

    /// An ACK goes out.
    pub fn acknowledge(&mut self) {
        self.held = 0;
        if self.quick > 0 {
            self.quick -= 1;
            if self.quick == 0 {
                self.wait = self.least;
            }
        }
    }

    /// When a single segment that arrives now is acknowledged.
    pub fn deadline(&mut self, now: Time) -> Time {
        if !self.setup.adapts {
            return now + self.fixed;
        }
        let by_rtt = self.rtt_ticks.map_or(u64::MAX, |rtt| rtt.max(self.least));
        let wait = if self.wait > self.least { self.wait.min(by_rtt) } else { self.wait }.min(self.most);
        Time::from_nanos(wheel::fires(self.tick_at(now), wait) * self.tick)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delay() -> LinuxDelay {
        let setup = LinuxAcks { quick: 16, adapts: true, clock_hz: 1000, buffer: None };
        LinuxDelay::new(setup, Span::ZERO)
    }

    /// A segment beyond the hole at `next`.
    fn hole(next: u64, now: Time) -> Arrival {
        Arrival { now, way: Span::ZERO, next, held: 1 }
    }

    fn at(us: u64) -> Time {
        Time::from_nanos(us * 1000)
    }

    #[test]
    fn the_wait_follows_the_time_between_segments() {
        let mut delay = delay();
        let mut now = Time::ZERO;
        delay.answer_syn(now);
        now += Span::from_millis(100);
        delay.time_segment(now);
        let mut seen = Vec::new();
        for gap_us in [1000, 2400, 30_000, 100_000, 10_000] {
            now += Span::from_nanos(gap_us * 1000);
            delay.time_segment(now);
            seen.push(delay.wait);
        }
        assert_eq!(seen, [40, 40, 50, 50, 45]);
    }

    #[test]
    fn a_silence_longer_than_the_timeout_brings_quick_acks_back() {
        let mut delay = delay();
        delay.answer_syn(at(0));
        delay.time_segment(at(100_000));
        (0..16).for_each(|_| delay.acknowledge());
        assert!(!delay.is_quick());
        delay.time_segment(at(400_000));
        assert!(!delay.is_quick(), "the timeout is 100 + 200 ms");
        delay.time_segment(at(701_000));
        assert!(delay.is_quick());
    }

    #[test]
    fn a_single_segment_waits_an_rtt_at_most_and_the_timer_is_never_early() {
        let mut delay = delay();
        delay.answer_syn(at(0));
        delay.time_segment(at(42_000));
        assert_eq!(delay.deadline(at(42_300)), at(83_000), "the tick after 42 + 40");
        for gap in 1..5 {
            delay.time_segment(at(42_000 + gap * 39_000));
        }
        assert!(delay.wait > 50);
        assert_eq!(delay.deadline(at(200_000)), at(243_000), "42 ms is the RTT");
    }

    #[test]
    fn at_250_hz_a_single_segment_waits_40_to_44_ms() {
        let setup = LinuxAcks { clock_hz: 250, ..delay().setup };
        let mut delay = LinuxDelay::new(setup, Span::ZERO);
        for us in (100_000..108_000).step_by(100) {
            let waited = delay.deadline(at(us)).since(at(us));
            assert!(waited > Span::from_millis(40) && waited <= Span::from_millis(44), "{us}: {waited:?}");
        }
    }

    #[test]
    fn a_timer_that_expires_waits_twice_as_long_the_next_time() {
        let mut delay = delay();
        delay.answer_syn(at(0));
        delay.time_segment(at(100_000));
        delay.expire();
        assert_eq!(delay.wait, 80);
        // Segments in quick succession shorten it again.
        delay.time_segment(at(101_000));
        assert_eq!(delay.wait, 60);
        (0..3).for_each(|_| delay.expire());
        assert_eq!(delay.wait, 300, "the receiver's own timeout is the most");
    }

    #[test]
    fn beyond_a_hole_three_acks_go_at_once_and_then_one_per_millisecond() {
        let mut delay = delay();
        delay.answer_syn(at(0));
        delay.time_segment(at(100_000));
        (0..16).for_each(|_| delay.acknowledge());
        let mut due = Time::NEVER;
        for us in [200_000, 200_100, 200_200] {
            assert_eq!(delay.beyond_hole(due, &hole(7, at(us))), None);
            delay.acknowledge();
        }
        due = delay.beyond_hole(Time::NEVER, &hole(7, at(200_300))).expect("it waits");
        assert_eq!(due, at(201_400), "a millisecond and the slack");
        for us in (200_400..).step_by(100).take(43) {
            assert_eq!(delay.beyond_hole(due, &hole(7, at(us))), Some(due));
        }
        assert_eq!(delay.beyond_hole(due, &hole(7, at(204_800))), None, "44 wait already");
        delay.acknowledge();
        assert_eq!(delay.beyond_hole(Time::NEVER, &hole(9, at(204_900))), None, "another hole");
    }

    #[test]
    fn what_comes_once_more_is_acknowledged_at_once_and_more_after_it() {
        let mut delay = delay();
        (0..16).for_each(|_| delay.acknowledge());
        delay.on_duplicate();
        assert!(delay.is_quick());
    }
}
