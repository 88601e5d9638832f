//! Who was there first: the neighbour by this many seconds, or a later one.

use super::super::path::Layout;
use super::{Dimension, Scale, Side};
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "neighbour-start",
    side: Side::Traffic,
    range: (1.0, 2.0),
    scale: Scale::Choice,
    layouts: &[Layout::Beside],
    set: |scenario, choice, place| {
        let late = json!(place.from_s - 1.0);
        match choice < 1.5 {
            true => super::own(scenario).for_each(|flow| flow["start"] = late.clone()),
            false => super::neighbours(scenario).for_each(|flow| flow["start"] = late.clone()),
        }
    },
    says: |choice, _| {
        if choice < 1.5 { "it comes later".to_owned() } else { "it was there before".to_owned() }
    },
    ..Dimension::NETWORK
};
