//! Measured files, of every kind that the page opens.

use crate::files;
use ackscope_lab::fit::Curve;
use ackscope_readers::{Opened, Refusal, Window, read};
use anyhow::{Context, Result, anyhow, bail};
use std::path::Path;

/// The longest measured file, as its readers take it.
const MEASURED_BYTES: u64 = 200_000_000;

/// A measured window, or a scenario's text.
pub enum Found {
    Curve { kind: String, curve: Curve },
    Scenario(String),
}

/// What a file holds. Of several connections that number `connection`, from 1, the largest first. What makes the window
/// uncertain is noted.
///
/// # Errors
/// The place in the file, what was found and what is allowed.
pub fn open(path: &Path, connection: usize) -> Result<Found> {
    let name = path.display().to_string();
    let (found, notes) = found_in(&files::bytes(path, MEASURED_BYTES)?, connection).context(name.clone())?;
    notes.iter().for_each(|text| crate::output::note(&format!("{name}: {text}")));
    Ok(found)
}

/// What bytes hold, and what is to be noted.
///
/// # Errors
/// The place in them, what was found and what is allowed.
pub fn found_in(bytes: &[u8], connection: usize) -> Result<(Found, Vec<String>)> {
    let refused = |refusal: Refusal| anyhow!(small(&refusal.to_string()));
    match read(bytes).map_err(refused)? {
        Opened::Scenario(text) => Ok((Found::Scenario(text), Vec::new())),
        Opened::Rate(_) => bail!("it holds a rate of a link, allowed is a window"),
        Opened::Measured(file) => {
            let Window { kind, table, notes } = file.window(connection).map_err(refused)?;
            Ok((Found::Curve { kind, curve: Curve::read(&table.text)? }, notes))
        }
    }
}

/// A sentence behind a colon.
pub fn small(sentence: &str) -> String {
    let mut signs = sentence.chars();
    signs.next().map_or_else(String::new, |first| first.to_lowercase().chain(signs).collect())
}
