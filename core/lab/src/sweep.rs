//! Sweeps: points × seeds × lanes. The jobs are independent, so that any caller can run them in any order on as many
//! cores, processes or machines as it has; the result depends on the set of finished runs only.

use crate::lanes::plan;
use crate::measures::measures;
use crate::overrides::{apply_all, with_seed};
use crate::report::LaneReport;
use crate::stats::Summary;
use ackscope_engine::scenario::{ScenarioError, read_setting, read_value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The most points of a sweep.
pub const MAX_POINTS: usize = 100_000;
/// The most runs of a sweep.
pub const MAX_RUNS: usize = 10_000_000;

/// What one point changes.
pub type Point = Map<String, Value>;

/// One path with the values it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The path.
    pub path: String,
    /// Its values.
    pub values: Vec<Value>,
}

impl Axis {
    /// Reads `PATH=a,b,c` as a command line writes it. Commas within brackets, braces and quotes belong to a value.
    pub fn read(text: &str) -> Result<Axis, ScenarioError> {
        let refuse = || {
            let allowed = "PATH=VALUE,VALUE,… such as hops.0.loss.probability=0,0.001,0.01";
            ScenarioError::value("", format!("{text:?}"), allowed)
        };
        let (path, values) = text.split_once('=').ok_or_else(refuse)?;
        if path.is_empty() || values.is_empty() {
            return Err(refuse());
        }
        Ok(Axis {
            path: path.to_owned(),
            values: split_values(values).into_iter().map(read_setting).collect(),
        })
    }
}

fn split_values(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start) = (0_i64, false, 0);
    let mut parts = Vec::new();
    for (place, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth <= 0 => {
                parts.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Every combination of the axes' values, the last axis varying fastest.
pub fn grid(axes: &[Axis]) -> Result<Vec<Point>, ScenarioError> {
    let count = axes.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.values.len()));
    if count.is_none_or(|count| count > MAX_POINTS) {
        return Err(ScenarioError::value("", "a larger grid", format!("at most {MAX_POINTS} points")));
    }
    let mut points = vec![Point::new()];
    for axis in axes {
        let with = |point: &Point| {
            let put = |value: &Value| {
                let mut point = point.clone();
                point.insert(axis.path.clone(), value.clone());
                point
            };
            axis.values.iter().map(put).collect::<Vec<_>>()
        };
        points = points.iter().flat_map(with).collect();
    }
    Ok(points)
}

/// One run of a sweep, not yet done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Index of its point.
    pub point: usize,
    /// Its seed.
    pub seed: u64,
    /// Its lane.
    pub lane: usize,
}

/// A part of a sweep for one of several machines or processes: every `of`-th job, beginning with job `index`.
///
/// Jobs are dealt out in turn, so that every part has its share of the seeds, the points and the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    pub index: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Shard {
    /// The whole sweep.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Reads `I/N` with I from 1 to N, as GNU parallel and Slurm count.
    pub fn read(text: &str) -> Result<Shard, ScenarioError> {
        let refuse = || ScenarioError::value("", format!("{text:?}"), "I/N with I from 1 to N, such as 2/8");
        let (index, of) = text.split_once('/').ok_or_else(refuse)?;
        let (index, of): (usize, usize) =
            (index.parse().map_err(|_| refuse())?, of.parse().map_err(|_| refuse())?);
        if index == 0 || index > of {
            return Err(refuse());
        }
        Ok(Shard { index: index - 1, of })
    }

    /// Whether the job at `place` of the sweep belongs to this part.
    pub fn holds(self, place: usize) -> bool {
        place % self.of == self.index
    }
}

/// One run of a sweep: a line of its output file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// What its point changed.
    pub set: Point,
    /// Its seed.
    pub seed: u64,
    /// Its lane's label.
    pub lane: String,
    /// What it measured.
    pub report: LaneReport,
}

/// A sweep, checked: every point compiles.
#[derive(Clone, Debug)]
pub struct Sweep {
    points: Vec<Point>,
    /// The scenario at each point.
    scenarios: Vec<Value>,
    /// The lanes' labels at each point.
    labels: Vec<Vec<String>>,
    seeds: Vec<u64>,
}

