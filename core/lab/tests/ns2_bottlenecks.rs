//! Packet by packet against ns-2.35: a flow over several bottlenecks meets one flow in each
//! direction on each of them. Every loss on every link in both directions is compared.
//!
//! `reference/bottlenecks.json` has ns-2's results up to 30 s. For each channel it has the number
//! of packets that came to the queue, and those that found it full, as microsecond, flow and
//! number. Data and ACKs of up to nine flows share the queues, so one packet out of place changes
//! everything after it.

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{Fate, PacketLink, RecordOptions};
use ackscope_engine::units::Time;
use ackscope_scenario::{compile_all, read_value};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
struct Case {
    main: String,
    cross: String,
    hops: usize,
    /// ns-2's limit: the packet in transmission counts.
    queue_limit: u64,
    delayed_ack: bool,
    /// Forward and backward, hop by hop.
    channels: Vec<Expected>,
}

#[derive(Deserialize, Default, PartialEq, Debug)]
struct Expected {
    arrivals: usize,
    dropped: Vec<(u64, u32, u64)>,
}

const UNTIL_S: u32 = 30;

fn read<T: for<'a> Deserialize<'a>>(name: &str) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).expect("readable")).expect("valid")
}

fn scenario(case: &Case, agents: &BTreeMap<String, Map<String, Value>>) -> Value {
    let flow = |agent: &str, of_flow: Value| {
        let mut flow = agents[agent].clone();
        let of_case = json!({
            "access_delay": "20ms", "access_rate": "100Mbps", "initial_window": 3, "receive_window": 100_000,
            "delayed_ack_timeout": "100ms"
        });
        flow.extend(of_case.as_object().expect("an object").clone());
        flow.entry("delayed_ack").or_insert(json!(case.delayed_ack));
        flow.extend(of_flow.as_object().expect("an object").clone());
        flow
    };
    let mut flows = vec![flow(&case.main, json!({ "name": "main", "start": 5 }))];
    for hop in 0..case.hops {
        for (way, direction) in ["forward", "backward"].iter().enumerate() {
            let tenths = 2 * hop + way + 1;
            let of_flow = json!({
                "name": format!("{direction}-{hop}"), "direction": direction, "from": hop, "to": hop + 1,
                "start": tenths as f64 / 10.0
            });
            flows.push(flow(&case.cross, of_flow));
        }
    }
    let queue = json!({ "kind": "drop-tail", "capacity": case.queue_limit - 1 });
    json!({
        "version": 1, "ns2_order": true, "duration": f64::from(UNTIL_S) + 0.5,
        "hops": [{ "rate": "10Mbps", "delay": "10ms", "queue": queue, "back": { "queue": queue }, "repeat": case.hops }],
        "flows": flows
    })
}

/// The number of packets that come to each channel's queue, and those that are dropped.
fn run(case: &Case, agents: &BTreeMap<String, Map<String, Value>>) -> Vec<Expected> {
    let setup =
        compile_all(&read_value(&scenario(case, agents)).expect("a scenario")).expect("valid").remove(0);
    let options = RecordOptions { checkpoint_bytes: 1 << 24, ..RecordOptions::NOTHING };
    let mut simulation = Simulation::new(&setup, &options);
    simulation.run();
    let mut channels: Vec<Expected> = (0..2 * case.hops).map(|_| Expected::default()).collect();
    // The size of a log is limited, so each log covers one second.
    for second in 0..UNTIL_S {
        let (from, to) = (Time::from_secs(f64::from(second)), Time::from_secs(f64::from(second + 1)));
        let log = simulation.packets(from, to);
        for record in log.records.iter().filter(|record| record.enter >= from && record.enter < to) {
            let PacketLink::Channel(channel) = record.place else { continue };
            let channel = &mut channels[channel as usize];
            channel.arrivals += 1;
            if record.fate == Fate::Dropped {
                let us = (record.enter.secs() * 1e6).round() as u64;
                channel.dropped.push((us, record.flow, record.number));
            }
        }
    }
    channels
}

#[test]
fn every_packet_comes_and_is_dropped_when_it_is_in_ns2() {
    let agents = read("agents.json");
    for case in read::<Vec<Case>>("bottlenecks.json") {
        let what = format!("{} over {} hops of {}", case.main, case.hops, case.cross);
        let losses: usize = case.channels.iter().map(|channel| channel.dropped.len()).sum();
        assert!(losses > 100, "{what}: a run with losses");
        for (channel, (ours, ns2)) in run(&case, &agents).iter().zip(&case.channels).enumerate() {
            for (ours, ns2) in ours.dropped.iter().zip(&ns2.dropped) {
                let same = (ours.1, ours.2) == (ns2.1, ns2.2) && ours.0.abs_diff(ns2.0) <= 1;
                assert!(
                    same,
                    "{what}, channel {channel}: ns-2 drops {ns2:?} (µs, flow, number), here it is {ours:?}"
                );
            }
            assert_eq!(ours.dropped.len(), ns2.dropped.len(), "{what}, channel {channel}");
            assert_eq!(ours.arrivals, ns2.arrivals, "{what}, channel {channel}");
        }
    }
}
