//! The runs an experiment needs, and what is kept of them.
//!
//! A run is known by the text of its scenario (one lane, one seed, no title), so that experiments
//! which need the same run share it, and by a fingerprint of how it begins, so that a run done by
//! another engine is not taken for its own.

use super::entry::{Experiment, Form, Variant, Window};
use super::evaluate::{Bound, Key, truth};
use super::expression::parse;
use super::metric::Source;
use super::numbers::{Plain, batches};
use super::series::{self, Probe};
use crate::lanes::{LanePlan, plan as lane_plans};
use crate::overrides::apply_all;
use crate::provenance::hash;
use crate::report::LaneReport;
use ackscope_engine::setup::Setup;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{ScenarioError, apply_set, read_value};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Events of the fingerprint: some milliseconds, and past the first losses of most scenarios.
const FINGERPRINT_EVENTS: u64 = 40_000;

/// What is recorded of a run whose series are asked for: fine enough for the shortest RTT of the
/// papers.
const RECORDED: RecordOptions = RecordOptions {
    bins_per_series: 1 << 15,
    flows: 64,
    events_per_rule: 200_000,
    events: 1_000_000,
    checkpoint_bytes: 0,
};

/// A run to do.
#[derive(Clone, Debug)]
pub struct Job {
    /// Names its scenario.
    pub id: String,
    /// Its only lane.
    lane: LanePlan,
    /// The series it is asked for.
    pub probes: BTreeSet<Probe>,
    /// Packets that loaded links could carry: what the run costs, at most.
    pub cost: f64,
}

/// What is kept of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The job's id.
    pub id: String,
    /// How the run began.
    pub begins: String,
    /// What was measured.
    pub report: LaneReport,
    /// The series, as numbers, by the probe's text.
    pub probes: BTreeMap<String, f64>,
}

/// A run's place in an experiment.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The values of the axes, in their order.
    pub point: Vec<Key>,
    /// The lane.
    pub lane: String,
    /// The job's id.
    pub job: String,
}

/// Everything an experiment needs in one form.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where its runs stand, seeds innermost.
    pub slots: Vec<Slot>,
    /// Its runs.
    pub jobs: Vec<Job>,
}

impl Job {
    /// Its lane.
    pub fn lane(&self) -> &LanePlan {
        &self.lane
    }

    /// Everything its run needs.
    pub fn setup(&self) -> &Setup {
        &self.lane.setup
    }

    /// How the run begins: cheap, and another engine begins otherwise.
    pub fn begins(&self) -> String {
        let mut run = self.lane.simulation(&RecordOptions::NOTHING);
        run.advance(Time::NEVER, FINGERPRINT_EVENTS);
        format!("{:016x}", run.results().engine.trace_hash)
    }

    /// Whether `record` is what this job would give.
    pub fn is_done_by(&self, record: &Record) -> bool {
        record.id == self.id
            && self.probes.iter().all(|probe| record.probes.contains_key(&probe.to_string()))
            && record.report.flows.iter().all(|flow| flow.windows.len() == self.lane.setup.measure.len())
            && record.begins == self.begins()
    }

    /// Runs it.
    pub fn run(&self) -> Record {
        let options = if self.probes.is_empty() { RecordOptions::NOTHING } else { RECORDED };
        let mut simulation = self.lane.simulation(&options);
        let results = simulation.run();
        let probes = self.probes.iter();
        let probes = probes.map(|probe| (probe.to_string(), series::measure(probe, &simulation)));
        Record {
            id: self.id.clone(),
            begins: self.begins(),
            report: LaneReport::new(&self.lane.label, &self.lane.setup, &results),
            probes: probes.filter(|(_, value)| value.is_finite()).collect(),
        }
    }

    /// Takes over what another job wants of the same run.
    pub fn join(&mut self, other: &Job) {
        self.probes.extend(other.probes.iter().cloned());
        self.add_windows(&other.lane.setup.measure);
    }

    /// Measures the parts of a window too. What is measured changes nothing in the run, and so not
    /// its id.
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
    /// Names everything that is run and what is measured of it: numbers of another plan are those
    /// of other settings.
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

/// What `experiment` needs in a form, under a variant's choices.
pub fn plan(experiment: &Experiment, form: Form, variant: Option<&Variant>) -> Result<Plan, ScenarioError> {
    let mut plan = Plan { slots: Vec::new(), jobs: Vec::new() };
    let Some(base) = experiment.scenario(form, variant)? else { return Ok(plan) };
    // What is run once gets its intervals from the parts of the run.
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

/// The series that metrics ask of the run at this point.
fn probes(experiment: &Experiment, form: Form, point: &[Key], lane: &str) -> BTreeSet<Probe> {
    let windows = experiment.windows(form);
    let mut probes = BTreeSet::new();
    for metric in &experiment.metrics {
        let Source::Measure(measure) = &metric.from else { continue };
        let (Some(series), Some(stat)) = (&measure.series, measure.stat) else { continue };
        for keys in super::numbers::combinations(experiment, form, &metric.keys) {
            let fits = metric.keys.iter().zip(&keys).all(|(name, key)| {
                let axis = experiment.axes.iter().position(|axis| axis.name == *name);
                match axis {
                    Some(place) => point[place] == *key,
                    None => *name != experiment.lanes || *key == Key::Text(lane.to_owned()),
                }
            });
            let window = super::numbers::window_of(measure, &metric.keys, &keys, windows);
            if let (true, Some(window)) = (fits, window) {
                let put = |word: &String| super::numbers::filled(word, &metric.keys, &keys);
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
            // A lane's name changes nothing.
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
