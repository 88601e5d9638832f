//! Measured files, of every kind that the page opens.

use crate::files;
use ackscope_lab::fit::Curve;
use ackscope_readers::{Opened, read};
use anyhow::{Context, Result, bail};
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
    let bytes = files::bytes(path, MEASURED_BYTES)?;
    let file = match read(&bytes)
        .map_err(|refusal| anyhow::anyhow!(small(&refusal.to_string())))
        .context(name.clone())?
    {
        Opened::Scenario(text) => return Ok(Found::Scenario(text)),
        Opened::Rate(_) => bail!("{name}: it holds a rate of a link, allowed is a window"),
        Opened::Measured(file) => file,
    };
    for warning in &file.warnings {
        crate::output::note(&format!("{name}: {warning}"));
    }
    let all = file.curves.len();
    let Some(found) = file.curves.into_iter().nth(connection - 1) else {
        bail!("{name}: found {all} connections, allowed is --connection 1 to {all}");
    };
    if all > 1 {
        crate::output::note(&format!(
            "{name}: {all} connections; read is “{}”, number {connection}",
            found.name
        ));
    }
    let curve = Curve::read(&found.table()).context(name)?;
    Ok(Found::Curve { kind: file.kind, curve })
}

/// A sentence behind a colon.
fn small(sentence: &str) -> String {
    let mut signs = sentence.chars();
    signs.next().map_or_else(String::new, |first| first.to_lowercase().chain(signs).collect())
}
