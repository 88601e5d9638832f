//! The rate of a station in a wireless LAN that it shares.
//!
//! Two instants that are t apart have independent rates with probability 1 - exp(-t/correlation). The logarithm of
//! their ratio is then normal with twice the variance ln(1 + spread²). With the defaults 1 - 1/e of the pairs that
//! are 200 ms apart are independent, and the rate falls tenfold or more between 1.1 % of the pairs:
//! 0.632 · P(Z > ln 10/(√2 · 0.770)).

use super::{correlation, mean, outage, outage_every, spread};
use crate::catalogue::Spec;

const SOURCE: &str =
    "Meng et al., Achieving Consistent Low Latency for Wireless Real-Time Communications, SIGCOMM 2022 §2";

/// What this model declares about itself.
pub const SPEC: Spec = Spec {
    id: "wifi",
    name: "Wi-Fi rate",
    summary: "The rate of a station in a shared wireless LAN: within a few tenths of a second it may fall to a tenth.",
    source: SOURCE,
    parameters: &[
        mean(20e6, "ours"),
        spread(0.9, "from Meng et al.: at the 99th percentile the rate falls tenfold, here within 200 ms"),
        correlation(0.2, "ours"),
        outage(0.0, "ours: none"),
        outage_every(30.0, "ours"),
    ],
    departures: &[
        "The turns that stations take within milliseconds are not part of the rate: the jitter model `aggregation` holds packets back as they do.",
    ],
    rules: &[],
};
