//! The measured quantities: a page of the docs, and the names for the page's sweeps.

use super::markdown::NOTE;
use ackscope_lab::report::{
    COMPLETION, DirectionWindow, FlowWindow, GROUP_COMPLETION, GroupEvents, GroupWindow, HopWindow,
    Quantities, Quantity,
};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// `docs/quantities.md`.
pub fn page() -> String {
    let mut page = format!(
        "{NOTE}\n# Measured quantities\n\nWhat every run measures in each window. `run --json` has a quantity under its \
         key, `sweep` under its metric. A ratio is a part of one; what is undefined is `null`. Each mean says what has which weight.\n"
    );
    table(&mut page, "Of a flow", FlowWindow::QUANTITIES);
    table(&mut page, "Of a flow of given size, over the whole run", &[COMPLETION]);
    table(&mut page, "Of a group of flows", GroupWindow::QUANTITIES);
    table(&mut page, "Of a group of flows, in sweeps only", GroupEvents::QUANTITIES);
    table(&mut page, "Of a group of flows of given size, over the whole run", &[GROUP_COMPLETION]);
    table(&mut page, "Of all TCP flows of a direction", DirectionWindow::QUANTITIES);
    table(&mut page, "Of a channel: a hop in one direction", HopWindow::QUANTITIES);
    page
}

fn table<W>(page: &mut String, title: &str, quantities: &[Quantity<W>]) {
    let _ =
        writeln!(page, "\n## {title}\n\n| key | metric | name | unit | what it is |\n|---|---|---|---|---|");
    for Quantity { id, metric, name, unit, help, .. } in quantities {
        let _ = writeln!(page, "| `{id}` | `{metric}` | {name} | {unit} | {help} |");
    }
}

/// Name and unit by metric.
///
/// # Panics
/// If two quantities share a metric but differ in name or unit.
pub fn words() -> Value {
    let mut words = Map::new();
    add(&mut words, GroupWindow::QUANTITIES);
    add(&mut words, GroupEvents::QUANTITIES);
    add(&mut words, &[COMPLETION]);
    add(&mut words, FlowWindow::QUANTITIES);
    add(&mut words, DirectionWindow::QUANTITIES);
    add(&mut words, HopWindow::QUANTITIES);
    words.into()
}

fn add<W>(words: &mut Map<String, Value>, quantities: &[Quantity<W>]) {
    for Quantity { metric, name, unit, .. } in quantities {
        let word = json!([name, unit]);
        let known = words.insert((*metric).to_owned(), word.clone());
        assert!(known.is_none_or(|known| known == word), "{metric} means two things");
    }
}
