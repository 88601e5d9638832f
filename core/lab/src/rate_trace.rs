//! Rate traces in mahimahi's format, drawn by the rate models of scenarios. `core/readers` reads them.
//!
//! A trace has one line per opportunity to send 1500 bytes, in whole milliseconds from the start,
//! in order (mm-link(1)). Published traces are measured. The traces here are drawn, for programs that
//! have no such model.

use crate::export::opportunities;
use ackscope_engine::catalogue::{Params, Setting, Spec};
use ackscope_engine::rate;
use ackscope_engine::setup::Direction;
use ackscope_engine::units::Time;
use std::fmt::Write;

/// Writes a trace.
pub fn write(instants: impl Iterator<Item = u64>) -> String {
    let mut text = String::new();
    for instant in instants {
        let _ = writeln!(text, "{instant}");
    }
    text
}

/// A rate that a trace is drawn from: a rate model of the engine with some of its parameters.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its name on the command line.
    pub id: &'static str,
    /// A description.
    pub summary: &'static str,
    spec: &'static Spec,
    set: &'static [(&'static str, f64)],
}

/// A phone in a car: slower than a phone that stands, sooner another rate, and often without one.
const DRIVING: &[(&str, f64)] =
    &[("mean", 6e6), ("spread", 1.0), ("correlation", 1.0), ("outage", 0.5), ("outage_every", 8.5)];

/// The rate models with their defaults, and a phone in a car.
pub fn models() -> Vec<Model> {
    let of = |spec: &&'static Spec| Model { id: spec.id, summary: spec.summary, spec, set: &[] };
    let mut models: Vec<Model> = rate::REGISTRY.iter().map(of).collect();
    models.push(Model {
        id: "driving",
        summary: "The rate of a phone in a car: `cellular` with a mean of 6 Mbit/s, a spread of 1, a correlation of 1 s, and an outage of half a second every 8.5 s.",
        spec: &rate::cellular::SPEC,
        set: DRIVING,
    });
    models
}

impl Model {
    /// The instants of a trace of `duration_s` seconds, in milliseconds: those of the forward link of a scenario's
    /// first hop with this rate and this seed.
    pub fn trace(&self, seed: u64, duration_s: f64) -> impl Iterator<Item = u64> {
        let mut params = Params::defaults(self.spec.parameters);
        for (name, value) in self.set {
            params.set(name, Setting::Number(*value));
        }
        let end = Time::from_secs(duration_s);
        let drawn = rate::draw(self.spec.id, &params, (0, Direction::Forward), seed, end);
        opportunities(drawn.steps, end).map(|at| at.nanos().div_ceil(1_000_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(id: &str) -> Model {
        models().into_iter().find(|model| model.id == id).expect("a model")
    }

    /// Over 600 s, 100 s or 40 times 15 s each rate is an independent draw: the standard error of the mean is
    /// the spread over the root of half their number, and five of them are allowed.
    #[test]
    fn models_have_the_rates_they_name() {
        for (id, mean_bps, error) in
            [("cellular", 8e6, 0.5 * 0.14), ("leo", 50e6, 0.3 * 0.16), ("wifi", 20e6, 0.9 * 0.026)]
        {
            let trace: Vec<u64> = of(id).trace(3, 600.0).collect();
            assert!(trace.windows(2).all(|pair| pair[0] <= pair[1]), "{id}");
            assert_eq!(trace, of(id).trace(3, 600.0).collect::<Vec<_>>(), "the same seed, the same trace");
            assert_ne!(trace, of(id).trace(4, 600.0).collect::<Vec<_>>());
            let share = trace.len() as f64 * 12_000.0 / 600.0 / mean_bps;
            assert!((share - 1.0).abs() < 5.0 * error, "{id}: {share}");
        }
        let gap = |id: &str| {
            let trace: Vec<u64> = of(id).trace(3, 600.0).collect();
            trace.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0)
        };
        assert!(gap("wifi") < 50 && gap("driving") > 300, "a car has outages");
    }
}
