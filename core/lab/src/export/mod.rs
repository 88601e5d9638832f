//! Exports a lane of a scenario to other programs: an ns-2 script, an ns-3 program, a flow's run as
//! qlog, a lane's run as packets, a link's rate as a trace for mahimahi.
//!
//! Features that a simulator lacks are listed, not silently left out. Features that behave
//! differently are listed in the program's header. Both lists come from the complete [`Setup`],
//! so they do not depend on how the scenario is written.

mod mahimahi;
pub(crate) use mahimahi::opportunities;
mod ns2;
mod ns2_models;
mod ns3;
mod ns3_models;
#[cfg(feature = "capture")]
pub mod pcapng;
pub mod qlog;
pub mod script;
mod settings;

use crate::lanes::LanePlan;
use crate::provenance::Provenance;
use ackscope_engine::net::delays_over_time;
use ackscope_engine::setup::{DelaySetup, Direction, DrawnRate, FlowSetup, HopSetup, RateSetup, Setup};
use ackscope_engine::units::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whose program is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Simulator {
    /// A Tcl script for ns-2.35.
    Ns2,
    /// A C++ program for ns-3.37 and later.
    Ns3,
    /// The rate of a link as a trace for mahimahi.
    Mahimahi,
}

impl Simulator {
    /// The simulator's usual name.
    pub const fn name(self) -> &'static str {
        match self {
            Simulator::Ns2 => "ns-2",
            Simulator::Ns3 => "ns-3",
            Simulator::Mahimahi => "mahimahi",
        }
    }

    /// The file name extension of its programs.
    pub const fn extension(self) -> &'static str {
        match self {
            Simulator::Ns2 => "tcl",
            Simulator::Ns3 => "cc",
            Simulator::Mahimahi => "trace",
        }
    }
}

/// A program, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Exported {
    pub simulator: Simulator,
    /// The program; null if the scenario needs what the simulator does not have.
    pub program: Option<String>,
    /// What the simulator cannot express, each once.
    pub cannot: Vec<String>,
    /// What it does in another way, each once.
    pub differs: Vec<String>,
}

/// The origin of a program, for its header.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<'a> {
    /// The scenario's title.
    pub title: &'a str,
    /// The link to the scenario, empty if there is none.
    pub link: &'a str,
    /// Engine, scenario and seed, if known.
    pub provenance: Option<&'a Provenance>,
    /// The scenario as JSON on one line, so that the file alone repeats it; empty where the link says it.
    pub scenario: &'a str,
}

/// The program that repeats a lane in another simulator.
pub fn export(plan: &LanePlan, simulator: Simulator, origin: Origin) -> Exported {
    let mut remarks = Remarks::default();
    if plan.setup.fork.is_some() {
        remarks.cannot(format!(
            "{} has no fork: a run that goes on in another way from an instant on",
            simulator.name()
        ));
    }
    let program = match simulator {
        Simulator::Ns2 => ns2::program(plan, &mut remarks),
        Simulator::Ns3 => ns3::program(plan, &mut remarks),
        Simulator::Mahimahi => mahimahi::program(plan, &mut remarks),
    };
    let Remarks { cannot, differs } = remarks;
    let program = cannot.is_empty().then(|| {
        if simulator == Simulator::Mahimahi {
            // A trace file can hold only numbers, so it gets no header.
            return program;
        }
        let mark = if simulator == Simulator::Ns2 { "#" } else { "//" };
        format!("{}{program}", head(plan, simulator, origin, &differs, mark))
    });
    Exported { simulator, program, cannot, differs }
}

fn head(plan: &LanePlan, simulator: Simulator, origin: Origin, differs: &[String], mark: &str) -> String {
    let mut lines = vec![
        format!("{} · {}", line(origin.title), line(&plan.label)),
        format!(
            "Written by Ackscope {} for {}. Packets count whole, headers included.",
            ackscope_engine::VERSION,
            simulator.name()
        ),
    ];
    if !origin.link.is_empty() {
        lines.push(line(origin.link));
    }
    lines.push(match origin.provenance {
        Some(from) => format!(
            "Scenario {}, seed {}, engine {}.",
            from.scenario_hash, from.seed, from.engine.engine_fingerprint
        ),
        None => format!("Seed {}.", plan.setup.seed),
    });
    if !origin.scenario.is_empty() {
        lines.push(format!("Scenario: {}", line(origin.scenario)));
    }
    match simulator {
        Simulator::Ns2 => lines.push(
            "Run: ns FILE.tcl [CWND.csv]. Prints every flow's goodput and what it sent in the scenario's windows."
                .to_owned(),
        ),
        Simulator::Ns3 => lines.extend([
            "Needs a C++ compiler, ns-3 and the GNU Scientific Library, to which ns-3 links; on Debian and Ubuntu:"
                .to_owned(),
            "       apt install g++ pkg-config libns3-dev libgsl-dev".to_owned(),
            "Build: c++ -O2 FILE.cc -o FILE $(pkg-config --cflags --libs ns3-core ns3-network ns3-internet".to_owned(),
            "       ns3-point-to-point ns3-applications ns3-traffic-control)".to_owned(),
            "Run: ./FILE. Prints every flow's goodput in the scenario's windows.".to_owned(),
        ]),
        Simulator::Mahimahi => {}
    }
    if !differs.is_empty() {
        lines.push(format!("What {} does in another way:", simulator.name()));
        lines.extend(differs.iter().map(|text| format!("- {text}")));
    }
    let text: Vec<String> = lines.iter().map(|text| comment(mark, text)).collect();
    format!("{}\n\n", text.join("\n"))
}

