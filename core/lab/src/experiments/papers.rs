//! Assumptions shared by all entries of a paper, in `papers.json`. docs/adding-an-experiment.md
//! states the rule by which they are chosen.

use super::entry::{Assumption, Evidence, Experiment};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The file, as text.
const TEXT: &str = include_str!("../../papers.json");

/// The subject of the assumption behind `several_flows`.
const ORDER: &str = "Order of events of several flows";

/// The assumptions for all simulations of a paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Its key.
    pub paper: String,
    /// Settings of every scenario with several flows.
    #[serde(default)]
    pub several_flows: Map<String, Value>,
    /// Settings of every TCP flow.
    #[serde(default)]
    pub flow: Map<String, Value>,
    /// Settings of every flow with the algorithm.
    #[serde(default)]
    pub algorithms: BTreeMap<String, Map<String, Value>>,
    /// Choices made where the paper is silent.
    pub assumptions: Vec<Assumption>,
}

/// All papers that have shared assumptions.
///
/// # Panics
/// If the file is invalid; a test reads it.
pub fn papers() -> Vec<Paper> {
    serde_json::from_str(TEXT).unwrap_or_else(|error| panic!("papers.json: {error}"))
}

/// Adds the paper's assumptions to an entry's own. The entry's own assumption replaces the paper's
/// assumption about the same subject.
pub fn share(experiment: &mut Experiment, papers: &[Paper]) {
    let own = papers.iter().find(|paper| experiment.paper.as_ref() == Some(&paper.paper));
    let Some(paper) = own.filter(|_| experiment.evidence == Evidence::Simulation) else { return };
    let is_own = |what: &str| experiment.assumptions.iter().any(|own| own.what == what);
    let shared: Vec<Assumption> =
        paper.assumptions.iter().filter(|shared| !is_own(&shared.what)).cloned().collect();
    experiment.assumptions.splice(0..0, shared);
}

/// The settings in which an entry differs from the paper's, as sentences.
pub fn faults(experiment: &Experiment, papers: &[Paper]) -> Vec<String> {
    let own = papers.iter().find(|paper| experiment.paper.as_ref() == Some(&paper.paper));
    let (Some(paper), Some(scenario)) = (own, &experiment.scenario) else { return Vec::new() };
    if experiment.evidence != Evidence::Simulation {
        return Vec::new();
    }
    let flows = || scenario["flows"].as_array().into_iter().flatten();
    let is_group = |flow: &Value| flow.get("count").is_some_and(|count| count != 1);
    let has_several = flows().count() > 1 || flows().any(is_group);
    let order = |assumptions: &[Assumption]| {
        assumptions.iter().find(|about| about.what == ORDER).map(|about| about.chosen.clone())
    };
    let has_own_order = order(&experiment.assumptions) != order(&paper.assumptions);
    let shared = paper.several_flows.iter().filter(|_| has_several && !has_own_order);
    let mut faults: Vec<String> = shared
        .filter(|(key, wanted)| scenario.get(key.as_str()) != Some(*wanted))
        .map(|(key, wanted)| format!("{key} {:?}, all of {} have {wanted}", scenario.get(key), paper.paper))
        .collect();
    for (label, algorithm, set) in lanes(scenario) {
        for flow in flows() {
            if flow.get("kind").is_some_and(|kind| kind != "tcp") {
                continue;
            }
            let name = flow["name"].as_str().unwrap_or_default();
            let is_compared = flow.get("compared") == Some(&Value::Bool(true));
            let own = flow["algorithm"].as_str().unwrap_or_default();
            let runs = if is_compared { algorithm.as_deref().unwrap_or(own) } else { own };
            let of_algorithm = paper.algorithms.get(runs).into_iter().flatten();
            for (key, wanted) in paper.flow.iter().chain(of_algorithm) {
                let found = set.get(&format!("flows.{name}.{key}")).or_else(|| flow.get(key));
                if found != Some(wanted) {
                    faults.push(format!(
                        "{label}: {name} has {key} {found:?}, all of {} have {wanted}",
                        paper.paper
                    ));
                }
            }
        }
    }
    faults
}

/// The lanes of a scenario: label, algorithm of the compared flows if named, and overrides.
fn lanes(scenario: &Value) -> Vec<(String, Option<String>, Map<String, Value>)> {
    let Some(entries) = scenario.get("compare").and_then(Value::as_array) else {
        return vec![("the only lane".to_owned(), None, Map::new())];
    };
    let lane = |entry: &Value| {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
        let algorithm = entry.as_str().map(str::to_owned).or_else(|| text("algorithm"));
        let set = entry.get("set").and_then(Value::as_object).cloned().unwrap_or_default();
        (text("label").or_else(|| algorithm.clone()).unwrap_or_default(), algorithm, set)
    };
    entries.iter().map(lane).collect()
}

#[cfg(test)]
mod tests {
    use super::super::experiments;
    use super::*;

    #[test]
    fn all_entries_of_a_paper_run_under_the_same_assumptions() {
        let papers = papers();
        let all = experiments();
        let faults: Vec<String> = all
            .iter()
            .flat_map(|entry| {
                faults(entry, &papers).into_iter().map(|fault| format!("{}, {fault}", entry.id))
            })
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        let own_order = |entry: &&Experiment| {
            entry.assumptions.iter().any(|about| about.what == ORDER && about.chosen != "that of ns-2")
        };
        let own_order: Vec<&str> = all.iter().filter(own_order).map(|entry| entry.id.as_str()).collect();
        assert_eq!(own_order, ["gm04-table1"], "links name it");
        for paper in &papers {
            let entries = all.iter().filter(|entry| entry.paper.as_ref() == Some(&paper.paper));
            let simulated: Vec<_> = entries.filter(|entry| entry.evidence == Evidence::Simulation).collect();
            assert!(simulated.len() > 5, "{}", paper.paper);
            for entry in simulated {
                let has = |what: &str| entry.assumptions.iter().any(|assumption| assumption.what == what);
                assert!(paper.assumptions.iter().all(|shared| has(&shared.what)), "{}", entry.id);
            }
        }
    }

    /// CGMSW02 and GM02 used one module in the same years.
    #[test]
    fn one_module_runs_alike_in_both_its_papers() {
        let papers = papers();
        let of = |key: &str| papers.iter().find(|paper| paper.paper == key).expect("a paper");
        let (first, second) = (of("CGMSW02"), of("GM02"));
        assert_eq!(first.flow, second.flow);
        assert_eq!(first.algorithms["westwood"], second.algorithms["westwood-gm02"]);
    }

    #[test]
    fn a_setting_that_differs_is_found() {
        let papers = papers();
        let mut entry = experiments().into_iter().find(|entry| entry.id == "gm02-fig3").expect("an entry");
        assert_eq!(faults(&entry, &papers), Vec::<String>::new());
        let scenario = entry.scenario.as_mut().expect("a scenario");
        scenario["ns2_order"] = false.into();
        assert!(faults(&entry, &papers)[0].contains("ns2_order"));
        let scenario = entry.scenario.as_mut().expect("a scenario");
        scenario["ns2_order"] = true.into();
        scenario["compare"][0]["set"]["flows.flows.recovery"] = "newreno".into();
        assert!(faults(&entry, &papers)[0].contains("recovery"));
    }
}
