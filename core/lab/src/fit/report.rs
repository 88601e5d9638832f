//! The answer as `ackscope fit --json` prints it.

use crate::provenance::EngineId;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FitAnswer {
    /// The scenario gives such a curve.
    Fit,
    /// No scenario of these gives such a curve.
    None,
}

/// A parameter with the values that give as good a curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    /// Null if the curve sets no upper bound.
    pub high: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Parameters {
    /// Of the bottleneck, in bit/s on the wire.
    pub rate_bps: Interval,
    /// The two-way propagation delay.
    pub base_rtt_s: Interval,
    /// What waits at the bottleneck at most.
    pub buffer_packets: Interval,
    /// Part of the packets that are lost at random.
    pub loss: Interval,
    /// The receive window in packets, if it limits; read off, not searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receive_window_packets: Option<f64>,
}

/// Which network and which algorithm give a measured curve.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Fit")]
pub struct FitReport {
    #[serde(flatten)]
    pub engine: EngineId,
    pub answer: FitAnswer,
    /// The same in words.
    pub reason: String,
    /// What comes nearest, whatever the answer.
    #[schemars(skip)]
    pub scenario: Value,
    pub parameters: Parameters,
    /// The algorithms in groups that the curve does not tell apart, the best first.
    pub laws: Vec<Vec<String>>,
    /// What else is on the path: nothing, a flow of an algorithm beside, flows against it.
    pub company: String,
    /// How far the curve is from the scenario's, in tolerances: 1 is alike.
    pub distance: f64,
    /// How far the scenario's own replicates are from each other.
    pub own_spread: f64,
    /// Seconds of the curve that were used.
    pub seconds: f64,
    /// How many runs it took.
    pub runs: u64,
}
