//! What is asked of an algorithm, and when a failure is its own: a network on which nobody does well is nobody's fault.

use super::job::Measured;
use super::path::Layout;
use crate::causes::Of;

/// A way to fail, with its witness.
#[derive(Debug)]
pub struct Objective {
    pub id: &'static str,
    /// What it looks at, as a part of a sentence.
    pub about: &'static str,
    pub layout: Layout,
    /// What is asked about when its cause is looked for; none if `why` has no such question.
    pub(super) of: Option<Of>,
    /// Its unit in tables and the factor to it.
    pub unit: (&'static str, f64),
    pub(super) value: fn(&Measured) -> f64,
    /// Whether it may be a failure at all, before any witness has run. The number is what a flow alone could get.
    pub(super) suspicious: fn(&Measured, f64) -> bool,
    /// By which factor the algorithm is worse than its witness; none if the witness does not hold.
    pub(super) factor: fn(&Measured, &Measured, f64) -> Option<f64>,
    /// From which factor on it is a find.
    pub(super) least: f64,
}

/// All, in the order of tables.
pub static OBJECTIVES: &[Objective] = &[
    Objective {
        id: "starved",
        about: "goodput, alone on the path",
        layout: Layout::Alone,
        of: Some(Of::Goodput),
        unit: ("Mbit/s", 1e-6),
        value: |it| it.goodput_bps,
        suspicious: |own, possible_bps| own.goodput_bps < 0.67 * possible_bps,
        factor: |own, witness, possible_bps| {
            (witness.goodput_bps >= 0.5 * possible_bps).then(|| witness.goodput_bps / bps(own.goodput_bps))
        },
        least: 1.5,
    },
    Objective {
        id: "crowded",
        about: "its share beside a competitor",
        layout: Layout::Beside,
        of: Some(Of::Goodput),
        unit: ("Mbit/s", 1e-6),
        value: |it| it.goodput_bps,
        suspicious: |own, _| own.share() < 0.4,
        factor: |own, witness, _| is_even(witness).then(|| witness.share() / own.share().max(1e-4)),
        least: 1.5,
    },
    Objective {
        id: "harm",
        about: "what its neighbour has left (Ware et al. 2019)",
        layout: Layout::Beside,
        of: None,
        unit: ("Mbit/s", 1e-6),
        value: |it| it.beside_bps,
        suspicious: |own, _| own.share() > 0.5,
        factor: |own, witness, _| is_even(witness).then(|| witness.beside_bps / bps(own.beside_bps)),
        least: 1.5,
    },
    Objective {
        id: "late",
        about: "the waiting time that 95 of 100 packets do not exceed",
        layout: Layout::Alone,
        of: Some(Of::Delay),
        unit: ("ms", 1e3),
        value: |it| it.p95_s,
        suspicious: |own, _| own.p95_s > 0.01,
        factor: |own, witness, _| {
            (witness.goodput_bps >= 0.8 * own.goodput_bps)
                .then(|| (own.p95_s + 1e-3) / (witness.p95_s + 1e-3))
        },
        least: 2.0,
    },
    Objective {
        id: "unfair",
        about: "how evenly two of its own share",
        layout: Layout::Pair,
        of: Some(Of::Fairness),
        unit: ("Jain index", 1.0),
        value: Measured::jain,
        suspicious: |own, _| own.jain() < 0.85,
        factor: |own, witness, _| (witness.jain() >= 0.9).then(|| ratio(own) / ratio(witness)),
        least: 1.5,
    },
    Objective {
        id: "wasteful",
        about: "segments sent again that the link has not lost",
        layout: Layout::Alone,
        of: None,
        unit: ("%", 100.0),
        value: |it| it.waste,
        suspicious: |own, _| own.waste > 0.01,
        factor: |own, witness, _| {
            (witness.goodput_bps >= 0.8 * own.goodput_bps)
                .then(|| (own.waste + 2e-3) / (witness.waste + 2e-3))
        },
        least: 2.0,
    },
    Objective {
        id: "stuck",
        about: "the longest time without delivery while data waits",
        layout: Layout::Alone,
        of: Some(Of::Goodput),
        unit: ("s", 1.0),
        value: |it| it.stuck_s,
        suspicious: |own, _| own.stuck_s >= 1.0,
        factor: |own, witness, _| Some(own.stuck_s / witness.stuck_s.max(0.1)),
        least: 2.0,
    },
];

/// A rate that may be divided by: at least a packet in ten seconds.
fn bps(rate_bps: f64) -> f64 {
    rate_bps.max(1_200.0)
}

/// Whether the competitor beside itself shares within 20 %.
fn is_even(witness: &Measured) -> bool {
    (0.4..=0.6).contains(&witness.share())
}

/// The larger goodput of a pair by the smaller one.
fn ratio(pair: &Measured) -> f64 {
    let (a, b) = (pair.goodput_bps, pair.second_bps);
    a.max(b) / bps(a.min(b))
}
