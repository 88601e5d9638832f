//! Measured numbers by metric and keys, and the [`World`] that expressions read.

use super::entry::{Experiment, Form, Window};
use super::evaluate::{Bound, Key, Trouble, World, jain, number};
use super::expression::{Expression, parse};
use super::metric::{Across, Formula, Measure, Metric, OverSeeds, Source};
use super::rules;
use super::runs::{Plan, Record};
use super::series::Probe;
use super::spread::Watch;
use crate::provenance::EngineId;
use crate::report::{LaneReport, Quantities};
use crate::stats::{Summary, half_width_of_batches};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One measured number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The metric.
    pub metric: String,
    /// Its keys.
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
    /// The variant, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The form.
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

/// Every combination of values of these keys, in order.
pub fn combinations(experiment: &Experiment, form: Form, names: &[String]) -> Vec<Vec<Key>> {
    let mut all = vec![Vec::new()];
    for name in names {
        let domain = domain(experiment, form, name).unwrap_or_default();
        let with = |keys: &Vec<Key>| {
            let add = |key: &Key| keys.iter().cloned().chain([key.clone()]).collect();
            domain.iter().map(add).collect::<Vec<Vec<Key>>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// All values of a key.
pub fn domain(experiment: &Experiment, form: Form, name: &str) -> Option<Vec<Key>> {
    if let Some(values) = experiment.dimensions.get(name) {
        return Some(values.clone());
    }
    if let Some(axis) = experiment.axes.iter().find(|axis| axis.name == name) {
        return Some(experiment.points(axis, form).map(|point| point.value.clone()).collect());
    }
    if name == "window" {
        return Some(experiment.windows.iter().map(|window| Key::Text(window.0.clone())).collect());
    }
    if name == experiment.lanes {
        let lanes = experiment.scenario.as_ref()?;
        let lanes = ackscope_scenario::lanes(&ackscope_scenario::read_value(lanes).ok()?);
        return Some(lanes.into_iter().map(|lane| Key::Text(lane.label)).collect());
    }
    None
}

/// The window of a measurement.
pub fn window_of<'a>(
    measure: &Measure,
    names: &[String],
    keys: &[Key],
    windows: &'a [Window],
) -> Option<&'a Window> {
    let by_key = names.iter().position(|name| name == "window").map(|place| keys[place].to_string());
    match by_key.or_else(|| measure.window.clone()) {
        Some(id) => windows.iter().find(|window| window.0 == id),
        None => windows.first(),
    }
}

/// The word itself, or the value of the key it stands for, such as `$flow`.
pub fn filled(word: &str, names: &[String], keys: &[Key]) -> String {
    let key = word.strip_prefix('$').and_then(|key| names.iter().position(|name| name == key));
    key.map_or_else(|| word.to_owned(), |place| keys[place].to_string())
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

/// The number of batches of a run without repetitions. Ten give an interval (t is 2.26 for nine
/// degrees of freedom), and each batch still holds several cycles of cwnd at the papers' rates.
const BATCHES: usize = 10;

/// The minimum length of a batch; shorter batches give no useful interval.
const SHORTEST_BATCH_S: f64 = 60.0;

/// The batches of a window; none if the window is too short.
pub fn batches(window: &Window) -> Vec<Window> {
    let length = (window.2 - window.1) / BATCHES as f64;
    if length < SHORTEST_BATCH_S {
        return Vec::new();
    }
    let at = |edge: usize| if edge == BATCHES { window.2 } else { window.1 + edge as f64 * length };
    (0..BATCHES).map(|batch| Window(window.0.clone(), at(batch), at(batch + 1))).collect()
}

/// The quantity `name` of each flow of these groups, or of the channel.
fn reported(report: &LaneReport, of: &[String], name: &str, window: &Window) -> Vec<f64> {
    let flows = report.flows.iter().filter(|flow| of.contains(&flow.name));
    let hops = report.hops.iter().filter(|hop| of.contains(&format!("hop {} {}", hop.hop, hop.direction)));
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

/// A world without metrics: expressions use bound variables only.
pub struct Plain;

impl World for Plain {
    fn metric(&self, metric: &str, _: &[Key]) -> Result<f64, Trouble> {
        Err(Trouble::Wrong(format!("{metric} is not known here")))
    }
    fn constant(&self, _: &str) -> Option<f64> {
        None
    }
    fn domain(&self, _: &str) -> Option<Vec<Key>> {
        None
    }
    fn elsewhere(&self, _: &str, metric: &str, keys: &[Key]) -> Result<f64, Trouble> {
        self.metric(metric, keys)
    }
}

/// An experiment with its numbers, and all other experiments for `ref`.
#[derive(Clone, Copy)]
pub struct Measured<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// Its numbers.
    pub numbers: &'a Numbers,
    /// Every experiment that was measured in the same form.
    pub all: &'a [(Experiment, Numbers)],
    /// The value of `tol`.
    pub tolerance: Option<f64>,
    /// Whether a verdict is made: then only numbers of the full form count.
    pub judging: bool,
    /// Observes the numbers that are read, while an interval is computed.
    pub watch: Option<&'a Watch>,
}

impl Measured<'_> {
    /// The measured number, if it may be used.
    fn measured(&self, id: &str, keys: &[Key]) -> Result<f64, Trouble> {
        let summary = self.numbers.get(id, keys);
        let offset = |summary: &Summary| {
            self.watch.map_or(0.0, |watch| watch.offset(&self.experiment.id, id, keys, summary.half_width))
        };
        let found = summary.and_then(|summary| Some(summary.mean? + offset(summary)));
        let is_short = self.judging && self.numbers.form == Form::Quick;
        match found {
            Some(number) if !is_short || self.experiment.short_runs_are_full() => Ok(number),
            _ if is_short => Err(Trouble::Short),
            _ => Err(unknown(id, keys)),
        }
    }
}

fn unknown(id: &str, keys: &[Key]) -> Trouble {
    Trouble::Unknown(named(id, keys))
}

/// A number as it is written in an expression.
fn named(id: &str, keys: &[Key]) -> String {
    let keys: Vec<String> = keys.iter().map(Key::to_string).collect();
    format!("{id}[{}]", keys.join(", "))
}

impl World for Measured<'_> {
    fn metric(&self, id: &str, keys: &[Key]) -> Result<f64, Trouble> {
        let Some(metric) = self.experiment.metric(id) else {
            return Err(Trouble::Wrong(format!("{id} is no metric, constant or bound variable")));
        };
        if metric.keys.len() != keys.len() {
            return Err(Trouble::Wrong(format!("{id} has the keys {:?}", metric.keys)));
        }
        let unknown = || unknown(id, keys);
        match &metric.from {
            Source::Measure(_) => self.measured(id, keys),
            Source::Published(_) => {
                let mut printed = self.experiment.values.iter();
                let printed = printed.find(|value| value.metric == id && value.keys == keys);
                printed.and_then(|value| value.paper).ok_or_else(unknown)
            }
            Source::Formula(formula) => {
                let text = match formula {
                    Formula::One(text) => text,
                    Formula::ByKey(texts) => {
                        let first = keys.first().map(Key::to_string).unwrap_or_default();
                        texts.get(&first).ok_or_else(unknown)?
                    }
                };
                let expression = parse(text).map_err(|error| Trouble::Wrong(format!("{id}: {error}")))?;
                let mut bound: Bound = metric.keys.iter().cloned().zip(keys.iter().cloned()).collect();
                let value = number(&expression, self, &mut bound).map_err(|trouble| match trouble {
                    Trouble::ByZero(place) if place.is_empty() => Trouble::ByZero(named(id, keys)),
                    other => other,
                })?;
                if value.is_finite() { Ok(value) } else { Err(unknown()) }
            }
        }
    }

    fn constant(&self, name: &str) -> Option<f64> {
        if name == "tol" { self.tolerance } else { self.experiment.constants.get(name).copied() }
    }

    fn domain(&self, name: &str) -> Option<Vec<Key>> {
        // A claim about all values is not decided by some of them.
        let form = if self.judging { Form::Full } else { self.numbers.form };
        domain(self.experiment, form, name)
    }

    fn unit(&self, experiment: Option<&str>, name: &str) -> String {
        let experiment = match experiment {
            None => Some(self.experiment),
            Some(id) => self.all.iter().find(|(other, _)| other.id == id).map(|(other, _)| other),
        };
        let metric = experiment.and_then(|it| it.metric(name)).map(|metric| metric.unit.clone());
        let axis = || experiment.and_then(|it| it.axes.iter().find(|axis| axis.name == name));
        metric.or_else(|| axis().map(|axis| axis.unit.clone())).unwrap_or_default()
    }

    fn half_width(&self, expression: &Expression, bound: &Bound) -> Option<f64> {
        (*self).half_width(|world| number(expression, &world, &mut bound.clone()).ok())
    }

    fn elsewhere(&self, id: &str, metric: &str, keys: &[Key]) -> Result<f64, Trouble> {
        match self.all.iter().find(|(other, _)| other.id == id) {
            Some((experiment, numbers)) => {
                Measured { experiment, numbers, tolerance: None, ..*self }.metric(metric, keys)
            }
            None => Err(Trouble::Unknown(format!("{id} was not run"))),
        }
    }
}
