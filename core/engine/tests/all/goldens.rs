//! Golden traces. Each folder of `goldens/` holds a scenario, its measurements, the fingerprint of
//! each lane, and the reason for the scenario.
//! `GOLDENS=write cargo test -p ackscope-engine goldens::` writes them anew, and `GOLDEN=queues`
//! checks one folder alone. A change needs a reason in its `why.md`. The same folders are run
//! through WebAssembly in Node and in the browser: the trace is the same everywhere.

use crate::common::{declared, formula};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use ackscope_engine::catalogue::Kind;
use ackscope_engine::sim::{RunResults, Simulation};
use ackscope_engine::trace::{Digest, RecordOptions, Recorder};
use ackscope_engine::{application, cc, delay, estimator, jitter, loss, pep, queue, rate};
use ackscope_scenario::{compile_all, lanes, read};
use serde_json::Value;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens");
    let mut cases: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of goldens")
        .map(|entry| entry.expect("readable").path())
        .collect();
    cases.sort();
    cases
}

/// A table for readers. It is rounded, so that it shows the meaning of a change and not only that
/// there is one.
fn table(label: &str, results: &RunResults, out: &mut String) {
    let _ = writeln!(out, "lane {label}");
    for flow in &results.flows {
        for window in &flow.windows {
            let _ = writeln!(
                out,
                "  {:<12} {:>6.0}-{:<6.0} goodput {:>10.1} kbit/s  resent {:>8.4}  rtt {:>7.1} ms  fast {:>4}  timeouts {:>3}",
                flow.name,
                window.from_s,
                window.to_s,
                window.goodput_bps / 1e3,
                window.retransmission_ratio.unwrap_or(0.0),
                window.mean_rtt_s.unwrap_or(0.0) * 1e3,
                window.fast_retransmits,
                window.timeouts
            );
        }
    }
    for hop in &results.hops {
        for window in &hop.windows {
            let _ = writeln!(
                out,
                "  hop {} {:<8} {:>4.0}-{:<6.0} used {:>6.4}  queue {:>8.3} packets  dropped {:>6}  lost {:>6}",
                hop.hop,
                hop.direction.id(),
                window.from_s,
                window.to_s,
                window.utilisation.unwrap_or(0.0),
                window.mean_queue_packets,
                window.drops,
                window.channel_losses
            );
        }
    }
}

/// The fingerprint of every recorded curve, including those of shadows and queue states, which are
/// not part of the trace.
fn curves(recorder: &Recorder) -> u64 {
    let mut digest = Digest::default();
    for series in recorder.series() {
        for bin in series.bins(0) {
            for value in [bin.min, bin.max, bin.last] {
                digest.mix(u64::from(bin.index) << 32 | u64::from(value.to_bits()));
            }
        }
    }
    digest.value()
}

#[test]
fn every_golden_is_what_it_was() {
    let write = writes();
    let only = std::env::var("GOLDEN").ok();
    let mut cases = cases();
    cases.retain(|case| only.as_ref().is_none_or(|name| case.ends_with(name)));
    assert!(!cases.is_empty(), "no goldens: nothing would be compared");
    let (mut changed, mut said_falsely) = (Vec::new(), BTreeMap::new());
    for case in &cases {
        let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let why = fs::read_to_string(case.join("why.md")).unwrap_or_else(|_| panic!("{name} has no why.md"));
        assert!(why.len() > 80, "{name}/why.md says nothing");
        let text = fs::read_to_string(case.join("scenario.json"))
            .unwrap_or_else(|_| panic!("{name} has no scenario.json"));
        let scenario = read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let setups = compile_all(&scenario).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (mut tables, mut hashes) = (String::new(), String::new());
        for (lane, setup) in lanes(&scenario).iter().zip(&setups) {
            let mut simulation = Simulation::new(setup, &RecordOptions::PAGE);
            let results = simulation.run();
            falsehoods(&format!("{name}, {}", lane.label), simulation.recorder(), &mut said_falsely);
            table(&lane.label, &results, &mut tables);
            let _ = writeln!(tables, "  curves {:016x}", curves(simulation.recorder()));
            let _ = writeln!(hashes, "{:016x}", results.engine.trace_hash);
        }
        for (file, found) in [("expected.txt", &tables), ("hash.txt", &hashes)] {
            let path = case.join(file);
            if write {
                fs::write(&path, found).expect("writable");
            } else if fs::read_to_string(&path).unwrap_or_default() != *found {
                changed.push(format!("{name}/{file} is now\n{found}"));
            }
        }
    }
    assert!(said_falsely.is_empty(), "not so: {said_falsely:#?}");
    assert!(changed.is_empty(), "changed:\n{}", changed.join("\n"));
}

