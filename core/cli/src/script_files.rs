//! Scripts that a scenario refers to by file: `"algorithm": { "file": "mine.ack" }`.

use crate::files;
use ackscope_script::{LONGEST_SOURCE, Program, compile};
use anyhow::Result;
use serde_json::Value;
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
    ackscope_lab::script_files::resolve(scenario, &mut |file| Ok(read(&folder.join(file))?.0))
}
