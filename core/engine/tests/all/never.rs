//! Instants that never come, or come only after years: whatever a link does, every run ends. Each
//! of these runs once did not end, or not within hours.

use crate::common::run::{assert_conserved, channel, run as run_of};
use serde_json::{Value, json};

/// A flow over one hop with this `rate`, `loss` and `queue`.
fn scenario(rate: &Value, loss: &Value, queue: &Value, duration_s: f64) -> Value {
    json!({
        "version": 1, "duration": duration_s,
        "hops": [{ "rate": rate, "delay": "1ms", "loss": loss, "queue": queue }],
        "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "100ms" }],
    })
}

fn losses() -> Vec<Value> {
    vec![
        json!({ "kind": "markov" }),
        json!({ "kind": "markov", "good_mean": "1ms", "bad_mean": "1ms" }),
        json!({ "kind": "gilbert" }),
        json!({ "kind": "gilbert", "advance": "arrivals" }),
        json!({ "kind": "handoff" }),
        json!({ "kind": "blackout" }),
        json!({ "kind": "blackout", "at": [["1s", "2s"]] }),
        json!({ "kind": "scripted", "every": 40, "burst": 2 }),
        json!({ "kind": "bernoulli", "probability": 0.01 }),
    ]
}

/// Ways in which a link stops, for good or for longer than the run.
fn endings() -> Vec<Value> {
    vec![
        json!([["0s", "1Mbps"], ["1s", "0bps"]]),
        json!([["0s", "1Mbps"], ["1s", "0bps"], ["315360000s", "1Mbps"]]),
        json!([["0s", "1Mbps"], ["1s", "1bps"]]),
        json!({ "opportunities_ms": [100, 200, 300, 1000], "loop": false }),
    ]
}

#[test]
fn a_link_that_ends_ends_no_loss_model() {
    for rate in endings() {
        for loss in losses() {
            for position in ["after", "before"] {
                let mut loss = loss.clone();
                loss["position"] = json!(position);
                let scenario = scenario(&rate, &loss, &json!({ "capacity": 20 }), 5.0);
                assert_conserved(&run_of(&scenario));
            }
        }
    }
}

#[test]
fn a_link_that_ends_ends_no_discipline() {
    for rate in endings() {
        for spec in ackscope_engine::queue::REGISTRY {
            let queue = json!({ "kind": spec.id, "capacity": 20 });
            assert_conserved(&run_of(&scenario(&rate, &json!({ "kind": "markov" }), &queue, 5.0)));
        }
    }
}

/// A link stands still for days while packets wait, and then goes on. State that follows the clock
/// catches up.
#[test]
fn days_of_standstill_pass_in_bounded_steps() {
    let days_s = 5e5;
    let rate = json!([["0s", "10Mbps"], ["1s", "0bps"], [days_s, "10Mbps"]]);
    for kind in ["pie", "dred", "red", "codel", "bred"] {
        let mut queue = json!({ "kind": kind, "capacity": 50 });
        if kind == "dred" {
            queue["sample_packets"] = json!(0.01);
            queue["beta"] = json!(1e-9);
        }
        if kind == "pie" {
            queue["update"] = json!("10us");
        }
        let simulation = run_of(&scenario(&rate, &json!({ "kind": "none" }), &queue, days_s + 5.0));
        assert!(channel(&simulation, 0).arrivals > 100, "{kind}: the flow goes on");
    }
}

/// A flow starts after almost a year on a link whose list of opportunities is a millisecond long.
#[test]
fn opportunities_that_nobody_took_are_passed_over() {
    let start_s = 3e7;
    let mut scenario = scenario(
        &json!({ "opportunities_ms": [0.25, 0.5, 0.75, 1] }),
        &json!({ "kind": "none" }),
        &json!({ "capacity": 50 }),
        start_s + 5.0,
    );
    scenario["flows"][0]["start"] = json!(start_s);
    let simulation = run_of(&scenario);
    assert!(channel(&simulation, 0).arrivals > 1000);
    assert_conserved(&simulation);
}

/// An ACK after months of silence, for estimators that fill silence with samples of their own.
#[test]
fn estimators_pass_over_years_of_silence() {
    let years_s = 1e7;
    let rate = json!([["0s", "10Mbps"], ["1s", "0bps"], [years_s, "10Mbps"]]);
    for algorithm in ["westwood", "westwood-gm02", "westwood+", "vegas", "bbr"] {
        let mut scenario =
            scenario(&rate, &json!({ "kind": "none" }), &json!({ "capacity": 50 }), years_s + 5.0);
        scenario["flows"][0]["algorithm"] = json!(algorithm);
        scenario["flows"][0]["shadow"] =
            json!(ackscope_engine::estimator::REGISTRY.iter().map(|spec| spec.id).collect::<Vec<_>>());
        assert!(channel(&run_of(&scenario), 0).arrivals > 100, "{algorithm}");
    }
}

/// A timeout of zero length would expire for ever at one instant.
#[test]
fn a_timer_without_a_minimum_lets_the_clock_go_on() {
    let mut scenario =
        scenario(&json!("10Gbps"), &json!({ "kind": "none" }), &json!({ "capacity": 50 }), 0.01);
    scenario["hops"][0]["delay"] = json!("0s");
    let flow = &mut scenario["flows"][0];
    flow["rtt"] = json!("1ns");
    flow["packet_bytes"] = json!(40);
    flow["ack_bytes"] = json!(1);
    flow["access_rate"] = json!("9999Gbps");
    flow["rto"] = json!({ "min": "0s", "max": "1ns", "initial": "1ns", "granularity": "0s" });
    assert_conserved(&run_of(&scenario));
}
