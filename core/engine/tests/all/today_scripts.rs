//! A modern sender against test scripts of kernel developers: whole exchanges, with the segments
//! sent after each ACK. The numbers are computed separately, with the arithmetic of the rules.

use crate::common::story::Story;
use crate::common::today::{Today, ms, reno};
use ackscope_engine::cc::State;
use serde_json::{Value, json};

fn bytes(segments: u64) -> Value {
    json!(segments * 1500)
}

/// CUBIC as in the kernel, over a path of `rtt_ms`.
fn cubic(window: u64, rtt_ms: f64, more: Value) -> Today {
    let mut flow = json!({ "tcp": "linux6", "initial_ssthresh": "infinite", "handshake": true,
        "timer_wheel": false });
    for (key, value) in more.as_object().expect("an object") {
        flow[key] = value.clone();
    }
    Today { story: Story::opened("cubic-rfc9438", window, &flow, rtt_ms / 1000.0) }
}

/// From `at_ms` on, the source has `segments` in all. Returns the segments that leave at once.
fn write(flow: &mut Today, at_ms: f64, segments: u64) -> Vec<u64> {
    let story = &mut flow.story;
    story.now = ms(at_ms);
    story.sender.extend(story.now, segments, &mut story.out, &mut story.log);
    story.sent()
}

#[test]
fn a_rising_rtt_ends_slow_start_where_the_window_stands() {
    // M1.4: the window is 20 and the smallest RTT 200 ms. Then ACKs of two segments have RTTs of
    // 240, 241, … ms. The first eight are only counted, and each adds two: 20 + 8·2 = 36.
    let mut flow = cubic(10, 200.0, json!({ "quick_acks": 0 }));
    flow.first();
    for n in 1..=5 {
        flow.ack_echo(200.0 + 3.0 * n as f64, 3.0 * n as f64, 2 * n, &[]);
    }
    assert_eq!(flow.windows(), (20.0, f64::INFINITY));
    for n in 1..=9 {
        // The ACKs above let these segments go, two for each acknowledged segment.
        let sent = 203.0 + 3.0 * ((n - 1) / 2) as f64;
        assert!(flow.windows().1.is_infinite(), "at ACK {n}");
        flow.ack_echo(sent + 240.0 + (n - 1) as f64, sent, 10 + 2 * n, &[]);
    }
    assert_eq!(flow.windows(), (36.0, 36.0));
    assert_eq!(flow.said("slow-start.delay"), 1);
}

#[test]
fn what_left_within_an_rtt_of_the_timeout_stays_in_the_network() {
    // M5.3: 20 segments are in flight with a window of 20. At the timeout, 15 of them left 300 ms
    // before and five 50 ms before. The RTT is 100 ms.
    let mut flow = reno(10, json!({ "bytes": bytes(10), "tlp": false, "quick_acks": 0 }));
    flow.first();
    flow.ack(100.0, 10, &[]);
    assert_eq!(write(&mut flow, 150.0, 25).len(), 15);
    assert_eq!(write(&mut flow, 400.0, 30).len(), 5);
    assert_eq!(flow.windows().0, 20.0);
    let (at, sent) = flow.timer();
    assert_eq!((at, sent), (450.0, vec![10]));
    assert_eq!(flow.windows(), (6.0, 10.0), "five and one");
}

#[test]
fn new_data_goes_out_one_for_one_once_the_flight_is_at_the_threshold() {
    // T1: CUBIC sends ten segments and the first is lost. ssthresh is 10·717/1024 = 7. At the third
    // SACK 10 − 3 − 1 = 6 segments are in flight.
    let mut flow = cubic(10, 100.0, json!({ "bytes": bytes(10) }));
    flow.first();
    assert!(flow.ack(100.0, 0, &[(1, 2)]).is_empty());
    assert!(flow.ack(100.1, 0, &[(1, 3)]).is_empty());
    assert_eq!(flow.ack(100.2, 0, &[(1, 4)]), [0]);
    assert_eq!((flow.state(), flow.windows()), (State::Recovery, (7.0, 7.0)));
    assert!(write(&mut flow, 100.3, 17).is_empty());
    for end in 5..=10 {
        assert_eq!(flow.ack(100.0 + end as f64, 0, &[(1, end)]), [end + 5]);
    }
    assert_eq!(flow.ack_echo(200.2, 100.2, 10, &[]), [16]);
    assert_eq!((flow.state(), flow.windows()), (State::Open, (7.0, 7.0)));
}

