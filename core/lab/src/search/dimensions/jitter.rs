//! A random delay of each packet, in order.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "jitter",
    range: (0.001, 0.1),
    set: |scenario, most_s, _| scenario["hops"][0]["jitter"] = json!({ "kind": "uniform", "max": most_s }),
    says: |most_s, _| format!("jitter of up to {}", super::ms(most_s)),
    ..Dimension::NETWORK
};
