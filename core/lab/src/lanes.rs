//! Compare: one run per lane of a scenario.

use crate::report::LaneReport;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{Cost, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_scenario::{Compiler, Programs, Scenario, ScenarioError, compile_all_with, lanes};

/// A lane, ready to run.
#[derive(Clone, Debug)]
pub struct LanePlan {
    /// What it is called.
    pub label: String,
    /// The algorithm of its compared flows.
    pub algorithm: String,
    /// Everything its run needs.
    pub setup: Setup,
}

/// All lanes of a scenario. Each is checked before any is run: a comparison that could only be half
/// drawn is refused.
pub fn plan(scenario: &Scenario) -> Result<Vec<LanePlan>, ScenarioError> {
    plan_with(scenario, &Compiler)
}

/// The same with `programs` for the scripts.
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

    /// What a run that is recorded by `options` costs at most.
    pub fn cost(&self, options: &RecordOptions) -> Cost {
        Cost::bound(&self.setup, options)
    }

    /// Runs the lane to its end and keeps nothing but what was measured.
    pub fn measure(&self) -> LaneReport {
        let results = self.simulation(&RecordOptions::NOTHING).run();
        LaneReport::new(&self.label, &self.setup, &results)
    }
}
