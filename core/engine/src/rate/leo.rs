//! The rate of a dish on the ground that speaks to satellites in a low orbit.

use super::{PERIOD, mean, outage, outage_every, spread};
use crate::catalogue::{Param, Spec};

const SOURCE: &str = "Mohan et al., A Multifaceted Look at Starlink Performance, WWW 2024 §5";

/// What this model declares about itself.
pub const SPEC: Spec = Spec {
    id: "leo",
    name: "Satellite rate",
    summary: "The rate to satellites in a low orbit: at fixed intervals the path is assigned anew and has another rate. The delay model `handover` with the same period changes the delay there.",
    source: SOURCE,
    parameters: &[
        mean(50e6, "ours: below what is measured, so that a run stays cheap"),
        spread(0.3, "ours"),
        Param::number(
            PERIOD,
            "s",
            15.0,
            (1e-3, 1e6),
            "For how long a rate holds: the autocorrelation falls to zero over this time.",
            SOURCE,
        ),
        outage(0.0, "ours: none; the loss model handoff loses packets at each hand-over"),
        outage_every(120.0, "ours"),
    ],
    departures: &[
        "The rates of two intervals are independent, and a rate is constant within its interval. A real one also follows the load of the cell within it and over the day.",
        "Outages begin at any time, not only at hand-overs.",
    ],
    rules: &[],
};
