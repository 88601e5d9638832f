//! Linux's Westwood+ estimator: one bandwidth sample per RTT through two filters in a row.
//!
//! net/ipv4/tcp_westwood.c. An interval closes when it is longer than the smoothed RTT and than 50 ms; the ACK that closes
//! it counts for the next one.
//!
//! ```text
//! ns ← 7/8·ns + 1/8·b;   est ← 7/8·est + 1/8·ns;     the first sample starts both
//! ```

use super::{AckView, AckedCount, Estimate};
use crate::catalogue::{Params, Spec};

/// What this estimator declares.
pub const SPEC: Spec = Spec {
    id: "linux-double",
    name: "Westwood+ of Linux (two 7/8 filters)",
    summary: "Delivered segments per RTT, smoothed twice with 7/8.",
    source: "Linux, net/ipv4/tcp_westwood.c",
    parameters: &[],
    departures: &["Real numbers in segments per second, where the kernel has whole bytes per tick."],
    rules: &[],
};

/// No interval is shorter than this, in seconds.
const SHORTEST_S: f64 = 0.05;

/// State of the two filters.
#[derive(Clone, Debug)]
pub struct Estimator {
    /// What the first filter gives, and what the second makes of it; none before the first sample.
    filters: Option<(f64, f64)>,
    interval_start_s: f64,
    segments: u64,
    counter: AckedCount,
}

impl Estimator {
    /// An estimator; it has no parameters.
    pub fn new(_params: &Params) -> Estimator {
        Estimator { filters: None, interval_start_s: 0.0, segments: 0, counter: AckedCount::default() }
    }

    /// An estimator in steady state at `rate` segments per second, for tests.
    #[cfg(test)]
    pub(crate) fn settled_at(rate: f64) -> Estimator {
        Estimator { filters: Some((rate, rate)), ..Estimator::new(&Params::default()) }
    }

    fn filter(&mut self, b: f64) {
        self.filters = Some(match self.filters {
            Some((first, second)) => {
                let first = (7.0 * first + b) / 8.0;
                (first, (7.0 * second + first) / 8.0)
            }
            None => (b, b),
        });
    }
}

impl Estimate for Estimator {
    fn start(&mut self, now_s: f64) {
        self.interval_start_s = now_s;
        self.segments = 0;
    }

    fn on_ack(&mut self, ack: &AckView) -> bool {
        let length_s = ack.now_s - self.interval_start_s;
        let due = ack.srtt_s > 0.0 && length_s > ack.srtt_s.max(SHORTEST_S);
        if due {
            self.filter(self.segments as f64 / length_s);
            self.segments = 0;
            self.interval_start_s = ack.now_s;
        }
        self.segments += self.counter.count(ack.acked, ack.is_duplicate);
        due
    }

    fn estimate(&self, _now_s: f64) -> f64 {
        self.filters.map_or(0.0, |(_, second)| second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimator::script::ack;

    #[test]
    fn two_filters_in_a_row() {
        // algorithms.md V6.4, where the kernel cuts 1015.6 to a whole number
        let mut estimator = Estimator::settled_at(1000.0);
        estimator.filter(2000.0);
        let (first, second) = estimator.filters.expect("filters");
        assert_eq!(first, 1125.0);
        assert_eq!(second.floor(), 1015.0);
    }

    #[test]
    fn the_ack_that_closes_an_interval_counts_for_the_next() {
        let mut estimator = Estimator::new(&Params::default());
        estimator.start(0.0);
        assert!(!estimator.on_ack(&ack(0.05, 5)));
        assert!(!estimator.on_ack(&ack(0.1, 5)), "not longer than the RTT");
        assert!(estimator.on_ack(&ack(0.125, 7)));
        assert_eq!(estimator.estimate(0.125), 80.0);
        assert!(estimator.on_ack(&ack(0.25, 1)));
        let (first, _) = estimator.filters.expect("filters");
        assert_eq!(first, (7.0 * 80.0 + 56.0) / 8.0);
    }
}
