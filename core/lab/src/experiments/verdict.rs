//! Compares measured numbers with published ones.

use super::comparison::{Comparison, as_percent};
use super::entry::{Evidence, Experiment};
use super::evaluate::decide;
use super::expression::parse;
use super::measured::Measured;
use super::metric::Source;
use super::nearness::{Near, PrintedNumbers};
use super::numbers::Numbers;
use super::published::{Claim, Printed, Qualifier, Settled};
use super::recorded::Ns2;
use super::world::{Bound, EvalError, Key, World};
use serde::Serialize;

/// The relative difference up to which numbers count as equal if one side has no interval, such as
/// a printed number. A tenth is the project's goal.
pub const NEAR: f64 = 0.1;

/// The relative difference allowed between two means of several runs, in addition to their
/// intervals. Long runs have very small intervals, and two programs with the same rules still
/// differ in details such as the order of simultaneous events.
pub const ALIKE: f64 = 0.01;

/// A published number beside the measured one.
#[derive(Clone, Debug, Serialize)]
pub struct ValueVerdict {
    pub metric: String,
    pub keys: Vec<Key>,
    pub unit: String,
    /// The paper's number.
    pub paper: Option<f64>,
    /// How exact the paper's number is.
    pub qualifier: Qualifier,
    /// The number of ns-2.
    pub ns2: Option<f64>,
    /// The number of runs in ns-2's mean, if more than one.
    pub ns2_runs: Option<u64>,
    /// The half width of its 95 % interval.
    pub ns2_half_width: Option<f64>,
    /// The number of a Linux kernel.
    pub kernel: Option<f64>,
    /// The smallest and the largest of the kernel's runs.
    pub kernel_range: Option<(f64, f64)>,
    /// The number of a closed form.
    pub theory: Option<f64>,
    /// The number measured here.
    pub measured: Option<f64>,
    /// The half width of its 95 % interval.
    pub half_width: Option<f64>,
    /// The number measured here in the configuration of ns-2's runs, if that differs.
    pub measured_as_ns2: Option<f64>,
    /// The half width of its 95 % interval.
    pub half_width_as_ns2: Option<f64>,
    /// Which of the numbers of the paper, ns-2 and the kernel it is near to; to keep the paper's bound is near,
    /// too. The limit is a tenth; if both our number and ns-2's have an interval, it is that of `is_alike`.
    /// None if a number is missing or the full form is needed.
    pub near_to: Option<Near>,
    /// Whether only the full form can decide.
    pub needs_full: bool,
    /// Why it does not agree.
    pub settled: Option<Settled>,
}

/// Counts the numbers that simulations of a paper print. Numbers that only ns-2 or a kernel has are not
/// printed.
pub fn printed_numbers<'a>(judged: impl Iterator<Item = (&'a Experiment, &'a Verdict)>) -> PrintedNumbers {
    PrintedNumbers::of(
        judged
            .filter(|(experiment, _)| {
                experiment.evidence == Evidence::Simulation && experiment.paper.is_some()
            })
            .flat_map(|(_, verdict)| verdict.values.iter().filter(|value| value.paper.is_some()))
            .filter_map(|value| value.near_to),
    )
}

impl ValueVerdict {
    /// The difference of the measured number from the paper's in percent, or from the kernel's if
    /// there is no paper.
    pub fn percent_to_published(&self) -> Option<f64> {
        percent(self.paper.or(self.kernel), self.measured)
    }

    /// The difference from ns-2's number in percent, measured in the configuration of ns-2's runs
    /// if there is one.
    pub fn percent_to_ns2(&self) -> Option<f64> {
        percent(self.ns2, self.measured_as_ns2.or(self.measured))
    }
}

fn percent(published: Option<f64>, measured: Option<f64>) -> Option<f64> {
    let pair = published.zip(measured).filter(|(published, _)| *published != 0.0);
    pair.map(|(published, measured)| (measured / published - 1.0) * 100.0)
}

#[derive(Clone, Debug, Serialize)]
pub struct ClaimVerdict {
    pub id: String,
    pub text: String,
    /// Whether it holds; none if it is undecided.
    pub holds: Option<bool>,
    /// The two numbers that decide it and the allowed difference, as text.
    pub numbers: Option<String>,
    /// The comparison as data; none if no numbers are compared.
    pub by: Option<Comparison>,
    /// The tolerance, as a share.
    pub tolerance: Option<f64>,
    /// Why it is undecided: the number that was not measured, or that the full form is needed.
    pub unknown: Option<String>,
    /// Why numbers cannot check it, if so.
    pub unchecked: Option<String>,
    /// Why it does not hold, if it does not.
    pub settled: Option<Settled>,
    /// The variants under which it holds, if it does not hold here. A variant is another choice
    /// where the paper leaves one open.
    pub holds_under: Vec<String>,
    /// The verdict by ns-2's numbers, if it does not hold here and ns-2 was run.
    pub ns2: Option<ByNs2>,
    /// What was measured in ns-2, if it was run and the claim compares one pair of numbers: of several pairs, another may decide there.
    pub ns2_measured: Option<f64>,
}

