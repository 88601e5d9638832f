//! What was asked and tried, and what was found.

use super::case::Case;
use super::change::Change;
use super::report::{AnswerKind, Verdict};
use super::suspects::Suspect;

/// A suspect of this case, and the runs without it.
#[derive(Clone, Debug)]
pub(super) struct SuspectResult {
    pub suspect: &'static Suspect,
    pub change: Change,
    /// The quantity, replicate by replicate; one value if the first run hardly differs.
    pub values: Vec<f64>,
    /// The run is the same to the last packet: the suspect has no part in it.
    pub is_same_run: bool,
    pub effects: Vec<f64>,
    pub verdict: Verdict,
    /// The part of the gap to the bound that it closes.
    pub closed: f64,
}

/// What is asked, and the runs as they are.
pub(super) struct Baseline<'a> {
    pub case: &'a Case,
    pub values: Vec<f64>,
    pub bound: f64,
}

impl Baseline<'_> {
    pub fn median(&self) -> f64 {
        median(&self.values)
    }

    /// A value without a suspect, as far as it counts: what others leave to the lane counts up to the
    /// bound. In a shared link taking them away always helps.
    pub fn counted(&self, one: &SuspectResult, value: f64) -> f64 {
        if one.suspect.takes_others { self.case.of().at_most(value, self.bound) } else { value }
    }

    /// The part of the gap that a value closes.
    pub fn closed(&self, value: f64) -> f64 {
        let (as_is, bound) = (self.median(), self.bound);
        let gap = bound - as_is;
        if gap == 0.0 { 0.0 } else { (self.case.of().at_most(value, bound) - as_is) / gap }
    }
}

/// The answer and its suspects, by their places among the tried ones.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub kind: AnswerKind,
    pub suspects: Vec<usize>,
    /// The quantity of the first run without them.
    pub value: Option<f64>,
}

pub(super) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}
