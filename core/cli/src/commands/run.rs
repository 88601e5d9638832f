//! `run`: runs every lane of a scenario and prints the results.

use crate::args::RunArgs;
use crate::commands::run_tables;
use crate::{files, input, output, processor};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::columns::{FILE, HEADER, Table, csv_field, csv_number, table};
use ackscope_lab::lanes::{LanePlan, plan};
use ackscope_lab::provenance::Provenance;
use ackscope_lab::report::{LaneReport, RunReport};
use ackscope_scenario::warnings;
use anyhow::Result;
use rayon::prelude::*;
use std::io::{self, Write};
use std::time::Instant;

/// Runs the scenario and prints its report.
pub fn run(args: &RunArgs) -> Result<()> {
    processor::limit(args.max_cpu);
    let scenario = input::scenario(&args.scenario, &args.set)?;
    let trace = args.trace.as_deref().map(files::Output::new).transpose()?;
    let plans = plan(&scenario)?;
    for warning in warnings(&scenario) {
        output::note(&warning);
    }
    let options = if trace.is_some() { FILE } else { RecordOptions::NOTHING };
    let done: Vec<(LaneReport, Option<Table>)> =
        plans.par_iter().map(|plan| run_lane(plan, &options)).collect();
    let (lanes, tables): (Vec<LaneReport>, Vec<Option<Table>>) = done.into_iter().unzip();
    if let Some(trace) = trace {
        trace.write(|out| write_trace(out, &lanes, &tables))?;
    }
    for lane in &lanes {
        if let Some(stopped) = &lane.engine.stopped {
            output::note(&format!("{}: {stopped} Its numbers cover the time until then.", lane.label));
        }
    }
    let report = RunReport::new(Provenance::of(&scenario), lanes);
    if args.json { output::json(&report) } else { run_tables::print(&scenario, &plans, &report) }
}

fn run_lane(plan: &LanePlan, options: &RecordOptions) -> (LaneReport, Option<Table>) {
    let started = Instant::now();
    let mut simulation = plan.simulation(options);
    simulation.advance(Time::NEVER, u64::MAX);
    let mut report = LaneReport::new(&plan.label, &plan.setup, &simulation.results());
    report.engine.wall_s = started.elapsed().as_secs_f64();
    let recorded = (options.bins_per_series > 0).then(|| table(&simulation));
    (report, recorded)
}

fn write_trace(out: &mut dyn Write, lanes: &[LaneReport], tables: &[Option<Table>]) -> io::Result<()> {
    writeln!(out, "{}", HEADER.join(","))?;
    for (lane, table) in lanes.iter().zip(tables.iter().flatten()) {
        let label = csv_field(&lane.label);
        let names: Vec<String> = table
            .names
            .iter()
            .map(|(source, series)| format!("{label},{},{}", csv_field(source), csv_field(series)))
            .collect();
        for row in &table.rows {
            writeln!(out, "{},{},{}", row.time_s, names[row.name], csv_number(row.value))?;
        }
    }
    Ok(())
}
