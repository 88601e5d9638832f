//! A time in which the link loses everything.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "outage",
    range: (0.1, 4.0),
    set: |scenario, length_s, place| {
        let at = place.change_s;
        scenario["hops"][0]["loss"] = json!({ "kind": "blackout", "at": [[at, at + length_s]] });
    },
    says: |length_s, place| format!("an outage of {} at {} s", super::ms(length_s), place.change_s),
    ..Dimension::NETWORK
};
