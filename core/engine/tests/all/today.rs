//! The mechanisms of a modern sender, ACK by ACK, with the segments sent after each ACK. The
//! stories follow test scripts of kernel developers, in segments.

use crate::common::story::Story;
use crate::common::today::{Today, reno};
use ackscope_engine::cc::State;
use ackscope_engine::units::Span;
use serde_json::{Value, json};

#[test]
fn one_loss_of_ten_is_resent_with_the_third_sack() {
    let mut flow = reno(10, json!({ "bytes": 15_000 }));
    assert_eq!(flow.first(), (0..10).collect::<Vec<_>>());
    assert!(flow.ack(100.0, 0, &[(1, 2)]).is_empty());
    assert_eq!(flow.state(), State::Disorder);
    assert!(flow.ack(100.1, 0, &[(1, 3)]).is_empty());
    assert_eq!(flow.ack(100.2, 0, &[(1, 4)]), [0]);
    assert_eq!((flow.state(), flow.windows().1), (State::Recovery, 5.0));
    for end in 5..=10 {
        assert!(flow.ack(100.0 + end as f64, 0, &[(1, end)]).is_empty());
    }
    flow.ack(200.2, 10, &[]);
    assert_eq!((flow.state(), flow.windows()), (State::Open, (5.0, 5.0)));
    assert_eq!(flow.story.sender.counters().retransmitted, 1);
}

#[test]
fn two_sacks_are_disorder_and_new_data_goes_on() {
    let mut flow = reno(10, json!({ "bytes": 60_000 }));
    flow.first();
    assert_eq!(flow.ack(100.0, 0, &[(1, 2)]), [10]);
    assert_eq!(flow.ack(100.1, 0, &[(1, 3)]), [11]);
    assert_eq!((flow.state(), flow.windows().0), (State::Disorder, 10.0));
    // The first segment was only late: three segments are acknowledged, and two of them were
    // counted before.
    assert_eq!(flow.ack(100.2, 3, &[]), [12, 13]);
    assert_eq!((flow.state(), flow.windows()), (State::Open, (11.0, f64::INFINITY)));
    assert_eq!(flow.story.sender.counters().fast_retransmits, 0);
}

#[test]
fn four_outstanding_are_enough_for_a_fast_retransmit() {
    let mut flow = reno(4, json!({ "bytes": 6000 }));
    flow.first();
    flow.ack(100.0, 0, &[(1, 2)]);
    flow.ack(100.1, 0, &[(1, 3)]);
    assert_eq!(flow.ack(100.2, 0, &[(1, 4)]), [0]);
    assert_eq!(flow.timeouts(), 0);
}

#[test]
fn two_outstanding_are_enough_when_the_reordering_time_has_passed() {
    // With an RTT of 100 ms, the second of two segments is SACKed at 100 ms. The first counts as
    // lost a quarter of the RTT later, plus 2 ms of the kernel's clock.
    let mut flow = reno(2, json!({ "bytes": 3000 }));
    flow.first();
    assert!(flow.ack(100.0, 0, &[(1, 2)]).is_empty());
    assert_eq!(flow.state(), State::Disorder);
    assert_eq!(flow.timer(), (127.0, vec![0]));
    assert_eq!((flow.state(), flow.timeouts(), flow.said("tcp.rack-timer")), (State::Recovery, 0, 1));
}

#[test]
fn a_lost_retransmission_is_found_without_a_timeout() {
    let mut flow = reno(10, json!({ "bytes": 30_000 }));
    flow.first();
    flow.ack(100.0, 0, &[(1, 2)]);
    flow.ack(101.2, 0, &[(1, 3)]);
    assert_eq!(flow.ack(102.4, 0, &[(1, 4)]), [0]);
    // With the ACKs that follow, new data leaves after the retransmission.
    let later: Vec<u64> = (5..=10).flat_map(|end| flow.ack(103.0 + end as f64, 0, &[(1, end)])).collect();
    assert!(later.first().is_some_and(|number| *number >= 10), "{later:?}");
    // The retransmission is lost. Segments sent after it are SACKed, so it is retransmitted again.
    let sent = flow.ack(215.0, 0, &[(10, 13), (1, 10)]);
    assert_eq!(sent.first(), Some(&0), "{sent:?}");
    assert_eq!((flow.timeouts(), flow.said("tcp.retransmission-lost")), (0, 1));
    assert_eq!(flow.story.sender.counters().fast_retransmits, 1, "one loss event");
}

