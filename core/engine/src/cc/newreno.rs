//! New Reno: the window grows by one segment per RTT and is halved at a loss.
//!
//! MV06 §II eq. (1), (2) with a = 1, b = 1/2; RFC 5681 §3.1. The part that makes it *New* Reno is
//! in loss recovery: several losses in one window cause only one halving (RFC 6582), see
//! `tcp/recovery`.
//!
//! ```text
//! ACK of new data   cwnd < ssthresh:  cwnd ← cwnd + 1          (slow start)
//!                   otherwise:        cwnd ← cwnd + 1/cwnd     (congestion avoidance)
//! loss              ssthresh ← max(cwnd/2, 2);  cwnd ← ssthresh
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```

use super::RecoverySupport;
use super::shared::reno_law;
use crate::catalogue::Spec;
use crate::choices::Recovery;

/// The recovery that gives New Reno its name.
pub const RECOVERY: RecoverySupport = RecoverySupport::Fixed(Recovery::NewReno);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "newreno",
    name: "New Reno",
    summary: "A loss halves the window. It grows by one segment per RTT.",
    source: "RFC 5681 §3.1, RFC 6582; MV06 eq. (1), (2)",
    parameters: &[],
    departures: &[
        "ACKs are counted, not bytes, as in the papers: with delayed ACKs the window grows by half a segment per RTT. `growth: byte-counting` counts every acknowledged segment.",
        "The window that is halved is min(cwnd, receive window) as in Linux, not the flight size of RFC 5681 eq. (4); for a greedy sender both are equal.",
    ],
    rules: &RULES,
};

reno_law! { "newreno", "RFC 5681 eq. (4); MV06 eq. (2)" }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::script::Script;
    use crate::choices::AckCounting;

    #[test]
    fn slow_start_then_one_segment_per_window() {
        // tcp-core C4: R-SS from 3, 3 ACKs → 6; R-CA from 10.
        let mut fast = Script::new(SPEC.id, 3.0, f64::INFINITY);
        fast.acks(3);
        assert_eq!(fast.w.cwnd, 6.0);
        let mut slow = Script::new(SPEC.id, 10.0, 10.0);
        slow.acks(1);
        assert!((slow.w.cwnd - 10.1).abs() < 1e-9);
        slow.acks(1);
        assert!((slow.w.cwnd - 10.199_009_9).abs() < 1e-7);
        slow.acks(3);
        assert!((slow.w.cwnd - 10.490_381).abs() < 1e-6);
        slow.acks(5);
        assert!((slow.w.cwnd - 10.958_648).abs() < 1e-6);
    }

    #[test]
    fn byte_counting_counts_what_a_delayed_ack_covers() {
        // tcp-core C4: from a window of 3, three segments are acknowledged by a delayed ACK of two
        // and an ACK of one.
        let mut script = Script::new(SPEC.id, 3.0, f64::INFINITY);
        script.c.growth = AckCounting::ByteCounting;
        script.ack_of(2);
        script.ack_of(1);
        assert_eq!(script.w.cwnd, 6.0);
    }

    #[test]
    fn a_loss_halves_the_window_but_not_below_two() {
        // algorithms.md V2.1, V2.3
        let mut script = Script::new(SPEC.id, 80.0, 40.0);
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (40.0, 40.0));
        let mut small = Script::new(SPEC.id, 2.5, 2.0);
        small.lose();
        assert_eq!((small.w.cwnd, small.w.ssthresh), (2.0, 2.0));
    }

    #[test]
    fn a_timeout_restarts_from_one_segment() {
        // algorithms.md V2.4
        let mut script = Script::new(SPEC.id, 80.0, 40.0);
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 40.0));
        script.time_out(true);
        assert_eq!(script.w.ssthresh, 40.0, "a repeated timeout keeps ssthresh");
    }

    #[test]
    fn decisions_carry_their_numbers() {
        let mut script = Script::new(SPEC.id, 61.0, 50.0);
        script.lose();
        let said = script.said();
        assert_eq!(said[0].0, "newreno.loss");
        assert_eq!(said[0].1[..2], [30.5, 61.0]);
    }
}
