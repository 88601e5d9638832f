//! Slow start by rules of its own (`slow_start`), in whole runs. The vectors of each rule stand beside its code.

use crate::common::formula;
use crate::common::run::{assert_conserved, channel, run, setup};
use crate::common::shape;
use ackscope_engine::rules;
use ackscope_engine::sim::Simulation;
use proptest::prelude::*;
use serde_json::{Value, json};

/// CUBIC over 20 Mbit/s and 100 ms, with a buffer of four BDP and packets up to 10 ms late.
fn started(slow_start: &str, more: &Value) -> Simulation {
    let mut flow = json!({ "algorithm": "cubic-rfc9438", "tcp": "linux6", "slow_start": slow_start });
    flow.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    run(&json!({ "version": 1, "seed": 1, "duration": 6, "flows": [flow],
        "hops": [{ "rate": "20Mbps", "delay": "50ms", "jitter": { "kind": "uniform", "max": "10ms" },
            "queue": { "kind": "drop-tail", "capacity": 700 } }] }))
}

/// When a rule was first said, in seconds.
fn first(simulation: &Simulation, key: &str) -> Option<f64> {
    let events = simulation.recorder().events().kept();
    let mut of_rule = events.iter().filter(|event| rules()[usize::from(event.rule)].rule.key == key);
    of_rule.next().map(|event| event.time.secs())
}

#[test]
fn search_ends_slow_start_after_hystart_and_before_the_first_loss() {
    let lost = first(&started("standard", &json!({})), "tcp.rack").expect("the buffer overflows");
    let delayed = first(&started("hystart", &json!({})), "slow-start.delay").expect("a queue builds up");
    let search = started("search", &json!({}));
    let ended = first(&search, "slow-start.search").expect("the delivered data stops to double");
    assert!(delayed < ended && ended < lost, "{delayed} {ended} {lost}");
    assert!(channel(&search, 0).drops * 2 < channel(&started("standard", &json!({})), 0).drops);
}

/// What is delivered does not double either if the source writes at a constant rate. SEARCH starts over then.
#[test]
fn search_does_not_take_a_slow_source_for_a_full_path() {
    let writes =
        json!({ "application": { "kind": "on-off", "on": 6, "off": 1, "rate": "2Mbps", "fixed": true } });
    let search = started("search", &writes);
    assert_eq!(first(&search, "slow-start.search"), None);
    assert!(channel(&search, 0).arrivals > 500);
}

/// The second visit over a satellite: the path was 50 Mbit/s and 600 ms, and its BDP of 2500 segments was saved.
fn revisit(slow_start: &str, rate: &str, numbers: &Value) -> Simulation {
    let mut flow = json!({ "algorithm": "cubic-rfc9438", "tcp": "linux6", "slow_start": slow_start,
        "bytes": "5300kB", "receive_buffer": "fixed" });
    if slow_start == "careful-resume" {
        flow["careful_resume"] = numbers.clone();
    }
    run(&json!({ "version": 1, "seed": 1, "duration": 120, "flows": [flow],
        "hops": [{ "rate": rate, "delay": "300ms", "queue": { "kind": "drop-tail", "capacity": 250 } }] }))
}

/// The terms of the first event of a rule.
fn terms(simulation: &Simulation, key: &str) -> Option<Vec<f64>> {
    let events = simulation.recorder().events().kept();
    let mut of_rule = events.iter().filter(|event| rules()[usize::from(event.rule)].rule.key == key);
    of_rule.next().map(|event| event.terms.to_vec())
}

fn completion_s(simulation: &Simulation) -> f64 {
    simulation.results().flows[0].completion_s.expect("all is delivered")
}

#[test]
fn careful_resume_sends_half_of_the_saved_window_over_one_round_trip() {
    let saved = json!({ "window": 2500, "rtt": "600ms" });
    let resumed = revisit("careful-resume", "50Mbps", &saved);
    // Handshake, initial window and jump are three round trips. Then each ACK of the jump lets two segments go: the
    // last of the other 2256 leaves after 0.9 round trips and arrives after half of one, 4.4 in all.
    assert!((2.60..2.70).contains(&completion_s(&resumed)), "{}", completion_s(&resumed));
    assert!(completion_s(&revisit("standard", "50Mbps", &saved)) > 5.0);
    let jump = terms(&resumed, "slow-start.jump").expect("a jump");
    let landed = terms(&resumed, "slow-start.landed").expect("its end");
    assert_eq!((jump[1], landed[0] >= 1240.0), (1250.0, true), "{landed:?}");
    assert!(first(&resumed, "slow-start.validated").is_some() && channel(&resumed, 0).drops == 0);
    // 1250 segments in 0.6 s are 25 Mbit/s: no queue.
    let paced = terms(&resumed, "tcp.paced").expect("the jump is paced");
    assert!((paced[0] - 1250.0 / jump[2]).abs() < 1.0 && paced[1] == 1.0, "{paced:?}");
}

