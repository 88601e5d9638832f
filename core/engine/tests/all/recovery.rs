//! Loss recovery and pacing, ACK by ACK: the vectors, with the segments sent after each ACK.

use crate::common::declared::rule;
use crate::common::story::Story;
use ackscope_engine::rule_id;
use ackscope_engine::tcp::{AckArrival, MarkReport};
use ackscope_engine::trace::Decision;
use ackscope_engine::units::Span;
use serde_json::{Value, json};

#[test]
fn a_connection_starts_with_its_initial_window() {
    // tcp-core C5: RFC 3390 and RFC 6928, in segments of `payload` bytes.
    let standard = |payload: u64, segments: u64, bytes: u64| {
        (segments * payload).min((2 * payload).max(bytes)) / payload
    };
    let rfc_3390 = |payload| standard(payload, 4, 4380);
    assert_eq!((rfc_3390(1460), rfc_3390(536), standard(1460, 10, 14_600)), (3, 4, 10));
    for window in [1, 2, 3, 10] {
        let mut story = Story::new("newreno", window, &json!({ "initial_ssthresh": "infinite" }));
        assert_eq!(story.sent().len() as u64, window);
    }
    // A packet of 1500 bytes carries 1460 bytes. A scenario without `initial_window` has the window
    // of RFC 3390.
    let mut story = Story::new("newreno", 1, &json!({ "initial_window": null }));
    assert_eq!(story.sent().len() as u64, rfc_3390(1500 - 40));
}

#[test]
fn growth_counts_acks_or_segments() {
    // tcp-core C4: three segments are acknowledged by three ACKs, or by two with delayed ACKs.
    for (growth, acks, cwnd) in
        [("per-ack", &[1, 2, 3][..], 6.0), ("per-ack", &[2, 3], 5.0), ("byte-counting", &[2, 3], 6.0)]
    {
        let more = json!({ "growth": growth, "initial_ssthresh": "infinite" });
        let mut story = Story::new("newreno", 3, &more);
        for number in acks {
            story.ack(*number, &[]);
        }
        assert_eq!(story.cwnd(), cwnd, "{growth} {acks:?}");
    }
    let mut story = Story::new("newreno", 10, &json!({}));
    for number in 1..=10 {
        story.ack(number, &[]);
    }
    story.expect_cwnd(10.958_648);
    let mut delayed = Story::new("newreno", 10, &json!({}));
    for number in 1..=5 {
        delayed.ack(2 * number, &[]);
    }
    delayed.expect_cwnd(10.490_381);
}

#[test]
fn renos_inflation_lets_one_segment_go_per_duplicate() {
    // tcp-core C6
    for (more, cwnd) in [
        (json!({ "limited_transmit": false }), 8.125),
        (json!({ "limited_transmit": false, "recovery_variant": "rfc" }), 8.0),
    ] {
        let mut story = Story::new("reno", 16, &more);
        let sent = story.duplicates(0, 15);
        assert_eq!(sent[..8], [vec![], vec![], vec![0], vec![], vec![], vec![], vec![], vec![]]);
        assert_eq!(sent[8..], [[16], [17], [18], [19], [20], [21], [22]]);
        assert_eq!((story.cwnd(), story.sender.window().ssthresh), (8.0, 8.0));
        story.ack(16, &[]);
        assert_eq!(story.cwnd(), cwnd, "the ACK that ends recovery grows the window, or not");
    }
}

#[test]
fn limited_transmit_sends_on_the_first_two_duplicates() {
    let mut story = Story::new("reno", 16, &json!({}));
    assert_eq!(story.duplicates(0, 3), [[16], [17], [0]]);
}

#[test]
fn a_partial_ack_resends_the_next_hole_and_deflates() {
    // tcp-core C7: 13 duplicates inflate the window to 8 + 13 = 21
    let mut story = Story::new("newreno", 16, &json!({ "limited_transmit": false }));
    let sent = story.duplicates(0, 13).concat();
    assert_eq!(sent, [0, 16, 17, 18, 19, 20]);
    // Five acknowledged: 8 + 13 − 5 + 1 = 17 from segment 5 on.
    assert_eq!(story.ack(5, &[]), [5, 21]);
    assert_eq!(story.cwnd(), 8.0);
    story.ack(16, &[]);
    assert_eq!(story.cwnd(), 8.125);
}

#[test]
fn deflation_may_leave_less_than_the_window() {
    let mut story = Story::new("newreno", 32, &json!({ "limited_transmit": false }));
    story.duplicates(0, 3);
    // 16 + 3 − 10 + 1 = 10 from segment 10 on. The window reaches 33 with the thirteenth duplicate.
    assert_eq!(story.ack(10, &[]), [10]);
    assert!(story.duplicates(10, 12).concat().is_empty());
    assert_eq!(story.ack(10, &[]), [32]);
}

