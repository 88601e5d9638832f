//! What students hand in: scripts, scenarios with a script, links to the page, result codes.

use crate::{files, link};
use ackscope_lab::codes::Code;
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders within folders, as course pages pack the files of each student.
const DEPTH: usize = 3;
/// The most hand-ins of a folder.
const MOST: usize = 10_000;
/// A longer file is no hand-in.
const BYTES: u64 = 1 << 20;

/// What is in a file.
pub enum HandIn {
    /// The text of a rule.
    Rule(String),
    /// A code that says which conditions held where it was made.
    Code(Code),
}

/// The files of a folder and of the folders in it, by name.
///
/// # Errors
/// If the folder cannot be read, or has no file or too many.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, DEPTH, &mut found)?;
    found.sort();
    if found.is_empty() {
        bail!("there is no file in {}", folder.display());
    }
    Ok(found)
}

fn collect(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<()> {
    let failed = || format!("cannot read the folder {}", folder.display());
    for entry in fs::read_dir(folder).with_context(failed)? {
        let path = entry.with_context(failed)?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if is_hidden {
            continue;
        }
        match path.is_dir() && depth > 0 {
            true => collect(&path, depth - 1, found)?,
            // A folder that lies too deep is a row with this reason: nobody is left out silently.
            false => found.push(path),
        }
        if found.len() > MOST {
            bail!("{} has more than {MOST} files", folder.display());
        }
    }
    Ok(())
}

/// Reads a hand-in.
///
/// # Errors
/// Why it is none.
pub fn read(path: &Path) -> Result<HandIn> {
    if path.is_dir() {
        bail!("it is a folder below {DEPTH} others: its files are not read");
    }
    let bytes = files::read(path, BYTES)?;
    let text = String::from_utf8(bytes).context("it is no text in UTF-8")?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let extension = path.extension().map(|end| end.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("ack") => return Ok(HandIn::Rule(text.to_owned())),
        Some("json") => {
            let scenario: Value = serde_json::from_str(text).context("it is no JSON")?;
            return only(scenario.get("scripts").and_then(Value::as_object), "scenario");
        }
        _ => {}
    }
    // A shortcut to a page is a text with a line `URL=…`.
    let shortcut = text.lines().find_map(|line| line.trim().strip_prefix("URL="));
    if let Some(link) = link::find(shortcut.unwrap_or(text)) {
        return only(Some(&link::scripts(link)?), "link");
    }
    if let Ok(code) = Code::read(text) {
        return Ok(HandIn::Code(code));
    }
    Ok(HandIn::Rule(text.to_owned()))
}

/// The only script of a scenario.
fn only(scripts: Option<&Map<String, Value>>, what: &str) -> Result<HandIn> {
    let mut texts = scripts.into_iter().flat_map(Map::values).filter_map(Value::as_str);
    match (texts.next(), texts.next()) {
        (Some(text), None) => Ok(HandIn::Rule(text.to_owned())),
        (None, _) => bail!("the {what} has no script"),
        (Some(_), Some(_)) => bail!("the {what} has several scripts; a hand-in has one"),
    }
}
