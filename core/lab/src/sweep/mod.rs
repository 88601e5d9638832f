//! Sweeps: points × seeds × lanes. The jobs are independent: a caller can run them in any order on
//! several cores, processes or machines. The result depends only on the set of finished runs.

mod axis;
mod pairs;
mod report;
mod shard;
mod tidy;

pub use axis::{Axis, MAX_POINTS, grid};
pub use pairs::{PairReport, PairsReport};
pub use report::{Cell, MeasureReport, PointReport, SweepReport};
pub use shard::Shard;
pub use tidy::{check_metrics, run_table};

use crate::lanes::{LanePlan, one_with, plan};
use crate::overrides::{apply_all, with_seed};
use crate::provenance::Provenance;
use crate::report::LaneReport;
use crate::trials::{self, Trials};
use ackscope_engine::sim::Cost;
use ackscope_engine::trace::RecordOptions;
use ackscope_scenario::{Compiler, Hidden, ScenarioError, apply_set, hidden, read_value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The maximum number of runs of a sweep.
pub const MAX_RUNS: usize = 10_000_000;
/// As many runs at once as on most machines, to judge the memory of a sweep before it is known where
/// it runs.
const MOST_AT_ONCE: f64 = 16.0;

/// The changes of one point.
pub type Point = Map<String, Value>;

/// The results collected by point and lane.
pub type Cells = BTreeMap<(usize, usize), Cell>;

/// One run of a sweep, not yet done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SweepJob")]
pub struct Job {
    /// Index of its point.
    pub point: usize,
    /// Its seed.
    pub seed: u64,
    /// Its lane.
    pub lane: usize,
}

/// One run of a sweep, which is one line of its output file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The changes of its point.
    pub set: Point,
    /// Its seed.
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

fn key(set: &Point, seed: u64, lane: &str) -> String {
    let sorted: BTreeMap<&String, &Value> = set.iter().collect();
    serde_json::json!([sorted, seed, lane]).to_string()
}

/// A sweep as a page or a file asks for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepSpec {
    /// The scenario at the points, but for what they change.
    pub scenario: Value,
    /// Paths and values as the command line's `--set` takes them, such as
    /// `hops.0.rate=1..10Mbps:5`; two make a grid.
    #[serde(default)]
    pub axes: Vec<String>,
    /// The points one by one, for paths that move together; each is combined with every point of
    /// the axes.
    #[serde(default)]
    pub points: Vec<Point>,
    /// Number of repetitions; the seeds count up from the scenario's seed.
    #[serde(default = "one")]
    pub seeds: u64,
}

fn one() -> u64 {
    1
}

impl SweepSpec {
    fn axes(&self) -> Result<Vec<Axis>, ScenarioError> {
        self.axes.iter().map(|text| Axis::read(text)).collect()
    }

    /// The number of points, computed without making them.
    ///
    /// # Errors
    /// If an axis is invalid.
    pub fn count(&self) -> Result<usize, ScenarioError> {
        let axes = self.axes()?;
        let grid = axes.iter().fold(1_usize, |count, axis| count.saturating_mul(axis.values.len()));
        Ok(grid.saturating_mul(self.points.len().max(1)))
    }

    /// The specified sweep.
    pub fn sweep(&self) -> Result<Sweep, ScenarioError> {
        let grid = grid(&self.axes()?)?;
        let points = match self.points.is_empty() {
            true => grid,
            false => {
                let both =
                    |point: &Point, more: &Point| point.clone().into_iter().chain(more.clone()).collect();
                self.points.iter().flat_map(|point| grid.iter().map(move |more| both(point, more))).collect()
            }
        };
        Sweep::new(&self.scenario, points, self.seeds)
    }
}

