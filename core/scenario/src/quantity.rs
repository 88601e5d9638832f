//! Quantities: SI numbers, or strings with a unit.

use super::error::{Refusal, ScenarioError, describe, shorten};
use super::json_path::{JsonPath, Read};
use super::json_text::number_text;
use ackscope_engine::units::{BaseUnit, Dimension, Quantity, Quoted, parse_quantity};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::{Number, Value};
use std::borrow::Cow;
use std::marker::PhantomData;

/// The written form of a quantity, kept so that a scenario reads and writes back unchanged.
#[derive(Clone, Debug, PartialEq)]
enum Written {
    Number(Number),
    Text(String),
}

/// The kind of a quantity, with its largest allowed value.
pub trait Measures {
    const DIMENSION: Dimension;
    /// The largest allowed value in base units. A larger value is a typing error, or would overflow
    /// the clock.
    const MAX: f64;
    /// Whether packets and bytes must be whole numbers.
    const WHOLE: bool;
    /// Its name in the schema.
    const SCHEMA: &'static str;
}

/// Ten years. Beyond it the nanosecond clock is still exact, but such a run takes too long.
pub(crate) const LONGEST_S: f64 = 10.0 * 365.0 * 86_400.0;

macro_rules! measures {
    ($($(#[$doc:meta])* $name:ident: $dimension:ident, $max:expr, whole = $whole:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {}
        impl Measures for $name {
            const DIMENSION: Dimension = Dimension::$dimension;
            const MAX: f64 = $max;
            const WHOLE: bool = $whole;
            const SCHEMA: &'static str = stringify!($name);
        }
    )+};
}

measures! {
    /// A time or a duration.
    Seconds: Time, LONGEST_S, whole = false;
    BitsPerSecond: Rate, 1e13, whole = false;
    Bytes: Size, 1e15, whole = true;
    /// A window in packets; windows may hold fractions.
    WindowPackets: Packets, 1e9, whole = false;
    /// A number of whole packets.
    WholePackets: Packets, 1e9, whole = true;
    /// What a buffer holds.
    BufferCapacity: Capacity, 1e12, whole = true;
}

/// A quantity of one kind: an SI number, or a string with a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure<M> {
    written: Written,
    quantity: Quantity,
    kind: PhantomData<M>,
}

impl<M: Measures> Measure<M> {
    /// The value in base units.
    pub fn si(&self) -> f64 {
        self.quantity.value
    }

    /// The base unit; for a capacity, packets or bytes or bandwidth-delay products.
    pub fn unit(&self) -> BaseUnit {
        self.quantity.unit
    }

    /// The quantity as written, for messages.
    pub fn written(&self) -> String {
        match &self.written {
            Written::Number(number) => number_text(number),
            Written::Text(text) => Quoted(text).to_string(),
        }
    }

    /// A quantity in base units, written as a plain number.
    pub fn from_si(value: f64) -> Option<Measure<M>> {
        Self::from_value(&Value::Number(Number::from_f64(value)?))
    }

    /// The quantity in `value`, if it is valid.
    pub fn from_value(value: &Value) -> Option<Measure<M>> {
        Self::read(value, &JsonPath::TOP).ok()
    }
}

impl<M: Measures> Read for Measure<M> {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let quantity = quantity(value, M::DIMENSION).and_then(|quantity| {
            let whole = M::WHOLE && matches!(quantity.unit, BaseUnit::Packets | BaseUnit::Bytes);
            within(value, quantity, M::DIMENSION, M::MAX, whole)
        });
        let written = match value {
            Value::Number(number) => Written::Number(number.clone()),
            other => Written::Text(other.as_str().unwrap_or_default().to_owned()),
        };
        match quantity {
            Ok(quantity) => Ok(Measure { written, quantity, kind: PhantomData }),
            Err(refusal) => Err(place.refused(refusal)),
        }
    }
}

fn quantity(value: &Value, dimension: Dimension) -> Result<Quantity, Refusal> {
    match value {
        Value::String(text) => parse_quantity(text, dimension).map_err(Refusal::from),
        other => match other.as_f64().filter(|value| value.is_finite()) {
            Some(value) => Ok(Quantity { value, unit: dimension.base() }),
            None => Err(Refusal::new(describe(other), dimension.allowed())),
        },
    }
}

fn within(
    written: &Value,
    quantity: Quantity,
    dimension: Dimension,
    max: f64,
    whole: bool,
) -> Result<Quantity, Refusal> {
    let allowed = if quantity.value < 0.0 {
        "zero or more".to_owned()
    } else if quantity.value > max {
        format!("at most {}", ackscope_engine::units::format_si(max, dimension))
    } else if whole && quantity.value.fract() != 0.0 {
        "a whole number of packets or bytes".to_owned()
    } else {
        return Ok(quantity);
    };
    Err(Refusal::new(describe(written), allowed))
}

impl From<ackscope_engine::units::QuantityError> for Refusal {
    fn from(error: ackscope_engine::units::QuantityError) -> Refusal {
        Refusal {
            found: shorten(&error.found),
            allowed: error.allowed,
            nearest: error.nearest,
            message: None,
        }
    }
}

impl<M> Serialize for Measure<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.written {
            Written::Number(number) => number.serialize(serializer),
            Written::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<M: Measures> JsonSchema for Measure<M> {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed(M::SCHEMA)
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": M::DIMENSION.allowed(),
            "anyOf": [
                { "type": "number", "minimum": 0, "maximum": M::MAX },
                { "type": "string", "pattern": M::DIMENSION.pattern() }
            ]
        })
    }
}

/// A whole number from 0 to 2⁵³ − 1, the range that JSON carries exactly between all programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole(pub u64);

/// The largest whole number up to which a double represents every whole number, including the next
/// one.
pub(crate) const LARGEST_WHOLE: u64 = (1 << 53) - 1;

impl Read for Whole {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let whole = value.as_u64().or_else(|| {
            let value = value.as_f64()?;
            (value >= 0.0 && value.fract() == 0.0 && value <= LARGEST_WHOLE as f64).then_some(value as u64)
        });
        let refuse = || place.refuse(value, format!("a whole number from 0 to {LARGEST_WHOLE}"));
        whole.filter(|n| *n <= LARGEST_WHOLE).map(Whole).ok_or_else(refuse)
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl JsonSchema for Whole {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Whole")
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": LARGEST_WHOLE })
    }
}
