//! The parts of a scenario that may be written in more than one form.

use super::error::Refusal;
use super::leaf::{BitsPerSecond, Measure, Seconds, Shapes, WindowPackets, read_by_shape};
use super::types::RtoPreset;
use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer, StrDeserializer};
use serde::de::{MapAccess, SeqAccess};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Number, Value};

/// The version of the format this program reads and writes.
pub const FORMAT_VERSION: u64 = 1;

/// The version of the format: only the current one is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Version(u64);

impl Default for Version {
    fn default() -> Version {
        Version(FORMAT_VERSION)
    }
}

impl<'de> Shapes<'de> for Version {
    fn allowed() -> String {
        FORMAT_VERSION.to_string()
    }

    fn number(number: Number) -> Result<Self, Refusal> {
        match number.as_u64() {
            Some(FORMAT_VERSION) => Ok(Version(FORMAT_VERSION)),
            _ => Err(Refusal::new(
                number.to_string(),
                format!("{FORMAT_VERSION}, the version this program reads"),
            )),
        }
    }
}

/// A rate over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Rate {
    /// The same always.
    Constant(Measure<BitsPerSecond>),
    /// From each instant on, another rate.
    Steps(Vec<RateStep>),
    /// Instants at which 1500 bytes may leave.
    Opportunities(Opportunities),
}

/// From this instant on, this rate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RateStep(pub Measure<Seconds>, pub Measure<BitsPerSecond>);

/// A trace of sending opportunities, as mahimahi writes them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opportunities {
    /// Milliseconds from the start at which 1500 bytes may leave, in order.
    #[schemars(inner(range(min = 0.0)))]
    pub opportunities_ms: Vec<f64>,
    /// Whether the list starts again after its last instant; true where silent.
    #[serde(rename = "loop", default, skip_serializing_if = "Option::is_none")]
    pub looped: Option<bool>,
}

impl<'de> Shapes<'de> for Rate {
    fn allowed() -> String {
        format!(
            "{}, a list of steps such as [[\"0s\", \"2Mbps\"], [\"60s\", \"1Mbps\"]], or an object with \"opportunities_ms\"",
            <Measure<BitsPerSecond> as Shapes>::allowed()
        )
    }

    fn number(number: Number) -> Result<Self, Refusal> {
        Measure::number(number).map(Rate::Constant)
    }

    fn text(text: &str) -> Result<Self, Refusal> {
        Measure::text(text).map(Rate::Constant)
    }

    fn seq<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Rate::Steps)
    }

    fn map<A: MapAccess<'de>>(object: A) -> Result<Self, A::Error> {
        Opportunities::deserialize(MapAccessDeserializer::new(object)).map(Rate::Opportunities)
    }
}

/// Reads the two items of a pair; a third one or a missing one is refused with what the pair is.
fn pair<'de, A, T, U>(mut list: A, allowed: &str) -> Result<(T, U), A::Error>
where
    A: SeqAccess<'de>,
    T: Deserialize<'de>,
    U: Deserialize<'de>,
{
    let refuse = |found: &str| Refusal::new(found, allowed).into_serde();
    let first = list.next_element()?.ok_or_else(|| refuse("an empty list"))?;
    let second = list.next_element()?.ok_or_else(|| refuse("a list of one item"))?;
    if list.next_element::<Value>()?.is_some() {
        return Err(refuse("a list of more than two items"));
    }
    Ok((first, second))
}

impl<'de> Shapes<'de> for RateStep {
    fn allowed() -> String {
        "a pair of a time and a rate such as [\"60s\", \"1Mbps\"]".to_owned()
    }

    fn seq<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        pair(list, &Self::allowed()).map(|(at, rate)| RateStep(at, rate))
    }
}

/// From an instant to a later one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Period(pub Measure<Seconds>, pub Measure<Seconds>);

impl<'de> Shapes<'de> for Period {
    fn allowed() -> String {
        "a pair of times such as [\"250s\", \"500s\"]".to_owned()
    }

    fn seq<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        pair(list, &Self::allowed()).map(|(from, to)| Period(from, to))
    }
}

/// One time for all flows of a group, or times spread over them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Spread {
    /// The same for all.
    One(Measure<Seconds>),
    /// Taken in turn.
    List(Vec<Measure<Seconds>>),
    /// Evenly spaced, both ends included.
    FromTo {
        /// The first flow's.
        from: Measure<Seconds>,
        /// The last flow's.
        to: Measure<Seconds>,
    },
    /// Evenly spaced, the lower end left out.
    AboveTo {
        /// One step below the first flow's.
        above: Measure<Seconds>,
        /// The last flow's.
        to: Measure<Seconds>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpreadEnds {
    from: Option<Measure<Seconds>>,
    above: Option<Measure<Seconds>>,
    to: Measure<Seconds>,
}

impl<'de> Shapes<'de> for Spread {
    fn allowed() -> String {
        format!("{}, a list of them, {{from, to}} or {{above, to}}", <Measure<Seconds> as Shapes>::allowed())
    }

    fn number(number: Number) -> Result<Self, Refusal> {
        Measure::number(number).map(Spread::One)
    }

    fn text(text: &str) -> Result<Self, Refusal> {
        Measure::text(text).map(Spread::One)
    }

    fn seq<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        let list = Vec::deserialize(SeqAccessDeserializer::new(list))?;
        if list.is_empty() {
            return Err(Refusal::new("an empty list", "at least one time").into_serde());
        }
        Ok(Spread::List(list))
    }

    fn map<A: MapAccess<'de>>(object: A) -> Result<Self, A::Error> {
        let ends = SpreadEnds::deserialize(MapAccessDeserializer::new(object))?;
        match (ends.from, ends.above) {
            (Some(from), None) => Ok(Spread::FromTo { from, to: ends.to }),
            (None, Some(above)) => Ok(Spread::AboveTo { above, to: ends.to }),
            (None, None) => {
                Err(Refusal::new("only \"to\"", "\"from\" or \"above\" beside \"to\"").into_serde())
            }
            (Some(_), Some(_)) => Err(Refusal::new("\"from\" and \"above\"", "one of the two").into_serde()),
        }
    }
}

