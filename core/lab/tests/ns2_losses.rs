//! The losses of ns-2.35: with `ns2_losses` a channel loses the packets that it loses in ns-2, so
//! that two senders stay the same packet by packet.
//!
//! `reference/lossy.json` has, for each agent and loss model, how many data packets had come to the
//! queue of the lossy link after 10, 20, … 60 s. ns-2's script makes one generator for the states of
//! the channel and one for the packets of each direction, and leaves out as many substreams of each
//! as its seed says.

use ackscope_engine::setup::Setup;
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
    agent: String,
    loss: Value,
    /// Of the lossy link, each way.
    #[serde(default = "short")]
    delay_ms: f64,
    seed: u32,
    arrivals: Vec<usize>,
}

fn short() -> f64 {
    0.01
}

const STEP_S: f64 = 10.0;

fn read<T: for<'a> Deserialize<'a>>(name: &str) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).expect("readable")).expect("valid")
}

/// The number of data packets that come to the queue in each step.
fn arrivals(case: &Case, agent: &Map<String, Value>, substream: u32) -> Vec<usize> {
    let mut flow = agent.clone();
    let of_case = json!({
        "delayed_ack_timeout": "100ms", "receive_window": 100_000, "access_rate": "10Mbps",
        "rtt": format!("{}ms", 74.0 + 2.0 * case.delay_ms),
        "receiver_access": false, "packet_bytes": 1000, "initial_window": 1
    });
    flow.extend(of_case.as_object().expect("an object").clone());
    let back = if case.loss["kind"] == "bernoulli" { case.loss.clone() } else { json!("shared") };
    let end_s = STEP_S * case.arrivals.len() as f64;
    let scenario = json!({
        "version": 1, "ns2_order": true, "duration": end_s,
        "hops": [{ "rate": "2Mbps", "delay": format!("{}ms", case.delay_ms), "queue": { "kind": "drop-tail", "capacity": 39 },
            "loss": case.loss, "back": { "loss": back } }],
        "flows": [flow]
    });
    let mut setup = compile_all(&read_value(&scenario).expect("a scenario")).expect("valid").remove(0);
    ackscope_ns2::draw_losses(&mut setup, case.seed, substream);
    let options = RecordOptions { checkpoint_bytes: 1 << 22, ..RecordOptions::NOTHING };
    let mut simulation = Simulation::new(&setup, &options);
    simulation.run();
    let mut all = 0;
    let steps = (1..=case.arrivals.len()).map(|step| {
        let (from, to) = (Time::from_secs((step - 1) as f64 * STEP_S), Time::from_secs(step as f64 * STEP_S));
        let log = simulation.packets(from, to);
        let data = log.records.iter().filter(|record| {
            let is_data = !matches!(record.kind, PacketKindCode::Ack);
            record.place == PacketLink::Channel(0) && is_data && record.enter >= from && record.enter < to
        });
        all += data.count();
        all
    });
    steps.collect()
}

#[test]
fn a_channel_loses_the_packets_that_it_loses_in_ns2() {
    let agents: BTreeMap<String, Map<String, Value>> = read("agents.json");
    for case in read::<Vec<Case>>("lossy.json") {
        let agent = &agents[&case.agent];
        let what = format!("{} with {}", case.agent, case.loss);
        assert_eq!(arrivals(&case, agent, case.seed), case.arrivals, "{what}");
        assert_ne!(arrivals(&case, agent, case.seed + 1), case.arrivals, "{what}: other losses");
    }
}

/// A scenario asks for them by a key. Hops that lose nothing have no generators; a shared state is
/// that of the forward channel.
#[test]
fn a_scenario_numbers_its_generators_as_an_exported_script_does() {
    let scenario = |key: bool| {
        let lossy = json!({ "kind": "markov" });
        let hop = json!({ "rate": "2Mbps", "delay": "10ms" });
        let mut lossy_hop = hop.clone();
        (lossy_hop["loss"], lossy_hop["back"]) = (lossy.clone(), json!({ "loss": "shared" }));
        let mut other_hop = hop.clone();
        (other_hop["loss"], other_hop["back"]) = (lossy.clone(), json!({ "loss": lossy }));
        let scenario = json!({ "version": 1, "seed": 5, "duration": 10, "ns2_losses": key,
            "hops": [hop, lossy_hop, other_hop], "flows": [{ "algorithm": "newreno" }] });
        compile_all(&read_value(&scenario).expect("a scenario")).expect("valid").remove(0)
    };
    let numbers = |setup: &Setup| -> Vec<Option<[u32; 2]>> {
        let channels = setup.hops.iter().flat_map(|hop| [&hop.forward, &hop.backward]);
        let streams = channels.map(|channel| channel.loss.streams);
        streams
            .map(|streams| {
                streams.map(|streams| {
                    // The seed, the number of the generator, and that of the substream.
                    let [state, draws] = [streams.state.seed, streams.draws.seed];
                    assert_eq!([state[0], state[2], draws[0], draws[2]], [5, 0, 5, 0]);
                    [state[1], draws[1]]
                })
            })
            .collect()
    };
    let expected = [None, None, Some([1, 2]), Some([1, 3]), Some([5, 6]), Some([8, 7])];
    assert_eq!(numbers(&scenario(true)), expected);
    assert_eq!(numbers(&scenario(false)), [None; 6]);
}
