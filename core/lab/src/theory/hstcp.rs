//! HighSpeed TCP's response function (RFC 3649): a straight line in log-log scale from Reno's at 38
//! segments to 83 000 segments.

use super::inputs::{Input, P, RTT};
use super::reno_response::rounded;
use super::{Formula, RATE, WINDOW};
use ackscope_engine::catalogue::{Term, term};
use ackscope_engine::math::pow;

/// The point at which the response function leaves Reno's.
const LOW_P: f64 = 1e-3;
const LOW_WINDOW: f64 = 38.0;
/// The two printed formulas are rounded and not exact inverses of each other.
const ROUNDINGS: &str = "RFC 3649 prints W = 0.12/p^0.835 and p = 0.078/W^1.2, two roundings that are not inverse to each other: p(W(10⁻⁴)) is \
     9.75·10⁻⁵. Both are computed as printed.";

pub const FORMULAS: &[Formula] = &[
    Formula {
        id: "hstcp",
        name: "HSTCP, response function",
        summary: "The average window of HighSpeed TCP: Reno's above a loss of 10⁻³, and a much larger one below.",
        latex: r"W = \frac{0.12}{p^{0.835}}\ (p < 10^{-3}),\quad W = \frac{1.2}{\sqrt p}\ (p \ge 10^{-3})",
        inputs: &[P.by_default(1e-4), RTT],
        outputs: &[RATE, WINDOW],
        axis: "p",
        assumptions: &["Losses are periodic."],
        conditions: &[],
        source: "RFC 3649 §5",
        corrections: &[ROUNDINGS],
        evaluate: |values| {
            let [p, rtt] = values.of(["p", "rtt"]);
            let window = if p < LOW_P { 0.12 / pow(p, 0.835) } else { rounded(values) };
            vec![window / rtt, window]
        },
    },
    Formula {
        id: "hstcp-loss",
        name: "HSTCP, loss for a window",
        summary: "The loss at which HighSpeed TCP holds a given average window.",
        latex: r"p = \frac{0.078}{W^{1.2}}",
        inputs: &[AVERAGE],
        outputs: &[LOSS],
        axis: "average_window",
        assumptions: &["Losses are periodic; the window is above 38 segments."],
        conditions: &[super::Condition {
            text: "The window is above 38 segments; below, Reno's response function applies.",
            holds: |values| values.get("average_window") > LOW_WINDOW,
        }],
        source: "RFC 3649 §5",
        corrections: &[ROUNDINGS],
        evaluate: |values| vec![0.078 / pow(values.get("average_window"), 1.2)],
    },
];

const AVERAGE: Input = Input::logarithmic(
    term("average_window", "W", "segments", "The average window."),
    262.5314,
    (1.0, 1e9),
    (38.0, 1e5),
);
const LOSS: Term = term("p", "p", "", "The probability that a segment causes a window reduction.");

#[cfg(test)]
mod tests {
    use super::super::test::{close, value};

    #[test]
    fn the_vectors_of_the_theory() {
        for (p, window) in [(1e-4, 262.5314), (1e-6, 12_279.516), (1e-7, 83_981.04)] {
            let found = value("hstcp", "window", &[("p", p)]);
            assert!((found / window - 1.0).abs() < 1e-6, "{found} for {window}");
        }
        let loss = value("hstcp-loss", "p", &[("average_window", 262.5314)]);
        assert!((loss / 9.7516e-5 - 1.0).abs() < 1e-5, "{loss}");
        // Above a loss probability of 10⁻³ it equals Reno.
        close(value("hstcp", "window", &[("p", 0.01)]), 12.0);
    }
}
