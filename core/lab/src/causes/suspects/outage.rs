//! A link that is silent for a while.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use super::loss::{OUTAGES, without};
use crate::report::LaneReport;

pub const SUSPECT: Suspect = Suspect {
    id: "outage",
    name: "the outages of the link",
    is_plural: true,
    because: "the link fails for a while",
    keys: &["hops.loss", "hops.back.loss"],
    change,
    evidence,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    without(case, |kind| OUTAGES.contains(&kind))
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    let timeouts: u64 = case.own_windows(report).map(|window| window.timeouts).sum();
    (timeouts >= 2).then(|| format!("{timeouts} timeouts"))
}