impl Sweep {
    /// A sweep of `scenario` over `points`, each with `seeds` seeds from the scenario's own on.
    pub fn new(scenario: &Value, points: Vec<Point>, seeds: u64) -> Result<Sweep, ScenarioError> {
        let mut sweep = Sweep { points, scenarios: Vec::new(), labels: Vec::new(), seeds: Vec::new() };
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
                sweep.seeds = (0..seeds).map(|step| first + step).collect();
            }
            sweep.scenarios.push(changed);
            sweep.labels.push(lanes.into_iter().map(|lane| lane.label).collect());
        }
        let runs = sweep.labels.iter().map(Vec::len).sum::<usize>().saturating_mul(sweep.seeds.len());
        if runs > MAX_RUNS {
            return Err(ScenarioError::value("", format!("{runs} runs"), format!("at most {MAX_RUNS}")));
        }
        Ok(sweep)
    }

    /// The points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The seeds.
    pub fn seeds(&self) -> &[u64] {
        &self.seeds
    }

    /// Every run there is to do, seeds outermost: a sweep that is stopped has all points with fewer seeds.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + '_ {
        self.seeds.iter().flat_map(move |&seed| {
            let lanes = self.labels.iter().enumerate();
            lanes
                .flat_map(move |(point, labels)| (0..labels.len()).map(move |lane| Job { point, seed, lane }))
        })
    }

    /// Whether `run` is the outcome of `job`.
    pub fn is_of(&self, job: &Job, run: &Run) -> bool {
        run.seed == job.seed
            && run.lane == self.labels[job.point][job.lane]
            && run.set == self.points[job.point]
    }

    /// Does one run.
    pub fn run(&self, job: &Job) -> Result<Run, ScenarioError> {
        let point = &self.points[job.point];
        let scenario = with_seed(&self.scenarios[job.point], job.seed)?;
        let lane = &plan(&scenario).map_err(|error| at_point(job.point, point, error))?[job.lane];
        Ok(Run { set: point.clone(), seed: job.seed, lane: lane.label.clone(), report: lane.measure() })
    }

    /// Mean, range and interval over the seeds of every number, by point and lane; `runs` may come in any order.
    pub fn summarise(&self, runs: &[Run]) -> SweepReport {
        let mut points = Vec::new();
        for (point, labels) in self.points.iter().zip(&self.labels) {
            for label in labels {
                let mut of_lane: Vec<&Run> =
                    runs.iter().filter(|run| run.lane == *label && run.set == *point).collect();
                // In the order of seeds, so that sums do not depend on which run was done first.
                of_lane.sort_by_key(|run| run.seed);
                if !of_lane.is_empty() {
                    let set = point.clone();
                    points.push(PointReport { set, lane: label.clone(), measures: average(&of_lane) });
                }
            }
        }
        SweepReport { seeds: self.seeds.clone(), points }
    }
}

fn at_point(index: usize, point: &Point, mut error: ScenarioError) -> ScenarioError {
    if !point.is_empty() {
        let set: Vec<String> = point.iter().map(|(path, value)| format!("{path} = {value}")).collect();
        error.message = format!("point {index} ({}): {}", set.join(", "), error.message);
    }
    error
}

fn average(runs: &[&Run]) -> Vec<MeasureReport> {
    let all: Vec<_> = runs.iter().map(|run| measures(&run.report)).collect();
    let Some(first) = all.first() else { return Vec::new() };
    let one = |(place, measured): (usize, &crate::measures::Measured)| MeasureReport {
        source: measured.source.clone(),
        metric: measured.metric.to_owned(),
        from_s: measured.from_s,
        to_s: measured.to_s,
        summary: Summary::of(all.iter().map(|run| run.get(place).and_then(|measured| measured.value))),
    };
    first.iter().enumerate().map(one).collect()
}

/// What a sweep found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SweepReport {
    /// The seeds of each point.
    pub seeds: Vec<u64>,
    /// By point and lane, in the order of the points.
    pub points: Vec<PointReport>,
}

/// What one lane measured at one point.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PointReport {
    /// What the point changed: paths and values.
    pub set: Point,
    /// The lane's label.
    pub lane: String,
    /// Every number.
    pub measures: Vec<MeasureReport>,
}

/// One number over the seeds.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MeasureReport {
    /// A group of flows by name, or a channel such as `hop 0 forward`.
    pub source: String,
    /// What it is.
    pub metric: String,
    /// Start of the window.
    pub from_s: f64,
    /// End of the window.
    pub to_s: f64,
    /// Over the seeds.
    #[serde(flatten)]
    pub summary: Summary,
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
    fn an_axis_is_split_at_its_own_commas_only() {
        let axis = Axis::read("flows.main.active=[[0,1],[2,3]],[],\"a,b\",2Mbps").unwrap();
        assert_eq!(axis.values, [json!([[0, 1], [2, 3]]), json!([]), json!("a,b"), json!("2Mbps")]);
        assert!(Axis::read("rate").is_err() && Axis::read("=1").is_err() && Axis::read("rate=").is_err());
    }

    #[test]
    fn shards_are_disjoint_and_together_the_whole() {
        let shards: Vec<Shard> = (1..=3).map(|index| Shard::read(&format!("{index}/3")).unwrap()).collect();
        for place in 0..100 {
            assert_eq!(shards.iter().filter(|shard| shard.holds(place)).count(), 1);
            assert!(Shard::WHOLE.holds(place));
        }
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "-1/2"] {
            assert!(Shard::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_grid_is_every_combination() {
        let axes = [Axis::read("a=1,2").unwrap(), Axis::read("b=x,y,z").unwrap()];
        let points = grid(&axes).unwrap();
        assert_eq!(points.len(), 6);
        assert_eq!(Value::from(points[4].clone()), json!({ "a": 2, "b": "y" }));
        let wide = Axis { path: "a".to_owned(), values: vec![json!(0); 1000] };
        assert!(grid(&[wide.clone(), wide]).is_err());
        assert_eq!(grid(&[]).unwrap(), [Point::new()]);
    }

    #[test]
    fn the_outcome_does_not_depend_on_the_order_of_the_runs() {
        let points = grid(&[Axis::read("hops.0.loss.probability=0,0.02").unwrap()]).unwrap();
        let sweep = Sweep::new(&scenario(), points, 3).unwrap();
        let jobs: Vec<Job> = sweep.jobs().collect();
        assert_eq!((jobs.len(), sweep.seeds()), (2 * 3 * 2, &[7, 8, 9][..]));
        let mut runs: Vec<Run> = jobs.iter().map(|job| sweep.run(job).unwrap()).collect();
        assert!(jobs.iter().zip(&runs).all(|(job, run)| sweep.is_of(job, run)));
        let report = sweep.summarise(&runs);
        runs.reverse();
        assert_eq!(sweep.summarise(&runs), report);
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
}
