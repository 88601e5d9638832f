//! Queue disciplines and links in whole runs.

use crate::common::run::{assert_conserved, channel, events, run, setup};
use ackscope_engine::queue::REGISTRY;
use ackscope_engine::setup::Direction;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{
    Fate, PacketKindCode, PacketLink, PacketRecord, RecordOptions, SeriesId, SeriesSource,
};
use ackscope_engine::units::Time;
use serde_json::{Value, json};

/// Four connections forward and two backward over a 5 Mbit/s hop with this queue in both
/// directions.
fn busy(queue: Value, duration_s: f64) -> Value {
    json!({
        "version": 1, "seed": 5, "duration": duration_s,
        "hops": [{ "rate": "5Mbps", "delay": "10ms", "queue": queue }],
        "flows": [{ "name": "a", "algorithm": "newreno", "count": 4, "rtt": { "from": "40ms", "to": "100ms" } },
                  { "name": "b", "algorithm": "newreno", "count": 2, "rtt": "60ms", "direction": "backward" }],
    })
}

/// The largest value of a series of hop 0 forward after `from_s`; `None` if it is not recorded.
fn peak(simulation: &Simulation, series: SeriesId, from_s: f64) -> Option<f64> {
    let recorder = simulation.recorder();
    let source = SeriesSource::Hop(0, Direction::Forward);
    let place = recorder.infos().iter().position(|info| info.series == series && info.source == source)?;
    let bins = recorder.series()[place].bins(0);
    Some(
        bins.filter(|bin| recorder.bin_start_s(bin.index) >= from_s)
            .map(|bin| f64::from(bin.max))
            .fold(0.0, f64::max),
    )
}

/// Every discipline, and drop-tail that drops from the front.
fn queues(capacity: u64) -> Vec<Value> {
    let mut queues: Vec<Value> =
        REGISTRY.iter().map(|spec| json!({ "kind": spec.id, "capacity": capacity })).collect();
    queues.push(json!({ "kind": "drop-tail", "drop_front": true, "capacity": capacity }));
    queues
}

#[test]
fn every_discipline_keeps_packets_and_its_capacity() {
    for capacity in [0, 3, 30] {
        for queue in queues(capacity) {
            let simulation = run(&busy(queue.clone(), 60.0));
            assert_conserved(&simulation);
            let longest = peak(&simulation, SeriesId::Queue, 0.0).unwrap_or(0.0);
            assert!(longest <= capacity as f64, "{queue}: {longest} waited");
            let window = channel(&simulation, 0);
            assert!(window.drops > 0 && window.early_drops <= window.drops, "{queue}: {window:?}");
            let used = window.utilisation.expect("a link with a rate");
            // A policer without a rate of its own lets half of the link's rate through.
            let least = match (capacity, queue["kind"] == "policer") {
                (30, false) => 0.8,
                (30, true) => 0.4,
                _ => 0.03,
            };
            assert!(used <= 1.0 && used > least, "{queue}: {used}");
        }
    }
}

#[test]
fn a_run_in_slices_is_the_same_run() {
    for queue in queues(20) {
        let setup = setup(&busy(queue.clone(), 20.0)).unwrap_or_else(|error| panic!("{error}"));
        let whole = Simulation::new(&setup, &RecordOptions::PAGE).run();
        let mut sliced = Simulation::new(&setup, &RecordOptions::NOTHING);
        while !sliced.progress().done {
            let until = Time::from_secs(sliced.progress().time.secs() + 0.37);
            sliced.advance(until, 100);
        }
        let sliced = sliced.results();
        assert_eq!(sliced.engine.trace_hash, whole.engine.trace_hash, "{queue}");
        assert_eq!(sliced.hops[0].windows[0].drops, whole.hops[0].windows[0].drops);
    }
}