#[test]
fn what_the_inflation_does_not_cover_is_taken_from_the_window() {
    // tcp-core §7.3, `ns2_exit`: cwnd 8 and inflation 3 after the third duplicate of a window of 16.
    for (acked, cwnd) in [(2, 8.0), (3, 8.0), (5, 6.0), (9, 2.0), (10, 1.0), (14, 1.0)] {
        let more = json!({ "limited_transmit": false, "recovery_variant": "ns2_exit" });
        let mut story = Story::new("newreno", 16, &more);
        story.duplicates(0, 3);
        story.ack(acked, &[]);
        assert_eq!(story.cwnd(), cwnd, "{acked} acknowledged");
    }
}

#[test]
fn sack_resends_what_is_lost_as_the_pipe_allows() {
    // tcp-core C8: 2, 3, 5, 6 and 7 of ten have arrived. The window is halved to 5, and the pipe
    // holds 2.
    let mut story = Story::new("sack", 10, &json!({}));
    assert_eq!(story.ack(0, &[(5, 8), (2, 4)]), [0, 1, 4]);
    assert_eq!(story.cwnd(), 5.0);
}

#[test]
fn the_gate_holds_until_everything_of_before_is_acknowledged() {
    // tcp-core C8b: every segment below 20 had been sent when the timer expired.
    let careful = json!({ "limited_transmit": false });
    let less = json!({ "limited_transmit": false, "recovery_variant": "less_careful" });
    for (algorithm, more, una, starts) in [
        ("newreno", &careful, 19, false),
        ("newreno", &careful, 20, false),
        ("newreno", &less, 20, true),
        ("newreno", &careful, 21, true),
        ("reno", &careful, 20, false),
        ("reno", &careful, 21, true),
        ("tahoe", &careful, 20, false),
        ("tahoe", &careful, 21, true),
        ("sack", &careful, 19, false),
        ("sack", &careful, 20, true),
    ] {
        let mut story = Story::new(algorithm, 20, more);
        assert_eq!(story.time_out(), [0]);
        for number in (2..=una).step_by(2).chain([una]) {
            story.ack(number, &[]);
        }
        let before = story.sender.counters().fast_retransmits;
        for n in 1..=3 {
            story.ack(una, &[(una + 1, una + 1 + n)]);
        }
        let after = story.sender.counters().fast_retransmits;
        assert_eq!(after > before, starts, "{algorithm} {more} at {una}");
    }
}

#[test]
fn pacing_spaces_segments_by_the_rate() {
    // tcp-core C10 with algorithms.md V15.4: 571.23 segments/s
    let more = json!({ "initial_ssthresh": "infinite" });
    let mut story = Story::new("bbr", 10, &more);
    assert_eq!(story.sent(), [0]);
    for number in 1..3 {
        let wake = story.sender.wake_at();
        let due_s = number as f64 / 571.23;
        assert!((wake.secs() - due_s).abs() < 1e-7, "segment {number} at {}", wake.secs());
        story.sender.on_wake(wake, &mut story.out);
        assert_eq!(story.sent(), [number]);
    }
}

/// SACK as in ns-2's TCP/Linux agent, with a window of 20.
fn rate_halving() -> Story {
    Story::new("sack", 20, &json!({ "recovery_variant": "ns2_linux", "parameters": { "variant": "linux" } }))
}

#[test]
fn rate_halving_sends_one_segment_for_two_that_arrive() {
    let mut story = rate_halving();
    // While the highest SACK is fewer than four segments ahead, new data is clocked out as before.
    let early: Vec<Vec<u64>> = (2..=4).map(|end| story.ack(0, &[(1, end)])).collect();
    assert_eq!(early, [[20], [21], [22]]);
    // 23 segments were sent, 4 arrived, 1 is lost: 18 are in the network. The retransmission is the
    // nineteenth.
    assert_eq!(story.ack(0, &[(1, 5)]), [0]);
    assert_eq!(story.sender.window().ssthresh, 10.0);
    assert_eq!(story.cwnd(), 18.0);
    let sent: Vec<Vec<u64>> = (6..=13).map(|end| story.ack(0, &[(1, end)])).collect();
    assert_eq!(sent, [vec![], vec![23], vec![], vec![24], vec![], vec![25], vec![], vec![26]]);
    assert_eq!(story.cwnd(), 14.0);
    let is_forward =
        |said: &Decision| rule(rule_id(said.rule)).is_some_and(|rule| rule.key == "tcp.forward-ack");
    let forward = story.log.drain().find(is_forward).expect("the decision");
    assert_eq!(
        forward.terms[..5],
        [4.0, 0.0, 23.0, 20.0, 5.0],
        "4 has arrived, 0 is lost, 23 sent; from 20 down to 5"
    );
}