/// A claim judged by the numbers of ns-2 in the same configuration.
#[derive(Clone, Debug, Serialize)]
pub struct ByNs2 {
    /// Whether it holds in ns-2.
    pub holds: bool,
    /// The two numbers that decide it, as text.
    pub numbers: Option<String>,
    /// Whether ns-2 ran another module in place of the paper's.
    pub stands_in: bool,
}

/// All verdicts of an experiment.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// Published numbers beside measured ones.
    pub values: Vec<ValueVerdict>,
    /// One verdict per claim.
    pub claims: Vec<ClaimVerdict>,
}

/// Judges an experiment by its numbers and those of its variants, without what ns-2 measured for it.
pub fn judge(
    experiment: &Experiment,
    numbers: &Numbers,
    variants: &[Numbers],
    all: &[(Experiment, Numbers)],
) -> Verdict {
    judge_beside(experiment, numbers, variants, all, None)
}

/// Judges an experiment with the runs of ns-2 ([`super::recorded::ns2_of`]) if there are any: their numbers replace
/// those in the entry, and claims that do not hold are also judged by them.
pub fn judge_beside(
    experiment: &Experiment,
    numbers: &Numbers,
    variants: &[Numbers],
    all: &[(Experiment, Numbers)],
    ns2: Option<&Ns2>,
) -> Verdict {
    let world = Measured { experiment, numbers, all, tolerance: None, judging: false, watch: None };
    let under = |label: &str| variants.iter().find(|numbers| numbers.variant.as_deref() == Some(label));
    let as_ns2 = experiment.variants.iter().find(|variant| variant.ns2).and_then(|it| under(&it.label));
    let theirs = ns2.map(|ns2| Measured { numbers: &ns2.numbers, all: &[], ..world });
    let values = experiment.values.iter();
    let values = values.map(|value| value_verdict(&with_ns2(value, theirs), world, as_ns2)).collect();
    let claim = |claim: &Claim| {
        let mut verdict = claim_verdict(claim, world);
        if verdict.by.as_ref().is_some_and(|by| by.of == 1) {
            verdict.ns2_measured = theirs.and_then(|theirs| Some(claim_verdict(claim, theirs).by?.measured));
        }
        if verdict.holds == Some(false) {
            let holds =
                |numbers: &Numbers| claim_verdict(claim, Measured { numbers, ..world }).holds == Some(true);
            let labels = experiment.variants.iter().map(|variant| variant.label.clone());
            verdict.holds_under = labels.filter(|label| under(label).is_some_and(holds)).collect();
            verdict.ns2 = ns2.zip(theirs).and_then(|(ns2, theirs)| {
                let theirs = claim_verdict(claim, theirs);
                let by = |holds| ByNs2 { holds, numbers: theirs.numbers, stands_in: ns2.stands_in };
                theirs.holds.map(by)
            });
        }
        verdict
    };
    Verdict { values, claims: experiment.claims.iter().map(claim).collect() }
}

/// A published number; ns-2's number is replaced by the recorded one, if there is one.
fn with_ns2(printed: &Printed, theirs: Option<Measured>) -> Printed {
    let found = theirs.and_then(|world| Some((world, world.metric(&printed.metric, &printed.keys).ok()?)));
    let Some((world, mean)) = found else { return printed.clone() };
    let runs = Some(world.numbers.seeds).filter(|runs| *runs >= 3);
    let half = world.half_width(|world| world.metric(&printed.metric, &printed.keys).ok());
    Printed {
        ns2: Some(mean),
        ns2_runs: runs,
        // A value that is equal in several runs has an interval of zero.
        ns2_half_width: runs.map(|_| half.unwrap_or(0.0)),
        ..printed.clone()
    }
}

