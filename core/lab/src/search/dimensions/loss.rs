//! Random losses of the link.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "loss",
    range: (1e-4, 0.05),
    set: |scenario, share, _| {
        scenario["hops"][0]["loss"] = json!({ "kind": "bernoulli", "probability": share });
    },
    says: |share, _| format!("{} of the packets lost at random", super::per_cent(share)),
    ..Dimension::NETWORK
};
