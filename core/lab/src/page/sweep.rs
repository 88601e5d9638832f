//! A sweep for callers that run its jobs elsewhere and in any order: the plan and the results.

use crate::report::LaneReport;
use crate::score::{self, ScoreReport, ScoreRequest};
use crate::sweep::{Cell, Job, Point, PointReport, Sweep, SweepLane, SweepReport, SweepSpec, shorten};
use ackscope_scenario::{ScenarioError, read_json};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The maximum number of points of a sweep in a page, which plans all of them in one step.
pub const MAX_PAGE_POINTS: usize = 10_000;
/// The maximum number of runs of a sweep in a page.
pub const MAX_PAGE_RUNS: usize = 100_000;
/// The maximum size of the scenarios of all points as text, in bytes.
pub const MAX_PAGE_PLAN_BYTES: usize = 1 << 26;

/// What a sweep amounts to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SweepPlan {
    pub points: Vec<PlannedPoint>,
    /// The seeds of each point.
    pub seeds: Vec<u64>,
    /// Whether the costs are those that trial runs show. If not, they are bounds, and so low that no
    /// question is needed.
    pub is_tried: bool,
    /// Every run there is to do, in the order in which it is best done.
    pub jobs: Vec<Job>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlannedPoint {
    /// What it changes: paths and values.
    pub set: Point,
    /// The scenario there.
    pub scenario: Value,
    pub lanes: Vec<SweepLane>,
}

/// A running sweep.
#[derive(Clone, Debug)]
pub struct SweepRun {
    sweep: Sweep,
    jobs: Vec<Job>,
    cells: BTreeMap<(usize, usize), Cell>,
}

fn unreadable(what: &str, error: &serde_json::Error) -> ScenarioError {
    ScenarioError::value("", error.to_string(), what)
}

/// Refuses a count above the page's limit. The command line has higher limits:
/// [`crate::sweep::MAX_POINTS`], [`crate::sweep::MAX_RUNS`].
fn bounded(count: usize, most: usize, what: &str) -> Result<(), ScenarioError> {
    match count > most {
        true => Err(ScenarioError::value(
            "",
            format!("{count} {what}"),
            format!("at most {most} {what} in a page"),
        )
        .of("the sweep")),
        false => Ok(()),
    }
}

/// The sweep for a report card; `request` is a [`ScoreRequest`] as JSON.
///
/// # Errors
/// If the request is invalid. The names in it are checked when the sweep is planned.
pub fn score_spec(request: &str) -> Result<SweepSpec, ScenarioError> {
    let request: ScoreRequest = serde_json::from_value(read_json(request)?)
        .map_err(|error| unreadable("algorithms, scripts and seeds", &error))?;
    Ok(score::spec(&request))
}

impl SweepRun {
    /// Reads a [`SweepSpec`]. Every point is checked before anything runs.
    pub fn new(spec: &str) -> Result<SweepRun, ScenarioError> {
        let spec: SweepSpec = serde_json::from_value(read_json(spec)?)
            .map_err(|error| unreadable("a scenario, axes or points, and seeds", &error))?;
        let points = spec.count()?;
        bounded(points, MAX_PAGE_POINTS, "points")?;
        // This limit is checked before any point is compiled, since each point has at least one
        // lane.
        bounded(
            points.saturating_mul(usize::try_from(spec.seeds).unwrap_or(usize::MAX)),
            MAX_PAGE_RUNS,
            "runs",
        )?;
        let text = spec.scenario.to_string().len();
        bounded(points.saturating_mul(text), MAX_PAGE_PLAN_BYTES, "bytes of scenarios")?;
        let sweep = spec.sweep()?;
        bounded(sweep.runs(), MAX_PAGE_RUNS, "runs")?;
        let jobs = sweep.jobs().collect();
        Ok(SweepRun { sweep, jobs, cells: BTreeMap::new() })
    }

    pub fn plan(&self) -> SweepPlan {
        let points = self.sweep.points().iter().zip(self.sweep.scenarios()).zip(self.sweep.lanes());
        let point = |((set, scenario), lanes): ((&Point, &Value), &Vec<SweepLane>)| PlannedPoint {
            set: set.clone(),
            scenario: scenario.clone(),
            lanes: lanes.clone(),
        };
        SweepPlan {
            points: points.map(point).collect(),
            seeds: self.sweep.seeds().to_vec(),
            is_tried: self.sweep.is_tried(),
            jobs: self.jobs.clone(),
        }
    }

