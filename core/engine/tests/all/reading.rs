//! Laws over random scenarios about what is read of a run: reading changes nothing, and says what happened
//! to the packets.

use std::collections::BTreeMap;

use crate::common::shape::{self, shape};
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{PacketKindCode, PacketLink, RecordOptions};
use ackscope_engine::units::{Span, Time};
use ackscope_scenario::{compile, read};
use proptest::prelude::*;
use serde_json::Value;

/// The access link on which a packet arrives at its receiver.
const RECEIVER_IN: u32 = 1;

fn setup_of(scenario: &Value) -> Setup {
    compile(&read(&scenario.to_string()).expect("valid"), 0).expect("valid")
}

fn run(setup: &Setup, options: &RecordOptions) -> Simulation {
    let mut simulation = Simulation::new(setup, options);
    simulation.advance(Time::NEVER, u64::MAX);
    simulation
}

proptest! {
    #![proptest_config(shape::config(96))]

    /// What is read of a run changes none of its packets: measurement intervals, which stop the clock
    /// and let receivers wait there, the trace, checkpoints and slices. In the order of ns-2, too.
    #[test]
    fn reading_a_run_changes_nothing(shape in shape(), slice in 1u64..3000, part in 0.1f64..0.9) {
        for ns2_order in [false, true] {
            let mut scenario = shape.scenario();
            scenario["ns2_order"] = ns2_order.into();
            let unread = run(&setup_of(&scenario), &RecordOptions::NOTHING);
            let hash = unread.results().engine.trace_hash;
            // Edges at no round instant.
            let edge = |k: u32| shape.duration_s * f64::from(k) / 199.0;
            scenario["measure"] = (0..199).map(|k| serde_json::json!([edge(k), edge(k + 1)])).collect();
            let mut read = Simulation::new(&setup_of(&scenario), &RecordOptions::PAGE);
            let from = Time::from_secs(shape.duration_s * part);
            while !read.advance(Time::NEVER, slice).done {}
            prop_assert_eq!(read.results().engine.trace_hash, hash, "ns2_order: {}", ns2_order);
            let to = from + Span::from_millis(300);
            let (a, b) = (read.packets(from, to).records, unread.packets(from, to).records);
            prop_assert_eq!(a.len(), b.len());
            for (x, y) in a.iter().zip(&b) {
                prop_assert_eq!((x.flow, x.number, x.enter, x.arrive), (y.flow, y.number, y.enter, y.arrive));
            }
        }
    }

    /// The waiting times of a flow are those of its packets: the mean is theirs, and each percentile lies
    /// between the shortest and the longest, as exactly as the histogram counts (a sixteenth).
    #[test]
    fn waiting_times_are_those_of_the_packets(shape in shape()) {
        let mut scenario = shape.scenario();
        // With the ELN agent, the rest of a corrupted segment arrives.
        prop_assume!(scenario["hops"][0]["agent"] != "eln");
        for flow in scenario["flows"].as_array_mut().expect("a list") {
            flow["measure_delay"] = true.into();
        }
        let simulation = run(&setup_of(&scenario), &RecordOptions::NOTHING);
        let log = simulation.packets(Time::ZERO, Time::NEVER);
        prop_assume!(log.records.len() < log.cap);
        let end = Time::from_secs(shape.duration_s);
        for flow in simulation.results().flows {
            let window = &flow.windows[0];
            let quantiles = [window.p50_queueing_s, window.p95_queueing_s, window.p99_queueing_s];
            prop_assert!(quantiles.is_sorted(), "{quantiles:?}");
            let of_flow = log.records.iter().filter(|record| {
                record.flow as usize == flow.index && !record.is_handshake && record.kind != PacketKindCode::Ack
            });
            let (mut waited, mut came) = (BTreeMap::<u64, Vec<u64>>::new(), Vec::new());
            for record in of_flow {
                match record.place {
                    PacketLink::Channel(_) => {
                        waited.entry(record.number).or_default().push(record.start.since(record.enter).nanos());
                    }
                    PacketLink::Access { link: RECEIVER_IN, .. } if record.arrive <= end => came.push(record.number),
                    PacketLink::Access { .. } => {}
                }
            }
            // A number that is sent twice stands for several packets.
            let hops = simulation.setup().flows[flow.index].to - simulation.setup().flows[flow.index].from;
            if waited.values().any(|waits| waits.len() > hops) {
                continue;
            }
            let waits: Vec<u64> = came.iter().map(|number| waited[number].iter().sum()).collect();
            let (Some(least), Some(most)) = (waits.iter().min(), waits.iter().max()) else {
                prop_assert_eq!((window.mean_queueing_s, quantiles), (None, [None; 3]));
                continue;
            };
            let mean_s = waits.iter().sum::<u64>() as f64 / 1e9 / waits.len() as f64;
            let found_s = window.mean_queueing_s.expect("packets arrived");
            prop_assert!((found_s - mean_s).abs() < 1e-9, "{found_s} for {mean_s} s");
            for found_s in quantiles.map(|quantile| quantile.expect("packets arrived")) {
                // A microsecond is the unit of the histogram.
                let (least_s, most_s) = (*least as f64 / 1e9 - 2e-6, *most as f64 / 1e9 + 2e-6);
                prop_assert!((least_s / 1.07..=most_s * 1.07).contains(&found_s), "{found_s}, {least_s} to {most_s}");
            }
        }
    }
}
