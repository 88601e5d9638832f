//! The answer as `ackscope fit --json` prints it.

use super::summary::Summary;
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

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FitStage {
    /// Every algorithm runs on the first guesses.
    Try,
    /// The parameters of the nearest ones become better.
    Refine,
    /// The same with other flows on the path.
    Company,
    /// How far each parameter may be from its best value.
    Bound,
}

/// What is known before the answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FitSoFar {
    pub stage: FitStage,
    pub runs: u64,
    pub near: Option<FitNear>,
}

/// The nearest guess.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FitNear {
    pub law: String,
    pub rate_bps: f64,
    pub base_rtt_s: f64,
    pub buffer_packets: f64,
    pub loss: f64,
    /// In tolerances: 1 is alike.
    pub distance: f64,
}

/// A parameter with the values that give as good a curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FitInterval")]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    /// Null if the curve sets no upper bound.
    pub high: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FitParameters")]
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

/// The measured window beside those of the best scenario's replicates, in parts of the curve of one length: where it is
/// outside of all of them, nothing of the scenario explains it. Packets, as the mean of a part; null where a part has no
/// sample.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FitOverTime")]
pub struct OverTime {
    /// The length of a part.
    pub every_s: f64,
    pub measured: Vec<Option<f64>>,
    /// The least and the largest of the replicates.
    pub low: Vec<Option<f64>>,
    pub high: Vec<Option<f64>>,
    /// The parts, from 0, that are outside of them by more than a tenth of the measured window.
    pub outside: Vec<usize>,
}

impl OverTime {
    pub(super) fn of(measured: &Summary, replicates: &[Summary], length_s: f64) -> OverTime {
        let known = |value: f64| Some((value * 10.0).round() / 10.0).filter(|value| value.is_finite());
        let edge = |at: usize, of: fn(f64, f64) -> f64| {
            replicates.iter().map(|one| one.windows()[at]).fold(f64::NAN, of)
        };
        let parts = 0..measured.windows().len();
        let (low, high): (Vec<f64>, Vec<f64>) =
            parts.map(|at| (edge(at, f64::min), edge(at, f64::max))).unzip();
        let is_outside = |(at, is): (usize, &f64)| (low[at] - is).max(is - high[at]) > 0.1 * is;
        let is = measured.windows().iter().enumerate();
        OverTime {
            every_s: length_s / measured.windows().len() as f64,
            outside: is.filter(|part| is_outside(*part)).map(|(at, _)| at).collect(),
            measured: measured.windows().iter().copied().map(known).collect(),
            low: low.into_iter().map(known).collect(),
            high: high.into_iter().map(known).collect(),
        }
    }
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
    /// What moves in the curve and in no scenario of these.
    pub unexplained: Vec<String>,
    /// What comes nearest, whatever the answer.
    #[schemars(with = "serde_json::Map<String, Value>")]
    pub scenario: Value,
    /// When the curve begins in the scenario, in its seconds: not at 0 if the file does not begin with the connection.
    pub begins_s: f64,
    pub parameters: Parameters,
    /// The algorithms in groups that the curve does not tell apart, the best first.
    pub laws: Vec<Vec<String>>,
    /// What else is on the path: nothing, a flow of an algorithm beside, flows against it.
    pub company: String,
    /// How far the curve is from the scenario's, in tolerances: 1 is alike.
    pub distance: f64,
    /// How far the scenario's own replicates are from each other.
    pub own_spread: f64,
    pub over_time: OverTime,
    /// Seconds of the curve that were used.
    pub seconds: f64,
    /// How many runs it took.
    pub runs: u64,
}
