//! The output file of a sweep: a header line with the scenario and the engine, lines with the long values of points
//! by their names, then one line of JSON per finished run. Each line ends with its checksum. While the runs go on they
//! stand in the order in which they end; at the end of the sweep they stand in its order.
//!
//! A line counts only if its line break is present. A file that was cut at any place therefore
//! holds complete runs and possibly an incomplete line, which is removed.

use crate::{files, sealed};
use ackscope_lab::provenance::{Provenance, scenario_hash};
use ackscope_lab::sweep::{Named, Places, Point, Run, Sweep, shorten};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The version of this file format. The first version did not name the engine, the second had no
/// checksums, the third had long values of points in the line of each run.
const VERSION: u32 = 4;
/// The first bytes of every header.
const MARK: &[u8] = b"{\"ackscope_sweep\":";
/// The first bytes of a line with values by their names.
const NAMED: &[u8] = b"{\"named\":";

/// The header line. A resumed sweep must have the same scenario and engine; its points and seeds
/// may differ.
#[derive(Clone, Serialize, Deserialize)]
pub struct Header {
    ackscope_sweep: u32,
    /// Absent in the first version of the format.
    #[serde(flatten)]
    provenance: Option<Provenance>,
    scenario: Value,
    /// The long values of the sweep's points, which have lines of their own.
    #[serde(skip)]
    named: Named,
}

/// A line with values by their names.
#[derive(Serialize, Deserialize)]
struct NamedLine {
    named: Named,
}

/// What a line says of where its run belongs.
#[derive(Deserialize)]
struct Key {
    set: Point,
    seed: u64,
    lane: String,
}

/// An output file that is open for writing and locked against other sweeps.
pub struct SweepFile {
    path: PathBuf,
    file: File,
}

/// Finished runs by their keys, each with the file and the line that it comes from.
#[derive(Default)]
pub struct Known(BTreeMap<String, (Run, String)>);

impl Known {
    /// Adds the runs of a file; a run that is there already counts once.
    ///
    /// # Errors
    /// If a run is there with another result: the two places.
    fn add(&mut self, path: &Path, runs: Vec<Run>) -> Result<()> {
        for (index, run) in runs.into_iter().enumerate() {
            let place = format!("{}, line {}", path.display(), index + 2);
            match self.0.entry(run.key()) {
                Entry::Vacant(free) => {
                    free.insert((run, place));
                }
                Entry::Occupied(known) if known.get().0 == run => {}
                Entry::Occupied(known) => bail!(
                    "{place}: another result of the same run stands in {}: one of them is wrong",
                    known.get().1
                ),
            }
        }
        Ok(())
    }

    /// The runs by their keys.
    pub fn into_runs(self) -> BTreeMap<String, Run> {
        self.0.into_iter().map(|(key, (run, _))| (key, run)).collect()
    }
}

/// The contents of a file.
struct Content {
    runs: Vec<Run>,
    /// The long values that it has.
    named: Named,
    /// The number of bytes in complete lines.
    whole: usize,
}

impl Header {
    /// The header of a sweep by this engine.
    pub fn new(sweep: &Sweep) -> Header {
        Header {
            ackscope_sweep: VERSION,
            provenance: Some(sweep.provenance().clone()),
            scenario: sweep.scenario().clone(),
            named: sweep.named().clone(),
        }
    }

    /// Refuses a name that stands for another value in a file, such as that of a trace that was changed since.
    fn accept_named(&self, found: &Named) -> Result<()> {
        for (path, values) in found {
            let own = self.named.get(path);
            if let Some((name, _)) = values
                .iter()
                .find(|(name, value)| own.and_then(|own| own.get(*name)).is_some_and(|own| own != *value))
            {
                bail!("{name}, a value of {path}, has another content than now: rename the new one");
            }
        }
        Ok(())
    }

    /// The values that a file does not have yet.
    fn missing(&self, known: &Named) -> Named {
        let mut missing = Named::new();
        for (path, values) in &self.named {
            for (name, value) in
                values.iter().filter(|(name, _)| !known.get(path).is_some_and(|it| it.contains_key(*name)))
            {
                missing.entry(path.clone()).or_default().insert(name.clone(), value.clone());
            }
        }
        missing
    }

    fn line(&self) -> Result<String> {
        sealed::line(self)
    }

    /// Refuses the header `found` if its runs do not belong to this sweep.
    fn accept(&self, found: &Header) -> Result<()> {
        let (Some(own), Some(theirs)) = (&self.provenance, &found.provenance) else {
            bail!("it comes from an earlier Ackscope that does not name its engine: its runs may differ");
        };
        if own.engine != theirs.engine {
            bail!(
                "it was run by Ackscope {} (engine {}), and this is {} (engine {}): their runs cannot be combined",
                theirs.engine.version,
                theirs.engine.engine_fingerprint,
                own.engine.version,
                own.engine.engine_fingerprint
            );
        }
        if own.scenario_hash != theirs.scenario_hash {
            bail!("it is a sweep of another scenario ({}, not {})", theirs.scenario_hash, own.scenario_hash);
        }
        if scenario_hash(&found.scenario) != theirs.scenario_hash {
            bail!("line 1: its scenario was changed: it has another hash than {}", theirs.scenario_hash);
        }
        Ok(())
    }
}

