//! The pacing of a flow, given as a word or as numbers.

use crate::error::ScenarioError;
use crate::json_path::{JsonPath, Read, objects, words};
use crate::quantity::Whole;
use ackscope_engine::setup::{self, PacingQuantum};
use ackscope_engine::units::decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;

words! {
    /// Whether a flow paces.
    pub enum PacingWord {
        /// It sends what the window lets go at once.
        Off = "off",
        /// As Linux does under the queue discipline fq.
        On = "on",
    }
}

/// Whether and how a flow paces.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Pacing {
    /// Off, or as Linux does.
    Word(PacingWord),
    /// With other numbers.
    Numbers(PacingNumbers),
}

objects! {
    /// Numbers of the pacer.
    #[derive(Default)]
    pub struct PacingNumbers: "an object" {
        /// Windows per round trip in slow start below half of ssthresh, 1 to 10. Default: 2.
        pub ss: Option<f64>,
        /// Windows per round trip otherwise, 1 to 10. Default: 1.2.
        pub ca: Option<f64>,
        /// Segments at the start of a connection that are not paced, 0 to 1000. Default: 10.
        pub free: Option<Whole>,
        /// Segments that leave together, 1 to 64, or `tso`: those of about a millisecond. Default:
        /// 1.
        pub quantum: Option<Quantum>,
    }
}

/// The number of segments that leave together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantum {
    /// As many as Linux passes to a network card at once.
    Tso,
    /// A fixed number.
    #[serde(untagged)]
    Segments(Whole),
}

impl Quantum {
    /// The quantum at `path`, of at least `least` segments.
    pub(crate) fn compile(self, least: u64, path: &str) -> Result<PacingQuantum, ScenarioError> {
        match self {
            Quantum::Tso => Ok(PacingQuantum::Tso),
            Quantum::Segments(Whole(segments)) if (least..=64).contains(&segments) => {
                Ok(PacingQuantum::Segments(segments as u32))
            }
            Quantum::Segments(Whole(segments)) => {
                let allowed = format!("{least} to 64 segments, or \"tso\"");
                Err(ScenarioError::value(path, segments.to_string(), allowed))
            }
        }
    }
}

impl Quantum {
    /// It as it was written.
    pub(crate) fn written(self) -> String {
        match self {
            Quantum::Tso => "tso".to_owned(),
            Quantum::Segments(Whole(segments)) => segments.to_string(),
        }
    }
}

impl Read for Quantum {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::String(text) if text == "tso" => Ok(Quantum::Tso),
            Value::Number(_) => Read::read(value, place).map(Quantum::Segments),
            other => Err(place.refuse(other, "a whole number of segments, 64 at most, or \"tso\"")),
        }
    }
}

impl JsonSchema for Quantum {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Quantum")
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "const": "tso" }, generator.subschema_for::<Whole>()] })
    }
}

impl Read for Pacing {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::Object(_) => Read::read(value, place).map(Pacing::Numbers),
            _ => Read::read(value, place).map(Pacing::Word),
        }
    }
}

impl Pacing {
    /// The pacer, if the flow at `path` paces; without a quantum of its own it takes that of `gso`.
    pub(crate) fn compile(
        &self,
        gso: Option<PacingQuantum>,
        path: &str,
    ) -> Result<Option<setup::Pacing>, ScenarioError> {
        let none = PacingNumbers::default();
        let numbers = match self {
            Pacing::Word(PacingWord::Off) => return Ok(None),
            Pacing::Word(PacingWord::On) => &none,
            Pacing::Numbers(numbers) => numbers,
        };
        let ratio = |key: &str, given: Option<f64>, silent: f64| match given {
            None => Ok(silent),
            Some(ratio) if (1.0..=10.0).contains(&ratio) => Ok(ratio),
            Some(ratio) => {
                let path = format!("{path}.{key}");
                Err(ScenarioError::value(path, decimal(ratio), "1 to 10 windows per round trip"))
            }
        };
        let linux = setup::Pacing::LINUX;
        Ok(Some(setup::Pacing {
            slow_start: ratio("ss", numbers.ss, linux.slow_start)?,
            avoidance: ratio("ca", numbers.ca, linux.avoidance)?,
            free: match numbers.free {
                None => linux.free,
                Some(Whole(free)) if free <= 1000 => free,
                Some(Whole(free)) => {
                    let path = format!("{path}.free");
                    return Err(ScenarioError::value(path, free.to_string(), "0 to 1000 segments"));
                }
            },
            quantum: match numbers.quantum {
                None => gso.unwrap_or(linux.quantum),
                Some(quantum) => quantum.compile(1, &format!("{path}.quantum"))?,
            },
        }))
    }
}
