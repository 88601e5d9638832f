//! DCTCP, ECN Reno, CoDel and FQ-CoDel against ns-3 (3.37, as packaged by Debian): goodput, marks
//! and queue on the same paths. `core/lab/reference/ns3` has the numbers and the program.
//!
//! After marks, ns-3 reduces the window by PRR, so ours does too here. ns-3 keeps one more packet
//! in the device below the queue. A frame has 1502 bytes on its links.

use std::collections::BTreeMap;

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario as scenario;
use serde_json::{Value, json};

const ROWS: &str = include_str!("../../../lab/reference/ns3/marks.csv");

/// Least, mean and greatest value of a number over ns-3's runs.
type Range = (f64, f64, f64);

/// The measurements of ns-3 in a case.
fn measured(case: &str) -> BTreeMap<String, Range> {
    let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for row in ROWS.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        if cells[0] == case {
            values.entry(cells[2].to_owned()).or_default().push(cells[3].parse().expect("a number"));
        }
    }
    let range = |all: &[f64]| {
        let (low, high) =
            all.iter().fold((f64::INFINITY, 0.0), |(a, b): (f64, f64), x| (a.min(*x), b.max(*x)));
        (low, all.iter().sum::<f64>() / all.len() as f64, high)
    };
    assert!(!values.is_empty(), "no rows of {case}");
    values.into_iter().map(|(metric, all)| (metric, range(&all))).collect()
}

/// Our measurements: goodput of payload (1448 of 1500 bytes) of each flow, marks, mean queue.
#[derive(Debug)]
struct Ours {
    goodput_bps: Vec<f64>,
    marks: f64,
    queue: f64,
}

fn run(
    algorithm: &str,
    rate: &str,
    rtts_ms: &[f64],
    queue: &Value,
    (from, to): (f64, f64),
    prr: bool,
) -> Ours {
    let flows: Vec<Value> = (0..)
        .zip(rtts_ms)
        .map(|(index, rtt)| {
            let ecn = if algorithm == "dctcp" { "accurate" } else { "classic" };
            json!({ "name": format!("flow{index}"), "algorithm": algorithm, "ecn": ecn, "rtt": format!("{rtt}ms"),
                "start": 0.001 + 0.003 * f64::from(index), "delayed_ack": false, "initial_window": 2,
                "reduction": if prr { "prr" } else { "at-once" } })
        })
        .collect();
    let mut queue = queue.clone();
    queue["capacity"] = json!(1001);
    let whole = json!({ "version": 1, "seed": 3, "duration": to, "measure": [[from, to]], "flows": flows,
        "hops": [{ "rate": rate, "delay": "0.1ms", "queue": queue, "back": { "queue": { "capacity": 10000 } } }] });
    let read = scenario::read_value(&whole).unwrap_or_else(|error| panic!("{error}"));
    let setup = scenario::compile(&read, 0).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&setup, &RecordOptions::NOTHING);
    simulation.advance(Time::NEVER, u64::MAX);
    let results = simulation.results();
    let hop = &results.hops[0].windows[0];
    Ours {
        goodput_bps: results.flows.iter().map(|flow| flow.windows[0].goodput_bps * 1448.0 / 1500.0).collect(),
        marks: hop.marks.expect("it marks") as f64,
        queue: hop.mean_queue_packets,
    }
}

#[track_caller]
fn near(what: &str, ours: f64, (least, _, most): Range, tolerance: f64) {
    println!("{what}: {ours:.5e}, ns-3 {least:.5e} to {most:.5e}");
    let range = least * (1.0 - tolerance)..=most * (1.0 + tolerance);
    assert!(range.contains(&ours), "{what}: {ours}, ns-3 {least} to {most}");
}

/// Marks a packet that finds more than this many packets waiting. DCTCP of ns-3 sends its SYNs
/// ECN-capable.
fn step(threshold: u64) -> Value {
    json!({ "kind": "step", "threshold": threshold, "non_ect": "pass" })
}

