//! `check` of a scenario: every mistake, and what it will run.

use crate::table::Table;
use crate::{input, output};
use ackscope_engine::sim::Cost;
use ackscope_engine::trace::RecordOptions;
use ackscope_lab::lanes::{LanePlan, each_with, one_with};
use ackscope_lab::provenance::Provenance;
use ackscope_lab::trials::{Trials, are_needed};
use ackscope_scenario::{Compiler, Scenario, ScenarioError, read_value, warnings};
use anyhow::{Error, Result};
use serde_json::{Value, json};
use std::path::Path;

/// More mistakes than anybody corrects at once.
const MAX_ERRORS: usize = 50;
/// Keys of a queue and of a loss model beside `kind` that are no parameters of one kind.
const OF_EVERY_KIND: [&str; 2] = ["capacity", "position"];

/// What is known of a scenario.
pub struct Found {
    /// Its mistakes.
    pub errors: Vec<Error>,
    plan: Option<Plan>,
}

struct Plan {
    scenario: Scenario,
    provenance: Provenance,
    warnings: Vec<String>,
    lanes: Vec<Lane>,
    /// Whether the costs are those of trial runs, and no bounds.
    is_tried: bool,
}

/// A lane that will run. It does not keep its setup: many lanes of many flows take much memory.
struct Lane {
    label: String,
    algorithm: String,
    flows: usize,
    hops: usize,
    cost: Cost,
}

/// Checks the scenario in a text, or that of an experiment.
pub fn check(path: &Path, text: &str) -> Found {
    let value = match input::experiment(path) {
        Ok(Some(value)) => Ok(value),
        Ok(None) => input::value_of(text, path),
        Err(error) => Err(error),
    };
    match value {
        Err(error) => Found { errors: vec![error], plan: None },
        Ok(value) => check_value(value, text),
    }
}

/// What may stand in the place of a mistake, so that the search goes on behind it.
fn stand_ins() -> [Value; 8] {
    let kind = json!({ "kind": "drop-tail", "capacity": "20pkt" });
    [json!("1Mbps"), json!("10ms"), json!(1), json!("20pkt"), json!("newreno"), json!(true), kind, json!([])]
}

fn read(value: &Value, compiler: &Compiler) -> Result<(Scenario, Vec<Lane>), ScenarioError> {
    let scenario = read_value(value)?;
    let lanes = each_with(&scenario, compiler)?.map(|plan| plan.map(Lane::of)).collect::<Result<_, _>>()?;
    Ok((scenario, lanes))
}

/// Each mistake is mended in some way until no other is found. `text` is the file's.
fn check_value(mut value: Value, text: &str) -> Found {
    let mut errors: Vec<Error> = Vec::new();
    let compiler = Compiler::default();
    let mut next = match read(&value, &compiler) {
        Ok((scenario, lanes)) => return Found { errors, plan: Some(Plan::of(scenario, lanes, &compiler)) },
        Err(error) => Some(error),
    };
    while let Some(error) = next.take().filter(|_| errors.len() < MAX_ERRORS) {
        if let Some((mended, left)) = mend(&value, &place_in(&value, &error), &compiler) {
            (value, next) = (mended, left);
        }
        errors.push(Error::new(error.as_written("", text)));
    }
    Found { errors, plan: None }
}

/// The scenario without the mistake at a place, and the next one; none if it cannot be mended.
fn mend(value: &Value, place: &[String], compiler: &Compiler) -> Option<(Value, Option<ScenarioError>)> {
    let (last, around) = place.split_last()?;
    let tries = std::iter::once(None).chain(stand_ins().into_iter().map(Some));
    tries.into_iter().find_map(|stand_in| {
        let mut mended = value.clone();
        let at = around.iter().try_fold(&mut mended, |at, key| inside(at, key))?;
        match (at, stand_in) {
            // The kind is not known, so its parameters cannot be judged: only the keys of every kind stay.
            (Value::Object(keys), None) if last == "kind" => {
                keys.retain(|key, _| OF_EVERY_KIND.contains(&key.as_str()));
            }
            (Value::Object(keys), None) => keys.shift_remove(last).map(|_| ())?,
            (_, None) => return None,
            (at, Some(stand_in)) => *inside(at, last)? = stand_in,
        }
        match read(&mended, compiler) {
            Ok(_) => Some((mended, None)),
            Err(error) => {
                let next = place_in(&mended, &error);
                (next != place && next != around).then_some((mended, Some(error)))
            }
        }
    })
}

fn inside<'a>(at: &'a mut Value, key: &str) -> Option<&'a mut Value> {
    match at {
        Value::Array(items) => items.get_mut(key.parse::<usize>().ok()?),
        Value::Object(keys) => keys.get_mut(key),
        _ => None,
    }
}

/// The keys of an error's path, as far as the scenario has them, and the key that is not known.
fn place_in(value: &Value, error: &ScenarioError) -> Vec<String> {
    let mut place: Vec<String> = Vec::new();
    let mut at = value.clone();
    for key in error.path.split('.').filter(|key| !key.is_empty()) {
        let Some(next) = inside(&mut at, key) else { break };
        place.push(key.to_owned());
        at = next.take();
    }
    let unknown = error.found.trim_matches('"');
    if at.as_object().is_some_and(|keys| keys.contains_key(unknown)) {
        place.push(unknown.to_owned());
    }
    place
}

