use super::*;
use serde_json::json;
use std::sync::Arc;

fn spec(change: impl FnOnce(&mut Value)) -> Spec {
    let mut value = json!({
        "scenario": { "version": 1, "duration": "30s", "hops": [{ "rate": "3Mbps", "delay": "45ms" }],
            "flows": [{ "name": "main", "algorithm": "manual", "rtt": "100ms", "delayed_ack": false, "handshake": false, "recovery": "rack",
                "ack_bytes": 40, "access_rate": "1Gbps" }] },
        "step": { "seconds": 1.0 },
        "action": { "control": "rate", "form": "value", "scale": 1.0, "bounds": [1.0, 1e9] },
    });
    change(&mut value);
    serde_json::from_value(value).expect("a spec")
}

fn of(row: &Row, name: &str) -> f64 {
    row[QUANTITIES.iter().position(|known| known.0 == name).expect("known")]
}

/// The rows of `steps` steps with one action.
fn run(spec: Spec, action: f64, steps: usize) -> Vec<Row> {
    spec.check().expect("valid");
    let mut env = Env::new(Arc::new(spec), 7);
    let mut row = [[0.0; QUANTITIES.len()]];
    env.reset(&mut row).expect("drawn");
    let mut rows = vec![row[0]];
    for _ in 0..steps {
        env.step(&[action], &mut row).expect("runs");
        rows.push(row[0]);
    }
    rows
}

/// 1.5 Mbit/s are 125 packets of 12,000 bits in a second. Half of the link is used, so nothing waits: the RTT is
/// the path's and the wire times of one packet and its ACK, 4 ms + 0.1 ms + less than 0.1 ms on the access links.
#[test]
fn a_rate_that_is_set_is_the_rate_that_is_sent() {
    let rows = run(spec(|_| ()), 1.5e6, 5);
    for row in &rows[2..] {
        assert!((of(row, "sent_packets") - 125.0).abs() <= 1.0, "{row:?}");
        assert!((of(row, "throughput_bps") - 1.5e6).abs() <= 12_000.0);
        assert_eq!((of(row, "lost_packets"), of(row, "timeouts"), of(row, "duration_s")), (0.0, 0.0, 1.0));
        let waits = of(row, "mean_rtt_s") - 0.1;
        assert!((0.004..0.0043).contains(&waits), "{waits}");
        assert!(of(row, "rtt_increase_s").abs() < 1e-9);
    }
    assert_eq!((of(&rows[0], "begins"), of(&rows[1], "begins"), of(&rows[5], "step")), (1.0, 0.0, 5.0));
    assert_eq!((of(&rows[0], "bottleneck_bps"), of(&rows[0], "base_rtt_s")), (3e6, 0.1));
}

/// With the link full, a window of w packets takes w · 4 ms for a round trip: that is the RTT.
#[test]
fn a_window_that_is_set_is_what_is_in_flight() {
    let window = |value: &mut Value| {
        value["action"]["control"] = json!("window");
        value["scenario"]["hops"][0]["queue"] = json!({ "capacity": "100pkt" });
    };
    let rows = run(spec(window), 50.0, 5);
    let last = &rows[5];
    // The last ACK has found one of them delivered.
    assert_eq!((of(last, "cwnd_packets"), of(last, "inflight_packets")), (50.0, 49.0));
    assert!((of(last, "mean_rtt_s") - 0.2).abs() < 1e-6, "{last:?}");
    assert!((of(last, "throughput_bps") - 3e6).abs() <= 12_000.0);
    assert!((of(last, "rate_bps") - 3e6).abs() < 1e3);
}

/// Twice the link's rate with a buffer of a packet: half of what is sent is lost.
#[test]
fn losses_are_counted_once() {
    let small = |value: &mut Value| value["scenario"]["hops"][0]["queue"] = json!({ "capacity": "2pkt" });
    let rows = run(spec(small), 6e6, 20);
    let sum = |name: &str| rows[2..].iter().map(|row| of(row, name)).sum::<f64>();
    let share = sum("lost_packets") / sum("sent_packets");
    assert!((0.45..0.55).contains(&share), "{share}");
    let both = sum("lost_packets") + sum("delivered_packets");
    assert!((both / sum("sent_packets") - 1.0).abs() < 0.05, "{both}");
}

/// Equation 1 of both papers, and Orca's power.
#[test]
fn actions_follow_their_papers() {
    let with = |form, scale| Action { control: Control::Window, form, scale, bounds: (2.0, 1000.0) };
    let step = with(Form::Step, 0.025);
    let is_near = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-12;
    assert!(is_near(step.apply(100.0, 1.0), 102.5) && is_near(step.apply(102.5, -1.0), 100.0));
    let power = with(Form::Power, 4.0);
    assert_eq!(
        (power.apply(100.0, 0.5), power.apply(100.0, -1.0), power.apply(400.0, 1.0)),
        (200.0, 25.0, 1000.0)
    );
    assert_eq!(
        (with(Form::Factor, 1.0).apply(10.0, 0.1), with(Form::Value, 1.0).apply(10.0, 7.0)),
        (2.0, 7.0)
    );
}

