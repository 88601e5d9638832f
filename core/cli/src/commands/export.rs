//! `export`: converts a scenario for other programs.

use crate::args::{ExportArgs, ExportFormat};
use crate::{cost, files, input, output, processor, script_files};
use ackscope_engine::sim::Ceiling;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::export::pcapng::{Capture, MOST_PACKETS};
use ackscope_lab::export::qlog::{self, Form};
use ackscope_lab::export::script::{ScriptTarget, script};
use ackscope_lab::export::{Origin, Simulator, export as program};
use ackscope_lab::lanes::{LanePlan, plan};
use ackscope_lab::provenance::Provenance;
use anyhow::{Result, bail};
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

/// Exports a lane as an ns-2 script, an ns-3 program or a mahimahi trace, its run as packets, a flow's
/// run as qlog, or a script as a class or a BPF program.
pub fn export(args: &ExportArgs) -> Result<()> {
    processor::limit(&args.processor);
    match args.format {
        ExportFormat::Ns3Class => return of_script(args, ScriptTarget::Ns3Class),
        ExportFormat::Bpf => return of_script(args, ScriptTarget::Bpf),
        _ => {}
    }
    let scenario = input::scenario(&args.scenario, &args.set)?;
    args.out.as_deref().map(files::Output::new).transpose()?;
    let title = scenario.title.clone().unwrap_or_default();
    let provenance = Provenance::of(&scenario);
    let text = serde_json::to_string(&scenario)?;
    let origin = Origin { title: &title, link: "", provenance: Some(&provenance), scenario: &text };
    let lane = lane(plan(&scenario)?, args.lane.as_deref())?;
    let text = match args.format {
        ExportFormat::Qlog if is_sequence(args.out.as_deref()) => {
            of_flow(args, &lane, origin, Form::Sequence)?
        }
        ExportFormat::Qlog => of_flow(args, &lane, origin, Form::Json)?,
        ExportFormat::Sqlog => of_flow(args, &lane, origin, Form::Sequence)?,
        ExportFormat::Qvis => of_flow(args, &lane, origin, Form::Qvis)?,
        ExportFormat::Ns2 => of_simulator(&lane, Simulator::Ns2, origin)?,
        ExportFormat::Ns3 => of_simulator(&lane, Simulator::Ns3, origin)?,
        ExportFormat::Mahimahi => of_simulator(&lane, Simulator::Mahimahi, origin)?,
        ExportFormat::Pcapng => return of_packets(args, &lane, origin),
        ExportFormat::Ns3Class | ExportFormat::Bpf => unreachable!("a script has no lanes"),
    };
    write(args, &text)
}

fn write(args: &ExportArgs, text: &str) -> Result<()> {
    match &args.out {
        Some(path) => files::Output::new(path)?.write(|out| out.write_all(text.as_bytes())),
        None => output::raw(text),
    }
}

/// Exports a script, named after its file.
fn of_script(args: &ExportArgs, target: ScriptTarget) -> Result<()> {
    let file = &args.scenario.scenario;
    let (source, _) = script_files::read(file)?;
    let id = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().to_lowercase());
    let Ok(exported) = script(&id, &source, target) else { unreachable!("it was read without mistakes") };
    for text in &exported.differs {
        output::note(&format!("{} differs: {text}", target.name()));
    }
    match exported.program {
        Some(text) => write(args, &text),
        None => bail!("{} cannot express this: {}", target.name(), exported.cannot.join("; ")),
    }
}

/// Whether the file name asks for a JSON text sequence.
fn is_sequence(out: Option<&Path>) -> bool {
    out.and_then(Path::extension).is_some_and(|end| end == "sqlog")
}

fn lane(plans: Vec<LanePlan>, wanted: Option<&str>) -> Result<LanePlan> {
    let labels: Vec<String> = plans.iter().map(|plan| plan.label.clone()).collect();
    let found = plans.into_iter().find(|plan| wanted.is_none_or(|label| plan.label == label));
    match found {
        Some(plan) => Ok(plan),
        None => {
            let found = wanted.unwrap_or_default();
            let hint = input::meant(found, labels.iter().map(String::as_str));
            bail!("--lane: found {found:?}, allowed are {}{hint}", labels.join(", "))
        }
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

/// The place of the flow that `--flow` names.
fn place_of(name: Option<&str>, lane: &LanePlan) -> Result<Option<usize>> {
    let Some(name) = name else { return Ok(None) };
    let names: Vec<&str> = lane.setup.flows.iter().map(|flow| flow.name.as_str()).collect();
    let place = names.iter().position(|known| *known == name);
    if place.is_none() {
        let hint = input::meant(name, names.iter().copied());
        bail!("--flow: found {name:?}, allowed are {}{hint}", names.join(", "));
    }
    Ok(place)
}

/// What a lane's senders send and receive.
fn of_packets(args: &ExportArgs, lane: &LanePlan, origin: Origin) -> Result<()> {
    let flow = place_of(args.flow.as_deref(), lane)?;
    if !lane
        .setup
        .flows
        .iter()
        .enumerate()
        .any(|(at, one)| one.tcp().is_some() && flow.is_none_or(|flow| flow == at))
    {
        bail!("flows: found no TCP flow, allowed is one or more: a capture is of TCP");
    }
    cost::say_of(std::slice::from_ref(lane), |_| RecordOptions::NOTHING);
    let mut capture = Capture::new(lane, flow, MOST_PACKETS, Ceiling::HARD, origin);
    let mut write = |out: &mut dyn Write| {
        while !capture.is_done() {
            capture.advance(10_000);
            out.write_all(&capture.take())?;
        }
        Ok(())
    };
    match &args.out {
        Some(path) => files::Output::new(path)?.write(write)?,
        None => {
            let mut out = BufWriter::new(stdout().lock());
            write(&mut out).and_then(|()| out.flush())?;
        }
    }
    for what in capture.left_out() {
        output::note(&format!("the capture leaves out {what}"));
    }
    Ok(())
}

/// What a run for a qlog may take. The file is made of a second run, whose state takes as much memory.
const CEILING: Ceiling = Ceiling { bytes: Ceiling::PAGE.bytes / 2, ..Ceiling::PAGE };

fn of_flow(args: &ExportArgs, lane: &LanePlan, origin: Origin, form: Form) -> Result<String> {
    if lane.setup.flows.is_empty() {
        bail!("flows: found no flow in the lane {}, allowed is one or more: a qlog is of a flow", lane.label);
    }
    let place = place_of(args.flow.as_deref(), lane)?.unwrap_or(0);
    let options = RecordOptions { flows: place + 1, ..RecordOptions::PAGE };
    cost::say_of(std::slice::from_ref(lane), |_| options.clone());
    let mut simulation = lane.simulation(&options);
    simulation.limit(CEILING);
    simulation.advance(Time::NEVER, u64::MAX);
    let whole = (Time::ZERO, lane.setup.duration);
    let written = qlog::flow(&simulation, place, whole, origin, form, qlog::declared_title);
    for what in &written.left_out {
        output::note(&format!("the qlog leaves out {what}"));
    }
    Ok(written.text)
}
