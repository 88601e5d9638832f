//! What an algorithm made at run time has drawn of itself, beside what every sender records.

use std::sync::Arc;

/// Where a state is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownRow {
    /// Beside bandwidth estimates, in bit/s.
    Bwe,
    /// Beside the RTT, in seconds.
    Rtt,
    /// Beside cwnd, in segments.
    Window,
    /// In a row of its own.
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

/// A state that is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownState {
    /// Its name.
    pub name: String,
    /// The unit in which it is recorded; empty for a plain number.
    pub unit: String,
    /// Where it is drawn.
    pub row: ShownRow,
}

/// All that an algorithm has drawn.
#[derive(Clone, Debug, Default)]
pub struct ShownStates {
    /// What its bandwidth estimate is called.
    pub estimate: Option<Arc<ShownState>>,
    /// The others, in the order in which the algorithm numbers them.
    pub others: Vec<Arc<ShownState>>,
}
