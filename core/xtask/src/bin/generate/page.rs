//! The part of the catalogue that the page loads. Most of the catalogue is text for the docs and
//! the command line. The page takes the forms of settings from the schema, and loads the closed
//! forms, the equations of rules and their sources only where they are shown.

use ackscope_engine::catalogue::RuleKind;
use ackscope_lab::catalogue::{Catalogue, Model, RuleDeclaration, TermDeclaration};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// What every page of the site needs to know of the engine.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Catalogue")]
pub struct PageCatalogue {
    /// The engine's version.
    version: String,
    /// Congestion-control algorithms.
    algorithms: Vec<PageModel>,
    /// The decisions a run explains; an event's rule is a position in this list.
    rules: Vec<PageRule>,
    /// What a scenario means where it is silent: a hop, a flow, and the scenario itself with every
    /// key that has a fixed default.
    scenario_defaults: Map<String, Value>,
}

/// A congestion-control algorithm, as people choose it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Model")]
struct PageModel {
    /// The identifier used in scenarios.
    id: String,
    /// The name people use.
    name: String,
    /// What it does, in one sentence.
    summary: String,
}

/// What the page knows of a rule at once. What explains it is loaded with the inspector.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ShownRule")]
struct PageRule {
    /// Its number in events.
    id: u32,
    /// Its stable key.
    key: String,
    /// What it is about.
    kind: RuleKind,
    /// The id of the model it belongs to, an algorithm mostly; null for what all flows share.
    algorithm: Option<String>,
    /// What happened, in a short sentence.
    title: String,
    /// The quantities, in the order in which an event carries their values.
    terms: Vec<PageTerm>,
}

/// A quantity of a rule.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ShownTerm")]
struct PageTerm {
    /// Its name in the formula.
    name: String,
}

impl PageRule {
    fn of(rule: &RuleDeclaration) -> PageRule {
        let term = |term: &TermDeclaration| PageTerm { name: term.name.clone() };
        PageRule {
            id: rule.id,
            key: rule.key.clone(),
            kind: rule.kind,
            algorithm: rule.algorithm.clone(),
            title: rule.title.clone(),
            terms: rule.terms.iter().map(term).collect(),
        }
    }
}

impl PageCatalogue {
    pub fn of(catalogue: &Catalogue) -> PageCatalogue {
        let algorithm = |model: &Model| PageModel {
            id: model.id.clone(),
            name: model.name.clone(),
            summary: model.summary.clone(),
        };
        PageCatalogue {
            version: catalogue.version.clone(),
            algorithms: catalogue.algorithms.iter().map(algorithm).collect(),
            rules: catalogue.rules.iter().map(PageRule::of).collect(),
            scenario_defaults: catalogue.scenario_defaults.clone(),
        }
    }
}
