//! On and off: an application that has data to send for a time, and then pauses.

use super::{Action, Completed, FlowFacts, Writes, write_size};
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time};

const SOURCE: &str = "ours: exponential times, as the background traffic of many papers";

/// What this application declares.
pub const SPEC: Spec = Spec {
    id: "on-off",
    name: "On and off",
    summary: "Sends for a random time and pauses for a random time, over one connection. `rate` limits how fast it writes.",
    source: SOURCE,
    parameters: &[
        Param::number("on", "s", 1.0, (0.001, 1e6), "Mean time with data to send.", SOURCE),
        Param::number("off", "s", 1.0, (0.0, 1e6), "Mean time without data to send.", SOURCE),
        Param::number(
            "rate",
            "bit/s",
            1e6,
            (1.0, 1e13),
            "Rate at which it writes while it is on. Default: there is always more data than the connection can send.",
            SOURCE,
        )
        .automatic(),
        Param::flag("fixed", false, "Every time is exactly the mean instead of exponentially distributed.", SOURCE),
    ],
    departures: &[
        "TCP decides when the written data is sent.",
    ],
    rules: &[],
};

/// The parameters and the current state.
#[derive(Clone, Copy, Debug)]
pub struct Application {
    on_s: f64,
    off_s: f64,
    fixed: bool,
    /// Segments per write, and the time between writes; `None` without a rate.
    writes: Option<(u64, Span)>,
    is_on: bool,
    turns_at: Time,
    writes_at: Time,
    /// Time with data to send that still passes before the next write. The rest of an on time counts
    /// in the next one: otherwise each on time would begin with a write.
    rest: Span,
}

impl Application {
    /// An application with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: FlowFacts) -> Application {
        let writes = params.optional_number("rate").map(|bps| write_size(bps, &facts));
        Application {
            on_s: params.number("on"),
            off_s: params.number("off"),
            fixed: params.flag("fixed"),
            writes,
            is_on: false,
            turns_at: Time::NEVER,
            writes_at: Time::NEVER,
            rest: Span::ZERO,
        }
    }

    fn lasts(&self, mean_s: f64, random: &mut Stream) -> Span {
        Span::from_secs(if self.fixed { mean_s } else { random.exponential(mean_s) })
    }

    /// Turns on at `now`; returns the first write.
    fn turn_on(&mut self, now: Time, random: &mut Stream) -> Action {
        self.is_on = true;
        self.turns_at = now + self.lasts(self.on_s, random);
        match self.writes {
            None => Action::Flood,
            Some((segments, gap)) if self.rest == Span::ZERO => {
                self.writes_at = now + gap;
                Action::Write(segments)
            }
            Some(_) => {
                self.writes_at = now + self.rest;
                Action::Write(0)
            }
        }
    }
}

impl Writes for Application {
    fn open(&mut self, now: Time, random: &mut Stream) -> u64 {
        self.rest = Span::ZERO;
        self.turn_on(now, random).at_first()
    }

    fn waits_for_handshake(&self) -> bool {
        true
    }

    fn next(&self) -> Time {
        self.turns_at.min(self.writes_at)
    }

    fn act(&mut self, now: Time, random: &mut Stream) -> Action {
        if self.turns_at > now {
            let (segments, gap) = self.writes.unwrap_or((0, Span::ZERO));
            self.writes_at += gap;
            return Action::Write(segments);
        }
        if !self.is_on {
            return self.turn_on(now, random);
        }
        self.is_on = false;
        self.rest = self.writes_at.since(now);
        self.writes_at = Time::NEVER;
        // A pause lasts at least one nanosecond, so that time advances.
        self.turns_at = now + self.lasts(self.off_s, random).max(Span::from_nanos(1));
        // Written data is still sent. Without a rate there are no writes, so the source stops at
        // once.
        if self.writes.is_some() { Action::Write(0) } else { Action::Withdraw }
    }

    fn completed(&mut self, _now: Time, _random: &mut Stream) -> Completed {
        Completed::default()
    }

