//! A larger buffer.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;

pub const SUSPECT: Suspect = Suspect {
    id: "buffer-up",
    name: "a larger buffer",
    because: "more packets can wait before one is dropped",
    keys: &["hops.queue"],
    change,
    ..Suspect::REMEDY
};

fn change(case: &Case) -> Option<Change> {
    let link = case.bottleneck();
    let larger = (4.0 * case.capacity_packets(&link)).max(case.bdp_packets(&link).ceil());
    Change::default().set(format!("{}.queue.capacity", link.path), larger as u64).some()
}
