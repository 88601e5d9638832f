//! Sweeps: points × seeds × lanes. The jobs are independent: a caller can run them in any order on
//! several cores, processes or machines. The result depends only on the set of finished runs.

mod axis;
mod named;
mod pairs;
mod places;
mod report;
mod settings;
mod shard;
mod spec;
mod tidy;
mod until;

pub use axis::{Axis, MAX_POINTS, check_grid, grid};
pub use named::{Named, shorten};
pub use pairs::{PairReport, PairsReport};
pub use places::Places;
pub use report::{Cell, MeasureReport, PointReport, SweepReport};
pub use shard::Shard;
pub use spec::SweepSpec;
pub use tidy::{check_metrics, known_metrics, run_table};
pub use until::{FIRST_SEEDS, USUAL_MOST, Until, UntilReport};

use crate::lanes::{LanePlan, each_with, one_with};
use crate::overrides::with_seed;
use crate::provenance::Provenance;
use crate::report::LaneReport;
use crate::trials::{self, Trials};
use ackscope_engine::sim::Cost;
use ackscope_engine::trace::RecordOptions;
use ackscope_scenario::{Compiler, Hidden, ScenarioError, apply_set, hidden, place_of, read_value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The maximum number of runs of a sweep.
pub const MAX_RUNS: usize = 10_000_000;
/// As many runs at once as on most machines, to judge the memory of a sweep before it is known where
/// it runs.
const MAX_AT_ONCE: f64 = 16.0;

/// The changes of one point. A long value stands there by a short name, see [`Named`].
pub type Point = Map<String, Value>;

/// The results collected by point and lane.
pub type Cells = BTreeMap<(usize, usize), Cell>;

/// One run of a sweep, not yet done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SweepJob")]
pub struct Job {
    /// Index of its point.
    pub point: usize,
    pub seed: u64,
    pub lane: usize,
}

/// One run of a sweep, which is one line of its output file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The changes of its point.
    pub set: Point,
    pub seed: u64,
    /// Its lane's label.
    pub lane: String,
    /// Its results.
    pub report: LaneReport,
}

impl Run {
    /// Identifies the run: the changes of its point in any order, its seed and its lane.
    pub fn key(&self) -> String {
        key(&self.set, self.seed, &self.lane)
    }
}

pub(crate) fn key(set: &Point, seed: u64, lane: &str) -> String {
    let sorted: BTreeMap<&String, &Value> = set.iter().collect();
    serde_json::json!([sorted, seed, lane]).to_string()
}

/// A checked sweep: every point compiles.
#[derive(Clone, Debug)]
pub struct Sweep {
    provenance: Provenance,
    scenario: Value,
    points: Vec<Point>,
    named: Named,
    /// Paths that do not reach some of the lanes.
    warnings: Vec<String>,
    /// The scenario at each point.
    scenarios: Vec<Value>,
    /// The lanes at each point.
    lanes: Vec<Vec<SweepLane>>,
    seeds: Vec<u64>,
    /// Whether the lanes' costs are those that trial runs show.
    tried: bool,
    compiler: Compiler,
}

/// A lane at a point of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SweepLane {
    /// What it is called.
    pub label: String,
    /// The algorithm of its compared flows.
    pub algorithm: String,
    /// Packets that arrive at links in a run: at most, or what trial runs show if that is a large number.
    pub cost: f64,
    /// Bytes that a run has in use at once: at most, or what trial runs show if that is a large number.
    pub memory_bytes: f64,
}

fn owned((path, value): (&String, &Value)) -> (String, Value) {
    (path.clone(), value.clone())
}

fn changed(scenario: &Value, point: &Point, named: &Named) -> Result<Value, ScenarioError> {
    let mut changed = scenario.clone();
    for (path, value) in point {
        apply_set(&mut changed, path, named::value_of(named, path, value).clone())?;
    }
    Ok(changed)
}

/// The refusal of two values for one place.
pub(crate) fn given_twice(path: &str, other: &str) -> ScenarioError {
    let also = if path == other { String::new() } else { format!(", also as {other}") };
    ScenarioError::value(path, format!("the same place twice{also}"), "one list of values for a place")
}

