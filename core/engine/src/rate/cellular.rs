//! The rate of a phone in a cellular network.
//!
//! Winstein, Sivaraman and Balakrishnan, NSDI 2013 §3: the rate wanders with a noise power of σ = 200 packets of
//! 1500 bytes a second per √s, and an outage ends with a rate of one a second. Here a rate that holds for τ on
//! average and has the standard deviation s moves by 2 s² t/τ in the mean square within a short time t. This is
//! σ² t for τ = 2 s²/σ²; with a mean of 8 Mbit/s and a spread of 0.5, s is 333 packets a second and τ 5.6 s.

use super::{correlation, mean, outage, outage_every, spread};
use crate::catalogue::Spec;

const SOURCE: &str = "Winstein et al., Stochastic Forecasts over Cellular Networks, NSDI 2013 §3";

/// What this model declares about itself.
pub const SPEC: Spec = Spec {
    id: "cellular",
    name: "Cellular rate",
    summary: "The rate of a phone in a cellular network: it holds for a random time, then the next one is drawn, and sometimes there is none for about a second.",
    source: SOURCE,
    parameters: &[
        mean(8e6, "ours: an LTE downlink"),
        spread(0.5, "ours: the rate is often half and often one and a half of its mean"),
        correlation(5.6, "from the noise power of Sprout: 200 packets a second per √s"),
        outage(1.0, SOURCE),
        outage_every(60.0, "ours: one a minute"),
    ],
    departures: &[
        "Sprout's rate wanders without a mean, in small steps. Here it jumps, so that mean, spread and correlation are numbers of the scenario; real rates do both (Yan et al., NSDI 2020, Fig. 2).",
        "Outages do not depend on the rate. In Sprout a link is in an outage when its rate has come down to zero.",
    ],
    rules: &[],
};
