//! The runs of `reproduce`. Each is done once, on any core, and stored in a file, so that a stopped
//! reproduction can continue.

use crate::processor::Limit;
use crate::{cost, files, sealed};
use ackscope_lab::experiments::runs::{Job, Plan, Record};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, create_dir_all};
use std::io::{IsTerminal, Read, Seek, SeekFrom, Write, stderr};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The file of finished runs in a reproduction's folder, with one JSON object per line.
const FILE: &str = "runs.jsonl";

/// Finished runs.
pub struct Runs {
    records: BTreeMap<String, Record>,
}

/// The time between two lines of progress in a file.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// The progress of the runs.
struct Progress {
    begun: Instant,
    /// When the last line of progress was written.
    told: Instant,
    done: f64,
    total: f64,
    finished: usize,
    runs: usize,
}

impl Runs {
    /// Does all jobs except those already stored in `folder`, as long as the limit allows.
    pub fn do_all(jobs: Vec<Job>, folder: Option<&Path>, limit: &Limit) -> Result<Runs> {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut known: Vec<Job> = Vec::new();
        for job in jobs {
            match places.get(&job.id) {
                Some(&place) => known[place].join(&job),
                None => {
                    places.insert(job.id.clone(), known.len());
                    known.push(job);
                }
            }
        }
        let kept = folder.map_or_else(|| Ok(BTreeMap::new()), read)?;
        let file = folder.map(open).transpose()?.map(Mutex::new);
        let (done, left): (Vec<Job>, Vec<Job>) =
            known.into_iter().partition(|job| kept.get(&job.id).is_some_and(|record| job.is_done_by(record)));
        let mut records: BTreeMap<String, Record> = done
            .into_iter()
            .filter_map(|job| kept.get(&job.id).map(|record| (job.id, record.clone())))
            .collect();
        let total = left.iter().map(|job| job.cost).sum();
        cost::say_bound(left.len(), total);
        let progress = Mutex::new(Progress::of(total, left.len()));
        let fresh: Result<Vec<Option<Record>>> = left
            .iter()
            .par_bridge()
            .map(|job| {
                // A run looks up only after its first slice, and a stopped command has thousands of them left.
                let done = if limit.holds() { job.run_while(&|| limit.holds()) } else { None };
                let Some(record) = done else { return Ok(None) };
                if let Some(file) = &file {
                    let line = sealed::line(&record)?;
                    let mut file = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    file.write_all(line.as_bytes()).context("cannot write a finished run")?;
                }
                progress.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).tell(job.cost);
                Ok(Some(record))
            })
            .collect();
        records.extend(fresh?.into_iter().flatten().map(|record| (record.id.clone(), record)));
        Ok(Runs { records })
    }

    /// Whether every run of a plan is finished.
    pub fn have(&self, plan: &Plan) -> bool {
        plan.jobs.iter().all(|job| self.records.contains_key(&job.id))
    }

    /// The records, by job id.
    pub fn records(&self) -> &BTreeMap<String, Record> {
        &self.records
    }
}

impl Progress {
    fn of(total: f64, runs: usize) -> Progress {
        let begun = Instant::now();
        Progress { begun, told: begun, done: 0.0, total, finished: 0, runs }
    }

    /// Shows progress and remaining time: a line that changes on a terminal; otherwise, in a file or for a program, a
    /// line each minute.
    fn tell(&mut self, cost: f64) {
        self.done += cost;
        self.finished += 1;
        let mut err = stderr();
        let is_terminal = err.is_terminal();
        if !is_terminal && self.told.elapsed() < BETWEEN_LINES {
            return;
        }
        self.told = Instant::now();
        let (start, end) = match (is_terminal, self.finished == self.runs) {
            (true, false) => ("\r", ""),
            (true, true) => ("\r", "\n"),
            (false, _) => ("", "\n"),
        };
        // A failure to show progress does not stop the runs.
        let _ = write!(err, "{start}{}  {end}", self.line(self.begun.elapsed().as_secs_f64()));
    }

    fn line(&self, elapsed_s: f64) -> String {
        let share = self.done / self.total;
        let left_s = elapsed_s * (1.0 - share) / share;
        let (percent, minutes) = (share * 100.0, (left_s / 60.0).floor());
        let (finished, runs) = (self.finished, self.runs);
        format!("{percent:5.1} %, {finished} of {runs} runs, {minutes:.0} min {:02.0} s left", left_s % 60.0)
    }
}

fn open(folder: &Path) -> Result<File> {
    create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join(FILE);
    let failed = || format!("cannot write {}", path.display());
    let mut file =
        OpenOptions::new().create(true).read(true).append(true).open(&path).with_context(failed)?;
    // The last line may be incomplete after a stop; the next record starts on a new line.
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(-1)).is_ok() {
        file.read_exact(&mut last).with_context(failed)?;
    }
    if last != [b'\n'] {
        file.write_all(b"\n").with_context(failed)?;
    }
    Ok(file)
}

/// The finished runs in a folder. A line that cannot be read is incomplete or of another version, and one
/// whose checksum is wrong was changed; their runs are done again.
fn read(folder: &Path) -> Result<BTreeMap<String, Record>> {
    let path = folder.join(FILE);
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    // Read as bytes: an incomplete line may end inside a character.
    let text = files::read(&path, files::RESULT_BYTES)?;
    let records = text
        .split(|&byte| byte == b'\n')
        .filter(|line| sealed::check(line).is_ok())
        .filter_map(|line| serde_json::from_slice::<Record>(line).ok());
    Ok(records.map(|record| (record.id.clone(), record)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quarter of the work in 30 s: the rest takes 90 s.
    #[test]
    fn progress_says_share_runs_and_the_time_that_is_left() {
        let mut progress = Progress::of(400.0, 10);
        progress.tell(40.0);
        progress.tell(60.0);
        assert_eq!(progress.line(30.0), " 25.0 %, 2 of 10 runs, 1 min 30 s left");
    }
}
