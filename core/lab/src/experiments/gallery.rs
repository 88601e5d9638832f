//! The page's data about the experiments: the presets, which are part of the first load, and the
//! gallery, which is loaded later.

use super::entry::{
    Axis, Beside, Evidence, Experiment, Form, Look, Panel, PanelKind, Point, Together, Touch, Window,
};
use super::metric::{Measure, Metric, Source};
use super::numbers::Numbers;
use super::published::{Claim, Printed, Qualifier};
use super::verdict::{ClaimVerdict, ValueVerdict, Verdict};
use super::world::Key;
use crate::page::{Check, Estimate, LaneName, check};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A scenario the page knows by name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PresetEntry {
    /// Its id in links.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Where it is from.
    pub source: String,
    /// What to look at.
    pub question: String,
    /// The lane that shows it best.
    pub look: Look,
    /// The obvious next thing to touch.
    #[serde(rename = "try")]
    pub touch: Touch,
    /// What the source concludes.
    pub says: Option<String>,
    pub scenario: Value,
    /// Its lanes, as a check finds them: the page need not ask before it runs a preset.
    pub lanes: Vec<LaneName>,
    /// Simulated seconds of a lane.
    pub duration_s: f64,
    /// What a run will cost, all lanes together; upper bounds.
    pub estimate: Estimate,
    /// What is odd about it but not wrong.
    pub warnings: Vec<String>,
    /// Numbers published elsewhere for the same setting.
    pub references: Vec<PresetReference>,
    /// The preset that the page offers instead: only links of old name this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub today: Option<String>,
}

/// Numbers published elsewhere for a preset.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PresetReference {
    /// `paper`, `ns2`, `kernel` or `theory`.
    pub id: String,
    /// What a column is headed with.
    pub name: String,
    /// Where they are from.
    pub source: String,
    /// Which number of a flow's window.
    pub metric: String,
    /// The group of flows they were measured on.
    pub flow: String,
    /// The windows in seconds.
    pub windows: Vec<(f64, f64)>,
    /// Per algorithm, one value per window.
    pub values: BTreeMap<String, Vec<f64>>,
}

/// How an entry of the gallery opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GalleryKind {
    /// One scenario, in the lab.
    Single,
    /// A sweep plot.
    Sweep,
    /// Curves of a formula, or a rule.
    Formula,
    /// Published measurements beside a simulated counterpart.
    Live,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GalleryEntry {
    pub id: String,
    /// The paper's key, the title of one of the page's own collections, or `Linux` for what was
    /// measured in its kernel.
    pub paper: String,
    /// Which figure, table or equation.
    pub label: String,
    /// Its name.
    pub title: String,
    /// What it asks.
    pub question: String,
    /// How it opens.
    pub kind: GalleryKind,
    /// The scenario of the full form, windows included; null for a formula.
    pub scenario: Option<Value>,
    /// The scenario of the quick form, where it is another one.
    pub quick: Option<Value>,
    /// Repetitions: full, quick.
    pub seeds: (u64, u64),
    /// What the quick form leaves out, in words; null where it leaves nothing out.
    pub short: Option<String>,
    /// The name of the key that is the lane.
    pub lanes: String,
    /// The windows of the full form: name, start, end in seconds.
    pub windows: Vec<Window>,
    /// The windows of the quick form.
    pub quick_windows: Vec<Window>,
    /// What is swept.
    pub axes: Vec<GalleryAxis>,
    /// What combinations of points change besides.
    pub together: Vec<Together>,
    /// What is measured.
    pub metrics: Vec<GalleryMetric>,
    /// What was published.
    pub values: Vec<GalleryValue>,
    /// What the last full run measured of what is drawn; null where nothing is recorded.
    pub recorded: Option<GalleryRecord>,
    /// What is claimed, with the verdict of the last full run.
    pub claims: Vec<GalleryClaim>,
    /// How it is drawn.
    pub plot: Vec<GalleryPanel>,
    /// The entry that lists offer instead, with a sender of today: only old links name this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub today: Option<String>,
}

/// A swept parameter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GalleryAxis {
    /// The key.
    pub name: String,
    pub unit: String,
    pub points: Vec<GalleryPoint>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GalleryPoint {
    pub value: Key,
    /// Paths and values.
    pub set: Map<String, Value>,
    /// Whether it is in the quick form.
    pub quick: bool,
}

