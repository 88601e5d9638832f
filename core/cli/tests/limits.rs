//! A long scenario runs, and an impossible one is refused with the number: docs/limits.md.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(scenario: &Value) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(["run", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("a pipe").write_all(scenario.to_string().as_bytes()).expect("it reads");
    child.wait_with_output().expect("the binary ends")
}

fn flows_of(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    report["lanes"][0]["flows"].as_array().expect("flows").clone()
}

fn refusal(scenario: &Value) -> String {
    let output = run(scenario);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn scenario(duration: &str, rate: &str, count: u32) -> Value {
    json!({ "version": 1, "duration": duration,
        "hops": [{ "rate": rate, "delay": "10ms", "queue": { "capacity": "20pkt" } }],
        "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "100ms", "count": count }] })
}

#[test]
fn a_day_runs() {
    let flows = flows_of(&run(&scenario("86400s", "64kbps", 1)));
    // Endless data over a link without random losses: the link is full from the first minute on.
    let goodput_bps = flows[0]["windows"][0]["goodput_bps"].as_f64().expect("a number");
    assert!((0.99 * 64e3..=64e3).contains(&goodput_bps), "{goodput_bps}");
    assert_eq!(flows[0]["windows"][0]["to_s"], 86_400.0);
}

#[test]
fn ten_thousand_flows_run() {
    let flows = flows_of(&run(&scenario("3s", "1Gbps", 10_000)));
    assert_eq!(flows.len(), 10_000);
    let served = flows.iter().filter(|flow| flow["windows"][0]["goodput_bps"].as_f64() > Some(0.0)).count();
    // In three seconds, with starts spread over one second and a queue of twenty packets for all
    // flows, some flows deliver nothing.
    assert!(served > 5_000, "{served}");
}

#[test]
fn what_is_impossible_is_refused_with_both_numbers() {
    let flows = refusal(&scenario("3s", "1Gbps", 100_001));
    assert!(flows.contains("100001") && flows.contains("100000"), "{flows}");
    let years = refusal(&scenario("400000000s", "1Gbps", 1));
    assert!(years.contains("duration") && years.contains("400000000s"), "{years}");
}

/// A run that would take hours ends when its processor time is used up. It says so, and its exit
/// code tells scripts.
#[test]
fn a_run_ends_when_its_processor_time_is_over() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(["run", "-", "--json", "--max-cpu", "0.2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let hours = scenario("864000s", "10Gbps", 10);
    child.stdin.take().expect("a pipe").write_all(hours.to_string().as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty(), "half a report is none");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("0.2 s of processor time") && said.contains("--max-cpu"), "{said}");
}

#[test]
fn a_processor_time_that_is_none_is_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(["run", "-", "--max-cpu", "0"])
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("above 0"));
}
