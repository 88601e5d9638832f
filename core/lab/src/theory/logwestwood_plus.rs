//! LogWestwood+ (KGM08): each round-trip time the window closes 1/α of its gap to W_max, and a loss
//! resets it to B̂·RTT_min. Propositions 1 and 2, the fluid equation behind them, and the growth
//! without losses.

use super::inputs::{BANDWIDTH, Input, P, RTT, RTT_MIN, RTT_ORDER, TIME, Values};
use super::ode::integrate;
use super::{Condition, Formula, RATE, WINDOW};
use ackscope_engine::catalogue::{Term, term};
use ackscope_engine::math::exp;

const ASSUMPTIONS: &[&str] = &[
    "W_max and α are constants, although both adapt at every loss.",
    "No timeouts and no slow start; one ACK per segment; p small.",
    "RTT and p are constant and do not depend on the window.",
];
const NEAR_THE_TOP: &str =
    "The window stays below W_max − α, where the climb is logarithmic (assumption vi).";
const RESET_SIGN: &str = "Eqs. 3 and 4 print the reset as +p[W − B̂·RTT_min]; a loss takes the window to B̂·RTT_min, so the bracket \
     is B̂·RTT_min − W. With the printed sign the equation has no stable point and runs off.";
const INCREMENT: &str =
    "Eqs. 1 and 2 print W ← max(…); the text and eq. 3 use the maximum as an increment: W ← W + max(…).";
const QUADRATIC: &str = "Eqs. 5 and 7 interchange p and 1 − p and lack the coefficient of W²; eq. 8 still shows it. Solved is \
     p W² + W[(1−p)/α − p w_b] − (1−p) W_max/α = 0, whose root tends to W_max for p → 0.";
const DAMPING: &str =
    "Eqs. 10 to 12: γ = p/RTT, β = W₁ − W₂, and 1 + (Q₀/β)(1 − e^{−γβt}) in the denominator.";

const INPUTS: [Input; 6] = [P_LOW, RTT_02, RTT_MIN_018, BANDWIDTH_8000, ALPHA, W_MAX];

