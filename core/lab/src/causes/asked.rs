//! Chooses what a question leaves open: lane, interval, quantity.

use super::case::Case;
use super::of::Of;
use super::report::CausesReport;
use crate::provenance::Provenance;
use ackscope_scenario::{Compiler, Scenario, ScenarioError, lanes};
use serde::Serialize;
use serde_json::Value;

/// A question; what it leaves out is chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question {
    /// The lane; else the worst one.
    pub lane: Option<usize>,
    /// The lane that it is compared with.
    pub than: Option<usize>,
    /// The interval in seconds; else the scenario's first one.
    pub interval_s: Option<(f64, f64)>,
    /// The quantity; else the completion time of transfers, or goodput without transfers.
    pub of: Option<Of>,
}

/// An answer and where it comes from.
#[derive(Debug, Serialize)]
pub struct Answered<'a> {
    /// Engine, scenario and seed.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// As it was asked about: the same question can be asked again from the answer.
    pub scenario: Value,
    #[serde(flatten)]
    pub report: &'a CausesReport,
}

impl Question {
    /// The case. `values` measures the cases as they are; it returns `None` if it is stopped.
    ///
    /// # Errors
    /// As [`Case::new`].
    pub fn case(
        &self,
        scenario: &Scenario,
        compiler: &Compiler,
        values: &mut dyn FnMut(&[Case]) -> Option<Vec<f64>>,
    ) -> Result<Option<Case>, ScenarioError> {
        let of_lane = |lane: usize| self.case_of(scenario, lane, compiler);
        let count = lanes(scenario).len();
        let compared = |case: Case| match self.than {
            Some(other) => Ok(case.compared_with(of_lane(other)?)),
            None => Ok(case),
        };
        let lane = self.lane.or_else(|| (count == 1).then_some(0));
        if let Some(lane) = lane {
            return compared(of_lane(lane)?).map(Some);
        }
        let cases = (0..count).map(of_lane).collect::<Result<Vec<_>, _>>()?;
        let Some(values) = values(&cases) else { return Ok(None) };
        let pairs = cases.into_iter().zip(values);
        let worst = pairs.reduce(|kept, next| if kept.0.of().is_worse(next.1, kept.1) { next } else { kept });
        worst.map(|(case, _)| compared(case)).transpose()
    }

    fn case_of(&self, scenario: &Scenario, lane: usize, compiler: &Compiler) -> Result<Case, ScenarioError> {
        let interval_s = self.interval_s.unwrap_or_else(|| {
            let first = scenario.measure.as_deref().and_then(|list| list.first());
            first.map_or((0.0, scenario.duration.si()), |period| (period.0.si(), period.1.si()))
        });
        let of = |of: Of| Case::new(scenario, lane, interval_s, of, compiler);
        let first = of(self.of.unwrap_or(Of::Goodput))?;
        if self.of.is_none()
            && first.has_transfers()
            && let Ok(transfers) = of(Of::Completion)
        {
            return Ok(transfers);
        }
        Ok(first)
    }
}
