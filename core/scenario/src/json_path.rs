//! Converts JSON values to plain data. Every type reads itself from a value at a place, and reports
//! errors with this place.

use super::error::{Refusal, ScenarioError, describe, unknown_name};
use serde_json::{Map, Value};

/// A place in a scenario: a linked list on the stack, written as text only for a refusal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonPath<'a> {
    above: Option<&'a JsonPath<'a>>,
    step: Step<'a>,
    /// The number of steps to this place.
    pub depth: usize,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    None,
    Key(&'a str),
    Item(usize),
}

impl<'a> JsonPath<'a> {
    /// The whole scenario.
    pub const TOP: JsonPath<'static> = JsonPath { above: None, step: Step::None, depth: 0 };

    pub fn key(&'a self, key: &'a str) -> JsonPath<'a> {
        JsonPath { above: Some(self), step: Step::Key(key), depth: self.depth + 1 }
    }

    pub fn item(&'a self, index: usize) -> JsonPath<'a> {
        JsonPath { above: Some(self), step: Step::Item(index), depth: self.depth + 1 }
    }

    /// The keys and indices, joined by dots.
    pub fn path(&self) -> String {
        let mut path = match self.above {
            Some(above) => above.path(),
            None => return String::new(),
        };
        if !path.is_empty() {
            path.push('.');
        }
        match self.step {
            Step::None => {}
            Step::Key(key) => path.push_str(key),
            Step::Item(index) => path.push_str(&index.to_string()),
        }
        path
    }

    /// A refusal of `value` at this place.
    pub fn refuse(&self, value: &Value, allowed: impl Into<String>) -> ScenarioError {
        self.refused(Refusal::new(describe(value), allowed))
    }

    pub fn refused(&self, refusal: Refusal) -> ScenarioError {
        refusal.at(self.path())
    }
}

/// A type that reads itself from JSON.
pub(crate) trait Read: Sized {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError>;

    /// The value of an absent key, if the key is optional.
    fn absent() -> Option<Self> {
        None
    }

    /// Whether it is written as an absent key.
    fn is_absent(&self) -> bool {
        false
    }
}

/// An optional key; `null` means the same as absent.
impl<T: Read> Read for Option<T> {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        if value.is_null() { Ok(None) } else { T::read(value, place).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let list = list(value, place)?;
        list.iter().enumerate().map(|(index, item)| T::read(item, &place.item(index))).collect()
    }
}

fn list<'a>(value: &'a Value, place: &JsonPath) -> Result<&'a Vec<Value>, ScenarioError> {
    value.as_array().ok_or_else(|| place.refuse(value, "a list"))
}

impl Read for bool {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        value.as_bool().ok_or_else(|| place.refuse(value, "true or false"))
    }
}

impl Read for f64 {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        value.as_f64().ok_or_else(|| place.refuse(value, "a number"))
    }
}

impl Read for String {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        value.as_str().map(str::to_owned).ok_or_else(|| place.refuse(value, "a string"))
    }
}

impl Read for Map<String, Value> {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        value.as_object().cloned().ok_or_else(|| place.refuse(value, "an object"))
    }
}

/// The two items of a pair; another number of items is refused.
pub(crate) fn read_pair<T: Read, U: Read>(
    value: &Value,
    allowed: &str,
    place: &JsonPath,
) -> Result<(T, U), ScenarioError> {
    let items = value.as_array().ok_or_else(|| place.refuse(value, allowed))?;
    let found = match &items[..] {
        [first, second] => return Ok((T::read(first, &place.item(0))?, U::read(second, &place.item(1))?)),
        [] => "an empty list",
        [_] => "a list of one item",
        _ => "a list of more than two items",
    };
    Err(place.refused(Refusal::new(found, allowed)))
}

