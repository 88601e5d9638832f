//! A process that alternates between good and bad, independently of packets: its state at an
//! instant, and its next change.
//!
//! It is computed on demand, in order of time, from its own random stream. Two copies therefore
//! always agree; in this way the two directions of a hop share one state.

use super::StateChange;
use crate::math::ln;
use crate::rng::Stream;
use crate::units::{Span, Time};

/// Maximum number of state changes that are computed ahead of the clock, which bounds the work of
/// one event. A packet that arrives later than that (because its link stands still for years) sees
/// the last computed state.
const MAX_AHEAD: u64 = 1 << 20;

/// The law of the lengths of good and bad periods.
#[derive(Clone, Debug)]
pub enum Law {
    /// Fixed dwell times; at the end of each one the state changes with probability `switch`.
    Dwells {
        /// Length of a good and of a bad dwell.
        dwell: [Span; 2],
        /// Probability of a change, between 0 and 1.
        switch: f64,
    },
    /// Exponentially distributed lengths with these means in seconds.
    Exponential([f64; 2]),
    /// Bad for `outage` at the start of every `period`, the first of which starts at `first`.
    Cycle {
        /// Start of the first period.
        first: Span,
        /// Time from the start of an outage to the start of the next one.
        period: Span,
        /// Length of an outage.
        outage: Span,
    },
    /// Bad during these periods.
    List {
        /// The periods, in order and without overlaps.
        periods: std::sync::Arc<[(Time, Time)]>,
        /// Index of the first period whose end was not returned yet.
        next: usize,
    },
}

impl Law {
    /// The end of a period that starts at `start`; `start` itself if the period has no length.
    fn end(&mut self, bad: bool, start: Time, stream: &mut Stream) -> Time {
        if !bad && self.is_never_bad() {
            return Time::NEVER;
        }
        match self {
            Law::Dwells { dwell, switch } => {
                let dwells = dwells_until_switch(*switch, stream.uniform());
                start + Span::from_secs(dwell[usize::from(bad)].secs() * dwells)
            }
            Law::Exponential(means) => start + Span::from_secs(stream.exponential(means[usize::from(bad)])),
            Law::Cycle { first, period, outage } => match (bad, start) {
                (true, _) if outage >= period => Time::NEVER,
                (true, _) => start + *outage,
                (false, Time::ZERO) => start + *first,
                (false, _) => start + (*period - *outage),
            },
            Law::List { periods, next } => match (bad, periods.get(*next)) {
                (false, None) => Time::NEVER,
                (false, Some(period)) => period.0,
                (true, _) => {
                    *next += 1;
                    periods[*next - 1].1
                }
            },
        }
    }

    /// Changes of state per second, on average.
    fn changes_per_s(&self) -> f64 {
        if self.is_never_bad() {
            return 0.0;
        }
        match self {
            Law::Dwells { dwell, switch } => 2.0 * switch / (dwell[0] + dwell[1]).secs(),
            Law::Exponential(means) => 2.0 / (means[0] + means[1]),
            Law::Cycle { period, .. } => 2.0 / period.secs(),
            Law::List { .. } => 0.0,
        }
    }

    fn is_never_bad(&self) -> bool {
        match self {
            Law::Dwells { dwell, switch } => dwell[1] == Span::ZERO || *switch <= 0.0,
            Law::Exponential(means) => Span::from_secs(means[1]) == Span::ZERO,
            Law::Cycle { outage, .. } => *outage == Span::ZERO,
            Law::List { .. } => false,
        }
    }
}

/// Number of dwell times until the first switch, from a uniform draw: geometric, by inversion.
fn dwells_until_switch(switch: f64, uniform: f64) -> f64 {
    if switch >= 1.0 { 1.0 } else { 1.0 + (ln(1.0 - uniform) / ln(1.0 - switch)).floor() }
}

/// A position on the process, which moves forward.
#[derive(Clone, Debug)]
struct Walk {
    law: Law,
    stream: Stream,
    bad: bool,
    /// End of the current period, and end of the next one. Periods without length are skipped.
    until: Time,
    after: Time,
    /// Changes of state so far.
    changes: u64,
}

impl Walk {
    #[inline]
    fn new(mut law: Law, mut stream: Stream) -> Walk {
        let until = law.end(false, Time::ZERO, &mut stream);
        let mut walk = Walk { law, stream, bad: false, until, after: Time::NEVER, changes: 0 };
        walk.look_ahead();
        walk
    }

    fn look_ahead(&mut self) {
        while self.until != Time::NEVER {
            self.after = self.law.end(!self.bad, self.until, &mut self.stream);
            if self.after > self.until {
                return;
            }
            self.until = self.law.end(self.bad, self.until, &mut self.stream);
        }
        self.after = Time::NEVER;
    }

    fn step(&mut self) {
        self.bad = !self.bad;
        self.until = self.after;
        self.changes += 1;
        self.look_ahead();
    }
}

/// The process. One walk decides about packets; another one reports the changes as the clock passes
/// them.
#[derive(Clone, Debug)]
pub struct Timeline {
    deciding: Walk,
    shown: Walk,
}

