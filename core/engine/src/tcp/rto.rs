//! The retransmission timeout: RTT estimation, bounds and back-off (tcp-core §5, RFC 6298).

use super::linux_rtt::LinuxRtt;
use super::options::{RtoSetup, RtoStyle};
use super::wheel::TimerWheel;
use crate::math::{larger, smaller};
use crate::units::Span;

/// The shortest timeout, whatever a scenario says. A timeout of zero would expire endlessly at one
/// instant.
const SHORTEST: Span = Span::from_nanos(1000);

/// Estimates the RTT and derives the timeout.
#[derive(Clone, Copy, Debug)]
pub struct RetransmissionTimer {
    style: RtoStyle,
    /// Smallest and largest timeout, and the clock's granularity, in seconds.
    min_s: f64,
    max_s: f64,
    tick_s: f64,
    /// Smoothed RTT in seconds; 0 before the first sample.
    srtt_s: f64,
    /// RTT variation in seconds.
    rttvar_s: f64,
    /// The tick estimator's scaled integers, 8·srtt and 4·rttvar in ticks; `s` is 0 before the
    /// first sample.
    ticks: (i64, i64),
    linux: LinuxRtt,
    /// The timeout without back-off, in seconds. For `linux6` it is a whole number of nanoseconds.
    base_s: f64,
    base_ns: u64,
    max_ns: u64,
    /// What the timeout of a segment that is outstanding alone is at least, beside its RTT.
    ack_delay_s: f64,
    /// Lower bound of the `linux6` variation, in microseconds.
    floor_us: i64,
    back_off: u32,
    /// The grid of the timer: `linux6` counts its ticks.
    wheel: Option<TimerWheel>,
}

/// The back-off factor stops doubling here.
const MAX_BACK_OFF: u32 = 1 << 16;
/// Bound of the tick estimator's back-off factor, as in BSD. Where the minimum is applied before the
/// back-off, it holds only once the timeout is the largest (tcp-core §5).
const MAX_TICK_BACK_OFF: u32 = 64;

impl RetransmissionTimer {
    /// A timer without a sample.
    pub fn new(setup: RtoSetup) -> RetransmissionTimer {
        RetransmissionTimer {
            style: setup.style,
            min_s: setup.min.secs(),
            max_s: setup.max.secs(),
            tick_s: setup.granularity.secs(),
            srtt_s: 0.0,
            rttvar_s: 0.0,
            ticks: (0, 0),
            linux: LinuxRtt::default(),
            base_s: setup.initial.secs(),
            base_ns: setup.initial.nanos(),
            max_ns: setup.max.nanos(),
            ack_delay_s: setup.ack_delay.secs(),
            floor_us: (setup.min.nanos() / 1000) as i64,
            back_off: 1,
            wheel: None,
        }
    }

    /// The same timer on this grid.
    pub fn counting(mut self, wheel: Option<TimerWheel>) -> RetransmissionTimer {
        self.wheel = wheel;
        self
    }

    /// Smoothed RTT in seconds, 0 before the first sample.
    pub fn srtt_s(&self) -> f64 {
        self.srtt_s
    }

    /// Smoothed RTT, zero before the first sample.
    #[inline]
    pub fn srtt(&self) -> Span {
        if self.style == RtoStyle::Linux6 {
            Span::from_nanos(1000 * self.linux.srtt_us() as u64)
        } else {
            Span::from_secs(self.srtt_s)
        }
    }

    /// Smoothed RTT in seconds as the tick estimator has it: whole ticks, rounded down. A timer
    /// without ticks returns its own smoothed RTT.
    pub fn srtt_of_ticks_s(&self) -> f64 {
        match self.ticks.0 {
            0 => self.srtt_s,
            eighths => (eighths >> 3) as f64 * self.tick_s,
        }
    }

    /// RTT variation in seconds.
    pub fn rttvar_s(&self) -> f64 {
        self.rttvar_s
    }

    /// The back-off factor.
    pub fn back_off(&self) -> u32 {
        self.back_off
    }

    /// Takes an RTT sample with the cumulative ACK `una`; `next` is the next new segment.
    #[inline]
    pub fn sample_at(&mut self, rtt_s: f64, una: u64, next: u64) {
        if self.style == RtoStyle::Linux6 {
            self.sample_as_linux(rtt_s, una, next);
        } else {
            self.sample(rtt_s);
        }
    }

