//! What the last full runs left: the numbers that docs/validation.md and the gallery's verdicts are made from.

use super::{Experiment, Form, Numbers, experiments, measure};
use std::collections::BTreeMap;

/// All experiments with the numbers recorded of them.
#[derive(Debug)]
pub struct Recorded {
    /// Those that were measured, and those that are computed.
    pub all: Vec<(Experiment, Numbers)>,
    /// Their variants' numbers, by the experiment's id.
    pub variants: BTreeMap<String, Vec<Numbers>>,
}

impl Recorded {
    /// Reads the record of each experiment: a list, the experiment first, then its variants. `text` gives it by id, if there is one.
    ///
    /// # Panics
    /// If a record cannot be read.
    pub fn of(text: impl Fn(&str) -> Option<String>) -> Recorded {
        let mut recorded = Recorded { all: Vec::new(), variants: BTreeMap::new() };
        for experiment in experiments() {
            // An entry of the page's own is here if it was reproduced.
            let numbers = if experiment.scenario.is_none() {
                measure(&experiment, Form::Full, None).ok()
            } else {
                text(&experiment.id).map(|text| {
                    let read: Result<Vec<Numbers>, _> = serde_json::from_str(&text);
                    let mut numbers =
                        read.unwrap_or_else(|error| panic!("results of {}: {error}", experiment.id));
                    let first = numbers.remove(0);
                    recorded.variants.insert(experiment.id.clone(), numbers);
                    first
                })
            };
            if let Some(numbers) = numbers {
                recorded.all.push((experiment, numbers));
            }
        }
        recorded
    }

    /// The variants' numbers of an experiment.
    pub fn variants_of(&self, id: &str) -> &[Numbers] {
        self.variants.get(id).map_or(&[], Vec::as_slice)
    }
}
