//! Limits processor time: a command that takes long prints a note, and it ends at its limit.

use crate::args::ProcessorArgs;
use cpu_time::ProcessTime;
use std::process::exit;
use std::thread::{sleep, spawn};
use std::time::Duration;

/// After this processor time in seconds, a command without a limit prints a note.
const NOTICE_S: f64 = 120.0;
/// The interval between checks of the processor time.
const LOOK: Duration = Duration::from_millis(50);
/// The exit status of a command that reached its limit.
const ENDED: u8 = 3;

/// Watches the command, and ends it after its limit of processor time, summed over all processors.
/// Without a limit it only prints a note on standard error.
pub fn limit(args: &ProcessorArgs) {
    let most_s = args.max_cpu;
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

/// Reads a positive number of seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("a number of seconds above 0 is allowed, such as 60 or 0.5".to_owned()),
    }
}
