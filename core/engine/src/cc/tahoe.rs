//! Tahoe: every loss, whether found by ACKs or by a timeout, restarts slow start from one segment.
//!
//! Jacobson 1988. There is no fast recovery: after the third duplicate ACK, all
//! segments from the missing one on are retransmitted in slow start (go-back-N, see
//! `tcp/recovery`).
//!
//! ```text
//! ACK of new data   cwnd < ssthresh:  cwnd ← cwnd + 1
//!                   otherwise:        cwnd ← cwnd + 1/cwnd
//! loss, timeout     ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```

use super::shared::{cut_by, reno_increase, restart, rules};
use super::{Ack, CongestionControl, Connection, Needs, RecoverySupport, Window};
use crate::catalogue::{Params, Rule, Spec, lean_rules};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// The recovery that gives Tahoe its name.
pub const RECOVERY: RecoverySupport = RecoverySupport::Fixed(Recovery::Tahoe);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "tahoe",
    name: "Tahoe",
    summary: "Restarts from one segment after every loss.",
    source: "Jacobson 1988",
    parameters: &[],
    departures: &[
        "Duplicate ACKs of retransmitted segments do not reduce the window again until everything sent before the loss is acknowledged. The original has no such rule.",
    ],
    rules: &RULES,
};

/// The decisions Tahoe explains.
pub static RULES: [Rule; 4] = lean_rules([
    rules::collapse(
        "tahoe.loss",
        "Loss detected by duplicate ACKs: the window is one segment, and slow start begins.",
        "Jacobson 1988",
    ),
    rules::timeout("tahoe.timeout"),
    rules::avoidance("tahoe.avoidance", "Slow start ends: congestion avoidance begins."),
    rules::marked("tahoe.mark", "RFC 3168 §6.1.2"),
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];
static MARK: &Rule = &RULES[3];

/// Tahoe has no state besides the window.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm;

impl Algorithm {
    /// Tahoe.
    pub fn new(_params: &Params) -> Algorithm {
        Algorithm
    }
}

impl CongestionControl for Algorithm {
    fn needs(&self) -> Needs {
        Needs { ignores_acks: true, ..Needs::default() }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        reno_increase(c, ack, w, log, AVOIDANCE);
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        restart(c, false, w, log, LOSS);
    }

    /// A mark needs no retransmission, so the window is halved instead of reduced to one segment.
    fn on_mark(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        cut_by(c, 0.5, w, log, MARK);
        true
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        restart(c, repeated, w, log, TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::script::Script;

    #[test]
    fn a_loss_restarts_from_one_segment() {
        // algorithms.md V1.1, V1.2
        let mut script = Script::new(SPEC.id, 20.0, f64::INFINITY);
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 10.0));
        script.acks(9);
        assert_eq!(script.w.cwnd, 10.0);
        script.acks(1);
        assert!((script.w.cwnd - 10.1).abs() < 1e-12);
        let said: Vec<&str> = script.said().iter().map(|(key, _)| *key).collect();
        assert_eq!(said, ["tahoe.loss", "tahoe.avoidance"]);
    }

    #[test]
    fn the_floor_of_the_threshold_is_two() {
        // algorithms.md V1.3
        let mut script = Script::new(SPEC.id, 3.0, f64::INFINITY);
        script.lose();
        assert_eq!(script.w.ssthresh, 2.0);
        script.w.cwnd = 20.0;
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 10.0));
    }
}
