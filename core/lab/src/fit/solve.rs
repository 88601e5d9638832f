//! The fit itself. It runs nothing: it says which runs are due, and goes through its steps anew with what is known until
//! none is missing. So threads, workers of a page and a plain loop find the same.

use super::guess::{Company, Guess, Knob, PACKET_BITS};
use super::model::{Instants, Job};
use super::read_off::Facts;
use super::report::{FitAnswer, FitNear, FitReport, FitSoFar, FitStage, Interval, OverTime, Parameters};
use super::summary::Summary;
use super::table::{Curve, MIN_SAMPLES};
use crate::provenance::EngineId;
use ackscope_engine::cc::features_of;
use ackscope_engine::math::exp;
use ackscope_engine::rng::Stream;
use ackscope_engine::units::decimal;
use ackscope_scenario::{Models, brings_ecn};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A curve is used as far as a run of it has so many packets.
const MAX_PACKETS: f64 = 1_500_000.0;
/// How long a run goes on before it is looked at, if the curve does not begin with the connection.
const BEFORE_S: f64 = 10.0;
/// How often the parameters of all algorithms are refined, and then of so many: the first guesses alone do not tell which
/// algorithm is near.
const FIRST_ROUNDS: usize = 2;
const REFINED: usize = 8;
const ROUNDS: usize = 4;
/// A step of a refinement becomes so much smaller when it does not help.
const SMALLER: f64 = 0.4;
/// Replicates of the best guess.
const REPLICATES: u64 = 5;
/// A curve within this distance is alike: the tolerances say what that is.
const ALIKE: f64 = 1.0;
/// A distance that two guesses differ by at least, if the curve tells them apart.
const TOLD_APART: f64 = 0.5;
/// Steps from the best value of a parameter to the ends of its interval.
const TO_THE_END: i32 = 14;
/// Moves of all knobs at once, side by side, and how often: from the guesses that are as near as the best.
const JOINT_MOVES: usize = 32;
const JOINT_ROUNDS: u64 = 6;
/// How far a knob goes in one of them at most, in steps of its refinement.
const JOINT_STEPS: f64 = 1.5;
/// An answer names at most this many groups of algorithms.
const GROUPS: usize = 4;
/// Who may be beside the flow, if it is not explained alone.
const COMPANY: [Company; 4] = [
    Company::Beside("cubic-rfc9438"),
    Company::Beside("newreno"),
    Company::Beside("bbr3"),
    Company::Against(4),
];

/// A search for the network of a curve.
#[derive(Debug)]
pub struct Fit {
    curve: Curve,
    facts: Facts,
    measured: Summary,
    instants: Arc<Instants>,
    runs: Runs,
    max_runs: u64,
    count: u64,
    stage: FitStage,
    report: Option<FitReport>,
}

/// The runs that are known, and those that are missing.
#[derive(Debug, Default)]
struct Runs {
    known: BTreeMap<String, (Guess, Option<Summary>)>,
    due: Vec<Job>,
    /// What is not known is not run any more.
    is_closed: bool,
}

/// A guess and how far its curve is.
#[derive(Clone, Debug)]
struct Scored {
    guess: Guess,
    distance: f64,
    /// How far each knob moves.
    steps: [f64; Knob::ALL.len()],
}

impl Fit {
    pub fn new(curve: &Curve, max_runs: u64) -> Fit {
        let mut curve = curve.clone();
        let whole = Facts::of(&curve);
        let packets_per_s = if whole.rate_bps > 0.0 { whole.rate_bps / PACKET_BITS } else { 0.0 };
        if packets_per_s * curve.length_s() > MAX_PACKETS {
            let shorter = curve.until(MAX_PACKETS / packets_per_s);
            if shorter.time_s.len() >= MIN_SAMPLES {
                curve = shorter;
            }
        }
        let facts = Facts::of(&curve);
        let before_s = if facts.from_start { 0.0 } else { BEFORE_S };
        let instants = Instants {
            time_s: curve.time_s.clone(),
            of_flight: curve.of_flight,
            from_start: facts.from_start,
            before_s,
        };
        let mut fit = Fit {
            measured: Summary::of(&curve, facts.from_start),
            facts,
            curve,
            instants: Arc::new(instants),
            runs: Runs::default(),
            max_runs,
            count: 0,
            stage: FitStage::Try,
            report: None,
        };
        fit.solve_again();
        fit
    }

