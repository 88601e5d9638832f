//! The runs of an inquiry, and what they say about each suspect.

use super::answer::answer;
use super::bound::bound;
use super::case::Case;
use super::change::Change;
use super::distance::distance;
use super::of::Of;
use super::report::{AbsentSuspect, Answer, AsIs, CausesReport, SuspectReport, Verdict};
use super::suspects::{SUSPECTS, Suspect};
use super::trial::{Outcome, Trial};
use super::tried::{Baseline, Found, SuspectResult, median};
use super::words;
use crate::report::LaneReport;

/// Runs of each question: the one on the screen and four that differ a little.
pub(super) const REPLICATES: u64 = 5;
/// A suspect whose first run differs by less is not looked at again.
const SCREEN: f64 = 0.03;
/// The least effect that counts.
const MATTERS: f64 = 0.05;

/// Runs the inquiry. `run` executes the pending scenarios and returns their outcomes in order, or
/// `None` if they are not there yet. Then there is no answer yet either: ask again.
pub fn ask(case: &Case, run: &mut dyn FnMut(&[Trial]) -> Option<Vec<Outcome>>) -> Option<CausesReport> {
    let of = case.of();
    let mut cost = (0, 0);
    let mut outcomes_of = |trials: &[Trial]| -> Option<Vec<Outcome>> {
        let outcomes = run(trials)?;
        cost.0 += outcomes.len();
        cost.1 += outcomes.iter().map(|outcome| outcome.report.engine.events).sum::<u64>();
        Some(outcomes)
    };
    let mut values = |trials: &[Trial]| -> Option<Vec<(f64, LaneReport)>> {
        let outcomes = outcomes_of(trials)?;
        let value = |outcome: Outcome| (case.measured(&outcome.report), outcome.report);
        Some(outcomes.into_iter().map(value).collect())
    };
    let none = Change::default();
    let listed: Vec<(&'static Suspect, Change, Trial)> = SUSPECTS
        .iter()
        .filter_map(|suspect| {
            let change = (suspect.change)(case)?;
            // A change that the lane's algorithm does not allow leaves nothing to compare.
            let trial = Trial::new(case, &change, 0).ok()?;
            Some((*suspect, change, trial))
        })
        .collect();
    let as_they_are = (0..REPLICATES).filter_map(|replicate| Trial::new(case, &none, replicate).ok());
    let first: Vec<Trial> = as_they_are.chain(listed.iter().map(|(_, _, trial)| trial.clone())).collect();
    let mut outcomes = values(&first)?;
    let screened = outcomes.split_off(first.len() - listed.len());
    let as_is: Vec<f64> = outcomes.iter().map(|(value, _)| *value).collect();
    let (_, own_report) = outcomes.swap_remove(0);
    let baseline = Baseline { case, bound: bound(case), values: as_is };
    let mut tried: Vec<SuspectResult> = listed
        .into_iter()
        .zip(screened)
        .map(|((suspect, change, _), (value, report))| SuspectResult {
            suspect,
            change,
            values: vec![value],
            is_same_run: report.engine.trace_hash == own_report.engine.trace_hash,
            effects: Vec::new(),
            verdict: Verdict::None,
            closed: 0.0,
        })
        .collect();
    let differs = |one: &SuspectResult| {
        of.effect(baseline.values[0], baseline.counted(one, one.values[0])).abs() >= SCREEN
    };
    let replicates = |one: &SuspectResult| -> Option<Vec<Trial>> {
        (1..REPLICATES).map(|replicate| Trial::new(case, &one.change, replicate).ok()).collect()
    };
    let again: Vec<(usize, Vec<Trial>)> = (0..tried.len())
        .filter(|&place| differs(&tried[place]))
        .filter_map(|place| Some((place, replicates(&tried[place])?)))
        .collect();
    let due: Vec<Trial> = again.iter().flat_map(|(_, trials)| trials.clone()).collect();
    let mut more = values(&due)?.into_iter().map(|(value, _)| value);
    for (place, trials) in &again {
        tried[*place].values.extend(more.by_ref().take(trials.len()));
    }
    for one in &mut tried {
        judge(one, &baseline);
    }
    let mut together = |changes: &[&Change]| -> Option<f64> {
        let Ok(trial) = Trial::new(case, &Change::all(changes.iter().copied()), 0) else {
            return Some(f64::NAN);
        };
        values(&[trial])?.first().map(|(value, _)| *value)
    };
    let found = answer(&baseline, &tried, &mut together)?;
    let distance = match case.other() {
        Some(other) => Some(distance(other, &baseline, &tried, &mut outcomes_of)?),
        None => None,
    };
    Some(CausesReport { distance, ..report(&baseline, &tried, &found, &own_report, cost) })
}

fn report(
    baseline: &Baseline,
    tried: &[SuspectResult],
    found: &Found,
    as_is: &LaneReport,
    (runs, events): (usize, u64),
) -> CausesReport {
    let case = baseline.case;
    let of = case.of();
    let suspect = |one: &SuspectResult| {
        let shown = |effect: f64| of.shown(effect);
        let least = one.effects.iter().copied().fold(f64::INFINITY, f64::min);
        let most = one.effects.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        SuspectReport {
            id: one.suspect.id.to_owned(),
            name: one.suspect.name.to_owned(),
            because: one.suspect.because.to_owned(),
            is_remedy: one.suspect.is_remedy,
            set: one.change.values().clone(),
            value: one.values[0],
            values: one.values.clone(),
            effect: shown(median(&one.effects)),
            effect_range: (shown(least), shown(most)),
            gap_closed: one.closed,
            verdict: one.verdict,
            same_run: one.is_same_run,
            evidence: (one.suspect.evidence)(case, as_is),
        }
    };
    let mut suspects: Vec<SuspectReport> = tried.iter().map(suspect).collect();
    suspects.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
    let is_absent = |id: &str| tried.iter().all(|one| one.suspect.id != id);
    let named: Vec<&SuspectResult> = found.suspects.iter().map(|&at| &tried[at]).collect();
    CausesReport {
        lane: case.lane().to_owned(),
        interval_s: case.interval_s(),
        of,
        unit: of.unit().to_owned(),
        as_is: AsIs { value: baseline.values[0], median: baseline.median(), values: baseline.values.clone() },
        bound: baseline.bound,
        answer: Answer {
            kind: found.kind,
            suspects: named.iter().map(|one| one.suspect.id.to_owned()).collect(),
            value: found.value,
            sentence: words::sentence(baseline, found, &named, &suspects),
        },
        suspects,
        absent: SUSPECTS
            .iter()
            .filter(|one| !one.is_remedy && is_absent(one.id))
            .map(|one| AbsentSuspect { id: one.id.to_owned(), name: one.name.to_owned() })
            .collect(),
        distance: None,
        runs,
        events,
    }
}

/// Whether a suspect matters.
fn judge(one: &mut SuspectResult, baseline: &Baseline) {
    let of = baseline.case.of();
    let pairs = baseline.values.iter().zip(&one.values);
    let effect = |(as_is, without): (&f64, &f64)| of.effect(*as_is, baseline.counted(one, *without));
    one.effects = pairs.map(effect).collect();
    one.closed = baseline.closed(median(&one.values));
    let middle = median(&one.effects);
    let all_alike =
        one.effects.iter().all(|effect| *effect > 0.0) || one.effects.iter().all(|effect| *effect < 0.0);
    one.verdict = if one.values.len() < REPLICATES as usize || middle.abs() < MATTERS {
        Verdict::None
    } else if all_alike && middle.abs() >= spread(of, &baseline.values) / 2.0 {
        Verdict::Matters
    } else {
        Verdict::Open
    };
}

/// How far the runs as they are lie apart, as effects do.
fn spread(of: Of, values: &[f64]) -> f64 {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    of.effect(least, most)
}
