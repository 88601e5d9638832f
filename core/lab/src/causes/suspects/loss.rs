//! Losses of the link that no full buffer causes.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use crate::report::LaneReport;
use serde_json::{Value, json};

pub const SUSPECT: Suspect = Suspect {
    id: "loss",
    name: "the losses of the link",
    is_plural: true,
    because: "random losses keep its window small",
    keys: &["hops.loss", "hops.back.loss"],
    change,
    evidence,
    ..Suspect::CAUSE
};

/// The loss models that lose everything for a while: another suspect.
pub(super) const OUTAGES: [&str; 2] = ["blackout", "handoff"];

fn change(case: &Case) -> Option<Change> {
    without(case, |kind| kind != "none" && !OUTAGES.contains(&kind))
}

/// All links without the loss models that `is_suspect` names.
pub(super) fn without(case: &Case, is_suspect: impl Fn(&str) -> bool) -> Option<Change> {
    let mut change = Change::default();
    for link in case.links().filter(|link| is_suspect(link.channel.loss.kind)) {
        // The way back has a model only if the scenario gives it one.
        let none = if link.path.ends_with(".back") { Value::Null } else { json!({ "kind": "none" }) };
        change = change.set(format!("{}.loss", link.path), none);
    }
    change.some()
}

fn evidence(_case: &Case, report: &LaneReport) -> Option<String> {
    let windows = || report.hops.iter().filter_map(|hop| hop.windows.first());
    let lost: u64 = windows().map(|window| window.channel_losses).sum();
    let dropped: u64 = windows().map(|window| window.drops).sum();
    (lost >= 3 && lost >= dropped).then(|| format!("{lost} packets lost, {dropped} dropped"))
}
