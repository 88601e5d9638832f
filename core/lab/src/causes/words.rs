//! The answer in words: what the lane has, why, and what it has without.

use super::of::Of;
use super::report::{AnswerKind, SuspectReport};
use super::tried::{Baseline, Found, SuspectResult};
use ackscope_engine::units::decimal;

/// The sentence. `named` are the suspects of the answer, `listed` all of them.
pub(super) fn sentence(
    baseline: &Baseline,
    found: &Found,
    named: &[&SuspectResult],
    listed: &[SuspectReport],
) -> String {
    let (case, of) = (baseline.case, baseline.case.of());
    let value = |value: f64| shown(of, value, baseline.bound);
    let has = has(of, case.lane(), &value(baseline.values[0]), &value(baseline.bound));
    let names = |word: &str| named.iter().map(|one| one.suspect.name).collect::<Vec<_>>().join(word);
    let without = found.value.map_or_else(String::new, value);
    let evidence = named
        .first()
        .and_then(|first| listed.iter().find(|one| one.id == first.suspect.id)?.evidence.clone())
        .map_or_else(String::new, |evidence| format!(" ({evidence})"));
    let it = if named.first().is_some_and(|first| first.suspect.is_plural) { "them" } else { "it" };
    match found.kind {
        AnswerKind::Nothing => format!("Nothing is missing: {has}."),
        AnswerKind::Cause => format!("{has}: {}{evidence}. Without {it}: {without}.", names("")),
        AnswerKind::Partly => {
            format!("{has}: in part {}{evidence}. Without {it}: {without}.", names(""))
        }
        AnswerKind::Equally => {
            format!("{has}: {}{evidence}, each alone. Without the first: {without}.", names(", or "))
        }
        AnswerKind::Together => format!(
            "{has}: {}, together. Without one of them: {}. Without all: {without}.",
            names(" and "),
            named.iter().map(|one| value(one.values[0])).collect::<Vec<_>>().join(", "),
        ),
        AnswerKind::None => {
            let best = listed
                .iter()
                .filter(|one| !one.is_remedy)
                .max_by(|a, b| a.gap_closed.total_cmp(&b.gap_closed));
            let most = best.map_or_else(String::new, |best| {
                format!(" The most is {}, without {}.", value(best.value), best.name)
            });
            format!("{has}: none of the suspects.{most}")
        }
    }
}

/// What the lane has, beside what it could have.
fn has(of: Of, lane: &str, value: &str, bound: &str) -> String {
    match of {
        Of::Goodput => format!("{lane} delivers {value} of {bound}"),
        Of::Delay => format!("{lane} lets packets wait {value}"),
        Of::Completion => format!("{lane} takes {value} for a transfer, and could take {bound}"),
        Of::Fairness => format!("{lane} shares with a Jain index of {value}"),
    }
}

/// A value with three digits and its unit: that of the bound, beside which it stands.
fn shown(of: Of, value: f64, bound: f64) -> String {
    let (scaled, unit) = match of {
        Of::Goodput if bound >= 1e6 => (value / 1e6, " Mbit/s"),
        Of::Goodput => (value / 1e3, " kbit/s"),
        Of::Delay | Of::Completion if value >= 1.0 => (value, " s"),
        Of::Delay | Of::Completion => (value * 1e3, " ms"),
        Of::Fairness => (value, ""),
    };
    let mut step = 1.0;
    while scaled.abs() * step < 100.0 && step < 1e6 {
        step *= 10.0;
    }
    let rounded = (scaled * step).round() / step;
    format!("{}{unit}", decimal(rounded))
}
