//! Measured numbers by metric and keys.

use super::entry::{Experiment, Form, Window};
use super::evaluate::jain;
use super::keys::{batches, combinations, filled, window_of};
use super::metric::{Across, Measure, Metric, OverSeeds, Source};
use super::rules;
use super::runs::{Plan, Record};
use super::series::Probe;
use super::world::Key;
use crate::provenance::EngineId;
use crate::report::{LaneReport, Quantities};
use crate::stats::{Summary, half_width_of_batches};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One measured number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    pub metric: String,
    pub keys: Vec<Key>,
    /// Statistics over the repetitions.
    #[serde(flatten)]
    pub summary: Summary,
}

/// The numbers measured for an experiment in one form. Verdicts, tables and charts are made from
/// them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    /// The experiment.
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    pub form: Form,
    /// Number of repetitions.
    pub seeds: u64,
    /// The engine that measured them; none if it was not recorded.
    #[serde(flatten)]
    pub engine: Option<EngineId>,
    /// The name of the rules that measured them (`rules::name`); none if it was not recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The hash of the plan that measured them; none if it was not recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_hash: Option<String>,
    /// The measured numbers.
    pub cells: Vec<Cell>,
}

impl Numbers {
    /// The numbers of a plan; `records` holds its runs by job id.
    ///
    /// # Panics
    /// If a run is missing.
    pub fn of(
        experiment: &Experiment,
        form: Form,
        variant: Option<&str>,
        plan: &Plan,
        records: &BTreeMap<String, Record>,
    ) -> Numbers {
        let windows = experiment.windows(form);
        let mut cells = Vec::new();
        for metric in &experiment.metrics {
            let Source::Measure(measure) = &metric.from else { continue };
            for keys in combinations(experiment, form, &metric.keys) {
                let lane = metric.keys.iter().position(|name| *name == experiment.lanes);
                let fits = |slot: &&super::runs::Slot| {
                    let axes = experiment.axes.iter().zip(&slot.point);
                    lane.is_none_or(|place| keys[place] == Key::Text(slot.lane.clone()))
                        && axes.into_iter().all(|(axis, value)| {
                            let place = metric.keys.iter().position(|name| *name == axis.name);
                            place.is_none_or(|place| keys[place] == *value)
                        })
                };
                let Some(window) = window_of(measure, &metric.keys, &keys, windows) else { continue };
                let slots = plan.slots.iter().filter(fits);
                let values: Vec<Option<f64>> =
                    slots.map(|slot| take(measure, metric, &keys, window, &records[&slot.job])).collect();
                if !values.is_empty() {
                    let mut summary = summary(measure.seeds, values);
                    if let (1, Some(slot)) = (experiment.seeds(form), plan.slots.iter().find(fits)) {
                        let record = &records[&slot.job];
                        summary.half_width = half_width(measure, metric, &keys, window, record);
                    }
                    cells.push(Cell { metric: metric.id.clone(), keys, summary });
                }
            }
        }
        let variant = variant.map(str::to_owned);
        Numbers {
            id: experiment.id.clone(),
            variant,
            form,
            seeds: experiment.seeds(form),
            engine: Some(EngineId::own()),
            rules: Some(rules::name(&rules::own())),
            plan_hash: Some(plan.hash(experiment, form)),
            cells,
        }
    }

    /// A measured number.
    pub fn get(&self, metric: &str, keys: &[Key]) -> Option<&Summary> {
        self.cells.iter().find(|cell| cell.metric == metric && cell.keys == keys).map(|cell| &cell.summary)
    }
}

/// Summarises the repetitions. If the smallest or largest is wanted, it replaces the mean.
fn summary(over: OverSeeds, values: Vec<Option<f64>>) -> Summary {
    let summary = Summary::of(values);
    match over {
        OverSeeds::Mean => summary,
        OverSeeds::Min => Summary { mean: summary.min, half_width: None, ..summary },
        OverSeeds::Max => Summary { mean: summary.max, half_width: None, ..summary },
    }
}

fn take(measure: &Measure, metric: &Metric, keys: &[Key], window: &Window, record: &Record) -> Option<f64> {
    let of: Vec<String> = measure.of.iter().map(|word| filled(word, &metric.keys, keys)).collect();
    if let (Some(series), Some(stat)) = (&measure.series, measure.stat) {
        let series = filled(series, &metric.keys, keys);
        let probe = Probe { of, series, stat, from_s: window.1, to_s: window.2 };
        return record.probes.get(&probe.to_string()).copied();
    }
    let name = filled(measure.number.as_deref()?, &metric.keys, keys);
    let values = reported(&record.report, &of, &name, window);
    if values.is_empty() {
        return None;
    }
    let value = across(measure.across, &values);
    value.is_finite().then_some(value)
}

/// Combines several flows' numbers.
fn across(how: Across, values: &[f64]) -> f64 {
    match how {
        Across::Sum => values.iter().sum(),
        Across::Mean => values.iter().sum::<f64>() / values.len() as f64,
        Across::Min => values.iter().copied().fold(f64::INFINITY, f64::min),
        Across::Max => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Across::Jain => jain(values),
    }
}

/// The half width of a rate measured in one run, by the method of batch means; none for a quantity
/// that is no mean over time.
fn half_width(
    measure: &Measure,
    metric: &Metric,
    keys: &[Key],
    window: &Window,
    record: &Record,
) -> Option<f64> {
    let name = filled(measure.number.as_deref()?, &metric.keys, keys);
    if !name.ends_with("_bps") && name != "utilisation" {
        return None;
    }
    let of: Vec<String> = measure.of.iter().map(|word| filled(word, &metric.keys, keys)).collect();
    let rows: Vec<Vec<f64>> =
        batches(window).iter().map(|batch| reported(&record.report, &of, &name, batch)).collect();
    let is_whole = rows.iter().all(|row| !row.is_empty());
    is_whole.then(|| half_width_of_batches(&rows, |means| across(measure.across, means))).flatten()
}

/// The quantity `name` of each flow of these groups, or of the channel.
fn reported(report: &LaneReport, of: &[String], name: &str, window: &Window) -> Vec<f64> {
    let flows = report.flows.iter().filter(|flow| of.contains(&flow.name));
    // By its number, as the entries name it, or by its name, as everything else does.
    let hops = report.hops.iter().filter(|hop| {
        of.contains(&format!("hop {} {}", hop.hop, hop.direction))
            || of.contains(&format!("{} {}", hop.name, hop.direction))
    });
    let of_flows = values(flows.flat_map(|flow| &flow.windows), name, window);
    of_flows.into_iter().chain(values(hops.flat_map(|hop| &hop.windows), name, window)).collect()
}

/// The quantity `name` in the results of `window`, where it is defined.
fn values<'a, W: Quantities>(all: impl Iterator<Item = &'a W>, name: &str, window: &Window) -> Vec<f64> {
    let Some(quantity) = W::QUANTITIES.iter().find(|quantity| quantity.id == name) else { return Vec::new() };
    // Times in a report are rounded to whole nanoseconds.
    let is = |(from_s, to_s): (f64, f64)| (from_s - window.1).abs() < 1e-8 && (to_s - window.2).abs() < 1e-8;
    all.filter(|results| is(results.edges_s())).filter_map(quantity.of).collect()
}
