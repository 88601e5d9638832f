//! The results of a sweep: every number over the seeds, by point and lane.

use super::settings::{paths, setting, settings};
use super::{Named, Point, UntilReport};
use crate::frame::{Column, Field, Frame, Texts};
use crate::measures::{Measured, measures, values};
use crate::provenance::Provenance;
use crate::report::LaneReport;
use crate::stats::Summary;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The finished runs of one lane at one point; all have the same measures.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    names: Vec<Measured>,
    /// Sorted by seed, so that sums do not depend on the order of the runs. Each with the run's trace hash.
    values: BTreeMap<u64, (u64, Vec<Option<f64>>)>,
    /// The seeds whose runs ended before their time.
    stopped: BTreeSet<u64>,
}

impl Cell {
    /// Adds a run, with `metrics` only these numbers of it; a seed counts once. All runs of a cell have the same
    /// metrics.
    pub fn add(&mut self, seed: u64, report: &LaneReport, metrics: &[String]) {
        self.add_values(seed, report, values(report, metrics), metrics);
    }

    /// Adds a run whose [`values`] are read already.
    pub fn add_values(
        &mut self,
        seed: u64,
        report: &LaneReport,
        values: Vec<Option<f64>>,
        metrics: &[String],
    ) {
        if self.names.is_empty() {
            self.names = measures(report, metrics);
        }
        if report.engine.stopped.is_some() {
            self.stopped.insert(seed);
        }
        self.values.insert(seed, (trace_of(report), values));
    }

    /// The number of runs.
    pub fn runs(&self) -> usize {
        self.values.len()
    }

    /// Whether there is a run of this seed.
    pub fn has(&self, seed: u64) -> bool {
        self.values.contains_key(&seed)
    }

    /// How many of the runs differ. If it is one, nothing there is random: other seeds repeat the run.
    pub fn distinct_runs(&self) -> usize {
        self.values.values().map(|(trace, _)| trace).collect::<BTreeSet<_>>().len()
    }

    /// How many of the runs ended before their time: their numbers cover less.
    pub fn stopped_runs(&self) -> usize {
        self.stopped.len()
    }

    /// Mean, range and interval of every number.
    pub fn measures(&self) -> Vec<MeasureReport> {
        let distinct = self.distinct_runs();
        let one = |(place, name): (usize, &Measured)| MeasureReport {
            source: name.source.clone(),
            metric: name.metric.to_owned(),
            from_s: name.from_s,
            to_s: name.to_s,
            summary: Summary::of(self.values.values().map(|(_, run)| run.get(place).copied().flatten()))
                .of_runs(distinct),
        };
        self.names.iter().enumerate().map(one).collect()
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The trace hash of a run as a number.
pub(super) fn trace_of(report: &LaneReport) -> u64 {
    u64::from_str_radix(&report.engine.trace_hash, 16).unwrap_or_default()
}

/// What a sweep found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SweepReport {
    /// Engine, scenario and first seed.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// The scenario at the points, but for what they change. The page has it from the plan.
    #[schemars(skip)]
    pub scenario: Value,
    /// The long values of points: by path, each value by its name.
    #[serde(skip_serializing_if = "Named::is_empty")]
    #[schemars(skip)]
    pub named: Named,
    /// The seeds of each point.
    pub seeds: Vec<u64>,
    /// What decided how many of the seeds each point has; absent if each has all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub until: Option<UntilReport>,
    /// By point and lane, in the order of the points.
    pub points: Vec<PointReport>,
}

/// What one lane measured at one point.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PointReport {
    /// What the point changed: paths and values.
    pub set: Point,
    /// The lane's label.
    pub lane: String,
    /// How many runs there are, one for each seed.
    #[schemars(skip)]
    pub runs: usize,
    /// How many of these runs differ: one if nothing there is random.
    #[schemars(skip)]
    pub distinct_runs: usize,
    /// How many of them exceeded a limit and ended before their time; absent if none did.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(skip)]
    pub stopped_runs: usize,
    /// Every number.
    pub measures: Vec<MeasureReport>,
}

/// One number over the seeds.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MeasureReport {
    /// A group of flows by name, or a channel such as `hop-0 forward`.
    pub source: String,
    pub metric: String,
    /// Start of the window.
    pub from_s: f64,
    /// End of the window.
    pub to_s: f64,
    /// Over the seeds.
    #[serde(flatten)]
    pub summary: Summary,
}

impl SweepReport {
    /// The paths that points change, in order of first use.
    pub fn paths(&self) -> Vec<&str> {
        paths(self.points.iter().map(|point| &point.set))
    }

    /// Every defined number as a table: settings, lane, source, metric, window and summary.
    pub fn table(&self) -> Frame {
        let mut rows: Vec<(&PointReport, &MeasureReport)> = Vec::new();
        for point in &self.points {
            rows.extend(point.measures.iter().filter(|one| one.summary.count > 0).map(|one| (point, one)));
        }
        let sets: Vec<&Point> = rows.iter().map(|(point, _)| &point.set).collect();
        let texts = |of: fn(&PointReport, &MeasureReport) -> String| {
            let mut texts = Texts::default();
            rows.iter().for_each(|(point, one)| texts.push(&of(point, one)));
            texts.column()
        };
        let numbers = |of: fn(&MeasureReport) -> Option<f64>| {
            Column::Number(rows.iter().map(|(_, one)| of(one).unwrap_or(f64::NAN)).collect())
        };
        let whole = |of: fn(&PointReport, &MeasureReport) -> usize| {
            Column::Whole(rows.iter().map(|(point, one)| of(point, one) as u64).collect())
        };
        let mut fields = settings(&self.paths(), &sets);
        fields.extend([
            Field::new("lane", "", "The lane's label.", texts(|point, _| point.lane.clone())),
            Field::new("source", "", "A group, a flow, or a channel.", texts(|_, one| one.source.clone())),
            Field::new("metric", "", "The quantity.", texts(|_, one| one.metric.clone())),
            Field::new("from_s", "s", "Start of the interval.", numbers(|one| Some(one.from_s))),
            Field::new("to_s", "s", "End of the interval.", numbers(|one| Some(one.to_s))),
            Field::new("count", "", "Seeds that have a value.", whole(|_, one| one.summary.count)),
            Field::new("mean", "", "Their mean.", numbers(|one| one.summary.mean)),
            Field::new("half_width", "", "Half the 95 % interval.", numbers(|one| one.summary.half_width)),
            Field::new("min", "", "The smallest.", numbers(|one| one.summary.min)),
            Field::new("max", "", "The largest.", numbers(|one| one.summary.max)),
            Field::new("distinct_runs", "", "How many runs differ.", whole(|point, _| point.distinct_runs)),
        ]);
        Frame { fields, about: Vec::new() }
    }

    /// [`Self::table`] as comma-separated text.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        let take = |part: &str| {
            text += part;
            Ok(())
        };
        match self.table().csv(false, take) {
            Ok(()) => text,
            Err(_) => unreachable!("text takes every part"),
        }
    }
}

impl PointReport {
    /// How many seeds its numbers can have: those of the sweep, or its own where each point has as many as it needs.
    pub fn seeds(&self, of: &SweepReport) -> usize {
        if of.until.is_some() { self.runs } else { of.seeds.len() }
    }

    /// The point's value at a path as text; empty if the point does not change it.
    pub fn setting(&self, path: &str) -> String {
        setting(&self.set, path)
    }
}
