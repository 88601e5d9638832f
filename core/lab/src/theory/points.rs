//! Evaluates formulas at points: one set of inputs, or a grid of them.

use super::{Formula, Values, formula};
use crate::sweep::{Axis, grid};
use ackscope_scenario::ScenarioError;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What a formula gives for one set of inputs.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "TheoryPoint")]
pub struct Point {
    /// The value of every input.
    #[schemars(with = "BTreeMap<String, f64>")]
    pub set: Map<String, Value>,
    /// What the formula gives; null where it is undefined.
    #[schemars(with = "BTreeMap<String, Option<f64>>")]
    pub values: Map<String, Value>,
    /// The conditions of validity that do not hold here.
    pub broken: Vec<String>,
    /// The outputs in their order, for callers in Rust.
    #[serde(skip)]
    pub numbers: Vec<f64>,
}

/// A formula at every point of a grid.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "TheoryTable")]
pub struct Table {
    /// The formula's id.
    pub id: String,
    /// The points, the last input given varying fastest.
    pub points: Vec<Point>,
}

impl Point {
    pub(super) fn new(formula: &Formula, values: &Values, numbers: Vec<f64>, broken: Vec<String>) -> Point {
        let set = values.iter().map(|(name, value)| (name.to_owned(), Value::from(value))).collect();
        let named = formula.all_outputs().zip(&numbers);
        // JSON has no infinity; Value::from writes null.
        let values = named.map(|(output, &value)| (output.name.to_owned(), Value::from(value))).collect();
        Point { set, values, broken, numbers }
    }
}

/// The formula `id` at every combination of the values in `sets`, which has a value or a list of
/// values for each input.
///
/// # Errors
/// If the formula or an input is unknown, or a value is refused.
pub fn table(id: &str, sets: &Map<String, Value>) -> Result<Table, ScenarioError> {
    let formula = formula(id)?;
    let axes: Vec<Axis> = sets
        .iter()
        .map(|(name, values)| {
            let values = values.as_array().cloned().unwrap_or_else(|| vec![values.clone()]);
            Axis { path: name.clone(), values }
        })
        .collect();
    let point = |set: &Map<String, Value>| {
        let mut values = Values::defaults(formula);
        for (name, value) in set {
            let number = formula.input(name)?.read(value)?;
            values.set(formula, name, number)?;
        }
        Ok(formula.point(&values))
    };
    let points = grid(&axes)?.iter().map(point).collect::<Result<_, ScenarioError>>()?;
    Ok(Table { id: formula.id.to_owned(), points })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_grid_is_every_combination_with_units_read() {
        let sets = json!({ "p": [0.0001, 0.01], "rtt": ["100ms", 0.2] });
        let table = table("reno", sets.as_object().unwrap()).unwrap();
        let found: Vec<(f64, f64, f64)> = table
            .points
            .iter()
            .map(|point| {
                let [p, rtt] = ["p", "rtt"].map(|name| point.set[name].as_f64().unwrap());
                (p, rtt, point.values["rate"].as_f64().unwrap())
            })
            .collect();
        assert_eq!(found.len(), 4);
        // theory T1.1 to T1.3
        for (place, expected) in [(0, 1_414.142_85), (2, 140.712_473), (3, 70.356_236_4)] {
            assert!((found[place].2 / expected - 1.0).abs() < 1e-8, "{:?}", found[place]);
        }
        assert_eq!((found[3].0, found[3].1), (0.01, 0.2));
        // Whole packets of 1500 bytes.
        assert_eq!(table.points[3].values["rate_bps"].as_f64(), Some(found[3].2 * 12_000.0));
    }

    #[test]
    fn what_is_undefined_is_null_and_what_is_wrong_is_refused() {
        let at = |sets: Value| table("reno", sets.as_object().unwrap());
        assert_eq!(at(json!({ "p": 0 })).unwrap().points[0].values["rate"], Value::Null);
        assert!(at(json!({ "p": "10ms" })).is_err());
        assert!(at(json!({ "rtt": [0.1, "fast"] })).unwrap_err().message.starts_with("rtt:"));
        assert!(at(json!({ "segments_per_ack": 1.5 })).unwrap_err().message.contains("whole"));
        assert!(at(json!({ "p": [] })).unwrap().points.is_empty());
    }
}
