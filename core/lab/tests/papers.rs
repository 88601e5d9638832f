//! The five papers are complete: every experiment is an entry, and every system that they propose,
//! evaluate or compare with is implemented.

use crate::matrix::{is_whole, share};
use ackscope_engine::trace::RecordOptions;
use ackscope_lab::catalogue::catalogue;
use ackscope_lab::experiments::entry::{Evidence, Form};
use ackscope_lab::experiments::experiments;
use ackscope_lab::experiments::published::PAPERS;
use ackscope_lab::lanes::plan;
use ackscope_scenario::read;
use rayon::prelude::*;
use serde_json::Value;

/// Systems of the live Internet and programs that made traffic there. A simulated counterpart
/// stands for each.
const LIVE: [&str; 5] = ["background-internet", "top-live", "iperf-tool", "ncftp", "traceroute"];

fn systems() -> Vec<Value> {
    let text = include_str!("../systems.json");
    serde_json::from_str(text).expect("systems.json is a list")
}

fn word<'a>(system: &'a Value, key: &str) -> &'a str {
    system[key].as_str().unwrap_or_default()
}

#[test]
fn what_the_papers_propose_evaluate_or_compare_is_implemented() {
    let missing: Vec<String> = systems()
        .iter()
        .filter(|system| word(system, "role") != "named only" && system.get("by").is_none())
        .map(|system| word(system, "id").to_owned())
        .collect();
    assert_eq!(missing, LIVE, "systems that stand in the papers' results and have nothing here");
}

#[test]
fn what_stands_for_a_system_exists() {
    let catalogue = catalogue();
    let experiments = experiments();
    for system in systems() {
        let id = word(&system, "id");
        for (what, name) in system.get("by").and_then(Value::as_object).into_iter().flatten() {
            let name = name.as_str().expect("a name");
            let known = match what.as_str() {
                "algorithm" => catalogue.algorithms.iter().any(|model| model.id == name),
                "queue" => catalogue.queues.iter().any(|model| model.id == name),
                "loss" => catalogue.losses.iter().any(|model| model.id == name),
                "estimator" => catalogue.estimators.iter().any(|model| model.id == name),
                "experiment" => experiments.iter().any(|experiment| experiment.id == name),
                _ => true,
            };
            assert!(known, "{id}: there is no {what} called {name}");
        }
        assert!(system.get("by").is_some() || !word(&system, "why").is_empty(), "{id} is not explained");
    }
}

/// Figures, tables, equations and unnumbered results, counted in the papers by hand.
#[test]
fn every_experiment_of_the_papers_is_an_entry() {
    let all = experiments();
    let of = |paper: &str| all.iter().filter(|entry| entry.paper.as_deref() == Some(paper)).count();
    let counts: Vec<(&str, usize)> = PAPERS.iter().map(|paper| (paper.0, of(paper.0))).collect();
    assert_eq!(counts, [("GM04", 24), ("KGM08", 15), ("MV06", 15), ("CGMSW02", 23), ("GM02", 19)]);
    for entry in all.iter().filter(|entry| entry.paper.is_some()) {
        let is_run = entry.evidence != Evidence::Formula;
        assert_eq!(entry.scenario.is_some(), is_run, "{}", entry.id);
    }
}

/// What is measured of the papers' scenarios changes none of their packets. Most of them have the order
/// of ns-2's clock, for which a receiver that waits at the edge of an interval is as far as one that runs
/// ahead.
#[test]
fn measuring_a_paper_changes_nothing() {
    const SECONDS: u32 = 4;
    let entries: Vec<_> = share(0, experiments()).collect();
    let lanes: usize = entries
        .par_iter()
        .filter_map(|entry| Some((entry, entry.scenario(Form::Full, None).expect("valid")?)))
        .map(|(entry, mut scenario)| {
            scenario["duration"] = SECONDS.into();
            let mut plans = |measure: Value| {
                scenario["measure"] = measure;
                plan(&read(&scenario.to_string()).expect("valid")).expect("valid")
            };
            let unread = plans(Value::Null);
            let edge = |k: u32| f64::from(SECONDS * k) / 499.0;
            let read = plans((0..499).map(|k| Value::from(vec![edge(k), edge(k + 1)])).collect());
            for (unread, read) in unread.iter().zip(&read) {
                let [unread_hash, read_hash] =
                    [(unread, &RecordOptions::NOTHING), (read, &RecordOptions::PAGE)]
                        .map(|(plan, options)| plan.simulation(options).run().engine.trace_hash);
                assert_eq!(unread_hash, read_hash, "{}, {}", entry.id, unread.label);
            }
            unread.len()
        })
        .sum();
    assert!(lanes > if is_whole() { 150 } else { 30 }, "{lanes}");
}
