//! JSON in which each object with a window is a sample: tcp_info of the kernel as ndt7, tcp-info and others write it,
//! in one text or one a line.

use crate::content::Content;
use crate::json::Json;
use crate::samples::MAX_SAMPLES;
use crate::table::{Row, rows_of};
use crate::types::{Read, Refusal};
use std::collections::BTreeSet;

/// Lists in lists in lists: a measurement is not deeper.
const MAX_DEPTH: usize = 8;
/// Columns of a table: tcp_info has fewer than a hundred.
const MAX_NAMES: usize = 300;

/// `SndCwnd` as `snd_cwnd`, `MinRTT` as `min_rtt`.
fn snake(key: &str) -> String {
    let mut name = String::new();
    let mut before = 'A';
    for sign in key.chars() {
        if sign.is_uppercase() && before.is_lowercase() {
            name.push('_');
        }
        name.extend(sign.to_lowercase());
        before = sign;
    }
    name
}

fn is_window(key: &str) -> bool {
    matches!(snake(key).as_str(), "snd_cwnd" | "cwnd" | "congestion_window" | "cwnd_bytes" | "cwnd_packets")
}

/// An object with a window: the objects around it, the innermost first, and the lists that it is in.
struct Found<'a> {
    around: Vec<&'a Json<'a>>,
    place: String,
}

/// Finds the first `most` objects with a window.
fn collect<'a>(
    value: &'a Json<'a>,
    around: &[&'a Json<'a>],
    place: &str,
    (found, most): (&mut Vec<Found<'a>>, usize),
) {
    if around.len() >= MAX_DEPTH || found.len() >= most {
        return;
    }
    match value {
        Json::List(list) => list.iter().for_each(|one| collect(one, around, place, (found, most))),
        Json::Object(fields) => {
            let around: Vec<&Json> = std::iter::once(value).chain(around.iter().copied()).collect();
            if fields.iter().any(|(key, value)| is_window(key) && value.number().is_some()) {
                found.push(Found { around: around.clone(), place: place.to_owned() });
            }
            for (key, inner) in fields {
                match inner {
                    Json::List(_) => collect(inner, &around, &format!("{place} {key}"), (found, most)),
                    Json::Object(_) => collect(inner, &around, place, (found, most)),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// Those of a file: as many as are read, and one more.
fn found_in<'a>(documents: &'a [Json<'a>], most: usize) -> Vec<Found<'a>> {
    let mut found = Vec::new();
    documents.iter().for_each(|value| collect(value, &[], "", (&mut found, most)));
    found
}

pub(crate) fn claims(content: &Content) -> bool {
    !found_in(&content.documents().values, 1).is_empty()
}

pub(crate) fn read(content: &Content) -> Read {
    let documents = content.documents();
    if let Some((at, why)) = &documents.broken {
        let line = content.text[..*at].matches('\n').count() + 1;
        return Err(Refusal::new(format!("In or after line {line} it is no JSON: {why}.")));
    }
    let found = found_in(&documents.values, MAX_SAMPLES + 1);
    let mut keys: Vec<&str> = Vec::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for object in found.first().into_iter().flat_map(|first| &first.around) {
        let Json::Object(fields) = object else { continue };
        for (key, value) in fields.iter().filter(|(_, value)| !value.is_object() && value.list().is_empty()) {
            if keys.len() < MAX_NAMES && *value != Json::Null && known.insert(snake(key)) {
                keys.push(key);
            }
        }
    }
    // tcp_info of the kernel has its times in µs, its windows in packets.
    let is_info = keys.contains(&"SndCwnd") || keys.contains(&"snd_cwnd");
    let names: Vec<String> = (keys.iter().map(|key| snake(key)))
        .map(|name| match name.as_str() {
            "elapsed_time" | "rtt" | "srtt" if is_info => format!("{name}_us"),
            "snd_cwnd" if is_info => "cwnd_packets".to_owned(),
            _ => name,
        })
        .collect();
    let places: BTreeSet<&str> = found.iter().map(|one| &*one.place).collect();
    let rows = found.iter().enumerate().map(|(index, one)| {
        let cell = |key: &&str| {
            one.around
                .iter()
                .find(|object| object.has(key))
                .map_or_else(String::new, |object| object.get(key).word())
                .into()
        };
        Row {
            fields: keys.iter().map(cell).collect(),
            name: if places.len() > 1 { one.place.trim().to_owned() } else { String::new() },
            line: index,
        }
    });
    rows_of("JSON of tcp_info", "Sample", &names, rows.collect())
}
