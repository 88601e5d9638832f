//! The engine against the referee: a second simulator in Python that was written from `docs/specs`, `docs/scenario.md`
//! and RFC 8289 by people who had not read the engine for it (`referee/referee.py`).
//!
//! `referee/predictions.csv` is what it says of the scenarios beside it: which packet is dropped at which
//! nanosecond. The engine drops the same ones. Where the two differ the specs decide who is right.

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{Fate, PacketLink, RecordOptions};
use ackscope_engine::units::Time;
use ackscope_scenario::{compile_all, read};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A replay keeps no more packets than this.
const MAX_RECORDS: usize = 200_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee")
}

fn predictions() -> String {
    std::fs::read_to_string(folder().join("predictions.csv")).expect("readable")
}

/// The drops of a run as the referee writes them.
fn drops(name: &str) -> String {
    let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).expect("readable");
    let setup = compile_all(&read(&text).expect("a scenario")).expect("valid").remove(0);
    let options = RecordOptions { checkpoint_bytes: 1 << 22, ..RecordOptions::NOTHING };
    let mut simulation = Simulation::new(&setup, &options);
    simulation.run();
    let records = simulation.packets(Time::ZERO, setup.duration).records;
    assert!(records.len() < MAX_RECORDS, "{name} has more packets than a replay keeps");
    let mut dropped: Vec<_> = records.into_iter().filter(|record| record.fate == Fate::Dropped).collect();
    // CoDel drops a packet when it would leave; records stand in the order of arrivals.
    dropped.sort_by_key(|record| record.depart);
    let mut lines = String::new();
    for record in dropped {
        let way = if record.place == PacketLink::Channel(0) { "forward" } else { "backward" };
        let flow = &setup.flows[record.flow as usize].name;
        writeln!(lines, "{name},{},{way},{flow},{}", record.depart.nanos(), record.number).expect("memory");
    }
    lines
}

#[test]
fn the_engine_drops_the_packets_that_the_referee_says_at_the_same_nanosecond() {
    let predictions = predictions();
    let of = |line: &str| line.split(',').next().expect("a first cell").to_owned();
    let mut names: Vec<_> = predictions.lines().skip(1).map(of).collect();
    names.dedup();
    assert_eq!(names.len(), 23, "paths");
    let mut wrong = Vec::new();
    for name in &names {
        let expected: Vec<_> = predictions.lines().filter(|line| of(line) == *name).collect();
        let text = drops(name);
        let found: Vec<_> = text.lines().collect();
        if let Some(at) = (0..expected.len().max(found.len())).find(|&at| expected.get(at) != found.get(at)) {
            wrong.push(format!(
                "{name}: drop {at} of {}: the referee says {:?}, the engine {:?}",
                expected.len(),
                expected.get(at),
                found.get(at)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_predictions_are_what_the_referee_says() {
    let Ok(output) = Command::new("python3").arg(folder().join("referee.py")).arg("--check").output() else {
        eprintln!("python3 is missing: referee.py is not run");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
