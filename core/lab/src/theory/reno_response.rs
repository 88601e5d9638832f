//! Reno's response function with periodic losses (the saw-tooth); Kelly's model has random losses.

use super::inputs::{P, RTT, SEGMENTS_PER_ACK, Values};
use super::{Formula, RATE, WINDOW};
use ackscope_engine::catalogue::{Term, term};

pub const FORMULAS: &[Formula] = &[Formula {
    id: "reno-response",
    name: "Reno, response function",
    summary: "The average window of the saw-tooth with one loss every 1/p segments: 1.22/√p, of which RFC 3649 and MV06 take 1.2.",
    latex: r"W = \frac{1}{\sqrt{p}}\sqrt{\frac{3}{2b}}",
    inputs: &[P, RTT, SEGMENTS_PER_ACK],
    outputs: &[RATE, WINDOW, ROUNDED],
    axis: "p",
    assumptions: &["Losses are periodic; for random ones see Kelly's model, whose constant is 1.41."],
    conditions: &[],
    source: "RFC 3649; MV06",
    corrections: &[],
    evaluate: |values| {
        let [p, rtt, b] = values.of(["p", "rtt", "segments_per_ack"]);
        let window = (1.5 / (b * p)).sqrt();
        vec![window / rtt, window, rounded(values)]
    },
}];

const ROUNDED: Term =
    term("rounded_window", "1.2/\\sqrt{p}", "segments", "The window with the constant 1.2 of RFC 3649.");

/// 1.2/√p, the reference for other response functions.
pub fn rounded(values: &Values) -> f64 {
    1.2 / values.get("p").sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::test::{close, value};

    #[test]
    fn the_vectors_of_the_theory() {
        close(value("reno-response", "rounded_window", &[("p", 1e-4)]), 120.0);
        // √(3/2) = 1.2247449, and with delayed ACKs √(3/4) = 0.8660254.
        close(value("reno-response", "window", &[("p", 1e-4)]), 122.474_487);
        close(value("reno-response", "window", &[("p", 1e-4), ("segments_per_ack", 2.0)]), 86.602_540_4);
    }
}