#[test]
fn after_rate_halving_slow_start_begins_at_what_is_in_the_network() {
    let mut story = rate_halving();
    for end in 2..=20 {
        story.ack(0, &[(1, end)]);
    }
    // Segments 1 to 19 have arrived. Of the first 23 segments, 20 to 22 are in the network. Rate
    // halving has added half of 15.
    let next = story.sender.connection().next;
    assert_eq!(next, 23 + 7);
    story.ack(23, &[]);
    assert_eq!(story.cwnd(), 10.0, "seven and three are ssthresh");
    assert_eq!(story.sender.connection().next, 23 + 10);
}

#[test]
fn forward_acknowledgement_finds_a_retransmission_that_is_lost() {
    let mut story = rate_halving();
    for end in 2..=5 {
        story.ack(0, &[(1, end)]);
    }
    // Every segment sent before the retransmission arrives, and then one sent after it.
    assert!(!story.ack(0, &[(1, 23)]).contains(&0));
    assert_eq!(story.sender.counters().timeouts, 0);
    assert_eq!(story.ack(0, &[(1, 24)])[0], 0);
}

#[test]
fn after_a_timeout_forward_acknowledgement_resends_only_what_is_missing() {
    let mut story = rate_halving();
    story.ack(0, &[(5, 8)]);
    assert_eq!(story.time_out(), [0]);
    assert_eq!(story.cwnd(), 1.0);
    let mut sent = vec![];
    for number in [1, 2, 3, 4] {
        sent.extend(story.ack(number, &[(5, 8)]));
    }
    sent.extend(story.ack(8, &[]));
    sent.dedup();
    assert!(!sent.iter().any(|number| (5..8).contains(number)), "{sent:?}");
    assert_eq!(sent[..6], [1, 2, 3, 4, 8, 9]);
}

#[test]
fn the_agent_of_ns2_takes_the_rtt_of_duplicates_too() {
    // The handshake took 50 ms. All duplicates echo the same timestamp, so each sample is 80 ms
    // longer than the one before.
    let srtt_s = |variants: Value| {
        let mut story = Story::new("sack", 20, &json!({ "recovery_variant": variants }));
        let echo = story.now;
        for end in 2..=4 {
            story.now += Span::from_millis(80);
            let arrival = AckArrival {
                number: 0,
                echo,
                blocks: &[(1, end)],
                is_corruption_reported: false,
                share_bps: None,
                marks: Default::default(),
                duplicate: None,
                stale: None,
            };
            story.sender.on_ack(story.now, &arrival, &mut story.out, &mut story.log);
        }
        story.sender.connection().srtt_s
    };
    assert_eq!(srtt_s(json!([])), 0.05);
    let smoothed = [0.08, 0.16, 0.24].iter().fold(0.05, |srtt_s, rtt_s| 0.875 * srtt_s + 0.125 * rtt_s);
    assert!((srtt_s(json!("ns2_linux")) - smoothed).abs() < 1e-12);
}

#[test]
fn any_timestamp_ends_the_back_off_of_the_agent_with_linux() {
    // After two timeouts the retransmitted segment arrives, and nothing else. Under Karn's rule the
    // ACK of a retransmitted segment does not end the back-off.
    let factor = |variant: &str| {
        let options = json!({ "recovery": "sack", "recovery_variant": variant, "rto": "ns2_2005" });
        let mut story = Story::new("sack", 20, &options);
        let before = story.sender.timeout();
        story.time_out();
        story.time_out();
        assert_eq!(story.sender.timeout().secs(), 4.0 * before.secs());
        let echo = story.now;
        story.now += Span::from_millis(50);
        let arrival = AckArrival {
            number: 1,
            echo,
            blocks: &[],
            is_corruption_reported: false,
            share_bps: None,
            marks: Default::default(),
            duplicate: None,
            stale: None,
        };
        story.sender.on_ack(story.now, &arrival, &mut story.out, &mut story.log);
        story.sender.timeout().secs() / before.secs()
    };
    assert_eq!(factor("ns2_sack1"), 4.0);
    assert_eq!(factor("ns2_linux"), 1.0);
}

#[test]
fn the_agents_of_ns2_cut_ssthresh_to_a_whole_number() {
    let after = |rto: &str, times_out: bool| {
        let mut story = Story::new("newreno", 9, &json!({ "rto": rto, "limited_transmit": false }));
        if times_out {
            story.time_out();
        } else {
            story.duplicates(0, 3);
        }
        let window = story.sender.window();
        (window.cwnd, window.ssthresh)
    };
    assert_eq!((after("default", false), after("default", true)), ((4.5, 4.5), (1.0, 4.5)));
    assert_eq!((after("ns2_2005", false), after("ns2_2005", true)), ((4.5, 4.0), (1.0, 4.0)));
}

