//! Segment by segment against ns-2.35: its agents and ours over one path, with the same packets
//! lost.
//!
//! `reference/packets.json` has what ns-2 sent: runs of consecutive segments, each with the instant
//! in ms at which its first segment reached the radio. Losses are given by the number of the packet
//! on its link. So both meet the same losses as long as both send the same packets.

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{PacketKindCode, PacketLink, RecordOptions};
use ackscope_engine::units::Time;
use ackscope_scenario::{compile_all, read_value};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
struct Case {
    name: String,
    lost_data: Vec<u64>,
    lost_acks: Vec<u64>,
    /// By agent: time in ms, first segment, number of segments.
    sent: BTreeMap<String, Vec<(f64, u64, u64)>>,
}

/// The instants of ns-2 are rounded to 0.1 ms.
const TOLERANCE_MS: f64 = 0.1;
/// The forward channel of the second hop.
const RADIO: PacketLink = PacketLink::Channel(2);

fn read<T: for<'a> Deserialize<'a>>(name: &str) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).expect("readable")).expect("valid")
}

/// The segments that the agent sends here, with their times in ms.
fn sent(case: &Case, agent: &Map<String, Value>, until_s: f64) -> Vec<(f64, u64)> {
    let mut flow = json!({
        "name": "main", "delayed_ack_timeout": "100ms", "receive_window": 100_000, "access_delay": 0, "access_rate": "100Gbps",
        "packet_bytes": 400, "initial_window": 1
    });
    flow.as_object_mut().expect("an object").extend(agent.clone());
    let scenario = json!({
        "version": 1, "duration": until_s,
        "hops": [
            { "name": "wired", "rate": "10Mbps", "delay": "45ms", "queue": { "kind": "drop-tail", "capacity": 99_999 } },
            { "name": "radio", "rate": "2Mbps", "delay": "0.01ms", "queue": { "kind": "drop-tail", "capacity": 99_999 },
              "loss": { "kind": "scripted", "packets": case.lost_data },
              "back": { "loss": { "kind": "scripted", "packets": case.lost_acks } } }
        ],
        "flows": [flow]
    });
    let setup = compile_all(&read_value(&scenario).expect("a scenario")).expect("valid").remove(0);
    let mut simulation =
        Simulation::new(&setup, &RecordOptions { checkpoint_bytes: 1 << 20, ..RecordOptions::NOTHING });
    simulation.run();
    let log = simulation.packets(Time::ZERO, Time::from_secs(until_s));
    let data = log.records.iter().filter(|r| r.place == RADIO && r.kind != PacketKindCode::Ack);
    // With a handshake, the SYN is the first packet.
    let is_opened = agent.get("handshake") != Some(&Value::Bool(false));
    // The SYN of ns-2's agent for Linux is segment 0 of its window; the file counts from the next.
    let is_counted = agent.get("recovery_variant") == Some(&json!("ns2_linux"));
    let number = |number: u64| number - u64::from(is_counted);
    data.skip(usize::from(is_opened)).map(|r| (r.enter.secs() * 1e3, number(r.number))).collect()
}

#[test]
fn every_segment_is_sent_when_ns2_sends_it() {
    let agents: BTreeMap<String, Map<String, Value>> = read("agents.json");
    for case in read::<Vec<Case>>("packets.json") {
        assert!(case.sent.len() >= 4, "{}: every classic agent", case.name);
        for (agent, runs) in &case.sent {
            let last = runs.last().expect("something was sent");
            let ours = sent(&case, &agents[agent], (last.0 + 1000.0) / 1e3);
            let mut ours = ours.into_iter();
            for &(ms, first, count) in runs {
                for number in first..first + count {
                    let (at_ms, sent) = ours.next().expect("as many as ns-2");
                    let what = format!(
                        "{} with {agent}: ns-2 sends {number} in a run from {ms} ms, here {sent} at {at_ms} ms",
                        case.name
                    );
                    assert_eq!(sent, number, "{what}");
                    assert!(number > first || (at_ms - ms).abs() < TOLERANCE_MS, "{what}");
                }
            }
        }
    }
}
