//! RED: drops early and at random. The drop probability grows with the average queue length.
//!
//! GM02 §4 runs it with the constants of Floyd and Jacobson 1993; queues-and-links §3.

use super::shared::red;
use crate::catalogue::Spec;

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "red",
    name: "RED",
    summary: "Drops early and at random. The drop probability grows with the average queue; above max_th every packet is dropped.",
    source: "GM02 §4; Floyd and Jacobson, Random Early Detection Gateways (1993)",
    parameters: red::PARAMETERS,
    departures: &["Thresholds and average are in packets, even if the capacity is in bytes."],
    rules: &[],
};

/// RED's average and drop rule.
pub type Queue = red::RedQueue<false>;
