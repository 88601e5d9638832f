//! The tools.

use super::arguments::{self as take, Given, read};
use super::budget::Budget;
use super::png::png;
use crate::link;
use crate::measured::{Found, found_in};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_lab::catalogue::{FormulaDeclaration, Model, catalogue};
use ackscope_lab::causes::{Case, Of, Question, Trial, ask};
use ackscope_lab::columns::FILE;
use ackscope_lab::experiments::experiments;
use ackscope_lab::export::Origin;
use ackscope_lab::fit::{Fit, Job as FitJob};
use ackscope_lab::frame::{Column, Frame};
use ackscope_lab::lanes::{LanePlan, plan};
use ackscope_lab::page;
use ackscope_lab::picture;
use ackscope_lab::provenance::Provenance;
use ackscope_lab::report::LaneReport;
use ackscope_lab::score::{ScoreRequest, report as card, spec as card_spec};
use ackscope_lab::search::{Job as SearchJob, Request, Search};
use ackscope_lab::sweep::{
    Job, Run, Sweep, SweepSpec, USUAL_MOST, Until, check_metrics, known_metrics, run_table,
};
use ackscope_lab::theory::{formulas, table};
use ackscope_scenario::{Compiler, MAX_LANES, Scenario, ScenarioError, schema, warnings};
use base64::engine::{Engine, general_purpose::STANDARD};
use rayon::prelude::*;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde_json::{Value, json};

/// The key of an answer under which a picture is; it becomes a part of its own.
pub const PNG: &str = "png";

type Answer = Result<Value, ScenarioError>;

pub struct Known {
    pub name: &'static str,
    pub about: &'static str,
    pub schema: fn() -> JsonObject,
    pub call: fn(Value, &Budget) -> Answer,
}

const fn tool(
    name: &'static str,
    about: &'static str,
    schema: fn() -> JsonObject,
    call: fn(Value, &Budget) -> Answer,
) -> Known {
    Known { name, about, schema, call }
}

pub const ALL: [Known; 10] = [
    tool(
        "run",
        "Runs every lane of a scenario: what flows and links measured, with units.",
        of::<take::Run>,
        run,
    ),
    tool(
        "check",
        "Says whether a scenario can run, its lanes, and what is unusual.",
        of::<take::Check>,
        check,
    ),
    tool("why", "Why a lane is slow, late or unfair: runs again without each suspect.", of::<take::Why>, why),
    tool(
        "sweep",
        "Runs a scenario over a grid of values and seeds: means and 95 % intervals.",
        of::<take::Sweep>,
        sweep,
    ),
    tool("score", "Scores algorithms on twelve standard paths.", of::<take::Score>, score),
    tool("theory", "Evaluates a formula of the papers, or lists the formulas.", of::<take::Theory>, theory),
    tool("list", "The names a scenario may use, with sources, and its schema.", of::<take::List>, list),
    tool(
        "export",
        "A lane as a script for ns-2, a program for ns-3 or a trace for mahimahi.",
        of::<take::Export>,
        export,
    ),
    tool(
        "break",
        "Finds networks that break an algorithm and on which another one does well.",
        of::<take::Break>,
        break_it,
    ),
    tool(
        "fit",
        "Finds the network and the algorithm behind a measured congestion window.",
        of::<take::Fit>,
        fit,
    ),
];

