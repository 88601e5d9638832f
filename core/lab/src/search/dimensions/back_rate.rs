//! The rate of the way back, as a share of that of the way there.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "back-rate",
    name: "the rate of the way back",
    plain: 1.0,
    range: (0.005, 0.5),
    set: |scenario, share, place| {
        scenario["hops"][0]["back"]["rate"] = json!((place.rate_bps * share).round());
    },
    says: |share, _| format!("a way back with {} of the rate", super::per_cent(share)),
    ..Dimension::NETWORK
};
