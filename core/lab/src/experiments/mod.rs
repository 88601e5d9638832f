//! The papers' experiments as data: scenario, swept parameters, metrics, published numbers and
//! claims.
//!
//! An experiment is one file of `experiments/`; docs/adding-an-experiment.md describes the format.
//! The page's presets and gallery, the command line's `reproduce` and docs/validation.md are
//! generated from the entries.

pub mod check;
pub mod comparison;
pub mod entry;
pub mod evaluate;
pub mod expression;
pub mod gallery;
pub mod keys;
pub mod measured;
pub mod metric;
pub mod nearness;
pub mod numbers;
pub mod papers;
pub mod published;
pub mod recorded;
pub mod rules;
pub mod runs;
pub mod series;
pub mod short;
pub mod verdict;
pub mod world;

pub use entry::{Experiment, Form, Variant};
pub use numbers::Numbers;

use ackscope_scenario::ScenarioError;
use std::collections::BTreeMap;

const FILES: &[&str] = include!(concat!(env!("OUT_DIR"), "/experiments.rs"));

/// All experiments, by id.
///
/// # Panics
/// If a file is not an experiment; the tests read them all.
pub fn experiments() -> Vec<Experiment> {
    let papers = papers::papers();
    let read = |text: &&str| {
        let read: Result<Experiment, _> = serde_json::from_str(text);
        let mut experiment = read.unwrap_or_else(|error| panic!("{error} in {text}"));
        papers::share(&mut experiment, &papers);
        experiment
    };
    FILES.iter().map(read).collect()
}

/// The experiments to whose numbers the claims of `experiment` refer with `ref`.
pub fn referred<'a>(experiment: &Experiment, all: &'a [Experiment]) -> Vec<&'a Experiment> {
    let claims = experiment.claims.iter().filter_map(|claim| claim.expression.as_deref());
    let claims: Vec<&str> = claims.collect();
    let names = |other: &&Experiment| {
        let call = format!("ref('{}'", other.id);
        claims.iter().any(|claim| claim.contains(&call))
    };
    all.iter().filter(names).collect()
}

/// Runs everything an experiment needs, one run after the other.
pub fn measure(
    experiment: &Experiment,
    form: Form,
    variant: Option<&Variant>,
) -> Result<Numbers, ScenarioError> {
    let all = measure_by(experiment, form, variant, |jobs| Some(jobs.iter().map(|job| job.run()).collect()))?;
    Ok(all.expect("every run is done"))
}

/// Does the runs that an experiment needs, each once, by `run`, which may do them in parallel; none if it gives none.
///
/// # Errors
/// If a run cannot be compiled.
pub fn measure_by(
    experiment: &Experiment,
    form: Form,
    variant: Option<&Variant>,
    run: impl FnOnce(&[&runs::Job]) -> Option<Vec<runs::Record>>,
) -> Result<Option<Numbers>, ScenarioError> {
    let plan = runs::plan(experiment, form, variant)?;
    let each: BTreeMap<&str, &runs::Job> = plan.jobs.iter().map(|job| (job.id.as_str(), job)).collect();
    let jobs: Vec<&runs::Job> = each.into_values().collect();
    let Some(done) = run(&jobs) else { return Ok(None) };
    let records = jobs.iter().map(|job| job.id.clone()).zip(done).collect();
    Ok(Some(Numbers::of(experiment, form, variant.map(|variant| variant.label.as_str()), &plan, &records)))
}

#[cfg(test)]
mod tests {
    use super::world::Key;
    use super::*;
    use serde_json::json;
    use std::collections::BTreeSet;

