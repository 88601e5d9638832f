//! cwnd/RTT: the rate that a sender sends, not the rate that is delivered. It is filtered as
//! Westwood+ filters delivered data.
//!
//! GM04 §2.2, Fig. 2: the simple alternative to counting ACKs. During congestion the window
//! includes queued and lost segments, so this estimate is above the rate of the link.
//!
//! ```text
//! once per RTT   b̂ ← 0.9·b̂ + 0.1·cwnd/RTT
//! ```

use super::{AckView, Estimate};
use crate::catalogue::{Params, Spec};

/// What this estimator declares.
pub const SPEC: Spec = Spec {
    id: "cwnd-over-rtt",
    name: "cwnd/RTT (0.9 filter)",
    summary: "The window divided by the latest RTT, once per RTT, smoothed with a constant 0.9/0.1 filter.",
    source: "GM04 §2.2, Fig. 2",
    parameters: &[],
    departures: &["The estimate starts from the first sample. No sender uses it."],
    rules: &[],
};

/// State of the filter.
#[derive(Clone, Copy, Debug)]
pub struct Estimator {
    estimate: Option<f64>,
    interval_start_s: f64,
}

impl Estimator {
    /// An estimator; it has no parameters.
    pub fn new(_params: &Params) -> Estimator {
        Estimator { estimate: None, interval_start_s: 0.0 }
    }
}

impl Estimate for Estimator {
    fn start(&mut self, now_s: f64) {
        self.interval_start_s = now_s;
    }

    fn on_ack(&mut self, ack: &AckView) -> bool {
        match ack.last_rtt_s {
            Some(rtt_s) if rtt_s > 0.0 && ack.now_s - self.interval_start_s >= rtt_s => {
                let sample = ack.cwnd / rtt_s;
                self.estimate = Some(match self.estimate {
                    Some(old) => 0.9 * old + 0.1 * sample,
                    None => sample,
                });
                self.interval_start_s = ack.now_s;
                true
            }
            _ => false,
        }
    }

    fn estimate(&self, _now_s: f64) -> f64 {
        self.estimate.unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimator::script::ack;

    #[test]
    fn the_window_over_the_rtt_once_per_rtt() {
        let mut estimator = Estimator::new(&Params::default());
        estimator.start(0.0);
        assert!(!estimator.on_ack(&ack(0.05, 1)));
        assert!(estimator.on_ack(&ack(0.1, 1)));
        assert_eq!(estimator.estimate(0.1), 100.0);
        let wide = AckView { cwnd: 20.0, ..ack(0.2, 1) };
        assert!(estimator.on_ack(&wide));
        assert!((estimator.estimate(0.2) - 110.0).abs() < 1e-9);
    }
}
