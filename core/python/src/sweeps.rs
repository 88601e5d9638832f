//! Sweeps, whole or in parts.

use crate::algorithms::Classes;
use crate::columns::{PyColumn, columns_of};
use crate::refusal;
use crate::waiting::{Control, wait};
use ackscope_lab::score::{ScoreRequest, report, spec};
use ackscope_lab::stats::{Summary, holm};
use ackscope_lab::sweep::{Job, Run, Sweep as Checked, SweepSpec, Until, check_metrics};
use ackscope_scenario::ScenarioError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use serde_json::json;

/// Mean, smallest, largest, and half the width of the 95 % interval of the mean, where there are such.
#[pyfunction]
pub fn summary(values: Vec<f64>) -> (Option<f64>, Option<f64>, Option<f64>, Option<f64>) {
    let Summary { mean, min, max, half_width, .. } = Summary::of(values.into_iter().map(Some));
    (mean, min, max, half_width)
}

/// The p-values of a family of mean differences, each with half the width of its interval and the number of its seeds; each as
/// it is and corrected by Holm's method.
#[pyfunction]
pub fn p_values(differences: Vec<(f64, f64, usize)>) -> Vec<(f64, f64)> {
    let p = |(mean, half, count): (f64, f64, usize)| {
        let (mean, half_width) = (Some(mean), Some(half));
        Summary { count, mean, min: None, max: None, half_width }.p_value().unwrap_or(1.0)
    };
    let all: Vec<f64> = differences.into_iter().map(p).collect();
    let corrected = holm(&all);
    all.into_iter().zip(corrected).collect()
}

/// A checked sweep, with the runs that were done so far.
#[pyclass(module = "ackscope._native")]
pub struct Sweep {
    sweep: Checked,
    jobs: Vec<Job>,
    runs: Vec<Run>,
    /// What decided how many seeds each point has.
    until: Option<Until>,
    classes: Classes,
}

#[pymethods]
impl Sweep {
    #[new]
    #[pyo3(signature = (text, algorithms=None))]
    fn new(py: Python<'_>, text: &str, algorithms: Option<&Bound<'_, PyDict>>) -> PyResult<Sweep> {
        let spec: SweepSpec =
            serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Sweep::of(py, &spec, algorithms)
    }

