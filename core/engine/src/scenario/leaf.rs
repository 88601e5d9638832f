//! Values that may be written in several ways: one visitor hands each JSON shape to the type that reads it.

use super::error::{Refusal, shorten};
use crate::units::{BaseUnit, Dimension, Quantity, parse_quantity};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Number;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A type that reads some JSON shapes and refuses the others.
pub(super) trait Shapes<'de>: Sized {
    /// What is allowed in its place, for messages.
    fn allowed() -> String;

    fn number(number: Number) -> Result<Self, Refusal> {
        Err(Refusal::new(number.to_string(), Self::allowed()))
    }

    fn text(text: &str) -> Result<Self, Refusal> {
        Err(Refusal::new(format!("{text:?}"), Self::allowed()))
    }

    fn seq<A: SeqAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(Refusal::new("a list", Self::allowed()).into_serde())
    }

    fn map<A: MapAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(Refusal::new("an object", Self::allowed()).into_serde())
    }

    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeVisitor(PhantomData))
    }
}

struct ShapeVisitor<T>(PhantomData<T>);

impl<'de, T: Shapes<'de>> Visitor<'de> for ShapeVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&T::allowed())
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<T, E> {
        T::number(value.into()).map_err(Refusal::into_serde)
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<T, E> {
        T::number(value.into()).map_err(Refusal::into_serde)
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<T, E> {
        let refuse = || Refusal::new(value.to_string(), T::allowed());
        Number::from_f64(value).ok_or_else(refuse).and_then(T::number).map_err(Refusal::into_serde)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        T::text(text).map_err(Refusal::into_serde)
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<T, E> {
        Err(Refusal::new(value.to_string(), T::allowed()).into_serde())
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        Err(Refusal::new("null", T::allowed()).into_serde())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        T::seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<T, A::Error> {
        T::map(object)
    }
}

/// Implements `Deserialize` for a type through its [`Shapes`].
macro_rules! read_by_shape {
    ($($name:ident),+ $(,)?) => {$(
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$name as $crate::scenario::leaf::Shapes>::read(deserializer)
            }
        }
    )+};
}
pub(super) use read_by_shape;

/// Implements `Deserialize` and `Serialize` for structs derived with `remote = "Self"`, so that only an object is
/// read: serde's own derive takes a list for a struct too, its values in the order of the fields.
macro_rules! read_objects_only {
    ($($name:ident: $allowed:literal;)+) => {$(
        impl<'de> $crate::scenario::leaf::Shapes<'de> for $name {
            fn allowed() -> String {
                $allowed.to_owned()
            }

            fn map<A: serde::de::MapAccess<'de>>(object: A) -> Result<Self, A::Error> {
                $name::deserialize(serde::de::value::MapAccessDeserializer::new(object))
            }
        }

        $crate::scenario::leaf::read_by_shape!($name);

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $name::serialize(self, serializer)
            }
        }
    )+};
}
pub(super) use read_objects_only;

/// How a quantity was written: kept, so that a scenario read and written again is the same text.
#[derive(Clone, Debug, PartialEq)]
enum Written {
    Number(Number),
    Text(String),
}

/// What a quantity measures, with the largest value that makes sense.
pub trait Measures {
    /// Its dimension.
    const DIMENSION: Dimension;
    /// The largest allowed value in base units: what is beyond it is a slip, or would overflow the clock.
    const MAX: f64;
    /// Whether packets and bytes must be whole numbers.
    const WHOLE: bool;
    /// Its name in the schema.
    const SCHEMA: &'static str;
}

/// Ten years: beyond it the nanosecond clock is still exact, but nobody waits for the run.
pub(super) const LONGEST_S: f64 = 10.0 * 365.0 * 86_400.0;

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
    /// A rate.
    BitsPerSecond: Rate, 1e13, whole = false;
    /// A size in bytes.
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

    /// The base unit: what a capacity counts.
    pub fn unit(&self) -> BaseUnit {
        self.quantity.unit
    }

    /// The quantity as it was written, for messages.
    pub fn written(&self) -> String {
        match &self.written {
            Written::Number(number) => number.to_string(),
            Written::Text(text) => format!("{text:?}"),
        }
    }

    /// A quantity in base units, written as a plain number.
    pub fn from_si(value: f64) -> Option<Measure<M>> {
        Self::number(Number::from_f64(value)?).ok()
    }

    fn checked(written: Written, quantity: Quantity) -> Result<Measure<M>, Refusal> {
        let measure = Measure { written, quantity, kind: PhantomData };
        let whole = M::WHOLE && matches!(quantity.unit, BaseUnit::Packets | BaseUnit::Bytes);
        if quantity.value < 0.0 {
            return Err(Refusal::new(measure.written(), "zero or more"));
        }
        if quantity.value > M::MAX {
            let most = crate::units::format_si(M::MAX, M::DIMENSION);
            return Err(Refusal::new(measure.written(), format!("at most {most}")));
        }
        if whole && quantity.value.fract() != 0.0 {
            return Err(Refusal::new(measure.written(), "a whole number of packets or bytes"));
        }
        Ok(measure)
    }
}

impl<'de, M: Measures> Shapes<'de> for Measure<M> {
    fn allowed() -> String {
        M::DIMENSION.allowed().to_owned()
    }

    fn number(number: Number) -> Result<Self, Refusal> {
        let value = number.as_f64().filter(|x| x.is_finite());
        let Some(value) = value else {
            return Err(Refusal::new(number.to_string(), Self::allowed()));
        };
        Self::checked(Written::Number(number), Quantity { value, unit: M::DIMENSION.base() })
    }

    fn text(text: &str) -> Result<Self, Refusal> {
        let quantity = parse_quantity(text, M::DIMENSION).map_err(Refusal::from)?;
        Self::checked(Written::Text(text.to_owned()), quantity)
    }
}

impl From<crate::units::QuantityError> for Refusal {
    fn from(error: crate::units::QuantityError) -> Refusal {
        Refusal {
            found: shorten(&error.found),
            allowed: error.allowed,
            nearest: error.nearest,
            message: None,
        }
    }
}

impl<'de, M: Measures> Deserialize<'de> for Measure<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Shapes::read(deserializer)
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

/// A whole number from 0 to 2⁵³ − 1: what JSON carries exactly between every pair of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole(pub u64);

/// The largest whole number that a double, and so any JSON reader, holds exactly together with its neighbours.
pub(super) const LARGEST_WHOLE: u64 = (1 << 53) - 1;

impl<'de> Shapes<'de> for Whole {
    fn allowed() -> String {
        format!("a whole number from 0 to {LARGEST_WHOLE}")
    }

    fn number(number: Number) -> Result<Self, Refusal> {
        let whole = number.as_u64().or_else(|| {
            let value = number.as_f64()?;
            (value >= 0.0 && value.fract() == 0.0 && value <= LARGEST_WHOLE as f64).then_some(value as u64)
        });
        let refuse = || Refusal::new(number.to_string(), Self::allowed());
        whole.filter(|n| *n <= LARGEST_WHOLE).map(Whole).ok_or_else(refuse)
    }
}

read_by_shape!(Whole);

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

/// What kind of JSON value `value` is, short enough for a message.
pub(super) fn describe(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Array(_) => "a list".to_owned(),
        serde_json::Value::Object(_) => "an object".to_owned(),
        serde_json::Value::String(text) => shorten(&format!("{text:?}")),
        other => other.to_string(),
    }
}
