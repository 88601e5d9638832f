//! Ackscope in Python: what `ackscope/__init__.py` calls. Scenarios and results cross as JSON text,
//! traces as bytes of columns.

mod algorithms;
mod columns;
mod gym;
mod lanes;
mod reverse;
mod sweeps;
mod waiting;

use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::experiments::{
    Experiment, Form, Numbers, experiments, measure_by, recorded::ns2_of, referred, runs::Job,
    verdict::judge_beside,
};
use ackscope_lab::export::script::{ScriptTarget, script};
use ackscope_lab::export::{Origin, qlog as qlogs};
use ackscope_lab::overrides::shorten;
use ackscope_lab::provenance::{EngineId, Provenance};
use ackscope_lab::script_files::resolve;
use ackscope_scenario::{ScenarioError, read, read_value};
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;
use waiting::wait;

/// A refusal as the exception `ScenarioError`.
pub fn refusal(py: Python<'_>, error: &ScenarioError) -> PyErr {
    let made = (|| {
        let class = py.import("ackscope._errors")?.getattr("ScenarioError")?;
        class.call1((&error.message, &error.path, &error.found, &error.allowed, error.nearest.as_deref()))
    })();
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// What a caller did wrong that is no matter of a scenario.
pub fn wrong(py: Python<'_>, path: &str, found: &str, allowed: &str) -> PyErr {
    refusal(py, &ScenarioError::value(path, found, allowed))
}

/// The engine's version and fingerprint.
#[pyfunction]
fn engine() -> (String, String) {
    let EngineId { version, engine_fingerprint } = EngineId::own();
    (version, engine_fingerprint)
}

/// The scenario with another duration, to which its measurement intervals are cut.
#[pyfunction]
fn with_duration(py: Python<'_>, text: &str, duration: &str) -> PyResult<String> {
    let duration: Value = serde_json::from_str(duration)
        .map_err(|_| wrong(py, "duration", duration, "a time such as \"60s\""))?;
    let changed = || {
        let mut scenario = read(text)?;
        let mut other = json!(scenario);
        if let Some(keys) = other.as_object_mut() {
            // The intervals might end after the run: they are cut below.
            keys.remove("measure");
            keys.insert("duration".to_owned(), duration);
        }
        shorten(&mut scenario, read_value(&other)?.duration);
        Ok(json!(scenario).to_string())
    };
    changed().map_err(|error: ScenarioError| refusal(py, &error))
}

/// How to cite this version, as BibTeX.
#[pyfunction]
fn cite() -> String {
    ackscope_lab::cite::citation().bibtex()
}

/// The JSON schema of scenarios.
#[pyfunction]
fn schema() -> String {
    json!(ackscope_scenario::schema()).to_string()
}

/// The experiments: id, title, and the scenario of those that have one, as JSON.
#[pyfunction]
fn experiment(py: Python<'_>, id: &str) -> PyResult<Option<String>> {
    let all = experiments();
    let Some(found) = all.iter().find(|known| known.id == id) else { return Ok(None) };
    let scenario = found.scenario(Form::Full, None).map_err(|error| refusal(py, &error))?;
    Ok(scenario.map(|scenario| scenario.to_string()))
}

/// The ids of the experiments.
#[pyfunction]
fn experiment_ids() -> Vec<String> {
    experiments().into_iter().map(|known| known.id.clone()).collect()
}

/// A formula at every combination of values.
#[pyfunction]
fn theory(py: Python<'_>, id: &str, sets: &str) -> PyResult<String> {
    let table = ackscope_lab::page::theory(id, sets).map_err(|error| refusal(py, &error))?;
    Ok(json!(table).to_string())
}

/// A lane as a program for another simulator: the text, what differs, what it cannot express.
#[pyfunction]
fn export(
    py: Python<'_>,
    text: &str,
    lane: usize,
    simulator: &str,
) -> PyResult<(Option<String>, Vec<String>, Vec<String>)> {
    let origin = Origin { scenario: text, ..Origin::default() };
    let found =
        ackscope_lab::page::program(text, lane, simulator, origin).map_err(|error| refusal(py, &error))?;
    Ok((found.program, found.differs, found.cannot))
}

/// A flow's run as qlog: the text, and what is left out.
#[pyfunction]
fn qlog(
    py: Python<'_>,
    text: &str,
    lane: usize,
    flow: Option<&str>,
    form: &str,
) -> PyResult<(String, Vec<String>)> {
    let (scenario, plans) = lanes::planned(py, text)?;
    let Some(lane) = plans.get(lane) else {
        return Err(wrong(py, "lane", &lane.to_string(), &format!("below {}", plans.len())));
    };
    let names: Vec<&str> = lane.setup.flows.iter().map(|flow| flow.name.as_str()).collect();
    let place = match flow {
        None if names.is_empty() => return Err(wrong(py, "flows", "no flow", "a scenario with a flow")),
        None => 0,
        Some(name) => names.iter().position(|known| *known == name).ok_or_else(|| {
            refusal(py, &ScenarioError::unknown("flow", "the flow", name, names.iter().copied()))
        })?,
    };
    let form = match form {
        "qlog" => qlogs::Form::Json,
        "sqlog" => qlogs::Form::Sequence,
        _ => qlogs::Form::Qvis,
    };
    let provenance = Provenance::of(&scenario);
    let title = scenario.title.clone().unwrap_or_default();
    let written = wait(py, None, |control| {
        let mut simulation = lane.simulation(&RecordOptions { flows: place + 1, ..RecordOptions::PAGE });
        while !simulation.advance(Time::NEVER, 50_000).done {
            if !control.goes_on() {
                return None;
            }
        }
        let origin = Origin { title: &title, link: "", provenance: Some(&provenance), scenario: text };
        let whole = (Time::ZERO, lane.setup.duration);
        Some(qlogs::flow(&simulation, place, whole, origin, form, qlogs::declared_title))
    })?;
    Ok(written.map_or_else(Default::default, |written| (written.text, written.left_out)))
}

/// A script as a class of ns-3 or a BPF program: the text, what differs, what it cannot express.
#[pyfunction]
fn script_as(
    py: Python<'_>,
    id: &str,
    source: &str,
    target: &str,
) -> PyResult<(Option<String>, Vec<String>, Vec<String>)> {
    let target = if target == "bpf" { ScriptTarget::Bpf } else { ScriptTarget::Ns3Class };
    match script(id, source, target) {
        Ok(found) => Ok((found.program, found.differs, found.cannot)),
        Err(errors) => {
            let all: Vec<String> = errors
                .iter()
                .map(|error| format!("{id}:{}:{}: {}", error.line, error.column, error.message))
                .collect();
            Err(wrong(py, "script", &all.join("; "), "a script without mistakes"))
        }
    }
}

/// The scenario with the texts of the script files that it refers to, which lie in a folder.
#[pyfunction]
fn with_files(py: Python<'_>, text: &str, folder: &str) -> PyResult<String> {
    let mut read = |file: &str| {
        let path = Path::new(folder).join(file);
        let mut script = String::new();
        let limit = ackscope_scenario::LONGEST_TEXT_BYTES as u64;
        std::fs::File::open(&path).and_then(|open| open.take(limit).read_to_string(&mut script)).map_err(
            |error| ScenarioError::value("scripts", format!("{file}: {error}"), "a script's file"),
        )?;
        Ok(script)
    };
    let mut scenario: Value = ackscope_scenario::read_json(text).map_err(|error| refusal(py, &error))?;
    resolve(&mut scenario, &mut read).map_err(|error: ScenarioError| refusal(py, &error))?;
    Ok(scenario.to_string())
}

/// The known name that is probably meant.
#[pyfunction]
fn nearest(found: &str, known: Vec<String>) -> Option<String> {
    ackscope_engine::catalogue::nearest(found, known.iter().map(String::as_str)).map(str::to_owned)
}

/// An experiment's numbers and the verdict on its claims.
#[pyfunction]
#[pyo3(signature = (id, quick, progress=None))]
fn reproduce(py: Python<'_>, id: &str, quick: bool, progress: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let all_known = experiments();
    let Some(one) = all_known.iter().find(|known| known.id == id) else {
        let ids = all_known.iter().map(|known| known.id.as_str());
        return Err(refusal(py, &ScenarioError::unknown("id", "the experiment", id, ids)));
    };
    let form = if quick { Form::Quick } else { Form::Full };
    let found = wait(py, progress, |control| {
        let measured = |experiment: &Experiment| {
            measure_by(experiment, form, None, |jobs| {
                let one = |job: &&Job| {
                    let record = job.run_while(&|| control.goes_on());
                    control.tick();
                    record
                };
                jobs.par_iter().map(one).collect()
            })
        };
        // Claims may refer to numbers of other experiments.
        let mut all: Vec<(Experiment, Numbers)> = Vec::new();
        for needed in [one].into_iter().chain(referred(one, &all_known)) {
            let Some(numbers) = measured(needed)? else { return Ok(Value::Null) };
            all.push((needed.clone(), numbers));
        }
        let numbers = &all[0].1;
        let verdict = judge_beside(one, numbers, &[], &all, ns2_of(one).as_ref());
        Ok::<Value, ScenarioError>(
            json!({ "id": one.id, "title": one.title, "verdict": verdict, "numbers": numbers }),
        )
    })?;
    Ok(found.map_err(|error| refusal(py, &error))?.to_string())
}

/// The native part of the package `ackscope`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(engine, module)?)?;
    module.add_function(wrap_pyfunction!(cite, module)?)?;
    module.add_function(wrap_pyfunction!(with_duration, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)?;
    module.add_function(wrap_pyfunction!(experiment, module)?)?;
    module.add_function(wrap_pyfunction!(experiment_ids, module)?)?;
    module.add_function(wrap_pyfunction!(theory, module)?)?;
    module.add_function(wrap_pyfunction!(export, module)?)?;
    module.add_function(wrap_pyfunction!(qlog, module)?)?;
    module.add_function(wrap_pyfunction!(script_as, module)?)?;
    module.add_function(wrap_pyfunction!(with_files, module)?)?;
    module.add_function(wrap_pyfunction!(nearest, module)?)?;
    module.add_function(wrap_pyfunction!(reproduce, module)?)?;
    module.add_function(wrap_pyfunction!(lanes::run, module)?)?;
    module.add_function(wrap_pyfunction!(lanes::check, module)?)?;
    module.add_function(wrap_pyfunction!(lanes::why, module)?)?;
    module.add_function(wrap_pyfunction!(reverse::break_it, module)?)?;
    module.add_function(wrap_pyfunction!(reverse::compare, module)?)?;
    module.add_function(wrap_pyfunction!(reverse::fit, module)?)?;
    module.add_function(wrap_pyfunction!(gym::exp, module)?)?;
    module.add_function(wrap_pyfunction!(sweeps::summary, module)?)?;
    module.add_function(wrap_pyfunction!(sweeps::p_values, module)?)?;
    module.add("MAX_POINTS", ackscope_lab::sweep::MAX_POINTS)?;
    module.add("USUAL_MOST", ackscope_lab::sweep::USUAL_MOST)?;
    module.add_class::<gym::Envs>()?;
    module.add_class::<lanes::Lane>()?;
    module.add_class::<lanes::Results>()?;
    module.add_class::<sweeps::Sweep>()?;
    module.add_class::<algorithms::Flow>()
}
