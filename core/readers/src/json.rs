//! JSON texts in a form that takes little memory: a text of 100 MB may hold ten million values.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    Number(f64),
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

const NULL: Json = Json::Null;

impl<'a> Json<'a> {
    /// The value of a key; the last one if several have it. Null if there is none.
    pub(crate) fn get(&self, key: &str) -> &Json<'a> {
        match self {
            Json::Object(fields) => {
                fields.iter().rev().find(|(name, _)| name == key).map_or(&NULL, |(_, value)| value)
            }
            _ => &NULL,
        }
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        matches!(self, Json::Object(fields) if fields.iter().any(|(name, _)| name == key))
    }

    pub(crate) fn is_object(&self) -> bool {
        matches!(self, Json::Object(_))
    }

    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Json::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn number_of(&self, key: &str) -> Option<f64> {
        self.get(key).number()
    }

    /// The text; empty if it is none.
    pub(crate) fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            _ => "",
        }
    }

    /// A text or a number as a word; empty for all else.
    pub(crate) fn word(&self) -> String {
        match self {
            Json::Text(text) => text.to_string(),
            Json::Number(number) => number.to_string(),
            _ => String::new(),
        }
    }

    /// The list; empty if it is none.
    pub(crate) fn list(&self) -> &[Json<'a>] {
        match self {
            Json::List(list) => list,
            _ => &[],
        }
    }
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Values)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Json<'de>;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a value")
    }
    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value as f64))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value as f64))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value))
    }
    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(text)))
    }
    fn visit_str<E>(self, text: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(text.to_owned())))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Json<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = from.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Json<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some(Key(key)) = from.next_key()? {
            fields.push((key, from.next_value()?));
        }
        Ok(Json::Object(fields))
    }
}

/// A key, which serde would copy.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Json::deserialize(from)? {
            Json::Text(text) => Ok(Key(text)),
            _ => Ok(Key(Cow::Borrowed(""))),
        }
    }
}
