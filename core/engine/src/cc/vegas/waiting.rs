//! The number of queued segments as each variant computes it, and the rules of the decisions that
//! use it.

use super::RULES;
use crate::catalogue::{Rule, RuleKind, Term, lean_rules, term};

/// How a variant computes the number of queued segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// As in the paper.
    Exact,
    /// As in ns-2, in whole segments.
    Rounded,
    /// As in Linux: relative to the base RTT, with the shortest RTT of the round.
    Linux,
    /// As in Linux 2.6.22: in half segments.
    Linux2622,
}

/// The decision for the window.
#[derive(Clone, Copy, Debug)]
pub enum Decision {
    /// Fewer than α segments are queued.
    Up,
    /// Between α and β segments are queued.
    Hold,
    /// More than β segments are queued.
    Down,
    /// More than γ segments are queued in slow start.
    Avoid,
}

/// The measurements of a round.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Segments queued in the network.
    pub diff: f64,
    /// The number from which `diff` is computed: the window, or in `ns2_round` the segments in
    /// flight.
    pub basis: f64,
    /// Mean RTT in seconds.
    pub rtt_s: f64,
    /// Segments sent.
    pub sent: f64,
}

/// Number of Vegas rules that do not depend on `Waiting`. They come first.
const OTHERS: usize = 6;
const WAYS: usize = 4;
const DECISIONS: usize = 4;

impl Waiting {
    /// The rule of a decision, with the equation of this variant.
    pub fn rule(self, decision: Decision) -> &'static Rule {
        &RULES[OTHERS + self as usize * DECISIONS + decision as usize]
    }
}

static IN_FLIGHT: [Term; 7] = [
    term("diff", r"\mathit{diff}", "segments", "Segments queued along the path, rounded."),
    term(
        "flight",
        r"\mathit{flight}",
        "segments",
        "Segments in flight when the round ends, including the one just acknowledged.",
    ),
    term("base", r"\mathit{RTT}_{\mathrm{base}}", "s", "The minimum RTT."),
    term("rtt", r"\mathit{RTT}", "s", "Mean RTT of the round."),
    term("threshold", r"\theta", "segments", "The threshold that decided."),
    term("cwnd", r"\mathit{cwnd}'", "segments", "The new window."),
    term("sent", r"n_{\mathrm{sent}}", "segments", "Segments sent in the round."),
];

const fn terms(rtt: &'static str) -> [Term; 6] {
    [
        term("diff", r"\mathit{diff}", "segments", "Segments queued along the path."),
        term("window", r"\mathit{cwnd}", "segments", "The window before."),
        term("base", r"\mathit{RTT}_{\mathrm{base}}", "s", "The minimum RTT."),
        term("rtt", r"\mathit{RTT}", "s", rtt),
        term("threshold", r"\theta", "segments", "The threshold that decided."),
        term("cwnd", r"\mathit{cwnd}'", "segments", "The new window."),
    ]
}
static MEAN: [Term; 6] = terms("Mean RTT of the round.");
static SHORTEST: [Term; 6] = terms("Shortest RTT of the round.");

/// The four decisions: the suffix of their keys, how it is counted, by which RTT.
macro_rules! decisions {
    ($suffix:literal, $waiting:literal, $terms:ident, $source:literal) => {
        [
            Rule {
                key: concat!("vegas.up", $suffix),
                kind: RuleKind::Decision,
                title: "Fewer than α segments are queued: the window grows by one segment over the next RTT.",
                formula: concat!("{{diff}} = ", $waiting, r" < \alpha = {{threshold}},\quad {{cwnd}}"),
                terms: &$terms,
                source: $source,
            },
            Rule {
                key: concat!("vegas.hold", $suffix),
                kind: RuleKind::Decision,
                title: "Between α and β segments are queued: the window stays the same.",
                formula: concat!(
                    r"\alpha \le {{diff}} = ",
                    $waiting,
                    r" \le \beta = {{threshold}},\quad {{cwnd}}"
                ),
                terms: &$terms,
                source: $source,
            },
            Rule {
                key: concat!("vegas.down", $suffix),
                kind: RuleKind::Decision,
                title: "More than β segments are queued: the window shrinks by one segment.",
                formula: concat!("{{diff}} = ", $waiting, r" > \beta = {{threshold}},\quad {{cwnd}}"),
                terms: &$terms,
                source: $source,
            },
            Rule {
                key: concat!("vegas.avoidance", $suffix),
                kind: RuleKind::Phase,
                title: "A queue builds up: slow start ends before a loss.",
                formula: concat!("{{diff}} = ", $waiting, r" > \gamma = {{threshold}},\quad {{cwnd}}"),
                terms: &$terms,
                source: $source,
            },
        ]
    };
}

/// Appends the rules that depend on `Waiting` to those that do not.
pub const fn and(others: [Rule; OTHERS]) -> [Rule; OTHERS + WAYS * DECISIONS] {
    let [early, loss, timeout, half, restart, threshold] = others;
    let [a0, a1, a2, a3] = lean_rules(decisions!(
        "",
        r"{{window}} \left( 1 - \frac{ {{base}} }{ {{rtt}} } \right)",
        MEAN,
        "Brakmo & Peterson 1995 §3.2, §3.3"
    ));
    let [b0, b1, b2, b3] = lean_rules(decisions!(
        "-rounded",
        r"\left\lfloor {{flight}} - {{sent}} \cdot \frac{ {{base}} }{ {{rtt}} } + 0.5 \right\rfloor",
        IN_FLIGHT,
        "Brakmo & Peterson 1995 §3.2; ns-2.35, tcp/tcp-vegas.cc"
    ));
    let [c0, c1, c2, c3] = lean_rules(decisions!(
        "-linux",
        r"{{window}} \cdot \frac{ {{rtt}} - {{base}} }{ {{base}} }",
        SHORTEST,
        "Linux, net/ipv4/tcp_vegas.c"
    ));
    let [d0, d1, d2, d3] = lean_rules(decisions!(
        "-linux2622",
        r"{{window}} - 0.5 \left\lfloor 2 \cdot {{window}} \cdot \frac{ {{base}} }{ {{rtt}} } \right\rfloor",
        SHORTEST,
        "Linux 2.6.22, net/ipv4/tcp_vegas.c"
    ));
    [
        early, loss, timeout, half, restart, threshold, a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0,
        d1, d2, d3,
    ]
}
