//! States that an algorithm made at run time asks to plot, in addition to what every sender
//! records.

use std::sync::Arc;

/// The chart in which a state is plotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum ShownRow {
    /// With the bandwidth estimates, in bit/s.
    Bwe,
    /// With the RTT, in seconds.
    Rtt,
    /// With cwnd, in segments.
    Window,
    /// In its own chart.
    Own,
}

impl ShownRow {
    /// Its identifier in traces.
    pub fn id(self) -> &'static str {
        match self {
            ShownRow::Bwe => "bwe",
            ShownRow::Rtt => "rtt",
            ShownRow::Window => "window",
            ShownRow::Own => "own",
        }
    }
}

/// A state that a script has drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, schemars::JsonSchema))]
pub struct ShownState {
    pub name: String,
    /// The unit in which it is recorded; empty for a plain number.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub unit: String,
    /// The row that it is drawn in: `bwe`, `rtt`, `window`, or `own`, a row of its own.
    #[cfg_attr(feature = "serde", schemars(with = "String"))]
    pub row: ShownRow,
}

/// All states that an algorithm asks to plot.
#[derive(Clone, Debug, Default)]
pub struct ShownStates {
    /// The name of its bandwidth estimate.
    pub estimate: Option<Arc<ShownState>>,
    /// The other states, in the order of the algorithm's numbers.
    pub others: Vec<Arc<ShownState>>,
}
