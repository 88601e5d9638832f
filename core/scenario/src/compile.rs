//! Compiles a scenario: fills in every default, resolves every name, converts to SI units.

use super::error::ScenarioError;
use super::flows::{Groups, compile_compared, compile_flows};
use super::fork::compile_fork;
use super::hops::{Line, compile_hops, compile_line};
use super::lanes::{in_lane, lane_scenario, lanes};
use super::limits::{MAX_LANES, MAX_RESULT_ROWS, MAX_TITLE_CHARS, MAX_WINDOWS, at_most};
use super::models::Models;
use super::quantity::LONGEST_S;
use super::scripts::{Compiler, Programs, Scripts};
use super::types::Scenario;
use ackscope_engine::setup::{FlowSetup, Setup, SourceSetup, TcpSetup, end_of_time};
use ackscope_engine::units::{Quoted, Time};

/// The complete setup of one lane's run.
pub fn compile(scenario: &Scenario, lane: usize) -> Result<Setup, ScenarioError> {
    compile_with(scenario, lane, &Compiler)
}

/// Like [`compile`], with `programs` for the scripts: a page's engine contains no compiler. It reads
/// no other lane.
pub fn compile_with(
    scenario: &Scenario,
    lane: usize,
    programs: &dyn Programs,
) -> Result<Setup, ScenarioError> {
    let models = Models::registered();
    let alone = lane_scenario(&models, scenario, lane)?;
    compile_alone(&models, programs, &alone).map_err(|error| in_lane(scenario, lane, error))
}

/// The sender of a lane's compared flow, without the rest of the lane: neither its hops nor its other
/// flows are read. `None` if that flow has no congestion control.
pub fn compile_sender(
    scenario: &Scenario,
    lane: usize,
    programs: &dyn Programs,
) -> Result<Option<TcpSetup>, ScenarioError> {
    let models = Models::registered();
    let alone = lane_scenario(&models, scenario, lane)?;
    let scripts = Scripts::of(&models, programs, &alone, &mut ackscope_ns2::own_rules())?;
    compile_compared(&models, &scripts, &alone).map_err(|error| in_lane(scenario, lane, error))
}

/// Compiles every lane. A scenario must pass this before anything is run or drawn.
pub fn compile_all(scenario: &Scenario) -> Result<Vec<Setup>, ScenarioError> {
    check_compare(scenario)?;
    (0..lanes(scenario).len()).map(|lane| compile(scenario, lane)).collect()
}

/// Checks the number of lanes and their labels: what compiling the lanes one by one leaves out.
pub fn check_compare(scenario: &Scenario) -> Result<(), ScenarioError> {
    let entries = scenario.compare.as_deref().unwrap_or_default();
    at_most("compare", "lanes", entries.len() as u64, MAX_LANES as u64)?;
    let mut labels: Vec<(&str, usize)> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let super::CompareEntry::Changes(changes) = entry else {
            continue;
        };
        let Some(label) = changes.label.as_deref() else {
            continue;
        };
        let path = format!("compare.{index}.label");
        if label.is_empty() || label.chars().count() > super::limits::MAX_NAME_CHARS {
            return Err(ScenarioError::value(path, Quoted(label).to_string(), "1 to 100 characters"));
        }
        if let Some((_, other)) = labels.iter().find(|(known, _)| *known == label) {
            return Err(ScenarioError::value(
                path,
                format!("{}, as lane {other}", Quoted(label)),
                "a label of its own",
            ));
        }
        labels.push((label, index));
    }
    Ok(())
}

/// Compiles a scenario and ignores `compare`.
pub(crate) fn compile_alone(
    models: &Models,
    programs: &dyn Programs,
    scenario: &Scenario,
) -> Result<Setup, ScenarioError> {
    let title_chars = scenario.title.as_deref().map_or(0, |title| title.chars().count());
    at_most("title", "characters", title_chars as u64, MAX_TITLE_CHARS as u64)?;
    let duration_s = scenario.duration.si();
    if duration_s <= 0.0 {
        return Err(ScenarioError::value("duration", scenario.duration.written(), "a time above zero"));
    }
    debug_assert!(duration_s <= LONGEST_S, "the leaf checks it");
    let duration = Time::from_secs(duration_s);

    let line: Line = compile_line(models, &scenario.hops)?;
    let mut own_rules = ackscope_ns2::own_rules();
    let scripts = Scripts::of(models, programs, scenario, &mut own_rules)?;
    let Groups { flows, groups, crossings } = compile_flows(models, &scripts, scenario, &line, duration)?;
    let hops = compile_hops(models, &scenario.hops, &line, &crossings)?;
    let end = end_of_time(flows.len(), hops.len());
    if duration >= end {
        let allowed = format!("at most {} s with this many flows and hops", end.secs() as u64);
        return Err(ScenarioError::value("duration", scenario.duration.written(), allowed));
    }
    let measure = compile_windows(scenario, duration)?;
    let rows = measure.len() as u64 * (flows.len() + 2 * hops.len()) as u64;
    at_most("measure", "rows of results (intervals × flows and channels)", rows, MAX_RESULT_ROWS)?;
    let is_of_ns2 = |flow: &FlowSetup| match &flow.source {
        SourceSetup::Tcp(tcp) => ackscope_ns2::agent(tcp).is_some() && !flow.periods.is_empty(),
        SourceSetup::Cbr { .. } => false,
    };
    let ns2_order = scenario.ns2_order.unwrap_or_else(|| flows.iter().any(is_of_ns2));
    let mut setup = Setup {
        seed: scenario.seed.map_or(1, |seed| seed.0),
        duration,
        hops,
        flows,
        groups,
        measure,
        ties: ns2_order.then_some(ackscope_ns2::ORDER),
        own_rules,
        fork: None,
    };
    if scenario.ns2_losses == Some(true) {
        let seed = ackscope_ns2::seed_of(setup.seed);
        ackscope_ns2::draw_losses(&mut setup, seed, 0);
    }
    if let Some(fork) = &scenario.fork {
        let again = |scenario: &Scenario| compile_alone(models, programs, scenario);
        setup.fork = Some(Box::new(compile_fork(models, scenario, fork, &setup, &again)?));
    }
    Ok(setup)
}

fn compile_windows(scenario: &Scenario, duration: Time) -> Result<Vec<(Time, Time)>, ScenarioError> {
    let windows = scenario.measure.as_deref().unwrap_or_default();
    at_most("measure", "windows", windows.len() as u64, MAX_WINDOWS as u64)?;
    if windows.is_empty() {
        return Ok(vec![(Time::ZERO, duration)]);
    }
    let mut measure = Vec::with_capacity(windows.len());
    for (index, window) in windows.iter().enumerate() {
        let (from, to) = (Time::from_secs(window.0.si()), Time::from_secs(window.1.si()));
        if from >= to || to > duration {
            let found = format!("[{}, {}]", window.0.written(), window.1.written());
            let allowed = format!(
                "[from, to] with from below to and to at most the duration, {}",
                scenario.duration.written()
            );
            return Err(ScenarioError::value(format!("measure.{index}"), found, allowed));
        }
        measure.push((from, to));
    }
    Ok(measure)
}
