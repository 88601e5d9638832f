//! Copa and LEDBAT++ of the library do what their sources promise.

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{compile_all, read};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn library(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("library/{name}.ack"));
    fs::read_to_string(path).expect("a script of the library")
}

/// What a run shows in one interval: goodput of each flow in Mbit/s, mean of the queue in packets.
struct Seen {
    goodput: Vec<f64>,
    queue: f64,
}

impl Seen {
    fn whole(&self) -> f64 {
        self.goodput.iter().sum()
    }

    fn share(&self, flow: usize) -> f64 {
        self.goodput[flow] / self.whole()
    }
}

/// Flows over 10 Mbit/s and 40 ms, a BDP of 33 packets. Each flow is an object; a script is named by
/// its place in the library, or is `own`.
fn run(flows: &[Value], buffer: u32, own: &str, intervals: &[[f64; 2]]) -> Vec<Seen> {
    let end = intervals.iter().map(|interval| interval[1]).fold(0.0, f64::max);
    let flows: Vec<Value> = flows
        .iter()
        .enumerate()
        .map(|(place, flow)| {
            let mut whole = json!({ "name": format!("f{place}"), "recovery": "sack", "rtt": "40ms" });
            whole.as_object_mut().expect("an object").extend(flow.as_object().expect("an object").clone());
            whole
        })
        .collect();
    let scenario = json!({ "version": 1, "duration": end, "measure": intervals, "flows": flows,
        "scripts": { "copa": library("copa"), "ledbat": library("ledbat-plus-plus"), "own": own },
        "hops": [{ "rate": "10Mbps", "delay": 0, "queue": { "capacity": buffer } }] });
    let read = read(&scenario.to_string()).unwrap_or_else(|error| panic!("{error}"));
    let setup = compile_all(&read).unwrap_or_else(|error| panic!("{error}")).remove(0);
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    let results = simulation.results();
    (0..intervals.len())
        .map(|place| Seen {
            goodput: results.flows.iter().map(|flow| flow.windows[place].goodput_bps / 1e6).collect(),
            queue: results.hops[0].windows[place].mean_queue_packets,
        })
        .collect()
}

const EMPTY: &str = "on loss { standard() }";

#[test]
fn copa_keeps_the_queue_near_one_over_delta_and_the_link_busy() {
    for (delta, low, high) in [(0.5, 1.0, 4.0), (0.25, 2.0, 8.0), (0.1, 5.0, 20.0)] {
        let flow = json!({ "algorithm": "copa", "parameters": { "delta": delta, "competes": delta == 0.5 } });
        let seen = run(&[flow], 500, EMPTY, &[[10.0, 60.0]]).remove(0);
        println!("delta {delta}: {:?} queue {}", seen.goodput, seen.queue);
        assert!((low..high).contains(&seen.queue), "delta {delta}: {} packets", seen.queue);
        assert!(seen.whole() > 9.3, "delta {delta}: {} Mbit/s", seen.whole());
    }
}

#[test]
fn copa_flows_share_by_their_deltas() {
    let flow = |delta: f64, start: f64| {
        json!({ "algorithm": "copa", "start": start,
        "parameters": { "delta": delta, "competes": false } })
    };
    let equal = run(&[flow(0.5, 0.0), flow(0.5, 7.3)], 500, EMPTY, &[[20.0, 80.0]]).remove(0);
    println!("{:?} {}", equal.goodput, equal.queue);
    assert!((0.42..0.58).contains(&equal.share(0)), "{:?}", equal.goodput);
    assert!(equal.whole() > 9.3 && equal.queue < 12.0, "{} {}", equal.whole(), equal.queue);
    // The rate is 1 / (delta * queueing delay), and both meet the same queue.
    let twice = run(&[flow(0.25, 0.0), flow(0.5, 7.3)], 500, EMPTY, &[[20.0, 80.0]]).remove(0);
    println!("{:?} {}", twice.goodput, twice.queue);
    assert!((0.58..0.76).contains(&twice.share(0)), "{:?}", twice.goodput);
}

#[test]
fn copa_competes_where_another_flow_fills_the_queue() {
    for other in ["newreno", "cubic-rfc9438"] {
        let shares: Vec<f64> = [true, false]
            .iter()
            .map(|competes| {
                let flows = [
                    json!({ "algorithm": "copa", "parameters": { "competes": competes } }),
                    json!({ "algorithm": other, "start": 1.7, "recovery": if other == "newreno" { other } else { "sack" } }),
                ];
                run(&flows, 60, EMPTY, &[[20.0, 120.0]])[0].share(0)
            })
            .collect();
        println!("{other} {shares:?}");
        assert!(shares[0] > 0.25 && shares[0] < 0.75, "{other}: {shares:?}");
        assert!(shares[1] < 0.5 * shares[0], "{other}: {shares:?}");
    }
}

#[test]
fn ledbat_takes_an_idle_link_and_stays_below_its_target() {
    let seen = run(&[json!({ "algorithm": "ledbat" })], 500, EMPTY, &[[10.0, 120.0]]).remove(0);
    println!("{:?} {}", seen.goodput, seen.queue);
    // A tenth of the time it is slowed; 60 ms are 50 packets.
    assert!(seen.whole() > 8.5, "{} Mbit/s", seen.whole());
    assert!((10.0..52.0).contains(&seen.queue), "{} packets", seen.queue);
}

#[test]
fn ledbat_yields_to_cubic_and_comes_back() {
    let flows =
        [json!({ "algorithm": "ledbat" }), json!({ "algorithm": "cubic-rfc9438", "start": 20, "stop": 80 })];
    let seen = run(&flows, 150, EMPTY, &[[10.0, 20.0], [30.0, 80.0], [90.0, 150.0]]);
    for one in &seen {
        println!("{:?} {}", one.goodput, one.queue);
    }
    assert!(seen[0].goodput[0] > 8.0, "alone: {:?}", seen[0].goodput);
    assert!(seen[1].share(0) < 0.1, "beside CUBIC: {:?}", seen[1].goodput);
    assert!(seen[1].goodput[1] > 8.5, "CUBIC: {:?}", seen[1].goodput);
    assert!(seen[2].goodput[0] > 8.5, "alone again: {:?}", seen[2].goodput);
}

#[test]
fn a_ledbat_flow_that_comes_later_gets_no_more_because_of_the_slowdowns() {
    let shares: Vec<f64> =
        [("ledbat", EMPTY.to_owned()), ("own", library("ledbat-plus-plus").replace("now >= next", "false"))]
            .iter()
            .map(|(algorithm, own)| {
                let flows =
                    [json!({ "algorithm": algorithm }), json!({ "algorithm": algorithm, "start": 30 })];
                let seen = run(&flows, 500, own, &[[120.0, 300.0]]).remove(0);
                println!("{algorithm} {:?} {}", seen.goodput, seen.queue);
                seen.share(1)
            })
            .collect();
    assert!((0.4..0.6).contains(&shares[0]), "with slowdowns {shares:?}");
    assert!(shares[1] > 0.65, "without: {shares:?}");
}
