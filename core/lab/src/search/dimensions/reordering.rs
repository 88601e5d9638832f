//! Packets that are overtaken.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "reordering",
    range: (0.001, 0.3),
    set: |scenario, share, place| {
        scenario["hops"][0]["jitter"] =
            json!({ "kind": "reorder", "probability": share, "delay": place.rtt_s / 2.0 });
    },
    says: |share, _| format!("{} of the packets late by up to half an RTT", super::per_cent(share)),
    ..Dimension::NETWORK
};