    /// The runs that are due. None: there is an answer.
    pub fn due(&self) -> &[Job] {
        &self.runs.due
    }

    /// Takes what the runs that are due gave, in their order.
    ///
    /// # Panics
    /// If an outcome is missing.
    pub fn take(&mut self, outcomes: Vec<Option<Summary>>) {
        let jobs = std::mem::take(&mut self.runs.due);
        assert_eq!(jobs.len(), outcomes.len(), "an outcome for each run");
        self.count += jobs.len() as u64;
        let runs = jobs.into_iter().zip(outcomes);
        self.runs.known.extend(runs.map(|(job, outcome)| (job.key, (job.guess, outcome))));
        self.solve_again();
    }

    /// No more runs: the answer is what those so far say.
    pub fn stop(&mut self) {
        self.runs.is_closed = true;
        self.runs.due.clear();
        self.solve_again();
    }

    pub fn runs(&self) -> u64 {
        self.count
    }

    /// What is known before the answer: the nearest of all guesses.
    pub fn so_far(&self) -> FitSoFar {
        let distances = self.runs.known.values().map(|(guess, summary)| (guess, self.far(summary.as_ref())));
        let nearest = distances.filter(|(_, far)| far.is_finite()).min_by(|a, b| a.1.total_cmp(&b.1));
        let near = nearest.map(|(guess, distance)| FitNear {
            law: guess.algorithm.to_owned(),
            rate_bps: guess.rate_bps,
            base_rtt_s: guess.rtt_s,
            buffer_packets: guess.buffer_packets,
            loss: guess.loss,
            distance,
        });
        FitSoFar { stage: self.stage, runs: self.count, near }
    }

    /// The answer, once no run is due.
    pub fn report(&self) -> Option<&FitReport> {
        self.report.as_ref()
    }

    fn solve_again(&mut self) {
        self.report = self.solve();
        if self.count + self.runs.due.len() as u64 > self.max_runs && !self.runs.is_closed {
            self.stop();
        }
    }

    /// How far the curves of guesses are from the measured one; `None` if a run is missing. Where chance decides, two
    /// replicates count.
    fn distances(&mut self, guesses: &[Guess]) -> Option<Vec<f64>> {
        let replicates = |guess: &Guess| if guess.loss > 0.0 { 2 } else { 1 };
        let all = |guess: &Guess| (0..replicates(guess)).map(|at| (guess.clone(), at)).collect::<Vec<_>>();
        let asked: Vec<(Guess, u64)> = guesses.iter().flat_map(all).collect();
        let mut summaries = self.summaries(&asked)?.into_iter();
        let distance = |guess: &Guess| {
            let own = summaries.by_ref().take(replicates(guess) as usize);
            let sum: f64 = own.map(|summary| self.far(summary.as_ref())).sum();
            sum / replicates(guess) as f64
        };
        Some(guesses.iter().map(distance).collect())
    }

    fn far(&self, summary: Option<&Summary>) -> f64 {
        summary.map_or(f64::INFINITY, |summary| self.measured.distance(summary))
    }

