//! The runs of an experiment, and what is stored of them.
//!
//! The id of a run is a hash of its scenario (one lane, one seed, no title), so that experiments
//! share equal runs. A record names the engine that made it: those of another one are not taken.

use super::entry::{Experiment, Form, Variant, Window};
use super::evaluate::truth;
use super::expression::parse;
use super::keys::{batches, combinations, filled, window_of};
use super::metric::Source;
use super::series::{self, Probe};
use super::world::{Bound, Key, Plain};
use crate::lanes::{LanePlan, plan as lane_plans};
use crate::overrides::apply_all;
use crate::provenance::hash;
use crate::report::LaneReport;
use ackscope_engine::FINGERPRINT;
use ackscope_engine::setup::Setup;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{ScenarioError, apply_set, read_value};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Events between two looks whether a run may go on.
const SLICE: u64 = 50_000;

/// The recording options of a run whose series are measured: fine enough for the shortest RTT of
/// the papers.
const RECORDED: RecordOptions = RecordOptions {
    bins_per_series: 1 << 15,
    flows: 64,
    events_per_rule: 200_000,
    events: 1_000_000,
    checkpoint_bytes: 0,
};

/// A run to be done.
#[derive(Clone, Debug)]
pub struct Job {
    /// A hash of its scenario.
    pub id: String,
    /// Its only lane.
    lane: LanePlan,
    /// The probes of its series.
    pub probes: BTreeSet<Probe>,
    /// An upper bound of its cost: the packets that fully loaded links could carry.
    pub cost: f64,
}

/// The stored results of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The job's id.
    pub id: String,
    /// The fingerprint of the engine that made it.
    pub engine: String,
    pub report: LaneReport,
    /// The values of the probes, by the probe's text.
    pub probes: BTreeMap<String, f64>,
}

/// A run's place in an experiment.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The values of the axes, in their order.
    pub point: Vec<Key>,
    pub lane: String,
    /// The job's id.
    pub job: String,
}

/// All runs of an experiment in one form.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The place of each run, seeds innermost.
    pub slots: Vec<Slot>,
    /// Its runs.
    pub jobs: Vec<Job>,
}

impl Job {
    /// The job's lane.
    pub fn lane(&self) -> &LanePlan {
        &self.lane
    }

    /// The complete setup of the run.
    pub fn setup(&self) -> &Setup {
        &self.lane.setup
    }

    /// Whether `record` holds what this job would measure.
    pub fn is_done_by(&self, record: &Record) -> bool {
        record.id == self.id
            && self.probes.iter().all(|probe| record.probes.contains_key(&probe.to_string()))
            && record.report.flows.iter().all(|flow| flow.windows.len() == self.lane.setup.measure.len())
            && record.engine == FINGERPRINT
    }

    pub fn run(&self) -> Record {
        self.run_while(&|| true).unwrap_or_else(|| unreachable!("nobody stops it"))
    }

    /// Does the run as long as `goes_on` says so after every so many events; none if it stops.
    pub fn run_while(&self, goes_on: &dyn Fn() -> bool) -> Option<Record> {
        let options = if self.probes.is_empty() { RecordOptions::NOTHING } else { RECORDED };
        let mut simulation = self.lane.simulation(&options);
        while !simulation.advance(Time::NEVER, SLICE).done {
            if !goes_on() {
                return None;
            }
        }
        let probes = self.probes.iter();
        let probes = probes.map(|probe| (probe.to_string(), series::measure(probe, &simulation)));
        Some(Record {
            id: self.id.clone(),
            engine: FINGERPRINT.to_owned(),
            report: LaneReport::new(&self.lane.label, &self.lane.setup, &simulation.results()),
            probes: probes.filter(|(_, value)| value.is_finite()).collect(),
        })
    }

    /// Adds the probes and windows of another job for the same run.
    pub fn join(&mut self, other: &Job) {
        self.probes.extend(other.probes.iter().cloned());
        self.add_windows(&other.lane.setup.measure);
    }

    /// Measures the batches of a window as well. Windows do not change the run, so its id stays.
    fn with_batches(mut self, batches: &[Window]) -> Job {
        let time = |secs: f64| Time::from_secs(secs);
        let windows: Vec<(Time, Time)> = batches.iter().map(|batch| (time(batch.1), time(batch.2))).collect();
        self.add_windows(&windows);
        self
    }

    fn add_windows(&mut self, windows: &[(Time, Time)]) {
        let measured = &mut self.lane.setup.measure;
        for window in windows {
            if !measured.contains(window) {
                measured.push(*window);
            }
        }
    }
}

impl Plan {
    /// A hash of all runs and metrics. Numbers with another hash were measured under other
    /// settings.
    pub fn hash(&self, experiment: &Experiment, form: Form) -> String {
        let runs: Vec<Value> =
            self.slots.iter().map(|slot| serde_json::json!([slot.point, slot.lane, slot.job])).collect();
        let measured = experiment.metrics.iter().filter_map(|metric| match &metric.from {
            Source::Measure(measure) => Some(serde_json::json!([metric.id, metric.keys, measure])),
            Source::Formula(_) | Source::Published(_) => None,
        });
        let measured: Vec<Value> = measured.collect();
        let windows = experiment.windows(form);
        hash(
            serde_json::json!({ "runs": runs, "measured": measured, "windows": windows, "dimensions": experiment.dimensions }),
        )
    }
}