/// A metric of an entry.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GalleryMetric {
    /// Its name.
    pub id: String,
    pub about: String,
    pub unit: String,
    pub keys: Vec<String>,
    /// Groups of flows, or a channel, of which it is measured; empty for what is computed or
    /// published.
    pub of: Vec<String>,
    /// The number of the report that is measured, if it is one.
    pub number: Option<String>,
    /// How the numbers of several flows become one: `sum`, `mean`, `min`, `max`, `jain`.
    pub across: String,
    /// The window, where it is no key.
    pub window: Option<String>,
}

/// A published number.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GalleryValue {
    pub metric: String,
    pub keys: Vec<Key>,
    /// The paper's number.
    pub paper: Option<f64>,
    /// What that number is: `exact`, `approximately`, `up-to`, `less-than`, `greater-than`.
    #[schemars(with = "String")]
    pub qualifier: Qualifier,
    /// ns-2's number.
    pub ns2: Option<f64>,
    /// A Linux kernel's number.
    pub kernel: Option<f64>,
}

/// What the last full run measured.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GalleryRecord {
    /// The version of the program that measured it.
    pub version: String,
    /// Repetitions of each point.
    pub seeds: u64,
    /// The numbers by metric.
    pub cells: BTreeMap<String, Vec<GalleryCell>>,
}

/// A recorded number, to five digits.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GalleryCell {
    /// The keys of its metric.
    pub keys: Vec<Key>,
    /// Mean over the repetitions.
    pub mean: f64,
    /// Half the width of its 95 % interval; null where there is none.
    pub half_width: Option<f64>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GalleryClaim {
    pub id: String,
    pub text: String,
    /// Where.
    pub at: String,
    /// What the last full run says; null where nothing decides it.
    pub holds: Option<bool>,
    /// Whether numbers can decide it.
    pub judged: bool,
    /// The two numbers that decide it, and the tolerance.
    pub numbers: Option<String>,
    /// The same as places on a line; null where no range is allowed.
    pub line: Option<ClaimLine>,
    /// Why it does not hold, or why no number decides it. Without a reason, the variants in which
    /// it holds.
    pub why: Option<String>,
}

/// Where the number that decides a claim is, and where it may be.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ClaimLine {
    pub measured: f64,
    /// Half its 95 % interval; null where it does not scatter.
    pub half_width: Option<f64>,
    /// What it is compared with.
    pub expected: f64,
    /// The least that is allowed; null without a bound.
    pub low: Option<f64>,
    /// The most that is allowed; null without a bound.
    pub high: Option<f64>,
    /// What ns-2 gives; null where it was not run, or where several pairs of numbers are compared.
    pub ns2: Option<f64>,
    pub unit: String,
    /// Whether other seeds may change the verdict.
    pub by_chance: bool,
}

/// A part of the figure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GalleryPanel {
    /// The figure's name.
    pub figure: String,
    /// `line`, `bars` or `trace`.
    #[schemars(with = "String")]
    pub kind: PanelKind,
    /// The key along x; empty for traces.
    pub x: String,
    /// The metric, or the series of a trace.
    pub y: String,
    /// The key that tells lines apart.
    pub series: Option<String>,
    /// Values of the metric's other keys.
    pub fixed: BTreeMap<String, Key>,
    /// Whether x is logarithmic.
    pub log_x: bool,
    /// A metric whose published numbers, multiplied, are this one's.
    pub beside: Option<Beside>,
}

/// The name that serde writes for an enum variant.
fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Two digits of an estimate: all of them would be in the first load of the page.
fn two_digits(estimate: Estimate) -> Estimate {
    let short = |number: f64| format!("{number:.1e}").parse().unwrap_or(number);
    Estimate { segments: short(estimate.segments), memory_bytes: short(estimate.memory_bytes), ..estimate }
}

