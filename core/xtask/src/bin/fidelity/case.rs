//! A case: one figure or table of a paper as ns-2 ran it, row by row. One file of
//! `core/lab/reference/` each.

use ackscope_lab::fairness::jain_index;
use ackscope_lab::overrides::apply_all;
use ackscope_lab::report::{FlowReport, FlowWindow, LaneReport, per_segment_sent};
use ackscope_scenario::ScenarioError;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A mean, a minimum, a maximum and the number of runs behind them.
pub type Spread = (f64, f64, f64, u64);

/// The settings of each agent of ns-2, in the words of a scenario.
pub type Agents = BTreeMap<String, Map<String, Value>>;

/// A figure or table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name of its file.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// The paper's figure or table.
    pub source: String,
    /// How ns-2 was set up.
    pub setting: String,
    /// Whose numbers these are.
    pub measured: Measured,
    /// How many seeds are run here.
    pub seeds: u64,
    /// What the rows share; their agents and `set` complete it.
    pub scenario: Value,
    /// The rows.
    pub rows: Vec<Row>,
    /// Why some rows differ.
    #[serde(default)]
    pub causes: Vec<Cause>,
}

/// Whose numbers a case compares.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The groups of flows, together.
    pub flows: Vec<String>,
    /// The hop whose forward queue it is.
    pub hop: usize,
}

/// One run of ns-2 (over some seeds).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name within the case.
    pub id: String,
    /// Which agent each group of flows had.
    pub agents: BTreeMap<String, String>,
    /// Paths and values.
    pub set: Map<String, Value>,
    /// What ns-2 measured, by window and metric.
    pub ns2: Vec<BTreeMap<String, Spread>>,
    /// The same over as many other seeds of ns-2: how far two of its means are apart by chance.
    #[serde(default)]
    pub again: Vec<BTreeMap<String, Spread>>,
}

/// Why rows differ from ns-2, found by investigation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// Names of rows; `*` stands for anything.
    pub rows: Vec<String>,
    /// Which metrics; all where empty.
    #[serde(default)]
    pub metrics: Vec<String>,
    /// What was found.
    pub why: String,
}

/// Where the cases are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/reference")
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> T {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What an agent of ns-2 is here.
pub fn agents() -> Agents {
    read(&folder().join("agents.json"))
}

/// All cases, by name.
pub fn cases() -> Vec<Case> {
    let files = std::fs::read_dir(folder().join("cases")).expect("the cases");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files.iter().map(|path| read(path)).collect()
}

impl Case {
    /// A row as a scenario. What the row sets itself goes before its agent's settings.
    pub fn scenario(&self, row: &Row, agents: &Agents) -> Result<Value, ScenarioError> {
        let mut scenario = self.scenario.clone();
        apply_all(&mut scenario, &row.set)?;
        for flow in scenario["flows"].as_array_mut().into_iter().flatten() {
            let Some(agent) = flow["name"].as_str().and_then(|name| row.agents.get(name)) else { continue };
            let settings = agents.get(agent).unwrap_or_else(|| panic!("{}: what is {agent}?", row.id));
            for (key, value) in settings {
                if flow.get(key).is_none() {
                    flow[key] = value.clone();
                }
            }
        }
        Ok(scenario)
    }

    /// A number of a run in one window, by the name it has in `ns2`.
    pub fn value(&self, report: &LaneReport, window: usize, metric: &str) -> Option<f64> {
        let of = |groups: &[String]| -> Vec<FlowWindow> {
            let is_of = |flow: &&FlowReport| groups.contains(&flow.name);
            report.flows.iter().filter(is_of).map(|flow| flow.windows[window]).collect()
        };
        let flows = of(&self.measured.flows);
        let sum = |flows: &[FlowWindow]| flows.iter().map(|flow| flow.goodput_bps).sum::<f64>();
        match metric {
            "goodput_bps" => Some(sum(&flows)),
            "jain_index" => jain_index(&flows.iter().map(|flow| flow.goodput_bps).collect::<Vec<_>>()),
            "retransmission_ratio" => per_segment_sent(&flows, |flow| flow.retransmission_ratio),
            "mean_queue_packets" => {
                let hop = |hop: &&_| is_hop(hop, self.measured.hop);
                Some(report.hops.iter().find(hop)?.windows[window].mean_queue_packets)
            }
            _ => {
                let group = of(&[metric.strip_prefix("goodput_bps/")?.to_owned()]);
                (!group.is_empty()).then(|| sum(&group) / group.len() as f64)
            }
        }
    }

    /// The cause named for a number: the first that fits.
    pub fn cause(&self, row: &str, metric: &str) -> Option<&Cause> {
        let is_named = |cause: &&Cause| {
            let metric_too = cause.metrics.is_empty() || cause.metrics.iter().any(|name| name == metric);
            metric_too && cause.rows.iter().any(|pattern| matches(pattern, row))
        };
        self.causes.iter().find(is_named)
    }

    /// A window of a row's `measure` in seconds.
    pub fn window(&self, row: &Row, window: usize) -> (f64, f64) {
        let measure = row.set.get("measure").unwrap_or(&self.scenario["measure"]);
        let edge = |end: usize| measure[window][end].as_f64().expect("a window in seconds");
        (edge(0), edge(1))
    }
}

fn is_hop(hop: &ackscope_lab::report::HopReport, number: usize) -> bool {
    hop.hop == number && hop.direction == "forward"
}

/// True if `name` is `pattern`, where `*` stands for any characters.
pub fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            (0..=name.len()).filter(|end| name.is_char_boundary(*end)).any(|end| matches(rest, &name[end..]))
        }),
    }
}
