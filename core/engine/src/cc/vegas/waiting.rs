//! The number of queued segments as each variant computes it, and the rules of the decisions that
//! use it.

use super::RULES;
use crate::catalogue::{Rule, Term, lean_rules, term};

/// How a variant computes the number of queued segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// As in the paper.
    Exact,
    /// As in Linux: relative to the base RTT, with the shortest RTT of the round.
    Linux,
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

/// Number of Vegas rules that do not depend on `Waiting`. They come first.
const OTHERS: usize = 6;
const WAYS: usize = 2;
const DECISIONS: usize = 4;

impl Waiting {
    /// The rule of a decision, with the equation of this variant.
    pub fn rule(self, decision: Decision) -> &'static Rule {
        &RULES[OTHERS + self as usize * DECISIONS + decision as usize]
    }
}

const fn terms(rtt: &'static str) -> [Term; 6] {
    [
        term("diff", r"\mathit{diff}", "segments", "Segments queued along the path."),
        term("window", r"\mathit{cwnd}", "segments", "The window before."),
        term("base", r"\mathit{RTT}_{\mathrm{base}}", "s", "The shortest RTT that this sender has measured."),
        term("rtt", r"\mathit{RTT}", "s", rtt),
        term("threshold", r"\theta", "segments", "The threshold that decided."),
        term("cwnd", r"\mathit{cwnd}'", "segments", "The new window."),
    ]
}
static MEAN: [Term; 6] = terms("Mean RTT of the round.");
/// The terms of a decision by the shortest RTT of a round.
pub static SHORTEST: [Term; 6] = terms("Shortest RTT of the round.");

/// The four decisions of a round: the suffix of their keys, the number of queued segments as a formula, its
/// terms, its source.
#[macro_export]
macro_rules! vegas_decisions {
    ($suffix:literal, $waiting:literal, $terms:ident, $source:literal) => {
        [
            $crate::catalogue::Rule {
                key: concat!("vegas.up", $suffix),
                kind: $crate::catalogue::RuleKind::Decision,
                title: "Fewer than α segments are queued: the window grows by one segment over the next RTT.",
                formula: concat!("{{diff}} = ", $waiting, r" < \alpha = {{threshold}},\quad {{cwnd}}"),
                terms: &$terms,
                source: $source,
            },
            $crate::catalogue::Rule {
                key: concat!("vegas.hold", $suffix),
                kind: $crate::catalogue::RuleKind::Decision,
                title: "Between α and β segments are queued: the window stays the same.",
                formula: concat!(
                    r"\alpha \le {{diff}} = ",
                    $waiting,
                    r" \le \beta = {{threshold}},\quad {{cwnd}}"
                ),
                terms: &$terms,
                source: $source,
            },
            $crate::catalogue::Rule {
                key: concat!("vegas.down", $suffix),
                kind: $crate::catalogue::RuleKind::Decision,
                title: "More than β segments are queued: the window shrinks by one segment.",
                formula: concat!("{{diff}} = ", $waiting, r" > \beta = {{threshold}},\quad {{cwnd}}"),
                terms: &$terms,
                source: $source,
            },
            $crate::catalogue::Rule {
                key: concat!("vegas.avoidance", $suffix),
                kind: $crate::catalogue::RuleKind::Phase,
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
    let [a0, a1, a2, a3] = lean_rules(vegas_decisions!(
        "",
        r"{{window}} \left( 1 - \frac{ {{base}} }{ {{rtt}} } \right)",
        MEAN,
        "Brakmo & Peterson 1995 §3.2, §3.3"
    ));
    let [b0, b1, b2, b3] = lean_rules(vegas_decisions!(
        "-linux",
        r"{{window}} \cdot \frac{ {{rtt}} - {{base}} }{ {{base}} }",
        SHORTEST,
        "Linux, net/ipv4/tcp_vegas.c"
    ));
    [early, loss, timeout, half, restart, threshold, a0, a1, a2, a3, b0, b1, b2, b3]
}