/// The page's presets in file order. The first one opens by default.
///
/// # Panics
/// If a scenario cannot be run; the tests check them all.
pub fn presets(all: &[Experiment]) -> Vec<PresetEntry> {
    let preset = |experiment: &Experiment| {
        let page = experiment.page.clone()?;
        let scenario = experiment.scenario(Form::Full, None).expect("a valid scenario")?;
        let Check::Passed(passed) = check(&scenario.to_string()) else {
            panic!("{}: a preset that cannot be run", experiment.id)
        };
        Some(PresetEntry {
            id: experiment.id.clone(),
            title: experiment.title.clone(),
            source: experiment.source(),
            question: experiment.question.clone(),
            look: page.look,
            touch: page.touch,
            says: page.says,
            scenario,
            lanes: passed.lanes,
            duration_s: passed.duration_s,
            estimate: two_digits(passed.estimate),
            warnings: passed.warnings,
            references: references(experiment),
            today: experiment.today.clone(),
        })
    };
    all.iter().filter_map(preset).collect()
}

/// The published goodputs of one group of flows, by algorithm and window.
fn references(experiment: &Experiment) -> Vec<PresetReference> {
    type Take = fn(&Printed) -> Option<f64>;
    let columns: [(&str, &str, String, Take); 4] = [
        ("paper", "paper", experiment.source(), |value| value.paper),
        ("ns2", "ns-2", "ns-2.35, the same setting".to_owned(), |value| value.ns2),
        ("kernel", "kernel", "Linux 6.18, the same setting".to_owned(), |value| value.kernel),
        ("theory", "closed form", "closed form".to_owned(), |value| value.theory),
    ];
    let keys = [experiment.lanes.clone(), "window".to_owned()];
    let is_shown =
        |metric: &&Metric| metric.keys == keys && measure(metric).is_some_and(|m| m.number.is_some());
    let Some(metric) = experiment.metrics.iter().find(is_shown) else { return Vec::new() };
    let Some(Measure { of, number: Some(number), .. }) = measure(metric) else { return Vec::new() };
    let mut references = Vec::new();
    for (id, name, source, take) in columns {
        let found: Vec<(&Printed, f64)> = experiment
            .values
            .iter()
            .filter(|value| value.metric == metric.id)
            .filter_map(|value| Some((value, take(value)?)))
            .collect();
        let at =
            |value: &Printed, place: usize| value.keys.get(place).map(Key::to_string).unwrap_or_default();
        let windows: Vec<&Window> = experiment
            .windows
            .iter()
            .filter(|window| found.iter().any(|(value, _)| at(value, 1) == window.0))
            .collect();
        let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for window in &windows {
            for (value, number) in found.iter().filter(|(value, _)| at(value, 1) == window.0) {
                values.entry(at(value, 0)).or_default().push(*number);
            }
        }
        values.retain(|_, numbers| numbers.len() == windows.len());
        if !values.is_empty() {
            let windows = windows.iter().map(|window| (window.1, window.2)).collect();
            let flow = of.first().cloned().unwrap_or_default();
            references.push(PresetReference {
                id: id.into(),
                name: name.into(),
                source,
                metric: number.clone(),
                flow,
                windows,
                values,
            });
        }
    }
    references
}

fn measure(metric: &Metric) -> Option<&Measure> {
    match &metric.from {
        Source::Measure(measure) => Some(measure),
        Source::Formula(_) | Source::Published(_) => None,
    }
}

