//! `score`: runs algorithms on the standard paths.

use crate::args::ScoreArgs;
use crate::commands::sweep::{add, into_inner, run_jobs};
use crate::commands::sweep_tables::interval;
use crate::table::{Table, number};
use crate::{output, processor, script_files};
use ackscope_lab::score::{AlgorithmScore, CellScore, ScoreReport, ScoreRequest, built_in, report, spec};
use ackscope_lab::stats::Summary;
use ackscope_lab::sweep::{Cells, Job};
use ackscope_scenario::Models;
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use std::path::Path;
use std::sync::Mutex;

/// Runs every algorithm on every path and prints the report card.
pub fn score(args: &ScoreArgs) -> Result<()> {
    processor::limit(&args.processor);
    let sweep = spec(&request(args)?).sweep()?;
    let jobs: Vec<Job> = sweep.jobs().collect();
    let cells = Mutex::new(Cells::new());
    run_jobs(&sweep, &jobs, None, None, &|job, run| add(&cells, job, &run, &[]))?;
    let card = report(&sweep, &into_inner(cells));
    if args.json { output::json(&card) } else { print(&card) }
}

/// The algorithms and scripts given on the command line, without duplicates.
fn request(args: &ScoreArgs) -> Result<ScoreRequest> {
    let mut request = ScoreRequest { algorithms: Vec::new(), scripts: Map::new(), seeds: args.seeds };
    for name in &args.algorithms {
        let id = match is_file(name) {
            true => script(name, &mut request.scripts)?,
            false => name.clone(),
        };
        if !request.algorithms.contains(&id) {
            request.algorithms.push(id);
        }
    }
    if request.algorithms.is_empty() {
        request.algorithms = built_in().into_iter().map(str::to_owned).collect();
    }
    Ok(request)
}

/// Whether `name` is a file: an id contains no dot and no folder separator.
pub fn is_file(name: &str) -> bool {
    name == "-" || name.contains(['.', '/', '\\'])
}

/// Reads a script. Its id is its file name, with a suffix if a built-in algorithm has that id.
pub fn script(file: &str, scripts: &mut Map<String, Value>) -> Result<String> {
    let path = Path::new(file);
    let (text, _) = script_files::read(path)?;
    let stem = match file {
        "-" => "script".to_owned(),
        _ => path.file_stem().context("a script needs a name")?.to_string_lossy().to_lowercase(),
    };
    let is_built_in = Models::registered().algorithms.iter().any(|spec| spec.id == stem);
    let id = if is_built_in { format!("{stem}-script") } else { stem };
    let text = Value::String(text);
    if scripts.get(&id).is_some_and(|known| *known != text) {
        bail!("{file}: another script is called {id}");
    }
    scripts.insert(id.clone(), text);
    Ok(id)
}

/// A column of a table of cells: its title, the scale of its values, and the value.
type Column = (&'static str, f64, fn(&CellScore) -> Option<Summary>);

const COLUMNS: [Column; 10] = [
    ("goodput, Mbit/s", 1e-6, |cell| Some(cell.goodput_bps)),
    ("of fair, %", 100.0, |cell| Some(cell.goodput_share)),
    ("p95 delay, ms", 1e3, |cell| Some(cell.p95_delay_s)),
    ("p99 delay, ms", 1e3, |cell| Some(cell.p99_delay_s)),
    ("dropped, %", 100.0, |cell| Some(cell.loss_ratio)),
    ("retransmitted, %", 100.0, |cell| Some(cell.retransmission_ratio)),
    ("marked, %", 100.0, |cell| Some(cell.mark_ratio)),
    ("Jain index", 1.0, |cell| cell.jain_index),
    ("convergence, s", 1.0, |cell| Some(cell.convergence_s)),
    ("friendliness", 1.0, |cell| cell.friendliness),
];

fn print(card: &ScoreReport) -> Result<()> {
    for algorithm in &card.algorithms {
        output::line(&format!("{}\n", algorithm.algorithm))?;
        let heads = COLUMNS.iter().map(|(head, _, _)| *head);
        let mut table = Table::new(1, ["path"].into_iter().chain(heads));
        for (path, cell) in card.paths.iter().zip(&algorithm.cells) {
            let Some(cell) = cell else { continue };
            let seeds = card.seeds.len();
            let numbers = COLUMNS.iter().map(|(_, scale, of)| {
                of(cell).map_or_else(String::new, |value| interval(&value, *scale, seeds))
            });
            table.row([path.name.to_owned()].into_iter().chain(numbers));
        }
        output::line(&(table.text() + "\n"))?;
    }
    if card.algorithms.len() > 1 {
        output::line(&(overview(card) + "\n"))?;
    }
    output::line(&words(card))
}

/// A table of all algorithms, sorted by goodput.
fn overview(card: &ScoreReport) -> String {
    let mut best: Vec<&AlgorithmScore> = card.algorithms.iter().collect();
    best.sort_by(|a, b| b.goodput_share.unwrap_or(0.0).total_cmp(&a.goodput_share.unwrap_or(0.0)));
    let mut table = Table::new(1, ["algorithm", "goodput of fair, %", "p95 delay, ms"]);
    for score in best {
        let goodput = number(score.goodput_share.map(|share| share * 100.0));
        table.row([score.algorithm.clone(), goodput, number(score.p95_delay_s.map(|delay| delay * 1e3))]);
    }
    table.text()
}

fn words(card: &ScoreReport) -> String {
    let seeds = match card.seeds.as_slice() {
        [first, .., last] => format!(
            "Without ±, all seeds give the same run: nothing there is random. Mean and 95 % interval over the seeds {first} to {last}"
        ),
        _ => "One seed".to_owned(),
    };
    format!(
        "{seeds}, {} to {} s. Over the paths: mean of the goodput, at most what is fair; geometric mean of the delay.",
        card.from_s, card.to_s
    )
}
