//! Sets values at paths: the changes that lanes, sweeps, links and `--set` make to a scenario.
//!
//! A path is keys joined by dots. An item of a list is its index or its `name`:
//! `hops.0.queue.capacity`, `flows.main.rtt`.

use super::error::{ScenarioError, describe, shorten, unknown_name};
use super::json;
use ackscope_engine::units::Quoted;
use serde_json::{Map, Value};

/// Sets `value` at `path` in the JSON of a scenario.
///
/// A missing object on the path is created, such as `loss` for `hops.0.loss.kind`. A missing list
/// item is an error: a number in a path selects an item and does not extend the list. `null`
/// removes the key. The key and the value are validated when the result is read.
pub fn apply_set(scenario: &mut Value, path: &str, value: Value) -> Result<(), ScenarioError> {
    let mut keys = path.split('.').peekable();
    let mut place = scenario;
    let mut walked = String::new();
    while let Some(key) = keys.next() {
        if key.is_empty() {
            let allowed = "keys joined by dots such as hops.0.queue.capacity";
            return Err(ScenarioError::value(path, Quoted(&shorten(path)).to_string(), allowed));
        }
        let last = keys.peek().is_none();
        place = match place {
            Value::Object(object) if last => {
                if value.is_null() {
                    object.remove(key);
                } else {
                    object.insert(key.to_owned(), value);
                }
                return Ok(());
            }
            Value::Object(object) => match object.entry(key).or_insert_with(|| Value::Object(Map::new())) {
                null @ Value::Null => {
                    *null = Value::Object(Map::new());
                    null
                }
                found => found,
            },
            Value::Array(list) => {
                let index = item(list, key).ok_or_else(|| no_such_item(&walked, list, key))?;
                if last {
                    list[index] = value;
                    return Ok(());
                }
                &mut list[index]
            }
            other => {
                let here = if walked.is_empty() { "the scenario" } else { &walked };
                let mut error =
                    ScenarioError::value(path, describe(other), format!("an object with {}", Quoted(key)));
                error.message = format!("{path}: {here} is {}, which has no {}.", error.found, Quoted(key));
                return Err(error);
            }
        };
        if !walked.is_empty() {
            walked.push('.');
        }
        walked.push_str(key);
    }
    Ok(())
}

/// The path with an index in the place of each name: two paths of one place are equal then.
pub fn place_of(scenario: &Value, path: &str) -> String {
    let mut place = Some(scenario);
    let step = |key: &str| {
        let (next, key) = match place {
            Some(Value::Array(list)) => match item(list, key) {
                Some(index) => (list.get(index), index.to_string()),
                None => (None, key.to_owned()),
            },
            other => (other.and_then(|object| object.get(key)), key.to_owned()),
        };
        place = next;
        key
    };
    path.split('.').map(step).collect::<Vec<String>>().join(".")
}

fn name_of(item: &Value) -> Option<&str> {
    item.get("name")?.as_str()
}

fn item(list: &[Value], key: &str) -> Option<usize> {
    match key.parse::<usize>() {
        Ok(index) => (index < list.len()).then_some(index),
        Err(_) => list.iter().position(|item| name_of(item) == Some(key)),
    }
}

fn no_such_item(walked: &str, list: &[Value], key: &str) -> ScenarioError {
    let names: Vec<&str> = list.iter().filter_map(name_of).collect();
    let indices = match list.len() {
        0 => "nothing, the list is empty".to_owned(),
        1 => "0".to_owned(),
        n => format!("0 to {}", n - 1),
    };
    let mut error = unknown_name("the item", key, names.iter().copied()).at(walked.to_owned());
    error.allowed =
        if names.is_empty() { indices } else { format!("{indices}, or a name: {}", names.join(", ")) };
    let hint =
        error.nearest.as_ref().map(|name| format!(" Did you mean {}?", Quoted(name))).unwrap_or_default();
    error.message = format!("{walked} has no item {}; allowed: {}.{hint}", error.found, error.allowed);
    error
}

