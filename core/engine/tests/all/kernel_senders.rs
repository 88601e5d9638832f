//! A modern sender where the path or the source changes: rate steps, reordering, a policer,
//! aggregated and lost ACKs, marks of CoDel, a source that pauses.
//! `core/lab/reference/kernel-senders.json` holds what Linux 6.18 measured, with the scenario of
//! each case.
//!
//! `cargo test -p ackscope-engine --test all kernel_senders -- --nocapture` prints every figure: the
//! kernel's least, mean and largest value, ours, and the verdict. `CASE=n05` runs only the cases
//! with that in their name. Ours is the mean of three seeds. Goodput may differ by 5 %, other
//! figures by 15 %, from the kernel's range; timeouts agree exactly. `DIFFERING` lists what differs,
//! with the cause.

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario as scenario;
use serde_json::Value;

const MEASURED: &str = include_str!("../../../lab/reference/kernel-senders.json");
/// Payload of a packet of 1500 bytes: the kernel's goodput counts payload only.
const PAYLOAD: f64 = 1448.0 / 1500.0;
const SEEDS: u64 = 3;
/// The kernel's window was read this often, in seconds.
const READ_S: f64 = 0.01;

/// The bench's receiver acknowledged more segments one by one in slow start. Its buffer is not known to
/// the byte: `receive_buffer: auto` has 16 marks and 12 drops here, but CUBIC would also leave slow start
/// early on the path of `kernel.rs`, where the kernel did not.
const QUICK: &str = "Single ACKs in slow start as the receive window grows";

/// Figures that differ: part of the case's name, part of the figure's, and why.
const DIFFERING: &[(&str, &str, &str)] = &[
    ("n08", "marks", QUICK),
    ("n18", "drops", QUICK),
    ("n18", "queue_mean", QUICK),
    (
        "n16_cubic",
        "drops",
        "Three peaks with two drops each; the two runs of the kernel differ as much from each other",
    ),
    (
        "n04",
        "needless_retransmits",
        "Packets are late by exactly two steps of the reordering window: in the kernel's runs noise of a tenth of a millisecond decides",
    ),
];

/// A figure: what is measured, its interval in seconds or the whole run, the kernel's least, mean
/// and largest value.
struct Figure {
    what: String,
    interval: Option<(f64, f64)>,
    kernel: [f64; 3],
}

fn figures(case: &Value) -> Vec<Figure> {
    let number = |value: &Value| value.as_f64().expect("a number");
    let rows = case["figures"].as_array().expect("figures").iter();
    rows.map(|row| Figure {
        what: row[0].as_str().expect("a word").to_owned(),
        interval: row[1].as_array().map(|ends| (number(&ends[0]), number(&ends[1]))),
        kernel: [2, 3, 4].map(|place| number(&row[place])),
    })
    .collect()
}

/// The same figures of one run.
fn measure(case: &Value, figures: &[Figure], seed: u64) -> Vec<f64> {
    let mut whole = case["scenario"].clone();
    whole["seed"] = seed.into();
    let read = scenario::read_value(&whole).unwrap_or_else(|error| panic!("{error}"));
    let setup = scenario::compile(&read, 0).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    let end = whole["duration"].as_f64().expect("seconds");
    let mut windows = Vec::new();
    for step in 0..(end / READ_S) as u32 {
        simulation.advance(Time::from_secs(f64::from(step) * READ_S), u64::MAX);
        windows.push(simulation.sender(0).expect("a TCP flow").window().cwnd.floor());
    }
    simulation.advance(Time::NEVER, u64::MAX);
    let results = simulation.results();
    let value = |figure: &Figure| {
        let (flow, hop) = (&results.flows[0].windows, &results.hops[0].windows);
        let (from, to) = figure.interval.unwrap_or((0.0, end));
        let place = flow.iter().position(|window| (window.from_s, window.to_s) == (from, to));
        let of_run = || flow.iter().position(|window| window.from_s == 0.0).unwrap_or(0);
        let place = place.unwrap_or_else(of_run);
        match figure.what.as_str() {
            "goodput" => flow[place].goodput_bps * PAYLOAD / 1e6,
            "drops" => hop[place].drops as f64,
            "marks" => hop[place].marks.unwrap_or(0) as f64,
            "queue_mean" => hop[place].mean_queue_packets,
            "timeouts" => simulation.sender(0).expect("a TCP flow").counters().timeouts as f64,
            "needless_retransmits" => flow[of_run()].spurious_retransmissions as f64,
            "cwnd_mean" => {
                let (first, last) = ((from / READ_S) as usize, (to / READ_S) as usize);
                windows[first..last].iter().sum::<f64>() / (last - first) as f64
            }
            other => panic!("{other}"),
        }
    };
    figures.iter().map(value).collect()
}

/// How far a figure may be outside the kernel's range.
fn slack(what: &str, bound: f64) -> f64 {
    match what {
        "goodput" => 0.05 * bound,
        "timeouts" => 0.0,
        "cwnd_mean" => 0.15 * bound,
        // Below a packet of queue or a drop the kernel's own noise is larger than the share.
        _ => (0.15 * bound.abs()).max(1.0),
    }
}

/// Runs the cases whose name contains `part`, prints their figures and returns those that disagree.
fn compare(part: &str) -> Vec<String> {
    let cases: Value = serde_json::from_str(MEASURED).expect("JSON");
    let mut faults = Vec::new();
    for case in cases.as_array().expect("a list") {
        let name = case["name"].as_str().expect("a name");
        if !name.contains(part) {
            continue;
        }
        println!("{name}: {}", case["path"].as_str().expect("words"));
        let figures = figures(case);
        let runs: Vec<Vec<f64>> = (1..=SEEDS).map(|seed| measure(case, &figures, seed)).collect();
        for (place, figure) in figures.iter().enumerate() {
            let each: Vec<f64> = runs.iter().map(|run| run[place]).collect();
            let ours = each.iter().sum::<f64>() / SEEDS as f64;
            let [low, mean, high] = figure.kernel;
            let what = figure.what.as_str();
            let agrees = (low - slack(what, low)..=high + slack(what, high)).contains(&ours);
            let interval = figure.interval.map_or(String::new(), |(from, to)| format!(" {from}-{to} s"));
            let verdict = if agrees { "agrees" } else { "DIFFERS" };
            let row = format!(
                "  {:<28} kernel {low:>10.3} {mean:>10.3} {high:>10.3}   ours {ours:>10.3} {each:>9.3?}  {verdict}",
                format!("{what}{interval}"),
            );
            println!("{row}");
            if !agrees {
                let is_known =
                    |(part, figure, _): &&(&str, &str, &str)| name.contains(part) && what == *figure;
                match DIFFERING.iter().find(is_known) {
                    Some((_, _, why)) => println!("    {why}."),
                    None => faults.push(format!("{name}: {row}")),
                }
            }
        }
    }
    faults
}

#[test]
fn senders_where_the_path_or_the_source_changes() {
    let part = std::env::var("CASE").unwrap_or_default();
    let faults = compare(&part);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
