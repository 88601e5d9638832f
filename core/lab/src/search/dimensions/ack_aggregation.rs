//! ACKs that arrive in batches, as over Wi-Fi and cable.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "ack-aggregation",
    name: "ACKs in batches",
    range: (0.001, 0.1),
    set: |scenario, wait_s, _| {
        scenario["hops"][0]["back"]["jitter"] = json!({ "kind": "aggregation", "wait": wait_s });
    },
    says: |wait_s, _| format!("ACKs that arrive in batches of {}", super::ms(wait_s)),
    ..Dimension::NETWORK
};
