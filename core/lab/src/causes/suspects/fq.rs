//! A queue for each flow, and no standing queue: FQ-CoDel.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use serde_json::json;

pub const SUSPECT: Suspect = Suspect {
    id: "fq",
    name: "FQ-CoDel",
    because: "each flow has its own queue, which drops early",
    keys: &["hops.queue"],
    change,
    takes_others: true,
    ..Suspect::REMEDY
};

/// The discipline that is put in.
const KIND: &str = "fq-codel";

fn change(case: &Case) -> Option<Change> {
    let link = case.bottleneck();
    let capacity = case.capacity_packets(&link).max(100.0) as u64;
    (link.channel.queue.kind != KIND).then(|| {
        Change::default().set(format!("{}.queue", link.path), json!({ "kind": KIND, "capacity": capacity }))
    })
}
