//! A queue that drops or marks packets before it is full.

use super::super::case::Case;
use super::super::change::Change;
use super::super::of::Of;
use super::Suspect;
use crate::report::LaneReport;
use serde_json::json;

pub const SUSPECT: Suspect = Suspect {
    id: "aqm",
    name: "the queue's early drops and marks",
    is_plural: true,
    because: "the queue drops or marks early",
    keys: &["hops.queue"],
    change,
    evidence,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    if case.of() == Of::Delay {
        return None;
    }
    let mut change = Change::default();
    for link in case.way().filter(|link| link.channel.queue.kind != "drop-tail" && !link.polices()) {
        let path = format!("{}.queue", link.path);
        let capacity = case.hop_value(&path)["capacity"].clone();
        change = change.set(path, json!({ "kind": "drop-tail", "capacity": capacity }));
    }
    change.some()
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    let window = case.window(&case.bottleneck(), report)?;
    let (early, marks) = (window.early_drops, window.marks.unwrap_or(0));
    (early + marks > 0 && window.utilisation.unwrap_or(1.0) < 0.95)
        .then(|| format!("{early} packets dropped early, {marks} marked"))
}
