//! `reproduce`: the papers' experiments, what was published beside what is measured now.

use crate::args::ReproduceArgs;
use crate::output;
use crate::table::{Table, number};
use ackscope_lab::experiments::{Experiment, Reproduction, Variant, experiments};
use anyhow::{Result, bail};
use rayon::prelude::*;

/// Seeds of the quick form.
const QUICK_SEEDS: u64 = 2;

/// Reproduces the experiments asked for and prints them.
pub fn reproduce(args: &ReproduceArgs) -> Result<()> {
    let chosen = choose(args)?;
    let mut done = Vec::new();
    for experiment in &chosen {
        for variant in [None].into_iter().chain(experiment.variants.iter().map(Some)) {
            let found = measure(experiment, variant, args.quick)?;
            if !args.json {
                print(experiment, variant, &found)?;
            }
            done.push(found);
        }
    }
    if args.json { output::json(&done) } else { Ok(()) }
}

fn choose(args: &ReproduceArgs) -> Result<Vec<Experiment>> {
    let known: Vec<Experiment> = experiments().into_iter().filter(|e| !e.references.is_empty()).collect();
    if args.all {
        return Ok(known);
    }
    let ids = || known.iter().map(|experiment| experiment.id.as_str()).collect::<Vec<_>>().join(", ");
    if args.ids.is_empty() {
        bail!("name experiments or give --all. Known: {}.", ids());
    }
    let find = |id: &String| match known.iter().find(|experiment| experiment.id == *id) {
        Some(experiment) => Ok(experiment.clone()),
        None => bail!("no experiment is called {id:?}. Known: {}.", ids()),
    };
    args.ids.iter().map(find).collect()
}

fn measure(experiment: &Experiment, variant: Option<&Variant>, quick: bool) -> Result<Reproduction> {
    let seeds = if quick { experiment.seeds.min(QUICK_SEEDS) } else { experiment.seeds };
    let found =
        experiment.reproduce(variant, seeds, |seeds, run| (0..seeds).into_par_iter().map(run).collect())?;
    Ok(found)
}

fn print(experiment: &Experiment, variant: Option<&Variant>, found: &Reproduction) -> Result<()> {
    output::line(&format!("{} · {}", experiment.title, experiment.source))?;
    if let Some(variant) = variant {
        output::line(&format!("{}: {}", variant.label, variant.note))?;
    }
    let references: Vec<(&str, &str)> =
        experiment.references.iter().map(|r| (r.id.as_str(), r.name.as_str())).collect();
    let names = references.iter().flat_map(|(_, name)| [(*name).to_owned(), "diff %".to_owned()]);
    let header = ["algorithm", "window s", "measured", "±95 %"].map(str::to_owned).into_iter().chain(names);
    let mut table = Table::new(2, header);
    for row in &found.rows {
        let scale = if row.metric.ends_with("_bps") { 1e6 } else { 1.0 };
        let scaled = |value: Option<f64>| number(value.map(|x| x / scale));
        let beside = references.iter().flat_map(|(id, _)| {
            let value = row.references.get(*id).copied();
            let difference = value.zip(row.measured.mean).map(|(v, m)| (m / v - 1.0) * 100.0);
            [scaled(value), difference.map_or_else(|| "–".to_owned(), |d| format!("{d:+.1}"))]
        });
        let cells = [
            row.algorithm.clone(),
            format!("{}–{}", row.from_s, row.to_s),
            scaled(row.measured.mean),
            scaled(row.measured.half_width),
        ];
        table.row(cells.into_iter().chain(beside));
    }
    output::line(&table.text())?;
    output::line(&format!("Goodput in Mbit/s, mean of {} seeds.\n", found.seeds))
}
