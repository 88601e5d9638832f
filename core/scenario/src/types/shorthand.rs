//! The parts of a scenario that have more than one written form.

use super::kinds::{DelayModel, RateModel};
use crate::error::{Refusal, ScenarioError, unknown_name};
use crate::json_path::{JsonPath, Object, Read, objects, read_pair, words};
use crate::quantity::{BitsPerSecond, Bytes, Measure, Measures, Seconds, WindowPackets};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// The format version that this program reads and writes.
pub const FORMAT_VERSION: u64 = 1;

/// The version of the format; only the current one is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Version(u64);

impl Default for Version {
    fn default() -> Version {
        Version(FORMAT_VERSION)
    }
}

impl Read for Version {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value.as_u64() {
            Some(FORMAT_VERSION) => Ok(Version(FORMAT_VERSION)),
            _ => Err(place.refuse(value, format!("{FORMAT_VERSION}, the version this program reads"))),
        }
    }
}

/// A rate over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Rate {
    /// A constant rate.
    Constant(Measure<BitsPerSecond>),
    /// Piecewise constant rates.
    Steps(Vec<RateStep>),
    /// Instants at which 1500 bytes may be sent.
    Opportunities(Opportunities),
    /// A model that draws it for the seed.
    Model(RateModel),
}

/// The rate from this instant on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RateStep(pub Measure<Seconds>, pub Measure<BitsPerSecond>);

/// A trace of sending opportunities, as mahimahi writes them.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opportunities {
    /// Milliseconds from the start at which 1500 bytes may leave, in order.
    #[schemars(inner(range(min = 0.0)))]
    pub opportunities_ms: Vec<f64>,
    /// Whether the list starts again after its last instant. Default: true.
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    pub looped: Option<bool>,
}

impl Read for Opportunities {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let object = Object::read(value, "an object", &["opportunities_ms", "loop"], place)?;
        Ok(Opportunities { opportunities_ms: object.key("opportunities_ms")?, looped: object.key("loop")? })
    }
}

impl Read for Rate {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::Number(_) | Value::String(_) => Read::read(value, place).map(Rate::Constant),
            Value::Array(_) => Read::read(value, place).map(Rate::Steps),
            Value::Object(object) if object.contains_key("kind") => Read::read(value, place).map(Rate::Model),
            Value::Object(_) => Read::read(value, place).map(Rate::Opportunities),
            other => {
                let rate = BitsPerSecond::DIMENSION.allowed();
                let steps = "a list of steps such as [[\"0s\", \"2Mbps\"], [\"60s\", \"1Mbps\"]]";
                let rest = "an object with \"opportunities_ms\" or \"kind\"";
                Err(place.refuse(other, format!("{rate}, {steps}, or {rest}")))
            }
        }
    }
}

impl Read for RateStep {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let allowed = "a pair of a time and a rate such as [\"60s\", \"1Mbps\"]";
        read_pair(value, allowed, place).map(|(at, rate)| RateStep(at, rate))
    }
}

/// A propagation delay over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Delay {
    /// A constant delay.
    Constant(Measure<Seconds>),
    /// Piecewise constant delays.
    Steps(Vec<DelayStep>),
    /// A measured course of the delay.
    Trace(DelayTrace),
    /// A model that draws it.
    Model(DelayModel),
}

/// The delay from this instant on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DelayStep(pub Measure<Seconds>, pub Measure<Seconds>);

/// A trace of one-way delays, each of which holds until the next.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DelayTrace {
    /// Pairs of an instant and the delay from then on, both in milliseconds, in order. The first
    /// instant is 0.
    pub delays_ms: Vec<DelayPoint>,
    /// Whether the list starts again at its last instant. Default: true.
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    pub looped: Option<bool>,
}

/// The delay from this instant on, both in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DelayPoint(#[schemars(range(min = 0.0))] pub f64, #[schemars(range(min = 0.0))] pub f64);

impl Read for DelayPoint {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let allowed = "a pair of an instant and a delay in milliseconds such as [100, 35.5]";
        read_pair(value, allowed, place).map(|(at, delay)| DelayPoint(at, delay))
    }
}

impl Read for DelayTrace {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let object = Object::read(value, "an object", &["delays_ms", "loop"], place)?;
        Ok(DelayTrace { delays_ms: object.key("delays_ms")?, looped: object.key("loop")? })
    }
}

impl Read for Delay {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::Number(_) | Value::String(_) => Read::read(value, place).map(Delay::Constant),
            Value::Array(_) => Read::read(value, place).map(Delay::Steps),
            Value::Object(object) if object.contains_key("kind") => {
                Read::read(value, place).map(Delay::Model)
            }
            Value::Object(_) => Read::read(value, place).map(Delay::Trace),
            other => {
                let delay = Seconds::DIMENSION.allowed();
                let steps = "a list of steps such as [[\"0s\", \"20ms\"], [\"10s\", \"60ms\"]]";
                let rest = "an object with \"delays_ms\" or \"kind\"";
                Err(place.refuse(other, format!("{delay}, {steps}, or {rest}")))
            }
        }
    }
}

