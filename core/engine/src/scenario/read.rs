//! Text to types. Every refusal says where, what was found, what is allowed, and the nearest known name.

use super::error::{Refusal, ScenarioError, shorten, unknown_name};
use super::types::Scenario;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use serde_path_to_error::{Path, Segment};
use std::fmt;

/// The longest text that is read: a pasted capacity trace of an hour fits, a file chosen by mistake does not.
pub const LONGEST_TEXT_BYTES: usize = 16 << 20;

/// Reads a scenario from JSON text. Its ids and ranges are checked when it is compiled.
pub fn read(text: &str) -> Result<Scenario, ScenarioError> {
    if text.len() > LONGEST_TEXT_BYTES {
        let found = format!("{} bytes", text.len());
        return Err(ScenarioError::value("", found, format!("at most {LONGEST_TEXT_BYTES} bytes of JSON")));
    }
    read_value(&read_json(text)?)
}

/// Reads a scenario from a JSON value. The only reader of the types: one for text beside it would double a third of the
/// code that a page has to load.
pub fn read_value(value: &Value) -> Result<Scenario, ScenarioError> {
    serde_path_to_error::deserialize(value).map_err(|error| placed(&error))
}

/// Reads a JSON text that is to become a scenario, without looking at what it says: `set` changes such a value. A key that
/// stands twice in an object is refused, because only one of the two could count.
pub fn read_json(text: &str) -> Result<Value, ScenarioError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let Unambiguous(value) = serde_path_to_error::deserialize(&mut json).map_err(|error| placed(&error))?;
    json.end().map_err(|error| syntax_error(&error.to_string()))?;
    Ok(value)
}

/// A JSON value whose objects name no key twice.
struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_any(Any).map(Unambiguous)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unambiguous(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(serde::de::Error::custom(format_args!("duplicate field `{key}`")));
            }
            let Unambiguous(value) = entries.next_value()?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

fn syntax_error(text: &str) -> ScenarioError {
    let refusal = Refusal {
        found: text.to_owned(),
        allowed: "one JSON object".to_owned(),
        nearest: None,
        message: Some(format!("this is not valid JSON: {text}.")),
    };
    refusal.at(String::new())
}

fn placed(error: &serde_path_to_error::Error<serde_json::Error>) -> ScenarioError {
    let text = error.inner().to_string();
    if error.inner().is_data() { place(error.path(), &text) } else { syntax_error(&text) }
}

/// Puts a serde message in its place.
fn place(path: &Path, text: &str) -> ScenarioError {
    let mut keys: Vec<String> = Vec::new();
    for segment in path.iter() {
        match segment {
            Segment::Seq { index } => keys.push(index.to_string()),
            Segment::Map { key } => keys.push(key.clone()),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    if let Some(key) = quoted(text, "missing field ") {
        return ScenarioError::missing(&keys.join("."), key, "");
    }
    if text.starts_with("unknown field ") || text.starts_with("duplicate field ") {
        // The path ends with the key itself where serde has read it already; the refusal is about its owner.
        let key = quoted(text, "unknown field ").or_else(|| quoted(text, "duplicate field "));
        if keys.last().map(String::as_str) == key {
            keys.pop();
        }
    }
    from_serde_text(text).at(keys.join("."))
}

/// The word in backquotes behind `before`.
fn quoted<'a>(text: &'a str, before: &str) -> Option<&'a str> {
    text.strip_prefix(before)?.strip_prefix('`')?.split('`').next()
}

