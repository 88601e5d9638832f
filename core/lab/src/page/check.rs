//! Is this scenario valid, and what will it cost?

use crate::lanes::{LanePlan, plan_with};
use ackscope_engine::sim::Cost;
use ackscope_engine::trace::RecordOptions;
use ackscope_scenario::{Compiler, Programs, Scenario, ScenarioError, read, warnings};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// What a scenario amounts to, or why it was refused.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Check {
    /// It can be run.
    Passed(Passed),
    /// It can't.
    Failed {
        /// Always false.
        ok: bool,
        /// Where, what was found, what is allowed.
        error: ScenarioError,
    },
}

/// What a valid scenario amounts to.
#[derive(Clone, Debug, Serialize)]
pub struct Passed {
    /// Always true.
    pub ok: bool,
    /// Its lanes.
    pub lanes: Vec<LaneName>,
    /// The scenario as it was read: a value, because the lanes need that way of writing it already,
    /// and a page loads each way.
    pub scenario: Value,
    /// Simulated seconds of a lane.
    pub duration_s: f64,
    /// What a run will cost.
    pub estimate: Estimate,
    /// What is odd about it but not wrong.
    pub warnings: Vec<String>,
}

/// A lane by name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LaneName {
    /// What it is called.
    pub label: String,
    /// The algorithm of its compared flows.
    pub algorithm: String,
}

/// What a run will cost, all lanes together; upper bounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Estimate {
    /// Packets that arrive at channels, ACKs among them, and what takes as long.
    pub segments: f64,
    /// Bytes that are in use at once.
    pub memory_bytes: f64,
}

/// Reads a scenario and says what it amounts to.
pub fn check(text: &str) -> Check {
    check_with(text, &Compiler)
}

/// The same with `programs` for its scripts.
pub fn check_with(text: &str, programs: &dyn Programs) -> Check {
    let passed = read(text).and_then(|scenario| {
        let plans = plan_with(&scenario, programs)?;
        let duration_s = plans.first().map_or(0.0, |plan| plan.setup.duration.secs());
        let costs = plans.iter().map(|plan| plan.cost(&RecordOptions::PAGE));
        let Cost { packets, bytes } = costs.fold(Cost::default(), Cost::plus);
        let estimate = Estimate { segments: packets, memory_bytes: bytes };
        let lanes = plans.into_iter().map(|plan| LaneName { label: plan.label, algorithm: plan.algorithm });
        let lanes = lanes.collect();
        let warnings = warnings(&scenario);
        let Ok(scenario) = serde_json::to_value(&scenario) else { unreachable!("a scenario is always JSON") };
        Ok(Passed { ok: true, lanes, scenario, duration_s, estimate, warnings })
    });
    match passed {
        Ok(passed) => Check::Passed(passed),
        Err(error) => Check::Failed { ok: false, error },
    }
}

/// The lane number `lane` of a scenario, ready to run.
pub fn lane(text: &str, lane: usize) -> Result<LanePlan, ScenarioError> {
    lane_of(&read(text)?, lane, &Compiler)
}

/// The same of a scenario that has been read.
pub(super) fn lane_of(
    scenario: &Scenario,
    lane: usize,
    programs: &dyn Programs,
) -> Result<LanePlan, ScenarioError> {
    let mut plans = plan_with(scenario, programs)?;
    if lane >= plans.len() {
        let allowed = format!("0 to {}", plans.len() - 1);
        return Err(ScenarioError::value("compare", format!("lane {lane}"), allowed));
    }
    Ok(plans.swap_remove(lane))
}
