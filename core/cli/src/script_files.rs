//! Scripts that a scenario refers to by file: `"algorithm": { "file": "mine.ack" }`.

use crate::files;
use ackscope_script::{LONGEST_SOURCE, Program, compile};
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Reads and compiles the script at `path`.
///
/// # Errors
/// All errors in one line, each with `FILE:LINE:COLUMN`.
pub fn read(path: &Path) -> Result<(String, Program)> {
    let text = files::text(path)?;
    let program = compile(&text).map_err(|errors| {
        let place = path.display();
        let errors_with_places: Vec<String> = errors
            .iter()
            .map(|error| format!("{place}:{}:{}: {}", error.line, error.column, error.message))
            .collect();
        anyhow::anyhow!("{}", errors_with_places.join("; "))
    })?;
    debug_assert!(text.len() <= LONGEST_SOURCE, "the compiler refuses more");
    Ok((text, program))
}

/// Replaces references to script files by the files' texts; `folder` is the scenario's folder.
pub fn resolve(scenario: &mut Value, folder: &Path) -> Result<()> {
    let mut scripts = Map::new();
    if let Some(named) = scenario.get("scripts").and_then(Value::as_object) {
        for (id, script) in named {
            let script = match file_of(script) {
                Some(file) => Value::String(read(&folder.join(file))?.0),
                None => script.clone(),
            };
            scripts.insert(id.clone(), script);
        }
    }
    for key in ["flows", "compare"] {
        for entry in scenario.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            let place = if key == "compare" && file_of(entry).is_some() {
                entry
            } else {
                match entry.get_mut("algorithm") {
                    Some(algorithm) => algorithm,
                    None => continue,
                }
            };
            let Some(file) = file_of(place) else { continue };
            let path = folder.join(file);
            let id = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
            let id = id.filter(|id| !id.is_empty()).with_context(|| format!("{file} has no name"))?;
            let text = Value::String(read(&path)?.0);
            if scripts.get(&id).is_some_and(|known| *known != text) {
                bail!("{file}: another script is called {id}");
            }
            scripts.insert(id.clone(), text);
            *place = json!(id);
        }
    }
    if !scripts.is_empty() {
        scenario["scripts"] = Value::Object(scripts);
    }
    Ok(())
}

fn file_of(value: &Value) -> Option<&str> {
    let object = value.as_object().filter(|object| object.len() == 1)?;
    object.get("file")?.as_str()
}
