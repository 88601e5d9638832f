//! `theory`: evaluates closed forms.

use crate::args::TheoryArgs;
use crate::output::{self, with_engine};
use crate::table::{Table, number};
use crate::{input, processor};
use ackscope_lab::sweep::Axis;
use ackscope_lab::theory::{Formula, Point, formula, formulas, table};
use anyhow::{Result, bail};
use serde_json::{Map, Value, json};

/// Lists the formulas, or evaluates one.
pub fn theory(args: &TheoryArgs) -> Result<()> {
    processor::limit(&args.processor);
    let Some(id) = &args.id else { return list(args) };
    let formula = formula(id)?;
    let mut sets = Map::new();
    for text in &args.set {
        let axis = Axis::read(text).map_err(|error| input::of_option("--set", error))?;
        formula.input(&axis.path)?;
        if sets.insert(axis.path.clone(), Value::from(axis.values)).is_some() {
            bail!("--set {} is given twice", axis.path);
        }
    }
    let points = table(id, &sets)?.points;
    if args.json {
        let mut declared = declaration(formula);
        declared["points"] = serde_json::to_value(&points)?;
        return output::json(&with_engine(declared)?);
    }
    print(formula, &points)
}

fn list(args: &TheoryArgs) -> Result<()> {
    if !args.set.is_empty() {
        bail!("--set needs the id of a formula; `ackscope theory` lists them");
    }
    if args.json {
        return output::json(
            &formulas().map(|formula| with_engine(declaration(formula))).collect::<Result<Vec<_>>>()?,
        );
    }
    let mut table = Table::new(4, ["id", "name", "parameters", "source"]);
    for formula in formulas() {
        let inputs: Vec<&str> = formula.all_inputs().map(|input| input.term.name).collect();
        table.row([formula.id, formula.name, &inputs.join(" "), formula.source]);
    }
    output::line(&table.text())
}

/// The catalogue's entry of a formula.
fn declaration(formula: &'static Formula) -> Value {
    json!(ackscope_lab::catalogue::FormulaDeclaration::of(formula))
}

fn print(formula: &'static Formula, points: &[Point]) -> Result<()> {
    output::line(&format!("{}: {}\nSource: {}\n", formula.name, formula.summary, formula.source))?;
    let with_unit = |term: &ackscope_engine::catalogue::Term| {
        if term.unit.is_empty() { term.name.to_owned() } else { format!("{}, {}", term.name, term.unit) }
    };
    let inputs = formula.all_inputs().map(|input| with_unit(&input.term));
    let mut table = Table::new(0, inputs.chain(formula.all_outputs().map(with_unit)));
    for point in points {
        let cells = point.set.values().filter_map(Value::as_f64).map(|value| value.to_string());
        table.row(cells.chain(point.values.values().map(|value| number(value.as_f64()))));
    }
    output::line(&table.text())?;
    for (place, point) in points.iter().enumerate() {
        for broken in &point.broken {
            output::note(&format!("row {}: does not hold: {broken}", place + 1));
        }
    }
    for correction in formula.corrections {
        output::line(&format!("\nCorrection: {correction}"))?;
    }
    Ok(())
}
