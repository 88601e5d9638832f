//! Reno with timeouts and a receive window (Padhye, Firoiu, Towsley, Kurose 1998): the full model
//! and the approximation.

use super::inputs::{Input, P, RTT, SEGMENTS_PER_ACK, Values};
use super::{Formula, RATE, WINDOW};
use ackscope_engine::catalogue::{Term, term};
use ackscope_engine::math::pow;

const ASSUMPTIONS: &[&str] = &[
    "After a first loss the rest of the round is lost too; rounds are independent.",
    "p counts loss events as seen once per round, not lost segments.",
    "Slow start and fast recovery take no time.",
];

const INPUTS: [Input; 5] = [P, RTT, RTO, RECEIVE_WINDOW, TWO_PER_ACK];

pub const FORMULAS: &[Formula] = &[
    Formula {
        id: "padhye",
        name: "Reno with timeouts (Padhye), full model",
        summary: "The send rate of a Reno flow with timeouts and a limited receive window.",
        latex: r"r = \frac{\frac{1-p}{p}+E[W]+\frac{Q}{1-p}}{\mathit{RTT}\left(\frac b2 E[W]+1\right)+\frac{Q\,T_0 f(p)}{1-p}},\quad E[W]=\frac{2+b}{3b}+\sqrt{\frac{8(1-p)}{3bp}+\left(\frac{2+b}{3b}\right)^2}",
        inputs: &INPUTS,
        outputs: &[RATE, WINDOW, TIMEOUT_PART],
        axis: "p",
        assumptions: ASSUMPTIONS,
        conditions: &[],
        source: "Padhye, Firoiu, Towsley, Kurose 1998",
        corrections: &[],
        evaluate: full,
    },
    Formula {
        id: "padhye-approximate",
        name: "Reno with timeouts (Padhye), approximation",
        summary: "The short form of the same model that most papers quote.",
        latex: r"r = \min\left(\frac{W_m}{\mathit{RTT}},\ \frac{1}{\mathit{RTT}\sqrt{\frac{2bp}{3}}+T_0\min\left(1,3\sqrt{\frac{3bp}{8}}\right)p\,(1+32p^2)}\right)",
        inputs: &INPUTS,
        outputs: &[RATE, WINDOW],
        axis: "p",
        assumptions: ASSUMPTIONS,
        conditions: &[],
        source: "Padhye, Firoiu, Towsley, Kurose 1998",
        corrections: &[],
        evaluate: |values| {
            let [p, rtt, rto, most, b] = values.of(["p", "rtt", "rto", "receive_window", "segments_per_ack"]);
            let timeouts = (3.0 * (3.0 * b * p / 8.0).sqrt()).min(1.0);
            let round = rtt * (2.0 * b * p / 3.0).sqrt() + rto * timeouts * p * (1.0 + 32.0 * p * p);
            let rate = (most / rtt).min(1.0 / round);
            vec![rate, rate * rtt]
        },
    },
];

const RTO: Input =
    Input::linear(term("rto", "T_0", "s", "The retransmission timeout."), 1.0, (0.0, 120.0), (0.2, 5.0));
const RECEIVE_WINDOW: Input = Input::logarithmic(
    term("receive_window", "W_m", "segments", "The largest window the receiver allows."),
    1000.0,
    (1.0, 1e9),
    (4.0, 1e4),
);
const TWO_PER_ACK: Input = SEGMENTS_PER_ACK.by_default(2.0);
const TIMEOUT_PART: Term =
    term("timeout_part", "Q", "", "The probability that a loss event ends in a timeout.");

fn full(values: &Values) -> Vec<f64> {
    let [p, rtt, rto, most, b] = values.of(["p", "rtt", "rto", "receive_window", "segments_per_ack"]);
    let base = (2.0 + b) / (3.0 * b);
    let unlimited = base + (8.0 * (1.0 - p) / (3.0 * b * p) + base * base).sqrt();
    let limited = unlimited >= most;
    let window = if limited { most } else { unlimited };
    let ends = ends_in_timeout(p, window);
    // f(p): a sequence of backed-off timeouts lasts RTO · f(p)/(1 − p) on average.
    let f = 1.0 + p * (1.0 + p * (2.0 + p * (4.0 + p * (8.0 + p * (16.0 + p * 32.0)))));
    let sent = (1.0 - p) / p + window + ends / (1.0 - p);
    let rounds =
        if limited { b * window / 8.0 + (1.0 - p) / (p * window) + 2.0 } else { b * window / 2.0 + 1.0 };
    let rate = sent / (rtt * rounds + ends * rto * f / (1.0 - p));
    vec![rate, unlimited, ends]
}

/// Q(w): the probability that a loss in a round of `w` segments ends in a timeout, because fewer
/// than three duplicate ACKs return.
fn ends_in_timeout(p: f64, window: f64) -> f64 {
    let kept = 1.0 - p;
    let three = 1.0 - pow(kept, 3.0);
    let none = 1.0 - pow(kept, window);
    (three * (1.0 + pow(kept, 3.0) * (1.0 - pow(kept, window - 3.0))) / none).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::test::value;

    /// Table T7, to its printed digits.
    #[test]
    fn the_vectors_of_the_theory() {
        let table = [
            (0.01, 0.1, 1.0, 1000.0, 2.0, 12.175118, 0.279922, 69.524463, 70.654424),
            (0.01, 0.1, 1.0, 1000.0, 1.0, 17.278821, 0.210479, 98.829121, 99.920444),
            (0.001, 0.1, 1.0, 20.0, 2.0, 37.169330, 0.153822, 174.240253, 200.0),
            (0.05, 0.2, 2.0, 1000.0, 2.0, 5.743849, 0.621817, 9.301448, 8.742626),
            (1e-4, 0.1, 0.4, 1e4, 1.0, 164.294213, 0.018702, 1221.230145, 1223.643592),
        ];
        for (p, rtt, rto, most, b, window, ends, full, approximate) in table {
            let given =
                [("p", p), ("rtt", rtt), ("rto", rto), ("receive_window", most), ("segments_per_ack", b)];
            let near = |id, output, expected: f64| {
                let found = value(id, output, &given);
                assert!((found - expected).abs() < 1e-6, "{id} {output} {found} for {expected} at {given:?}");
            };
            near("padhye", "window", window);
            near("padhye", "timeout_part", ends);
            near("padhye", "rate", full);
            near("padhye-approximate", "rate", approximate);
        }
    }
}
