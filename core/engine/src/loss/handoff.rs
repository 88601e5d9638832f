//! Hand-offs of a link between satellites: an outage at fixed intervals.
//!
//! CGMSW02 §5.3; queues-and-links §9.4.

use super::timeline::{Law, Timeline};
use super::{LossView, Losses};
use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::rng::Stream;
use crate::units::Span;

const SOURCE: &str = "CGMSW02 §5.3";

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "handoff",
    name: "LEO hand-off",
    summary: "Every packet is lost during an outage at fixed intervals; independent losses between them.",
    source: SOURCE,
    parameters: &[
        Param::number(
            "period",
            "s",
            4.0,
            (1e-3, 1e6),
            "From the start of an outage to the start of the next.",
            SOURCE,
        ),
        Param::number("outage", "s", 0.1, (0.0, 1e6), "Length of an outage.", SOURCE),
        Param::number(
            "first",
            "s",
            4.0,
            (0.0, 1e6),
            "Start of the first outage.",
            "ours: one period after the start",
        )
        .automatic(),
        Param::number("probability", "", 0.001, (0.0, 1.0), "Loss probability between outages.", SOURCE),
    ],
    departures: &[
        "The paper says that an outage comes every 4 s. Here this is the time from start to start, and the first outage begins after one period.",
    ],
    rules: &[],
};

/// The outages, and the loss probability between them.
#[derive(Clone, Debug)]
pub struct Loss {
    states: Timeline,
    probability: f64,
}

impl Loss {
    /// A model with checked parameters.
    #[inline]
    pub fn new(params: &Params, state: Stream) -> Loss {
        let period = Span::from_secs(params.number("period"));
        let first = params.optional_number("first").map_or(period, Span::from_secs);
        let outage = Span::from_secs(params.number("outage"));
        Loss {
            states: Timeline::new(Law::Cycle { first, period, outage }, state),
            probability: params.number("probability"),
        }
    }
}

impl Losses for Loss {
    #[inline]
    fn loses(&mut self, view: &LossView, draws: &mut Stream) -> bool {
        let unlucky = draws.chance(self.probability);
        // The time at the satellite counts, that is, the end of the transmission, and not the
        // arrival on the ground.
        self.states.is_bad(view.transmitted) || unlucky
    }

    fn timeline(&mut self) -> Option<&mut Timeline> {
        Some(&mut self.states)
    }

    #[inline]
    fn contradiction(params: &Params, _shared: bool) -> Option<Contradiction> {
        params.in_order("outage", "period", "s")
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{changes, lost_of, packet};
    use super::*;
    use crate::catalogue::Setting;
    use crate::units::Time;

    #[test]
    fn loses_the_outages_and_a_thousandth_of_the_rest() {
        // queues-and-links V9.6: 1 − (1 − 0.1/4)(1 − 0.001).
        let params = Params::defaults(SPEC.parameters);
        let mut model = Loss::new(&params, Stream::new(1, "state"));
        let n = 4_000_000;
        let ratio = lost_of(&mut model, n, 0.001, &mut Stream::new(1, "draws")) as f64 / n as f64;
        // Only the losses between outages are random, with a standard deviation of sqrt(n · 0.001)
        // packets. The first outage is missing.
        let bound = 5.0 * (n as f64 * 0.001).sqrt() / n as f64 + 100.0 / n as f64;
        assert!((ratio - 0.025_975).abs() < bound, "{ratio} ± {bound}");
    }

    #[test]
    fn an_outage_takes_what_ends_its_transmission_in_it() {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("probability", Setting::Number(0.0));
        let mut model = Loss::new(&params, Stream::new(1, "state"));
        let mut draws = Stream::new(1, "draws");
        let mut lost = |at_s: f64, transmitted_s: f64| {
            let view = LossView { transmitted: Time::from_secs(transmitted_s), ..packet(0, at_s) };
            model.loses(&view, &mut draws)
        };
        assert!(!lost(4.05, 3.95), "through before the outage, though it arrives in it");
        assert!(lost(4.15, 4.05), "transmitted in it, though it arrives after it");
        assert!(!lost(4.25, 4.15));
        assert_eq!(changes(&mut model, 3), [(4.0, true), (4.1, false), (8.0, true)]);
    }

    #[test]
    fn an_outage_longer_than_its_period_is_refused() {
        let mut params = Params::defaults(SPEC.parameters);
        assert!(Loss::contradiction(&params, false).is_none());
        params.set("outage", Setting::Number(5.0));
        let contradiction = Loss::contradiction(&params, false).expect("5 s in every 4 s");
        assert_eq!(contradiction.parameter, "outage");
    }
}
