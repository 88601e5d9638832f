//! Reno by Kelly's construction: per ACK +1/W with probability 1−p, −W/2 with probability p, W ACKs
//! per round-trip time.

use super::inputs::{FLUID_ASSUMPTIONS, INITIAL_RATE, Input, P, RTT, SEGMENTS_PER_ACK, TIME, Values};
use super::{Formula, RATE, WINDOW};
use ackscope_engine::catalogue::{Term, term};
use ackscope_engine::math::exp;

const SOURCE: &str = "Kelly's model as in GM04 eq. 2 and GM02 eq. 11";
const DELAYED: &str =
    "GM04 and GM02 write one ACK per segment; with b segments per ACK the window grows by a b-th of that.";

pub const FORMULAS: &[Formula] = &[
    Formula {
        id: "reno",
        name: "Reno, steady state (Kelly)",
        summary: "The mean rate of a Reno flow at random loss: it falls with the root of the loss and with the round-trip time.",
        latex: r"r = \frac{1}{\mathit{RTT}}\sqrt{\frac{2(1-p)}{b\,p}}",
        inputs: &[P, RTT, SEGMENTS_PER_ACK],
        outputs: &[RATE, WINDOW],
        axis: "p",
        assumptions: FLUID_ASSUMPTIONS,
        conditions: &[],
        source: SOURCE,
        corrections: &[DELAYED],
        evaluate: |values| {
            let rate = steady_rate(values);
            vec![rate, rate * values.get("rtt")]
        },
    },
    Formula {
        id: "reno-transient",
        name: "Reno, transient (Kelly)",
        summary: "How the mean rate of a Reno flow approaches its steady state.",
        latex: r"r(t) = r^*\,\frac{1+C e^{-p r^* t}}{1-C e^{-p r^* t}},\quad C=\frac{r_0-r^*}{r_0+r^*}",
        inputs: &[P, RTT, SEGMENTS_PER_ACK, INITIAL_RATE, TIME],
        outputs: &[RATE, WINDOW],
        axis: "t",
        assumptions: FLUID_ASSUMPTIONS,
        conditions: &[],
        source: SOURCE,
        corrections: &[DELAYED],
        evaluate: |values| {
            let [p, r0, t] = values.of(["p", "initial_rate", "t"]);
            let rate = approach(r0, steady_rate(values), p * steady_rate(values), t);
            vec![rate, rate * values.get("rtt")]
        },
    },
    Formula {
        id: "reno-recovery",
        name: "Reno, time to recover the window",
        summary: "The time that additive increase needs to reach the old window again after a halving.",
        latex: r"n = \frac{b\,W}{2},\quad T = n\,\mathit{RTT}",
        inputs: &[WINDOW_BEFORE, RTT, SEGMENTS_PER_ACK],
        outputs: &[ROUNDS, RECOVERY],
        axis: "window_before",
        assumptions: &["The round-trip time stays the same while the window grows."],
        conditions: &[],
        source: "RFC 5681 §3.1; shown in KGM08 Fig. 3",
        corrections: &[],
        evaluate: |values| {
            let [window, rtt, b] = values.of(["window_before", "rtt", "segments_per_ack"]);
            vec![b * window / 2.0, b * window / 2.0 * rtt]
        },
    },
];

const WINDOW_BEFORE: Input = Input::logarithmic(
    term("window_before", "W", "segments", "The window before the loss."),
    1800.0,
    (1.0, 1e9),
    (10.0, 1e5),
);
const ROUNDS: Term = term("rounds", "n", "", "Round-trip times until the window is back.");
const RECOVERY: Term = term("recovery", "T", "s", "Time until the window is back.");

fn steady_rate(values: &Values) -> f64 {
    let [p, rtt, b] = values.of(["p", "rtt", "segments_per_ack"]);
    (2.0 * (1.0 - p) / (b * p)).sqrt() / rtt
}

/// r(t) of `r' = k/(2r*)·(r*² − r²)`, the common form of the transients of Theorem 2 and of Reno.
pub fn approach(r0: f64, steady: f64, k: f64, t: f64) -> f64 {
    let c = (r0 - steady) / (r0 + steady);
    let fading = c * exp(-k * t);
    steady * (1.0 + fading) / (1.0 - fading)
}

#[cfg(test)]
mod tests {
    use super::super::ode::integrate;
    use super::super::test::{close, value};

    #[test]
    fn the_vectors_of_the_theory() {
        close(value("reno", "rate", &[("p", 0.01), ("rtt", 0.1)]), 140.712_473);
        close(value("reno", "rate", &[("p", 0.01), ("rtt", 0.2)]), 70.356_236_4);
        close(value("reno", "rate", &[("p", 1e-4), ("rtt", 0.1)]), 1_414.142_85);
        close(value("reno", "rate", &[("p", 0.01), ("rtt", 0.1), ("segments_per_ack", 2.0)]), 99.498_744);
    }

    #[test]
    fn the_transient_solves_its_differential_equation() {
        let (p, rtt) = (0.01, 0.1);
        for (r0, t) in [(10.0, 0.3), (10.0, 2.0), (500.0, 1.0)] {
            let slope = |r: f64| (1.0 - p) / (rtt * rtt) - p * r * r / 2.0;
            let found =
                value("reno-transient", "rate", &[("p", p), ("rtt", rtt), ("initial_rate", r0), ("t", t)]);
            close(found, integrate(slope, r0, t));
        }
    }

    #[test]
    fn a_halved_window_takes_half_of_it_in_rounds_to_come_back() {
        // metrics M6.2
        let rounds =
            |b| value("reno-recovery", "rounds", &[("window_before", 1800.0), ("segments_per_ack", b)]);
        assert_eq!((rounds(1.0), rounds(2.0)), (900.0, 1800.0));
    }
}
