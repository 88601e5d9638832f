//! Applications: what they write, when it is sent, and how their transfers are measured.

use crate::common::run::{assert_conserved, run, setup};
use crate::common::shape;
use ackscope_engine::sim::{FlowWindow, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use proptest::prelude::*;
use serde_json::{Value, json};

/// `count` flows with `application` over 10 Mbit/s and 60 ms for `duration_s`.
fn path(application: &Value, count: u32, duration_s: f64) -> Value {
    json!({ "version": 1, "seed": 5, "duration": duration_s,
        "hops": [{ "rate": "10Mbps", "delay": "20ms", "queue": { "capacity": 100 } }],
        "flows": [{ "name": "main", "algorithm": "cubic", "rtt": "60ms", "count": count, "start_jitter": 0,
            "application": application }] })
}

fn window(simulation: &Simulation) -> FlowWindow {
    simulation.results().flows[0].windows[0]
}

#[test]
fn an_application_that_writes_slowly_is_not_limited_by_the_network() {
    let app = json!({ "kind": "on-off", "on": "2s", "off": "2s", "rate": "1.2Mbps", "fixed": true });
    let simulation = run(&path(&app, 1, 20.0));
    assert_conserved(&simulation);
    let sent = window(&simulation);
    // The source sends 1.2 Mbit/s for half of the time. A window of ten segments is enough, so
    // nothing queues.
    assert!((sent.goodput_bps / 0.6e6 - 1.0).abs() < 0.02, "{}", sent.goodput_bps);
    assert_eq!((sent.fast_retransmits, sent.timeouts), (0, 0));
    let cwnd = simulation.results().hops[0].windows[0].mean_queue_packets;
    assert!(cwnd < 0.1, "{cwnd}");
}

#[test]
fn a_pause_stops_the_sender_and_its_end_starts_it_again() {
    let app = json!({ "kind": "on-off", "on": "3s", "off": "3s", "fixed": true });
    let mut scenario = path(&app, 1, 12.0);
    scenario["measure"] = json!([[1, 3], [3.5, 6], [7, 9], [9.5, 12]]);
    let results = run(&scenario).results();
    let goodputs: Vec<f64> = results.flows[0].windows.iter().map(|window| window.goodput_bps / 1e6).collect();
    assert!(goodputs[0] > 6.0 && goodputs[2] > 6.0, "{goodputs:?}");
    assert_eq!((goodputs[1], goodputs[3]), (0.0, 0.0));
}

/// On for a second, off for a second, over 100 Mbit/s and 100 ms. Half of the bursts end with an
/// odd segment, whose ACK the receiver delays.
#[test]
fn a_delayed_ack_before_a_pause_is_no_timeout() {
    let goodput_bps = |key: &str, value: Value| {
        let mut scenario = json!({ "version": 1, "duration": "120s",
            "hops": [{ "rate": "100Mbps", "delay": "5ms", "queue": { "capacity": 5000 } }],
            "flows": [{ "name": "m", "algorithm": "newreno", "rtt": "100ms",
                "application": { "kind": "on-off", "on": "1s", "off": "1s" } }] });
        scenario["flows"][0][key] = value;
        let results = run(&scenario).results();
        (results.flows[0].windows[0].goodput_bps, results.flows[0].windows[0].timeouts)
    };
    let (by_default, timeouts) = goodput_bps("delayed_ack_timeout", json!("200ms"));
    // The first slow start overshoots the buffer, whatever the timer.
    assert!(timeouts <= 1, "{timeouts}");
    for delay in ["40ms", "100ms", "500ms"] {
        let (other, timeouts) = goodput_bps("delayed_ack_timeout", json!(delay));
        assert!(timeouts <= 1, "{delay}: {timeouts}");
        assert!((other / by_default - 1.0).abs() < 0.05, "{delay}: {other} and {by_default}");
    }
    // The same minimum without the rule takes delayed ACKs for losses.
    let (without, timeouts) = goodput_bps("rto", json!({ "min": "200ms" }));
    assert!(timeouts >= 10 && without < 0.1 * by_default, "{timeouts} timeouts, {without}");
}

proptest! {
    #![proptest_config(shape::config(48))]

    #[test]
    fn where_nothing_is_lost_no_delayed_ack_causes_a_timeout(
        kind in 0usize..3,
        algorithm in prop::sample::select(vec!["newreno", "sack", "vegas", "westwood+", "cubic-rfc9438", "hybla"]),
        rtt_ms in 4u32..300,
        delay_ms in 10u32..500,
        receive_window in 1u32..60,
        seed in 1u32..10_000,
    ) {
        let application = [
            json!({ "kind": "on-off", "on": "700ms", "off": "900ms" }),
            json!({ "kind": "requests", "size": "40kB", "think": "300ms" }),
            json!({ "kind": "video" }),
        ][kind].clone();
        let scenario = json!({ "version": 1, "seed": seed, "duration": "40s",
            "hops": [{ "rate": "100Mbps", "delay": "1ms", "queue": { "capacity": 5000 } }],
            "flows": [{ "algorithm": algorithm, "rtt": format!("{rtt_ms}ms"), "application": application,
                "delayed_ack_timeout": format!("{delay_ms}ms"), "receive_window": receive_window }] });
        let results = run(&scenario).results();
        prop_assert_eq!(results.hops[0].windows[0].drops, 0);
        prop_assert_eq!(results.flows[0].windows[0].timeouts, 0);
    }
}

/// 30 kB are twenty segments. In slow start without delayed ACKs, a window of 3 sends 3, 6 and 11
/// segments. With the handshake this takes at most 6 RTTs of 60 ms.
#[test]
fn a_short_flow_takes_its_round_trips() {
    let app = json!({ "kind": "requests", "size": "30kB", "think": "500ms" });
    let mut scenario = path(&app, 1, 60.0);
    scenario["flows"][0]["delayed_ack"] = json!(false);
    let simulation = run(&scenario);
    assert_conserved(&simulation);
    let seen = window(&simulation);
    // The SYN and its answer, two rounds of ACKs, and half an RTT for the last segments: 3.5 RTTs
    // of 60 ms. To this come 20 segments of 1.2 ms, except those that the rounds hide.
    for s in [seen.mean_completion_s, seen.p50_completion_s, seen.p99_completion_s] {
        assert!((0.21..0.235).contains(&s.expect("completed")), "{s:?}");
    }
    // One request every 0.22 s + 0.5 s on average.
    let completed = seen.completed_transfers.expect("requests");
    assert!((60..110).contains(&completed), "{completed}");
    let segments = seen.goodput_bps * 60.0 / 12_000.0;
    assert!((segments / 20.0 - completed as f64).abs() < 1.0, "{segments}");
}

#[test]
fn many_users_share_a_link_and_their_group_has_all_their_completion_times() {
    let app = json!({ "kind": "requests", "size": "30kB", "sizes": "pareto", "think": "1s" });
    let simulation = run(&path(&app, 20, 60.0));
    assert_conserved(&simulation);
    let results = simulation.results();
    let own: u64 = results.flows.iter().filter_map(|flow| flow.windows[0].completed_transfers).sum();
    let group = results.groups[0].windows[0].transfers.expect("requests");
    assert_eq!(group.completed, own);
    assert!(own > 400, "{own}");
    let [p50, p95, p99] = group.quantiles_s.map(|s| s.expect("completed"));
    assert!(p50 < p95 && p95 < p99 && p50 > 0.09, "{p50} {p95} {p99}");
    let (sum, count) = results.flows.iter().fold((0.0, 0.0), |(sum, count), flow| {
        let many = flow.windows[0].completed_transfers.unwrap_or(0) as f64;
        (sum + many * flow.windows[0].mean_completion_s.unwrap_or(0.0), count + many)
    });
    assert!((sum / count - group.mean_s.expect("completed")).abs() < 1e-9);
}

#[test]
fn a_video_takes_the_rate_that_fits_and_stalls_where_none_does() {
    let play = |rate: &str| {
        let mut scenario = path(&json!({ "kind": "video" }), 1, 120.0);
        scenario["hops"][0]["rate"] = json!(rate);
        let simulation = run(&scenario);
        assert_conserved(&simulation);
        window(&simulation)
    };
    let rich = play("10Mbps");
    assert!(rich.mean_chunk_rate_bps.expect("chunks") > 4.5e6, "{rich:?}");
    assert_eq!(rich.stalled_s, Some(0.0));
    // After a while the buffer is full, and the link is idle between chunks.
    assert!(rich.goodput_bps < 7e6, "{}", rich.goodput_bps);
    let poor = play("250kbps");
    assert_eq!(poor.mean_chunk_rate_bps, Some(350e3));
    // 350 kbit/s of video arrive at 250 kbit/s, so playback stands still for 2/7 of 120 s.
    assert!((poor.stalled_s.expect("chunks") / 120.0 - 0.286).abs() < 0.08, "{poor:?}");
}

#[test]
fn periods_begin_anew_and_end_what_was_open() {
    let app = json!({ "kind": "requests", "size": "15kB", "think": "200ms" });
    let mut scenario = path(&app, 1, 30.0);
    scenario["flows"][0]["active"] = json!([["2s", "8s"], ["20s", "25s"]]);
    scenario["measure"] = json!([[0, 2], [2, 9], [9, 20], [20, 26], [26, 30]]);
    let results = run(&scenario).results();
    let completed: Vec<u64> =
        results.flows[0].windows.iter().filter_map(|window| window.completed_transfers).collect();
    assert!(completed[1] > 8 && completed[3] > 6, "{completed:?}");
    assert_eq!([completed[0], completed[2], completed[4]], [0; 3]);
}

proptest! {
    #![proptest_config(shape::config(48))]

    /// The transfers of a run are the same however it is cut into slices, over any network.
    #[test]
    fn slices_change_no_transfer(shape in shape::shape(), kind in 0usize..4, slice in 1u64..2000) {
        let mut scenario = shape.scenario();
        let main = scenario["flows"][0].as_object_mut().expect("a flow");
        main.remove("bytes");
        main.insert("application".to_owned(), [
            json!({ "kind": "on-off", "on": "300ms", "off": "200ms" }),
            json!({ "kind": "on-off", "on": "300ms", "off": "200ms", "rate": "500kbps" }),
            json!({ "kind": "requests", "size": "6kB", "sizes": "exponential", "think": "10ms" }),
            json!({ "kind": "video", "chunk": "500ms", "ladder": [100_000, 400_000] }),
        ][kind].clone());
        let setup = setup(&scenario).expect("valid");
        let whole = run(&scenario);
        let mut sliced = Simulation::new(&setup, &RecordOptions::NOTHING);
        while !sliced.advance(Time::NEVER, slice).done {}
        let (a, b) = (whole.results(), sliced.results());
        prop_assert_eq!(a.engine.trace_hash, b.engine.trace_hash);
        prop_assert_eq!(a.flows[0].windows[0], b.flows[0].windows[0]);
        assert_conserved(&whole);
    }
}

#[test]
fn what_is_not_allowed_is_refused_at_its_place() {
    for (key, value, place) in [
        ("application", json!({ "kind": "request" }), "flows.0.application.kind"),
        ("application", json!({ "kind": "requests", "size": "30s" }), "flows.0.application.size"),
        ("application", json!({ "kind": "video", "ladder": [3e6, 1e6] }), "flows.0.application.ladder"),
        ("application", json!({ "kind": "video", "ladder": [0] }), "flows.0.application.ladder"),
        ("bytes", json!("1MB"), "flows.0.bytes"),
    ] {
        let mut scenario = path(&json!({ "kind": "requests" }), 1, 5.0);
        scenario["flows"][0][key] = value;
        let error = setup(&scenario).expect_err("not allowed");
        assert_eq!(error.path, place, "{error}");
    }
}

#[test]
fn cubic_does_not_count_a_pause_of_the_source() {
    // RFC 9438 §4.2, §5.8. A loss after 300 segments, so that the curve has a plateau; the source sends
    // for 3 s and pauses for 10 s. Within 3 s after the pause the window may grow by what it grew in
    // the 3 s before, and by the little that a curve rises faster later.
    for (variant, most) in [("rfc", 2.0), ("linux", 2.0)] {
        let scenario = json!({
            "version": 1, "duration": "16s",
            "hops": [{ "rate": "100Mbps", "delay": "20ms", "queue": { "kind": "drop-tail", "capacity": "2000pkt" },
                "loss": { "kind": "scripted", "packets": [300] } }],
            "flows": [{ "name": "main", "algorithm": "cubic-rfc9438", "rtt": "100ms", "parameters": { "variant": variant },
                "application": { "kind": "on-off", "on": "3s", "off": "10s", "fixed": true } }]
        });
        let read = ackscope_scenario::read_value(&scenario).expect("well-formed");
        let setup = ackscope_scenario::compile(&read, 0).expect("compiles");
        let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
        let mut window_at = |seconds: f64| {
            simulation.advance(Time::from_secs(seconds), u64::MAX);
            simulation.sender(0).expect("a TCP flow").window().cwnd
        };
        let (before, after) = (window_at(3.0), window_at(16.0));
        assert!(before > 80.0 && after < most * before, "{variant}: {before} → {after}");
    }
}
