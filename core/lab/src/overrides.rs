//! Changes that others make to a scenario: `--seed`, `--duration`, `--set`, the points of a sweep.

use ackscope_scenario::{Measure, Period, Scenario, ScenarioError, Seconds, apply_set, read_value};
use serde_json::{Map, Value};

/// Sets all values at their paths, in order.
pub fn apply_all(scenario: &mut Value, set: &Map<String, Value>) -> Result<(), ScenarioError> {
    set.iter().try_for_each(|(path, value)| apply_set(scenario, path, value.clone()))
}

/// Reads a scenario after giving it another seed.
pub fn with_seed(scenario: &Value, seed: u64) -> Result<Scenario, ScenarioError> {
    let mut seeded = scenario.clone();
    apply_set(&mut seeded, "seed", Value::from(seed))?;
    read_value(&seeded)
}

/// Sets another duration. Measurement windows are cut at the new end, and later windows are
/// removed. (A scenario file with such windows is refused, because there it is a mistake.)
pub fn shorten(scenario: &mut Scenario, duration: Measure<Seconds>) {
    let end_s = duration.si();
    if let Some(windows) = &mut scenario.measure {
        windows.retain(|window| window.0.si() < end_s);
        for Period(_, to) in windows.iter_mut() {
            if to.si() > end_s {
                *to = duration.clone();
            }
        }
    }
    scenario.duration = duration;
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_shorter_run_cuts_its_windows() {
        let mut scenario = read_value(&json!({ "version": 1, "duration": 100,
            "hops": [{ "rate": "2Mbps", "delay": "10ms" }], "flows": [{ "algorithm": "newreno" }],
            "measure": [[0, 50], [50, 100], [20, "30s"]] }))
        .unwrap();
        shorten(&mut scenario, Measure::from_value(&json!("40s")).unwrap());
        let written = serde_json::to_value(&scenario).unwrap();
        assert_eq!(
            (&written["duration"], &written["measure"]),
            (&json!("40s"), &json!([[0, "40s"], [20, "30s"]]))
        );
    }
}
