//! A drop-tail buffer below the bandwidth-delay product.

use super::super::case::Case;
use super::super::change::Change;
use super::super::of::Of;
use super::Suspect;
use crate::report::LaneReport;

pub const SUSPECT: Suspect = Suspect {
    id: "buffer-small",
    name: "the small buffer",
    because: "the buffer is too small for its window",
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
    for link in case.way().filter(|link| link.channel.queue.kind == "drop-tail") {
        let bdp = case.bdp_packets(&link).round_ties_even();
        if case.capacity_packets(&link) < bdp {
            change = change.set(format!("{}.queue.capacity", link.path), bdp as u64);
        }
    }
    change.some()
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    let link = case.bottleneck();
    let window = case.window(&link, report)?;
    (window.drops > window.early_drops && window.utilisation.unwrap_or(1.0) < 0.95)
        .then(|| format!("full: packet {:.0} is dropped", case.capacity_packets(&link) + 1.0))
}