fn of<A: JsonSchema>() -> JsonObject {
    match schemars::schema_for!(A).to_value() {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// What a run says if it is not asked for more.
const USUAL: [&str; 10] = [
    "goodput_bps",
    "mean_rtt_s",
    "retransmission_ratio",
    "timeouts",
    "completion_s",
    "utilisation",
    "mean_queueing_delay_s",
    "p95_queueing_delay_s",
    "drops",
    "channel_losses",
];

fn metrics(given: Vec<String>) -> Result<Vec<String>, ScenarioError> {
    check_metrics(&given)?;
    if given.is_empty() {
        let known = known_metrics();
        return Ok(USUAL.iter().filter(|metric| known.contains(metric)).map(|&one| one.to_owned()).collect());
    }
    Ok(given)
}

/// The rows of a table as objects.
fn rows(frame: &Frame, names: &[&str]) -> Value {
    let fields: Vec<_> = frame.fields.iter().filter(|field| names.contains(&field.name.as_str())).collect();
    let cell = |column: &Column, row: usize| match column {
        Column::Number(values) if values[row].is_nan() => Value::Null,
        Column::Number(values) => json!(values[row]),
        Column::Whole(values) => json!(values[row]),
        Column::Text { words, codes } => json!(words.get(codes[row] as usize)),
    };
    let row = |row| {
        fields.iter().map(|field| (field.name.clone(), cell(&field.column, row))).collect::<JsonObject>()
    };
    (0..frame.rows()).map(row).map(Value::Object).collect()
}

fn lane_number(plans: &[LanePlan], lane: Option<&String>) -> Result<usize, ScenarioError> {
    let Some(lane) = lane else { return Ok(0) };
    let labels = || plans.iter().map(|plan| plan.label.as_str());
    labels()
        .position(|label| label == lane)
        .ok_or_else(|| ScenarioError::unknown("lane", "the lane", lane, labels()))
}

/// What every answer about a scenario says of where it comes from.
fn about(scenario: &Scenario) -> JsonObject {
    let mut about = JsonObject::new();
    if let Value::Object(provenance) = json!(Provenance::of(scenario)) {
        about.extend(provenance);
    }
    about.insert("link".to_owned(), link::of(&json!(scenario)).into());
    about
}

fn run(arguments: Value, budget: &Budget) -> Answer {
    let run: take::Run = read(arguments)?;
    let metrics = metrics(run.metrics)?;
    let scenario = run.given.read()?;
    let plans = plan(&scenario)?;
    let options = if run.picture { &FILE } else { &RecordOptions::NOTHING };
    let done: Option<Vec<Simulation>> =
        plans.par_iter().map(|plan| plan.run_while(options, &|| budget.holds())).collect();
    let done = done.ok_or_else(|| budget.spent())?;
    let report =
        |(plan, run): (&LanePlan, &Simulation)| LaneReport::new(&plan.label, &plan.setup, &run.results());
    let lanes: Vec<LaneReport> = plans.iter().zip(&done).map(report).collect();
    let seed = Provenance::of(&scenario).seed;
    let one = |lane: &LaneReport| {
        let table = run_table(seed, std::slice::from_ref(lane), &metrics);
        json!({ "lane": lane.label, "trace_hash": lane.engine.trace_hash, "stopped": lane.engine.stopped,
            "values": rows(&table, &["kind", "source", "metric", "from_s", "to_s", "value", "unit"]) })
    };
    let mut answer = about(&scenario);
    answer.insert("warnings".to_owned(), json!(warnings(&scenario)));
    answer.insert("lanes".to_owned(), lanes.iter().map(one).collect());
    if run.picture {
        let made = picture::of(&done.iter().collect::<Vec<_>>());
        let ink = |(lane, [r, g, b]): (&LaneReport, &[u8; 3])| json!({ "lane": lane.label, "colour": format!("#{r:02x}{g:02x}{b:02x}") });
        let about = json!({ "above": "window of the first compared flow", "above_to_segments": made.most[0],
            "below": "fullest queue", "below_to_packets": made.most[1], "from_s": 0, "to_s": made.end_s,
            "lanes": lanes.iter().zip(picture::INKS.iter().cycle()).map(ink).collect::<Vec<_>>() });
        answer.insert("picture".to_owned(), about);
        answer.insert(PNG.to_owned(), STANDARD.encode(png(&made.pixels, picture::WIDTH)).into());
    }
    Ok(answer.into())
}

fn check(arguments: Value, _: &Budget) -> Answer {
    let given: Given = read::<take::Check>(arguments)?.given;
    let scenario = given.read()?;
    let labels: Vec<String> = plan(&scenario)?.into_iter().map(|plan| plan.label).collect();
    let mut answer = about(&scenario);
    answer.insert("lanes".to_owned(), json!(labels));
    answer.insert("warnings".to_owned(), json!(warnings(&scenario)));
    Ok(answer.into())
}

fn why(arguments: Value, budget: &Budget) -> Answer {
    let asked: take::Why = read(arguments)?;
    let scenario = asked.given.read()?;
    let plans = plan(&scenario)?;
    let find = |id: &String| {
        let allowed = Of::ALL.map(Of::id).join(", ");
        Of::with_id(id).ok_or_else(|| ScenarioError::value("of", format!("{id:?}"), allowed))
    };
    let question = Question {
        lane: asked.lane.as_ref().map(|lane| lane_number(&plans, Some(lane))).transpose()?,
        interval_s: asked.interval_s,
        of: asked.of.as_ref().map(find).transpose()?,
        ..Question::default()
    };
    let goes_on = || budget.holds();
    let mut values = |cases: &[Case]| cases.par_iter().map(|case| case.value_while(&goes_on)).collect();
    let case = question.case(&scenario, &Compiler::default(), &mut values)?;
    let case = case.ok_or_else(|| budget.spent())?;
    let mut trials = |trials: &[Trial]| trials.par_iter().map(|trial| trial.run_while(&goes_on)).collect();
    let report = ask(&case, &mut trials).ok_or_else(|| budget.spent())?;
    let suspect = |one: &ackscope_lab::causes::SuspectReport| json!({ "id": one.id, "verdict": one.verdict, "value": one.value, "effect": one.effect, "gap_closed": one.gap_closed });
    let mut answer = about(&scenario);
    answer.insert("answer".to_owned(), json!(report.answer.sentence));
    answer.insert("lane".to_owned(), json!(report.lane));
    answer.insert("of".to_owned(), json!(report.of));
    answer.insert("unit".to_owned(), json!(report.unit));
    answer.insert("as_is".to_owned(), json!(report.as_is.value));
    answer.insert("bound".to_owned(), json!(report.bound));
    answer.insert("suspects".to_owned(), report.suspects.iter().map(suspect).collect());
    Ok(answer.into())
}

/// Does as many of these runs of a sweep as the budget has time for.
fn some_runs(sweep: &Sweep, jobs: &[Job], budget: &Budget) -> Result<Vec<Run>, ScenarioError> {
    let one = |job: &Job| if budget.holds() { sweep.run_while(job, &|| budget.holds()) } else { Ok(None) };
    let done: Vec<Option<Run>> = jobs.par_iter().map(one).collect::<Result<_, _>>()?;
    Ok(done.into_iter().flatten().collect())
}

/// A call with more runs has time for a small part of them, and even to list them takes longer than its budget.
const MOST_RUNS: usize = 100_000;

/// Does as many runs of a sweep as the budget has time for, and says how many it has.
fn runs(sweep: &Sweep, budget: &Budget) -> Result<(Vec<Run>, usize), ScenarioError> {
    if sweep.runs() > MOST_RUNS {
        let found = format!("{} runs", sweep.runs());
        return Err(ScenarioError::value("", found, format!("at most {MOST_RUNS} in a call")).of("the sweep"));
    }
    let jobs: Vec<Job> = sweep.jobs().collect();
    let done = some_runs(sweep, &jobs, budget)?;
    if done.is_empty() { Err(budget.spent()) } else { Ok((done, jobs.len())) }
}

/// The same with as many seeds as `until` calls for. How many runs there are is known only so far.
fn runs_until(
    sweep: &Sweep,
    until: &Until,
    metrics: &[String],
    budget: &Budget,
) -> Result<(Vec<Run>, usize), ScenarioError> {
    let mut done: Vec<Run> = Vec::new();
    loop {
        let missing = until.missing(sweep, &sweep.cells(&done, metrics));
        if missing.is_empty() || !budget.holds() {
            let all = done.len() + missing.len();
            return if done.is_empty() { Err(budget.spent()) } else { Ok((done, all)) };
        }
        done.extend(some_runs(sweep, &missing, budget)?);
    }
}

/// A number of something, at least one.
fn some(path: &str, number: u64) -> Result<u64, ScenarioError> {
    if number == 0 { Err(ScenarioError::value(path, "0", "a whole number from 1 on")) } else { Ok(number) }
}

fn sweep(arguments: Value, budget: &Budget) -> Answer {
    let asked: take::Sweep = read(arguments)?;
    let until = asked.until.as_deref().map(|text| Until::read(text, &asked.metrics)).transpose()?;
    let mut metrics = metrics(asked.metrics)?;
    // What decides is measured, too.
    metrics.extend(until.iter().flat_map(Until::metrics).cloned());
    let seeds = some("seeds", asked.seeds.unwrap_or(if until.is_some() { USUAL_MOST } else { 1 }))?;
    let (scenario, axes) = (asked.given.value()?, asked.axes);
    let (points, named) = (Vec::new(), Default::default());
    let sweep = SweepSpec { scenario, axes, points, seeds, named }.sweep()?;
    if let Some(base) = &asked.pair {
        // A wrong name is refused before anything runs.
        sweep.pairs(&[], base, &metrics)?;
    }
    let (done, all) = match &until {
        Some(until) => runs_until(&sweep, until, &metrics, budget)?,
        None => runs(&sweep, budget)?,
    };
    let cells = sweep.cells(&done, &metrics);
    let report = until.map_or_else(|| sweep.report(&cells), |until| sweep.report_until(&cells, &until));
    let mut answer = json!({ "provenance": report.provenance, "link": link::of(sweep.scenario()), "runs_done": done.len(), "runs_of": all,
        "warnings": sweep.warnings(), "seeds": report.seeds, "points": report.points });
    if let Some(until) = report.until {
        answer["until"] = json!(until);
    }
    if let Some(base) = &asked.pair {
        answer["pairs"] = json!(sweep.pairs(&done, base, &metrics)?.pairs);
    }
    Ok(answer)
}

fn score(arguments: Value, budget: &Budget) -> Answer {
    let asked: take::Score = read(arguments)?;
    if !(1..=MAX_LANES).contains(&asked.algorithms.len()) {
        let found = format!("{} of them", asked.algorithms.len());
        return Err(ScenarioError::value("algorithms", found, format!("1 to {MAX_LANES}")));
    }
    let seeds = some("seeds", asked.seeds)?;
    let request = ScoreRequest { algorithms: asked.algorithms, scripts: asked.scripts, seeds };
    let sweep = card_spec(&request).sweep()?;
    let (done, all) = runs(&sweep, budget)?;
    let report = card(&sweep, &sweep.cells(&done, &[]));
    Ok(json!({ "runs_done": done.len(), "runs_of": all, "card": report }))
}

fn theory(arguments: Value, _: &Budget) -> Answer {
    let asked: take::Theory = read(arguments)?;
    match asked.formula {
        Some(id) => Ok(json!({ "formula": id, "points": table(&id, &asked.values)?.points })),
        None => Ok(formulas()
            .map(|formula| {
                let inputs: Vec<Value> = formula
                    .all_inputs()
                    .map(|input| json!({ "name": input.term.name, "unit": input.term.unit }))
                    .collect();
                json!({ "id": formula.id, "name": formula.name, "inputs": inputs, "source": formula.source })
            })
            .collect()),
    }
}

const LISTS: [&str; 12] = [
    "algorithms",
    "queues",
    "losses",
    "delays",
    "rates",
    "jitters",
    "applications",
    "estimators",
    "experiments",
    "formulas",
    "metrics",
    "schema",
];

fn list(arguments: Value, _: &Budget) -> Answer {
    let asked: take::List = read(arguments)?;
    let id = asked.id.as_deref();
    let known = catalogue();
    let models = match asked.what.as_str() {
        "algorithms" => known.algorithms,
        "queues" => known.queues,
        "losses" => known.losses,
        "delays" => known.delays,
        "rates" => known.rates,
        "jitters" => known.jitters,
        "applications" => known.applications,
        "estimators" => known.estimators,
        "metrics" => return Ok(json!(known_metrics())),
        "schema" => return part_of_schema(id),
        "formulas" => {
            let all: Vec<FormulaDeclaration> = formulas().map(FormulaDeclaration::of).collect();
            let entries = all.iter().map(|one| json!(one)).collect();
            return one_or_all(entries, id, &["id", "name"]);
        }
        "experiments" => {
            let all = experiments();
            let entries = all.iter().map(|one| {
                json!({ "id": one.id, "name": one.title, "source": one.source(), "question": one.question })
            });
            return one_or_all(entries.collect(), id, &["id", "name"]);
        }
        other => return Err(ScenarioError::unknown("what", "the list", other, LISTS)),
    };
    one_or_all(models.iter().map(|model: &Model| json!(model)).collect(), id, &["id", "name", "summary"])
}

/// One entry in full, or the short form of all.
fn one_or_all(entries: Vec<Value>, id: Option<&str>, short: &[&str]) -> Answer {
    let id_of = |entry: &Value| entry["id"].as_str().unwrap_or_default().to_owned();
    let Some(id) = id else {
        let few = |entry: &Value| {
            short.iter().map(|&key| (key.to_owned(), entry[key].clone())).collect::<JsonObject>()
        };
        return Ok(entries.iter().map(few).map(Value::Object).collect());
    };
    let ids: Vec<String> = entries.iter().map(id_of).collect();
    let place = ids.iter().position(|known| known == id);
    place
        .map(|place| entries[place].clone())
        .ok_or_else(|| ScenarioError::unknown("id", "the entry", id, ids.iter().map(String::as_str)))
}

fn part_of_schema(id: Option<&str>) -> Answer {
    let mut whole = json!(schema());
    let parts = match whole["$defs"].take() {
        Value::Object(parts) => parts,
        _ => JsonObject::new(),
    };
    let names = parts.keys().map(String::as_str);
    match id {
        None => {
            whole["$defs"] = names.collect();
            Ok(whole)
        }
        Some(id) => parts
            .get(id)
            .cloned()
            .ok_or_else(|| ScenarioError::unknown("id", "the part of the schema", id, names)),
    }
}

fn export(arguments: Value, _: &Budget) -> Answer {
    let asked: take::Export = read(arguments)?;
    let scenario = asked.given.read()?;
    let lane = lane_number(&plan(&scenario)?, asked.lane.as_ref())?;
    let origin = Origin { link: &link::of(&json!(scenario)), ..Origin::default() };
    let made = page::program(&json!(scenario).to_string(), lane, &asked.to, origin)?;
    Ok(json!({ "program": made.program, "differs": made.differs, "cannot": made.cannot }))
}

/// A call of `break` or `fit` has no other bound of its work than its budget.
const MANY_RUNS: u64 = 1_000_000;

fn break_it(arguments: Value, budget: &Budget) -> Answer {
    let asked: take::Break = read(arguments)?;
    let (algorithm, scripts, objectives, seed) =
        (asked.algorithm, asked.scripts, asked.objectives, asked.seed);
    let mut search =
        Search::new(Request { algorithm, scripts, objectives, seed, max_runs: MANY_RUNS, other: None })?;
    while !search.due().is_empty() {
        let one = |job: &SearchJob| job.run_while(&|| budget.holds());
        let Some(outcomes) = search.due().par_iter().map(one).collect::<Option<Vec<_>>>() else { break };
        if budget.is_half_spent() {
            search.stop_exploring();
        }
        search.take(outcomes);
    }
    Ok(json!(search.report()))
}

fn fit(arguments: Value, budget: &Budget) -> Answer {
    let asked: take::Fit = read(arguments)?;
    let refused = |found: String| ScenarioError {
        message: format!("table: {found}"),
        ..ScenarioError::value("table", found, "the text of a measured window")
    };
    let curve = match found_in(asked.table.as_bytes(), 1) {
        Ok((Found::Curve { curve, .. }, _)) => curve,
        Ok((Found::Scenario(_), _)) => return Err(refused("a scenario".to_owned())),
        Err(error) => return Err(refused(format!("{error:#}"))),
    };
    let mut fit = Fit::new(&curve, MANY_RUNS);
    while !fit.due().is_empty() {
        let one = |job: &FitJob| job.run_while(&|| budget.holds());
        match fit.due().par_iter().map(one).collect::<Option<Vec<_>>>() {
            Some(outcomes) => fit.take(outcomes),
            None => fit.stop(),
        }
    }
    Ok(json!(fit.report()))
}
