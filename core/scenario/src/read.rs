//! Parses text to types. Every refusal names the place, the found value, the allowed values and the
//! nearest known name.

use super::error::{ScenarioError, describe, shorten};
use super::json;
use super::json_path::{JsonPath, Read};
use super::types::Scenario;
use serde_json::Value;

/// The maximum length of a text: a capacity trace of an hour fits, a file chosen by mistake does
/// not.
pub const LONGEST_TEXT_BYTES: usize = 16 << 20;

/// Reads a scenario from JSON text. Ids and ranges are checked when it is compiled.
pub fn read(text: &str) -> Result<Scenario, ScenarioError> {
    if text.len() > LONGEST_TEXT_BYTES {
        let found = format!("{} bytes", text.len());
        return Err(ScenarioError::value("", found, format!("at most {LONGEST_TEXT_BYTES} bytes of JSON")));
    }
    read_value(&read_json(text)?)
}

/// Reads a scenario from a JSON value.
pub fn read_value(value: &Value) -> Result<Scenario, ScenarioError> {
    Scenario::read(value, &JsonPath::TOP)
}

/// Reads JSON text without interpreting it as a scenario; [`super::apply_set`] changes such a
/// value. A duplicate key in an object is refused, because only one of the two values could count.
pub fn read_json(text: &str) -> Result<Value, ScenarioError> {
    json::parse(text)
}

/// No path of a value.
const UNKNOWN: &str = "\0";

impl ScenarioError {
    /// The same refusal with its number as `text` has it, the JSON text of the value at `place`: a number of many
    /// digits is kept rounded.
    pub fn as_written(mut self, place: &str, text: &str) -> ScenarioError {
        let below = match self.path.strip_prefix(place) {
            Some(rest) if place.is_empty() || rest.is_empty() => rest,
            Some(rest) => rest.strip_prefix('.').unwrap_or(UNKNOWN),
            None => UNKNOWN,
        };
        let Some(written) = json::number_at(text, below) else { return self };
        // A mistake in a part of the value, or a value that was changed since, is another number.
        if json::parse(written).is_ok_and(|number| describe(&number) == self.found) {
            let written = shorten(written);
            let found = |number: &str| format!("found {number},");
            self.message = self.message.replacen(&found(&self.found), &found(&written), 1);
            self.found = written;
        }
        self
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
            ("[{\"rate\":\"2Mbps\",\"delay\":\"10ms\"}]", "{\"a\":1}", "hops"),
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

    #[test]
    fn a_number_of_many_digits_is_said_as_it_is_written() {
        let file = r#"{"version": 1, "seed": 123456789012345678901234567890, "hops": [{"rate": 9007199254740993.5}]}"#;
        let refuse = |path: &str, found: &str| ScenarioError::value(path, found, "less");
        let seed = refuse("seed", "1.2345678901234568e29").as_written("", file);
        assert_eq!(seed.message, "seed: found 123456789012345678901234567890, allowed is less.");
        let rate = refuse("hops.0.rate", "9007199254740994.0").as_written("", file);
        assert_eq!(rate.found, "9007199254740993.5");
        assert_eq!(
            refuse("hops.0.rate", "1e20").as_written("hops.0", r#"{"rate": 99999999999999999999}"#).found,
            "99999999999999999999"
        );
        assert_eq!(
            refuse("seed", "1e20").as_written("seed", "99999999999999999999").found,
            "99999999999999999999"
        );
        for (path, found) in
            [("seed", "7"), ("hops.0", "1.2345678901234568e29"), ("seeds", "1.2345678901234568e29")]
        {
            let error = refuse(path, found);
            assert_eq!(error.clone().as_written("", file), error);
            assert_eq!(error.clone().as_written("seed", "123456789012345678901234567890"), error);
        }
    }
}
