//! The results of a sweep: every number over the seeds, by point and lane.

use super::Point;
use crate::columns::{csv_field, csv_number};
use crate::measures::{Measured, measures, values};
use crate::provenance::Provenance;
use crate::report::LaneReport;
use crate::stats::Summary;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The finished runs of one lane at one point; all have the same measures.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    names: Vec<Measured>,
    /// Sorted by seed, so that sums do not depend on the order of the runs.
    values: BTreeMap<u64, Vec<Option<f64>>>,
}

impl Cell {
    /// Adds a run, with `metrics` only these numbers of it; a seed counts once. All runs of a cell have the same
    /// metrics.
    pub fn add(&mut self, seed: u64, report: &LaneReport, metrics: &[String]) {
        self.add_values(seed, values(report, metrics), || measures(report, metrics));
    }

    /// Adds the [`values`] of a run. `names` says once whose they are.
    pub fn add_values(&mut self, seed: u64, values: Vec<Option<f64>>, names: impl FnOnce() -> Vec<Measured>) {
        if self.names.is_empty() {
            self.names = names();
        }
        self.values.insert(seed, values);
    }

    /// The number of runs.
    pub fn runs(&self) -> usize {
        self.values.len()
    }

    /// Mean, range and interval of every number.
    pub fn measures(&self) -> Vec<MeasureReport> {
        let one = |(place, name): (usize, &Measured)| MeasureReport {
            source: name.source.clone(),
            metric: name.metric.to_owned(),
            from_s: name.from_s,
            to_s: name.to_s,
            summary: Summary::of(self.values.values().map(|run| run.get(place).copied().flatten())),
        };
        self.names.iter().enumerate().map(one).collect()
    }
}

/// What a sweep found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SweepReport {
    /// Engine, scenario and first seed.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// The seeds of each point.
    pub seeds: Vec<u64>,
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
    /// Every number.
    pub measures: Vec<MeasureReport>,
}

/// One number over the seeds.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MeasureReport {
    /// A group of flows by name, or a channel such as `hop 0 forward`.
    pub source: String,
    /// What it is.
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

    /// Every defined number as a comma-separated table: settings, lane, source, metric, window and summary.
    pub fn csv(&self) -> String {
        let paths = self.paths();
        let tail =
            ["lane", "source", "metric", "from_s", "to_s", "count", "mean", "half_width", "min", "max"];
        let header: Vec<String> = paths.iter().chain(&tail).map(|name| csv_field(name)).collect();
        let mut text = header.join(",") + "\n";
        let cell = |value: Option<f64>| value.map_or_else(String::new, csv_number);
        for point in &self.points {
            let settings = paths.iter().map(|path| csv_field(&point.setting(path)));
            let head: Vec<String> = settings.chain([csv_field(&point.lane)]).collect();
            for measure in point.measures.iter().filter(|measure| measure.summary.count > 0) {
                let Summary { count, mean, min, max, half_width } = measure.summary;
                let own = [
                    csv_field(&measure.source),
                    measure.metric.clone(),
                    csv_number(measure.from_s),
                    csv_number(measure.to_s),
                    count.to_string(),
                    cell(mean),
                    cell(half_width),
                    cell(min),
                    cell(max),
                ];
                text += &head.iter().chain(&own).map(String::as_str).collect::<Vec<_>>().join(",");
                text.push('\n');
            }
        }
        text
    }
}

/// The paths that points change, in order of first use.
pub(super) fn paths<'a>(points: impl Iterator<Item = &'a Point>) -> Vec<&'a str> {
    let mut paths: Vec<&str> = Vec::new();
    for path in points.flat_map(|point| point.keys()) {
        if !paths.contains(&path.as_str()) {
            paths.push(path);
        }
    }
    paths
}

/// A point's value at a path as text; empty if the point does not change it.
pub(super) fn setting(point: &Point, path: &str) -> String {
    match point.get(path) {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

impl PointReport {
    /// The point's value at a path as text; empty if the point does not change it.
    pub fn setting(&self, path: &str) -> String {
        setting(&self.set, path)
    }
}
