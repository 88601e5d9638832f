//! Every decision that an algorithm or the sender declares is taken by some flow on some path. It
//! records every number of its equation, and the equation is true for these numbers.

use crate::common::declared::{algorithms, recovery, rule};
use crate::common::formula;
use ackscope_engine::catalogue::Kind;
use ackscope_engine::cc::RecoverySupport;
use ackscope_engine::sim::Simulation;
use ackscope_engine::tcp;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario as scenario;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Paths that provoke decisions: a queue that overflows, random loss, silence, a standing queue, a
/// path that gets longer, a quiet link.
fn paths() -> Vec<Value> {
    let hop = |rate: &str, capacity: u64, loss: Value| json!({ "rate": rate, "delay": "20ms", "queue": { "kind": "drop-tail", "capacity": capacity }, "loss": loss });
    let none = json!({ "kind": "none" });
    vec![
        hop("10Mbps", 40, none.clone()),
        hop("10Mbps", 400, none.clone()),
        hop("2Mbps", 10, none),
        hop("20Mbps", 200, json!({ "kind": "bernoulli", "probability": 0.01 })),
        hop("20Mbps", 200, json!({ "kind": "bernoulli", "probability": 0.0005 })),
        hop("5Mbps", 50, json!({ "kind": "blackout", "at": [[3, 5], [15, 15.2]] })),
        hop("5Mbps", 50, json!({ "kind": "scripted", "every": 150, "burst": 12 })),
    ]
}

/// The rules that one flow of `algorithm` records on `path`, none of them with a number missing.
/// The first false comparison of each rule goes to `falsehoods`.
fn said(
    algorithm: &str,
    variant: Option<&str>,
    path: &Value,
    more: &Value,
    falsehoods: &mut BTreeMap<&'static str, String>,
) -> BTreeSet<&'static str> {
    let mut flow = json!({ "name": "main", "algorithm": algorithm, "rtt": "80ms" });
    if let Some(variant) = variant {
        flow["parameters"] = json!({ "variant": variant });
    }
    for (key, value) in more.as_object().expect("an object") {
        flow[key] = value.clone();
    }
    let other =
        json!({ "name": "other", "algorithm": "newreno", "rtt": "80ms", "count": 2, "active": [[20, 25]] });
    let scenario = json!({ "version": 1, "seed": 3, "duration": 40, "hops": [path], "flows": [flow, other] });
    let read = scenario::read_value(&scenario).unwrap_or_else(|error| panic!("{error}\n{scenario}"));
    let setup = scenario::compile(&read, 0).unwrap_or_else(|error| panic!("{error}\n{scenario}"));
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    let mut keys = BTreeSet::new();
    for event in simulation.recorder().events().kept() {
        let rule = rule(event.rule).expect("a declared rule");
        let terms = &event.terms[..rule.terms.len()];
        assert!(terms.iter().all(|value| !value.is_nan()), "{algorithm} {variant:?}: {} {terms:?}", rule.key);
        if let Err(what) = formula::holds(rule, terms) {
            falsehoods
                .entry(rule.key)
                .or_insert_with(|| format!("{algorithm} {variant:?} at {} s: {what}", event.time.secs()));
        }
        keys.insert(rule.key);
    }
    keys
}

/// Asserts that every rule in `wanted` was recorded, except those in `elsewhere`, which other tests
/// provoke.
#[track_caller]
fn assert_all_said(
    wanted: impl Iterator<Item = &'static str>,
    said: &BTreeSet<&'static str>,
    elsewhere: &[&str],
) {
    let missing: Vec<&str> = wanted.filter(|key| !said.contains(key) && !elsewhere.contains(key)).collect();
    assert!(missing.is_empty(), "never said: {missing:?}");
}

