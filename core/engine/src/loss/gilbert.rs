//! Two states with fixed dwell times; at the end of a dwell time a random draw decides whether the
//! state changes.
//!
//! GM04 §3.4; queues-and-links §9.2. The paper describes a process in continuous time. Its figures
//! were made with a simulator that checks its state only when a packet arrives. There a
//! bad state lasts for at least one packet, even if its dwell time is shorter, and only this
//! reproduces the gains of the paper. Both models can be chosen.

use std::collections::VecDeque;

use super::timeline::{Law, Timeline};
use super::{LossView, Losses, StateChange};
use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time};

const SOURCE: &str = "GM04 §3.4";

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "gilbert",
    name: "Gilbert, fixed dwell times",
    summary: "Good and bad states have fixed lengths. When a state ends, the next one is random.",
    source: SOURCE,
    parameters: &[
        Param::number("good", "s", 1.0, (1e-3, 1e6), "Dwell time in the good state.", SOURCE),
        Param::number("bad", "s", 0.01, (0.0, 1e6), "Dwell time in the bad state.", SOURCE),
        Param::number("good_loss", "", 0.0, (0.0, 1.0), "Loss probability in the good state.", SOURCE),
        Param::number("bad_loss", "", 0.1, (0.0, 1.0), "Loss probability in the bad state.", SOURCE),
        Param::number(
            "switch_probability",
            "",
            0.5,
            (0.0, 1.0),
            "Probability that the state changes when its dwell time is over.",
            SOURCE,
        ),
        Param::choice(
            "advance",
            &["time", "arrivals"],
            "What changes the state: the clock, as in the paper's text, or the first packet after the dwell time, as in the paper's simulator.",
            "GM04 §3.4 and its simulator",
        ),
    ],
    departures: &["The paper does not name the first state. Here it is the good state."],
    rules: &[],
};

/// The model in either form.
#[derive(Clone, Debug)]
pub struct Loss {
    states: States,
    /// Loss probability in the good and in the bad state.
    probability: [f64; 2],
}

#[derive(Clone, Debug)]
enum States {
    ByTime(Timeline),
    ByArrivals(ByArrivals),
}

impl Loss {
    /// A model with checked parameters.
    #[inline]
    pub fn new(params: &Params, state: Stream) -> Loss {
        let dwell = [Span::from_secs(params.number("good")), Span::from_secs(params.number("bad"))];
        let switch = params.number("switch_probability");
        let states = if params.choice("advance") == "arrivals" {
            States::ByArrivals(ByArrivals::new(dwell, switch, state))
        } else {
            States::ByTime(Timeline::new(Law::Dwells { dwell, switch }, state))
        };
        Loss { states, probability: [params.number("good_loss"), params.number("bad_loss")] }
    }
}

impl Losses for Loss {
    #[inline]
    fn loses(&mut self, view: &LossView, draws: &mut Stream) -> bool {
        let bad = match &mut self.states {
            States::ByTime(timeline) => timeline.is_bad(view.at),
            States::ByArrivals(states) => states.meet(view.at),
        };
        draws.chance(self.probability[usize::from(bad)])
    }

    fn has_states(&mut self) -> bool {
        true
    }

    fn changes_per_s(&mut self) -> f64 {
        match &self.states {
            States::ByTime(timeline) => timeline.changes_per_s(),
            // Each change needs a packet.
            States::ByArrivals(_) => 0.0,
        }
    }

    fn next_change(&mut self) -> Option<StateChange> {
        match &self.states {
            States::ByTime(timeline) => timeline.next_change(),
            States::ByArrivals(states) => states.changes.front().copied(),
        }
    }

    fn take_change(&mut self) {
        match &mut self.states {
            States::ByTime(timeline) => timeline.take_change(),
            States::ByArrivals(states) => _ = states.changes.pop_front(),
        }
    }

    #[inline]
    fn contradiction(params: &Params, shared: bool) -> Option<Contradiction> {
        (shared && params.choice("advance") == "arrivals").then(|| Contradiction {
            parameter: "advance",
            found: "\"arrivals\", with a backward channel that shares the state".to_owned(),
            allowed:
                "\"time\" where the state is shared: a state that packets change belongs to one direction"
                    .to_owned(),
        })
    }
}

/// A state that changes only when a packet arrives. The dwell time is the minimum time between a
/// change and the next draw.
#[derive(Clone, Debug)]
struct ByArrivals {
    dwell: [Span; 2],
    switch: f64,
    stream: Stream,
    bad: bool,
    entered: Option<Time>,
    changes: VecDeque<StateChange>,
}

