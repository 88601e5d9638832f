//! How a modern sender uses its window: pacing, growth only if the window is used, restart after
//! idle time, PRR over a hole of four segments. The stories go ACK by ACK and follow test scripts
//! of kernel developers.

use crate::common::today::{Today, ms, reno};
use ackscope_engine::cc::State;
use ackscope_engine::units::Time;
use serde_json::{Value, json};

/// Bytes of `segments` whole segments.
fn bytes(segments: u64) -> Value {
    json!(segments * 1500)
}

/// Five ACKs of two segments each, for a flow that sends `segments` in all.
fn five_acks(segments: u64, more: Value) -> Today {
    let mut set = json!({ "bytes": bytes(segments) });
    for (key, value) in more.as_object().expect("an object") {
        set[key] = value.clone();
    }
    let mut flow = reno(10, set);
    assert_eq!(flow.first().len() as u64, segments.min(10));
    for n in 1..=5 {
        flow.ack(100.0 + n as f64, (2 * n).min(segments), &[]);
    }
    flow
}

#[test]
fn slow_start_doubles_what_was_used_and_no_more() {
    assert_eq!(five_acks(10, json!({})).windows().0, 20.0, "the window was full");
    let flow = five_acks(9, json!({}));
    assert_eq!(flow.windows().0, 18.0);
    assert_eq!(flow.said("tcp.unused-window"), 1, "said once");
    // Without validation, the last attempt to send decides. From the first ACK on, the source has
    // no more data.
    assert_eq!(five_acks(10, json!({ "cwnd_validation": false })).windows().0, 12.0);
}

#[test]
fn avoidance_grows_only_a_full_window() {
    let unused = five_acks(9, json!({ "initial_ssthresh": 5 }));
    assert_eq!((unused.windows().0, unused.said("tcp.unused-window")), (10.0, 1));
    let full = five_acks(10, json!({ "initial_ssthresh": 5 }));
    assert_eq!((full.windows().0, full.said("tcp.unused-window")), (11.0, 0));
}

/// A window of 36, all of it acknowledged at 200 ms. The source has nothing to send for `idle_ms`
/// after its last segment, and then 40 more segments. Returns how many of them leave at once.
fn after_idle(idle_ms: f64, more: Value) -> (Today, usize) {
    let mut set = json!({ "bytes": bytes(26) });
    for (key, value) in more.as_object().expect("an object") {
        set[key] = value.clone();
    }
    let mut flow = reno(10, set);
    flow.first();
    assert_eq!(flow.ack(100.0, 10, &[]).len(), 16);
    flow.ack(200.0, 26, &[]);
    let story = &mut flow.story;
    // The last segment left at 100 ms.
    story.now = ms(100.0 + idle_ms);
    story.sender.extend(story.now, 66, &mut story.out, &mut story.log);
    let sent = story.sent().len();
    (flow, sent)
}

#[test]
fn an_idle_time_takes_half_of_the_window_per_timeout() {
    // The timeout is 300 ms.
    let (flow, sent) = after_idle(2000.0, json!({}));
    assert_eq!((sent, flow.windows().0, flow.said("tcp.idle-restart")), (10, 10.0, 1));
    let (flow, sent) = after_idle(350.0, json!({}));
    assert_eq!((sent, flow.windows().0), (18, 18.0));
    let (flow, sent) = after_idle(290.0, json!({}));
    assert_eq!((sent, flow.said("tcp.idle-restart")), (36, 0));
    assert_eq!(after_idle(2000.0, json!({ "idle_restart": "off" })).1, 36);
    assert_eq!(after_idle(350.0, json!({ "idle_restart": "at-once" })).1, 10);
}

