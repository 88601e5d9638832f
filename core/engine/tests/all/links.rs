//! Modern links: jitter, reordering, aggregation, thinned ACKs and policers, from the scenario to
//! their effects.

use crate::common::run::{assert_conserved, channel, run, setup};
use crate::common::shape;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{Fate, PacketKindCode, PacketLink, PacketRecord};
use ackscope_engine::units::Time;
use proptest::prelude::*;
use serde_json::{Value, json};

/// One flow of `algorithm` over 10 Mbit/s for 6 s, with room for all that it sends. `hop` is merged
/// into its hop.
fn path(algorithm: &str, hop: &Value) -> Value {
    let mut scenario = json!({ "version": 1, "seed": 5, "duration": "6s",
        "hops": [{ "rate": "10Mbps", "delay": "20ms", "queue": { "capacity": 400 } }],
        "flows": [{ "name": "main", "algorithm": algorithm, "rtt": "60ms", "receive_window": 60 }] });
    scenario["hops"][0].as_object_mut().unwrap().extend(hop.as_object().unwrap().clone());
    scenario
}

/// The packets on channel `index`, in the order in which they entered it, up to the size of a log.
fn on_channel(simulation: &Simulation, index: u32) -> Vec<PacketRecord> {
    let log = simulation.packets(Time::ZERO, Time::NEVER);
    let mut records: Vec<PacketRecord> =
        log.records.into_iter().filter(|record| record.place == PacketLink::Channel(index)).collect();
    records.sort_by_key(|record| record.enter);
    records
}

/// The extra delay of each delivered packet, in seconds.
fn late_s(records: &[PacketRecord], delay_s: f64) -> Vec<f64> {
    let delivered = records.iter().filter(|record| record.fate == Fate::Delivered);
    delivered.map(|record| record.arrive.secs() - record.depart.secs() - delay_s).collect()
}

/// The number of packets that arrive by `end` after one that was sent later, by RFC 4737 §3.3: in
/// the order of arrival, those with a number below the next expected one. Until now this test
/// counted, in the order of sending, the packets that arrive before an earlier one: these have
/// overtaken a packet and are in order.
fn overtaken(records: &[PacketRecord], end: Time) -> u64 {
    let mut numbers: Vec<usize> =
        (0..records.len()).filter(|&number| records[number].arrive <= end).collect();
    numbers.sort_by_key(|&number| (records[number].arrive, number));
    let (mut next_expected, mut count) = (0, 0);
    for number in numbers {
        count += u64::from(number < next_expected);
        next_expected = next_expected.max(number + 1);
    }
    count
}

/// One packet in a hundred is late by 9.5 packet times, and only it is reordered: nine packets
/// overtake it. A late packet is not overtaken only if the packets behind it are late as well.
#[test]
fn a_late_packet_is_reordered_and_not_the_nine_that_overtake_it() {
    let jitter = json!({ "kind": "reorder", "probability": 0.01, "delay": "9.5ms", "fixed": true });
    let simulation = run(&json!({ "version": 1, "duration": "400s",
        "hops": [{ "rate": "100Mbps", "delay": "10ms", "jitter": jitter }],
        "flows": [{ "kind": "cbr", "rate": "12Mbps" }] }));
    let window = channel(&simulation, 0);
    let part = window.reordered as f64 / window.arrivals as f64;
    // 400 000 packets: the standard deviation of the part is √(0.01 · 0.99 / 400 000) = 0.00016.
    assert!((part - 0.01).abs() < 5.0 * 0.00016, "{part}");
}

#[test]
fn jitter_is_bounded_and_keeps_the_order_unless_packets_overtake() {
    for (jitter, most_s, reorders) in [
        (json!({ "kind": "uniform", "max": "15ms" }), 0.015, false),
        (json!({ "kind": "uniform", "max": "15ms", "overtake": true }), 0.015, true),
        (json!({ "kind": "reorder", "probability": 0.02, "delay": "8ms" }), 0.008, true),
        (json!({ "kind": "aggregation", "wait": "3ms", "spread": "9ms" }), 0.012, false),
    ] {
        let simulation = run(&path("sack", &json!({ "jitter": jitter })));
        assert_conserved(&simulation);
        let records = on_channel(&simulation, 0);
        let late = late_s(&records, 0.02);
        assert!(late.iter().all(|late| (-1e-9..=most_s + 1e-9).contains(late)), "{jitter}");
        assert!(late.iter().any(|late| *late > most_s / 2.0), "{jitter}");
        let seen = overtaken(&records, simulation.setup().duration);
        assert_eq!(seen > 0, reorders, "{jitter}: {seen}");
        let window = channel(&simulation, 0);
        assert_eq!(window.reordered, seen, "{jitter}");
        assert_eq!((window.drops, window.channel_losses), (0, 0));
        let back = on_channel(&simulation, 1);
        assert!(late_s(&back, 0.02).iter().all(|late| *late < 1e-9), "the way back has none of its own");
    }
}