/// A checked sweep: every point compiles.
#[derive(Clone, Debug)]
pub struct Sweep {
    provenance: Provenance,
    points: Vec<Point>,
    /// Paths that do not reach some of the lanes.
    warnings: Vec<String>,
    /// The scenario at each point.
    scenarios: Vec<Value>,
    /// The lanes at each point.
    lanes: Vec<Vec<SweepLane>>,
    seeds: Vec<u64>,
    /// Whether the lanes' costs are those that trial runs show.
    tried: bool,
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

/// A warning for each path that some lanes set themselves.
///
/// # Errors
/// If all lanes do: the results at all points would be equal.
fn hidden_in(scenario: &Value, points: &[Point]) -> Result<Vec<String>, ScenarioError> {
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
            let mut others = scenario.clone();
            let mut rest = point.iter().filter(|(other, _)| *other != path);
            let is_set = rest.try_for_each(|(path, value)| apply_set(&mut others, path, value.clone()));
            if is_set.is_ok()
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
    pub fn new(scenario: &Value, points: Vec<Point>, seeds: u64) -> Result<Sweep, ScenarioError> {
        // Each point has at least one lane, so a sweep that is too large is refused before any
        // point is compiled.
        within_runs(points.len().saturating_mul(usize::try_from(seeds).unwrap_or(usize::MAX)))?;
        let provenance = Provenance::of_value(scenario, 1);
        let mut warnings = hidden_in(scenario, &points)?;
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
            points,
            warnings,
            scenarios: Vec::new(),
            lanes: Vec::new(),
            seeds: Vec::new(),
            tried: false,
        };
        for (index, point) in sweep.points.iter().enumerate() {
            let changed = (|| {
                let mut changed = scenario.clone();
                apply_all(&mut changed, point)?;
                let lanes = plan(&read_value(&changed)?)?;
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
        self.tried = trials::are_needed(Cost { packets, bytes: largest * MOST_AT_ONCE });
        if !self.tried {
            return Ok(());
        }
        let mut trials = Trials::of(lanes().count());
        for (lanes, scenario) in self.lanes.iter_mut().zip(&self.scenarios) {
            for (at, lane) in lanes.iter_mut().enumerate() {
                let bound = Cost { packets: lane.cost, bytes: lane.memory_bytes };
                let cost = trials.next(bound, |events| {
                    let plan = one_with(&read_value(scenario)?, at, &Compiler)?;
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

    /// What a user should know: paths that do not reach some of the lanes.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The points.
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

    /// The seeds.
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

    /// Does one run.
    pub fn run(&self, job: &Job) -> Result<Run, ScenarioError> {
        let run = self.run_while(job, &|| true)?;
        Ok(run.unwrap_or_else(|| unreachable!("nobody stops it")))
    }

    /// Does one run, as long as `goes_on` says so; none if it stops.
    pub fn run_while(&self, job: &Job, goes_on: &dyn Fn() -> bool) -> Result<Option<Run>, ScenarioError> {
        let point = &self.points[job.point];
        let scenario = with_seed(&self.scenarios[job.point], job.seed)?;
        let lane =
            one_with(&scenario, job.lane, &Compiler).map_err(|error| at_point(job.point, point, error))?;
        let report = lane.measure_while(goes_on);
        Ok(report.map(|report| Run { set: point.clone(), seed: job.seed, report, lane: lane.label }))
    }

    /// The results by point and lane; a run counts once. `runs` may be in any order. With `metrics`, only these.
    pub fn cells(&self, runs: &[Run], metrics: &[String]) -> Cells {
        let mut cells = Cells::new();
        for (job, run) in self.ordered(runs) {
            cells.entry((job.point, job.lane)).or_default().add(job.seed, &run.report, metrics);
        }
        cells
    }

    /// The runs of this sweep in the order of points, lanes and seeds, each once.
    fn ordered<'a>(&self, runs: &'a [Run]) -> Vec<(Job, &'a Run)> {
        // Points may be equal, and then share their runs.
        let mut places: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (point, lanes) in self.lanes.iter().enumerate() {
            for (lane, named) in lanes.iter().enumerate() {
                let key = key(&self.points[point], 0, &named.label);
                places.entry(key).or_default().push((point, lane));
            }
        }
        let mut all: Vec<(Job, &Run)> = Vec::new();
        for run in runs.iter().filter(|run| self.seeds.binary_search(&run.seed).is_ok()) {
            let found = places.get(&key(&run.set, 0, &run.lane)).into_iter().flatten();
            all.extend(found.map(|&(point, lane)| (Job { point, seed: run.seed, lane }, run)));
        }
        let place = |(job, _): &(Job, &Run)| (job.point, job.lane, job.seed);
        all.sort_by_key(place);
        all.dedup_by_key(|one| place(one));
        all
    }

    /// The report of the results collected by point and lane.
    pub fn report(&self, cells: &Cells) -> SweepReport {
        let points =
            cells.iter().map(|(&(point, lane), cell)| self.point_report(point, lane, cell)).collect();
        SweepReport { provenance: self.provenance.clone(), seeds: self.seeds.clone(), points }
    }

    /// The results of one lane at one point.
    pub fn point_report(&self, point: usize, lane: usize, cell: &Cell) -> PointReport {
        PointReport {
            set: self.points[point].clone(),
            lane: self.lanes[point][lane].label.clone(),
            measures: cell.measures(),
        }
    }
}

fn within_runs(runs: usize) -> Result<(), ScenarioError> {
    match runs > MAX_RUNS {
        true => Err(ScenarioError::value("", format!("{runs} runs"), format!("at most {MAX_RUNS}"))),
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
mod tests {
    use super::*;
    use serde_json::json;

    fn scenario() -> Value {
        json!({ "version": 1, "seed": 7, "duration": 10, "hops": [{ "rate": "2Mbps", "delay": "10ms",
            "loss": { "kind": "bernoulli", "probability": 0 } }],
            "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "50ms", "compared": true }],
            "compare": ["newreno", "westwood+"] })
    }

    #[test]
    fn the_outcome_does_not_depend_on_the_order_of_the_runs() {
        let points = grid(&[Axis::read("hops.0.loss.probability=0,0.02").unwrap()]).unwrap();
        let sweep = Sweep::new(&scenario(), points, 3).unwrap();
        let jobs: Vec<Job> = sweep.jobs().collect();
        assert_eq!((jobs.len(), sweep.seeds()), (2 * 3 * 2, &[7, 8, 9][..]));
        let mut runs: Vec<Run> = jobs.iter().map(|job| sweep.run(job).unwrap()).collect();
        assert!(jobs.iter().zip(&runs).all(|(job, run)| sweep.key(job) == run.key()));
        let report = sweep.report(&sweep.cells(&runs, &[]));
        runs.reverse();
        assert_eq!(sweep.report(&sweep.cells(&runs, &[])), report);
        runs.extend(runs.clone());
        assert_eq!(sweep.report(&sweep.cells(&runs, &[])), report, "a run counts once");
        assert_eq!(report.points.len(), 4);
        let goodput = |place: usize| report.points[place].measures[0].summary;
        assert_eq!(goodput(0).count, 3);
        assert_eq!(goodput(0).min, goodput(0).max, "without loss nothing is left to chance");
        assert!(goodput(2).mean < goodput(0).mean && goodput(2).half_width > Some(0.0), "{:?}", goodput(2));
    }

    #[test]
    fn a_point_that_cannot_be_is_refused_before_anything_runs() {
        let points = grid(&[Axis::read("hops.0.loss.probability=0.1,1.5").unwrap()]).unwrap();
        let error = Sweep::new(&scenario(), points, 1).unwrap_err();
        assert!(
            error.message.starts_with("point 1 (hops.0.loss.probability = 1.5): hops.0.loss.probability"),
            "{error}"
        );
    }

    #[test]
    fn points_and_axes_of_a_specification_are_combined() {
        let spec: SweepSpec = serde_json::from_value(json!({ "scenario": scenario(), "seeds": 2,
            "axes": ["hops.0.loss.probability=0..0.02:2"],
            "points": [{ "hops.0.rate": "1Mbps", "flows.main.rtt": "200ms" }, { "hops.0.rate": "4Mbps" }] }))
        .unwrap();
        let sweep = spec.sweep().unwrap();
        assert_eq!((sweep.points().len(), sweep.jobs().count()), (4, 4 * 2 * 2));
        let both =
            json!({ "hops.0.rate": "1Mbps", "flows.main.rtt": "200ms", "hops.0.loss.probability": 0.02 });
        assert_eq!(Value::from(sweep.points()[1].clone()), both);
        assert_eq!(
            sweep.scenarios()[3]["hops"][0],
            json!({ "rate": "4Mbps", "delay": "10ms",
            "loss": { "kind": "bernoulli", "probability": 0.02 } })
        );
        // Four times the rate has about four times the packets.
        let ratio = sweep.lanes()[3][0].cost / sweep.lanes()[0][0].cost;
        assert!((3.9..=4.0).contains(&ratio), "{ratio}");
    }
}
