//! What a run measured, in the form of the command line's contract: the page, `run --json` and sweeps read the same.

mod build;
mod groups;

use crate::friendliness::LaneComparison;
use crate::provenance::Provenance;
use crate::stats::Summary;
use ackscope_scenario::Way;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What `run --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunReport {
    /// Engine, scenario and seed.
    #[serde(flatten)]
    pub provenance: Provenance,
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
    /// By flow.
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
    /// What the sender put out without its retransmissions (GM04's goodput, from the sender's counters).
    pub goodput_sender_bps: f64,
    /// Retransmitted by all data segments sent; null if none was sent.
    pub retransmission_ratio: Option<f64>,
    /// Retransmitted by segments sent for the first time; null if there is none.
    pub retransmission_ratio_of_distinct: Option<f64>,
    /// Window reductions by segments sent, the p of the theory; null if none was sent.
    pub loss_event_rate: Option<f64>,
    /// Segments that reached a receiver which had them already.
    pub spurious_retransmissions: u64,
    /// Mean of the RTT samples; null without one.
    pub mean_rtt_s: Option<f64>,
    /// The same less the smallest RTT sample so far: what waiting in queues added.
    pub mean_queueing_s: Option<f64>,
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
    /// Of flows of given size, their completion times; `count` have finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion: Option<Summary>,
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
    /// Sum of what the flows' senders put out.
    pub total_throughput_bps: f64,
    /// Mean of the flows' goodputs; null if there is no flow.
    pub mean_goodput_bps: Option<f64>,
    /// Mean of what their senders put out (GM02's throughput).
    pub mean_throughput_bps: Option<f64>,
    /// Jain index of the throughputs (GM02).
    pub throughput_jain_index: Option<f64>,
    /// Largest by smallest goodput; null if one is zero.
    pub max_min_ratio: Option<f64>,
    /// Slope of ln goodput against ln RTT: −1 for Reno, −½ for Westwood in theory; null for equal RTTs.
    pub rtt_exponent: Option<f64>,
    /// Largest less smallest last sequence number, by their mean (GM04).
    pub sequence_spread: Option<f64>,
    /// Mean goodput of its flows by that of the other TCP flows of its direction; null if there are none.
    pub share_ratio: Option<f64>,
    /// Retransmitted by all data segments sent, flows weighted by what they sent.
    pub retransmission_ratio: Option<f64>,
    /// Window reductions by segments sent, flows weighted alike.
    pub loss_event_rate: Option<f64>,
    /// Mean of the flows' mean RTTs.
    pub mean_rtt_s: Option<f64>,
    /// Seconds from the window's start until its flows have nine tenths of their fair share of the bottleneck and keep it for
    /// ten seconds (δ = 0.1); null if they do not within the window.
    pub fair_convergence_s: Option<f64>,
}

/// All TCP flows of one direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DirectionResults")]
pub struct DirectionReport {
    /// `forward` or `backward`.
    #[schemars(with = "Way")]
    pub direction: String,
    /// By measurement window.
    pub windows: Vec<DirectionWindowReport>,
}

/// What they got in a window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DirectionWindow")]
pub struct DirectionWindowReport {
    /// Start of the window.
    pub from_s: f64,
    /// End of the window.
    pub to_s: f64,
    /// Sum of their goodputs.
    pub total_goodput_bps: f64,
    /// Mean of their goodputs.
    pub mean_goodput_bps: Option<f64>,
    /// Jain index of their goodputs: of the mix, where several groups meet.
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
    /// Bits of TCP that receivers handed over by bits possible.
    pub useful_utilisation: Option<f64>,
    /// Seconds from the window's start until the goodput of TCP is nine tenths of the rate and stays so for ten seconds; null if
    /// it does not within the window.
    pub convergence_s: Option<f64>,
    /// Time average of the waiting packets.
    pub mean_queue_packets: f64,
    /// Mean waiting time of the packets that were transmitted; null without one.
    pub mean_queueing_delay_s: Option<f64>,
    /// Waiting time that half of the packets did not exceed.
    pub p50_queueing_delay_s: Option<f64>,
    /// Waiting time that 95 of 100 did not exceed.
    pub p95_queueing_delay_s: Option<f64>,
    /// Waiting time that 99 of 100 did not exceed.
    pub p99_queueing_delay_s: Option<f64>,
    /// Packets that arrived.
    pub arrivals: u64,
    /// Of the arrivals, the part the queue dropped; null if none came.
    pub drop_ratio: Option<f64>,
    /// Packets dropped although there was room.
    pub early_drops: u64,
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
    /// Why the run ended before its time, in a sentence; absent if it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use ackscope_scenario::read;
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
