//! `sweep`: points × seeds × lanes on all cores, resumable.

use crate::args::SweepArgs;
use crate::commands::sweep_cache::Cache;
use crate::commands::sweep_file::{Header, Known, SweepFile};
use crate::commands::sweep_tables;
use crate::input::Trace;
use crate::table_files::{TableFile, about_sweep, with_origin};
use crate::{cost, files, input, output, processor};
use ackscope_engine::sim::Cost;
use ackscope_lab::measures::values;
use ackscope_lab::sweep::{
    Axis, Cells, Job, Named, Places, Point, Run, Shard, Sweep, SweepReport, SweepSpec, USUAL_MOST, Until,
    check_grid, check_metrics,
};
use ackscope_scenario::{ScenarioError, read_json};
use anyhow::Result;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Runs the sweep and prints its report.
pub fn sweep(args: &SweepArgs) -> Result<()> {
    processor::limit(&args.processor);
    let (scenario, traces) = input::scenario_and_axes(&args.scenario, &[])?;
    let scenario = serde_json::to_value(scenario)?;
    let mut named = Named::new();
    let mut axes: Vec<Axis> = Vec::new();
    for Trace { path, values } in traces {
        axes.push(Axis { path: path.clone(), values: values.iter().map(|(file, _)| json!(file)).collect() });
        named.entry(path).or_default().extend(values);
    }
    let of_set = |error| input::of_option("--set", error);
    for text in &args.set {
        axes.push(Axis::read(text).map_err(of_set)?);
    }
    check_grid(&axes)
        .map_err(|error| input::of_option(if args.set.is_empty() { "the traces" } else { "--set" }, error))?;
    let points = args.points.as_deref().map_or_else(|| Ok(Vec::new()), read_points)?;
    let shard = args.shard.as_deref().map_or(Ok(Shard::WHOLE), Shard::read);
    let shard = shard.map_err(|error| input::of_option("--shard", error))?;
    let until = args.until.as_deref().map(|text| Until::read(text, &args.metric)).transpose();
    let until = until.map_err(|error| input::of_option("--until", error))?;
    let seeds = args.seeds.unwrap_or(if until.is_some() { USUAL_MOST } else { 1 });
    let spec = SweepSpec { scenario, axes: Vec::new(), points, seeds, named };
    let sweep = spec.sweep_with(axes)?;
    for warning in sweep.warnings() {
        output::note(warning);
    }
    check_metrics(&args.metric)?;
    if let Some(base) = &args.pair {
        sweep.pairs(&[], base, &args.metric)?;
    }
    let header = Header::new(&sweep);
    let mut known = Known::default();
    for path in &args.from {
        SweepFile::read(path, &header, &mut known)?;
    }
    let table = args.table.as_deref().map(TableFile::new).transpose()?;
    let file =
        args.out.as_ref().map(|path| SweepFile::open(path, &header, args.resume, &mut known)).transpose()?;

    let known = known.into_runs();
    let own = sweep.jobs().enumerate().filter(|(place, _)| shard.holds(*place)).map(|(_, job)| job);
    let mut left: Vec<Job> =
        own.filter(|job| known.is_empty() || !known.contains_key(&sweep.key(job))).collect();
    let known: Vec<Run> = known.into_values().collect();
    let cells = Mutex::new(sweep.cells(&known, &args.metric));
    if let Some(until) = &until {
        left = until.missing(&sweep, &lock(&cells));
    }
    if !left.is_empty() && (args.no_run || !args.from.is_empty()) {
        let what =
            if args.no_run { "they are left out" } else { "they are run now; --no-run leaves them out" };
        output::note(&format!("{} of {} runs are in no file: {what}", left.len(), sweep.runs()));
    }
    if args.no_run {
        left.clear();
    }
    let is_whole = until.is_some() || known.len() + left.len() == sweep.runs();
    // A report needs only the numbers of each run. Without a table the runs are not kept, so a sweep may have a million.
    let keeps = table.is_some() || args.pair.is_some();
    let runs = Mutex::new(if keeps { known } else { Vec::new() });
    let take = |job: &Job, run: Run| {
        add(&cells, job, &run, &args.metric);
        if keeps {
            lock(&runs).push(run);
        }
    };
    let file = file.map(Mutex::new);
    let cache = args.cache.as_deref().map(Cache::new).transpose()?;
    while !left.is_empty() {
        run_jobs(&sweep, &left, file.as_ref(), cache.as_ref(), &take)?;
        left = until.as_ref().map_or_else(Vec::new, |until| until.missing(&sweep, &lock(&cells)));
    }
    for note in cache.iter().flat_map(Cache::said) {
        output::note(&note);
    }
    // The order in which runs end is that of the machine.
    file.map(into_inner).map_or(Ok(()), |file| file.sort(&Places::of(&sweep)))?;
    let (cells, runs) = (into_inner(cells), into_inner(runs));
    let report = match &until {
        Some(until) => sweep.report_until(&cells, until),
        None => sweep.report(&cells),
    };
    let left_out = said(&report, is_whole);
    if let Some(table) = table {
        let about = about_sweep(&sweep, &report.seeds, &left_out);
        table.write(&sweep.table(&runs, &args.metric, about))?;
    }
    let Some(base) = &args.pair else {
        return print(&report, &sweep, args);
    };
    let pairs = sweep.pairs(&runs, base, &args.metric)?;
    match (args.json, args.csv) {
        (true, _) => output::json(&pairs),
        (_, true) => output::frame(&with_origin(pairs.table(), &sweep, &report.seeds)),
        _ => sweep_tables::print_pairs(&pairs, &args.metric),
    }
}

