//! Segments that are spread over the round trip.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;

pub const SUSPECT: Suspect = Suspect {
    id: "pacing",
    name: "pacing",
    because: "packets leave one by one, not in bursts",
    keys: &["flows.pacing"],
    change,
    ..Suspect::REMEDY
};

fn change(case: &Case) -> Option<Change> {
    let bursts = case.own().filter(|group| {
        let paces = case.tcp(group).is_some_and(|tcp| tcp.mechanisms.pacing.is_some());
        !paces && !case.needs(group).paces
    });
    let spread = |change: Change, path: String| change.set(path, "on");
    bursts.map(|group| format!("{}.pacing", group.path)).fold(Change::default(), spread).some()
}
