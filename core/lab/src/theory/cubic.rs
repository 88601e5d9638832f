//! CUBIC's response function: the concave branch from (1−b)·W_max up to W_max, periodically.

use super::inputs::{Input, P, RTT};
use super::reno_response::rounded;
use super::{Formula, RATE, WINDOW};
use ackscope_engine::catalogue::{Term, term};
use ackscope_engine::math::pow;

pub const FORMULAS: &[Formula] = &[Formula {
    id: "cubic",
    name: "CUBIC, response function",
    summary: "The average window of CUBIC: that of the cubic function, or Reno's if that is larger.",
    latex: r"W = \max\left(\sqrt[4]{\frac{C(3+\beta)}{4(1-\beta)}}\left(\frac{\mathit{RTT}}{p}\right)^{3/4},\ \frac{1.2}{\sqrt p}\right)",
    inputs: &[P.by_default(1e-6), RTT, C, BETA],
    outputs: &[RATE, WINDOW, CUBIC_WINDOW],
    axis: "p",
    assumptions: &[
        "Losses are periodic and come exactly when the window is back at W_max: only the concave branch counts.",
    ],
    conditions: &[],
    source: "RFC 9438 §5.1; Ha, Rhee, Xu 2008",
    corrections: &[],
    evaluate: |values| {
        let [p, rtt, c, beta] = values.of(["p", "rtt", "c", "beta"]);
        let coefficient = (c * (3.0 + beta) / (4.0 * (1.0 - beta))).sqrt().sqrt();
        let cubic = coefficient * pow(rtt / p, 0.75);
        let window = cubic.max(rounded(values));
        vec![window / rtt, window, cubic]
    },
}];

const C: Input = Input::linear(
    term("c", "C", "", "The steepness of the cubic, in segments per cubic second."),
    0.4,
    (1e-6, 1e3),
    (0.04, 4.0),
);
const BETA: Input = Input::linear(
    term(
        "beta",
        r"\beta",
        "",
        "Fraction of the window that remains after a loss: 0.7 in RFC 9438, 0.8 in MV06.",
    ),
    0.7,
    (0.01, 0.999),
    (0.5, 0.9),
);
const CUBIC_WINDOW: Term =
    term("cubic_window", r"W_{\mathrm{cubic}}", "segments", "The window of the cubic alone.");

#[cfg(test)]
mod tests {
    use super::super::test::{close, value};

    #[test]
    fn the_vectors_of_the_theory() {
        let window = |p, beta| value("cubic", "window", &[("p", p), ("beta", beta), ("rtt", 0.1)]);
        close(window(1e-6, 0.8), 6602.1958);
        close(window(1e-6, 0.7), 5926.1156);
        close(window(1e-4, 0.7), 187.400_229);
    }

    #[test]
    fn at_high_loss_it_is_renos() {
        close(value("cubic", "window", &[("p", 0.01)]), 12.0);
        assert!(value("cubic", "cubic_window", &[("p", 0.01)]) < 12.0);
    }
}