/// Nothing is lost, so the receiver already has every retransmitted segment. To a sender that
/// counts duplicates, reordering looks like loss.
#[test]
fn reordering_makes_a_sender_retransmit_what_was_never_lost() {
    let main = |hop: Value| run(&path("sack", &hop)).results().flows[0].windows[0];
    let quiet = main(json!({}));
    assert_eq!((quiet.fast_retransmits, quiet.timeouts), (0, 0), "nothing else is in the way");
    let mild = json!({ "kind": "reorder", "probability": 0.02, "delay": "2ms", "fixed": true });
    let mild = main(json!({ "jitter": mild }));
    // Two milliseconds are fewer than two packets of 1.2 ms, so there are fewer than three
    // duplicates.
    assert_eq!((mild.fast_retransmits, mild.retransmission_ratio), (0, Some(0.0)));
    let wild = json!({ "kind": "reorder", "probability": 0.02, "delay": "9ms", "fixed": true });
    let wild = main(json!({ "jitter": wild }));
    assert!(wild.fast_retransmits >= 5, "{}", wild.fast_retransmits);
    assert!(wild.spurious_retransmissions >= 5, "{}", wild.spurious_retransmissions);
    assert!(wild.goodput_bps < 0.8 * quiet.goodput_bps, "{} of {}", wild.goodput_bps, quiet.goodput_bps);
}

/// Late ACKs repeat earlier information. If they overtake each other, nothing of it is lost.
#[test]
fn acks_that_overtake_each_other_confuse_nobody() {
    let back = json!({ "jitter": { "kind": "uniform", "max": "30ms", "overtake": true } });
    let loss = json!({ "kind": "bernoulli", "probability": 0.01 });
    for algorithm in ["sack", "newreno", "bbr", "cubic"] {
        let simulation = run(&path(algorithm, &json!({ "back": back, "loss": loss })));
        assert_conserved(&simulation);
        let window = simulation.results().flows[0].windows[0];
        assert!(channel(&simulation, 1).reordered > 100, "{}", channel(&simulation, 1).reordered);
        assert!(window.goodput_bps > 5e5, "{algorithm}: {}", window.goodput_bps);
        assert!(window.timeouts < 12, "{algorithm}: {} timeouts", window.timeouts);
    }
}

#[test]
fn batches_arrive_together_and_thinning_leaves_one_ack_of_each() {
    let thin = |thin_acks: bool| {
        let jitter = json!({ "kind": "aggregation", "wait": "10ms", "thin_acks": thin_acks });
        run(&path("newreno", &json!({ "back": { "jitter": jitter } })))
    };
    let (plain, thinned) = (thin(false), thin(true));
    let arrivals = |simulation: &Simulation| -> Vec<Time> {
        let mut at: Vec<Time> = on_channel(simulation, 1)
            .iter()
            .filter(|record| record.kind == PacketKindCode::Ack && record.arrive != Time::NEVER)
            .map(|record| record.arrive)
            .collect();
        at.dedup();
        at
    };
    let batches = arrivals(&plain);
    assert!(batches.windows(2).all(|pair| pair[1].secs() - pair[0].secs() >= 0.01 - 1e-9));
    let (before, after) = (channel(&plain, 1), channel(&thinned, 1));
    assert_eq!((before.thinned_acks, after.drops, after.channel_losses), (0, 0, 0));
    assert_conserved(&thinned);
    // 10 ms of 10 Mbit/s are eight segments and so four delayed ACKs. One of these is left.
    let part = after.thinned_acks as f64 / after.arrivals as f64;
    assert!((0.5..0.9).contains(&part), "{part}");
    // At the end, ACKs of 30 ms are still in flight, at most 420 per second.
    let reached = after.arrivals - after.thinned_acks;
    assert!(reached <= arrivals(&thinned).len() as u64 + 13, "{reached} in {}", arrivals(&thinned).len());
    let goodput = |simulation: &Simulation| simulation.results().flows[0].windows[0].goodput_bps;
    assert!(goodput(&thinned) > 0.8 * goodput(&plain), "ACKs are cumulative: nothing stalls");
}

