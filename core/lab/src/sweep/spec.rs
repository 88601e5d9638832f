//! A sweep as it is asked for.

use super::{Axis, MAX_POINTS, Named, Point, Sweep, given_twice, grid};
use ackscope_scenario::ScenarioError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A sweep as a page or a file asks for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepSpec {
    /// The scenario at the points, but for what they change.
    pub scenario: Value,
    /// Paths and values as the command line's `--set` takes them, such as
    /// `hops.0.rate=1..10Mbps:5`; two make a grid.
    #[serde(default)]
    pub axes: Vec<String>,
    /// The points one by one, for paths that move together; each is combined with every point of
    /// the axes.
    #[serde(default)]
    pub points: Vec<Point>,
    /// Number of repetitions; the seeds count up from the scenario's seed.
    #[serde(default = "one")]
    pub seeds: u64,
    /// Values by names of the caller's, which axes and points then use. The page has none.
    #[serde(default)]
    #[schemars(skip)]
    pub named: Named,
}

fn one() -> u64 {
    1
}

impl SweepSpec {
    fn axes(&self) -> Result<Vec<Axis>, ScenarioError> {
        // An axis without a path is no part of the scenario either.
        let named = |error: ScenarioError| if error.path.is_empty() { error.of("an axis") } else { error };
        self.axes.iter().map(|text| Axis::read(text).map_err(named)).collect()
    }

    /// The number of points, computed without making them.
    ///
    /// # Errors
    /// If an axis is invalid.
    pub fn count(&self) -> Result<usize, ScenarioError> {
        let axes = self.axes()?;
        let grid = axes.iter().fold(1_usize, |count, axis| count.saturating_mul(axis.values.len()));
        Ok(grid.saturating_mul(self.points.len().max(1)))
    }

    /// The specified sweep.
    ///
    /// # Errors
    /// If it cannot be: see [`Sweep::new`]. Also if a point and an axis change the same path.
    pub fn sweep(&self) -> Result<Sweep, ScenarioError> {
        self.sweep_with(Vec::new())
    }

    /// Like [`Self::sweep`], with more axes, which stand before the others.
    ///
    /// # Errors
    /// As [`Self::sweep`].
    pub fn sweep_with(&self, mut axes: Vec<Axis>) -> Result<Sweep, ScenarioError> {
        axes.extend(self.axes()?);
        if let Some(axis) =
            axes.iter().find(|axis| self.points.iter().any(|point| point.contains_key(&axis.path)))
        {
            return Err(given_twice(&axis.path, &axis.path));
        }
        let grid = grid(&axes)?;
        if grid.len().saturating_mul(self.points.len()) > MAX_POINTS {
            let found = format!("{} × {} points", self.points.len(), grid.len());
            return Err(
                ScenarioError::value("", found, format!("at most {MAX_POINTS} points")).of("the sweep")
            );
        }
        let points = match self.points.is_empty() {
            true => grid,
            false => {
                let both =
                    |point: &Point, more: &Point| point.clone().into_iter().chain(more.clone()).collect();
                self.points.iter().flat_map(|point| grid.iter().map(move |more| both(point, more))).collect()
            }
        };
        Sweep::with(&self.scenario, points, self.seeds, self.named.clone())
    }
}
