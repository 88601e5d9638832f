//! The answer: which suspects explain the gap.

use super::change::Change;
use super::of::Of;
use super::report::{AnswerKind, Verdict};
use super::tried::{Baseline, Found, SuspectResult};

/// The part of the gap that a cause closes.
const HALF: f64 = 0.5;
/// The part that several close together, if it is twice what the first one does.
const FIFTH: f64 = 0.2;
/// The part that a suspect closes which is a part of the answer.
const TENTH: f64 = 0.1;

/// The rules in their order: nothing is missing; the first cause; several together; a part; none. `None`
/// if a run that `together` needs is not there yet.
pub(super) fn answer(
    baseline: &Baseline,
    tried: &[SuspectResult],
    together: &mut dyn FnMut(&[&Change]) -> Option<f64>,
) -> Option<Found> {
    let found = |kind, suspects: Vec<usize>, value| Some(Found { kind, suspects, value });
    if is_nothing_missing(baseline) {
        return found(AnswerKind::Nothing, Vec::new(), None);
    }
    // Causes that matter and help, the largest first.
    let mut causes: Vec<usize> = (0..tried.len())
        .filter(|&at| {
            let one = &tried[at];
            !one.suspect.is_remedy && one.verdict == Verdict::Matters && one.closed > 0.0
        })
        .collect();
    causes.sort_by(|&a, &b| tried[b].closed.total_cmp(&tried[a].closed).then(a.cmp(&b)));
    let first = causes.first().copied();
    let closed = first.map_or(0.0, |at| tried[at].closed);
    if let Some(first) = first.filter(|_| closed >= HALF) {
        let tied = ties(tried, &causes, first);
        let kind = if tied.len() > 1 { AnswerKind::Equally } else { AnswerKind::Cause };
        let value = tried[tied[0]].values[0];
        return found(kind, tied, Some(value));
    }
    if let Some((suspects, value)) = put_back(baseline, tried, closed, together)? {
        let kind = if suspects.len() > 1 { AnswerKind::Together } else { AnswerKind::Cause };
        return found(kind, suspects, Some(value));
    }
    match first.filter(|_| closed >= TENTH) {
        Some(first) => found(AnswerKind::Partly, vec![first], Some(tried[first].values[0])),
        None => found(AnswerKind::None, Vec::new(), None),
    }
}

/// Little is left to gain.
fn is_nothing_missing(baseline: &Baseline) -> bool {
    let (as_is, bound) = (baseline.median(), baseline.bound);
    match baseline.case.of() {
        Of::Goodput => as_is >= 0.95 * bound,
        Of::Fairness => as_is >= 0.97,
        Of::Delay => as_is <= f64::max(0.005, baseline.case.rtt_s() / 10.0),
        Of::Completion => as_is <= 1.15 * bound,
    }
}

/// The causes that cannot be told from the first one, in the order of the list.
fn ties(tried: &[SuspectResult], causes: &[usize], first: usize) -> Vec<usize> {
    let range = |at: usize| {
        let effects = &tried[at].effects;
        let least = effects.iter().copied().fold(f64::INFINITY, f64::min);
        (least, effects.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    };
    let (low, high) = range(first);
    let is_tied = |&at: &usize| {
        let (other_low, other_high) = range(at);
        let overlap = other_low <= high && low <= other_high;
        let is_near = tried[at].closed >= HALF && tried[first].closed - tried[at].closed < FIFTH;
        at == first || (overlap && is_near)
    };
    let mut tied: Vec<usize> = causes.iter().copied().filter(is_tied).collect();
    tied.sort_unstable();
    tied
}

/// All causes away, then put back one by one, the smallest effect first. What costs less than a tenth of
/// what all close stays. Returns what remains, and the value without it; `Some(None)` if all together close too little.
fn put_back(
    baseline: &Baseline,
    tried: &[SuspectResult],
    closed_by_first: f64,
    together: &mut dyn FnMut(&[&Change]) -> Option<f64>,
) -> Option<Option<(Vec<usize>, f64)>> {
    let has = |id: &str| tried.iter().any(|one| one.suspect.id == id);
    let mut away: Vec<usize> = (0..tried.len())
        .filter(|&at| {
            let suspect = tried[at].suspect;
            !suspect.is_remedy && !suspect.yields_to.is_some_and(has)
        })
        .collect();
    let mut without = |away: &[usize]| {
        let changes: Vec<&Change> = away.iter().map(|&at| &tried[at].change).collect();
        together(&changes)
    };
    let mut value = without(&away)?;
    let all = baseline.closed(value);
    if all.is_nan() || !(all >= HALF || (all >= FIFTH && all >= 2.0 * closed_by_first)) {
        return Some(None);
    }
    let mut order = away.clone();
    let size = |at: usize| tried[at].effects.first().map_or(0.0, |effect| effect.abs());
    order.sort_by(|&a, &b| size(a).total_cmp(&size(b)));
    let mut closed = all;
    for at in order {
        let fewer: Vec<usize> = away.iter().copied().filter(|&other| other != at).collect();
        if fewer.is_empty() {
            break;
        }
        let now = without(&fewer)?;
        let closed_now = baseline.closed(now);
        if closed - closed_now < TENTH * all {
            (away, value, closed) = (fewer, now, closed_now);
        }
    }
    Some(Some((away, value)))
}