impl Read for DelayStep {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let allowed = "a pair of a time and a delay such as [\"10s\", \"60ms\"]";
        read_pair(value, allowed, place).map(|(at, delay)| DelayStep(at, delay))
    }
}

/// A period: start and end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Period(pub Measure<Seconds>, pub Measure<Seconds>);

impl Period {
    pub(crate) const ALLOWED: &'static str = "a pair of times such as [\"250s\", \"500s\"]";
}

impl Read for Period {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        read_pair(value, Self::ALLOWED, place).map(|(from, to)| Period(from, to))
    }
}

/// One time for all flows of a group, or times spread over its flows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Spread {
    /// The same time for all flows.
    One(Measure<Seconds>),
    /// The list's times, repeated in turn.
    List(Vec<Measure<Seconds>>),
    /// Evenly spaced times, both ends included.
    FromTo {
        /// The time of the first flow.
        from: Measure<Seconds>,
        /// The time of the last flow.
        to: Measure<Seconds>,
    },
    /// Evenly spaced times, the lower end excluded.
    AboveTo {
        /// One step below the time of the first flow.
        above: Measure<Seconds>,
        /// The time of the last flow.
        to: Measure<Seconds>,
    },
}

impl Read for Spread {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let refuse = |found, allowed| Err(place.refused(Refusal::new(found, allowed)));
        let allowed =
            || format!("{}, a list of them, {{from, to}} or {{above, to}}", Seconds::DIMENSION.allowed());
        match value {
            Value::Number(_) | Value::String(_) => Read::read(value, place).map(Spread::One),
            Value::Array(list) if list.is_empty() => refuse("an empty list", "at least one time"),
            Value::Array(_) => Read::read(value, place).map(Spread::List),
            Value::Object(_) => {
                let object = Object::read(value, "an object", &["from", "above", "to"], place)?;
                let (from, above, to) = (object.key("from")?, object.key("above")?, object.key("to")?);
                match (from, above) {
                    (Some(from), None) => Ok(Spread::FromTo { from, to }),
                    (None, Some(above)) => Ok(Spread::AboveTo { above, to }),
                    (None, None) => refuse("only \"to\"", "\"from\" or \"above\" beside \"to\""),
                    (Some(_), Some(_)) => refuse("\"from\" and \"above\"", "one of the two"),
                }
            }
            other => Err(place.refuse(other, allowed())),
        }
    }
}

/// An initial slow-start threshold.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ssthresh {
    /// Slow start until the first loss.
    Infinite,
    /// A number of packets.
    #[serde(untagged)]
    Packets(Measure<WindowPackets>),
}

impl Read for Ssthresh {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::String(text) if text == "infinite" => Ok(Ssthresh::Infinite),
            Value::Number(_) | Value::String(_) => Read::read(value, place).map(Ssthresh::Packets),
            other => {
                let packets = WindowPackets::DIMENSION.allowed();
                Err(place.refuse(other, format!("{packets}, or \"infinite\"")))
            }
        }
    }
}

/// The rate of a flow's access links.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessRate {
    /// They transmit in no time.
    None,
    /// A rate.
    #[serde(untagged)]
    Rate(Measure<BitsPerSecond>),
}

impl Read for AccessRate {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::String(text) if text == "none" => Ok(AccessRate::None),
            Value::Number(_) | Value::String(_) => Read::read(value, place).map(AccessRate::Rate),
            other => {
                let rate = BitsPerSecond::DIMENSION.allowed();
                Err(place.refuse(other, format!("{rate}, or \"none\"")))
            }
        }
    }
}

objects! {
    /// The memory of a receive buffer that grows.
    #[derive(Default)]
    pub struct ReceiveBufferNumbers: "an object" {
        /// The memory at first. Default: 128 KiB.
        pub initial: Option<Measure<Bytes>>,
        /// The most memory. Default: 32 MiB.
        pub max: Option<Measure<Bytes>>,
    }
}

/// A receive buffer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReceiveBuffer {
    /// It does not grow: `receive_window` is its size.
    Fixed,
    /// It grows as in Linux, with the defaults of Linux.
    Auto,
    /// It grows as in Linux.
    #[serde(untagged)]
    Numbers(ReceiveBufferNumbers),
}

impl Read for ReceiveBuffer {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::String(text) if text == "fixed" => Ok(ReceiveBuffer::Fixed),
            Value::String(text) if text == "auto" => Ok(ReceiveBuffer::Auto),
            Value::Object(_) => Read::read(value, place).map(ReceiveBuffer::Numbers),
            other => Err(place.refuse(other, "\"auto\", \"fixed\", or an object such as {\"max\": \"2MB\"}")),
        }
    }
}

/// How long a receiver delays an ACK to wait for a second segment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AckTimeout {
    /// As in Linux: it follows the time between segments.
    Linux,
    /// A maximum delay.
    #[serde(untagged)]
    Fixed(Measure<Seconds>),
}