impl ByArrivals {
    #[inline]
    fn new(dwell: [Span; 2], switch: f64, stream: Stream) -> ByArrivals {
        ByArrivals { dwell, switch, stream, bad: false, entered: None, changes: VecDeque::new() }
    }

    /// A packet arrives at `at`; returns whether the state is bad for it.
    fn meet(&mut self, at: Time) -> bool {
        let entered = *self.entered.get_or_insert(at);
        let over = at.since(entered) >= self.dwell[usize::from(self.bad)];
        // If the state does not change, its entry time stays the same, so the next packet draws
        // again.
        if over && self.stream.chance(self.switch) {
            self.bad = !self.bad;
            self.entered = Some(at);
            self.changes.push_back(StateChange { at, bad: self.bad });
        }
        self.bad
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{changes, lost_of, packet};
    use super::*;
    use crate::catalogue::Setting;

    fn params(bad_s: f64, advance: &'static str) -> Params {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("bad", Setting::Number(bad_s));
        params.set("advance", Setting::Choice(advance));
        params
    }

    fn loss_ratio(bad_s: f64, advance: &'static str, n: u64) -> f64 {
        let mut model = Loss::new(&params(bad_s, advance), Stream::new(5, "state"));
        lost_of(&mut model, n, 0.006, &mut Stream::new(5, "draws")) as f64 / n as f64
    }

    /// Five standard errors of a loss ratio over `n` packets, if losses occur in `runs` independent
    /// bad states with `mean` losses each. The number of losses per bad state is overdispersed: its
    /// second moment is about twice the square of the mean.
    fn five_sigma(n: u64, runs: f64, mean: f64) -> f64 {
        5.0 * (runs * (mean + 2.0 * mean * mean)).sqrt() / n as f64
    }

    #[test]
    fn stationary_loss_of_the_process_in_time() {
        // queues-and-links V9.2: p_B T_B / (T_G + T_B).
        for (bad_s, expected) in [(0.1, 0.009_090_9), (0.01, 0.000_990_10), (1.0, 0.05)] {
            let n = 4_000_000;
            let ratio = loss_ratio(bad_s, "time", n);
            let runs = n as f64 * 0.006 / (2.0 * (1.0 + bad_s));
            let bound = five_sigma(n, runs, expected * n as f64 / runs);
            assert!((ratio - expected).abs() < bound, "{bad_s} s: {ratio} against {expected} ± {bound}");
            assert!(bound < 0.15 * expected, "a bound that can tell: {bound}");
        }
    }

    #[test]
    fn stationary_loss_of_the_process_by_arrivals() {
        // queues-and-links V9.3b: packets every 6 ms.
        for (bad_s, expected) in [(1e-4, 0.001_176_47), (0.01, 0.001_754_39), (0.1, 0.009_677_42)] {
            let n = 4_000_000;
            let ratio = loss_ratio(bad_s, "arrivals", n);
            let runs = n as f64 * 0.006 / (1.008 + bad_s);
            let bound = five_sigma(n, runs, expected * n as f64 / runs);
            assert!((ratio - expected).abs() < bound, "{bad_s} s: {ratio} against {expected} ± {bound}");
            assert!(bound < 0.15 * expected, "a bound that can tell: {bound}");
        }
    }

    #[test]
    fn a_bad_state_shorter_than_the_packet_spacing_meets_packets_only_by_arrivals() {
        // queues-and-links V9.2a: with the draws stay, leave, stay, leave, two packets meet the bad
        // state.
        let seed = (0..1000)
            .find(|&seed| {
                let mut stream = Stream::new(seed, "state");
                let leaves: Vec<bool> = (0..4).map(|_| stream.chance(0.5)).collect();
                leaves == [false, true, false, true]
            })
            .expect("one seed in sixteen");
        let mut model = Loss::new(&params(1e-4, "arrivals"), Stream::new(seed, "state"));
        let first_toss = 167;
        let bad: Vec<bool> = (0..=first_toss + 3)
            .map(|k| match &mut model.states {
                States::ByArrivals(states) => states.meet(packet(k, k as f64 * 0.006).at),
                States::ByTime(_) => unreachable!("by arrivals"),
            })
            .collect();
        assert!(bad[..=first_toss as usize].iter().all(|bad| !bad));
        assert_eq!(bad[first_toss as usize..], [false, true, true, false]);
        assert_eq!(changes(&mut model, 9), [(1.008, true), (1.02, false)]);
    }

    #[test]
    fn a_state_that_packets_move_on_cannot_be_shared() {
        assert!(Loss::contradiction(&params(0.1, "arrivals"), true).is_some());
        assert!(Loss::contradiction(&params(0.1, "arrivals"), false).is_none());
        assert!(Loss::contradiction(&params(0.1, "time"), true).is_none());
    }
}
