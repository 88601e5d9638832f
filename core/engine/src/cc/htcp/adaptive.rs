//! H-TCP with a bounded decrease: the draft's and that of current Linux.

use crate::math::within;

/// The bounded decrease of the draft and of Linux, and its effect on the growth.
#[derive(Clone, Copy, Debug)]
pub struct Adaptive {
    /// True for the variant `linux`.
    pub linux: bool,
    /// Fraction of the window that remained after the last loss. It also scales the growth: `a ←
    /// 2(1−β)a`.
    beta: f64,
    /// Linux uses 0.5 at the first loss, whatever the RTTs.
    first: bool,
    /// Throughput of this epoch (`rate`) and of the previous one, in segments per second.
    rate: f64,
    previous_rate: f64,
    rounds: u32,
    smoothed: f64,
}

impl Adaptive {
    const LOW: f64 = 0.5;
    const HIGH: f64 = 0.8;
    /// In Linux the factor is a half up to this RTT, because its clock cannot distinguish such
    /// short RTTs.
    const FINEST_RTT_S: f64 = 0.01;

    /// The state before the first loss.
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

    /// Processes the throughput of a round, in segments per second.
    pub fn take_rate(&mut self, rate: f64) {
        if !self.linux {
            self.rate = rate;
            return;
        }
        // The first three rounds after a loss restart the average.
        self.rounds += 1;
        if self.rounds <= 3 {
            self.smoothed = rate;
            self.rate = rate;
        } else {
            self.smoothed = 0.75 * self.smoothed + 0.25 * rate;
            self.rate = self.rate.max(self.smoothed);
        }
    }

    /// Returns β at a loss: from the RTTs, or a half if the throughput has changed by more than a
    /// fifth.
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
        // In Linux, a change of throughput makes the next loss count as a first one.
        self.first = !steady;
        self.beta
    }

    /// The factor for the growth per RTT.
    pub fn scale(&self, rtt_min_s: f64) -> f64 {
        let rtt_scale = if self.linux && rtt_min_s.is_finite() && rtt_min_s > 0.0 {
            1.0 / within(0.1 / rtt_min_s, 0.5, 10.0)
        } else {
            1.0
        };
        2.0 * (1.0 - self.beta) * rtt_scale
    }
}
