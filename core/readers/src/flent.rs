//! A data file of flent: JSON with one time axis, and windows of the kernel (`…::tcp_cwnd`).

use crate::content::Content;
use crate::json::Json;
use crate::samples::Samples;
use crate::types::{NOTHING, RTT_S, Read, Refusal};
use std::collections::BTreeMap;

pub(crate) fn claims(content: &Content) -> bool {
    content
        .json()
        .is_some_and(|file| file.get("results").is_object() && matches!(file.get("x_values"), Json::List(_)))
}

pub(crate) fn read(content: &Content) -> Read {
    let file = content.json().unwrap_or(&Json::Null);
    let times = file.get("x_values").list();
    let Json::Object(results) = file.get("results") else { return Err(content.unknown("")) };
    let series: BTreeMap<&str, &Json> = results.iter().map(|(name, values)| (&**name, values)).collect();
    let mut samples = Samples::default();
    for (name, values) in results {
        let Some(stem) = name
            .len()
            .checked_sub(4)
            .filter(|at| name.get(*at..).is_some_and(|end| end.eq_ignore_ascii_case("cwnd")))
        else {
            continue;
        };
        if values.list().len() != times.len() {
            return Err(Refusal::new(format!(
                "The series “{name}” does not have {} values, one for each x_value.",
                times.len()
            )));
        }
        let rtts = series.get(format!("{}rtt", &name[..stem]).as_str()).map_or(&[][..], |rtts| rtts.list());
        let socket = name.rsplit_once("::").map_or(&**name, |(socket, _)| socket);
        for (index, value) in values.list().iter().enumerate() {
            // Nothing was measured at this instant.
            if *value == Json::Null {
                continue;
            }
            // Only a number of JSON: an empty text is not zero.
            let number = |value: &Json| value.number().unwrap_or(f64::NAN);
            let mut told = NOTHING;
            // The kernel's smoothed RTT, in ms.
            told[RTT_S] = rtts.get(index).map_or(f64::NAN, number) / 1000.0;
            let at = || format!("Value {} of {name}", index + 1);
            samples.add(socket, number(&times[index]), number(value), at, told)?;
        }
    }
    if samples.is_empty() {
        return Err(Refusal::new(
            "It is a data file of flent without tcp_cwnd: run flent with --socket-stats.",
        ));
    }
    samples.opened("a data file of flent", |_, _| None)
}
