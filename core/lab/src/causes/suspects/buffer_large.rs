//! A buffer in which packets wait for long.

use super::super::case::Case;
use super::super::change::Change;
use super::super::of::Of;
use super::Suspect;
use crate::report::LaneReport;

pub const SUSPECT: Suspect = Suspect {
    id: "buffer-large",
    name: "the large buffer",
    because: "packets wait in a large buffer",
    keys: &["hops.queue"],
    change,
    evidence,
    yields_to: Some("buffer-small"),
    ..Suspect::CAUSE
};

/// A bandwidth-delay product below this is no measure of a buffer.
const MIN_BDP: f64 = 8.0;

fn change(case: &Case) -> Option<Change> {
    if case.of() == Of::Goodput {
        return None;
    }
    let mut change = Change::default();
    for link in case.way() {
        let (capacity, bdp) = (case.capacity_packets(&link), case.bdp_packets(&link).round_ties_even());
        let quarter = (capacity / 4.0).floor();
        let smaller = if bdp >= MIN_BDP { quarter.min(bdp) } else { quarter }.max(2.0);
        if smaller < capacity {
            change = change.set(format!("{}.queue.capacity", link.path), smaller as u64);
        }
    }
    change.some()
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    let window = case.window(&case.bottleneck(), report)?;
    let wait_s = window.mean_queueing_delay_s?;
    (wait_s >= 0.5 * case.rtt_s())
        .then(|| format!("{:.0} packets wait, +{:.0} ms", window.mean_queue_packets, wait_s * 1e3))
}
