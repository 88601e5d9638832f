//! The output file of a sweep: a header line with the scenario and the engine, then one line of
//! JSON per finished run. Each line ends with its checksum.
//!
//! A line counts only if its line break is present. A file that was cut at any place therefore
//! holds complete runs and possibly an incomplete line, which is removed.

use crate::{files, sealed};
use ackscope_lab::provenance::{Provenance, scenario_hash};
use ackscope_lab::sweep::Run;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The version of this file format. The first version did not name the engine, the second had no
/// checksums.
const VERSION: u32 = 3;
/// The first bytes of every header.
const MARK: &[u8] = b"{\"ackscope_sweep\":";

/// The header line. A resumed sweep must have the same scenario and engine; its points and seeds
/// may differ.
#[derive(Serialize, Deserialize)]
pub struct Header {
    ackscope_sweep: u32,
    /// Absent in the first version of the format.
    #[serde(flatten)]
    provenance: Option<Provenance>,
    scenario: Value,
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
    /// The number of bytes in complete lines.
    whole: usize,
}

impl Header {
    /// The header of a sweep of `scenario` by this engine.
    pub fn new(provenance: &Provenance, scenario: &Value) -> Header {
        Header { ackscope_sweep: VERSION, provenance: Some(provenance.clone()), scenario: scenario.clone() }
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
        let Content { runs, whole } = read(&bytes, header).with_context(|| path.display().to_string())?;
        file.set_len(whole as u64).with_context(failed)?;
        if whole == 0 {
            file.write_all(header.line()?.as_bytes()).with_context(failed)?;
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

fn read(bytes: &[u8], expected: &Header) -> Result<Content> {
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let Some(first) = lines.next() else {
        // An incomplete header or an empty file is ours; anything else is not overwritten.
        let is_ours = bytes.starts_with(MARK) || MARK.starts_with(bytes);
        return if is_ours {
            Ok(Content { runs: Vec::new(), whole: 0 })
        } else {
            bail!("it is not the output of a sweep")
        };
    };
    let is_sealed = match serde_json::from_slice::<Header>(first) {
        Ok(found) => {
            let is_sealed = sealed::check(first).context("line 1")?;
            if found.ackscope_sweep >= VERSION && !is_sealed {
                bail!("line 1 has no checksum");
            }
            expected.accept(&found)?;
            is_sealed
        }
        Err(_) => bail!("it is not the output of a sweep"),
    };
    let mut content = Content { runs: Vec::new(), whole: first.len() };
    for (index, line) in lines.enumerate() {
        let number = index + 2;
        if !sealed::check(line).with_context(|| format!("line {number}"))? && is_sealed {
            bail!("line {number} has no checksum: it was changed after it was written");
        }
        let run = serde_json::from_slice(line).with_context(|| format!("line {number} cannot be read"))?;
        content.runs.push(run);
        content.whole += line.len();
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_lab::sweep::{Axis, Sweep, grid};
    use serde_json::json;
    use std::fs;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("ackscope-sweep-file-{}-{name}", std::process::id());
            Scratch(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    /// A header and two runs; the lane's label has characters of several bytes.
    fn sweep() -> (Header, Vec<Run>) {
        let scenario = json!({ "version": 1, "duration": 0.2, "hops": [{ "rate": "1Mbps", "delay": "1ms" }],
            "flows": [{ "name": "α", "algorithm": "newreno" , "rtt": "50ms", "compared": true }],
            "compare": [{ "label": "größer 漢😀", "algorithm": "newreno" }] });
        let points = grid(&[Axis::read("hops.0.rate=1Mbps,2Mbps").unwrap()]).unwrap();
        let sweep = Sweep::new(&scenario, points, 1).unwrap();
        let runs = sweep.jobs().map(|job| sweep.run(&job).unwrap()).collect();
        (Header::new(sweep.provenance(), &scenario), runs)
    }

    fn text(header: &Header, runs: &[Run]) -> String {
        let lines = runs.iter().map(|run| sealed::line(run).unwrap());
        core::iter::once(header.line().unwrap()).chain(lines).collect()
    }

    #[test]
    fn a_file_that_was_cut_at_any_byte_holds_the_runs_before() {
        let (header, runs) = sweep();
        let whole = text(&header, &runs);
        let ends: Vec<usize> = (0..=runs.len()).map(|count| text(&header, &runs[..count]).len()).collect();
        assert!(
            !whole.is_char_boundary(whole.find('漢').unwrap() + 1),
            "cuts inside of characters are among them"
        );
        for cut in 0..=whole.len() {
            let content =
                read(&whole.as_bytes()[..cut], &header).unwrap_or_else(|error| panic!("{cut}: {error:#}"));
            let done = ends.iter().rposition(|&end| end <= cut);
            assert_eq!(content.whole, done.map_or(0, |done| ends[done]), "at {cut}");
            assert_eq!(content.runs, runs[..done.unwrap_or(0)], "at {cut}");
        }
    }

    #[test]
    fn a_cut_file_goes_on_to_the_same_bytes() {
        let (header, runs) = sweep();
        let whole = text(&header, &runs);
        let inside = whole.rfind('漢').unwrap() + 1;
        for cut in [0, 5, 30, ends_of_first_line(&whole), inside, whole.len() - 1, whole.len()] {
            let scratch = Scratch::new(&format!("cut-{cut}"));
            fs::write(&scratch.0, &whole.as_bytes()[..cut]).unwrap();
            let mut known = Known::default();
            let mut file = SweepFile::open(&scratch.0, &header, true, &mut known).unwrap();
            for run in runs.iter().filter(|run| !known.0.contains_key(&run.key())) {
                file.add(run).unwrap();
            }
            assert_eq!(fs::read_to_string(&scratch.0).unwrap(), whole, "cut at {cut}");
        }
    }

    fn ends_of_first_line(text: &str) -> usize {
        text.find('\n').unwrap() + 1
    }

    #[test]
    fn only_one_sweep_writes_a_file() {
        let (header, runs) = sweep();
        let scratch = Scratch::new("two-writers");
        let mut known = Known::default();
        let mut first = SweepFile::open(&scratch.0, &header, false, &mut known).unwrap();
        for resume in [false, true] {
            assert!(SweepFile::open(&scratch.0, &header, resume, &mut known).is_err());
        }
        first.add(&runs[0]).unwrap();
        drop(first);
        SweepFile::open(&scratch.0, &header, true, &mut known).unwrap();
        assert_eq!(known.into_runs().into_values().collect::<Vec<_>>(), runs[..1], "nothing was lost");
    }

    #[test]
    fn runs_of_another_engine_or_scenario_are_refused_by_name() {
        let (header, runs) = sweep();
        let refused = |found: Header| {
            let scratch = Scratch::new("another");
            fs::write(&scratch.0, text(&found, &runs)).unwrap();
            let before = fs::read(&scratch.0).unwrap();
            let error =
                SweepFile::open(&scratch.0, &header, true, &mut Known::default()).map(|_| ()).unwrap_err();
            assert_eq!(fs::read(&scratch.0).unwrap(), before, "it stays as it was");
            format!("{error:#}")
        };
        let mut other = Header::new(header.provenance.as_ref().unwrap(), &header.scenario);
        other.provenance.as_mut().unwrap().engine.version = "0.0.9".to_owned();
        let message = refused(other);
        assert!(message.contains("0.0.9") && message.contains(env!("CARGO_PKG_VERSION")), "{message}");
        let mut other = Header::new(header.provenance.as_ref().unwrap(), &header.scenario);
        other.provenance.as_mut().unwrap().scenario_hash = "0123".to_owned();
        assert!(refused(other).contains("another scenario (0123"));
        let first = Header { ackscope_sweep: 1, provenance: None, scenario: header.scenario.clone() };
        assert!(refused(first).contains("earlier Ackscope"));
    }

    #[test]
    fn a_file_that_is_no_sweep_is_left_alone() {
        let (header, _) = sweep();
        for text in ["notes", "{}\n", "\n", "{\"ackscope\": 1}"] {
            let scratch = Scratch::new("notes");
            fs::write(&scratch.0, text).unwrap();
            assert!(SweepFile::open(&scratch.0, &header, true, &mut Known::default()).is_err(), "{text:?}");
            assert_eq!(fs::read_to_string(&scratch.0).unwrap(), text);
        }
    }

    /// One to three changed bytes anywhere: numbers, labels, keys, the header.
    #[test]
    fn a_changed_line_is_refused_by_its_number() {
        let (header, runs) = sweep();
        let whole = text(&header, &runs);
        let mut state = 7_u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for case in 0..2000 {
            let mut changed = whole.clone().into_bytes();
            for _ in 0..=case % 3 {
                let place = next(changed.len());
                // A digit becomes another one, so that the line stays valid where it can.
                let other = if changed[place].is_ascii_digit() {
                    b'0' + next(10) as u8
                } else {
                    b' ' + next(90) as u8
                };
                if changed[place] != b'\n' {
                    changed[place] = other;
                }
            }
            if changed == whole.as_bytes() {
                continue;
            }
            let first = changed.iter().zip(whole.as_bytes()).position(|(a, b)| a != b).unwrap();
            let line = whole.as_bytes()[..first].iter().filter(|byte| **byte == b'\n').count() + 1;
            let error = read(&changed, &header).map(|_| ()).expect_err("refused");
            let message = format!("{error:#}");
            assert!(line == 1 || message.contains(&format!("line {line}")), "{line}: {message}");
        }
    }

    #[test]
    fn two_results_of_one_run_are_refused_with_both_places() {
        let (_, runs) = sweep();
        let mut other = runs.clone();
        other[1].report.engine.events += 1;
        let mut known = Known::default();
        known.add(Path::new("a"), runs.clone()).unwrap();
        known.add(Path::new("b"), runs[..1].to_vec()).expect("the same run counts once");
        let message = known.add(Path::new("c"), other).unwrap_err().to_string();
        assert!(message.contains("c, line 3") && message.contains("a, line 3"), "{message}");
    }

    #[test]
    fn a_changed_scenario_under_its_old_hash_is_refused_and_files_of_the_last_version_are_read() {
        let (header, runs) = sweep();
        let mut changed = Header::new(header.provenance.as_ref().unwrap(), &header.scenario);
        changed.scenario["duration"] = json!(0.3);
        let error = read(text(&changed, &runs).as_bytes(), &header).map(|_| ()).unwrap_err();
        assert!(format!("{error:#}").contains("its scenario was changed"), "{error:#}");
        let old = Header {
            ackscope_sweep: 2,
            ..Header::new(header.provenance.as_ref().unwrap(), &header.scenario)
        };
        let lines = runs.iter().map(|run| serde_json::to_string(run).unwrap());
        let plain: String = core::iter::once(serde_json::to_string(&old).unwrap())
            .chain(lines)
            .map(|line| line + "\n")
            .collect();
        assert_eq!(read(plain.as_bytes(), &header).unwrap().runs, runs);
    }
}