#[test]
fn careful_resume_retreats_on_a_path_that_has_become_ten_times_slower() {
    let resumed = revisit("careful-resume", "5Mbps", &json!({ "window": 2500, "rtt": "600ms", "beta": 0.7 }));
    let retreat = terms(&resumed, "slow-start.retreat").expect("the buffer overflows");
    assert_eq!(retreat[1], retreat[0] / 2.0);
    let left = terms(&resumed, "slow-start.left").expect("the jump ends");
    assert!(left[0] > retreat[0] && (left[1] - 0.7 * left[0]).abs() < 1e-9, "{left:?}");
    // What has arrived is what the path holds: its BDP of 250, its buffer and what left it meanwhile.
    assert!((250.0..900.0).contains(&left[0]), "{left:?}");
    assert!(completion_s(&resumed) < 1.5 * completion_s(&revisit("standard", "5Mbps", &json!({}))));
}

#[test]
fn careful_resume_does_not_jump_on_another_path() {
    let plain = completion_s(&revisit("standard", "50Mbps", &json!({})));
    for rtt in ["1201ms", "59ms"] {
        let other = revisit("careful-resume", "50Mbps", &json!({ "window": 2500, "rtt": rtt }));
        assert!(terms(&other, "slow-start.refused").is_some() && terms(&other, "slow-start.jump").is_none());
        assert_eq!(completion_s(&other), plain);
    }
}

/// One sender over one path, with a start of today: what it carries, over which hop.
fn start(slow_start: &str, bytes: u64, more: &Value, hop: &Value) -> Value {
    let mut flow = json!({ "name": "main", "algorithm": "cubic-rfc9438", "tcp": "linux6", "slow_start": slow_start,
        "bytes": bytes, "receive_buffer": "fixed", "delayed_ack": false, "access_rate": "none" });
    flow.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    flow.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
    json!({ "version": 1, "seed": 1, "duration": 60, "flows": [flow], "hops": [hop] })
}

fn hop(rate: &str, delay: &str, queue: &Value) -> Value {
    json!({ "rate": rate, "delay": delay, "queue": queue })
}

fn drop_tail(packets: u64) -> Value {
    json!({ "kind": "drop-tail", "capacity": packets })
}

/// Bytes of a segment, with its headers.
const SEGMENT: u64 = 1500;

#[test]
fn rapid_start_triples_the_window_until_a_queue_builds_up() {
    let path = hop("100Mbps", "50ms", &drop_tail(10_000));
    let rapid = run(&start("rapid-start", 800 * SEGMENT, &json!({}), &path));
    let jump = terms(&rapid, "slow-start.jump").expect("a first window");
    let paced = terms(&rapid, "tcp.paced").expect("it is paced");
    // Twenty segments in a round trip of 0.1 s.
    assert_eq!((jump[1], paced[1]), (20.0, 1.0));
    assert!((paced[0] - 200.0).abs() < 2.0, "{paced:?}");
    // 20 + 60 + 180 + 540 = 800: the last leaves at the end of the fourth round trip. 10 + 20 + … + 320 = 630 are sent
    // by six rounds of slow start, and the others in a seventh.
    let standard = run(&start("standard", 800 * SEGMENT, &json!({}), &path));
    let earlier_s = completion_s(&standard) - completion_s(&rapid);
    assert!((0.545..0.56).contains(&completion_s(&rapid)), "{}", completion_s(&rapid));
    assert!((0.2..0.25).contains(&earlier_s), "{earlier_s}");
    assert_eq!(terms(&rapid, "slow-start.factor"), None, "833 packets are a BDP");
    // Over 20 Mbit/s a window of 180 is above the BDP of 167, and its queue is seen.
    let slower =
        run(&start("rapid-start", 2000 * SEGMENT, &json!({}), &hop("20Mbps", "50ms", &drop_tail(10_000))));
    let turn = terms(&slower, "slow-start.factor").expect("a queue");
    assert!(turn[2] == 2.0 && turn[0] > turn[1] && (turn[1] - 0.1046).abs() < 1e-3, "{turn:?}");
}

