//! What the variants of a task or a lesson change.

use super::VARIANT_BITS;
use ackscope_scenario::ScenarioError;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The most values of a path.
const MAX_VALUES: usize = 5;
const MAX_COMBINATIONS: usize = 64;

/// Paths of the scenario, each with the values that it takes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Vary(pub Map<String, Value>);

impl Vary {
    /// Whether there are no variants.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn values(&self) -> impl Iterator<Item = (&String, &[Value])> {
        self.0.iter().map(|(path, values)| (path, values.as_array().map_or(&[][..], Vec::as_slice)))
    }

    /// Refuses what has too many values or combinations, or a path without values.
    ///
    /// # Errors
    /// The path and what is allowed.
    pub fn check(&self) -> Result<(), ScenarioError> {
        for (path, values) in self.values() {
            if !(2..=MAX_VALUES).contains(&values.len()) {
                let found = format!("{} values", values.len());
                return Err(ScenarioError::value(format!("vary.{path}"), found, "a list of 2 to 5 values"));
            }
        }
        if self.combinations() > MAX_COMBINATIONS {
            let found = format!("{} combinations", self.combinations());
            return Err(ScenarioError::value("vary", found, "at most 64 combinations of values"));
        }
        Ok(())
    }

    /// How many different variants there are.
    pub fn combinations(&self) -> usize {
        self.values().fold(1, |count, (_, values)| count.saturating_mul(values.len().max(1)))
    }

    /// Which of the combinations a variant has. The numbers of variants spread evenly over them.
    pub fn combination(&self, variant: u16) -> usize {
        (usize::from(variant) * self.combinations()) >> VARIANT_BITS
    }

    /// The values of a variant.
    pub fn of(&self, variant: u16) -> Map<String, Value> {
        let mut left = self.combination(variant);
        let mut chosen = Map::new();
        for (path, values) in self.values() {
            if !values.is_empty() {
                chosen.insert(path.clone(), values[left % values.len()].clone());
                left /= values.len();
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeMap;

    fn vary(value: Value) -> Vary {
        serde_json::from_value(value).expect("an object")
    }

    #[test]
    fn all_combinations_come_about_equally_often() {
        let three = vary(
            json!({ "hops.0.rate": ["5Mbps", "10Mbps", "20Mbps"], "flows.main.rtt": ["40ms", "100ms"] }),
        );
        assert_eq!(three.combinations(), 6);
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for variant in 0..4096 {
            *times.entry(json!(three.of(variant)).to_string()).or_default() += 1;
        }
        assert_eq!(times.len(), 6);
        // 4096 / 6 is 682.7.
        assert!(times.values().all(|&count| count == 682 || count == 683), "{times:?}");
    }

    #[test]
    fn too_many_are_refused() {
        let says = |value: Value| vary(value).check().unwrap_err().message;
        assert!(says(json!({ "hops.0.rate": [1, 2, 3, 4, 5, 6] })).contains("2 to 5 values"));
        assert!(says(json!({ "hops.0.rate": 5 })).contains("2 to 5 values"));
        let five = json!([1, 2, 3, 4, 5]);
        assert!(says(json!({ "a": five, "b": five, "c": five })).contains("64 combinations"));
        assert!(vary(json!({ "a": [1, 2, 3, 4], "b": [1, 2, 3, 4], "c": [1, 2, 3, 4] })).check().is_ok());
        assert!(vary(json!({})).check().is_ok() && vary(json!({})).of(77).is_empty());
    }
}