pub const FORMULAS: &[Formula] = &[
    Formula {
        id: "kgm08-proposition-1",
        name: "LogWestwood+, known bandwidth (KGM08 Proposition 1)",
        summary: "The mean window of a LogWestwood+ flow whose estimate is constant: between B̂·RTT_min at high and W_max at low loss.",
        latex: r"W = \frac{q + \sqrt{q^2 + 4p(1-p)W_{\max}/\alpha}}{2p},\quad q = p\,\hat B\,\mathit{RTT}_{\min} - \frac{1-p}{\alpha}",
        inputs: &INPUTS,
        outputs: &[RATE, WINDOW],
        axis: "p",
        assumptions: ASSUMPTIONS,
        conditions: &[
            RTT_ORDER,
            Condition { text: NEAR_THE_TOP, holds: |values| far_from_top(values, roots(values).0) },
        ],
        source: "KGM08 Proposition 1, eqs. 1 to 9",
        corrections: &[INCREMENT, RESET_SIGN, QUADRATIC],
        evaluate: |values| {
            let (window, _) = roots(values);
            vec![window / values.get("rtt"), window]
        },
    },
    Formula {
        id: "kgm08-proposition-1-transient",
        name: "LogWestwood+, known bandwidth, transient (KGM08 Proposition 1)",
        summary: "How the mean window of a LogWestwood+ flow with a constant estimate approaches its steady state.",
        latex: r"W(t) = W_1 + \frac{Q_0 e^{-\gamma\beta t}}{1 + \frac{Q_0}{\beta}(1-e^{-\gamma\beta t})},\quad Q_0 = W_0 - W_1,\ \gamma = \frac{p}{\mathit{RTT}},\ \beta = W_1 - W_2",
        inputs: &[P_LOW, RTT_02, RTT_MIN_018, BANDWIDTH_8000, ALPHA, W_MAX, INITIAL_WINDOW, TIME_HALF],
        outputs: &[RATE, WINDOW],
        axis: "t",
        assumptions: ASSUMPTIONS,
        conditions: &[
            RTT_ORDER,
            Condition { text: NEAR_THE_TOP, holds: |values| far_from_top(values, roots(values).0) },
        ],
        source: "KGM08 Proposition 1, eqs. 10 to 12",
        corrections: &[INCREMENT, RESET_SIGN, QUADRATIC, DAMPING],
        evaluate: |values| {
            let [p, rtt, start, t] = values.of(["p", "rtt", "initial_window", "t"]);
            let (w1, w2) = roots(values);
            let (q0, beta) = (start - w1, w1 - w2);
            let fading = exp(-p / rtt * beta * t);
            let window = w1 + q0 * fading / (1.0 + q0 / beta * (1.0 - fading));
            vec![window / rtt, window]
        },
    },
    Formula {
        id: "kgm08-proposition-2",
        name: "LogWestwood+, its own rate as estimate (KGM08 Proposition 2)",
        summary: "The mean rate of a LogWestwood+ flow with B̂ = W/RTT: near W_max/RTT at low loss, as 1/√p at high.",
        latex: r"r = \frac{1-p}{2\alpha p T_q}\left(\sqrt{1+X}-1\right),\quad X = \frac{4 W_{\max} T_q\,\alpha\,p}{(1-p)\,\mathit{RTT}}",
        inputs: &[P_LOW, RTT_02, RTT_MIN_018, ALPHA, W_MAX],
        outputs: &[RATE, WINDOW, ASYMPTOTE],
        axis: "p",
        assumptions: ASSUMPTIONS,
        conditions: &[
            Condition {
                text: "The queue delays packets: T_q = RTT − RTT_min > 0.",
                holds: |values| values.get("rtt_min") < values.get("rtt"),
            },
            Condition {
                text: NEAR_THE_TOP,
                holds: |values| far_from_top(values, own_rate(values) * values.get("rtt")),
            },
        ],
        source: "KGM08 Proposition 2, eqs. 14 to 18",
        corrections: &[
            INCREMENT,
            "r ∼ 1/√p is claimed for p ≪ 1; it holds for X ≫ 1. For X ≪ 1 the rate is W_max/RTT and does not depend on p.",
        ],
        evaluate: |values| {
            let [p, rtt, rtt_min, alpha, top] = values.of(["p", "rtt", "rtt_min", "alpha", "w_max"]);
            let rate = own_rate(values);
            let asymptote = ((1.0 - p) * top / (alpha * p * (rtt - rtt_min) * rtt)).sqrt();
            vec![rate, rate * rtt, asymptote]
        },
    },
    Formula {
        id: "kgm08-fluid-1",
        name: "LogWestwood+, fluid equation, known bandwidth (KGM08)",
        summary: "The window over time from the fluid equation with the whole increase rule, including the additive part near W_max. Integrated numerically.",
        latex: r"\frac{dW}{dt} = \frac{W}{\mathit{RTT}}\left[(1-p)\max\left(\frac{W_{\max}-W}{\alpha W},\frac1W\right) + p\left(\hat B\,\mathit{RTT}_{\min} - W\right)\right]",
        inputs: &[P_LOW, RTT_02, RTT_MIN_018, BANDWIDTH_8000, ALPHA, W_MAX, INITIAL_WINDOW, TIME_HALF],
        outputs: &[RATE, WINDOW],
        axis: "t",
        assumptions: ASSUMPTIONS,
        conditions: &[RTT_ORDER],
        source: "KGM08 eq. 3",
        corrections: &[INCREMENT, RESET_SIGN],
        evaluate: |values| {
            let reset = values.get("bandwidth") * values.get("rtt_min");
            fluid(values, move |_| reset)
        },
    },
    Formula {
        id: "kgm08-fluid-2",
        name: "LogWestwood+, fluid equation, its own rate as estimate (KGM08)",
        summary: "The same with B̂ = W/RTT, for which the paper gives the steady state only.",
        latex: r"\frac{dW}{dt} = \frac{W}{\mathit{RTT}}\left[(1-p)\max\left(\frac{W_{\max}-W}{\alpha W},\frac1W\right) - p\,W\,\frac{T_q}{\mathit{RTT}}\right]",
        inputs: &[P_LOW, RTT_02, RTT_MIN_018, ALPHA, W_MAX, INITIAL_WINDOW, TIME_HALF],
        outputs: &[RATE, WINDOW],
        axis: "t",
        assumptions: ASSUMPTIONS,
        conditions: &[RTT_ORDER],
        source: "KGM08 eqs. 3 and 14",
        corrections: &[INCREMENT, RESET_SIGN],
        evaluate: |values| {
            let part = values.get("rtt_min") / values.get("rtt");
            fluid(values, move |window| window * part)
        },
    },
    Formula {
        id: "kgm08-climb",
        name: "LogWestwood+, climb to W_max without losses (KGM08)",
        summary: "The gap to W_max round by round: a part 1/α of it each, and one segment once it is below α.",
        latex: r"W_{\max}-W_n = (W_{\max}-W_0)\left(1-\frac1\alpha\right)^n\ \text{while the gap} \ge \alpha,\ \text{then}\ +1",
        inputs: &[GAP, ALPHA, ROUND],
        outputs: &[GAP_LEFT, ROUNDS_TO_TOP],
        axis: "round",
        assumptions: &["One ACK per segment, no losses, constant W_max and α."],
        conditions: &[],
        source: "KGM08 eqs. 1 and 2",
        corrections: &[INCREMENT],
        evaluate: |values| {
            let [gap, alpha, round] = values.of(["gap", "alpha", "round"]);
            vec![climb(gap, alpha, round), rounds_to_top(gap, alpha)]
        },
    },
];