impl Lane {
    fn of(plan: LanePlan) -> Lane {
        let cost = plan.cost(&RecordOptions::NOTHING);
        let (flows, hops) = (plan.setup.flows.len(), plan.setup.hops.len());
        Lane { label: plan.label, algorithm: plan.algorithm, flows, hops, cost }
    }
}

impl Plan {
    fn of(scenario: Scenario, mut lanes: Vec<Lane>, compiler: &Compiler) -> Plan {
        let is_tried = are_needed(lanes.iter().fold(Cost::default(), |sum, lane| sum.plus(lane.cost)));
        if is_tried {
            let mut trials = Trials::of(lanes.len());
            for (at, lane) in lanes.iter_mut().enumerate() {
                let tried = trials.next(lane.cost, |events| {
                    Ok::<Cost, ScenarioError>(
                        one_with(&scenario, at, compiler)?.estimate(&RecordOptions::NOTHING, events),
                    )
                });
                lane.cost = tried.unwrap_or(lane.cost);
            }
        }
        Plan {
            provenance: Provenance::of(&scenario),
            warnings: warnings(&scenario),
            lanes,
            is_tried,
            scenario,
        }
    }

    fn print(&self, name: &str) -> Result<()> {
        let (seconds, seed) = (self.scenario.duration.si(), self.provenance.seed);
        let hash = &self.provenance.scenario_hash;
        output::line(&format!(
            "{name}: {} lanes of {seconds} s, seed {seed}, scenario {hash}",
            self.lanes.len()
        ))?;
        let packets = if self.is_tried { "packets, about" } else { "packets, at most" };
        let mut table = Table::new(2, ["lane", "algorithm", "flows", "hops", packets, "memory, MB"]);
        for lane in &self.lanes {
            table.row([
                lane.label.clone(),
                lane.algorithm.clone(),
                lane.flows.to_string(),
                lane.hops.to_string(),
                format!("{:.0}", lane.cost.packets),
                format!("{:.1}", lane.cost.bytes / 1e6),
            ]);
        }
        output::line(&table.text())?;
        for warning in &self.warnings {
            output::line(&format!("{name}: {warning}"))?;
        }
        Ok(())
    }
}

impl Found {
    /// Prints the mistakes, or what will run.
    pub fn print(&self, name: &str) -> Result<()> {
        for error in &self.errors {
            output::line(&format!("{name}: {error:#}"))?;
        }
        self.plan.as_ref().map_or(Ok(()), |plan| plan.print(name))
    }

    /// The same as JSON.
    pub fn json(&self, name: &str) -> Value {
        let Some(plan) = &self.plan else {
            let errors = self.errors.iter().map(|error| match error.downcast_ref::<ScenarioError>() {
                Some(known) => json!(known),
                None => json!({ "path": "", "message": format!("{error:#}") }),
            });
            return json!({ "file": name, "ok": false, "errors": errors.collect::<Vec<_>>() });
        };
        let lanes = plan.lanes.iter().map(|lane| {
            json!({ "label": lane.label, "algorithm": lane.algorithm, "flows": lane.flows, "hops": lane.hops,
                "packets": lane.cost.packets, "memory_bytes": lane.cost.bytes })
        });
        json!({ "file": name, "ok": true, "provenance": plan.provenance, "duration_s": plan.scenario.duration.si(),
            "lanes": lanes.collect::<Vec<_>>(), "tried": plan.is_tried, "warnings": plan.warnings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(value: Value) -> Vec<String> {
        check_value(value, "").errors.iter().map(|error| format!("{error:#}")).collect()
    }

    #[test]
    fn every_mistake_is_listed() {
        let found = messages(json!({ "version": 1, "duration": "30 apples", "sede": 3,
            "hops": [{ "rate": "2Mbps", "delay": "10ms", "queue": { "kind": "drop-tial" } }, { "rate": "2Mbps", "delay": -1 }],
            "flows": [{ "algorithm": "newrno", "rtt": "100ms" }, { "algorithm": "newreno", "rtt": "fast" }] }));
        for place in
            ["duration", "sede", "hops.0.queue.kind", "hops.1.delay", "flows.0.algorithm", "flows.1.rtt"]
        {
            assert!(found.iter().any(|message| message.contains(place)), "{place}: {found:#?}");
        }
        assert!(found.len() < MAX_ERRORS, "{found:#?}");
    }

    #[test]
    fn a_right_scenario_says_what_it_will_run() {
        let right = json!({ "version": 1, "duration": 30, "hops": [{ "rate": "2Mbps", "delay": "10ms" }],
            "flows": [{ "algorithm": "newreno", "rtt": "100ms", "compared": true }], "compare": ["newreno", "vegas"] });
        let found = check_value(right, "").json("x");
        assert_eq!((&found["ok"], &found["lanes"][1]["algorithm"]), (&json!(true), &json!("vegas")));
        assert!(found["lanes"][0]["packets"].as_f64().unwrap() > 5000.0);
    }
}
