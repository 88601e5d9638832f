//! How many seeds are enough: a point gets more until its means are as exact as asked, at most all of the sweep's.
//!
//! A rule that looks after each run would stop at runs that happen to agree, so a point has [`FIRST_SEEDS`] seeds before
//! its intervals are looked at, and gets as many as they call for, at most twice as many at once. The interval of a mean
//! with a random number of runs still covers a little less than 95 % (Chow & Robbins 1965: 95 % as the share goes to zero).

use super::{Cell, Cells, Job, Sweep};
use crate::measures::is_wanted;
use crate::stats::Summary;
use ackscope_scenario::ScenarioError;
use serde::Serialize;

/// A point has so many seeds before its intervals are looked at.
pub const FIRST_SEEDS: usize = 5;

/// The maximum number of seeds of a point if no other one is given.
pub const USUAL_MOST: u64 = 100;

/// The quantity that is looked at if none is named.
const USUAL: &str = "total_goodput_bps";

/// Half the 95 % interval of each mean is to be at most this share of the mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Until {
    share: f64,
    metrics: Vec<String>,
}

/// What a sweep with [`Until`] says about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UntilReport {
    /// Half the interval as a share of the mean, at most.
    pub share: f64,
    /// The quantities whose intervals decide when a point has enough.
    pub metrics: Vec<String>,
    /// The maximum number of seeds of a point.
    pub most_seeds: usize,
    /// How many lanes of points have all these seeds and a wider interval still.
    pub wider: usize,
}

impl Until {
    /// Reads `2%` or `0.02`. The intervals of `metrics` decide, of the total goodput if there are none.
    ///
    /// # Errors
    /// If it is no share above 0 and below 1.
    pub fn read(text: &str, metrics: &[String]) -> Result<Until, ScenarioError> {
        let (number, scale) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
        let share = number.trim().parse::<f64>().map_or(f64::NAN, |number| number / scale);
        if !(share > 0.0 && share < 1.0) {
            let allowed = "a share of the mean above 0 and below 1, such as 2% or 0.02";
            return Err(ScenarioError::value("until", format!("{text:?}"), allowed));
        }
        let usual = || vec![USUAL.to_owned()];
        Ok(Until { share, metrics: if metrics.is_empty() { usual() } else { metrics.to_vec() } })
    }

    /// The quantities whose intervals decide when a point has enough.
    pub fn metrics(&self) -> &[String] {
        &self.metrics
    }

    /// So many runs the numbers of a lane call for: those that it has, if they are enough.
    fn wanted(&self, cell: &Cell) -> usize {
        let runs = cell.runs();
        if runs < FIRST_SEEDS {
            return FIRST_SEEDS;
        }
        let decide = cell.measures().into_iter().filter(|one| is_wanted(&one.metric, &self.metrics));
        decide.map(|one| self.wanted_for(&one.summary, runs)).max().unwrap_or(runs)
    }

    fn wanted_for(&self, summary: &Summary, runs: usize) -> usize {
        let (Some(mean), Some(half)) = (summary.mean, summary.half_width) else {
            // One value says nothing of the next; several without an interval are one run, and none have none to wait for.
            return if summary.count == 1 { 2 * runs } else { runs };
        };
        let allowed = self.share * mean.abs();
        if half <= allowed {
            return runs;
        }
        // The width falls with the root of the number of runs.
        let calls_for = runs as f64 * (half / allowed) * (half / allowed);
        (calls_for.ceil() as usize).clamp(runs + 1, 2 * runs)
    }

    /// The runs that are missing: none if every point has enough, or all seeds.
    pub fn missing(&self, sweep: &Sweep, cells: &Cells) -> Vec<Job> {
        let none = Cell::default();
        let mut jobs = Vec::new();
        for (point, lanes) in sweep.lanes().iter().enumerate() {
            let cells: Vec<&Cell> =
                (0..lanes.len()).map(|lane| cells.get(&(point, lane)).unwrap_or(&none)).collect();
            // Lanes are compared seed by seed, so all of a point have the same.
            let wanted = cells.iter().map(|cell| self.wanted(cell)).max().unwrap_or(0);
            for &seed in sweep.seeds().iter().take(wanted) {
                let open = cells.iter().enumerate().filter(|(_, cell)| !cell.has(seed));
                jobs.extend(open.map(|(lane, _)| Job { point, seed, lane }));
            }
        }
        jobs
    }