#[test]
fn every_rule_is_said_with_all_its_numbers_and_is_true() {
    let (mut keys, mut falsehoods) = (BTreeSet::new(), BTreeMap::new());
    for spec in algorithms() {
        let variants: Vec<Option<&str>> = spec
            .parameters
            .iter()
            .find_map(|param| match param.kind {
                Kind::Choice(words) if param.name == "variant" => {
                    Some(words.iter().map(|word| Some(*word)).collect())
                }
                _ => None,
            })
            .unwrap_or_else(|| vec![None]);
        for variant in variants {
            // Vegas keeps a small window if the delay of delayed ACKs looks like that of a queue.
            keys.extend(said(
                spec.id,
                variant,
                &paths()[1],
                &json!({ "delayed_ack": false }),
                &mut falsehoods,
            ));
            // Marks instead of losses.
            let marking = json!({ "rate": "10Mbps", "delay": "20ms", "queue": { "kind": "step", "threshold": 15, "capacity": 400 } });
            let ecn = match spec.id {
                "dctcp" => "accurate",
                "prague" => "l4s",
                _ => "classic",
            };
            keys.extend(said(spec.id, variant, &marking, &json!({ "ecn": ecn }), &mut falsehoods));
            // Without the handshake's sample, the first RTT sample comes with data.
            keys.extend(said(spec.id, variant, &paths()[0], &json!({ "handshake": false }), &mut falsehoods));
            for path in paths() {
                keys.extend(said(spec.id, variant, &path, &json!({}), &mut falsehoods));
                if matches!(recovery(spec.id, variant.unwrap_or_default()), RecoverySupport::Default(_)) {
                    keys.extend(said(
                        spec.id,
                        variant,
                        &path,
                        &json!({ "recovery": "newreno", "initial_ssthresh": 20 }),
                        &mut falsehoods,
                    ));
                    keys.extend(said(
                        spec.id,
                        variant,
                        &path,
                        &json!({ "recovery": "sack", "recovery_variant": "ns2_linux" }),
                        &mut falsehoods,
                    ));
                }
            }
        }
    }
    for path in paths() {
        let short = json!({ "tcp": "linux6", "bytes": 30_000, "active": [[0, 4], [5, 14], [15, 40]] });
        for more in [json!({ "tcp": "linux6" }), short] {
            keys.extend(said("sack", None, &path, &more, &mut falsehoods));
        }
    }
    // Reordering: reports of duplicates, and a wider reordering window.
    let mut reorders = paths()[1].clone();
    reorders["jitter"] = json!({ "kind": "reorder", "probability": 0.01, "delay": "30ms", "fixed": true });
    keys.extend(said("sack", None, &reorders, &json!({ "tcp": "linux6" }), &mut falsehoods));
    // A source that pauses, and one that writes less than the window allows.
    for rate in ["100Mbps", "1Mbps"] {
        let application = json!({ "kind": "on-off", "on": 2, "off": 2, "rate": rate });
        let more = json!({ "tcp": "linux6", "pacing": "on", "gso": "tso", "application": application });
        keys.extend(said("sack", None, &paths()[1], &more, &mut falsehoods));
    }
    let pauses = json!({ "kind": "on-off", "on": 4, "off": 4, "fixed": true });
    let more = json!({ "tcp": "linux6", "application": pauses });
    keys.extend(said("bbr", None, &paths()[0], &more, &mut falsehoods));
    for rule in ["hystart", "hystart++", "limited", "search"] {
        // ACKs in pairs do not make a train, single ones do.
        for mut more in [json!({ "receive_buffer": "fixed" }), json!({ "delayed_ack": false })] {
            (more["tcp"], more["slow_start"]) = (json!("linux6"), json!(rule));
            keys.extend(said("cubic-rfc9438", None, &paths()[1], &more, &mut falsehoods));
        }
    }
    for (path, saved) in [(1, json!({})), (0, json!({ "window": 2000 })), (0, json!({ "rtt": "1s" }))] {
        let more = json!({ "tcp": "linux6", "slow_start": "careful-resume", "careful_resume": saved });
        keys.extend(said("cubic-rfc9438", None, &paths()[path], &more, &mut falsehoods));
    }
    for (path, rule) in [(0, "rapid-start"), (1, "rapid-start"), (0, "jump-start"), (1, "jump-start")] {
        let more = json!({ "tcp": "linux6", "slow_start": rule });
        keys.extend(said("cubic-rfc9438", None, &paths()[path], &more, &mut falsehoods));
    }
    for path in paths().iter().chain([&reorders]) {
        for more in [json!({ "transport": "quic" }), json!({ "transport": "quic", "bytes": 30_000 })] {
            keys.extend(said("sack", None, path, &more, &mut falsehoods));
        }
    }
    assert!(falsehoods.is_empty(), "not so: {falsehoods:#?}");
    let of_algorithms = algorithms().iter().flat_map(|spec| spec.rules);
    let own = of_algorithms.chain(ackscope_ns2::rules()).map(|rule| rule.key);
    // PEPs on the path announce corruption and shares: tests/pep.rs. Repairs by a probe, a false
    // alarm of HyStart++ and spurious losses: tests/today.rs. A change of algorithm: forks.rs.
    let elsewhere = [
        "tcp.algorithm",
        "tcp.corruption-told",
        "tcp.fair-share",
        "tcp.probe-repaired",
        "slow-start.resumed",
        // Losses in Startup, a bound that is met again and the marks of BBR version 3:
        // cc/bbr3/tests.rs.
        "bbr3.startup-loss",
        "bbr3.precaution",
        "bbr3.alpha",
        "bbr3.marked",
        "tcp.spurious",
        "tcp.spurious-timeout",
        "tcp.spurious-reported",
        // Only in a replay: tests/queues_told.rs.
        "tcp.marks-told",
    ];
    let of_senders = tcp::RULES.iter().chain(tcp::quic::RULES).map(|rule| rule.key);
    assert_all_said(own.chain(of_senders), &keys, &elsewhere);
}
