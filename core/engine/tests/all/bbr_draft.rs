//! The test cases of draft-ietf-ccwg-bbr (appendix "BBR Example Test Cases"), each as a whole run:
//! scenario, run, and what the draft expects of it. The numbers A.1 to A.20 are those of the draft;
//! A.21 and A.22 are the two that its working copy adds: Startup and Up do not end because the source
//! limits. What also holds for version 1 is tested for it too.
//!
//! The path is 10 Mbit/s with 100 ms: 833.3 segments per second, a BDP of 83.3.

use crate::bbr3::{Run, run_whole};
use serde_json::{Value, json};

const PACKETS_PER_S: f64 = 833.3;
const BOTH: [&str; 2] = ["bbr", "bbr3"];

/// One flow of `algorithm` for `seconds`; `flow` and `hop` are merged into the flow and the hop, and
/// `others` run beside it.
fn run(algorithm: &str, flow: &Value, hop: &Value, others: &[Value], seconds: f64) -> Run {
    let mut one = json!({ "name": "main", "algorithm": algorithm, "rtt": "100ms", "tcp": "linux6" });
    let mut link =
        json!({ "rate": "10Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": 400 } });
    for (object, set) in [(&mut one, flow), (&mut link, hop)] {
        for (key, value) in set.as_object().expect("an object") {
            object[key] = value.clone();
        }
    }
    let flows: Vec<Value> = std::iter::once(one).chain(others.iter().cloned()).collect();
    run_whole(&json!({ "version": 1, "seed": 5, "duration": seconds, "hops": [link], "flows": flows,
        "measure": [[seconds / 2.0, seconds]] }))
}

fn none() -> Value {
    json!({})
}

/// A source that writes at this rate all the time.
fn writes(rate: &str) -> Value {
    json!({ "application": { "kind": "on-off", "on": 1000, "off": 0, "rate": rate, "fixed": true } })
}

/// The first event of rule `key` at or after `from`.
#[track_caller]
fn first(run: &Run, key: &str, from: f64) -> (f64, Vec<f64>) {
    let found = run.said(key).into_iter().find(|event| event.0 >= from);
    found.unwrap_or_else(|| panic!("{key} is not said after {from} s"))
}

/// How often rule `key` is said from one time to another.
fn count(run: &Run, key: &str, from: f64, to: f64) -> usize {
    run.said(key).iter().filter(|event| (from..=to).contains(&event.0)).count()
}

#[track_caller]
fn near(what: &str, ours: f64, expected: f64, share: f64) {
    assert!((ours - expected).abs() <= share * expected, "{what}: {ours}, not {expected}");
}

#[test]
fn a_1_startup_ends_on_a_plateau() {
    let cap = json!({ "rate": [["0s", "100Mbps"], ["0.5s", "10Mbps"]] });
    for algorithm in BOTH {
        let run = run(algorithm, &none(), &cap, &[], 8.0);
        let full = first(&run, &format!("{algorithm}.full"), 0.0);
        near("rate of the plateau", full.1[0], PACKETS_PER_S, 0.02);
        assert_eq!(full.1[2], 3.0, "rounds without growth");
        near("bandwidth", run.estimate(), PACKETS_PER_S, 0.02);
        if algorithm == "bbr3" {
            assert_eq!(first(&run, "bbr3.drain", 0.0).0, full.0);
        }
    }
}

#[test]
fn a_2_startup_ends_on_losses_though_the_source_limits() {
    let lost: Vec<u64> = (1000..1100).step_by(4).collect();
    let loss = json!({ "loss": { "kind": "scripted", "packets": lost } });
    let run = run("bbr3", &writes("4Mbps"), &loss, &[], 8.0);
    let high = first(&run, "bbr3.startup-loss", 0.0);
    assert!(high.1[0] > 0.02 * high.1[2], "{high:?}");
    assert!(high.1[3] >= 6.0, "separate ranges: {high:?}");
    assert_eq!(first(&run, "bbr3.drain", 0.0).0, high.0);
    assert!(run.said("bbr3.full").is_empty(), "no plateau");
}

