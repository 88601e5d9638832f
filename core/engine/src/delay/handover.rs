//! Hand-overs of a path at fixed intervals: from one to the next the delay is constant.
//!
//! A dish on the ground changes its satellite, and the path has another length.

use super::{Delays, HeldDelay};
use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time};

const SOURCE: &str = "Mohan et al., A Multifaceted Look at Starlink Performance, WWW 2024 §5";

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "handover",
    name: "Hand-over",
    summary: "At fixed intervals the path changes and has a new random delay, as with satellites in a low orbit. The loss model `handoff` with the same period also loses packets there.",
    source: SOURCE,
    parameters: &[
        Param::number("period", "s", 15.0, (1e-3, 1e6), "From one hand-over to the next.", SOURCE),
        Param::number(
            "first",
            "s",
            15.0,
            (0.0, 1e6),
            "The first hand-over.",
            "ours: one period after the start",
        )
        .automatic(),
        Param::number(
            "min",
            "s",
            0.015,
            (0.0, 60.0),
            "Smallest one-way delay.",
            "ours: an RTT of 30 ms, one way",
        ),
        Param::number(
            "max",
            "s",
            0.035,
            (0.0, 60.0),
            "Largest one-way delay.",
            "ours: an RTT of 70 ms, one way",
        ),
    ],
    departures: &[
        "Delays are independent and uniform. The delay to a real satellite also changes slowly between two hand-overs.",
    ],
    rules: &[],
};

/// The intervals, and the bounds of the delays.
#[derive(Clone, Debug)]
pub struct Delay {
    first: Time,
    period: Span,
    min: Span,
    max: Span,
    seed: u64,
}

impl Delay {
    /// A model with checked parameters.
    pub fn new(params: &Params, seed: u64) -> Delay {
        let period = Span::from_secs(params.number("period"));
        let first = params.optional_number("first").map_or(period, Span::from_secs);
        Delay {
            first: Time::ZERO + first,
            period,
            min: Span::from_secs(params.number("min")),
            max: Span::from_secs(params.number("max")),
            seed,
        }
    }

    /// The delay after `handovers` hand-overs. Each has a stream of its own, so that nothing has to
    /// be drawn for those at which no packet is under way.
    fn drawn(&self, handovers: u64) -> Span {
        let spread = (self.max - self.min).nanos() as f64;
        let draw = Stream::new(self.seed, &handovers.to_string()).uniform();
        self.min + Span::from_nanos((draw * spread).round() as u64)
    }
}

impl Delays for Delay {
    fn at(&self, at: Time) -> HeldDelay {
        if at < self.first {
            return HeldDelay { delay: self.drawn(0), until: self.first };
        }
        let handovers = 1 + at.since(self.first).nanos() / self.period.nanos();
        let until = self.first + Span::from_nanos(handovers.saturating_mul(self.period.nanos()));
        HeldDelay { delay: self.drawn(handovers), until }
    }

    fn bounds(&self) -> (Span, Span) {
        (self.min, self.max)
    }

    fn contradiction(params: &Params) -> Option<Contradiction> {
        params.in_order("min", "max", "s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;

    fn params(period_s: f64, min_s: f64, max_s: f64) -> Params {
        let mut params = Params::defaults(SPEC.parameters);
        for (name, value) in [("period", period_s), ("min", min_s), ("max", max_s)] {
            params.set(name, Setting::Number(value));
        }
        params
    }

    #[test]
    fn a_delay_holds_from_one_handover_to_the_next() {
        let model = Delay::new(&params(15.0, 0.01, 0.03), 7);
        let at = |at_s: f64| model.at(Time::from_secs(at_s));
        assert_eq!(at(0.0), at(14.999));
        assert_eq!(at(0.0).until, Time::from_secs(15.0));
        assert_eq!(at(15.0), at(29.999), "the instant of the hand-over belongs to the new path");
        assert_eq!(at(15.0).until, Time::from_secs(30.0));
        assert_ne!(at(0.0).delay, at(15.0).delay);
    }

    #[test]
    fn delays_are_uniform_between_their_bounds() {
        let model = Delay::new(&params(0.001, 0.01, 0.03), 7);
        let delays: Vec<f64> =
            (0..20_000).map(|ms| model.at(Time::from_secs(f64::from(ms) * 1e-3)).delay.secs()).collect();
        let mean = delays.iter().sum::<f64>() / delays.len() as f64;
        // The standard deviation is 20 ms / √12 = 5.77 ms: five standard errors are 0.2 ms.
        assert!((mean - 0.02).abs() < 2e-4, "{mean}");
        let (min, max) =
            delays.iter().fold((1.0_f64, 0.0_f64), |(min, max), delay| (min.min(*delay), max.max(*delay)));
        assert!((0.01..0.0101).contains(&min) && max > 0.0299 && max <= 0.03, "{min} to {max}");
    }

    #[test]
    fn a_largest_delay_below_the_smallest_is_refused() {
        assert!(Delay::contradiction(&params(1.0, 0.01, 0.01)).is_none());
        let contradiction = Delay::contradiction(&params(1.0, 0.02, 0.01)).expect("20 ms to 10 ms");
        assert_eq!(contradiction.parameter, "min");
    }
}
