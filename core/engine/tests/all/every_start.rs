//! Laws over all algorithms and variants: no choice of slow start, pacing and offload halves what an
//! algorithm gets on a clean path, and no window grows that the source leaves unused.

use crate::common::matrix::share;
use crate::common::run::setup;
use crate::every_algorithm::variants;
use ackscope_engine::catalogue::Params;
use ackscope_engine::cc::REGISTRY;
use ackscope_engine::cc::{CongestionControl, Controller};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use serde_json::{Value, json};

/// A flow of `id` with these settings.
fn flow(id: &str, variant: Option<&str>, set: &Value) -> Value {
    let mut flow = json!({ "name": "main", "algorithm": id, "rtt": "80ms" });
    if let Some(variant) = variant {
        flow["parameters"] = json!({ "variant": variant });
    }
    if let Some(ecn) = [("dctcp", "accurate"), ("prague", "l4s")].iter().find(|(of, _)| *of == id) {
        flow["ecn"] = json!(ecn.1);
    }
    for (key, value) in set.as_object().expect("an object") {
        flow[key] = value.clone();
    }
    flow
}

/// Goodput in Mbit/s on a clean path of 50 Mbit/s; `None` if the scenario is refused.
fn goodput(flow: &Value) -> Option<f64> {
    let scenario = json!({ "version": 1, "duration": 20, "measure": [[0, 20]], "flows": [flow],
        "hops": [{ "rate": "50Mbps", "delay": "1ms", "queue": { "kind": "drop-tail", "capacity": 400 } }] });
    let setup = setup(&scenario).ok()?;
    let results = Simulation::new(&setup, &RecordOptions::NOTHING).run();
    Some(results.flows[0].windows[0].goodput_bps / 1e6)
}

#[test]
fn no_slow_start_and_no_pacing_halves_the_goodput() {
    let starts =
        ["standard", "hystart", "hystart++", "limited", "careful-resume", "rapid-start", "jump-start"];
    let pacings = [json!("off"), json!("on"), json!({ "quantum": "tso" })];
    let choices = starts.iter().flat_map(|start| pacings.iter().map(move |pacing| (start, pacing)));
    let mut faults = Vec::new();
    for (row, (id, variant)) in variants().into_iter().filter(|(id, _)| *id != "manual").enumerate() {
        for tcp in ["classic", "linux6"] {
            let default = goodput(&flow(id, variant, &json!({ "tcp": tcp }))).expect("the default is valid");
            for (start, pacing) in share(row + usize::from(tcp == "classic"), choices.clone()) {
                let set = json!({ "tcp": tcp, "slow_start": start, "pacing": pacing });
                let Some(ours) = goodput(&flow(id, variant, &set)) else {
                    continue;
                };
                if ours < 0.5 * default {
                    faults.push(format!("{id} {variant:?} {set}: {ours} of {default} Mbit/s"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_offload_halves_the_goodput() {
    let sizes = [json!(2), json!(16), json!("tso")];
    let choices = sizes.iter().flat_map(|gso| ["10us", "100us"].map(|gro| (gso, gro)));
    let mut faults = Vec::new();
    for (row, (id, variant)) in variants().into_iter().enumerate() {
        let Some(default) = goodput(&flow(id, variant, &json!({ "tcp": "linux6" }))) else { continue };
        for (gso, gro) in share(row, choices.clone()) {
            let set = json!({ "tcp": "linux6", "gso": gso, "gro": gro });
            let Some(ours) = goodput(&flow(id, variant, &set)) else { continue };
            if ours < 0.5 * default {
                faults.push(format!("{id} {variant:?} {set}: {ours} of {default} Mbit/s"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_window_that_the_source_leaves_unused_does_not_grow() {
    let mut faults = Vec::new();
    for (id, variant) in variants() {
        let spec = REGISTRY.iter().find(|spec| spec.id == id).expect("it is listed");
        if Controller::new(id, &Params::defaults(spec.parameters)).needs().owns_cwnd {
            continue;
        }
        // 1 Mbit/s over 100 ms: eight or nine segments are in flight.
        let source = json!({ "kind": "on-off", "on": 1000, "off": 0, "rate": "1Mbps", "fixed": true });
        for pacing in ["off", "on"] {
            let set = json!({ "tcp": "linux6", "rtt": "100ms", "application": source, "pacing": pacing });
            let scenario = json!({ "version": 1, "duration": 60, "flows": [flow(id, variant, &set)],
                "hops": [{ "rate": "100Mbps", "delay": "20ms" }] });
            let Ok(setup) = setup(&scenario) else { continue };
            let mut simulation = Simulation::new(&setup, &RecordOptions::NOTHING);
            let (mut at_5_s, mut largest, mut in_flight) = (0.0_f64, 0.0_f64, 0);
            for step in 1..=600 {
                simulation.advance(Time::from_secs(0.1 * f64::from(step)), u64::MAX);
                let sender = simulation.sender(0).expect("a TCP flow");
                largest = largest.max(sender.window().cwnd);
                in_flight = in_flight.max(sender.connection().flight());
                at_5_s = if step == 50 { largest } else { at_5_s };
            }
            let most = 2.0 * in_flight as f64 + 2.0;
            if largest > at_5_s.max(most) {
                faults
                    .push(format!("{id} {variant:?}, pacing {pacing}: {largest} with {in_flight} in flight"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The laws draw few senders of today with each algorithm.
#[test]
fn no_algorithm_of_today_depends_on_when_it_starts() {
    let mut faults = Vec::new();
    for (id, variant) in variants() {
        let run = |start: u32| {
            let set = json!({ "tcp": "linux6", "active": [[start, start + 15]] });
            let scenario = json!({ "version": 1, "duration": start + 15, "ns2_order": false,
                "flows": [flow(id, variant, &set)],
                "hops": [{ "rate": "20Mbps", "delay": "10ms", "queue": { "capacity": 60 },
                    "loss": { "kind": "bernoulli", "probability": 0.001 } }] });
            let results = Simulation::new(&setup(&scenario).ok()?, &RecordOptions::NOTHING).run();
            let window = results.flows[0].windows[0];
            Some((window.last_sequence, window.timeouts, window.fast_retransmits, window.mean_rtt_s))
        };
        let (now, later) = (run(0), run(3));
        if now != later {
            faults.push(format!("{id} {variant:?}: {now:?} and {later:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
