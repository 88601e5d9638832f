//! TCP beside the lane with another algorithm.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use crate::report::LaneReport;
use serde_json::Value;

pub const SUSPECT: Suspect = Suspect {
    id: "competitor",
    name: "the other algorithm beside it",
    because: "the other algorithm takes the room",
    keys: &["flows.algorithm", "flows.parameters", "flows.recovery", "flows.ecn", "flows.pacing"],
    change,
    evidence,
    takes_others: true,
    ..Suspect::CAUSE
};

/// What belongs to an algorithm.
const KEYS: [&str; 5] = ["algorithm", "parameters", "recovery", "ecn", "pacing"];

fn change(case: &Case) -> Option<Change> {
    let own = case.own().next()?;
    let algorithm = case.tcp(own)?.algorithm_id();
    let mut change = Change::default();
    for group in case.beside() {
        let differs = case.tcp(group).is_some_and(|tcp| tcp.algorithm_id() != algorithm);
        if !differs {
            continue;
        }
        for key in KEYS {
            let value: Value = case.value(own, key).clone();
            change = change.set(format!("{}.{key}", group.path), value);
        }
    }
    change.some()
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    super::cross::share(case, report)
}
