//! A kernel's timer wheel (`timer_wheel`; Linux, kernel/time/timer.c, calc_wheel_index and calc_index).
//!
//! A timer counts whole ticks and is never early. The longer the wait, the coarser the level of the wheel that holds
//! it: a timer expires with a multiple of the level's step, up to an eighth of its wait late.

use super::options::Mechanisms;
use crate::units::{Span, Time};

/// Waits of this many ticks or more belong to the second level (`LVL_START`).
const SECOND_LEVEL: u64 = 63;
/// Each level has steps of eight of the level before (`LVL_CLK_SHIFT`).
const STEP_BITS: u32 = 3;
/// The last of nine levels (`LVL_DEPTH`).
const LAST_LEVEL: u32 = 8;

/// The wheel, by its tick in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimerWheel(u64);

impl TimerWheel {
    /// The wheel that a flow asks for.
    pub fn of(asked: &Mechanisms) -> Option<TimerWheel> {
        asked.chosen.timer_wheel.then(|| TimerWheel::new(asked.clock_hz))
    }

    /// A wheel of a clock with this many ticks per second.
    pub fn new(clock_hz: u32) -> TimerWheel {
        TimerWheel(1_000_000_000 / u64::from(clock_hz))
    }

    /// `wait` in whole ticks, rounded up (usecs_to_jiffies).
    pub fn whole(self, wait: Span) -> Span {
        Span::from_nanos(wait.nanos().div_ceil(self.0) * self.0)
    }

    /// When a timer expires that is set at `now` for `wait`. Out of line, because each ACK of a flow without a wheel
    /// sets its timer, too.
    #[inline(never)]
    pub fn expiry(self, now: Time, wait: Span) -> Time {
        Time::from_nanos(fires(now.nanos() / self.0, wait.nanos().div_ceil(self.0)) * self.0)
    }
}

/// The tick in which a timer expires that is set in tick `now` for `wait` ticks.
#[inline]
pub fn fires(now: u64, wait: u64) -> u64 {
    if wait < SECOND_LEVEL {
        return now + wait + 1;
    }
    let level = (wait / SECOND_LEVEL).ilog2() / STEP_BITS + 1;
    let bits = STEP_BITS * level.min(LAST_LEVEL);
    (((now + wait) >> bits) + 1) << bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r2_a_timer_expires_with_the_next_step_of_its_level() {
        let vectors = [
            (1000, 50, 1051),
            (1000, 62, 1063),
            (1000, 63, 1064),
            (1000, 91, 1096),
            (1003, 91, 1096),
            (1007, 91, 1104),
            (1096, 182, 1280),
            (1000, 364, 1368),
            (1000, 728, 1792),
        ];
        for (now, wait, at) in vectors {
            assert_eq!(fires(now, wait), at, "{wait} ticks from {now} on");
        }
        // Ticks of 4 ms: a wait of 199 ms is 50 ticks, and tick 1000 has begun.
        let wheel = TimerWheel::new(250);
        assert_eq!(wheel.expiry(Time::from_secs(4.003), Span::from_millis(199)), Time::from_secs(4.204));
        assert_eq!(wheel.whole(Span::from_nanos(320_003_000)), Span::from_millis(324));
    }
}
