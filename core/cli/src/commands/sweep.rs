//! `sweep`: points × seeds × lanes on all cores, resumable.

use crate::args::SweepArgs;
use crate::commands::sweep_file::{Header, SweepFile};
use crate::table::{Table, number, quantity, readable};
use crate::{files, input, output, processor};
use ackscope_lab::report::GroupWindow;
use ackscope_lab::stats::Summary;
use ackscope_lab::sweep::{Axis, Job, Point, Run, Shard, Sweep, SweepReport, grid};
use ackscope_scenario::read_json;
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs the sweep and prints its report.
pub fn sweep(args: &SweepArgs) -> Result<()> {
    processor::limit(args.max_cpu);
    let scenario = serde_json::to_value(input::scenario(&args.scenario, &[])?)?;
    let points = match &args.points {
        Some(path) => read_points(path)?,
        None => grid(&args.set.iter().map(|text| Axis::read(text)).collect::<Result<Vec<Axis>, _>>()?)?,
    };
    let sweep = Sweep::new(&scenario, points, args.seeds)?;
    for warning in sweep.warnings() {
        output::note(warning);
    }
    let header = Header::new(sweep.provenance(), &scenario);
    let mut done: Vec<Run> = Vec::new();
    for path in &args.from {
        done.extend(SweepFile::runs(path, &header)?);
    }
    let mut file = None;
    if let Some(path) = &args.out {
        let (own, known) = SweepFile::open(path, &header, args.resume)?;
        file = Some(own);
        done.extend(known);
    }
    let shard = args.shard.as_deref().map_or(Ok(Shard::WHOLE), Shard::read)?;
    let runs = run_all(&sweep, shard, done, file)?;
    let report = sweep.summarise(&runs);
    match (args.json, args.csv) {
        (true, _) => output::json(&report),
        (_, true) => output::line(report.csv().trim_end()),
        _ => print_table(&report),
    }
}

fn read_points(path: &std::path::Path) -> Result<Vec<Point>> {
    let text = files::text(path)?;
    let wrong = || format!("{}: allowed is a list of objects from paths to values", path.display());
    let points = read_json(&text).map_err(anyhow::Error::from).with_context(wrong)?;
    serde_json::from_value(points).with_context(wrong)
}

/// Does the missing runs on all cores. Each core writes a finished run to the file before it starts
/// the next one.
pub fn run_all(sweep: &Sweep, shard: Shard, done: Vec<Run>, file: Option<SweepFile>) -> Result<Vec<Run>> {
    // A run that is in two files counts once.
    let known: BTreeMap<String, Run> = done.into_iter().map(|run| (run.key(), run)).collect();
    let own = sweep.jobs().enumerate().filter(|(place, _)| shard.holds(*place)).map(|(_, job)| job);
    let left: Vec<Job> = own.filter(|job| !known.contains_key(&sweep.key(job))).collect();
    let mut runs: Vec<Run> = known.into_values().collect();
    let (total, finished) = (left.len(), AtomicUsize::new(0));
    let file = file.map(Mutex::new);
    let fresh: Result<Vec<Run>> = left
        .par_iter()
        .map(|job| {
            let run = sweep.run(job)?;
            if let Some(file) = &file {
                file.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).add(&run)?;
            }
            progress(finished.fetch_add(1, Ordering::Relaxed) + 1, total);
            Ok(run)
        })
        .collect();
    runs.extend(fresh?);
    Ok(runs)
}

/// Shows progress on a terminal; writes nothing if standard error goes to a file or a program.
fn progress(finished: usize, total: usize) {
    let mut err = stderr();
    if err.is_terminal() {
        let end = if finished == total { "\n" } else { "" };
        // A failure to show progress does not stop the runs.
        let _ = write!(err, "\r{finished} of {total} runs{end}");
    }
}

/// The measures in the table; the JSON and CSV outputs have all.
const SHOWN: [&str; 4] = ["total_goodput_bps", "jain_index", "retransmission_ratio", "mean_rtt_s"];

fn print_table(report: &SweepReport) -> Result<()> {
    let paths = report.paths();
    let words = paths.len() + 3;
    let shown: Vec<(&str, (String, f64))> =
        SHOWN.map(quantity::<GroupWindow>).iter().map(|one| (one.metric, readable(one))).collect();
    let titles = shown.iter().map(|(_, (title, _))| title.as_str());
    let header = paths.iter().copied().chain(["lane", "window", "flows"]).chain(titles);
    let mut table = Table::new(words, header);
    for point in &report.points {
        let goodputs = point.measures.iter().filter(|measure| measure.metric == shown[0].0);
        for first in goodputs {
            let same = |metric: &str| {
                let mut all = point.measures.iter().filter(|measure| measure.metric == metric);
                all.find(|other| {
                    other.source == first.source && (other.from_s, other.to_s) == (first.from_s, first.to_s)
                })
            };
            let values = shown.iter().map(|(metric, (_, scale))| {
                same(metric).map_or_else(String::new, |m| interval(&m.summary, *scale))
            });
            let head = paths.iter().map(|path| point.setting(path));
            let window = format!("{}–{} s", first.from_s, first.to_s);
            table.row(head.chain([point.lane.clone(), window, first.source.clone()]).chain(values));
        }
    }
    output::line(&table.text())?;
    match report.seeds.as_slice() {
        [] | [_] => Ok(()),
        [first, .., last] => {
            output::line(&format!("\nMean and 95 % interval over the seeds {first} to {last}."))
        }
    }
}

/// A mean with the half width of its interval.
pub fn interval(summary: &Summary, scale: f64) -> String {
    let mean = number(summary.mean.map(|x| x * scale));
    match summary.half_width {
        Some(half) => format!("{mean} ± {}", number(Some(half * scale))),
        None => mean,
    }
}
