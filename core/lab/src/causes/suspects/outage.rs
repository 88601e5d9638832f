//! A link that is silent for a while.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use crate::report::LaneReport;

pub const SUSPECT: Suspect = Suspect {
    id: "outage",
    name: "the outages of the link",
    because: "the link fails for a while",
    change,
    evidence,
    ..Suspect::CAUSE
};

/// The loss models that lose everything for a while.
pub(super) const MODELS: [&str; 2] = ["blackout", "handoff"];

fn change(case: &Case) -> Option<Change> {
    super::loss::without(case, |kind| MODELS.contains(&kind))
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    let timeouts: u64 = case.own_windows(report).map(|window| window.timeouts).sum();
    (timeouts >= 2).then(|| format!("{timeouts} timeouts"))
}
