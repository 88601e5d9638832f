//! `why`: the cause of a lane's result, by experiment.

use crate::args::WhyArgs;
use crate::table::{Table, number};
use crate::{input, output, processor};
use ackscope_lab::causes::{Case, CausesReport, Of, SuspectReport, Trial, Verdict, ask};
use ackscope_scenario::{Compiler, Scenario, compile_all, lanes, warnings};
use anyhow::{Result, anyhow};
use rayon::prelude::*;
use serde::Serialize;

/// Asks why, and prints the answer.
pub fn why(args: &WhyArgs) -> Result<()> {
    processor::limit(args.max_cpu);
    let scenario = input::scenario(&args.scenario, &args.set)?;
    compile_all(&scenario)?;
    for warning in warnings(&scenario) {
        output::note(&warning);
    }
    let interval_s = interval(&scenario, args.interval.as_deref())?;
    let of = args.of.as_deref().and_then(|id| Of::ALL.into_iter().find(|of| of.id() == id));
    let case = match &args.lane {
        Some(lane) => case(&scenario, input::lane_number(&scenario, lane)?, interval_s, of)?,
        None => worst(&scenario, interval_s, of)?,
    };
    let report = ask(&case, &mut |trials| Some(trials.par_iter().map(Trial::run).collect()));
    let report = report.ok_or_else(|| anyhow!("a run is missing"))?;
    if args.json {
        #[derive(Serialize)]
        struct Whole<'a> {
            #[serde(flatten)]
            provenance: ackscope_lab::provenance::Provenance,
            #[serde(flatten)]
            report: &'a CausesReport,
        }
        return output::json(&Whole {
            provenance: ackscope_lab::provenance::Provenance::of(&scenario),
            report: &report,
        });
    }
    print(&report)
}

/// The case of one lane; without a quantity, the one that is natural for it.
fn case(scenario: &Scenario, lane: usize, interval_s: (f64, f64), of: Option<Of>) -> Result<Case> {
    let first = Case::new(scenario, lane, interval_s, of.unwrap_or(Of::Goodput), &Compiler)?;
    if of.is_none()
        && first.has_transfers()
        && let Ok(transfers) = Case::new(scenario, lane, interval_s, Of::Completion, &Compiler)
    {
        return Ok(transfers);
    }
    Ok(first)
}

/// The lane with the worst value.
fn worst(scenario: &Scenario, interval_s: (f64, f64), of: Option<Of>) -> Result<Case> {
    let count = lanes(scenario).len();
    let cases = (0..count).map(|lane| case(scenario, lane, interval_s, of)).collect::<Result<Vec<_>>>()?;
    let values: Vec<f64> =
        cases.par_iter().map(|case| if count > 1 { case.value_as_is() } else { 0.0 }).collect();
    let is_worse = |case: &Case, a: f64, b: f64| match case.of() {
        Of::Goodput | Of::Fairness => a < b,
        Of::Delay | Of::Completion => a > b,
    };
    let pairs = cases.into_iter().zip(values);
    let worst = pairs.reduce(|kept, next| if is_worse(&kept.0, next.1, kept.1) { next } else { kept });
    worst.map(|(case, _)| case).ok_or_else(|| anyhow!("the scenario has no lane"))
}

/// The interval in the argument, else the scenario's first one.
fn interval(scenario: &Scenario, given: Option<&str>) -> Result<(f64, f64)> {
    match given {
        Some(text) => input::interval(scenario, text),
        None => {
            let first = scenario.measure.as_deref().and_then(|list| list.first());
            Ok(first.map_or((0.0, scenario.duration.si()), |period| (period.0.si(), period.1.si())))
        }
    }
}

fn print(report: &CausesReport) -> Result<()> {
    output::line(&(report.answer.sentence.clone() + "\n"))?;
    let (unit, scale) = match report.of {
        Of::Goodput => ("Mbit/s", 1e-6),
        Of::Delay | Of::Completion => ("ms", 1e3),
        Of::Fairness => ("Jain index", 1.0),
    };
    let per_cent = |effect: f64| {
        if report.of == Of::Fairness { format!("{effect:+.3}") } else { format!("{:+.1} %", 100.0 * effect) }
    };
    for is_remedy in [false, true] {
        let listed: Vec<&SuspectReport> =
            report.suspects.iter().filter(|one| one.is_remedy == is_remedy).collect();
        if listed.is_empty() {
            continue;
        }
        let head = if is_remedy { "with" } else { "without" };
        let mut table = Table::new(2, [head, "", unit, "change", "smallest", "largest", "of the gap, %"]);
        for one in listed {
            let word = match (one.verdict, one.same_run) {
                (Verdict::Matters, _) => "matters",
                (Verdict::Open, _) => "open",
                (Verdict::None, true) => "same run",
                (Verdict::None, false) => "no difference",
            };
            table.row([
                one.id.clone(),
                word.to_owned(),
                number(Some(one.value * scale)),
                per_cent(one.effect),
                per_cent(one.effect_range.0),
                per_cent(one.effect_range.1),
                format!("{:.0}", 100.0 * one.gap_closed),
            ]);
        }
        output::line(&(table.text() + "\n"))?;
    }
    output::line(&format!(
        "As it is {} {unit}, at most {}. {} runs, {:.1} million events.",
        number(Some(report.as_is.value * scale)),
        number(Some(report.bound * scale)),
        report.runs,
        report.events as f64 / 1e6
    ))
}
