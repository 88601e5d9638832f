//! The report card: any algorithm on twelve standard paths.
//!
//! A card is a sweep whose points are the paths and whose lanes are the algorithms. It runs like
//! any other sweep, with the same limits.

mod paths;
mod report;

pub use paths::{DURATION_S, MAIN, PATHS, StandardPath, WARM_UP_S};
pub use report::{AlgorithmScore, CellScore, ScorePath, ScoreReport, report};

use crate::sweep::{Named, Point, SweepSpec};
use ackscope_engine::cc::features_of;
use ackscope_scenario::{Models, brings_ecn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The default number of repetitions of each run.
pub const SEEDS: u64 = 5;

/// What is to be scored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreRequest {
    /// Ids of built-in algorithms or of `scripts`.
    pub algorithms: Vec<String>,
    /// Texts of scripts by id.
    #[serde(default)]
    pub scripts: Map<String, Value>,
    /// Repetitions, with seeds from 1 on.
    #[serde(default = "seeds")]
    pub seeds: u64,
}

fn seeds() -> u64 {
    SEEDS
}

/// The paths as points of a sweep.
pub fn points() -> Vec<Point> {
    PATHS.iter().map(StandardPath::point).collect()
}

/// The sweep for a report card.
pub fn spec(request: &ScoreRequest) -> SweepSpec {
    let mut scenario = PATHS[0].scenario();
    scenario["title"] = json!("Report card");
    scenario["seed"] = json!(1);
    scenario["compare"] = request.algorithms.iter().map(|id| lane(id)).collect();
    if !request.scripts.is_empty() {
        scenario["scripts"] = Value::Object(request.scripts.clone());
    }
    SweepSpec { scenario, axes: Vec::new(), points: points(), seeds: request.seeds, named: Named::new() }
}

/// The lane of an algorithm. Its flows support ECN: in the algorithm's own way if it has one,
/// otherwise as in RFC 3168. Behind a queue that does not mark, both are the same.
fn lane(id: &str) -> Value {
    match brings_ecn(id) {
        true => json!(id),
        false => json!({ "label": id, "algorithm": id, "set": { format!("flows.{MAIN}.ecn"): "classic" } }),
    }
}

/// The built-in algorithms that are scored by default: all except one whose window is set by hand.
pub fn built_in() -> Vec<&'static str> {
    let ids = Models::registered().algorithms.iter().map(|spec| spec.id);
    ids.filter(|id| features_of(id).by_hand.is_none()).collect()
}

#[cfg(test)]
mod tests;
