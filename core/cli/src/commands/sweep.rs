//! `sweep`: points × seeds × lanes on all cores, resumable.

use crate::args::SweepArgs;
use crate::commands::sweep_file::{Header, Known, SweepFile};
use crate::commands::sweep_tables;
use crate::table_files::{TableFile, about};
use crate::{files, input, output, processor};
use ackscope_lab::sweep::{Axis, Job, Point, Run, Shard, Sweep, check_metrics, grid};
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
    check_metrics(&args.metric)?;
    if let Some(base) = &args.pair {
        sweep.pairs(&[], base, &args.metric)?;
    }
    let header = Header::new(sweep.provenance(), &scenario);
    let mut known = Known::default();
    for path in &args.from {
        SweepFile::read(path, &header, &mut known)?;
    }
    let table = args.table.as_deref().map(TableFile::new).transpose()?;
    let file =
        args.out.as_ref().map(|path| SweepFile::open(path, &header, args.resume, &mut known)).transpose()?;
    let shard = args.shard.as_deref().map_or(Ok(Shard::WHOLE), Shard::read)?;
    let known = known.into_runs();
    let missing = sweep
        .jobs()
        .enumerate()
        .filter(|(place, job)| shard.holds(*place) && !known.contains_key(&sweep.key(job)));
    let missing = missing.count();
    if missing > 0 && (args.no_run || !args.from.is_empty()) {
        let what =
            if args.no_run { "they are left out" } else { "they are run now; --no-run leaves them out" };
        output::note(&format!("{missing} of {} runs are in no file: {what}", sweep.runs()));
    }
    let runs = if args.no_run { known.into_values().collect() } else { run_all(&sweep, shard, known, file)? };
    if let Some(table) = table {
        let about = about(sweep.provenance(), Some(sweep.seeds()));
        table.write(&sweep.table(&runs, &args.metric, about), true)?;
    }
    if let Some(base) = &args.pair {
        let pairs = sweep.pairs(&runs, base, &args.metric)?;
        return match (args.json, args.csv) {
            (true, _) => output::json(&pairs),
            (_, true) => output::line(pairs.csv().trim_end()),
            _ => sweep_tables::print_pairs(&pairs, &args.metric),
        };
    }
    let report = sweep.summarise(&runs).only(&args.metric);
    match (args.json, args.csv) {
        (true, _) => output::json(&report),
        (_, true) => output::line(report.csv().trim_end()),
        _ => sweep_tables::print(&report, &args.metric),
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
pub fn run_all(
    sweep: &Sweep,
    shard: Shard,
    known: BTreeMap<String, Run>,
    file: Option<SweepFile>,
) -> Result<Vec<Run>> {
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
