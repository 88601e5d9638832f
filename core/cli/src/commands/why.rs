//! `why`: the cause of a lane's result, by experiment.

use crate::args::WhyArgs;
use crate::table::{Table, number};
use crate::{cost, input, output, processor};
use ackscope_engine::sim::Cost;
use ackscope_engine::trace::RecordOptions;
use ackscope_lab::causes::{
    AnswerKind, Answered, Case, CausesReport, Of, Question, SuspectReport, Trial, Verdict, ask,
};
use ackscope_lab::provenance::Provenance;
use ackscope_scenario::{Compiler, compile_all, warnings};
use anyhow::{Result, anyhow};
use rayon::prelude::*;

/// Asks why, and prints the answer.
pub fn why(args: &WhyArgs) -> Result<()> {
    processor::limit(&args.processor);
    let scenario = input::scenario(&args.scenario, &args.set)?;
    compile_all(&scenario)?;
    for warning in warnings(&scenario) {
        output::note(&warning);
    }
    let lane =
        |given: &Option<String>| given.as_ref().map(|lane| input::lane_number(&scenario, lane)).transpose();
    let question = Question {
        lane: lane(&args.lane)?,
        than: lane(&args.than)?,
        interval_s: args.interval.as_ref().map(|text| input::interval(&scenario, text)).transpose()?,
        of: args.of.as_deref().and_then(Of::with_id),
    };
    let mut values = |cases: &[Case]| Some(cases.par_iter().map(Case::value_as_is).collect());
    let case = question.case(&scenario, &Compiler::default(), &mut values)?;
    let case = case.ok_or_else(|| anyhow!("the scenario has no lane"))?;
    let most = Cost::bound(case.setup(), &RecordOptions::NOTHING).packets;
    let report = ask(&case, &mut |trials| {
        cost::say_bound(trials.len(), most * trials.len() as f64);
        Some(trials.par_iter().map(Trial::run).collect())
    });
    let report = report.ok_or_else(|| anyhow!("a run is missing"))?;
    if args.json {
        return output::json(&Answered {
            provenance: Provenance::of(&scenario),
            scenario: serde_json::to_value(&scenario)?,
            report: &report,
        });
    }
    print(&report)
}

fn print(report: &CausesReport) -> Result<()> {
    let distance = report.distance.as_ref().map_or_else(String::new, |it| it.sentence.clone() + "\n");
    output::line(&(report.answer.sentence.clone() + "\n" + &distance))?;
    // A time is bounded from below.
    let (unit, scale, bound) = match report.of {
        Of::Goodput => ("Mbit/s", 1e-6, "most"),
        Of::Delay | Of::Completion => ("ms", 1e3, "least"),
        Of::Fairness => ("Jain index", 1.0, "most"),
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
                // Where nothing is missing there is no gap, and the same run closes none.
                if report.answer.kind == AnswerKind::Nothing || one.same_run {
                    String::new()
                } else {
                    format!("{:.0}", 100.0 * one.gap_closed)
                },
            ]);
        }
        output::line(&(table.text() + "\n"))?;
    }
    output::line(&format!(
        "As it is {} {unit}, at {bound} {}. {} runs, {:.1} million events.",
        number(Some(report.as_is.value * scale)),
        number(Some(report.bound * scale)),
        report.runs,
        report.events as f64 / 1e6
    ))
}
