//! Limits processor time: a command that takes long prints a note, and it ends at its limit.

use cpu_time::ProcessTime;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// After this processor time in seconds, a command without a limit prints a note.
const NOTICE_S: f64 = 120.0;
/// A second signal within this time is the first one again.
const SAME_SIGNAL: Duration = Duration::from_secs(1);
/// The interval between checks of the processor time.
const LOOK: Duration = Duration::from_millis(50);
/// The exit status of a command that reached its limit.
const ENDED: u8 = 3;
/// That of a command that was interrupted, as shells give it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// The limit of a command that runs something.
#[derive(Debug, clap::Args)]
pub struct ProcessorArgs {
    /// End after this many seconds of processor time, all processors together (exit code 3).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_cpu: Option<f64>,
}

/// Watches the command, and ends it after its limit of processor time, summed over all processors.
/// Without a limit it only prints a note on standard error.
pub fn limit(args: &ProcessorArgs) {
    watch(args.max_cpu);
}

fn watch(most_s: Option<f64>) {
    spawn(move || {
        let until_s = most_s.unwrap_or(NOTICE_S);
        while used_s() < until_s {
            sleep(LOOK);
        }
        match most_s {
            Some(most_s) => end(most_s, "A sweep keeps its finished runs in the file of --out."),
            None => crate::output::note(&format!(
                "this takes long: {NOTICE_S} s of processor time so far. --max-cpu SECONDS sets a limit"
            )),
        }
    });
}

fn used_s() -> f64 {
    ProcessTime::now().as_duration().as_secs_f64()
}

/// Ends the command at its limit.
fn end(most_s: f64, what: &str) -> ! {
    crate::output::say(&format!(
        "the limit of {most_s} s of processor time (--max-cpu) is reached: stopped before the end. {what}"
    ));
    exit(i32::from(ENDED));
}

/// The limit of a command that prints what is finished when the limit is reached, or when it is interrupted.
pub struct Limit {
    most_s: Option<f64>,
    interrupted: Arc<AtomicBool>,
}

impl Limit {
    /// The limit of these arguments.
    pub fn of(args: &ProcessorArgs) -> Limit {
        if args.max_cpu.is_none() {
            watch(None);
        }
        Limit { most_s: args.max_cpu, interrupted: Arc::default() }
    }

    /// The same; it is also reached by Ctrl-C or a request to terminate. The second one ends the command at once.
    pub fn interruptible(self) -> Limit {
        let interrupted = self.interrupted.clone();
        let first = OnceLock::new();
        let set = ctrlc::set_handler(move || {
            // `timeout` and npm send on the signal that the whole group already has.
            let first: &Instant = first.get_or_init(Instant::now);
            if !interrupted.swap(true, Ordering::Relaxed) {
                crate::output::say("stopping: what is finished is printed. Once more ends at once.");
            } else if first.elapsed() >= SAME_SIGNAL {
                exit(INTERRUPTED);
            }
        });
        if set.is_err() {
            crate::output::note("Ctrl-C ends this without printing what is finished");
        }
        self
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Whether the command may still run something.
    pub fn holds(&self) -> bool {
        !self.is_interrupted() && self.most_s.is_none_or(|most_s| used_s() < most_s)
    }

    /// Whether this part of it is used.
    pub fn is_past(&self, part: f64) -> bool {
        self.most_s.is_some_and(|most_s| used_s() >= part * most_s)
    }

    /// Ends the command, if the limit is reached, with `what` is left.
    pub fn end(&self, what: &str) {
        if self.is_interrupted() {
            crate::output::say(&format!("stopped before the end. {what}"));
            exit(INTERRUPTED);
        }
        if let Some(most_s) = self.most_s {
            end(most_s, what);
        }
    }
}

/// Reads a positive number of seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("a number of seconds above 0 is allowed, such as 60 or 0.5".to_owned()),
    }
}
