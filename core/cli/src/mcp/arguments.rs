//! What the tools take. The schemas that clients see are derived from these.

use ackscope_lab::experiments::{Form, experiments};
use ackscope_lab::overrides::{apply_all, shorten};
use ackscope_scenario::{LONGEST_TEXT_BYTES, Measure, Scenario, ScenarioError, read_json, read_value};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A scenario, and changes to it.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Given {
    /// The scenario: an object, or the id of an experiment.
    #[schemars(schema_with = "object_or_text")]
    pub scenario: Value,
    /// Values by path, such as {"hops.0.queue.capacity": "20pkt", "flows.main.algorithm": "bbr"}.
    #[serde(default)]
    pub set: Map<String, Value>,
    /// Another duration, such as "10s"; measurement intervals are cut to it.
    #[serde(default)]
    pub duration: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    #[serde(flatten)]
    pub given: Given,
    /// Only these quantities (list what=metrics); without it a few of each flow and link.
    #[serde(default)]
    pub metrics: Vec<String>,
    /// A picture of windows and queues over time, too.
    #[serde(default)]
    pub picture: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    #[serde(flatten)]
    pub given: Given,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Why {
    #[serde(flatten)]
    pub given: Given,
    /// The lane by its label; without it the worst one.
    #[serde(default)]
    pub lane: Option<String>,
    /// The interval in seconds; without it the scenario's first one.
    #[serde(default)]
    pub interval_s: Option<(f64, f64)>,
    /// goodput, delay, completion or fairness.
    #[serde(default)]
    pub of: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    #[serde(flatten)]
    pub given: Given,
    /// Paths and values, such as "hops.0.rate=1..16Mbps:5:log" or "flows.0.rtt=20ms,80ms"; two make a grid.
    pub axes: Vec<String>,
    /// Repetitions with other seeds: 1, with `until` at most 100.
    #[serde(default)]
    pub seeds: Option<u64>,
    /// Each point gets seeds until half the 95 % intervals of `metrics`, or of the total goodput, are at most this share of the mean: "2%".
    #[serde(default)]
    pub until: Option<String>,
    /// A lane by its label: the differences of all others from it, too, over the seeds that both have, with p and Holm's p.
    #[serde(default)]
    pub pair: Option<String>,
    /// Only these quantities; without it a few.
    #[serde(default)]
    pub metrics: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Ids of built-in algorithms, or names of `scripts`.
    pub algorithms: Vec<String>,
    /// Texts of algorithms in Ackscript by name.
    #[serde(default)]
    pub scripts: Map<String, Value>,
    /// Repetitions with other seeds.
    #[serde(default = "one")]
    pub seeds: u64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Theory {
    /// The id of a formula; without it the formulas are listed.
    #[serde(default)]
    pub formula: Option<String>,
    /// Lists of numbers by parameter, such as {"p": [0.01, 0.001]}.
    #[serde(default)]
    pub values: Map<String, Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// algorithms, queues, losses, delays, rates, jitters, applications, estimators, experiments, formulas, metrics or schema.
    pub what: String,
    /// One of them in full: its id; for the schema the name of a part, such as Flow or Hop.
    #[serde(default)]
    pub id: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Export {
    #[serde(flatten)]
    pub given: Given,
    /// ns2, ns3 or mahimahi.
    pub to: String,
    /// The lane by its label; without it the first.
    #[serde(default)]
    pub lane: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Break {
    /// The id of a built-in algorithm, or the name of one of `scripts`.
    pub algorithm: String,
    /// Texts of algorithms in Ackscript by name.
    #[serde(default)]
    pub scripts: Map<String, Value>,
    /// What goes wrong; without it everything that is known.
    #[serde(default)]
    pub objectives: Vec<String>,
    #[serde(default = "one")]
    pub seed: u64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// The text of a measured file: polls of ss, iperf3, qlog and others, or a table with the columns time_s, cwnd_packets
    /// and, where known, srtt_ms, inflight_packets, total_retrans, acked_mbytes.
    pub table: String,
}

fn one() -> u64 {
    1
}

fn object_or_text(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["object", "string"] })
}
pub fn read<A: DeserializeOwned>(arguments: Value) -> Result<A, ScenarioError> {
    let size = arguments.to_string().len();
    if size > LONGEST_TEXT_BYTES {
        let allowed = format!("at most {LONGEST_TEXT_BYTES} bytes");
        return Err(ScenarioError::value("arguments", format!("{size} bytes"), allowed));
    }
    serde_json::from_value(arguments).map_err(|error| {
        ScenarioError::value("arguments", error.to_string(), "what the tool's input schema says")
    })
}

impl Given {
    /// The scenario as JSON, with its changes. No file is read: a script or a trace stands in it as text.
    pub fn value(&self) -> Result<Value, ScenarioError> {
        let mut scenario = match &self.scenario {
            Value::String(text) if text.trim_start().starts_with('{') => read_json(text)?,
            Value::String(id) => experiment(id)?,
            other => other.clone(),
        };
        if scenario.get("version").is_none()
            && let Some(inner) = scenario.get("scenario")
        {
            scenario = inner.clone();
        }
        apply_all(&mut scenario, &self.set)?;
        if let Some(duration) = &self.duration {
            let length = Measure::from_value(&Value::from(duration.as_str()));
            let allowed = "a time such as \"10s\"";
            let length =
                length.ok_or_else(|| ScenarioError::value("duration", format!("{duration:?}"), allowed))?;
            let mut read = read_value(&scenario)?;
            shorten(&mut read, length);
            return Ok(serde_json::json!(read));
        }
        Ok(scenario)
    }

    pub fn read(&self) -> Result<Scenario, ScenarioError> {
        read_value(&self.value()?)
    }
}

fn experiment(id: &str) -> Result<Value, ScenarioError> {
    let all = experiments();
    let found = all.iter().find(|known| known.id == id);
    let ids = || all.iter().map(|known| known.id.as_str());
    let found = found.ok_or_else(|| ScenarioError::unknown("scenario", "the experiment", id, ids()))?;
    let none = || ScenarioError::value("scenario", format!("{id:?}"), "an experiment with a scenario");
    found.scenario(Form::Full, None)?.ok_or_else(none)
}