#[test]
fn a_3_drain_ends_by_what_is_in_flight() {
    let run = run("bbr3", &none(), &none(), &[], 4.0);
    let (drain, drained) = (first(&run, "bbr3.drain", 0.0), first(&run, "bbr3.drained", 0.0));
    assert_eq!(drain.1[0], 0.5, "pacing gain");
    assert!(drain.1[2] > 1.5 * drained.1[1], "there was a queue: {drain:?}");
    assert!(drained.1[0] <= drained.1[1] && drained.1[2] <= 3.0, "{drained:?}");
    assert_eq!(first(&run, "bbr3.down", 0.0).0, drained.0);
}

#[test]
fn a_4_drain_ends_after_three_rounds() {
    // Another source takes four fifths of the link when Drain begins, so the queue stays.
    let cross = json!({ "name": "cross", "kind": "cbr", "rate": "8Mbps", "active": [[1.3, 6]] });
    let run = run("bbr3", &none(), &none(), &[cross], 5.0);
    let drained = first(&run, "bbr3.drained", 0.0);
    assert!(drained.1[0] > drained.1[1], "{drained:?}");
    assert_eq!(drained.1[2], 4.0, "in the fourth round after its start");
    assert_eq!(first(&run, "bbr3.down", 0.0).0, drained.0);
}

#[test]
fn a_5_up_ends_on_a_plateau() {
    let run = run("bbr3", &none(), &none(), &[], 8.0);
    let up = first(&run, "bbr3.up", 0.0);
    let (full, down) = (first(&run, "bbr3.full", up.0), first(&run, "bbr3.down", up.0));
    assert_eq!((full.0, full.1[2]), (down.0, 3.0));
    assert_eq!(count(&run, "bbr3.too-high", 0.0, 8.0), 0);
}

/// The source fills a path of 4 Mbit/s, which then gets ten times as fast. From then on the source
/// limits.
fn limited_in_probe_bw(loss: &Value, seconds: f64) -> Run {
    let mut hop = json!({ "rate": [["0s", "4Mbps"], ["5s", "40Mbps"]] });
    if !loss.is_null() {
        hop["loss"] = loss.clone();
    }
    run("bbr3", &writes("8Mbps"), &hop, &[], seconds)
}

#[test]
fn a_6_up_ends_on_losses_though_the_source_limits() {
    let clean = limited_in_probe_bw(&Value::Null, 25.0);
    let up = first(&clean, "bbr3.up", 18.0).0;
    let lost_at = up + 1.0;
    assert_eq!(count(&clean, "bbr3.down", up, lost_at + 0.2), 0, "it would stay in Up");
    let run = limited_in_probe_bw(&json!({ "kind": "blackout", "at": [[lost_at, lost_at + 0.03]] }), 25.0);
    let down = first(&run, "bbr3.down", up);
    assert!(down.0 < lost_at + 0.25, "{down:?}");
    assert!(down.1[3].is_infinite(), "a limited sample says nothing about the volume: {down:?}");
}

#[test]
fn a_7_down_ends_by_what_is_in_flight() {
    let run = run("bbr3", &none(), &none(), &[], 8.0);
    let down = first(&run, "bbr3.down", 3.0);
    assert_eq!(down.1[0], 0.9, "pacing gain");
    let cruise = first(&run, "bbr3.cruise", down.0);
    assert!(down.1[2] > cruise.1[1] && cruise.1[0] <= cruise.1[1], "{down:?} {cruise:?}");
}

#[test]
fn a_8_down_ends_with_the_next_probe_if_the_queue_stays() {
    let cross = json!({ "name": "cross", "algorithm": "cubic", "rtt": "100ms" });
    let run = run("bbr3", &none(), &none(), &[cross], 30.0);
    let next = |from: f64, key: &str| run.said(key).into_iter().find(|event| event.0 > from);
    let skipped = run.said("bbr3.down").into_iter().any(|down| {
        let refill = next(down.0, "bbr3.refill");
        refill.is_some_and(|refill| next(down.0, "bbr3.cruise").is_none_or(|cruise| cruise.0 > refill.0))
    });
    assert!(skipped, "no probe began without Cruise");
}

