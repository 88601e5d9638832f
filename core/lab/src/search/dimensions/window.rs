//! A receive window that limits.

use super::super::path::RECEIVE_WINDOW;
use super::{Dimension, Scale, Side};
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "window",
    name: "the receive window",
    side: Side::Receiver,
    plain: RECEIVE_WINDOW,
    range: (4.0, 200.0),
    scale: Scale::Whole,
    set: |scenario, packets, _| {
        super::own(scenario).for_each(|flow| flow["receive_window"] = json!(packets as u64))
    },
    says: |packets, _| format!("a receive window of {packets} packets"),
    ..Dimension::NETWORK
};