/// Says on the terminal what the numbers do not say; what is left out of them is returned. A part of a sweep does not
/// tell whether all seeds give the same run.
fn said(report: &SweepReport, is_whole: bool) -> Vec<String> {
    let stopped: usize = report.points.iter().map(|point| point.stopped_runs).sum();
    let left_out: Vec<String> = (stopped > 0)
        .then(|| {
            format!(
                "the end of {stopped} runs, which exceeded a limit: their numbers cover the time until then"
            )
        })
        .into_iter()
        .collect();
    for what in &left_out {
        output::note(&format!("the numbers leave out {what}"));
    }
    if is_whole && report.seeds.len() > 1 && report.points.iter().all(|point| point.distinct_runs == 1) {
        output::note(&format!(
            "nothing is random here: all {} seeds give the same run, so there are no intervals",
            report.seeds.len()
        ));
    }
    left_out
}

fn print(report: &SweepReport, sweep: &Sweep, args: &SweepArgs) -> Result<()> {
    match (args.json, args.csv) {
        (true, _) => output::json(report),
        (_, true) => output::frame(&with_origin(report.table(), sweep, &report.seeds)),
        _ => sweep_tables::print(report, &args.metric),
    }
}

fn read_points(path: &std::path::Path) -> Result<Vec<Point>> {
    let text = files::text(path)?;
    let refusal = |place: &str, found: String| {
        input::of_file(path, ScenarioError::value(place, found, "a list of objects from paths to values"))
    };
    match read_json(&text).map_err(|error| input::of_file(path, error))? {
        Value::Array(list) if list.is_empty() => Err(refusal("", "an empty list".to_owned())),
        Value::Array(list) => {
            let points = list.into_iter().enumerate().map(|(at, point)| match point {
                Value::Object(point) => Ok(point),
                other => Err(refusal(&at.to_string(), other.to_string())),
            });
            points.collect()
        }
        other => Err(refusal("", other.to_string())),
    }
}

/// Adds the numbers of a run to those of its point and lane. The numbers are read before the lock is held.
pub fn add(cells: &Mutex<Cells>, job: &Job, run: &Run, metrics: &[String]) {
    let values = values(&run.report, metrics);
    let mut cells = lock(cells);
    cells.entry((job.point, job.lane)).or_default().add_values(job.seed, &run.report, values, metrics);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a lock held.
pub fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Does runs on all cores; `take` gets each when it is finished. Each core writes a finished run to the
/// file, which is not sorted, before it starts the next one.
pub fn run_jobs(
    sweep: &Sweep,
    jobs: &[Job],
    file: Option<&Mutex<SweepFile>>,
    cache: Option<&Cache>,
    take: &(dyn Fn(&Job, Run) + Sync),
) -> Result<()> {
    let lane = |job: &Job| &sweep.lanes()[job.point][job.lane];
    let largest = jobs.iter().map(|job| lane(job).memory_bytes).fold(0.0, f64::max);
    let at_once = jobs.len().min(rayon::current_num_threads());
    cost::say(Cost { packets: jobs.iter().map(|job| lane(job).cost).sum(), bytes: largest * at_once as f64 });
    let finished = AtomicUsize::new(0);
    // To a file or a program nothing is shown.
    let shows = stderr().is_terminal();
    jobs.par_iter().try_for_each(|job| -> Result<()> {
        let run = cache.map_or_else(|| Ok(sweep.run(job)?), |cache| cache.run(sweep, job))?;
        if let Some(file) = file {
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