/// Collects every text in a scenario.
fn texts(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, into)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, into)),
        _ => {}
    }
}

/// Evaluates the equation of each decision with its numbers, as an inspector shows it, and keeps
/// the false ones.
fn falsehoods(what: &str, recorder: &Recorder, found: &mut BTreeMap<&'static str, String>) {
    for event in recorder.events().kept() {
        // The equations of a script are checked by its own tests.
        let Some(rule) = declared::rule(event.rule) else { continue };
        if let Err(false_one) = formula::holds(rule, &event.terms[..rule.terms.len()]) {
            found
                .entry(rule.key)
                .or_insert_with(|| format!("{what} at {} s: {false_one}", event.time.secs()));
        }
    }
}

#[test]
fn whatever_is_registered_has_a_golden() {
    let mut named = Vec::new();
    for case in cases() {
        let text = fs::read_to_string(case.join("scenario.json")).expect("a scenario");
        texts(&serde_json::from_str(&text).expect("JSON"), &mut named);
    }
    let registered = (cc::REGISTRY.iter().map(|spec| spec.id))
        .chain(estimator::REGISTRY.iter().map(|spec| spec.id))
        .chain(queue::REGISTRY.iter().map(|spec| spec.id))
        .chain(loss::REGISTRY.iter().map(|spec| spec.id))
        .chain(delay::REGISTRY.iter().map(|spec| spec.id))
        .chain(rate::REGISTRY.iter().map(|spec| spec.id))
        .chain(jitter::REGISTRY.iter().map(|spec| spec.id))
        .chain(application::REGISTRY.iter().map(|spec| spec.id))
        .chain(pep::REGISTRY.iter().map(|spec| spec.id));
    let missing: Vec<&str> = registered.filter(|id| !named.iter().any(|name| name == id)).collect();
    assert!(missing.is_empty(), "add to a scenario in tests/goldens: {missing:?}");
}

#[test]
fn every_variant_has_a_golden() {
    let text = fs::read_to_string(cases()[0].with_file_name("variants/scenario.json")).expect("a scenario");
    let scenario: Value = serde_json::from_str(&text).expect("JSON");
    let lanes = scenario["compare"].as_array().expect("lanes");
    let has = |id: &str, word: &str| {
        lanes
            .iter()
            .any(|lane| lane["algorithm"] == id && lane["set"]["flows.main.parameters.variant"] == word)
    };
    for spec in declared::algorithms() {
        for param in spec.parameters.iter().filter(|param| param.name == "variant") {
            let Kind::Choice(words) = param.kind else { panic!("{}: {:?}", spec.id, param.kind) };
            let missing: Vec<_> = words.iter().filter(|word| !has(spec.id, word)).collect();
            assert!(missing.is_empty(), "add to goldens/variants: {} {missing:?}", spec.id);
        }
    }
}

/// Whether this run writes the goldens anew.
fn writes() -> bool {
    std::env::var("GOLDENS").is_ok_and(|value| value == "write")
}

/// A lane that repeats another one tests nothing. Hashes that are being written are checked by the next run.
#[test]
fn no_lane_of_a_golden_is_the_same_run_as_another() {
    if writes() {
        return;
    }
    for case in cases() {
        let text = fs::read_to_string(case.join("hash.txt")).unwrap_or_default();
        let mut hashes: Vec<&str> = text.lines().collect();
        let lanes = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), lanes, "{}", case.display());
    }
}