    fn summaries(&mut self, guesses: &[(Guess, u64)]) -> Option<Vec<Option<Summary>>> {
        let before = self.runs.due.len();
        let found = guesses.iter().map(|(guess, replicate)| {
            let key = format!("{replicate} {guess:?}");
            if let Some((_, known)) = self.runs.known.get(&key) {
                return known.clone();
            }
            let is_due = self.runs.due.iter().any(|job| job.key == key);
            if !is_due && !self.runs.is_closed {
                match Job::of(key.clone(), guess, *replicate, &self.instants) {
                    Ok(job) => self.runs.due.push(job),
                    Err(_) => {
                        self.runs.known.insert(key, (guess.clone(), None));
                    }
                }
            }
            None
        });
        let found: Vec<Option<Summary>> = found.collect();
        (self.runs.due.len() == before).then_some(found)
    }

    fn solve(&mut self) -> Option<FitReport> {
        let all: Vec<Guess> =
            laws().into_iter().flat_map(|law| self.facts.guesses(&self.curve, law)).collect();
        self.stage = FitStage::Try;
        let best = self.best_of_each(&all)?;
        self.stage = FitStage::Refine;
        let mut best = self.refined(best, FIRST_ROUNDS)?;
        let others = best.split_off(REFINED.min(best.len()));
        let mut refined = self.refined(best, ROUNDS)?;
        if refined[0].distance > ALIKE {
            self.stage = FitStage::Company;
            let more =
                refined.iter().take(3).flat_map(|scored| COMPANY.map(|company| with(&scored.guess, company)));
            let more: Vec<Guess> = more.collect();
            let mut more = self.best_of_each(&more)?;
            more.truncate(3);
            let more = self.refined(more, FIRST_ROUNDS + ROUNDS)?;
            // A richer guess counts only if it is clearly better.
            if more[0].distance < 0.7 * refined[0].distance {
                refined.extend(more);
                sort(&mut refined);
            }
        }
        refined.extend(others);
        sort(&mut refined);
        self.stage = FitStage::Bound;
        let (_, own_spread) = self.replicates(&refined[0].guess)?;
        refined[0] = self.wandered(refined[0].clone(), apart(own_spread))?;
        // A scenario that people read and change has short numbers.
        let guess = refined[0].guess.rounded();
        refined[0].distance = self.distances(std::slice::from_ref(&guess))?[0];
        refined[0].guess = guess;
        let best = refined[0].clone();
        let (summaries, own_spread) = self.replicates(&best.guess)?;
        let within = best.distance + apart(own_spread);
        let intervals = self.intervals(&best.guess, within)?;
        // What tells algorithms apart is not who came nearest to the path first: each has the path that was found, too.
        let elsewhere = |one: &Scored| Guess { algorithm: one.guess.algorithm, ..best.guess.clone() };
        let others: Vec<Guess> = refined[1..].iter().map(elsewhere).collect();
        let distances = self.distances(&others)?;
        for (one, distance) in refined[1..].iter_mut().zip(distances) {
            one.distance = one.distance.min(distance);
        }
        sort(&mut refined[1..]);
        Some(self.answer(&refined, &summaries, own_spread, within, intervals))
    }

    /// The best of the guesses of each algorithm, with and without a receive window, the best first.
    fn best_of_each(&mut self, guesses: &[Guess]) -> Option<Vec<Scored>> {
        let distances = self.distances(guesses)?;
        let mut best: Vec<Scored> = Vec::new();
        for (guess, distance) in guesses.iter().zip(distances) {
            let steps = Knob::ALL.map(Knob::step);
            let scored = Scored { guess: guess.clone(), distance, steps };
            let is_same = |known: &&mut Scored| {
                known.guess.algorithm == scored.guess.algorithm && known.guess.window == scored.guess.window
            };
            match best.iter_mut().find(is_same) {
                Some(known) if known.distance <= scored.distance => {}
                Some(known) => *known = scored,
                None => best.push(scored),
            }
        }
        sort(&mut best);
        Some(best)
    }

