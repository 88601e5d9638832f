//! Sources and paths in whole runs: schedules, cross traffic, asymmetric links, and the states that
//! queues record.

use crate::common::run::{assert_conserved, channel, run};
use ackscope_engine::queue::REGISTRY;
use ackscope_engine::rules;
use ackscope_engine::setup::Direction;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{SeriesId, SeriesSource};
use serde_json::{Value, json};

/// The times at which a flow began a connection.
fn starts(simulation: &Simulation, flow: u32) -> Vec<f64> {
    let events = simulation.recorder().events().kept().iter();
    let own = events.filter(|event| event.source == flow);
    own.filter(|event| rules()[usize::from(event.rule)].rule.key == "tcp.start")
        .map(|event| event.time.secs())
        .collect()
}

/// The largest value of a series between two times.
fn peak(simulation: &Simulation, series: SeriesId, source: &SeriesSource, from_s: f64, to_s: f64) -> f64 {
    let recorder = simulation.recorder();
    let place = recorder.infos().iter().position(|info| info.series == series && info.source == *source);
    let bins = recorder.series()[place.unwrap_or_else(|| panic!("{series:?} is not recorded"))].bins(0);
    bins.filter(|bin| (from_s..to_s).contains(&recorder.bin_start_s(bin.index)))
        .map(|bin| f64::from(bin.max))
        .fold(0.0, f64::max)
}

#[test]
fn each_period_of_a_schedule_is_a_new_connection() {
    let simulation = run(&json!({ "version": 1, "duration": 60,
        "hops": [{ "rate": "10Mbps", "delay": "10ms", "queue": { "capacity": 80 } }],
        "flows": [{ "algorithm": "newreno", "rtt": "100ms", "initial_ssthresh": 200, "handshake": false,
                    "active": [["1s", "20s"], ["40s", "60s"]] }],
        "measure": [[20, 40], [40, 60]] }));
    assert_conserved(&simulation);
    let begun = starts(&simulation, 0);
    assert_eq!(begun.len(), 2, "{begun:?}");
    assert!((begun[0] - 1.0).abs() < 0.1 && (begun[1] - 40.0).abs() < 0.1, "{begun:?}");
    let cwnd = |from_s, to_s| peak(&simulation, SeriesId::Cwnd, &SeriesSource::Flow(0), from_s, to_s);
    // The first connection fills the pipe of 83 packets; the second begins with three segments and
    // slow start.
    assert!(
        cwnd(10.0, 20.0) > 80.0 && cwnd(40.02, 40.15) < 12.0,
        "{} {}",
        cwnd(10.0, 20.0),
        cwnd(40.02, 40.15)
    );
    let windows = &simulation.results().flows[0].windows;
    // After the stop, only the packets in the queue still arrive, within a moment.
    assert!(windows[0].goodput_bps < 0.02 * windows[1].goodput_bps, "{windows:?}");
}

#[test]
fn starts_of_a_group_are_spread_over_the_jitter_and_the_same_in_every_run() {
    let begin = |seed: u64| -> Vec<f64> {
        let simulation = run(&json!({ "version": 1, "seed": seed, "duration": 10,
            "hops": [{ "rate": "10Mbps", "delay": "10ms" }],
            "flows": [{ "algorithm": "newreno", "count": 20, "rtt": "50ms", "start": "2s", "start_jitter": "3s",
                        "handshake": false }] }));
        (0..20).map(|flow| starts(&simulation, flow)[0]).collect()
    };
    let first = begin(1);
    assert!(first.iter().all(|time| (2.0..5.1).contains(time)), "{first:?}");
    let mean = first.iter().sum::<f64>() / 20.0;
    // The starts are uniform over 3 s. The mean of twenty has a standard deviation of 3/√12/√20 =
    // 0.19 s, and the test allows four of them on both sides.
    assert!((mean - 3.5).abs() < 0.8, "{mean}");
    assert_eq!(begin(1), first);
    assert_ne!(begin(2), first);
}

