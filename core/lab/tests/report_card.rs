//! The recorded report card, `core/lab/report-card.json`: what the page shows before it has computed anything. The numbers must be those
//! of today's rules. A change of rules changes them; write it then, with
//! `cargo test --release -p ackscope-lab report_card::write -- --ignored` (half a minute).

use ackscope_lab::score::{PATHS, SEEDS, ScoreReport, ScoreRequest, built_in, report, spec};
use ackscope_lab::sweep::{Job, Sweep};
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("report-card.json")
}

fn sweep() -> Sweep {
    let algorithms = built_in().into_iter().map(str::to_owned).collect();
    spec(&ScoreRequest { algorithms, scripts: Map::new(), seeds: SEEDS }).sweep().unwrap()
}

/// The card of those runs.
fn card(sweep: &Sweep, wanted: impl Fn(&Job) -> bool) -> ScoreReport {
    let jobs: Vec<Job> = sweep.jobs().filter(wanted).collect();
    let runs: Vec<_> = jobs.par_iter().map(|job| sweep.run(job).unwrap()).collect();
    report(sweep, &sweep.cells(&runs, &[]))
}

fn recorded() -> Value {
    serde_json::from_str(&std::fs::read_to_string(file()).unwrap()).unwrap()
}

#[test]
fn the_recorded_card_is_of_these_paths_seeds_and_algorithms() {
    let (now, recorded) = (json!(card(&sweep(), |_| false)), recorded());
    for key in ["seeds", "from_s", "to_s", "paths"] {
        assert_eq!(recorded[key], now[key], "{key}");
    }
    let ids = |card: &Value| -> Vec<Value> {
        card["algorithms"].as_array().unwrap().iter().map(|row| row["algorithm"].clone()).collect()
    };
    assert_eq!(ids(&recorded), ids(&now));
}

/// Each algorithm on three of the paths and each path with several algorithms: with all cells the test would take a quarter of a minute on
/// every core.
#[test]
fn the_recorded_numbers_are_those_of_todays_rules() {
    let sweep = sweep();
    let is_tried = |job: &Job| job.point % 4 == job.lane % 4;
    let recorded = recorded();
    let now = card(&sweep, is_tried);
    let mut compared = 0;
    for (row, algorithm) in now.algorithms.iter().enumerate() {
        for (path, cell) in algorithm.cells.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let place = format!("{} on {}", algorithm.algorithm, PATHS[path].id);
            assert_eq!(recorded["algorithms"][row]["cells"][path], json!(cell), "{place}");
            compared += 1;
        }
    }
    assert_eq!(compared, now.algorithms.len() * 3);
}

#[test]
#[ignore = "writes the file"]
fn write() {
    let card = json!(card(&sweep(), |_| true));
    // One path or algorithm a line: a diff shows which changed.
    let lines: Vec<String> = card
        .as_object()
        .unwrap()
        .iter()
        .map(|(key, value)| match value.as_array() {
            Some(items) if items.iter().all(Value::is_object) => {
                let items: Vec<String> = items.iter().map(Value::to_string).collect();
                format!("{}:[\n{}\n]", json!(key), items.join(",\n"))
            }
            _ => format!("{}:{value}", json!(key)),
        })
        .collect();
    std::fs::write(file(), format!("{{\n{}\n}}\n", lines.join(",\n"))).unwrap();
}
