//! A link with blackouts: no packet passes during a blackout.
//!
//! CGMSW02 §5.2 (blackout); queues-and-links §9.3 and §9.5.

use super::timeline::{Law, Timeline};
use super::{LossView, Losses};
use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::rng::Stream;
use crate::units::Time;

const SOURCE: &str = "CGMSW02 §5.2";

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "blackout",
    name: "Blackouts",
    summary: "Every packet is lost during a blackout. Blackouts are random with exponential lengths, or listed as periods.",
    source: SOURCE,
    parameters: &[
        Param::number("good_mean", "s", 4.0, (1e-3, 1e6), "Mean time between two blackouts.", SOURCE)
            .automatic(),
        Param::number("bad_mean", "s", 0.1, (0.0, 1e6), "Mean length of a blackout.", SOURCE).automatic(),
        Param::number("good_loss", "", 0.0, (0.0, 1.0), "Loss probability between blackouts.", SOURCE),
        Param::periods("at", "A list of blackout periods, instead of random ones.", "for lessons and tests"),
    ],
    departures: &[
        "By default, random blackouts are 4 s apart and last 0.1 s on average.",
        "A packet meets a blackout when it arrives at the far end of the link, a propagation delay after it has left.",
    ],
    rules: &[],
};

/// Default mean good and bad times: the paper's good time, and a value from its range of bad times.
const DEFAULT_MEANS_S: [f64; 2] = [4.0, 0.1];

/// The blackouts, and the loss between them.
#[derive(Clone, Debug)]
pub struct Loss {
    states: Timeline,
    good_loss: f64,
}

impl Loss {
    /// A model with checked parameters.
    #[inline]
    pub fn new(params: &Params, state: Stream) -> Loss {
        let listed = params.periods("at");
        let law = if listed.is_empty() {
            let mean = |name, default| params.optional_number(name).unwrap_or(default);
            Law::Exponential([mean("good_mean", DEFAULT_MEANS_S[0]), mean("bad_mean", DEFAULT_MEANS_S[1])])
        } else {
            let second = |(from, to): &(f64, f64)| (Time::from_secs(*from), Time::from_secs(*to));
            Law::List { periods: listed.iter().map(second).collect(), next: 0 }
        };
        Loss { states: Timeline::new(law, state), good_loss: params.number("good_loss") }
    }
}

impl Losses for Loss {
    #[inline]
    fn loses(&mut self, view: &LossView, draws: &mut Stream) -> bool {
        // A packet takes its draw also during a blackout, so that later losses do not depend on the
        // length of the blackout.
        let unlucky = draws.chance(self.good_loss);
        self.states.is_bad(view.at) || unlucky
    }

    fn timeline(&mut self) -> Option<&mut Timeline> {
        Some(&mut self.states)
    }

    #[inline]
    fn contradiction(params: &Params, _shared: bool) -> Option<Contradiction> {
        let means = params.optional_number("good_mean").or(params.optional_number("bad_mean"));
        let both = !params.periods("at").is_empty() && means.is_some();
        both.then(|| Contradiction {
            parameter: "at",
            found: "a list of blackouts beside good_mean or bad_mean".to_owned(),
            allowed: "one of the two: listed blackouts or random ones".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{changes, lost_of, packet};
    use super::*;
    use crate::catalogue::Setting;

    #[test]
    fn random_blackouts_cut_their_share_of_time() {
        // queues-and-links V9.5: 0.1 / 4.1.
        let params = Params::defaults(SPEC.parameters);
        let mut model = Loss::new(&params, Stream::new(6, "state"));
        let n = 8_000_000;
        let lost = lost_of(&mut model, n, 0.01, &mut Stream::new(6, "draws")) as f64;
        // 80000 s contain about 19500 blackouts of 10 packets each, with exponential lengths.
        let blackouts = n as f64 * 0.01 / 4.1;
        let bound = 5.0 * (blackouts * 2.0 * 10.0 * 10.0).sqrt() / n as f64;
        assert!((lost / n as f64 - 0.024_390_2).abs() < bound, "{lost} ± {bound}");
        assert!(bound < 0.002, "a bound that can tell: {bound}");
    }

    #[test]
    fn listed_blackouts_begin_and_end_when_they_should() {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("at", Setting::Periods(vec![(0.0, 0.5), (1.0, 1.25)]));
        let mut model = Loss::new(&params, Stream::new(1, "state"));
        let mut draws = Stream::new(1, "draws");
        let lost: Vec<bool> = [0.0, 0.499, 0.5, 0.999, 1.0, 1.249, 1.25, 90.0]
            .iter()
            .map(|&at_s| model.loses(&packet(0, at_s), &mut draws))
            .collect();
        assert_eq!(lost, [true, true, false, false, true, true, false, false]);
        assert_eq!(changes(&mut model, 9), [(0.0, true), (0.5, false), (1.0, true), (1.25, false)]);
    }

    #[test]
    fn a_list_and_means_contradict_each_other() {
        let mut params = Params::defaults(SPEC.parameters);
        assert!(Loss::contradiction(&params, false).is_none());
        params.set("bad_mean", Setting::Number(0.2));
        assert!(Loss::contradiction(&params, false).is_none());
        params.set("at", Setting::Periods(vec![(1.0, 2.0)]));
        assert!(Loss::contradiction(&params, false).is_some());
    }
}
