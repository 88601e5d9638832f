//! Westwood with a bandwidth estimate that is a constant (GM02, Theorem 1): a loss sets the window
//! to B·RTT_min.

use super::inputs::{
    BANDWIDTH, FLUID_ASSUMPTIONS, INITIAL_RATE, Input, P, RTT, RTT_MIN, RTT_ORDER, SEGMENTS_PER_ACK, TIME,
    Values,
};
use super::{Condition, Formula, RATE, WINDOW};
use ackscope_engine::math::exp;

const INPUTS: [Input; 5] = [P, RTT, RTT_MIN, BANDWIDTH, SEGMENTS_PER_ACK];

/// If it does not hold, the theorem gives a rate above the bandwidth, which no link carries.
const BELOW_BANDWIDTH: Condition = Condition {
    text: "The rate is not above the bandwidth: B² · RTT · T_q ≥ (1 − p)/(b p).",
    holds: |values| {
        let [p, rtt, rtt_min, bandwidth, b] =
            values.of(["p", "rtt", "rtt_min", "bandwidth", "segments_per_ack"]);
        bandwidth * bandwidth * rtt * (rtt - rtt_min) >= (1.0 - p) / (b * p)
    },
};

const CORRECTIONS: &[&str] = &[
    "Corollary 1 says that the rate never exceeds the bandwidth. That follows from congestion, not from the equation: the \
     condition is tested here.",
];

pub const FORMULAS: &[Formula] = &[
    Formula {
        id: "gm02-theorem-1",
        name: "Westwood, known bandwidth (GM02 Theorem 1)",
        summary: "The mean rate of a Westwood flow that knows its bandwidth. Its reduction at a loss depends only on the queue.",
        latex: r"r = x + \sqrt{x^2 + \frac{1-p}{b\,p\,\mathit{RTT}^2}},\quad x = \frac{\hat B\,\mathit{RTT}_{\min}}{2\,\mathit{RTT}}",
        inputs: &INPUTS,
        outputs: &[RATE, WINDOW],
        axis: "p",
        assumptions: FLUID_ASSUMPTIONS,
        conditions: &[RTT_ORDER, BELOW_BANDWIDTH],
        source: "GM02 Theorem 1, eq. 3",
        corrections: CORRECTIONS,
        evaluate: |values| {
            let (rate, _) = roots(values);
            vec![rate, rate * values.get("rtt")]
        },
    },
    Formula {
        id: "gm02-theorem-1-transient",
        name: "Westwood, known bandwidth, transient (GM02 Theorem 1)",
        summary: "How the mean rate of a Westwood flow that knows its bandwidth approaches its steady state.",
        latex: r"r(t) = \frac{r_1 - r_2 C e^{-p t (r_1-r_2)}}{1 - C e^{-p t (r_1-r_2)}},\quad C = \frac{r_0-r_1}{r_0-r_2}",
        inputs: &[P, RTT, RTT_MIN, BANDWIDTH, SEGMENTS_PER_ACK, INITIAL_RATE, TIME],
        outputs: &[RATE, WINDOW],
        axis: "t",
        assumptions: FLUID_ASSUMPTIONS,
        conditions: &[RTT_ORDER, BELOW_BANDWIDTH],
        source: "GM02 Theorem 1",
        corrections: CORRECTIONS,
        evaluate: |values| {
            let [p, r0, t] = values.of(["p", "initial_rate", "t"]);
            let (r1, r2) = roots(values);
            let fading = (r0 - r1) / (r0 - r2) * exp(-p * t * (r1 - r2));
            let rate = (r1 - r2 * fading) / (1.0 - fading);
            vec![rate, rate * values.get("rtt")]
        },
    },
];

/// The steady rate, and the negative root.
fn roots(values: &Values) -> (f64, f64) {
    let [p, rtt, rtt_min, bandwidth, b] = values.of(["p", "rtt", "rtt_min", "bandwidth", "segments_per_ack"]);
    let x = bandwidth * rtt_min / (2.0 * rtt);
    let root = (x * x + (1.0 - p) / (b * p * rtt * rtt)).sqrt();
    (x + root, x - root)
}

#[cfg(test)]
mod tests {
    use super::super::ode::integrate;
    use super::super::test::{broken, close, value};

    const SLOW: [(&str, f64); 4] = [("p", 0.01), ("rtt", 0.12), ("rtt_min", 0.1), ("bandwidth", 100.0)];
    const FAST: [(&str, f64); 4] = [("p", 0.001), ("rtt", 0.12), ("rtt_min", 0.1), ("bandwidth", 833.3333)];

    #[test]
    fn the_vectors_of_the_theory() {
        close(value("gm02-theorem-1", "rate", &SLOW), 134.462_739);
        close(value("gm02-theorem-1", "rate", &FAST), 783.041_279);
        let later = [&SLOW[..], &[("initial_rate", 10.0), ("t", 5.0)]].concat();
        close(value("gm02-theorem-1-transient", "rate", &later), 134.427_487);
    }

    #[test]
    fn the_corollary_holds_where_its_condition_does() {
        assert_eq!(broken("gm02-theorem-1", &SLOW).len(), 1);
        assert!(
            value("gm02-theorem-1", "rate", &SLOW) > 100.0,
            "the slow link cannot carry what the theorem says"
        );
        assert!(broken("gm02-theorem-1", &FAST).is_empty());
        assert!(value("gm02-theorem-1", "rate", &FAST) < 833.3333);
    }

    #[test]
    fn the_transient_solves_its_differential_equation() {
        let [(_, p), (_, rtt), (_, rtt_min), (_, bandwidth)] = FAST;
        let slope = |r: f64| (1.0 - p) / (rtt * rtt) + p * r * bandwidth * rtt_min / rtt - p * r * r;
        for (r0, t) in [(10.0, 1.0), (10.0, 8.0), (900.0, 2.0)] {
            let later = [&FAST[..], &[("initial_rate", r0), ("t", t)]].concat();
            close(value("gm02-theorem-1-transient", "rate", &later), integrate(slope, r0, t));
        }
    }
}
