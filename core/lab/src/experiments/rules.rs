//! Which rules measured a result. The engine's goldens tell: what each of their lanes came to is
//! part of the program, and is kept beside the results. A change of code that leaves the goldens as
//! they are changes no number; one that changes a lane makes the results of that lane's algorithms
//! older than the rules.

use super::runs::Plan;
use crate::lanes::plan as lane_plans;
use crate::provenance::hash;
use ackscope_engine::setup::{Setup, SourceSetup};
use ackscope_scenario::read;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The goldens this program was built with: name, scenario, and the fingerprints of its lanes, one
/// a line.
const GOLDENS: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/goldens.rs"));

/// What the goldens' lanes come to under some rules: fingerprints by golden and lane.
pub type Rules = BTreeMap<String, String>;

/// A lane of a golden.
struct Lane {
    name: String,
    fingerprint: String,
    algorithms: BTreeSet<&'static str>,
}

/// The engine's tests run them all: each can be read.
static LANES: LazyLock<Vec<Lane>> = LazyLock::new(|| {
    let mut lanes = Vec::new();
    for (golden, scenario, fingerprints) in GOLDENS {
        let plans = read(scenario).and_then(|scenario| lane_plans(&scenario));
        let plans = plans.unwrap_or_else(|error| panic!("{golden}: {error}"));
        for (plan, fingerprint) in plans.iter().zip(fingerprints.lines()) {
            lanes.push(Lane {
                name: format!("{golden}: {}", plan.label),
                fingerprint: fingerprint.to_owned(),
                algorithms: algorithms(&plan.setup),
            });
        }
    }
    lanes
});

/// The algorithms of a run's flows.
fn algorithms(setup: &Setup) -> BTreeSet<&'static str> {
    let algorithm = |source: &SourceSetup| match source {
        SourceSetup::Tcp(tcp) => Some(tcp.algorithm),
        SourceSetup::Cbr { .. } => None,
    };
    setup.flows.iter().filter_map(|flow| algorithm(&flow.source)).collect()
}

/// The rules of this program.
pub fn own() -> Rules {
    LANES.iter().map(|lane| (lane.name.clone(), lane.fingerprint.clone())).collect()
}

/// 16 hexadecimal digits that stand for these rules.
pub fn name(rules: &Rules) -> String {
    hash(serde_json::to_value(rules).unwrap_or(Value::Null))
}

/// Those of the plan's algorithms whose goldens have come to something else since `then`. A golden
/// that only one of the two knows says nothing.
pub fn changed_since(then: &Rules, plan: &Plan) -> BTreeSet<&'static str> {
    let is_other = |lane: &&Lane| then.get(&lane.name).is_some_and(|before| *before != lane.fingerprint);
    let changed: BTreeSet<&str> =
        LANES.iter().filter(is_other).flat_map(|lane| lane.algorithms.iter().copied()).collect();
    algorithms_of(plan).intersection(&changed).copied().collect()
}

/// The algorithms of all flows of a plan's runs.
pub fn algorithms_of(plan: &Plan) -> BTreeSet<&'static str> {
    plan.jobs.iter().flat_map(|job| algorithms(job.setup())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::entry::Form;
    use super::super::{experiments, runs};
    use super::*;

    fn plan(id: &str) -> Plan {
        let entry = experiments().into_iter().find(|entry| entry.id == id).expect("an entry");
        runs::plan(&entry, Form::Quick, None).expect("it can be run")
    }

    #[test]
    fn a_golden_that_changes_ages_the_results_of_its_algorithms() {
        let now = own();
        assert!(now.len() > 100, "every lane of every golden: {}", now.len());
        assert_eq!(changed_since(&now, &plan("mv06-table1")), BTreeSet::new());
        let mut then = now.clone();
        then.insert("long-path: bic linux".to_owned(), "other".to_owned());
        assert_eq!(changed_since(&then, &plan("mv06-table1")), BTreeSet::from(["bic"]));
        assert_eq!(changed_since(&then, &plan("gm04-table1")), BTreeSet::new(), "it has no BIC");
        assert_ne!(name(&then), name(&now));
        // A new golden and one that is gone say nothing of the rules.
        then = now.clone();
        then.remove("algorithms: newreno");
        then.insert("gone: newreno".to_owned(), "other".to_owned());
        assert_eq!(changed_since(&then, &plan("gm04-table1")), BTreeSet::new());
    }
}
