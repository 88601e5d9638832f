//! An inquiry in slices, for a page that must stay responsive.

use super::case::Case;
use super::inquiry::ask;
use super::of::Of;
use super::report::CausesReport;
use super::trial::{Outcome, Trial};
use crate::report::LaneReport;
use ackscope_engine::sim::{Ceiling, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{Compiler, Scenario, ScenarioError, read};
use std::collections::VecDeque;

/// An inquiry that goes on by a number of events at a time.
#[derive(Debug)]
pub struct Inquiry {
    scenario: Scenario,
    case: Case,
    /// The outcomes so far, in the order in which the inquiry asks for them.
    outcomes: Vec<Outcome>,
    due: VecDeque<Trial>,
    running: Option<(Trial, Box<Simulation>)>,
    report: Option<CausesReport>,
}

impl Inquiry {
    /// The question about lane number `lane` of a scenario, about `of` in an interval. The answer calls the
    /// lane `name`.
    ///
    /// # Errors
    /// If the scenario is invalid or the interval is not in it.
    pub fn new(
        text: &str,
        lane: usize,
        name: &str,
        interval_s: (f64, f64),
        of: &str,
    ) -> Result<Inquiry, ScenarioError> {
        let scenario = read(text)?;
        let Some(of) = Of::with_id(of) else {
            return Err(ScenarioError::value("of", of, Of::ALL.map(Of::id).join(", ")));
        };
        let case = Case::new(&scenario, lane, interval_s, of, &Compiler::default())?.named(name);
        let (outcomes, due) = (Vec::new(), VecDeque::new());
        let mut inquiry = Inquiry { scenario, case, outcomes, due, running: None, report: None };
        inquiry.ask_again();
        Ok(inquiry)
    }

    /// The same, and why the lane is less than lane number `other`, which the answer calls `name`.
    ///
    /// # Errors
    /// If there is no such question.
    pub fn than(mut self, other: usize, name: &str) -> Result<Inquiry, ScenarioError> {
        let other =
            Case::new(&self.scenario, other, self.case.interval_s(), self.case.of(), self.case.compiler())?;
        self.case = self.case.compared_with(other.named(name));
        Ok(self)
    }

    /// Simulates about `max_events` more events, and returns how many runs are over.
    pub fn advance(&mut self, max_events: u64) -> usize {
        if self.running.is_none() {
            self.running = self.due.pop_front().map(|trial| {
                let mut simulation = Simulation::new(trial.setup(), &RecordOptions::NOTHING);
                simulation.limit(Ceiling::PAGE);
                (trial, Box::new(simulation))
            });
        }
        if let Some((trial, simulation)) = &mut self.running
            && simulation.advance(Time::NEVER, max_events).done
        {
            let report = LaneReport::new("", trial.setup(), &simulation.results());
            self.outcomes.push(Outcome { report });
            self.running = None;
            if self.due.is_empty() {
                self.ask_again();
            }
        }
        self.outcomes.len()
    }

    /// The answer, once all runs are over.
    pub fn report(&self) -> Option<&CausesReport> {
        self.report.as_ref()
    }

    /// Asks with the outcomes that are there. What is missing becomes due.
    fn ask_again(&mut self) {
        let (mut next, mut due) = (0, Vec::new());
        let known = &self.outcomes;
        self.report = ask(&self.case, &mut |trials: &[Trial]| {
            let outcomes = known.get(next..next + trials.len()).map(<[Outcome]>::to_vec);
            next += trials.len();
            if outcomes.is_none() {
                due = trials.to_vec();
            }
            outcomes
        });
        self.due = due.into();
    }
}