impl Timeline {
    /// The process that `law` describes, drawn from `stream`.
    #[inline]
    pub fn new(law: Law, stream: Stream) -> Timeline {
        let walk = Walk::new(law, stream);
        Timeline { shown: walk.clone(), deciding: walk }
    }

    /// Whether the process is bad at `at`, which must not decrease from call to call.
    #[inline]
    pub fn is_bad(&mut self, at: Time) -> bool {
        let last = self.shown.changes + MAX_AHEAD;
        let is_over = |walk: &Walk| walk.until <= at && walk.until != Time::NEVER;
        while is_over(&self.deciding) && self.deciding.changes < last {
            self.deciding.step();
        }
        self.deciding.bad
    }

    /// Changes of state per second, on average.
    pub fn changes_per_s(&self) -> f64 {
        self.deciding.law.changes_per_s()
    }

    /// The next change of state that is not taken yet.
    pub fn next_change(&self) -> Option<StateChange> {
        let at = self.shown.until;
        (at != Time::NEVER).then_some(StateChange { at, bad: !self.shown.bad })
    }

    /// Takes the change that `next_change` returns.
    pub fn take_change(&mut self) {
        self.shown.step();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle() -> Law {
        let ms = Span::from_millis;
        Law::Cycle { first: ms(4000), period: ms(4000), outage: ms(100) }
    }

    fn shown(law: Law, n: usize) -> Vec<(f64, bool)> {
        let mut timeline = Timeline::new(law, Stream::new(1, "timeline"));
        let mut list = Vec::new();
        while let Some(change) = timeline.next_change().filter(|_| list.len() < n) {
            list.push((change.at.secs(), change.bad));
            timeline.take_change();
        }
        list
    }

    #[test]
    fn a_cycle_starts_every_period_with_its_outage() {
        assert_eq!(shown(cycle(), 4), [(4.0, true), (4.1, false), (8.0, true), (8.1, false)]);
    }

    #[test]
    fn what_is_shown_is_what_packets_meet() {
        let laws = [
            cycle(),
            Law::Exponential([0.05, 0.02]),
            Law::Dwells { dwell: [Span::from_millis(30), Span::from_millis(10)], switch: 0.5 },
        ];
        for law in laws {
            let mut timeline = Timeline::new(law.clone(), Stream::new(3, "timeline"));
            let mut changes = shown_of(law, 3, 10.0).into_iter().peekable();
            let mut bad = false;
            for ms in 0..10_000 {
                let at = Time::from_secs(f64::from(ms) / 1e3);
                while let Some(change) = changes.next_if(|change| change.at <= at) {
                    assert_ne!(bad, change.bad, "a change changes something");
                    bad = change.bad;
                }
                assert_eq!(timeline.is_bad(at), bad, "at {ms} ms");
            }
        }
    }

    fn shown_of(law: Law, seed: u64, to_s: f64) -> Vec<StateChange> {
        let mut timeline = Timeline::new(law, Stream::new(seed, "timeline"));
        let mut list = Vec::new();
        while let Some(change) = timeline.next_change().filter(|change| change.at.secs() < to_s) {
            list.push(change);
            timeline.take_change();
        }
        list
    }

    #[test]
    fn an_instant_centuries_away_is_reached_in_bounded_steps() {
        let fast = Law::Exponential([1e-3, 1e-3]);
        let mut timeline = Timeline::new(fast, Stream::new(1, "timeline"));
        timeline.is_bad(Time::from_secs(1e9));
        assert_eq!(timeline.deciding.changes, MAX_AHEAD);
        timeline.take_change();
        timeline.is_bad(Time::from_secs(1e9));
        assert_eq!(timeline.deciding.changes, MAX_AHEAD + 1, "the clock moves the limit on");
    }

    #[test]
    fn periods_without_length_are_no_changes() {
        let second = |s| Time::from_secs(s);
        let periods = [(second(1.0), second(2.0)), (second(2.0), second(3.0))].into();
        assert_eq!(shown(Law::List { periods, next: 0 }, 9), [(1.0, true), (3.0, false)]);
        let never_bad = Law::Dwells { dwell: [Span::from_millis(1000), Span::ZERO], switch: 0.5 };
        let mut timeline = Timeline::new(never_bad, Stream::new(1, "timeline"));
        assert!((0..1000).all(|s| !timeline.is_bad(second(f64::from(s)))));
    }

    #[test]
    fn runs_of_dwells_have_the_mean_of_the_spec() {
        // queues-and-links V9.3: the mean length of a good period is 1/(1 − 0.5) = 2 dwell times.
        let mut stream = Stream::new(9, "dwells");
        let n = 100_000;
        let runs: Vec<f64> = (0..n).map(|_| dwells_until_switch(0.5, stream.uniform())).collect();
        let mean = runs.iter().sum::<f64>() / f64::from(n);
        // A geometric number with p = 0.5 has the standard deviation sqrt(2); the test allows five
        // standard errors.
        assert!((mean - 2.0).abs() < 5.0 * (2.0 / f64::from(n)).sqrt(), "{mean}");
        assert!(runs.iter().all(|run| *run >= 1.0 && run.fract() == 0.0));
    }
}