impl Read for AckTimeout {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::String(text) if text == "linux" => Ok(AckTimeout::Linux),
            Value::Number(_) | Value::String(_) => Read::read(value, place).map(AckTimeout::Fixed),
            other => {
                let time = Seconds::DIMENSION.allowed();
                Err(place.refuse(other, format!("{time}, or \"linux\"")))
            }
        }
    }
}

/// How a connection starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandshakeChoice {
    /// The SYN is a segment of the initial window.
    InWindow,
    /// With a SYN exchange (true), or directly with data (false).
    #[serde(untagged)]
    Exchange(bool),
}

impl Read for HandshakeChoice {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::String(text) if text == "in-window" => Ok(HandshakeChoice::InWindow),
            Value::Bool(exchange) => Ok(HandshakeChoice::Exchange(*exchange)),
            other => Err(place.refuse(other, "true, false or \"in-window\"")),
        }
    }
}

words! {
    /// A preset of the retransmission timer.
    pub enum RtoPreset {
        /// RFC 6298: minimum 1 s.
        Rfc6298 = "rfc6298",
        /// Exact RTT samples, 10 ms granularity, minimum 0.2 s. While one segment is outstanding alone, the
        /// timeout also has the time of a delayed ACK.
        Default = "default",
        /// ns-2 of 2001: ticks of 100 ms.
        Ns2Of2001 = "ns2_2001",
        /// ns-2 of 2003: ticks of 10 ms, minimum 1 s.
        Ns2Of2003 = "ns2_2003",
        /// ns-2 of 2005 and later: ticks of 10 ms, minimum 0.2 s.
        Ns2Of2005 = "ns2_2005",
        /// Linux: the minimum applies to the variance term.
        Linux = "linux",
        /// Linux 6: like `linux`, in whole microseconds; the variance falls once per round.
        Linux6 = "linux6",
    }
}

/// A retransmission timer: a preset, or the default timer with some changed values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Rto {
    /// A preset.
    Preset(RtoPreset),
    /// The default timer with changed values.
    Custom(RtoNumbers),
}

objects! {
    /// Values of a retransmission timer. Default: those of the default timer.
    #[derive(Default)]
    pub struct RtoNumbers: "an object" {
        /// Smallest timeout.
        pub min: Option<Measure<Seconds>>,
        /// Largest timeout, back-off included.
        pub max: Option<Measure<Seconds>>,
        /// Timeout before the first sample.
        pub initial: Option<Measure<Seconds>>,
        /// Clock granularity.
        pub granularity: Option<Measure<Seconds>>,
    }
}

impl Read for Rto {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        let presets = || RtoPreset::WORDS.iter().map(|(word, _)| *word);
        match value {
            Value::String(text) => match RtoPreset::WORDS.iter().find(|(word, _)| word == text) {
                Some((_, preset)) => Ok(Rto::Preset(*preset)),
                None => Err(place.refused(unknown_name("the timer", text, presets()))),
            },
            Value::Object(_) => Read::read(value, place).map(Rto::Custom),
            other => {
                let presets = presets().collect::<Vec<_>>().join(", ");
                let keys = "\"min\", \"max\", \"initial\", \"granularity\"";
                Err(place.refuse(other, format!("one of {presets}, or an object with {keys}")))
            }
        }
    }
}

/// A lane: an algorithm's id, or an object that can also change other settings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum CompareEntry {
    /// The scenario with this algorithm in the compared flows.
    Id(String),
    /// A lane with a label and changes.
    Changes(LaneChanges),
}

objects! {
    /// What a lane changes.
    #[derive(Default)]
    pub struct LaneChanges: "an object" {
        /// Name of the lane. Default: made from the other two.
        pub label: Option<String>,
        /// The algorithm of the compared flows. Default: the scenario's.
        pub algorithm: Option<String>,
        /// Parameters of that algorithm, in place of those of the flows.
        pub parameters: Option<Map<String, Value>>,
        /// Values to put at paths such as `hops.0.queue.capacity`.
        pub set: Option<Map<String, Value>>,
    }
}

impl Read for CompareEntry {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::String(id) => Ok(CompareEntry::Id(id.clone())),
            Value::Object(_) => Read::read(value, place).map(CompareEntry::Changes),
            other => {
                let keys = "\"label\", \"algorithm\", \"parameters\", \"set\"";
                Err(place.refuse(other, format!("an algorithm's id, or an object with {keys}")))
            }
        }
    }
}

/// A word, or a list of words.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// One.
    One(T),
    /// Several.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// All items.
    pub fn as_slice(&self) -> &[T] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

impl<T: Read> Read for OneOrMany<T> {
    fn read(value: &Value, place: &JsonPath) -> Result<Self, ScenarioError> {
        match value {
            Value::String(_) => T::read(value, place).map(OneOrMany::One),
            Value::Array(_) => Read::read(value, place).map(OneOrMany::Many),
            other => Err(place.refuse(other, "a word or a list of words")),
        }
    }
}
