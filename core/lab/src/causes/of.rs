//! The quantity in question.

use super::case::Case;
use crate::report::LaneReport;
use ackscope_engine::math::{exp, ln};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CausesOf")]
pub enum Of {
    /// Goodput of the compared groups, their sum in bit/s.
    Goodput,
    /// Mean waiting time in s, summed over all channels.
    Delay,
    /// Mean completion time of the compared groups' transfers in s.
    Completion,
    /// Jain index of the TCP flows of the compared groups' direction.
    Fairness,
}

impl Of {
    /// All of them.
    pub const ALL: [Of; 4] = [Of::Goodput, Of::Delay, Of::Completion, Of::Fairness];

    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Of::Goodput => "goodput",
            Of::Delay => "delay",
            Of::Completion => "completion",
            Of::Fairness => "fairness",
        }
    }

    /// Its unit.
    pub fn unit(self) -> &'static str {
        match self {
            Of::Goodput => "bit/s",
            Of::Delay | Of::Completion => "s",
            Of::Fairness => "",
        }
    }

    /// How far `without` is from `as_is`: a logarithm, or for an index the difference. Both count.
    pub(super) fn effect(self, as_is: f64, without: f64) -> f64 {
        // What is zero has changed by all there is.
        const LEAST: f64 = 1e-9;
        match self {
            Of::Fairness => without - as_is,
            _ => ln(without.max(LEAST) / as_is.max(LEAST)),
        }
    }

    /// An effect as readers see it: relative, or for an index the difference.
    pub(super) fn shown(self, effect: f64) -> f64 {
        if self == Of::Fairness { effect } else { exp(effect) - 1.0 }
    }

    /// `value`, or the bound if the value is beyond it.
    pub(super) fn at_most(self, value: f64, bound: f64) -> f64 {
        match self {
            Of::Goodput | Of::Fairness => value.min(bound),
            Of::Delay | Of::Completion => value.max(bound),
        }
    }

    /// What a run has measured in its only interval.
    pub(super) fn value(self, case: &Case, report: &LaneReport) -> f64 {
        match self {
            Of::Goodput => case
                .own()
                .filter_map(|group| report.groups[group.index].windows.first())
                .map(|window| window.total_goodput_bps)
                .sum(),
            Of::Delay => {
                report.hops.iter().filter_map(|hop| hop.windows.first()?.mean_queueing_delay_s).sum()
            }
            Of::Fairness => {
                let direction = report.directions.iter().find(|one| one.direction == case.direction().id());
                direction.and_then(|one| one.windows.first()?.jain_index).unwrap_or(1.0)
            }
            Of::Completion => completion_s(case, report),
        }
    }
}

/// Mean completion time of all transfers of the compared groups. A transfer that does not finish counts
/// as long as the interval.
fn completion_s(case: &Case, report: &LaneReport) -> f64 {
    let (mut sum_s, mut count) = (0.0, 0.0);
    for group in case.own() {
        for flow in report.flows.iter().filter(|flow| group.members.contains(&flow.index)) {
            let Some(window) = flow.windows.first() else { continue };
            if let Some(finished) = flow.completion_s {
                sum_s += finished.unwrap_or(window.to_s - window.from_s);
                count += 1.0;
            }
            if let Some((completed, mean_s)) = window.completed_transfers.zip(window.mean_completion_s) {
                sum_s += mean_s * completed as f64;
                count += completed as f64;
            }
        }
    }
    if count > 0.0 { sum_s / count } else { case.length_s() }
}
