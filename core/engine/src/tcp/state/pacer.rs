//! When a pacing sender may send (`pacing`; Linux, tcp_update_pacing_rate, tcp_update_skb_after_send).

use crate::tcp::options::{Pacing, PacingQuantum};
use crate::units::{Span, Time};

/// Headers of a packet in bytes: IP, TCP and timestamps.
const HEADER_BYTES: f64 = 52.0;

/// Segments at the start of a connection that Linux does not pace.
pub const UNPACED: u64 = 10;

/// The state of a pacer.
#[derive(Clone, Copy, Debug)]
pub struct Pacer {
    pub(in crate::tcp) setup: Pacing,
    /// Segments per second and windows per round trip; `None` before the first RTT sample.
    pub(in crate::tcp) rate: Option<(f64, f64)>,
    /// Segments sent so far.
    pub(in crate::tcp) sent: u64,
    /// Segments that leave together now.
    pub(in crate::tcp) quantum: u32,
    /// Of them, those that may still leave at this instant.
    pub(in crate::tcp) left: u32,
    /// When the current burst began to leave, how late that was, and how many of its segments have
    /// left.
    pub(in crate::tcp) began: Time,
    pub(in crate::tcp) late: Span,
    pub(in crate::tcp) gone: u32,
}

/// The inputs of the pacing rate.
#[derive(Clone, Copy, Debug)]
pub struct PacingFacts {
    pub(in crate::tcp) cwnd: f64,
    pub(in crate::tcp) ssthresh: f64,
    pub(in crate::tcp) outstanding: f64,
    pub(in crate::tcp) srtt_s: f64,
    pub(in crate::tcp) min_rtt_s: f64,
    pub(in crate::tcp) segment_bytes: f64,
}

/// Segments that Linux hands to a network card at once (tcp_tso_autosize): about a millisecond of
/// the rate, plus 64 KiB halved for each 512 µs of the smallest RTT. The sum is at most 64 KiB and
/// at least two segments.
fn tso_segments(rate: f64, min_rtt_s: f64, payload_bytes: f64) -> u32 {
    let by_rate = (rate * payload_bytes) as u64 >> 10;
    let doublings = (min_rtt_s * 1e6) as u64 >> 9;
    let by_rtt = if doublings < 32 { 65_536_u64 >> doublings } else { 0 };
    (((by_rate + by_rtt).min(65_536) as f64 / payload_bytes) as u32).max(2)
}

/// The gap after a segment that left so late: it is shorter by that, but by half at most.
pub fn shortened(gap: Span, late: Span) -> Span {
    Span::from_nanos(gap.nanos() - late.nanos().min(gap.nanos() / 2))
}

impl PacingFacts {
    /// Segments per second and windows per round trip; `None` before the first RTT sample.
    pub(in crate::tcp) fn rate(&self, setup: &Pacing) -> Option<(f64, f64)> {
        if self.srtt_s <= 0.0 {
            return None;
        }
        let is_fast = self.cwnd < self.ssthresh / 2.0;
        let ratio = if is_fast { setup.slow_start } else { setup.avoidance };
        Some((ratio * self.cwnd.max(self.outstanding) / self.srtt_s, ratio))
    }

    /// Segments that leave together at this rate.
    pub(in crate::tcp) fn quantum(&self, quantum: PacingQuantum, rate: f64) -> u32 {
        match quantum {
            PacingQuantum::Segments(segments) => segments,
            PacingQuantum::Tso => tso_segments(rate, self.min_rtt_s, self.segment_bytes - HEADER_BYTES),
        }
    }
}

impl Pacer {
    /// Before the first segment.
    pub(in crate::tcp) fn new(setup: Pacing) -> Pacer {
        Pacer {
            setup,
            rate: None,
            sent: 0,
            quantum: 1,
            left: 0,
            began: Time::ZERO,
            late: Span::ZERO,
            gone: 0,
        }
    }

    /// Updates the rate after an ACK. Returns the rate and its ratio if the ratio has changed.
    pub(in crate::tcp) fn update(&mut self, facts: &PacingFacts) -> Option<(f64, f64)> {
        let (rate, ratio) = facts.rate(&self.setup)?;
        self.quantum = facts.quantum(self.setup.quantum, rate);
        let before = self.rate.replace((rate, ratio));
        (before.is_none_or(|before| before.1 != ratio)).then_some((rate, ratio))
    }

