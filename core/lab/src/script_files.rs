//! Scripts that a scenario refers to by file: `"algorithm": { "file": "mine.ack" }`.

use ackscope_scenario::ScenarioError;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Replaces references to script files by the files' texts, which `read` reads.
///
/// # Errors
/// What `read` refuses. Also a file without a name, and two scripts with one name.
pub fn resolve<E: From<ScenarioError>>(
    scenario: &mut Value,
    read: &mut dyn FnMut(&str) -> Result<String, E>,
) -> Result<(), E> {
    let mut scripts = Map::new();
    if let Some(named) = scenario.get("scripts").and_then(Value::as_object) {
        for (id, script) in named {
            let script = match file_of(script) {
                Some(file) => Value::String(read(file)?),
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
            let Some(file) = file_of(place).map(str::to_owned) else { continue };
            let id = Path::new(&file).file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
            let Some(id) = id.filter(|id| !id.is_empty()) else {
                return Err(refusal(&file, format!("{file} has no name")).into());
            };
            let text = Value::String(read(&file)?);
            if scripts.get(&id).is_some_and(|known| *known != text) {
                return Err(refusal(&file, format!("{file}: another script is called {id}")).into());
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

fn refusal(file: &str, message: String) -> ScenarioError {
    ScenarioError { message, ..ScenarioError::value("scripts", file, "a file with a name of its own") }
}

fn file_of(value: &Value) -> Option<&str> {
    let object = value.as_object().filter(|object| object.len() == 1)?;
    object.get("file")?.as_str()
}
