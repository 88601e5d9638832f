//! The numbers of the last full runs. docs/validation.md and the gallery's verdicts are made from
//! them.

use super::rules::{Rules, algorithms_of, changed_since};
use super::runs::{Plan, plan};
use super::{Experiment, Form, Numbers, experiments, measure};
use std::collections::{BTreeMap, BTreeSet};

/// The file of the rules by which results were measured, by the rules' names.
pub const RULES: &str = "results/rules.json";

/// Compares the rules that measured a result with those of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Age {
    /// They are the same for everything that was run.
    Same,
    /// The rules of these algorithms have changed since.
    Changed(BTreeSet<&'static str>),
    /// They were not recorded.
    Unknown,
}

/// The numbers that ns-2 measured for an experiment.
#[derive(Debug)]
pub struct Ns2 {
    /// Measured for the variant *as ns-2 was run*, or for the entry itself if it has no such
    /// variant.
    pub numbers: Numbers,
    /// Whether the lanes have other algorithms than the entry, such as Linux's Westwood+ in place
    /// of Westwood.
    pub stands_in: bool,
}

/// All experiments with their recorded numbers.
#[derive(Debug)]
pub struct Recorded {
    /// The measured and the computed experiments.
    pub all: Vec<(Experiment, Numbers)>,
    /// The numbers of the variants, by the experiment's id.
    pub variants: BTreeMap<String, Vec<Numbers>>,
    /// Numbers that are left out because the entry's settings have changed since: the id and the
    /// variant's label.
    pub stale: Vec<(String, Option<String>)>,
    /// The age of the rules that measured an experiment and its variants, the oldest of them, by
    /// the experiment's id.
    ages: BTreeMap<String, Age>,
    /// The numbers of ns-2, by the experiment's id.
    pub ns2: BTreeMap<String, Ns2>,
}

impl Recorded {
    /// Reads the record of each experiment: a list that starts with the experiment itself, followed
    /// by its variants. `text` returns a file below `core/lab` if it exists: `results/ID.json` and
    /// [`RULES`].
    ///
    /// # Panics
    /// If a record cannot be read.
    pub fn of(text: impl Fn(&str) -> Option<String>) -> Recorded {
        let mut recorded = Recorded {
            all: Vec::new(),
            variants: BTreeMap::new(),
            stale: Vec::new(),
            ages: BTreeMap::new(),
            ns2: BTreeMap::new(),
        };
        let known = text(RULES).map_or_else(BTreeMap::new, |text| {
            read_rules(&text).unwrap_or_else(|error| panic!("{RULES}: {error}"))
        });
        for experiment in experiments() {
            // A formula is computed here; a simulated entry is included if its results are
            // recorded.
            let numbers = if experiment.scenario.is_none() {
                measure(&experiment, Form::Full, None).ok()
            } else {
                recorded.ns2.extend(ns2_of(&experiment).map(|ns2| (experiment.id.clone(), ns2)));
                text(&format!("results/{}.json", experiment.id)).map(|text| {
                    let read: Result<Vec<Numbers>, _> = serde_json::from_str(&text);
                    let mut read =
                        read.unwrap_or_else(|error| panic!("results of {}: {error}", experiment.id));
                    for numbers in &mut read {
                        let Some(plan) = current_plan(&experiment, numbers) else {
                            recorded.stale.push((experiment.id.clone(), numbers.variant.clone()));
                            numbers.cells.clear();
                            continue;
                        };
                        let rules = numbers.rules.as_ref().and_then(|name| known.get(name));
                        recorded.add_age(&experiment.id, age(rules, &plan));
                    }
                    let first = read.remove(0);
                    read.retain(|numbers| !numbers.cells.is_empty());
                    recorded.variants.insert(experiment.id.clone(), read);
                    first
                })
            };
            if let Some(numbers) = numbers {
                recorded.all.push((experiment, numbers));
            }
        }
        recorded
    }

    /// Whether an experiment's own numbers are left out.
    pub fn is_stale(&self, id: &str) -> bool {
        self.stale.iter().any(|(stale, variant)| stale == id && variant.is_none())
    }

    /// The age of the rules that measured an experiment.
    pub fn age(&self, id: &str) -> &Age {
        self.ages.get(id).unwrap_or(&Age::Same)
    }

    /// Combines two ages: unknown wins, and changed algorithms are united.
    fn add_age(&mut self, id: &str, age: Age) {
        let kept = self.ages.entry(id.to_owned()).or_insert(Age::Same);
        match (kept, age) {
            (_, Age::Same) | (Age::Unknown, _) => {}
            (Age::Changed(all), Age::Changed(more)) => all.extend(more),
            (kept, age) => *kept = age,
        }
    }

    /// The variants' numbers of an experiment.
    pub fn variants_of(&self, id: &str) -> &[Numbers] {
        self.variants.get(id).map_or(&[], Vec::as_slice)
    }
}

/// What ns-2 measured, `reference/ns2/*.json`.
const NS2: &[&str] = include!(concat!(env!("OUT_DIR"), "/ns2.rs"));

