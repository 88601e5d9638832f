//! The lanes of a scenario: one run each.

use crate::report::LaneReport;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{Cost, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_scenario::{Compiler, Programs, Scenario, ScenarioError, compile_all_with, lanes};

/// A lane that is ready to run.
#[derive(Clone, Debug)]
pub struct LanePlan {
    /// Its label.
    pub label: String,
    /// The algorithm of its compared flows.
    pub algorithm: String,
    /// The complete setup of its run.
    pub setup: Setup,
}

/// All lanes of a scenario. All are checked before any runs, so a comparison is never incomplete.
pub fn plan(scenario: &Scenario) -> Result<Vec<LanePlan>, ScenarioError> {
    plan_with(scenario, &Compiler)
}

/// Like [`plan`], with `programs` for the scripts.
pub fn plan_with(scenario: &Scenario, programs: &dyn Programs) -> Result<Vec<LanePlan>, ScenarioError> {
    let setups = compile_all_with(scenario, programs)?;
    let plans = lanes(scenario).into_iter().zip(setups);
    Ok(plans.map(|(lane, setup)| LanePlan { label: lane.label, algorithm: lane.algorithm, setup }).collect())
}

impl LanePlan {
    /// A run of this lane at time zero.
    pub fn simulation(&self, options: &RecordOptions) -> Simulation {
        Simulation::new(&self.setup, options)
    }

    /// An upper bound of the cost of a run with these recording options.
    pub fn cost(&self, options: &RecordOptions) -> Cost {
        Cost::bound(&self.setup, options)
    }

    /// Runs the lane to its end without recording, and returns its report.
    pub fn measure(&self) -> LaneReport {
        let results = self.simulation(&RecordOptions::NOTHING).run();
        LaneReport::new(&self.label, &self.setup, &results)
    }
}