/// An entry for the gallery, with the verdict and numbers of the last full run, if there is one.
///
/// # Panics
/// If a scenario is invalid; the tests read them all.
pub fn entry(
    experiment: &Experiment,
    verdict: Option<&Verdict>,
    numbers: Option<&Numbers>,
) -> Option<GalleryEntry> {
    let scenario = |form| experiment.scenario(form, None).expect("a valid scenario");
    let full = scenario(Form::Full);
    let quick = scenario(Form::Quick).filter(|quick| full.as_ref() != Some(quick));
    let kind = match experiment.evidence {
        Evidence::Formula => GalleryKind::Formula,
        Evidence::Live => GalleryKind::Live,
        _ if experiment.axes.is_empty() => GalleryKind::Single,
        _ => GalleryKind::Sweep,
    };
    // A live measurement without paper or collection comes from our own test bed with a Linux
    // kernel.
    let own = (experiment.evidence == Evidence::Live).then(|| "Linux".to_owned());
    Some(GalleryEntry {
        id: experiment.id.clone(),
        paper: experiment.paper.clone().or_else(|| experiment.collection.clone()).or(own)?,
        label: experiment.label.clone(),
        title: experiment.title.clone(),
        question: experiment.question.clone(),
        kind,
        scenario: full,
        quick,
        seeds: (experiment.seeds(Form::Full), experiment.seeds(Form::Quick)),
        short: experiment.short(),
        lanes: experiment.lanes.clone(),
        windows: experiment.windows(Form::Full).to_vec(),
        quick_windows: experiment.windows(Form::Quick).to_vec(),
        axes: experiment.axes.iter().map(|swept| axis(experiment, swept)).collect(),
        together: experiment.together.clone(),
        metrics: experiment.metrics.iter().map(metric).collect(),
        values: (experiment.values.iter().enumerate())
            .map(|(index, printed)| value(printed, verdict.and_then(|verdict| verdict.values.get(index))))
            .collect(),
        recorded: numbers.and_then(|numbers| recorded(experiment, numbers)),
        claims: experiment.claims.iter().map(|made| claim(made, verdict)).collect(),
        plot: experiment.plot.iter().map(panel).collect(),
        today: experiment.today.clone(),
    })
}

fn axis(experiment: &Experiment, axis: &Axis) -> GalleryAxis {
    let is_quick = |point: &Point| experiment.points(axis, Form::Quick).any(|kept| kept.value == point.value);
    let point = |point: &Point| GalleryPoint {
        value: point.value.clone(),
        set: point.set.clone(),
        quick: is_quick(point),
    };
    GalleryAxis {
        name: axis.name.clone(),
        unit: axis.unit.clone(),
        points: axis.points.iter().map(point).collect(),
    }
}

fn metric(metric: &Metric) -> GalleryMetric {
    let measure = measure(metric);
    GalleryMetric {
        id: metric.id.clone(),
        about: metric.about.clone(),
        unit: metric.unit.clone(),
        keys: metric.keys.clone(),
        of: measure.map(|measure| measure.of.clone()).unwrap_or_default(),
        number: measure.and_then(|measure| measure.number.clone()),
        across: measure.map(|measure| word(&measure.across)).unwrap_or_default(),
        window: measure.and_then(|measure| measure.window.clone()),
    }
}

/// A published number. That of ns-2 is the one its verdict compares with: the recorded runs of ns-2
/// replace the entry's.
fn value(value: &Printed, verdict: Option<&ValueVerdict>) -> GalleryValue {
    GalleryValue {
        metric: value.metric.clone(),
        keys: value.keys.clone(),
        paper: value.paper,
        qualifier: value.qualifier,
        ns2: verdict.map_or(value.ns2, |verdict| verdict.ns2).map(rounded),
        kernel: value.kernel,
    }
}

/// Five digits are enough for a picture.
fn rounded(x: f64) -> f64 {
    format!("{x:.4e}").parse().unwrap_or(x)
}

/// The numbers of the drawn metrics; none for a formula, which the page computes.
fn recorded(experiment: &Experiment, numbers: &Numbers) -> Option<GalleryRecord> {
    experiment.scenario.as_ref()?;
    let is_drawn = |metric: &str| {
        experiment.plot.iter().any(|panel| panel.kind != PanelKind::Trace && panel.y == metric)
    };
    let mut cells: BTreeMap<String, Vec<GalleryCell>> = BTreeMap::new();
    for cell in numbers.cells.iter().filter(|cell| is_drawn(&cell.metric)) {
        let Some(mean) = cell.summary.mean.map(rounded) else { continue };
        let half_width = cell.summary.half_width.map(rounded);
        let of_metric = cells.entry(cell.metric.clone()).or_default();
        of_metric.push(GalleryCell { keys: cell.keys.clone(), mean, half_width });
    }
    let version = numbers.engine.as_ref()?.version.clone();
    (!cells.is_empty()).then_some(GalleryRecord { version, seeds: numbers.seeds, cells })
}

