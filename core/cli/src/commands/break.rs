//! `break`: the networks that break an algorithm.

use super::score::{is_file, script};
use crate::args::BreakArgs;
use crate::processor::Limit;
use crate::table::{Table, number};
use crate::{files, link, output};
use ackscope_lab::search::{BreakReport, FindReport, Job, LESSON_RUN, Outcome, Request, Search};
use anyhow::Result;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Map;
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
    let algorithm = match is_file(&args.algorithm) {
        true => script(&args.algorithm, &mut scripts)?,
        false => args.algorithm.clone(),
    };
    let (objectives, seed, max_runs) = (args.objective.clone(), args.seed, args.max_runs);
    let mut search = Search::new(Request { algorithm, scripts, objectives, seed, max_runs })?;
    let started = Instant::now();
    let is_late =
        |part: f64| args.seconds.is_some_and(|most_s| started.elapsed().as_secs_f64() >= part * most_s);
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
    let report = search.report();
    let finds = written(&report, args.out.as_deref())?;
    match args.json {
        true => {
            let mut value = serde_json::to_value(&report)?;
            value["finds"] = serde_json::to_value(&finds)?;
            output::json(&value)?;
        }
        false => print(&report, &finds)?,
    }
    if !limit.holds() {
        limit.end("What was confirmed until then is printed.");
    }
    Ok(())
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

fn print(report: &BreakReport, finds: &[Linked]) -> Result<()> {
    if finds.is_empty() {
        output::line(&format!(
            "No network was found that breaks {} and not its witnesses.",
            report.algorithm
        ))?;
    } else {
        let head =
            ["fails as", "cause", "witness", "", "its own", "the witness's", "factor", "least of 5", "alike"];
        let mut table = Table::new(4, head);
        for Linked { find, .. } in finds {
            table.row([
                find.objective.clone(),
                find.cause.clone(),
                find.witness.clone(),
                find.unit.clone(),
                number(Some(find.value)),
                number(Some(find.witness_value)),
                number(Some(find.factor)),
                number(Some(find.low)),
                find.also.to_string(),
            ]);
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