    /// The guesses with better parameters: each knob is moved both ways, all guesses side by side.
    fn refined(&mut self, mut guesses: Vec<Scored>, rounds: usize) -> Option<Vec<Scored>> {
        for _ in 0..rounds {
            let moves = |scored: &Scored| -> Vec<(usize, Guess)> {
                let each = Knob::ALL.into_iter().enumerate().filter(|(_, knob)| knob.of(&scored.guess) > 0.0);
                each.flat_map(|(at, knob)| {
                    [1.0, -1.0].map(|way| (at, knob.moved(&scored.guess, way * scored.steps[at])))
                })
                .collect()
            };
            let all: Vec<Vec<(usize, Guess)>> = guesses.iter().map(moves).collect();
            let asked: Vec<Guess> = all.iter().flatten().map(|(_, guess)| guess.clone()).collect();
            let mut distances = self.distances(&asked)?.into_iter();
            // What helps alone may help together.
            let mut together = Vec::new();
            for (scored, moves) in guesses.iter_mut().zip(&all) {
                let mut joined = scored.guess.clone();
                let found: Vec<f64> = distances.by_ref().take(moves.len()).collect();
                for at in 0..Knob::ALL.len() {
                    let own = moves.iter().zip(&found).filter(|((knob, _), _)| *knob == at);
                    let best = own.min_by(|a, b| a.1.total_cmp(b.1));
                    match best {
                        Some(((_, guess), distance)) if *distance < scored.distance => {
                            joined = Knob::ALL[at].put(&joined, Knob::ALL[at].of(guess));
                        }
                        _ => scored.steps[at] *= SMALLER,
                    }
                }
                let best = moves.iter().zip(found).min_by(|a, b| a.1.total_cmp(&b.1));
                if let Some(((_, guess), distance)) = best.filter(|(_, distance)| *distance < scored.distance)
                {
                    (scored.guess, scored.distance) = (guess.clone(), distance);
                }
                together.push(joined);
            }
            let joined = self.distances(&together)?;
            for ((scored, guess), distance) in guesses.iter_mut().zip(together).zip(joined) {
                if distance < scored.distance {
                    (scored.guess, scored.distance) = (guess, distance);
                }
            }
        }
        sort(&mut guesses);
        Some(guesses)
    }

    /// The replicates of a guess, and how far they are from its first one: its own spread.
    fn replicates(&mut self, guess: &Guess) -> Option<(Vec<Summary>, f64)> {
        let asked: Vec<(Guess, u64)> = (0..REPLICATES).map(|replicate| (guess.clone(), replicate)).collect();
        let summaries: Vec<Summary> = self.summaries(&asked)?.into_iter().flatten().collect();
        let pairs = (1..summaries.len()).map(|at| summaries[0].distance(&summaries[at]));
        let own_spread = pairs.clone().sum::<f64>() / pairs.len().max(1) as f64;
        Some((summaries, own_spread))
    }

    /// The nearest of the guesses that moves of all knobs at once reach, always from guesses as near as the best. Knobs that
    /// move one by one end in a valley between two of them, and their intervals end at its walls.
    fn wandered(&mut self, mut best: Scored, apart: f64) -> Option<Scored> {
        let mut near = vec![best.clone()];
        for round in 0..JOINT_ROUNDS {
            let mut random = Stream::new(round, "joint moves of a fit");
            let moved = (0..JOINT_MOVES).map(|_| {
                let from = &near[(random.uniform() * near.len() as f64) as usize];
                Knob::ALL.into_iter().filter(|knob| knob.of(&from.guess) > 0.0).fold(
                    from.guess.clone(),
                    |guess, knob| {
                        let by = JOINT_STEPS * knob.step() * (2.0 * random.uniform() - 1.0);
                        knob.moved(&guess, by)
                    },
                )
            });
            let moved: Vec<Guess> = moved.collect();
            let distances = self.distances(&moved)?;
            let scored = moved.into_iter().zip(distances);
            near.extend(scored.map(|(guess, distance)| Scored { guess, distance, steps: best.steps }));
            sort(&mut near);
            best = near[0].clone();
            near.retain(|one| one.distance <= best.distance + apart);
        }
        Some(best)
    }

