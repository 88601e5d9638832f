//! Linux's Westwood+ estimator: one bandwidth sample per RTT through two filters in a row.
//!
//! net/ipv4/tcp_westwood.c. An interval closes when it is longer than the smoothed RTT and longer
//! than 50 ms. The ACK that closes it counts for the next interval. The very first ACK does not
//! count.
//!
//! ```text
//! ns ← ⌊(7·ns + b)/8⌋;   est ← ⌊(7·est + ns)/8⌋;      the first sample starts both
//! ```
//! All three are integers in bytes per tick of 1 ms, as in a kernel with 1000 ticks per second. The
//! truncation makes the estimate several bytes per millisecond too low; this lets a flow with
//! random losses reach a steady state. The clock and the smoothed RTT are integers in ticks too,
//! and the RTT is read when new data is acknowledged.

use super::{AckView, AckedCount, Estimate};
use crate::catalogue::{Params, Spec};

/// What this estimator declares.
pub const SPEC: Spec = Spec {
    id: "linux-double",
    name: "Westwood+ of Linux (two 7/8 filters)",
    summary: "Delivered segments per RTT, smoothed twice with 7/8.",
    source: "Linux, net/ipv4/tcp_westwood.c",
    parameters: &[],
    departures: &[
        "The clock has 1000 ticks per second; in kernels this is configurable. The smoothed RTT is rounded to a tick; a kernel smooths eighths of ticks and truncates them.",
    ],
    rules: &[],
};

/// Ticks per second of the kernel's clock.
const TICKS_PER_S: f64 = 1000.0;

/// Minimum length of an interval, in ticks.
const SHORTEST: f64 = 50.0;

/// The filters before the first sample, and as long as every sample is below a byte per tick: the
/// next sample starts both (`westwood_filter()`).
const EMPTY: (f64, f64) = (0.0, 0.0);

/// State of the two filters.
#[derive(Clone, Copy, Debug)]
pub struct Estimator {
    /// Outputs of the first and the second filter, in bytes per tick.
    filters: (f64, f64),
    segment_bytes: f64,
    /// Start of the interval, and the smoothed RTT at the last ACK of new data, in ticks.
    interval_start: f64,
    rtt: f64,
    segments: u64,
    counter: AckedCount,
    /// The next ACK only sets the start of the count (`first_ack`).
    skips: bool,
}

/// The clock at `time_s`.
fn ticks(time_s: f64) -> f64 {
    (time_s * TICKS_PER_S).floor()
}

/// A duration rounded to the kernel's ticks, in seconds.
pub fn whole_ticks_s(duration_s: f64) -> f64 {
    (duration_s * TICKS_PER_S).round() / TICKS_PER_S
}

impl Estimator {
    /// An estimator; it has no parameters.
    pub fn new(_params: &Params) -> Estimator {
        Estimator {
            filters: EMPTY,
            segment_bytes: 1.0,
            interval_start: 0.0,
            rtt: 0.0,
            segments: 0,
            counter: AckedCount::default(),
            skips: true,
        }
    }

    /// An estimator in steady state at `rate` segments per second, for tests.
    #[cfg(test)]
    pub(crate) fn settled_at(rate: f64) -> Estimator {
        let per_tick = rate / TICKS_PER_S;
        Estimator { filters: (per_tick, per_tick), ..Estimator::new(&Params::default()) }
    }

    /// Sets whether the next ACK is the very first one, which does not count.
    pub fn begin_with_next_ack(&mut self, is_first: bool) {
        self.skips = is_first;
    }

    /// The kernel's smoothed RTT, in seconds; `None` before the first one.
    pub fn rtt_s(&self) -> Option<f64> {
        (self.rtt > 0.0).then_some(self.rtt / TICKS_PER_S)
    }

    /// Processes an ACK of the kernel's fast path: it counts whole, whatever duplicates counted
    /// before (westwood_fast_bw()).
    #[inline]
    pub fn on_fast_ack(&mut self, ack: &AckView) {
        self.close_interval(ack);
        self.add(ack.acked);
    }

    /// Closes the interval if it is over; true if it was.
    fn close_interval(&mut self, ack: &AckView) -> bool {
        if ack.acked > 0 {
            self.rtt = (ack.srtt_s * TICKS_PER_S).round();
        }
        let length = ticks(ack.now_s) - self.interval_start;
        let due = self.rtt > 0.0 && length > self.rtt.max(SHORTEST);
        if due {
            self.segment_bytes = ack.segment_bits / 8.0;
            let bytes = self.segments as f64 * self.segment_bytes;
            self.filter((bytes / length).floor());
            self.segments = 0;
            self.interval_start = ticks(ack.now_s);
        }
        due
    }

