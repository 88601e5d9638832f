//! Westwood with the estimator of its ns-2 module, which decays only when an ACK arrives.

use ackscope_engine::catalogue::{Param, Params, Spec};
use ackscope_engine::cc::westwood::{self, Algorithm};
use ackscope_engine::estimator::westwood_filter::{Estimator, GUARD, M, TAU};

/// Westwood with all its variants.
pub const SPEC: Spec = Spec {
    parameters: &[
        Param::choice(
            "variant",
            &["paper", "exact", "cap2", "zoh", "ns2_lazy"],
            "`exact` does not count a segment twice at a partial ACK; `cap2` counts at most two segments per ACK; `zoh` weighs each sample by its own interval; `ns2_lazy` takes the zero samples of a time without ACKs only when the next ACK arrives.",
            "CGMSW02 §2.2, §2.3; the Westwood ns-2 modules",
        ),
        TAU,
        M,
        GUARD,
    ],
    departures: &[
        "ssthresh is at least 2 after every loss. The paper says this for timeouts only.",
        "AckedCount is as printed: at a partial ACK one segment counts twice. `variant: exact` corrects this.",
        "Without ACKs the estimate also decays when a timeout reads it, as the paper intends. With `variant: ns2_lazy` it decays with the next ACK, as in the ns-2 module.",
    ],
    ..westwood::SPEC
};

/// Westwood with the filter of the ns-2 module.
pub fn lazy(params: &Params) -> Algorithm {
    Algorithm { estimator: Estimator::new(params).decaying_late() }
}
