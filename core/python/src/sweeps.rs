//! Sweeps, whole or in parts.

use crate::refusal;
use crate::waiting::{Control, wait};
use ackscope_lab::frame::{Column, Frame};
use ackscope_lab::score::{ScoreRequest, report, spec};
use ackscope_lab::sweep::{Job, Run, Sweep as Checked, SweepSpec, check_metrics};
use ackscope_scenario::ScenarioError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::json;

/// A checked sweep, with the runs that were done so far.
#[pyclass(module = "ackscope._native")]
pub struct Sweep {
    sweep: Checked,
    jobs: Vec<Job>,
    runs: Vec<Run>,
}

/// A column for Python: name, unit, numbers or texts by code.
type PyColumn = (String, String, Option<Vec<f64>>, Option<(Vec<String>, Vec<u32>)>);

#[pymethods]
impl Sweep {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Sweep> {
        let spec: SweepSpec =
            serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Sweep::of(py, &spec)
    }

    /// The sweep of a report card.
    #[staticmethod]
    fn score(py: Python<'_>, text: &str) -> PyResult<Sweep> {
        let request: ScoreRequest =
            serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Sweep::of(py, &spec(&request))
    }

    /// The number of runs.
    fn __len__(&self) -> usize {
        self.jobs.len()
    }

    /// The bound of the packets of each run, in the order of the runs.
    fn costs(&self) -> Vec<f64> {
        self.jobs.iter().map(|job| self.sweep.lanes()[job.point][job.lane].cost).collect()
    }

    /// What is unusual.
    fn warnings(&self) -> Vec<String> {
        self.sweep.warnings().to_vec()
    }

    /// Engine, scenario and seed, as JSON.
    fn provenance(&self) -> String {
        json!(self.sweep.provenance()).to_string()
    }

    /// Does the runs from `start` up to `stop`, on all cores.
    #[pyo3(signature = (start, stop, progress=None))]
    fn run(
        &mut self,
        py: Python<'_>,
        start: usize,
        stop: usize,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let jobs = &self.jobs[start.min(self.jobs.len())..stop.min(self.jobs.len())];
        let sweep = &self.sweep;
        let one = |control: &Control, job: &Job| {
            let run = sweep.run_while(job, &|| control.goes_on())?;
            control.tick();
            Ok::<_, ScenarioError>(run)
        };
        let done = wait(py, progress, |control| {
            jobs.par_iter().map(|job| one(control, job)).collect::<Result<Vec<_>, ScenarioError>>()
        })?;
        self.runs.extend(done.map_err(|error| refusal(py, &error))?.into_iter().flatten());
        Ok(())
    }

    /// The runs that are done, as a table: its columns, and where it comes from.
    fn table(&self, py: Python<'_>, metrics: Vec<String>) -> PyResult<Vec<PyColumn>> {
        check_metrics(&metrics).map_err(|error| refusal(py, &error))?;
        let Frame { fields, .. } = self.sweep.table(&self.runs, &metrics, Vec::new());
        let column = |column: Column| match column {
            Column::Number(values) => (Some(values), None),
            Column::Whole(values) => (Some(values.into_iter().map(|value| value as f64).collect()), None),
            Column::Text { words, codes } => (None, Some((words, codes))),
        };
        Ok(fields
            .into_iter()
            .map(|field| {
                let (numbers, texts) = column(field.column);
                (field.name, field.unit, numbers, texts)
            })
            .collect())
    }

    /// Mean and interval of every number, as JSON.
    fn summary(&self, py: Python<'_>, metrics: Vec<String>) -> PyResult<String> {
        check_metrics(&metrics).map_err(|error| refusal(py, &error))?;
        Ok(json!(self.sweep.summarise(&self.runs).only(&metrics)).to_string())
    }

    /// The differences of lanes from one lane, as JSON.
    fn pairs(&self, py: Python<'_>, base: &str, metrics: Vec<String>) -> PyResult<String> {
        check_metrics(&metrics).map_err(|error| refusal(py, &error))?;
        let pairs = self.sweep.pairs(&self.runs, base, &metrics).map_err(|error| refusal(py, &error))?;
        Ok(json!(pairs).to_string())
    }

    /// The report card, as JSON.
    fn card(&self) -> String {
        json!(report(&self.sweep, &self.sweep.cells(&self.runs))).to_string()
    }
}

impl Sweep {
    fn of(py: Python<'_>, spec: &SweepSpec) -> PyResult<Sweep> {
        let sweep = spec.sweep().map_err(|error| refusal(py, &error))?;
        let jobs = sweep.jobs().collect();
        Ok(Sweep { sweep, jobs, runs: Vec::new() })
    }
}
