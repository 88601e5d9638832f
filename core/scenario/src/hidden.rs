//! Changes of a scenario that do not reach a lane, because the lane sets the same place itself: by
//! its `set`, its algorithm or its parameters.

use super::error::ScenarioError;
use super::lanes::{lane_scenario, lanes};
use super::models::Models;
use super::read::read_value;
use super::set::apply_set;
use serde_json::Value;

/// The lanes that a change does not reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The path of the change.
    pub path: String,
    /// Their labels.
    pub lanes: Vec<String>,
    /// True if these are all lanes: the change has no effect.
    pub all: bool,
}

/// The lanes that `value` at `path` of `scenario` does not reach; `None` if it reaches all of them,
/// if it changes nothing, or if one of the two scenarios is invalid.
pub fn hidden(scenario: &Value, path: &str, value: &Value) -> Option<Hidden> {
    if path.split('.').next() == Some("compare") {
        return None;
    }
    let mut changed = scenario.clone();
    apply_set(&mut changed, path, value.clone()).ok()?;
    let (before, after) = (read_value(scenario).ok()?, read_value(&changed).ok()?);
    if before == after || before.compare.as_ref().is_none_or(Vec::is_empty) {
        return None;
    }
    let models = Models::registered();
    let labels = lanes(&after);
    let is_same = |lane: &usize| match (
        lane_scenario(&models, &before, *lane),
        lane_scenario(&models, &after, *lane),
    ) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    };
    let same: Vec<usize> = (0..labels.len()).filter(is_same).collect();
    (!same.is_empty()).then(|| Hidden {
        path: path.to_owned(),
        all: same.len() == labels.len(),
        lanes: same.into_iter().map(|lane| labels[lane].label.clone()).collect(),
    })
}

impl Hidden {
    /// What a user should know, in a sentence or two.
    pub fn warning(&self) -> String {
        let Hidden { path, lanes, all } = self;
        if *all {
            return format!(
                "{path}: every lane sets this itself in compare, so the change has no effect. Change it there."
            );
        }
        let (last, others) = lanes.split_last().map_or(("", &[][..]), |(last, others)| (last, others));
        match others {
            [] => format!("{path}: the lane {last} sets this itself, so the change does not reach it."),
            _ => format!(
                "{path}: the lanes {} and {last} set this themselves, so the change does not reach them.",
                others.join(", ")
            ),
        }
    }

    /// The refusal of a sweep over values that no lane takes.
    pub fn refusal(&self) -> ScenarioError {
        let mut error = ScenarioError::value(
            &self.path,
            "a place that every lane sets itself",
            "a place that no lane, or not every lane, sets in compare",
        );
        error.message = format!(
            "{}: every lane sets this itself in compare, so all points would have equal results. Remove it there, or sweep another path.",
            self.path
        );
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn scenario(compare: Value) -> Value {
        json!({ "version": 1, "duration": "2s",
            "hops": [{ "name": "pipe", "rate": "2Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": "20pkt" } }],
            "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "50ms", "compared": true }],
            "compare": compare })
    }

    fn of(compare: Value, path: &str, value: Value) -> Option<(Vec<String>, bool)> {
        hidden(&scenario(compare), path, &value).map(|hidden| (hidden.lanes, hidden.all))
    }

    #[test]
    fn a_lane_hides_what_it_sets_by_index_by_name_and_around_it() {
        let some = json!(["newreno", { "label": "slow", "set": { "hops.pipe.rate": "1Mbps" } }]);
        for path in ["hops.0.rate", "hops.pipe.rate"] {
            assert_eq!(of(some.clone(), path, json!("3Mbps")), Some((vec!["slow".to_owned()], false)));
        }
        assert_eq!(of(some, "hops.0.delay", json!("20ms")), None);
        let around = json!([{ "label": "red", "set": { "hops.0.queue": { "kind": "red", "capacity": "30pkt" } } },
            { "label": "tail", "set": { "hops.0.queue.capacity": "30pkt" } }]);
        let both = Some((vec!["red".to_owned(), "tail".to_owned()], true));
        assert_eq!(of(around, "hops.pipe.queue.capacity", json!("40pkt")), both);
    }

    #[test]
    fn a_lane_hides_the_algorithm_and_the_parameters_of_the_compared_flows() {
        let all = Some((vec!["newreno".to_owned(), "vegas".to_owned()], true));
        assert_eq!(of(json!(["newreno", "vegas"]), "flows.main.algorithm", json!("cubic")), all);
        assert_eq!(of(json!(["newreno", "vegas"]), "flows.main.rtt", json!("60ms")), None);
    }

    #[test]
    fn a_lane_hides_a_fork_that_it_replaces() {
        let fork = |at: &str| json!({ "at": at, "set": { "hops.0.rate": "1Mbps" } });
        let lanes = json!([{ "label": "early", "set": { "fork": fork("0.5s") } }, { "label": "none" }]);
        assert_eq!(of(lanes, "fork", fork("1s")), Some((vec!["early".to_owned()], false)));
    }

    #[test]
    fn what_changes_nothing_or_has_no_lanes_is_not_hidden() {
        let lanes = json!([{ "set": { "hops.0.rate": "1Mbps" } }, { "set": { "hops.0.rate": "3Mbps" } }]);
        assert_eq!(of(lanes.clone(), "hops.0.rate", json!("2Mbps")), None);
        assert_eq!(of(lanes, "hops.0.rate", json!("nonsense")), None);
        assert_eq!(of(json!([]), "hops.0.rate", json!("3Mbps")), None);
    }
}
