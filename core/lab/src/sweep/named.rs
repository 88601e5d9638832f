//! Short names for the long values of points. A trace of rates has a hundred thousand numbers: as itself it would
//! stand in each row of a table and in each line of a file.

use super::Point;
use crate::provenance::hash;
use serde_json::Value;
use std::collections::BTreeMap;

/// Long values: by path, each value by its name.
pub type Named = BTreeMap<String, Point>;

/// The longest text of a value that is its own name, in characters.
const LONGEST: usize = 100;

/// The name of a long value; none if the value is short. Equal values have equal names, on every machine.
fn name_of(value: &Value) -> Option<String> {
    let (word, chars) = match value {
        Value::String(text) => ("text", text.chars().count()),
        Value::Object(keys) => (
            keys.get("kind").and_then(Value::as_str).or_else(|| keys.keys().next().map(String::as_str))?,
            value.to_string().chars().count(),
        ),
        Value::Array(_) => ("list", value.to_string().chars().count()),
        _ => return None,
    };
    (chars > LONGEST).then(|| format!("{word} {}", hash(value.clone())))
}

/// Puts a name in the place of each long value.
pub fn shorten(point: &mut Point) -> Named {
    let mut named = Named::new();
    for (path, value) in point.iter_mut() {
        if let Some(name) = name_of(value) {
            let long = std::mem::replace(value, Value::from(name.clone()));
            named.entry(path.clone()).or_default().insert(name, long);
        }
    }
    named
}

/// The value that a point has at a path.
pub(super) fn value_of<'a>(named: &'a Named, path: &str, value: &'a Value) -> &'a Value {
    let long = value.as_str().and_then(|name| named.get(path)?.get(name));
    long.unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_a_long_value_has_a_name_and_equal_values_have_one() {
        let trace = json!({ "opportunities_ms": (1..10_000).collect::<Vec<u32>>() });
        let list: Vec<Value> = (0..40).map(|second| json!([second, "2Mbps"])).collect();
        let mut point = json!({ "hops.0.rate": trace, "hops.0.back.rate": trace, "hops.1.rate": list,
            "hops.0.delay": "10ms", "hops.0.loss": { "kind": "bernoulli", "probability": 0.01 } });
        let point = point.as_object_mut().unwrap();
        let named = shorten(point);
        let name = point["hops.0.rate"].as_str().unwrap().to_owned();
        assert!(name.starts_with("opportunities_ms ") && name.len() < 40, "{name}");
        assert_eq!(point["hops.0.back.rate"], json!(name));
        assert!(point["hops.1.rate"].as_str().unwrap().starts_with("list "));
        assert_eq!(
            (&point["hops.0.delay"], &point["hops.0.loss"]["kind"]),
            (&json!("10ms"), &json!("bernoulli"))
        );
        assert_eq!(value_of(&named, "hops.0.rate", &point["hops.0.rate"]), &trace);
        assert_eq!(value_of(&named, "hops.0.delay", &point["hops.0.delay"]), &json!("10ms"));
        assert!(shorten(point).is_empty(), "a name is short");
    }
}
