//! H-TCP with a bounded cut: the draft's, and that of Linux today.

use crate::math::within;

/// The bounded cut of the draft and of Linux, and what it does to the growth.
#[derive(Clone, Copy, Debug)]
pub struct Adaptive {
    /// Linux's.
    pub linux: bool,
    /// The part of the window kept at the last loss, which also scales the growth: `a ← 2(1−β)a`.
    beta: f64,
    /// Linux takes 0.5 at the first loss, whatever the RTTs.
    first: bool,
    /// Throughput that stands for this epoch, and for the one before, in segments per second.
    rate: f64,
    previous_rate: f64,
    rounds: u32,
    smoothed: f64,
}

impl Adaptive {
    const LOW: f64 = 0.5;
    const HIGH: f64 = 0.8;
    /// Linux: below this RTT the cut is a half, because its clock could not tell RTTs apart.
    const FINEST_RTT_S: f64 = 0.01;

    /// Before the first loss.
    pub fn new(linux: bool) -> Adaptive {
        Adaptive {
            linux,
            beta: Adaptive::LOW,
            first: true,
            rate: 0.0,
            previous_rate: 0.0,
            rounds: 0,
            smoothed: 0.0,
        }
    }

    /// The throughput of a round, in segments per second.
    pub fn take_rate(&mut self, rate: f64) {
        if !self.linux {
            self.rate = rate;
            return;
        }
        // The first rounds after a loss start the average anew.
        self.rounds += 1;
        if self.rounds <= 3 {
            self.smoothed = rate;
            self.rate = rate;
        } else {
            self.smoothed = 0.75 * self.smoothed + 0.25 * rate;
            self.rate = self.rate.max(self.smoothed);
        }
    }

    /// A loss: β from the RTTs, or a half if the throughput has changed by more than a fifth.
    pub fn on_loss(&mut self, rtt_min_s: f64, rtt_max_s: f64) -> f64 {
        let steady = (self.rate - self.previous_rate).abs() <= 0.2 * self.previous_rate;
        self.previous_rate = self.rate;
        self.rounds = 0;
        let usable = !self.linux || (!self.first && rtt_min_s > Adaptive::FINEST_RTT_S);
        self.beta = if steady && usable {
            within(rtt_min_s / rtt_max_s, Adaptive::LOW, Adaptive::HIGH)
        } else {
            Adaptive::LOW
        };
        // In Linux a change of throughput makes the next loss a first one again.
        self.first = !steady;
        self.beta
    }

    /// What the growth per RTT is multiplied with.
    pub fn scale(&self, rtt_min_s: f64) -> f64 {
        let rtt_scale = if self.linux && rtt_min_s.is_finite() && rtt_min_s > 0.0 {
            1.0 / within(0.1 / rtt_min_s, 0.5, 10.0)
        } else {
            1.0
        };
        2.0 * (1.0 - self.beta) * rtt_scale
    }
}