/// The numbers of ns-2; none if it was not run, or if the entry's settings have changed since.
///
/// # Panics
/// If a file cannot be read; a test reads them all.
pub fn ns2_of(experiment: &Experiment) -> Option<Ns2> {
    let read = NS2.iter().map(|text| {
        serde_json::from_str::<Numbers>(text).unwrap_or_else(|error| panic!("numbers of ns-2: {error}"))
    });
    let numbers = read.into_iter().find(|numbers| numbers.id == experiment.id)?;
    let ran = current_plan(experiment, &numbers)?;
    let own = plan(experiment, Form::Full, None).ok()?;
    Some(Ns2 { stands_in: algorithms_of(&ran) != algorithms_of(&own), numbers })
}

fn age(rules: Option<&Rules>, plan: &Plan) -> Age {
    let Some(rules) = rules else { return Age::Unknown };
    let changed = changed_since(rules, plan);
    if changed.is_empty() { Age::Same } else { Age::Changed(changed) }
}

/// Whether the entry's present plan measured these numbers.
pub fn is_current(experiment: &Experiment, numbers: &Numbers) -> bool {
    current_plan(experiment, numbers).is_some()
}

/// Reads a record of [`RULES`].
///
/// # Errors
/// If it cannot be read.
pub fn read_rules(text: &str) -> serde_json::Result<BTreeMap<String, Rules>> {
    serde_json::from_str(text)
}

/// Whether the entry's present plan measured these numbers by the rules of this program. `known` are
/// the recorded rules by their names.
pub fn is_of_today(experiment: &Experiment, numbers: &Numbers, known: &BTreeMap<String, Rules>) -> bool {
    let rules = numbers.rules.as_ref().and_then(|name| known.get(name));
    current_plan(experiment, numbers).is_some_and(|plan| age(rules, &plan) == Age::Same)
}

/// The entry's present plan, if it measured these numbers.
fn current_plan(experiment: &Experiment, numbers: &Numbers) -> Option<Plan> {
    let variant = experiment.variants.iter().find(|variant| Some(&variant.label) == numbers.variant.as_ref());
    if numbers.variant.is_some() && variant.is_none() {
        return None;
    }
    let plan = plan(experiment, numbers.form, variant).ok()?;
    (numbers.plan_hash == Some(plan.hash(experiment, numbers.form))).then_some(plan)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_other_settings_are_not_taken() {
        let mut entry = experiments().into_iter().find(|entry| entry.id == "sawtooth").expect("an entry");
        let numbers = measure(&entry, Form::Full, None).expect("it runs");
        assert!(is_current(&entry, &numbers));
        // The title does not change a run.
        entry.scenario.as_mut().expect("a scenario")["title"] = "another".into();
        assert!(is_current(&entry, &numbers));
        assert!(
            !is_current(&entry, &Numbers { plan_hash: None, ..numbers.clone() }),
            "nobody knows what it was"
        );
        assert!(!is_current(&entry, &Numbers { variant: Some("gone".to_owned()), ..numbers.clone() }));
        entry.scenario.as_mut().expect("a scenario")["flows"][0]["delayed_ack"] = false.into();
        assert!(!is_current(&entry, &numbers));
        let record = serde_json::to_string(&[&numbers]).expect("JSON");
        let recorded = Recorded::of(|id| {
            (id == "results/sawtooth.json").then(|| record.replace("plan_hash\":\"", "plan_hash\":\"0"))
        });
        assert_eq!(recorded.stale, [("sawtooth".to_owned(), None)]);
        let left = recorded.all.iter().find(|(entry, _)| entry.id == "sawtooth").expect("the entry");
        assert!(left.1.cells.is_empty() && recorded.is_stale("sawtooth"));
    }

    #[test]
    fn a_result_knows_whether_its_rules_are_todays() {
        let entry = experiments().into_iter().find(|entry| entry.id == "sawtooth").expect("an entry");
        let numbers = measure(&entry, Form::Full, None).expect("it runs");
        let name = numbers.rules.clone().expect("it is recorded");
        let age = |rules: &Rules| {
            let rules = serde_json::to_string(&BTreeMap::from([(&name, rules)])).expect("JSON");
            let record = serde_json::to_string(&[&numbers]).expect("JSON");
            let recorded = Recorded::of(|id| match id {
                RULES => Some(rules.clone()),
                "results/sawtooth.json" => Some(record.clone()),
                _ => None,
            });
            recorded.age("sawtooth").clone()
        };
        let mut rules = super::super::rules::own();
        assert_eq!(age(&rules), Age::Same);
        rules.insert("sawtooth: newreno".to_owned(), "other".to_owned());
        assert_eq!(age(&rules), Age::Changed(BTreeSet::from(["newreno"])));
        let record = serde_json::to_string(&[&numbers]).expect("JSON");
        let unknown = Recorded::of(|id| (id == "results/sawtooth.json").then(|| record.clone()));
        assert_eq!(unknown.age("sawtooth"), &Age::Unknown, "its rules are not in the file");
    }
}
