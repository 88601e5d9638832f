//! Gentle RED: RED whose drop probability rises to 1 between max_th and twice that, without a step.
//!
//! GM02 §4 after Floyd 2000; queues-and-links §3.

use super::shared::red;
use crate::catalogue::Spec;

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "gentle-red",
    name: "Gentle RED",
    summary: "RED whose drop probability rises smoothly to 1 between max_th and twice max_th.",
    source: "GM02 §4; Floyd, Recommendation on using the gentle_ variant of RED (2000)",
    parameters: red::PARAMETERS,
    departures: &["Thresholds and average are in packets, even if the capacity is in bytes."],
    rules: &[],
};

/// RED's average and drop rule.
pub type Queue = red::RedQueue<true>;