#[test]
fn rapid_start_keeps_the_part_of_what_arrives_that_its_algorithm_keeps() {
    // 50 Mbit/s and 100 ms are 417 packets, with the buffer 834.
    for (algorithm, beta) in [("sack", 0.5), ("cubic-rfc9438", 0.7)] {
        for recovery in ["rack", "sack"] {
            let more = json!({ "algorithm": algorithm, "recovery": recovery });
            let path = hop("50Mbps", "50ms", &drop_tail(417));
            let rapid = run(&start("rapid-start", 20_000 * SEGMENT, &more, &path));
            let silence = terms(&rapid, "slow-start.silence").expect("the buffer overflows");
            let settled = terms(&rapid, "slow-start.settled").expect("it is repaired");
            assert!((silence[2] - beta).abs() < 0.01, "{algorithm} {silence:?}");
            let part = beta + 11.0 / 18.0 * (1.0 - silence[2]) + silence[2] - beta;
            assert!((silence[1] - part).abs() < 1e-9, "{silence:?}");
            assert!(settled[2] > 100.0, "{algorithm} {recovery}: hundreds are lost: {settled:?}");
            assert!((settled[3] / (beta * 834.0) - 1.0).abs() < 0.1, "{algorithm} {recovery} {settled:?}");
        }
    }
}

#[test]
fn rapid_start_answers_a_mark_with_the_decrease_of_its_algorithm() {
    let marks = json!({ "kind": "step", "threshold": 50, "capacity": 5000 });
    let more = json!({ "ecn": "classic", "algorithm": "sack" });
    let rapid = run(&start("rapid-start", 20_000 * SEGMENT, &more, &hop("50Mbps", "50ms", &marks)));
    let settled = terms(&rapid, "slow-start.settled").expect("marks end the start");
    let silence = terms(&rapid, "slow-start.silence").expect("marks begin its end");
    assert_eq!((channel(&rapid, 0).drops, settled[2]), (0, 0.0));
    assert!((settled[3] / (silence[2] * settled[0]) - 1.0).abs() < 0.02, "{silence:?} {settled:?}");
}

#[test]
fn jump_start_spreads_all_over_the_first_round_trip() {
    // A hundred packets in 50 ms: one each 0.5 ms, faster than 12 Mbit/s and slower than 100.
    let wide =
        run(&start("jump-start", 100 * SEGMENT, &json!({}), &hop("100Mbps", "25ms", &drop_tail(1000))));
    let paced = terms(&wide, "tcp.paced").expect("it is paced");
    assert!((paced[0] - 2000.0).abs() < 20.0 && paced[2] == 100.0, "{paced:?}");
    // A round trip for the handshake, nearly one for the jump, and half of one for its last segment.
    assert!((completion_s(&wide) - 0.1245).abs() < 0.0005, "{}", completion_s(&wide));
    assert!(channel(&wide, 0).max_queue_packets <= Some(1) && first(&wide, "slow-start.validated").is_some());
    // 12 Mbit/s carry 50 of them in a round trip: the others wait.
    let narrow =
        run(&start("jump-start", 100 * SEGMENT, &json!({}), &hop("12Mbps", "25ms", &drop_tail(1000))));
    let most = channel(&narrow, 0).max_queue_packets.expect("a queue");
    assert!((48..=51).contains(&most), "{most}");
}

#[test]
fn jump_start_keeps_half_of_what_arrives_if_some_is_lost() {
    // While 400 packets leave in 50 ms, the link carries 50, the buffer takes 40, and one is on the link.
    let path = hop("12Mbps", "25ms", &drop_tail(40));
    for recovery in ["rack", "sack"] {
        let jump = run(&start("jump-start", 400 * SEGMENT, &json!({ "recovery": recovery }), &path));
        let left = terms(&jump, "slow-start.left").expect("it is repaired");
        assert!((left[0] - 91.0).abs() <= 2.0, "{recovery}: {left:?}");
        assert_eq!(left[1], left[0] / 2.0);
    }
}

#[test]
fn starts_that_jump_need_a_handshake_and_reports_of_what_arrives() {
    let path = hop("12Mbps", "25ms", &drop_tail(40));
    let refused = |word: &str, more: &Value| setup(&start(word, 1_000_000, more, &path)).err();
    for word in ["rapid-start", "jump-start"] {
        let error = |more| refused(word, &more).unwrap_or_else(|| panic!("{word} {more}")).message;
        assert_eq!(
            error(json!({ "handshake": false })),
            format!("flows.0.slow_start: \"{word}\" does not work with flows.0.handshake: false.")
        );
        assert!(error(json!({ "algorithm": "newreno", "tcp": "classic" })).contains("recovery"));
        assert!(error(json!({ "algorithm": "bbr" })).contains("algorithm"));
    }
    let endless = json!({ "tcp": "classic", "recovery": "sack", "bytes": null });
    assert!(refused("jump-start", &endless).expect("how much?").message.contains("receive_window"));
    assert!(refused("rapid-start", &endless).is_none());
    assert!(refused("rapid-start", &json!({ "rapid_start": { "initial_windows": 2.5 } })).is_some());
    assert!(refused("rapid-start", &json!({ "rapid_start": { "drain": -0.1 } })).is_some());
    assert!(refused("jump-start", &json!({ "rapid_start": {} })).is_some());
}

