//! Square root: both the step and the cut grow with the square root of the window.
//!
//! Bansal & Balakrishnan 2001, binomial congestion control with k = l = 1/2.
//!
//! ```text
//! ACK of new data   cwnd < ssthresh:  slow start
//!                   otherwise:        cwnd ← cwnd + a/(√cwnd·cwnd)       a/√cwnd per RTT
//! loss              cwnd ← cwnd − b·√cwnd;  ssthresh ← cwnd
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```

use super::shared::{cut_by, in_slow_start, restart, rules, used};
use super::{Ack, CongestionControl, Connection, RecoverySupport, Window};
use crate::catalogue::{Param, Params, Rule, Spec, lean_rules};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// The recovery it brings with it, unless a flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

const SOURCE: &str = "Bansal & Balakrishnan 2001";

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "square-root",
    name: "Square root",
    summary: "Grows and shrinks by the square root of the window.",
    source: SOURCE,
    parameters: &[
        Param::number("a", "segments", 1.0, (0.0, 100.0), "Growth per RTT times √cwnd.", SOURCE),
        Param::number("b", "segments", 0.5, (0.0, 1.0), "What a loss removes, divided by √cwnd.", SOURCE),
    ],
    departures: &["Timeouts are those of standard TCP, as in the paper."],
    rules: &RULES,
};

/// The decisions it explains.
pub static RULES: [Rule; 3] = lean_rules([
    rules::factor("square-root.loss", "Loss detected: the window shrinks by its square root.", SOURCE),
    rules::timeout("square-root.timeout"),
    rules::avoidance("square-root.avoidance", "Slow start ends: the square-root rule applies."),
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];

/// Its parameters; it has no state besides the window.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    a: f64,
    b: f64,
}

impl Algorithm {
    /// Square root with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm { a: params.number("a"), b: params.number("b") }
    }
}

impl CongestionControl for Algorithm {
    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if !in_slow_start(c, ack, w, log, AVOIDANCE) {
            w.cwnd += self.a * ack.steps / (w.cwnd.sqrt() * w.cwnd);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let kept = 1.0 - self.b / used(c, w).sqrt();
        cut_by(c, kept, w, log, LOSS);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        restart(c, repeated, w, log, TIMEOUT);
    }
}