fn value_verdict(printed: &Printed, world: Measured, as_ns2: Option<&Numbers>) -> ValueVerdict {
    let measured = world.metric(&printed.metric, &printed.keys).ok();
    let half = |world: Measured| world.half_width(|world| world.metric(&printed.metric, &printed.keys).ok());
    let ns2_world = as_ns2.map(|numbers| Measured { numbers, ..world });
    let measured_as_ns2 = ns2_world.and_then(|world| world.metric(&printed.metric, &printed.keys).ok());
    let (half_width, half_width_as_ns2) = (half(world), ns2_world.and_then(half));
    let half_beside_ns2 = if measured_as_ns2.is_some() { half_width_as_ns2 } else { half_width };
    let to_paper = |measured: Option<f64>| {
        printed.paper.zip(measured).map(|(paper, measured)| keeps(printed.qualifier, paper, measured))
    };
    let pair = printed.ns2.zip(measured_as_ns2.or(measured));
    let to_ns2 = pair.map(|(ns2, measured)| match (printed.ns2_half_width, half_beside_ns2) {
        (Some(of_ns2), Some(ours)) => is_alike((ns2, of_ns2), (measured, ours)),
        _ => is_near(ns2, measured),
    });
    let to_kernel = printed.kernel.zip(measured).map(|(kernel, measured)| is_near(kernel, measured));
    let metric = world.experiment.metric(&printed.metric);
    // A metric that is only published is not measured here, so there is no verdict.
    let is_measured = metric.is_some_and(|metric| !matches!(metric.from, Source::Published(_)));
    let needs_full =
        Measured { judging: true, ..world }.metric(&printed.metric, &printed.keys) == Err(EvalError::Short);
    ValueVerdict {
        metric: printed.metric.clone(),
        keys: printed.keys.clone(),
        unit: metric.map(|metric| metric.unit.clone()).unwrap_or_default(),
        paper: printed.paper,
        qualifier: printed.qualifier,
        ns2: printed.ns2,
        ns2_runs: printed.ns2_runs,
        ns2_half_width: printed.ns2_half_width,
        kernel: printed.kernel,
        kernel_range: printed.kernel_range,
        theory: printed.theory,
        measured,
        half_width,
        measured_as_ns2,
        half_width_as_ns2,
        near_to: (is_measured && !needs_full)
            .then(|| Near::first([to_paper(measured), to_paper(measured_as_ns2), to_ns2, to_kernel]))
            .flatten(),
        needs_full,
        settled: printed.settled.clone(),
    }
}

/// Whether two means agree, given their half widths (95 % intervals): they differ by at most the
/// half width of the difference of independent means plus a hundredth.
fn is_alike((published, of_published): (f64, f64), (measured, of_measured): (f64, f64)) -> bool {
    let chance = (of_published * of_published + of_measured * of_measured).sqrt();
    (measured - published).abs() <= chance + ALIKE * published.abs()
}

fn is_near(published: f64, measured: f64) -> bool {
    if published == 0.0 {
        // The published gain is zero: the two compared numbers must be within a tenth of each
        // other.
        return measured.abs() <= NEAR;
    }
    (measured - published).abs() <= NEAR * published.abs()
}

fn keeps(qualifier: Qualifier, paper: f64, measured: f64) -> bool {
    match qualifier {
        Qualifier::LessThan => measured < paper,
        Qualifier::GreaterThan => measured > paper,
        Qualifier::Exact | Qualifier::Approximately | Qualifier::UpTo => is_near(paper, measured),
    }
}

fn claim_verdict(claim: &Claim, world: Measured) -> ClaimVerdict {
    let world = Measured { tolerance: claim.tolerance, judging: true, ..world };
    let outcome = claim.expression.as_ref().map(|text| {
        parse(text)
            .map_err(|error| EvalError::Wrong(error.to_string()))
            .and_then(|expression| decide(&expression, &world, &mut Bound::new()))
    });
    let found = outcome.as_ref().and_then(|outcome| outcome.as_ref().ok()).cloned();
    let holds = found.as_ref().map(|truth| truth.holds);
    let by = found.and_then(|truth| truth.by);
    // If no numbers are compared, at least the tolerance is shown.
    let alone =
        || claim.tolerance.filter(|_| holds.is_some()).map(|it| format!("tolerance {}", as_percent(it)));
    ClaimVerdict {
        id: claim.id.clone(),
        text: claim.text.clone(),
        holds,
        numbers: by.as_ref().map(|by| by.words(claim.tolerance)).or_else(alone),
        by,
        tolerance: claim.tolerance,
        unknown: outcome.and_then(Result::err).map(|trouble| trouble.to_string()),
        unchecked: claim.unchecked.clone(),
        settled: claim.settled.clone().filter(|_| holds == Some(false)),
        holds_under: Vec::new(),
        ns2: None,
        ns2_measured: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_several_runs_agree_by_their_intervals() {
        assert!(is_alike((10.0, 3.0), (14.9, 4.0)), "5 and a tenth apart is chance");
        assert!(!is_alike((10.0, 3.0), (15.2, 4.0)));
        assert!(!is_alike((10.0, 0.01), (10.5, 0.01)), "within a tenth, and not by chance");
        assert!(is_alike((10.0, 0.0), (10.1, 0.0)), "a hundredth is what two programs may differ");
    }
}
