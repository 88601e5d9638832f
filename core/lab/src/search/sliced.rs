//! A search in slices, for a page that must stay responsive.

use super::job::{Outcome, Running};
use super::report::{BreakReport, SoFar};
use super::state::{Request, Search};
use ackscope_scenario::{ScenarioError, read_json};

/// A search that does its own runs, one after the other and a moment at a time.
#[derive(Debug)]
pub struct SlicedSearch {
    search: Search,
    /// Of the runs that are due, in their order.
    outcomes: Vec<Outcome>,
    running: Option<Running>,
    has_news: bool,
}

impl SlicedSearch {
    /// `request` is JSON [`Request`].
    ///
    /// # Errors
    /// If it is not, or if there is no such algorithm or objective.
    pub fn new(request: &str) -> Result<SlicedSearch, ScenarioError> {
        let request: Request = serde_json::from_value(read_json(request)?)
            .map_err(|error| ScenarioError::value("", error.to_string(), "what is to be broken"))?;
        let search = Search::new(request)?;
        Ok(SlicedSearch { search, outcomes: Vec::new(), running: None, has_news: true })
    }

    /// Simulates for a moment, and returns how many runs are over.
    pub fn advance(&mut self) -> u64 {
        if let Some(job) = self.search.due().get(self.outcomes.len()) {
            let running = self.running.get_or_insert_with(|| Running::new(job));
            if let Some(outcome) = running.slice(job) {
                self.running = None;
                self.outcomes.push(outcome);
            }
            if self.outcomes.len() == self.search.due().len() {
                self.search.take(std::mem::take(&mut self.outcomes));
                self.has_news = true;
            }
        }
        self.search.runs() + self.outcomes.len() as u64
    }

    pub fn is_over(&self) -> bool {
        self.search.due().is_empty()
    }

    /// What is known so far, if that is more than at the last call.
    pub fn news(&mut self) -> Option<SoFar> {
        std::mem::take(&mut self.has_news).then(|| self.search.so_far())
    }

    pub fn report(&self) -> BreakReport {
        self.search.report()
    }
}
