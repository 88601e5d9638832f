//! What students hand in: scripts, scenarios with a script, links to the page, result codes.

use crate::{files, link};
use ackscope_lab::codes::{Code, name_and_code};
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders within folders, as course pages pack the files of each student.
const DEPTH: usize = 3;
/// The most files in each folder of the folder: who hands in more takes no time from others.
const MAX_OF_ONE: usize = 500;
/// A longer file is no hand-in.
const BYTES: u64 = 1 << 20;

/// What is in a file.
pub enum HandIn {
    /// The text of a rule.
    Rule(String),
    /// A code that says which conditions held where it was made.
    Code(Code),
}

/// A file that was handed in.
pub struct Found {
    /// Where it is.
    pub path: PathBuf,
    /// Why it is not read, if it is not.
    pub problem: Option<String>,
}

/// The files of a folder and of the folders in it, by name.
///
/// # Errors
/// If the folder cannot be read, or has no file.
pub fn list(folder: &Path) -> Result<Vec<Found>> {
    if folder.is_file() {
        bail!("{} is a file, and a folder is asked for: unpack an archive first", folder.display());
    }
    let root =
        fs::canonicalize(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut found = Vec::new();
    for path in entries(folder)? {
        let mut own = Vec::new();
        collect(path.clone(), DEPTH, &root, &mut own);
        if own.len() > MAX_OF_ONE {
            own.truncate(MAX_OF_ONE);
            let problem = format!("it has more than {MAX_OF_ONE} files: the others are not read");
            own.push(Found { path, problem: Some(problem) });
        }
        found.extend(own);
    }
    if found.is_empty() {
        bail!("there is no file in {}", folder.display());
    }
    Ok(found)
}

/// What is in a folder, by name, without what is hidden.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let failed = || format!("cannot read the folder {}", folder.display());
    let all = fs::read_dir(folder).with_context(failed)?.map(|entry| Ok(entry.with_context(failed)?.path()));
    let mut all = all.collect::<Result<Vec<PathBuf>>>()?;
    all.retain(|path| path.file_name().is_none_or(|name| !name.to_string_lossy().starts_with('.')));
    all.sort();
    Ok(all)
}

/// Adds a file, or the files in a folder until there are too many.
fn collect(path: PathBuf, depth: usize, root: &Path, found: &mut Vec<Found>) {
    let problem = match (outside(&path, root), path.is_dir()) {
        (Some(problem), _) => Some(problem.to_owned()),
        (None, false) => None,
        // A folder that lies too deep is a row with this reason: nobody is left out silently.
        (None, true) if depth == 0 => {
            Some(format!("it is a folder below {DEPTH} others: its files are not read"))
        }
        (None, true) => match entries(&path) {
            Err(error) => Some(format!("{error:#}")),
            Ok(inside) => {
                for path in inside {
                    if found.len() <= MAX_OF_ONE {
                        collect(path, depth - 1, root, found);
                    }
                }
                return;
            }
        },
    };
    found.push(Found { path, problem });
}

/// Why a link is not followed: a hand-in is what was handed in, and no other file of this machine.
fn outside(path: &Path, root: &Path) -> Option<&'static str> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.file_type().is_symlink());
    let target = is_link.then(|| fs::canonicalize(path));
    match target {
        None => None,
        Some(Ok(target)) if !target.starts_with(root) => {
            Some("it is a link out of the folder: it is not followed")
        }
        Some(Ok(target)) if target.is_dir() => Some("it is a link to a folder: it is not followed"),
        Some(Ok(_)) => None,
        Some(Err(_)) => Some("it is a link to nothing"),
    }
}

/// Reads a hand-in.
///
/// # Errors
/// Why it is none.
pub fn read(path: &Path) -> Result<HandIn> {
    let bytes = files::read(path, BYTES)?;
    // Course systems pack the files of a student, and students pack theirs.
    if bytes.starts_with(b"PK\x03\x04") {
        bail!("it is a ZIP archive: unpack it first");
    }
    let text = String::from_utf8(bytes).context("it is no text in UTF-8")?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    // An empty rule is New Reno, but nobody hands that in.
    if text.trim().is_empty() {
        bail!("it is empty");
    }
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
    // A name may stand beside a code.
    let (name, code) = name_and_code(text.trim());
    let is_line = name.is_empty() || text.trim().lines().count() == 1;
    if let Some(code) = Code::read(code).ok().filter(|_| is_line) {
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
