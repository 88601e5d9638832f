//! The lanes of a scenario: one run each.

use crate::report::LaneReport;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{Cost, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{Compiler, Programs, Scenario, ScenarioError, check_compare, compile_with, lanes};

/// A lane that is ready to run.
#[derive(Clone, Debug)]
pub struct LanePlan {
    pub label: String,
    /// The algorithm of its compared flows.
    pub algorithm: String,
    /// The complete setup of its run.
    pub setup: Setup,
}

/// All lanes of a scenario. All are checked before any runs, so a comparison is never incomplete.
pub fn plan(scenario: &Scenario) -> Result<Vec<LanePlan>, ScenarioError> {
    each_with(scenario, &Compiler::default())?.collect()
}

/// The lanes of a scenario one after another: with many lanes of many flows, a list of all of them
/// needs much memory.
pub fn each_with<'a>(
    scenario: &'a Scenario,
    programs: &'a dyn Programs,
) -> Result<impl Iterator<Item = Result<LanePlan, ScenarioError>> + 'a, ScenarioError> {
    check_compare(scenario)?;
    Ok(lanes(scenario).into_iter().enumerate().map(|(at, lane)| {
        let setup = compile_with(scenario, at, programs)?;
        Ok(LanePlan { label: lane.label, algorithm: lane.algorithm, setup })
    }))
}

/// Lane number `lane` alone; the others are not read. For a scenario that has passed [`plan`].
pub fn one_with(
    scenario: &Scenario,
    lane: usize,
    programs: &dyn Programs,
) -> Result<LanePlan, ScenarioError> {
    let setup = compile_with(scenario, lane, programs)?;
    let named = lanes(scenario).swap_remove(lane);
    Ok(LanePlan { label: named.label, algorithm: named.algorithm, setup })
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

    /// What a run with these recording options will probably cost, from a trial run.
    pub fn estimate(&self, options: &RecordOptions, trial_events: u64) -> Cost {
        Cost::estimate(&self.setup, options, trial_events)
    }

    /// Like [`Self::measure`], as long as `goes_on` says so after every so many events; none if it stops.
    pub fn measure_while(&self, goes_on: &dyn Fn() -> bool) -> Option<LaneReport> {
        let simulation = self.run_while(&RecordOptions::NOTHING, goes_on)?;
        Some(LaneReport::new(&self.label, &self.setup, &simulation.results()))
    }

    /// The lane at its end, as long as `goes_on` says so after every so many events; none if it stops.
    pub fn run_while(&self, options: &RecordOptions, goes_on: &dyn Fn() -> bool) -> Option<Simulation> {
        const EVENTS: u64 = 50_000;
        let mut simulation = self.simulation(options);
        while !simulation.advance(Time::NEVER, EVENTS).done {
            if !goes_on() {
                return None;
            }
        }
        Some(simulation)
    }

    /// Runs the lane to its end without recording, and returns its report.
    pub fn measure(&self) -> LaneReport {
        let results = self.simulation(&RecordOptions::NOTHING).run();
        LaneReport::new(&self.label, &self.setup, &results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Check, check};
    use ackscope_scenario::read;

    fn scenario(capacity: &str) -> String {
        format!(
            r#"{{"version":1,"duration":"5s","hops":[{{"rate":"2Mbps","delay":"10ms"}}],
            "flows":[{{"name":"main","algorithm":"newreno","rtt":"100ms","compared":true}}],
            "compare":["newreno","vegas",{{"algorithm":"newreno","set":{{"hops.0.queue.capacity":"{capacity}"}}}},
                {{"label":"slow","set":{{"hops.0.rate":"1Mbps"}}}}]}}"#
        )
    }

    /// A worker that compiles only its lane runs what a plan of all lanes has there.
    #[test]
    fn a_lane_alone_is_the_lane_of_the_plan() {
        let scenario = read(&scenario("5pkt")).expect("read");
        let all = plan(&scenario).expect("valid");
        assert_eq!(all.len(), 4);
        for (at, there) in all.iter().enumerate() {
            let alone = one_with(&scenario, at, &Compiler::default()).expect("valid");
            assert_eq!((&alone.label, &alone.algorithm), (&there.label, &there.algorithm));
            assert_eq!(format!("{:?}", alone.setup), format!("{:?}", there.setup));
        }
        assert!(one_with(&scenario, 4, &Compiler::default()).unwrap_err().message.contains("lane 4"));
    }

    /// So lane 20 does not wait for the lanes before it, and an error is reported once: by the check.
    #[test]
    fn a_lane_alone_does_not_read_the_others() {
        let text = scenario("5apples");
        let scenario = read(&text).expect("read");
        assert!(one_with(&scenario, 2, &Compiler::default()).is_err());
        assert!([0, 1, 3].iter().all(|&lane| one_with(&scenario, lane, &Compiler::default()).is_ok()));
        let Check::Failed { error, .. } = check(&text) else { panic!("accepted") };
        assert!(error.message.starts_with("In lane "), "{error:?}");
    }
}
