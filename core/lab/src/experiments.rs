//! The papers' experiments as data: a scenario, what was published for it, and what is measured here.
//!
//! An experiment is one file of `experiments/`; the page's presets, the command line's `reproduce` and docs/validation.md
//! are made from it.

use std::collections::BTreeMap;

use ackscope_engine::scenario::{ScenarioError, read_value};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::lanes::{LanePlan, plan};
use crate::overrides::{apply_all, with_seed};
use crate::report::LaneReport;
use crate::stats::Summary;

/// The files, as text.
const FILES: &[&str] = include!(concat!(env!("OUT_DIR"), "/experiments.rs"));

/// An experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Its id in links and on the command line.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Where it is from.
    pub source: String,
    /// What to look at, in a sentence or two.
    pub question: String,
    /// Which lane shows it best.
    pub look: Look,
    /// The next thing to touch.
    #[serde(rename = "try")]
    pub touch: Touch,
    /// The scenario.
    pub scenario: Value,
    /// What was published or measured elsewhere for it.
    #[serde(default)]
    pub references: Vec<Reference>,
    /// What the source says about it.
    #[serde(default)]
    pub says: Option<String>,
    /// Seeds of a full reproduction: seed, seed + 1, ….
    #[serde(default = "one")]
    pub seeds: u64,
    /// What was chosen where the source is silent.
    #[serde(default)]
    pub assumptions: Vec<Assumption>,
    /// The same under other choices.
    #[serde(default)]
    pub variants: Vec<Variant>,
    /// What was found.
    #[serde(default)]
    pub notes: Vec<String>,
}

fn one() -> u64 {
    1
}

/// The lane that shows an experiment best.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Look {
    /// Its algorithm.
    pub lane: String,
}

/// A change worth trying.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Touch {
    /// What the button says.
    pub label: String,
    /// Paths and values.
    pub set: Map<String, Value>,
}

/// Numbers from elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// `paper`, `ns2`, `kernel` or `theory`.
    pub id: String,
    /// What a column is headed with.
    pub name: String,
    /// Where they are from.
    pub source: String,
    /// Which number of a flow's window.
    pub metric: String,
    /// Which group of flows.
    pub flow: String,
    /// The windows in seconds.
    pub windows: Vec<(f64, f64)>,
    /// Values by algorithm, one per window.
    pub values: BTreeMap<String, Vec<f64>>,
}

/// A choice where the source is silent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assumption {
    /// About what.
    pub what: String,
    /// What was chosen.
    pub chosen: String,
    /// Why.
    pub why: String,
}

/// The same experiment under other choices.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What it is called.
    pub label: String,
    /// What differs, and why.
    pub note: String,
    /// Paths and values.
    pub set: Map<String, Value>,
}

/// What was measured for one lane and window.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The lane's algorithm.
    pub algorithm: String,
    /// Start of the window in seconds.
    pub from_s: f64,
    /// Its end.
    pub to_s: f64,
    /// The number's name.
    pub metric: String,
    /// Over the seeds.
    pub measured: Summary,
    /// What was published, by the reference's id.
    pub references: BTreeMap<String, f64>,
}

/// What was measured for an experiment, or for one of its variants.
#[derive(Clone, Debug, Serialize)]
pub struct Reproduction {
    /// The experiment.
    pub id: String,
    /// The variant's label, or nothing for the experiment itself.
    pub variant: Option<String>,
    /// How many seeds.
    pub seeds: u64,
    /// By lane and window.
    pub rows: Vec<Row>,
}

/// All experiments, by id.
///
/// # Panics
/// If a file is not an experiment: the catalogue's tests read them all.
pub fn experiments() -> Vec<Experiment> {
    FILES
        .iter()
        .map(|text| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}")))
        .collect()
}

impl Experiment {
    /// The scenario under a variant's choices, or as it stands.
    pub fn scenario(&self, variant: Option<&Variant>) -> Result<Value, ScenarioError> {
        let mut scenario = self.scenario.clone();
        if let Some(variant) = variant {
            apply_all(&mut scenario, &variant.set)?;
        }
        Ok(scenario)
    }

    /// Measures the experiment, or a variant of it, over `seeds` seeds.
    ///
    /// `each` runs one closure per seed and gives the results in order: on one thread or on many, as the caller likes.
    pub fn reproduce(
        &self,
        variant: Option<&Variant>,
        seeds: u64,
        each: impl FnOnce(
            u64,
            &(dyn Fn(u64) -> Result<Vec<LaneReport>, ScenarioError> + Sync),
        ) -> Vec<Result<Vec<LaneReport>, ScenarioError>>,
    ) -> Result<Reproduction, ScenarioError> {
        let scenario = self.scenario(variant)?;
        let first = read_value(&scenario)?.seed.map_or(1, |seed| seed.0);
        let runs: Vec<Vec<LaneReport>> = each(seeds, &|number| run_all(&scenario, first + number))
            .into_iter()
            .collect::<Result<_, _>>()?;
        let algorithms: Vec<String> =
            plan(&read_value(&scenario)?)?.into_iter().map(|lane| lane.algorithm).collect();
        let mut rows = Vec::new();
        for (lane, algorithm) in algorithms.iter().enumerate() {
            rows.extend(self.rows(algorithm, runs.iter().map(|run| &run[lane])));
        }
        Ok(Reproduction { id: self.id.clone(), variant: variant.map(|v| v.label.clone()), seeds, rows })
    }

