//! The numbers measured here for a case. They are stored, so that the page can be written without
//! new runs.

use crate::case::{Agents, Case, Row, Spread, folder};
use ackscope_lab::lanes::plan;
use ackscope_lab::overrides::with_seed;
use ackscope_lab::report::LaneReport;
use ackscope_lab::stats::Summary;
use ackscope_scenario::read_value;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Numbers by row, window and metric.
pub type Results = BTreeMap<String, Vec<BTreeMap<String, Spread>>>;

fn file(case: &Case) -> PathBuf {
    folder().join("measured").join(format!("{}.json", case.id))
}

/// The stored numbers; empty if there are none.
pub fn load(case: &Case) -> Results {
    let Ok(text) = std::fs::read_to_string(file(case)) else { return Results::new() };
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file(case).display()))
}

/// Stores the numbers, one row per line.
pub fn store(case: &Case, results: &Results) -> std::io::Result<()> {
    let mut text = String::from("{\n");
    let known: Vec<&Row> = case.rows.iter().filter(|row| results.contains_key(&row.id)).collect();
    for (place, row) in known.iter().enumerate() {
        let end = if place + 1 == known.len() { "" } else { "," };
        let numbers = serde_json::to_string(&results[&row.id])?;
        let _ = writeln!(text, "  {:?}: {numbers}{end}", row.id);
    }
    text.push_str("}\n");
    std::fs::create_dir_all(folder().join("measured"))?;
    std::fs::write(file(case), text)
}

/// Runs the wanted rows on all cores.
pub fn measure(case: &Case, agents: &Agents, wanted: impl Fn(&Row) -> bool) -> Results {
    let rows: Vec<&Row> = case.rows.iter().filter(|row| wanted(row)).collect();
    let jobs: Vec<(&Row, u64)> =
        rows.iter().flat_map(|row| (1..=case.seeds_of(row)).map(move |seed| (*row, seed))).collect();
    let reports: Vec<LaneReport> = jobs.par_iter().map(|(row, seed)| run(case, row, agents, *seed)).collect();
    let mut reports = reports.as_slice();
    let of_row = |row: &&Row| {
        let (own, others) = reports.split_at(usize::try_from(case.seeds_of(row)).expect("a few seeds"));
        reports = others;
        (row.id.clone(), summarise(case, row, own))
    };
    rows.iter().map(of_row).collect()
}

fn run(case: &Case, row: &Row, agents: &Agents, seed: u64) -> LaneReport {
    let name = || format!("{}/{}", case.id, row.id);
    let scenario = case.scenario(row, agents).unwrap_or_else(|error| panic!("{}: {error}", name()));
    read_value(&scenario).unwrap_or_else(|error| panic!("{}: {error}", name()));
    let seeded = with_seed(&scenario, seed).unwrap_or_else(|error| panic!("{}: {error}", name()));
    let mut lane = plan(&seeded).unwrap_or_else(|error| panic!("{}: {error}", name())).swap_remove(0);
    if let Some(script) = &case.script {
        script.draw(&mut lane.setup, u32::try_from(seed).expect("a small seed"));
    }
    lane.measure()
}

fn summarise(case: &Case, row: &Row, reports: &[LaneReport]) -> Vec<BTreeMap<String, Spread>> {
    let windows = row.ns2.iter().enumerate();
    let of_window = |(window, numbers): (usize, &BTreeMap<String, Spread>)| {
        let metrics = numbers.keys().filter_map(|metric| {
            let found = Summary::of(reports.iter().map(|report| case.value(report, window, metric)));
            let spread = (rounded(found.mean?), rounded(found.min?), rounded(found.max?), found.count as u64);
            Some((metric.clone(), spread))
        });
        metrics.collect()
    };
    windows.map(of_window).collect()
}

/// Rounds to seven digits, which is enough for comparisons and keeps the file readable.
fn rounded(value: f64) -> f64 {
    format!("{value:.6e}").parse().expect("a number")
}