    /// True if one more segment may leave in the current burst.
    #[inline]
    pub(in crate::tcp) fn is_in_burst(&self) -> bool {
        self.left > 0
    }

    /// Ends the current burst: the next segment begins another one.
    #[inline]
    pub(in crate::tcp) fn end_burst(&mut self) {
        self.left = 0;
    }

    /// A segment leaves at `now`; the pacer allowed it from `release` on. Returns the earliest time
    /// of the next segment. A late departure shortens the next gap, by half at most.
    pub(in crate::tcp) fn departs(&mut self, now: Time, release: Time) -> Time {
        if !self.is_in_burst() {
            self.left = self.quantum;
            (self.began, self.late, self.gone) = (now.max(release), now.since(release), 0);
        }
        self.left -= 1;
        self.sent += 1;
        let Some((rate, _)) = self.rate.filter(|_| self.sent >= self.setup.free) else {
            return release;
        };
        self.gone += 1;
        self.began + shortened(Span::from_secs(f64::from(self.gone) / rate), self.late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(cwnd: f64, outstanding: f64, srtt_s: f64, ssthresh: f64) -> PacingFacts {
        PacingFacts { cwnd, ssthresh, outstanding, srtt_s, min_rtt_s: srtt_s, segment_bytes: 1500.0 }
    }

    #[test]
    fn a_window_is_spread_over_half_a_round_trip_or_five_sixths_of_one() {
        let rate = |cwnd, outstanding, srtt_s, ssthresh| {
            let mut pacer = Pacer::new(Pacing::LINUX);
            pacer.update(&facts(cwnd, outstanding, srtt_s, ssthresh)).expect("a first rate").0
        };
        assert!((rate(10.0, 0.0, 0.1, f64::INFINITY) - 200.0).abs() < 1e-9);
        assert!((rate(84.0, 84.0, 0.1012, 84.0) - 996.0474).abs() < 1e-4);
        assert!((rate(40.0, 40.0, 0.1012, 84.0) - 790.5138).abs() < 1e-4);
        assert!((rate(50.0, 60.0, 0.1012, 84.0) - 711.4625).abs() < 1e-4, "what is outstanding counts");
    }

    #[test]
    fn a_card_gets_a_millisecond_at_once_and_more_on_short_paths() {
        let segments = |rate, min_rtt_s| tso_segments(rate, min_rtt_s, 1448.0);
        assert_eq!([segments(996.0, 0.1012), segments(1e5, 0.1012), segments(996.0, 0.001)], [2, 45, 23]);
    }

    /// When `n` segments leave, in milliseconds, if the source always has more.
    fn departures(setup: Pacing, n: usize) -> Vec<f64> {
        let mut pacer = Pacer::new(setup);
        pacer.update(&facts(10.0, 0.0, 0.1, f64::INFINITY));
        let mut release = Time::ZERO;
        let mut times = Vec::new();
        for _ in 0..n {
            let now = if pacer.is_in_burst() { times.last().copied().unwrap_or(release) } else { release };
            times.push(now);
            release = pacer.departs(now, release);
        }
        times.iter().map(|at| at.secs() * 1e3).collect()
    }

    #[test]
    fn ten_segments_are_free_and_then_each_waits_its_turn() {
        let times = departures(Pacing::LINUX, 14);
        assert_eq!(times[..10], [0.0; 10]);
        assert_eq!(times[10..], [5.0, 10.0, 15.0, 20.0]);
    }

    #[test]
    fn a_quantum_leaves_together() {
        let setup = Pacing { free: 0, quantum: PacingQuantum::Segments(2), ..Pacing::LINUX };
        assert_eq!(departures(setup, 6), [0.0, 0.0, 10.0, 10.0, 20.0, 20.0]);
    }

    #[test]
    fn a_late_segment_shortens_the_next_gap_by_half_at_most() {
        let next = |late_ms: u64| {
            let mut pacer = Pacer::new(Pacing { free: 0, ..Pacing::LINUX });
            pacer.update(&facts(10.0, 0.0, 0.1, f64::INFINITY));
            let release = Time::from_secs(1.0);
            let now = release + Span::from_millis(late_ms);
            pacer.departs(now, release).since(now).nanos() as f64 / 1e6
        };
        assert_eq!([0, 1, 4].map(next), [5.0, 4.0, 2.5]);
    }
}
