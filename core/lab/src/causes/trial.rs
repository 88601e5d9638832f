//! One run of an inquiry.

use super::case::Case;
use super::change::Change;
use crate::report::LaneReport;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{Scenario, ScenarioError, Spread, compile_with, read_value};
use serde_json::{Value, json};

/// A run that is due.
#[derive(Clone, Debug)]
pub struct Trial {
    setup: Setup,
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Everything that it measured.
    pub report: LaneReport,
}

/// By how much of itself the RTT of a group grows from one replicate to the next, times the group's
/// place from 1 on.
const RTT_STEP: f64 = 0.0005;
/// By how many packet times of the bottleneck the lane starts later from one replicate to the next.
const START_STEP: f64 = 0.37;

impl Trial {
    /// The run of `case` with a change. Replicates after the first have another seed, slightly longer
    /// RTTs and a slightly later start: without chance a seed alone changes nothing.
    pub(super) fn new(case: &Case, change: &Change, replicate: u64) -> Result<Trial, ScenarioError> {
        let mut scenario = case.scenario().clone();
        change.apply(&mut scenario)?;
        let mut typed = read_value(&scenario)?;
        if replicate > 0 {
            nudge(&mut scenario, &typed, case, replicate);
            typed = read_value(&scenario)?;
        }
        Ok(Trial { setup: compile_with(&typed, 0, case.compiler())? })
    }

    pub fn run(&self) -> Outcome {
        let results = Simulation::new(&self.setup, &RecordOptions::NOTHING).run();
        Outcome { report: LaneReport::new("", &self.setup, &results) }
    }

    /// Runs it while `goes_on` says so.
    pub fn run_while(&self, goes_on: &dyn Fn() -> bool) -> Option<Outcome> {
        const EVENTS: u64 = 50_000;
        let mut simulation = Simulation::new(&self.setup, &RecordOptions::NOTHING);
        while !simulation.advance(Time::NEVER, EVENTS).done {
            if !goes_on() {
                return None;
            }
        }
        Some(Outcome { report: LaneReport::new("", &self.setup, &simulation.results()) })
    }

    /// What it runs.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }
}

fn nudge(scenario: &mut Value, typed: &Scenario, case: &Case, replicate: u64) {
    let seed = typed.seed.map_or(1, |seed| seed.0);
    scenario["seed"] = seed.wrapping_add(replicate).into();
    let shift_s = START_STEP * replicate as f64 * case.packet_bits() / case.bottleneck().mean_bps;
    for group in case.groups() {
        let factor = 1.0 + RTT_STEP * replicate as f64 * (group.index + 1) as f64;
        let times = |s: &ackscope_scenario::Measure<_>| whole_ns(s.si() * factor);
        let longer = match &typed.flows[group.index].rtt {
            Some(Spread::One(rtt)) => times(rtt),
            Some(Spread::List(list)) => list.iter().map(times).collect(),
            Some(Spread::FromTo { from, to }) => json!({ "from": times(from), "to": times(to) }),
            Some(Spread::AboveTo { above, to }) => json!({ "above": times(above), "to": times(to) }),
            None => case.flows(group).iter().map(|flow| whole_ns(flow.rtt.secs() * factor)).collect(),
        };
        let flow = &mut scenario["flows"][group.index];
        if longer != json!([]) {
            flow["rtt"] = longer;
            flow["access_delay"] = Value::Null;
        }
        if !group.is_own {
            continue;
        }
        match &typed.flows[group.index].active {
            Some(active) => {
                let later = active.iter().map(|period| json!([whole_ns(period.0.si() + shift_s), period.1]));
                flow["active"] = later.collect();
            }
            None => {
                let start_s = typed.flows[group.index].start.as_ref().map_or(0.0, |start| start.si());
                flow["start"] = whole_ns(start_s + shift_s);
            }
        }
    }
}

/// Seconds in whole nanoseconds, as every time of a run is.
fn whole_ns(s: f64) -> Value {
    ((s * 1e9).round() / 1e9).into()
}
