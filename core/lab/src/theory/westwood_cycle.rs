//! The window cycle of two synchronised Westwood flows (CGMSW02 §3.3): the gap between them shrinks
//! by RTT/(RTT + b/C) each time the buffer overflows.

use super::Formula;
use super::inputs::{Input, RTT};
use ackscope_engine::catalogue::{Term, term};
use ackscope_engine::math::pow;

pub const FORMULAS: &[Formula] = &[Formula {
    id: "westwood-cycle",
    name: "Westwood, two flows from cycle to cycle (CGMSW02)",
    summary: "The windows of two flows after a number of overflows: each loses the share that waited in the buffer, then both grow equally.",
    latex: r"W_i^{(n+1)} = \varphi W_i^{(n)} + (1-\varphi)\frac{W_{\mathrm{tot}}}{2},\quad \varphi = \frac{\mathit{RTT}}{\mathit{RTT}+b/C}",
    inputs: &[RTT, DRAIN, TOTAL, FIRST, CYCLE],
    outputs: &[FIRST_THEN, SECOND_THEN, GAP],
    axis: "cycle",
    assumptions: &[
        "Both flows have the same round-trip time, lose at the same overflows, and nothing is random.",
    ],
    conditions: &[],
    source: "CGMSW02 §3.3",
    corrections: &[],
    evaluate: |values| {
        let [rtt, drain, total, first, cycle] =
            values.of(["rtt", "drain_time", "total_window", "first_window", "cycle"]);
        let off_centre = (first - total / 2.0) * pow(rtt / (rtt + drain), cycle);
        vec![total / 2.0 + off_centre, total / 2.0 - off_centre, 2.0 * off_centre.abs()]
    },
}];

const DRAIN: Input = Input::linear(
    term("drain_time", "b/C", "s", "The time in which the full buffer drains."),
    0.1,
    (0.0, 1e3),
    (0.0, 0.5),
);
const TOTAL: Input = Input::linear(
    term("total_window", r"W_{\mathrm{tot}}", "segments", "Both windows at the overflow."),
    200.0,
    (0.0, 1e9),
    (10.0, 1000.0),
);
const FIRST: Input = Input::linear(
    term("first_window", "W_1^{(0)}", "segments", "The first flow's window at the first overflow."),
    200.0,
    (0.0, 1e9),
    (0.0, 1000.0),
);
const CYCLE: Input = Input::whole(
    term("cycle", "n", "", "Number of overflows after the first."),
    1.0,
    (0.0, 1e6),
    (0.0, 10.0),
);
const FIRST_THEN: Term = term("first", "W_1^{(n)}", "segments", "The first flow's window then.");
const SECOND_THEN: Term = term("second", "W_2^{(n)}", "segments", "The second flow's window then.");
const GAP: Term = term("gap", "|W_1-W_2|", "segments", "How far apart they are then.");

#[cfg(test)]
mod tests {
    use super::super::test::{close, value};

    /// T5.1 and T5.2: a buffer of one bandwidth-delay product halves the gap each cycle.
    #[test]
    fn the_vectors_of_the_theory() {
        for (cycle, first, second) in
            [(0.0, 200.0, 0.0), (1.0, 150.0, 50.0), (2.0, 125.0, 75.0), (3.0, 112.5, 87.5)]
        {
            close(value("westwood-cycle", "first", &[("cycle", cycle)]), first);
            let found = value("westwood-cycle", "second", &[("cycle", cycle)]);
            assert!((found - second).abs() < 1e-9, "{found}");
        }
        close(value("westwood-cycle", "gap", &[("cycle", 5.0)]), 6.25);
    }

    /// metrics M6.1: from (1, 0), four cycles until the gap is at most a tenth.
    #[test]
    fn four_cycles_make_two_flows_nearly_equal() {
        let gap = |cycle| {
            value("westwood-cycle", "gap", &[("total_window", 1.0), ("first_window", 1.0), ("cycle", cycle)])
        };
        assert!(gap(3.0) > 0.1 && gap(4.0) <= 0.1);
    }
}
