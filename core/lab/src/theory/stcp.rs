//! Scalable TCP's response function: the gain of a per ACK balances the loss of b·W.

use super::inputs::{Input, P, RTT};
use super::{Formula, RATE, WINDOW};
use ackscope_engine::catalogue::term;

pub const FORMULAS: &[Formula] = &[Formula {
    id: "stcp",
    name: "STCP, response function",
    summary: "The mean window of Scalable TCP: inversely proportional to the loss, whatever the round-trip time.",
    latex: r"W = \frac{a}{b}\,\frac{1-p}{p}",
    inputs: &[P.by_default(1e-3), RTT, GAIN, DECREASE],
    outputs: &[RATE, WINDOW],
    axis: "p",
    assumptions: &[
        "Fluid mean at random loss.",
        "Multiplicative increase and decrease: flows that lose together keep their ratio and never become fair.",
    ],
    conditions: &[],
    source: "Kelly 2003",
    corrections: &[],
    evaluate: |values| {
        let [p, rtt, gain, decrease] = values.of(["p", "rtt", "gain", "decrease"]);
        let window = gain / decrease * (1.0 - p) / p;
        vec![window / rtt, window]
    },
}];

const GAIN: Input = Input::linear(
    term("gain", "a", "segments", "What an ACK adds to the window."),
    0.01,
    (1e-6, 1.0),
    (0.001, 0.1),
);
const DECREASE: Input = Input::linear(
    term("decrease", "b", "", "Fraction of the window that a loss removes."),
    0.125,
    (1e-3, 0.999),
    (0.05, 0.5),
);

#[cfg(test)]
mod tests {
    use super::super::test::{close, value};

    #[test]
    fn the_vector_of_the_theory() {
        close(value("stcp", "window", &[("p", 1e-3)]), 79.92);
    }
}
