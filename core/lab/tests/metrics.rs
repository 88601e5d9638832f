//! The metrics on runs whose outcome is known (metrics.md).

use ackscope_lab::lanes::plan;
use ackscope_lab::report::LaneReport;
use ackscope_scenario::read;
use serde_json::{Value, json};

fn measure(scenario: &Value) -> LaneReport {
    let scenario = read(&scenario.to_string()).unwrap_or_else(|error| panic!("{error}"));
    plan(&scenario).unwrap_or_else(|error| panic!("{error}"))[0].measure()
}

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found / expected - 1.0).abs() <= tolerance, "{found} for {expected}");
}

/// A constant stream at half the rate of a link: every metric of the link is known in advance.
#[test]
fn a_link_half_used_by_a_constant_stream() {
    let report = measure(&json!({ "version": 1, "duration": 100,
        "hops": [{ "rate": "10Mbps", "delay": "10ms", "loss": { "kind": "scripted", "every": 10 } }],
        "flows": [{ "kind": "cbr", "rate": "5Mbps", "packet_bytes": 1250 }], "measure": [[10, 90]] }));
    let hop = &report.hops[0].windows[0];
    near(hop.utilisation.unwrap(), 0.5, 1e-3);
    assert_eq!((hop.mean_queueing_delay_s, hop.p95_queueing_delay_s), (Some(0.0), Some(0.0)));
    assert_eq!((hop.drops, hop.drop_ratio), (0, Some(0.0)));
    // 5 Mbit/s in packets of 10 000 bit for 80 s. Every tenth is lost on the link, after the queue.
    near(hop.arrivals as f64, 40_000.0, 1e-4);
    near(hop.channel_losses as f64, 4_000.0, 1e-3);
    assert_eq!(hop.convergence_s, None, "no TCP");
    assert!(report.directions.is_empty(), "no TCP");
    near(report.flows[0].windows[0].goodput_bps, 4.5e6, 1e-3);
}

/// A window of 40 segments keeps a standing queue of 37 packets: two propagate, one is transmitted.
#[test]
fn a_standing_queue_delays_every_packet_alike() {
    let report = measure(&json!({ "version": 1, "duration": 100,
        "hops": [{ "rate": "1.2Mbps", "delay": "5ms", "queue": { "capacity": 100 } }],
        "flows": [{ "algorithm": "newreno", "rtt": "20ms", "receive_window": 40, "delayed_ack": false }],
        "measure": [[50, 100]] }));
    // 1.2 Mbit/s are 100 packets per second. 40 packets in flight are 0.4 s, of which 20 ms are
    // propagation. A packet leaves 10 ms after its transmission begins.
    let (hop, flow) = (&report.hops[0].windows[0], &report.flows[0].windows[0]);
    near(flow.mean_rtt_s.unwrap(), 0.4, 0.01);
    let wait_s = 0.4 - 0.02 - 0.01;
    near(flow.mean_queueing_s.unwrap(), wait_s, 0.01);
    near(hop.mean_queueing_delay_s.unwrap(), wait_s, 0.02);
    for quantile in [hop.p50_queueing_delay_s, hop.p95_queueing_delay_s, hop.p99_queueing_delay_s] {
        near(quantile.unwrap(), wait_s, 0.07);
    }
    // Little's law: waiting packets = 100 per second × their waiting time.
    near(hop.mean_queue_packets, 100.0 * hop.mean_queueing_delay_s.unwrap(), 0.002);
    near(hop.utilisation.unwrap(), 1.0, 1e-3);
    near(hop.useful_utilisation.unwrap(), 1.0, 1e-3);
    assert_eq!(hop.convergence_s, Some(0.0), "it has long been there");
}

