//! Westwood of GM02: after a loss, the window is the measured bandwidth times the shortest RTT.
//!
//! GM02 §2. The predecessor of Westwood+: the estimator `rtt-sampled-filter` takes one sample per
//! RTT and uses a time-varying filter.
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
use crate::estimator::rtt_sampled_filter;

/// The authors' modules of the Westwood family use New Reno recovery.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::NewReno);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "westwood-gm02",
    name: "Westwood (GM02 filter)",
    summary: "A loss sets the window to bandwidth estimate × minimum RTT. Each RTT gives a bandwidth sample.",
    source: "GM02 §2.1, §2.2",
    parameters: &[rtt_sampled_filter::VARIANT, rtt_sampled_filter::TIME],
    departures: &[
        "ssthresh is at least 2, and a loss never raises the window. The authors' module does both; GM02 prints neither.",
    ],
    rules: &RULES,
};

/// The decisions it explains.
pub static RULES: [Rule; 3] = lean_rules([
    pipe_loss("westwood-gm02.loss", "GM02 §2.1"),
    pipe_timeout("westwood-gm02.timeout", "GM02 §2.1"),
    rules::avoidance("westwood-gm02.avoidance", "Slow start ends: congestion avoidance begins."),
]);

/// The part that is specific to this algorithm: the filter on samples per RTT.
#[derive(Clone, Copy, Debug)]
pub struct RttSampled;

impl WestwoodRules for RttSampled {
    type Estimator = rtt_sampled_filter::Estimator;
    const ESTIMATOR: &'static Spec = &rtt_sampled_filter::SPEC;

    fn estimator(params: &Params) -> rtt_sampled_filter::Estimator {
        rtt_sampled_filter::Estimator::new(params)
    }

    fn rules() -> &'static [Rule; 3] {
        &RULES
    }
}

/// Its only state is the estimator.
pub type Algorithm = WestwoodLaw<RttSampled>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::script::Script;
    use crate::cc::{CongestionControl, Controller};

    #[test]
    fn a_loss_uses_the_rtt_sampled_estimate() {
        let mut script = Script::new(SPEC.id, 80.0, 1.0e9);
        if let Controller::westwood_gm02(inner) = &mut script.cc {
            inner.estimator = rtt_sampled_filter::Estimator::settled_at(300.0);
        }
        assert_eq!(script.cc.estimate(0.0), Some(("rtt-sampled-filter", 300.0)));
        script.lose();
        assert!((script.w.cwnd - 30.0).abs() < 1e-9);
        assert_eq!(script.said()[0].0, "westwood-gm02.loss");
    }
}
