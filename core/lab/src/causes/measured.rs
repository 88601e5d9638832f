//! What a run measured of the quantity in question, and which questions have an answer.

use super::bound::bound;
use super::case::Case;
use super::change::Change;
use super::of::Of;
use super::trial::Trial;
use crate::report::LaneReport;
use ackscope_engine::units::decimal;
use ackscope_scenario::{Compiler, Scenario, ScenarioError};

impl Case {
    /// The question about the lane with number `lane`, from `interval_s.0` to `interval_s.1`.
    ///
    /// # Errors
    /// If the scenario does not compile, if the interval is not in it, if no flow is asked about, or if no transfer can
    /// be complete.
    pub fn new(
        scenario: &Scenario,
        lane: usize,
        interval_s: (f64, f64),
        of: Of,
        compiler: &Compiler,
    ) -> Result<Case, ScenarioError> {
        let (from_s, to_s) = interval_s;
        if !(0.0 <= from_s && from_s < to_s && to_s <= scenario.duration.si()) {
            let found = format!("[{from_s}, {to_s}]");
            let allowed = format!("[from, to] with from below to and to at most {}", scenario.duration.si());
            return Err(ScenarioError::value("interval", found, allowed));
        }
        let case = Case::read(scenario, lane, interval_s, of, compiler)?;
        case.can_complete().map(|()| case)
    }

    /// Refuses the question about completion if no transfer can be complete in the interval.
    fn can_complete(&self) -> Result<(), ScenarioError> {
        if self.of() != Of::Completion {
            return Ok(());
        }
        let least_s = bound(self);
        if least_s > 0.0 && least_s <= self.length_s() {
            return Ok(());
        }
        let allowed = match least_s > 0.0 {
            true => {
                format!("goodput: at best a transfer takes {} s, longer than the interval", decimal(least_s))
            }
            false => "goodput: the lane's flows send no transfers".to_owned(),
        };
        Err(ScenarioError::value("of", Of::Completion.id(), allowed))
    }

    /// The quantity in question, in the run as it is.
    pub fn value_as_is(&self) -> f64 {
        self.value_while(&|| true).unwrap_or(f64::NAN)
    }

    /// The same, while `goes_on` says so.
    pub fn value_while(&self, goes_on: &dyn Fn() -> bool) -> Option<f64> {
        let Ok(trial) = Trial::new(self, &Change::default(), 0) else { return Some(f64::NAN) };
        trial.run_while(goes_on).map(|found| self.measured(&found.report))
    }

    /// What a run has measured in its only interval.
    pub(super) fn measured(&self, report: &LaneReport) -> f64 {
        match self.of() {
            Of::Goodput => self
                .own()
                .filter_map(|group| report.groups[group.index].windows.first())
                .map(|window| window.total_goodput_bps)
                .sum(),
            Of::Delay => {
                report.hops.iter().filter_map(|hop| hop.windows.first()?.mean_queueing_delay_s).sum()
            }
            Of::Fairness => {
                let direction = report.directions.iter().find(|one| one.direction == self.direction().id());
                direction.and_then(|one| one.windows.first()?.jain_index).unwrap_or(1.0)
            }
            Of::Completion => completion_s(self, report),
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
