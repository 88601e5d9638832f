//! Loss models in whole runs.

use crate::common::run::{assert_conserved, channel, events, run, setup};
use ackscope_engine::loss::REGISTRY;
use serde_json::{Value, json};

/// A packet every 6 ms for `duration_s` over a link whose queue drops nothing, with this loss
/// model.
fn steady(loss: Value, duration_s: f64) -> Value {
    json!({
        "version": 1, "seed": 11, "duration": duration_s,
        "hops": [{ "rate": "10Mbps", "delay": "10ms", "queue": { "capacity": 100 }, "loss": loss }],
        "flows": [{ "kind": "cbr", "rate": "2Mbps", "rtt": "30ms" }],
    })
}

#[test]
fn every_model_loses_packets_and_none_twice() {
    for spec in REGISTRY {
        let loss = match spec.id {
            "scripted" => json!({ "kind": "scripted", "every": 50, "burst": 2 }),
            "markov" => json!({ "kind": "markov", "good_mean": 2, "bad_mean": 1 }),
            id => json!({ "kind": id }),
        };
        for position in ["after", "before"] {
            let mut loss = loss.clone();
            loss["position"] = json!(position);
            let scenario = json!({
                "version": 1, "duration": 60,
                "hops": [{ "rate": "5Mbps", "delay": "10ms", "loss": loss, "back": { "loss": "shared" } }],
                "flows": [{ "name": "a", "algorithm": "newreno", "count": 2, "rtt": "60ms" },
                          { "name": "b", "algorithm": "newreno", "direction": "backward", "rtt": "60ms" }],
            });
            let simulation = run(&scenario);
            assert_conserved(&simulation);
            for index in 0..2 {
                let lost = channel(&simulation, index).channel_losses;
                assert_eq!(lost > 0, spec.id != "none", "{} {position}: {lost} lost", spec.id);
            }
        }
    }
}

#[test]
fn gilbert_loses_what_the_spec_says_in_both_readings() {
    // queues-and-links V9.2 and V9.3b: packets every 6 ms, a loss probability of 0.1 in the bad
    // state.
    let (n, duration_s) = (1_000_000.0_f64, 6000.0);
    for (advance, bad_s, expected) in [
        ("time", 0.1, 0.009_090_9),
        ("time", 1.0, 0.05),
        ("arrivals", 1e-4, 0.001_176_47),
        ("arrivals", 0.01, 0.001_754_39),
        ("arrivals", 0.1, 0.009_677_42),
    ] {
        let loss = json!({ "kind": "gilbert", "bad": bad_s, "advance": advance });
        let lost = channel(&run(&steady(loss, duration_s)), 0).channel_losses as f64;
        // Bad runs are independent. One run loses `mean` packets on average; its length is
        // geometric and its losses are binomial.
        let runs =
            if advance == "time" { n * 0.006 / (2.0 * (1.0 + bad_s)) } else { n * 0.006 / (1.008 + bad_s) };
        let mean = expected * n / runs;
        let bound: f64 = 5.0 * f64::sqrt(runs * (mean + 2.0 * mean * mean));
        assert!(
            (lost - expected * n).abs() < bound,
            "{advance} {bad_s}: {lost} of {} ± {bound}",
            expected * n
        );
        assert!(bound < 0.3 * expected * n, "a bound that can tell: {bound}");
    }
}

#[test]
fn scripted_losses_hit_the_packets_that_were_named() {
    let lost_of = |loss: Value| -> Vec<f64> {
        let simulation = run(&steady(loss, 1.0));
        assert_conserved(&simulation);
        events(&simulation, "channel.loss", 0).iter().map(|(_, terms)| terms[1]).collect()
    };
    assert_eq!(lost_of(json!({ "kind": "scripted", "packets": [12, 3, 5] })), [3.0, 5.0, 12.0]);
    let rows = lost_of(json!({ "kind": "scripted", "every": 40, "burst": 2 }));
    assert_eq!(rows[..4], [38.0, 39.0, 78.0, 79.0]);
}

#[test]
fn a_named_segment_of_a_connection_is_lost_once_and_sent_again() {
    // A SYN comes first, so segment k is packet k + 1 of the channel.
    let scenario = json!({
        "version": 1, "duration": 10,
        "hops": [{ "rate": "5Mbps", "delay": "10ms", "queue": { "capacity": 1000 },
                   "loss": { "kind": "scripted", "packets": [41] } }],
        "flows": [{ "algorithm": "newreno", "rtt": "60ms", "bytes": 300_000, "initial_ssthresh": 20 }],
    });
    let simulation = run(&scenario);
    let lost = events(&simulation, "channel.loss", 0);
    assert_eq!(lost.len(), 1);
    assert_eq!(lost[0].1[1], 40.0);
    let window = &simulation.results().flows[0].windows[0];
    assert_eq!((window.last_sequence, window.fast_retransmits, window.timeouts), (200, 1, 0));
}

#[test]
fn a_blackout_lets_nothing_through_and_is_shown_when_it_happens() {
    let loss = json!({ "kind": "blackout", "at": [["1s", "1.5s"], ["2s", "2.2s"]] });
    let simulation = run(&steady(loss, 3.0));
    let states: Vec<(f64, f64)> =
        events(&simulation, "channel.state", 0).iter().map(|(at, terms)| (*at, terms[0])).collect();
    assert_eq!(states, [(1.0, 1.0), (1.5, 0.0), (2.0, 1.0), (2.2, 0.0)]);
    // Packets reach the model every 6 ms.
    let lost = channel(&simulation, 0).channel_losses as f64;
    assert!((lost - 700.0 / 6.0).abs() <= 2.0, "{lost}");
}

