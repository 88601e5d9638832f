//! The paths of the referee and what is compared on them, at the head of docs/validation.md.

use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

const PREDICTIONS: &str = include_str!("../../../../lab/tests/referee/predictions.csv");

/// The days on which its predictions were written.
pub const PREDICTED: &str = "2026-11-28 to 2026-11-30";

/// How many paths there are, and how many packets are dropped on them.
pub fn figures() -> (usize, usize) {
    let drops = drops();
    (drops.len(), drops.iter().map(|(_, count)| count).sum())
}

/// The drops on each path, by its name.
fn drops() -> Vec<(&'static str, usize)> {
    let mut drops: Vec<(&str, usize)> = Vec::new();
    for line in PREDICTIONS.lines().skip(1) {
        let name = line.split(',').next().unwrap_or_default();
        match drops.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => drops.push((name, 1)),
        }
    }
    // Paths are numbered: 10 stands after 9.
    drops.sort_by_key(|(name, _)| name.split('-').next().and_then(|number| number.parse::<u32>().ok()));
    drops
}

pub fn section() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/tests/referee");
    let drops = drops();
    let packets: usize = drops.iter().map(|(_, count)| count).sum();
    let mut text = format!(
        "## The referee

A second simulator, in Python and below 250 lines, was written from our [specs](specs/README.md) and RFC 8289 and not from the engine. On {} paths it says
which of the packets are dropped, in which direction and at which nanosecond: Reno, New Reno and SACK, one to five flows, drop-tail and CoDel, timeouts,
lost ACKs, data in both directions. The engine drops **the same {packets} packets at the same nanoseconds**; a drop that moves by one nanosecond fails the
test. `cargo test -p ackscope-lab referee::` compares, `python3 core/lab/tests/referee/referee.py` writes the predictions again. What it found:
[fidelity.md](fidelity.md#a-referee-that-has-not-read-the-engine). It knows no lost SYN, no random loss and no other algorithm.

| path | drops |
|---|--:|
",
        drops.len()
    );
    for (name, count) in drops {
        let scenario = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect("a path's file");
        let scenario: Value = serde_json::from_str(&scenario).expect("a scenario is JSON");
        let title = scenario["title"].as_str().expect("a path has a title");
        let _ = writeln!(text, "| {title} | {count} |");
    }
    text
}
