//! A delay that changes from packet to packet.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use crate::report::LaneReport;
use serde_json::Value;

pub const SUSPECT: Suspect = Suspect {
    id: "jitter",
    name: "the jitter of the link",
    because: "the link delays some packets more than others",
    keys: &["hops.jitter", "hops.back.jitter"],
    change,
    evidence,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    let mut change = Change::default();
    for link in case.links().filter(|link| !case.hop_value(&format!("{}.jitter", link.path)).is_null()) {
        change = change.set(format!("{}.jitter", link.path), Value::Null);
    }
    change.some()
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    let windows = || report.hops.iter().filter_map(|hop| hop.windows.first());
    let reordered: u64 = windows().map(|window| window.reordered).sum();
    let lost: u64 = windows().map(|window| window.channel_losses + window.drops).sum();
    let repeats: u64 = case.own_windows(report).map(|window| window.fast_retransmits).sum();
    (reordered >= 10 && lost < repeats).then(|| format!("{reordered} packets overtaken, {lost} lost"))
}