/// The recorded queue has a bin of 0.1 ms, and each interval begins and ends with one.
#[test]
fn the_maximum_of_a_queue_is_that_of_its_interval() {
    let fine = RecordOptions { bins_per_series: 1 << 17, ..RecordOptions::PAGE };
    let mut differ = 0;
    for queue in queues(20) {
        let mut scenario = busy(queue.clone(), 13.1072);
        scenario["measure"] = json!([[0, 1], [1, 6], [4, 9], [5, 13.1072], [0, 13.1072]]);
        let setup = setup(&scenario).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(&setup, &fine);
        simulation.advance(Time::NEVER, u64::MAX);
        let recorder = simulation.recorder();
        for (index, direction) in [Direction::Forward, Direction::Backward].into_iter().enumerate() {
            let wanted = SeriesSource::Hop(0, direction);
            let infos = recorder.infos();
            let place = infos.iter().position(|info| info.series == SeriesId::Queue && info.source == wanted);
            let bins: Vec<_> = place.iter().flat_map(|place| recorder.series()[*place].bins(0)).collect();
            let windows = &simulation.results().hops[index].windows;
            assert_eq!(windows.len(), 5);
            for window in windows {
                let start = |index: u32| recorder.bin_start_s(index) + 1e-9;
                let before = bins.iter().rev().find(|bin| start(bin.index) < window.from_s);
                let within =
                    bins.iter().filter(|bin| (window.from_s..window.to_s).contains(&start(bin.index)));
                let longest = within.map(|bin| bin.max).fold(before.map_or(0.0, |bin| bin.last), f32::max);
                assert_eq!(window.max_queue_packets, Some(longest as u64), "{queue}: {window:?}");
                assert!(window.mean_queue_packets <= f64::from(longest), "{queue}: {window:?}");
            }
            differ += usize::from(windows[0].max_queue_packets != windows[4].max_queue_packets);
        }
    }
    assert!(differ > 0, "an interval has its own maximum");
}

#[test]
fn settling_fates_late_changes_nothing_where_nothing_is_dropped_late() {
    let hash = |queue: Value| {
        let simulation = run(&busy(queue, 60.0));
        let window = channel(&simulation, 0);
        (simulation.results().engine.trace_hash, window.drops, window.mean_queue_packets)
    };
    let patient = hash(json!({ "kind": "codel", "target": "10s", "capacity": 25 }));
    assert!(patient.1 > 0);
    assert_eq!(patient, hash(json!({ "kind": "drop-tail", "capacity": 25 })));
    let roomy = |front| hash(json!({ "kind": "drop-tail", "drop_front": front, "capacity": 100_000 }));
    assert_eq!(roomy(true), roomy(false));
}

#[test]
fn red_keeps_the_average_at_its_upper_threshold() {
    // RED drops every packet that finds the average at its upper threshold of 15. What waits then leaves
    // in order: a queue of q still adds (q − 15) / 500 with each arrival, some (q − 15)² / 1000 in all.
    // A queue of 45 adds 0.9.
    for (kind, highest) in [("red", 16.0), ("gentle-red", 24.0)] {
        let mut scenario = busy(json!({ "kind": kind, "capacity": 200 }), 60.0);
        scenario["flows"][0]["count"] = json!(20);
        let simulation = run(&scenario);
        let average = peak(&simulation, SeriesId::AqmAverage, 10.0).expect("recorded");
        assert!((10.0..highest).contains(&average), "{kind}: {average}");
        let window = channel(&simulation, 0);
        assert!(window.mean_queue_packets < highest && window.early_drops > 0, "{window:?}");
        let probability = peak(&simulation, SeriesId::AqmProbability, 0.0).expect("recorded");
        assert!(probability > 0.0 && probability <= 1.0);
    }
}

#[test]
fn adaptive_red_finds_the_probability_that_its_load_needs() {
    for count in [3, 20] {
        let mut scenario = busy(json!({ "kind": "adaptive-red", "capacity": 200 }), 200.0);
        scenario["flows"][0]["count"] = json!(count);
        scenario["measure"] = json!([[100, 200]]);
        let queue = channel(&run(&scenario), 0).mean_queue_packets;
        assert!((5.0..15.0).contains(&queue), "{count} flows: {queue} between the thresholds");
    }
}

