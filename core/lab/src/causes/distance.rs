//! Less than another lane: a suspect is taken away in both. Its effect on one lane alone misleads, since the
//! other lane may gain as much.

use super::case::Case;
use super::change::Change;
use super::report::{Distance, Explained, Verdict};
use super::trial::{Outcome, Trial};
use super::tried::{Baseline, SuspectResult};

/// How much of the distance to the other lane each suspect that matters explains, by the run on the screen:
/// 1 − ln(other′/lane′)/ln(other/lane), and of an index the same with differences. `None` if a run is missing.
pub(super) fn distance(
    other: &Case,
    baseline: &Baseline,
    tried: &[SuspectResult],
    run: &mut dyn FnMut(&[Trial]) -> Option<Vec<Outcome>>,
) -> Option<Distance> {
    let of = other.of();
    let own = Trial::new(other, &Change::default(), 0).ok()?;
    let causes = tried.iter().filter(|one| one.verdict == Verdict::Matters && !one.suspect.is_remedy);
    // A suspect that the other lane does not have leaves it as it is; one that cannot be taken from it explains nothing.
    let (causes, changed): (Vec<&SuspectResult>, Vec<Trial>) = causes
        .filter_map(|one| {
            let change = (one.suspect.change)(other).unwrap_or_default();
            Trial::new(other, &change, 0).ok().map(|trial| (one, trial))
        })
        .unzip();
    let trials: Vec<Trial> = std::iter::once(own).chain(changed).collect();
    let outcomes = run(&trials)?;
    let values: Vec<f64> = outcomes.iter().map(|outcome| other.measured(&outcome.report)).collect();
    let value = values.first().copied().unwrap_or(f64::NAN);
    let whole = of.effect(baseline.values[0], value);
    let is_behind = of.is_worse(baseline.values[0], value);
    let mut explained: Vec<Explained> = causes
        .iter()
        .zip(values.iter().skip(1))
        .filter(|_| is_behind)
        .map(|(one, &value)| Explained {
            id: one.suspect.id.to_owned(),
            name: one.suspect.name.to_owned(),
            value,
            part: 1.0 - of.effect(one.values[0], value) / whole,
        })
        .collect();
    explained.sort_by(|a, b| b.part.total_cmp(&a.part));
    let sentence = sentence(other.lane(), is_behind, &explained);
    Some(Distance { lane: other.lane().to_owned(), value, explained, sentence })
}

fn sentence(lane: &str, is_behind: bool, explained: &[Explained]) -> String {
    if !is_behind {
        return format!("{lane} is not ahead.");
    }
    let parts: Vec<String> =
        explained.iter().map(|one| format!("{} explains {:.0} %", one.name, 100.0 * one.part)).collect();
    match parts.is_empty() {
        true => format!("No suspect explains the distance to {lane}."),
        false => format!("Of the distance to {lane}, taken away in both lanes: {}.", parts.join(", ")),
    }
}
