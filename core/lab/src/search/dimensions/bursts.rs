//! Losses that come in bursts: every two seconds half of the packets of a while.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "bursts",
    range: (0.005, 0.5),
    set: |scenario, bad_s, _| {
        scenario["hops"][0]["loss"] =
            json!({ "kind": "gilbert", "good": 2, "bad": bad_s, "bad_loss": 0.5, "switch_probability": 1 });
    },
    says: |bad_s, _| format!("half of the packets lost for {} every 2 s", super::ms(bad_s)),
    ..Dimension::NETWORK
};
