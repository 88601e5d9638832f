//! A propagation delay that grows once.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "delay-step",
    name: "the change of the delay",
    range: (0.005, 0.3),
    set: |scenario, more_s, place| {
        let delay = scenario["hops"][0]["delay"].as_f64().unwrap_or(0.0);
        // The way back has a delay of its own: the RTT grows by what the step says.
        scenario["hops"][0]["back"]["delay"] = json!(delay);
        scenario["hops"][0]["delay"] = json!([[0, delay], [place.change_s, delay + more_s]]);
    },
    says: |more_s, place| format!("{} more delay from {} s on", super::ms(more_s), place.change_s),
    ..Dimension::NETWORK
};
