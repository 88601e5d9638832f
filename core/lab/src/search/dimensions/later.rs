//! A second flow that comes later.

use super::super::path::{Layout, SECOND};
use super::{Dimension, Side};
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "later",
    name: "the later start",
    side: Side::Traffic,
    range: (0.5, 4.5),
    layouts: &[Layout::Pair],
    set: |scenario, at_s, _| {
        super::own(scenario)
            .filter(|flow| flow["name"] == SECOND)
            .for_each(|flow| flow["start"] = json!(at_s));
    },
    says: |at_s, _| format!("the second flow {} later", super::ms(at_s)),
    ..Dimension::NETWORK
};