#[test]
fn a_constant_stream_keeps_its_schedule() {
    let simulation = run(&json!({ "version": 1, "duration": 40,
        "hops": [{ "rate": "10Mbps", "delay": "10ms" }],
        "flows": [{ "kind": "cbr", "rate": "2Mbps", "packet_bytes": 500, "active": [["5s", "10s"], ["20s", "30s"]] }],
        "measure": [[0, 4], [5, 10], [11, 19], [20, 30]] }));
    let sent: Vec<f64> =
        simulation.results().flows[0].windows.iter().map(|window| window.throughput_bps).collect();
    assert_eq!((sent[0], sent[2]), (0.0, 0.0));
    for rate in [sent[1], sent[3]] {
        assert!((rate / 2e6 - 1.0).abs() < 1e-3, "{sent:?}");
    }
}

#[test]
fn every_hop_has_its_cross_traffic_in_both_directions() {
    let cross = |name: &str, direction: &str| json!({ "name": name, "algorithm": "newreno", "each_hop": true, "rtt": "60ms", "direction": direction });
    let simulation = run(&json!({ "version": 1, "duration": 60,
        "hops": [{ "rate": "5Mbps", "delay": "5ms", "queue": { "capacity": 30 }, "repeat": 3 }],
        "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "100ms" },
                  cross("cross", "forward"), cross("back", "backward")] }));
    assert_conserved(&simulation);
    let results = simulation.results();
    assert_eq!((results.flows.len(), results.hops.len()), (7, 6));
    for index in 0..6 {
        let used = channel(&simulation, index).utilisation.expect("a rate");
        assert!(used > 0.6, "channel {index}: {used}");
    }
    let main = results.flows[0].windows[0].goodput_bps;
    let least = results.flows[1..4].iter().map(|flow| flow.windows[0].goodput_bps).fold(f64::MAX, f64::min);
    assert!(
        main > 0.0 && main < least,
        "over three bottlenecks one gets less than each does over one: {main} {least}"
    );
}

/// There is one ACK of 40 bytes for two segments of 1500 bytes, so ACKs need 1/75 of the forward
/// rate. With less, the backward channel limits the rate.
#[test]
fn a_slow_way_back_throttles_the_way_there() {
    let goodput = |back: &str| {
        let simulation = run(&json!({ "version": 1, "duration": 120,
            "hops": [{ "rate": "10Mbps", "delay": "10ms", "queue": { "capacity": 100 },
                       "back": { "rate": back, "queue": { "capacity": 20 } } }],
            "flows": [{ "algorithm": "newreno", "rtt": "60ms" }], "measure": [[20, 120]] }));
        simulation.results().flows[0].windows[0].goodput_bps
    };
    let (wide, narrow) = (goodput("1Mbps"), goodput("40kbps"));
    assert!(wide > 9.5e6, "{wide}");
    // 40 kbit/s carry 125 ACKs per second. Some ACKs are dropped, so the others acknowledge more
    // than two segments each.
    assert!(narrow < 0.8 * wide && narrow > 1e6, "{narrow}");
}

/// A GEO satellite with half a second of RTT. A buffer of the size of the pipe still keeps it full.
#[test]
fn a_satellite_hop_is_a_long_pipe() {
    let simulation = run(&json!({ "version": 1, "duration": 600,
        "hops": [{ "rate": "2Mbps", "delay": "250ms", "queue": { "capacity": "1bdp" } }],
        "flows": [{ "algorithm": "sack", "rtt": "550ms", "initial_ssthresh": 90 }], "measure": [[200, 600]] }));
    let window = simulation.results().flows[0].windows[0];
    assert!(window.goodput_bps > 0.97 * 2e6 && window.mean_rtt_s.unwrap() > 0.55, "{window:?}");
}

