//! The form of an entry: one file of `experiments/`.

use super::metric::Metric;
use super::published::{Claim, PAPERS, Printed};
use super::world::Key;
use crate::overrides::apply_all;
use ackscope_scenario::ScenarioError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The id in links and on the command line.
    pub id: String,
    /// The key of its paper in [`PAPERS`]; none for an entry of the page's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<String>,
    /// The collection of an own entry, a title of [`COLLECTIONS`](super::published::COLLECTIONS).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
    /// The figure, table or equation; without a paper, the subject.
    pub label: String,
    pub title: String,
    /// The question it asks, or what to look at, in a sentence or two.
    pub question: String,
    /// The kind of evidence behind the published numbers.
    pub evidence: Evidence,
    /// The entry that the page offers instead, with a sender of today: only old links name this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub today: Option<String>,
    /// For an entry that the page opens by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<Preset>,
    /// The scenario without its measurement windows; none for a formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<Value>,
    /// The measurement windows by name, in seconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
    /// The name of the key whose values are the lanes.
    #[serde(default = "algorithm")]
    pub lanes: String,
    /// The swept parameters; every combination of their points is run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub axes: Vec<Axis>,
    /// Changes for combinations of axis values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<Together>,
    /// An expression that selects the combinations of axes and lanes to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// Further keys of metrics, with their values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dimensions: BTreeMap<String, Vec<Key>>,
    /// Named constants for expressions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: BTreeMap<String, f64>,
    /// The number of repetitions; seeds count up from the scenario's seed.
    #[serde(default = "one")]
    pub seeds: u64,
    /// The short form.
    #[serde(default)]
    pub quick: Quick,
    /// The measured or computed numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<Metric>,
    /// Numbers from the paper, ns-2, a kernel or theory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Printed>,
    /// The paper's statements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// The panels of the figure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plot: Vec<Panel>,
    /// Choices made where the source is silent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<Assumption>,
    /// The same experiment under other choices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
    /// Findings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

fn one() -> u64 {
    1
}

fn algorithm() -> String {
    "algorithm".to_owned()
}

/// The kind of evidence behind published numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// Simulations, repeated here.
    Simulation,
    /// A formula or a rule, evaluated here.
    Formula,
    /// Measurements in the live Internet or a test bed. They are printed beside a simulated
    /// counterpart.
    Live,
    /// Nothing was published: an example of the page.
    Example,
}

/// What the page needs to open an entry by name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// The lane to look at first.
    pub look: Look,
    /// A change to try next.
    #[serde(rename = "try")]
    pub touch: Touch,
    /// What the source says about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
}

/// The lane that shows an experiment best.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PresetLook")]
pub struct Look {
    /// Its algorithm.
    pub lane: String,
    /// The charts to show, if not side by side: `overlay` or `phase`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charts: Option<String>,
}

/// A change of the scenario, offered as a button.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PresetTry")]
pub struct Touch {
    /// The button's text.
    pub label: String,
    /// Paths and values.
    pub set: Map<String, Value>,
}

/// A measurement window: its name, start and end in seconds.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Window(pub String, pub f64, pub f64);

/// A swept parameter.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// The name of its key in metrics and expressions.
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    pub points: Vec<Point>,
}

/// A point of an axis: a value, and its changes to the scenario.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    pub value: Key,
    /// The paths that this point sets, with their values.
    pub set: Map<String, Value>,
}

/// Further changes for one combination of axis values.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GalleryTogether")]
pub struct Together {
    /// The axes with their values.
    pub at: BTreeMap<String, Key>,
    /// Paths and values.
    pub set: Map<String, Value>,
}

/// The short form of an experiment.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quick {
    /// Repetitions; one if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u64>,
    /// Changed paths with their values, mainly the duration.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub set: Map<String, Value>,
    /// The windows, if they differ. They keep their names; some may be left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
    /// The points that are kept, by axis.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub axes: BTreeMap<String, Vec<Key>>,
}

/// A part of the figure.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// The figure's name.
    pub figure: String,
    /// How it is drawn.
    pub kind: PanelKind,
    /// The axis or key along x; empty for time series.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub x: String,
    /// The metric, or the series (`cwnd`) of a trace.
    pub y: String,
    /// The key that tells lines apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// Fixed values of the metric's other keys.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fixed: BTreeMap<String, Key>,
    /// Whether x is logarithmic.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub log_x: bool,
    /// A metric whose published numbers, times a factor, are also those of this panel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Beside>,
}

/// A metric whose published numbers, multiplied, are those of a panel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GalleryBeside")]
pub struct Beside {
    /// The metric, with the same keys.
    pub metric: String,
    pub times: f64,
}

/// How a panel is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PanelKind {
    /// Lines over a number.
    Line,
    /// Bars, one per name.
    Bars,
    /// Series over time, lane by lane.
    Trace,
}

/// A choice made where the source is silent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assumption {
    /// The subject of the choice.
    pub what: String,
    /// The chosen value.
    pub chosen: String,
    /// The reason.
    pub why: String,
}

/// The same experiment under other choices.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The name of the variant.
    pub label: String,
    /// The difference, and its reason.
    pub note: String,
    /// Changed paths with their values.
    pub set: Map<String, Value>,
    /// Whether this is the configuration in which ns-2 was run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ns2: bool,
}

/// Which form of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// As the paper did it.
    Full,
    /// Fewer seeds and points, shorter.
    Quick,
}

impl Experiment {
    /// The source as a reference line.
    pub fn source(&self) -> String {
        let paper = PAPERS.iter().find(|paper| self.paper.as_deref() == Some(paper.0));
        paper.map_or_else(
            || self.label.clone(),
            |(_, authors, year, ..)| format!("{authors} {year}, {}", self.label),
        )
    }

    /// The scenario of a form and a variant, with its windows; none for a formula.
    pub fn scenario(&self, form: Form, variant: Option<&Variant>) -> Result<Option<Value>, ScenarioError> {
        let Some(mut scenario) = self.scenario.clone() else { return Ok(None) };
        if form == Form::Quick {
            apply_all(&mut scenario, &self.quick.set)?;
        }
        if let Some(variant) = variant {
            apply_all(&mut scenario, &variant.set)?;
        }
        let windows = self.windows(form);
        if !windows.is_empty() {
            scenario["measure"] =
                windows.iter().map(|window| Value::from(vec![window.1, window.2])).collect();
        }
        Ok(Some(scenario))
    }

    pub fn windows(&self, form: Form) -> &[Window] {
        if form == Form::Quick && !self.quick.windows.is_empty() {
            &self.quick.windows
        } else {
            &self.windows
        }
    }

    /// Repetitions of a form.
    pub fn seeds(&self, form: Form) -> u64 {
        match form {
            Form::Full => self.seeds,
            Form::Quick => self.quick.seeds.unwrap_or(1).min(self.seeds),
        }
    }

    /// The points of an axis in a form.
    pub fn points<'a>(&'a self, axis: &'a Axis, form: Form) -> impl Iterator<Item = &'a Point> + Clone {
        let kept = self.quick.axes.get(&axis.name).filter(|_| form == Form::Quick);
        axis.points.iter().filter(move |point| kept.is_none_or(|kept| kept.contains(&point.value)))
    }

    /// A metric by its name.
    pub fn metric(&self, id: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.id == id)
    }
}