#[test]
fn a_9_probe_rtt_and_its_end() {
    let run = run("bbr3", &none(), &none(), &[], 9.0);
    let probe = first(&run, "bbr3.probe-rtt", 0.0);
    assert!(probe.1[0] > 5.0, "age of the minimum: {probe:?}");
    near("window", probe.1[2], 0.5 * PACKETS_PER_S * 0.1, 0.03);
    let end = first(&run, "bbr3.restored", probe.0);
    assert!((0.2..0.45).contains(&(end.0 - probe.0)), "{}", end.0 - probe.0);
    assert_eq!(first(&run, "bbr3.cruise", probe.0).0, end.0, "back in ProbeBW");
    assert!(count(&run, "bbr3.up", end.0, 9.0) > 0, "it goes on");
}

#[test]
fn a_10_no_probe_rtt_after_a_pause() {
    // The source has nothing for 11 s: the minimum RTT of both versions expires.
    let pauses = json!({ "application": { "kind": "on-off", "on": 3.5, "off": 11, "fixed": true } });
    for algorithm in BOTH {
        let run = run(algorithm, &pauses, &none(), &[], 31.0);
        assert!(count(&run, &format!("{algorithm}.full"), 0.0, 3.5) > 0, "the pipe was full");
        assert_eq!(count(&run, &format!("{algorithm}.probe-rtt"), 0.0, 31.0), 0, "{algorithm}");
        let sent = run.simulation.sender(0).expect("TCP").counters().sent;
        assert!(sent as f64 > 0.8 * 9.0 * PACKETS_PER_S, "{algorithm} sends {sent}");
    }
}

fn aggregated() -> Value {
    json!({ "back": { "jitter": { "kind": "aggregation", "wait": "30ms" } } })
}

#[test]
fn a_11_startup_finds_the_bandwidth_of_a_path_that_aggregates() {
    for algorithm in BOTH {
        let run = run(algorithm, &none(), &aggregated(), &[], 4.0);
        let full = first(&run, &format!("{algorithm}.full"), 0.0);
        assert!(full.0 < 2.5, "{full:?}");
        near("bandwidth", run.estimate(), PACKETS_PER_S, 0.03);
    }
    // 30 ms of ACKs come at once.
    let extra = run("bbr", &none(), &aggregated(), &[], 4.0).said("bbr.aggregation");
    assert!(extra.iter().any(|event| event.1[0] > 0.02 * PACKETS_PER_S), "{extra:?}");
}

#[test]
fn a_12_cruise_keeps_the_link_busy_on_a_path_that_aggregates() {
    let goodput = |algorithm: &str, set: Value, wait: &str| {
        let hop = json!({ "back": { "jitter": { "kind": "aggregation", "wait": wait } } });
        run(algorithm, &set, &hop, &[], 24.0).figures().0
    };
    for algorithm in BOTH {
        let ours = goodput(algorithm, none(), "30ms");
        assert!(ours > 9.3, "{algorithm}: {ours} Mbit/s");
    }
    // Where a batch holds more than a BDP, the window needs the extra room.
    let without = json!({ "parameters": { "aggregation": false } });
    let (with, without) = (goodput("bbr", none(), "250ms"), goodput("bbr", without, "250ms"));
    assert!(with > 1.1 * without, "{with} and {without} Mbit/s");
}

#[test]
fn a_13_less_than_a_packet_of_bdp() {
    // 1 Mbit/s and 1 ms: a twelfth of a packet.
    let path = json!({ "rate": "1Mbps", "delay": 0, "queue": { "kind": "drop-tail", "capacity": 20 } });
    for algorithm in BOTH {
        let run = run(algorithm, &json!({ "rtt": "1ms" }), &path, &[], 12.0);
        let (goodput, drops) = run.figures();
        assert!(goodput > 0.9, "{algorithm}: {goodput} Mbit/s");
        assert_eq!((drops, run.timeouts()), (0, 0));
        assert!(run.simulation.sender(0).expect("TCP").window().cwnd >= 4.0);
        near("bandwidth", run.estimate(), 83.3, 0.1);
    }
}