/// Five connections over 10 Mbit/s with an RTT of 100 ms, measured after their slow start.
fn bulk(queue: Value) -> Value {
    json!({
        "version": 1, "duration": 200,
        "hops": [{ "rate": "10Mbps", "delay": "10ms", "queue": queue }],
        "flows": [{ "name": "a", "algorithm": "newreno", "count": 5, "rtt": "100ms", "delayed_ack": false }],
        "measure": [[50, 200]],
    })
}

#[test]
fn codel_and_pie_hold_the_delay_near_their_targets() {
    let waits = |queue: Value| {
        let window = channel(&run(&bulk(queue)), 0);
        let mean = window.mean_queueing_delay_s.expect("packets waited");
        (mean, window.p95_queueing_delay_s.expect("packets waited"), window.utilisation.expect("a rate"))
    };
    let (mean, p95, used) = waits(json!({ "kind": "codel", "capacity": 400 }));
    assert!((0.002..0.012).contains(&mean) && p95 < 0.03 && used > 0.85, "CoDel: {mean} {p95} {used}");
    let (mean, p95, used) = waits(json!({ "kind": "pie", "capacity": 400 }));
    assert!((0.005..0.025).contains(&mean) && p95 < 0.06 && used > 0.9, "PIE: {mean} {p95} {used}");
    let (mean, ..) = waits(json!({ "kind": "drop-tail", "capacity": 400 }));
    assert!(mean > 0.2, "drop-tail: {mean}");
}

#[test]
fn dropping_from_the_front_tells_the_sender_a_queue_earlier() {
    // A packet takes 120 ms to pass a full queue of 100 packets. If the packet at the front is
    // lost, the third duplicate ACK comes sooner.
    let repaired_after = |drop_front: bool| {
        let scenario = json!({
            "version": 1, "duration": 30,
            "hops": [{ "rate": "10Mbps", "delay": "10ms",
                       "queue": { "kind": "drop-tail", "capacity": 100, "drop_front": drop_front } }],
            "flows": [{ "algorithm": "newreno", "rtt": "60ms", "initial_ssthresh": 80 }],
        });
        let simulation = run(&scenario);
        let first_drop = events(&simulation, "channel.drop", 0)[0].0;
        let rules = ackscope_engine::rules();
        let cut = simulation
            .recorder()
            .events()
            .kept()
            .iter()
            .find(|event| rules[usize::from(event.rule)].rule.kind.id() == "window-cut")
            .expect("a window cut");
        cut.time.secs() - first_drop
    };
    let (tail, front) = (repaired_after(false), repaired_after(true));
    assert!(tail - front > 0.1, "{tail} s against {front} s");
}

/// The packets of channel `index` in a replay of the interval.
fn packets(simulation: &Simulation, index: u32, from_s: f64, to_s: f64) -> Vec<PacketRecord> {
    let log = simulation.packets(Time::from_secs(from_s), Time::from_secs(to_s));
    log.records.into_iter().filter(|record| record.place == PacketLink::Channel(index)).collect()
}

fn bytes_of(record: &PacketRecord) -> u64 {
    if record.kind == PacketKindCode::Ack || record.number == 0 { 40 } else { 1500 }
}

#[test]
fn a_capacity_in_bytes_counts_waiting_bytes() {
    for front in [false, true] {
        let queue = json!({ "kind": "drop-tail", "capacity": "20kB", "drop_front": front });
        let simulation = run(&busy(queue, 10.0));
        assert_conserved(&simulation);
        assert!(channel(&simulation, 0).drops > 0);
        let sent: Vec<PacketRecord> =
            packets(&simulation, 0, 0.0, 10.0).into_iter().filter(|r| r.fate != Fate::Dropped).collect();
        let waiting_at =
            |at: Time| -> u64 { sent.iter().filter(|r| r.enter <= at && r.start > at).map(bytes_of).sum() };
        let fullest = sent.iter().step_by(7).map(|r| waiting_at(r.enter)).max().expect("packets");
        assert!(fullest <= 20_000, "{fullest} bytes waited");
        assert!(fullest > 20_000 - 1500, "{fullest}: as many as fit");
    }
}