/// A refusal from one of serde's own messages, or from one of ours that travelled through serde.
pub(super) fn from_serde_text(text: &str) -> Refusal {
    if let Some(refusal) = Refusal::from_serde(text) {
        return refusal;
    }
    let text = text.rfind(" at line ").map_or(text, |end| &text[..end]);
    for (before, what) in [("unknown field ", "the key"), ("unknown variant ", "the word")] {
        if let Some(found) = quoted(text, before) {
            let known: Vec<&str> = text.split('`').skip(3).step_by(2).collect();
            return unknown_name(what, found, known);
        }
    }
    if let Some(key) = quoted(text, "duplicate field ") {
        let message = Some(format!("the key {key:?} stands there twice."));
        return Refusal {
            found: format!("{key:?} twice"),
            allowed: "once".to_owned(),
            nearest: None,
            message,
        };
    }
    for before in ["invalid type: ", "invalid value: ", "invalid length "] {
        if let Some((found, allowed)) =
            text.strip_prefix(before).and_then(|rest| rest.split_once(", expected "))
        {
            return Refusal::new(plain_type(found), plain_type(allowed));
        }
    }
    let message = Some(format!("{}.", shorten(text)));
    Refusal { found: shorten(text), allowed: String::new(), nearest: None, message }
}

/// serde speaks of Rust's types; people who write scenarios know JSON's.
fn plain_type(text: &str) -> String {
    let text = text.replace('`', "");
    match text.as_str() {
        "map" => "an object".to_owned(),
        "sequence" | "a sequence" => "a list".to_owned(),
        "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        other if other.starts_with("struct ") => "an object".to_owned(),
        other => {
            let other =
                other.strip_prefix("string ").or_else(|| other.strip_prefix("boolean ")).unwrap_or(other);
            let other = other
                .strip_prefix("integer ")
                .or_else(|| other.strip_prefix("floating point "))
                .unwrap_or(other);
            shorten(other)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = r#"{"version":1,"duration":"10s","hops":[{"rate":"2Mbps","delay":"10ms"}],"flows":[{"name":"main","algorithm":"newreno","rtt":0.25}]}"#;

    fn refusal(from: &str, to: &str) -> ScenarioError {
        assert!(PLAIN.contains(from), "{from}");
        read(&PLAIN.replacen(from, to, 1)).expect_err(to)
    }

    #[test]
    fn a_scenario_is_written_as_it_was_read() {
        let scenario = read(PLAIN).unwrap();
        assert_eq!(serde_json::to_string(&scenario).unwrap(), PLAIN);
    }

    #[test]
    fn an_unknown_key_is_refused_with_the_nearest_one() {
        let error = refusal("\"rate\"", "\"rat\"");
        assert_eq!((error.path.as_str(), error.nearest.as_deref()), ("hops.0", Some("rate")));
        assert_eq!(error.found, "\"rat\"");
        assert!(
            error.allowed.contains("delay") && error.message.contains("did you mean \"rate\"?"),
            "{error}"
        );
        assert_eq!(refusal("\"version\"", "\"verson\"").nearest.as_deref(), Some("version"));
    }

    #[test]
    fn a_wrong_unit_is_refused_where_it_stands() {
        let error = refusal("\"2Mbps\"", "\"2mbps\"");
        assert_eq!((error.path.as_str(), error.found.as_str()), ("hops.0.rate", "\"2mbps\""));
        assert_eq!(error.nearest.as_deref(), Some("Mbps"));
        assert!(error.message.starts_with("hops.0.rate: found \"2mbps\", allowed is bit/s"), "{error}");
        assert_eq!(refusal("\"10ms\"", "\"10kB\"").path, "hops.0.delay");
    }

    #[test]
    fn a_value_of_another_kind_or_out_of_range_is_refused() {
        for (from, to, path) in [
            ("0.25", "-0.25", "flows.0.rtt"),
            ("0.25", "true", "flows.0.rtt"),
            ("0.25", "[]", "flows.0.rtt"),
            ("0.25", "[1,\"2x\"]", "flows.0.rtt.1"),
            ("0.25", "{\"from\":1}", "flows.0.rtt"),
            ("0.25", "{\"from\":1,\"to\":2,\"above\":3}", "flows.0.rtt"),
            ("0.25", "{\"form\":1,\"to\":2}", "flows.0.rtt"),
            ("\"10s\"", "\"11 years\"", "duration"),
            ("\"10s\"", "1e300", "duration"),
            ("\"10s\"", "null", "duration"),
            ("\"2Mbps\"", "[[\"0s\"]]", "hops.0.rate.0"),
            ("\"2Mbps\"", "[[0,1],[1,\"x\"]]", "hops.0.rate.1.1"),
            ("{\"rate\":\"2Mbps\",\"delay\":\"10ms\"}", "[\"name\", 5, 1]", "hops.0"),
            ("\"10ms\"", "\"10ms\",\"back\":[]", "hops.0.back"),
            ("\"2Mbps\"", "{\"opportunities\":[]}", "hops.0.rate"),
            ("\"10ms\"", "\"10ms\",\"queue\":{\"capacity\":\"2.5pkt\"}", "hops.0.queue.capacity"),
            ("\"10ms\"", "\"10ms\",\"loss\":{\"probability\":1}", "hops.0.loss"),
            (
                "\"10ms\"",
                "\"10ms\",\"loss\":{\"kind\":\"none\",\"position\":\"behind\"}",
                "hops.0.loss.position",
            ),
            ("\"10ms\"", "\"10ms\",\"back\":{\"loss\":\"share\"}", "hops.0.back.loss"),
            ("\"main\"", "7", "flows.0.name"),
            ("\"rtt\"", "\"count\":1.5,\"rtt\"", "flows.0.count"),
            ("\"rtt\"", "\"delayed_ack\":\"yes\",\"rtt\"", "flows.0.delayed_ack"),
            ("\"rtt\"", "\"rto\":\"ns2_2004\",\"rtt\"", "flows.0.rto"),
            ("\"rtt\"", "\"recovery_variant\":[\"minexit\"],\"rtt\"", "flows.0.recovery_variant.0"),
            ("\"rtt\"", "\"recovery_variant\":\"minexit\",\"rtt\"", "flows.0.recovery_variant"),
            ("\"rtt\"", "\"active\":[[1,2,3]],\"rtt\"", "flows.0.active.0"),
            ("\"rtt\"", "\"rtt\":1,\"rtt\"", "flows.0"),
            ("1", "2", "version"),
            ("[{\"rate\"", "{\"a\":1},\"more\":[{\"rate\"", "hops"),
        ] {
            let error = refusal(from, to);
            assert_eq!(error.path, path, "{to}: {error}");
            assert!(!error.message.contains('`') && !error.message.contains('\u{1}'), "{error}");
        }
        let nearest = refusal("\"rtt\"", "\"rto\":\"ns2_2004\",\"rtt\"").nearest;
        assert!(nearest.is_some_and(|name| name.starts_with("ns2_200")));
        assert_eq!(
            refusal("\"rtt\"", "\"recovery_variant\":\"minexit\",\"rtt\"").nearest.as_deref(),
            Some("min_exit")
        );
    }

    #[test]
    fn a_missing_key_is_named_with_its_owner() {
        let error = refusal("\"rate\":\"2Mbps\",", "");
        assert_eq!((error.path.as_str(), error.message.as_str()), ("hops.0", "hops.0 needs \"rate\"."));
        assert_eq!(refusal("\"version\":1,", "").message, "the scenario needs \"version\".");
    }

    #[test]
    fn text_that_is_not_one_json_object_is_refused() {
        for text in ["", "{", "[1,2", "{}{}", "nonsense", "{\"version\":1e999}", &"[".repeat(100_000)] {
            let error = read(text).expect_err(text);
            assert_eq!(error.path, "", "{error}");
        }
        assert!(read("[]").unwrap_err().message.contains("an object"), "{}", read("[]").unwrap_err());
        assert!(read(&" ".repeat(LONGEST_TEXT_BYTES + 1)).unwrap_err().message.contains("bytes"));
    }
}
