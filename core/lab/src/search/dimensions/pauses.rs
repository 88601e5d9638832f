//! An application that pauses after each second.

use super::{Dimension, Side};
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "pauses",
    side: Side::Traffic,
    range: (0.1, 3.0),
    set: |scenario, pause_s, _| {
        let phases =
            json!({ "kind": "phases", "phases": [[1, "greedy"], [pause_s, "pause"]], "repeat": true });
        super::own(scenario).for_each(|flow| flow["application"] = phases.clone());
    },
    says: |pause_s, _| format!("a pause of {} after each second", super::ms(pause_s)),
    ..Dimension::NETWORK
};
