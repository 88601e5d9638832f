//! Rules of a sender of today and of its receiver, each in the smallest scenario in which it shows. The numbers are
//! from the sources (RFC sections and kernel functions are named), with packets counted by hand. R4 (blocks of SACK)
//! to R12 (a late SYN) also have tests beside their code; docs/vectors.md lists all.

use crate::common::run::{channel, run};
use crate::common::today::{Today, reno};
use ackscope_engine::cc::State;
use ackscope_engine::rules;
use ackscope_engine::sim::{FlowWindow, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{compile, read};
use serde_json::{Value, json};

/// One flow with the profile over one hop.
fn scenario(duration_s: f64, hop: Value, more: &Value) -> Value {
    let mut flow = json!({ "name": "f", "algorithm": "newreno", "tcp": "linux6" });
    flow.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    json!({ "version": 1, "seed": 3, "duration": duration_s, "hops": [hop], "flows": [flow] })
}

fn flow(simulation: &Simulation) -> FlowWindow {
    simulation.results().flows[0].windows[0]
}

/// The times and terms of the events of rule `key`.
fn said(simulation: &Simulation, key: &str) -> Vec<(f64, Vec<f64>)> {
    let events = simulation.recorder().events().kept();
    let of_rule = events.iter().filter(|event| rules()[usize::from(event.rule)].rule.key == key);
    of_rule.map(|event| (event.time.secs(), event.terms.to_vec())).collect()
}

/// The window and its threshold at each of these instants.
fn windows_at(scenario: &Value, instants: &[f64]) -> (Simulation, Vec<(f64, f64)>) {
    let setup = read(&scenario.to_string()).and_then(|scenario| compile(&scenario, 0)).expect("valid");
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    let seen = instants.iter().map(|at| {
        simulation.advance(Time::from_secs(*at), u64::MAX);
        let window = simulation.sender(0).expect("TCP").window();
        (window.cwnd.floor(), window.ssthresh)
    });
    let seen = seen.collect();
    simulation.advance(Time::NEVER, u64::MAX);
    (simulation, seen)
}

/// A packet in ten comes 8 ms late.
fn reordered(duration_s: f64, capacity: u64, paws: bool) -> Simulation {
    let hop = json!({ "rate": "10Mbps", "delay": "20ms", "queue": { "kind": "drop-tail", "capacity": capacity },
        "jitter": { "kind": "reorder", "probability": 0.1, "delay": "8ms", "fixed": true } });
    run(&scenario(duration_s, hop, &json!({ "paws": paws })))
}

/// A retransmission that fills a hole has a newer timestamp than what was sent before it, and what comes late then is
/// discarded: reordering that costs nothing becomes loss.
#[test]
fn r1_paws_makes_a_loss_of_what_is_late_after_a_repaired_loss() {
    let (with, without) = (reordered(20.0, 100, true), reordered(20.0, 100, false));
    let (paws, none) = (flow(&with), flow(&without));
    let stale = paws.stale_segments.expect("counted");
    assert!(stale > 0 && none.stale_segments.is_none(), "{stale}");
    assert_eq!(said(&with, "tcp.stale").len() as u64, stale, "each ACK tells of one");
    let unexplained = |flow: &FlowWindow, simulation: &Simulation| {
        flow.retransmissions - flow.spurious_retransmissions - channel(simulation, 0).drops
    };
    let (discarded, nothing) = (unexplained(&paws, &with), unexplained(&none, &without));
    assert!(nothing == 0 && (1..=stale).contains(&discarded), "{discarded} of {stale}, and {nothing}");
}

/// A needless retransmission finds its segment acknowledged: it is not in the window, and its timestamp does not count.
#[test]
fn r1_a_needless_retransmission_makes_nothing_stale() {
    let simulation = reordered(1.0, 1000, true);
    let window = flow(&simulation);
    assert_eq!((channel(&simulation, 0).drops, window.stale_segments), (0, Some(0)));
    assert_eq!(window.spurious_retransmissions, window.retransmissions);
    assert!(window.retransmissions > 0);
}

/// RFC 7323 §5.3: the timestamp of a segment in order is never older than the one to echo.
#[test]
fn r1_on_a_path_that_keeps_the_order_no_segment_is_stale() {
    let hop = json!({ "rate": "10Mbps", "delay": "20ms", "queue": { "kind": "drop-tail", "capacity": 20 } });
    let window = flow(&run(&scenario(10.0, hop, &json!({}))));
    assert_eq!((window.stale_segments, window.spurious_retransmissions), (Some(0), 0));
    assert!(window.retransmissions > 0);
}

/// The far end falls silent at 3 s. A clock of 250 ticks per second: the second timeout begins at a tick, and each one
/// expires with the next multiple of its level's step, 8 ticks below 504 ticks and 64 from there on.
#[test]
fn r2_timeouts_double_in_ticks_and_expire_on_the_grid() {
    let hop = json!({ "rate": "10Mbps", "delay": "50ms", "queue": { "kind": "drop-tail", "capacity": 100 },
        "loss": { "kind": "blackout", "at": [[3.0, 8.0]] } });
    let simulation = run(&scenario(12.0, hop.clone(), &json!({ "clock_hz": 250 })));
    let expired = said(&simulation, "tcp.timeout");
    assert!(expired.len() >= 4, "{expired:?}");
    let tick = |s: f64| (s * 250.0).round() as u64;
    let first = tick(expired[0].1[0]);
    for (doublings, pair) in expired.windows(2).enumerate() {
        let (begun, at) = (tick(pair[0].0), tick(pair[1].0));
        let wait = first << (doublings + 1);
        assert_eq!(tick(pair[1].1[0]), wait, "whole ticks double");
        let step = if wait < 504 { 8 } else { 64 };
        assert_eq!(at, ((begun + wait) / step + 1) * step, "after {wait} ticks from {begun} on");
    }
    let exact = run(&scenario(12.0, hop, &json!({ "clock_hz": 250, "timer_wheel": false })));
    let expired = said(&exact, "tcp.timeout");
    for pair in expired.windows(2) {
        assert!((pair[1].0 - pair[0].0 - pair[1].1[0]).abs() < 1e-9, "{pair:?}");
    }
}

/// A packet in fifty comes 20 ms late, one of them while segment 97 is lost.
fn late(lost: &Value) -> Value {
    let hop = json!({ "rate": "10Mbps", "delay": "20ms", "queue": { "kind": "drop-tail", "capacity": 100 },
        "jitter": { "kind": "reorder", "probability": 0.02, "delay": "20ms", "fixed": true }, "loss": lost });
    scenario(0.8, hop, &json!({ "initial_window": 10, "initial_ssthresh": 10 }))
}

#[test]
fn r3_while_another_retransmission_is_out_a_late_segment_undoes_nothing() {
    let (simulation, seen) =
        windows_at(&late(&json!({ "kind": "scripted", "packets": [97] })), &[0.42, 0.7999]);
    assert_eq!((seen[0], seen[1].1), ((8.0, 8.0), 8.0), "the window of 17 was halved, and stays so");
    assert_eq!((said(&simulation, "tcp.undo-held").len(), said(&simulation, "tcp.spurious").len()), (1, 0));
}

#[test]
fn r8_the_threshold_to_restore_is_at_least_three_quarters_of_the_window() {
    // tcp_current_ssthresh: 17/2 + 17/4 in whole segments. The terms are the window before, and both restored.
    let (simulation, _) = windows_at(&late(&json!({ "kind": "none" })), &[]);
    let undone = said(&simulation, "tcp.spurious");
    assert_eq!((undone[0].1[1].floor(), undone[0].1[2]), (17.0, 12.0), "{undone:?}");
}

/// Every second of 48 segments is lost at 100 Mbit/s, with a network card of 100 Gbit/s. No ACK hides a block.
#[test]
fn r4_an_ack_that_waits_hides_no_block() {
    let lost: Vec<u64> = (1301..1348).step_by(2).collect();
    let hop = json!({ "rate": "100Mbps", "delay": "20ms", "queue": { "kind": "drop-tail", "capacity": 400 },
        "loss": { "kind": "scripted", "packets": lost } });
    let simulation = run(&scenario(1.5, hop, &json!({ "initial_ssthresh": 320, "access_rate": "100Gbps" })));
    let window = flow(&simulation);
    assert_eq!(window.spurious_retransmissions, 0);
    assert!(window.retransmissions >= 24, "{}", window.retransmissions);
}

/// RFC 8289 §5.3: a queue of no more than the largest packet seen is no queue.
#[test]
fn r5_codel_drops_nothing_from_a_queue_of_one_jumbo_packet() {
    let hop = json!({ "rate": "10Mbps", "delay": "50us", "queue": { "kind": "codel", "capacity": 1000 } });
    let flow_keys =
        json!({ "tcp": "classic", "packet_bytes": 9000, "receive_window": 3, "delayed_ack": false });
    let simulation = run(&scenario(10.0, hop, &flow_keys));
    assert_eq!((channel(&simulation, 0).drops, flow(&simulation).timeouts), (0, 0));
}

/// RFC 9438 and tcp_cubic.c, cubictcp_acked: in the second after congestion avoidance began, no RTT sample counts.
#[test]
fn r9_hystart_is_deaf_for_a_second_after_an_epoch_begins() {
    let exits = |pause_ms: f64| {
        let mut flow = Today::new("cubic-rfc9438", 20, &json!({ "quick_acks": 0 }));
        flow.first();
        // Segment 0 is late: a recovery begins, and ends with an ACK that echoes the retransmission.
        for end in 2..=4 {
            flow.ack_echo(100.0 + end as f64, 0.0, 0, &[(1, end)]);
        }
        let end = flow.story.sender.connection().max;
        flow.ack_echo(210.0, 104.0, end, &[]);
        assert_eq!(flow.state(), State::Open);
        // Congestion avoidance begins. Then the receiver reports that the retransmission was needless.
        let mut una = flow.story.sender.connection().max;
        flow.ack_echo(310.0, 210.0, una, &[]);
        flow.ack_reporting(311.0, 210.0, una, &[], Some(0));
        assert_eq!(flow.windows().1, f64::INFINITY, "slow start goes on");
        // A round of RTTs that are half as long again.
        let mut at = 311.0 + pause_ms;
        for _ in 0..40 {
            let max = flow.story.sender.connection().max;
            if una == max {
                break;
            }
            una += 1;
            at += 3.0;
            flow.ack_echo(at, at - 150.0, una, &[]);
        }
        flow.said("slow-start.delay")
    };
    assert_eq!((exits(40.0), exits(1100.0)), (0, 1));
}

/// Twenty segments leave at 0 over 100 ms; `arrived` are SACKed from 100 ms on, one ACK each.
fn twenty(more: Value) -> Today {
    let mut flow = reno(20, more);
    flow.first();
    flow
}

#[test]
fn r10_a_report_of_a_duplicate_counts_as_delivered() {
    // tcp_dsack_seen: state->sack_delivered += dup_segs.
    for (tcp, counted) in
        [(json!({}), 1), (json!({ "tcp": "classic", "recovery": "rack", "dsack": true }), 0)]
    {
        let mut flow = twenty(tcp);
        flow.ack(100.0, 1, &[]);
        let before = flow.story.sender.connection().delivered;
        flow.ack_reporting(101.0, 1.0, 1, &[], Some(0));
        assert_eq!(flow.story.sender.connection().delivered - before, counted);
    }
}

#[test]
fn r10_what_an_undo_takes_back_is_not_found_lost_again() {
    // Segments 0 and 1 are overtaken by three; 0 is retransmitted, and its ACK shows that it was only late. In the
    // kernel a segment that was found lost has left the list of RACK (tcp_rack_detect_loss).
    let mut flow = reno(10, json!({ "initial_ssthresh": 5 }));
    flow.first();
    flow.ack_echo(100.0, 0.0, 0, &[(2, 3)]);
    flow.ack_echo(101.0, 0.0, 0, &[(2, 4)]);
    let sent = flow.ack_echo(102.0, 0.0, 0, &[(2, 5)]);
    assert_eq!((flow.state(), &sent[..1]), (State::Recovery, &[0][..]));
    let is_out = sent.contains(&1);
    flow.ack_echo(103.0, 0.0, 1, &[(2, 5)]);
    assert!(!is_out, "the window has no room for segment 1 yet");
    assert_eq!((flow.said("tcp.spurious"), flow.state()), (1, State::Disorder));
    let later: Vec<u64> =
        (6..=10).flat_map(|end| flow.ack_echo(104.0 + end as f64, 0.0, 1, &[(2, end)])).collect();
    assert!(later.iter().all(|number| *number >= 10), "segment 1 is not looked at: {later:?}");
}

#[test]
fn r10_each_ack_of_new_data_may_show_that_a_segment_was_late() {
    // Segments 0 and 5 are late. The ACK of 0 comes while 5 is retransmitted, too, and undoes nothing; that of 5 does.
    let mut flow = reno(10, json!({ "initial_ssthresh": 5, "reduction": "at-once" }));
    flow.first();
    for end in 2..=5 {
        flow.ack_echo(100.0 + end as f64, 0.0, 0, &[(1, end)]);
    }
    flow.ack_echo(106.0, 0.0, 0, &[(6, 9), (1, 5)]);
    let before = flow.story.sender.counters().retransmitted;
    assert_eq!((flow.state(), before), (State::Recovery, 2));
    flow.ack_echo(107.0, 0.0, 5, &[(6, 9)]);
    assert_eq!((flow.said("tcp.undo-held"), flow.said("tcp.spurious")), (1, 0));
    flow.ack_echo(108.0, 0.0, 9, &[]);
    assert_eq!((flow.said("tcp.spurious"), flow.windows().1), (1, 7.0), "10/2 + 10/4");
}
