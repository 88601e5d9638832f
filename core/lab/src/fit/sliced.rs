//! A fit in slices, for a page that must stay responsive.

use super::model::Running;
use super::report::{FitReport, FitSoFar};
use super::solve::Fit;
use super::summary::Summary;
use super::table::Curve;
use ackscope_scenario::ScenarioError;

/// A fit that does its own runs, one after the other and a moment at a time.
#[derive(Debug)]
pub struct SlicedFit {
    fit: Fit,
    /// Of the runs that are due, in their order.
    outcomes: Vec<Option<Summary>>,
    running: Option<Running>,
    has_news: bool,
}

impl SlicedFit {
    /// # Errors
    /// If the table is no curve.
    pub fn new(table: &str, max_runs: u64) -> Result<SlicedFit, ScenarioError> {
        let curve = Curve::read(table)
            .map_err(|error| ScenarioError::value("", error.to_string(), "a table of a measured curve"))?;
        let fit = Fit::new(&curve, max_runs);
        Ok(SlicedFit { fit, outcomes: Vec::new(), running: None, has_news: true })
    }

    /// Simulates for a moment, and returns how many runs are over.
    pub fn advance(&mut self) -> u64 {
        if let Some(job) = self.fit.due().get(self.outcomes.len()) {
            let running = self.running.get_or_insert_with(|| Running::new(job));
            if let Some(outcome) = running.slice(job) {
                self.running = None;
                self.outcomes.push(outcome);
            }
            if self.outcomes.len() == self.fit.due().len() {
                self.fit.take(std::mem::take(&mut self.outcomes));
                self.has_news = true;
            }
        }
        self.fit.runs() + self.outcomes.len() as u64
    }

    /// What is known so far, if that is more than at the last call.
    pub fn news(&mut self) -> Option<FitSoFar> {
        std::mem::take(&mut self.has_news).then(|| self.fit.so_far())
    }

    /// The answer, once it is there.
    pub fn report(&self) -> Option<&FitReport> {
        self.fit.report()
    }
}
