//! BBR version 3 on whole paths, after the draft's list of test cases (draft-ietf-ccwg-bbr,
//! appendix).

use ackscope_engine::rules;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario as scenario;
use serde_json::{Value, json};

/// One BDP of 100 ms at 10 Mbit/s, in packets of 1500 bytes.
const BDP: f64 = 83.3;

/// A run at its end.
pub struct Run {
    pub simulation: Simulation,
}

/// One flow of a modern sender over one hop of 10 Mbit/s with room for `capacity` packets and an
/// RTT of 100 ms. `flow` and `hop` are merged into the flow and the hop.
fn run(capacity: u64, flow: &Value, hop: &Value, duration_s: f64) -> Run {
    run_with(5, capacity, flow, hop, duration_s)
}

/// The same run with this seed.
fn run_with(seed: u64, capacity: u64, flow: &Value, hop: &Value, duration_s: f64) -> Run {
    let mut one = json!({ "name": "main", "algorithm": "bbr3", "rtt": "100ms", "tcp": "linux6" });
    let mut link =
        json!({ "rate": "10Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": capacity } });
    for (object, set) in [(&mut one, flow), (&mut link, hop)] {
        for (key, value) in set.as_object().expect("an object") {
            object[key] = value.clone();
        }
    }
    let whole = json!({ "version": 1, "seed": seed, "duration": duration_s, "hops": [link], "flows": [one],
        "measure": [[duration_s / 3.0, duration_s]] });
    run_whole(&whole)
}

/// Runs a scenario to its end.
pub fn run_whole(whole: &Value) -> Run {
    let read = scenario::read_value(whole).unwrap_or_else(|error| panic!("{error}"));
    let setup = scenario::compile(&read, 0).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    Run { simulation }
}

fn none() -> Value {
    json!({})
}

impl Run {
    /// The times and values of the events of rule `key`.
    pub fn said(&self, key: &str) -> Vec<(f64, Vec<f64>)> {
        let events = self.simulation.recorder().events().kept();
        let of_rule = events.iter().filter(|event| rules()[usize::from(event.rule)].rule.key == key);
        of_rule.map(|event| (event.time.secs(), event.terms.to_vec())).collect()
    }

    /// Goodput in Mbit/s and drops.
    pub fn figures(&self) -> (f64, u64) {
        let results = self.simulation.results();
        let (flow, hop) = (&results.flows[0].windows[0], &results.hops[0].windows[0]);
        (flow.goodput_bps / 1e6, hop.drops)
    }

    pub fn timeouts(&self) -> u64 {
        self.simulation.sender(0).expect("a TCP flow").counters().timeouts
    }

    pub fn estimate(&self) -> f64 {
        self.simulation.sender(0).and_then(|sender| sender.estimate()).expect("a rate").1
    }
}

#[test]
fn a_deep_buffer_is_filled_once_and_then_stays_almost_empty() {
    let run = run(400, &none(), &none(), 30.0);
    let (goodput, drops) = run.figures();
    assert!(goodput > 9.0, "{goodput} Mbit/s");
    assert_eq!((drops, run.timeouts()), (0, 0));
    assert_eq!(
        run.said("bbr3.full").first().map(|full| full.0 < 2.0),
        Some(true),
        "Startup ends by a plateau"
    );
    let results = run.simulation.results();
    let queue = results.hops[0].windows[0].mean_queue_packets;
    assert!(queue < 0.25 * BDP, "{queue} packets wait");
    // A probe comes every two to three seconds, and a little later if ProbeRTT comes between.
    let ups: Vec<f64> = run.said("bbr3.up").iter().map(|up| up.0).filter(|at| *at > 3.0).collect();
    assert!((6..=13).contains(&ups.len()), "{ups:?}");
    // ProbeRTT comes every five seconds.
    let probes = run.said("bbr3.probe-rtt").len();
    assert!((4..=6).contains(&probes), "{probes}");
    // Each phase occurs.
    for pair in ["bbr3.up", "bbr3.down", "bbr3.cruise", "bbr3.refill"].windows(2) {
        assert!(!run.said(pair[0]).is_empty() && !run.said(pair[1]).is_empty(), "{pair:?}");
    }
}

#[test]
fn a_short_buffer_bounds_the_volume() {
    // The buffer holds a fifth of a BDP: probes lose packets, and the long-term bound is about what
    // fits.
    let run = run(17, &none(), &none(), 40.0);
    let (goodput, _) = run.figures();
    assert!(goodput > 8.0, "{goodput} Mbit/s");
    let bounds: Vec<f64> = run.said("bbr3.too-high").iter().map(|event| event.1[4]).collect();
    let last = *bounds.last().expect("probes lose");
    assert!((0.7 * BDP..=1.4 * BDP).contains(&last), "{bounds:?}");
    let results = run.simulation.results();
    let resent = results.flows[0].windows[0].retransmission_ratio.expect("data was sent");
    assert!(resent < 0.03, "{resent} is resent");
}

