//! A second flow with a longer RTT.

use super::super::path::{Layout, SECOND};
use super::{Dimension, Side};
use ackscope_engine::units::decimal;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "other-rtt",
    name: "the different RTTs",
    side: Side::Traffic,
    plain: 1.0,
    range: (1.5, 10.0),
    layouts: &[Layout::Pair],
    set: |scenario, times, _| {
        let second = super::own(scenario).filter(|flow| flow["name"] == SECOND);
        second.for_each(|flow| flow["rtt"] = json!(flow["rtt"].as_f64().unwrap_or(0.0) * times));
    },
    says: |times, _| format!("the second flow's RTT {} times as long", decimal(super::short(times))),
    ..Dimension::NETWORK
};
