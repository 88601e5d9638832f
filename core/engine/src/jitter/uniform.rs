//! Uniform jitter: every packet has a random extra delay up to a bound.

use super::Jitters;
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time};

const SOURCE: &str = "RFC 3393 §1.1 (variation of the one-way delay); netem";

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "uniform",
    name: "Uniform jitter",
    summary: "Every packet is late by a random time up to a bound. The packets keep their order unless `overtake` is on.",
    source: SOURCE,
    parameters: &[
        Param::number("max", "s", 0.005, (0.0, 60.0), "Maximum extra delay.", SOURCE),
        Param::flag(
            "overtake",
            false,
            "Packets may overtake each other. Otherwise they arrive in order.",
            SOURCE,
        ),
    ],
    departures: &[
        "Delays are independent and uniform; netem also offers correlated ones and other distributions.",
    ],
    rules: &[],
};

/// The bound, and the delivery time of the previous packet.
#[derive(Clone, Copy, Debug)]
pub struct Jitter {
    max: Span,
    overtake: bool,
    /// The latest delivery time so far.
    last: Time,
}

impl Jitter {
    /// A model with checked parameters.
    #[inline]
    pub fn new(params: &Params) -> Jitter {
        Jitter {
            max: Span::from_secs(params.number("max")),
            overtake: params.flag("overtake"),
            last: Time::ZERO,
        }
    }
}

impl Jitters for Jitter {
    #[inline]
    fn deliver_at(&mut self, at: Time, draws: &mut Stream) -> Time {
        let late = at + Span::from_nanos((draws.uniform() * self.max.nanos() as f64) as u64);
        if self.overtake {
            return late;
        }
        self.last = self.last.max(late);
        self.last
    }

    fn longest(&self) -> Span {
        self.max
    }

    fn reorders(&self) -> bool {
        self.overtake
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{delays, handed_over};
    use super::*;

    fn jitter(max_s: f64, overtake: bool) -> Jitter {
        Jitter { max: Span::from_secs(max_s), overtake, last: Time::ZERO }
    }

    #[test]
    fn delays_are_uniform_up_to_the_bound() {
        let delays = delays(&mut jitter(0.02, true));
        let n = delays.len() as f64;
        let mean = delays.iter().sum::<f64>() / n;
        // Mean 10 ms, standard deviation 20 ms / √12 = 5.77 ms: five standard errors are 0.12 ms.
        assert!((mean - 0.01).abs() < 1.2e-4, "{mean}");
        assert!(delays.iter().any(|delay| *delay > 0.0199) && delays.iter().any(|delay| *delay < 1e-4));
    }

    #[test]
    fn the_order_stays_unless_packets_may_overtake() {
        let at_s: Vec<f64> = (0..1000).map(|k| f64::from(k) * 1e-3).collect();
        let goes_back = |overtake| {
            handed_over(&mut jitter(0.02, overtake), &at_s).windows(2).any(|pair| pair[1] < pair[0])
        };
        assert!(!goes_back(false));
        assert!(goes_back(true));
    }
}