/// An initial slow-start threshold.
#[derive(Clone, Debug, PartialEq)]
pub enum Ssthresh {
    /// Slow start until the first loss.
    Infinite,
    /// So many packets.
    Packets(Measure<WindowPackets>),
}

impl<'de> Shapes<'de> for Ssthresh {
    fn allowed() -> String {
        format!("{}, or \"infinite\"", <Measure<WindowPackets> as Shapes>::allowed())
    }

    fn number(number: Number) -> Result<Self, Refusal> {
        Measure::number(number).map(Ssthresh::Packets)
    }

    fn text(text: &str) -> Result<Self, Refusal> {
        if text == "infinite" { Ok(Ssthresh::Infinite) } else { Measure::text(text).map(Ssthresh::Packets) }
    }
}

impl Serialize for Ssthresh {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Ssthresh::Infinite => serializer.serialize_str("infinite"),
            Ssthresh::Packets(packets) => packets.serialize(serializer),
        }
    }
}

/// A retransmission timer: a preset, or the default one with some of its numbers changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Rto {
    /// A timer by name.
    Preset(RtoPreset),
    /// The default timer with other numbers.
    Custom(RtoNumbers),
}

/// Numbers of a retransmission timer; those of the default timer where silent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RtoNumbers {
    /// Smallest timeout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Measure<Seconds>>,
    /// Largest timeout, back-off included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Measure<Seconds>>,
    /// Timeout before the first sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<Measure<Seconds>>,
    /// Clock granularity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub granularity: Option<Measure<Seconds>>,
}

const RTO_PRESETS: [&str; 6] = ["default", "rfc6298", "ns2_2001", "ns2_2003", "ns2_2005", "linux"];

impl<'de> Shapes<'de> for Rto {
    fn allowed() -> String {
        format!(
            "one of {}, or an object with \"min\", \"max\", \"initial\", \"granularity\"",
            RTO_PRESETS.join(", ")
        )
    }

    fn text(text: &str) -> Result<Self, Refusal> {
        let known = RtoPreset::deserialize(StrDeserializer::<serde::de::value::Error>::new(text));
        known.map(Rto::Preset).map_err(|_| super::error::unknown_name("the timer", text, RTO_PRESETS))
    }

    fn map<A: MapAccess<'de>>(object: A) -> Result<Self, A::Error> {
        RtoNumbers::deserialize(MapAccessDeserializer::new(object)).map(Rto::Custom)
    }
}

/// A lane: an algorithm's id, or an object that may change anything else too.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum CompareEntry {
    /// The scenario with this algorithm in place of the compared flows.
    Id(String),
    /// The same with a label and changes.
    Changes(LaneChanges),
}

/// What a lane changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaneChanges {
    /// What the lane is called; made from the other two where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The algorithm of the compared flows; the scenario's own where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// Values to put at paths such as `hops.0.queue.capacity`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<Map<String, Value>>,
}

impl<'de> Shapes<'de> for CompareEntry {
    fn allowed() -> String {
        "an algorithm's id, or an object with \"label\", \"algorithm\", \"set\"".to_owned()
    }

    fn text(text: &str) -> Result<Self, Refusal> {
        Ok(CompareEntry::Id(text.to_owned()))
    }

    fn map<A: MapAccess<'de>>(object: A) -> Result<Self, A::Error> {
        LaneChanges::deserialize(MapAccessDeserializer::new(object)).map(CompareEntry::Changes)
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
    /// All of them.
    pub fn as_slice(&self) -> &[T] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Shapes::read(deserializer)
    }
}

impl<'de, T: Deserialize<'de>> Shapes<'de> for OneOrMany<T> {
    fn allowed() -> String {
        "a word or a list of words".to_owned()
    }

    fn text(text: &str) -> Result<Self, Refusal> {
        // serde names the known words in its message; `read` turns it into a full refusal.
        let one = T::deserialize(StrDeserializer::<serde::de::value::Error>::new(text));
        one.map(OneOrMany::One).map_err(|error| super::read::from_serde_text(&error.to_string()))
    }

    fn seq<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(OneOrMany::Many)
    }
}

read_by_shape!(Version, Rate, RateStep, Period, Spread, Ssthresh, Rto, CompareEntry);