const P_LOW: Input = P.by_default(1e-3);
const RTT_02: Input = RTT.by_default(0.2);
const RTT_MIN_018: Input = RTT_MIN.by_default(0.18);
const BANDWIDTH_8000: Input = BANDWIDTH.by_default(8000.0);
const TIME_HALF: Input = Input { plot: (0.0, 2.0), ..TIME.by_default(0.5) };
const ALPHA: Input = Input::linear(
    term("alpha", r"\alpha", "", "The part of the gap to W_max that a round-trip time closes is 1/α."),
    2.0,
    (1.0, 1e3),
    (2.0, 16.0),
);
const W_MAX: Input = Input::logarithmic(
    term("w_max", r"W_{\max}", "segments", "The window at the last congestion."),
    1800.0,
    (1.0, 1e9),
    (10.0, 1e5),
);
const INITIAL_WINDOW: Input = Input::logarithmic(
    term("initial_window", "W_0", "segments", "The window at t = 0."),
    1440.0,
    (1.0, 1e9),
    (1.0, 1e5),
);
const GAP: Input = Input::logarithmic(
    term("gap", r"W_{\max}-W_0", "segments", "How far the window is below W_max at the start."),
    300.0,
    (0.0, 1e6),
    (1.0, 1e4),
);
const ROUND: Input =
    Input::whole(term("round", "n", "", "The number of the round trip."), 3.0, (0.0, 1e5), (0.0, 60.0));
const ASYMPTOTE: Term = term("asymptote", r"r_\infty", "segments/s", "The limit of the rate for large X.");
const GAP_LEFT: Term =
    term("gap_left", r"W_{\max}-W_n", "segments", "How far the window is below W_max then.");
const ROUNDS_TO_TOP: Term = term("rounds_to_top", "N", "", "Round-trip times until W_max is reached.");

fn far_from_top(values: &Values, window: f64) -> bool {
    values.get("w_max") - window >= values.get("alpha")
}

/// The steady window, and the negative root.
fn roots(values: &Values) -> (f64, f64) {
    let [p, rtt_min, bandwidth, alpha, top] = values.of(["p", "rtt_min", "bandwidth", "alpha", "w_max"]);
    let q = p * bandwidth * rtt_min - (1.0 - p) / alpha;
    let root = (q * q + 4.0 * p * (1.0 - p) * top / alpha).sqrt();
    ((q + root) / (2.0 * p), (q - root) / (2.0 * p))
}

/// Proposition 2, in a form that keeps its precision for small X.
fn own_rate(values: &Values) -> f64 {
    let [p, rtt, rtt_min, alpha, top] = values.of(["p", "rtt", "rtt_min", "alpha", "w_max"]);
    let x = 4.0 * top * (rtt - rtt_min) * alpha * p / ((1.0 - p) * rtt);
    // (√(1+X) − 1)/(2αpT_q/(1−p)) = 2W_max/RTT · 1/(√(1+X) + 1)
    2.0 * top / rtt / ((1.0 + x).sqrt() + 1.0)
}

