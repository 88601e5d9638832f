//! Reno: halves the window at a loss; a recovery repairs one loss of a window.
//!
//! MV06 §II eq. (1), (2); RFC 5681 §3. The window follows the same law as New Reno's. The
//! difference is in recovery: any ACK of new data ends it. A second loss in the same window
//! therefore starts another recovery with another halving, or waits for a timeout. This is why the
//! window collapses when several packets of a window are lost (GM04 Fig. 8).
//!
//! ```text
//! ACK of new data   cwnd < ssthresh:  cwnd ← cwnd + 1
//!                   otherwise:        cwnd ← cwnd + 1/cwnd
//! loss              ssthresh ← max(cwnd/2, 2);  cwnd ← ssthresh
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```

use super::RecoverySupport;
use super::shared::reno_law;
use crate::catalogue::Spec;
use crate::choices::Recovery;

/// The recovery that gives Reno its name.
pub const RECOVERY: RecoverySupport = RecoverySupport::Fixed(Recovery::Reno);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "reno",
    name: "Reno",
    summary: "A loss halves the window. It grows by one segment per RTT. Several losses in one window slow it down.",
    source: "RFC 5681 §3; MV06 eq. (1), (2)",
    parameters: &[],
    departures: &[
        "ACKs are counted, not bytes, as in the papers; `growth: byte-counting` counts every acknowledged segment.",
        "A second loss in the same window may start another recovery: RFC 5681 does not prevent this; `recovery_variant: reno_gated` does.",
    ],
    rules: &RULES,
};

reno_law! { "reno", "RFC 5681 eq. (4); MV06 eq. (2)" }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::script::Script;

    #[test]
    fn two_loss_events_in_one_window_halve_twice() {
        // algorithms.md V2.5
        let mut script = Script::new(SPEC.id, 32.0, 16.0);
        script.lose();
        assert_eq!(script.w.cwnd, 16.0);
        script.lose();
        assert_eq!(script.w.cwnd, 8.0);
    }

    #[test]
    fn the_floor_of_the_threshold_is_two() {
        // algorithms.md V2.3
        let mut script = Script::new(SPEC.id, 2.5, 2.0);
        script.lose();
        assert_eq!(script.w.ssthresh, 2.0);
        assert_eq!(script.said()[0].0, "reno.loss");
    }
}
