//! Reordering: some packets are late, and the packets behind them overtake them.

use super::Jitters;
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time};

const SOURCE: &str = "RFC 4737 §3, §4.2 (reordered packets, late-time offset); netem";

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "reorder",
    name: "Reordering",
    summary: "A packet is late with some probability, and packets behind it overtake it. Nothing is lost.",
    source: SOURCE,
    parameters: &[
        Param::number("probability", "", 0.01, (0.0, 1.0), "Probability that a packet is late.", SOURCE),
        Param::number("delay", "s", 0.01, (0.0, 60.0), "Maximum extra delay of a late packet.", SOURCE),
        Param::flag(
            "fixed",
            false,
            "Every late packet is late by the full delay instead of a random part of it.",
            SOURCE,
        ),
    ],
    departures: &["netem's `reorder` sends the chosen packets at once and delays all others."],
    rules: &[],
};

/// Probability and size of the extra delay.
#[derive(Clone, Copy, Debug)]
pub struct Jitter {
    probability: f64,
    delay: Span,
    fixed: bool,
}

impl Jitter {
    /// A model with checked parameters.
    #[inline]
    pub fn new(params: &Params) -> Jitter {
        Jitter {
            probability: params.number("probability"),
            delay: Span::from_secs(params.number("delay")),
            fixed: params.flag("fixed"),
        }
    }
}

impl Jitters for Jitter {
    #[inline]
    fn deliver_at(&mut self, at: Time, draws: &mut Stream) -> Time {
        if !draws.chance(self.probability) {
            return at;
        }
        let part = if self.fixed { 1.0 } else { draws.uniform() };
        at + Span::from_nanos((part * self.delay.nanos() as f64) as u64)
    }

    fn longest(&self) -> Span {
        self.delay
    }

    fn reorders(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::delays;
    use super::*;

    #[test]
    fn its_share_of_packets_is_late() {
        let delay = Span::from_millis(10);
        for (fixed, mean_s) in [(true, 0.01), (false, 0.005)] {
            let delays = delays(&mut Jitter { probability: 0.1, delay, fixed });
            let late: Vec<f64> = delays.into_iter().filter(|delay| *delay > 1e-9).collect();
            // 60 000 draws: the standard deviation is √(n p (1 − p)) = 73; the test allows five of
            // them.
            assert!((late.len() as f64 - 6000.0).abs() < 370.0, "{}", late.len());
            let mean = late.iter().sum::<f64>() / late.len() as f64;
            // Uniform in 10 ms: five standard errors of 6000 are 0.19 ms.
            assert!((mean - mean_s).abs() < 2e-4, "{mean}");
        }
    }
}
