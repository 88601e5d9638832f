//! Small packets.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;

pub const SUSPECT: Suspect = Suspect {
    id: "packet",
    name: "the small packets",
    is_plural: true,
    because: "its packets are small",
    keys: &["flows.packet_bytes"],
    change,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    let is_small = |path: &&String| {
        let group = case.own().find(|group| group.path == **path);
        group.and_then(|group| case.flows(group).first()).is_some_and(|flow| flow.packet_bytes < 1400)
    };
    let paths: Vec<String> = case.own().map(|group| group.path.clone()).collect();
    let larger = |change: Change, path: &String| change.set(format!("{path}.packet_bytes"), 1500);
    paths.iter().filter(is_small).fold(Change::default(), larger).some()
}
