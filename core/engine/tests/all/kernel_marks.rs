//! Marks in a modern sender against a real kernel: Linux 6.18 over an emulated bottleneck of 10
//! Mbit/s with an RTT of 100 ms. One flow meets a marker that marks a packet if it finds 20 packets
//! waiting. Reno is the kernel's own with classic feedback. DCTCP and Westwood+ are BPF programs:
//! DCTCP follows RFC 8257, Westwood+ the law of the kernel's module.
//!
//! The kernel's numbers are the range over its repetitions. A value may lie a few per cent below or
//! above it. Reno's marks have 15 %: microseconds decide whether a packet finds 19 or 20 others
//! waiting, and the kernel's own runs differ by as much.

use ackscope_engine::rules;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario as scenario;
use serde_json::{Value, json};

/// Payload of a packet of 1500 bytes: the kernel's goodput counts payload only.
const PAYLOAD: f64 = 1448.0 / 1500.0;

struct Run {
    simulation: Simulation,
}

/// Start times, some milliseconds apart: the kernel's clock of 250 Hz has another phase in each
/// run.
const STARTS_MS: [f64; 5] = [0.0, 0.7, 1.3, 2.1, 3.2];

fn run(flow: &Value, hop: &Value, start_ms: f64, seed: u64) -> Run {
    let mut one = json!({ "name": "main", "rtt": "100ms", "access_at_sender": 0, "access_rate": "10Gbps",
        "tcp": "linux6", "clock_hz": 250, "start": start_ms / 1000.0 });
    let mut link = json!({ "rate": "10Mbps", "delay": 0 });
    for (object, set) in [(&mut one, flow), (&mut link, hop)] {
        for (key, value) in set.as_object().expect("an object") {
            object[key] = value.clone();
        }
    }
    let whole = json!({ "version": 1, "seed": seed, "duration": 120, "flows": [one], "hops": [link],
        "measure": [[20, 120]] });
    let read = scenario::read_value(&whole).unwrap_or_else(|error| panic!("{error}"));
    let setup = scenario::compile(&read, 0).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    Run { simulation }
}

/// Marks a packet that finds 20 packets waiting; 83 packets may wait.
fn marker() -> Value {
    json!({ "queue": { "kind": "step", "threshold": 19, "capacity": 83 } })
}

impl Run {
    /// Payload in Mbit/s from 20 s on.
    fn goodput(&self) -> f64 {
        self.simulation.results().flows[0].windows[0].goodput_bps * PAYLOAD / 1e6
    }

    fn said(&self, key: &str) -> Vec<(f64, Vec<f64>)> {
        let events = self.simulation.recorder().events().kept();
        let of_rule = events.iter().filter(|event| rules()[usize::from(event.rule)].rule.key == key);
        of_rule.map(|event| (event.time.secs(), event.terms.to_vec())).collect()
    }

    /// Window reductions caused by marks, from 20 s on.
    fn reductions(&self) -> f64 {
        self.said("tcp.ecn-echo").iter().filter(|event| event.0 > 20.0).count() as f64
    }

    fn marks(&self) -> f64 {
        self.simulation.results().hops[0].windows[0].marks.expect("it can mark") as f64
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = values.collect();
    all.iter().sum::<f64>() / all.len() as f64
}

#[track_caller]
fn near(what: &str, ours: f64, (least, most): (f64, f64), tolerance: f64) {
    let range = least * (1.0 - tolerance)..=most * (1.0 + tolerance);
    assert!(range.contains(&ours), "{what}: {ours}, the kernel {least} to {most}");
}

#[test]
fn reno_often_reduces_twice() {
    let flow = json!({ "algorithm": "sack", "ecn": "classic" });
    let runs: Vec<Run> = STARTS_MS.iter().map(|start| run(&flow, &marker(), *start, 1)).collect();
    // The segment that carries CWR is marked itself, so the window is halved again one round later.
    let cuts = runs[0].said("tcp.prr");
    assert_eq!(cuts[1].1[0], cuts[0].1[1], "from where the first cut ended");
    near("between the first two cuts, s", cuts[1].0 - cuts[0].0, (0.12, 0.14), 0.1);
    near("goodput, Mbit/s", mean(runs.iter().map(Run::goodput)), (7.182, 7.770), 0.05);
    near("reductions", mean(runs.iter().map(Run::reductions)), (20.0, 23.0), 0.15);
    near("marks", mean(runs.iter().map(Run::marks)), (653.0, 753.0), 0.15);
}

#[test]
fn dctcp_reduces_twice_every_time() {
    let flow = json!({ "algorithm": "dctcp", "ecn": "accurate" });
    let runs: Vec<Run> = STARTS_MS.iter().map(|start| run(&flow, &marker(), *start, 1)).collect();
    near("goodput, Mbit/s", mean(runs.iter().map(Run::goodput)), (9.651, 9.653), 0.001);
    near("reductions", mean(runs.iter().map(Run::reductions)), (164.0, 167.0), 0.02);
    near("marks", mean(runs.iter().map(Run::marks)), (8404.0, 8584.0), 0.02);
}

#[test]
fn westwood_keeps_the_pipe_full_in_spite_of_losses() {
    let flow = json!({ "algorithm": "westwood+", "recovery": "rack", "parameters": { "variant": "linux" } });
    let lossy = json!({ "queue": { "kind": "drop-tail", "capacity": 83 },
        "loss": { "kind": "bernoulli", "probability": 0.01 } });
    let runs: Vec<Run> = (1..=5).map(|seed| run(&flow, &lossy, 0.0, seed)).collect();
    near("goodput, Mbit/s", mean(runs.iter().map(Run::goodput)), (2.392, 2.723), 0.0);
    let recoveries = |run: &Run| run.said("tcp.recovered").iter().filter(|event| event.0 > 20.0).count();
    near("recoveries", mean(runs.iter().map(|run| recoveries(run) as f64)), (177.0, 182.0), 0.05);
    let timeouts = runs.iter().map(|run| run.simulation.sender(0).expect("TCP").counters().timeouts);
    assert_eq!(timeouts.sum::<u64>(), 0);
}

#[test]
fn a_loss_while_marks_are_answered_is_answered_with_them() {
    let flow = json!({ "algorithm": "sack", "ecn": "classic" });
    let mut hop = marker();
    hop["loss"] = json!({ "kind": "bernoulli", "probability": 0.0003 });
    let mut found = 0;
    for seed in 1..=12 {
        let run = run(&flow, &hop, 0.0, seed);
        let answers: Vec<f64> = run.said("tcp.ecn-echo").iter().map(|answer| answer.0).collect();
        // After the reaction to a mark, cwnd falls for one round trip: 100 ms and the time of 20
        // packets.
        let comes_down = |at: f64| answers.iter().any(|answer| (1e-9..0.1).contains(&(at - answer)));
        found += run.said("tcp.rack").iter().filter(|loss| comes_down(loss.0)).count();
        // A cut is recorded at the reaction itself. A loss found in the round after it records
        // none.
        let cuts = run.said("sack.loss");
        assert!(!cuts.iter().any(|cut| comes_down(cut.0)), "seed {seed}: {answers:?} {cuts:?}");
    }
    assert!(found > 0, "no loss is found while the window comes down");
}