    #[inline(never)]
    fn sample_as_linux(&mut self, rtt_s: f64, una: u64, next: u64) {
        self.linux.sample((rtt_s * 1e6 + 0.5) as i64, una, next, self.floor_us);
        self.srtt_s = self.linux.srtt_us() as f64 / 1e6;
        // All other styles define the timeout as SRTT + 4·RTTVAR.
        self.rttvar_s = self.linux.variation_us() as f64 / 4e6;
        let base = Span::from_nanos(1000 * (self.linux.srtt_us() + self.linux.variation_us()) as u64);
        self.base_ns = self.wheel.map_or(base, |wheel| wheel.whole(base)).nanos();
    }

    /// Takes an RTT sample.
    pub fn sample(&mut self, rtt_s: f64) {
        if self.srtt_s == 0.0 {
            self.srtt_s = rtt_s;
            self.rttvar_s = rtt_s / 2.0;
        } else {
            // RFC 6298 (2.3): the variation uses the old smoothed value.
            self.rttvar_s = 0.75 * self.rttvar_s + 0.25 * (self.srtt_s - rtt_s).abs();
            self.srtt_s = 0.875 * self.srtt_s + 0.125 * rtt_s;
        }
        let (min_s, tick_s) = (self.min_s, self.tick_s);
        self.base_s = match self.style {
            RtoStyle::Exact => larger(self.srtt_s + larger(tick_s, 4.0 * self.rttvar_s), min_s),
            RtoStyle::VarianceFloor | RtoStyle::Linux6 => self.srtt_s + larger(min_s, 4.0 * self.rttvar_s),
            RtoStyle::Ticks | RtoStyle::TicksMinAfterBackoff | RtoStyle::TicksOfLinuxAgent => {
                self.sample_ticks(((rtt_s / tick_s + 0.5) as i64).max(1));
                let (s, v) = self.ticks;
                ((8 * v + s) >> 3) as f64 * tick_s
            }
        };
    }

    fn sample_ticks(&mut self, m: i64) {
        let (s, v) = &mut self.ticks;
        if *s == 0 {
            (*s, *v) = (8 * m, 2 * m);
            return;
        }
        let error = m - (*s >> 3);
        *s = (*s + error).max(1);
        let mut step = error.abs() - (*v >> 2);
        if self.style == RtoStyle::TicksOfLinuxAgent && error < 0 && step > 0 {
            // As in Linux: a falling RTT is no reason to wait longer (tcp-core §5).
            step >>= 3;
        }
        *v = (*v + step).max(1);
    }

    /// The timeout now.
    #[inline]
    pub fn timeout(&self) -> Span {
        if self.style == RtoStyle::Linux6 {
            let backed_off = self.base_ns.saturating_mul(u64::from(self.back_off));
            return Span::from_nanos(backed_off.min(self.max_ns)).max(SHORTEST);
        }
        self.timeout_in_seconds()
    }

    /// How long the timer waits at least while one segment is outstanding, if that is longer than
    /// for several. No second segment makes the receiver acknowledge it, so its ACK may be delayed
    /// (RFC 5681 §4.2). RFC 6298 (2.4) has a minimum of one second for this reason; a smaller minimum
    /// takes every such ACK for a loss. As for a loss probe, the receiver's longest delay is added
    /// (RFC 8985 §7.2). None before the first sample.
    #[inline]
    pub fn wait_for_delayed_ack(&self) -> Option<Span> {
        if self.ack_delay_s == 0.0 || self.srtt_s == 0.0 {
            return None;
        }
        let wait_s = self.srtt_s + larger(self.tick_s, 4.0 * self.rttvar_s) + self.ack_delay_s;
        Some(Span::from_secs(smaller(wait_s, self.max_s)))
    }

    fn timeout_in_seconds(&self) -> Span {
        let factor = f64::from(self.back_off);
        let timeout_s = match self.style {
            RtoStyle::Exact | RtoStyle::VarianceFloor | RtoStyle::Linux6 => self.base_s * factor,
            RtoStyle::Ticks | RtoStyle::TicksOfLinuxAgent => {
                larger(larger(self.base_s, self.min_s) * factor, 2.0 * self.tick_s)
            }
            RtoStyle::TicksMinAfterBackoff => larger(self.base_s * factor, self.min_s),
        };
        Span::from_secs(smaller(timeout_s, self.max_s)).max(SHORTEST)
    }

