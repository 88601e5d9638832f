//! `check`: checks scenarios and scripts, and lists the declarations of scripts.

use crate::args::CheckArgs;
use crate::commands::check_scenario;
use crate::table::Table;
use crate::{files, input, output, processor};
use ackscope_program::input::{INPUTS, InputName, Kind};
use ackscope_program::unit::Unit;
use ackscope_script::{Program, compile, doubts};
use anyhow::Result;
use serde_json::{Value, json};

/// Checks scenarios and scripts, or lists the names that scripts can read.
pub fn check(args: &CheckArgs) -> Result<()> {
    processor::limit(&args.processor);
    if args.names {
        return names(args.json);
    }
    let mut wrong = 0;
    let mut all = Vec::new();
    for path in &args.scripts {
        let name = path.display().to_string();
        let source = match input::experiment(path)? {
            Some(_) => "{".to_owned(),
            None => files::text(path)?,
        };
        // No script begins with a brace, and every scenario does.
        if source.trim_start().starts_with('{') {
            let found = check_scenario::check(path, &source);
            wrong += found.errors.len();
            if args.json {
                all.push(found.json(&name));
            } else {
                found.print(&name)?;
            }
            continue;
        }
        let checked = compile(&source);
        if let Err(errors) = &checked {
            wrong += errors.len();
        }
        if args.json {
            all.push(as_json(&name, &checked));
            continue;
        }
        match checked {
            Ok(program) => {
                output::line(&format!("{name}: {}", summary(&program)))?;
                for doubt in doubts(&source) {
                    output::line(&format!("{name}:{}:{}: {}", doubt.line, doubt.column, doubt.message))?;
                }
            }
            Err(errors) => {
                for error in errors {
                    output::line(&format!("{name}:{}:{}: {}", error.line, error.column, error.message))?;
                }
            }
        }
    }
    if args.json {
        output::json(&all)?;
    }
    output::refuse(wrong)
}

fn summary(program: &Program) -> String {
    let called = if program.name.is_empty() { String::new() } else { format!("{}, ", program.name) };
    let list = |what: &str, names: Vec<&str>| match names.len() {
        0 => String::new(),
        _ => format!("; {what} {}", names.join(", ")),
    };
    let params = list("params", program.params.iter().map(|param| param.name.as_str()).collect());
    let states = list("states", program.states.iter().map(|state| state.name.as_str()).collect());
    format!("{called}at most {} instructions an event{params}{states}", program.longest_hook())
}

fn unit_of(kind: Kind) -> String {
    match kind {
        Kind::Condition => "condition".to_owned(),
        Kind::Number(Unit::Plain | Unit::Free) => String::new(),
        Kind::Number(unit) => unit.written(),
    }
}

fn as_json(name: &str, checked: &Result<Program, Vec<ackscope_script::Error>>) -> Value {
    match checked {
        Ok(program) => {
            let params = program.params.iter().map(|param| {
                json!({ "name": param.name, "unit": unit_of(param.kind), "default": param.default,
                    "range": param.range, "help": param.help })
            });
            let states =
                program.states.iter().map(|state| json!({ "name": state.name, "unit": unit_of(state.kind) }));
            json!({ "file": name, "ok": true, "name": program.name, "params": params.collect::<Vec<_>>(),
                "states": states.collect::<Vec<_>>(), "instructions": program.longest_hook() })
        }
        Err(errors) => {
            let errors = errors
                .iter()
                .map(|error| json!({ "line": error.line, "column": error.column, "message": error.message }));
            json!({ "file": name, "ok": false, "errors": errors.collect::<Vec<_>>() })
        }
    }
}

/// Lists the names that scripts can read, with units and hooks.
fn names(as_json: bool) -> Result<()> {
    let hooks = |known: &InputName| -> String {
        if known.is_known_in(None) {
            return "all".to_owned();
        }
        known.hooks().map(|event| event.word()).collect::<Vec<_>>().join(", ")
    };
    if as_json {
        let names = INPUTS.iter().map(|known| {
            json!({ "name": known.word, "unit": unit_of(known.kind), "hooks": hooks(known), "help": known.help })
        });
        return output::json(&names.collect::<Vec<_>>());
    }
    let mut table = Table::new(4, ["name", "unit", "hooks", "meaning"]);
    for known in INPUTS {
        table.row([known.word.to_owned(), unit_of(known.kind), hooks(known), known.help.to_owned()]);
    }
    output::line(&table.text())
}