/// Rate and window after `t` seconds, if a loss sets the window to `reset`.
fn fluid(values: &Values, reset: impl Fn(f64) -> f64) -> Vec<f64> {
    let [p, rtt, alpha, top, start, t] = values.of(["p", "rtt", "alpha", "w_max", "initial_window", "t"]);
    let slope = |window: f64| {
        // W · max((W_max − W)/(αW), 1/W)
        let climb = ((top - window) / alpha).max(1.0);
        ((1.0 - p) * climb + p * window * (reset(window) - window)) / rtt
    };
    let window = integrate(slope, start, t);
    vec![window / rtt, window]
}

fn climb(gap: f64, alpha: f64, rounds: f64) -> f64 {
    let mut left = gap;
    for _ in 0..rounds as u64 {
        left = if left >= alpha { left * (1.0 - 1.0 / alpha) } else { (left - 1.0).max(0.0) };
        if left == 0.0 {
            break;
        }
    }
    left
}

fn rounds_to_top(gap: f64, alpha: f64) -> f64 {
    let (mut left, mut rounds) = (gap, 0.0);
    while left > 0.0 {
        left = climb(left, alpha, 1.0);
        rounds += 1.0;
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::super::test::{broken, close, value};

    /// The parameters of T4.1 are the defaults.
    #[test]
    fn the_vectors_of_proposition_1() {
        let window = |p| value("kgm08-proposition-1", "window", &[("p", p)]);
        close(window(1e-3), 1_528.661_575);
        close(value("kgm08-proposition-1", "rate", &[]), 7_643.307_875);
        close(window(1e-2), 1_451.869_166);
        close(window(1e-4), 1_708.316_809);
        close(window(1e-5), 1_787.573_608);
        let later = [("initial_window", 1440.0), ("t", 0.5)];
        close(value("kgm08-proposition-1-transient", "window", &later), 1_528.196_085);
    }

    #[test]
    fn the_vectors_of_proposition_2() {
        close(value("kgm08-proposition-2", "rate", &[]), 7_024.359_37);
        close(value("kgm08-proposition-2", "window", &[]), 1_404.871_875);
        let lossy = [("p", 0.01), ("alpha", 16.0), ("rtt_min", 0.1)];
        close(value("kgm08-proposition-2", "rate", &lossy), 715.944_103);
        close(value("kgm08-proposition-2", "asymptote", &lossy), 746.240_578);
    }

    #[test]
    fn without_losses_the_window_is_at_its_top_and_the_rate_free_of_p() {
        let window = value("kgm08-proposition-1", "window", &[("p", 1e-9)]);
        assert!((1799.0..1800.0).contains(&window), "{window}");
        assert!(!broken("kgm08-proposition-1", &[("p", 1e-9)]).is_empty(), "no gap of α is left");
        let rate = value("kgm08-proposition-2", "rate", &[("p", 1e-9)]);
        assert!((rate / (1800.0 / 0.2) - 1.0).abs() < 1e-5, "{rate}");
    }

    #[test]
    fn the_fluid_equation_goes_where_the_propositions_say() {
        for t in [0.0, 0.05, 0.2, 0.5] {
            let closed = value("kgm08-proposition-1-transient", "window", &[("t", t)]);
            close(value("kgm08-fluid-1", "window", &[("t", t)]), closed);
        }
        close(value("kgm08-fluid-1", "window", &[("t", 20.0)]), 1_528.661_575);
        close(value("kgm08-fluid-2", "window", &[("t", 20.0)]), 1_404.871_875);
    }

    #[test]
    fn near_the_top_the_fluid_equation_climbs_by_whole_segments() {
        // At p = 1e-8 the logarithmic increase alone would stop slightly below W_max; the additive
        // increase goes beyond it.
        let low = [("p", 1e-8), ("t", 100.0)];
        assert!(value("kgm08-fluid-1", "window", &low) > 1800.0);
        assert!(value("kgm08-proposition-1-transient", "window", &low) < 1800.0);
    }

    #[test]
    fn the_climb_takes_the_rounds_of_the_theory() {
        close(value("kgm08-climb", "gap_left", &[("gap", 300.0), ("alpha", 2.0), ("round", 3.0)]), 37.5);
        for (alpha, rounds) in [(2.0, 10.0), (4.0, 20.0), (8.0, 36.0), (16.0, 62.0)] {
            assert_eq!(value("kgm08-climb", "rounds_to_top", &[("gap", 300.0), ("alpha", alpha)]), rounds);
        }
    }
}
