//! Propagation delays that change.

use std::collections::BTreeMap;

use crate::common::shape::{self, shape};
use ackscope_engine::net::delays_over_time;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{Fate, PacketLink, RecordOptions, SeriesId, SeriesSource};
use ackscope_engine::units::{Span, Time};
use ackscope_scenario::{compile, read};
use proptest::prelude::*;
use serde_json::{Value, json};

fn compiled(scenario: &Value) -> Setup {
    let text = scenario.to_string();
    let scenario = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    compile(&scenario, 0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn run(scenario: &Value) -> Simulation {
    let mut simulation = Simulation::new(&compiled(scenario), &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    simulation
}

fn hash(scenario: &Value) -> u64 {
    run(scenario).results().engine.trace_hash
}

/// A sender of constant bit rate over a hop with this delay: a packet a millisecond, 1 ms of
/// transmission each.
fn steady(delay: Value) -> Value {
    json!({ "version": 1, "duration": 1, "hops": [{ "rate": "12Mbps", "delay": delay }],
        "flows": [{ "kind": "cbr", "rate": "12Mbps", "access_rate": "1Gbps" }] })
}

/// Departure and arrival of the packets on channel 0, in seconds.
fn crossings(simulation: &Simulation) -> Vec<(f64, f64)> {
    let log = simulation.packets(Time::ZERO, Time::NEVER);
    let here = log.records.iter().filter(|record| record.place == PacketLink::Channel(0));
    let mut crossings: Vec<_> = here.map(|record| (record.depart.secs(), record.arrive.secs())).collect();
    crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
    crossings
}

#[test]
fn the_delay_is_that_of_the_departure_and_no_packet_overtakes() {
    let crossings = crossings(&run(&steady(json!([["0s", "20ms"], ["300ms", "60ms"], ["600ms", "10ms"]]))));
    assert!(crossings.len() > 900);
    let mut before = 0.0_f64;
    for (depart, arrive) in crossings {
        let own = depart
            + if depart < 0.3 {
                0.02
            } else if depart < 0.6 {
                0.06
            } else {
                0.01
            };
        assert!((arrive - own.max(before)).abs() < 2e-9, "left at {depart}, arrived at {arrive}");
        before = arrive;
    }
}

#[test]
fn a_trace_starts_again_at_its_last_instant_unless_it_does_not() {
    let delays = |looped: bool| {
        let trace = json!({ "delays_ms": [[0, 20], [100, 30.5], [250, 40]], "loop": looped });
        let setup = compiled(&steady(trace));
        delays_over_time(&setup.hops[0].forward.delay, "hop 0 forward", 1, setup.duration)
            .map(|(at, delay)| (at.secs(), delay.secs()))
            .collect::<Vec<_>>()
    };
    assert_eq!(delays(false), [(0.0, 0.02), (0.1, 0.0305), (0.25, 0.04)]);
    let [a, b] = [0.02, 0.0305];
    assert_eq!(
        delays(true),
        [(0.0, a), (0.1, b), (0.25, a), (0.35, b), (0.5, a), (0.6, b), (0.75, a), (0.85, b)]
    );
}

/// The last delay of a list that repeats is never used. A nanosecond's list that only seems to change
/// hung whoever asked for its changes.
#[test]
fn a_list_whose_used_delays_are_equal_is_a_constant_delay() {
    let changes = |trace: Value| {
        let setup = compiled(&steady(trace));
        delays_over_time(&setup.hops[0].forward.delay, "hop 0 forward", 1, setup.duration).count()
    };
    assert_eq!(changes(json!({ "delays_ms": [[0, 20], [0.000001, 5]] })), 1);
    assert_eq!(changes(json!({ "delays_ms": [[0, 20], [50, 20], [100, 5]] })), 1);
}

#[test]
fn a_drawn_delay_is_the_same_both_ways_unless_the_way_back_has_its_own() {
    let over_time = |back: Value| {
        let mut scenario = steady(json!({ "kind": "handover", "period": "100ms" }));
        scenario["hops"][0]["back"] = back;
        let setup = compiled(&scenario);
        let hop = &setup.hops[0];
        let delays = |channel, name| delays_over_time(channel, name, 5, setup.duration).collect::<Vec<_>>();
        (delays(&hop.forward.delay, "hop 0 forward"), delays(&hop.backward.delay, "hop 0 backward"))
    };
    let (there, back) = over_time(json!({}));
    assert_eq!((there.len(), &there), (10, &back));
    let (there, back) = over_time(json!({ "delay": { "kind": "handover", "period": "100ms" } }));
    assert_ne!(there, back);
    let (_, back) = over_time(json!({ "delay": "7ms" }));
    assert_eq!(back, [(Time::ZERO, Span::from_millis(7))]);
}

#[test]
fn the_smallest_delay_counts_where_one_number_is_needed() {
    let scenario = |delay: Value| {
        json!({ "version": 1, "duration": 10, "hops": [{ "rate": "12Mbps", "delay": delay, "queue": { "capacity": "1bdp" } }],
            "flows": [{ "algorithm": "newreno", "rtt": "100ms" }] })
    };
    let plain = compiled(&scenario(json!("20ms")));
    for delay in [
        json!([[0, "60ms"], [5, "20ms"]]),
        json!({ "delays_ms": [[0, 60], [50, 20], [70, 90]] }),
        json!({ "kind": "handover", "min": "20ms", "max": "60ms" }),
    ] {
        let setup = compiled(&scenario(delay));
        assert_eq!(setup.flows[0].rtt, plain.flows[0].rtt);
        assert_eq!(setup.flows[0].access_delays, plain.flows[0].access_delays);
        assert_eq!(setup.hops[0].forward.queue.capacity, plain.hops[0].forward.queue.capacity);
    }
}

#[test]
fn a_fork_of_the_delay_is_a_step_of_it() {
    let scenario = |delay: Value, fork: Value| {
        json!({ "version": 1, "duration": 20, "hops": [{ "rate": "5Mbps", "delay": delay }],
            "flows": [{ "algorithm": "cubic", "rtt": "100ms", "compared": true }], "fork": fork })
    };
    let plain = scenario(json!("20ms"), Value::Null);
    // The instant of a fork belongs to the part before it: a step one nanosecond later.
    let stepped = scenario(json!([[0, "20ms"], [10.000_000_001, "45ms"]]), Value::Null);
    let forked = scenario(json!("20ms"), json!({ "at": 10, "set": { "hops.0.delay": "45ms" } }));
    assert_eq!(hash(&forked), hash(&stepped));
    assert_ne!(hash(&forked), hash(&plain));
    let same = scenario(json!("20ms"), json!({ "at": 10, "set": { "hops.0.delay": "20ms" } }));
    assert_eq!(hash(&same), hash(&plain));
}

#[test]
fn a_wrong_delay_is_refused_by_its_place() {
    for (delay, path) in [
        (json!([]), "hops.0.delay"),
        (json!([[1, "20ms"]]), "hops.0.delay.0.0"),
        (json!([[0, "20ms"], [0, "30ms"]]), "hops.0.delay.1.0"),
        (json!([[0, "20kB"]]), "hops.0.delay.0.1"),
        (json!({ "delays_ms": [] }), "hops.0.delay.delays_ms"),
        (json!({ "delays_ms": [[0, 20]] }), "hops.0.delay.delays_ms"),
        (json!({ "delays_ms": [[0, 20], [5, -1]] }), "hops.0.delay.delays_ms.1.1"),
        (json!({ "delays_ms": [[0, 20], [5, 1], [4, 1]] }), "hops.0.delay.delays_ms.2.0"),
        (json!({ "kind": "hand-over" }), "hops.0.delay.kind"),
        (json!({ "kind": "handover", "min": "50ms", "max": "40ms" }), "hops.0.delay.min"),
        (json!({ "kind": "handover", "every": 3 }), "hops.0.delay"),
        (json!(true), "hops.0.delay"),
    ] {
        let refused = read(&steady(delay.clone()).to_string()).and_then(|scenario| compile(&scenario, 0));
        let error = refused.expect_err(&delay.to_string());
        assert_eq!(error.path, path, "{error}");
    }
}

proptest! {
    #![proptest_config(shape::config(48))]

    /// A delay that is always the same gives the same run in every form.
    #[test]
    fn a_constant_delay_is_the_same_run_in_every_form(shape in shape()) {
        let mut scenario = shape.scenario();
        let ms = shape.delay_ms;
        let text = format!("{ms}ms");
        scenario["hops"][0]["delay"] = json!(text);
        let plain = hash(&scenario);
        for delay in [
            json!([[0, text]]),
            json!([[0, text], ["1s", text], ["2500ms", text]]),
            json!({ "delays_ms": [[0, ms], [1000, ms]] }),
            json!({ "kind": "handover", "period": "1s", "min": text, "max": text }),
        ] {
            scenario["hops"][0]["delay"] = delay.clone();
            prop_assert_eq!(hash(&scenario), plain, "{}", delay);
        }
    }

    /// Packets leave a channel in the order in which they entered, unless jitter says otherwise,
    /// and none is faster than the smallest delay or slower than the largest behind another packet.
    #[test]
    fn changing_delays_keep_the_order(shape in shape()) {
        let scenario = shape.scenario();
        prop_assume!(scenario["hops"][0]["jitter"].is_null());
        let simulation = run(&scenario);
        let setup = compiled(&scenario);
        let mut channels: BTreeMap<u32, Vec<(Time, Time)>> = BTreeMap::new();
        for record in &simulation.packets(Time::ZERO, Time::NEVER).records {
            if let (PacketLink::Channel(channel), true) = (record.place, record.fate != Fate::Dropped) {
                if record.depart < Time::NEVER && record.arrive > record.depart {
                    channels.entry(channel).or_default().push((record.depart, record.arrive));
                }
            }
        }
        for (channel, mut crossings) in channels {
            let (least, largest) = setup.hops[channel as usize / 2].forward.delay.bounds();
            crossings.sort();
            let mut before = Time::ZERO;
            for (depart, arrive) in crossings {
                prop_assert!(arrive >= before, "overtook on channel {}", channel);
                prop_assert!((depart + least..=depart + largest).contains(&arrive));
                before = arrive;
            }
        }
    }
}

/// A TCP flow measures its delay one way: on the path of its data, with the waiting time there. What
/// its ACKs wait on their way is in the RTT alone.
#[test]
fn a_tcp_flow_measures_the_delay_of_its_segments() {
    let scenario = |measured: bool| {
        json!({ "version": 1, "duration": 20, "hops": [{ "rate": "12Mbps", "delay": "20ms", "queue": { "capacity": 200 } }],
            "flows": [
                { "algorithm": "newreno", "receive_window": 60, "measure_delay": measured },
                { "kind": "cbr", "rate": "11.5Mbps", "direction": "backward", "active": [["10s", "20s"]] }
            ],
            "measure": [["5s", "10s"], ["12s", "20s"]] })
    };
    let simulation = run(&scenario(true));
    let flow = &simulation.results().flows[0];
    // A segment takes 1 ms, and the path 41 ms: of a window of 60 segments, 41 are on the path and 19 wait.
    let [before, with_traffic] = [&flow.windows[0], &flow.windows[1]].map(|window| {
        let p50_delay_s = window.p50_delay_s.expect("measured");
        let (queueing_s, rtt_s) =
            (window.p50_queueing_s.expect("measured"), window.mean_rtt_s.expect("sampled"));
        assert!((p50_delay_s - queueing_s - 0.0211).abs() < 0.002, "{p50_delay_s} {queueing_s}");
        (p50_delay_s, rtt_s)
    });
    assert!((before.0 / (before.1 - 0.0201) - 1.0).abs() < 0.05, "{before:?}");
    // The ACKs wait behind the packets of the other flow, the segments do not.
    assert!(
        with_traffic.0 <= before.0 && with_traffic.1 - with_traffic.0 > before.1 - before.0,
        "{with_traffic:?}"
    );
    let series = |simulation: &Simulation| {
        let all = simulation.recorder().infos().iter();
        all.filter(|one| one.series == SeriesId::Delay && one.source == SeriesSource::Flow(0)).count()
    };
    assert_eq!(series(&simulation), 1);
    let plain = run(&scenario(false));
    assert_eq!((series(&plain), plain.results().flows[0].windows[0].p50_delay_s), (0, None));
}
