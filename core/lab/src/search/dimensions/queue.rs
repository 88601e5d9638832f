//! Another queue discipline than drop-tail.

use super::{Dimension, Scale};
use serde_json::json;

const KINDS: [&str; 5] = ["codel", "pie", "fq-codel", "red", "step"];

fn kind(choice: f64) -> &'static str {
    KINDS[(choice as usize).clamp(1, KINDS.len()) - 1]
}

pub const DIMENSION: Dimension = Dimension {
    id: "queue",
    range: (1.0, KINDS.len() as f64),
    scale: Scale::Choice,
    set: |scenario, choice, _| {
        let queue = &mut scenario["hops"][0]["queue"];
        let capacity = queue["capacity"].take();
        *queue = json!({ "kind": kind(choice), "capacity": capacity });
        if kind(choice) == "step" {
            queue["threshold"] = json!((capacity.as_u64().unwrap_or(2) / 2).max(1));
        }
        scenario["hops"][0]["back"]["queue"] = json!({ "kind": "drop-tail", "capacity": capacity });
    },
    says: |choice, _| format!("a {} queue", kind(choice)),
    ..Dimension::NETWORK
};