#[test]
fn an_episode_ends_and_the_next_one_has_another_draw() {
    let drawn = |value: &mut Value| {
        value["max_steps"] = json!(3);
        value["ranges"] = json!({ "hops.0.rate": ["1Mbps", "9Mbps"], "hops.0.queue.capacity": { "log": ["2pkt", "3000pkt"] } });
        value["start"] = json!([0.3, 1.5]);
        value["action"]["form"] = json!("factor");
    };
    let rows = run(spec(drawn), 1.0, 8);
    let begins: Vec<f64> = rows.iter().map(|row| of(row, "begins")).collect();
    assert_eq!(begins, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    let ends: Vec<f64> = rows.iter().map(|row| of(row, "truncated")).collect();
    assert_eq!(ends, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let rates = [0, 4, 8].map(|place: usize| of(&rows[place], "bottleneck_bps"));
    assert!(rates[0] != rates[1] && rates[1] != rates[2]);
    for (rate, place) in rates.into_iter().zip([0, 4, 8]) {
        assert!((1e6..=9e6).contains(&rate), "{rate}");
        assert!((0.3..=1.5).contains(&(of(&rows[place], "rate_bps") / rate)));
    }
    assert_eq!(run(spec(drawn), 1.0, 8), rows, "the same seed and actions are the same run");
}

/// 100 packets at 125 packets a second: the last one is sent 0.8 s after the start.
#[test]
fn a_finished_transfer_terminates() {
    let sized = |value: &mut Value| value["scenario"]["flows"][0]["bytes"] = json!("150kB");
    let rows = run(spec(sized), 1.5e6, 2);
    let ends: Vec<f64> = rows.iter().map(|row| of(row, "terminated")).collect();
    assert_eq!(ends, [0.0, 1.0, 0.0], "the step after the end begins another episode");
    assert_eq!(of(&rows[1], "delivered_packets"), 100.0);
}

/// A step of a round trip is as long as the mean RTT of the step before.
#[test]
fn steps_follow_round_trips() {
    let rows = run(spec(|value| value["step"] = json!({ "rounds": 2.0 })), 4e6, 6);
    assert_eq!(of(&rows[1], "duration_s"), 0.2, "the path's RTT before there is a sample");
    for pair in rows[1..].windows(2) {
        let expected = 2.0 * of(&pair[0], "mean_rtt_s");
        assert!((of(&pair[1], "duration_s") - expected).abs() < 1e-8, "{pair:?}");
    }
}

#[test]
fn two_flows_learn_on_one_link() {
    let two = spec(|value| value["scenario"]["flows"][0]["count"] = json!(2));
    assert_eq!(two.check().expect("valid"), ["main-1", "main-2"]);
    let mut env = Env::new(Arc::new(two), 1);
    let mut rows = [[0.0; QUANTITIES.len()]; 2];
    env.reset(&mut rows).expect("drawn");
    for _ in 0..3 {
        env.step(&[0.5e6, 2e6], &mut rows).expect("runs");
    }
    assert!((of(&rows[0], "throughput_bps") - 0.5e6).abs() <= 12_000.0);
    assert!((of(&rows[1], "throughput_bps") - 2e6).abs() <= 12_000.0);
}

/// A second at half of 3 Mbit/s is 125 packets, each of several events.
#[test]
fn a_step_that_costs_too_much_is_refused() {
    let mut env = Env::new(Arc::new(spec(|_| ())), 7);
    env.most_events = 125;
    let mut row = [[0.0; QUANTITIES.len()]];
    env.reset(&mut row).expect("drawn");
    let refused = env.step(&[1.5e6], &mut row).expect_err("refused");
    assert_eq!((refused.path.as_str(), refused.found.as_str()), ("step", "1 s of more than 125 events"));
}

#[test]
fn refusals_say_where() {
    let refused = |change: fn(&mut Value)| spec(change).check().expect_err("refused").path;
    assert_eq!(refused(|value| value["scenario"]["flows"][0]["algorithm"] = json!("cubic")), "flows");
    assert_eq!(refused(|value| value["step"] = json!({ "seconds": 0.0 })), "step");
    assert_eq!(refused(|value| value["action"]["bounds"] = json!([3, 2])), "bounds");
    assert_eq!(refused(|value| value["start"] = json!([0, 1])), "start");
    assert_eq!(
        refused(|value| value["ranges"] = json!({ "hops.0.rate": ["1Mbps", "2kbps"] })),
        "ranges.hops.0.rate"
    );
    assert_eq!(
        refused(|value| value["ranges"] = json!({ "hops.0.delay": { "log": ["0ms", "2ms"] } })),
        "ranges.hops.0.delay"
    );
    assert_eq!(refused(|value| value["ranges"] = json!({ "hops.0.rate": [-5, -1] })), "hops.0.rate");
}
