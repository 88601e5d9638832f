//! Reading scenarios from files and standard input.

use crate::args::ScenarioArgs;
use crate::files::text;
use crate::{output, script_files};
use ackscope_lab::experiments::{Experiment, Form, experiments};
use ackscope_lab::overrides::shorten;
use ackscope_scenario::{
    Measure, Scenario, Seconds, apply_set, hidden, lanes, read_assignment, read_json, read_setting,
    read_value,
};
use anyhow::{Result, anyhow, bail};
use serde_json::Value;
use std::path::Path;

/// The chosen scenario, a file or an experiment's id, with the changes in `set` (`PATH=VALUE` each)
/// and those of seed and duration.
pub fn scenario(args: &ScenarioArgs, set: &[String]) -> Result<Scenario> {
    let mut value = match experiment(&args.scenario)? {
        Some(value) => value,
        None => value_of(&text(&args.scenario)?, &args.scenario)?,
    };
    for assignment in &args.rate_trace {
        let (path, rate) = rate_trace(assignment)?;
        change(&mut value, path, rate)?;
    }
    for assignment in &args.delay_trace {
        let (path, delay) = delay_trace(assignment)?;
        change(&mut value, path, delay)?;
    }
    for assignment in set {
        let (path, setting) = read_assignment(assignment)?;
        note_replaced_trace(args, &path);
        change(&mut value, &path, setting)?;
    }
    if let Some(seed) = args.seed {
        change(&mut value, "seed", Value::from(seed))?;
    }
    let mut scenario = read_value(&value)?;
    if let Some(duration) = &args.duration {
        let duration = self::duration(duration)?;
        // The windows are cut later; now they might end after the run.
        if let Some(scenario) = value.as_object_mut() {
            scenario.remove("measure");
        }
        note_hidden(&value, "duration", &serde_json::to_value(&duration)?);
        shorten(&mut scenario, duration);
    }
    Ok(scenario)
}

/// The scenario in a file's text, also if the file is that of an experiment. Scripts in files beside it
/// are read.
pub fn value_of(text: &str, path: &Path) -> Result<Value> {
    if let Some(value) = preset(text)? {
        return Ok(value);
    }
    let mut value = read_json(text)?;
    script_files::resolve(&mut value, path.parent().unwrap_or(Path::new("")))?;
    Ok(value)
}

/// Changes the scenario at a path, with a note if the change does not reach a lane.
fn change(scenario: &mut Value, path: &str, value: Value) -> Result<()> {
    note_hidden(scenario, path, &value);
    Ok(apply_set(scenario, path, value)?)
}

/// A note if `--set` changes a place for which the command line also gives a trace.
fn note_replaced_trace(args: &ScenarioArgs, path: &str) {
    let traces = [("--rate-trace", &args.rate_trace), ("--delay-trace", &args.delay_trace)];
    for (option, assignments) in traces {
        for place in assignments.iter().filter_map(|assignment| assignment.split_once('=')).map(|it| it.0) {
            if path == place || place.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')) {
                output::note(&format!("--set {path} replaces the trace of {option} {place}"));
            }
        }
    }
}

fn note_hidden(scenario: &Value, path: &str, value: &Value) {
    if let Some(hidden) = hidden(scenario, path, value) {
        output::note(&hidden.warning());
    }
}

/// Reads `PATH=FILE`: the path, and the rate from a trace file in mahimahi's format.
fn rate_trace(assignment: &str) -> Result<(&str, Value)> {
    let Some((path, file)) = assignment.split_once('=') else {
        bail!("--rate-trace: found {assignment:?}, allowed is PATH=FILE such as hops.0.rate=down.trace");
    };
    let instants = ackscope_lab::rate_trace::read(&text(Path::new(file))?);
    let instants = instants.map_err(|problem| anyhow!("{file}: {problem}"))?;
    Ok((path, serde_json::json!({ "opportunities_ms": instants })))
}

/// Reads `PATH=FILE`: the path, and the delay from a trace file.
fn delay_trace(assignment: &str) -> Result<(&str, Value)> {
    let Some((path, file)) = assignment.split_once('=') else {
        bail!("--delay-trace: found {assignment:?}, allowed is PATH=FILE such as hops.0.delay=path.trace");
    };
    let pairs = ackscope_lab::delay_trace::read(&text(Path::new(file))?);
    let pairs = pairs.map_err(|problem| anyhow!("{file}: {problem}"))?;
    // A single delay has no later instant at which it could start again.
    Ok((path, serde_json::json!({ "loop": pairs.len() > 1, "delays_ms": pairs })))
}

/// The scenario of the experiment with this id, unless a file has this name.
pub fn experiment(path: &Path) -> Result<Option<Value>> {
    let id = path.to_string_lossy();
    let Some(experiment) =
        (!path.exists()).then(experiments).into_iter().flatten().find(|known| known.id == *id)
    else {
        return Ok(None);
    };
    match experiment.scenario(Form::Full, None)? {
        Some(value) => Ok(Some(value)),
        None => bail!("{id} is about formulas: it has no scenario"),
    }
}

/// Reads the time in `--duration`.
pub fn duration(text: &str) -> Result<Measure<Seconds>> {
    Measure::from_value(&read_setting(text)).ok_or_else(|| {
        anyhow!("--duration: found {text:?}, allowed is a time of at most ten years such as 100s")
    })
}

/// The number of the lane with this label or number.
pub fn lane_number(scenario: &Scenario, lane: &str) -> Result<usize> {
    let all = lanes(scenario);
    if let Some(place) = all.iter().position(|known| known.label == lane) {
        return Ok(place);
    }
    if let Some(place) = lane.parse().ok().filter(|place| *place < all.len()) {
        return Ok(place);
    }
    let labels: Vec<&str> = all.iter().map(|lane| lane.label.as_str()).collect();
    bail!("--lane: found {lane:?}, allowed is 0 to {}, or a label: {}", all.len() - 1, labels.join(", "));
}

/// The interval `FROM..TO` within the scenario's duration, in seconds.
pub fn interval(scenario: &Scenario, text: &str) -> Result<(f64, f64)> {
    let end_s = scenario.duration.si();
    let ends = text.split_once("..").and_then(|(from, to)| {
        let seconds = |text: &str| Measure::<Seconds>::from_value(&read_setting(text.trim()));
        Some((seconds(from)?.si(), seconds(to)?.si()))
    });
    match ends {
        Some((from, to)) if from >= 0.0 && from < to && to <= end_s => Ok((from, to)),
        _ => bail!(
            "--interval: found {text:?}, allowed is FROM..TO such as 250..500 or 250s..500s, TO above FROM and at most {end_s} s"
        ),
    }
}

/// The scenario in an experiment's file. The file also holds a question, axes, notes and published
/// numbers.
///
/// # Errors
/// If the file is meant as an experiment and has a key that experiments do not know.
fn preset(text: &str) -> Result<Option<Value>> {
    match read_json(text) {
        Ok(Value::Object(entry)) if !entry.contains_key("version") && entry.contains_key("scenario") => {
            let experiment: Experiment = serde_json::from_value(Value::Object(entry))
                .map_err(|error| anyhow!("it is no experiment: {error}"))?;
            Ok(experiment.scenario(Form::Full, None)?)
        }
        _ => Ok(None),
    }
}