#[test]
fn every_lane_meets_the_same_jitter() {
    let of = |seed: u64| {
        let mut scenario = path("sack", &json!({ "jitter": { "kind": "uniform", "max": "10ms" } }));
        scenario["seed"] = json!(seed);
        run(&scenario).results().engine.trace_hash
    };
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

#[test]
fn a_policer_holds_a_flow_at_its_rate_and_a_shaper_makes_it_wait() {
    let policed =
        json!({ "queue": { "kind": "policer", "capacity": 400, "rate": "2Mbps", "burst": "30kB" } });
    let simulation = run(&path("cubic", &policed));
    assert_conserved(&simulation);
    let hop = channel(&simulation, 0);
    assert!(hop.drops > 10 && hop.early_drops == hop.drops, "{hop:?}");
    assert!(hop.mean_queue_packets < 1.0, "the queue behind it stays empty: {}", hop.mean_queue_packets);
    let shaped = run(&path("cubic", &json!({ "rate": "2Mbps", "queue": { "capacity": 20 } })));
    assert!(channel(&shaped, 0).mean_queue_packets > 5.0, "{:?}", channel(&shaped, 0));
    let goodput = |simulation: &Simulation| simulation.results().flows[0].windows[0].goodput_bps;
    assert!(goodput(&simulation) <= 2e6 + 8.0 * 30_000.0 / 6.0, "{}", goodput(&simulation));
}

proptest! {
    #![proptest_config(shape::config(48))]

    /// In no interval does a policer let more through than its rate and its burst allow, whatever
    /// the senders.
    #[test]
    fn a_policer_never_lets_more_through(
        shape in shape::shape(), rate_bps in 20_000u64..5_000_000, burst in 1500u64..100_000,
    ) {
        let mut scenario = shape.scenario();
        scenario["hops"][0]["queue"] = json!({ "kind": "policer", "capacity": 50, "rate": rate_bps,
            "burst": format!("{burst}B") });
        // An agent sends packets of its own behind the policer.
        scenario["hops"][0].as_object_mut().unwrap().remove("agent");
        let simulation = run(&scenario);
        let records = on_channel(&simulation, 0);
        prop_assert!(!records.is_empty());
        let passed: Vec<(f64, f64)> = records.iter()
            .filter(|record| record.fate != Fate::Dropped)
            .map(|record| (record.enter.secs(), f64::from(record.bytes)))
            .collect();
        for first in (0..passed.len()).step_by(11) {
            let mut sum = 0.0;
            for (at_s, bytes) in &passed[first..] {
                sum += bytes;
                let most = rate_bps as f64 / 8.0 * (at_s - passed[first].0) + burst as f64;
                prop_assert!(sum <= most + 1.0, "{sum} bytes of {most} by {at_s} s");
            }
        }
    }

    /// A link without loss and with room for everything loses nothing, whatever the jitter.
    #[test]
    fn jitter_alone_loses_nothing(shape in shape::shape(), kind in 0usize..4) {
        let mut scenario = shape.scenario();
        let jitter = [
            json!({ "kind": "uniform", "max": "50ms", "overtake": true }),
            json!({ "kind": "reorder", "probability": 0.3, "delay": "200ms" }),
            json!({ "kind": "aggregation", "wait": "30ms", "spread": "30ms", "thin_acks": true }),
            json!({ "kind": "uniform", "max": "80ms" }),
        ][kind].clone();
        let hop = &mut scenario["hops"][0];
        hop["loss"] = json!({ "kind": "none" });
        hop["queue"] = json!({ "capacity": 1_000_000 });
        hop["back"] = json!({ "jitter": jitter });
        hop["jitter"] = jitter;
        hop.as_object_mut().unwrap().remove("agent");
        let simulation = run(&scenario);
        assert_conserved(&simulation);
        let census = simulation.census();
        prop_assert_eq!((census.dropped, census.lost), (0, 0));
        if kind != 2 {
            prop_assert_eq!(census.thinned, 0);
        }
    }
}

#[test]
fn what_is_not_allowed_is_refused_at_its_place() {
    for (hop, place) in [
        (json!({ "jitter": { "kind": "unifrom" } }), "hops.0.jitter.kind"),
        (json!({ "jitter": { "max": "5ms" } }), "hops.0.jitter"),
        (json!({ "jitter": { "kind": "uniform", "max": "5Mbps" } }), "hops.0.jitter.max"),
        (
            json!({ "back": { "jitter": { "kind": "reorder", "probability": 2 } } }),
            "hops.0.back.jitter.probability",
        ),
        (json!({ "jitter": { "kind": "none", "max": 1 } }), "hops.0.jitter"),
        (json!({ "queue": { "kind": "policer", "burst": "0B" } }), "hops.0.queue.burst"),
    ] {
        let error = setup(&path("sack", &hop)).expect_err("not allowed");
        assert_eq!(error.path, place, "{error}");
    }
}