/// Reads one of a few words: its place among them. One function serves all types, for the size of a page.
pub(crate) fn read_word(
    value: &Value,
    words: &dyn Fn(usize) -> Option<&'static str>,
    place: &JsonPath,
) -> Result<usize, ScenarioError> {
    let known = || (0..).map_while(words);
    match value.as_str() {
        Some(text) => {
            let found = known().position(|word| word == text);
            found.ok_or_else(|| place.refused(unknown_name("the word", text, known())))
        }
        None => Err(place.refuse(value, format!("one of {}", known().collect::<Vec<_>>().join(", ")))),
    }
}

/// An object whose keys are being read.
#[derive(Clone, Copy)]
pub(crate) struct Object<'a> {
    map: &'a Map<String, Value>,
    place: &'a JsonPath<'a>,
}

impl<'a> Object<'a> {
    /// Reads `value` as an object; a key that is not in `known` is refused.
    pub fn read(
        value: &'a Value,
        allowed: &str,
        known: &[&str],
        place: &'a JsonPath<'a>,
    ) -> Result<Object<'a>, ScenarioError> {
        let map = value.as_object().ok_or_else(|| place.refuse(value, allowed))?;
        match map.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(place.refused(unknown_name("the key", key, known.iter().copied()))),
            None => Ok(Object { map, place }),
        }
    }

    /// The value of `key`.
    pub fn key<T: Read>(&self, key: &str) -> Result<T, ScenarioError> {
        match self.map.get(key) {
            Some(value) => T::read(value, &self.place.key(key)),
            None => T::absent().ok_or_else(|| self.missing(key)),
        }
    }

    fn missing(&self, key: &str) -> ScenarioError {
        ScenarioError::missing(&self.place.path(), key, "")
    }
}

/// Declares structs that are read strictly from JSON objects and written back unchanged.
macro_rules! objects {
    ($(
        $(#[$about:meta])*
        pub struct $name:ident: $allowed:literal {
            $($(#[$of:meta])* pub $key:ident: $type:ty,)+
        }
    )+) => {$(
        #[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        $(#[$about])*
        pub struct $name {
            $(
                $(#[$of])*
                #[serde(skip_serializing_if = "crate::json_path::Read::is_absent")]
                pub $key: $type,
            )+
        }

        impl $name {
            /// The same with what `other` has at the keys that are absent here.
            #[allow(dead_code, reason = "only flows have profiles")]
            pub(crate) fn or(self, other: $name) -> $name {
                use $crate::json_path::Read;
                $name { $($key: if self.$key.is_absent() { other.$key } else { self.$key }),+ }
            }
        }

        impl $crate::json_path::Read for $name {
            fn read(
                value: &serde_json::Value,
                place: &$crate::json_path::JsonPath,
            ) -> Result<Self, $crate::ScenarioError> {
                let known = &[$(stringify!($key)),+];
                let object = $crate::json_path::Object::read(value, $allowed, known, place)?;
                Ok($name { $($key: object.key(stringify!($key))?),+ })
            }
        }
    )+};
}
pub(crate) use objects;

/// Declares enums whose values are words.
macro_rules! words {
    ($(
        $(#[$about:meta])*
        pub enum $name:ident {
            $($(#[$of:meta])* $variant:ident = $word:literal,)+
        }
    )+) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
        $(#[$about])*
        pub enum $name {
            $($(#[$of])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every value with its word.
            pub(crate) const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$variant)),+];

            #[allow(dead_code, reason = "few are named in messages")]
            pub(crate) const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl $crate::json_path::Read for $name {
            fn read(
                value: &serde_json::Value,
                place: &$crate::json_path::JsonPath,
            ) -> Result<Self, $crate::ScenarioError> {
                let word = |index: usize| Self::WORDS.get(index).map(|(word, _)| *word);
                let index = $crate::json_path::read_word(value, &word, place)?;
                Ok(Self::WORDS.get(index).map_or(Self::WORDS[0].1, |(_, it)| *it))
            }
        }
    )+};
}
pub(crate) use words;
