//! `grade`: runs the hand-ins of a class on a task's paths.

use crate::args::GradeArgs;
use crate::hand_in::{self, Found, HandIn};
use crate::table::{Table, number, readable_unit};
use crate::{files, input, output};
use ackscope_lab::codes::Code;
use ackscope_lab::columns::{csv_field, csv_fields, csv_number};
use ackscope_lab::tasks::{
    Attempt, PathResult, Plan, Reference, Task, TaskPath, Tried, WithoutValue, tasks, unit, without_names,
};
use ackscope_scenario::read_assignment;
use anyhow::{Context, Result, anyhow, bail};
use cpu_time::ThreadTime;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// The rule passes the path that the class was given, and fails another one.
const ELSEWHERE: &str = "fails elsewhere";

/// The conditions without a value that a row names.
const MAX_SAID: usize = 3;

/// A hand-in.
#[derive(Serialize)]
struct Row {
    hand_in: String,
    /// What the rule calls itself.
    rule: String,
    /// `passed`, `fails elsewhere`, `failed`, `not run` or `code`.
    result: &'static str,
    passed_paths: usize,
    of_paths: usize,
    /// The share of the points that the passed paths are; none for what did not run.
    points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<u16>,
    paths: Vec<PathResult>,
    /// Hand-ins that sent the same packets on every path.
    same_packets: Vec<String>,
    /// Hand-ins whose text differs only in names and layout.
    same_text: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    problem: String,
    #[serde(skip)]
    packets: String,
    #[serde(skip)]
    text: String,
}

/// Prints a row for each hand-in.
pub fn grade(args: &GradeArgs) -> Result<()> {
    let task = task(&args.task, "--task")?;
    let further = args.set.iter().map(|set| further(set)).collect::<Result<Vec<TaskPath>>>()?;
    let plan = plan(&task, &args.task, &further, args.seeds)?;
    let variants = args.variants.as_deref().map(|file| variants(file, &task)).transpose()?;
    let files = hand_in::list(&args.folder)?;
    let named: Vec<(String, &Found)> =
        files.iter().map(|found| (name(&found.path, &args.folder), found)).collect();
    let chosen = |name: &str| variants.as_ref().map_or(Ok(None), |known| variant_of(known, name).map(Some));
    // The algorithms that conditions compare with run once for all hand-ins.
    let tried = named.iter().filter_map(|(name, _)| chosen(name).ok());
    let references = references(&task, &plan, tried, args.max_cpu)?;
    let rows: Result<Vec<Row>> = named
        .par_iter()
        .map(|(name, found)| match (found.problem.clone(), chosen(name)) {
            (Some(problem), _) | (None, Err(problem)) => Ok(Row::not_run(name, &plan, problem)),
            (None, Ok(variant)) => {
                let reference = &references[&combination(&task, variant)];
                row(name, &found.path, &plan, variant, reference, args.max_cpu)
            }
        })
        .collect();
    let mut rows = rows?;
    for row in rows.iter_mut().filter(|row| !row.paths.is_empty()) {
        row.points = Some(args.points * row.passed_paths as f64 / row.of_paths as f64);
    }
    note_same(&mut rows);
    match (args.csv, args.json) {
        (true, _) => csv(&rows, &plan),
        (_, true) => output::json(&output::with_engine(json!({ "task": task.id, "rows": rows }))?),
        _ => table(&rows, &plan),
    }
}

/// What conditions compare with, once for all variants with the same values. Each may take `max_cpu` seconds
/// of processor time, as a hand-in.
pub fn references(
    task: &Task,
    plan: &Plan,
    variants: impl Iterator<Item = Option<u16>>,
    max_cpu: f64,
) -> Result<BTreeMap<Option<usize>, Reference>> {
    let wanted: BTreeMap<_, _> = variants.map(|variant| (combination(task, variant), variant)).collect();
    let run = |(key, variant)| match plan.references(variant, &mut within(max_cpu))? {
        Some(reference) => Ok((key, reference)),
        None => bail!(
            "the references of the task {} take more than {max_cpu} s of processor time: --max-cpu allows more",
            task.id
        ),
    };
    wanted.into_par_iter().map(run).collect()
}

/// Whether a thread may still run.
fn within(max_cpu: f64) -> impl FnMut() -> bool {
    let began = ThreadTime::now();
    move || began.elapsed().as_secs_f64() < max_cpu
}

/// Variants with the same values share their references.
pub fn combination(task: &Task, variant: Option<u16>) -> Option<usize> {
    variant.map(|variant| task.vary.combination(variant))
}