    /// Adds the report of job number `place`, as JSON.
    pub fn add(&mut self, place: usize, report: &str) -> Result<(), ScenarioError> {
        let report: LaneReport = serde_json::from_value(read_json(report)?)
            .map_err(|error| unreadable("the report of a lane", &error))?;
        let job = self.job(place)?;
        self.cells.entry((job.point, job.lane)).or_default().add(job.seed, &report, &[]);
        Ok(())
    }

    /// The results of the lane and the point of job number `place` so far.
    pub fn point(&self, place: usize) -> Result<PointReport, ScenarioError> {
        let job = self.job(place)?;
        let none = Cell::default();
        let cell = self.cells.get(&(job.point, job.lane)).unwrap_or(&none);
        Ok(self.sweep.point_report(job.point, job.lane, cell))
    }

    fn job(&self, place: usize) -> Result<Job, ScenarioError> {
        self.jobs.get(place).copied().ok_or_else(|| {
            ScenarioError::value("", format!("job {place}"), format!("below {}", self.jobs.len()))
        })
    }

    /// The report card so far; the sweep must be one of [`score_spec`].
    ///
    /// # Errors
    /// If it is another sweep.
    pub fn score(&self) -> Result<ScoreReport, ScenarioError> {
        let mut paths = score::points();
        paths.iter_mut().for_each(|point| drop(shorten(point)));
        if self.sweep.points() != paths {
            return Err(ScenarioError::value("", "another sweep", "the standard paths"));
        }
        Ok(score::report(&self.sweep, &self.cells))
    }

