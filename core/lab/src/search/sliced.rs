//! A search in slices.

use super::job::{Job, Outcome, Running};
use super::report::{BreakReport, SoFar};
use super::state::{Request, Search};
use crate::sliced::{Inquiry, Sliced};
use ackscope_scenario::{ScenarioError, read_json};

pub type SlicedSearch = Sliced<Search>;

impl Inquiry for Search {
    type Job = Job;
    type Running = Running;

    fn due(&self) -> &[Job] {
        self.due()
    }

    fn take(&mut self, outcomes: Vec<Outcome>) {
        self.take(outcomes);
    }

    fn runs(&self) -> u64 {
        self.runs()
    }
}

impl Sliced<Search> {
    /// `request` is JSON [`Request`].
    ///
    /// # Errors
    /// If it is not, or if there is no such algorithm or objective.
    pub fn new(request: &str) -> Result<SlicedSearch, ScenarioError> {
        let request: Request = serde_json::from_value(read_json(request)?)
            .map_err(|error| ScenarioError::value("", error.to_string(), "what is to be broken"))?;
        Search::new(request).map(Sliced::of)
    }

    pub fn is_over(&self) -> bool {
        self.inquiry.due().is_empty()
    }

    /// What is known so far, if that is more than at the last call.
    pub fn news(&mut self) -> Option<SoFar> {
        self.has_news().then(|| self.inquiry.so_far())
    }

    pub fn report(&self) -> BreakReport {
        self.inquiry.report()
    }
}
