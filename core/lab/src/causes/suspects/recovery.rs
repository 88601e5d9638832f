//! A recovery that looks at time: RACK.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use ackscope_engine::setup::Recovery;
use serde_json::Value;

pub const SUSPECT: Suspect = Suspect {
    id: "recovery",
    name: "recovery by RACK",
    because: "it finds losses by time",
    keys: &["flows.recovery", "flows.recovery_variant", "flows.timestamps"],
    change,
    ..Suspect::REMEDY
};

fn change(case: &Case) -> Option<Change> {
    let older = case.own().filter(|group| {
        case.tcp(group).is_some_and(|tcp| ![Recovery::Rack, Recovery::Quic].contains(&tcp.recovery))
    });
    let newer = |change: Change, path: &String| {
        change
            .set(format!("{path}.recovery"), "rack")
            .set(format!("{path}.recovery_variant"), Value::Null)
            .set(format!("{path}.timestamps"), true)
    };
    older.map(|group| &group.path).fold(Change::default(), newer).some()
}