    /// The sweep of a report card.
    #[staticmethod]
    #[pyo3(signature = (text, algorithms=None))]
    fn score(py: Python<'_>, text: &str, algorithms: Option<&Bound<'_, PyDict>>) -> PyResult<Sweep> {
        let request: ScoreRequest =
            serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Sweep::of(py, &spec(&request), algorithms)
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

    /// Engine, hash and seed, the scenario and the long values of the points, as JSON.
    fn provenance(&self) -> String {
        let mut about = json!(self.sweep.provenance());
        about["scenario"] = self.sweep.scenario().clone();
        if !self.sweep.named().is_empty() {
            about["named"] = json!(self.sweep.named());
        }
        about.to_string()
    }

    /// Does all runs, on all cores.
    #[pyo3(signature = (progress=None))]
    fn run(&mut self, py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let done = wait(py, progress, |control| self.runs_of(&self.jobs, control))?;
        self.classes.check()?;
        self.runs = done.map_err(|error| refusal(py, &error))?;
        Ok(())
    }

    /// Does runs on all cores until the means of these quantities are as exact as `until` says, at most all.
    #[pyo3(signature = (until, metrics, progress=None))]
    fn run_until(
        &mut self,
        py: Python<'_>,
        until: &str,
        metrics: Vec<String>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let until = Until::read(until, &metrics).map_err(|error| refusal(py, &error))?;
        let done = wait(py, progress, |control| {
            let mut runs: Vec<Run> = Vec::new();
            loop {
                let jobs = until.missing(&self.sweep, &self.sweep.cells(&runs, &metrics));
                let more = if jobs.is_empty() { Vec::new() } else { self.runs_of(&jobs, control)? };
                // None are left either if it is stopped.
                if more.is_empty() {
                    return Ok(runs);
                }
                runs.extend(more);
            }
        })?;
        self.classes.check()?;
        self.runs = done.map_err(|error| refusal(py, &error))?;
        self.until = Some(until);
        Ok(())
    }

    /// The table of the runs from `start` up to `stop`, which are done on all cores and not kept.
    fn chunk<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        stop: usize,
        metrics: Vec<String>,
    ) -> PyResult<Vec<PyColumn<'py>>> {
        check_metrics(&metrics).map_err(|error| refusal(py, &error))?;
        let jobs = &self.jobs[start.min(self.jobs.len())..stop.min(self.jobs.len())];
        let done = wait(py, None, |control| {
            let runs = self.runs_of(jobs, control)?;
            Ok(self.sweep.table(&runs, &metrics, Vec::new()))
        })?;
        columns_of(py, done.map_err(|error| refusal(py, &error))?)
    }

    /// The runs that are done, as a table.
    fn table<'py>(&self, py: Python<'py>, metrics: Vec<String>) -> PyResult<Vec<PyColumn<'py>>> {
        check_metrics(&metrics).map_err(|error| refusal(py, &error))?;
        columns_of(py, self.sweep.table(&self.runs, &metrics, Vec::new()))
    }

    /// Mean and interval of every number, as JSON.
    fn summary(&self, py: Python<'_>, metrics: Vec<String>) -> PyResult<String> {
        check_metrics(&metrics).map_err(|error| refusal(py, &error))?;
        let cells = self.sweep.cells(&self.runs, &metrics);
        let report = match &self.until {
            Some(until) => self.sweep.report_until(&cells, until),
            None => self.sweep.report(&cells),
        };
        Ok(json!(report).to_string())
    }

    /// The differences of lanes from one lane, as JSON.
    fn pairs(&self, py: Python<'_>, base: &str, metrics: Vec<String>) -> PyResult<String> {
        check_metrics(&metrics).map_err(|error| refusal(py, &error))?;
        let pairs = self.sweep.pairs(&self.runs, base, &metrics).map_err(|error| refusal(py, &error))?;
        Ok(json!(pairs).to_string())
    }

    /// The report card, as JSON.
    fn card(&self) -> String {
        json!(report(&self.sweep, &self.sweep.cells(&self.runs, &[]))).to_string()
    }
}

impl Sweep {
    /// Does runs on all cores. None are left if `control` stops them: then the first that has stopped ends all.
    fn runs_of(&self, jobs: &[Job], control: &Control) -> Result<Vec<Run>, ScenarioError> {
        let goes_on = || control.goes_on() && !self.classes.failed();
        let one = |job: &Job| {
            // A short run ends before it asks.
            let run = if goes_on() {
                let mut lane = self.sweep.lane(job).map_err(Some)?;
                self.classes.put(&mut lane);
                self.sweep.run_of(job, lane, &goes_on)
            } else {
                None
            };
            control.tick();
            run.ok_or(None)
        };
        match jobs.par_iter().map(one).collect() {
            Err(Some(error)) => Err(error),
            Err(None) => Ok(Vec::new()),
            Ok(runs) => Ok(runs),
        }
    }

    fn of(py: Python<'_>, spec: &SweepSpec, algorithms: Option<&Bound<'_, PyDict>>) -> PyResult<Sweep> {
        let classes = Classes::of(algorithms)?;
        let sweep = spec.sweep().map_err(|error| refusal(py, &error))?;
        // In the order of the tables, so that the tables of chunks one after the other are that of the whole.
        let mut jobs: Vec<Job> = sweep.jobs().collect();
        jobs.sort_by_key(|job| (job.point, job.seed, job.lane));
        Ok(Sweep { sweep, jobs, runs: Vec::new(), until: None, classes })
    }
}
