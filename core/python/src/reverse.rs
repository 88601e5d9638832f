//! Instruments in reverse: what breaks an algorithm, and the network behind a curve.

use crate::waiting::wait;
use crate::{refusal, wrong};
use ackscope_lab::fit::{Comparison, Curve, Fit, Job as FitJob};
use ackscope_lab::search::{Job, Request, Search};
use ackscope_readers::{Opened, Window};
use ackscope_scenario::{compile, read};
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

/// The networks that break an algorithm, as `ackscope break --json` prints them, and whether another one breaks on them.
/// `scripts` are texts by id.
#[pyfunction]
#[pyo3(signature = (algorithms, scripts, objectives, seed, max_runs, progress=None))]
pub fn break_it(
    py: Python<'_>,
    algorithms: (String, Option<String>),
    scripts: &str,
    objectives: Vec<String>,
    seed: u64,
    max_runs: u64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let scripts: Map<String, Value> =
        serde_json::from_str(scripts).map_err(|_| wrong(py, "scripts", scripts, "texts by name"))?;
    let (algorithm, other) = algorithms;
    let request = Request { algorithm, scripts, objectives, seed, max_runs, other };
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

/// What is allowed where a measured window is asked for.
const WINDOW: &str = "a measured window, such as a table with the columns time_s and cwnd_packets";

/// A measured window, and its table with what makes it uncertain.
fn measured(py: Python<'_>, place: &str, bytes: &[u8], connection: usize) -> PyResult<(Curve, Window)> {
    let refused = |found: &str| wrong(py, place, found.trim_end_matches('.'), WINDOW);
    let window = match ackscope_readers::read(bytes) {
        Ok(Opened::Measured(file)) => file.window(connection).map_err(|error| error.to_string()),
        Ok(Opened::Scenario(_)) => Err("a scenario".to_owned()),
        Ok(Opened::Rate(_)) => Err("a rate of a link".to_owned()),
        Err(refusal) => Err(refusal.to_string()),
    };
    let window = window.map_err(|found| refused(&found))?;
    let curve = Curve::read(&window.table.text).map_err(|error| refused(&error.to_string()))?;
    Ok((curve, window))
}

/// A measured file beside another one, or beside a lane of a scenario, as `ackscope compare --json` prints it; and what
/// makes it uncertain.
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    own: (&[u8], usize),
    file: Option<(&[u8], usize)>,
    scenario: Option<(&str, usize)>,
) -> PyResult<(String, Vec<String>)> {
    let (curve, Window { kind, mut notes, .. }) = measured(py, "file", own.0, own.1)?;
    let other = match (file, scenario) {
        (Some((bytes, connection)), _) => {
            let (other, window) = measured(py, "other", bytes, connection)?;
            notes.extend(window.notes);
            other
        }
        (None, of) => {
            let (text, lane) = of.unwrap_or(("{}", 0));
            let setup = read(text).and_then(|scenario| compile(&scenario, lane));
            let setup = setup.map_err(|error| refusal(py, &error))?;
            let run = py.detach(|| Curve::of_run(&setup, &curve));
            run.map_err(|error| wrong(py, "other", &error.to_string(), "a run as long as the file"))?
        }
    };
    let mut answer = json!(Comparison::of(&curve, &other));
    answer["kind"] = json!(kind);
    Ok((answer.to_string(), notes))
}

/// The network behind a measured file, as `ackscope fit --json` prints it; and what makes its window uncertain.
#[pyfunction]
#[pyo3(signature = (bytes, connection, max_runs, progress=None))]
pub fn fit(
    py: Python<'_>,
    bytes: &[u8],
    connection: usize,
    max_runs: u64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, Vec<String>)> {
    let (curve, Window { notes, .. }) = measured(py, "file", bytes, connection)?;
    let report = wait(py, progress, |control| {
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
    })?;
    Ok((report, notes))
}
