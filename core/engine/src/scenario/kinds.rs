//! Queues and loss models in a scenario: an id, what all of their kind have, and parameters that the model declares.

use super::error::Refusal;
use super::leaf::{BufferCapacity, Measure, Shapes, read_by_shape};
use super::types::Position;
use serde::de::MapAccess;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

/// Reads the value of a key that may stand once only.
fn once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    place: &mut Option<T>,
    key: &'static str,
    object: &mut A,
) -> Result<(), A::Error> {
    if place.is_some() {
        return Err(serde::de::Error::duplicate_field(key));
    }
    *place = Some(object.next_value()?);
    Ok(())
}

/// A queue discipline with its parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Queue {
    /// The discipline's id; drop-tail where silent.
    pub kind: Option<String>,
    /// How much may wait, the packet in transmission not counted; one bandwidth-delay product where silent.
    pub capacity: Option<Measure<BufferCapacity>>,
    /// The discipline's own parameters, not yet checked.
    pub parameters: Map<String, Value>,
}

impl<'de> Shapes<'de> for Queue {
    fn allowed() -> String {
        "an object such as {\"kind\": \"drop-tail\", \"capacity\": \"40pkt\"}".to_owned()
    }

    fn map<A: MapAccess<'de>>(mut object: A) -> Result<Self, A::Error> {
        let mut queue = Queue::default();
        while let Some(key) = object.next_key::<String>()? {
            match key.as_str() {
                "kind" => once(&mut queue.kind, "kind", &mut object)?,
                "capacity" => once(&mut queue.capacity, "capacity", &mut object)?,
                _ => _ = queue.parameters.insert(key, object.next_value()?),
            }
        }
        Ok(queue)
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
    /// Where it sits; after transmission where silent.
    pub position: Option<Position>,
    /// The model's own parameters, not yet checked.
    pub parameters: Map<String, Value>,
}

impl<'de> Shapes<'de> for Loss {
    fn allowed() -> String {
        "an object such as {\"kind\": \"bernoulli\", \"probability\": 0.01}".to_owned()
    }

    fn map<A: MapAccess<'de>>(mut object: A) -> Result<Self, A::Error> {
        let (mut kind, mut position, mut parameters) = (None, None, Map::new());
        while let Some(key) = object.next_key::<String>()? {
            match key.as_str() {
                "kind" => once(&mut kind, "kind", &mut object)?,
                "position" => once(&mut position, "position", &mut object)?,
                _ => _ = parameters.insert(key, object.next_value()?),
            }
        }
        let kind = kind.ok_or_else(|| serde::de::Error::missing_field("kind"))?;
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

/// What a backward channel loses.
#[derive(Clone, Debug, PartialEq)]
pub enum BackLoss {
    /// The state of the forward model, with draws of its own.
    Shared,
    /// A process of its own.
    Own(Loss),
}

impl<'de> Shapes<'de> for BackLoss {
    fn allowed() -> String {
        format!("\"shared\", or {}", Loss::allowed())
    }

    fn text(text: &str) -> Result<Self, Refusal> {
        match text {
            "shared" => Ok(BackLoss::Shared),
            _ => Err(super::error::unknown_name("the word", text, ["shared"])),
        }
    }

    fn map<A: MapAccess<'de>>(object: A) -> Result<Self, A::Error> {
        Loss::map(object).map(BackLoss::Own)
    }
}

impl Serialize for BackLoss {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            BackLoss::Shared => serializer.serialize_str("shared"),
            BackLoss::Own(loss) => loss.serialize(serializer),
        }
    }
}

read_by_shape!(Queue, Loss, BackLoss);