    #[test]
    fn every_entry_makes_sense() {
        let all = experiments();
        let mut ids = BTreeSet::new();
        for experiment in &all {
            assert!(ids.insert(&experiment.id), "{} twice", experiment.id);
        }
        let faults: Vec<String> = all.iter().flat_map(|experiment| check::faults(experiment, &all)).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn formulas_hold_what_the_papers_say_of_them() {
        let all: Vec<(Experiment, Numbers)> = experiments()
            .into_iter()
            .filter(|experiment| experiment.scenario.is_none())
            .map(|experiment| {
                let numbers = measure(&experiment, Form::Full, None).expect("nothing is run");
                (experiment, numbers)
            })
            .collect();
        for (experiment, numbers) in &all {
            for claim in verdict::judge(experiment, numbers, &[], &all).claims {
                let is_settled = claim.settled.is_some();
                assert!(claim.holds != Some(false) || is_settled, "{}: {}", experiment.id, claim.id);
            }
        }
    }

    /// Two flows in one scenario, an axis that sets two paths, a dimension that selects the flow.
    fn example() -> Experiment {
        serde_json::from_value(json!({ "id": "example", "label": "An example", "title": "Example", "question": "?",
            "evidence": "simulation", "seeds": 2,
            "scenario": { "version": 1, "seed": 5, "title": "x", "duration": 40,
                "hops": [{ "rate": "2Mbps", "delay": "10ms", "loss": { "kind": "bernoulli", "probability": 0 } }],
                "flows": [{ "name": "a", "algorithm": "newreno", "compared": true, "rtt": "50ms" },
                          { "name": "b", "algorithm": "newreno", "rtt": "100ms" }],
                "compare": ["newreno", "sack"] },
            "windows": [["early", 0, 20], ["late", 20, 40]],
            "axes": [{ "name": "loss", "points": [{ "value": 0, "set": {} },
                { "value": 0.05, "set": { "hops.0.loss.probability": 0.05, "hops.0.queue.capacity": 30 } }] }],
            "only": "algorithm != 'sack' or loss > 0",
            "dimensions": { "flow": ["a", "b"] },
            "metrics": [
                { "id": "goodput", "about": "of a flow", "keys": ["algorithm", "loss", "flow", "window"],
                  "measure": { "of": ["$flow"], "number": "goodput_bps" } },
                { "id": "both", "about": "of both", "keys": ["algorithm", "loss"],
                  "measure": { "of": ["a", "b"], "number": "goodput_bps", "window": "late" } },
                { "id": "fairness", "about": "between them", "keys": ["algorithm", "loss"],
                  "measure": { "of": ["a", "b"], "number": "goodput_bps", "across": "jain", "window": "late" } },
                { "id": "peak", "about": "largest window", "keys": ["algorithm", "loss"],
                  "measure": { "of": ["a"], "series": "cwnd", "stat": "max" } },
                { "id": "share", "about": "of a", "keys": ["algorithm", "loss"],
                  "formula": "goodput[algorithm, loss, 'a', 'late']/both[algorithm, loss]" }],
            "values": [{ "metric": "share", "keys": ["newreno", 0], "paper": 0.6 }],
            "claims": [{ "id": "full", "text": "the link is full without loss", "at": "", "tolerance": 0.05,
                "expression": "approx(both['newreno', 0], 2e6, tol) and both['sack', 0.05] < both['newreno', 0]" },
                { "id": "not-run", "text": "", "at": "", "expression": "both['sack', 0] > 0" }] }))
        .unwrap()
    }

    #[test]
    fn keys_find_their_runs() {
        let experiment = example();
        let all = [experiment.clone()];
        assert_eq!(check::faults(&experiment, &all), Vec::<String>::new());
        let plan = runs::plan(&experiment, Form::Full, None).unwrap();
        // New Reno at both loss probabilities, SACK at one of them, two seeds each.
        assert_eq!((plan.slots.len(), plan.jobs.len()), (6, 6));
        let numbers = measure(&experiment, Form::Full, None).unwrap();
        let at =
            |metric: &str, keys: &[Key]| numbers.get(metric, keys).unwrap_or_else(|| panic!("{metric}")).mean;
        let text = |text: &str| Key::Text(text.to_owned());
        let [newreno, late, none] = [text("newreno"), text("late"), Key::Number(0.0)];
        let goodput =
            |flow: &str| at("goodput", &[newreno.clone(), none.clone(), text(flow), late.clone()]).unwrap();
        let both = at("both", &[newreno.clone(), none.clone()]).unwrap();
        assert!((goodput("a") + goodput("b") - both).abs() < 1.0);
        assert!(at("peak", &[newreno.clone(), none.clone()]).unwrap() > 10.0);
        assert!((0.5..=1.0).contains(&at("fairness", &[newreno.clone(), none.clone()]).unwrap()));
        let verdict = verdict::judge(&experiment, &numbers, &[], &[]);
        assert_eq!(verdict.claims[0].holds, Some(true));
        assert_eq!(verdict.claims[1].holds, None, "it was not run");
        let share = verdict.values[0].measured.unwrap();
        assert!((share - goodput("a") / both).abs() < 1e-9);
    }

    #[test]
    fn a_run_that_is_not_repeated_has_an_interval_from_its_parts() {
        let mut experiment = example();
        experiment.seeds = 1;
        let scenario = experiment.scenario.as_mut().unwrap();
        scenario["duration"] = json!(1000);
        scenario["hops"][0]["rate"] = json!("500kbps");
        experiment.windows = vec![entry::Window("late".to_owned(), 100.0, 1000.0)];
        experiment.metrics.truncate(3);
        let numbers = measure(&experiment, Form::Full, None).unwrap();
        let of = |metric: &str| {
            let keys = [Key::Text("newreno".to_owned()), Key::Number(0.05)];
            *numbers.get(metric, &keys).unwrap_or_else(|| panic!("{metric}"))
        };
        // Random losses make the sum and the Jain index vary slightly between batches.
        for (metric, most) in [("both", 0.2), ("fairness", 0.2)] {
            let summary = of(metric);
            let share = summary.half_width.expect("an interval") / summary.mean.expect("a number");
            assert!(share > 0.0 && share < most, "{metric}: {share}");
            assert_eq!(summary.count, 1);
        }
        // The batches are extra windows of the same run, so the job keeps its id.
        let ids = |experiment: &Experiment| -> Vec<String> {
            runs::plan(experiment, Form::Full, None).unwrap().slots.into_iter().map(|slot| slot.job).collect()
        };
        let once = ids(&experiment);
        experiment.seeds = 2;
        assert!(once.iter().all(|id| ids(&experiment).contains(id)));
    }

    #[test]
    fn experiments_share_runs_and_titles_do_not_matter() {
        let experiment = example();
        let mut other = example();
        other.id = "other".to_owned();
        other.scenario.as_mut().unwrap()["title"] = json!("y");
        let ids = |experiment: &Experiment| -> Vec<String> {
            runs::plan(experiment, Form::Full, None).unwrap().jobs.into_iter().map(|job| job.id).collect()
        };
        assert_eq!(ids(&experiment), ids(&other));
        other.scenario.as_mut().unwrap()["hops"][0]["delay"] = json!("11ms");
        assert!(ids(&experiment).iter().zip(ids(&other)).all(|(a, b)| *a != b));
    }

    #[test]
    fn a_record_is_known_by_the_engine_that_made_it() {
        let job = runs::plan(&example(), Form::Full, None).unwrap().jobs.remove(0);
        let record = job.run();
        assert!(job.is_done_by(&record));
        assert!(!job.is_done_by(&runs::Record { engine: "another engine".to_owned(), ..record.clone() }));
        assert!(!job.is_done_by(&runs::Record { probes: BTreeMap::new(), ..record }), "a probe is missing");
    }

    /// Numbers of two engines beside each other could not be compared.
    #[test]
    fn one_engine_has_measured_all_experiments() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/results");
        let versions: BTreeSet<String> = std::fs::read_dir(folder)
            .expect("a folder")
            .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("a text"))
            .flat_map(|text| {
                let parts = text.split(r#""version":""#).skip(1);
                parts.map(|part| part.split('"').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(versions.len(), 1, "{versions:?}");
    }
}