    /// Adds segments to the interval, unless they are those of the very first ACK.
    fn add(&mut self, segments: u64) {
        if !std::mem::take(&mut self.skips) {
            self.segments += segments;
        }
    }

    fn filter(&mut self, b: f64) {
        self.filters = match self.filters {
            EMPTY => (b, b),
            (first, second) => {
                let first = ((7.0 * first + b) / 8.0).floor();
                (first, ((7.0 * second + first) / 8.0).floor())
            }
        };
    }
}

impl Estimate for Estimator {
    fn start(&mut self, now_s: f64) {
        self.interval_start = ticks(now_s);
        self.segments = 0;
    }

    fn on_ack(&mut self, ack: &AckView) -> bool {
        let due = self.close_interval(ack);
        // An ACK that acknowledges no new data stands for one arrived segment, even if it is
        // unknown which.
        let counted = self.counter.count(ack.acked, ack.acked == 0);
        self.add(counted);
        due
    }

    fn estimate(&self, _now_s: f64) -> f64 {
        self.filters.1 * TICKS_PER_S / self.segment_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimator::script::ack;

    #[test]
    fn two_filters_in_a_row() {
        // algorithms.md V6.4
        let mut estimator = Estimator { filters: (1000.0, 1000.0), ..Estimator::settled_at(0.0) };
        estimator.filter(2000.0);
        assert_eq!(estimator.filters, (1125.0, 1015.0));
    }

    #[test]
    fn filters_that_have_seen_nothing_start_with_the_next_sample() {
        // westwood_filter(): both are zero, so 24 bytes per tick start them.
        let mut estimator = Estimator::new(&Params::default());
        estimator.filter(0.0);
        estimator.filter(24.0);
        assert_eq!(estimator.filters, (24.0, 24.0));
    }

    #[test]
    fn the_ack_that_closes_an_interval_counts_for_the_next_and_the_first_for_none() {
        let mut estimator = Estimator::new(&Params::default());
        estimator.start(0.0);
        assert!(!estimator.on_ack(&ack(0.0, 3)));
        assert!(!estimator.on_ack(&ack(0.05, 5)));
        assert!(!estimator.on_ack(&ack(0.1, 5)), "not longer than the RTT");
        // 10 segments of 1500 bytes in 125 ms
        assert!(estimator.on_ack(&ack(0.125, 7)));
        assert_eq!(estimator.filters, (120.0, 120.0));
        assert_eq!(estimator.estimate(0.125), 80.0);
        // 7 segments in 125 ms: 84 bytes per tick
        assert!(estimator.on_ack(&ack(0.25, 1)));
        assert_eq!(estimator.filters, (115.0, 119.0));
    }

    #[test]
    fn the_clock_and_the_rtt_are_whole_ticks() {
        let mut estimator = Estimator::new(&Params::default());
        estimator.start(0.0009);
        let sampled = |now_s, srtt_s| AckView { srtt_s, ..ack(now_s, 1) };
        assert!(!estimator.on_ack(&sampled(0.0801, 0.0803)));
        assert_eq!(estimator.rtt_s(), Some(0.08));
        // From tick 0 to tick 80 is not longer than 80 ticks, although 80.0 ms have passed since
        // 0.9 ms.
        assert!(!estimator.on_ack(&sampled(0.0809, 0.0803)));
        assert!(estimator.on_ack(&sampled(0.0811, 0.0803)));
    }

    #[test]
    fn what_acknowledges_nothing_new_counts_and_leaves_the_rtt() {
        let mut estimator = Estimator::new(&Params::default());
        estimator.start(0.0);
        estimator.begin_with_next_ack(false);
        estimator.on_ack(&ack(0.05, 5));
        // A duplicate with an old timestamp echo: the smoothed RTT has grown, but this estimator
        // does not read it.
        let late = AckView { acked: 0, srtt_s: 0.3, ..ack(0.06, 0) };
        estimator.on_ack(&late);
        assert_eq!(estimator.rtt_s(), Some(0.1));
        assert!(estimator.on_ack(&ack(0.12, 1)));
        assert_eq!(estimator.filters, (75.0, 75.0), "six segments of 1500 bytes in 120 ms");
    }
}
