//! Westwood with its own rate as the estimate, B̂ = W/RTT (GM02 Theorem 2, GM04 eq. 3), and the
//! consequences for friendliness and for fairness between flows of different round-trip times.

use super::inputs::{
    FLUID_ASSUMPTIONS, INITIAL_RATE, Input, P, RTT, RTT_MIN, SEGMENTS_PER_ACK, TIME, Values,
};
use super::kelly_reno::approach;
use super::{Condition, Formula, RATE, WINDOW};
use ackscope_engine::catalogue::{Term, term};

const SOURCE: &str = "GM02 Theorem 2, eq. 8; GM04 eq. 3";

const QUEUEING: Condition = Condition {
    text: "The queue delays packets: T_q = RTT − RTT_min > 0. Without it a loss never shrinks the window.",
    holds: |values| values.get("rtt_min") < values.get("rtt"),
};

pub const FORMULAS: &[Formula] = &[
    Formula {
        id: "gm02-theorem-2",
        name: "Westwood, its own rate as estimate (GM02 Theorem 2)",
        summary: "The mean rate of a Westwood flow: it falls with the root of RTT times queueing delay, where Reno's falls with RTT.",
        latex: r"r = \frac{1}{\sqrt{\mathit{RTT}\,T_q}}\sqrt{\frac{1-p}{b\,p}},\quad T_q = \mathit{RTT}-\mathit{RTT}_{\min}",
        inputs: &[P, RTT, RTT_MIN, SEGMENTS_PER_ACK],
        outputs: &[RATE, WINDOW],
        axis: "p",
        assumptions: FLUID_ASSUMPTIONS,
        conditions: &[QUEUEING],
        source: SOURCE,
        corrections: &[],
        evaluate: |values| {
            let rate = steady_rate(values);
            vec![rate, rate * values.get("rtt")]
        },
    },
    Formula {
        id: "gm02-theorem-2-transient",
        name: "Westwood, its own rate as estimate, transient (GM02 Theorem 2)",
        summary: "How the mean rate of a Westwood flow approaches its steady state.",
        latex: r"r(t) = r^*\,\frac{1+C e^{-2 p r^* t\,T_q/\mathit{RTT}}}{1-C e^{-2 p r^* t\,T_q/\mathit{RTT}}},\quad C=\frac{r_0-r^*}{r_0+r^*}",
        inputs: &[P, RTT, RTT_MIN, SEGMENTS_PER_ACK, INITIAL_RATE, TIME],
        outputs: &[RATE, WINDOW],
        axis: "t",
        assumptions: FLUID_ASSUMPTIONS,
        conditions: &[QUEUEING],
        source: SOURCE,
        corrections: &[],
        evaluate: |values| {
            let [p, rtt, rtt_min, r0, t] = values.of(["p", "rtt", "rtt_min", "initial_rate", "t"]);
            let steady = steady_rate(values);
            let rate = approach(r0, steady, 2.0 * p * steady * (rtt - rtt_min) / rtt, t);
            vec![rate, rate * rtt]
        },
    },
    Formula {
        id: "westwood-over-reno",
        name: "Westwood's share beside Reno's",
        summary: "The ratio of the rates of both at the same loss: 1 where the queue doubles the round-trip time, that is, with a buffer of one bandwidth-delay product.",
        latex: r"\frac{r_W}{r_R} = \sqrt{\frac{\mathit{RTT}}{2\,T_q}}",
        inputs: &[RTT, RTT_MIN],
        outputs: &[RATIO],
        axis: "rtt",
        assumptions: FLUID_ASSUMPTIONS,
        conditions: &[QUEUEING],
        source: "GM02 Theorem 2 over its eq. 11",
        corrections: &[],
        evaluate: |values| {
            let [rtt, rtt_min] = values.of(["rtt", "rtt_min"]);
            vec![(rtt / (2.0 * (rtt - rtt_min))).sqrt()]
        },
    },
    Formula {
        id: "rtt-fairness",
        name: "Shares of two round-trip times",
        summary: "Segments of the flow with the shorter round-trip time for each segment of the other. Reno: the ratio of the times. Westwood: its square root.",
        latex: r"\left(\frac{r_1}{r_2}\right)_R = \frac{\mathit{RTT}_2}{\mathit{RTT}_1},\quad \left(\frac{r_1}{r_2}\right)_W = \sqrt{\frac{\mathit{RTT}_2}{\mathit{RTT}_1}}",
        inputs: &[RTT_1, RTT_2],
        outputs: &[RENO_RATIO, WESTWOOD_RATIO],
        axis: "rtt_2",
        assumptions: &["Both flows see the same loss and, for Westwood, the same queueing delay."],
        conditions: &[],
        source: "GM02 Theorem 2 and eq. 11",
        corrections: &[],
        evaluate: |values| {
            let [first, second] = values.of(["rtt_1", "rtt_2"]);
            vec![second / first, (second / first).sqrt()]
        },
    },
];