    /// One row per published window of this algorithm; references to the same window share a row.
    fn rows<'a>(&self, algorithm: &str, runs: impl Iterator<Item = &'a LaneReport> + Clone) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for reference in &self.references {
            let Some(values) = reference.values.get(algorithm) else { continue };
            for (&(from_s, to_s), &value) in reference.windows.iter().zip(values) {
                let known = rows
                    .iter_mut()
                    .find(|row| row.from_s == from_s && row.to_s == to_s && row.metric == reference.metric);
                if let Some(row) = known {
                    row.references.insert(reference.id.clone(), value);
                    continue;
                }
                let found =
                    runs.clone().map(|run| metric(run, &reference.flow, &reference.metric, from_s, to_s));
                rows.push(Row {
                    algorithm: algorithm.to_owned(),
                    from_s,
                    to_s,
                    metric: reference.metric.clone(),
                    measured: Summary::of(found),
                    references: BTreeMap::from([(reference.id.clone(), value)]),
                });
            }
        }
        rows
    }
}

fn run_all(scenario: &Value, seed: u64) -> Result<Vec<LaneReport>, ScenarioError> {
    Ok(plan(&with_seed(scenario, seed)?)?.iter().map(LanePlan::measure).collect())
}

/// A number of the first flow of a group in the window that begins and ends there.
fn metric(run: &LaneReport, flow: &str, metric: &str, from_s: f64, to_s: f64) -> Option<f64> {
    let flow = run.flows.iter().find(|found| found.name == flow)?;
    let window = flow.windows.iter().find(|window| window.from_s == from_s && window.to_s == to_s)?;
    serde_json::to_value(window).ok()?.get(metric)?.as_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_experiment_can_be_run_and_its_numbers_have_a_place() {
        let experiments = experiments();
        assert!(experiments.len() >= 4);
        let mut ids = BTreeSet::new();
        for experiment in &experiments {
            assert!(ids.insert(experiment.id.clone()), "{} twice", experiment.id);
            let choices = [None].into_iter().chain(experiment.variants.iter().map(Some));
            for variant in choices {
                let scenario =
                    experiment.scenario(variant).unwrap_or_else(|e| panic!("{}: {e}", experiment.id));
                let scenario = read_value(&scenario).unwrap_or_else(|e| panic!("{}: {e}", experiment.id));
                let plans = plan(&scenario).unwrap_or_else(|e| panic!("{}: {e}", experiment.id));
                for reference in &experiment.references {
                    for (algorithm, values) in &reference.values {
                        assert_eq!(values.len(), reference.windows.len(), "{} {algorithm}", experiment.id);
                        let lane = plans.iter().find(|lane| lane.algorithm == *algorithm);
                        let lane =
                            lane.unwrap_or_else(|| panic!("{}: no lane runs {algorithm}", experiment.id));
                        for &(from_s, to_s) in &reference.windows {
                            assert!(
                                lane.setup.measure.iter().any(|w| w.0.secs() == from_s && w.1.secs() == to_s),
                                "{}: {from_s} to {to_s} is not measured",
                                experiment.id
                            );
                        }
                    }
                }
            }
            apply_all(&mut experiment.scenario.clone(), &experiment.touch.set).expect("what to touch exists");
        }
    }

    #[test]
    fn a_reproduction_puts_measured_and_published_side_by_side() {
        let mut experiment = experiments().into_iter().find(|e| e.id == "gm04-table1").expect("known");
        // Its first half minute is enough to see that numbers find their columns.
        experiment.scenario["duration"] = Value::from(30);
        experiment.scenario["measure"] = serde_json::json!([[0, 30]]);
        for reference in &mut experiment.references {
            reference.windows.truncate(1);
            reference.windows[0] = (0.0, 30.0);
            reference.values.values_mut().for_each(|values| values.truncate(1));
        }
        let found = experiment.reproduce(None, 2, |seeds, run| (0..seeds).map(run).collect()).expect("valid");
        assert_eq!(found.rows.len(), 3);
        let row = &found.rows[0];
        assert_eq!((row.algorithm.as_str(), row.references["paper"]), ("newreno", 1.86e6));
        let measured = row.measured.mean.expect("measured");
        assert!((1.0e6..2.0e6).contains(&measured), "{measured}");
    }
}
