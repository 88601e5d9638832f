//! Runs of scenarios for the tests of queues and losses.

use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{HopWindow, Simulation};
use ackscope_engine::trace::{CHANNEL_SOURCE, RecordOptions};
use ackscope_engine::units::Time;
use ackscope_scenario::{ScenarioError, compile, read};
use serde_json::Value;

/// The setup of a scenario, or the reason why it is refused.
pub fn setup(scenario: &Value) -> Result<Setup, ScenarioError> {
    compile(&read(&scenario.to_string())?, 0)
}

/// Runs a scenario to its end.
#[allow(dead_code)] // Not every test asks for it.
#[track_caller]
pub fn run(scenario: &Value) -> Simulation {
    let setup = setup(scenario).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    simulation
}

/// The measurements of channel `index` (2·hop, plus 1 for backward) in the first window.
#[allow(dead_code)] // Not every test asks for it.
pub fn channel(simulation: &Simulation, index: usize) -> HopWindow {
    simulation.results().hops[index].windows[0]
}

/// Time and terms of the events of rule `key` on channel `index`.
#[allow(dead_code)] // Not every test asks for them.
pub fn events(simulation: &Simulation, key: &str, index: u32) -> Vec<(f64, Vec<f64>)> {
    simulation
        .recorder()
        .events()
        .kept()
        .iter()
        .filter(|event| event.source == CHANNEL_SOURCE | index)
        .filter_map(|event| {
            let rule = ackscope_engine::rules()[usize::from(event.rule)].rule;
            (rule.key == key).then(|| (event.time.secs(), event.terms[..rule.terms.len()].to_vec()))
        })
        .collect()
}

/// Asserts that the counts of all packets add up: none appears from nowhere and none vanishes.
#[allow(dead_code)] // Not every test asks for it.
#[track_caller]
pub fn assert_conserved(simulation: &Simulation) {
    let census = simulation.census();
    assert!(census.sent > 0);
    assert_eq!(
        census.sent,
        census.arrived + census.dropped + census.lost + census.under_way + census.stuck + census.thinned,
        "{census:?}"
    );
}
