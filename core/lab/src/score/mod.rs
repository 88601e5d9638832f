//! The report card: any algorithm on twelve standard paths.
//!
//! A card is a sweep whose points are the paths and whose lanes are the algorithms, so that it is
//! run, bounded and asked about like any other sweep.

mod paths;
mod report;

pub use paths::{DURATION_S, MAIN, PATHS, StandardPath, WARM_UP_S};
pub use report::{AlgorithmScore, CellScore, ScorePath, ScoreReport, report};

use crate::sweep::{Point, SweepSpec};
use ackscope_scenario::{Models, brings_ecn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Repetitions of each run where nobody asks for more.
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

/// The sweep that scores what is asked for.
pub fn spec(request: &ScoreRequest) -> SweepSpec {
    let mut scenario = PATHS[0].scenario();
    scenario["title"] = json!("Report card");
    scenario["seed"] = json!(1);
    scenario["compare"] = request.algorithms.iter().map(|id| lane(id)).collect();
    if !request.scripts.is_empty() {
        scenario["scripts"] = Value::Object(request.scripts.clone());
    }
    SweepSpec { scenario, axes: Vec::new(), points: points(), seeds: request.seeds }
}

/// The lane of an algorithm. Its flows understand marks: in their own way if the algorithm has one,
/// else as RFC 3168 says. A queue that does not mark makes no difference between the two.
fn lane(id: &str) -> Value {
    match brings_ecn(id) {
        true => json!(id),
        false => json!({ "label": id, "algorithm": id, "set": { format!("flows.{MAIN}.ecn"): "classic" } }),
    }
}

/// The built-in algorithms that are scored where none is named: all but the window by hand.
pub fn built_in() -> Vec<&'static str> {
    Models::registered().algorithms.iter().map(|spec| spec.id).filter(|id| *id != "manual").collect()
}

#[cfg(test)]
mod tests;