#[test]
fn a_retransmission_lost_among_others_is_found_and_goes_again() {
    // T2: the vector's text says that 0–3 and 10–15 are lost, but it has SACKs of 10 and 11.
    // Limited transmit sends these two, and they arrive. The text also lets 16 go together with 1.
    // There PRR's rule allows one segment: delivered 1 + 3 + 2 + 1 + 1 = 8, sent 4 + 2 + 2 = 8, so
    // max(8 − 8, 1) = 1. It allows no more, because the cumulative ACK does not move.
    let mut flow = cubic(10, 10.0, json!({ "bytes": bytes(20), "quick_acks": 0 }));
    flow.first();
    let mut sack = |at: f64, end: u64| flow.ack_echo(at, 0.0, 0, &[(4, end)]);
    // Two SACKs are disorder: new data leaves. The third shows the loss: 12 − 3 − 4 = 5 segments
    // are in flight.
    let sent: Vec<Vec<u64>> = [5, 6, 7, 8, 9, 10, 11, 12]
        .iter()
        .zip([10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 24.0])
        .map(|(end, at)| sack(at, *end))
        .collect();
    assert_eq!(sent, [[10], [11], [0], [1], [2], [3], [12], [13]]);
    assert_eq!(flow.windows().1, 7.0);
    // Segment 0 was retransmitted at 14 ms. SafeACK: the cumulative ACK moves and shows no loss, so
    // two segments leave.
    assert_eq!(flow.ack_echo(26.0, 14.0, 1, &[(4, 12)]), [14, 15]);
    // The retransmission of 2, sent at 18 ms, arrives before that of 1, sent at 16 ms.
    assert_eq!(flow.ack_echo(28.0, 14.0, 1, &[(2, 3), (4, 12)]), [1]);
    assert_eq!(flow.said("tcp.retransmission-lost"), 1);
    for (at, end) in [(30.0, 12), (32.0, 13), (34.0, 14), (36.0, 15)] {
        assert_eq!(flow.ack_echo(at, 14.0, 1, &[(2, end)]).len(), 1, "one per SACK");
    }
    assert_eq!((flow.timeouts(), flow.story.sender.counters().fast_retransmits), (0, 1));
}

#[test]
fn what_an_old_ack_sacks_lets_as_many_go() {
    // T4: after three SACKs, 0 and 3 to 7 count as lost, and 10 − 3 − 6 = 1 segment is in flight.
    let mut flow = cubic(10, 100.0, json!({ "bytes": bytes(20) }));
    flow.first();
    let at = |flow: &mut Today, at_ms: f64, number, blocks: &[(u64, u64)]| {
        flow.ack_echo(at_ms, (at_ms - 100.0).max(0.0), number, blocks)
    };
    let mut new = at(&mut flow, 100.0, 0, &[(1, 2)]);
    new.extend(at(&mut flow, 100.1, 0, &[(1, 3)]));
    assert_eq!(new, [10, 11], "limited transmit");
    assert_eq!(at(&mut flow, 100.2, 0, &[(8, 9), (1, 3)]), [0]);
    // Two segments are delivered and the cumulative ACK shows no loss, so three leave.
    assert_eq!(at(&mut flow, 200.3, 4, &[(8, 9)]), [4, 5, 6]);
    // These SACKs come sooner than any RTT after the retransmission of 4. They are of originals and
    // say nothing about that retransmission.
    assert_eq!(at(&mut flow, 200.4, 3, &[(5, 7)]), [7, 12]);
}

#[test]
fn on_a_path_that_reorders_two_segments_wait_a_quarter_of_its_rtt() {
    // T6: the RTT is 20 ms. First, segment 0 arrives after segment 1: reordering.
    let mut flow = cubic(2, 20.0, json!({ "bytes": bytes(2) }));
    flow.first();
    flow.ack_echo(20.0, 0.0, 0, &[(1, 2)]);
    flow.ack_echo(20.1, 0.0, 2, &[]);
    assert_eq!((flow.state(), flow.story.sender.counters().retransmitted), (State::Open, 0));
    assert_eq!(write(&mut flow, 30.0, 4), [2, 3]);
    // Of the next two segments only the second arrives.
    assert!(flow.ack_echo(50.0, 20.1, 2, &[(3, 4)]).is_empty());
    assert_eq!(flow.state(), State::Disorder);
    // 20/4 ms, plus 2 ms of the kernel's clock.
    assert_eq!(flow.timer(), (57.0, vec![2]));
    assert_eq!((flow.state(), flow.timeouts()), (State::Recovery, 0));
}

#[test]
fn a_single_lost_segment_is_probed_and_then_times_out() {
    // T8: the probe would leave at 2·100 + 200 ms, later than the timeout of 300 ms.
    let mut flow = cubic(10, 100.0, json!({ "bytes": bytes(1), "quick_acks": 0 }));
    flow.first();
    assert_eq!(flow.timer(), (300.0, vec![0]));
    assert_eq!((flow.said("tcp.probe"), flow.timeouts()), (1, 0));
    assert_eq!(flow.timer(), (600.0, vec![0]));
    flow.ack_echo(700.0, 600.0, 1, &[]);
    assert_eq!(flow.windows(), (2.0, 7.0));
    // Slow start reaches 7. CUBIC knows no loss, so the window then grows by one per 20
    // acknowledged segments within 31 ms, in which CUBIC evaluates its curve once. Over several
    // round trips Reno's window is above that. It gains one per (7·15)/8 = 13 segments and is 8
    // after 14, and then 7/(8 − 7) = 7 acknowledged segments are enough.
    let to_eight = |mut flow: Today, step_ms: f64| {
        let (mut at, mut una) = (701.0, 1);
        write(&mut flow, at, 1000);
        let mut ack = |segments: u64| {
            at += step_ms;
            una += segments;
            flow.ack_echo(at, at - 100.0, una, &[]);
            flow.windows().0
        };
        assert_eq!([ack(2), ack(3)], [4.0, 7.0]);
        2 * (1..=20).find(|_| ack(2) == 8.0).expect("it grows")
    };
    assert_eq!(to_eight(Today { story: flow.story.clone() }, 1.0), 20);
    assert_eq!(to_eight(flow, 100.0), 14);
}

