//! Traffic beside the lane.

use super::super::case::Case;
use super::super::change::Change;
use super::super::of::Of;
use super::Suspect;
use crate::report::LaneReport;
use serde_json::json;

pub const SUSPECT: Suspect = Suspect {
    id: "cross",
    name: "the traffic beside it",
    because: "the traffic beside it takes the room",
    keys: &["flows.active"],
    change,
    evidence: share,
    takes_others: true,
    yields_to: Some("competitor"),
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    if matches!(case.of(), Of::Delay | Of::Fairness) {
        return None;
    }
    let silent = |change: Change, path: String| change.set(path, json!([]));
    case.beside().map(|group| format!("{}.active", group.path)).fold(Change::default(), silent).some()
}

/// The link is full, and the lane has less than its fair share.
pub(super) fn share(case: &Case, report: &LaneReport) -> Option<String> {
    let link = case.bottleneck();
    let used = case.window(&link, report)?.utilisation?;
    let own_bps: f64 = case.own_windows(report).map(|window| window.goodput_bps).sum();
    let flows = case.tcp_flows() as f64;
    let fair_bps = link.mean_bps * case.own_flows() as f64 / flows;
    (used >= 0.9 && own_bps < 0.8 * fair_bps).then(|| {
        format!("the link is full, and it has {:.0} % of its fair share", 100.0 * own_bps / fair_bps)
    })
}
