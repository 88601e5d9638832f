//! Segmentation offload at the sender and receive offload at the receiver.

use crate::common::run::{assert_conserved, run};
use crate::common::shape;
use crate::common::today::{Today, reno};
use ackscope_engine::setup::Direction;
use ackscope_engine::sim::Simulation;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A window of ten in congestion avoidance; its burst has left at 0.
fn avoiding(more: Value) -> Today {
    let mut set = json!({ "initial_ssthresh": 5 });
    for (key, value) in more.as_object().expect("an object") {
        set[key] = value.clone();
    }
    let mut flow = reno(10, set);
    flow.first();
    flow
}

/// Segments that leave with each of three ACKs of two segments, `gap_ms` apart.
fn three_acks(flow: &mut Today, gap_ms: f64) -> Vec<usize> {
    (1..=3).map(|n| flow.ack(100.0 + gap_ms * f64::from(n - 1), 2 * n as u64, &[]).len()).collect()
}

#[test]
fn a_sender_waits_for_a_third_of_its_window_if_the_next_ack_is_near() {
    // tcp_tso_should_defer(): the first ACK comes 100 ms after the last write, so nothing is gained
    // by waiting. The second comes 0.2 ms after a write, and the oldest segment is due.
    assert_eq!(three_acks(&mut avoiding(json!({})), 0.2), [2, 2, 2]);
    assert_eq!(three_acks(&mut avoiding(json!({ "gso": 8 })), 0.2), [2, 0, 4]);
    assert_eq!(three_acks(&mut avoiding(json!({ "gso": 8 })), 2.0), [2, 2, 2], "the last write is too old");
    assert_eq!(three_acks(&mut avoiding(json!({ "gso": 2 })), 0.2), [2, 2, 2], "two are a full burst");
}

#[test]
fn a_sender_waits_for_no_burst_that_its_source_cannot_fill() {
    let all = json!({ "gso": 8, "bytes": 14 * 1500 });
    assert_eq!(three_acks(&mut avoiding(all), 0.2), [2, 2, 0]);
}

#[test]
fn a_window_that_is_too_small_for_a_burst_is_full() {
    // Otherwise it would count as unused, and would not grow.
    let mut flow = avoiding(json!({ "gso": 8 }));
    three_acks(&mut flow, 0.2);
    flow.ack(200.0, 8, &[]);
    flow.ack(200.2, 10, &[]);
    assert_eq!((flow.said("tcp.unused-window"), flow.windows().0), (0, 11.0));
}

#[test]
fn a_burst_is_told_when_its_size_changes() {
    // The rate is 1.2 · 10 segments per 100 ms: two segments, the least. It never changes.
    let mut flow = avoiding(json!({ "gso": "tso" }));
    three_acks(&mut flow, 0.2);
    assert_eq!(flow.said("tcp.burst"), 1);
}

/// One flow of a modern sender over `rate` and 20 ms.
fn path(rate: &str, packets: u32, more: Value) -> Value {
    let mut flow = json!({ "name": "main", "algorithm": "cubic-rfc9438", "tcp": "linux6", "rtt": "20ms" });
    for (key, value) in more.as_object().expect("an object") {
        flow[key] = value.clone();
    }
    json!({ "version": 1, "seed": 3, "duration": 4,
        "hops": [{ "rate": rate, "delay": "5ms", "queue": { "capacity": packets } }], "flows": [flow] })
}

/// ACKs per segment that arrived.
fn acks_per_segment(simulation: &Simulation) -> f64 {
    let results = simulation.results();
    let flow = &results.flows[0].windows[0];
    let back = results.hops.iter().find(|hop| hop.direction == Direction::Backward).expect("ACKs cross it");
    let acks = back.windows[0].arrivals;
    acks as f64 / (flow.goodput_bps * 4.0 / 12_000.0)
}

#[test]
fn a_receiver_merges_what_comes_within_its_wait() {
    let rate = |gro: &str| acks_per_segment(&run(&path("1Gbps", 2000, json!({ "gro": gro }))));
    assert!((rate("0s") - 0.5).abs() < 0.05, "every second segment: {}", rate("0s"));
    // Segments are 12 µs apart: one begins the wait and eight more come within 100 µs.
    assert!((rate("100us") - 1.0 / 9.0).abs() < 0.02, "{}", rate("100us"));
    // 64 KiB hold 45 segments of 1448 bytes.
    assert!(rate("10ms") >= 1.0 / 46.0 && rate("10ms") < 1.0 / 40.0, "{}", rate("10ms"));
}

#[test]
fn bursts_overflow_a_small_buffer() {
    let goodput = |more: Value| {
        let simulation = run(&path("100Mbps", 20, more));
        assert_conserved(&simulation);
        simulation.results().flows[0].windows[0].goodput_bps
    };
    let alone = goodput(json!({ "receive_buffer": "fixed" }));
    let bursts = goodput(json!({ "gso": "tso", "gro": "1ms" }));
    let paced = goodput(json!({ "gso": "tso", "gro": "1ms", "pacing": { "quantum": 1 } }));
    assert!(bursts < 0.85 * alone, "{bursts} and {alone}");
    assert!(paced > 1.1 * bursts, "pacing spreads them: {paced} and {bursts}");
}

proptest! {
    #![proptest_config(shape::config(40))]

    /// Every run goes on: a wait always ends, and nothing is lost or made on the way. With the smallest window,
    /// two segments, 2000 segments take 1000 round trips: Vegas stays near it where one merged ACK acknowledges
    /// its whole window, since it grows only while at most two segments of the window are not in flight.
    #[test]
    fn a_wait_always_ends(rate in 1u32..400, rtt_ms in 1u32..200, packets in 4u32..300, gso in 2u32..64,
        gro_us in 0u32..2000, algorithm in prop::sample::select(vec!["newreno", "cubic-rfc9438", "bbr", "dctcp", "vegas"])) {
        let more = json!({ "algorithm": algorithm, "gso": gso, "gro": format!("{gro_us}us"),
            "rtt": format!("{rtt_ms}ms"), "bytes": 3_000_000 });
        let mut scenario = path(&format!("{rate}Mbps"), packets, more);
        scenario["hops"][0]["delay"] = json!("0.2ms");
        let queue_s = f64::from(packets) * 12e-3 / f64::from(rate);
        let round_trip_s = f64::from(rtt_ms) * 1e-3 + f64::from(gro_us) * 1e-6 + queue_s;
        scenario["duration"] = json!(120.0 + 1000.0 * round_trip_s);
        let simulation = run(&scenario);
        assert_conserved(&simulation);
        prop_assert!(simulation.results().flows[0].completion_s.is_some(), "{scenario}");
    }
}