#[test]
fn paced_segments_leave_in_pairs_that_are_spread_over_the_round_trip() {
    let mut flow = reno(10, json!({ "pacing": { "quantum": 2 } }));
    assert_eq!(flow.first().len(), 10, "the first ten are free");
    let mut departures: Vec<f64> = Vec::new();
    let mut acks = (1..=5_u64).map(|n| (99.0 + n as f64, 2 * n));
    let mut next = acks.next();
    let mut leave = |flow: &mut Today, sent: usize| {
        departures.extend(std::iter::repeat_n(flow.story.now.secs() * 1e3, sent));
    };
    // Twenty segments leave with five ACKs of two segments each.
    loop {
        let wake = flow.story.sender.wake_at();
        match next {
            Some((at, number)) if ms(at) <= wake => {
                let sent = flow.ack(at, number, &[]).len();
                leave(&mut flow, sent);
                next = acks.next();
            }
            _ if wake == Time::NEVER => break,
            _ => {
                let story = &mut flow.story;
                story.now = wake;
                story.sender.on_wake(wake, &mut story.out);
                let sent = story.sent().len();
                leave(&mut flow, sent);
            }
        }
    }
    assert_eq!(departures.len(), 20);
    let pairs: Vec<&[f64]> = departures.chunks(2).collect();
    assert!(pairs.iter().all(|pair| pair[0] == pair[1]), "{departures:?}");
    let gaps: Vec<f64> = pairs.windows(2).map(|two| two[1][0] - two[0][0]).collect();
    // Pacing sends two windows per round trip: first 14 segments in 50 ms, then up to 20. The first
    // gap makes up for half of the time since the tenth segment.
    assert!((gaps[0] - 4.17).abs() < 0.01, "{gaps:?}");
    assert!(gaps[1..].iter().all(|gap| (4.9..7.2).contains(gap)), "{gaps:?}");
    assert_eq!(flow.said("tcp.paced"), 1);
}

#[test]
fn unpaced_the_same_flow_sends_four_with_each_ack() {
    let mut flow = reno(10, json!({}));
    flow.first();
    assert_eq!((1..=5).map(|n| flow.ack(99.0 + n as f64, 2 * n, &[]).len()).collect::<Vec<_>>(), [4; 5]);
}

#[test]
fn four_lost_of_ten_are_resent_one_per_sack_and_the_window_ends_at_ssthresh() {
    let mut flow = Today::new("cubic-rfc9438", 10, &json!({ "bytes": bytes(10) }));
    flow.first();
    assert!(flow.ack(100.0, 0, &[(4, 5)]).is_empty());
    assert!(flow.ack(100.1, 0, &[(4, 6)]).is_empty());
    assert_eq!(flow.ack(100.2, 0, &[(4, 7)]), [0]);
    let resent: Vec<u64> = (8..=10).flat_map(|end| flow.ack(100.0 + end as f64, 0, &[(4, end)])).collect();
    assert_eq!(resent, [1, 2, 3]);
    for (n, number) in [1, 2, 3, 10].into_iter().enumerate() {
        assert!(flow.ack(201.0 + n as f64, number, &[(4, 10)][..usize::from(number < 10)]).is_empty());
    }
    assert_eq!((flow.state(), flow.windows()), (State::Open, (7.0, 7.0)));
    let story = &mut flow.story;
    story.sender.extend(story.now, 20, &mut story.out, &mut story.log);
    assert_eq!(story.sent().len(), 7);
    assert_eq!(flow.timeouts(), 0);
}

#[test]
fn rounds_that_begin_in_the_middle_of_a_flight_end_slow_start_early() {
    // A window of 20 whose RTTs rise by 1.6 ms per ACK. Rounds that are always kept up begin with
    // the flight. Gated rounds begin with the first ACK above the low window.
    let exit = |more: Value| {
        let mut set = json!({ "algorithm": "cubic-rfc9438" });
        for (key, value) in more.as_object().expect("an object") {
            set[key] = value.clone();
        }
        let mut flow = Today::new("cubic-rfc9438", 10, &set);
        flow.first();
        let mut number = 0;
        for n in 0..60 {
            number += 2;
            let at = 100.0 + 3.0 * f64::from(n);
            flow.ack_echo(at, at - 100.0 - 1.6 * f64::from(n), number, &[]);
            if flow.windows().1.is_finite() {
                break;
            }
        }
        flow.windows().1
    };
    let linux = exit(json!({}));
    assert!(linux.is_finite());
    assert!(exit(json!({ "hystart": { "low_window": 200 } })) > linux);
    assert_eq!(exit(json!({ "hystart": { "detect": "train" } })), f64::INFINITY);
    assert_ne!(exit(json!({ "hystart": { "rounds": "gated" } })), linux);
}
