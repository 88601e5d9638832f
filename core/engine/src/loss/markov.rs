//! Two alternating states with exponentially distributed dwell times.
//!
//! CGMSW02 §5.2 (fading); queues-and-links §9.3.

use super::timeline::{Law, Timeline};
use super::{LossView, Losses};
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;

const SOURCE: &str = "CGMSW02 §5.2";

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "markov",
    name: "Two-state Markov",
    summary: "Good and bad states alternate; each lasts an exponentially distributed time.",
    source: SOURCE,
    parameters: &[
        Param::number("good_mean", "s", 8.0, (1e-3, 1e6), "Mean length of a good state.", SOURCE),
        Param::number("bad_mean", "s", 4.0, (0.0, 1e6), "Mean length of a bad state.", SOURCE),
        Param::number("good_loss", "", 1e-5, (0.0, 1.0), "Loss probability in the good state.", SOURCE),
        Param::number("bad_loss", "", 0.05, (0.0, 1.0), "Loss probability in the bad state.", SOURCE),
    ],
    departures: &[
        "The paper calls its 0 to 30 % both a bit error rate and a packet loss rate. Here they are packet losses.",
        "The paper does not name the first state. Here it is the good state.",
    ],
    rules: &[],
};

/// The states and their loss probabilities.
#[derive(Clone, Debug)]
pub struct Loss {
    states: Timeline,
    /// Loss probability in the good and in the bad state.
    probability: [f64; 2],
}

impl Loss {
    /// A model with checked parameters.
    #[inline]
    pub fn new(params: &Params, state: Stream) -> Loss {
        let means = [params.number("good_mean"), params.number("bad_mean")];
        Loss {
            states: Timeline::new(Law::Exponential(means), state),
            probability: [params.number("good_loss"), params.number("bad_loss")],
        }
    }
}

impl Losses for Loss {
    #[inline]
    fn loses(&mut self, view: &LossView, draws: &mut Stream) -> bool {
        let bad = self.states.is_bad(view.at);
        draws.chance(self.probability[usize::from(bad)])
    }

    fn timeline(&mut self) -> Option<&mut Timeline> {
        Some(&mut self.states)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{lost_of, packet};
    use super::*;

    #[test]
    fn fading_loses_what_the_two_states_lose_on_average() {
        // queues-and-links V9.4: (8 · 1e-5 + 4 · 0.05) / 12.
        let params = Params::defaults(SPEC.parameters);
        let mut model = Loss::new(&params, Stream::new(2, "state"));
        let n = 8_000_000;
        let lost = lost_of(&mut model, n, 0.006, &mut Stream::new(2, "draws")) as f64;
        let ratio = lost / n as f64;
        // 48000 s contain about 4000 cycles. A bad state of exponential length loses 33 packets on
        // average; the variance is the square of that.
        let runs = n as f64 * 0.006 / 12.0;
        let per_run = lost / runs;
        let bound = 5.0 * (runs * 2.0 * per_run * per_run).sqrt() / n as f64;
        assert!((ratio - 0.016_673_3).abs() < bound, "{ratio} ± {bound}");
        assert!(bound < 0.0025, "a bound that can tell: {bound}");
    }

    #[test]
    fn copies_share_the_state_and_not_the_draws() {
        let params = Params::defaults(SPEC.parameters);
        let copy = || Loss::new(&params, Stream::new(4, "hop 0 forward loss state"));
        let (mut forward, mut backward) = (copy(), copy());
        let (mut draws, mut other_draws) = (Stream::new(4, "forward"), Stream::new(4, "backward"));
        let mut differ = 0;
        for k in 0..100_000 {
            // The two directions see their packets at different times.
            let (a, b) = (packet(k, k as f64 * 0.006), packet(k, k as f64 * 0.006 + 0.002));
            let lost = forward.loses(&a, &mut draws);
            differ += u32::from(lost != backward.loses(&b, &mut other_draws));
            if let (Some(a), Some(b)) = (forward.next_change(), backward.next_change()) {
                assert_eq!(a, b);
                if a.at.secs() < k as f64 * 0.006 {
                    forward.take_change();
                    backward.take_change();
                }
            }
        }
        assert!(differ > 1000, "losses are drawn independently: {differ}");
    }
}