    /// What to say about a sweep that has no run missing.
    pub fn report(&self, sweep: &Sweep, cells: &Cells) -> UntilReport {
        UntilReport {
            share: self.share,
            metrics: self.metrics.clone(),
            most_seeds: sweep.seeds().len(),
            wider: cells.values().filter(|cell| self.wanted(cell) > cell.runs()).count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Axis, grid};
    use serde_json::json;

    fn until(text: &str) -> Until {
        Until::read(text, &[]).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_share_is_read_and_others_are_refused() {
        assert_eq!((until("2%").share, until("0.02").share, until("12.5 %").share), (0.02, 0.02, 0.125));
        for wrong in ["0", "100%", "-1%", "two", "", "nan", "1e400"] {
            let error = Until::read(wrong, &[]).unwrap_err();
            assert!(error.message.contains("such as 2% or 0.02") && error.path == "until", "{error}");
        }
    }

    #[test]
    fn more_runs_are_those_that_the_width_calls_for() {
        let of = |mean: f64, half: Option<f64>, count: usize| {
            let summary = Summary { count, mean: Some(mean), min: None, max: None, half_width: half };
            until("2%").wanted_for(&summary, 10)
        };
        // Half of 2 % of 100 is 2. A width of 2.4 needs 1.44 times the runs; one of 20 a hundred times, of which twice is done.
        assert_eq!(
            [of(100.0, Some(2.0), 10), of(100.0, Some(2.4), 10), of(-100.0, Some(20.0), 10)],
            [10, 15, 20]
        );
        // A mean of zero has no share; without an interval nothing is random, or there is one value only.
        assert_eq!([of(0.0, Some(0.0), 10), of(0.0, Some(1.0), 10)], [10, 20]);
        assert_eq!([of(5.0, None, 10), of(5.0, None, 1)], [10, 20]);
    }

    #[test]
    fn points_stop_when_they_are_exact_enough_and_not_before_or_at_the_most() {
        let scenario = json!({ "version": 1, "seed": 3, "duration": 5, "hops": [{ "rate": "2Mbps", "delay": "10ms",
            "loss": { "kind": "bernoulli", "probability": 0 } }],
            "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "50ms", "compared": true }],
            "compare": ["newreno", "westwood+"] });
        let points = grid(&[Axis::read("hops.0.loss.probability=0,0.005,0.05").unwrap()]).unwrap();
        let sweep = Sweep::new(&scenario, points, 24).unwrap();
        let until = until("8%");
        let mut cells = Cells::new();
        let mut rounds = 0;
        loop {
            let jobs = until.missing(&sweep, &cells);
            if jobs.is_empty() {
                break;
            }
            rounds += 1;
            for job in jobs {
                let report = sweep.run(&job).unwrap().report;
                let cell = cells.entry((job.point, job.lane)).or_default();
                assert!(!cell.has(job.seed), "a run is done once");
                cell.add(job.seed, &report, &[]);
            }
        }
        let runs = |point: usize| cells[&(point, 0)].runs();
        assert!((0..3).all(|point| runs(point) == cells[&(point, 1)].runs()), "lanes have the same seeds");
        // Without loss nothing is random; the more loss, the more the runs differ.
        assert!(
            runs(0) == FIRST_SEEDS && runs(1) < runs(2) && rounds > 1,
            "{:?}",
            [runs(0), runs(1), runs(2)]
        );
        let share = |point: usize, lane: usize| {
            let one = cells[&(point, lane)].measures().into_iter().find(|one| one.metric == USUAL).unwrap();
            one.summary.half_width.unwrap() / one.summary.mean.unwrap()
        };
        let wide = (0..2).filter(|&lane| share(2, lane) > 0.08).count();
        assert!(share(1, 0) <= 0.08 && share(1, 1) <= 0.08);
        assert_eq!((until.report(&sweep, &cells).wider, wide > 0), (wide, runs(2) == 24));
    }
}
