//! Rules that several algorithms explain in the same words: the end of slow start, reductions by a
//! factor, and the restart after a timeout. Each algorithm has its own copies under its own keys,
//! so that an event names the algorithm that decided.

use crate::catalogue::{Rule, RuleKind, Term, term};

/// cwnd and ssthresh at the end of slow start.
const PHASE: &[Term] = &[
    term("cwnd", r"\mathit{cwnd}", "segments", "The window."),
    term("ssthresh", r"\mathit{ssthresh}", "segments", "The slow-start threshold."),
];

/// New threshold and old window of a halving.
const HALVES: &[Term] = &[
    term("ssthresh", r"\mathit{ssthresh}", "segments", "The new slow-start threshold."),
    term("window", r"\mathit{cwnd}", "segments", "The window before the loss."),
];

/// New window, old window, and their ratio.
const FACTOR: &[Term] = &[
    term("cwnd", r"\mathit{cwnd}'", "segments", "The new window. It is also the slow-start threshold."),
    term("window", r"\mathit{cwnd}", "segments", "The window before the loss."),
    term("factor", r"1 - b", "", "Fraction of the window that remains."),
];

/// The windows before and after a restoration.
pub const RESTORED: &[Term] = &[
    term("cwnd", r"\mathit{cwnd}'", "segments", "The new window."),
    term("window", r"\mathit{cwnd}", "segments", "The window before."),
];

/// Slow start ends. Values: cwnd, ssthresh.
pub const fn avoidance(key: &'static str, title: &'static str) -> Rule {
    Rule {
        key,
        kind: RuleKind::Phase,
        title,
        formula: r"{{cwnd}} \ge {{ssthresh}}",
        terms: PHASE,
        source: "RFC 5681 §3.1",
    }
}

/// A loss halves the window. Values: ssthresh, window before.
pub const fn halving(key: &'static str, source: &'static str) -> Rule {
    Rule {
        key,
        kind: RuleKind::WindowCut,
        title: "Loss detected by duplicate ACKs: the window is halved.",
        formula: r"{{ssthresh}} = \max\left( \frac{ {{window}} }{2},\ 2 \right),\quad \mathit{cwnd} \leftarrow {{ssthresh}}",
        terms: HALVES,
        source,
    }
}

/// A loss reduces the window to one segment. Values: ssthresh, window before.
pub const fn collapse(key: &'static str, title: &'static str, source: &'static str) -> Rule {
    Rule {
        key,
        kind: RuleKind::WindowCut,
        title,
        formula: r"{{ssthresh}} = \max\left( \frac{ {{window}} }{2},\ 2 \right),\quad \mathit{cwnd} \leftarrow 1",
        terms: HALVES,
        source,
    }
}

/// R-RTO. Values: ssthresh, window before.
pub const fn timeout(key: &'static str) -> Rule {
    collapse(
        key,
        "Retransmission timeout: the window is one segment, and slow start begins.",
        "RFC 5681 §3.1",
    )
}

/// A timeout after which slow start runs to the window that the algorithm keeps at a loss. Values:
/// ssthresh, window before.
pub const fn timeout_own(key: &'static str, source: &'static str) -> Rule {
    Rule {
        key,
        kind: RuleKind::WindowCut,
        title: "Retransmission timeout: the window is one segment, and slow start runs to the threshold.",
        formula: r"{{window}} \rightarrow 1,\quad {{ssthresh}}",
        terms: HALVES,
        source,
    }
}

/// A loss removes a part of the window. Values: window after, window before, factor.
pub const fn factor(key: &'static str, title: &'static str, source: &'static str) -> Rule {
    Rule {
        key,
        kind: RuleKind::WindowCut,
        title,
        formula: r"{{cwnd}} = \max\left( {{factor}} \cdot {{window}},\ 2 \right)",
        terms: FACTOR,
        source,
    }
}

/// A mark removes a part of the window. Values: window after, window before, factor.
pub const fn marked(key: &'static str, source: &'static str) -> Rule {
    factor(key, "A queue has marked a packet: the window is reduced, and nothing is retransmitted.", source)
}
