//! What the last full runs left: the numbers that docs/validation.md and the gallery's verdicts are made from.

use super::runs::plan;
use super::{Experiment, Form, Numbers, experiments, measure};
use std::collections::BTreeMap;

/// All experiments with the numbers recorded of them.
#[derive(Debug)]
pub struct Recorded {
    /// Those that were measured, and those that are computed.
    pub all: Vec<(Experiment, Numbers)>,
    /// Their variants' numbers, by the experiment's id.
    pub variants: BTreeMap<String, Vec<Numbers>>,
    /// What was recorded under other settings than the entry has now, and is therefore left out: id, and the variant's label.
    pub stale: Vec<(String, Option<String>)>,
}

impl Recorded {
    /// Reads the record of each experiment: a list, the experiment first, then its variants. `text` gives it by id, if there is one.
    ///
    /// # Panics
    /// If a record cannot be read.
    pub fn of(text: impl Fn(&str) -> Option<String>) -> Recorded {
        let mut recorded = Recorded { all: Vec::new(), variants: BTreeMap::new(), stale: Vec::new() };
        for experiment in experiments() {
            // An entry of the page's own is here if it was reproduced.
            let numbers = if experiment.scenario.is_none() {
                measure(&experiment, Form::Full, None).ok()
            } else {
                text(&experiment.id).map(|text| {
                    let read: Result<Vec<Numbers>, _> = serde_json::from_str(&text);
                    let mut read =
                        read.unwrap_or_else(|error| panic!("results of {}: {error}", experiment.id));
                    for numbers in &mut read {
                        if !is_current(&experiment, numbers) {
                            recorded.stale.push((experiment.id.clone(), numbers.variant.clone()));
                            numbers.cells.clear();
                        }
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

    /// Whether an experiment's own numbers were left out.
    pub fn is_stale(&self, id: &str) -> bool {
        self.stale.iter().any(|(stale, variant)| stale == id && variant.is_none())
    }

    /// The variants' numbers of an experiment.
    pub fn variants_of(&self, id: &str) -> &[Numbers] {
        self.variants.get(id).map_or(&[], Vec::as_slice)
    }
}

/// Whether numbers were measured by the plan that the entry has now.
pub fn is_current(experiment: &Experiment, numbers: &Numbers) -> bool {
    let variant = experiment.variants.iter().find(|variant| Some(&variant.label) == numbers.variant.as_ref());
    if numbers.variant.is_some() && variant.is_none() {
        return false;
    }
    let plan = plan(experiment, numbers.form, variant).ok();
    plan.is_some_and(|plan| numbers.plan_hash == Some(plan.hash(experiment, numbers.form)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_other_settings_are_not_taken() {
        let mut entry = experiments().into_iter().find(|entry| entry.id == "sawtooth").expect("an entry");
        let numbers = measure(&entry, Form::Full, None).expect("it runs");
        assert!(is_current(&entry, &numbers));
        // A title says nothing about a run.
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
            (id == "sawtooth").then(|| record.replace("plan_hash\":\"", "plan_hash\":\"0"))
        });
        assert_eq!(recorded.stale, [("sawtooth".to_owned(), None)]);
        let left = recorded.all.iter().find(|(entry, _)| entry.id == "sawtooth").expect("the entry");
        assert!(left.1.cells.is_empty() && recorded.is_stale("sawtooth"));
    }
}
