//! The decisions that queues record, with symbols and values, in whole runs and in the replay of an
//! interval (ecn-and-l4s §3, §5.1, §6.2).

use crate::common::formula;
use crate::common::run::{channel, events, run};
use ackscope_engine::rules;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::Recorder;
use ackscope_engine::units::Time;
use serde_json::{Value, json};

/// One hop with this queue, which carries these flows.
fn over(queue: Value, flows: Value) -> Simulation {
    run(&json!({
        "version": 1, "seed": 3, "duration": 20,
        "hops": [{ "rate": "10Mbps", "delay": "5ms", "queue": queue }], "flows": flows,
    }))
}

/// Times and values of the events of rule `key`. Asserts that the equations of all of them hold.
fn said(recorder: &Recorder, key: &str) -> Vec<(f64, Vec<f64>)> {
    let mut found = Vec::new();
    for event in recorder.events().kept() {
        let rule = rules()[usize::from(event.rule)].rule;
        if rule.key == key {
            let terms = event.terms[..rule.terms.len()].to_vec();
            formula::holds(rule, &terms).unwrap_or_else(|what| panic!("{what}"));
            assert!(terms.iter().all(|value| value.is_finite()), "{key}: {terms:?}");
            found.push((event.time.secs(), terms));
        }
    }
    found
}

fn replayed(simulation: &Simulation, key: &str) -> Vec<(f64, Vec<f64>)> {
    let mut replay = simulation.replay(Time::from_secs(4.0), Time::from_secs(6.0), false);
    replay.advance(u64::MAX);
    said(replay.recorder(), key)
}

#[test]
fn dualpi2_says_each_update_in_a_replay_and_each_overload_in_the_run() {
    // An L4S source at twice the link's rate from 8 s to 12 s overloads it; Prague does not.
    let simulation = over(
        json!({ "kind": "dualpi2", "capacity": 850 }),
        json!([{ "name": "main", "algorithm": "prague", "rtt": "20ms" },
               { "name": "flood", "kind": "cbr", "rate": "20Mbps", "ecn": "ect1", "rtt": "20ms", "active": [[8, 12]] }]),
    );
    let recorder = simulation.recorder();
    let (begun, ended) = (said(recorder, "dualpi2.overload"), said(recorder, "dualpi2.relief"));
    assert!(!begun.is_empty() && begun.len() == ended.len(), "{begun:?} {ended:?}");
    assert!(begun.iter().all(|(at, _)| (8.0..12.1).contains(at)), "{begun:?}");
    // The flood loses half of its packets, so p' falls from 0.71 by 0.15 per second.
    assert!((13.0..14.0).contains(&ended[ended.len() - 1].0), "{ended:?}");
    assert_eq!(said(recorder, "dualpi2.update"), [], "every 15 ms: too many for a whole run");
    let updates = replayed(&simulation, "dualpi2.update");
    // The replay has two seconds, with an update every 15 ms. Not every update of an idle link is
    // made or reported.
    assert!((50..=135).contains(&updates.len()), "{}", updates.len());
    for (_, terms) in &updates {
        let &[old, alpha, q, target, beta, before, most, p] = &terms[..] else { panic!("{terms:?}") };
        let step = alpha * (q - target) + beta * (q - before);
        assert!((ackscope_engine::math::within(old + step, 0.0, most) - p).abs() < 1e-12, "{terms:?}");
    }
    // Each update starts from the value at which the one before it ended.
    let joined = updates.windows(2).filter(|pair| pair[0].1[7].to_bits() == pair[1].1[0].to_bits());
    assert!(joined.count() * 10 > 9 * updates.len());
}

#[test]
fn fair_queueing_says_whose_packets_go_and_who_is_new() {
    for kind in ["fq", "fq-codel"] {
        // One source above the link's rate, and one that sends a packet now and then.
        let simulation = over(
            json!({ "kind": kind, "capacity": 40 }),
            json!([{ "name": "fat", "kind": "cbr", "rate": "60Mbps", "rtt": "20ms" },
                   { "name": "thin", "kind": "cbr", "rate": "100kbps", "rtt": "20ms" }]),
        );
        let evictions = said(simulation.recorder(), "fq.fat-flow");
        assert!(evictions.len() > 20, "{kind}: {}", evictions.len());
        for (_, terms) in &evictions {
            let &[waiting, dropped, flow, bytes] = &terms[..] else { panic!("{terms:?}") };
            assert_eq!((waiting, flow), (41.0, 0.0), "{kind}: the fat one pays");
            // Half of the line's bytes, including the packet in which that half ends.
            assert!(dropped * 1500.0 >= bytes / 2.0 && (dropped - 1.0) * 1500.0 < bytes / 2.0, "{terms:?}");
        }
        let dropped: f64 = evictions.iter().map(|(_, terms)| terms[1]).sum();
        let window = channel(&simulation, 0);
        assert_eq!(dropped, (window.drops - window.early_drops) as f64, "{kind}: {window:?}");
        assert_eq!(events(&simulation, "fq.new-flow", 0), [], "{kind}: a replay's alone");
        // The thin flow sends a packet of 1500 bytes every 120 ms. It leaves before the next one
        // comes.
        let new = replayed(&simulation, "fq.new-flow");
        assert!((16..=17).contains(&new.len()), "{kind}: {new:?}");
        assert!(new.iter().all(|(_, terms)| terms == &[1.0, 1500.0]), "{kind}: {new:?}");
    }
}

#[test]
fn an_ack_says_in_a_replay_how_many_marks_it_reports() {
    let marker = json!({ "kind": "step", "threshold": 10, "capacity": 500 });
    let simulation = over(marker, json!([{ "name": "main", "algorithm": "dctcp", "rtt": "40ms" }]));
    assert_eq!(said(simulation.recorder(), "tcp.marks-told"), []);
    let told = replayed(&simulation, "tcp.marks-told");
    assert!(told.len() > 10, "{}", told.len());
    // Both sides are summed over the windows of DCTCP's own estimate.
    let alphas = replayed(&simulation, "dctcp.alpha");
    let between = |from: f64, to: f64| -> f64 {
        told.iter().filter(|(at, _)| *at > from && *at <= to).map(|(_, terms)| terms[0]).sum()
    };
    for pair in alphas.windows(2) {
        assert_eq!(
            between(pair[0].0, pair[1].0),
            pair[1].1[2],
            "marks of the window that ends at {} s",
            pair[1].0
        );
    }
}
