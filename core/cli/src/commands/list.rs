//! `list`: the names that a scenario may use.

use crate::args::{ListArgs, Listing};
use crate::output::{self, with_engine};
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
        Listing::Delays => catalogue.delays,
        Listing::Rates => catalogue.rates,
        Listing::Jitters => catalogue.jitters,
        Listing::Applications => catalogue.applications,
        Listing::Estimators => catalogue.estimators,
        Listing::Experiments => return experiments(args.json),
    };
    if args.json {
        return output::json(&models.iter().map(with_engine).collect::<Result<Vec<_>>>()?);
    }
    let mut table = Table::new(4, ["id", "name", "parameters", "source"]);
    for model in models {
        let parameters: Vec<&str> =
            model.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        table.row([model.id, model.name, parameters.join(" "), model.source]);
    }
    output::line(&table.text())
}

/// Prints the experiments: an array of objects with id, name and source, or a table.
fn experiments(json: bool) -> Result<()> {
    let all = ackscope_lab::experiments::experiments();
    if json {
        let entries: Vec<_> = all
            .iter()
            .map(|e| serde_json::json!({ "id": e.id, "name": e.title, "source": e.source(), "question": e.question }))
            .map(with_engine)
            .collect::<Result<_>>()?;
        return output::json(&entries);
    }
    let mut table = Table::new(3, ["id", "name", "source"]);
    for experiment in all {
        let source = experiment.source();
        table.row([experiment.id, experiment.title, source]);
    }
    output::line(&table.text())
}
