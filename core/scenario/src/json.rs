//! Parses JSON text (RFC 8259). An object with a duplicate key is refused, because only one of the
//! two values could count.
//!
//! serde_json reads and writes numbers with its own tables, in addition to those of the standard
//! library. A page would have to load both.

use super::error::{Refusal, ScenarioError};
use super::json_path::JsonPath;
use ackscope_engine::units::{Quoted, parse_number};
use serde_json::{Map, Number, Value};

/// The maximum nesting depth; deeper values would overflow the stack of a worker.
const DEEPEST: usize = 128;

/// Parses a text with one JSON value. A leading byte order mark is skipped (RFC 8259 §8.1), because
/// some editors write one.
pub(crate) fn parse(text: &str) -> Result<Value, ScenarioError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { text, at: 0, wanted: None, written: None };
    let value = reader.value(&JsonPath::TOP)?;
    reader.space();
    if reader.at < text.len() { Err(reader.wrong("something follows the value")) } else { Ok(value) }
}

/// The number at `path` in a JSON text, as it is written there.
pub(crate) fn number_at<'a>(text: &'a str, path: &'a str) -> Option<&'a str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { text, at: 0, wanted: Some(path), written: None };
    reader.value(&JsonPath::TOP).ok()?;
    reader.written
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The place of a number whose text is looked for.
    wanted: Option<&'a str>,
    written: Option<&'a str>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The text read since `from`; empty unless both ends are character boundaries.
    fn since(&self, from: usize) -> &str {
        self.text.get(from..self.at).unwrap_or_default()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Skips `byte` if it is next, and returns whether it was.
    fn takes(&mut self, byte: u8) -> bool {
        let here = self.peek() == Some(byte);
        self.at += usize::from(here);
        here
    }

    fn wrong(&self, what: &str) -> ScenarioError {
        let before = &self.text.as_bytes()[..self.at.min(self.text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        let found = format!("{what} at line {line}, column {column}");
        let message = Some(format!("this is not valid JSON: {found}."));
        Refusal { found, allowed: "one JSON object".to_owned(), nearest: None, message }.at(String::new())
    }

    fn value(&mut self, place: &JsonPath) -> Result<Value, ScenarioError> {
        if place.depth >= DEEPEST {
            return Err(self.wrong("too many lists and objects inside one another"));
        }
        self.space();
        match self.peek() {
            Some(b'{') => self.object(place),
            Some(b'[') => self.list(place),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => {
                let from = self.at;
                let number = self.number();
                if self.wanted.is_some_and(|path| place.path() == path) {
                    self.written = self.text.get(from..self.at);
                }
                number
            }
            _ => self.word(),
        }
    }

    fn object(&mut self, place: &JsonPath) -> Result<Value, ScenarioError> {
        self.at += 1;
        let mut object = Map::new();
        self.space();
        if self.takes(b'}') {
            return Ok(Value::Object(object));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.wrong("a key in quotes is missing"));
            }
            let key = self.string()?;
            if object.contains_key(&key) {
                let message = Some(format!("the key {} stands there twice.", Quoted(&key)));
                let (found, allowed) = (format!("{} twice", Quoted(&key)), "once".to_owned());
                return Err(place.refused(Refusal { found, allowed, nearest: None, message }));
            }
            self.space();
            if !self.takes(b':') {
                return Err(self.wrong("a colon is missing"));
            }
            let value = self.value(&place.key(&key))?;
            object.insert(key, value);
            self.space();
            if self.takes(b'}') {
                return Ok(Value::Object(object));
            }
            if !self.takes(b',') {
                return Err(self.wrong("a comma or the end of an object is missing"));
            }
        }
    }

    fn list(&mut self, place: &JsonPath) -> Result<Value, ScenarioError> {
        self.at += 1;
        let mut list = Vec::new();
        self.space();
        if self.takes(b']') {
            return Ok(Value::Array(list));
        }
        loop {
            list.push(self.value(&place.item(list.len()))?);
            self.space();
            if self.takes(b']') {
                return Ok(Value::Array(list));
            }
            if !self.takes(b',') {
                return Err(self.wrong("a comma or the end of a list is missing"));
            }
        }
    }

    fn word(&mut self) -> Result<Value, ScenarioError> {
        let words = [("null", Value::Null), ("true", Value::Bool(true)), ("false", Value::Bool(false))];
        for (word, value) in words {
            if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.wrong("a value is missing"))
    }

    fn digits(&mut self) -> Result<(), ScenarioError> {
        let from = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == from { Err(self.wrong("a digit is missing")) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<Value, ScenarioError> {
        let from = self.at;
        self.takes(b'-');
        if !self.takes(b'0') {
            self.digits()?;
        }
        let mut whole = true;
        if self.takes(b'.') {
            whole = false;
            self.digits()?;
        }
        if self.takes(b'e') || self.takes(b'E') {
            whole = false;
            let _ = self.takes(b'+') || self.takes(b'-');
            self.digits()?;
        }
        let text = self.since(from);
        // An integer that fits stays an integer; minus zero becomes a float.
        if whole && text != "-0" {
            if let Ok(number) = text.parse::<u64>() {
                return Ok(Value::from(number));
            }
            if let Ok(number) = text.parse::<i64>() {
                return Ok(Value::from(number));
            }
        }
        let number = parse_number(text).and_then(Number::from_f64);
        number.map(Value::Number).ok_or_else(|| self.wrong("the number is too large"))
    }

    fn string(&mut self) -> Result<String, ScenarioError> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let from = self.at;
            while self.peek().is_some_and(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
                self.at += 1;
            }
            string.push_str(self.since(from));
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => {
                    self.at += 1;
                    string.push(self.escaped()?);
                }
                Some(_) => return Err(self.wrong("a control character stands in a string")),
                None => return Err(self.wrong("the end of a string is missing")),
            }
        }
    }

    /// The character after a backslash.
    fn escaped(&mut self) -> Result<char, ScenarioError> {
        let byte = self.peek();
        self.at += usize::from(byte.is_some_and(|byte| byte.is_ascii()));
        match byte {
            Some(b'n') => Ok('\n'),
            Some(b't') => Ok('\t'),
            Some(b'r') => Ok('\r'),
            Some(b'b') => Ok('\u{8}'),
            Some(b'f') => Ok('\u{c}'),
            Some(byte @ (b'"' | b'\\' | b'/')) => Ok(char::from(byte)),
            Some(b'u') => {
                let first = self.hex()?;
                // A character beyond U+FFFF is written as a surrogate pair.
                let code = match first {
                    0xd800..0xdc00 if self.takes(b'\\') && self.takes(b'u') => match self.hex()? {
                        second @ 0xdc00..0xe000 => 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00),
                        _ => first,
                    },
                    _ => first,
                };
                char::from_u32(code).ok_or_else(|| self.wrong("half a character is missing"))
            }
            _ => Err(self.wrong("a backslash stands before something that needs none")),
        }
    }

    fn hex(&mut self) -> Result<u32, ScenarioError> {
        let digits = self.text.get(self.at..self.at + 4).filter(|digits| !digits.starts_with('+'));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += if code.is_some() { 4 } else { 0 };
        code.ok_or_else(|| self.wrong("four hexadecimal digits are missing"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json_text::quoted;
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
        assert!(message.ends_with("at line 3, column 3."), "{message}");
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
            ("a.0", "a.0: the key \"b\" stands there twice.")
        );
    }

    #[test]
    fn a_list_is_quoted_as_it_is_written() {
        let value = json!({"a": [1, 0.5, null, true, "b"], "c": {}});
        assert_eq!(quoted(&value), value.to_string());
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
        fn any_number_is_quoted_so_that_it_is_read_again(bits: u64, whole: i64) {
            for number in [Value::from(f64::from_bits(bits)), Value::from(bits), Value::from(whole)] {
                prop_assert_eq!(parse(&quoted(&number)).unwrap(), number);
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
