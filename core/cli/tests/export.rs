//! `ackscope export`: its output, and what it refuses.

use crate::common::ackscope;
use serde_json::Value;
use std::process::Output;

const SCENARIO: &str = r#"{"version":1,"title":"Short","duration":"10s",
    "hops":[{"rate":"2Mbps","delay":"10ms","queue":{"kind":"drop-tail","capacity":"20pkt"}}],
    "flows":[{"name":"main","rtt":"100ms","compared":true},{"name":"other","algorithm":"newreno","rtt":"100ms"}],
    "compare":["newreno","bbr"]}"#;

fn export(args: &[&str]) -> Output {
    ackscope(&[&["export"], args].concat(), SCENARIO)
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refusal(args: &[&str]) -> String {
    let output = export(args);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_scenario_or_an_experiment_becomes_a_script_and_a_program() {
    let script = text(&export(&["-", "--as", "ns2"]));
    assert!(
        script.starts_with("# Short · newreno\n") && script.contains("new Agent/TCP/Newreno"),
        "{script}"
    );
    assert!(script.contains("flow main connection-0 $router(0) $router(1)"), "{script}");
    let program = text(&export(&["-", "--as", "ns3"]));
    assert!(program.contains("Control(\"ns3::TcpNewReno\", \"ns3::TcpClassicRecovery\")"), "{program}");
    let of_paper = text(&export(&["gm04-table1", "--as", "ns2", "--lane", "newreno"]));
    // Ten reverse flows, each with a new connection in each of two periods, which starts when it does
    // here: within a second.
    let starts_within = |line: &str| line.contains(" {{250.") && line.contains(" 500} {750.");
    assert_eq!(of_paper.lines().filter(|line| starts_within(line)).count(), 10, "{of_paper}");
}

#[test]
fn a_flow_becomes_a_qlog() {
    let file: Value =
        serde_json::from_str(&text(&export(&["-", "--as", "qlog", "--flow", "other"]))).expect("JSON");
    assert_eq!(file["traces"][0]["title"], "other");
    let events = file["traces"][0]["events"].as_array().expect("a list");
    let lost = events.iter().filter(|event| event["name"] == "ackscope:packet_lost").count();
    assert!(events.len() > 1000 && lost > 0, "two flows fill twenty packets of buffer in slow start");
}

/// A trace of mahimahi has only numbers; every other file is enough to run its scenario again.
#[test]
fn a_file_says_its_scenario_and_that_is_the_same_run() {
    let hashes = |scenario: &str| -> Vec<Value> {
        let report = crate::common::json_of(&["run", "-", "--json"], scenario);
        let lanes = report["lanes"].as_array().expect("lanes");
        lanes.iter().map(|lane| lane["engine"]["trace_hash"].clone()).collect()
    };
    let asked = hashes(SCENARIO);
    for form in ["ns2", "ns3", "qlog", "sqlog", "qvis", "pcapng"] {
        let output = export(&["-", "--as", form]);
        assert!(output.status.success(), "{form}");
        let start = br#"{"version":1,"#;
        let place = output.stdout.windows(start.len()).position(|bytes| bytes == start);
        let place = place.unwrap_or_else(|| panic!("{form} has no scenario"));
        let mut values = serde_json::Deserializer::from_slice(&output.stdout[place..]).into_iter::<Value>();
        let scenario = values.next().expect("a value").unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!(hashes(&scenario.to_string()), asked, "{form}");
    }
}

#[test]
fn what_cannot_be_written_is_refused_with_the_reason() {
    assert!(
        refusal(&["-", "--as", "ns2", "--lane", "bbr"])
            .contains("ns-2 cannot express this: ns-2.35 has no agent")
    );
    assert!(
        refusal(&["-", "--as", "ns2", "--lane", "vegas"])
            .contains("--lane: found \"vegas\", allowed are newreno, bbr")
    );
    assert!(
        refusal(&["-", "--as", "qlog", "--flow", "x"])
            .contains("--flow: found \"x\", allowed are main, other")
    );
    assert!(refusal(&["no-such", "--as", "ns2"]).contains("cannot open no-such"));
    assert!(refusal(&["gm04-eq1", "--as", "ns2"]).contains("has no scenario"));
}

#[test]
fn a_rate_becomes_a_trace_for_mahimahi() {
    // 2 Mbit/s are 1500 bytes every 6 ms, so 10 s have 1666 opportunities.
    let trace = text(&export(&["-", "--as", "mahimahi"]));
    let lines: Vec<u64> = trace.lines().map(|line| line.parse().expect("milliseconds")).collect();
    assert_eq!((lines[..3].to_vec(), lines.len()), (vec![6, 12, 18], 1666));
    // One second of nothing, one second of 12 Mbit/s, and then a packet that belongs to both rates.
    let steps = r#"hops.0.rate=[[0,0],["1s","12Mbps"],["2s","1Mbps"]]"#;
    let trace = text(&export(&["-", "--as", "mahimahi", "--set", steps]));
    let lines: Vec<&str> = trace.lines().collect();
    assert_eq!((lines[0], lines[999], lines[1000]), ("1001", "2000", "2012"));
    let long = refusal(&["-", "--as", "mahimahi", "--set", "hops.0.rate=100Gbps"]);
    assert!(long.contains("shorten the run"), "{long}");
}

#[test]
fn a_trace_is_drawn_run_and_written_again() {
    let folder = std::env::temp_dir().join(format!("ackscope-rate-trace-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join("driving.trace");
    let place = file.to_str().expect("a plain name");
    text(&ackscope(&["rate-trace", "driving", "--seed", "2", "--duration", "20s", "--out", place], ""));
    let drawn = std::fs::read_to_string(&file).expect("a trace");
    let rate = format!("hops.0.rate={place}");
    let written = text(&export(&["-", "--as", "mahimahi", "--rate-trace", &rate]));
    assert_eq!(written, drawn, "both ways");
    // A scenario that names the model has this link.
    let drawn = text(&ackscope(&["rate-trace", "wifi", "--seed", "7", "--duration", "20s"], ""));
    let own = ["--set", "hops.0.rate={\"kind\":\"wifi\"}", "--set", "seed=7", "--set", "duration=20s"];
    assert_eq!(text(&export(&[&["-", "--as", "mahimahi"], &own[..]].concat())), drawn);
    std::fs::write(&file, "1\ntwo\n").expect("writable");
    let refused = refusal(&["-", "--as", "mahimahi", "--rate-trace", &rate]);
    assert!(refused.contains("line 2: expected whole milliseconds, found “two”"), "{refused}");
    // Any table with a rate, as in the page: 100 chances of 1500 bytes in the first second, 50 in the next.
    std::fs::write(&file, "time_s,throughput_mbps\n0,1.2\n1,0.6\n").expect("writable");
    let stepped = text(&export(&["-", "--as", "mahimahi", "--rate-trace", &rate, "--set", "duration=2s"]));
    let instants: Vec<u64> = stepped.lines().map(|line| line.parse().expect("an instant")).collect();
    let first = instants.iter().filter(|at| **at <= 1000).count();
    assert_eq!((first, instants.len()), (100, 150), "{instants:?}");
    std::fs::write(&file, "time_s,cwnd_packets\n0,1\n1,2\n").expect("writable");
    let refused = refusal(&["-", "--as", "mahimahi", "--rate-trace", &rate]);
    assert!(refused.contains("it holds no rate of a link"), "{refused}");
    let _ = std::fs::remove_dir_all(&folder);
    let unknown = ackscope(&["rate-trace", "flying"], "");
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("cellular, leo, wifi, driving"));
    let models = text(&ackscope(&["rate-trace"], ""));
    assert!(["cellular", "leo", "wifi", "driving"].iter().all(|id| models.contains(id)), "{models}");
}
