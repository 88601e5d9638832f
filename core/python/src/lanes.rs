//! Runs of the lanes of a scenario.

use crate::algorithms::Classes;
use crate::columns::{PyColumn, bytes, columns_of};
use crate::waiting::wait;
use crate::{refusal, wrong};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::causes::{Answered, Case, Of, Question, Trial, ask};
use ackscope_lab::columns::{FILE, source_of};
use ackscope_lab::lanes::{LanePlan, plan};
use ackscope_lab::provenance::Provenance;
use ackscope_lab::report::{LaneReport, RunReport};
use ackscope_lab::selection::{Selection, Source};
use ackscope_lab::sweep::{check_metrics, run_table};
use ackscope_lab::traces::{Recorded, recorded};
use ackscope_scenario::{Compiler, Scenario, ScenarioError, read, warnings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rayon::prelude::*;
use serde_json::json;
use std::time::Instant;

/// The bins of a series: the end of each in seconds, the smallest, the largest and the last value.
struct Series {
    source: String,
    kind: &'static str,
    id: String,
    unit: String,
    time_s: Vec<f64>,
    min: Vec<f32>,
    max: Vec<f32>,
    last: Vec<f32>,
}

/// What the lanes of a scenario measured.
#[pyclass(module = "ackscope._native")]
pub struct Results(RunReport);

#[pymethods]
impl Results {
    /// The results that [`Self::json`] wrote.
    #[new]
    fn new(text: &str) -> PyResult<Results> {
        serde_json::from_str(text).map(Results).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// What `ackscope run --json` prints.
    fn json(&self) -> String {
        json!(self.0).to_string()
    }

    /// The results as a table, like that of a sweep.
    fn table<'py>(&self, py: Python<'py>, metrics: Vec<String>) -> PyResult<Vec<PyColumn<'py>>> {
        check_metrics(&metrics).map_err(|error| refusal(py, &error))?;
        columns_of(py, run_table(self.0.provenance.seed, &self.0.lanes, &metrics))
    }
}

/// What a lane recorded.
#[pyclass(module = "ackscope._native")]
pub struct Lane {
    #[pyo3(get)]
    label: String,
    /// What a limit left out of the recording.
    #[pyo3(get)]
    left_out: Vec<String>,
    series: Vec<Series>,
    events: Vec<ackscope_lab::traces::Noted>,
}

/// An event for Python: time, source, rule, kind, title, and the numbers by name.
type Event = (f64, String, String, &'static str, String, Vec<(String, f64)>);

/// The columns of a series: times as 64-bit numbers, the others with 32 bits.
type Columns<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

#[pymethods]
impl Lane {
    /// Source, its kind, id and unit of each series.
    fn names(&self) -> Vec<(String, &'static str, String, String)> {
        self.series
            .iter()
            .map(|one| (one.source.clone(), one.kind, one.id.clone(), one.unit.clone()))
            .collect()
    }

    /// The columns of a series.
    fn columns<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Columns<'py>> {
        let Some(one) = self.series.get(place) else {
            return Err(wrong(py, "series", &place.to_string(), &format!("below {}", self.series.len())));
        };
        let single = |values: &[f32]| bytes(py, values, f32::to_ne_bytes);
        Ok((
            bytes(py, &one.time_s, f64::to_ne_bytes)?,
            single(&one.min)?,
            single(&one.max)?,
            single(&one.last)?,
        ))
    }

    /// The events with their rules and numbers.
    fn events(&self) -> Vec<Event> {
        let one = |event: &ackscope_lab::traces::Noted| {
            let terms = event.terms.iter().map(|(name, _, value)| (name.clone(), *value)).collect();
            (event.time_s, event.source.clone(), event.rule.clone(), event.kind, event.title.clone(), terms)
        };
        self.events.iter().map(one).collect()
    }
}

/// A scenario with its lanes.
pub fn planned(py: Python<'_>, text: &str) -> PyResult<(Scenario, Vec<LanePlan>)> {
    let both = read(text).and_then(|scenario| plan(&scenario).map(|plans| (scenario, plans)));
    both.map_err(|error| refusal(py, &error))
}

/// The labels of the lanes, and what is unusual.
#[pyfunction]
pub fn check(py: Python<'_>, text: &str) -> PyResult<(Vec<String>, Vec<String>)> {
    let (scenario, plans) = planned(py, text)?;
    Ok((plans.into_iter().map(|plan| plan.label).collect(), warnings(&scenario)))
}

