//! What points set, as columns: the values themselves, and in SI.

use super::Point;
use crate::frame::{Column, Field, Texts};
use ackscope_engine::units::{BaseUnit, Dimension, Quantity, parse_quantity};
use serde_json::Value;

/// The paths that points change, in order of first use.
pub(super) fn paths<'a>(points: impl Iterator<Item = &'a Point>) -> Vec<&'a str> {
    let mut paths: Vec<&str> = Vec::new();
    for path in points.flat_map(|point| point.keys()) {
        if !paths.contains(&path.as_str()) {
            paths.push(path);
        }
    }
    paths
}

/// A point's value at a path as text; empty if the point does not change it.
pub(super) fn setting(point: &Point, path: &str) -> String {
    match point.get(path) {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

/// The value of a point at a path; null if the point does not change it.
pub(super) fn at<'a>(point: &'a Point, path: &str) -> &'a Value {
    point.get(path).unwrap_or(&Value::Null)
}

/// The columns of what rows of these points set.
pub(super) fn settings(paths: &[&str], sets: &[&Point]) -> Vec<Field> {
    let of = |path: &&str| {
        let values: Vec<&Value> = sets.iter().map(|set| at(set, path)).collect();
        setting_fields(path, &values, &values, "")
    };
    paths.iter().flat_map(of).collect()
}

/// The columns of a path: numbers where all values are numbers; else texts, and beside texts such as `16Mbps` the same
/// as numbers in SI. `all` are the values of the sweep, `rows` those of the table.
pub(super) fn setting_fields(path: &str, all: &[&Value], rows: &[&Value], unit: &str) -> Vec<Field> {
    const HELP: &str = "A value that the sweep sets.";
    let numbers = |of: &dyn Fn(&Value) -> Option<f64>| {
        Column::Number(rows.iter().map(|value| of(value).unwrap_or(f64::NAN)).collect())
    };
    if all.iter().all(|value| value.is_number() || value.is_null()) {
        return vec![Field::new(path, unit, HELP, numbers(&Value::as_f64))];
    }
    let mut texts = Texts::default();
    for value in rows {
        match value {
            Value::Null => texts.push_none(),
            Value::String(text) => texts.push(text),
            value => texts.push(&value.to_string()),
        }
    }
    let mut fields = vec![Field::new(path, "", HELP, texts.column())];
    if let Some(unit) = si_unit(all) {
        let name = format!("{path} [{unit}]");
        fields.push(Field::new(
            &name,
            unit,
            "The same value in SI.",
            numbers(&|value| Some(quantity(value)?.value)),
        ));
    }
    fields
}

/// A text with a unit, or a plain number.
fn quantity(value: &Value) -> Option<Quantity> {
    match value {
        Value::Number(number) => Some(Quantity { value: number.as_f64()?, unit: BaseUnit::One }),
        Value::String(text) => [Dimension::Time, Dimension::Rate, Dimension::Capacity]
            .into_iter()
            .find_map(|dimension| parse_quantity(text, dimension).ok()),
        _ => None,
    }
}

/// The unit that all values have in SI; none if they have several, or none.
fn si_unit(values: &[&Value]) -> Option<&'static str> {
    let mut units = Vec::new();
    for value in values.iter().filter(|value| !value.is_null()) {
        let unit = quantity(value)?.unit;
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    // A plain number stands for seconds, bit/s or packets; beside bytes it may mean packets.
    let may_be_plain =
        |unit: &BaseUnit| matches!(unit, BaseUnit::Seconds | BaseUnit::BitsPerSecond | BaseUnit::Packets);
    if units.iter().any(may_be_plain) {
        units.retain(|unit| *unit != BaseUnit::One);
    }
    match units.as_slice() {
        [BaseUnit::Seconds] => Some("s"),
        [BaseUnit::BitsPerSecond] => Some("bit/s"),
        [BaseUnit::Bytes] => Some("bytes"),
        [BaseUnit::Packets] => Some("packets"),
        [BaseUnit::Bdp] => Some("bdp"),
        _ => None,
    }
}
