//! What an experiment measures: its numbers, in runs or by formulas.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A number that an experiment is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metric {
    /// Its name in expressions.
    pub id: String,
    /// What it is, in words.
    pub about: String,
    /// Its unit: `bit/s`, `packets`, `s`, or nothing for a ratio.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// Its keys: the lanes' name, axes, `window`, dimensions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// Where it comes from.
    #[serde(flatten)]
    pub from: Source,
}

/// Where a metric comes from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// It is measured in runs.
    Measure(Measure),
    /// It is computed from others, from constants and from its keys.
    Formula(Formula),
    /// It was measured elsewhere: its values are the printed ones.
    Published(bool),
}

/// An expression, or one by the metric's first key.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Formula {
    /// The same for all keys.
    One(String),
    /// By the first key.
    ByKey(BTreeMap<String, String>),
}

/// What is measured in a run. A word that begins with `$` stands for the value of that key.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Groups of flows by name, or one channel such as `hop 0 forward`.
    pub of: Vec<String>,
    /// A number of a flow's or a channel's report, such as `goodput_bps`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// How the numbers of several flows become one.
    #[serde(default, skip_serializing_if = "Across::is_sum")]
    pub across: Across,
    /// Instead of a number: a series such as `cwnd`, `bwe` or `bwe:ewma-0.9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// What of the series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stat: Option<Stat>,
    /// The window, where it is no key; the first one if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
    /// How the repetitions become one.
    #[serde(default, skip_serializing_if = "OverSeeds::is_mean")]
    pub seeds: OverSeeds,
}

/// Several flows as one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Across {
    #[default]
    Sum,
    Mean,
    Min,
    Max,
    /// The Jain index of the numbers.
    Jain,
}

impl Across {
    fn is_sum(&self) -> bool {
        *self == Across::Sum
    }
}

/// A series over a window as one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stat {
    /// Average over time.
    Mean,
    /// Standard deviation over time.
    Deviation,
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
    /// Share of the time at zero.
    ZeroShare,
    /// Mean of the values just before losses were detected.
    MeanAtLoss,
    /// Median of these.
    MedianAtLoss,
    /// The largest of these.
    MaxAtLoss,
    /// Mean time from a loss until the value before it is reached again.
    RecoveryTime,
}

/// Repetitions as one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum OverSeeds {
    #[default]
    Mean,
    Min,
    Max,
}

impl OverSeeds {
    fn is_mean(&self) -> bool {
        *self == OverSeeds::Mean
    }
}