/// The runs of `experiment` in a form and a variant.
pub fn plan(experiment: &Experiment, form: Form, variant: Option<&Variant>) -> Result<Plan, ScenarioError> {
    let mut plan = Plan { slots: Vec::new(), jobs: Vec::new() };
    let Some(base) = experiment.scenario(form, variant)? else { return Ok(plan) };
    // Without repetitions, the intervals come from batches of the single run.
    let batches: Vec<Window> = match experiment.seeds(form) {
        1 => experiment.windows(form).iter().flat_map(batches).collect(),
        _ => Vec::new(),
    };
    for (point, set) in points(experiment, form) {
        let mut scenario = base.clone();
        apply_all(&mut scenario, &set)?;
        let labels = lane_labels(&scenario)?;
        for (place, label) in labels.iter().enumerate() {
            if !is_wanted(experiment, &point, label)? {
                continue;
            }
            let probes = probes(experiment, form, &point, label);
            let first = scenario.get("seed").and_then(Value::as_u64).unwrap_or(1);
            for seed in first..first + experiment.seeds(form) {
                let job = job(&scenario, place, seed, &probes)?.with_batches(&batches);
                plan.slots.push(Slot { point: point.clone(), lane: label.clone(), job: job.id.clone() });
                plan.jobs.push(job);
            }
        }
    }
    Ok(plan)
}

/// Every combination of the axes' points: their values, and everything they set.
fn points(experiment: &Experiment, form: Form) -> Vec<(Vec<Key>, Map<String, Value>)> {
    let mut all = vec![(Vec::new(), Map::new())];
    for axis in &experiment.axes {
        let with = |(keys, set): &(Vec<Key>, Map<String, Value>)| {
            let add = |point: &super::entry::Point| {
                let (mut keys, mut set) = (keys.clone(), set.clone());
                keys.push(point.value.clone());
                set.extend(point.set.clone());
                (keys, set)
            };
            experiment.points(axis, form).map(add).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    for (keys, set) in &mut all {
        let value = |name: &String| {
            experiment.axes.iter().position(|axis| axis.name == *name).map(|place| &keys[place])
        };
        for together in &experiment.together {
            if together.at.iter().all(|(name, key)| value(name) == Some(key)) {
                set.extend(together.set.clone());
            }
        }
    }
    all
}

fn lane_labels(scenario: &Value) -> Result<Vec<String>, ScenarioError> {
    Ok(ackscope_scenario::lanes(&read_value(scenario)?).into_iter().map(|lane| lane.label).collect())
}

fn is_wanted(experiment: &Experiment, point: &[Key], lane: &str) -> Result<bool, ScenarioError> {
    let Some(only) = &experiment.only else { return Ok(true) };
    let refuse = |what: String| ScenarioError::value("only", what, "an expression over axes and lanes");
    let expression = parse(only).map_err(|error| refuse(error.to_string()))?;
    let axes = experiment.axes.iter().map(|axis| axis.name.clone());
    let mut bound: Bound = axes.zip(point.iter().cloned()).collect();
    bound.push((experiment.lanes.clone(), Key::Text(lane.to_owned())));
    truth(&expression, &Plain, &mut bound).map_err(|trouble| refuse(trouble.to_string()))
}

/// The probes that the metrics need from the run at this point.
fn probes(experiment: &Experiment, form: Form, point: &[Key], lane: &str) -> BTreeSet<Probe> {
    let windows = experiment.windows(form);
    let mut probes = BTreeSet::new();
    for metric in &experiment.metrics {
        let Source::Measure(measure) = &metric.from else { continue };
        let (Some(series), Some(stat)) = (&measure.series, measure.stat) else { continue };
        for keys in combinations(experiment, form, &metric.keys) {
            let fits = metric.keys.iter().zip(&keys).all(|(name, key)| {
                let axis = experiment.axes.iter().position(|axis| axis.name == *name);
                match axis {
                    Some(place) => point[place] == *key,
                    None => *name != experiment.lanes || *key == Key::Text(lane.to_owned()),
                }
            });
            let window = window_of(measure, &metric.keys, &keys, windows);
            if let (true, Some(window)) = (fits, window) {
                let put = |word: &String| filled(word, &metric.keys, &keys);
                let of = measure.of.iter().map(put).collect();
                probes.insert(Probe { of, series: put(series), stat, from_s: window.1, to_s: window.2 });
            }
        }
    }
    probes
}

fn job(scenario: &Value, lane: usize, seed: u64, probes: &BTreeSet<Probe>) -> Result<Job, ScenarioError> {
    let mut alone = scenario.clone();
    apply_set(&mut alone, "seed", Value::from(seed))?;
    if let Some(entries) = alone.get_mut("compare").and_then(Value::as_array_mut)
        && let Some(mut entry) = entries.get(lane).cloned()
    {
        if let Some(changes) = entry.as_object_mut() {
            // The label of a lane does not change its run.
            changes.shift_remove("label");
        }
        *entries = vec![entry];
    }
    if let Some(object) = alone.as_object_mut() {
        object.shift_remove("title");
    }
    let lane = lane_plans(&read_value(&alone)?)?.remove(0);
    let cost = lane.cost(&RecordOptions::NOTHING).packets;
    Ok(Job { id: hash(alone), lane, probes: probes.clone(), cost })
}
