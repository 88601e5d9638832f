//! The provenance of numbers: engine, scenario, seed. Every JSON with numbers carries it.

use crate::json::write_json;
use ackscope_engine::trace::Digest;
use ackscope_engine::{FINGERPRINT, VERSION};
use ackscope_scenario::Scenario;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineId {
    /// Version of Ackscope.
    pub version: String,
    /// Fingerprint of the engine's code: engines of one version that differ have different ones.
    pub engine_fingerprint: String,
}

impl EngineId {
    /// The identity of this program's engine.
    pub fn own() -> EngineId {
        EngineId { version: VERSION.to_owned(), engine_fingerprint: FINGERPRINT.to_owned() }
    }
}

/// What a run can be repeated from, and told from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Provenance {
    #[serde(flatten)]
    pub engine: EngineId,
    /// Hash of the scenario without its title and its seed: 16 hexadecimal digits.
    pub scenario_hash: String,
    /// The seed, of several the first.
    pub seed: u64,
}

impl Provenance {
    /// The provenance of this program's runs of a scenario.
    pub fn of(scenario: &Scenario) -> Provenance {
        let Ok(value) = serde_json::to_value(scenario) else { unreachable!("a scenario is always JSON") };
        Provenance::of_value(&value, scenario.seed.map_or(1, |seed| seed.0))
    }

    /// Like [`Self::of`], for a scenario that is still a JSON value.
    pub fn of_value(scenario: &Value, seed: u64) -> Provenance {
        Provenance { engine: EngineId::own(), scenario_hash: scenario_hash(scenario), seed }
    }
}

/// What a table says of where it comes from: keys and values. With the scenario in it, it can be repeated from it alone.
pub fn about(provenance: &Provenance, scenario: &Value) -> Vec<(String, String)> {
    let EngineId { version, engine_fingerprint } = &provenance.engine;
    let pairs = [
        ("version", version.clone()),
        ("engine_fingerprint", engine_fingerprint.clone()),
        ("scenario_hash", provenance.scenario_hash.clone()),
        ("seed", provenance.seed.to_string()),
        ("scenario", scenario.to_string()),
    ];
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A hash of a scenario's contents. The order of keys, white space, `5.0` for `5`, the title and
/// the seed do not matter. Another unit for the same quantity gives another hash.
pub fn scenario_hash(scenario: &Value) -> String {
    let mut normal = scenario.clone();
    if let Some(object) = normal.as_object_mut() {
        object.shift_remove("title");
        object.shift_remove("seed");
    }
    plain(&mut normal);
    hash(normal)
}

/// Writes whole numbers as integers, and removes keys with null, which mean the same as absent
/// keys.
fn plain(value: &mut Value) {
    match value {
        Value::Number(number) => match number.as_f64() {
            // Whole numbers below 2⁵³ have an exact form in both types; 9e15 is below that.
            Some(x) if x.fract() == 0.0 && x.abs() < 9e15 => *value = Value::from(x as i64),
            _ => {}
        },
        Value::Array(items) => items.iter_mut().for_each(plain),
        Value::Object(object) => {
            object.retain(|_, item| !item.is_null());
            object.values_mut().for_each(plain);
        }
        _ => {}
    }
}

/// A 64-bit hash of the value's text as hexadecimal digits. The order of keys does not matter.
pub(crate) fn hash(mut value: Value) -> String {
    value.sort_all_objects();
    checksum(write_json(&value).as_bytes())
}

/// A 64-bit hash of bytes as hexadecimal digits.
pub fn checksum(bytes: &[u8]) -> String {
    let mut digest = Digest::default();
    for bytes in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        digest.mix(u64::from_le_bytes(word));
    }
    format!("{:016x}", digest.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_scenario::read;
    use serde_json::json;

    const TEXT: &str = r#"{"version":1,"title":"a","seed":7,"duration":20,"hops":[{"rate":"2Mbps","delay":"10ms"}],
        "flows":[{"algorithm":"newreno","rtt":"100ms","parameters":null}]}"#;

    fn of(text: &str) -> Provenance {
        Provenance::of(&read(text).expect("valid"))
    }

    #[test]
    fn a_hash_is_of_what_a_scenario_says() {
        let same = r#"{ "flows": [{"rtt":"100ms","algorithm":"newreno"}], "hops": [{"delay":"10ms","rate":"2Mbps"}],
            "duration": 20.0, "seed": 8, "version": 1 }"#;
        assert_eq!(of(TEXT).scenario_hash, of(same).scenario_hash);
        assert_eq!((of(TEXT).seed, of(same).seed), (7, 8));
        for (from, to) in [("2Mbps", "3Mbps"), ("newreno", "reno"), ("20", "21"), ("100ms", "0.1s")] {
            let other = of(&TEXT.replace(from, to));
            assert_ne!(of(TEXT).scenario_hash, other.scenario_hash, "{to}");
        }
        // Scenario hashes are stored beside results for years, so they must not change.
        assert_eq!(of(TEXT).scenario_hash, "2492dd45396f5ebd");
    }

    #[test]
    fn a_seed_that_is_not_given_is_one() {
        assert_eq!(of(&TEXT.replace("\"seed\":7,", "")).seed, 1);
    }

    #[test]
    fn engines_are_told_apart_by_their_code() {
        let own = EngineId::own();
        assert_eq!(own.version, VERSION);
        assert!(own.engine_fingerprint.len() == 16 && own.engine_fingerprint != "0000000000000000");
        assert_eq!(serde_json::to_value(of(TEXT)).unwrap()["engine_fingerprint"], json!(FINGERPRINT));
    }
}
