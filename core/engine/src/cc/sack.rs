//! SACK: Reno's rules over selective acknowledgements.
//!
//! MV06 §II eq. (1), (2); RFC 5681 §3.1. The window follows the same law as New Reno's; what differs is recovery, which
//! knows from RFC 2018's blocks what is missing and repairs many losses of one window in one RTT (RFC 6675, see
//! `tcp/scoreboard`).
//!
//! ```text
//! ACK of new data   cwnd < ssthresh:  cwnd ← cwnd + 1
//!                   otherwise:        cwnd ← cwnd + 1/cwnd
//! loss              ssthresh ← max(cwnd/2, 2);  cwnd ← ssthresh
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```

use super::RecoveryChoice;
use super::shared::reno_law;
use crate::catalogue::Spec;
use crate::setup::Recovery;

/// The recovery SACK is named after.
pub const RECOVERY: RecoveryChoice = RecoveryChoice::Fixed(Recovery::Sack);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "sack",
    name: "SACK",
    summary: "Reno's window over selective acknowledgements: all losses of a window are repaired at once.",
    source: "RFC 5681 §3.1, RFC 6675; MV06 eq. (1), (2)",
    parameters: &[],
    departures: &[
        "ACKs are counted, not bytes, as in ns-2 and the papers; `growth: byte-counting` counts every acknowledged segment as Linux does.",
        "At a loss the window falls at once. Linux lets it come down over one RTT (rate halving, later PRR); the mean over a cycle is the same.",
    ],
    rules: &RULES,
};

reno_law! { "sack", "RFC 6675 §5; MV06 eq. (2)" }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::script::Script;

    #[test]
    fn the_window_follows_renos_law_under_its_own_name() {
        // algorithms.md V2.1, V2.2, V2.4
        let mut script = Script::new(SPEC.id, 10.0, 10.0);
        script.acks(1);
        assert!((script.w.cwnd - 10.1).abs() < 1e-12);
        script.w.cwnd = 80.0;
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (40.0, 40.0));
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 20.0));
        let said: Vec<&str> = script.said().iter().map(|(key, _)| *key).collect();
        assert_eq!(said, ["sack.loss", "sack.timeout"]);
    }
}
