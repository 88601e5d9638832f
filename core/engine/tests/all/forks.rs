//! Up to its instant, a fork is the same run, bit for bit. After it, the run has the settings of
//! the fork.

use crate::common::matrix::is_whole;
use ackscope_engine::cc::REGISTRY;
use ackscope_engine::rules;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{Cost, Simulation};
use ackscope_engine::trace::{PacketRecord, RecordOptions};
use ackscope_engine::units::Time;
use ackscope_scenario::{compile, read_value};
use serde_json::{Value, json};

const AT_S: f64 = 12.0;
const END_S: f64 = 30.0;

/// Reverse traffic, a queue that overflows, random loss, and connections that begin and end on both
/// sides of the fork.
fn scenario(algorithm: &str, main: &Value, fork: &Value) -> Value {
    let mut flow = json!({ "name": "main", "algorithm": algorithm, "rtt": "83ms", "compared": true });
    for (key, value) in main.as_object().expect("an object") {
        flow[key] = value.clone();
    }
    json!({ "version": 1, "seed": 5, "duration": END_S,
        "hops": [{ "name": "pipe", "rate": "7Mbps", "delay": "11ms", "queue": { "capacity": "30pkt" },
                   "loss": { "kind": "bernoulli", "probability": 0.001 } }],
        "flows": [flow,
            { "name": "later", "algorithm": "cubic", "rtt": "60ms", "active": [[3, 9], [11, 14], [20, 25]] },
            { "name": "back", "algorithm": "newreno", "direction": "backward", "rtt": "70ms" }],
        "fork": fork })
}

fn try_setup(value: &Value) -> Option<Setup> {
    compile(&read_value(value).expect("read"), 0).ok()
}

fn setup(value: &Value) -> Setup {
    try_setup(value).unwrap_or_else(|| panic!("refused: {value}"))
}

fn simulation(setup: &Setup, until_s: f64) -> Simulation {
    let mut simulation = Simulation::new(setup, &RecordOptions::PAGE);
    simulation.advance(Time::from_secs(until_s), u64::MAX);
    simulation
}

fn hash(simulation: &Simulation) -> String {
    let engine = simulation.results().engine;
    format!("{:016x} {}", engine.trace_hash, engine.packet_hops)
}

fn packets(simulation: &Simulation, from_s: f64, to_s: f64) -> Vec<String> {
    let log = simulation.packets(Time::from_secs(from_s), Time::from_secs(to_s));
    let text = |record: &PacketRecord| format!("{record:?}");
    let packets: Vec<String> = log.records.iter().map(text).collect();
    assert!(packets.len() > 100, "packets to compare");
    packets
}

/// The packets that arrive up to the fork. Packets whose fate is settled by then but that arrive
/// later are left out.
fn until_fork(simulation: &Simulation) -> Vec<String> {
    let log = simulation.packets(Time::from_secs(AT_S - 1.0), Time::from_secs(AT_S));
    log.records
        .iter()
        .filter(|record| record.arrive.secs() <= AT_S)
        .map(|record| format!("{record:?}"))
        .collect()
}

