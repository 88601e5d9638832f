//! How long the processors may work: a command that takes long says so, and ends at
//! the limit that it was given.

use cpu_time::ProcessTime;
use std::process::exit;
use std::thread::{sleep, spawn};
use std::time::Duration;

/// After this many seconds of processor time a command without a limit says that there is one.
const NOTICE_S: f64 = 120.0;
/// How often the time is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// What a shell sees of a command that was ended.
const ENDED: u8 = 3;

/// Watches over the command: ends it after `most_s` seconds of processor time, of all processors
/// together. Without a limit, only says on standard error that it takes long.
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

/// A number of seconds above zero.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("a number of seconds above 0 is allowed, such as 60 or 0.5".to_owned()),
    }
}
