//! Independent losses: every packet is lost with the same probability.
//!
//! CGMSW02 §5.1 (0 to 5 %), KGM08 Fig. 4 (1e-8 to 1e-1); queues-and-links §9.1.

use super::{LossView, Losses};
use crate::catalogue::{Param, Params, Spec};
use crate::math::pow;
use crate::rng::Stream;

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "bernoulli",
    name: "Bernoulli",
    summary: "Every packet is lost with the same probability, independently of the others.",
    source: "CGMSW02 §5.1; KGM08 Fig. 4",
    parameters: &[
        Param::number(
            "probability",
            "",
            0.01,
            (0.0, 1.0),
            "Probability that a packet is lost.",
            "CGMSW02 §5.1",
        ),
        Param::flag(
            "per_bit",
            false,
            "The probability is a bit error rate: a packet of n bits survives with probability (1 − p)ⁿ. Short packets such as ACKs are lost less often.",
            "CGMSW02 §5.1 gives bit error rates",
        ),
    ],
    departures: &[],
    rules: &[],
};

/// The probability, and whether it is per bit.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    probability: f64,
    per_bit: bool,
}

impl Loss {
    /// A model with checked parameters.
    #[inline]
    pub fn new(params: &Params, _state: Stream) -> Loss {
        Loss { probability: params.number("probability"), per_bit: params.flag("per_bit") }
    }

    /// Loss probability of a packet of this size.
    fn of_packet(&self, bytes: u32) -> f64 {
        if self.per_bit {
            1.0 - pow(1.0 - self.probability, f64::from(bytes) * 8.0)
        } else {
            self.probability
        }
    }
}

impl Losses for Loss {
    #[inline]
    fn loses(&mut self, view: &LossView, draws: &mut Stream) -> bool {
        draws.chance(self.of_packet(view.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::lost_of;
    use super::*;

    #[test]
    fn bit_error_rates_of_the_paper() {
        // queues-and-links V9.1: one bit error per 64 kB, and one per 100 kB.
        let model = |bits: f64| Loss { probability: 1.0 / bits, per_bit: true };
        assert!((model(64.0 * 1024.0 * 8.0).of_packet(400) - 0.006_084_9).abs() < 1e-7);
        assert!((model(64.0 * 1024.0 * 8.0).of_packet(1500) - 0.022_628_3).abs() < 1e-7);
        assert!((model(100.0 * 1024.0 * 8.0).of_packet(400) - 0.003_898_6).abs() < 1e-7);
    }

    #[test]
    fn loses_its_share_of_packets() {
        let mut model = Loss { probability: 0.01, per_bit: false };
        let mut draws = Stream::new(1, "bernoulli");
        let lost = lost_of(&mut model, 1_000_000, 0.006, &mut draws);
        // The standard deviation is sqrt(n p (1 − p)) = 99.5; the test allows five of them.
        assert!((lost as f64 - 10_000.0).abs() < 500.0, "{lost}");
    }
}
