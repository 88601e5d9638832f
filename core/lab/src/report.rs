//! What a run measured, in the form of the command line's contract: the page, `run --json` and sweeps read the same.

use ackscope_engine::scenario::Way;
use ackscope_engine::setup::{Setup, SourceSetup};
use ackscope_engine::sim::{FlowWindow, GroupWindow, HopWindow, RunResults};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What `run --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunReport {
    /// One report per lane.
    pub lanes: Vec<LaneReport>,
}

/// What one lane measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LaneResults")]
pub struct LaneReport {
    /// The lane's label.
    pub label: String,
    /// By flow.
    pub flows: Vec<FlowReport>,
    /// By group of flows.
    pub groups: Vec<GroupReport>,
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
    /// Its number in the whole scenario.
    pub index: usize,
    /// Its algorithm's id, or `cbr`.
    pub algorithm: String,
    /// `forward` or `backward`.
    #[schemars(with = "Way")]
    pub direction: String,
    /// For a flow of given size, the time from its start to the arrival of its last byte; null if it did not finish.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "given_or_null")]
    #[schemars(with = "Option<f64>")]
    pub completion_s: Option<Option<f64>>,
    /// By measurement window.
    pub windows: Vec<FlowWindowReport>,
}

/// What a flow got in a window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FlowWindow")]
pub struct FlowWindowReport {
    /// Start of the window.
    pub from_s: f64,
    /// End of the window.
    pub to_s: f64,
    /// New in-order data handed over at the receiver, whole packets, each once.
    pub goodput_bps: f64,
    /// All data the sender put out, retransmissions included.
    pub throughput_bps: f64,
    /// Retransmitted by all data segments sent; null if none was sent.
    pub retransmission_ratio: Option<f64>,
    /// Mean of the RTT samples; null without one.
    pub mean_rtt_s: Option<f64>,
    /// Loss events found by duplicate ACKs or SACK.
    pub fast_retransmits: u64,
    /// Expiries of the retransmission timer.
    pub timeouts: u64,
    /// Segments handed over in order since the start of the run.
    pub last_sequence: u64,
}

/// What a group of flows got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GroupResults")]
pub struct GroupReport {
    /// Its name.
    pub name: String,
    /// By measurement window.
    pub windows: Vec<GroupWindowReport>,
}

/// What a group got in a window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GroupWindow")]
pub struct GroupWindowReport {
    /// Start of the window.
    pub from_s: f64,
    /// End of the window.
    pub to_s: f64,
    /// Sum of the flows' goodputs.
    pub total_goodput_bps: f64,
    /// Jain index of the flows' goodputs; null if all are zero.
    pub jain_index: Option<f64>,
}

/// What a channel did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HopResults")]
pub struct HopReport {
    /// The hop's number.
    pub hop: usize,
    /// `forward` or `backward`.
    #[schemars(with = "Way")]
    pub direction: String,
    /// By measurement window.
    pub windows: Vec<HopWindowReport>,
}

/// What a channel did in a window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HopWindow")]
pub struct HopWindowReport {
    /// Start of the window.
    pub from_s: f64,
    /// End of the window.
    pub to_s: f64,
    /// Bits transmitted by bits possible; null if the channel stood still.
    pub utilisation: Option<f64>,
    /// Time average of the waiting packets.
    pub mean_queue_packets: f64,
    /// Packets dropped by the queue.
    pub drops: u64,
    /// Packets lost by the link.
    pub channel_losses: u64,
}

/// What the engine did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EngineReport {
    /// Entries of the agenda processed.
    pub events: u64,
    /// Packets that arrived at channels.
    pub packet_hops: u64,
    /// Segments handed over in order, all flows together.
    pub delivered_segments: u64,
    /// Wall-clock time of the run; 0 where nobody measured it.
    pub wall_s: f64,
    /// Fingerprint of everything that happened, the same on every machine.
    pub trace_hash: String,
}

/// An absent key, null and a number are three things: not a transfer, not finished, finished.
mod given_or_null {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(value: &Option<Option<f64>>, serializer: S) -> Result<S::Ok, S::Error> {
        value.flatten().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<f64>>, D::Error> {
        Option::deserialize(deserializer).map(Some)
    }
}

/// What is undefined is null: JSON has no other word for it.
fn defined(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

impl LaneReport {
    /// The report of a run of `setup`.
    pub fn new(label: &str, setup: &Setup, results: &RunResults) -> LaneReport {
        let flows = results.flows.iter().map(|flow| {
            let transfer = match &setup.flows[flow.index].source {
                SourceSetup::Tcp(tcp) => tcp.segments.is_some(),
                SourceSetup::Cbr { .. } => false,
            };
            FlowReport {
                name: setup.groups[flow.group].name.clone(),
                index: flow.index,
                algorithm: flow.algorithm.to_owned(),
                direction: flow.direction.id().to_owned(),
                completion_s: transfer.then_some(flow.completion_s),
                windows: flow.windows.iter().map(FlowWindowReport::from).collect(),
            }
        });
        let groups = results.groups.iter().map(|group| GroupReport {
            name: group.name.clone(),
            windows: group.windows.iter().map(GroupWindowReport::from).collect(),
        });
        let hops = results.hops.iter().map(|hop| HopReport {
            hop: hop.hop,
            direction: hop.direction.id().to_owned(),
            windows: hop.windows.iter().map(HopWindowReport::from).collect(),
        });
        LaneReport {
            label: label.to_owned(),
            flows: flows.collect(),
            groups: groups.collect(),
            hops: hops.collect(),
            engine: EngineReport {
                events: results.engine.events,
                packet_hops: results.engine.packet_hops,
                delivered_segments: results.engine.delivered_segments,
                wall_s: 0.0,
                trace_hash: format!("{:016x}", results.engine.trace_hash),
            },
        }
    }
}

impl From<&FlowWindow> for FlowWindowReport {
    fn from(window: &FlowWindow) -> FlowWindowReport {
        FlowWindowReport {
            from_s: window.from_s,
            to_s: window.to_s,
            goodput_bps: window.goodput_bps,
            throughput_bps: window.throughput_bps,
            retransmission_ratio: window.retransmission_ratio.and_then(defined),
            mean_rtt_s: window.mean_rtt_s.and_then(defined),
            fast_retransmits: window.fast_retransmits,
            timeouts: window.timeouts,
            last_sequence: window.last_sequence,
        }
    }
}

impl From<&GroupWindow> for GroupWindowReport {
    fn from(window: &GroupWindow) -> GroupWindowReport {
        GroupWindowReport {
            from_s: window.from_s,
            to_s: window.to_s,
            total_goodput_bps: window.total_goodput_bps,
            jain_index: window.jain_index.and_then(defined),
        }
    }
}

impl From<&HopWindow> for HopWindowReport {
    fn from(window: &HopWindow) -> HopWindowReport {
        HopWindowReport {
            from_s: window.from_s,
            to_s: window.to_s,
            utilisation: window.utilisation.and_then(defined),
            mean_queue_packets: window.mean_queue_packets,
            drops: window.drops,
            channel_losses: window.channel_losses,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use ackscope_engine::scenario::read;
    use serde_json::{Value, json};

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
        // 100 kB are 67 packets; at 2 Mbit/s they need 0.4 s on the wire and a few RTTs of 0.1 s for slow start.
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