/// Runs every lane: the results, and what the lanes recorded.
#[pyfunction]
#[pyo3(signature = (text, record, algorithms=None, progress=None))]
pub fn run(
    py: Python<'_>,
    text: &str,
    record: bool,
    algorithms: Option<&Bound<'_, PyDict>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Results, Vec<Lane>)> {
    let (scenario, mut plans) = planned(py, text)?;
    let classes = Classes::of(algorithms)?;
    plans.iter_mut().for_each(|plan| classes.put(plan));
    // A hook in Python takes long: look more often whether the run goes on.
    let events: u64 = if classes.is_empty() { 50_000 } else { 2_000 };
    let done = wait(py, progress, |control| {
        let one = |plan: &LanePlan| {
            let started = Instant::now();
            let mut simulation = plan.simulation(if record { &FILE } else { &RecordOptions::NOTHING });
            while !simulation.advance(Time::NEVER, events).done {
                if !control.goes_on() || classes.failed() {
                    return None;
                }
            }
            let mut report = LaneReport::new(&plan.label, &plan.setup, &simulation.results());
            report.engine.wall_s = started.elapsed().as_secs_f64();
            control.tick();
            Some((report, if record { lane(plan, &simulation) } else { None }))
        };
        plans.par_iter().map(one).collect::<Option<Vec<_>>>()
    })?;
    classes.check()?;
    let (reports, lanes): (Vec<LaneReport>, Vec<Option<Lane>>) = done.into_iter().flatten().unzip();
    let report = RunReport::new(Provenance::of(&scenario), json!(scenario), reports);
    Ok((Results(report), lanes.into_iter().flatten().collect()))
}

fn lane(plan: &LanePlan, simulation: &ackscope_engine::sim::Simulation) -> Option<Lane> {
    let (setup, recorder) = (simulation.setup(), simulation.recorder());
    let now = simulation.progress().time;
    let mut all = Vec::new();
    for (info, series) in recorder.infos().iter().zip(recorder.series()) {
        let (source, what) = source_of(setup, &info.source);
        let kind = match what {
            Source::Flow { .. } => "flow",
            Source::Group => "group",
            Source::Hop { .. } => "hop",
        };
        let (id, unit) = (info.full_id(), info.unit().to_owned());
        let mut one = Series {
            source,
            kind,
            id,
            unit,
            time_s: Vec::new(),
            min: Vec::new(),
            max: Vec::new(),
            last: Vec::new(),
        };
        for bin in series.bins(0) {
            one.time_s.push(recorder.bin_end(bin.index).min(now).secs());
            one.min.push(bin.min);
            one.max.push(bin.max);
            one.last.push(bin.last);
        }
        all.push(one);
    }
    let none = Selection { series: vec!["event".to_owned()], event_rows: false, ..Selection::default() };
    let Recorded { events, left_out, .. } = recorded(&plan.label, simulation, &none, true);
    Some(Lane { label: plan.label.clone(), left_out, series: all, events })
}

/// Why a lane is slow, late or unfair: the report as JSON. What is left out is chosen as by
/// `ackscope why`.
#[pyfunction]
#[pyo3(signature = (text, lane=None, interval_s=None, of=None))]
pub fn why(
    py: Python<'_>,
    text: &str,
    lane: Option<usize>,
    interval_s: Option<(f64, f64)>,
    of: Option<&str>,
) -> PyResult<String> {
    let (scenario, _) = planned(py, text)?;
    let find = |id: &str| {
        Of::with_id(id).ok_or_else(|| wrong(py, "of", &format!("{id:?}"), &Of::ALL.map(Of::id).join(", ")))
    };
    let question = Question { lane, interval_s, of: of.map(find).transpose()?, ..Question::default() };
    let found = wait(py, None, |control| {
        let mut values = |cases: &[Case]| {
            let one = |case: &Case| case.value_while(&|| control.goes_on());
            cases.par_iter().map(one).collect::<Option<Vec<_>>>()
        };
        let case = question.case(&scenario, &Compiler::default(), &mut values)?;
        let Some(case) = case else { return Ok(None) };
        let mut run = |trials: &[Trial]| {
            let one = |trial: &Trial| trial.run_while(&|| control.goes_on());
            trials.par_iter().map(one).collect::<Option<Vec<_>>>()
        };
        let Some(report) = ask(&case, &mut run) else { return Ok(None) };
        let answered =
            Answered { provenance: Provenance::of(&scenario), scenario: json!(scenario), report: &report };
        Ok::<_, ScenarioError>(Some(json!(answered).to_string()))
    })?;
    let report = found.map_err(|error| refusal(py, &error))?;
    report.ok_or_else(|| wrong(py, "lane", "no answer", "a lane with flows"))
}
