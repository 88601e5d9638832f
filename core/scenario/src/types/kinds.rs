//! Queues, loss and jitter models and applications of a scenario: an id, the keys that all models
//! of the kind have, and the parameters that the model declares.

use crate::error::{ScenarioError, unknown_name};
use crate::json_path::{JsonPath, Read, words};
use crate::quantity::{BufferCapacity, Measure};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

words! {
    /// Where a loss model sits on a channel.
    pub enum Position {
        /// After transmission and propagation: a lost packet has used queue and link.
        After = "after",
        /// Before the queue: a lost packet has used neither.
        Before = "before",
    }
}

/// Removes and reads a key that every model of a kind has. The remaining keys are the model's own
/// parameters.
fn take<T: Read>(
    parameters: &mut Map<String, Value>,
    key: &str,
    place: &JsonPath,
) -> Result<Option<T>, ScenarioError> {
    match parameters.shift_remove(key) {
        Some(value) => Read::read(&value, &place.key(key)),
        None => Ok(None),
    }
}

fn keys(value: &Value, allowed: &str, place: &JsonPath) -> Result<Map<String, Value>, ScenarioError> {
    value.as_object().cloned().ok_or_else(|| place.refuse(value, allowed))
}

/// A queue discipline with its parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Queue {
    /// The discipline's id. Default: drop-tail.
    pub kind: Option<String>,
    /// The buffer size, without the packet in transmission. Default: one bandwidth-delay product.
    pub capacity: Option<Measure<BufferCapacity>>,
    /// The discipline's own parameters, unchecked.
    pub parameters: Map<String, Value>,
}

impl Read for Queue {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let allowed = "an object such as {\"kind\": \"drop-tail\", \"capacity\": \"40pkt\"}";
        let mut parameters = keys(value, allowed, place)?;
        let kind = take(&mut parameters, "kind", place)?;
        let capacity = take(&mut parameters, "capacity", place)?;
        Ok(Queue { kind, capacity, parameters })
    }
}

impl Serialize for Queue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        if let Some(kind) = &self.kind {
            object.serialize_entry("kind", kind)?;
        }
        if let Some(capacity) = &self.capacity {
            object.serialize_entry("capacity", capacity)?;
        }
        for (key, value) in &self.parameters {
            object.serialize_entry(key, value)?;
        }
        object.end()
    }
}

/// A loss model with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// The model's id.
    pub kind: String,
    /// The place of the loss on the channel. Default: after transmission.
    pub position: Option<Position>,
    /// The model's own parameters, unchecked.
    pub parameters: Map<String, Value>,
}

const LOSS: &str = "an object such as {\"kind\": \"bernoulli\", \"probability\": 0.01}";

impl Read for Loss {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let mut parameters = keys(value, LOSS, place)?;
        let kind = take(&mut parameters, "kind", place)?;
        let position = take(&mut parameters, "position", place)?;
        let kind = kind.ok_or_else(|| ScenarioError::missing(&place.path(), "kind", ""))?;
        Ok(Loss { kind, position, parameters })
    }
}

impl Serialize for Loss {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("kind", &self.kind)?;
        if let Some(position) = &self.position {
            object.serialize_entry("position", position)?;
        }
        for (key, value) in &self.parameters {
            object.serialize_entry(key, value)?;
        }
        object.end()
    }
}

/// A jitter model with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Jitter(pub Kind);

/// A delay model with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DelayModel(pub Kind);

/// A rate model with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RateModel(pub Kind);

/// An application with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Application(pub Kind);

/// An id and parameters, for kinds whose models share no other keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// The model's id.
    pub kind: String,
    /// The model's own parameters, unchecked.
    pub parameters: Map<String, Value>,
}

impl Kind {
    fn read(value: &Value, allowed: &str, place: &JsonPath) -> Result<Self, ScenarioError> {
        let mut parameters = keys(value, allowed, place)?;
        let kind = take(&mut parameters, "kind", place)?;
        let kind = kind.ok_or_else(|| ScenarioError::missing(&place.path(), "kind", ""))?;
        Ok(Kind { kind, parameters })
    }
}

impl Read for Jitter {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        Kind::read(value, "an object such as {\"kind\": \"uniform\", \"max\": \"5ms\"}", place).map(Jitter)
    }
}

impl Read for DelayModel {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        Kind::read(value, "an object such as {\"kind\": \"handover\", \"period\": \"15s\"}", place)
            .map(DelayModel)
    }
}

impl Read for RateModel {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        Kind::read(value, "an object such as {\"kind\": \"cellular\", \"mean\": \"8Mbps\"}", place)
            .map(RateModel)
    }
}

impl Read for Application {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        Kind::read(value, "an object such as {\"kind\": \"requests\", \"size\": \"30kB\"}", place)
            .map(Application)
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("kind", &self.kind)?;
        for (key, value) in &self.parameters {
            object.serialize_entry(key, value)?;
        }
        object.end()
    }
}

/// The losses of a backward channel.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BackLoss {
    /// The state of the forward model, with independent random draws.
    Shared,
    /// An independent process.
    #[serde(untagged)]
    Own(Loss),
}

impl Read for BackLoss {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::String(text) if text == "shared" => Ok(BackLoss::Shared),
            Value::String(text) => Err(place.refused(unknown_name("the word", text, ["shared"]))),
            Value::Object(_) => Read::read(value, place).map(BackLoss::Own),
            other => Err(place.refuse(other, format!("\"shared\", or {LOSS}"))),
        }
    }
}
