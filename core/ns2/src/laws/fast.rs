//! FAST as in its module for ns-2.

use ackscope_engine::catalogue::{Param, Params, Spec};
use ackscope_engine::cc::fast::{self, ALPHA, Algorithm, GAMMA, THRESHOLD};

/// FAST with all its variants.
pub const SPEC: Spec = Spec {
    parameters: &[
        Param::choice(
            "variant",
            &["paper", "spread", "ns2"],
            "`paper` sets the window at once; `spread` lets it grow over the next round's ACKs; `ns2` updates every other round and smooths the RTT over at least 256 ACKs.",
            "Jin, Wei & Low 2004; the FAST module for ns-2",
        ),
        ALPHA,
        GAMMA,
        THRESHOLD,
    ],
    ..fast::SPEC
};

/// The law that updates every other round and smooths the RTT over at least 256 ACKs.
pub fn of_ns2(params: &Params) -> Algorithm {
    Algorithm::new(params).slowed(1.0 / 256.0, 1)
}

#[cfg(test)]
mod tests {
    use crate::played::play;

    #[test]
    fn every_other_round_has_no_update() {
        let mut script = play("fast", "ns2", 100.0, 2.0);
        // 300 ACKs bring the average to more than the threshold above the base of 0.1 s.
        script.rtt(0.12);
        script.acks(300);
        script.w.cwnd = 100.0;
        script.round(&[0.12; 5]);
        let once = script.w.cwnd;
        assert!(once != 100.0, "an update");
        script.round(&[0.12; 5]);
        assert_eq!(script.w.cwnd, once);
        script.round(&[0.12; 5]);
        assert!(script.w.cwnd != once, "the next update");
    }
}
