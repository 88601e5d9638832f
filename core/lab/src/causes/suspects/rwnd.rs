//! A receive window that is smaller than the path.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;

pub const SUSPECT: Suspect = Suspect {
    id: "rwnd",
    name: "the receive window",
    because: "the receive window allows no more",
    keys: &["flows.receive_window"],
    change,
    ..Suspect::CAUSE
};

/// A window that limits nobody.
const LARGE: u64 = 1_000_000;

fn change(case: &Case) -> Option<Change> {
    let small = case.own().filter(|group| case.tcp(group).is_some_and(|tcp| tcp.receive_window < LARGE / 10));
    let open = |change: Change, path: String| change.set(path, LARGE);
    small.map(|group| format!("{}.receive_window", group.path)).fold(Change::default(), open).some()
}
