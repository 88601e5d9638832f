//! A folder of finished runs by what they ran: a sweep takes from it what another sweep has done.
//!
//! The name of an entry is a hash, and a hash may be that of something else. So an entry says what it is of, and is taken only
//! if that is what is asked for, word by word, and if its checksum is right. Anything else is run again and replaced.

use crate::{files, sealed};
use ackscope_lab::provenance::{EngineId, scenario_hash};
use ackscope_lab::report::LaneReport;
use ackscope_lab::sweep::{Job, Run, Sweep};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

const VERSION: u32 = 1;

/// A larger entry is neither written nor read.
const ENTRY_BYTES: u64 = 16 << 20;

/// What a run is of: all that its result depends on.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Of {
    ackscope_cache: u32,
    #[serde(flatten)]
    engine: EngineId,
    /// Without its title and its seed.
    scenario: Value,
    seed: u64,
    lane: usize,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    of: Of,
    report: LaneReport,
}

pub struct Cache {
    folder: PathBuf,
    taken: AtomicUsize,
    unusable: AtomicUsize,
    written: AtomicUsize,
}

impl Cache {
    pub fn new(folder: &Path) -> Result<Cache> {
        fs::create_dir_all(folder).with_context(|| format!("cannot write {}", folder.display()))?;
        let zero = AtomicUsize::default;
        Ok(Cache { folder: folder.to_owned(), taken: zero(), unusable: zero(), written: zero() })
    }

    /// What the run of `job` is of, and its place.
    fn place(&self, sweep: &Sweep, job: &Job) -> (Of, PathBuf) {
        let mut scenario = sweep.scenarios()[job.point].clone();
        if let Some(object) = scenario.as_object_mut() {
            object.remove("title");
            object.remove("seed");
        }
        let (engine, hash) = (EngineId::own(), scenario_hash(&scenario));
        let name = format!("{hash}-{}-{}-{}.json", job.seed, job.lane, engine.engine_fingerprint);
        let of = Of { ackscope_cache: VERSION, engine, scenario, seed: job.seed, lane: job.lane };
        (of, self.folder.join(name))
    }

    /// The run of `job` if the folder has it; it does it and keeps it otherwise.
    pub fn run(&self, sweep: &Sweep, job: &Job) -> Result<Run> {
        let (of, path) = self.place(sweep, job);
        let label = &sweep.lanes()[job.point][job.lane].label;
        if path.exists() {
            match read(&path, &of) {
                Some(report) if report.label == *label => {
                    self.taken.fetch_add(1, Ordering::Relaxed);
                    let (set, lane) = (sweep.points()[job.point].clone(), label.clone());
                    return Ok(Run { set, seed: job.seed, lane, report });
                }
                _ => self.unusable.fetch_add(1, Ordering::Relaxed),
            };
        }
        let run = sweep.run(job)?;
        self.keep(&path, Entry { of, report: run.report.clone() })
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(run)
    }

    /// A file appears as a whole: two sweeps may write into one folder.
    fn keep(&self, path: &Path, entry: Entry) -> Result<()> {
        let line = sealed::line(&entry)?;
        if line.len() as u64 <= ENTRY_BYTES {
            let number = self.written.fetch_add(1, Ordering::Relaxed);
            let part = path.with_extension(format!("{}-{number}.part", std::process::id()));
            fs::write(&part, line)?;
            fs::rename(&part, path)?;
        }
        Ok(())
    }

    /// What to say at the end.
    pub fn said(&self) -> Vec<String> {
        let folder = self.folder.display();
        let of = |count: &AtomicUsize, what: &str| match count.load(Ordering::Relaxed) {
            0 => None,
            count => Some(format!("{count} {what}")),
        };
        let taken = of(&self.taken, &format!("runs are from {folder}"));
        let unusable = "are broken or of something else: their runs were done again";
        taken.into_iter().chain(of(&self.unusable, &format!("entries of {folder} {unusable}"))).collect()
    }
}

/// The report of an entry that is whole and of the right thing.
fn read(path: &Path, of: &Of) -> Option<LaneReport> {
    files::refuse(path, &fs::metadata(path).ok()?).ok()?;
    let bytes = files::read_open(&mut File::open(path).ok()?, path, ENTRY_BYTES).ok()?;
    if !sealed::check(&bytes).ok()? {
        return None;
    }
    let entry: Entry = serde_json::from_slice(&bytes).ok()?;
    (entry.of == *of).then_some(entry.report)
}
