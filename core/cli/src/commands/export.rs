//! `export`: a scenario for other programs.

use crate::args::{ExportArgs, ExportFormat};
use crate::{input, output};
use ackscope_engine::scenario::{Scenario, read_value};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::experiments::{Form, experiments};
use ackscope_lab::export::{Origin, Simulator, export as program, qlog};
use ackscope_lab::lanes::{LanePlan, plan};
use anyhow::{Result, bail};

/// Writes a lane as a script for ns-2, a program for ns-3 or, after running it, a flow as qlog.
pub fn export(args: &ExportArgs) -> Result<()> {
    let scenario = scenario(args)?;
    let title = scenario.title.clone().unwrap_or_default();
    let origin = Origin { title: &title, link: "" };
    let lane = lane(plan(&scenario)?, args.lane.as_deref())?;
    let text = match args.format {
        ExportFormat::Qlog => of_flow(&lane, args.flow.as_deref(), origin)?,
        ExportFormat::Ns2 => of_simulator(&lane, Simulator::Ns2, origin)?,
        ExportFormat::Ns3 => of_simulator(&lane, Simulator::Ns3, origin)?,
    };
    match &args.out {
        Some(path) => output::file(path, |out| out.write_all(text.as_bytes())),
        None => output::line(text.trim_end()),
    }
}

/// A file, or an experiment by its id.
fn scenario(args: &ExportArgs) -> Result<Scenario> {
    let id = args.scenario.scenario.to_string_lossy();
    let known = (!args.scenario.scenario.exists()).then(experiments);
    match known.iter().flatten().find(|experiment| experiment.id == *id) {
        Some(experiment) => match experiment.scenario(Form::Full, None)? {
            Some(value) => Ok(read_value(&value)?),
            None => bail!("{id} is about formulas: it has no scenario"),
        },
        None => input::scenario(&args.scenario, &args.set),
    }
}

fn lane(plans: Vec<LanePlan>, wanted: Option<&str>) -> Result<LanePlan> {
    let labels: Vec<String> = plans.iter().map(|plan| plan.label.clone()).collect();
    let found = plans.into_iter().find(|plan| wanted.is_none_or(|label| plan.label == label));
    match found {
        Some(plan) => Ok(plan),
        None => bail!("--lane: allowed are {}", labels.join(", ")),
    }
}

fn of_simulator(lane: &LanePlan, simulator: Simulator, origin: Origin) -> Result<String> {
    let exported = program(lane, simulator, origin);
    for text in &exported.differs {
        output::note(&format!("{} differs: {text}", simulator.name()));
    }
    match exported.program {
        Some(text) => Ok(text),
        None => bail!("{} cannot express this: {}", simulator.name(), exported.cannot.join("; ")),
    }
}

fn of_flow(lane: &LanePlan, wanted: Option<&str>, origin: Origin) -> Result<String> {
    let names: Vec<&str> = lane.setup.flows.iter().map(|flow| flow.name.as_str()).collect();
    let place = match wanted {
        None => 0,
        Some(name) => match names.iter().position(|known| *known == name) {
            Some(place) => place,
            None => bail!("--flow: allowed are {}", names.join(", ")),
        },
    };
    let mut simulation = lane.simulation(&RecordOptions { flows: place + 1, ..RecordOptions::PAGE });
    simulation.advance(Time::NEVER, u64::MAX);
    Ok(qlog::flow(&simulation, place, (Time::ZERO, lane.setup.duration), origin, qlog::declared_title))
}