/// Each algorithm forks to every twelfth one, in the matrix to every fourth, with classic recovery and with RACK.
#[test]
fn up_to_the_fork_nothing_is_different_and_after_it_something_is() {
    let step = if is_whole() { 4 } else { 12 };
    let (mut forked, mut refused) = (0, Vec::new());
    for (place, before) in REGISTRY.iter().enumerate() {
        for (other, after) in REGISTRY.iter().enumerate().filter(|(other, _)| (place + other) % step == 0) {
            let main = if (place + other) % 8 == 0 { json!({}) } else { json!({ "tcp": "linux6" }) };
            let fork = json!({ "at": AT_S, "algorithm": after.id });
            let Some(with) = try_setup(&scenario(before.id, &main, &fork)) else {
                refused.push(format!("{} → {}", before.id, after.id));
                continue;
            };
            let without = setup(&scenario(before.id, &main, &Value::Null));
            let what = format!("{} → {} over {main}", before.id, after.id);
            assert_eq!(
                hash(&simulation(&with, AT_S - 1e-9)),
                hash(&simulation(&without, AT_S - 1e-9)),
                "{what}: before the fork"
            );
            let (with, without) = (simulation(&with, END_S), simulation(&without, END_S));
            assert_eq!(until_fork(&with), until_fork(&without), "{what}: packets before the fork");
            assert_eq!(hash(&with) == hash(&without), before.id == after.id, "{what}: after the fork");
            let census = with.census();
            assert_eq!(
                census.sent,
                census.arrived
                    + census.dropped
                    + census.lost
                    + census.under_way
                    + census.stuck
                    + census.thinned,
                "{what}: {census:?}"
            );
            let delivered = with.flow_counters(0).delivered;
            assert!(delivered > 500, "{what}: {delivered} segments");
            forked += 1;
        }
    }
    assert!(forked > 320 / step, "{forked} forks; refused: {refused:?}");
}

/// As on a live socket, the new algorithm goes on from the cwnd and ssthresh of New Reno.
#[test]
fn the_window_and_the_threshold_stay() {
    for after in ["westwood+", "cubic", "vegas", "bbr", "illinois"] {
        let fork = json!({ "at": AT_S, "algorithm": after });
        let before = simulation(&setup(&scenario("newreno", &json!({}), &Value::Null)), AT_S);
        let window = before.sender(0).expect("TCP").window();
        let forked = simulation(&setup(&scenario("newreno", &json!({}), &fork)), AT_S);
        let switch: Vec<_> = forked
            .recorder()
            .events()
            .kept()
            .iter()
            .filter(|event| rules()[usize::from(event.rule)].rule.key == "tcp.algorithm")
            .collect();
        assert_eq!(switch.len(), 1, "{after}");
        assert_eq!((switch[0].time, switch[0].source), (Time::from_secs(AT_S), 0));
        assert_eq!((switch[0].terms[0], switch[0].terms[1]), (window.cwnd, window.ssthresh), "{after}");
    }
}

fn knobs() -> Vec<Value> {
    vec![
        json!({ "hops.pipe.rate": "3Mbps" }),
        json!({ "hops.pipe.rate": [["0s", "9Mbps"], ["15s", "2Mbps"]] }),
        json!({ "hops.pipe.queue.capacity": "5pkt" }),
        json!({ "hops.pipe.loss": { "kind": "none" } }),
        json!({ "hops.pipe.loss.probability": 0.02 }),
        json!({ "hops.pipe.loss": { "kind": "gilbert", "good": "2s", "bad": "500ms", "bad_loss": 0.1 } }),
        json!({ "hops.pipe.back.rate": "500kbps", "flows.later.algorithm": "reno" }),
    ]
}

#[test]
fn a_knob_that_is_turned_at_a_fork_acts_from_there_on() {
    let without = simulation(&setup(&scenario("westwood+", &json!({}), &Value::Null)), END_S);
    for set in knobs() {
        let with = setup(&scenario("westwood+", &json!({}), &json!({ "at": AT_S, "set": set })));
        let with = simulation(&with, END_S);
        assert_ne!(hash(&with), hash(&without), "{set}");
        assert_eq!(until_fork(&with), until_fork(&without), "{set}");
    }
    // Utilization after the fork is a share of 3 Mbit/s. As a share of 7 Mbit/s it would be 0.43 at
    // most.
    let slower =
        json!({ "at": AT_S, "set": { "hops.pipe.rate": "3Mbps", "hops.pipe.loss": { "kind": "none" } } });
    let mut slower = scenario("westwood+", &json!({}), &slower);
    slower["measure"] = json!([[AT_S + 2.0, END_S]]);
    let used = simulation(&setup(&slower), END_S).results().hops[0].windows[0].utilisation.expect("a rate");
    assert!((0.6..=1.0).contains(&used), "{used}");
}