#[test]
fn states_are_shown_in_the_order_of_time_whether_packets_come_or_not() {
    let loss = json!({ "kind": "handoff", "probability": 0 });
    let mut scenario = steady(loss, 21.0);
    scenario["flows"][0]["active"] = json!([[0, 1], [19, 21]]);
    let simulation = run(&scenario);
    let shown: Vec<f64> = events(&simulation, "channel.state", 0).iter().map(|event| event.0).collect();
    assert_eq!(shown, [4.0, 4.1, 8.0, 8.1, 12.0, 12.1, 16.0, 16.1, 20.0, 20.1]);
    let all: Vec<f64> = simulation.recorder().events().kept().iter().map(|event| event.time.secs()).collect();
    assert!(all.is_sorted(), "{all:?}");
}

#[test]
fn a_shared_loss_has_one_state_and_two_draws() {
    let states = |back: Value| {
        let scenario = json!({
            "version": 1, "duration": 60,
            "hops": [{ "rate": "10Mbps", "delay": "10ms", "back": { "loss": back },
                       "loss": { "kind": "markov", "good_mean": 2, "bad_mean": 1, "bad_loss": 0.5 } }],
            "flows": [{ "name": "a", "kind": "cbr", "rate": "2Mbps", "rtt": "30ms" },
                      { "name": "b", "kind": "cbr", "rate": "2Mbps", "rtt": "30ms", "direction": "backward" }],
        });
        let simulation = run(&scenario);
        let lost = |index| -> Vec<f64> {
            events(&simulation, "channel.loss", index).iter().map(|(_, terms)| terms[1]).collect()
        };
        let states = [0, 1].map(|index| events(&simulation, "channel.state", index));
        (states, lost(0) == lost(1))
    };
    let ([forward, backward], same_losses) = states(json!("shared"));
    assert!(forward.len() > 10 && forward == backward && !same_losses);
    let ([forward, backward], _) =
        states(json!({ "kind": "markov", "good_mean": 2, "bad_mean": 1, "bad_loss": 0.5 }));
    assert!(forward != backward, "two processes of their own");
}

#[test]
fn lanes_meet_the_same_channel() {
    let states = |algorithm: &str| {
        let scenario = json!({
            "version": 1, "duration": 100,
            "hops": [{ "rate": "2Mbps", "delay": "20ms", "loss": { "kind": "gilbert", "bad": 0.1 } }],
            "flows": [{ "algorithm": algorithm, "rtt": "100ms" }],
        });
        events(&run(&scenario), "channel.state", 0)
    };
    let states_of_reno = states("newreno");
    assert!(states_of_reno.len() > 20);
    assert_eq!(states_of_reno, states("vegas"));
}

#[test]
fn a_loss_before_the_queue_uses_no_link() {
    let used = |position: &str| {
        let loss = json!({ "kind": "bernoulli", "probability": 0.5, "position": position });
        let simulation = run(&steady(loss, 100.0));
        assert_conserved(&simulation);
        let window = channel(&simulation, 0);
        (
            window.utilisation.expect("a link with a rate"),
            window.channel_losses as f64 / window.arrivals as f64,
        )
    };
    let ((after, lost_after), (before, lost_before)) = (used("after"), used("before"));
    // 16667 packets: the standard deviation of the loss ratio is 0.0039, and the bound is five of
    // them.
    assert!((lost_after - 0.5).abs() < 0.02 && (lost_before - 0.5).abs() < 0.02);
    assert!((after - 0.2).abs() < 1e-3, "{after}");
    assert!((before - 0.1).abs() < 0.004, "{before}");
}

#[test]
fn contradictions_are_refused_where_they_stand() {
    for (hop, path) in [
        (
            json!({ "loss": { "kind": "gilbert", "advance": "arrivals" }, "back": { "loss": "shared" } }),
            "hops.0.loss.advance",
        ),
        (json!({ "loss": { "kind": "scripted" } }), "hops.0.loss.packets"),
        (json!({ "loss": { "kind": "handoff", "period": 1, "outage": 2 } }), "hops.0.loss.outage"),
        (
            json!({ "back": { "loss": { "kind": "scripted", "every": 2, "burst": 3 } } }),
            "hops.0.back.loss.burst",
        ),
        (json!({ "loss": { "kind": "blackout", "bad_mean": 1, "at": [[1, 2]] } }), "hops.0.loss.at"),
        (json!({ "queue": { "kind": "red", "min_th": 20 } }), "hops.0.queue.min_th"),
        (json!({ "queue": { "kind": "gentle-red", "min_th": 20 } }), "hops.0.queue.min_th"),
        (json!({ "queue": { "kind": "adaptive-red", "min_th": 20, "max_th": 10 } }), "hops.0.queue.min_th"),
        (json!({ "queue": { "kind": "fred", "min_th": 20 } }), "hops.0.queue.min_th"),
        (json!({ "queue": { "kind": "bred", "l1": 11 } }), "hops.0.queue.l1"),
        (json!({ "queue": { "kind": "bred", "l2": 30 } }), "hops.0.queue.l2"),
        (json!({ "queue": { "kind": "bred", "p1": 0.5 } }), "hops.0.queue.p1"),
    ] {
        let mut scenario = steady(json!({ "kind": "none" }), 1.0);
        for (key, value) in hop.as_object().expect("an object") {
            scenario["hops"][0][key] = value.clone();
        }
        let error = setup(&scenario).expect_err(path);
        assert_eq!(error.path, path, "{error}");
    }
}