    /// The timer expired: the next timeout is twice as long.
    pub fn expire(&mut self) {
        match self.style {
            RtoStyle::Exact | RtoStyle::VarianceFloor | RtoStyle::Linux6 => {
                self.back_off = (self.back_off * 2).min(MAX_BACK_OFF)
            }
            RtoStyle::Ticks | RtoStyle::TicksMinAfterBackoff | RtoStyle::TicksOfLinuxAgent => {
                // Where the minimum is applied first, the largest timeout is the only bound.
                let is_bounded =
                    self.style == RtoStyle::TicksMinAfterBackoff || self.timeout().secs() >= self.max_s;
                if self.back_off < if is_bounded { MAX_TICK_BACK_OFF } else { MAX_BACK_OFF } {
                    self.back_off *= 2;
                }
                // The estimate no longer fits the path: the next sample starts it anew.
                if self.back_off > 8 {
                    let (s, v) = &mut self.ticks;
                    *v += *s >> 3;
                    *s = 0;
                }
            }
        }
    }

    /// The network responds again: the back-off ends.
    pub fn settle(&mut self) {
        self.back_off = 1;
    }

    /// True if it is the timer of Linux 6.
    pub fn is_of_linux(&self) -> bool {
        self.style == RtoStyle::Linux6
    }

