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