/// What of a task is run. A mistake names the task's file.
pub fn plan<'a>(task: &'a Task, id: &Path, further: &[TaskPath], seeds: u64) -> Result<Plan<'a>> {
    Plan::new(task, further, seeds).map_err(|error| input::of_file(id, error))
}

/// A task of this site, or a file, which is given as `place`.
pub fn task(id: &Path, place: &str) -> Result<Task> {
    let all = tasks();
    let name = id.to_string_lossy();
    if let Some(at) = all.iter().position(|task| task.id == *name) {
        return all.into_iter().nth(at).context("it is there");
    }
    if !id.exists() {
        let known: Vec<&str> = all.iter().map(|task| task.id.as_str()).collect();
        let hint = input::meant(&name, known.iter().copied());
        bail!("{place}: found {name:?}, allowed are {} or a file{hint}", known.join(", "));
    }
    Task::read(&files::text(id)?).map_err(|error| input::of_file(id, error))
}

/// The path with one more change.
fn further(set: &str) -> Result<TaskPath> {
    let changes = set.split(';').map(setting).collect::<Result<Vec<_>>>()?;
    Ok(TaskPath { name: set.to_owned(), set: changes.into_iter().collect(), seeds: 1 })
}

fn setting(assignment: &str) -> Result<(String, serde_json::Value)> {
    read_assignment(assignment).map_err(|error| input::of_option("--set", error))
}

/// A list of lines `hand-in,variant`.
fn variants(file: &Path, task: &Task) -> Result<Vec<(String, u16)>> {
    if task.vary.is_empty() {
        bail!("--variants: the task {} has no variants", task.id);
    }
    let text = files::text(file)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = lines.filter_map(|(at, line)| {
        let mut fields = csv_fields(line).into_iter();
        let name = fields.next().unwrap_or_default().trim().to_owned();
        let variant = fields.next().unwrap_or_default();
        match variant.trim().parse().ok().filter(|&number: &u16| number < 4096) {
            Some(variant) if !name.is_empty() => Some(Ok((name, variant))),
            // The first line may be a head.
            None if at == 0 => None,
            _ => Some(Err(anyhow!(
                "{}:{}: found {line:?}, allowed is HAND-IN,VARIANT with a variant from 0 to 4095",
                file.display(),
                at + 1
            ))),
        }
    });
    read.collect()
}