#[test]
fn an_old_ack_still_says_what_has_arrived() {
    let mut flow = reno(10, json!({ "bytes": 60_000 }));
    flow.first();
    flow.ack(100.0, 0, &[(1, 3)]);
    flow.ack(100.1, 0, &[(1, 4)]);
    flow.ack(200.3, 4, &[(8, 9)]);
    let before = flow.story.sender.connection().delivered;
    flow.ack(200.4, 3, &[(5, 7)]);
    assert_eq!(flow.story.sender.connection().delivered, before + 2);
    assert_eq!(flow.story.sender.connection().una, 4);
}

#[test]
fn a_timeout_gives_up_only_what_was_sent_long_ago() {
    // Twenty segments leave at 0, and no ACK arrives. When the timer expires at 300 ms, every
    // segment is old.
    let mut flow = reno(20, json!({ "tlp": false }));
    flow.first();
    let (at, sent) = flow.timer();
    assert_eq!((at, sent), (300.0, vec![0]));
    assert_eq!((flow.state(), flow.windows()), (State::Loss, (1.0, 10.0)));
    assert_eq!(flow.said("tcp.timeout"), 1);
}

#[test]
fn younger_segments_stay_in_the_network_at_a_timeout() {
    let mut flow = reno(10, json!({ "tlp": false, "bytes": 4500 }));
    assert_eq!(flow.first(), [0, 1, 2]);
    flow.ack(100.0, 1, &[]);
    // The application writes two more segments 60 ms before the timer expires.
    assert_eq!(flow.write(340.0, 5), [3, 4]);
    // They are younger than the RTT of 100 ms, so they count as in flight (RFC 8985 §6.3), and the
    // window has room for one segment more.
    let (at, sent) = flow.timer();
    assert_eq!((at, sent), (400.0, vec![1]));
    assert_eq!(flow.windows().0, 3.0);
}

#[test]
fn a_lost_tail_is_probed_and_not_timed_out() {
    let mut flow = reno(10, json!({ "bytes": 15_000 }));
    flow.first();
    // All segments but the last two arrive.
    flow.ack(100.0, 4, &[]);
    flow.ack(100.1, 8, &[]);
    // Two SRTTs and 2 ms after the last ACK.
    let (at, sent) = flow.timer();
    assert_eq!(sent, [9]);
    assert!((at - 302.1).abs() < 0.2, "{at}");
    // The SACK of the probe shows that the segment below it is lost: a fast recovery with one cut.
    assert_eq!(flow.ack_echo(at + 101.0, 0.0, 8, &[(9, 10)]), [8]);
    assert_eq!((flow.state(), flow.timeouts()), (State::Recovery, 0));
    flow.ack_echo(at + 202.0, at + 101.0, 10, &[]);
    assert_eq!((flow.state(), flow.story.sender.counters().fast_retransmits), (State::Open, 1));
}

#[test]
fn a_single_segment_is_probed_when_the_timer_would_expire() {
    // 2·100 + 200 ms is beyond the timeout of 300 ms. The probe leaves at the time of the timeout,
    // and the timer then runs in full.
    let mut flow = reno(1, json!({ "bytes": 1500 }));
    flow.first();
    assert_eq!(flow.timer(), (300.0, vec![0]));
    assert_eq!((flow.timeouts(), flow.said("tcp.probe")), (0, 1));
    assert_eq!(flow.timer(), (600.0, vec![0]));
    assert_eq!(flow.timeouts(), 1);
}

#[test]
fn a_probe_that_repairs_a_loss_is_paid_for_with_one_cut() {
    let mut flow = reno(10, json!({ "bytes": 15_000 }));
    flow.first();
    flow.ack(100.0, 9, &[]);
    let (at, sent) = flow.timer();
    assert_eq!(sent, [9]);
    let cut = |mut flow: Today, echo_ms: f64| {
        flow.ack_echo(at + 100.0, echo_ms, 10, &[]);
        (flow.state(), flow.said("tcp.probe-repaired"))
    };
    let again = || {
        let mut flow = reno(10, json!({ "bytes": 15_000 }));
        flow.first();
        flow.ack(100.0, 9, &[]);
        flow.timer();
        flow
    };
    assert_eq!(cut(flow, at), (State::Open, 1), "the ACK echoes the probe");
    assert_eq!(cut(again(), 0.0), (State::Open, 0), "the ACK echoes the original, which was only late");
}

