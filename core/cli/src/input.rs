//! Reading scenarios from files and standard input.

use crate::args::ScenarioArgs;
use crate::files::text;
use crate::measured::small;
use crate::{output, script_files};
use ackscope_engine::catalogue::nearest;
use ackscope_lab::experiments::{Experiment, Form, experiments};
use ackscope_lab::overrides::shorten;
use ackscope_readers::{Opened, Rate};
use ackscope_scenario::{
    Measure, Scenario, ScenarioError, Seconds, apply_set, hidden, lanes, place_of, read_assignment,
    read_json, read_setting, read_value,
};
use anyhow::{Error, Result, anyhow, bail};
use serde_json::{Value, json};
use std::path::Path;

/// A trace of a rate or a delay for a place of the scenario.
pub struct Trace {
    /// The place.
    pub path: String,
    /// By the name of its file; several are an axis of a sweep.
    pub values: Vec<(String, Value)>,
}

/// The chosen scenario, a file or an experiment's id, with the changes in `set` (`PATH=VALUE` each)
/// and those of seed and duration.
pub fn scenario(args: &ScenarioArgs, set: &[String]) -> Result<Scenario> {
    let (scenario, axes) = scenario_and_axes(args, set)?;
    match axes.first() {
        None => Ok(scenario),
        Some(Trace { path, values }) => bail!(
            "{path}: found {} traces, allowed is one; a sweep takes several, separated by commas",
            values.len()
        ),
    }
}

/// Like [`scenario`], with the places for which several traces are given.
pub fn scenario_and_axes(args: &ScenarioArgs, set: &[String]) -> Result<(Scenario, Vec<Trace>)> {
    let (mut value, text) = match experiment(&args.scenario)? {
        Some(value) => (value, String::new()),
        None => {
            let text = text_of(&args.scenario)?;
            (value_of(&text, &args.scenario)?, text)
        }
    };
    let mut given = Given::default();
    let mut axes = Vec::new();
    let rates = args.rate_trace.iter().map(|text| traces("--rate-trace", text, rate_trace));
    let delays = args.delay_trace.iter().map(|text| traces("--delay-trace", text, delay_trace));
    for (option, trace) in
        rates.map(|trace| ("--rate-trace", trace)).chain(delays.map(|trace| ("--delay-trace", trace)))
    {
        let trace = trace?;
        given.once(&value, option, &trace.path)?;
        match trace.values.as_slice() {
            [(_, only)] => change(&mut value, &trace.path, only.clone())?,
            _ => axes.push(trace),
        }
    }
    for assignment in set {
        let (path, setting) = read_assignment(assignment).map_err(|error| of_option("--set", error))?;
        given.once(&value, "--set", &path)?;
        note_replaced_trace(args, &path);
        change(&mut value, &path, setting)?;
    }
    if let Some(seed) = args.seed {
        given.once(&value, "--seed", "seed")?;
        change(&mut value, "seed", Value::from(seed))?;
    }
    let as_written = |error: ScenarioError| {
        let set = set.iter().filter_map(|assignment| assignment.split_once('='));
        let error = error.as_written("", &text);
        set.fold(error, |error, (path, written)| error.as_written(&place_of(&value, path), written))
    };
    let mut scenario = read_value(&value).map_err(as_written)?;
    if let Some(duration) = &args.duration {
        given.once(&value, "--duration", "duration")?;
        let duration = self::duration(duration)?;
        // The windows are cut later; now they might end after the run.
        if let Some(scenario) = value.as_object_mut() {
            scenario.remove("measure");
        }
        note_hidden(&value, "duration", &serde_json::to_value(&duration)?);
        shorten(&mut scenario, duration);
    }
    Ok((scenario, axes))
}

/// The places that options change, with the option and the path as they were written.
#[derive(Default)]
struct Given(Vec<(String, &'static str, String)>);

impl Given {
    /// Refuses a second change of a place: only the last would count. A trace that `--set` replaces has a note.
    fn once(&mut self, scenario: &Value, option: &'static str, path: &str) -> Result<()> {
        let place = place_of(scenario, path);
        let is_trace = |option: &str| option.ends_with("-trace");
        for (earlier, other, written) in &self.0 {
            let is_same = earlier
                .strip_prefix(place.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
            if is_same && is_trace(other) == is_trace(option) {
                bail!(
                    "{option} {path}: found a value for the same place in {other} {written}, allowed is one"
                );
            }
        }
        self.0.push((place, option, path.to_owned()));
        Ok(())
    }
}

/// The refusal of what an option holds. An option such as `--set` has a place of its own.
pub fn of_option(option: &str, error: ScenarioError) -> Error {
    if error.path.is_empty() { anyhow!(error.of(option)) } else { anyhow!("{option} {error}") }
}

/// The refusal of what stands in a file.
pub fn of_file(path: &Path, error: ScenarioError) -> Error {
    anyhow!(error.of(&path.display().to_string()))
}

/// A hint at the known name that is most similar, or nothing.
pub fn meant<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(found, known).map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}

/// The text of a scenario's file. What is no file may be the misspelt id of an experiment.
fn text_of(path: &Path) -> Result<String> {
    text(path).map_err(|error| {
        let known = experiments();
        let is_file = path.exists() || path == Path::new("-");
        let hint =
            meant(&path.to_string_lossy(), known.iter().filter(|_| !is_file).map(|known| known.id.as_str()));
        if hint.is_empty() { error } else { anyhow!("{error:#}{hint}") }
    })
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

/// Reads `PATH=FILE`, or `PATH=FILE,FILE`.
fn traces(option: &str, assignment: &str, read: fn(&str) -> Result<Value, String>) -> Result<Trace> {
    let Some((path, files)) = assignment.split_once('=') else {
        bail!("{option}: found {assignment:?}, allowed is PATH=FILE such as hops.0.rate=down.trace");
    };
    // A file may have a comma in its name.
    let names: Vec<&str> = if Path::new(files).exists() { vec![files] } else { files.split(',').collect() };
    let mut values: Vec<(String, Value)> = Vec::new();
    for file in names {
        if values.iter().any(|(known, _)| known == file) {
            bail!("{option} {path}: found {file} twice, allowed are different files");
        }
        let value = read(&text(Path::new(file))?).map_err(|problem| anyhow!("{file}: {problem}"))?;
        values.push((file.to_owned(), value));
    }
    Ok(Trace { path: path.to_owned(), values })
}

/// A rate from any file that the page opens as one: a trace in mahimahi's format, or a table.
fn rate_trace(text: &str) -> Result<Value, String> {
    match ackscope_readers::read(text.as_bytes()) {
        Ok(Opened::Rate(Rate::Opportunities(instants))) => Ok(json!({ "opportunities_ms": instants })),
        Ok(Opened::Rate(Rate::Steps(steps))) => Ok(json!(steps)),
        Ok(_) => Err("it holds no rate of a link".to_owned()),
        Err(refusal) => Err(small(&refusal.to_string())),
    }
}

/// A delay from a trace.
fn delay_trace(text: &str) -> Result<Value, String> {
    let pairs = ackscope_lab::delay_trace::read(text).map_err(|problem| problem.to_string())?;
    // A single delay has no later instant at which it could start again.
    Ok(json!({ "loop": pairs.len() > 1, "delays_ms": pairs }))
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
    let hint = meant(lane, labels.iter().copied());
    bail!(
        "--lane: found {lane:?}, allowed is 0 to {}, or a label: {}{hint}",
        all.len() - 1,
        labels.join(", ")
    );
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
