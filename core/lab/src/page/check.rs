//! Checks a scenario and estimates its cost.

use crate::lanes::{LanePlan, each_with, one_with};
use crate::trials::{self, Trials};
use ackscope_engine::sim::Cost;
use ackscope_engine::trace::RecordOptions;
use ackscope_scenario::{Compiler, Programs, ScenarioError, lanes, read, warnings};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// The result of a check.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Check {
    /// It can be run.
    Passed(Passed),
    /// It cannot be run.
    Failed {
        /// Always false.
        ok: bool,
        /// The place, the found text, the allowed values.
        error: ScenarioError,
    },
}

/// The facts of a valid scenario.
#[derive(Clone, Debug, Serialize)]
pub struct Passed {
    /// Always true.
    pub ok: bool,
    pub lanes: Vec<LaneName>,
    /// The scenario as it was read. It is a JSON value, because compiling the lanes uses that
    /// conversion already and each further serialiser would add to the page's download.
    pub scenario: Value,
    /// Simulated seconds per lane.
    pub duration_s: f64,
    /// What a run will cost.
    pub estimate: Estimate,
    /// Unusual settings that are not errors.
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LaneName {
    /// What it is called.
    pub label: String,
    /// The algorithm of its compared flows.
    pub algorithm: String,
}

/// What a run will cost, all lanes together: an upper bound, or what trial runs show if the bound is
/// high.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Estimate {
    /// Packets that arrive at channels, ACKs among them, and what takes as long.
    pub segments: f64,
    /// Bytes that are in use at once.
    pub memory_bytes: f64,
    /// Whether trial runs are needed, or were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial: Option<Trial>,
}

/// Trial runs, which tell more than a high bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Trial {
    /// The bound is so high that only they tell whether the run is long.
    Needed,
    /// The numbers are theirs.
    Made,
}

impl Estimate {
    fn of(cost: Cost, trial: Option<Trial>) -> Estimate {
        Estimate { segments: cost.packets, memory_bytes: cost.bytes, trial }
    }
}

/// Paths (and what is below them) whose values change the packets of a run by little. `*` is any key.
/// A page may begin such a run while the check still goes on; the ceiling holds as in every run.
pub const ABOUT_AS_LONG: [&str; 4] = ["hops.*.queue", "hops.*.loss", "flows.*.rtt", "flows.*.delayed_ack"];

/// What a run will cost by trial runs of its lanes.
///
/// # Errors
/// If the scenario is invalid.
pub fn estimate(text: &str) -> Result<Estimate, ScenarioError> {
    let scenario = read(text)?;
    let compiler = Compiler::default();
    let mut trials = Trials::of(lanes(&scenario).len());
    let mut cost = Cost::default();
    for plan in each_with(&scenario, &compiler)? {
        let (plan, page) = (plan?, RecordOptions::PAGE);
        let tried: Result<Cost, ScenarioError> =
            trials.next(plan.cost(&page), |events| Ok(plan.estimate(&page, events)));
        cost = cost.plus(tried?);
    }
    Ok(Estimate::of(cost, Some(Trial::Made)))
}

/// Reads and checks a scenario.
pub fn check(text: &str) -> Check {
    check_with(text, &Compiler::default())
}

/// Like [`check`], with `programs` for the scripts.
pub fn check_with(text: &str, programs: &dyn Programs) -> Check {
    let passed = read(text).and_then(|scenario| {
        let (mut lanes, mut cost, mut duration_s) = (Vec::new(), Cost::default(), 0.0);
        for plan in each_with(&scenario, programs)? {
            let plan = plan?;
            if lanes.is_empty() {
                duration_s = plan.setup.duration.secs();
            }
            cost = cost.plus(plan.cost(&RecordOptions::PAGE));
            lanes.push(LaneName { label: plan.label, algorithm: plan.algorithm });
        }
        let estimate = Estimate::of(cost, trials::are_needed(cost).then_some(Trial::Needed));
        let warnings = warnings(&scenario);
        let Ok(scenario) = serde_json::to_value(&scenario) else { unreachable!("a scenario is always JSON") };
        Ok(Passed { ok: true, lanes, scenario, duration_s, estimate, warnings })
    });
    match passed {
        Ok(passed) => Check::Passed(passed),
        Err(error) => Check::Failed { ok: false, error },
    }
}

/// Lane number `lane` of a scenario, ready to run. The other lanes are not read: [`check`] reports
/// their errors.
pub fn lane(text: &str, lane: usize) -> Result<LanePlan, ScenarioError> {
    one_with(&read(text)?, lane, &Compiler::default())
}
