//! The output file of a sweep: a line that says of which scenario, then a line of JSON per finished run.

use ackscope_lab::sweep::Run;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The version of this file's format.
const VERSION: u32 = 1;

/// The first line. A resumed sweep must be one of the same scenario; points and seeds may be others.
#[derive(Serialize, Deserialize, PartialEq)]
struct Header {
    ackscope_sweep: u32,
    scenario: Value,
}

/// An output file that is being written.
pub struct SweepFile {
    path: PathBuf,
    file: File,
}

impl SweepFile {
    /// Opens a new file, or with `resume` an old one, whose runs are returned.
    pub fn open(path: &Path, scenario: &Value, resume: bool) -> Result<(SweepFile, Vec<Run>)> {
        let failed = || format!("cannot write {}", path.display());
        let header = Header { ackscope_sweep: VERSION, scenario: scenario.clone() };
        let exists = path.exists();
        if exists && !resume {
            bail!("{} is there already; --resume goes on with it", path.display());
        }
        let runs = if exists { read(path, &header)? } else { Vec::new() };
        // Written anew: the last line of a sweep that was killed may be half a line.
        let fresh = path.with_extension("partial");
        let mut file = File::create(&fresh).with_context(failed)?;
        writeln!(file, "{}", serde_json::to_string(&header)?).with_context(failed)?;
        for run in &runs {
            writeln!(file, "{}", serde_json::to_string(run)?).with_context(failed)?;
        }
        drop(file);
        std::fs::rename(&fresh, path).with_context(failed)?;
        let file = OpenOptions::new().append(true).open(path).with_context(failed)?;
        Ok((SweepFile { path: path.to_owned(), file }, runs))
    }

    /// The runs in a file that another process wrote for the same scenario.
    pub fn runs(path: &Path, scenario: &Value) -> Result<Vec<Run>> {
        read(path, &Header { ackscope_sweep: VERSION, scenario: scenario.clone() })
    }

    /// Adds a run. A line is written at once, so that a killed sweep loses the runs under way and no other.
    pub fn add(&mut self, run: &Run) -> Result<()> {
        let line = serde_json::to_string(run)? + "\n";
        self.file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn read(path: &Path, expected: &Header) -> Result<Vec<Run>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines = text.lines();
    match lines.next().map(serde_json::from_str::<Header>) {
        None => return Ok(Vec::new()),
        Some(Ok(found)) if found == *expected => {}
        Some(Ok(_)) => bail!("{} is a sweep of another scenario", path.display()),
        Some(Err(_)) => bail!("{} is not the output of a sweep", path.display()),
    }
    let lines: Vec<&str> = lines.collect();
    let mut runs = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        match serde_json::from_str(line) {
            Ok(run) => runs.push(run),
            Err(_) if index + 1 == lines.len() => {}
            Err(error) => bail!("{}: line {} cannot be read: {error}", path.display(), index + 2),
        }
    }
    Ok(runs)
}