#[test]
fn queues_tell_their_state_as_series() {
    let told = |queue: &Value, series: SeriesId| {
        let simulation = run(&json!({ "version": 1, "seed": 5, "duration": 60,
            "hops": [{ "rate": "5Mbps", "delay": "10ms", "queue": queue }],
            "flows": [{ "algorithm": "newreno", "count": 8, "rtt": { "from": "40ms", "to": "100ms" } }] }));
        let source = SeriesSource::Hop(0, Direction::Forward);
        let is_there =
            simulation.recorder().infos().iter().any(|info| info.series == series && info.source == source);
        is_there.then(|| peak(&simulation, series, &source, 5.0, 60.0))
    };
    let mut with_average = Vec::new();
    for spec in REGISTRY {
        let queue = json!({ "kind": spec.id, "capacity": 60 });
        assert!(told(&queue, SeriesId::Queue).is_some_and(|most| most > 1.0 && most <= 60.0), "{}", spec.id);
        if let Some(average) = told(&queue, SeriesId::AqmAverage) {
            assert!(average > 0.0, "{}", spec.id);
            with_average.push(spec.id);
        }
        if let Some(probability) = told(&queue, SeriesId::AqmProbability) {
            assert!(probability > 0.0 && probability <= 1.0, "{}: {probability}", spec.id);
        }
    }
    for id in ["red", "gentle-red", "adaptive-red"] {
        assert!(with_average.contains(&id), "{id} has an average: {with_average:?}");
        let probability = told(&json!({ "kind": id, "capacity": 60 }), SeriesId::AqmProbability);
        assert!(probability.is_some(), "{id} has a probability");
    }
}

#[test]
fn a_connection_whose_syn_was_lost_begins_with_one_segment() {
    // RFC 5681 §3.1. Linux ignores the first loss of a SYN (tcp_init_transfer()).
    let started = |lost: &[u64], flow: Value| -> Vec<f64> {
        let mut scenario = json!({
            "version": 1, "duration": 15,
            "hops": [{ "rate": "5Mbps", "delay": "10ms", "queue": { "capacity": 1000 },
                       "loss": { "kind": "scripted", "packets": lost } }],
            "flows": [{ "rtt": "60ms" }],
        });
        scenario["flows"][0].as_object_mut().unwrap().extend(flow.as_object().unwrap().clone());
        let simulation = run(&scenario);
        let kept = simulation.recorder().events().kept();
        let start = kept.iter().find(|event| rules()[usize::from(event.rule)].rule.key == "tcp.start");
        start.expect("it starts").terms[..2].to_vec()
    };
    let classic = |lost: &[u64], variants: Value| {
        started(
            lost,
            json!({ "algorithm": "newreno", "initial_window": 4, "initial_ssthresh": 64, "recovery_variant": variants }),
        )
    };
    assert_eq!(classic(&[9999], json!([])), [4.0, 64.0]);
    assert_eq!(classic(&[0], json!([])), [1.0, 64.0]);
    assert_eq!(classic(&[0, 1], json!([])), [1.0, 64.0]);
    assert_eq!(classic(&[0], json!("ns2_rto")), [1.0, 2.0]);
    let linux = |lost: &[u64]| {
        started(lost, json!({ "algorithm": "newreno", "tcp": "linux6", "initial_ssthresh": 64 }))
    };
    assert_eq!(linux(&[9999]), [10.0, 64.0]);
    assert_eq!(linux(&[0]), [10.0, 64.0]);
    assert_eq!(linux(&[0, 1]), [1.0, 64.0]);
}

#[test]
fn a_call_reports_how_long_its_own_packets_wait() {
    // From 10 s on a backup fills the uplink of the call.
    let call_of = |queue: &str| {
        let simulation =
            run(&json!({ "version": 1, "seed": 1, "duration": 45, "measure": [[0, 10], [12, 45]],
            "hops": [{ "rate": "10Mbps", "delay": "5ms", "queue": { "kind": queue, "capacity": "256pkt" },
                       "back": { "rate": "50Mbps", "queue": { "capacity": "1000pkt" } } }],
            "flows": [{ "name": "call", "kind": "cbr", "rate": "96kbps", "packet_bytes": 240, "rtt": "40ms" },
                      { "name": "backup", "algorithm": "cubic-rfc9438", "tcp": "linux6", "rtt": "40ms",
                        "active": [["10s", "45s"]] }] }));
        let results = simulation.results();
        let [call, backup] = [0, 1].map(|flow| results.flows[flow].windows.clone());
        assert_eq!((backup[1].p50_queueing_s, call[1].mean_rtt_s), (None, None));
        assert_eq!((call[0].p50_queueing_s, call[0].p99_queueing_s), (Some(0.0), Some(0.0)));
        let call = call[1];
        let waits = [call.p50_queueing_s, call.p95_queueing_s, call.p99_queueing_s, call.mean_queueing_s];
        waits.map(|wait| 1e3 * wait.expect("the call's packets arrive"))
    };
    // Exact percentiles, from the delay of each packet in the trace minus the path's 20.4 ms.
    let is_near = |ms: f64, exact_ms: f64| (ms - exact_ms).abs() < 0.05 + 0.04 * exact_ms;
    let [p50, p95, p99, mean] = call_of("drop-tail");
    assert!(is_near(p50, 246.6) && is_near(p95, 291.6), "{p50} {p95}");
    assert!(p95 <= p99 && (200.0..p95).contains(&mean), "{p99} {mean}");
    let [p50, p95, p99, mean] = call_of("fq-codel");
    assert!(is_near(p50, 0.6) && is_near(p95, 1.2), "{p50} {p95}");
    assert!(p95 <= p99 && (0.3..p95).contains(&mean), "{p99} {mean}");
}

