//! JSON text to a JSON value (RFC 8259). An object that names a key twice is refused, because only one of the two could count.

use super::error::{Refusal, ScenarioError};
use super::json_path::JsonPath;
use core::cell::RefCell;
use core::fmt::{self, Formatter};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads a text that is one JSON value. A byte order mark before it is passed over (RFC 8259 §8.1): some editors write one.
///
/// # Errors
/// The text is not JSON: line, column and what is wrong there. A key stands twice in an object: the path of the object.
pub(crate) fn parse(text: &str) -> Result<Value, ScenarioError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let twice = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Node { place: &JsonPath::TOP, twice: &twice }.deserialize(&mut reader);
    value
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| twice.take().unwrap_or_else(|| not_json(&error)))
}

fn not_json(error: &serde_json::Error) -> ScenarioError {
    let found = error.to_string();
    let message = Some(format!("this is not valid JSON: {found}."));
    Refusal { found, allowed: "one JSON object".to_owned(), nearest: None, message }.at(String::new())
}

/// A value that is being read at a place.
#[derive(Clone, Copy)]
struct Node<'a> {
    place: &'a JsonPath<'a>,
    /// The refusal of a key that stands twice; serde's own errors know no path.
    twice: &'a RefCell<Option<ScenarioError>>,
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, text: &mut Formatter<'_>) -> fmt::Result {
        text.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, string: &str) -> Result<Value, E> {
        Ok(Value::String(string.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) =
            items.next_element_seed(Node { place: &self.place.item(list.len()), ..self })?
        {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                let message = Some(format!("the key {key:?} appears twice."));
                let (found, allowed) = (format!("{key:?} twice"), "once".to_owned());
                let refusal = Refusal { found, allowed, nearest: None, message };
                self.twice.replace(Some(self.place.refused(refusal)));
                return Err(A::Error::custom("a key appears twice"));
            }
            let value = entries.next_value_seed(Node { place: &self.place.key(&key), ..self })?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn what_rfc_8259_allows_is_read() {
        for (text, value) in [
            (" null ", json!(null)),
            ("[true,false]", json!([true, false])),
            ("{\"a\":{\"b\":[]},\n\"c\" : 1}", json!({"a": {"b": []}, "c": 1})),
            (
                "[0,-0,-1,18446744073709551615,18446744073709551616]",
                json!([0, -0.0, -1, u64::MAX, 1.8446744073709552e19]),
            ),
            ("[1.5,1e3,1E-2,-2.5e+1]", json!([1.5, 1000.0, 0.01, -25.0])),
            (r#""\"\\\/\n\t\r\b\f\u00e9\ud83d\ude00é""#, json!("\"\\/\n\t\r\u{8}\u{c}é😀é")),
        ] {
            assert_eq!(parse(text).unwrap(), value, "{text}");
        }
    }

    #[test]
    fn what_it_does_not_allow_is_refused_with_the_line_and_the_column() {
        for text in [
            "",
            " ",
            "01",
            "1.",
            ".5",
            "+1",
            "1e",
            "-",
            "nul",
            "[1,]",
            "[1 2]",
            "{\"a\"}",
            "{a:1}",
            "{\"a\":1,}",
            "\"",
            "\"\t\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u+123\"",
            "\"\\ud800\"",
            "\"\\ud800\\u0041",
            "\"\\é\"",
            "1e999",
            "1 2",
            "[",
            "{",
            "tru",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        let message = parse("{\n  \"a\": 1,\n  b\n}").unwrap_err().message;
        assert!(message.ends_with("at line 3 column 3."), "{message}");
        assert!(parse(&"[".repeat(1_000_000)).is_err());
    }

    #[test]
    fn a_byte_order_mark_before_the_text_is_passed_over() {
        assert_eq!(parse("\u{feff}[1]").unwrap(), json!([1]));
        assert!(parse("[\u{feff}1]").is_err() && parse("\u{feff}\u{feff}1").is_err());
    }

    #[test]
    fn a_key_that_stands_twice_is_refused_at_its_object() {
        let error = parse(r#"{"a":[{"b":1,"b":2}]}"#).unwrap_err();
        assert_eq!(
            (error.path.as_str(), error.message.as_str()),
            ("a.0", "a.0: the key \"b\" appears twice.")
        );
    }

    proptest! {
        #[test]
        fn any_number_is_read_as_serde_json_reads_it(bits: u64, whole: i64) {
            let float = f64::from_bits(bits);
            prop_assume!(float.is_finite());
            for text in [serde_json::to_string(&float).unwrap(), whole.to_string(), format!("{float:.3e}")] {
                prop_assert_eq!(parse(&text).unwrap(), serde_json::from_str::<Value>(&text).unwrap());
            }
        }

        #[test]
        fn any_text_is_read_as_serde_json_reads_it_or_refused_as_there(text in r#"[ \[\]{}:,"\\a0-9.eEu+-]{0,20}"#) {
            let theirs = serde_json::from_str::<Value>(&text).ok();
            match parse(&text) {
                Err(error) if error.message.contains("twice") => {}
                ours => prop_assert_eq!(ours.ok(), theirs),
            }
        }

        #[test]
        fn any_string_is_read_as_it_was_written(string: String) {
            let text = serde_json::to_string(&string).unwrap();
            prop_assert_eq!(parse(&text).unwrap(), Value::String(string));
        }
    }
}
