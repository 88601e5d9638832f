//! Scenarios come from links and files of strangers. Whatever a scenario contains, it is read or
//! refused, and nothing panics.

use crate::common::shape;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{apply_set, compile_all, lanes, read, read_setting, read_value, schema};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Any JSON, a few levels deep.
fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[ -~]{0,8}".prop_map(Value::from),
        known_word().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((known_word(), inner), 0..5)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Words of the scenario format, so that mutations reach deep.
fn known_word() -> impl Strategy<Value = String> {
    prop::sample::select(
        [
            "version",
            "duration",
            "hops",
            "flows",
            "compare",
            "measure",
            "rate",
            "delay",
            "queue",
            "kind",
            "capacity",
            "loss",
            "probability",
            "position",
            "back",
            "shared",
            "repeat",
            "agent",
            "name",
            "algorithm",
            "count",
            "rtt",
            "from",
            "to",
            "above",
            "access_delay",
            "each_hop",
            "active",
            "start",
            "stop",
            "bytes",
            "rto",
            "min",
            "max",
            "recovery",
            "recovery_variant",
            "growth",
            "parameters",
            "variant",
            "linux",
            "shadow",
            "compared",
            "set",
            "label",
            "cbr",
            "tcp",
            "newreno",
            "vegas",
            "westwood+",
            "drop-tail",
            "bernoulli",
            "none",
            "sack",
            "infinite",
            "red",
            "easy-red",
            "codel",
            "min_th",
            "max_th",
            "target",
            "gilbert",
            "markov",
            "blackout",
            "handoff",
            "scripted",
            "good",
            "bad",
            "good_loss",
            "bad_mean",
            "at",
            "packets",
            "every",
            "burst",
            "period",
            "outage",
            "access_at_sender",
            "1bdp",
            "40pkt",
            "64kB",
            "2Mbps",
            "0bps",
            "250ms",
            "1e9s",
            "-1s",
            "1e300Gbps",
            "0.001bdp",
            "ns2_2001",
            "opportunities_ms",
            "loop",
            "main",
            "reverse",
            "0",
            "1",
            "packet_bytes",
            "hops.0.rate",
            "flows.main.count",
        ]
        .map(str::to_owned)
        .to_vec(),
    )
}

fn valid() -> Value {
    json!({ "version": 1, "duration": "20s", "seed": 3,
        "hops": [
            { "name": "wired", "rate": [["0s", "10Mbps"], ["5s", "5Mbps"]], "delay": "10ms", "repeat": 2 },
            { "name": "air", "rate": "2Mbps", "delay": "20ms", "queue": { "kind": "drop-tail", "capacity": "0.5bdp" },
              "loss": { "kind": "bernoulli", "probability": 0.01, "position": "before" },
              "back": { "loss": "shared", "queue": { "kind": "drop-tail", "capacity": "20pkt" } } } ],
        "flows": [
            { "name": "main", "algorithm": "westwood+", "rtt": { "above": "80ms", "to": "200ms" }, "count": 3,
              "rto": { "min": "0.3s" }, "recovery": "sack", "compared": true },
            { "name": "cross", "algorithm": "newreno", "each_hop": true, "direction": "backward", "bytes": "1MB" },
            { "name": "udp", "kind": "cbr", "rate": "100kbps", "active": [["1s", "2s"], ["3s", "40s"]] } ],
        "compare": ["newreno", { "label": "x", "algorithm": "vegas", "set": { "hops.air.rate": "1Mbps" } }],
        "measure": [["1s", "10s"], ["10s", "20s"]] })
}

/// Paths of single values.
const LEAVES: &[&str] = &[
    "duration",
    "seed",
    "hops.wired.rate",
    "hops.wired.delay",
    "hops.wired.repeat",
    "hops.air.rate",
    "hops.air.delay",
    "hops.air.queue.kind",
    "hops.air.queue.capacity",
    "hops.air.loss.kind",
    "hops.air.loss.probability",
    "hops.air.loss.position",
    "hops.air.back.rate",
    "hops.air.back.delay",
    "flows.main.algorithm",
    "flows.main.count",
    "flows.main.rtt",
    "flows.main.access_rate",
    "flows.main.packet_bytes",
    "flows.main.ack_bytes",
    "flows.main.initial_window",
    "flows.main.initial_ssthresh",
    "flows.main.receive_window",
    "flows.main.start",
    "flows.main.stop",
    "flows.main.start_jitter",
    "flows.main.send_jitter",
    "flows.main.bytes",
    "flows.main.delayed_ack_timeout",
    "flows.main.recovery",
    "flows.main.recovery_variant",
    "flows.main.growth",
    "flows.main.rto",
    "flows.main.rto.min",
    "flows.main.rto.granularity",
    "flows.cross.count",
    "flows.udp.rate",
    "flows.udp.packet_bytes",
    "compare",
];

