//! What the numbers say about what was published.

use super::comparison::{Comparison, as_percent};
use super::entry::Experiment;
use super::evaluate::{Bound, Key, Trouble, World, decide};
use super::expression::parse;
use super::metric::Source;
use super::numbers::{Measured, Numbers};
use super::published::{Claim, Printed, Qualifier, Settled};
use super::recorded::Ns2;
use serde::Serialize;

/// How near a number must be to count as the same where one side has no interval, as a printed
/// number: the tenth that the project aims at.
pub const NEAR: f64 = 0.1;

/// By how much two means of several runs may differ besides what their intervals allow. Long runs
/// have intervals of next to nothing, and two programs with the same rules still differ in such
/// things as the order of events at one instant.
pub const ALIKE: f64 = 0.01;

/// A published number beside the measured one.
#[derive(Clone, Debug, Serialize)]
pub struct ValueVerdict {
    /// The metric.
    pub metric: String,
    /// Its keys.
    pub keys: Vec<Key>,
    /// Its unit.
    pub unit: String,
    /// The paper's number.
    pub paper: Option<f64>,
    /// What the paper's number is.
    pub qualifier: Qualifier,
    /// ns-2's.
    pub ns2: Option<f64>,
    /// Of how many runs that is the mean, where there are several.
    pub ns2_runs: Option<u64>,
    /// Half its 95 % interval.
    pub ns2_half_width: Option<f64>,
    /// A real kernel's.
    pub kernel: Option<f64>,
    /// The smallest and the largest of its runs.
    pub kernel_range: Option<(f64, f64)>,
    /// A closed form's.
    pub theory: Option<f64>,
    /// Measured here.
    pub measured: Option<f64>,
    /// Half the 95 % interval.
    pub half_width: Option<f64>,
    /// Measured here in the configuration of ns-2's runs, where that is another.
    pub measured_as_ns2: Option<f64>,
    /// Half the 95 % interval of that.
    pub half_width_as_ns2: Option<f64>,
    /// Whether it agrees with the paper's number or with ns-2's, or keeps the printed bound: within
    /// a tenth, and where both it and ns-2's are means of several runs within what their intervals
    /// allow ([`is_alike`]); none where one is missing, or where the full form is needed.
    pub near: Option<bool>,
    /// Whether only the full form can tell.
    pub needs_full: bool,
    /// Why it is not.
    pub settled: Option<Settled>,
}

impl ValueVerdict {
    /// By how many percent the measured number differs from the paper's, or from the kernel's where
    /// there is no paper.
    pub fn percent_to_published(&self) -> Option<f64> {
        percent(self.paper.or(self.kernel), self.measured)
    }

    /// By how many percent it differs from ns-2's, in the configuration of ns-2's runs if there is
    /// one.
    pub fn percent_to_ns2(&self) -> Option<f64> {
        percent(self.ns2, self.measured_as_ns2.or(self.measured))
    }
}

fn percent(published: Option<f64>, measured: Option<f64>) -> Option<f64> {
    let pair = published.zip(measured).filter(|(published, _)| *published != 0.0);
    pair.map(|(published, measured)| (measured / published - 1.0) * 100.0)
}

/// What became of a claim.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimVerdict {
    /// The claim.
    pub id: String,
    /// What is claimed.
    pub text: String,
    /// Whether it holds; none where nothing decides it.
    pub holds: Option<bool>,
    /// The two numbers that decide it, and what was allowed, for people.
    pub numbers: Option<String>,
    /// The same as data; none where no numbers are compared.
    pub by: Option<Comparison>,
    /// The tolerance of its check, as a share.
    pub tolerance: Option<f64>,
    /// Why nothing decides it, if nothing does: what was not measured, or that it needs the full form.
    pub unknown: Option<String>,
    /// Why no number decides it, if none does.
    pub unchecked: Option<String>,
    /// Why it does not hold, if it does not.
    pub settled: Option<Settled>,
    /// The variants, which are other choices where the paper leaves one, under which it holds if it
    /// does not here.
    pub holds_under: Vec<String>,
    /// What the same check says of ns-2's numbers, where it does not hold and ns-2 was run.
    pub ns2: Option<ByNs2>,
}