/// Reads `PATH=VALUE` from a command line. The value is JSON if it parses as JSON, otherwise a
/// string.
pub fn read_assignment(text: &str) -> Result<(String, Value), ScenarioError> {
    match text.split_once('=') {
        Some((path, value)) if !path.is_empty() => Ok((path.to_owned(), read_setting(value))),
        _ => Err(ScenarioError::value(
            "",
            Quoted(&shorten(text)).to_string(),
            "PATH=VALUE such as hops.0.rate=2Mbps",
        )),
    }
}

/// Reads a value from a command line: `0.01`, `true`, `[1,2]`, `2Mbps`.
pub fn read_setting(text: &str) -> Value {
    json::parse(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn scenario() -> Value {
        json!({"hops": [{"rate": "2Mbps"}, {"name": "air", "loss": null}], "flows": [{"name": "main"}, {"name": "reverse"}]})
    }

    fn put(path: &str, value: Value) -> Result<Value, ScenarioError> {
        let mut changed = scenario();
        apply_set(&mut changed, path, value).map(|()| changed)
    }

    #[test]
    fn an_item_is_found_by_index_or_name() {
        assert_eq!(put("hops.1.rate", json!(1)).unwrap()["hops"][1]["rate"], 1);
        assert_eq!(put("hops.air.rate", json!(1)).unwrap()["hops"][1]["rate"], 1);
        assert_eq!(put("flows.reverse.count", json!(3)).unwrap()["flows"][1]["count"], 3);
        assert_eq!(put("flows.1", json!({"name": "x"})).unwrap()["flows"][1]["name"], "x");
    }

    #[test]
    fn a_missing_object_is_created_and_null_takes_a_key_away() {
        assert_eq!(
            put("hops.0.queue.capacity", json!("40pkt")).unwrap()["hops"][0]["queue"],
            json!({"capacity": "40pkt"})
        );
        assert_eq!(
            put("hops.air.loss.kind", json!("none")).unwrap()["hops"][1]["loss"],
            json!({"kind": "none"})
        );
        assert_eq!(put("hops.0.rate", Value::Null).unwrap()["hops"][0], json!({}));
    }

    #[test]
    fn a_path_that_leads_nowhere_is_refused_with_the_way_it_knows() {
        let error = put("flows.rverse.count", json!(1)).unwrap_err();
        assert_eq!((error.path.as_str(), error.nearest.as_deref()), ("flows", Some("reverse")));
        assert!(error.allowed.contains("0 to 1, or a name: main, reverse"), "{error}");
        assert_eq!(put("hops.2.rate", json!(1)).unwrap_err().path, "hops");
        assert_eq!(put("hops.2", json!(1)).unwrap_err().path, "hops");
        assert!(put("hops.0.rate.value", json!(1)).unwrap_err().message.contains("has no \"value\""));
        assert!(
            put("", json!(1)).is_err()
                && put("hops..rate", json!(1)).is_err()
                && put(".hops", json!(1)).is_err()
        );
    }

    #[test]
    fn a_name_and_an_index_are_one_place() {
        let places =
            ["hops.air.rate", "hops.1.rate", "flows.none.x", "a.b"].map(|path| place_of(&scenario(), path));
        assert_eq!(places, ["hops.1.rate", "hops.1.rate", "flows.none.x", "a.b"]);
    }

    #[test]
    fn a_setting_is_json_where_it_can_be() {
        assert_eq!(read_assignment("hops.0.loss.probability=0.01").unwrap().1, json!(0.01));
        assert_eq!(read_assignment("hops.0.rate=2Mbps").unwrap(), ("hops.0.rate".to_owned(), json!("2Mbps")));
        assert_eq!(read_assignment("flows.a.active=[[0,1]]").unwrap().1, json!([[0, 1]]));
        assert!(read_assignment("hops").is_err() && read_assignment("=1").is_err());
    }
}
