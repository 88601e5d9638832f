//! Instruments in reverse: what breaks an algorithm, and the network behind a curve.

use crate::waiting::wait;
use crate::{refusal, wrong};
use ackscope_lab::fit::{Curve, Fit, Job as FitJob};
use ackscope_lab::search::{Job, Request, Search};
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

/// The networks that break an algorithm, as `ackscope break --json` prints them. `scripts` are texts by id.
#[pyfunction]
#[pyo3(signature = (algorithm, scripts, objectives, seed, max_runs, progress=None))]
pub fn break_it(
    py: Python<'_>,
    algorithm: &str,
    scripts: &str,
    objectives: Vec<String>,
    seed: u64,
    max_runs: u64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let scripts: Map<String, Value> =
        serde_json::from_str(scripts).map_err(|_| wrong(py, "scripts", scripts, "texts by name"))?;
    let request = Request { algorithm: algorithm.to_owned(), scripts, objectives, seed, max_runs };
    let mut search = Search::new(request).map_err(|error| refusal(py, &error))?;
    wait(py, progress, |control| {
        while !search.due().is_empty() {
            let one = |job: &Job| {
                let outcome = job.run_while(&|| control.goes_on());
                control.tick();
                outcome
            };
            let Some(outcomes) = search.due().par_iter().map(one).collect() else { break };
            search.take(outcomes);
        }
        json!(search.report()).to_string()
    })
}

/// The network behind a table, as `ackscope fit --json` prints it.
#[pyfunction]
#[pyo3(signature = (table, max_runs, progress=None))]
pub fn fit(
    py: Python<'_>,
    table: &str,
    max_runs: u64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let curve = Curve::read(table).map_err(|error| refusal(py, &error.refusal()))?;
    wait(py, progress, |control| {
        let mut fit = Fit::new(&curve, max_runs);
        while !fit.due().is_empty() {
            let one = |job: &FitJob| {
                let outcome = job.run_while(&|| control.goes_on());
                control.tick();
                outcome
            };
            match fit.due().par_iter().map(one).collect::<Option<Vec<_>>>() {
                Some(outcomes) => fit.take(outcomes),
                None => fit.stop(),
            }
        }
        json!(fit.report()).to_string()
    })
}
