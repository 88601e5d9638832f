//! A path that changes every five seconds, with some packets lost at the change.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "handover",
    range: (0.005, 0.2),
    set: |scenario, spread_s, _| {
        let delay = scenario["hops"][0]["delay"].as_f64().unwrap_or(0.0);
        scenario["hops"][0]["delay"] =
            json!({ "kind": "handover", "period": 5, "min": delay, "max": delay + spread_s });
        scenario["hops"][0]["loss"] =
            json!({ "kind": "handoff", "period": 5, "outage": 0.05, "probability": 0 });
    },
    says: |spread_s, _| format!("a hand-over every 5 s, with up to {} more delay", super::ms(spread_s)),
    ..Dimension::NETWORK
};
