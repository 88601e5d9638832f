//! Writes every file that is generated from Rust: TypeScript types, the scenario's JSON schema, the
//! pages of the catalogue.
//!
//! `cargo run -p ackscope-xtask --bin generate` writes them. With `--check` it writes nothing; it
//! lists the files that are out of date and fails if there are any.

mod chart;
mod codes;
mod evidence;
mod failures;
mod fitted;
mod kernel;
mod markdown;
mod mechanisms;
mod page;
mod python;
mod quantities;
mod referee;
mod score;
mod systems;
mod theory;
mod typescript;
mod validation;

use ackscope_lab::catalogue::{FormulaDeclaration, Model, catalogue};
use ackscope_lab::causes::CausesReport;
use ackscope_lab::codes::CodeLine;
use ackscope_lab::experiments::gallery::{GalleryEntry, PresetEntry, entry, presets};
use ackscope_lab::experiments::{Experiment, experiments};
use ackscope_lab::export::Exported;
use ackscope_lab::export::script::{ExportedScript, ScriptTarget};
use ackscope_lab::page::{
    Classwork, Estimate, ExpressionOf, ExpressionReport, LaneInfo, LaneName, ScriptReport, ScriptWord,
    SweepPlan,
};
use ackscope_lab::report::RunReport;
use ackscope_lab::score::{ScoreReport, ScoreRequest};
use ackscope_lab::stats::student_t_975;
use ackscope_lab::sweep::{SweepReport, SweepSpec};
use ackscope_lab::theory::Table;
use ackscope_lab::verdict::Verdict;
use ackscope_lab::{fit, search};
use ackscope_scenario::{ScenarioError, schema};
use page::PageCatalogue;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const NOTE: &str = "// Generated from Rust by `npm run generate`. Do not edit.\n";

