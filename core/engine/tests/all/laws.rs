//! Laws over random scenarios. They hold for every run, whatever the scenario.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::shape::{self, Shape, shape};
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{
    Fate, PacketKindCode, PacketLink, PacketRecord, RecordOptions, SeriesId, SeriesSource,
};
use ackscope_engine::units::Time;
use ackscope_scenario::{compile, read};
use proptest::prelude::*;

/// The access link on which a packet arrives at its receiver.
const RECEIVER_IN: u32 = 1;
/// The access link on which an ACK arrives at the first flow.
const SOURCE_IN: PacketLink = PacketLink::Access { flow: 0, link: 3 };

fn setup_of(shape: &Shape) -> Setup {
    let text = shape.scenario().to_string();
    let scenario = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    compile(&scenario, 0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn run(setup: &Setup) -> Simulation {
    let mut simulation = Simulation::new(setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    simulation
}

proptest! {
    #![proptest_config(shape::config(96))]

    /// At every instant, every packet put on the wire has arrived, was dropped, was lost, or is
    /// under way.
    #[test]
    fn packets_are_conserved(shape in shape()) {
        let setup = setup_of(&shape);
        let mut simulation = Simulation::new(&setup, &RecordOptions::NOTHING);
        let mut before = Time::ZERO;
        loop {
            let progress = simulation.advance(Time::NEVER, 1009);
            prop_assert!(progress.time >= before, "from {before:?} back to {:?}", progress.time);
            before = progress.time;
            let census = simulation.census();
            prop_assert_eq!(
                census.sent,
                census.arrived + census.dropped + census.lost + census.under_way + census.stuck
                    + census.thinned,
                "{:?} at {:?}", census, progress.time
            );
            if progress.done { break; }
        }
        prop_assert!(simulation.census().sent > 0);
    }

    /// No queue exceeds its capacity. No cwnd is below one segment, no ssthresh below two, and no
    /// RTT below the propagation delay. Every value is finite.
    #[test]
    fn series_stay_within_their_bounds(shape in shape()) {
        let setup = setup_of(&shape);
        let simulation = run(&setup);
        let recorder = simulation.recorder();
        let mut samples = 0;
        for (info, series) in recorder.infos().iter().zip(recorder.series()) {
            for bin in series.bins(0) {
                samples += 1;
                prop_assert!(bin.min.is_finite() && bin.max.is_finite(), "{:?} {:?}", info, bin);
                match (info.series, &info.source) {
                    (SeriesId::Cwnd, _) => prop_assert!(bin.min >= 1.0, "cwnd {:?}", bin),
                    (SeriesId::Ssthresh, _) => prop_assert!(bin.min >= 2.0, "ssthresh {:?}", bin),
                    (SeriesId::Queue, _) => {
                        prop_assert!(bin.max <= shape.capacity as f32, "queue {:?} of {}", bin, shape.capacity);
                    }
                    (SeriesId::Rtt, SeriesSource::Flow(flow)) => {
                        // The series stores single precision: rounding may take off half a unit in
                        // the last place.
                        let least = setup.flows[*flow].rtt.secs() as f32 * (1.0 - f32::EPSILON);
                        prop_assert!(bin.min >= least, "rtt {:?} below {}", bin, least);
                    }
                    (_, _) => prop_assert!(bin.min >= 0.0, "{:?} {:?}", info, bin),
                }
            }
        }
        // On a link that loses a large part of all packets, the handshake may never succeed.
        prop_assert!(samples > 0 || shape.loss > 0.1);
    }

    /// A connection with data never falls silent. Whatever is lost, it sends again no later than
    /// the maximum RTO after it last sent or an ACK last came: that restarts the timer (RFC 6298, 5.3), and it may
    /// have waited for a delayed ACK, or for an agent that retransmits. While a user thinks there is no data.
    #[test]
    fn no_flow_is_dead_for_longer_than_the_maximum_rto(shape in shape()) {
        const LONGEST_RTO_S: f64 = 3.0;
        let mut scenario = shape.scenario();
        scenario["flows"][0].as_object_mut().expect("a flow").remove("bytes");
        scenario["flows"][0]["rto"] = serde_json::json!({
            "min": "200ms", "max": LONGEST_RTO_S, "initial": "1s", "granularity": "10ms"
        });
        if let Some(think) = scenario.pointer_mut("/flows/0/application/think") {
            *think = serde_json::json!(0);
        }
        let setup = compile(&read(&scenario.to_string()).expect("valid"), 0).expect("valid");
        let mut simulation = Simulation::new(&setup, &RecordOptions::NOTHING);
        simulation.advance(Time::NEVER, u64::MAX);
        let log = simulation.packets(Time::ZERO, Time::NEVER);
        prop_assume!(log.records.len() < log.cap);
        let sent: Vec<f64> = log.records.iter()
            .filter(|record| record.flow == 0 && record.place == PacketLink::Channel(0))
            .filter(|record| record.kind != PacketKindCode::Ack)
            .map(|record| record.enter.secs())
            .collect();
        prop_assert!(!sent.is_empty(), "the first SYN");
        let packet_s = 12_000.0 / shape.rate_bps as f64;
        let full_queues_s = 2.0 * setup.hops.len() as f64 * (shape.capacity + 1) as f64 * packet_s;
        let longest_s = LONGEST_RTO_S + setup.flows[0].rtt.secs() + full_queues_s + shape.late_s();
        let heard: Vec<f64> = log.records.iter()
            .filter(|record| record.kind == PacketKindCode::Ack && record.place == SOURCE_IN)
            .map(|record| record.arrive.secs())
            .collect();
        let ends = sent.iter().copied().chain([shape.duration_s]);
        for (&from, to) in sent.iter().zip(ends.skip(1)) {
            let last = heard.iter().copied().filter(|at| *at < to).fold(from, f64::max);
            prop_assert!(to - last <= longest_s, "silent from {last} s to {to} s, longer than {longest_s} s");
        }
    }

    /// In no window does a link send more than it can, even if its rate changes or drops to zero:
    /// waiting packets do not count as sent. Useful utilisation and goodput are never negative and
    /// never minus zero.
    #[test]
    fn no_link_is_used_more_than_fully(shape in shape(), ends_s in 0.1..6.0, restarts in any::<bool>()) {
        let mut scenario = shape.scenario();
        let mut steps = vec![serde_json::json!([0, shape.rate_bps]), serde_json::json!([ends_s, 0])];
        if restarts {
            steps.push(serde_json::json!([ends_s + 1.0, shape.rate_bps / 2]));
            steps.push(serde_json::json!([ends_s + 1.3, 0]));
        }
        scenario["hops"][0]["rate"] = steps.into();
        let edge = |k: u32| shape.duration_s * f64::from(k) / 40.0;
        scenario["measure"] = (0..40).map(|k| serde_json::json!([edge(k), edge(k + 1)])).collect();
        let setup = compile(&read(&scenario.to_string()).expect("valid"), 0).expect("valid");
        let results = run(&setup).results();
        for hop in &results.hops {
            for window in &hop.windows {
                let (used, useful) = (window.utilisation, window.useful_utilisation);
                prop_assert_eq!(used.is_some(), useful.is_some());
                let (used, useful) = (used.unwrap_or(0.0), useful.unwrap_or(0.0));
                prop_assert!(0.0 <= useful && useful <= used && used <= 1.0, "{window:?}");
                prop_assert!(used.is_sign_positive() && useful.is_sign_positive(), "{window:?}");
            }
        }
        for window in results.flows.iter().flat_map(|flow| &flow.windows) {
            prop_assert!(window.goodput_bps.is_sign_positive(), "{window:?}");
        }
    }

    /// Also if a link sends at listed instants, in intervals of any length.
    #[test]
    fn no_listed_link_is_used_more_than_fully(shape in shape(), gap_ms in 1u64..20, looped in any::<bool>()) {
        let mut scenario = shape.scenario();
        let instants: Vec<u64> = (1..40).map(|k| 7 * k * gap_ms + k * k % 7).collect();
        scenario["hops"][0]["rate"] = serde_json::json!({ "opportunities_ms": instants, "loop": looped });
        scenario["hops"][0]["queue"]["capacity"] = shape.capacity.into();
        let edge = |k: u32| shape.duration_s * f64::from(k) / 97.0;
        scenario["measure"] = (0..97).map(|k| serde_json::json!([edge(k), edge(k + 1)])).collect();
        let setup = compile(&read(&scenario.to_string()).expect("valid"), 0).expect("valid");
        for window in run(&setup).results().hops.iter().flat_map(|hop| &hop.windows) {
            let (used, useful) = (window.utilisation.unwrap_or(0.0), window.useful_utilisation.unwrap_or(0.0));
            prop_assert!(0.0 <= useful && useful <= used && used <= 1.0, "{window:?}");
        }
    }

    /// Goodput exceeds neither the capacity of the links nor what was sent.
    #[test]
    fn goodput_is_bounded_by_capacity(shape in shape()) {
        let setup = setup_of(&shape);
        let results = run(&setup).results();
        let forward: f64 = results.flows.iter()
            .filter(|flow| flow.direction == ackscope_engine::setup::Direction::Forward)
            .map(|flow| flow.windows[0].goodput_bps).sum();
        // All forward flows of these scenarios cross the first hop.
        prop_assert!(forward <= shape.rate_bps as f64 * (1.0 + 1e-9), "{} over {}", forward, shape.rate_bps);
        for flow in &results.flows {
            let window = &flow.windows[0];
            prop_assert!(window.goodput_bps <= window.throughput_bps + 1e-6);
            prop_assert!(window.retransmission_ratio.is_none_or(|ratio| (0.0..=1.0).contains(&ratio)));
            // A packet waits for the packets before it and for nothing else: not for a delayed ACK,
            // jitter or a longer path.
            let queued_s = window.mean_queueing_s.unwrap_or(0.0);
            let first_in_first_out =
                setup.hops[0].forward.queue.kind == "drop-tail" && setup.hops[0].agent.is_none();
            if first_in_first_out {
                let full_s = shape.capacity as f64 * 12_000.0 / shape.rate_bps as f64;
                let most_s = 2.0 * setup.hops.len() as f64 * full_s;
                prop_assert!((0.0..=most_s + 1e-9).contains(&queued_s), "{queued_s} s above {most_s} s");
            }
        }
        for hop in &results.hops {
            let window = &hop.windows[0];
            prop_assert!(window.utilisation.is_some_and(|u| (0.0..=1.0).contains(&u)), "{:?}", window);
            prop_assert!(window.mean_queue_packets <= shape.capacity as f64);
        }
    }

    /// A receiver delivers each segment once and in order. What it has delivered at the end is the
    /// longest beginning without a gap of the segments that arrived.
    #[test]
    fn bytes_are_delivered_in_order_and_once(shape in shape()) {
        let mut scenario = shape.scenario();
        // A SYN has a segment number too, but carries no data.
        scenario["flows"][0]["handshake"] = serde_json::json!(false);
        // With the ELN agent, the rest of a corrupted segment arrives, but only as a notice.
        prop_assume!(scenario["hops"][0]["agent"] != "eln");
        // With requests, each connection counts its segments from zero.
        prop_assume!(scenario["flows"][0]["application"]["kind"] != "requests");
        let setup = compile(&read(&scenario.to_string()).expect("valid"), 0).expect("valid");
        let mut simulation = Simulation::new(&setup, &RecordOptions::NOTHING);
        simulation.advance(Time::NEVER, u64::MAX);
        let log = simulation.packets(Time::ZERO, Time::NEVER);
        prop_assume!(log.records.len() < log.cap);
        let end = Time::from_secs(shape.duration_s);
        let came: BTreeSet<u64> = log.records.iter()
            .filter(|record| record.place == PacketLink::Access { flow: 0, link: RECEIVER_IN })
            .filter(|record| matches!(record.fate, Fate::Delivered | Fate::Marked) && record.arrive <= end)
            .map(|record| record.number)
            .collect();
        let in_order = came.iter().zip(0..).take_while(|(number, at)| **number == *at).count();
        let bits = f64::from(setup.flows[0].packet_bytes) * 8.0;
        let results = simulation.results();
        let delivered = results.flows[0].windows[0].goodput_bps * shape.duration_s / bits;
        prop_assert!((delivered - in_order as f64).abs() < 1e-3, "{} delivered, {} came in order", delivered, in_order);
    }

    /// A channel sends its packets one after the other, and none of them faster than its rate.
    #[test]
    fn no_channel_is_above_its_rate(shape in shape()) {
        let setup = setup_of(&shape);
        let mut simulation = Simulation::new(&setup, &RecordOptions::NOTHING);
        simulation.advance(Time::NEVER, u64::MAX);
        let log = simulation.packets(Time::ZERO, Time::NEVER);
        let packet_s = 12_000.0 / shape.rate_bps as f64;
        let mut channels: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        let was_sent = |record: &&PacketRecord| record.fate != Fate::Dropped && record.depart < Time::NEVER;
        for record in log.records.iter().filter(was_sent) {
            if let PacketLink::Channel(channel) = record.place {
                channels.entry(channel).or_default().push(record);
            }
        }
        prop_assert!(channels.contains_key(&0), "nothing was sent");
        for (channel, mut records) in channels {
            records.sort_by_key(|record| record.start);
            let mut free = Time::ZERO;
            for record in records {
                prop_assert!(record.start >= free, "two at once on channel {}: {:?}", channel, record);
                free = record.depart;
                // ACKs, UDP and the SYN, whose number is zero, are smaller.
                let is_whole = matches!(record.kind, PacketKindCode::Data | PacketKindCode::Retransmission)
                    && record.number > 0;
                let least_s = if is_whole { packet_s } else { 0.0 };
                let took_s = record.depart.secs() - record.start.secs();
                prop_assert!(took_s >= least_s - 1e-9, "{:?} took {} s", record, took_s);
            }
        }
    }

    /// A run cut into slices, or cloned half-way, is the same run bit for bit, also with a receiver that
    /// offers ever larger windows.
    #[test]
    fn slices_and_clones_change_nothing(shape in shape(), slice in 1u64..3000, grows in any::<bool>()) {
        let mut scenario = shape.scenario();
        if grows {
            for flow in scenario["flows"].as_array_mut().expect("a list") {
                if flow["kind"] != "cbr" && flow["delayed_ack"] != false {
                    flow["receive_buffer"] = serde_json::json!({ "initial": "16kB", "max": "2MB" });
                }
            }
        }
        let setup = compile(&read(&scenario.to_string()).expect("valid"), 0).expect("valid");
        let whole = run(&setup);
        let mut sliced = Simulation::new(&setup, &RecordOptions::NOTHING);
        let mut clone = None;
        while !sliced.advance(Time::NEVER, slice).done {
            if clone.is_none() && sliced.progress().time >= Time::from_secs(shape.duration_s / 2.0) {
                clone = Some(sliced.clone());
            }
        }
        prop_assert_eq!(sliced.results().engine.trace_hash, whole.results().engine.trace_hash);
        if let Some(mut clone) = clone {
            clone.advance(Time::NEVER, u64::MAX);
            prop_assert_eq!(clone.results().engine.trace_hash, whole.results().engine.trace_hash);
        }
    }

    /// Reading the recorder during a run does not change the run. The bins that are settled by then
    /// equal those of the whole run.
    #[test]
    fn curves_do_not_depend_on_slices(shape in shape(), slice in 1u64..3000) {
        let setup = setup_of(&shape);
        let whole = run(&setup);
        let mut sliced = Simulation::new(&setup, &RecordOptions::PAGE);
        let mut is_over = false;
        while !is_over {
            let progress = sliced.advance(Time::NEVER, slice);
            is_over = progress.done;
            let settled = sliced.recorder().bin(progress.time);
            for (seen, known) in sliced.recorder().series().iter().zip(whole.recorder().series()) {
                let settled = seen.settled(settled);
                prop_assert!(seen.bins(0).take(settled).eq(known.bins(0).take(settled)));
                prop_assert!(!is_over || seen.bins(0).eq(known.bins(0)));
            }
        }
    }

    /// Flows that measure the delays of their packets send the same packets.
    #[test]
    fn measured_delays_change_nothing(shape in shape()) {
        let mut scenario = shape.scenario();
        let without = run(&compile(&read(&scenario.to_string()).expect("valid"), 0).expect("valid"));
        for flow in scenario["flows"].as_array_mut().expect("a list") {
            flow["measure_delay"] = true.into();
        }
        let with = run(&compile(&read(&scenario.to_string()).expect("valid"), 0).expect("valid"));
        prop_assert_eq!(with.results().engine.trace_hash, without.results().engine.trace_hash);
        for (flow, setup) in with.results().flows.iter().zip(&with.setup().flows) {
            let window = &flow.windows[0];
            prop_assert!(window.p50_delay_s <= window.p95_delay_s && window.p95_delay_s <= window.p99_delay_s);
            prop_assert!(window.p50_delay_s.is_some() || window.last_sequence == 0, "{}", setup.name);
        }
    }

    /// A flow that never sends changes nothing for the others.
    #[test]
    fn a_silent_flow_changes_nothing(shape in shape()) {
        let mut scenario = shape.scenario();
        if shape.capacity % 2 == 0 {
            scenario["hops"][0]["queue"]["capacity"] = "1bdp".into();
            scenario["ns2_order"] = serde_json::Value::Null;
        }
        let without = run(&compile(&read(&scenario.to_string()).expect("valid"), 0).expect("valid"));
        let silent = serde_json::json!({
            "name": "silent", "algorithm": "sack", "count": 3, "rtt": "9s", "active": [], "packet_bytes": 9000,
            "recovery_variant": "ns2_sack1"
        });
        scenario["flows"].as_array_mut().expect("a list").insert(0, silent);
        let scenario = read(&scenario.to_string()).expect("valid");
        let with = run(&compile(&scenario, 0).expect("valid"));
        prop_assert_eq!(with.results().engine.trace_hash, without.results().engine.trace_hash);
    }

    /// A run in which everything starts some whole seconds later is the same run, later: algorithms count
    /// from the whole second before the first start. After another step they count from another fraction of a
    /// second, which rounds differently, and an RTT that ends with an ACK may end with the next one. Queues
    /// and agents that compute at fixed intervals, links that change at given times and the order of ns-2's
    /// clock depend on the time of day; these scenarios have none of them. The timer wheel of `linux6` does:
    /// its level for the longest timeout has steps of 8^4 ticks of a millisecond, and 125 of them are the
    /// first whole seconds.
    #[test]
    fn a_later_start_is_the_same_run_later(shape in shape(), steps in 1u64..200) {
        const WHEEL_S: u64 = 125 * 4096 / 1000;
        let has_wheel = shape.rtt_ms % 2 == 0;
        let later_s = if has_wheel { steps.div_ceil(8) * WHEEL_S } else { steps };
        let seconds = |from: f64, scenario: &mut serde_json::Value| {
            let end = shape.duration_s + from;
            scenario["duration"] = end.into();
            scenario.as_object_mut().expect("an object").remove("measure");
            scenario["ns2_order"] = false.into();
            let hop = &mut scenario["hops"][0];
            hop.as_object_mut().expect("an object").remove("agent");
            for key in ["kind", "ecn"] {
                hop["queue"].as_object_mut().expect("an object").remove(key);
            }
            hop["delay"] = format!("{}ms", shape.delay_ms).into();
            hop["loss"] = serde_json::json!({ "kind": "bernoulli", "probability": shape.loss });
            for flow in scenario["flows"].as_array_mut().expect("a list") {
                let periods = flow["active"].as_array().cloned().unwrap_or_else(|| {
                    vec![serde_json::json!([0, shape.duration_s])]
                });
                flow["active"] = periods.iter().map(|period| {
                    let at = |side: usize| period[side].as_f64().expect("a time") + from;
                    serde_json::json!([at(0), at(1)])
                }).collect();
                if flow["kind"] != "cbr" {
                    flow["tcp"] = if has_wheel { "linux6" } else { "classic" }.into();
                }
            }
        };
        let of = |from: f64| {
            let mut scenario = shape.scenario();
            seconds(from, &mut scenario);
            let text = scenario.to_string();
            let setup = read(&text).and_then(|scenario| compile(&scenario, 0));
            setup.map(|setup| run(&setup).results())
        };
        // Some algorithms do not go with this profile.
        let Ok(now) = of(0.0) else { return Ok(()) };
        let later = of(later_s as f64).expect("valid, as before");
        for (a, b) in now.flows.iter().zip(&later.flows) {
            let (a, b) = (a.windows[0], b.windows[0]);
            prop_assert_eq!(a.last_sequence, b.last_sequence);
            prop_assert_eq!(a.retransmission_ratio, b.retransmission_ratio);
            prop_assert_eq!((a.timeouts, a.fast_retransmits), (b.timeouts, b.fast_retransmits));
            prop_assert_eq!(a.mean_rtt_s, b.mean_rtt_s);
        }
        for (a, b) in now.hops.iter().zip(&later.hops) {
            let (a, b) = (a.windows[0], b.windows[0]);
            prop_assert_eq!((a.arrivals, a.drops, a.channel_losses), (b.arrivals, b.drops, b.channel_losses));
        }
    }

    /// The replay of an interval shows exactly the packets that the run had there.
    #[test]
    fn a_replay_repeats_the_run(shape in shape(), part in 0.1f64..0.9) {
        let setup = setup_of(&shape);
        let (from, to) = (Time::from_secs(shape.duration_s * part), Time::from_secs(shape.duration_s * part + 0.5));
        let sparse = run(&setup);
        // Without checkpoints the replay starts at zero.
        let mut plain = Simulation::new(&setup, &RecordOptions { checkpoint_bytes: 0, ..RecordOptions::PAGE });
        plain.advance(Time::NEVER, u64::MAX);
        let (a, b) = (sparse.packets(from, to), plain.packets(from, to));
        prop_assert_eq!(a.records.len(), b.records.len());
        for (x, y) in a.records.iter().zip(&b.records) {
            prop_assert_eq!((x.flow, x.number, x.enter, x.arrive), (y.flow, y.number, y.enter, y.arrive));
        }
    }
}

/// A setup whose path, schedule and timers are `k` times as fast. Delays are whole microseconds,
/// and a packet takes a whole number of microseconds, so halving is exact.
fn paced(algorithm: &str, queue: &str, loss: &serde_json::Value, k: f64) -> Setup {
    let us = |us: f64| format!("{}us", us / k);
    let main = serde_json::json!({
        "name": "main", "algorithm": algorithm, "access_delay": us(20_000.0), "start": 0, "send_jitter": 0,
        "delayed_ack_timeout": us(200_000.0),
        "rto": { "min": us(200_000.0), "max": us(64_000_000.0), "initial": us(1_000_000.0), "granularity": us(10_000.0) },
    });
    let scenario = serde_json::json!({
        "version": 1, "seed": 3, "duration": us(60_000_000.0),
        "hops": [{ "rate": 2_000_000.0 * k, "delay": us(30_000.0),
            "queue": { "kind": queue, "capacity": 12 }, "loss": loss }],
        "flows": [
            main,
            { "name": "noise", "kind": "cbr", "rate": 500_000.0 * k, "packet_bytes": 500,
              "active": [[us(20_000_000.0), us(25_000_000.0)]] },
        ],
    });
    compile(&read(&scenario.to_string()).unwrap_or_else(|error| panic!("{error}")), 0).expect("valid")
}

/// The engine has no clock of its own. If all rates are doubled and all times halved, timer
/// constants included, the same packets have the same fate in half the time. This holds for
/// algorithms without times or rates of their own.
#[test]
fn twice_as_fast_is_the_same() {
    let bernoulli = serde_json::json!({ "kind": "bernoulli", "probability": 0.01 });
    let script = serde_json::json!({ "kind": "scripted", "packets": [40, 41, 60, 300, 301, 302, 900] });
    for algorithm in ["tahoe", "reno", "newreno", "sack", "stcp", "hstcp", "vegas"] {
        for (queue, loss) in [("drop-tail", &bernoulli), ("drop-tail", &script)] {
            let of = |k: f64| run(&paced(algorithm, queue, loss, k)).results();
            let (slow, fast) = (of(1.0), of(2.0));
            let (a, b) = (&slow.flows[0].windows[0], &fast.flows[0].windows[0]);
            assert!(a.goodput_bps > 1e5, "{algorithm}: {}", a.goodput_bps);
            assert_eq!(
                (a.fast_retransmits, a.timeouts),
                (b.fast_retransmits, b.timeouts),
                "{algorithm} {loss}"
            );
            assert_eq!(slow.engine.delivered_segments, fast.engine.delivered_segments, "{algorithm} {loss}");
            assert!(
                (b.goodput_bps / a.goodput_bps - 2.0).abs() < 1e-9,
                "{algorithm}: {} {}",
                a.goodput_bps,
                b.goodput_bps
            );
            let (x, y) = (a.mean_rtt_s.expect("an RTT"), b.mean_rtt_s.expect("an RTT"));
            assert!((x / y - 2.0).abs() < 1e-6, "{algorithm}: RTT {x} {y}");
        }
    }
}