#[test]
fn the_sack_agent_of_ns2_counts_what_is_in_the_network() {
    // Segments 0 and 1 of 0 to 9 are lost. Limited transmit adds 10 and 11 before the third
    // duplicate.
    let recovery = |variant: Value| {
        let mut story = Story::new("sack", 10, &json!({ "recovery_variant": variant }));
        let mut sent: Vec<Vec<u64>> = (3..=12).map(|end| story.ack(0, &[(2, end)])).collect();
        sent.push(story.ack(1, &[(2, 12)]));
        sent
    };
    // The counter starts at 12 − 3 = 9 and falls below 5 with the eighth duplicate. The partial ACK
    // frees two.
    let counted: [&[u64]; 11] = [&[10], &[11], &[0], &[], &[], &[], &[], &[1], &[12], &[13], &[14, 15]];
    assert_eq!(recovery(json!("ns2_sack1")), counted);
    // RFC 6675 also knows that segment 1 has left the network.
    assert_eq!(recovery(json!([]))[6], [1]);
}

#[test]
fn the_sack_agent_of_ns2_forgets_its_marks_at_a_timeout() {
    let story_of = |variant: Value| {
        let mut story = Story::new("sack", 10, &json!({ "recovery_variant": variant }));
        story.ack(0, &[(5, 7)]);
        assert_eq!(story.time_out(), [0]);
        story
    };
    let mut story = story_of(json!("ns2_sack1"));
    // The segments in flight arrive. Their SACKs are new information, but nothing is sent.
    for end in 8..=10 {
        assert!(story.ack(0, &[(5, end)]).is_empty());
    }
    let sent: Vec<Vec<u64>> = (1..=4).map(|number| story.ack(number, &[(5, 10)])).collect();
    assert_eq!(sent, [vec![1, 2], vec![3, 4], vec![5, 6], vec![7, 8]], "5 to 9 once more");
    // The gate opens above the highest segment sent before the timeout, not at it.
    story.ack(11, &[]);
    for end in 13..=15 {
        assert!(!story.ack(11, &[(12, end)]).contains(&11));
    }
    let mut standard = story_of(json!([]));
    let sent: Vec<u64> = (1..=4).flat_map(|number| standard.ack(number, &[(5, 10)])).collect();
    assert!(!sent.iter().any(|number| (5..10).contains(number)), "{sent:?}");
}

#[test]
fn an_ack_of_new_renos_recovery_lets_one_new_segment_go() {
    // This is why ns-2's limit of two need not be modelled.
    let mut story = Story::new("newreno", 16, &json!({ "recovery_variant": "ns2_exit" }));
    let mut most = story.duplicates(0, 15)[3..].iter().map(Vec::len).max().unwrap_or(0);
    for number in [4, 5, 13] {
        let sent = story.ack(number, &[]);
        assert_eq!(sent[0], number, "the hole");
        most = most.max(sent.len() - 1);
        most = most.max(story.duplicates(number, 2).iter().map(Vec::len).max().unwrap_or(0));
    }
    assert_eq!(most, 1);
}

#[test]
fn marks_cut_once_per_window_and_the_next_new_segment_says_so() {
    // ecn-and-l4s E2.3.
    let mut story = Story::new("reno", 16, &json!({ "ecn": "classic" }));
    let echoed = |story: &mut Story, number: u64, echo: bool| -> Vec<(u64, bool)> {
        story.sent();
        story.now += Span::from_millis(1);
        let marks = MarkReport { echo, ..MarkReport::default() };
        let arrival = AckArrival {
            number,
            echo: story.now,
            blocks: &[],
            is_corruption_reported: false,
            share_bps: None,
            marks,
            duplicate: None,
            stale: None,
        };
        story.sender.on_ack(story.now, &arrival, &mut story.out, &mut story.log);
        story.out.drain(..).map(|segment| (segment.number, segment.tells_reduction)).collect()
    };
    for number in 1..=4 {
        assert_eq!(echoed(&mut story, number, false), [(15 + number, false)]);
    }
    story.expect_cwnd(16.248_552);
    assert_eq!(echoed(&mut story, 5, true), []);
    story.expect_cwnd(8.124_276);
    for number in 6..=20 {
        let sent = echoed(&mut story, number, true);
        let expected = if number < 13 { vec![] } else { vec![(number + 7, number == 13)] };
        assert_eq!(sent, expected, "at {number}");
        story.expect_cwnd(8.124_276);
    }
    echoed(&mut story, 21, false);
    story.expect_cwnd(8.247_364);
    echoed(&mut story, 22, true);
    story.expect_cwnd(4.123_682);
    assert_eq!(story.sender.counters().mark_reductions, 2);
}