#[test]
fn one_per_cent_of_random_loss_costs_little_and_ten_per_cent_much() {
    // A probe that happens to lose two segments of a window lowers the bound too much, so one run
    // says little.
    let mean = |p: f64| {
        let loss = json!({ "loss": { "kind": "bernoulli", "probability": p } });
        (1..=12).map(|seed| run_with(seed, 83, &none(), &loss, 40.0).figures().0).sum::<f64>() / 12.0
    };
    let (little, much) = (mean(0.01), mean(0.1));
    assert!(little > 7.5, "{little} Mbit/s");
    assert!(much < 0.6 * little, "{much} Mbit/s");
}

#[test]
fn ten_times_the_bandwidth_is_found_in_some_rounds() {
    let steps = json!({ "rate": [["0s", "2Mbps"], ["15s", "20Mbps"]] });
    let faster = run(100, &none(), &steps, 40.0);
    // Segments of 1500 bytes: 166.7 and 1666.7 per second.
    assert!(faster.estimate() > 1500.0, "{}", faster.estimate());
    let steps = json!({ "rate": [["0s", "20Mbps"], ["15s", "2Mbps"]] });
    let slower = run(100, &none(), &steps, 40.0);
    assert!(slower.estimate() < 190.0, "{}", slower.estimate());
}

#[test]
fn a_source_with_little_to_say_does_not_end_startup() {
    let source = json!({ "application": { "kind": "requests", "size": "15kB", "think": "500ms" } });
    let run = run(83, &source, &none(), 20.0);
    assert!(run.said("bbr3.full").is_empty() && run.said("bbr3.down").is_empty());
    assert_eq!(run.timeouts(), 0);
}

#[test]
fn less_than_a_packet_of_bdp_still_works() {
    let run = run(20, &json!({ "rtt": "1ms" }), &json!({ "rate": "1Mbps", "delay": 0 }), 30.0);
    let (goodput, drops) = run.figures();
    assert!(goodput > 0.9, "{goodput}");
    assert_eq!((drops, run.timeouts()), (0, 0));
}

#[test]
fn two_flows_share() {
    let whole = json!({ "version": 1, "seed": 5, "duration": 60,
        "hops": [{ "rate": "20Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": 166 } }],
        "flows": [{ "name": "a", "algorithm": "bbr3", "rtt": "100ms", "tcp": "linux6" },
            { "name": "b", "algorithm": "bbr3", "rtt": "100ms", "tcp": "linux6", "active": [[10, 60]] }],
        "measure": [[30, 60]] });
    let read = scenario::read_value(&whole).expect("a scenario");
    let setup = scenario::compile(&read, 0).expect("it compiles");
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    let results = simulation.results();
    let rates: Vec<f64> = results.flows.iter().map(|flow| flow.windows[0].goodput_bps / 1e6).collect();
    assert!(rates.iter().sum::<f64>() > 18.0, "{rates:?}");
    assert!(rates.iter().all(|rate| *rate > 5.0), "{rates:?}");
}

#[test]
fn a_blackout_is_survived() {
    let dark = json!({ "loss": { "kind": "blackout", "at": [[10, 12]] } });
    let run = run(83, &none(), &dark, 30.0);
    assert!(run.timeouts() > 0);
    assert!(!run.said("bbr3.restored").is_empty());
    let (goodput, _) = run.figures();
    assert!(goodput > 7.0, "{goodput}");
}

#[test]
fn it_runs_over_every_recovery() {
    for flow in [
        json!({ "tcp": "classic", "recovery": "newreno" }),
        json!({ "tcp": "classic", "recovery": "reno" }),
        json!({ "tcp": "classic" }),
        json!({ "tcp": "classic", "recovery_variant": "ns2_linux" }),
    ] {
        let run = run(30, &flow, &json!({ "loss": { "kind": "bernoulli", "probability": 0.001 } }), 30.0);
        let (goodput, _) = run.figures();
        assert!(goodput > 4.0, "{flow}: {goodput} Mbit/s");
    }
}

#[test]
fn a_loss_that_a_probe_repairs_counts_as_one() {
    // BBR cruises when the data pauses. No segment follows the last one before the pause, so a
    // probe repairs its loss. BBR lowers its bounds with the next round, as for any loss.
    let source = json!({ "application": { "kind": "on-off", "on": "5.5s", "off": "700ms", "fixed": true } });
    let sent = run(400, &source, &none(), 6.1).simulation.channel_counters(0).arrivals;
    let loses = |packet: u64| {
        let loss = json!({ "loss": { "kind": "scripted", "packets": [packet] } });
        run(400, &source, &loss, 9.0)
    };
    let (whole, probed) = (loses(u64::from(u32::MAX)), loses(sent - 1));
    assert_eq!((whole.said("tcp.probe-repaired").len(), whole.said("bbr3.short-term").len()), (0, 0));
    assert_eq!((probed.said("tcp.probe-repaired").len(), probed.timeouts()), (1, 0));
    assert_eq!(probed.said("bbr3.short-term").len(), 1);
}