/// The limits of ranges, and values just inside and outside of them.
const EXTREMES: &[&str] = &[
    "0",
    "1",
    "2",
    "3.5",
    "0.001",
    "1e-9",
    "1500",
    "65535",
    "65536",
    "100000",
    "1e9",
    "1e13",
    "315360000",
    "1bps",
    "10Gbps",
    "1ns",
    "1us",
    "1ms",
    "100ms",
    "1s",
    "0.001bdp",
    "1000bdp",
    "1B",
    "64kB",
    "null",
    "[]",
    "true",
    "false",
    "infinite",
    "sack",
    "reno",
    "newreno",
    "tahoe",
    "vegas",
    "westwood",
    "logwestwood+",
    "cubic",
    "compound",
    "fast",
    "hybla",
    "bic",
    "htcp",
    "red",
    "fred",
    "sred",
    "dred",
    "bred",
    "codel",
    "pie",
    "easy-red",
    "adaptive-red",
    "gilbert",
    "markov",
    "handoff",
    "blackout",
    "scripted",
    "before",
    "byte-counting",
    "linux",
    "ns2_2001",
    "rfc6298",
    "ns2_sack1",
    "slow_but_steady",
];

/// Every place in `value`, as a JSON pointer.
fn places(value: &Value, at: String, found: &mut Vec<String>) {
    found.push(at.clone());
    match value {
        Value::Object(object) => {
            object.iter().for_each(|(key, item)| places(item, format!("{at}/{key}"), found))
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, item)| places(item, format!("{at}/{i}"), found))
        }
        _ => {}
    }
}

/// Reads and compiles a scenario. An accepted one must be the same after it is written and read
/// again, and its setup must keep the invariants checked here.
fn read_or_refuse(value: &Value) {
    let text = value.to_string();
    let scenario = match read(&text) {
        Ok(scenario) => scenario,
        Err(error) => {
            assert!(!error.message.is_empty() && error.message.len() < 5_000, "{error:?}");
            return;
        }
    };
    let written = serde_json::to_string(&scenario).expect("a scenario is JSON");
    assert_eq!(read(&written).expect("what was written is read"), scenario);
    let labels: Vec<String> = lanes(&scenario).into_iter().map(|lane| lane.label).collect();
    assert!(!labels.is_empty() && (1..labels.len()).all(|i| !labels[..i].contains(&labels[i])), "{labels:?}");
    let Ok(setups) = compile_all(&scenario) else { return };
    assert_eq!(setups.len(), labels.len());
    for setup in setups {
        assert!(
            !setup.measure.is_empty()
                && setup.measure.iter().all(|(from, to)| from < to && *to <= setup.duration)
        );
        for flow in &setup.flows {
            assert!(flow.from < flow.to && flow.to <= setup.hops.len() && flow.packet_bytes > 0);
            assert!(flow.access_rate.bps() > 0 && flow.group < setup.groups.len());
            assert!(flow.periods.iter().all(|(from, to)| from < to && *to <= setup.duration));
        }
        // An accepted scenario must also run, at least for a while: values within their own limits
        // must not combine to nonsense.
        if setup.flows.len() <= 100 && setup.hops.len() <= 100 {
            Simulation::new(&setup, &RecordOptions::NOTHING).advance(Time::NEVER, 2_000);
        }
        for hop in &setup.hops {
            assert!(
                hop.forward.rate.peak().bps() > 0
                    || format!("{:?}", hop.forward.rate).contains("Opportunities")
            );
        }
    }
}

#[test]
fn the_scenario_the_mutations_start_from_is_valid() {
    let scenario = read(&valid().to_string()).unwrap();
    assert_eq!(compile_all(&scenario).unwrap_or_else(|error| panic!("{error}")).len(), 2);
}

proptest! {
    #![proptest_config(shape::config(512))]

    #[test]
    fn any_text_is_refused_or_read(text in ".{0,80}") {
        if let Err(error) = read(&text) {
            prop_assert!(!error.message.is_empty());
        }
    }

    #[test]
    fn any_json_is_refused_or_read(value in json_value()) {
        read_or_refuse(&value);
    }

    #[test]
    fn a_valid_scenario_with_any_part_replaced_is_refused_or_read(
        changes in prop::collection::vec((any::<prop::sample::Index>(), json_value()), 1..4),
    ) {
        let mut value = valid();
        for (index, change) in changes {
            let mut all = Vec::new();
            places(&value, String::new(), &mut all);
            let place: &String = index.get(&all);
            *value.pointer_mut(place).expect("a place that was just found") = change;
        }
        read_or_refuse(&value);
    }

    #[test]
    fn a_valid_scenario_with_anything_set_is_refused_or_read(
        path in prop::collection::vec(known_word(), 1..5), value in json_value(),
    ) {
        let mut scenario = valid();
        if apply_set(&mut scenario, &path.join("."), value).is_ok() {
            read_or_refuse(&scenario);
        }
    }

    #[test]
    fn extreme_values_are_refused_or_run(
        changes in prop::collection::vec((prop::sample::select(LEAVES), prop::sample::select(EXTREMES)), 1..6),
    ) {
        let mut value = valid();
        for (path, extreme) in changes {
            // A path inside a value that an earlier change made plain is refused. The scenario then
            // stays as it is.
            let _ = apply_set(&mut value, path, read_setting(extreme));
        }
        read_or_refuse(&value);
    }

    #[test]
    fn a_list_with_anything_added_or_taken_is_refused_or_read(place in 0_usize..4, item in json_value(), take in any::<bool>()) {
        let mut value = valid();
        let list = value[["hops", "flows", "compare", "measure"][place]].as_array_mut().expect("a list");
        if take { list.pop(); } else { list.push(item); }
        read_or_refuse(&value);
    }
}

#[test]
fn the_schema_is_the_same_every_time() {
    assert_eq!(schema().to_string(), schema().to_string());
    assert!(read_value(&schema()).is_err());
}