#[test]
fn a_window_set_by_hand_changes_at_seconds_of_the_run_however_late_the_flow_starts() {
    let simulation = run(&json!({ "version": 1, "duration": 10,
        "hops": [{ "rate": "10Mbps", "delay": "10ms", "queue": { "capacity": 80 } }],
        "flows": [{ "algorithm": "manual", "parameters": { "at": [0, 6, 8], "cwnd": [4, 12, 7] }, "rtt": "40ms",
                    "active": [["5s", "10s"]] }] }));
    let cwnd = |from_s, to_s| peak(&simulation, SeriesId::Cwnd, &SeriesSource::Flow(0), from_s, to_s);
    assert_eq!([cwnd(5.5, 5.9), cwnd(6.1, 7.9), cwnd(8.1, 9.9)], [4.0, 12.0, 7.0]);
}

/// Waiting is what a queue does. A call that starts behind 100 waiting packets waits as its hop says,
/// and not as much longer as its delay is above the shortest of its own packets. What only makes the way longer (jitter, a
/// delay that changes) is no waiting.
#[test]
fn a_flow_waits_in_queues_and_nowhere_else() {
    let call =
        json!({ "name": "call", "kind": "cbr", "rate": "100kbps", "packet_bytes": 200, "start": "20s" });
    let load = json!({ "name": "load", "kind": "cbr", "rate": "11Mbps" });
    let of = |hop: Value, flows: Value| {
        let mut scenario = json!({ "version": 1, "duration": "60s", "flows": flows, "measure": [["30s", "60s"]],
            "hops": [{ "rate": "10Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": "100pkt" } }] });
        scenario["hops"][0]
            .as_object_mut()
            .expect("a hop")
            .extend(hop.as_object().expect("an object").clone());
        run(&scenario).results()
    };
    let busy = of(json!({}), json!([load, call]));
    let window = &busy.flows[1].windows[0];
    // 99 to 100 packets of 1.2 ms and the rest of one before them; the histogram's buckets are a sixteenth wide.
    let hop_s = busy.hops[0].windows[0].p50_queueing_delay_s.expect("packets waited");
    for (name, found_s) in
        [("mean", window.mean_queueing_s), ("p50", window.p50_queueing_s), ("p99", window.p99_queueing_s)]
    {
        let found_s = found_s.expect("packets arrived");
        assert!(
            (found_s / 0.118 - 1.0).abs() < 0.07 && (found_s / hop_s - 1.0).abs() < 0.07,
            "{name} {found_s}, hop {hop_s}"
        );
    }
    for hop in [
        json!({ "jitter": { "kind": "uniform", "max": "50ms" } }),
        json!({ "delay": [["0s", "5ms"], ["40s", "45ms"]] }),
        json!({ "delay": { "kind": "handover", "period": "1s", "min": "5ms", "max": "40ms" } }),
    ] {
        let quiet = of(hop.clone(), json!([call]));
        let window = &quiet.flows[0].windows[0];
        let waits =
            [window.mean_queueing_s, window.p50_queueing_s, window.p95_queueing_s, window.p99_queueing_s];
        assert_eq!(waits, [Some(0.0); 4], "{hop}");
    }
}
