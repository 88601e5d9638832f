//! When a Linux receiver acknowledges (`quick_acks`, `delayed_ack_timeout: "linux"`;
//! tcp_event_data_recv, __tcp_ack_snd_check, tcp_send_delayed_ack).
//!
//! The first ACKs go at once, one per segment: they open the sender's window fast. After them every
//! second segment is acknowledged, or a single one after a time that follows the time between
//! segments.

use crate::setup::LinuxAcks;
use crate::units::{Span, Time};

/// Shortest and longest wait (TCP_ATO_MIN, TCP_DELACK_MAX).
const LEAST: Span = Span::from_millis(40);
const MOST: Span = Span::from_millis(200);
const HALF_LEAST: Span = Span::from_millis(20);
/// ACKs that go at once after a first mark.
const QUICK_AFTER_MARK: u32 = 2;
/// The receiver's own retransmission timeout: what is added to its RTT, and before it knows one.
const TIMEOUT_ABOVE_RTT: Span = Span::from_millis(200);
const FIRST_TIMEOUT: Span = Span::from_millis(1000);

/// The state of it.
#[derive(Clone, Debug)]
pub struct LinuxDelay {
    setup: LinuxAcks,
    /// Of the clock, in nanoseconds.
    tick: u64,
    /// The wait of a timer that does not adapt.
    fixed: Span,
    /// ACKs that still go at once.
    quick: u32,
    /// The wait that follows the time between segments (`ato`).
    wait: Span,
    last: Option<Time>,
    answered_syn: Option<Time>,
    /// RTT of the handshake.
    rtt: Option<Span>,
}

impl LinuxDelay {
    /// Before the first segment; `fixed` is the wait where it does not adapt.
    pub fn new(setup: LinuxAcks, fixed: Span) -> LinuxDelay {
        LinuxDelay {
            setup,
            tick: 1_000_000_000 / u64::from(setup.clock_hz),
            fixed,
            quick: setup.quick,
            wait: LEAST,
            last: None,
            answered_syn: None,
            rtt: None,
        }
    }

    /// A SYN is answered now.
    pub fn answer_syn(&mut self, now: Time) {
        self.answered_syn = Some(now);
    }

    fn timeout(&self) -> Span {
        // A first sample: the variation is half of it, four times in the timeout.
        self.rtt.map_or(FIRST_TIMEOUT, |rtt| rtt + (rtt + rtt).max(TIMEOUT_ABOVE_RTT))
    }

    /// A segment arrives in order and `pending` of them wait for an ACK, it among them: when that is
    /// due, `None` for now.
    #[inline(never)]
    pub fn delay(&mut self, pending: u32, now: Time) -> Option<Time> {
        self.on_segment(now);
        if pending >= 2 || self.is_quick() { None } else { Some(self.deadline(now)) }
    }

    /// A segment arrives in order.
    pub fn on_segment(&mut self, now: Time) {
        let Some(last) = self.last.replace(now) else {
            self.rtt = self.answered_syn.map(|at| now.since(at));
            return;
        };
        let gap = now.since(last);
        let half = Span::from_nanos(self.wait.nanos() / 2);
        if gap <= HALF_LEAST {
            self.wait = half + HALF_LEAST;
        } else if gap < self.wait {
            self.wait = (half + gap).min(self.timeout());
        } else if gap > self.timeout() {
            self.quick = self.setup.quick;
        }
    }

    /// A first mark comes: its ACK and the next one go at once (tcp_ecn_check_ce,
    /// tcp_enter_quickack_mode).
    pub fn on_mark(&mut self) {
        self.quick = self.quick.max(QUICK_AFTER_MARK);
        self.wait = LEAST;
    }

    /// True if a single segment is acknowledged at once.
    pub fn is_quick(&self) -> bool {
        self.quick > 0
    }

    /// An ACK goes out.
    pub fn acknowledge(&mut self) {
        self.quick = self.quick.saturating_sub(1);
    }

    /// When a single segment that arrives now is acknowledged.
    pub fn deadline(&self, now: Time) -> Time {
        if !self.setup.adapts {
            return now + self.fixed;
        }
        let by_rtt = self.rtt.map_or(MOST, |rtt| rtt.max(LEAST));
        let wait = if self.wait > LEAST { self.wait.min(by_rtt) } else { self.wait }.min(MOST);
        // The timer runs in whole ticks from the one before.
        let ticks = now.nanos() / self.tick + wait.nanos() / self.tick;
        Time::from_nanos(ticks * self.tick).max(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delay() -> LinuxDelay {
        let setup = LinuxAcks { quick: 16, adapts: true, clock_hz: 1000 };
        LinuxDelay::new(setup, Span::ZERO)
    }

    #[test]
    fn the_wait_follows_the_time_between_segments() {
        let mut delay = delay();
        let mut now = Time::ZERO;
        delay.answer_syn(now);
        now += Span::from_millis(100);
        delay.on_segment(now);
        let mut seen = Vec::new();
        for gap_us in [1000, 2400, 30_000, 100_000, 10_000] {
            now += Span::from_nanos(gap_us * 1000);
            delay.on_segment(now);
            seen.push(delay.wait);
        }
        assert_eq!(seen, [40, 40, 50, 50, 45].map(Span::from_millis));
    }

    #[test]
    fn a_silence_longer_than_the_timeout_brings_quick_acks_back() {
        let mut delay = delay();
        let at = |ms| Time::ZERO + Span::from_millis(ms);
        delay.answer_syn(at(0));
        delay.on_segment(at(100));
        (0..16).for_each(|_| delay.acknowledge());
        assert!(!delay.is_quick());
        delay.on_segment(at(400));
        assert!(!delay.is_quick(), "the timeout is 100 + 200 ms");
        delay.on_segment(at(701));
        assert!(delay.is_quick());
    }

    #[test]
    fn a_single_segment_waits_an_rtt_at_most_in_whole_ticks() {
        let mut delay = delay();
        let at = |us: u64| Time::from_nanos(us * 1000);
        delay.answer_syn(at(0));
        delay.on_segment(at(42_000));
        assert_eq!(delay.deadline(at(42_300)), at(82_000));
        for gap in 1..5 {
            delay.on_segment(at(42_000 + gap * 39_000));
        }
        assert!(delay.wait > Span::from_millis(50));
        assert_eq!(delay.deadline(at(200_000)), at(242_000), "42 ms is the RTT");
    }
}
