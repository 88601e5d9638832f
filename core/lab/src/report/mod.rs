//! The results of a run, in the format that the page, `run --json` and sweeps share.

mod build;
mod friendliness;
mod groups;
mod quantities;

pub use ackscope_engine::sim::{FlowWindow, HopWindow, Quantities, Quantity};
pub use friendliness::{GroupComparison, LaneComparison, WindowComparison};
pub use quantities::{
    COMPLETION, DirectionWindow, GROUP_COMPLETION, GroupEvents, GroupWindow, Members, per_segment_sent,
};

use crate::provenance::Provenance;
use crate::stats::Summary;
use ackscope_scenario::Way;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What `run --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunReport {
    /// Engine, scenario and seed.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// The scenario, which gives the same run again.
    #[serde(default)]
    #[schemars(skip)]
    pub scenario: Value,
    /// One report per lane.
    pub lanes: Vec<LaneReport>,
    /// What the groups of each further lane got beside those of the first.
    #[serde(default)]
    pub comparisons: Vec<LaneComparison>,
}

/// What one lane measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LaneResults")]
pub struct LaneReport {
    /// The lane's label.
    pub label: String,
    pub flows: Vec<FlowReport>,
    /// By group of flows.
    pub groups: Vec<GroupReport>,
    /// All TCP flows of one direction together, whatever their group.
    #[serde(default)]
    pub directions: Vec<DirectionReport>,
    /// By hop and direction.
    pub hops: Vec<HopReport>,
    /// What the engine did.
    pub engine: EngineReport,
}

/// What a flow got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FlowResults")]
pub struct FlowReport {
    /// The name of its group.
    pub name: String,
    /// Its own name, unlike that of any other flow.
    #[serde(default)]
    pub flow_name: String,
    /// Its number in the whole scenario.
    pub index: usize,
    /// Its algorithm's id, or `cbr`.
    pub algorithm: String,
    /// `forward` or `backward`.
    #[schemars(with = "Way")]
    pub direction: String,
    /// For a flow of given size, the time from its start to the arrival of its last byte; null if
    /// it did not finish.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "given_or_null")]
    #[schemars(with = "Option<f64>")]
    pub completion_s: Option<Option<f64>>,
    /// By measurement window.
    pub windows: Vec<FlowWindow>,
}

/// What a group of flows got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GroupResults")]
pub struct GroupReport {
    pub name: String,
    /// Of flows of given size, their completion times; `count` have finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion: Option<Summary>,
    /// By measurement window.
    pub windows: Vec<GroupWindow>,
}

/// All TCP flows of one direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DirectionResults")]
pub struct DirectionReport {
    /// `forward` or `backward`.
    #[schemars(with = "Way")]
    pub direction: String,
    /// By measurement window.
    pub windows: Vec<DirectionWindow>,
}

/// What a channel did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HopResults")]
pub struct HopReport {
    /// The hop's number.
    pub hop: usize,
    /// The hop's name.
    #[serde(default)]
    pub name: String,
    /// `forward` or `backward`.
    #[schemars(with = "Way")]
    pub direction: String,
    /// By measurement window.
    pub windows: Vec<HopWindow>,
}

/// What the engine did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EngineReport {
    /// Events processed.
    pub events: u64,
    /// Packets that arrived at channels.
    pub packet_hops: u64,
    /// Segments handed over in order, all flows together.
    pub delivered_segments: u64,
    /// Wall-clock time of the run; 0 where nobody measured it.
    pub wall_s: f64,
    /// Fingerprint of everything that happened, the same on every machine.
    pub trace_hash: String,
    /// Why the run ended before its time, in a sentence; absent if it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// An absent key, null and a number differ: no transfer, an unfinished one, a finished one.
mod given_or_null {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(value: &Option<Option<f64>>, serializer: S) -> Result<S::Ok, S::Error> {
        value.flatten().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<f64>>, D::Error> {
        Option::deserialize(deserializer).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use ackscope_scenario::read;
    use serde_json::json;

    fn report(flow: Value) -> LaneReport {
        let scenario = json!({ "version": 1, "duration": 20, "hops": [{ "rate": "2Mbps", "delay": "10ms" }],
            "flows": [flow], "measure": [[0, 10], [10, 20]] });
        plan(&read(&scenario.to_string()).unwrap()).unwrap()[0].measure()
    }

    #[test]
    fn a_report_is_read_as_it_was_written() {
        let written = report(json!({ "algorithm": "newreno", "rtt": "100ms", "bytes": "1MB" }));
        let text = serde_json::to_string(&written).unwrap();
        assert_eq!(serde_json::from_str::<LaneReport>(&text).unwrap(), written);
    }

    #[test]
    fn only_a_transfer_has_a_completion_time_and_it_is_null_until_then() {
        let flow = |bytes: Value| {
            let mut flow = json!({ "algorithm": "newreno", "rtt": "100ms" });
            if !bytes.is_null() {
                flow["bytes"] = bytes;
            }
            serde_json::to_value(&report(flow).flows[0]).unwrap()
        };
        assert!(flow(Value::Null).get("completion_s").is_none());
        assert_eq!(flow(json!("900MB"))["completion_s"], Value::Null);
        // 100 kB are 67 packets; at 2 Mbit/s they need 0.4 s on the wire and a few RTTs of 0.1 s
        // for slow start.
        let finished = flow(json!("100kB"))["completion_s"].as_f64().unwrap();
        assert!((0.5..1.5).contains(&finished), "{finished}");
    }

    #[test]
    fn what_is_undefined_is_null() {
        let never = report(json!({ "algorithm": "newreno", "rtt": "100ms", "active": [] }));
        let window = &never.flows[0].windows[0];
        assert_eq!((window.retransmission_ratio, window.mean_rtt_s), (None, None));
        assert_eq!(never.groups[0].windows[0].jain_index, None);
        assert_eq!(serde_json::to_value(window).unwrap()["mean_rtt_s"], Value::Null);
    }
}
