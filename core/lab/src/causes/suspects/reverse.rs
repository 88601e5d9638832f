//! Traffic against the lane's data: its ACKs wait behind it.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use crate::report::LaneReport;
use serde_json::json;

pub const SUSPECT: Suspect = Suspect {
    id: "reverse",
    name: "the reverse traffic",
    because: "its ACKs wait behind the reverse traffic",
    keys: &["flows.active"],
    change,
    evidence,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    let silent = |change: Change, path: String| change.set(path, json!([]));
    case.against().map(|group| format!("{}.active", group.path)).fold(Change::default(), silent).some()
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    let windows = case.way_back().filter_map(|link| case.window(&link, report));
    let longest = windows.max_by(|a, b| a.mean_queue_packets.total_cmp(&b.mean_queue_packets))?;
    let wait_s = longest.mean_queueing_delay_s.unwrap_or(0.0);
    let waits = wait_s >= 0.1 * case.rtt_s() || longest.drop_ratio.unwrap_or(0.0) >= 0.05;
    waits
        .then(|| format!("the ACKs wait, {:.0} packets, +{:.0} ms", longest.mean_queue_packets, wait_s * 1e3))
}
