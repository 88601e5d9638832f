//! Phases: an application that changes how it sends, over one connection: at a rate, as much as
//! possible, or not at all.

use super::{Action, Completed, FlowFacts, Writes, write_size};
use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time, decimal};

const SOURCE: &str = "ours: RFC 7661 §1 names such applications (rate-limited, idle, bulk)";

/// The shortest phase: a run with many shorter ones would do nothing else.
const SHORTEST_S: f64 = 1e-3;

/// What this application declares.
pub const SPEC: Spec = Spec {
    id: "phases",
    name: "Phases",
    summary: "Writes at a rate, as much as the connection can send, or nothing, one phase after the other, over one connection.",
    source: SOURCE,
    parameters: &[
        Param::phases(
            "phases",
            "Pairs of a time and what the application does for that time: a rate, `greedy` or `pause`, such as [[\"5s\", \"500kbps\"], [\"10s\", \"greedy\"], [\"3s\", \"pause\"]].",
            SOURCE,
        ),
        Param::flag(
            "repeat",
            false,
            "The phases start again after the last one. Otherwise the last one lasts.",
            SOURCE,
        ),
    ],
    departures: &[
        "After a greedy phase, what is not sent yet is withdrawn. What was written at a rate is still sent.",
    ],
    rules: &[],
};

/// What the application does in a phase.
#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Pause,
    Greedy,
    /// Segments per write, and the time between writes.
    Writes(u64, Span),
}

/// The phases and the current one.
#[derive(Clone, Debug)]
pub struct Application {
    phases: Vec<(Span, What)>,
    repeats: bool,
    current: usize,
    turns_at: Time,
    writes_at: Time,
    /// Segments whose time at the rate still passes before the next write. The rest of a phase counts
    /// in the next one with a rate: otherwise each phase would begin with a write.
    rest: f64,
}

impl Application {
    /// An application with checked parameters.
    pub fn new(params: &Params, facts: FlowFacts) -> Application {
        let what = |bps: f64| match bps {
            0.0 => What::Pause,
            f64::INFINITY => What::Greedy,
            bps => {
                let (segments, gap) = write_size(bps, &facts);
                What::Writes(segments, gap)
            }
        };
        let phases = params.phases("phases").iter();
        Application {
            phases: phases
                .map(|(s, bps)| (Span::from_secs(*s).max(Span::from_nanos(1)), what(*bps)))
                .collect(),
            repeats: params.flag("repeat"),
            current: 0,
            turns_at: Time::NEVER,
            writes_at: Time::NEVER,
            rest: 0.0,
        }
    }

    /// Phase number `current` begins at `now`, after one that was greedy or not.
    fn begin(&mut self, current: usize, now: Time, was_greedy: bool) -> Action {
        let (lasts, what) = self.phases[current];
        let is_last = current + 1 == self.phases.len() && !self.repeats;
        self.current = current;
        self.turns_at = if is_last { Time::NEVER } else { now + lasts };
        self.writes_at = match what {
            What::Writes(segments, gap) => now + Span::from_secs(self.rest / segments as f64 * gap.secs()),
            _ => Time::NEVER,
        };
        match what {
            What::Greedy => Action::Flood,
            // The next write may be at this instant too: it is another action.
            _ if was_greedy => Action::Withdraw,
            What::Writes(segments, gap) if self.writes_at == now => {
                self.writes_at += gap;
                Action::Write(segments)
            }
            _ => Action::Write(0),
        }
    }
}

impl Writes for Application {
    fn open(&mut self, now: Time, _random: &mut Stream) -> u64 {
        self.rest = 0.0;
        self.begin(0, now, false).at_first()
    }

    fn waits_for_handshake(&self) -> bool {
        true
    }

    fn next(&self) -> Time {
        self.turns_at.min(self.writes_at)
    }

    fn act(&mut self, now: Time, _random: &mut Stream) -> Action {
        match self.phases[self.current].1 {
            What::Writes(segments, gap) if self.turns_at > now => {
                self.writes_at += gap;
                Action::Write(segments)
            }
            what => {
                if let What::Writes(segments, gap) = what {
                    self.rest = self.writes_at.since(now).secs() / gap.secs() * segments as f64;
                }
                self.begin((self.current + 1) % self.phases.len(), now, what == What::Greedy)
            }
        }
    }

    fn completed(&mut self, _now: Time, _random: &mut Stream) -> Completed {
        Completed::default()
    }

    fn most(&self, seconds: f64, _facts: &FlowFacts) -> (f64, f64) {
        let writes = |what: &What, lasts_s: f64| match what {
            What::Writes(_, gap) => lasts_s / gap.secs().max(1e-9) + 1.0,
            _ => 0.0,
        };
        let cycle_s: f64 = self.phases.iter().map(|(lasts, _)| lasts.secs()).sum();
        let each: f64 = self.phases.iter().map(|(lasts, what)| writes(what, lasts.secs()) + 1.0).sum();
        let last = self.phases.last().map_or(0.0, |(_, what)| writes(what, seconds));
        (1.0, if self.repeats { (seconds / cycle_s + 1.0) * each } else { each + last })
    }

