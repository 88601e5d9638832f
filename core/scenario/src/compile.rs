//! Compiles a scenario: fills in every default, resolves every name, converts to SI units.

use super::agents::agent;
use super::error::ScenarioError;
use super::flows::{Groups, compile_compared, compile_flows};
use super::fork::compile_fork;
use super::hops::{Line, compile_hops, compile_line};
use super::lanes::{in_lane, lane_scenario, lanes};
use super::limits::{MAX_LANES, MAX_RESULT_ROWS, MAX_TITLE_CHARS, MAX_WINDOWS, at_most};
use super::models::Models;
use super::ns2;
use super::quantity::LONGEST_S;
use super::scripts::{Compiler, Programs, Scripts};
use super::types::{Period, Scenario};
use ackscope_engine::setup::{FlowSetup, Setup, SourceSetup, TcpSetup, end_of_time};
use ackscope_engine::units::{Dimension, Quoted, Time, format_si};

/// The complete setup of one lane's run.
pub fn compile(scenario: &Scenario, lane: usize) -> Result<Setup, ScenarioError> {
    compile_with(scenario, lane, &Compiler::default())
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
    let scripts = Scripts::of(&models, programs, &alone, &mut ns2::own_rules())?;
    compile_compared(&models, &scripts, &alone).map_err(|error| in_lane(scenario, lane, error))
}

/// Compiles every lane. A scenario must pass this before anything is run or drawn.
pub fn compile_all(scenario: &Scenario) -> Result<Vec<Setup>, ScenarioError> {
    check_compare(scenario)?;
    let compiler = Compiler::default();
    (0..lanes(scenario).len()).map(|lane| compile_with(scenario, lane, &compiler)).collect()
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
    if duration == Time::ZERO {
        let allowed = "at least 1ns, the step of the clock";
        return Err(ScenarioError::value("duration", scenario.duration.written(), allowed));
    }

    let seed = scenario.seed.map_or(1, |seed| seed.0);
    let line: Line = compile_line(models, &scenario.hops, seed, duration)?;
    let mut own_rules = ns2::own_rules();
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
        SourceSetup::Tcp(tcp) => agent(tcp).is_some() && !flow.periods.is_empty(),
        SourceSetup::Cbr { .. } => false,
    };
    let ns2_order = scenario.ns2_order.unwrap_or_else(|| flows.iter().any(is_of_ns2));
    let mut setup = Setup {
        seed,
        duration,
        hops,
        flows,
        groups,
        measure,
        ties: ns2_order.then(|| ns2::needed("ns2_order", "true").map(|ns2| ns2.order)).transpose()?,
        own_rules,
        fork: None,
    };
    super::quic::check_agents(&setup)?;
    if scenario.ns2_losses == Some(true) {
        let seed = ns2::seed_of(setup.seed);
        (ns2::needed("ns2_losses", "true")?.draw_losses)(&mut setup, seed, 0);
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
    let instants = |window: &Period| (Time::from_secs(window.0.si()), Time::from_secs(window.1.si()));
    // Where only some windows do not fit, they are the mistake.
    let is_too_short = windows.iter().map(instants).all(|(_, to)| to > duration)
        && (windows.len() > 1 || windows.iter().map(instants).all(|(from, _)| from >= duration));
    if let Some(first) = windows.iter().min_by(|a, b| a.1.si().total_cmp(&b.1.si())).filter(|_| is_too_short)
    {
        let end = format_si(first.1.si(), Dimension::Time);
        let allowed = format!("at least {end}, where the first window of \"measure\" ends");
        return Err(ScenarioError::value("duration", scenario.duration.written(), allowed));
    }
    let mut measure = Vec::with_capacity(windows.len());
    for (index, window) in windows.iter().enumerate() {
        let (from, to) = instants(window);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_value;
    use serde_json::{Value, json};

    fn refused(duration: &str, measure: Value) -> (String, String) {
        let scenario = json!({ "version": 1, "duration": duration, "measure": measure,
            "hops": [{ "rate": "2Mbps", "delay": "10ms" }], "flows": [{ "algorithm": "newreno", "rtt": "100ms" }] });
        let error = compile(&read_value(&scenario).unwrap(), 0).unwrap_err();
        (error.path, error.message)
    }

    #[test]
    fn a_duration_that_is_too_short_is_named_itself() {
        for measure in [json!([]), json!([[0, 250], [250, 500]]), json!([[0, "1e-12s"]])] {
            let (_, said) = refused("1e-12s", measure);
            assert_eq!(said, "duration: found \"1e-12s\", allowed is at least 1ns, the step of the clock.");
        }
        let (_, said) = refused("10s", json!([[250, 500], [0, 250]]));
        assert_eq!(
            said,
            "duration: found \"10s\", allowed is at least 250s, where the first window of \"measure\" ends."
        );
        assert_eq!(refused("10s", json!([["20s", "60s"]])).0, "duration");
        // One window of several, and one that begins in the run, are mistakes of their own.
        assert_eq!(refused("10s", json!([[0, 5], [5, 20]])).0, "measure.1");
        assert_eq!(refused("10s", json!([[0, 11]])).0, "measure.0");
    }
}