    /// The results so far; equal to `ackscope sweep --json` once all jobs are done.
    pub fn report(&self) -> SweepReport {
        self.sweep.report(&self.cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use crate::overrides::with_seed;
    use crate::sweep::Run;
    use ackscope_engine::trace::RecordOptions;
    use serde_json::json;

    #[test]
    fn runs_done_elsewhere_make_the_same_report_as_the_sweep_itself() {
        let spec = json!({ "seeds": 3, "axes": ["hops.0.loss.probability=0,0.02"],
            "scenario": { "version": 1, "seed": 7, "duration": 10,
                "hops": [{ "rate": "2Mbps", "delay": "10ms", "loss": { "kind": "bernoulli" } }],
                "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "50ms", "compared": true }],
                "compare": ["newreno", "westwood+"] } });
        let mut sweep = SweepRun::new(&spec.to_string()).unwrap();
        let there = sweep.plan();
        for (place, job) in there.jobs.iter().enumerate().rev() {
            let scenario = with_seed(&there.points[job.point].scenario, job.seed).unwrap();
            let report = plan(&scenario).unwrap()[job.lane].measure();
            let before = sweep.point(place).unwrap().runs;
            sweep.add(place, &serde_json::to_string(&report).unwrap()).unwrap();
            let added = sweep.point(place).unwrap();
            assert_eq!(added.lane, there.points[job.point].lanes[job.lane].label);
            assert_eq!(added.runs, before + 1);
        }
        let own: Vec<Run> = there.jobs.iter().map(|job| sweep.sweep.run(job).unwrap()).collect();
        assert_eq!(sweep.report(), sweep.sweep.report(&sweep.sweep.cells(&own, &[])));
        assert!(sweep.add(99, "{}").is_err() && sweep.point(99).is_err());
    }

    #[test]
    fn a_report_card_is_a_sweep_of_its_own_kind() {
        let spec = score_spec(r#"{ "algorithms": ["newreno"], "seeds": 1 }"#).unwrap();
        let mut sweep = SweepRun::new(&serde_json::to_string(&spec).unwrap()).unwrap();
        let there = sweep.plan();
        let job = there.jobs[1];
        let scenario = with_seed(&there.points[job.point].scenario, job.seed).unwrap();
        let report = plan(&scenario).unwrap()[job.lane].measure();
        sweep.add(1, &serde_json::to_string(&report).unwrap()).unwrap();
        let card = sweep.score().unwrap();
        let goodput = card.algorithms[0].cells[1].unwrap().goodput_bps.mean;
        assert_eq!(goodput, Some(report.groups[0].windows[1].total_goodput_bps));
        assert_eq!(card.algorithms[0].cells.iter().flatten().count(), 1);
        let other = json!({ "scenario": there.points[0].scenario });
        assert!(SweepRun::new(&other.to_string()).unwrap().score().is_err());
        assert!(score_spec(r#"{ "algorithm": [] }"#).is_err());
    }

    fn plan_of(queues: &str, rate: &str) -> SweepPlan {
        let spec = json!({ "axes": [format!("hops.0.queue.capacity={queues}")],
            "scenario": { "version": 1, "duration": 1, "hops": [{ "rate": rate, "delay": "10ms" }],
                "flows": [{ "algorithm": "newreno" }] } });
        SweepRun::new(&spec.to_string()).unwrap().plan()
    }

    /// A page starts many runs at once, so it must know the memory of each.
    #[test]
    fn the_plan_says_what_a_run_takes() {
        let plan = plan_of("10,20000", "100Mbps");
        assert!(!plan.is_tried);
        let [small, large] = [0, 1].map(|point: usize| {
            let scenario = with_seed(&plan.points[point].scenario, 1).unwrap();
            let bound = crate::lanes::plan(&scenario).unwrap()[0].cost(&RecordOptions::NOTHING).bytes;
            assert_eq!(plan.points[point].lanes[0].memory_bytes, bound);
            bound
        });
        assert!(large > 2.0 * small, "{small} {large}");
    }

    /// The first point alone does not tell: a later one may be larger.
    #[test]
    fn one_point_with_a_high_bound_makes_trials_of_all() {
        let [plain, large] = ["10,20", "10,1000000"].map(|queues| plan_of(queues, "1Gbps"));
        assert!(!plain.is_tried && large.is_tried);
        let [small, tried] = [&plain, &large].map(|plan| &plan.points[0].lanes[0]);
        assert!(tried.cost < small.cost && tried.memory_bytes < small.memory_bytes);
        assert!(large.points[1].lanes[0].memory_bytes < 2e8);
    }

    #[test]
    fn what_cannot_be_swept_is_refused_by_its_name() {
        let spec = |more: Value| {
            let mut spec = json!({ "scenario": { "version": 1, "duration": 10,
                "hops": [{ "rate": "2Mbps", "delay": "10ms" }], "flows": [{ "algorithm": "newreno" }] } });
            spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            SweepRun::new(&spec.to_string()).map(|_| ()).unwrap_err().message
        };
        assert!(spec(json!({ "axes": ["hops.0.rat=1,2"] })).contains("rate"));
        assert!(spec(json!({ "axes": ["hops.0.rate"] })).contains("PATH=VALUE"));
        assert!(spec(json!({ "seed": 3 })).contains("seed"));
    }

    /// The size of a sweep is computed from the axes alone: a sweep that is too large for a page is
    /// refused before any point is compiled, even if the points are invalid.
    #[test]
    fn what_is_too_much_for_a_page_is_refused_before_a_point_is_compiled() {
        let refused = |more: Value| {
            let mut spec = json!({ "scenario": { "no": "scenario" } });
            spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            SweepRun::new(&spec.to_string()).unwrap_err().message
        };
        let seeds = "seed=1..100000:100000:whole";
        assert!(refused(json!({ "axes": [seeds], "seeds": 50 })).contains("100000 points"));
        assert!(
            refused(json!({ "axes": ["seed=1..10000:10000:whole"], "seeds": 50 })).contains("500000 runs")
        );
        let twice = format!("{seeds},1..100000:100000:whole");
        assert!(refused(json!({ "axes": [twice] })).contains("at most 100000 of an axis"));
        let long = json!({ "title": "x".repeat(1 << 20) });
        let bytes = refused(json!({ "scenario": long, "axes": ["seed=1..1000:1000:whole"] }));
        assert!(bytes.contains("at most 67108864 bytes"), "{bytes}");
        assert!(
            refused(json!({ "axes": ["duration=1,2"] })).contains("no"),
            "what is not too much is compiled"
        );
    }
}
