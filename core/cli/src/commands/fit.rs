//! `fit`: the network behind a measured curve.

use crate::args::FitArgs;
use crate::measured::{Found, open};
use crate::processor::Limit;
use crate::table::{Table, number};
use crate::{files, link, output};
use ackscope_lab::fit::{Fit, FitReport, Interval, Job};
use anyhow::{Result, anyhow, bail};
use rayon::prelude::*;
use std::time::Instant;

/// The part of a time limit after which nothing more is run: the answer takes a moment.
const RUNNING: f64 = 0.9;

/// Fits, and prints the answer.
pub fn fit(args: &FitArgs) -> Result<()> {
    let limit = Limit::of(&args.processor);
    let Found::Curve { curve, .. } = open(&args.file, args.connection.into())? else {
        bail!("{}: found a scenario, allowed is a measured file", args.file.display());
    };
    args.out.as_deref().map(files::Output::new).transpose()?;
    let mut fit = Fit::new(&curve, args.max_runs);
    let started = Instant::now();
    let goes_on = || {
        let is_late = args.seconds.is_some_and(|most_s| started.elapsed().as_secs_f64() >= RUNNING * most_s);
        !is_late && !limit.is_past(RUNNING)
    };
    while !fit.due().is_empty() {
        let run = |job: &Job| job.run_while(&goes_on);
        match fit.due().par_iter().map(run).collect::<Option<Vec<_>>>() {
            Some(outcomes) => fit.take(outcomes),
            None => fit.stop(),
        }
    }
    let report = fit.report().ok_or_else(|| anyhow!("there is no answer"))?;
    if let Some(file) = &args.out {
        files::Output::new(file)?.write_json(&report.scenario)?;
    }
    if args.json { output::json(report) } else { print(report) }
}

fn print(report: &FitReport) -> Result<()> {
    output::line(&format!("{}.\n", report.reason))?;
    let mut table = Table::new(1, ["", "value", "from", "to"]);
    let mut row = |name: &str, scale: f64, Interval { value, low, high }: Interval| {
        let high = high.map_or_else(|| "any".to_owned(), |high| number(Some(high * scale)));
        table.row([name.to_owned(), number(Some(value * scale)), number(Some(low * scale)), high]);
    };
    row("rate, Mbit/s", 1e-6, report.parameters.rate_bps);
    row("base RTT, ms", 1e3, report.parameters.base_rtt_s);
    row("buffer, packets", 1.0, report.parameters.buffer_packets);
    row("random loss, %", 100.0, report.parameters.loss);
    output::line(&(table.text() + "\n"))?;
    let groups: Vec<String> = report.laws.iter().take(4).map(|group| group.join(" = ")).collect();
    output::line(&format!("Algorithms, the best first: {}.", groups.join("; ")))?;
    output::line(&format!(
        "Path: {}. {} s of the curve, {} runs.",
        report.company, report.seconds, report.runs
    ))?;
    output::line(&link::of(&report.scenario))
}