const RATIO: Term = term("ratio", "r_W/r_R", "", "Westwood's rate / Reno's rate.");
const RENO_RATIO: Term =
    term("reno_ratio", "(r_1/r_2)_R", "", "Rate of the first flow / rate of the second, both Reno.");
const WESTWOOD_RATIO: Term =
    term("westwood_ratio", "(r_1/r_2)_W", "", "Rate of the first flow / rate of the second, both Westwood.");
const RTT_1: Input = Input {
    term: term("rtt_1", r"\mathit{RTT}_1", "s", "The first flow's round-trip time."),
    default: 0.05,
    ..RTT
};
const RTT_2: Input = Input {
    term: term("rtt_2", r"\mathit{RTT}_2", "s", "The second flow's round-trip time."),
    default: 0.2,
    ..RTT
};

fn steady_rate(values: &Values) -> f64 {
    let [p, rtt, rtt_min, b] = values.of(["p", "rtt", "rtt_min", "segments_per_ack"]);
    ((1.0 - p) / (b * p)).sqrt() / (rtt * (rtt - rtt_min)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::ode::integrate;
    use super::super::test::{broken, close, value};

    #[test]
    fn the_vectors_of_the_theory() {
        let rate = |rtt, rtt_min| {
            value("gm02-theorem-2", "rate", &[("p", 0.01), ("rtt", rtt), ("rtt_min", rtt_min)])
        };
        close(rate(0.12, 0.1), 203.100_96);
        close(rate(0.22, 0.2), 150.0);
        // A queueing delay of half the round-trip time: same as Reno.
        close(rate(0.2, 0.1), 70.356_236_4);
        close(value("westwood-over-reno", "ratio", &[("rtt", 0.12), ("rtt_min", 0.1)]), 1.732_050_8);
        close(value("westwood-over-reno", "ratio", &[("rtt", 0.2), ("rtt_min", 0.1)]), 1.0);
        let later = [("p", 0.01), ("rtt", 0.12), ("rtt_min", 0.1), ("initial_rate", 10.0), ("t", 5.0)];
        close(value("gm02-theorem-2-transient", "rate", &later), 191.002_894);
        let [reno, westwood] =
            ["reno_ratio", "westwood_ratio"].map(|ratio| value("rtt-fairness", ratio, &[]));
        // metrics M3.6: 50 ms compared with 200 ms.
        assert_eq!((reno, westwood), (4.0, 2.0));
    }

    #[test]
    fn without_a_queue_nothing_is_said() {
        let empty = [("rtt", 0.1), ("rtt_min", 0.1)];
        assert!(value("gm02-theorem-2", "rate", &empty).is_infinite());
        assert_eq!(broken("gm02-theorem-2", &empty).len(), 1);
    }

    #[test]
    fn the_transient_solves_its_differential_equation() {
        let (p, rtt, rtt_min) = (0.01, 0.12, 0.1);
        let slope = |r: f64| (1.0 - p) / (rtt * rtt) - p * r * r * (rtt - rtt_min) / rtt;
        let given = [("p", p), ("rtt", rtt), ("rtt_min", rtt_min), ("initial_rate", 10.0), ("t", 3.0)];
        close(value("gm02-theorem-2-transient", "rate", &given), integrate(slope, 10.0, 3.0));
    }
}