/// A claim judged by what real ns-2 measured in the same configuration.
#[derive(Clone, Debug, Serialize)]
pub struct ByNs2 {
    /// Whether it holds there.
    pub holds: bool,
    /// The two numbers that decide it, for people.
    pub numbers: Option<String>,
    /// Whether ns-2 ran another module in the place of the paper's.
    pub stands_in: bool,
}

/// Everything that is said of an experiment.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// Published beside measured.
    pub values: Vec<ValueVerdict>,
    /// Claim by claim.
    pub claims: Vec<ClaimVerdict>,
}

/// Judges an experiment by its numbers and those of its variants.
pub fn judge(
    experiment: &Experiment,
    numbers: &Numbers,
    variants: &[Numbers],
    all: &[(Experiment, Numbers)],
) -> Verdict {
    judge_beside(experiment, numbers, variants, all, None)
}

/// The same where ns-2 was run too: its numbers take the place of those in the entry, and claims
/// that do not hold are judged by them.
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

/// A published number with what ns-2 measured, if it did.
fn with_ns2(printed: &Printed, theirs: Option<Measured>) -> Printed {
    let found = theirs.and_then(|world| Some((world, world.metric(&printed.metric, &printed.keys).ok()?)));
    let Some((world, mean)) = found else { return printed.clone() };
    let runs = Some(world.numbers.seeds).filter(|runs| *runs >= 3);
    let half = world.half_width(|world| world.metric(&printed.metric, &printed.keys).ok());
    Printed {
        ns2: Some(mean),
        ns2_runs: runs,
        // What does not scatter over several runs has an interval of nothing.
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
    let to_paper =
        printed.paper.zip(measured).map(|(paper, measured)| keeps(printed.qualifier, paper, measured));
    let pair = printed.ns2.zip(measured_as_ns2.or(measured));
    let to_ns2 = pair.map(|(ns2, measured)| match (printed.ns2_half_width, half_beside_ns2) {
        (Some(of_ns2), Some(ours)) => is_alike((ns2, of_ns2), (measured, ours)),
        _ => is_near(ns2, measured),
    });
    let to_kernel = printed.kernel.zip(measured).map(|(kernel, measured)| is_near(kernel, measured));
    let metric = world.experiment.metric(&printed.metric);
    // What is only printed is not measured here: there is nothing to judge.
    let is_measured = metric.is_some_and(|metric| !matches!(metric.from, Source::Published(_)));
    let needs_full =
        Measured { judging: true, ..world }.metric(&printed.metric, &printed.keys) == Err(Trouble::Short);
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
        near: (is_measured && !needs_full)
            .then(|| [to_paper, to_ns2, to_kernel].into_iter().flatten().reduce(|a, b| a || b))
            .flatten(),
        needs_full,
        settled: printed.settled.clone(),
    }
}

/// Whether two means, each with half its 95 % interval, agree: they differ by no more than half the
/// 95 % interval of the difference of independent means, and a hundredth.
fn is_alike((published, of_published): (f64, f64), (measured, of_measured): (f64, f64)) -> bool {
    let chance = (of_published * of_published + of_measured * of_measured).sqrt();
    (measured - published).abs() <= chance + ALIKE * published.abs()
}

fn is_near(published: f64, measured: f64) -> bool {
    if published == 0.0 {
        // No gain: the two numbers it compares are within a tenth of each other.
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
            .map_err(|error| Trouble::Wrong(error.to_string()))
            .and_then(|expression| decide(&expression, &world, &mut Bound::new()))
    });
    let found = outcome.as_ref().and_then(|outcome| outcome.as_ref().ok()).cloned();
    let holds = found.as_ref().map(|truth| truth.holds);
    let by = found.and_then(|truth| truth.by);
    // Where no numbers are compared, there is the tolerance at least.
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
