//! Every JSON output names its engine, its scenario and its seed.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

const SCENARIO: &str = r#"{"version":1,"title":"Short","seed":5,"duration":"30s","hops":[{"rate":"2Mbps","delay":"10ms"}],
    "flows":[{"name":"main","algorithm":"newreno","rtt":"100ms"}]}"#;

fn json_of(args: &[&str], input: &str) -> Value {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the binary ends");
    assert!(output.status.success(), "{args:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn every_json_says_which_engine_which_scenario_and_which_seed() {
    let input = SCENARIO.to_owned();
    let run = |args: &[&str]| json_of(&[&["run", "-", "--json", "--duration", "1s"], args].concat(), &input);
    let report = run(&[]);
    let engine = |value: &Value| {
        assert_eq!(value["version"], env!("CARGO_PKG_VERSION"));
        let fingerprint = value["engine_fingerprint"].as_str().expect("a fingerprint").to_owned();
        assert_eq!(fingerprint.len(), 16);
        fingerprint
    };
    engine(&report);
    assert_eq!(report["seed"], 5);
    // The hash covers the scenario without its seed and title. A setting changes it, and so does a
    // shorter run.
    let hash = |report: &Value| report["scenario_hash"].as_str().expect("a hash").to_owned();
    assert_eq!(hash(&report), hash(&run(&["--seed", "6"])));
    assert_eq!(hash(&report), hash(&run(&["--set", "title=Another"])));
    assert_ne!(hash(&report), hash(&run(&["--set", "hops.0.rate=3Mbps"])));
    let sweep = ["sweep", "-", "--json", "--duration", "1s", "--set", "hops.0.rate=1Mbps"];
    let sweep = json_of(&sweep, &input);
    assert_eq!((hash(&sweep), engine(&sweep), &sweep["seed"]), (hash(&report), engine(&report), &json!(5)));
    let again = json_of(&["reproduce", "sawtooth", "--quick", "--json"], "");
    assert_eq!(engine(&again[0]), engine(&report));
    assert!(hash(&again[0]).len() == 16 && again[0]["seed"].is_u64());
    let cited = json_of(&["cite", "--json"], "");
    assert_eq!((engine(&cited), &cited["authors"]), (engine(&report), &json!(["The Ackscope developers"])));
    // A full queue has its capacity as its maximum.
    let full = ["run", "-", "--json", "--set", "hops.0.queue.capacity=9pkt"];
    let hop = &json_of(&full, &input)["lanes"][0]["hops"][0]["windows"][0];
    assert_eq!(
        (&hop["max_queue_packets"], &hop["drops"].as_u64().map(|drops| drops > 0)),
        (&json!(9), &Some(true))
    );
    let formula = json_of(&["reproduce", "mv06-eq5", "--json"], "");
    assert_eq!((&formula[0]["scenario_hash"], &formula[0]["seed"]), (&Value::Null, &Value::Null));
    for args in [&["theory", "reno", "--json"][..], &["theory", "--json"], &["list", "queues", "--json"]] {
        let value = json_of(args, "");
        engine(value.as_array().map_or(&value, |all| &all[0]));
    }
}
