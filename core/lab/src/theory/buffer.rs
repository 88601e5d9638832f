//! The buffer that one flow needs (MV06): after a reduction by b the link must stay busy.

use super::inputs::{Input, PACKET_BYTES, RTT};
use super::{Condition, Formula};
use ackscope_engine::catalogue::{Term, term};

pub const FORMULAS: &[Formula] = &[
    Formula {
        id: "mv06-buffer",
        name: "Buffer that keeps the link busy (MV06)",
        summary: "The smallest buffer with which a single flow never leaves the link idle. With a larger one the queue never empties.",
        latex: r"B \ge \frac{\beta}{1-\beta}\,C\,\mathit{RTT}",
        inputs: &[DECREASE, RATE, RTT_PROPAGATION, PACKET_BYTES],
        outputs: &[BUFFER_BDP, BUFFER_PACKETS],
        axis: "decrease",
        assumptions: &["One flow; additive increase; the losses come from overflow only."],
        conditions: &[],
        source: "MV06",
        corrections: &["The text gives 199.8 kbit/s where Table I, in kbit/s, has 199.8 Mbit/s."],
        evaluate: |values| {
            let [decrease, rate, rtt, bytes] = values.of(["decrease", "rate_of_link", "rtt", "packet_bytes"]);
            let bdp = decrease / (1.0 - decrease);
            vec![bdp, bdp * rate * rtt / (8.0 * bytes)]
        },
    },
    Formula {
        id: "saw-tooth-utilisation",
        name: "Utilization of the sawtooth with a small buffer",
        summary: "The fraction of time that a single flow keeps the link busy, if the buffer is too small for its reductions.",
        latex: r"U = \frac{(1-w)\frac{1+w}{2} + B(1+\frac B2)}{(1-w) + B(1+\frac B2)},\quad w = (1-\beta)(1+B) \le 1",
        inputs: &[DECREASE, BUFFER],
        outputs: &[UTILISATION],
        axis: "buffer",
        assumptions: &[
            "One flow whose window grows by the same number of segments each round-trip time and falls by the same part.",
            "The round-trip time is the propagation delay while the queue is empty, and grows with the queue.",
        ],
        conditions: &[Condition {
            text: "The window falls below one bandwidth-delay product; with a larger buffer the link is always busy.",
            holds: |values| trough(values.get("decrease"), values.get("buffer")) <= 1.0,
        }],
        source: "The saw-tooth of MV06, averaged over time",
        corrections: &[],
        evaluate: |values| {
            let [decrease, buffer] = values.of(["decrease", "buffer"]);
            let trough = trough(decrease, buffer);
            let idle_time = (1.0 - trough).max(0.0);
            let busy_time = buffer * (1.0 + buffer / 2.0);
            let carried = idle_time * (1.0 + trough) / 2.0 + busy_time;
            vec![if idle_time > 0.0 { carried / (idle_time + busy_time) } else { 1.0 }]
        },
    },
];

/// The window after a reduction, in bandwidth-delay products.
fn trough(decrease: f64, buffer: f64) -> f64 {
    (1.0 - decrease) * (1.0 + buffer)
}

const DECREASE: Input = Input::linear(
    term("decrease", r"\beta", "", "Fraction of the window that a loss removes: 0.5 for Reno."),
    0.5,
    (0.0, 0.999),
    (0.05, 0.9),
);
const RATE: Input = Input::logarithmic(
    term("rate_of_link", "C", "bit/s", "The rate of the link."),
    200e6,
    (1.0, 1e13),
    (1e6, 1e10),
);
const RTT_PROPAGATION: Input =
    Input { term: term("rtt", r"\mathit{RTT}", "s", "The round-trip time without queueing."), ..RTT };
const BUFFER: Input = Input::linear(
    term("buffer", "B", "", "The buffer in bandwidth-delay products."),
    0.1,
    (0.0, 1e3),
    (0.0, 1.0),
);
const BUFFER_BDP: Term = term("buffer_bdp", "B", "", "The buffer in bandwidth-delay products.");
const BUFFER_PACKETS: Term = term("buffer_packets", "B", "packets", "The same in packets.");
const UTILISATION: Term = term("utilisation", "U", "", "Transmitted bits / possible bits.");

#[cfg(test)]
mod tests {
    use super::super::test::{close, value};

    #[test]
    fn the_vectors_of_the_theory() {
        for (decrease, buffer) in [(0.5, 1.0), (0.2, 0.25), (0.125, 0.142_857_143)] {
            close(value("mv06-buffer", "buffer_bdp", &[("decrease", decrease)]), buffer);
        }
        // 200 Mbit/s × 100 ms are 1666.7 packets of 1500 bytes.
        close(value("mv06-buffer", "buffer_packets", &[]), 1_666.666_667);
        // T6.2, to the digits printed there.
        let utilisation = |buffer| value("saw-tooth-utilisation", "utilisation", &[("buffer", buffer)]);
        assert!((utilisation(0.1) - 0.81757).abs() < 5e-6);
        assert!((utilisation(1.0 / 11.0) - 0.81203).abs() < 5e-6);
    }

    #[test]
    fn a_buffer_of_the_rule_keeps_the_link_busy_and_a_smaller_one_does_not() {
        for decrease in [0.5, 0.2, 0.125] {
            let rule = value("mv06-buffer", "buffer_bdp", &[("decrease", decrease)]);
            let utilisation = |buffer| {
                value("saw-tooth-utilisation", "utilisation", &[("decrease", decrease), ("buffer", buffer)])
            };
            assert!((utilisation(rule) - 1.0).abs() < 1e-9);
            assert!(utilisation(rule * 0.9) < 0.9999);
        }
    }
}
