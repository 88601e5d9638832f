//! Requests: short flows one after another, each over its own connection.
//!
//! A user sends a request, gets a response of some size, pauses, and sends the next request. The
//! flow completion time of a response is the time from the start of its connection to the arrival
//! of its last segment.

use super::{Action, Completed, FlowFacts, Writes};
use crate::catalogue::{Param, Params, Spec};
use crate::math::{larger, pow, smaller};
use crate::rng::Stream;
use crate::units::{Span, Time};

const SOURCE: &str = "Crovella & Bestavros 1997 (heavy-tailed sizes of web transfers)";

/// What this application declares.
pub const SPEC: Spec = Spec {
    id: "requests",
    name: "Request and response",
    summary: "Short transfers one after the other, each over a new connection, with a pause in between. One flow is one user.",
    source: SOURCE,
    parameters: &[
        Param::number("size", "bytes", 30_000.0, (1.0, 1e12), "Mean size of a response.", SOURCE),
        Param::choice(
            "sizes",
            &["fixed", "exponential", "pareto"],
            "Distribution of the sizes. `pareto` gives many small responses and a few very large ones.",
            SOURCE,
        ),
        Param::number(
            "shape",
            "",
            1.2,
            (1.01, 10.0),
            "Shape of `pareto`. A value nearer to 1 gives a heavier tail.",
            SOURCE,
        ),
        Param::number(
            "think",
            "s",
            1.0,
            (0.0, 1e6),
            "Mean pause between a response and the next request. Pauses are exponentially distributed.",
            SOURCE,
        ),
    ],
    departures: &[
        "The request is not a packet: the responding end opens the connection. The completion time starts with its SYN.",
        "A size of `pareto` is at most a thousand times the mean.",
    ],
    rules: &[],
};

/// Upper bound of a Pareto size, as a multiple of the mean.
const LARGEST: f64 = 1000.0;

#[derive(Clone, Copy, Debug)]
enum Sizes {
    Fixed,
    Exponential,
    Pareto(f64),
}

/// The user's parameters, and the time of the current request.
#[derive(Clone, Copy, Debug)]
pub struct Application {
    facts: FlowFacts,
    size_bits: f64,
    sizes: Sizes,
    think_s: f64,
    asked: Time,
}

impl Application {
    /// An application with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: FlowFacts) -> Application {
        Application {
            facts,
            size_bits: params.number("size") * 8.0,
            sizes: match params.choice("sizes") {
                "exponential" => Sizes::Exponential,
                "pareto" => Sizes::Pareto(params.number("shape")),
                _ => Sizes::Fixed,
            },
            think_s: params.number("think"),
            asked: Time::ZERO,
        }
    }

    /// Bits of the next response.
    fn draw_bits(&self, random: &mut Stream) -> f64 {
        match self.sizes {
            Sizes::Fixed => self.size_bits,
            Sizes::Exponential => random.exponential(self.size_bits),
            Sizes::Pareto(shape) => {
                let least = self.size_bits * (shape - 1.0) / shape;
                smaller(least * pow(1.0 - random.uniform(), -1.0 / shape), LARGEST * self.size_bits)
            }
        }
    }
}

impl Writes for Application {
    fn open(&mut self, now: Time, random: &mut Stream) -> u64 {
        self.asked = now;
        let bits = self.draw_bits(random);
        self.facts.segments(bits)
    }

    fn next(&self) -> Time {
        Time::NEVER
    }

    fn act(&mut self, _now: Time, _random: &mut Stream) -> Action {
        Action::Write(0)
    }

    fn completed(&mut self, now: Time, random: &mut Stream) -> Completed {
        Completed {
            took: Some(now.since(self.asked)),
            reopens: Some(now + Span::from_secs(random.exponential(self.think_s))),
            ..Completed::default()
        }
    }

    fn most(&self, seconds: f64, facts: &FlowFacts) -> (f64, f64) {
        // A response takes at least half an RTT, and at least a microsecond on any link.
        let shortest_s = larger(facts.rtt.secs() / 2.0, 1e-6);
        (seconds / shortest_s + 1.0, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{FACTS, random};
    use super::*;
    use crate::catalogue::Setting;

    fn requests(sizes: &'static str) -> Application {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("sizes", Setting::Choice(sizes));
        params.set("think", Setting::Number(2.0));
        Application::new(&params, FACTS)
    }

    #[test]
    fn sizes_have_their_mean_and_their_tail() {
        let mut random = random();
        assert_eq!(requests("fixed").open(Time::ZERO, &mut random), 20, "30 kB are twenty segments");
        let draws = |sizes, random: &mut Stream| -> Vec<f64> {
            let app = requests(sizes);
            (0..100_000).map(|_| app.draw_bits(random) / 240_000.0).collect()
        };
        let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
        // The standard error of 10⁵ exponential draws is 0.3 %.
        let exponential = draws("exponential", &mut random);
        assert!((mean(&exponential) - 1.0).abs() < 0.016, "{}", mean(&exponential));
        let pareto = draws("pareto", &mut random);
        // Truncated at 1000 times the mean, the tail of shape 1.2 misses 1/1.2 · (6000)^-0.2 = 15
        // %.
        assert!((0.75..1.0).contains(&mean(&pareto)), "{}", mean(&pareto));
        let below = pareto.iter().filter(|size| **size < 0.3).count() as f64 / 1e5;
        // 1 − (1/6 / 0.3)^1.2 = 0.506.
        assert!((below - 0.506).abs() < 0.01, "{below}");
        assert!(pareto.iter().all(|size| (0.166..=1000.0).contains(size)));
    }

    #[test]
    fn a_response_takes_from_its_request_to_its_last_segment() {
        let (mut app, mut random) = (requests("fixed"), random());
        let mut thought_s = 0.0;
        for k in 0..10_000 {
            let asked = Time::from_secs(f64::from(k) * 100.0);
            app.open(asked, &mut random);
            let done = asked + Span::from_millis(250);
            let completed = app.completed(done, &mut random);
            assert_eq!(completed.took, Some(Span::from_millis(250)));
            thought_s += completed.reopens.expect("the next request").since(done).secs();
        }
        // 10⁴ exponential pauses of 2 s: the standard error is 0.02 s.
        assert!((thought_s / 10_000.0 - 2.0).abs() < 0.1, "{thought_s}");
    }
}
