//! Whose flow it shares the link with; plainly that of today's CUBIC.

use super::super::path::{Layout, NEIGHBOURS};
use super::{Dimension, Scale, Side};
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "neighbour",
    side: Side::Traffic,
    range: (1.0, NEIGHBOURS.len() as f64 - 1.0),
    scale: Scale::Choice,
    layouts: &[Layout::Beside],
    set: |scenario, choice, _| {
        super::neighbours(scenario).for_each(|flow| flow["algorithm"] = json!(NEIGHBOURS[choice as usize]));
    },
    says: |choice, _| format!("{} beside it", NEIGHBOURS[choice as usize]),
    ..Dimension::NETWORK
};
