//! A policer, which drops what exceeds a rate and lets nothing wait.

use super::super::case::{Case, Link};
use super::super::change::Change;
use super::Suspect;
use crate::report::LaneReport;
use serde_json::json;

pub const SUSPECT: Suspect = Suspect {
    id: "policer",
    name: "the policer",
    because: "the policer drops its bursts",
    keys: &["hops.queue", "hops.rate"],
    change,
    evidence,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    let mut change = Change::default();
    for link in case.way().filter(Link::polices) {
        let path = format!("{}.queue", link.path);
        let (queue, rate) = (case.hop_value(&path), link.channel.queue.params.optional_number("rate")?);
        change = change
            .set(format!("{}.rate", link.path), rate)
            .set(path.clone(), json!({ "kind": "drop-tail", "capacity": queue["capacity"] }));
    }
    change.some()
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    let link = case.way().find(Link::polices)?;
    let window = case.window(&link, report)?;
    (window.drops > 0 && window.mean_queue_packets < 5.0)
        .then(|| format!("{} packets dropped with hardly any waiting", window.drops))
}