/// Refuses a point that changes the seed, or one place twice: of two changes only the last would count.
fn check_paths(scenario: &Value, point: &Point) -> Result<(), ScenarioError> {
    let mut known: Vec<(String, &String)> = Vec::new();
    for path in point.keys() {
        let place = place_of(scenario, path);
        if place == "seed" {
            return Err(ScenarioError::value(
                "seed",
                "a path of a sweep",
                "a number of seeds beside the paths (--seeds N, in Python seeds=N): they count up from the scenario's",
            ));
        }
        // A later change of a whole list or object replaces the earlier one of its part.
        let is_within = |whole: &str, part: &str| {
            part.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if let Some((_, other)) = known.iter().find(|(earlier, _)| is_within(&place, earlier)) {
            return Err(given_twice(path, other));
        }
        known.push((place, path));
    }
    Ok(())
}

/// A warning for each path that some lanes set themselves.
///
/// # Errors
/// If all lanes do: the results at all points would be equal.
fn hidden_in(scenario: &Value, points: &[Point], named: &Named) -> Result<Vec<String>, ScenarioError> {
    let mut found: BTreeMap<&String, Hidden> = BTreeMap::new();
    let mut tried: BTreeMap<&String, Vec<&Value>> = BTreeMap::new();
    for point in points {
        for (path, value) in point {
            // Of two values at least one differs from the scenario's own, which shows it.
            let values = tried.entry(path).or_default();
            if values.len() == 2 || values.contains(&value) {
                continue;
            }
            values.push(value);
            let rest: Point = point.iter().filter(|(other, _)| *other != path).map(owned).collect();
            let value = named::value_of(named, path, value);
            if let Ok(others) = changed(scenario, &rest, named)
                && let Some(hidden) = hidden(&others, path, value)
            {
                found.insert(path, hidden);
            }
        }
    }
    let mut said = Vec::new();
    for hidden in found.into_values() {
        if hidden.all {
            return Err(hidden.refusal());
        }
        said.push(hidden.warning());
    }
    Ok(said)
}

impl Sweep {
    /// A sweep of `scenario` over `points`, each with `seeds` seeds that count up from the
    /// scenario's own.
    ///
    /// # Errors
    /// If there are too many runs, or if a point is invalid: the point, the path, what was found and what is allowed.
    pub fn new(scenario: &Value, points: Vec<Point>, seeds: u64) -> Result<Sweep, ScenarioError> {
        Sweep::with(scenario, points, seeds, Named::new())
    }

    /// Like [`Self::new`]; a point may name a value of `named` instead of holding it.
    pub fn with(
        scenario: &Value,
        mut points: Vec<Point>,
        seeds: u64,
        mut named: Named,
    ) -> Result<Sweep, ScenarioError> {
        // Each point has at least one lane, so a sweep that is too large is refused before any
        // point is compiled.
        within_runs(points.len().saturating_mul(usize::try_from(seeds).unwrap_or(usize::MAX)))?;
        let mut checked: Option<Vec<String>> = None;
        for point in &mut points {
            for (path, values) in shorten(point) {
                named.entry(path).or_default().extend(values);
            }
            let paths: Vec<String> = point.keys().cloned().collect();
            if checked.as_ref() != Some(&paths) {
                check_paths(scenario, point)?;
                checked = Some(paths);
            }
        }
        let provenance = Provenance::of_value(scenario, 1);
        let mut warnings = hidden_in(scenario, &points, &named)?;
        let other = Value::from(scenario["seed"].as_u64().unwrap_or(1).wrapping_add(1));
        // Repetitions with one seed are one run: their spread would be zero.
        if let Some(hidden) = (seeds > 1).then(|| hidden(scenario, "seed", &other)).flatten() {
            if hidden.all {
                return Err(hidden.refusal());
            }
            warnings.push(hidden.warning());
        }
        let mut sweep = Sweep {
            provenance,
            scenario: scenario.clone(),
            points,
            named,
            warnings,
            scenarios: Vec::new(),
            lanes: Vec::new(),
            seeds: Vec::new(),
            tried: false,
            compiler: Compiler::default(),
        };
        for (index, point) in sweep.points.iter().enumerate() {
            let changed = (|| {
                let changed = changed(scenario, point, &sweep.named)?;
                let lanes =
                    each_with(&read_value(&changed)?, &sweep.compiler)?.collect::<Result<Vec<_>, _>>()?;
                Ok((changed, lanes))
            })();
            let (changed, lanes) = changed.map_err(|error: ScenarioError| at_point(index, point, error))?;
            if index == 0 {
                let first = lanes.first().map_or(1, |lane| lane.setup.seed);
                sweep.provenance.seed = first;
                sweep.seeds = (0..seeds).map(|step| first + step).collect();
            }
            sweep.scenarios.push(changed);
            let lane = |lane: LanePlan| {
                let cost = lane.cost(&RecordOptions::NOTHING);
                SweepLane {
                    cost: cost.packets,
                    memory_bytes: cost.bytes,
                    label: lane.label,
                    algorithm: lane.algorithm,
                }
            };
            sweep.lanes.push(lanes.into_iter().map(lane).collect());
        }
        within_runs(sweep.runs())?;
        sweep.try_lanes()?;
        Ok(sweep)
    }

    /// Measures what runs take by trials of their lanes, if their bounds are high.
    fn try_lanes(&mut self) -> Result<(), ScenarioError> {
        let lanes = || self.lanes.iter().flatten();
        let packets = lanes().map(|lane| lane.cost).sum::<f64>() * self.seeds.len() as f64;
        let largest = lanes().map(|lane| lane.memory_bytes).fold(0.0, f64::max);
        self.tried = trials::are_needed(Cost { packets, bytes: largest * MAX_AT_ONCE });
        if !self.tried {
            return Ok(());
        }
        let mut trials = Trials::of(lanes().count());
        for (lanes, scenario) in self.lanes.iter_mut().zip(&self.scenarios) {
            for (at, lane) in lanes.iter_mut().enumerate() {
                let bound = Cost { packets: lane.cost, bytes: lane.memory_bytes };
                let cost = trials.next(bound, |events| {
                    let plan = one_with(&read_value(scenario)?, at, &self.compiler)?;
                    Ok::<Cost, ScenarioError>(plan.estimate(&RecordOptions::NOTHING, events))
                })?;
                (lane.cost, lane.memory_bytes) = (cost.packets, cost.bytes);
            }
        }
        Ok(())
    }

    /// Whether the costs of its lanes are those that trial runs show, and not bounds.
    pub fn is_tried(&self) -> bool {
        self.tried
    }

    /// The number of runs.
    pub fn runs(&self) -> usize {
        self.lanes.iter().map(Vec::len).sum::<usize>().saturating_mul(self.seeds.len())
    }

    /// Engine, scenario and first seed.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The scenario at the points, but for what they change.
    pub fn scenario(&self) -> &Value {
        &self.scenario
    }

    /// The long values of the points.
    pub fn named(&self) -> &Named {
        &self.named
    }

    /// What a user should know: paths that do not reach some of the lanes.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The scenario at each point.
    pub fn scenarios(&self) -> &[Value] {
        &self.scenarios
    }

    /// The lanes at each point.
    pub fn lanes(&self) -> &[Vec<SweepLane>] {
        &self.lanes
    }

    pub fn seeds(&self) -> &[u64] {
        &self.seeds
    }

    /// All runs, seeds outermost: a sweep that is stopped early has all points, with fewer seeds.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + '_ {
        self.seeds.iter().flat_map(move |&seed| {
            let points = self.lanes.iter().enumerate();
            points.flat_map(move |(point, lanes)| (0..lanes.len()).map(move |lane| Job { point, seed, lane }))
        })
    }

    /// The key of the run of `job`.
    pub fn key(&self, job: &Job) -> String {
        key(&self.points[job.point], job.seed, &self.lanes[job.point][job.lane].label)
    }

    pub fn run(&self, job: &Job) -> Result<Run, ScenarioError> {
        let run = self.run_while(job, &|| true)?;
        Ok(run.unwrap_or_else(|| unreachable!("nobody stops it")))
    }

    /// The lane of a run.
    pub fn lane(&self, job: &Job) -> Result<LanePlan, ScenarioError> {
        let scenario = with_seed(&self.scenarios[job.point], job.seed)?;
        one_with(&scenario, job.lane, &self.compiler)
            .map_err(|error| at_point(job.point, &self.points[job.point], error))
    }

    /// Does one run, as long as `goes_on` says so; none if it stops.
    pub fn run_while(&self, job: &Job, goes_on: &dyn Fn() -> bool) -> Result<Option<Run>, ScenarioError> {
        Ok(self.run_of(job, self.lane(job)?, goes_on))
    }

    /// Does one run of its [`Self::lane`].
    pub fn run_of(&self, job: &Job, lane: LanePlan, goes_on: &dyn Fn() -> bool) -> Option<Run> {
        let report = lane.measure_while(goes_on)?;
        Some(Run { set: self.points[job.point].clone(), seed: job.seed, report, lane: lane.label })
    }

    /// The results by point and lane; a run counts once. `runs` may be in any order. With `metrics`, only these.
    pub fn cells(&self, runs: &[Run], metrics: &[String]) -> Cells {
        let mut cells = Cells::new();
        for (job, run) in self.ordered(runs) {
            cells.entry((job.point, job.lane)).or_default().add(job.seed, &run.report, metrics);
        }
        cells
    }

    /// The runs of this sweep in the order of points, seeds and lanes, each once: the order of its tables and files,
    /// whatever machines did the runs.
    fn ordered<'a>(&self, runs: &'a [Run]) -> Vec<(Job, &'a Run)> {
        let places = Places::of(self);
        let mut all: Vec<(Job, &Run)> = Vec::new();
        for run in runs {
            all.extend(places.jobs(&run.set, run.seed, &run.lane).map(|job| (job, run)));
        }
        let place = |(job, _): &(Job, &Run)| (job.point, job.seed, job.lane);
        all.sort_by_key(place);
        all.dedup_by_key(|one| place(one));
        all
    }

    /// The report of the results collected by point and lane.
    pub fn report(&self, cells: &Cells) -> SweepReport {
        let points =
            cells.iter().map(|(&(point, lane), cell)| self.point_report(point, lane, cell)).collect();
        SweepReport {
            provenance: self.provenance.clone(),
            scenario: self.scenario.clone(),
            named: self.named.clone(),
            seeds: self.seeds.clone(),
            until: None,
            points,
        }
    }

    /// Like [`Self::report`], of a sweep that stopped at each point when `until` said so: its seeds are those that a point has.
    pub fn report_until(&self, cells: &Cells, until: &Until) -> SweepReport {
        let mut report = self.report(cells);
        report.seeds.retain(|seed| cells.values().any(|cell| cell.has(*seed)));
        report.until = Some(until.report(self, cells));
        report
    }

    /// The results of one lane at one point.
    pub fn point_report(&self, point: usize, lane: usize, cell: &Cell) -> PointReport {
        PointReport {
            set: self.points[point].clone(),
            lane: self.lanes[point][lane].label.clone(),
            runs: cell.runs(),
            distinct_runs: cell.distinct_runs(),
            stopped_runs: cell.stopped_runs(),
            measures: cell.measures(),
        }
    }
}

fn within_runs(runs: usize) -> Result<(), ScenarioError> {
    match runs > MAX_RUNS {
        true => {
            Err(ScenarioError::value("", format!("{runs} runs"), format!("at most {MAX_RUNS}"))
                .of("the sweep"))
        }
        false => Ok(()),
    }
}

fn at_point(index: usize, point: &Point, mut error: ScenarioError) -> ScenarioError {
    if !point.is_empty() {
        let set: Vec<String> = point.iter().map(|(path, value)| format!("{path} = {value}")).collect();
        error.message = format!("point {index} ({}): {}", set.join(", "), error.message);
    }
    error
}

#[cfg(test)]
mod tests;