    /// The values of each knob whose curves are as near.
    fn intervals(&mut self, best: &Guess, within: f64) -> Option<[Interval; 4]> {
        // Quadratic steps: fine near the value, coarse far from it.
        let by = |knob: Knob, step: i32| {
            let part = f64::from(step) / f64::from(TO_THE_END);
            knob.reach() * part * part.abs()
        };
        let steps = (-TO_THE_END..=TO_THE_END).filter(|step| *step != 0);
        let value = |knob: Knob, step: i32| match knob.of(best) > 0.0 {
            true => knob.moved(best, by(knob, step)),
            // No loss: how much could there be?
            false => knob.put(best, 1e-6 * exp(0.6 * f64::from(step - 1))),
        };
        let asked: Vec<(Knob, i32, Guess)> = Knob::ALL
            .into_iter()
            .flat_map(|knob| steps.clone().map(move |step| (knob, step)))
            .filter(|(knob, step)| *step > 0 || knob.of(best) > 0.0)
            .map(|(knob, step)| (knob, step, value(knob, step)))
            .collect();
        let guesses: Vec<Guess> = asked.iter().map(|(_, _, guess)| guess.clone()).collect();
        let distances = self.distances(&guesses)?;
        let as_near = self.as_near(best, within);
        let found = asked.iter().zip(distances);
        Some(Knob::OWN.map(|knob| {
            // One value that does not fit between two that do is chance.
            let end = |moved: Knob, way: i32| {
                let mut side: Vec<(i32, f64, f64)> = found
                    .clone()
                    .filter(|((other, step, _), _)| *other == moved && step.signum() == way)
                    .map(|((_, step, guess), distance)| (step.abs(), knob.of(guess), distance))
                    .collect();
                side.sort_by_key(|(step, ..)| *step);
                let last = side.iter().rposition(|(.., distance)| *distance <= within);
                let beyond = last.map_or(0, |last| last + 1);
                side.get(beyond).map(|(_, value, _)| *value)
            };
            // What a longer path takes from a full buffer.
            let shared = |way: i32| match knob {
                Knob::Rtt => end(Knob::Share, way),
                Knob::Buffer => end(Knob::Share, -way),
                _ => None,
            };
            let value = knob.of(best);
            let low = if value > 0.0 { end(knob, -1).unwrap_or(0.0) } else { 0.0 };
            let low = shared(-1).map_or(low, |shared| low.min(shared));
            let others = || as_near.iter().map(|guess| knob.of(guess));
            let high = end(knob, 1).map(|high| others().fold(high.max(shared(1).unwrap_or(high)), f64::max));
            Interval { value, low: others().fold(low, f64::min), high }
        }))
    }

    /// All guesses that were tried with its algorithm and give as near a curve: they may differ in several knobs at once.
    fn as_near(&self, best: &Guess, within: f64) -> Vec<&Guess> {
        let is_alike = |guess: &Guess| {
            (guess.algorithm, guess.company, guess.window) == (best.algorithm, best.company, best.window)
        };
        let near = self
            .runs
            .known
            .values()
            .filter(|(guess, summary)| is_alike(guess) && self.far(summary.as_ref()) <= within);
        near.map(|(guess, _)| guess).collect()
    }

