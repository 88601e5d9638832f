//! `list`: what a scenario may name.

use crate::args::{ListArgs, Listing};
use crate::output;
use crate::table::Table;
use ackscope_lab::catalogue::{Model, catalogue};
use anyhow::Result;

/// Prints one part of the catalogue.
pub fn list(args: &ListArgs) -> Result<()> {
    let catalogue = catalogue();
    let models: Vec<Model> = match args.what {
        Listing::Algorithms => catalogue.algorithms,
        Listing::Queues => catalogue.queues,
        Listing::Losses => catalogue.losses,
        Listing::Estimators => catalogue.estimators,
        // Reproductions are not there yet; the list of them is empty rather than a promise.
        Listing::Experiments => Vec::new(),
    };
    if args.json {
        return output::json(&models);
    }
    if models.is_empty() {
        return output::line("None yet.");
    }
    let mut table = Table::new(4, ["id", "name", "parameters", "source"]);
    for model in models {
        let parameters: Vec<&str> =
            model.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        table.row([model.id, model.name, parameters.join(" "), model.source]);
    }
    output::line(&table.text())
}
