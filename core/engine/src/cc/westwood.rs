//! Westwood, the original: after a loss, the window is the measured bandwidth times the shortest
//! RTT.
//!
//! CGMSW02 §2. The bandwidth comes from the estimator `westwood-filter`, with one sample per ACK.
//!
//! ```text
//! ACK of new data   as Reno
//! loss              ssthresh ← max(BWE·RTTmin/seg_size, 2);  cwnd ← min(cwnd, ssthresh)
//! timeout           ssthresh as above;  cwnd ← 1
//! ```

use super::RecoverySupport;
use super::shared::{WestwoodLaw, WestwoodRules, pipe_loss, pipe_timeout, rules};
use crate::catalogue::{Params, Rule, Spec, lean_rules};
use crate::choices::Recovery;
use crate::estimator::westwood_filter;

/// The authors' modules of the Westwood family use New Reno recovery.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::NewReno);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "westwood",
    name: "Westwood",
    summary: "A loss sets the window to bandwidth estimate × minimum RTT. Each ACK gives a bandwidth sample.",
    source: "CGMSW02 §2",
    parameters: &[westwood_filter::VARIANT, westwood_filter::TAU, westwood_filter::M, westwood_filter::GUARD],
    departures: &[
        "ssthresh is at least 2 after every loss. The paper says this for timeouts only.",
        "AckedCount is as printed: at a partial ACK one segment counts twice. `variant: exact` corrects this.",
        "Without ACKs the estimate also decays when a timeout reads it, as the paper intends.",
    ],
    rules: &RULES,
};

/// The decisions Westwood explains.
pub static RULES: [Rule; 3] = lean_rules([
    pipe_loss("westwood.loss", "CGMSW02 §2.4"),
    pipe_timeout("westwood.timeout", "CGMSW02 §2.5"),
    rules::avoidance("westwood.avoidance", "Slow start ends: congestion avoidance begins."),
]);

/// The part that is specific to Westwood: the per-ACK filter.
#[derive(Clone, Copy, Debug)]
pub struct PerAck;

impl WestwoodRules for PerAck {
    type Estimator = westwood_filter::Estimator;
    const ESTIMATOR: &'static Spec = &westwood_filter::SPEC;

    fn estimator(params: &Params) -> westwood_filter::Estimator {
        westwood_filter::Estimator::new(params)
    }

    fn rules() -> &'static [Rule; 3] {
        &RULES
    }
}

/// Westwood's only state is the estimator.
pub type Algorithm = WestwoodLaw<PerAck>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::script::Script;

    /// A connection with an estimate of `bwe_bps`, segments of 3200 bits and a shortest RTT of 0.1
    /// s.
    fn settled(cwnd: f64, bwe_bps: f64) -> Script {
        let mut script = Script::new(SPEC.id, cwnd, 1.0e9);
        script.c.segment_bits = 3200.0;
        if let crate::cc::Controller::westwood(inner) = &mut script.cc {
            inner.estimator = westwood_filter::Estimator::settled_at(bwe_bps / 3200.0);
        }
        script
    }

    #[test]
    fn a_loss_lowers_the_window_to_the_measured_pipe() {
        // algorithms.md V4.6
        let mut high = settled(80.0, 2e6);
        high.lose();
        assert_eq!((high.w.cwnd, high.w.ssthresh), (62.5, 62.5));
        let mut low = settled(40.0, 2e6);
        low.lose();
        assert_eq!((low.w.cwnd, low.w.ssthresh), (40.0, 62.5));
        let mut slow = settled(40.0, 20_000.0);
        slow.lose();
        assert_eq!((slow.w.cwnd, slow.w.ssthresh), (2.0, 2.0));
        let mut late = settled(80.0, 2e6);
        late.time_out(false);
        assert_eq!((late.w.cwnd, late.w.ssthresh), (1.0, 62.5));
    }

    #[test]
    fn silence_before_a_timeout_lowers_the_threshold() {
        // Two samples of zero: 0.6·(0.6 + 0.2) of the estimate remain (algorithms.md V4.2).
        let mut script = settled(80.0, 2e6);
        script.wait(0.6);
        script.time_out(false);
        assert!((script.w.ssthresh - 30.0).abs() < 1e-9, "{}", script.w.ssthresh);
    }
}