    fn answer(
        &self,
        refined: &[Scored],
        replicates: &[Summary],
        own_spread: f64,
        within: f64,
        [rate_bps, base_rtt_s, buffer_packets, loss]: [Interval; 4],
    ) -> FitReport {
        let best = &refined[0];
        let is_alike = best.distance <= ALIKE.max((1.5 * own_spread).min(2.0 * ALIKE));
        let mut laws: Vec<Vec<String>> = Vec::new();
        let mut up_to = within;
        for scored in refined {
            let known = laws.iter().flatten().any(|law| law == scored.guess.algorithm);
            if known {
                continue;
            }
            let is_last = laws.len() == GROUPS;
            match laws.last_mut() {
                Some(group) if scored.distance <= up_to => group.push(scored.guess.algorithm.to_owned()),
                _ if is_last => break,
                _ => {
                    laws.push(vec![scored.guess.algorithm.to_owned()]);
                    up_to = scored.distance.max(best.distance) + apart(own_spread);
                }
            }
        }
        let company = match best.guess.company {
            Company::Alone => "alone".to_owned(),
            Company::Beside(law) => format!("beside {law}"),
            Company::Against(count) => format!("{count} flows in reverse"),
        };
        let begins_s = self.instants.before_s;
        let mut scenario = best.guess.scenario(begins_s + self.curve.length_s().max(1.0), 0);
        scenario["title"] = json!("Fitted to a measured curve");
        FitReport {
            engine: EngineId::own(),
            answer: if is_alike { FitAnswer::Fit } else { FitAnswer::None },
            reason: self.reason(best, is_alike, own_spread),
            unexplained: if is_alike { Vec::new() } else { self.moves() },
            scenario,
            begins_s,
            parameters: Parameters {
                rate_bps,
                base_rtt_s,
                buffer_packets,
                loss,
                receive_window_packets: best.guess.window,
            },
            laws,
            company,
            distance: best.distance,
            own_spread,
            over_time: OverTime::of(&self.measured, replicates, self.curve.length_s()),
            seconds: self.curve.length_s(),
            runs: self.count,
        }
    }

    /// Why there is this answer, with what the curve shows that no guess has.
    fn reason(&self, best: &Scored, is_alike: bool, own_spread: f64) -> String {
        if !best.distance.is_finite() {
            return format!("{} runs are too few to judge a scenario: a fit takes some thousand", self.count);
        }
        let short = |value: f64| decimal((value * 100.0).round() / 100.0);
        let far = format!(
            "its distance is {} tolerances, its own spread {}",
            short(best.distance),
            short(own_spread)
        );
        if is_alike {
            return format!("{} on this path gives such a curve: {far}", best.guess.algorithm);
        }
        let seen = self.moves();
        let seen =
            if seen.is_empty() { String::new() } else { format!("; in the curve {}", seen.join(", ")) };
        format!("no scenario of mine explains this: the nearest is {}, {far}{seen}", best.guess.algorithm)
    }

    /// What moves in the curve, that moves in no scenario of these.
    fn moves(&self) -> Vec<String> {
        let mut seen = Vec::new();
        if self.facts.rtt_moves > 0.25 {
            seen.push(format!("the least RTT changes by {:.0} %", 100.0 * self.facts.rtt_moves));
        }
        if self.facts.rate_moves > 0.5 {
            seen.push(format!("the largest rate changes by {:.0} %", 100.0 * self.facts.rate_moves));
        }
        if self.facts.idle_s > 0.5 {
            let idle_s = self.facts.idle_s;
            seen.push(format!("nothing is in flight for {idle_s:.1} s: the application pauses"));
        }
        seen
    }
}

/// By how much the distances of two guesses differ that the curve tells apart: replicates of one guess differ by its own
/// spread, and the measured curve is one more.
fn apart(own_spread: f64) -> f64 {
    (2.0 * own_spread).max(TOLD_APART)
}

fn sort(guesses: &mut [Scored]) {
    guesses.sort_by(|a, b| a.distance.total_cmp(&b.distance));
}

/// The guess with company, and with the room that it takes.
fn with(guess: &Guess, company: Company) -> Guess {
    let times = if matches!(company, Company::Beside(_)) { 2.0 } else { 1.0 };
    Guess { company, rate_bps: times * guess.rate_bps, ..guess.clone() }
}

/// All built-in algorithms but one whose window is set by hand, and those for marks, which no path here makes.
pub fn laws() -> Vec<&'static str> {
    let ids = Models::registered().algorithms.iter().map(|spec| spec.id);
    ids.filter(|id| features_of(id).by_hand.is_none() && !brings_ecn(id)).collect()
}
