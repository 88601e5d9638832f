//! `compare`: a measured window beside a run or another measured window.

use crate::args::CompareArgs;
use crate::measured::{Found, open};
use crate::table::{Table, number, readable_unit};
use crate::{input, output, processor};
use ackscope_lab::fit::{Comparison, Curve};
use ackscope_scenario::{Scenario, compile, read_value};
use anyhow::{Context, Result, bail};
use serde::Serialize;

/// What is printed as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    file: String,
    other: String,
    kind: &'a str,
    #[serde(flatten)]
    comparison: &'a Comparison,
}

/// Compares, and prints the numbers of both.
pub fn compare(args: &CompareArgs) -> Result<()> {
    processor::limit(&args.processor);
    let Found::Curve { kind, curve, .. } = open(&args.file, args.connection.into())? else {
        bail!(
            "{}: found a scenario, allowed is a measured file; a scenario may be the second",
            args.file.display()
        );
    };
    let other = other_of(args, &curve)?;
    let comparison = Comparison::of(&curve, &other);
    let [file, other] = [&args.file, &args.other].map(|path| path.display().to_string());
    if args.json {
        return output::json(&Answer { file, other, kind: &kind, comparison: &comparison });
    }
    let word = if comparison.alike { "alike" } else { "not alike" };
    output::line(&format!(
        "{word}: {} tolerances apart over {} s; up to 1 is alike\n",
        number(Some(comparison.distance)),
        number(Some(comparison.seconds))
    ))?;
    let mut table = Table::new(2, ["", "unit", "file", "other"]);
    for row in &comparison.numbers {
        let (unit, scale) = readable_unit(row.unit);
        let unit = if unit == "1" { "" } else { unit };
        let cell = |value: Option<f64>| number(value.map(|value| value * scale));
        table.row([row.name.to_owned(), unit.to_owned(), cell(row.measured), cell(row.other)]);
    }
    output::line(&table.text())
}

/// The second curve: of a file, or of a lane's run.
fn other_of(args: &CompareArgs, like: &Curve) -> Result<Curve> {
    let scenario: Scenario = match input::experiment(&args.other)? {
        Some(value) => read_value(&value)?,
        None => match open(&args.other, args.other_connection.into())? {
            Found::Curve { curve, .. } => {
                if args.lane.is_some() {
                    bail!("--lane: {} is a measured file, which has no lanes", args.other.display());
                }
                return Ok(curve);
            }
            Found::Scenario(text) => {
                let value = input::value_of(&text, &args.other)?;
                read_value(&value).map_err(|error| input::of_file(&args.other, error))?
            }
        },
    };
    let lane = args.lane.as_ref().map_or(Ok(0), |lane| input::lane_number(&scenario, lane))?;
    let setup = compile(&scenario, lane)?;
    Curve::of_run(&setup, like).with_context(|| args.other.display().to_string())
}