/// Everything that goes from the engine to the page as JSON; the schema collects the types it is
/// made of.
#[derive(JsonSchema)]
#[allow(dead_code)]
struct FromEngine {
    catalogue: PageCatalogue,
    formula: FormulaDeclaration,
    error: ScenarioError,
    lane: LaneName,
    estimate: Estimate,
    info: LaneInfo,
    report: RunReport,
    verdict: Verdict,
    theory: Table,
    exported: Exported,
    preset: PresetEntry,
    gallery: GalleryEntry,
    causes: CausesReport,
    search: search::Request,
    so_far: search::SoFar,
    found: search::BreakReport,
    fit_so_far: fit::FitSoFar,
    fitted: fit::FitReport,
    classwork: Classwork,
    code_line: CodeLine,
    sweep_spec: SweepSpec,
    sweep_plan: SweepPlan,
    sweep: SweepReport,
    score_request: ScoreRequest,
    score: ScoreReport,
    expression: ExpressionReport,
    expression_of: ExpressionOf,
    script: ScriptReport,
    exported_script: ExportedScript,
    script_target: ScriptTarget,
    script_word: ScriptWord,
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn main() -> ExitCode {
    let root = root();
    let check = std::env::args().any(|arg| arg == "--check");
    let mut stale = Vec::new();
    for (path, text) in files() {
        let file = root.join(&path);
        if std::fs::read_to_string(&file).is_ok_and(|found| found == text) {
            continue;
        }
        if check {
            stale.push(path);
            continue;
        }
        let written = std::fs::create_dir_all(file.parent().expect("a file is in a folder"))
            .and_then(|()| std::fs::write(&file, text));
        if let Err(error) = written {
            eprintln!("cannot write {}: {error}", path.display());
            return ExitCode::FAILURE;
        }
        println!("wrote {}", path.display());
    }
    for path in &stale {
        eprintln!("{} is not as it is generated: run `npm run generate`", path.display());
    }
    if stale.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Path below the repository's root, and contents, of every generated file.
fn files() -> BTreeMap<PathBuf, String> {
    let scenario = schema();
    let json = serde_json::to_string_pretty(&scenario).expect("a schema is JSON") + "\n";
    let types = typescript::declarations(&scenario, "Scenario");
    let from_engine = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let from_engine = from_engine.into_root_schema_for::<FromEngine>().to_value();
    let catalogue = catalogue();
    let all = experiments();
    let judged = validation::judged();
    let gallery_entry = |experiment: &Experiment| {
        let one = judged.iter().find(|one| one.experiment.id == experiment.id);
        entry(experiment, one.map(|one| &one.verdict), one.map(|one| &one.numbers))
    };
    let gallery: Vec<GalleryEntry> = all.iter().filter_map(gallery_entry).collect();
    let lines = |value: Vec<Value>| {
        // One entry per line keeps the file small, and a diff shows the changed entry.
        let lines: Vec<String> = value.iter().map(Value::to_string).collect();
        format!("[\n{}\n]\n", lines.join(",\n"))
    };
    // Like `lines`, with one key per line.
    let parts = |value: Value| {
        let parts = value.as_object().cloned().unwrap_or_default();
        let lines: Vec<String> =
            parts.iter().map(|(key, part)| format!("{}: {part}", Value::from(key.as_str()))).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    };
    let values = |value: Value| value.as_array().cloned().unwrap_or_default();
    let presets = values(serde_json::to_value(presets(&all)).expect("presets are JSON"));
    let gallery = values(serde_json::to_value(gallery).expect("entries are JSON"));
    let rules = values(serde_json::to_value(&catalogue.rules).expect("rules are JSON"));
    let theory = values(serde_json::to_value(&catalogue.theory).expect("formulas are JSON"));
    let mut files = BTreeMap::from([
        (PathBuf::from("docs/systems.md"), systems::page(&catalogue)),
        (PathBuf::from("docs/algorithms.md"), markdown::algorithms(&catalogue)),
        (PathBuf::from("docs/queues-and-losses.md"), markdown::queues_and_losses(&catalogue)),
        (PathBuf::from("docs/quantities.md"), quantities::page()),
        (PathBuf::from("docs/theory.md"), theory::page(&catalogue)),
        (PathBuf::from("docs/report-card.md"), score::page()),
        (PathBuf::from("docs/scenario.md"), mechanisms::scenario_page()),
        (PathBuf::from("docs/scenario.schema.json"), json),
        (PathBuf::from("core/python/ackscope/keys.py"), python::module(&scenario)),
        (
            PathBuf::from("web/engine/src/generated/catalogue.json"),
            parts(serde_json::to_value(PageCatalogue::of(&catalogue)).expect("the catalogue is JSON")),
        ),
        (PathBuf::from("web/engine/src/generated/rules.json"), lines(rules)),
        (PathBuf::from("web/engine/src/generated/theory.json"), lines(theory)),
        (PathBuf::from("web/model/src/generated/quantities.json"), parts(quantities::words())),
        (PathBuf::from("web/model/src/generated/presets.json"), lines(presets)),
        (PathBuf::from("web/model/src/generated/gallery.json"), lines(gallery)),
        (PathBuf::from("web/charts/src/generated/student-t.json"), student_t()),
        (PathBuf::from("web/charts/src/generated/estimators.json"), parts(estimators(&catalogue.estimators))),
        (PathBuf::from("web/engine/src/generated/codes.ts"), codes::module(NOTE)),
        (PathBuf::from("web/engine/src/generated/scenario.ts"), module("", &types)),
        (PathBuf::from("web/engine/src/generated/engine.ts"), engine_module(&from_engine, &types)),
    ]);
    files.extend(validation::files(&judged));
    files
}

/// The short name of each estimator by its id: the part before the parenthesis.
fn estimators(models: &[Model]) -> Value {
    let short = |name: &str| name.split(" (").next().unwrap_or(name).to_owned();
    models.iter().map(|model| (model.id.clone(), Value::from(short(&model.name)))).collect()
}

/// The 97.5 % quantiles of Student's t for 1 and more degrees of freedom, for intervals that the
/// page computes.
fn student_t() -> String {
    // Beyond this, an interval with the last quantile is at most 1 % too wide.
    const LAST: usize = 120;
    let rounded = |freedom| (student_t_975(freedom) * 1e4).round() / 1e4;
    let values: Vec<String> = (1..=LAST).map(|freedom| rounded(freedom).to_string()).collect();
    let rows: Vec<String> = values.chunks(16).map(|row| row.join(", ")).collect();
    format!("[\n  {}\n]\n", rows.join(",\n  "))
}

/// The types that come from the engine. Types shared with a scenario are imported, so that they are
/// declared only once.
fn engine_module(schema: &Value, scenario: &[(String, String)]) -> String {
    let is_shared = |name: &String| scenario.iter().any(|(known, _)| known == name);
    let all = typescript::declarations(schema, "FromEngine");
    let (shared, own): (Vec<_>, Vec<_>) = all.into_iter().partition(|(name, _)| is_shared(name));
    let own: Vec<(String, String)> = own.into_iter().filter(|(name, _)| name != "FromEngine").collect();
    let names: Vec<String> = shared.into_iter().map(|(name, _)| name).collect();
    let import = if names.is_empty() {
        String::new()
    } else {
        format!("\nimport type {{ {} }} from './scenario.ts';\n", names.join(", "))
    };
    module(&import, &own)
}

fn module(import: &str, declarations: &[(String, String)]) -> String {
    let declarations: Vec<&str> = declarations.iter().map(|(_, text)| text.as_str()).collect();
    format!("{NOTE}{import}\n{}", declarations.join("\n"))
}

#[test]
fn every_generated_file_is_as_it_is_generated() {
    let root = root();
    for (path, text) in files() {
        let found = std::fs::read_to_string(root.join(&path)).unwrap_or_default();
        assert!(found == text, "{} is not as it is generated: run `npm run generate`", path.display());
    }
}
