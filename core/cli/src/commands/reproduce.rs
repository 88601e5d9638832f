//! `reproduce`: repeats the papers' experiments and prints published beside measured numbers.

use super::reproduce_runs::Runs;
use super::reproduce_tables as tables;
use crate::args::ReproduceArgs;
use crate::processor::Limit;
use crate::{files, input, output};
use ackscope_lab::experiments::recorded::{is_of_today, ns2_of, read_rules};
use ackscope_lab::experiments::rules;
use ackscope_lab::experiments::runs::{Job, plan};
use ackscope_lab::experiments::verdict::{Verdict, judge_beside};
use ackscope_lab::experiments::{Experiment, Form, Numbers, Variant, experiments, referred};
use ackscope_lab::provenance::{EngineId, Provenance};
use ackscope_scenario::{ScenarioError, read_value};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The result of an experiment, printed as JSON and stored in a folder.
#[derive(Serialize)]
struct Reproduction<'a> {
    id: &'a str,
    title: &'a str,
    source: String,
    form: Form,
    #[serde(flatten)]
    engine: EngineId,
    /// Null if the experiment has only formulas.
    scenario_hash: Option<String>,
    /// The first of the seeds.
    seed: Option<u64>,
    seeds: u64,
    #[serde(flatten)]
    verdict: Verdict,
    numbers: &'a Numbers,
    variants: Vec<&'a Numbers>,
}

/// Recorded numbers, by the experiment's id and the variant's label.
type Recorded = BTreeMap<(String, Option<String>), Numbers>;

/// An experiment with the numbers of its variants.
struct Measured {
    experiment: Experiment,
    variants: Vec<Numbers>,
}

/// Reproduces the chosen experiments and prints them.
pub fn reproduce(args: &ReproduceArgs) -> Result<()> {
    let limit = Limit::of(&args.processor).interruptible();
    let known = experiments();
    let chosen = choose(args, &known)?;
    let form = if args.quick { Form::Quick } else { Form::Full };
    // Experiments that the claims refer to are run too, but not printed.
    let mut needed = chosen.clone();
    for other in chosen.iter().flat_map(|experiment| referred(experiment, &known)) {
        if needed.iter().all(|experiment| experiment.id != other.id) {
            needed.push(other.clone());
        }
    }
    if needed.len() > chosen.len() {
        output::note(&format!(
            "claims refer to these experiments, so they are run, too: {}",
            ids(&needed[chosen.len()..])
        ));
    }
    let recorded = match &args.recorded {
        Some(folder) => recorded(folder, &needed)?,
        None => Recorded::new(),
    };
    if let Some(folder) = args.out.as_ref().filter(|folder| folder.exists()) {
        for name in needed.iter().map(|experiment| experiment.id.as_str()).chain(["rules"]) {
            files::Output::new(&folder.join(format!("{name}.json")))?;
        }
    }
    let runs = do_runs(args, form, &needed, &recorded, &limit)?;
    let mut all: Vec<(Experiment, Numbers)> = Vec::new();
    let (mut printed, mut unfinished) = (Vec::new(), Vec::new());
    for experiment in &needed {
        match numbers(experiment, form, None, &runs, &recorded)? {
            Some(numbers) => all.push((experiment.clone(), numbers)),
            None => unfinished.push(experiment.clone()),
        }
    }
    for experiment in chosen {
        if unfinished.iter().any(|other| other.id == experiment.id) {
            continue;
        }
        match variants(&experiment, form, &runs, &recorded)? {
            Some(variants) => printed.push(Measured { experiment, variants }),
            None => unfinished.push(experiment),
        }
    }
    if let Some(folder) = &args.out {
        let own = rules::own();
        files::Output::new(&folder.join("rules.json"))?
            .write(|out| Ok(serde_json::to_writer(out, &BTreeMap::from([(rules::name(&own), own)]))?))?;
    }
    let mut done: Vec<Reproduction> = Vec::new();
    for Measured { experiment, variants } in &printed {
        let numbers = &all.iter().find(|(other, _)| other.id == experiment.id).context("it was measured")?.1;
        let verdict = judge_beside(experiment, numbers, variants, &all, ns2_of(experiment).as_ref());
        if !args.json {
            tables::print(experiment, numbers, variants, &verdict)?;
        }
        let (id, title, source) = (experiment.id.as_str(), experiment.title.as_str(), experiment.source());
        let seeds = numbers.seeds;
        let variants = variants.iter().collect();
        let origin = origin(experiment, form)?;
        let reproduction = Reproduction {
            id,
            title,
            source,
            form,
            engine: EngineId::own(),
            scenario_hash: origin.as_ref().map(|origin| origin.scenario_hash.clone()),
            seed: origin.as_ref().map(|origin| origin.seed),
            seeds,
            verdict,
            numbers,
            variants,
        };
        if let Some(folder) = &args.out {
            let path = folder.join(format!("{id}.json"));
            files::Output::new(&path)?.write(|out| Ok(serde_json::to_writer(out, &reproduction)?))?;
        }
        done.push(reproduction);
    }
    if args.json {
        output::json(&done)?;
    } else if done.len() > 1 {
        let judged = printed.iter().zip(&done).map(|(one, done)| (&one.experiment, &done.verdict));
        tables::print_total(judged)?;
    }
    if !unfinished.is_empty() {
        limit.end(&format!("Not finished: {}. With --out DIR the same command continues.", ids(&unfinished)));
    }
    Ok(())
}

