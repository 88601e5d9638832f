//! `sweep`: points × seeds × lanes on all cores, resumable.

use crate::args::SweepArgs;
use crate::commands::sweep_file::{Header, Known, SweepFile};
use crate::commands::sweep_tables;
use crate::table_files::{TableFile, about};
use crate::{files, input, output, processor};
use ackscope_lab::measures::{measures, values};
use ackscope_lab::sweep::{Axis, Cells, Job, Point, Run, Shard, Sweep, SweepReport, check_metrics, grid};
use ackscope_scenario::read_json;
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    let own = sweep.jobs().enumerate().filter(|(place, _)| shard.holds(*place)).map(|(_, job)| job);
    let mut left: Vec<Job> =
        own.filter(|job| known.is_empty() || !known.contains_key(&sweep.key(job))).collect();
    if !left.is_empty() && (args.no_run || !args.from.is_empty()) {
        let what =
            if args.no_run { "they are left out" } else { "they are run now; --no-run leaves them out" };
        output::note(&format!("{} of {} runs are in no file: {what}", left.len(), sweep.runs()));
    }
    if args.no_run {
        left.clear();
    }
    let known: Vec<Run> = known.into_values().collect();
    if table.is_none() && args.pair.is_none() {
        // A report needs only the numbers of each run. The runs are not kept, so a sweep may have a million.
        let cells = Mutex::new(sweep.cells(&known, &args.metric));
        drop(known);
        run_jobs(&sweep, &left, file, &|job, run| add(&cells, job, &run, &args.metric))?;
        return print(&sweep.report(&into_inner(cells)), args);
    }
    let runs = Mutex::new(known);
    run_jobs(&sweep, &left, file, &|_, run| lock(&runs).push(run))?;
    let runs = into_inner(runs);
    if let Some(table) = table {
        let about = about(sweep.provenance(), Some(sweep.seeds()));
        table.write(&sweep.table(&runs, &args.metric, about), true)?;
    }
    let Some(base) = &args.pair else {
        let report = sweep.report(&sweep.cells(&runs, &args.metric));
        return print(&report, args);
    };
    let pairs = sweep.pairs(&runs, base, &args.metric)?;
    match (args.json, args.csv) {
        (true, _) => output::json(&pairs),
        (_, true) => output::frame(&pairs.table()),
        _ => sweep_tables::print_pairs(&pairs, &args.metric),
    }
}

fn print(report: &SweepReport, args: &SweepArgs) -> Result<()> {
    match (args.json, args.csv) {
        (true, _) => output::json(report),
        (_, true) => output::line(report.csv().trim_end()),
        _ => sweep_tables::print(report, &args.metric),
    }
}

fn read_points(path: &std::path::Path) -> Result<Vec<Point>> {
    let text = files::text(path)?;
    let wrong = || format!("{}: allowed is a list of objects from paths to values", path.display());
    let points = read_json(&text).map_err(anyhow::Error::from).with_context(wrong)?;
    serde_json::from_value(points).with_context(wrong)
}

/// Adds the numbers of a run to those of its point and lane. The numbers are read before the lock is held.
pub fn add(cells: &Mutex<Cells>, job: &Job, run: &Run, metrics: &[String]) {
    let values = values(&run.report, metrics);
    let mut cells = lock(cells);
    let cell = cells.entry((job.point, job.lane)).or_default();
    cell.add_values(job.seed, values, || measures(&run.report, metrics));
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a lock held.
pub fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Does runs on all cores; `take` gets each when it is finished. Each core writes a finished run to the
/// file before it starts the next one.
pub fn run_jobs(
    sweep: &Sweep,
    jobs: &[Job],
    file: Option<SweepFile>,
    take: &(dyn Fn(&Job, Run) + Sync),
) -> Result<()> {
    let finished = AtomicUsize::new(0);
    let file = file.map(Mutex::new);
    // To a file or a program nothing is shown.
    let shows = stderr().is_terminal();
    jobs.par_iter().try_for_each(|job| {
        let run = sweep.run(job)?;
        if let Some(file) = &file {
            lock(file).add(&run)?;
        }
        take(job, run);
        let finished = finished.fetch_add(1, Ordering::Relaxed) + 1;
        if shows {
            progress(finished, jobs.len());
        }
        Ok(())
    })
}

/// Shows progress on a terminal.
fn progress(finished: usize, total: usize) {
    let end = if finished == total { "\n" } else { "" };
    // A failure to show progress does not stop the runs.
    let _ = write!(stderr(), "\r{finished} of {total} runs{end}");
}