/// The variant of a hand-in: its file's name, or a folder's in its path, begins with a name of the list. The
/// first folder that does so decides: what is in it, its student has named.
fn variant_of(known: &[(String, u16)], name: &str) -> Result<u16, String> {
    let fits = |part: &str, student: &str| {
        part.strip_prefix(student).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let of_part = |part| known.iter().filter(move |(student, _)| fits(part, student));
    let longest = |part| of_part(part).map(|(student, _)| student).max_by_key(|student| student.len());
    let student = name.split('/').find_map(longest).ok_or("the list of variants does not name it")?;
    let mut variants = known.iter().filter(|(name, _)| name == student).map(|(_, variant)| *variant);
    let first = variants.next().unwrap_or_default();
    match variants.find(|other| *other != first) {
        None => Ok(first),
        Some(other) => Err(format!("the list of variants gives {student} two: {first} and {other}")),
    }
}

/// The path of a hand-in below the folder.
fn name(file: &Path, folder: &Path) -> String {
    let below = file.strip_prefix(folder).unwrap_or(file);
    below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn row(
    name: &str,
    file: &Path,
    plan: &Plan,
    variant: Option<u16>,
    reference: &Reference,
    max_cpu: f64,
) -> Result<Row> {
    let not_run = |problem: String| Ok(Row { variant, ..Row::not_run(name, plan, problem) });
    let text = match hand_in::read(file) {
        Err(error) => return not_run(format!("{error:#}")),
        Ok(HandIn::Code(code)) => return Ok(Row { variant, ..Row::of_code(name, plan, &code) }),
        Ok(HandIn::Rule(text)) => text,
    };
    let program = match ackscope_script::compile(&text) {
        Ok(program) => program,
        Err(errors) => {
            let first = &errors[0];
            return not_run(format!(
                "does not compile: line {}, column {}: {}",
                first.line, first.column, first.message
            ));
        }
    };
    let tried = plan.attempt(&text, variant, reference, &mut within(max_cpu))?;
    let mut row = match tried {
        Tried::Done(attempt) => Row::of(name, plan, attempt),
        Tried::Refused(problem) => return not_run(problem),
        Tried::Stopped => {
            return not_run(format!("stopped after {max_cpu} s of processor time (--max-cpu)"));
        }
    };
    row.rule = program.name.clone();
    row.variant = variant;
    row.text = without_names(&text);
    Ok(row)
}

impl Row {
    fn empty(name: &str, plan: &Plan, result: &'static str) -> Row {
        Row {
            hand_in: name.to_owned(),
            rule: String::new(),
            result,
            passed_paths: 0,
            of_paths: plan.paths().count(),
            points: None,
            variant: None,
            paths: Vec::new(),
            same_packets: Vec::new(),
            same_text: Vec::new(),
            problem: String::new(),
            packets: String::new(),
            text: String::new(),
        }
    }

    fn not_run(name: &str, plan: &Plan, problem: String) -> Row {
        Row { problem, ..Row::empty(name, plan, "not run") }
    }

    /// A code says what held in the page; there is no text to run.
    fn of_code(name: &str, plan: &Plan, code: &Code) -> Row {
        let problem = match code {
            Code::Result { conditions, holding, of, variant, trace } => format!(
                "a result code: exercise {}, {} of {conditions} conditions held, variant {variant}, trace {trace:08x}; no \
                 text to run",
                of.lesson,
                holding.count_ones()
            ),
            other => {
                format!("a code of lesson {}, step {}: no result", other.place().lesson, other.place().step)
            }
        };
        Row { problem, ..Row::empty(name, plan, "code") }
    }

    fn of(name: &str, plan: &Plan, attempt: Attempt) -> Row {
        let passed = attempt.paths.iter().filter(|path| path.passed).count();
        let is_given_passed = attempt.paths.first().is_some_and(|path| path.passed);
        let result = match (passed == attempt.paths.len(), is_given_passed) {
            (true, _) => "passed",
            (_, true) => ELSEWHERE,
            _ => "failed",
        };
        let mut row = Row::empty(name, plan, result);
        row.problem = without_value(plan, &attempt.paths);
        row.passed_paths = passed;
        row.paths = attempt.paths;
        row.packets = attempt.packets;
        row
    }
}

/// Which conditions have no value, and where; a few of many.
fn without_value(plan: &Plan, paths: &[PathResult]) -> String {
    let said = paths.iter().flat_map(|path| path.without_value.iter().map(move |one| (path, one)));
    let mut said: Vec<String> = said
        .map(|(path, WithoutValue { condition, seed, reason })| {
            let text = plan.condition(*condition);
            format!("{}, seed {seed}: the condition {text} has no value: {reason}", path.path)
        })
        .collect();
    let more = said.len().saturating_sub(MAX_SAID);
    said.truncate(MAX_SAID);
    said.extend((more > 0).then(|| format!("{more} more")));
    said.join("; ")
}

/// Says of each row which others are the same. It accuses nobody.
fn note_same(rows: &mut [Row]) {
    let others = |of: fn(&Row) -> &str| -> Vec<Vec<String>> {
        let mut by: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| !of(row).is_empty()) {
            by.entry(of(row)).or_default().push(at);
        }
        let same = |at: usize| by.get(of(&rows[at])).into_iter().flatten().filter(move |&&other| other != at);
        (0..rows.len()).map(|at| same(at).map(|&other| rows[other].hand_in.clone()).collect()).collect()
    };
    let (packets, texts) = (others(|row| &row.packets), others(|row| &row.text));
    for (row, (packets, texts)) in rows.iter_mut().zip(packets.into_iter().zip(texts)) {
        row.same_packets = packets;
        row.same_text = texts;
    }
}

fn csv(rows: &[Row], plan: &Plan) -> Result<()> {
    let mut heads = vec!["hand_in".to_owned(), "rule".to_owned(), "result".to_owned()];
    heads.extend(["passed_paths", "of_paths", "points", "variant"].map(str::to_owned));
    for path in plan.paths() {
        heads.push(format!("{}: holds", path.name));
        heads.extend(plan.columns().iter().map(|measured| format!("{}: {}", path.name, measured.text())));
        heads.push(format!("{}: worst seed", path.name));
    }
    heads.extend(["same_packets", "same_text", "problem"].map(str::to_owned));
    let print = |cells: Vec<String>| {
        output::line(&cells.iter().map(|cell| csv_field(cell)).collect::<Vec<_>>().join(","))
    };
    print(heads)?;
    let width = plan.columns().len() + 2;
    for row in rows {
        let mut cells = vec![row.hand_in.clone(), row.rule.clone(), row.result.to_owned()];
        cells.extend([row.passed_paths, row.of_paths].map(|count| count.to_string()));
        cells.push(row.points.map_or_else(String::new, csv_number));
        cells.push(row.variant.map_or_else(String::new, |variant| variant.to_string()));
        for at in 0..row.of_paths {
            match row.paths.get(at) {
                None => cells.extend(vec![String::new(); width]),
                Some(path) => {
                    cells.push(path.holds.iter().map(|&holds| if holds { '1' } else { '0' }).collect());
                    cells.extend(path.values.iter().map(|value| value.map_or_else(String::new, csv_number)));
                    cells.push(path.worst_seed.to_string());
                }
            }
        }
        cells.extend([row.same_packets.join(" "), row.same_text.join(" "), row.problem.clone()]);
        print(cells)?;
    }
    Ok(())
}

/// Names the sets of hand-ins that are the same in something, by A, B, …: the letter of each row, and what
/// stands below the table.
fn sets(rows: &[Row], what: &str, of: fn(&Row) -> &str) -> (Vec<String>, Vec<String>) {
    let mut by: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| !of(row).is_empty()) {
        by.entry(of(row)).or_default().push(at);
    }
    let mut sets: Vec<Vec<usize>> = by.into_values().filter(|set| set.len() > 1).collect();
    sets.sort();
    let mut letters = vec![String::new(); rows.len()];
    let said = sets.iter().zip(0_u32..).map(|(set, place)| {
        let letter = char::from_u32(u32::from('A') + place % 26).unwrap_or('A');
        let letter = if place < 26 { letter.to_string() } else { format!("{letter}{}", place / 26) };
        set.iter().for_each(|&at| letters[at].clone_from(&letter));
        let names: Vec<&str> = set.iter().map(|&at| rows[at].hand_in.as_str()).collect();
        // A name may have a line break, as in the rows above.
        format!("{what} {letter}: {}", names.join(", ")).replace(char::is_control, " ")
    });
    let said = said.collect();
    (letters, said)
}