impl SweepFile {
    /// Opens a new file, or with `resume` an existing one, whose runs are added to those known.
    pub fn open(path: &Path, header: &Header, resume: bool, known: &mut Known) -> Result<SweepFile> {
        let failed = || format!("cannot write {}", path.display());
        files::Output::new(path)?;
        if path.exists() && !resume {
            bail!("{} exists already; --resume continues it", path.display());
        }
        if let Ok(about) = path.metadata() {
            files::refuse(path, &about)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        // If two sweeps start at the same time, only one creates the file.
        let options = if resume { options.create(true) } else { options.create_new(true) };
        let mut file = options.open(path).with_context(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("{} is being written by another sweep", path.display())
            }
            // The file system has no locks; the user must avoid concurrent writes.
            Err(TryLockError::Error(_)) => {}
        }
        let bytes = files::read_open(&mut file, path, files::RESULT_BYTES)?;
        let Content { runs, named, whole } =
            read(&bytes, header).with_context(|| path.display().to_string())?;
        file.set_len(whole as u64).with_context(failed)?;
        if whole == 0 {
            file.write_all(header.line()?.as_bytes()).with_context(failed)?;
        }
        let missing = header.missing(&named);
        if !missing.is_empty() {
            file.write_all(sealed::line(&NamedLine { named: missing })?.as_bytes()).with_context(failed)?;
        }
        known.add(path, runs)?;
        Ok(SweepFile { path: path.to_owned(), file })
    }

    /// Adds the runs in a file that another process wrote for the same scenario.
    pub fn read(path: &Path, header: &Header, known: &mut Known) -> Result<()> {
        let bytes = files::read(path, files::RESULT_BYTES)?;
        known.add(path, read(&bytes, header).with_context(|| path.display().to_string())?.runs)
    }

    /// Appends a run as one complete write, so that a killed sweep loses only unfinished runs.
    pub fn add(&mut self, run: &Run) -> Result<()> {
        let line = sealed::line(run)?;
        self.file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

impl SweepFile {
    /// Puts the runs of a finished sweep in its order, after those of other points or seeds. The file is replaced by a
    /// sorted one at once: a process that is killed meanwhile leaves the one or the other.
    pub fn sort(self, places: &Places) -> Result<()> {
        let failed = || format!("cannot write {}", self.path.display());
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0)).with_context(failed)?;
        let mut reader = BufReader::new(file);
        let mut lines = Vec::new();
        let (mut line, mut start) = (Vec::new(), 0_u64);
        while reader.read_until(b'\n', &mut line).with_context(failed)? > 0 {
            let place = match serde_json::from_slice::<Key>(&line) {
                // A header, or values.
                Err(_) => None,
                Ok(key) => Some(
                    places
                        .jobs(&key.set, key.seed, &key.lane)
                        .next()
                        .map(|job| (job.point, job.seed, job.lane)),
                ),
            };
            lines.push((place, start, line.len()));
            start += line.len() as u64;
            line.clear();
        }
        if lines.is_sorted_by_key(|(place, ..)| *place) {
            return Ok(());
        }
        lines.sort_by_key(|(place, ..)| *place);
        let path = fs::canonicalize(&self.path).with_context(failed)?;
        let mut sorted = path.clone().into_os_string();
        sorted.push(".sorting");
        let mut out = BufWriter::new(File::create(&sorted).with_context(failed)?);
        for (_, start, length) in lines {
            line.resize(length, 0);
            file.seek(SeekFrom::Start(start)).with_context(failed)?;
            file.read_exact(&mut line).with_context(failed)?;
            out.write_all(&line).with_context(failed)?;
        }
        out.flush().with_context(failed)?;
        drop(out);
        fs::rename(&sorted, &path).with_context(failed)
    }
}

fn read(bytes: &[u8], expected: &Header) -> Result<Content> {
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let Some(first) = lines.next() else {
        // An incomplete header or an empty file is ours; anything else is not overwritten.
        let is_ours = bytes.starts_with(MARK) || MARK.starts_with(bytes);
        return if is_ours {
            Ok(Content { runs: Vec::new(), named: Named::new(), whole: 0 })
        } else {
            bail!("it is not the output of a sweep")
        };
    };
    let Ok(found) = serde_json::from_slice::<Header>(first) else { bail!("it is not the output of a sweep") };
    expected.accept(&found)?;
    // Files of the first versions had none. But their runs are of other engines, which are not accepted.
    let has_checksum = |line: &[u8], number: usize| match sealed::check(line) {
        Ok(true) => Ok(()),
        Ok(false) => bail!("line {number} has no checksum: it was changed after it was written"),
        Err(error) => Err(error.context(format!("line {number}"))),
    };
    has_checksum(first, 1)?;
    let mut content = Content { runs: Vec::new(), named: Named::new(), whole: first.len() };
    for (index, line) in lines.enumerate() {
        let number = index + 2;
        has_checksum(line, number)?;
        let unreadable = || format!("line {number} cannot be read");
        if line.starts_with(NAMED) {
            let NamedLine { named } = serde_json::from_slice(line).with_context(unreadable)?;
            expected.accept_named(&named).with_context(|| format!("line {number}"))?;
            for (path, values) in named {
                content.named.entry(path).or_default().extend(values);
            }
        } else {
            let mut run: Run = serde_json::from_slice(line).with_context(unreadable)?;
            shorten(&mut run.set);
            content.runs.push(run);
        }
        content.whole += line.len();
    }
    Ok(content)
}

#[cfg(test)]
mod tests;
