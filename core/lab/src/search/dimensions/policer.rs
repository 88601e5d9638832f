//! A token bucket in front of the queue.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "policer",
    range: (0.1, 0.9),
    set: |scenario, share, place| {
        let queue = &mut scenario["hops"][0]["queue"];
        queue["kind"] = json!("policer");
        queue["rate"] = json!((place.rate_bps * share).round());
        scenario["hops"][0]["back"]["queue"] =
            json!({ "kind": "drop-tail", "capacity": place.buffer_packets });
    },
    says: |share, _| format!("a policer at {} of the rate", super::per_cent(share)),
    ..Dimension::NETWORK
};
