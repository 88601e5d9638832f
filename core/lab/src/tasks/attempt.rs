//! Tries a rule on every path of a task.

use super::measure::{Lane, value};
use super::{Task, TaskPath};
use crate::lanes::{LanePlan, plan};
use crate::overrides::{apply_all, with_seed};
use crate::page::{ExpressionReport, Measured, evaluate};
use crate::provenance::Provenance;
use crate::report::LaneReport;
use crate::score::built_in;
use ackscope_engine::sim::Ceiling;
use ackscope_engine::trace::RecordOptions;
use ackscope_scenario::ScenarioError;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Bytes of a run: each processor grades a hand-in at the same time.
const MAX_BYTES: usize = 200_000_000;
/// What a run of a task may take.
const CEILING: Ceiling = Ceiling { bytes: MAX_BYTES, ..Ceiling::PAGE };

/// What is tried: a task's paths with the conditions compiled.
#[derive(Debug)]
pub struct Plan<'a> {
    task: &'a Task,
    /// The scenario that all paths change.
    base: Value,
    conditions: Vec<ExpressionReport>,
    paths: Vec<TaskPath>,
}

/// The finished lanes of the algorithms that a task compares with, by path and seed.
#[derive(Debug)]
pub struct Reference(Vec<Vec<Vec<Lane>>>);

/// A rule's results.
#[derive(Clone, Debug, Serialize)]
pub struct Attempt {
    pub paths: Vec<PathResult>,
    /// A hash of everything that was measured: rules with the same one sent the same packets.
    #[serde(skip)]
    pub packets: String,
    /// The trace hash of the first run.
    pub trace_hash: String,
}

/// A rule on one path, with the seed for which the fewest conditions hold.
#[derive(Clone, Debug, Serialize)]
pub struct PathResult {
    /// The path's name.
    pub path: String,
    /// Whether all conditions hold with all seeds.
    pub passed: bool,
    /// Which conditions hold with the worst seed.
    pub holds: Vec<bool>,
    /// The measures of the conditions with the worst seed, in the order of [`Plan::columns`]; null where
    /// undefined.
    pub values: Vec<Option<f64>>,
    pub worst_seed: u64,
    /// The conditions that have no value with some seed, each once; they do not hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_value: Vec<WithoutValue>,
}

/// A condition that has no value with a seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WithoutValue {
    /// Its number in the task, from 0.
    pub condition: usize,
    pub seed: u64,
    /// Why: what it divides by is zero, or what it reads is not defined there.
    pub reason: String,
}

/// Why a condition decides nothing.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{path}: {condition}: {reason}")]
pub struct ConditionFault {
    path: String,
    condition: String,
    reason: String,
}

/// What came of a rule.
#[derive(Debug)]
pub enum Tried {
    /// It ran on all paths.
    Done(Attempt),
    /// It cannot run, for this reason.
    Refused(String),
    /// The caller did not let it run to the end.
    Stopped,
}