/// Slow start fills 5 Mbit/s × 100 ms within 20 s. After the rate changes to 10 Mbit/s, the link is
/// full again within 20 s.
#[test]
fn convergence_is_counted_from_the_start_of_each_window() {
    let report = measure(&json!({ "version": 1, "duration": 120,
        "hops": [{ "rate": [["0s", "5Mbps"], ["60s", "10Mbps"]], "delay": "10ms", "queue": { "capacity": 84 } }],
        "flows": [{ "name": "one", "algorithm": "newreno", "rtt": "100ms", "delayed_ack": false }],
        "measure": [[0, 60], [60, 120], [0, 8]] }));
    let windows = &report.hops[0].windows;
    let (first, second) = (windows[0].convergence_s.unwrap(), windows[1].convergence_s.unwrap());
    assert!((1.0..=20.0).contains(&first), "{first}");
    assert!((0.0..=20.0).contains(&second), "{second}");
    assert_eq!(windows[2].convergence_s, None, "eight seconds hold no ten");
    // Alone on the link, the flow has a fair share of the whole link.
    assert_eq!(report.groups[0].windows[0].fair_convergence_s, Some(first));
}

/// A second flow joins. After some time it gets its half; until then the first flow keeps more than
/// its share.
#[test]
fn a_flow_that_joins_gets_its_share_after_a_while() {
    let report = measure(&json!({ "version": 1, "duration": 300,
        "hops": [{ "rate": "10Mbps", "delay": "10ms", "queue": { "capacity": 40 } }],
        "flows": [{ "name": "first", "algorithm": "newreno", "rtt": "40ms" },
                  { "name": "second", "algorithm": "newreno", "rtt": "40ms", "start": "60s" }],
        "measure": [[0, 60], [60, 300]] }));
    let fair = |group: usize, window: usize| report.groups[group].windows[window].fair_convergence_s;
    assert!(fair(0, 0).is_some_and(|t| t < 20.0), "{:?}", fair(0, 0));
    assert_eq!(fair(1, 0), None, "it has not begun");
    // Two flows share the link for 240 s. For ten seconds in a row, each has nine tenths of its
    // half.
    assert!(fair(1, 1).is_some(), "{:?}", report.groups[1].windows[1]);
    let mix = &report.directions[0].windows[1];
    assert!(mix.jain_index.unwrap() > 0.9 && mix.total_goodput_bps > 9e6, "{mix:?}");
}

/// A segment that arrives twice counts as a needless retransmission. During an outage of the
/// backward channel, the timer retransmits segments that had arrived.
#[test]
fn needless_retransmissions_are_counted() {
    let scenario = |back: Value| {
        measure(&json!({ "version": 1, "duration": 60,
            "hops": [{ "rate": "10Mbps", "delay": "10ms", "queue": { "capacity": 200 }, "back": { "loss": back } }],
            "flows": [{ "algorithm": "newreno", "rtt": "100ms", "receive_window": 20 }] }))
    };
    let (whole, broken) =
        (scenario(json!({ "kind": "none" })), scenario(json!({ "kind": "blackout", "at": [[20, 22]] })));
    assert_eq!(whole.flows[0].windows[0].spurious_retransmissions, 0);
    let window = &broken.flows[0].windows[0];
    assert!(window.timeouts >= 1 && window.spurious_retransmissions >= 1, "{window:?}");
    assert_eq!(broken.hops[0].windows[0].channel_losses, 0, "nothing was lost on the way there");
}

/// Six transfers of 100 kB: how many finish, and how long they take.
#[test]
fn completion_times_of_a_group() {
    let report = measure(&json!({ "version": 1, "duration": 30,
        "hops": [{ "rate": "2Mbps", "delay": "10ms", "queue": { "capacity": 60 } }],
        "flows": [{ "name": "pages", "algorithm": "newreno", "count": 6, "rtt": "60ms", "bytes": "100kB" },
                  { "name": "late", "algorithm": "newreno", "rtt": "60ms", "bytes": "100kB", "start": "29.9s" }] }));
    let [pages, late] = [0, 1].map(|group: usize| report.groups[group].completion.expect("transfers"));
    assert_eq!((pages.count, late.count, late.mean), (6, 0, None));
    // 6 × 67 packets of 12 000 bit at 2 Mbit/s take 2.4 s if all start at once. They start within
    // one second.
    assert!(pages.max.unwrap() < 6.0 && pages.min.unwrap() > 0.4, "{pages:?}");
}