    fn most(&self, seconds: f64, _facts: &FlowFacts) -> (f64, f64) {
        let writes = self.writes.map_or(0.0, |(_, gap)| seconds / gap.secs().max(1e-9));
        // Exponential times may be much shorter than their mean: six standard deviations of their
        // sum.
        let turns = seconds / (self.on_s + self.off_s);
        (1.0, writes + 2.0 * (turns + 6.0 * turns.sqrt() + 20.0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{FACTS, random};
    use super::*;
    use crate::catalogue::Setting;

    fn on_off(settings: &[(&'static str, Setting)]) -> Application {
        let mut params = Params::defaults(SPEC.parameters);
        for (name, setting) in settings {
            params.set(name, setting.clone());
        }
        Application::new(&params, FACTS)
    }

    #[test]
    fn with_a_rate_it_writes_that_rate_while_it_is_on() {
        // 1.2 Mbit/s are 100 segments per second: half a second on, half a second off.
        let number = Setting::Number;
        let settings = [
            ("on", number(0.5)),
            ("off", number(0.5)),
            ("rate", number(1.2e6)),
            ("fixed", Setting::Flag(true)),
        ];
        let (mut app, mut random) = (on_off(&settings), random());
        let mut written = app.open(Time::ZERO, &mut random);
        let mut at_09 = 0;
        while app.next() < Time::from_secs(10.0) {
            let now = app.next();
            if let Action::Write(segments) = app.act(now, &mut random) {
                written += segments;
            }
            at_09 = if now.secs() < 0.9 { written } else { at_09 };
        }
        // There is no write at the very end of an on time.
        assert_eq!((at_09, written), (50, 500));
    }

    /// The offered load is the rate times the part of the time that it is on, whatever the length of
    /// an on time: also if that is shorter than the time between two writes, or no multiple of it.
    #[test]
    fn the_rate_is_kept_over_on_times_of_any_length() {
        for (on_s, off_s, bps) in [
            (0.01, 0.03, 2e5),
            (0.1, 0.3, 2e5),
            (0.07, 0.01, 1e6),
            (1.0, 0.5, 3e5),
            (10.0, 5.0, 1e5),
            (0.01, 0.01, 5e7),
        ] {
            let number = Setting::Number;
            let fixed = ("fixed", Setting::Flag(true));
            let settings = [("on", number(on_s)), ("off", number(off_s)), ("rate", number(bps)), fixed];
            let (mut app, mut random) = (on_off(&settings), random());
            let mut written = app.open(Time::ZERO, &mut random);
            let periods = (24_000.0 / (bps * on_s) * 400.0).ceil().max(100.0);
            while app.next() < Time::from_secs(periods * (on_s + off_s)) {
                if let Action::Write(segments) = app.act(app.next(), &mut random) {
                    written += segments;
                }
            }
            let offered = written as f64 * FACTS.segment_bits / (periods * on_s * bps);
            assert!((offered - 1.0).abs() < 0.005, "{on_s} s on, {off_s} s off, {bps} bit/s: {offered}");
        }
    }

    #[test]
    fn without_a_rate_it_floods_and_withdraws_in_turn() {
        let (mut app, mut random) = (on_off(&[]), random());
        assert_eq!(app.open(Time::ZERO, &mut random), u64::MAX);
        let (mut on_s, mut before, mut turns) = (0.0, Time::ZERO, 0);
        while app.next() < Time::from_secs(20_000.0) {
            let now = app.next();
            let action = app.act(now, &mut random);
            turns += 1;
            assert_eq!(action, if turns % 2 == 1 { Action::Withdraw } else { Action::Flood });
            on_s += if turns % 2 == 1 { now.since(before).secs() } else { 0.0 };
            before = now;
        }
        // 10⁴ times of one second each; the standard deviation of their sum is 100 s.
        assert!((on_s - 10_000.0).abs() < 500.0, "{on_s}");
        assert!(f64::from(turns) < app.most(20_000.0, &FACTS).1);
    }
}