    /// True if only the ACK of a Karn-timed segment ends the back-off, with or without timestamps.
    /// With `TicksOfLinuxAgent` every ACK with a timestamp ends it.
    pub fn settles_by_timed_segment(&self) -> bool {
        matches!(self.style, RtoStyle::Ticks | RtoStyle::TicksMinAfterBackoff)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(min_s: f64, granularity_s: f64) -> RetransmissionTimer {
        RetransmissionTimer::new(RtoSetup {
            min: Span::from_secs(min_s),
            max: Span::from_secs(60.0),
            initial: Span::from_secs(1.0),
            granularity: Span::from_secs(granularity_s),
            style: RtoStyle::Exact,
            ack_delay: Span::ZERO,
        })
    }

    /// A timer of ticks of 0.1 s.
    fn ticking() -> RetransmissionTimer {
        RetransmissionTimer::new(RtoSetup {
            min: Span::ZERO,
            max: Span::from_secs(64.0),
            initial: Span::from_secs(6.0),
            granularity: Span::from_secs(0.1),
            style: RtoStyle::Ticks,
            ack_delay: Span::ZERO,
        })
    }

    #[test]
    fn rfc_6298_on_three_samples() {
        // tcp-core C1
        let mut timer = exact(0.0, 0.0);
        let mut floored = exact(1.0, 0.0);
        let expected = [(0.2, 0.1, 0.6), (0.2125, 0.1, 0.6125), (0.217_187_5, 0.084_375, 0.554_687_5)];
        for (sample, (srtt_s, rttvar_s, timeout_s)) in [0.2, 0.3, 0.25].into_iter().zip(expected) {
            timer.sample(sample);
            floored.sample(sample);
            assert!((timer.srtt_s() - srtt_s).abs() < 1e-12);
            assert!((timer.rttvar_s() - rttvar_s).abs() < 1e-12);
            assert_eq!(timer.timeout(), Span::from_secs(timeout_s));
            assert_eq!(floored.timeout(), Span::from_secs(1.0));
        }
    }

    #[test]
    fn a_segment_alone_waits_for_a_delayed_ack() {
        let mut timer = RetransmissionTimer::new(RtoSetup {
            min: Span::from_millis(200),
            max: Span::from_secs(60.0),
            initial: Span::from_secs(3.0),
            granularity: Span::from_millis(10),
            style: RtoStyle::Exact,
            ack_delay: Span::from_millis(200),
        });
        assert_eq!(timer.wait_for_delayed_ack(), None);
        // After 100 samples of 40 ms the variation is below a tick of 10 ms: 40 + 10 + 200 ms.
        (0..100).for_each(|_| timer.sample(0.04));
        assert_eq!(timer.timeout(), Span::from_millis(200));
        assert_eq!(timer.wait_for_delayed_ack(), Some(Span::from_millis(250)));
        // A back-off does not lengthen it: twice 200 ms is longer by itself.
        timer.expire();
        assert_eq!(timer.timeout(), Span::from_millis(400));
        assert_eq!(timer.wait_for_delayed_ack(), Some(Span::from_millis(250)));
        // The largest timeout bounds it.
        (0..20).for_each(|_| timer.sample(70.0));
        assert_eq!(timer.wait_for_delayed_ack(), Some(Span::from_secs(60.0)));
    }

    #[test]
    fn coarse_ticks() {
        // tcp-core C2: tick 0.1 s, samples 0.23, 0.48, 0.23
        let mut timer = ticking();
        for (sample, state, timeout_s) in [(0.23, (16, 4), 0.6), (0.48, (19, 6), 0.8), (0.23, (19, 5), 0.7)] {
            timer.sample(sample);
            assert_eq!(timer.ticks, state);
            assert_eq!(timer.timeout(), Span::from_secs(timeout_s));
        }
    }

    #[test]
    fn the_smoothed_rtt_is_in_ticks_where_there_are_ticks() {
        let (mut with, mut without) = (ticking(), exact(0.0, 0.0));
        assert_eq!((with.srtt_of_ticks_s(), without.srtt_of_ticks_s()), (0.0, 0.0));
        with.sample(0.27);
        without.sample(0.27);
        assert!((with.srtt_of_ticks_s() - 0.3).abs() < 1e-12);
        assert_eq!(without.srtt_of_ticks_s(), 0.27);
    }

    #[test]
    fn backs_off_to_the_maximum() {
        // tcp-core C3: a timeout of 0.6 s with minimum 1 and maximum 60
        let mut timer = exact(1.0, 0.0);
        timer.sample(0.2);
        let mut seen = Vec::new();
        for _ in 0..8 {
            seen.push(timer.timeout().secs());
            timer.expire();
        }
        assert_eq!(seen, [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]);
        timer.settle();
        assert_eq!(timer.timeout().secs(), 1.0);
    }

    #[test]
    fn every_expiry_doubles_what_the_timer_says_of_itself() {
        let mut timer = exact(0.2, 0.0);
        assert_eq!(timer.back_off(), 1);
        timer.expire();
        timer.expire();
        assert_eq!(timer.back_off(), 4);
        timer.settle();
        assert_eq!(timer.back_off(), 1);
    }

    /// A timer of `style` with ticks of 1 ms.
    fn fine(style: RtoStyle, max_s: f64) -> RetransmissionTimer {
        RetransmissionTimer::new(RtoSetup {
            min: Span::from_secs(0.2),
            max: Span::from_secs(max_s),
            initial: Span::from_secs(3.0),
            granularity: Span::from_secs(0.001),
            style,
            ack_delay: Span::ZERO,
        })
    }

    #[test]
    fn the_largest_timeout_bounds_the_back_off_of_ticks_and_before_2002_a_factor_of_64() {
        let doublings = |style, max_s| {
            let mut timer = fine(style, max_s);
            timer.sample(0.1);
            let base_s = timer.timeout().secs();
            (0..20).for_each(|_| timer.expire());
            (base_s, timer.timeout().secs(), timer.back_off())
        };
        // 100 ms + 4·50 ms; 300 ms · 2⁹ is above 120 s.
        assert_eq!(doublings(RtoStyle::TicksOfLinuxAgent, 120.0), (0.3, 120.0, 512));
        assert_eq!(doublings(RtoStyle::Ticks, 60.0), (0.3, 60.0, 256));
        assert_eq!(doublings(RtoStyle::Ticks, 6.0), (0.3, 6.0, 64));
        assert_eq!(doublings(RtoStyle::TicksMinAfterBackoff, 60.0), (0.3, 19.2, 64));
    }

    #[test]
    fn a_sender_of_today_doubles_from_its_rtt_and_200_ms_on() {
        // M5.2
        let mut timer = fine(RtoStyle::Linux6, 120.0);
        timer.sample_at(0.1, 0, 10);
        let seen: Vec<f64> = (0..5).map(|_| (timer.timeout().secs(), timer.expire()).0).collect();
        assert_eq!(seen, [0.3, 0.6, 1.2, 2.4, 4.8]);
    }

    #[test]
    fn the_agent_with_linux_weighs_a_falling_rtt_an_eighth() {
        let ticks = |style| {
            let mut timer = fine(style, 60.0);
            timer.sample(0.4);
            (0..40).for_each(|_| timer.sample(0.4));
            timer.sample(0.2);
            timer.ticks
        };
        // The variation has settled at 3 quarters of a tick. The step of 200 ticks counts in full
        // or by an eighth.
        assert_eq!(ticks(RtoStyle::Ticks).1 - ticks(RtoStyle::TicksOfLinuxAgent).1, 200 - 200 / 8);
    }

    #[test]
    fn ticks_forget_the_rtt_once_backed_off_beyond_eight() {
        // tcp-core §5: above a factor of 8 the smoothed RTT is added to the variation (v += s/8) and
        // is then unset.
        let mut timer = ticking();
        timer.sample(0.23);
        for factor in [2, 4, 8] {
            timer.expire();
            assert_eq!((timer.back_off(), timer.ticks), (factor, (16, 4)));
        }
        timer.expire();
        assert_eq!((timer.back_off(), timer.ticks), (16, (0, 6)));
    }
}
