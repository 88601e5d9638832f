//! The value of a mechanism's key, read and written as the mechanism declares it.

use crate::error::ScenarioError;
use crate::json_path::{JsonPath, Read, read_word};
use ackscope_engine::mechanism::{Value as Declared, Values};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::borrow::Cow;

/// What a flow asks of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestedMechanism<T>(pub T);

impl<T: Declared> Read for RequestedMechanism<T> {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        read_index(T::VALUES, value, place).map(|index| RequestedMechanism(T::at(index)))
    }
}

/// The index of a value among all of them.
fn read_index(values: Values, value: &Value, place: &JsonPath) -> Result<usize, ScenarioError> {
    match values {
        Values::Flag => bool::read(value, place).map(usize::from),
        Values::Words { words, .. } => read_word(value, &|index| words.get(index).map(|it| it.word), place),
    }
}

impl<T: Declared> Serialize for RequestedMechanism<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match T::VALUES {
            Values::Flag => serializer.serialize_bool(self.0.index() == 1),
            values => serializer.serialize_str(values.word(self.0.index())),
        }
    }
}

impl<T: Declared> JsonSchema for RequestedMechanism<T> {
    fn schema_name() -> Cow<'static, str> {
        match T::VALUES {
            Values::Flag => bool::schema_name(),
            Values::Words { name, .. } => Cow::Borrowed(name),
        }
    }

    fn inline_schema() -> bool {
        matches!(T::VALUES, Values::Flag)
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let Values::Words { words, help, .. } = T::VALUES else { return bool::json_schema(generator) };
        let forms = words
            .iter()
            .map(|it| json!({ "type": "string", "const": it.word, "description": it.help.trim() }));
        json_schema!({ "oneOf": forms.collect::<Vec<_>>(), "description": help.trim() })
    }
}