fn claim(claim: &Claim, verdict: Option<&Verdict>) -> GalleryClaim {
    let found = verdict.and_then(|verdict| verdict.claims.iter().find(|found| found.id == claim.id));
    let settled = found.and_then(|found| found.settled.as_ref()).map(|settled| settled.why.clone());
    let under = found.map(|found| found.holds_under.join(", ")).filter(|labels| !labels.is_empty());
    GalleryClaim {
        id: claim.id.clone(),
        text: claim.text.clone(),
        at: claim.at.clone(),
        holds: found.and_then(|found| found.holds),
        judged: claim.expression.is_some(),
        numbers: found.and_then(|found| found.numbers.clone()),
        line: found.and_then(line),
        why: settled
            .or_else(|| claim.unchecked.clone())
            .or_else(|| under.map(|labels| format!("It holds in a variant: {labels}."))),
    }
}

fn line(found: &ClaimVerdict) -> Option<ClaimLine> {
    let by = found.by.as_ref()?;
    let [low, high] = by.allowed()?.map(|bound| bound.map(rounded));
    Some(ClaimLine {
        measured: rounded(by.measured),
        half_width: by.half_widths[0].map(rounded),
        expected: rounded(by.expected),
        low,
        high,
        ns2: found.ns2_measured.map(rounded),
        unit: by.unit.clone(),
        by_chance: by.is_by_chance(),
    })
}

fn panel(panel: &Panel) -> GalleryPanel {
    GalleryPanel {
        figure: panel.figure.clone(),
        kind: panel.kind,
        x: panel.x.clone(),
        y: panel.y.clone(),
        series: panel.series.clone(),
        fixed: panel.fixed.clone(),
        log_x: panel.log_x,
        beside: panel.beside.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::experiments;
    use super::super::verdict::judge;
    use super::*;

    #[test]
    fn published_goodputs_become_columns_beside_the_windows() {
        let presets = presets(&experiments());
        let first = presets.iter().find(|preset| preset.id == "gm04-table1").expect("a preset");
        let paper = first.references.iter().find(|reference| reference.id == "paper").expect("printed");
        assert_eq!(paper.windows, [(0.0, 250.0), (250.0, 500.0), (500.0, 750.0), (750.0, 1000.0)]);
        assert_eq!(paper.values["vegas"], [1.97e6, 4.8e5, 1.97e6, 5.1e5], "GM04 Table I");
        assert_eq!(first.scenario["measure"].as_array().map(Vec::len), Some(4));
    }

    #[test]
    fn ns2_is_drawn_where_the_verdict_has_it() {
        let all = experiments();
        let experiment = all.iter().find(|experiment| experiment.id == "gm04-table1").expect("an entry");
        let numbers: Numbers = serde_json::from_value(serde_json::json!({ "id": "gm04-table1",
            "form": "full", "seeds": 10, "version": "", "engine_fingerprint": "", "plan_hash": "",
            "cells": [] }))
        .expect("numbers");
        let mut verdict = judge(experiment, &numbers, &[], &[]);
        let printed: Vec<Option<f64>> = experiment.values.iter().map(|value| value.ns2).collect();
        let drawn = |verdict: Option<&Verdict>| -> Vec<Option<f64>> {
            let entry = entry(experiment, verdict, None).expect("it is shown");
            entry.values.iter().map(|value| value.ns2).collect()
        };
        assert_eq!(drawn(None), printed);
        verdict.values[1].ns2 = Some(1_311_216.7);
        assert_eq!(drawn(Some(&verdict))[1], Some(1_311_200.0), "five digits of the recorded runs");
        assert_eq!(drawn(Some(&verdict))[0], printed[0]);
    }

    #[test]
    fn every_entry_of_a_paper_and_what_was_measured_in_a_kernel_is_in_the_gallery() {
        let all = experiments();
        let shown: Vec<GalleryEntry> =
            all.iter().filter_map(|experiment| entry(experiment, None, None)).collect();
        let (own, printed): (Vec<_>, Vec<_>) = shown.iter().partition(|entry| entry.paper == "Linux");
        let listed = |experiment: &&Experiment| experiment.paper.is_some() || experiment.collection.is_some();
        assert_eq!(printed.len(), all.iter().filter(listed).count());
        assert_eq!(
            own.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(),
            ["kernel-10mbit", "kernel-marks", "kernel-westwood"]
        );
        assert!(own.iter().all(|entry| entry.values.iter().all(|value| value.kernel.is_some())));
        assert!(shown.iter().all(|entry| entry.scenario.is_some() || entry.kind != GalleryKind::Single));
    }
}
