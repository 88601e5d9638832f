//! An application that does not always have data to send.

use super::super::case::Case;
use super::super::change::Change;
use super::super::of::Of;
use super::Suspect;
use serde_json::Value;

pub const SUSPECT: Suspect = Suspect {
    id: "application",
    name: "the application",
    because: "its application writes no more",
    keys: &["flows.application"],
    change,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    if case.of() != Of::Goodput {
        return None;
    }
    let writes = case.own().filter(|group| case.tcp(group).is_some_and(|tcp| tcp.application.is_some()));
    let without = |change: Change, path: String| change.set(path, Value::Null);
    writes.map(|group| format!("{}.application", group.path)).fold(Change::default(), without).some()
}
