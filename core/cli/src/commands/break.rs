//! `break`: the networks that break an algorithm.

use super::score::{is_file, script};
use crate::args::BreakArgs;
use crate::processor::Limit;
use crate::table::{Table, number};
use crate::{files, link, output};
use ackscope_lab::search::{BreakReport, FindReport, Job, LESSON_RUN, Outcome, Request, Search};
use anyhow::{Result, bail};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The part of a time limit in which new networks are looked for; the rest is for shrinking and naming.
const EXPLORING: f64 = 0.5;

/// A find with its link, and its file if one was written.
#[derive(Serialize)]
struct Linked<'a> {
    #[serde(flatten)]
    find: &'a FindReport,
    /// What follows the page's address.
    link: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
}

/// Searches, and prints what was found.
pub fn break_it(args: &BreakArgs) -> Result<()> {
    let limit = Limit::of(&args.processor);
    let mut scripts = Map::new();
    let mut id_of = |name: &String| match is_file(name) {
        true => script(name, &mut scripts),
        false => Ok(name.clone()),
    };
    let algorithm = id_of(&args.algorithm)?;
    let other = args.other.as_ref().map(id_of).transpose()?;
    if other.as_ref() == Some(&algorithm) {
        bail!("{algorithm}: found twice, allowed are two algorithms");
    }
    let request = |algorithm: &String, other: Option<&String>| Request {
        algorithm: algorithm.clone(),
        scripts: scripts.clone(),
        objectives: args.objective.clone(),
        seed: args.seed,
        max_runs: args.max_runs,
        other: other.cloned(),
    };
    let mut pairs = vec![(&algorithm, other.as_ref())];
    pairs.extend(other.as_ref().map(|other| (other, Some(&algorithm))));
    let seconds = args.seconds.map(|most_s| most_s / pairs.len() as f64);
    let mut reports = Vec::new();
    for (algorithm, other) in pairs {
        reports.push(searched(request(algorithm, other), seconds, &limit)?);
    }
    let finds: Vec<Vec<Linked>> = match &args.out {
        None => reports.iter().map(|report| written(report, None)).collect::<Result<_>>()?,
        Some(folder) => reports
            .iter()
            .map(|report| match other {
                None => written(report, Some(folder)),
                Some(_) => written(report, Some(&folder.join(&report.algorithm))),
            })
            .collect::<Result<_>>()?,
    };
    if args.json {
        let told = |(report, finds): (&BreakReport, &Vec<Linked>)| -> Result<Value> {
            let mut value = serde_json::to_value(report)?;
            value["finds"] = serde_json::to_value(finds)?;
            Ok(value)
        };
        let mut all = reports.iter().zip(&finds).map(told).collect::<Result<Vec<_>>>()?;
        output::json(&if other.is_some() { Value::Array(all) } else { all.remove(0) })?;
    } else {
        reports.iter().zip(&finds).try_for_each(|(report, finds)| print(report, finds))?;
    }
    if !limit.holds() {
        limit.end("What was confirmed until then is printed.");
    }
    Ok(())
}

/// Searches to the end, or as long as it may.
fn searched(request: Request, seconds: Option<f64>, limit: &Limit) -> Result<BreakReport> {
    let mut search = Search::new(request)?;
    let started = Instant::now();
    let is_late = |part: f64| seconds.is_some_and(|most_s| started.elapsed().as_secs_f64() >= part * most_s);
    while !search.due().is_empty() && !is_late(1.0) {
        let run = |job: &Job| job.run_while(&|| limit.holds());
        let Some(outcomes) = search.due().par_iter().map(run).collect::<Option<Vec<Outcome>>>() else {
            break;
        };
        if limit.is_past(EXPLORING) || is_late(EXPLORING) {
            search.stop_exploring();
        }
        search.take(outcomes);
    }
    Ok(search.report())
}

/// Writes a scenario and a lesson for each find, if there is a folder for them.
fn written<'a>(report: &'a BreakReport, folder: Option<&Path>) -> Result<Vec<Linked<'a>>> {
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)?;
    }
    let one = |(at, find): (usize, &'a FindReport)| {
        let file =
            folder.map(|folder| folder.join(format!("{}-{}-{}.json", at + 1, find.objective, find.cause)));
        let link = link::of(&find.scenario);
        if let Some(file) = &file {
            files::Output::new(file)?.write_json(&find.scenario)?;
            if let Some(lesson) = &find.lesson {
                let text = lesson.replace(LESSON_RUN, link.trim_start_matches('#'));
                files::Output::new(&file.with_extension("md"))?
                    .write(|file| file.write_all(text.as_bytes()))?;
            }
        }
        Ok(Linked { find, link, file })
    };
    report.finds.iter().enumerate().map(one).collect()
}

/// In how many of five replicates the other algorithm fails as well, in a word.
fn shared(fails: usize) -> &'static str {
    match fails {
        0 => "no",
        5 => "yes",
        _ => "sometimes",
    }
}

fn print(report: &BreakReport, finds: &[Linked]) -> Result<()> {
    if finds.is_empty() {
        output::line(&format!(
            "No network was found that breaks {} and not its witnesses.",
            report.algorithm
        ))?;
    } else {
        let mut head = vec![
            "fails as",
            "cause",
            "witness",
            "",
            "its own",
            "the witness's",
            "factor",
            "least of 5",
            "alike",
        ];
        let too = report.other.as_ref().map(|other| format!("{other}, too"));
        head.extend(too.as_deref());
        if too.is_some() {
            output::line(&format!("What breaks {}:\n", report.algorithm))?;
        }
        let mut table = Table::new(4, head);
        for Linked { find, .. } in finds {
            let mut row = vec![
                find.objective.clone(),
                find.cause.clone(),
                find.witness.clone(),
                find.unit.clone(),
                number(Some(find.value)),
                number(Some(find.witness_value)),
                number(Some(find.factor)),
                number(Some(find.low)),
                find.also.to_string(),
            ];
            row.extend(too.as_ref().map(|_| find.other_fails.map_or("?", shared).to_owned()));
            table.row(row);
        }
        output::line(&(table.text() + "\n"))?;
    }
    for Linked { find, link, file } in finds {
        let file = file.as_ref().map_or_else(String::new, |file| format!("\n   {}", file.display()));
        output::line(&format!(
            "{} by {}: {}.{file}\n   {link}\n",
            find.objective, find.cause_name, find.network
        ))?;
    }
    let rest = if report.is_complete { "" } else { " It ended before all finds were confirmed and named." };
    output::line(&format!("{} runs, {:.1} million events.{rest}", report.runs, report.events as f64 / 1e6))
}
