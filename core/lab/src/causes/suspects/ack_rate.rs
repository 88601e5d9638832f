//! A way back that is slower than the way there.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use crate::report::LaneReport;

pub const SUSPECT: Suspect = Suspect {
    id: "ack-rate",
    name: "the slow way back",
    because: "the way back is too slow for its ACKs",
    keys: &["hops.back.rate"],
    change,
    evidence,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    let mut change = Change::default();
    for (there, back) in case.way().zip(case.way_back()) {
        if back.mean_bps < there.mean_bps {
            let rate = case.hop_value(&format!("{}.rate", there.path)).clone();
            change = change.set(format!("{}.rate", back.path), rate);
        }
    }
    change.some()
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    let used = |link| case.window(&link, report)?.utilisation;
    let most = case.way_back().filter_map(used).fold(0.0, f64::max);
    (most >= 0.9).then(|| format!("{:.0} % of the way back is used", 100.0 * most))
}
