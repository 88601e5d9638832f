//! A receiver that waits with its ACKs.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;

pub const SUSPECT: Suspect = Suspect {
    id: "delack",
    name: "the delayed ACKs",
    is_plural: true,
    because: "the receiver delays its ACKs",
    keys: &["flows.delayed_ack"],
    change,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    let waits = case.own().filter(|group| case.tcp(group).is_some_and(|tcp| tcp.delayed_ack));
    let at_once = |change: Change, path: String| change.set(path, false);
    waits.map(|group| format!("{}.delayed_ack", group.path)).fold(Change::default(), at_once).some()
}
