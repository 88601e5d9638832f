//! Vegas' measure: the expected rate minus the actual rate.
//!
//! Brakmo & Peterson 1995 §3.2. Without a queue the rate of a window w is w/base; its actual rate
//! is w/RTT. The difference times the shortest RTT is the backlog: the segments of this flow that
//! are queued. Vegas keeps it between α and β.
//!
//! ```text
//! once per round   cwnd/base − cwnd/RTT,   RTT = the round's mean
//! ```

use super::{AckView, Estimate};
use crate::catalogue::{Params, Spec};

/// What this estimator declares.
pub const SPEC: Spec = Spec {
    id: "vegas-backlog",
    name: "Vegas (expected minus actual rate)",
    summary: "Expected rate without a queue minus actual rate, once per round. Multiplied by the minimum RTT, it is the backlog.",
    source: "Brakmo & Peterson 1995 §3.2",
    parameters: &[],
    departures: &["Not filtered, as in Vegas, which decides once per round on the round's mean RTT."],
    rules: &[],
};

/// State of the current round.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimator {
    estimate: f64,
    round: u64,
    samples: u32,
    sum_rtt_s: f64,
}

impl Estimator {
    /// An estimator; it has no parameters.
    pub fn new(_params: &Params) -> Estimator {
        Estimator::default()
    }
}

impl Estimate for Estimator {
    fn start(&mut self, _now_s: f64) {
        self.samples = 0;
        self.sum_rtt_s = 0.0;
    }

    fn on_ack(&mut self, ack: &AckView) -> bool {
        let closed = ack.round != self.round && self.samples > 0 && self.sum_rtt_s > 0.0;
        if closed {
            let rtt_s = self.sum_rtt_s / f64::from(self.samples);
            let base_s = ack.min_rtt_s.min(rtt_s);
            self.estimate = ack.cwnd / base_s - ack.cwnd / rtt_s;
            self.samples = 0;
            self.sum_rtt_s = 0.0;
        }
        self.round = ack.round;
        if let Some(rtt_s) = ack.rtt_s {
            self.samples += 1;
            self.sum_rtt_s += rtt_s;
        }
        closed
    }

    fn estimate(&self, _now_s: f64) -> f64 {
        self.estimate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimator::script::ack;

    #[test]
    fn the_backlog_as_a_rate() {
        let mut estimator = Estimator::new(&Params::default());
        estimator.start(0.0);
        let seen = |round, rtt_s| AckView { cwnd: 20.0, round, rtt_s: Some(rtt_s), ..ack(0.1, 1) };
        assert!(!estimator.on_ack(&seen(0, 0.15)));
        assert!(!estimator.on_ack(&seen(0, 0.1)));
        assert!(estimator.on_ack(&seen(1, 0.2)));
        // The mean RTT is 0.125 s and the base 0.1 s: 200 − 160 segments per second, a backlog of 4
        // segments.
        assert!((estimator.estimate(0.1) - 40.0).abs() < 1e-9);
        assert!((estimator.estimate(0.1) * 0.1 - 4.0).abs() < 1e-9);
    }
}
