//! Flows that keep a fixed backlog in the queue, Vegas and FAST: an equilibrium of delay instead of
//! a loss law.

use super::inputs::{Input, RTT};
use super::{Condition, Formula, RATE, WINDOW};
use ackscope_engine::catalogue::term;

pub const FORMULAS: &[Formula] = &[Formula {
    id: "backlog-equilibrium",
    name: "Vegas and FAST, equilibrium",
    summary: "The window with which a flow keeps a given backlog in the queue. Its rate is backlog / queueing delay.",
    latex: r"W = \frac{\alpha}{1-\mathit{RTT}_{\mathrm{base}}/\mathit{RTT}},\quad r = \frac{\alpha}{T_q}",
    inputs: &[BACKLOG, BASE, RTT.by_default(0.12)],
    outputs: &[RATE, WINDOW],
    axis: "rtt",
    assumptions: &["No losses; the flow knows its true base RTT."],
    conditions: &[Condition {
        text: "The queue delays packets: RTT > base RTT.",
        holds: |values| values.get("rtt") > values.get("base_rtt"),
    }],
    source: "Low, Peterson, Wang 2002 (Vegas); Wei, Jin, Low, Hegde 2006 (FAST)",
    corrections: &[],
    evaluate: |values| {
        let [backlog, base, rtt] = values.of(["backlog", "base_rtt", "rtt"]);
        vec![backlog / (rtt - base), backlog / (1.0 - base / rtt)]
    },
}];

const BACKLOG: Input = Input::linear(
    term(
        "backlog",
        r"\alpha",
        "segments",
        "The backlog of the flow in the queue: α of FAST, between α and β of Vegas.",
    ),
    20.0,
    (0.0, 1e6),
    (1.0, 100.0),
);
const BASE: Input = Input {
    term: term(
        "base_rtt",
        r"\mathit{RTT}_{\mathrm{base}}",
        "s",
        "The smallest round-trip time the flow has seen.",
    ),
    ..RTT
};

#[cfg(test)]
mod tests {
    use super::super::test::{close, value};

    #[test]
    fn the_vector_of_the_theory() {
        close(value("backlog-equilibrium", "window", &[]), 120.0);
        close(value("backlog-equilibrium", "rate", &[]), 1000.0);
    }
}