#[test]
fn percentiles_of_the_wait_are_those_of_the_packets() {
    for kind in ["drop-tail", "codel"] {
        let simulation = run(&busy(json!({ "kind": kind, "capacity": 30 }), 30.0));
        let window = channel(&simulation, 0);
        let mut waits: Vec<f64> = packets(&simulation, 0, 0.0, 30.0)
            .iter()
            .filter(|r| r.fate != Fate::Dropped && r.start <= Time::from_secs(30.0))
            .map(|r| r.start.since(r.enter).secs())
            .collect();
        waits.sort_by(f64::total_cmp);
        for (p, found) in [
            (0.5, window.p50_queueing_delay_s),
            (0.95, window.p95_queueing_delay_s),
            (0.99, window.p99_queueing_delay_s),
        ] {
            let exact = waits[(p * (waits.len() - 1) as f64) as usize];
            let found = found.expect("packets waited");
            assert!((found - exact).abs() <= 0.04 * exact + 2e-6, "{kind} {p}: {found} against {exact}");
        }
    }
}

#[test]
fn the_rate_follows_its_steps() {
    let scenario = json!({
        "version": 1, "duration": 90,
        "hops": [{ "rate": [["0s", "4Mbps"], ["30s", "1Mbps"], ["60s", "0bps"], ["61s", "2Mbps"]],
                   "delay": "10ms", "queue": { "capacity": 40 } }],
        "flows": [{ "algorithm": "newreno", "rtt": "60ms" }],
        "measure": [[10, 30], [40, 60], [75, 90]],
    });
    let simulation = run(&scenario);
    assert_conserved(&simulation);
    for (window, rate_bps) in simulation.results().flows[0].windows.iter().zip([4e6, 1e6, 2e6]) {
        assert!((window.goodput_bps / rate_bps - 1.0).abs() < 0.03, "{} of {rate_bps}", window.goodput_bps);
    }
    for window in &simulation.results().hops[0].windows {
        assert!(window.utilisation.is_some_and(|used| (0.97..=1.0).contains(&used)), "{window:?}");
    }
}

#[test]
fn opportunities_are_a_rate() {
    // One quantum of 1500 bytes every 6 ms is 2 Mbit/s, in any pattern.
    for at_ms in [json!([6]), json!([1, 2, 3, 24]), json!([0, 0, 0, 24])] {
        for queue in ["drop-tail", "codel"] {
            let scenario = json!({
                "version": 1, "duration": 60,
                "hops": [{ "rate": { "opportunities_ms": at_ms.clone(), "loop": true }, "delay": "10ms",
                           "queue": { "kind": queue, "capacity": 40 }, "back": { "rate": "10Mbps" } }],
                "flows": [{ "algorithm": "newreno", "rtt": "60ms" }],
                "measure": [[10, 60]],
            });
            let simulation = run(&scenario);
            assert_conserved(&simulation);
            let goodput_bps = simulation.results().flows[0].windows[0].goodput_bps;
            let least = if queue == "codel" { 0.85 } else { 0.98 };
            assert!((least..=1.001).contains(&(goodput_bps / 2e6)), "{at_ms} {queue}: {goodput_bps}");
        }
    }
}

#[test]
fn a_queue_that_settles_late_is_seen_in_a_replay() {
    let simulation = run(&busy(json!({ "kind": "codel", "capacity": 30 }), 5.0));
    let waiting = packets(&simulation, 0, 4.0, 5.0).iter().filter(|r| r.start == Time::NEVER).count();
    let census = simulation.census();
    assert!(waiting as u64 <= census.under_way);
    let longest = peak(&simulation, SeriesId::Queue, 4.9).expect("recorded");
    assert!(waiting > 0 && waiting as f64 <= longest, "{waiting} of {longest}");
}
