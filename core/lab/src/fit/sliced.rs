//! A fit in slices.

use super::model::{Job, Running};
use super::report::{FitReport, FitSoFar};
use super::solve::Fit;
use super::summary::Summary;
use super::table::Curve;
use crate::sliced::{Inquiry, Sliced};
use ackscope_scenario::ScenarioError;

pub type SlicedFit = Sliced<Fit>;

impl Inquiry for Fit {
    type Job = Job;
    type Running = Running;

    fn due(&self) -> &[Job] {
        self.due()
    }

    fn take(&mut self, outcomes: Vec<Option<Summary>>) {
        self.take(outcomes);
    }

    fn runs(&self) -> u64 {
        self.runs()
    }
}

impl Sliced<Fit> {
    /// # Errors
    /// If the table is no curve.
    pub fn new(table: &str, max_runs: u64) -> Result<SlicedFit, ScenarioError> {
        let curve = Curve::read(table).map_err(|error| error.refusal())?;
        Ok(Sliced::of(Fit::new(&curve, max_runs)))
    }

    /// What is known so far, if that is more than at the last call.
    pub fn news(&mut self) -> Option<FitSoFar> {
        self.has_news().then(|| self.inquiry.so_far())
    }

    /// The answer, once it is there.
    pub fn report(&self) -> Option<&FitReport> {
        self.inquiry.report()
    }
}
