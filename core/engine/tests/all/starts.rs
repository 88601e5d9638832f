//! Slow start by rules of its own (`slow_start`), in whole runs. The vectors of each rule stand beside its code.

use crate::common::run::{channel, run};
use ackscope_engine::rules;
use ackscope_engine::sim::Simulation;
use serde_json::{Value, json};

/// CUBIC over 20 Mbit/s and 100 ms, with a buffer of four BDP and packets up to 10 ms late.
fn started(slow_start: &str, more: &Value) -> Simulation {
    let mut flow = json!({ "algorithm": "cubic-rfc9438", "tcp": "linux6", "slow_start": slow_start });
    flow.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    run(&json!({ "version": 1, "seed": 1, "duration": 6, "flows": [flow],
        "hops": [{ "rate": "20Mbps", "delay": "50ms", "jitter": { "kind": "uniform", "max": "10ms" },
            "queue": { "kind": "drop-tail", "capacity": 700 } }] }))
}

/// When a rule was first said, in seconds.
fn first(simulation: &Simulation, key: &str) -> Option<f64> {
    let events = simulation.recorder().events().kept();
    let mut of_rule = events.iter().filter(|event| rules()[usize::from(event.rule)].rule.key == key);
    of_rule.next().map(|event| event.time.secs())
}

#[test]
fn search_ends_slow_start_after_hystart_and_before_the_first_loss() {
    let lost = first(&started("standard", &json!({})), "tcp.rack").expect("the buffer overflows");
    let delayed = first(&started("hystart", &json!({})), "slow-start.delay").expect("a queue builds up");
    let search = started("search", &json!({}));
    let ended = first(&search, "slow-start.search").expect("the delivered data stops to double");
    assert!(delayed < ended && ended < lost, "{delayed} {ended} {lost}");
    assert!(channel(&search, 0).drops * 2 < channel(&started("standard", &json!({})), 0).drops);
}

/// What is delivered does not double either if the source writes at a constant rate. SEARCH starts over then.
#[test]
fn search_does_not_take_a_slow_source_for_a_full_path() {
    let writes =
        json!({ "application": { "kind": "on-off", "on": 6, "off": 1, "rate": "2Mbps", "fixed": true } });
    let search = started("search", &writes);
    assert_eq!(first(&search, "slow-start.search"), None);
    assert!(channel(&search, 0).arrivals > 500);
}

/// The second visit over a satellite: the path was 50 Mbit/s and 600 ms, and its BDP of 2500 segments was saved.
fn revisit(slow_start: &str, rate: &str, numbers: &Value) -> Simulation {
    let mut flow = json!({ "algorithm": "cubic-rfc9438", "tcp": "linux6", "slow_start": slow_start,
        "bytes": "5300kB", "receive_buffer": "fixed" });
    if slow_start == "careful-resume" {
        flow["careful_resume"] = numbers.clone();
    }
    run(&json!({ "version": 1, "seed": 1, "duration": 120, "flows": [flow],
        "hops": [{ "rate": rate, "delay": "300ms", "queue": { "kind": "drop-tail", "capacity": 250 } }] }))
}

/// The terms of the first event of a rule.
fn terms(simulation: &Simulation, key: &str) -> Option<Vec<f64>> {
    let events = simulation.recorder().events().kept();
    let mut of_rule = events.iter().filter(|event| rules()[usize::from(event.rule)].rule.key == key);
    of_rule.next().map(|event| event.terms.to_vec())
}

fn completion_s(simulation: &Simulation) -> f64 {
    simulation.results().flows[0].completion_s.expect("all is delivered")
}

#[test]
fn careful_resume_sends_half_of_the_saved_window_over_one_round_trip() {
    let saved = json!({ "window": 2500, "rtt": "600ms" });
    let resumed = revisit("careful-resume", "50Mbps", &saved);
    // Handshake, initial window, jump, and the rest of the 3661 segments in one more window: five round trips.
    assert!((3.0..3.7).contains(&completion_s(&resumed)), "{}", completion_s(&resumed));
    assert!(completion_s(&revisit("standard", "50Mbps", &saved)) > 5.0);
    let jump = terms(&resumed, "slow-start.jump").expect("a jump");
    let landed = terms(&resumed, "slow-start.landed").expect("its end");
    assert_eq!((jump[1], landed[0] >= 1240.0), (1250.0, true), "{landed:?}");
    assert!(first(&resumed, "slow-start.validated").is_some() && channel(&resumed, 0).drops == 0);
    // 1250 segments in 0.6 s are 25 Mbit/s: no queue.
    let paced = terms(&resumed, "tcp.paced").expect("the jump is paced");
    assert!((paced[0] - 1250.0 / jump[2]).abs() < 1.0 && paced[1] == 1.0, "{paced:?}");
}

#[test]
fn careful_resume_retreats_on_a_path_that_has_become_ten_times_slower() {
    let resumed = revisit("careful-resume", "5Mbps", &json!({ "window": 2500, "rtt": "600ms", "beta": 0.7 }));
    let retreat = terms(&resumed, "slow-start.retreat").expect("the buffer overflows");
    assert_eq!(retreat[1], retreat[0] / 2.0);
    let left = terms(&resumed, "slow-start.left").expect("the jump ends");
    assert!(left[0] > retreat[0] && (left[1] - 0.7 * left[0]).abs() < 1e-9, "{left:?}");
    // What has arrived is what the path holds: its BDP of 250, its buffer and what left it meanwhile.
    assert!((250.0..900.0).contains(&left[0]), "{left:?}");
    assert!(completion_s(&resumed) < 1.5 * completion_s(&revisit("standard", "5Mbps", &json!({}))));
}

#[test]
fn careful_resume_does_not_jump_on_another_path() {
    let plain = completion_s(&revisit("standard", "50Mbps", &json!({})));
    for rtt in ["1200ms", "59ms"] {
        let other = revisit("careful-resume", "50Mbps", &json!({ "window": 2500, "rtt": rtt }));
        assert!(terms(&other, "slow-start.refused").is_some() && terms(&other, "slow-start.jump").is_none());
        assert_eq!(completion_s(&other), plain);
    }
}
