//! Lanes: one copy of the scenario per entry of `compare`, with the entry's algorithm and changes
//! applied.

use super::ecn::refusal;
use super::error::{ScenarioError, shorten};
use super::json_text::quoted;
use super::mechanisms::{needs_of, runs_over_rack, starts_with};
use super::models::Models;
use super::read::read_value;
use super::scripts::check_algorithm;
use super::set::apply_set;
use super::types::{CompareEntry, FlowKind, LaneChanges, RecoveryChoice, Scenario};
use ackscope_engine::cc::RecoverySupport;
use ackscope_engine::units::Quoted;
use serde_json::Value;
use std::borrow::Cow;

/// One run of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Its label, unique among the lanes.
    pub label: String,
    /// The algorithm of its compared flows; if none is compared, that of the first TCP flow that
    /// names one. Empty without TCP.
    pub algorithm: String,
}

/// The lanes of a scenario, at least one.
pub fn lanes(scenario: &Scenario) -> Vec<Lane> {
    let Some(entries) = scenario.compare.as_deref().filter(|entries| !entries.is_empty()) else {
        let algorithm = own_algorithm(scenario).unwrap_or_default().to_owned();
        let label = if algorithm.is_empty() { "run".to_owned() } else { algorithm.clone() };
        return vec![Lane { label, algorithm }];
    };
    let changes: Vec<Cow<LaneChanges>> = entries.iter().map(changes_of).collect();
    let short: Vec<String> = changes.iter().map(|changes| short_label(scenario, changes)).collect();
    let mut taken: Vec<String> = Vec::new();
    for (index, changes) in changes.iter().enumerate() {
        // If several lanes have the same short label, the changes of each lane are appended.
        let alone = short.iter().filter(|label| **label == short[index]).count() == 1;
        let mut label = short[index].clone();
        if changes.label.is_none() && !alone {
            label = [Some(label), settings(changes)].into_iter().flatten().collect::<Vec<_>>().join(", ");
        }
        let mut number = 2;
        let wanted = label.clone();
        while taken.contains(&label) {
            label = format!("{wanted} #{number}");
            number += 1;
        }
        taken.push(label);
    }
    let algorithm = |changes: &LaneChanges| algorithm_after(scenario, changes).unwrap_or_default();
    taken
        .into_iter()
        .zip(&changes)
        .map(|(label, changes)| Lane { label, algorithm: algorithm(changes) })
        .collect()
}

fn changes_of(entry: &CompareEntry) -> Cow<'_, LaneChanges> {
    match entry {
        CompareEntry::Id(id) => {
            Cow::Owned(LaneChanges { algorithm: Some(id.clone()), ..LaneChanges::default() })
        }
        CompareEntry::Changes(changes) => Cow::Borrowed(changes),
    }
}

fn short_label(scenario: &Scenario, changes: &LaneChanges) -> String {
    let fork = changes.set.as_ref().and_then(|set| label_of_fork(set.get("fork")?));
    if let Some(fork) = fork.filter(|_| changes.label.is_none()) {
        let before = changes.algorithm.as_deref().or_else(|| own_algorithm(scenario)).unwrap_or("run");
        return format!("{before} → {fork}");
    }
    let named = changes.label.clone().or_else(|| changes.algorithm.clone()).or_else(|| settings(changes));
    named.or_else(|| own_algorithm(scenario).map(str::to_owned)).unwrap_or_else(|| "run".to_owned())
}

/// The suffix of a forked lane's label, after the label of the lane before: `Westwood+ at 60s`.
fn label_of_fork(fork: &Value) -> Option<String> {
    let word = |value: &Value| value.as_str().map_or_else(|| quoted(value), str::to_owned);
    let fork = fork.as_object()?;
    let at = match fork.get("at")? {
        seconds @ Value::Number(_) => format!("{}s", quoted(seconds)),
        other => word(other),
    };
    let algorithm = fork.get("algorithm").and_then(Value::as_str).map(str::to_owned);
    let maps = ["parameters", "set"].into_iter().filter_map(|key| fork.get(key)?.as_object());
    let settings = maps.flatten().map(|(path, value)| format!("{path} = {}", word(value)));
    let what: Vec<String> = algorithm.into_iter().chain(settings).collect();
    let what = if what.is_empty() { "the same".to_owned() } else { what.join(", ") };
    Some(shorten(&format!("{what} at {at}")))
}

/// All parameters and overrides of a lane, as `name = value`.
fn settings(changes: &LaneChanges) -> Option<String> {
    let all = [&changes.parameters, &changes.set];
    let word = |value: &Value| value.as_str().map_or_else(|| quoted(value), str::to_owned);
    let mut text: Vec<String> = Vec::new();
    for (path, value) in all.into_iter().flatten().flatten() {
        text.push(shorten(&format!("{path} = {}", word(value))));
    }
    (!text.is_empty()).then(|| text.join(", "))
}

/// The algorithm of the compared flows, or of the first TCP flow that names one.
fn own_algorithm(scenario: &Scenario) -> Option<&str> {
    let tcp = || scenario.flows.iter().filter(|flow| flow.kind != Some(FlowKind::Cbr));
    let compared = tcp().find(|flow| flow.compared == Some(true));
    compared
        .or_else(|| tcp().find(|flow| flow.algorithm.is_some()))
        .and_then(|flow| flow.algorithm.as_deref())
}

/// The algorithm of a lane after its changes; its `set` may also name one.
fn algorithm_after(scenario: &Scenario, changes: &LaneChanges) -> Option<String> {
    let by_set = changes.set.as_ref().filter(|set| set.keys().any(|path| path.ends_with(".algorithm")));
    if by_set.is_some()
        && let Ok(changed) = changed(&Models::registered(), scenario, changes, "", &|error| error)
    {
        return own_algorithm(&changed).map(str::to_owned);
    }
    changes.algorithm.clone().or_else(|| own_algorithm(scenario).map(str::to_owned))
}

