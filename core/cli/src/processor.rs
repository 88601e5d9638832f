//! Limits processor time: a command that takes long prints a note, and it ends at its limit.

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

/// Watches the command, and ends it after `most_s` seconds of processor time, summed over all
/// processors. Without a limit it only prints a note on standard error.
pub fn limit(most_s: Option<f64>) {
    spawn(move || {
        let until_s = most_s.unwrap_or(NOTICE_S);
        while ProcessTime::now().as_duration().as_secs_f64() < until_s {
            sleep(LOOK);
        }
        match most_s {
            Some(most_s) => {
                eprintln!(
                    "ackscope: the limit of {most_s} s of processor time (--max-cpu) is reached: stopped before the end. The file of --out keeps \
                     its finished runs."
                );
                exit(i32::from(ENDED));
            }
            None => crate::output::note(&format!(
                "this takes long: {NOTICE_S} s of processor time so far. --max-cpu SECONDS sets a limit"
            )),
        }
    });
}

/// Reads a positive number of seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("a number of seconds above 0 is allowed, such as 60 or 0.5".to_owned()),
    }
}
