//! The numbers of an experiment, measured in runs or computed by formulas.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A number of an experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metric {
    /// Its name in expressions.
    pub id: String,
    /// Its description.
    pub about: String,
    /// Its unit: `bit/s`, `packets`, `s`, or nothing for a ratio.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// Its keys: the name of the lanes' key, axes, `window`, dimensions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    #[serde(flatten)]
    pub from: Source,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// It is measured in runs.
    Measure(Measure),
    /// It is computed from other metrics, from constants and from its keys.
    Formula(Formula),
    /// It was measured elsewhere: its values are the published ones.
    Published(bool),
}

/// One expression, or one for each value of the metric's first key.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Formula {
    /// The same for all keys.
    One(String),
    /// One expression for each value of the first key.
    ByKey(BTreeMap<String, String>),
}

/// A measurement in a run. A word that begins with `$` stands for the value of that key.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Groups of flows by name, or one channel such as `hop 0 forward`.
    pub of: Vec<String>,
    /// A quantity of a flow's or a channel's report, such as `goodput_bps`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// How the numbers of several flows are combined.
    #[serde(default, skip_serializing_if = "Across::is_sum")]
    pub across: Across,
    /// Instead of `number`: a series such as `cwnd`, `bwe` or `bwe:ewma-0.9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// The statistic of the series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stat: Option<Stat>,
    /// The window, if it is no key; the first window by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
    /// How the repetitions are combined.
    #[serde(default, skip_serializing_if = "OverSeeds::is_mean")]
    pub seeds: OverSeeds,
}

/// Combines several flows' numbers.
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

/// A statistic of a series over a window.
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
    /// Share of the time at which the value is zero.
    ZeroShare,
    /// Mean of the values immediately before detected losses.
    MeanAtLoss,
    /// Median of these values.
    MedianAtLoss,
    /// Maximum of these values.
    MaxAtLoss,
    /// Mean time from a loss until the series regains its value before the loss.
    RecoveryTime,
}

/// Combines the repetitions.
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