/// Like the scenario of one lane: its algorithm and its changes applied, nothing to compare.
///
/// # Errors
/// If there is no such lane, or if its changes cannot be applied.
pub fn lane_alone(scenario: &Scenario, lane: usize) -> Result<Scenario, ScenarioError> {
    lane_scenario(&Models::registered(), scenario, lane).map(Cow::into_owned)
}

/// The scenario of one lane, without `compare`.
pub(crate) fn lane_scenario<'a>(
    models: &Models,
    scenario: &'a Scenario,
    lane: usize,
) -> Result<Cow<'a, Scenario>, ScenarioError> {
    let entries = scenario.compare.as_deref().unwrap_or_default();
    if entries.is_empty() {
        if lane > 0 {
            return Err(ScenarioError::value("compare", format!("lane {lane}"), "lane 0, the only one"));
        }
        return Ok(Cow::Borrowed(scenario));
    }
    let Some(entry) = entries.get(lane) else {
        let allowed = format!("lanes 0 to {}", entries.len() - 1);
        return Err(ScenarioError::value("compare", format!("lane {lane}"), allowed));
    };
    let path = match entry {
        CompareEntry::Id(_) => format!("compare.{lane}"),
        CompareEntry::Changes(_) => format!("compare.{lane}.algorithm"),
    };
    let changes = changes_of(entry);
    if let Some(algorithm) = &changes.algorithm {
        check_algorithm(models, scenario, algorithm, &path)?;
        needs_compared(scenario, algorithm, &path)?;
    }
    let path = format!("compare.{lane}.set");
    changed(models, scenario, &changes, &path, &|error| in_lane(scenario, lane, error)).map(Cow::Owned)
}

/// Refuses `algorithm` at `path` if no flow would use it.
pub(crate) fn needs_compared(scenario: &Scenario, algorithm: &str, path: &str) -> Result<(), ScenarioError> {
    if scenario.flows.iter().any(|flow| flow.compared == Some(true)) {
        return Ok(());
    }
    let mut error =
        ScenarioError::value(path, Quoted(algorithm).to_string(), "a flow with \"compared\": true");
    error.message =
        format!("{}: no flow is marked \"compared\": true, so no flow can use {algorithm}.", error.path);
    Err(error)
}

/// The error with the lane's label in front, if the lane has overrides that may have caused it.
pub(crate) fn in_lane(scenario: &Scenario, lane: usize, error: ScenarioError) -> ScenarioError {
    match scenario.compare.as_deref().and_then(|entries| entries.get(lane)) {
        Some(CompareEntry::Changes(LaneChanges { set: Some(set), .. })) if !set.is_empty() => {
            error.prefixed(&format!("In lane {}, ", Quoted(&lanes(scenario)[lane].label)))
        }
        _ => error,
    }
}

/// The scenario with `changes`, without `compare`. `path` is that of the changes' `set`; `placed`
/// completes an error of what is set there.
pub(crate) fn changed(
    models: &Models,
    scenario: &Scenario,
    changes: &LaneChanges,
    path: &str,
    placed: &dyn Fn(ScenarioError) -> ScenarioError,
) -> Result<Scenario, ScenarioError> {
    let mut lane = scenario.clone();
    lane.compare = None;
    if let Some(algorithm) = &changes.algorithm {
        for flow in lane.flows.iter_mut().filter(|flow| flow.compared == Some(true)) {
            if flow.algorithm.as_ref() == Some(algorithm) {
                continue;
            }
            // Parameters belong to the algorithm they were written for, and an algorithm with its
            // own recovery brings it along. Neither may make the scenario of another lane invalid.
            flow.algorithm = Some(algorithm.clone());
            flow.parameters = None;
            let needs = needs_of(algorithm);
            if let Some(fixed) = models.fixed_recovery(algorithm) {
                let is_free = flow.recovery == Some(RecoveryChoice::Rack);
                if !(is_free && runs_over_rack(RecoverySupport::Fixed(fixed), needs)) {
                    flow.recovery = None;
                }
                flow.recovery_variant = None;
            }
            if needs.owns_cwnd {
                flow.reduction = None;
            }
            if flow.slow_start.is_some_and(|choice| !starts_with(choice, needs)) {
                (flow.slow_start, flow.careful_resume, flow.rapid_start) = (None, None, None);
            }
            if flow.ecn.is_some_and(|choice| refusal(needs.marks, choice).is_some()) {
                flow.ecn = None;
            }
        }
    }
    if let Some(parameters) = &changes.parameters {
        for flow in lane.flows.iter_mut().filter(|flow| flow.compared == Some(true)) {
            flow.parameters = Some(parameters.clone());
        }
    }
    let Some(set) = changes.set.as_ref().filter(|set| !set.is_empty()) else { return Ok(lane) };
    // A path may lead anywhere, so these changes are made in the scenario as JSON.
    let Ok(mut value) = serde_json::to_value(&lane) else { unreachable!("a scenario is always JSON") };
    for (target, setting) in set {
        if matches!(target.split('.').next(), Some("version" | "compare")) {
            let allowed = "a path into the scenario of this lane, such as hops.0.queue.capacity";
            return Err(ScenarioError::value(path, Quoted(target).to_string(), allowed));
        }
        apply_set(&mut value, target, setting.clone()).map_err(|mut error| {
            error.path = format!("{path}.{target}");
            error.prefixed(&format!("{path}: "))
        })?;
    }
    read_value(&value).map_err(placed)
}
