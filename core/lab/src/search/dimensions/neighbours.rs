//! More than one neighbour.

use super::super::path::Layout;
use super::{Dimension, Scale, Side};
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "neighbours",
    name: "",
    side: Side::Traffic,
    plain: 1.0,
    range: (2.0, 6.0),
    scale: Scale::Whole,
    layouts: &[Layout::Beside],
    set: |scenario, count, _| {
        super::neighbours(scenario).for_each(|flow| flow["count"] = json!(count as u64))
    },
    says: |count, _| format!("{count} neighbours"),
};
