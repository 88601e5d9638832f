//! A case: one figure or table of a paper as measured in ns-2, row by row. Each case is one file of
//! `core/lab/reference/cases/`.

use ackscope_engine::rng::Stream;
use ackscope_engine::setup::Setup;
use ackscope_engine::units::Span;
use ackscope_lab::fairness::jain_index;
use ackscope_lab::overrides::apply_all;
use ackscope_lab::report::{FlowReport, FlowWindow, LaneReport, per_segment_sent};
use ackscope_scenario::ScenarioError;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Mean, minimum, maximum and number of runs.
pub type Spread = (f64, f64, f64, u64);

/// The settings that correspond to each agent of ns-2, as keys of a flow.
pub type Agents = BTreeMap<String, Map<String, Value>>;

/// A figure or table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name of its file.
    pub id: String,
    pub title: String,
    /// The paper's figure or table.
    pub source: String,
    /// The setup in ns-2.
    pub setting: String,
    /// The flows and the queue that are measured.
    pub measured: Measured,
    /// The number of seeds run here.
    pub seeds: u64,
    /// How the script of ns-2 draws random numbers, if the runs here meet the same ones.
    #[serde(default)]
    pub script: Option<Script>,
    /// The scenario that the rows share; each row adds its agents' settings and its `set`.
    pub scenario: Value,
    pub rows: Vec<Row>,
    /// Known causes of differences.
    #[serde(default)]
    pub causes: Vec<Cause>,
}

/// The flows and the queue whose numbers are compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The groups of flows, taken together.
    pub flows: Vec<String>,
    /// The hop whose forward queue is measured.
    pub hop: usize,
}

/// The draws of a script of ns-2, which uses the seed twice: as the seed of its default generator,
/// and as the number of substreams that each of its generators leaves out. The first generator gives
/// the starts, and the states of a channel; the next ones give the losses of the two directions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The groups whose flows draw their starts, one list after the other. The groups of one list
    /// take turns, flow by flow.
    pub starts: Vec<Vec<String>>,
}

impl Script {
    /// Gives a run the random numbers that the script draws with this seed.
    pub fn draw(&self, setup: &mut Setup, seed: u32) {
        ackscope_ns2::draw_losses(setup, seed, seed);
        let mut stream = Stream::other(ackscope_ns2::script_stream([seed, 1, seed]));
        for index in self.order(setup) {
            let flow = &mut setup.flows[index];
            let most_s = flow.start_jitter.secs();
            flow.start_jitter = Span::ZERO;
            for period in &mut flow.periods {
                period.0 += Span::from_secs(stream.uniform() * most_s);
            }
        }
    }

    /// The flows in the order of their draws.
    fn order(&self, setup: &Setup) -> Vec<usize> {
        let members = |name: &String| -> Vec<usize> {
            let group = setup.groups.iter().position(|group| *group.name == **name);
            (0..setup.flows.len()).filter(|flow| Some(setup.flows[*flow].group) == group).collect()
        };
        let mut order = Vec::new();
        for groups in &self.starts {
            let groups: Vec<Vec<usize>> = groups.iter().map(members).collect();
            let longest = groups.iter().map(Vec::len).max().unwrap_or_default();
            for place in 0..longest {
                order.extend(groups.iter().filter_map(|group| group.get(place)));
            }
        }
        order
    }
}

/// One setting, run in ns-2 with some seeds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name within the case.
    pub id: String,
    /// The agent of each group of flows.
    pub agents: BTreeMap<String, String>,
    /// The paths that it sets, with their values.
    pub set: Map<String, Value>,
    /// The numbers of ns-2, by window and metric.
    pub ns2: Vec<BTreeMap<String, Spread>>,
    /// The numbers of ns-2 over as many other seeds: they show how much its means differ by chance.
    #[serde(default)]
    pub again: Vec<BTreeMap<String, Spread>>,
}

/// A cause of differences from ns-2, found by investigation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// Names of rows; `*` matches any characters.
    pub rows: Vec<String>,
    /// The metrics; empty for all.
    #[serde(default)]
    pub metrics: Vec<String>,
    /// The explanation.
    pub why: String,
}

/// The folder of the reference data.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/reference")
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> T {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The settings of all agents.
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
    /// A row as a scenario. The row's own settings take precedence over its agents' settings.
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

    /// The number of seeds run here for a row: those of ns-2, if the runs meet the same random
    /// numbers.
    pub fn seeds_of(&self, row: &Row) -> u64 {
        let runs = row.ns2.iter().flat_map(BTreeMap::values).map(|spread| spread.3).max();
        if self.script.is_some() { runs.unwrap_or(self.seeds) } else { self.seeds }
    }

    /// A number of a run in one window; `metric` is its name in `ns2`.
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

    /// The first cause that matches a number.
    pub fn cause(&self, row: &str, metric: &str) -> Option<&Cause> {
        let is_named = |cause: &&Cause| {
            let metric_too = cause.metrics.is_empty() || cause.metrics.iter().any(|name| name == metric);
            metric_too && cause.rows.iter().any(|pattern| matches(pattern, row))
        };
        self.causes.iter().find(is_named)
    }

    /// Start and end of a row's window in seconds.
    pub fn window(&self, row: &Row, window: usize) -> (f64, f64) {
        let measure = row.set.get("measure").unwrap_or(&self.scenario["measure"]);
        let edge = |end: usize| measure[window][end].as_f64().expect("a window in seconds");
        (edge(0), edge(1))
    }
}

fn is_hop(hop: &ackscope_lab::report::HopReport, number: usize) -> bool {
    hop.hop == number && hop.direction == "forward"
}

/// Whether `name` matches `pattern`, in which `*` stands for any characters.
pub fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            (0..=name.len()).filter(|end| name.is_char_boundary(*end)).any(|end| matches(rest, &name[end..]))
        }),
    }
}