#[test]
fn dctcp_on_a_step_is_that_of_ns3() {
    for (case, rate, rtts, threshold, window) in [
        ("dctcp-1", "100Mbps", &[10.0][..], 20, (5.0, 20.0)),
        ("dctcp-2", "100Mbps", &[10.0, 10.0], 20, (5.0, 20.0)),
        ("dctcp-low", "100Mbps", &[10.0], 5, (5.0, 20.0)),
        ("dctcp-4", "1Gbps", &[1.0; 4], 40, (0.5, 2.0)),
    ] {
        let theirs = measured(case);
        let ours = run("dctcp", rate, rtts, &step(threshold), window, true);
        let all = |goodput: &[f64]| goodput.iter().sum::<f64>();
        let sums: Vec<f64> = (1..=3).map(|number| sum_of_run(case, number)).collect();
        let sum = (
            sums.iter().copied().fold(f64::INFINITY, f64::min),
            0.0,
            sums.iter().copied().fold(0.0, f64::max),
        );
        near(&format!("{case}, goodput of all"), all(&ours.goodput_bps), sum, 0.01);
        near(&format!("{case}, marks"), ours.marks, theirs["marks"], 0.1);
        // The device holds one packet while the link is busy.
        let (least, mean, most) = theirs["queue_mean"];
        near(&format!("{case}, queue"), ours.queue, (least + 1.0, mean, most + 1.0), 0.1);
        assert_eq!(theirs["drops"].2, 0.0);
        if case == "dctcp-2" {
            near("dctcp-2, marks, 64 bits", ours.marks, measured("dctcp-2/wide")["marks"], 0.065);
        }
    }
}

/// Goodput of all flows in one run of ns-3.
fn sum_of_run(case: &str, run: u32) -> f64 {
    let of_run = format!("{case},{run},goodput_bps_");
    ROWS.lines()
        .filter(|row| row.starts_with(&of_run))
        .filter_map(|row| row.rsplit(',').next()?.parse::<f64>().ok())
        .sum()
}

#[test]
fn reno_with_classic_ecn_is_that_of_ns3() {
    let theirs = measured("reno-step");
    let ours = run("sack", "100Mbps", &[10.0], &step(20), (5.0, 20.0), true);
    near("goodput", ours.goodput_bps[0], theirs["goodput_bps_0"], 0.01);
    near("marks", ours.marks, theirs["marks"], 0.02);
    // If the window is cut at once, the segment with CWR meets an empty queue: there are fewer
    // second cuts, and the link is fuller.
    let at_once = run("sack", "100Mbps", &[10.0], &step(20), (5.0, 20.0), false);
    assert!(at_once.goodput_bps[0] > 1.1 * ours.goodput_bps[0], "{at_once:?} {ours:?}");
}

#[test]
fn codel_and_fq_codel_are_those_of_ns3() {
    let codel = json!({ "kind": "codel", "ecn": true });
    let fair = json!({ "kind": "fq-codel" });
    for (case, queue, rtts) in [
        ("codel-2", &codel, &[20.0, 100.0][..]),
        ("fq-2", &fair, &[20.0, 100.0]),
        ("fq-4", &fair, &[20.0, 20.0, 100.0, 100.0]),
    ] {
        let theirs = measured(case);
        let ours = run("sack", "20Mbps", rtts, queue, (20.0, 80.0), true);
        for (flow, goodput) in ours.goodput_bps.iter().enumerate() {
            near(&format!("{case}, flow {flow}"), *goodput, theirs[&format!("goodput_bps_{flow}")], 0.03);
        }
        // ns-3's PRR multiplies in 32 bits. If the product wraps around, its reduction ends early
        // and fewer packets are marked. With 64 bits it equals ours (RFC 9937).
        let wide = measured(&format!("{case}/wide"));
        near(&format!("{case}, marks"), ours.marks, wide["marks"], 0.05);
        for (flow, goodput) in ours.goodput_bps.iter().enumerate().filter(|_| case != "codel-2") {
            // In one queue, chance decides which flow is marked: ns-3's own runs are 7 % apart.
            let range = wide[&format!("goodput_bps_{flow}")];
            near(&format!("{case}, flow {flow}, 64 bits"), *goodput, range, 0.02);
        }
        assert_eq!(theirs["drops"].2, 0.0);
    }
}