#[test]
fn a_window_that_was_idle_is_paced_by_the_quantum() {
    // T11: the idle time takes half of 36 per timeout of 300 ms, down to the initial window. The
    // segments leave in fives.
    for (pacing, at_once) in [(json!("off"), 10), (json!({ "quantum": 5 }), 5)] {
        let mut flow = reno(10, json!({ "bytes": bytes(10), "quick_acks": 0, "pacing": pacing }));
        flow.first();
        flow.ack(100.0, 10, &[]);
        write(&mut flow, 100.0, 26);
        let mut last = 100.0;
        while flow.story.sender.wake_at() != ackscope_engine::units::Time::NEVER {
            let story = &mut flow.story;
            story.now = story.sender.wake_at();
            last = story.now.secs() * 1e3;
            story.sender.on_wake(story.now, &mut story.out);
        }
        flow.ack(last + 100.0, 26, &[]);
        assert_eq!(flow.windows().0, 36.0);
        let now = last + 2000.0;
        assert_eq!(write(&mut flow, now, 46).len(), at_once);
        let story = &mut flow.story;
        if at_once == 5 {
            story.now = story.sender.wake_at();
            assert!(story.now > ms(now));
            story.sender.on_wake(story.now, &mut story.out);
            assert_eq!(story.sent().len(), 5);
        }
        assert_eq!(flow.story.sender.connection().pipe.max(10), 10);
        assert_eq!(flow.windows().0, 10.0);
    }
}

/// A path of 166 kbit/s: an ACK of two segments every 100 ms until slow start ends. Returns the
/// flow and the number of ACKs.
fn thin_path(rounds: &str) -> (Today, u64) {
    let set = json!({ "bytes": bytes(2000), "quick_acks": 0, "idle_restart": "off",
        "slow_start": "hystart", "hystart": { "rounds": rounds } });
    let mut flow = cubic(10, 100.0, set);
    let mut left: Vec<f64> = vec![0.0; flow.first().len()];
    let mut acks = 0;
    while flow.windows().1.is_infinite() {
        acks += 1;
        let at = 100.0 * acks as f64;
        let echo = left[2 * acks as usize - 2];
        let sent = flow.ack_echo(at, echo, 2 * acks, &[]).len();
        left.extend(std::iter::repeat_n(at, sent));
    }
    (flow, acks)
}

#[test]
fn slow_start_on_a_thin_path_ends_with_the_ninth_sample_of_a_round() {
    // T13: every ACK adds two to 10, and the RTT rises from the first ACK on. With rounds that are
    // always kept up, the second round begins with ACK 6. Its ninth sample is ACK 14, with a window
    // of 10 + 13·2 = 36. The vector's text has 48. This results from rounds that begin only at a
    // window of 16: the first with ACK 4 (una 8, end 22), the next with ACK 12. Its ninth sample is
    // ACK 20: 10 + 19·2 = 48.
    for (rounds, exit) in [("every", 36.0), ("gated", 48.0)] {
        let (flow, _) = thin_path(rounds);
        assert_eq!(flow.windows(), (exit, exit), "{rounds}");
    }
}

#[test]
fn silence_does_not_count_on_cubics_curve() {
    // T13: after slow start the source has no data to send, for 4 s or for no time at all.
    let after = |silence_ms: f64| {
        let (mut flow, acks) = thin_path("gated");
        flow.story.sender.withdraw();
        let (mut at, mut una) = (100.0 * acks as f64, 2 * acks);
        let mut ack = |flow: &mut Today, pause_ms: f64| {
            (at, una) = (at + pause_ms, (una + 2).min(flow.story.sender.connection().max));
            flow.ack_echo(at, at - 500.0, una, &[]);
            at
        };
        while !flow.story.sender.is_complete() {
            ack(&mut flow, 100.0);
        }
        let before = flow.windows().0;
        let at = ack(&mut flow, silence_ms);
        write(&mut flow, at, 1000);
        for _ in 0..10 {
            ack(&mut flow, 100.0);
        }
        flow.windows().0 - before
    };
    assert_eq!(after(4000.0), after(0.0));
}