#[test]
fn a_14_ten_times_the_bandwidth() {
    let faster = json!({ "rate": [["0s", "10Mbps"], ["10s", "100Mbps"]],
        "queue": { "kind": "drop-tail", "capacity": 1000 } });
    for algorithm in BOTH {
        let run = run(algorithm, &none(), &faster, &[], 24.0);
        near("bandwidth", run.estimate(), 10.0 * PACKETS_PER_S, 0.03);
        assert_eq!(run.timeouts(), 0);
    }
    // Version 3 finds it in one probe of about log₁.₂₅ 10 + 3 rounds: a round may be twice the RTT.
    let run = run("bbr3", &none(), &faster, &[], 16.0);
    let up = first(&run, "bbr3.up", 10.0);
    let full = first(&run, "bbr3.full", up.0);
    near("rate", full.1[0], 10.0 * PACKETS_PER_S, 0.03);
    assert!(full.0 - up.0 < 2.0 * 14.0 * 0.1, "{} s", full.0 - up.0);
}

#[test]
fn a_15_a_tenth_of_the_bandwidth() {
    let slower = json!({ "rate": [["0s", "100Mbps"], ["10s", "10Mbps"]] });
    let run = run("bbr3", &none(), &slower, &[], 24.0);
    let bounds: Vec<f64> =
        run.said("bbr3.short-term").iter().filter(|at| at.0 > 11.5).map(|at| at.1[0]).collect();
    assert!(bounds.windows(2).take(2).all(|two| two[1] < 0.8 * two[0]), "{bounds:?}");
    let cycles: Vec<(f64, f64)> =
        run.said("bbr3.cycle").iter().filter(|at| at.0 > 10.0).map(|at| (at.0, at.1[0])).collect();
    assert!(cycles.len() >= 2, "{cycles:?}");
    near("bandwidth after two cycles", run.estimate(), PACKETS_PER_S, 0.02);
}

#[test]
fn a_16_a_policer() {
    let policer = json!({ "rate": "50Mbps",
        "queue": { "kind": "policer", "capacity": 200, "rate": "10Mbps", "burst": 100_000 } });
    let run_of = |algorithm: &str, set: Value| run(algorithm, &set, &policer, &[], 40.0);
    let run = run_of("bbr3", none());
    let bound = first(&run, "bbr3.short-term", 0.0);
    near("short-term bandwidth", bound.1[0], PACKETS_PER_S, 0.25);
    let (goodput, drops) = run.figures();
    assert!(goodput > 9.0, "{goodput} Mbit/s");
    assert!((drops as f64) < 0.02 * 20.0 * PACKETS_PER_S, "{drops} drops in 20 s");
    // Version 1 finds the policer's rate, and drops fewer packets than without looking for it.
    let version_1 = run_of("bbr", none());
    near("long-term rate", first(&version_1, "bbr.policed", 0.0).1[4], PACKETS_PER_S, 0.03);
    let blind = run_of("bbr", json!({ "parameters": { "long_term_rate": false } }));
    assert!(blind.said("bbr.policed").is_empty());
    assert!(version_1.figures().1 < blind.figures().1);
}

#[test]
fn a_17_a_loss_that_was_none() {
    // The link stands still for 0.6 s while BBR probes: nothing is lost, but the timer expires.
    let stands_still = json!({ "rate": [["0s", "10Mbps"], ["4.2s", "0bps"], ["4.8s", "10Mbps"]] });
    let run = run("bbr3", &none(), &stands_still, &[], 9.0);
    let up = first(&run, "bbr3.up", 0.0);
    assert!(up.0 < 4.2, "{up:?}");
    let timeout = first(&run, "bbr3.timeout", 4.2);
    let spurious = [run.said("tcp.spurious"), run.said("tcp.spurious-timeout")].concat();
    assert_eq!(spurious.len(), 1, "{spurious:?}");
    assert!(spurious[0].1[1] >= timeout.1[1], "the window is back: {spurious:?}");
    assert_eq!(first(&run, "bbr3.restored", 4.2).0, spurious[0].0);
    // The timeout ended the probe and set a bound. Both are taken back: BBR probes again.
    assert_eq!(first(&run, "bbr3.too-high", 4.2).0, timeout.0);
    assert_eq!(first(&run, "bbr3.refill", 4.2).0, spurious[0].0);
    assert!(first(&run, "bbr3.up", spurious[0].0).1[3].is_infinite(), "no bound is left");
    assert!(run.said("bbr3.short-term").is_empty());
    assert_eq!(run.figures().1, 0);
}

