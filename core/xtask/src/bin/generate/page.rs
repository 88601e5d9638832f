//! The part of the catalogue that the page loads. Most of the catalogue is text for the docs and
//! the command line. The page takes the forms of settings from the schema, and loads the closed
//! forms only where they are shown.

use ackscope_lab::catalogue::{Catalogue, Model, RuleDeclaration};
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
    rules: Vec<RuleDeclaration>,
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
            rules: catalogue.rules.clone(),
            scenario_defaults: catalogue.scenario_defaults.clone(),
        }
    }
}