impl<'a> Plan<'a> {
    /// The task with further paths. Every path has at least so many seeds.
    ///
    /// # Errors
    /// A mistake in the task.
    pub fn new(task: &'a Task, further: &[TaskPath], seeds: u64) -> Result<Plan<'a>, ScenarioError> {
        task.check()?;
        let mut paths = task.paths.clone();
        if paths.is_empty() {
            paths.push(TaskPath { name: "as given".to_owned(), set: Default::default(), seeds: 1 });
        }
        paths.extend_from_slice(further);
        paths.iter_mut().for_each(|path| path.seeds = path.seeds.max(seeds));
        let own = Plan { task, base: task.base()?, conditions: task.compiled()?, paths };
        let known =
            |measured: &&Measured| measured.lane != task.lane && !task.references.contains(&measured.lane);
        if let Some(measured) = own.columns().into_iter().find(known) {
            let allowed = format!("{} or one of the references", task.lane);
            return Err(ScenarioError::value("conditions", format!("the lane {}", measured.lane), allowed));
        }
        Ok(own)
    }

    /// The scenario of one algorithm's lane on a path, without a script.
    fn scenario(&self, path: &TaskPath, variant: Option<u16>) -> Result<Value, ScenarioError> {
        let mut scenario = self.base.clone();
        if let Some(variant) = variant {
            apply_all(&mut scenario, &self.task.vary.of(variant))?;
        }
        apply_all(&mut scenario, &path.set)?;
        Ok(scenario)
    }

    /// The paths in their order.
    pub fn paths(&self) -> impl Iterator<Item = &TaskPath> {
        self.paths.iter()
    }

    /// The measures of all conditions, each once.
    pub fn columns(&self) -> Vec<&Measured> {
        let mut columns: Vec<&Measured> = Vec::new();
        for measured in self.conditions.iter().flat_map(|condition| &condition.measured) {
            if !columns.contains(&measured) {
                columns.push(measured);
            }
        }
        columns
    }

    /// The text of a condition.
    ///
    /// # Panics
    /// If there are fewer conditions.
    pub fn condition(&self, at: usize) -> &str {
        &self.task.conditions[at]
    }

    /// The measures of the references.
    pub fn reference_columns(&self) -> Vec<&Measured> {
        self.columns().into_iter().filter(|measured| measured.lane != self.task.lane).collect()
    }

    /// These measures on the first path; null where undefined.
    pub fn reference_values(&self, references: &Reference) -> Vec<Option<f64>> {
        let first = references.0.first().and_then(|path| path.first());
        let lanes: Vec<&Lane> = first.into_iter().flatten().collect();
        let number = |measured: &Measured| value(&lanes, measured).ok().filter(|number| number.is_finite());
        self.reference_columns().into_iter().map(number).collect()
    }

    /// Runs the algorithms that the conditions compare with; none if they were stopped. `goes_on` is asked
    /// again and again whether they may run on.
    ///
    /// # Errors
    /// A mistake in the task, or a run that does not end.
    pub fn references(
        &self,
        variant: Option<u16>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Reference>, ScenarioError> {
        let mut lanes = |path: &TaskPath, seed: u64| -> Result<Option<Vec<Lane>>, ScenarioError> {
            let mut scenario = self.scenario(path, variant)?;
            let own = &self.task.references;
            // Without references a known algorithm shows whether the path itself has a mistake.
            scenario["compare"] = if own.is_empty() { json!([built_in()[0]]) } else { json!(own) };
            let scenario = with_seed(&scenario, first_seed(&scenario).saturating_add(seed))?;
            let provenance = Provenance::of(&scenario);
            if own.is_empty() {
                // A seed makes no path invalid.
                return if seed == 0 {
                    plan(&scenario).map(|_| Some(Vec::new()))
                } else {
                    Ok(Some(Vec::new()))
                };
            }
            let plans = plan(&scenario)?;
            let mut run = |lane: &LanePlan| run_of(lane, provenance.clone(), goes_on);
            let lanes: Option<Vec<Lane>> = plans.iter().map(&mut run).collect();
            let stopped = |lane: &Lane| lane.report.engine.stopped.clone();
            match lanes.iter().flatten().find_map(stopped) {
                Some(reason) => Err(ScenarioError::value(
                    "paths",
                    format!("the path {}: {reason}", path.name),
                    "a path on which the references run to the end",
                )),
                None => Ok(lanes),
            }
        };
        let mut all = Vec::new();
        for path in &self.paths {
            let mut seeds = Vec::new();
            for seed in 0..path.seeds {
                let of_path = |error: ScenarioError| match error.path.as_str() {
                    "paths" => error,
                    _ => error.of(&format!("the path {}", path.name)),
                };
                let Some(finished) = lanes(path, seed).map_err(of_path)? else { return Ok(None) };
                seeds.push(finished);
            }
            all.push(seeds);
        }
        Ok(Some(Reference(all)))
    }

    /// Tries a rule. `goes_on` is asked again and again whether it may run on.
    ///
    /// # Errors
    /// A condition that decides nothing, with any rule.
    pub fn attempt(
        &self,
        script: &str,
        variant: Option<u16>,
        references: &Reference,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Tried, ConditionFault> {
        let mut attempt = Attempt { paths: Vec::new(), packets: String::new(), trace_hash: String::new() };
        let mut packets = Sha256::new();
        for (path, references) in self.paths.iter().zip(&references.0) {
            let mut worst: Option<PathResult> = None;
            let mut without_value: Vec<WithoutValue> = Vec::new();
            for (seed, references) in references.iter().enumerate() {
                let (lane, seed) = match self.run(script, path, variant, seed as u64, goes_on) {
                    Err(error) => return Ok(Tried::Refused(error.to_string())),
                    Ok((None, _)) => return Ok(Tried::Stopped),
                    Ok((Some(lane), seed)) => (lane, seed),
                };
                if let Some(reason) = &lane.report.engine.stopped {
                    return Ok(Tried::Refused(format!("{}: {reason}", path.name)));
                }
                packets.update(measured_by(&lane.report));
                if attempt.trace_hash.is_empty() {
                    attempt.trace_hash.clone_from(&lane.report.engine.trace_hash);
                }
                let lanes: Vec<&Lane> = references.iter().chain([&lane]).collect();
                let mut result = self.judged(path, &lanes, seed)?;
                for one in result.without_value.drain(..) {
                    if without_value.iter().all(|known| known.condition != one.condition) {
                        without_value.push(one);
                    }
                }
                let held = |result: &PathResult| result.holds.iter().filter(|&&holds| holds).count();
                let is_worse = worst.as_ref().is_none_or(|before| held(&result) < held(before));
                if is_worse {
                    worst = Some(result);
                }
            }
            attempt.paths.extend(worst.map(|worst| PathResult { without_value, ..worst }));
        }
        attempt.packets = packets.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Tried::Done(attempt))
    }

    /// One run of a rule; no lane if it was stopped.
    fn run(
        &self,
        script: &str,
        path: &TaskPath,
        variant: Option<u16>,
        seed: u64,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<(Option<Lane>, u64), ScenarioError> {
        let mut scenario = self.scenario(path, variant)?;
        scenario["scripts"] = json!({ &self.task.lane: script });
        let seed = first_seed(&scenario).saturating_add(seed);
        let scenario = with_seed(&scenario, seed)?;
        let provenance = Provenance::of(&scenario);
        let lane = plan(&scenario)?.remove(0);
        Ok((run_of(&lane, provenance, goes_on), seed))
    }

    fn judged(&self, path: &TaskPath, lanes: &[&Lane], seed: u64) -> Result<PathResult, ConditionFault> {
        let mut without_value = Vec::new();
        let holds = self.conditions.iter().zip(&self.task.conditions).enumerate().map(|(at, it)| {
            let (condition, text) = it;
            let fault =
                |reason: String| ConditionFault { path: path.name.clone(), condition: text.clone(), reason };
            let inputs: Result<Vec<f64>, String> =
                condition.measured.iter().map(|measured| value(lanes, measured)).collect();
            let inputs = inputs.map_err(fault)?;
            let values = evaluate(&condition.program, &inputs, 1).map_err(|error| fault(error.message))?;
            // What divides by zero, as a share of nothing, does not hold.
            let by_zero = values.get(1).is_none_or(|by_zero| !by_zero.is_nan());
            let holds = !by_zero && values[0] == 1.0;
            let undefined = inputs.iter().zip(&condition.measured).find(|(input, _)| input.is_nan());
            let reason = match undefined {
                _ if holds => None,
                Some((_, measured)) => Some(format!("{} is not defined there", measured.text())),
                None => by_zero.then(|| "it divides by zero there".to_owned()),
            };
            without_value.extend(reason.map(|reason| WithoutValue { condition: at, seed, reason }));
            Ok(holds)
        });
        let holds = holds.collect::<Result<Vec<bool>, ConditionFault>>()?;
        let number = |measured: &&Measured| value(lanes, measured).ok().filter(|number| number.is_finite());
        Ok(PathResult {
            path: path.name.clone(),
            passed: holds.iter().all(|&holds| holds),
            values: self.columns().iter().map(number).collect(),
            holds,
            worst_seed: seed,
            without_value,
        })
    }
}

/// A run of a task.
fn run_of(lane: &LanePlan, provenance: Provenance, goes_on: &mut dyn FnMut() -> bool) -> Option<Lane> {
    Lane::run(lane, provenance, &RecordOptions::NOTHING, CEILING, goes_on)
}

fn first_seed(scenario: &Value) -> u64 {
    scenario.get("seed").and_then(Value::as_u64).unwrap_or(1)
}

/// Everything that was measured. The trace hash is not in it: it counts decisions, too, which two rules may
/// make in other words.
fn measured_by(report: &LaneReport) -> String {
    crate::json::write_json(&(&report.flows, &report.hops, report.engine.packet_hops))
}