#[test]
fn a_18_probe_rtt_before_the_pipe_was_full() {
    for (algorithm, seconds) in [("bbr", 25.0), ("bbr3", 15.0)] {
        let run = run(algorithm, &writes("1Mbps"), &none(), &[], seconds);
        let probe = first(&run, &format!("{algorithm}.probe-rtt"), 0.0);
        let end = first(&run, &format!("{algorithm}.restored"), probe.0);
        assert!(end.0 < probe.0 + 1.0, "{probe:?} {end:?}");
        for key in ["full", "cruise", "cycle", "down"] {
            assert!(run.said(&format!("{algorithm}.{key}")).is_empty(), "{algorithm}.{key}: not Startup");
        }
    }
}

#[test]
fn a_19_a_loss_in_up_lowers_the_long_term_bound() {
    let short = json!({ "queue": { "kind": "drop-tail", "capacity": 17 } });
    let run = run("bbr3", &none(), &short, &[], 20.0);
    let set = |event: &&(f64, Vec<f64>)| event.1[3].is_finite();
    let events = run.said("bbr3.too-high");
    let high = events.iter().find(set).expect("a probe with a bound");
    assert!(high.1[4] < high.1[3] && high.1[4] >= high.1[6], "{high:?}");
    assert!(count(&run, "bbr3.up", high.0 - 1.0, high.0) > 0, "in Up");
    assert_eq!(first(&run, "bbr3.down", high.0).0, high.0);
}

#[test]
fn a_20_a_source_that_pauses_in_refill() {
    let steady = run("bbr3", &none(), &none(), &[], 9.0);
    let refill = first(&steady, "bbr3.refill", 6.0).0;
    // The pause begins 50 ms before Refill and lasts for the whole round.
    let on = refill - 0.05 - 0.11;
    let source = json!({ "application": { "kind": "on-off", "on": on, "off": 0.25, "fixed": true } });
    let run = run("bbr3", &source, &none(), &[], 12.0);
    let paused = first(&run, "bbr3.refill", on);
    assert!(paused.0 < on + 0.4, "{paused:?}");
    let up = first(&run, "bbr3.up", paused.0);
    assert!(up.0 < paused.0 + 0.6, "{up:?}");
    near("bandwidth in Up", up.1[1], PACKETS_PER_S, 0.02);
    assert!(count(&run, "bbr3.down", up.0, 12.0) > 0, "the probe goes on");
    near("bandwidth", run.estimate(), PACKETS_PER_S, 0.02);
}

#[test]
fn a_21_startup_goes_on_while_the_source_limits() {
    for algorithm in BOTH {
        for rate in ["1Mbps", "4Mbps", "8Mbps"] {
            let run = run(algorithm, &writes(rate), &none(), &[], 20.0);
            assert!(run.said(&format!("{algorithm}.full")).is_empty(), "{algorithm}, {rate}");
            let written = rate.trim_end_matches("Mbps").parse::<f64>().expect("a number");
            near("goodput", run.figures().0, written, 0.02);
        }
    }
}

#[test]
fn a_22_up_goes_on_while_the_source_limits() {
    let run = limited_in_probe_bw(&Value::Null, 25.0);
    let ups: Vec<f64> = run.said("bbr3.up").iter().map(|up| up.0).filter(|at| *at > 12.0).collect();
    assert!(!ups.is_empty());
    for up in ups {
        // Only ProbeRTT ends it, after five seconds without a shorter RTT.
        let end = run.said("bbr3.down").into_iter().map(|down| down.0).find(|at| *at > up);
        let probe = run.said("bbr3.probe-rtt").into_iter().map(|probe| probe.0).find(|at| *at > up);
        assert!(end.is_none_or(|end| probe.is_some_and(|probe| probe < end)), "Up at {up} s ends at {end:?}");
    }
    near("bandwidth", run.estimate(), 4.0 * PACKETS_PER_S, 0.02);
}
