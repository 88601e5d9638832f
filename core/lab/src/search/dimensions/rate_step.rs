//! A rate that changes once.

use super::Dimension;
use ackscope_engine::units::decimal;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "rate-step",
    name: "the change of the rate",
    plain: 1.0,
    range: (0.1, 10.0),
    set: |scenario, times, place| {
        let bps = place.rate_bps;
        scenario["hops"][0]["rate"] = json!([[0, bps], [place.change_s, (bps * times).round()]]);
    },
    says: |times, place| {
        format!("the rate times {} from {} s on", decimal(super::short(times)), place.change_s)
    },
    ..Dimension::NETWORK
};
