//! New Reno flows against the data, which delay its ACKs.

use super::{Dimension, Scale, Side};
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "reverse",
    name: "the flows in reverse",
    side: Side::Traffic,
    range: (1.0, 20.0),
    scale: Scale::Whole,
    set: |scenario, count, _| {
        let rtt = scenario["flows"][0]["rtt"].clone();
        if let Some(flows) = scenario["flows"].as_array_mut() {
            flows.push(
                json!({ "name": "reverse", "algorithm": "newreno", "tcp": "linux6", "count": count as u64,
                "direction": "backward", "rtt": rtt }),
            );
        }
    },
    says: |count, _| format!("{count} flow{} in reverse", if count > 1.0 { "s" } else { "" }),
    ..Dimension::NETWORK
};
