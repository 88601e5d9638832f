//! A way back that is longer than the way there.

use super::Dimension;
use serde_json::json;

pub const DIMENSION: Dimension = Dimension {
    id: "back-delay",
    name: "the delay of the way back",
    range: (0.005, 0.3),
    set: |scenario, more_s, place| {
        scenario["hops"][0]["back"]["delay"] = json!(place.delay_s + more_s);
        super::lengthen(scenario, more_s);
    },
    says: |more_s, _| format!("a way back that is {} longer", super::ms(more_s)),
    ..Dimension::NETWORK
};