/// A flow that starts after the fork does not notice it. Its run equals the run that has the
/// algorithm, or the link, from the start on.
#[test]
fn what_starts_after_a_fork_meets_what_the_fork_has_set() {
    let late = json!({ "tcp": "linux6", "active": [[15, END_S]] });
    let alone = |algorithm: &str, lossless: bool| {
        let mut value = scenario(algorithm, &late, &Value::Null);
        value["flows"].as_array_mut().expect("flows").truncate(1);
        if lossless {
            value["hops"][0]["loss"] = json!({ "kind": "none" });
        }
        value
    };
    let check = |before: Value, changes: Value| {
        let (mut forked, mut from_start) = (before.clone(), before);
        forked["fork"] = changes.clone();
        forked["fork"]["at"] = json!(AT_S);
        from_start["compare"] = json!([changes]);
        let [forked, from_start] = [forked, from_start].map(|value| simulation(&setup(&value), END_S));
        assert!(forked.flow_counters(0).delivered > 300, "{changes}");
        assert_eq!(hash(&forked), hash(&from_start), "{changes}");
    };
    for (before, after) in [
        ("cubic-rfc9438", "newreno"),
        ("newreno", "cubic-rfc9438"),
        ("vegas", "bbr"),
        ("bbr3", "illinois"),
        ("hybla", "bbr3"),
    ] {
        check(alone(before, false), json!({ "algorithm": after }));
    }
    let early = json!({ "kind": "bernoulli", "probability": 0.02, "position": "before" });
    // Changes of rate are left out: another rate leaves another remainder of a nanosecond. The unit
    // tests of transmitters cover them.
    let exact = knobs().into_iter().filter(|set| !set.to_string().contains("rate"));
    for set in exact.chain([json!({ "hops.pipe.loss": early })]) {
        for lossless in [false, true] {
            if !lossless || set.get("hops.pipe.loss.probability").is_none() {
                check(alone("newreno", lossless), json!({ "set": set }));
            }
        }
    }
}

#[test]
fn a_forked_run_is_the_same_however_it_is_cut_and_replayed() {
    let forks = knobs().into_iter().map(|set| json!({ "at": AT_S, "algorithm": "bbr", "set": set }));
    for fork in forks {
        let setup = setup(&scenario("newreno", &json!({}), &fork));
        let whole = simulation(&setup, END_S);
        let mut cut = Simulation::new(&setup, &RecordOptions::PAGE);
        let mut slices = 0u64;
        while !cut.progress().done {
            slices += 1;
            let until = Time::from_secs((slices as f64 * 0.37).min(END_S));
            while cut.progress().time < until {
                cut.advance(until, 61);
            }
        }
        assert_eq!(hash(&whole), hash(&cut), "{fork}");
        // An interval around the fork, from the nearest checkpoint.
        let seen = packets(&whole, AT_S - 0.5, AT_S + 0.5);
        let fresh = simulation(&setup, AT_S + 0.5);
        assert_eq!(seen, packets(&fresh, AT_S - 0.5, AT_S + 0.5), "{fork}");
        assert_eq!(seen, packets(&cut, AT_S - 0.5, AT_S + 0.5), "{fork}");
        // Shadows can watch after the fork too. They see the run from the fork on.
        let shadows = whole.watch(0, Time::from_secs(AT_S + 5.0), &[]).expect("simulated");
        assert!(shadows.since >= Time::from_secs(AT_S) && !shadows.is_whole);
        let bound = Cost::bound(&setup, &RecordOptions::PAGE);
        let taken = whole.results().engine.packet_hops as f64;
        assert!(taken <= bound.packets && whole.bytes() as f64 <= bound.bytes, "{fork}: {bound:?}");
    }
}
