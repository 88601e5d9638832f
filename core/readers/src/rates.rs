//! Files that are not measured windows: scenarios, and rates of a link over time.

use crate::content::Content;
use crate::json::Json;
use crate::pattern;
use crate::types::{Opened, Rate, Read, Refusal};

/// The longest rate trace, as on the command line.
const MAX_BYTES: usize = 16_777_216;
/// 36 Gbit: an hour at 10 Mbit/s, which is more than a file of that size holds. More would hold the page for seconds.
const MAX_INSTANTS: usize = 3_000_000;
/// Steps of a rate: ten a second for hours.
const MAX_STEPS: usize = 200_000;

/// An experiment's file holds a scenario beside its question, notes and published numbers.
fn is_experiment(value: &Json) -> bool {
    !value.has("version") && value.get("scenario").is_object()
}

pub(crate) fn claims_scenario(content: &Content) -> bool {
    // A version of words is that of another program.
    content.json().is_some_and(|value| {
        is_experiment(value)
            || value.number_of("version").is_some()
            || (value.has("hops") || value.has("flows")) && value.is_object()
    })
}

pub(crate) fn read_scenario(content: &Content) -> Read {
    if !content.json().is_some_and(is_experiment) {
        return Ok(Opened::Scenario(content.text.to_owned()));
    }
    let damaged = |error: serde_json::Error| Refusal::new(format!("It is no scenario: {error}."));
    let mut file: serde_json::Value = serde_json::from_str(content.text).map_err(damaged)?;
    // Each has a name before its two ends.
    let measure: Vec<serde_json::Value> = file["windows"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|window| Some(window.as_array()?.iter().skip(1).cloned().collect()))
        .collect();
    if !measure.is_empty() {
        file["scenario"]["measure"] = measure.into();
    }
    Ok(Opened::Scenario(file["scenario"].to_string()))
}

pub(crate) fn claims_mahimahi(content: &Content) -> bool {
    pattern!(r"^\s*\d+[ \t]*(?:\n|$)").is_match(content.head())
}

/// A line per opportunity to send 1500 bytes, in milliseconds (mm-link(1)).
pub(crate) fn read_mahimahi(content: &Content) -> Read {
    if content.bytes.len() > MAX_BYTES {
        return Err(Refusal::new(format!(
            "A rate trace has at most {MAX_BYTES} bytes; this one has {}.",
            content.bytes.len()
        )));
    }
    let mut instants: Vec<u64> = Vec::new();
    for (index, line) in content.lines().map(|(index, line)| (index, line.trim())) {
        if line.is_empty() {
            continue;
        }
        let instant: u64 = (line.parse().ok())
            .filter(|instant| *instant < 1 << 53)
            .ok_or_else(|| Refusal::line(index, "whole milliseconds", line))?;
        if instants.last().is_some_and(|last| instant < *last) {
            return Err(Refusal::line(index, "a time that is not before that of the line above", line));
        }
        if instants.len() == MAX_INSTANTS {
            return Err(Refusal::new(format!(
                "It has more than {MAX_INSTANTS} instants, which is the most that is read."
            )));
        }
        instants.push(instant);
    }
    match instants.last() {
        Some(0) => {
            Err(Refusal::new("It is a rate trace whose last time is 0 ms; it must be after the start."))
        }
        _ => Ok(Opened::Rate(Rate::Opportunities(instants))),
    }
}

/// Samples of a rate, each from its time on until the next one. The first is the start.
pub(crate) fn steps(samples: impl IntoIterator<Item = (usize, f64, f64)>) -> Read {
    let mut steps: Vec<(f64, f64)> = Vec::new();
    let mut zero_s = None;
    for (line, time_s, rate_bps) in samples {
        if !(0.0..1e15).contains(&rate_bps) {
            return Err(Refusal::line(line, "a rate of 0 to 10^15 bit/s", &format!("{rate_bps} bit/s")));
        }
        let time_s = time_s - *zero_s.get_or_insert(time_s);
        match steps.last_mut() {
            Some((before_s, _)) if time_s < *before_s => {
                return Err(Refusal::line(
                    line,
                    "a time that is not before that of the line above",
                    &format!("{time_s} s"),
                ));
            }
            // Of one instant the last sample holds.
            Some(last) if time_s == last.0 => *last = (time_s, rate_bps),
            _ => steps.push((time_s, rate_bps)),
        }
        if steps.len() > MAX_STEPS {
            return Err(Refusal::new(format!(
                "It has more than {MAX_STEPS} rates, which is the most that is read."
            )));
        }
    }
    match steps.iter().any(|(_, rate_bps)| *rate_bps > 0.0) {
        true => Ok(Opened::Rate(Rate::Steps(steps))),
        false => Err(Refusal::new("It is a table with a rate, but no rate is above zero.")),
    }
}