/// A transfer over a random path, with what each start needs.
fn transfers() -> impl Strategy<Value = (Value, Value)> {
    let path = (2u32..200, 5u32..300, 0.1f64..3.0, 0usize..4, 0u32..5);
    let sender = (20u64..4000, any::<bool>(), any::<bool>(), any::<bool>(), 1u64..5000, 0usize..3);
    (path, sender).prop_map(
        |((rate, rtt, buffer, loss, jitter), (segments, is_sack, delays, marks, saved, law))| {
            let bdp = f64::from(rate) * f64::from(rtt) / 12.0;
            let capacity = ((bdp * buffer) as u64).max(4);
            let queue =
                if marks { json!({ "kind": "codel", "capacity": capacity }) } else { drop_tail(capacity) };
            let mut hop = hop(&format!("{rate}Mbps"), &format!("{}us", rtt * 500), &queue);
            let probability = [0.0, 0.0, 0.001, 0.02][loss];
            hop["loss"] = json!({ "kind": "bernoulli", "probability": probability });
            if jitter > 0 {
                hop["jitter"] = json!({ "kind": "uniform", "max": format!("{jitter}ms") });
            }
            let algorithm = ["cubic-rfc9438", "sack", "westwood+"][law];
            let mut more = json!({ "algorithm": algorithm, "delayed_ack": delays,
            "recovery": if is_sack { "sack" } else { "rack" } });
            if marks {
                more["ecn"] = json!("classic");
            }
            let flow = start("standard", segments * SEGMENT, &more, &hop);
            (flow, json!({ "window": saved, "rtt": format!("{rtt}ms") }))
        },
    )
}

/// The same transfer with another start.
fn with_start(transfer: &Value, word: &str, saved: &Value) -> Value {
    let mut other = transfer.clone();
    other["flows"][0]["slow_start"] = json!(word);
    if word == "careful-resume" {
        other["flows"][0]["careful_resume"] = saved.clone();
    }
    other["duration"] = json!(600);
    other
}

proptest! {
    #![proptest_config(shape::config(40))]

    /// Whatever the path does to a jump, all arrives, the decisions are true, and the window stays within bounds.
    #[test]
    fn a_start_that_jumps_delivers_all(case in transfers()) {
        let (transfer, saved) = case;
        for word in ["careful-resume", "rapid-start", "jump-start"] {
            let simulation = run(&with_start(&transfer, word, &saved));
            assert_conserved(&simulation);
            prop_assert!(simulation.results().flows[0].completion_s.is_some(), "{word}");
            for event in simulation.recorder().events().kept() {
                let rule = rules()[usize::from(event.rule)].rule;
                let held = formula::holds(rule, &event.terms[..rule.terms.len()]);
                prop_assert!(!rule.key.starts_with("slow-start.") || held.is_ok(), "{word}: {held:?}");
                if rule.key == "slow-start.settled" {
                    let (before, cwnd) = (event.terms[0], event.terms[3]);
                    prop_assert!(cwnd < before && cwnd >= 2.0, "{:?}", event.terms);
                }
            }
        }
    }

    /// Where nothing is lost, a start that jumps is at most one round trip behind slow start, which sends at once
    /// what the other spreads.
    #[test]
    fn a_start_that_jumps_is_no_slower_where_all_arrives(rate in 5u32..200, rtt in 5u32..300, segments in 20u64..4000) {
        let hop = hop(&format!("{rate}Mbps"), &format!("{}us", rtt * 500), &drop_tail(100_000));
        let transfer = start("standard", segments * SEGMENT, &json!({}), &hop);
        let saved = json!({ "window": 5000, "rtt": format!("{rtt}ms") });
        let standard_s = completion_s(&run(&transfer));
        for word in ["careful-resume", "rapid-start", "jump-start"] {
            let ours_s = completion_s(&run(&with_start(&transfer, word, &saved)));
            prop_assert!(ours_s <= standard_s + f64::from(rtt) / 1e3, "{word}: {ours_s} and {standard_s}");
        }
    }
}