/// Makes text from a scenario or a link safe for one line of a comment.
fn line(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
}

/// A comment of exactly one line, whatever `text` contains.
fn comment(mark: &str, text: &str) -> String {
    // A backslash at the end of a line continues a Tcl or C++ comment on the next line. In old
    // C++ the trigraph ??/ is a backslash.
    let one = line(text).replace("??/", "? ?/");
    let is_open = |sign: char| sign == '\\' || sign.is_whitespace();
    format!("{mark} {}", one.trim_end_matches(is_open)).trim_end().to_owned()
}

/// A unique word for each flow, valid in Tcl and in C++ strings: its name if that is a plain word,
/// otherwise its number.
fn words(flows: &[FlowSetup]) -> Vec<String> {
    let is_plain = |name: &str| {
        let inner = |sign: char| sign.is_ascii_alphanumeric() || "+-._".contains(sign);
        name.starts_with(|sign: char| sign.is_ascii_alphanumeric()) && name.chars().all(inner)
    };
    let number = |(index, flow): (usize, &FlowSetup)| {
        if is_plain(&flow.name) {
            return flow.name.clone();
        }
        let mut word = format!("flow-{index}");
        while flows.iter().any(|other| other.name == word) {
            word.push('_');
        }
        word
    };
    flows.iter().enumerate().map(number).collect()
}

/// A comment with the flow's name, if its word differs.
fn named(mark: &str, word: &str, flow: &FlowSetup) -> String {
    if word == flow.name { String::new() } else { comment(mark, &format!("{word}: {}", flow.name)) + "\n" }
}

/// The remarks about a translation, without duplicates.
#[derive(Debug, Default)]
struct Remarks {
    cannot: Vec<String>,
    differs: Vec<String>,
}

impl Remarks {
    fn cannot(&mut self, text: impl Into<String>) {
        add(&mut self.cannot, text.into());
    }

    fn differs(&mut self, text: impl Into<String>) {
        add(&mut self.differs, text.into());
    }
}

fn add(list: &mut Vec<String>, text: String) {
    if !list.contains(&text) {
        list.push(text);
    }
}

/// The routers at which a flow's data enters and leaves.
fn ends(flow: &FlowSetup) -> (usize, usize) {
    match flow.direction {
        Direction::Forward => (flow.from, flow.to),
        Direction::Backward => (flow.to, flow.from),
    }
}

/// The instants at which measurements begin or end, in seconds and in order.
fn marks(plan: &LanePlan) -> Vec<f64> {
    let mut marks: Vec<f64> =
        plan.setup.measure.iter().flat_map(|(from, to)| [from.secs(), to.secs()]).collect();
    marks.sort_by(f64::total_cmp);
    marks.dedup();
    marks
}

/// A channel's first rate and its later ones, in bit/s. `zero` is the refusal of a rate of zero.
fn rates(
    rate: &RateSetup,
    zero: &str,
    remarks: &mut Remarks,
    simulator: Simulator,
) -> (u64, Vec<(Time, u64)>) {
    match rate {
        RateSetup::Constant(rate) => (rate.bps(), Vec::new()),
        RateSetup::Steps(steps) | RateSetup::Drawn(DrawnRate { steps, .. }) => {
            if steps.iter().any(|(_, rate)| rate.bps() == 0) {
                remarks.cannot(zero);
            }
            if steps.len() > MAX_CHANGES {
                remarks.cannot(format!("a rate that changes more than {MAX_CHANGES} times"));
            }
            if steps.len() > 1 {
                remarks.differs(format!(
                    "{} ends a packet that it has begun at the old rate; Ackscope sends its remaining bits at the new one",
                    simulator.name()
                ));
            }
            let all: Vec<(Time, u64)> = steps.iter().map(|(time, rate)| (*time, rate.bps())).collect();
            (all.first().map_or(0, |(_, rate)| *rate), all.into_iter().skip(1).collect())
        }
        RateSetup::Opportunities { .. } => {
            remarks.cannot("a rate with opportunities_ms, that is, a link that sends at listed instants");
            (rate.peak().bps(), Vec::new())
        }
    }
}

/// The most changes of a rate or of a delay that a script lists.
const MAX_CHANGES: usize = 10_000;

/// The delays of channel `name` over the run: the first one, and the later ones with their instants.
fn delays(
    setup: &Setup,
    delay: &DelaySetup,
    name: &str,
    remarks: &mut Remarks,
    simulator: Simulator,
) -> (f64, Vec<(Time, f64)>) {
    let mut all: Vec<(Time, f64)> = delays_over_time(delay, name, setup.seed, setup.duration)
        .take(MAX_CHANGES + 1)
        .map(|(at, delay)| (at, delay.secs()))
        .collect();
    if all.len() > MAX_CHANGES {
        remarks.cannot(format!("a delay that changes more than {MAX_CHANGES} times"));
    }
    if all.len() > 1 {
        remarks.differs(format!(
            "{} takes a packet's delay when its transmission begins, Ackscope when it ends. After a delay has become smaller, packets overtake each other in {}; in Ackscope they do not.",
            simulator.name(),
            simulator.name()
        ));
    }
    let first = if all.is_empty() { 0.0 } else { all.remove(0).1 };
    (first, all)
}

/// Refuses agents on routers, which no other simulator has.
fn no_agents(hops: &[HopSetup], remarks: &mut Remarks, simulator: Simulator) {
    for agent in hops.iter().filter_map(|hop| hop.agent) {
        remarks.cannot(format!("{} has no {agent} agent on a router", simulator.name()));
    }
}