#[test]
fn slow_start_counts_what_is_delivered_and_not_acks() {
    for per_ack in [1, 2, 4] {
        let mut flow = reno(20, json!({}));
        flow.first();
        let sent: Vec<usize> =
            (1..=20 / per_ack).map(|n| flow.ack(100.0 + n as f64, n * per_ack, &[]).len()).collect();
        assert!(sent.iter().all(|sent| *sent as u64 == 2 * per_ack), "{per_ack}: {sent:?}");
        assert_eq!(flow.windows().0, 40.0);
    }
}

#[test]
fn each_mechanism_works_alone() {
    // PRR with RFC 6675 and the window of the papers: twenty segments are in flight and the first
    // is lost. With PRR, every second SACK lets one segment go. With a window that falls at once,
    // these SACKs let nothing go.
    let sends = |more: Value| {
        let mut flow = json!({ "tcp": "classic", "initial_ssthresh": 2, "recovery": "sack" });
        for (key, value) in more.as_object().expect("an object") {
            flow[key] = value.clone();
        }
        let mut flow = Today { story: Story::opened("sack", 20, &flow, 0.1) };
        flow.first();
        (2..=20).map(|end| flow.ack(100.0 + end as f64, 0, &[(1, end)]).len()).collect::<Vec<_>>()
    };
    let at_once = sends(json!({}));
    assert_eq!(at_once[..10], [1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
    let prr = sends(json!({ "reduction": "prr" }));
    assert_eq!(prr[..10], [1, 1, 1, 0, 1, 0, 1, 0, 1, 0]);
    // RACK with a window that falls at once finds the same losses and sends as little.
    let rack = sends(json!({ "recovery": "rack" }));
    assert_eq!(rack[..10], at_once[..10]);
}

#[test]
fn what_a_mechanism_needs_is_said_with_both_places() {
    let refused = |more: Value| {
        let mut flow = json!({ "algorithm": "sack", "rtt": "100ms" });
        for (key, value) in more.as_object().expect("an object") {
            flow[key] = value.clone();
        }
        let scenario = json!({ "version": 1, "duration": 1, "flows": [flow],
            "hops": [{ "rate": "10Mbps", "delay": "1ms" }] });
        let read = ackscope_scenario::read_value(&scenario).expect("well-formed");
        ackscope_scenario::compile(&read, 0).expect_err("refused").to_string()
    };
    for (more, key, other) in [
        (json!({ "recovery": "rack", "timestamps": false }), "flows.0.recovery", "flows.0.timestamps"),
        (json!({ "tcp": "linux6", "timestamps": false }), "flows.0.tcp", "flows.0.timestamps"),
        (
            json!({ "algorithm": "bic", "recovery": "newreno", "tlp": true }),
            "flows.0.tlp",
            "flows.0.recovery",
        ),
        (json!({ "recovery": "sack", "tlp": true }), "flows.0.tlp", "flows.0.recovery"),
        (
            json!({ "algorithm": "bic", "recovery": "newreno", "reduction": "prr" }),
            "flows.0.reduction",
            "flows.0.recovery",
        ),
        (
            json!({ "algorithm": "bic", "recovery": "newreno", "frto": true }),
            "flows.0.frto",
            "flows.0.recovery",
        ),
        (
            json!({ "algorithm": "bic", "recovery": "newreno", "dsack": true }),
            "flows.0.dsack",
            "flows.0.recovery",
        ),
        (
            json!({ "recovery": "sack", "recovery_variant": "ns2_sack1", "frto": true }),
            "flows.0.frto",
            "flows.0.recovery_variant",
        ),
        (json!({ "undo": "timestamps", "timestamps": false }), "flows.0.undo", "flows.0.timestamps"),
        (json!({ "algorithm": "bbr", "slow_start": "hystart" }), "flows.0.slow_start", "flows.0.algorithm"),
        (json!({ "algorithm": "bbr", "reduction": "prr" }), "flows.0.reduction", "flows.0.algorithm"),
    ] {
        let message = refused(more);
        assert!(message.starts_with(key) && message.contains(other), "{message}");
    }
    assert!(refused(json!({ "quick_acks": 1001 })).contains("0 to 1000"));
    assert!(refused(json!({ "clock_hz": 99 })).contains("100 to 10000"));
}

#[test]
fn the_reordering_time_is_a_quarter_of_the_smallest_rtt() {
    // Four segments leave at 0 and the first is lost. The SACK of the second arrives at 100 ms.
    let mut flow = reno(4, json!({ "bytes": 30_000 }));
    flow.first();
    flow.ack(100.0, 0, &[(1, 2)]);
    let wait = flow.story.sender.deadline().since(flow.story.now);
    // 2 ms of the kernel's clock.
    assert_eq!(wait, Span::from_millis(25 + 2));
}

#[test]
fn hystart_plus_plus_slows_down_when_the_rtt_rises_and_takes_a_false_alarm_back() {
    let mut flow = reno(20, json!({ "slow_start": "hystart++", "quick_acks": 0 }));
    flow.first();
    for n in 1..=10 {
        flow.ack(100.0 + 0.1 * n as f64, 2 * n, &[]);
    }
    assert_eq!(flow.windows().0, 40.0);
    // The RTT of this round is 15 ms longer. The threshold is an eighth of 100 ms, 12.5 ms.
    for n in 11..=30 {
        flow.ack(214.0 + 0.1 * n as f64, 2 * n, &[]);
    }
    assert_eq!((flow.said("slow-start.css"), flow.said("slow-start.resumed")), (1, 0));
    // Eight ACKs of two segments grow the window at the full pace, twelve at a quarter of it.
    assert_eq!(flow.windows().0, 40.0 + 16.0 + 6.0);
    for n in 31..=45 {
        flow.ack(315.0 + 0.1 * n as f64, 2 * n, &[]);
    }
    assert_eq!(flow.said("slow-start.resumed"), 1);
    assert_eq!(flow.windows().1, f64::INFINITY);
}

/// Ten segments are only late: the timer expires at 300 ms, and the first ACK comes at 400 ms.
fn late_flight(more: Value) -> Today {
    let mut set = json!({ "tlp": false, "quick_acks": 0 });
    for (key, value) in more.as_object().expect("an object") {
        set[key] = value.clone();
    }
    let mut flow = reno(10, set);
    flow.first();
    assert_eq!(flow.timer(), (300.0, vec![0]));
    assert_eq!((flow.state(), flow.windows()), (State::Loss, (1.0, 5.0)));
    flow
}

/// Recoveries that support F-RTO.
const WITH_SACK: [&str; 2] = ["rack", "sack"];

#[test]
fn a_timeout_that_was_too_early_is_taken_back_by_new_data() {
    for recovery in WITH_SACK {
        let mut flow = late_flight(json!({ "undo": "none", "recovery": recovery }));
        // The first ACK lets new data go, and no retransmission. The second ACK acknowledges a
        // segment that was never retransmitted.
        assert_eq!(flow.ack_echo(400.0, 0.0, 1, &[]), [10, 11], "{recovery}");
        flow.ack_echo(400.1, 0.0, 2, &[]);
        assert_eq!((flow.state(), flow.said("tcp.spurious-timeout")), (State::Open, 1), "{recovery}");
        assert_eq!(flow.windows(), (11.0, f64::INFINITY), "{recovery}");
        assert_eq!(flow.story.sender.counters().retransmitted, 1, "{recovery}");
    }
}

#[test]
fn a_sack_of_what_was_never_resent_takes_a_timeout_back_too() {
    for recovery in WITH_SACK {
        let mut flow = late_flight(json!({ "undo": "none", "recovery": recovery }));
        flow.ack_echo(400.0, 0.0, 0, &[(2, 3)]);
        assert_eq!((flow.state(), flow.said("tcp.spurious-timeout")), (State::Disorder, 1), "{recovery}");
    }
}

#[test]
fn a_timeout_that_was_right_is_not_taken_back() {
    for recovery in WITH_SACK {
        let mut flow = late_flight(json!({ "undo": "none", "recovery": recovery }));
        // Only the retransmission has arrived. The new data then causes only SACKs.
        assert_eq!(flow.ack_echo(400.0, 300.0, 1, &[]), [10, 11], "{recovery}");
        let sent = flow.ack_echo(500.0, 300.0, 1, &[(10, 11)]);
        assert_eq!(sent.first(), Some(&1), "{recovery}: {sent:?}");
        assert_eq!((flow.state(), flow.said("tcp.spurious-timeout")), (State::Loss, 0), "{recovery}");
        assert_eq!(flow.windows().1, 5.0, "{recovery}");
    }
}

#[test]
fn what_f_rto_has_sent_does_not_go_again() {
    let mut flow = late_flight(json!({ "undo": "none", "recovery": "sack" }));
    assert_eq!(flow.ack_echo(400.0, 300.0, 1, &[]), [10, 11]);
    let mut sent = flow.ack_echo(500.0, 300.0, 1, &[(10, 11)]);
    let (mut at, mut una) = (500.0, 1);
    while una < 10 {
        (at, una) = (at + 100.0, una + 1);
        sent.extend(flow.ack_echo(at, at - 100.0, una, &[(10, 11)]));
    }
    // Segments 1 to 9 are lost and are retransmitted. New data follows from 12 on, because 10 and
    // 11 already left after the timeout.
    assert_eq!(sent[..10], [1, 2, 3, 4, 5, 6, 7, 8, 9, 12]);
    flow.ack_echo(at + 1.0, at - 100.0, 12, &[]);
    assert_eq!((flow.state(), flow.timeouts()), (State::Open, 1));
    assert_eq!(flow.story.sender.counters().retransmitted, 10);
}

#[test]
fn without_new_data_a_timeout_is_answered_as_ever() {
    for recovery in WITH_SACK {
        let mut flow = late_flight(json!({ "undo": "none", "recovery": recovery, "bytes": 15_000 }));
        assert_eq!(flow.ack_echo(400.0, 300.0, 1, &[]), [1, 2], "{recovery}");
    }
}

#[test]
fn f_rto_works_alone_over_rfc_6675() {
    let sends = |frto: bool| {
        let flow = json!({ "tcp": "classic", "initial_ssthresh": 64, "recovery": "sack", "frto": frto });
        let mut flow = Today { story: Story::opened("cubic-rfc9438", 10, &flow, 0.1) };
        flow.first();
        let (at, sent) = flow.timer();
        assert_eq!(sent, [0]);
        let first = flow.ack_echo(at + 100.0, 0.0, 1, &[]);
        // The other nine were late too.
        (
            first,
            flow.ack_echo(at + 101.0, 0.0, 10, &[]).len(),
            flow.windows().1,
            flow.said("tcp.spurious-timeout"),
        )
    };
    assert_eq!(sends(true), (vec![10, 11], 9, 64.0, 1));
    let (first, _, ssthresh, said) = sends(false);
    assert_eq!((first, ssthresh, said), (vec![1, 2], 7.0, 0));
}

#[test]
fn a_second_timeout_in_a_row_was_right() {
    // RFC 5682 §3.1 step 1: an earlier loss is still being repaired.
    let mut flow = late_flight(json!({ "undo": "none", "recovery": "sack" }));
    assert_eq!(flow.timer().1, [0]);
    assert_eq!(flow.ack_echo(1100.0, 900.0, 1, &[]), [1, 2]);
}

#[test]
fn an_echo_from_before_the_retransmission_takes_a_recovery_back() {
    let mut flow = late_flight(json!({ "frto": false }));
    flow.ack_echo(400.0, 0.0, 1, &[]);
    assert_eq!((flow.state(), flow.said("tcp.spurious")), (State::Open, 1));
    assert_eq!(flow.windows(), (11.0, f64::INFINITY));
    // Without undo, the sender continues as after a loss.
    let mut flow = late_flight(json!({ "frto": false, "undo": "none" }));
    flow.ack_echo(400.0, 0.0, 1, &[]);
    assert_eq!((flow.state(), flow.windows().1), (State::Loss, 5.0));
}

#[test]
fn a_fast_recovery_is_taken_back_too_with_any_recovery() {
    for recovery in ["rack", "sack"] {
        let flow =
            json!({ "tcp": "classic", "initial_ssthresh": 4, "recovery": recovery, "undo": "timestamps" });
        let mut flow = Today { story: Story::opened("cubic-rfc9438", 10, &flow, 0.1) };
        flow.first();
        for end in 2..=4 {
            flow.ack_echo(100.0 + end as f64, 0.0, 0, &[(1, end)]);
        }
        assert_eq!(flow.state(), State::Recovery, "{recovery}");
        assert_eq!(flow.windows().0, 7.0, "{recovery}");
        // The first segment was only late.
        flow.ack_echo(106.0, 0.0, 4, &[]);
        assert_eq!(flow.said("tcp.spurious"), 1, "{recovery}");
        assert!(flow.windows().0 >= 10.0, "{recovery}: {:?}", flow.windows());
    }
}

/// A flow with an RTT of 100 ms that has retransmitted segment 0, as three later ones are SACKed.
fn retransmits_the_first(keys: Value) -> Today {
    let mut flow = reno(10, keys);
    flow.first();
    for end in 2..=4 {
        flow.ack_echo(100.0 + end as f64, 0.0, 0, &[(1, end)]);
    }
    assert_eq!((flow.state(), flow.windows().1), (State::Recovery, 5.0));
    flow
}

#[test]
fn a_report_of_a_duplicate_takes_back_a_recovery_that_has_ended() {
    // Timestamps prove nothing here: the ACKs echo the retransmission. Linux, tcp_try_undo_dsack.
    for recovery in ["rack", "sack"] {
        for (dsack, undo) in [(true, true), (true, false), (false, true)] {
            let undo = if undo { "timestamps" } else { "none" };
            let mut flow =
                retransmits_the_first(json!({ "recovery": recovery, "dsack": dsack, "undo": undo }));
            let end = flow.story.sender.connection().max;
            flow.ack_echo(210.0, 110.0, end, &[]);
            assert_eq!((flow.state(), flow.windows().1), (State::Open, 5.0), "{recovery}");
            flow.ack_reporting(211.0, 110.0, end, &[], Some(0));
            let is_undone = dsack && undo == "timestamps";
            let told = (flow.said("tcp.dsack"), flow.said("tcp.spurious-reported"));
            assert_eq!(told, (usize::from(dsack), usize::from(is_undone)), "{recovery} {dsack} {undo}");
            let windows = if is_undone { (10.0, f64::INFINITY) } else { (5.0, 5.0) };
            assert_eq!((flow.windows().0 >= windows.0, flow.windows().1), (true, windows.1), "{recovery}");
        }
    }
}

#[test]
fn one_needed_retransmission_keeps_the_reduction() {
    let mut flow = reno(10, json!({}));
    flow.first();
    for end in 3..=5 {
        flow.ack_echo(100.0 + end as f64, 0.0, 0, &[(2, end)]);
    }
    flow.ack_echo(106.0, 0.0, 0, &[(2, 10)]);
    assert_eq!(flow.story.sender.counters().retransmitted, 2, "segments 0 and 1");
    let end = flow.story.sender.connection().max;
    flow.ack_echo(210.0, 110.0, end, &[]);
    flow.ack_reporting(211.0, 110.0, end, &[], Some(1));
    assert_eq!((flow.said("tcp.spurious-reported"), flow.windows().1), (0, 5.0));
    flow.ack_reporting(212.0, 110.0, end, &[], Some(0));
    assert_eq!((flow.said("tcp.spurious-reported"), flow.windows().1), (1, f64::INFINITY));
}

#[test]
fn where_the_path_reorders_much_sacks_grow_the_window_as_in_linux() {
    // Segment 0 is overtaken by five segments: more than three. From then on each SACK grows the
    // window (tcp_may_raise_cwnd). Segments are sent once: nothing is lost.
    for (growth, grown) in [("linux-count", 1.0), ("byte-counting", 0.0)] {
        let mut flow = reno(30, json!({ "growth": growth, "bytes": 600_000 }));
        flow.first();
        flow.ack(100.0, 0, &[(1, 3)]);
        flow.ack(100.1, 6, &[]);
        let before = flow.windows().0;
        flow.ack(100.2, 6, &[(7, 8)]);
        assert_eq!(flow.windows().0 - before, 0.0, "{growth}: it was overtaken by two SACKed segments only");
        flow.ack(100.3, 6, &[(7, 10)]);
        flow.ack(100.4, 6, &[(7, 12)]);
        flow.ack(100.5, 12, &[]);
        let before = flow.windows().0;
        flow.ack(101.0, 12, &[(13, 14)]);
        assert_eq!(flow.windows().0 - before, grown, "{growth}");
        assert_eq!((flow.state(), flow.story.sender.counters().retransmitted), (State::Disorder, 0));
    }
}
