//! Tasks for a class: a path, the rule that is handed in, and conditions that a run has to fulfil, on
//! other paths and seeds, too.
//!
//! A task is one file of `tasks/`; docs/grading.md describes the format.

mod attempt;
mod measure;
mod rewritten;
mod series;

pub use crate::codes::Vary;
pub use attempt::{Attempt, ConditionFault, PathResult, Plan, Reference, Tried, WithoutValue};
pub use measure::{Lane, unit, value};
pub use rewritten::without_names;

use crate::overrides::apply_all;
use crate::page::{ExpressionOf, ExpressionReport, expression};
use ackscope_scenario::{ScenarioError, read_json};
use serde::Deserialize;
use serde_json::{Map, Value, json};

const FILES: &[&str] = include!(concat!(env!("OUT_DIR"), "/tasks.rs"));

const MAX_REFERENCES: u64 = 20;
const MAX_CONDITIONS: u64 = 100;
const LONGEST_CONDITION: u64 = 2_000;
const MAX_PATHS: u64 = 100;
/// As many as `--seeds` takes.
const MAX_SEEDS: u64 = 1_000;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub id: String,
    #[serde(default)]
    pub title: String,
    /// Its number in result codes.
    #[serde(default)]
    pub code: u8,
    /// The preset that it starts from.
    #[serde(default)]
    pub preset: Option<String>,
    /// Or a whole scenario.
    #[serde(default)]
    pub scenario: Option<Value>,
    /// Changes to it.
    #[serde(default)]
    pub set: Map<String, Value>,
    /// The lane of the rule that is handed in; also the id of its script.
    pub lane: String,
    /// Algorithms that the conditions compare it with, each in a lane with its id.
    #[serde(default)]
    pub references: Vec<String>,
    /// What has to hold on every path.
    pub conditions: Vec<String>,
    /// The paths; the first one is the one that the class is given.
    #[serde(default)]
    pub paths: Vec<TaskPath>,
    /// What variants change.
    #[serde(default)]
    pub vary: Vary,
    /// A student's variant is a hash of this and the student's number.
    #[serde(default)]
    pub salt: String,
}

/// A path on which a rule is tried.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskPath {
    pub name: String,
    /// Changes to the task's path.
    #[serde(default)]
    pub set: Map<String, Value>,
    /// Repetitions, with seeds from the scenario's own on.
    #[serde(default = "one")]
    pub seeds: u64,
}

fn one() -> u64 {
    1
}

/// All tasks of this site.
///
/// # Panics
/// If a file is not a task; the tests read them all.
pub fn tasks() -> Vec<Task> {
    let read = |text: &&str| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    FILES.iter().map(read).collect()
}

impl Task {
    /// A task that somebody has written.
    ///
    /// # Errors
    /// The place and what is allowed.
    pub fn read(text: &str) -> Result<Task, ScenarioError> {
        // It says where a text is no JSON, and that a key stands twice.
        read_json(text)?;
        serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| ScenarioError::value("", error.to_string(), "a task: docs/grading.md"))
    }

    /// The conditions, compiled.
    ///
    /// # Errors
    /// The first one with a mistake.
    pub(crate) fn compiled(&self) -> Result<Vec<ExpressionReport>, ScenarioError> {
        let each = self.conditions.iter().enumerate().map(|(at, text)| {
            let report = expression(ExpressionOf::Run, text);
            let wrong = |found: String, allowed: &str| {
                Err(ScenarioError::value(format!("conditions.{at}"), found, allowed))
            };
            match report.errors.first() {
                Some(error) => {
                    wrong(format!("{text}: column {}: {}", error.column, error.message), "a comparison")
                }
                None if !report.is_condition => wrong(text.clone(), "a comparison, with < or >"),
                None => Ok(report),
            }
        });
        each.collect()
    }

    /// Refuses a task that is longer than anybody grades by.
    ///
    /// # Errors
    /// The place and what is allowed.
    pub(crate) fn check(&self) -> Result<(), ScenarioError> {
        self.vary.check()?;
        let refuse = |place: String, found: u64, what: &str, most: u64| match found > most {
            true => Err(ScenarioError::value(place, format!("{found} {what}"), format!("at most {most}"))),
            false => Ok(()),
        };
        let count = |items: usize| items as u64;
        refuse("references".to_owned(), count(self.references.len()), "algorithms", MAX_REFERENCES)?;
        refuse("conditions".to_owned(), count(self.conditions.len()), "conditions", MAX_CONDITIONS)?;
        for (at, text) in self.conditions.iter().enumerate() {
            refuse(format!("conditions.{at}"), count(text.len()), "bytes", LONGEST_CONDITION)?;
        }
        refuse("paths".to_owned(), count(self.paths.len()), "paths", MAX_PATHS)?;
        for (at, path) in self.paths.iter().enumerate() {
            refuse(format!("paths.{at}.seeds"), path.seeds, "seeds", MAX_SEEDS)?;
        }
        Ok(())
    }

    /// The scenario that all its paths change, with one lane and without a script.
    fn base(&self) -> Result<Value, ScenarioError> {
        let mut scenario = match (&self.scenario, &self.preset) {
            (Some(scenario), _) => scenario.clone(),
            (None, Some(id)) => preset(id)?,
            (None, None) => {
                return Err(ScenarioError::missing("", "preset", "a task has a preset or a scenario"));
            }
        };
        // The preset's lanes may change what this task's path does not have.
        scenario["compare"] = json!([self.lane]);
        apply_all(&mut scenario, &self.set)?;
        Ok(scenario)
    }
}

/// The scenario of a preset.
fn preset(id: &str) -> Result<Value, ScenarioError> {
    let all = crate::experiments::experiments();
    let found = all.iter().find(|one| one.id == id).and_then(|one| one.scenario.clone());
    found.ok_or_else(|| {
        let known: Vec<&str> =
            all.iter().filter(|one| one.scenario.is_some()).map(|one| one.id.as_str()).collect();
        ScenarioError::value("preset", id, format!("one of {}", known.join(", ")))
    })
}