fn table(rows: &[Row], plan: &Plan) -> Result<()> {
    let columns = plan.columns();
    let units: Vec<(&str, f64)> = columns.iter().map(|measured| readable_unit(unit(measured))).collect();
    let heads = ["hand-in", "rule", "result", "points", "same packets", "same text"];
    let measures = plan.paths().map(|path| {
        let named = columns.iter().zip(&units).map(|(measured, (unit, _))| {
            format!("{}{}{unit}", measured.text(), if unit.is_empty() { "" } else { " " })
        });
        format!("{}: {}", path.name, named.collect::<Vec<_>>().join(", "))
    });
    let mut table =
        Table::new(heads.len() + plan.paths().count(), heads.map(str::to_owned).into_iter().chain(measures));
    let (packets, mut said) = sets(rows, "same packets", |row| &row.packets);
    let (texts, more) = sets(rows, "same text", |row| &row.text);
    said.extend(more);
    for (at, row) in rows.iter().enumerate() {
        let result = match row.result {
            "failed" | ELSEWHERE => format!("{}, {} of {}", row.result, row.passed_paths, row.of_paths),
            other => other.to_owned(),
        };
        let mut cells = vec![
            row.hand_in.clone(),
            row.rule.clone(),
            result,
            number(row.points),
            packets[at].clone(),
            texts[at].clone(),
        ];
        let of_path = |path: &PathResult| {
            let scaled = path.values.iter().zip(&units);
            let values: Vec<String> =
                scaled.map(|(value, (_, factor))| number(value.map(|value| value * factor))).collect();
            format!("{}{}", if path.passed { "" } else { "✗ " }, values.join("  "))
        };
        match row.paths.is_empty() {
            true => {
                let empty = vec![String::new(); row.of_paths.saturating_sub(1)];
                cells.extend([row.problem.clone()].into_iter().chain(empty));
            }
            false => cells.extend(row.paths.iter().map(of_path)),
        }
        table.row(cells);
    }
    output::line(&table.text())?;
    for text in said {
        output::line(&text)?;
    }
    // A row with a problem alone has it in its place above.
    for row in rows.iter().filter(|row| !row.paths.is_empty() && !row.problem.is_empty()) {
        output::line(&format!("\n{}: {}", row.hand_in, row.problem))?;
    }
    let count = |result: &str| rows.iter().filter(|row| row.result == result).count();
    output::line(&format!(
        "\n{} of {} pass. {} more pass the path that they were given, and fail elsewhere.",
        count("passed"),
        rows.len(),
        count(ELSEWHERE)
    ))
}
