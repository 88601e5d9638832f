//! Runs every case of the kernel's list and writes `core/lab/reference/kernel-measured.json`, from
//! which `generate` makes a part of docs/validation.md. A part of a name as argument runs only these
//! cases and prints their figures.

use ackscope_engine::FINGERPRINT;
use ackscope_lab::kernel::{Case, Measured, cases, measure};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let part = std::env::args().nth(1);
    let mut all = cases();
    all.retain(|case| part.as_ref().is_none_or(|part| case.name.contains(part.as_str())));
    let measured: Result<BTreeMap<String, Vec<Vec<f64>>>, String> = all
        .par_iter()
        .map(|case| Ok((case.name.clone(), runs(case).map_err(|error| format!("{}: {error}", case.name))?)))
        .collect();
    let cases = match measured {
        Ok(cases) => cases,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    for case in &all {
        println!("{}: {}", case.name, case.path);
        for one in case.compare(&cases[&case.name]) {
            let [low, mean, high] = one.figure.kernel;
            let interval = one.figure.interval.map_or(String::new(), |(from, to)| format!(" {from}-{to} s"));
            let verdict = if one.agrees { "agrees" } else { "DIFFERS" };
            println!(
                "  {:<28} kernel {low:>10.3} {mean:>10.3} {high:>10.3}   ours {:>9.3?}  {verdict}",
                format!("{}{interval}", one.figure.what),
                one.ours
            );
        }
    }
    if part.is_some() {
        return ExitCode::SUCCESS;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/reference/kernel-measured.json");
    match std::fs::write(&path, text(&Measured { engine: FINGERPRINT.to_owned(), cases })) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write {}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

/// Six digits of each figure are enough.
fn runs(case: &Case) -> Result<Vec<Vec<f64>>, String> {
    let rounded = |x: f64| format!("{x:.5e}").parse().unwrap_or(x);
    let run = |scenario| Ok(measure(scenario, &case.figures)?.into_iter().map(rounded).collect());
    case.runs.par_iter().map(run).collect()
}

/// One case per line, so that a changed case is one line of a diff.
fn text(measured: &Measured) -> String {
    let line = |(name, runs)| format!("{}: {}", serde_json::json!(name), serde_json::json!(runs));
    let lines: Vec<String> = measured.cases.iter().map(line).collect();
    format!("{{\"engine\": {:?}, \"cases\": {{\n{}\n}}}}\n", measured.engine, lines.join(",\n"))
}
