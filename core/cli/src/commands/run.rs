//! `run`: runs every lane of a scenario and prints the results.

use crate::args::RunArgs;
use crate::commands::run_tables;
use crate::commands::run_trace::Trace;
use crate::{cost, input, output, processor};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::lanes::{LanePlan, plan};
use ackscope_lab::provenance::Provenance;
use ackscope_lab::report::{LaneReport, RunReport};
use ackscope_lab::traces::{Recorded, recorded};
use ackscope_scenario::warnings;
use anyhow::Result;
use rayon::prelude::*;
use std::time::Instant;

/// Runs the scenario and prints its report.
pub fn run(args: &RunArgs) -> Result<()> {
    processor::limit(&args.processor);
    let scenario = input::scenario(&args.scenario, &args.set)?;
    let plans = plan(&scenario)?;
    let trace = Trace::of(args, &scenario, &plans)?;
    for warning in warnings(&scenario) {
        output::note(&warning);
    }
    cost::say_of(&plans, |plan| options(plan, trace.as_ref()));
    let provenance = Provenance::of(&scenario);
    let done: Vec<(LaneReport, Option<Recorded>)> = plans
        .par_iter()
        .enumerate()
        .map(|(lane, plan)| run_lane(plan, trace.as_ref().filter(|trace| trace.has(lane))))
        .collect();
    let (lanes, recorded): (Vec<LaneReport>, Vec<Option<Recorded>>) = done.into_iter().unzip();
    let value = serde_json::to_value(&scenario)?;
    if let Some(trace) = trace {
        trace.write(&recorded.into_iter().flatten().collect::<Vec<_>>(), &provenance, &value)?;
    }
    for lane in &lanes {
        if let Some(stopped) = &lane.engine.stopped {
            output::note(&format!("{}: {stopped} Its numbers cover the time until then.", lane.label));
        }
    }
    let report = RunReport::new(provenance, value, lanes);
    if args.json { output::json(&report) } else { run_tables::print(&scenario, &plans, &report) }
}

fn options(plan: &LanePlan, trace: Option<&Trace>) -> RecordOptions {
    trace.map_or(RecordOptions::NOTHING, |trace| trace.options(plan))
}

fn run_lane(plan: &LanePlan, trace: Option<&Trace>) -> (LaneReport, Option<Recorded>) {
    let started = Instant::now();
    let mut simulation = plan.simulation(&options(plan, trace));
    simulation.advance(Time::NEVER, u64::MAX);
    let mut report = LaneReport::new(&plan.label, &plan.setup, &simulation.results());
    report.engine.wall_s = started.elapsed().as_secs_f64();
    let mut recorded =
        trace.map(|trace| recorded(&plan.label, &simulation, &trace.selection, trace.has_events()));
    if let (Some(recorded), Some(stopped)) = (&mut recorded, &report.engine.stopped) {
        recorded
            .left_out
            .push(format!("everything from {} s on: {stopped}", simulation.progress().time.secs()));
    }
    (report, recorded)
}