    fn contradiction(params: &Params) -> Option<Contradiction> {
        let phases = params.phases("phases");
        let found = match phases.iter().position(|(lasts_s, _)| *lasts_s < SHORTEST_S) {
            Some(phase) => format!("{} s in phase {}", decimal(phases[phase].0), phase + 1),
            None if phases.is_empty() => "no phase".to_owned(),
            None => return None,
        };
        let allowed = "pairs such as [\"5s\", \"500kbps\"], [\"10s\", \"greedy\"] or [\"3s\", \"pause\"], at least one, each of 1 ms or more";
        Some(Contradiction { parameter: "phases", found, allowed: allowed.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{FACTS, random};
    use super::*;
    use crate::catalogue::Setting;

    fn phases(list: &[(f64, f64)], repeat: bool) -> Application {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("phases", Setting::Phases(list.to_vec()));
        params.set("repeat", Setting::Flag(repeat));
        Application::new(&params, FACTS)
    }

    /// The actions of `app` before `end_s`, those that write nothing left out, and the segments
    /// written by then.
    fn actions(app: &mut Application, end_s: f64) -> (Vec<(f64, Action)>, u64) {
        let mut random = random();
        let mut written = match app.open(Time::ZERO, &mut random) {
            u64::MAX => 0,
            segments => segments,
        };
        let mut turns = Vec::new();
        while app.next() < Time::from_secs(end_s) {
            let now = app.next();
            match app.act(now, &mut random) {
                Action::Write(segments) => written += segments,
                turn => turns.push((now.secs(), turn)),
            }
        }
        (turns, written)
    }

    #[test]
    fn phases_of_less_than_a_millisecond_are_refused_and_so_are_none() {
        let refused = |list: &[(f64, f64)]| {
            let mut params = Params::defaults(SPEC.parameters);
            params.set("phases", Setting::Phases(list.to_vec()));
            Application::contradiction(&params).map(|contradiction| contradiction.found)
        };
        assert_eq!(refused(&[(1.0, 0.0), (1e-9, f64::INFINITY)]).unwrap(), "0.000000001 s in phase 2");
        assert_eq!(refused(&[]).unwrap(), "no phase");
        assert_eq!(refused(&[(1e-3, 0.0)]), None);
    }

    #[test]
    fn it_writes_at_a_rate_then_floods_then_pauses() {
        // 1.2 Mbit/s are 100 segments per second.
        let mut app = phases(&[(2.0, 1.2e6), (3.0, f64::INFINITY), (1.0, 0.0)], true);
        let (turns, written) = actions(&mut app, 12.0);
        let expected =
            [(2.0, Action::Flood), (5.0, Action::Withdraw), (8.0, Action::Flood), (11.0, Action::Withdraw)];
        assert_eq!((&turns[..], written), (&expected[..], 400));
        assert!(app.most(12.0, &FACTS).1 >= 404.0);
    }

    /// The offered load is the mean of the rates over time, whatever the length of the phases: also if
    /// a phase is shorter than the time between two writes, or no multiple of it.
    #[test]
    fn the_rates_are_kept_over_phases_of_any_length() {
        for list in [
            &[(0.01, 2e5), (0.03, 0.0)][..],
            &[(0.1, 2e5), (0.3, 0.0)],
            &[(0.01, 2e5), (0.01, 3e5)],
            &[(0.07, 1e6), (0.5, 5e7), (0.013, 0.0)],
            &[(10.0, 1e5), (0.5, 0.0), (1.0, 3e5)],
        ] {
            let cycle_s: f64 = list.iter().map(|(s, _)| s).sum();
            let cycle_bits: f64 = list.iter().map(|(s, bps)| s * bps).sum();
            let cycles = (400.0 * 12_000.0 / cycle_bits).ceil().max(100.0);
            let (turns, written) = actions(&mut phases(list, true), cycles * cycle_s);
            let offered = written as f64 * FACTS.segment_bits / (cycles * cycle_bits);
            assert!((offered - 1.0).abs() < 0.005 && turns.is_empty(), "{list:?}: {offered}");
        }
    }

    #[test]
    fn the_last_phase_lasts_unless_the_phases_repeat() {
        let mut app = phases(&[(1.0, 0.0), (1.0, 1.2e6)], false);
        assert_eq!(actions(&mut app, 5.0), (Vec::new(), 400));
        assert!(app.most(5.0, &FACTS).1 >= 400.0);
        let mut app = phases(&[(1.0, 0.0), (1.0, f64::INFINITY)], false);
        assert_eq!(actions(&mut app, 5.0), (vec![(1.0, Action::Flood)], 0));
    }

    #[test]
    fn no_phase_is_refused() {
        let contradiction = Application::contradiction(&Params::defaults(SPEC.parameters));
        assert_eq!(contradiction.expect("nothing to do").parameter, "phases");
    }
}
