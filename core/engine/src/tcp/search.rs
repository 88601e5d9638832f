//! SEARCH (`slow_start: search`; draft-chung-ccwg-search-09 §3): slow start ends when what was delivered in a window of
//! 3.5 round trips is no longer twice what was delivered in the same window one round trip before. A rising RTT alone
//! does not end it.

use crate::units::{Span, Time};

/// The window in round trips, and the bins that it consists of.
const WINDOW_ROUNDS: f64 = 3.5;
const WINDOW: usize = 10;
/// Bins kept beyond the window, for a window one round trip before.
const EXTRA: usize = 15;
const BINS: usize = WINDOW + EXTRA;
/// The part by which the delivered data may stay below its double.
const THRESHOLD: f64 = 0.35;

/// The state of SEARCH.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search {
    /// Segments delivered up to the end of each bin. Bin *i* is at place *i* mod 25.
    bins: [u64; BINS],
    /// Length of a bin; zero before the first RTT sample.
    length: Span,
    /// The bin that ended last, and when the next one ends.
    latest: usize,
    ends: Time,
    has_found: bool,
}

/// Why slow start ends: segments delivered in the latest window and in the one a round trip before, and by which part
/// they stay below the double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exit {
    pub current: f64,
    pub before: f64,
    pub part: f64,
}

/// Compares two windows. `None` if the delivered data has at least doubled.
fn missing(before: f64, current: f64) -> Option<f64> {
    (before > 0.0 && 2.0 * before >= current).then(|| (2.0 * before - current) / (2.0 * before))
}

impl Search {
    /// Handles an ACK in slow start. `delivered` segments have arrived since the connection began. Returns why slow
    /// start ends, if it does.
    pub fn on_ack(&mut self, now: Time, rtt: Span, delivered: u64) -> Option<Exit> {
        if self.has_found || rtt == Span::ZERO {
            return None;
        }
        if self.length == Span::ZERO {
            self.length = Span::from_secs(WINDOW_ROUNDS * rtt.secs() / WINDOW as f64);
            self.ends = now + self.length;
            self.bins[0] = delivered;
            return None;
        }
        if now < self.ends {
            return None;
        }
        self.end_bins(now, delivered);
        let exit = self.judge(rtt).filter(|exit| exit.part >= THRESHOLD);
        self.has_found = exit.is_some();
        exit
    }

    /// Ends the bins up to `now`. Those without an ACK have delivered nothing.
    fn end_bins(&mut self, now: Time, delivered: u64) {
        let passed = (now.since(self.ends).nanos() / self.length.nanos()) as usize + 1;
        if passed > BINS {
            *self = Search::default();
            return;
        }
        let last = self.bins[self.latest % BINS];
        for _ in 1..passed {
            self.latest += 1;
            self.bins[self.latest % BINS] = last;
        }
        self.latest += 1;
        self.bins[self.latest % BINS] = delivered;
        self.ends += Span::from_nanos(self.length.nanos() * passed as u64);
    }

    /// Delivered `shift` bins before the end of the latest one, between bins in proportion.
    fn delivered_before(&self, shift: f64) -> f64 {
        let (whole, part) = (shift.floor() as usize, shift.fract());
        let bin = |back: usize| self.bins[(self.latest - back) % BINS] as f64;
        bin(whole) - part * (bin(whole) - bin(whole + 1))
    }

    /// The latest window beside the one a round trip before; `None` without enough bins.
    fn judge(&self, rtt: Span) -> Option<Exit> {
        if self.length == Span::ZERO {
            return None;
        }
        let shift = rtt.nanos() as f64 / self.length.nanos() as f64;
        let window = WINDOW as f64;
        if shift >= (EXTRA - 1) as f64 || (self.latest as f64) < shift + window + 1.0 {
            return None;
        }
        let current = self.delivered_before(0.0) - self.delivered_before(window);
        let before = self.delivered_before(shift) - self.delivered_before(shift + window);
        Some(Exit { current, before, part: missing(before, current)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_below_its_double_by_thirty_five_percent_ends_slow_start() {
        let ends = |current| missing(100.0, current).map(|part| (part >= THRESHOLD, part));
        assert_eq!(ends(210.0), None, "more than the double is no test");
        assert_eq!(ends(200.0), Some((false, 0.0)));
        assert_eq!(ends(131.0), Some((false, 0.345)));
        assert_eq!(ends(130.0), Some((true, 0.35)));
        assert_eq!(ends(100.0), Some((true, 0.5)));
    }

    #[test]
    fn a_bin_is_a_tenth_of_three_and_a_half_round_trips_and_the_window_before_lies_between_bins() {
        let mut search = Search::default();
        search.on_ack(Time::ZERO, Span::from_millis(100), 10);
        assert_eq!((search.length, search.ends), (Span::from_millis(35), Time::from_secs(0.035)));
        for bin in 1..=20 {
            search.end_bins(Time::from_nanos(35_000_000 * bin), 10 + 100 * bin);
        }
        // 100 ms are 2.857 bins: at a constant rate, 1000 of 2000.
        assert!((search.delivered_before(100.0 / 35.0) - (10.0 + 2000.0 - 285.714)).abs() < 1e-3);
        let exit = search.judge(Span::from_millis(100)).expect("enough bins");
        assert_eq!((exit.current, exit.before.round(), exit.part), (1000.0, 1000.0, 0.5));
    }

    /// Delivered data that doubles per round trip of 1 s up to `full_s`, and grows at that rate from then on.
    fn delivered(at_s: f64, full_s: f64) -> u64 {
        let per_round = 1e6 / std::f64::consts::LN_2;
        let grown = per_round * crate::math::pow(2.0, at_s.min(full_s) - full_s);
        (grown + 1e6 * (at_s - full_s).max(0.0)) as u64
    }

    #[test]
    fn slow_start_ends_two_round_trips_after_the_path_is_full() {
        // The windows of D(t) = 2^t / ln 2 up to 0 and 1/ln 2 + t from then on, by hand.
        for (after_s, expected) in [(0.5, 0.053), (1.0, 0.168), (1.5, 0.268), (2.0, 0.330), (2.5, 0.376)] {
            let window = |end: f64| delivered(end, 8.0) as f64 - delivered(end - 3.5, 8.0) as f64;
            let part = missing(window(7.0 + after_s), window(8.0 + after_s)).expect("below the double");
            assert!((part - expected).abs() < 1e-3, "{part} at {after_s}");
        }
        let mut search = Search::default();
        let ends = (1..2000).map(|n| f64::from(n) * 0.01).find(|at_s| {
            let now = Time::from_secs(*at_s);
            search.on_ack(now, Span::from_millis(1000), delivered(*at_s, 8.0)).is_some()
        });
        let after_s = ends.expect("it ends") - 8.0;
        // 2.2 round trips, and the rest of a bin of 0.35.
        assert!((2.2..2.6).contains(&after_s), "{after_s}");
    }

    #[test]
    fn a_silence_longer_than_all_bins_begins_anew() {
        let mut search = Search::default();
        search.on_ack(Time::ZERO, Span::from_millis(100), 10);
        assert_eq!(search.on_ack(Time::from_secs(2.0), Span::from_millis(100), 20), None);
        assert_eq!(search.length, Span::ZERO);
    }
}
