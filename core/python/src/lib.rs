//! Ackscope in Python: what `ackscope/__init__.py` calls. Scenarios and results cross as JSON text,
//! traces as bytes of columns.

mod algorithms;
mod columns;
mod lanes;
mod sweeps;
mod waiting;

use ackscope_lab::experiments::{
    Experiment, Form, Numbers, experiments, measure_by, referred, verdict::judge,
};
use ackscope_lab::export::Origin;
use ackscope_lab::overrides::shorten;
use ackscope_lab::provenance::EngineId;
use ackscope_scenario::{ScenarioError, read, read_value};
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::{Value, json};
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
fn lasting(py: Python<'_>, text: &str, duration: &str) -> PyResult<String> {
    let duration: Value = serde_json::from_str(duration)
        .map_err(|_| wrong(py, "duration", duration, "a time such as \"60s\""))?;
    let lasting = || {
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
    lasting().map_err(|error: ScenarioError| refusal(py, &error))
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
    let origin = Origin { title: "", link: "", provenance: None };
    let found =
        ackscope_lab::page::program(text, lane, simulator, origin).map_err(|error| refusal(py, &error))?;
    Ok((found.program, found.differs, found.cannot))
}

/// An experiment's numbers and the verdict on its claims.
#[pyfunction]
fn reproduce(py: Python<'_>, id: &str, quick: bool) -> PyResult<String> {
    let all_known = experiments();
    let Some(one) = all_known.iter().find(|known| known.id == id) else {
        let ids: Vec<&str> = all_known.iter().map(|known| known.id.as_str()).collect();
        return Err(wrong(py, "id", &format!("{id:?}"), &ids.join(", ")));
    };
    let form = if quick { Form::Quick } else { Form::Full };
    let found = wait(py, None, |control| {
        let measured = |experiment: &Experiment| {
            measure_by(experiment, form, None, |jobs| {
                jobs.par_iter().map(|job| control.goes_on().then(|| job.run())).collect()
            })
        };
        // Claims may refer to numbers of other experiments.
        let mut all: Vec<(Experiment, Numbers)> = Vec::new();
        for needed in [one].into_iter().chain(referred(one, &all_known)) {
            let Some(numbers) = measured(needed)? else { return Ok(Value::Null) };
            all.push((needed.clone(), numbers));
        }
        let numbers = &all[0].1;
        let verdict = judge(one, numbers, &[], &all);
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
    module.add_function(wrap_pyfunction!(lasting, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)?;
    module.add_function(wrap_pyfunction!(experiment, module)?)?;
    module.add_function(wrap_pyfunction!(experiment_ids, module)?)?;
    module.add_function(wrap_pyfunction!(theory, module)?)?;
    module.add_function(wrap_pyfunction!(export, module)?)?;
    module.add_function(wrap_pyfunction!(reproduce, module)?)?;
    module.add_function(wrap_pyfunction!(lanes::run, module)?)?;
    module.add_function(wrap_pyfunction!(lanes::check, module)?)?;
    module.add_function(wrap_pyfunction!(lanes::why, module)?)?;
    module.add_function(wrap_pyfunction!(sweeps::summary, module)?)?;
    module.add("MAX_POINTS", ackscope_lab::sweep::MAX_POINTS)?;
    module.add_class::<lanes::Lane>()?;
    module.add_class::<lanes::Results>()?;
    module.add_class::<sweeps::Sweep>()?;
    module.add_class::<algorithms::Flow>()
}