fn ids(experiments: &[Experiment]) -> String {
    experiments.iter().map(|experiment| experiment.id.as_str()).collect::<Vec<_>>().join(", ")
}

/// The provenance of the scenario in this form; `None` if the experiment has no scenario.
fn origin(experiment: &Experiment, form: Form) -> Result<Option<Provenance>> {
    let scenario = experiment.scenario(form, None).map_err(in_experiment(experiment))?;
    let origin =
        scenario.map(|value| Ok::<_, ScenarioError>(Provenance::of(&read_value(&value)?))).transpose();
    origin.map_err(in_experiment(experiment))
}

fn choose(args: &ReproduceArgs, known: &[Experiment]) -> Result<Vec<Experiment>> {
    if args.all {
        return Ok(known.iter().filter(|e| !e.metrics.is_empty() || !e.claims.is_empty()).cloned().collect());
    }
    let ids = || known.iter().map(|experiment| experiment.id.as_str()).collect::<Vec<_>>().join(", ");
    if args.ids.is_empty() {
        bail!("name experiments or give --all. Known: {}.", ids());
    }
    let find = |id: &String| match known.iter().find(|experiment| experiment.id == *id) {
        Some(experiment) => Ok(experiment.clone()),
        None => {
            let hint = input::meant(id, known.iter().map(|known| known.id.as_str()));
            bail!("no experiment is called {id:?}{hint} Known: {}.", ids())
        }
    };
    args.ids.iter().map(find).collect()
}

/// The variants that a form runs; the quick form runs none.
fn variants_of(experiment: &Experiment, form: Form) -> &[Variant] {
    if form == Form::Full { &experiment.variants } else { &[] }
}

fn in_experiment(experiment: &Experiment) -> impl Fn(ScenarioError) -> anyhow::Error {
    let id = experiment.id.clone();
    move |error| anyhow::Error::new(error).context(id.clone())
}

/// The results of a folder that are valid today, in the form of `core/lab/results`: `ID.json`, a list
/// of an experiment's own numbers and those of its variants, and `rules.json`.
fn recorded(folder: &Path, needed: &[Experiment]) -> Result<Recorded> {
    let read = |name: &str| -> Result<Option<String>> {
        let path = folder.join(name);
        let bytes = path.exists().then(|| files::read(&path, files::RESULT_BYTES)).transpose()?;
        let text = bytes.map(String::from_utf8).transpose();
        text.with_context(|| format!("cannot read {}", path.display()))
    };
    let rules = read("rules.json")?.map(|text| read_rules(&text)).transpose().context("rules.json")?;
    let rules = rules.unwrap_or_default();
    let mut recorded = Recorded::new();
    for experiment in needed {
        let name = format!("{}.json", experiment.id);
        let Some(text) = read(&name)? else { continue };
        let all: Vec<Numbers> = serde_json::from_str(&text).context(name)?;
        let valid = all.into_iter().filter(|numbers| is_of_today(experiment, numbers, &rules));
        recorded.extend(valid.map(|numbers| ((experiment.id.clone(), numbers.variant.clone()), numbers)));
    }
    Ok(recorded)
}

fn of_record<'a>(
    recorded: &'a Recorded,
    experiment: &Experiment,
    variant: Option<&Variant>,
) -> Option<&'a Numbers> {
    recorded.get(&(experiment.id.clone(), variant.map(|variant| variant.label.clone())))
}

fn do_runs(
    args: &ReproduceArgs,
    form: Form,
    needed: &[Experiment],
    recorded: &Recorded,
    limit: &Limit,
) -> Result<Runs> {
    let mut jobs: Vec<Job> = Vec::new();
    for experiment in needed {
        let of_others = jobs.len();
        let itself_and_variants = [None].into_iter().chain(variants_of(experiment, form).iter().map(Some));
        for variant in itself_and_variants {
            if of_record(recorded, experiment, variant).is_none() {
                jobs.extend(plan(experiment, form, variant).map_err(in_experiment(experiment))?.jobs);
            }
        }
        // The longest runs of an experiment start first, so that no core is busy alone at the end. Those of an experiment stay
        // together: whenever it is stopped, some experiments are finished.
        jobs[of_others..].sort_by(|a, b| b.cost.total_cmp(&a.cost));
    }
    Runs::do_all(jobs, args.out.as_deref(), limit)
}

/// The numbers of an experiment or of its variant; none if a run is not finished.
fn numbers(
    experiment: &Experiment,
    form: Form,
    variant: Option<&Variant>,
    runs: &Runs,
    recorded: &Recorded,
) -> Result<Option<Numbers>> {
    if let Some(numbers) = of_record(recorded, experiment, variant) {
        return Ok(Some(numbers.clone()));
    }
    let plan = plan(experiment, form, variant).map_err(in_experiment(experiment))?;
    let label = variant.map(|variant| variant.label.as_str());
    Ok(runs.have(&plan).then(|| Numbers::of(experiment, form, label, &plan, runs.records())))
}

fn variants(
    experiment: &Experiment,
    form: Form,
    runs: &Runs,
    recorded: &Recorded,
) -> Result<Option<Vec<Numbers>>> {
    variants_of(experiment, form)
        .iter()
        .map(|variant| numbers(experiment, form, Some(variant), runs, recorded))
        .collect()
}
