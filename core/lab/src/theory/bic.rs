//! BIC's response function, as the closed form and as the sums over one cycle that it approximates
//! (Xu, Harfoush, Rhee 2004).

use super::inputs::{Input, P, RTT, Values};
use super::{Condition, Formula, RATE, WINDOW};
use ackscope_engine::catalogue::{Term, term};
use ackscope_engine::math::log2;

const ASSUMPTIONS: &[&str] = &["Losses are periodic: a cycle goes from (1−b)·W_max to W_max."];
const ADDITIVE: &str =
    "The reduction is above two steps of S_max (b · W_max > 2 S_max); below, there is no additive phase.";

pub const FORMULAS: &[Formula] = &[
    Formula {
        id: "bic",
        name: "BIC, response function",
        summary: "The rate of BIC at a given loss: additive steps of S_max, then a binary search. At low loss it is proportional to 1/√p.",
        latex: r"r = \frac{1}{\mathit{RTT}}\,\frac{(2-b)/p}{\sqrt{b_0^2+4a_0(c_0+1/p)}+(1-b)b_0+\frac{b(2-b)}{2}},\quad a_0=\frac{b(2-b)}{2S_{\max}},\ b_0=\log_2\frac{S_{\max}}{S_{\min}}+\frac{2-b}{2},\ c_0=S_{\max}-S_{\min}",
        inputs: &[P.by_default(1e-6), RTT, DECREASE, S_MAX, S_MIN],
        outputs: &[RATE, WINDOW, TOP, ASYMPTOTE],
        axis: "p",
        assumptions: ASSUMPTIONS,
        conditions: &[Condition {
            text: ADDITIVE,
            holds: |values| values.get("decrease") * top(values) > 2.0 * values.get("s_max"),
        }],
        source: "Xu, Harfoush, Rhee 2004",
        corrections: &[
            "MV06 writes cwnd_min = b·cwnd_max with b = 0.2; the window after a loss is (1−b)·cwnd_max.",
        ],
        evaluate: |values| {
            let [p, rtt, b, s_max] = values.of(["p", "rtt", "decrease", "s_max"]);
            let (_, b0, _, root) = closed(values);
            let rate = (2.0 - b) / p / (root + (1.0 - b) * b0 + b * (2.0 - b) / 2.0) / rtt;
            let asymptote = (s_max * (2.0 - b) / (2.0 * b * p)).sqrt() / rtt;
            vec![rate, rate * rtt, top(values), asymptote]
        },
    },
    Formula {
        id: "bic-cycle",
        name: "BIC, one cycle",
        summary: "Loss and rate of BIC between two losses at the same window, summed over the rounds of its cycle.",
        latex: r"p = \frac{1}{Y_1+Y_2},\quad r = \frac{Y_1+Y_2}{(N_1+N_2)\,\mathit{RTT}},\quad N_1 = \max\left(\left\lceil\tfrac{bW_{\max}}{S_{\max}}\right\rceil-2,\,0\right),\ N_2 = \log_2\tfrac{bW_{\max}-N_1S_{\max}}{S_{\min}}+2",
        inputs: &[W_MAX, RTT, DECREASE, S_MAX, S_MIN],
        outputs: &[RATE, LOSS, ADDITIVE_ROUNDS, SEARCH_ROUNDS],
        axis: "w_max",
        assumptions: ASSUMPTIONS,
        conditions: &[Condition {
            text: ADDITIVE,
            holds: |values| values.get("decrease") * values.get("w_max") > 2.0 * values.get("s_max"),
        }],
        source: "Xu, Harfoush, Rhee 2004",
        corrections: &[],
        evaluate: cycle,
    },
];

const DECREASE: Input = Input::linear(
    term(
        "decrease",
        "b",
        "",
        "Fraction of the window that a loss removes: 0.125 in the paper, 0.2 in Linux.",
    ),
    0.125,
    (1e-3, 0.999),
    (0.1, 0.5),
);
const S_MAX: Input = Input::linear(
    term("s_max", r"S_{\max}", "segments", "The largest step per round-trip time."),
    32.0,
    (1e-3, 1e6),
    (8.0, 64.0),
);
const S_MIN: Input = Input::linear(
    term("s_min", r"S_{\min}", "segments", "The smallest step of the binary search."),
    0.01,
    (1e-9, 1e3),
    (0.001, 1.0),
);
const W_MAX: Input = Input::logarithmic(
    term("w_max", r"W_{\max}", "segments", "The window at which the losses come."),
    10_000.0,
    (1.0, 1e9),
    (1e3, 1e6),
);
const TOP: Term = term("w_max", r"W_{\max}", "segments", "The window at which the losses come.");
const ASYMPTOTE: Term = term("asymptote", r"r_\infty", "segments/s", "The limit of the rate at low loss.");
const LOSS: Term = term("p", "p", "", "1 / segments of a cycle.");
const ADDITIVE_ROUNDS: Term = term("additive_rounds", "N_1", "", "Rounds with a step of S_max.");
const SEARCH_ROUNDS: Term = term("search_rounds", "N_2", "", "Rounds of the binary search.");

/// a₀, b₀, c₀ of the closed form, and its root.
fn closed(values: &Values) -> (f64, f64, f64, f64) {
    let [p, b, s_max, s_min] = values.of(["p", "decrease", "s_max", "s_min"]);
    let a0 = b * (2.0 - b) / (2.0 * s_max);
    let b0 = log2(s_max / s_min) + (2.0 - b) / 2.0;
    let c0 = s_max - s_min;
    (a0, b0, c0, (b0 * b0 + 4.0 * a0 * (c0 + 1.0 / p)).sqrt())
}

fn top(values: &Values) -> f64 {
    let (a0, b0, _, root) = closed(values);
    (root - b0) / (2.0 * a0)
}

fn cycle(values: &Values) -> Vec<f64> {
    let [top, rtt, b, s_max, s_min] = values.of(["w_max", "rtt", "decrease", "s_max", "s_min"]);
    let n1 = ((b * top / s_max).ceil() - 2.0).max(0.0);
    let left = b * top - n1 * s_max;
    let n2 = log2(left / s_min) + 2.0;
    let y1 = (2.0 * top * (1.0 - b) + (n1 - 1.0) * s_max) / 2.0 * n1;
    let y2 = top * n2 - 2.0 * left + s_min;
    vec![(y1 + y2) / ((n1 + n2) * rtt), 1.0 / (y1 + y2), n1, n2]
}

#[cfg(test)]
mod tests {
    use super::super::test::{close, value};

    #[test]
    fn the_vectors_of_the_theory() {
        // T8.6: a cycle up to 10 000 segments, and the closed form at its loss probability, which
        // is close but not equal.
        assert_eq!(value("bic-cycle", "additive_rounds", &[]), 38.0);
        close(value("bic-cycle", "search_rounds", &[]), 13.731_319);
        let p = value("bic-cycle", "p", &[]);
        assert!((p / 2.031_524_4e-6 - 1.0).abs() < 1e-7, "{p}");
        close(value("bic-cycle", "rate", &[]), 95_153.42);
        let closed = value("bic", "rate", &[("p", p)]);
        assert!((closed / 95_178.53 - 1.0).abs() < 1e-7, "{closed}");
        close(value("bic", "rate", &[]), 141_178.385);
        close(value("bic", "w_max", &[]), 14_896.26);
        close(value("bic", "asymptote", &[]), 154_919.334);
    }
}
