//! Repeated output of `ss -tin`, with a time on each line (`ts`), or on a line before each output (`date`, `watch`).

use crate::clock::{Clock, Stamp, stamp_of};
use crate::content::Content;
use crate::pattern;
use crate::samples::Samples;
use crate::types::{ACKED_BYTES, FLIGHT_PACKETS, NOTHING, RETRANSMITTED, RTT_S, Read, Refusal, Told};
use std::collections::BTreeMap;

/// The details of a connection: words of options, and names with values.
const DETAILS: [&str; 13] = [
    "cwnd",
    "wscale",
    "rto",
    "mss",
    "rtt",
    "ino",
    "sk",
    "skmem",
    "timer",
    "users",
    "bytes_acked",
    "lastsnd",
    "ato",
];

pub(crate) fn claims(content: &Content) -> bool {
    pattern!(r"\bcwnd:\d").is_match(content.head())
}

/// Both addresses of a line with the state (absent if ss was asked for one state) and the queues.
fn connection_of(line: &str) -> Option<String> {
    let mut words = line.split_whitespace().peekable();
    words.next_if(|word| *word == "tcp");
    words.next_if(|word| {
        word.starts_with(|sign: char| sign.is_ascii_uppercase())
            && word.len() > 1
            && word.bytes().all(|sign| matches!(sign, b'A'..=b'Z' | b'0'..=b'9' | b'-'))
    });
    let is_number = |word: &str| word.bytes().all(|sign| sign.is_ascii_digit());
    let is_end = |word: &str| {
        let Some((host, port)) = word.rsplit_once(':') else { return false };
        let is_name = port.starts_with(|sign: char| sign.is_ascii_lowercase());
        !host.is_empty() && !port.is_empty() && (port == "*" || is_name || is_number(port))
    };
    let queues = [words.next()?, words.next()?];
    let (from, to) = (words.next()?, words.next()?);
    (queues.into_iter().all(is_number) && is_end(from) && is_end(to)).then(|| format!("{from} → {to}"))
}

fn is_header(line: &str) -> bool {
    pattern!(r"^\s*(?:Netid\s+)?(?:State\s+)?Recv-Q\s+Send-Q\b").is_match(line)
}

fn is_detail(word: &str) -> bool {
    DETAILS.iter().chain(&["backoff"]).any(|name| word.len() > name.len() && word.starts_with(name))
}

/// The window of a line, and what stands beside it; ss leaves out what is zero.
fn window_of(line: &str) -> Option<(f64, Told)> {
    let number = |text: &str| text.replace(',', ".").parse::<f64>().ok();
    let mut window = None;
    let mut told = NOTHING;
    (told[FLIGHT_PACKETS], told[RETRANSMITTED]) = (0.0, 0.0);
    for (name, value) in line.split_whitespace().filter_map(|word| word.split_once(':')) {
        let (of, found) = match name {
            "cwnd" if value.bytes().all(|sign| sign.is_ascii_digit()) => {
                window = window.or_else(|| number(value));
                continue;
            }
            "rtt" => (RTT_S, value.split_once('/').and_then(|(rtt, _)| number(rtt)).map(|ms| ms / 1000.0)),
            "unacked" => (FLIGHT_PACKETS, number(value)),
            "bytes_acked" => (ACKED_BYTES, number(value)),
            "retrans" => (RETRANSMITTED, value.split_once('/').and_then(|(_, all)| number(all))),
            _ => continue,
        };
        told[of] = found.unwrap_or(told[of]);
    }
    window.map(|window| (window, told))
}

/// `Every 0.1s: ss -tin    host: Tue Mar  5 10:11:12 2024` of `watch`: its interval, and the time.
fn watched(line: &str) -> Option<(f64, Stamp<'_>)> {
    let found =
        pattern!(r"^Every ([\d.,]+)s: .*?: ((?:[A-Z][a-z]{2},? )?.*\d\d:\d\d:\d\d.*)$").captures(line)?;
    Some((found[1].replace(',', ".").parse().ok()?, stamp_of(found.get(2)?.as_str())?))
}

pub(crate) fn read(content: &Content) -> Read {
    let mut samples = Samples::default();
    let mut clock = Clock::default();
    let mut now_s: Option<f64> = None;
    let mut connection: Option<String> = None;
    // The connections of the current poll without a line of their own.
    let mut nameless = 0;
    // The number of the stamp before the last sample of each connection.
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    let mut stamps = 0;
    let mut watch: Option<(f64, f64)> = None;
    for (index, line) in content.lines() {
        if line.trim().is_empty() || is_header(line) {
            continue;
        }
        if let Some((interval_s, stamp)) = watched(line) {
            let second_s = clock.time_s(&stamp);
            // Several polls are of one second, which is all that `watch` tells.
            now_s = Some(match (watch, now_s) {
                (Some((before_s, _)), Some(now_s)) if before_s == second_s => {
                    (now_s + interval_s).min(second_s + 0.999)
                }
                _ => second_s,
            });
            watch = Some((second_s, interval_s));
            (stamps, connection, nameless) = (stamps + 1, None, 0);
            continue;
        }
        let mut rest = line;
        // The queues' sizes look like a time, so a connection is looked for first.
        let mut found = connection_of(line);
        if found.is_none() {
            if let Some(stamp) = stamp_of(line) {
                if stamp.time_s.is_nan() {
                    let expected = "a time in seconds, or since 1970 in s, ms, µs or ns";
                    return Err(Refusal::line(index, expected, line.trim()));
                }
                stamps += 1;
                now_s = Some(clock.time_s(&stamp));
                rest = stamp.rest;
                if rest.trim().is_empty() || is_header(rest) {
                    (connection, nameless) = (None, 0);
                    continue;
                }
                found = connection_of(rest);
            } else if line.starts_with('#') {
                continue;
            }
        }
        let has_connection = found.is_some();
        connection = found.or(connection);
        let Some((window, beside)) = window_of(rest) else {
            if !has_connection && !rest.split_whitespace().any(is_detail) {
                return Err(Refusal::line(index, "a line of ss", line.trim()));
            }
            continue;
        };
        // A listening socket sends nothing, and several may share a port (SO_REUSEPORT).
        if connection.as_ref().is_some_and(|name| name.ends_with(":*")) {
            connection = None;
            continue;
        }
        let Some(time_s) = now_s else {
            let expected = "a time in seconds before each poll (date +%s.%N)";
            return Err(Refusal::line(index, expected, line.trim()));
        };
        nameless += usize::from(connection.is_none());
        if connection.is_none() && nameless > 1 {
            return Err(Refusal::new(format!(
                "Line {}: a second cwnd in one poll, without the line of its connection. Keep both lines of each connection.",
                index + 1
            )));
        }
        let name = connection.take().unwrap_or_default();
        if told.get(&name) == Some(&stamps) {
            return Err(Refusal::new(format!(
                "Line {}: a second window of one connection without a new time. Put a time before each poll.",
                index + 1
            )));
        }
        samples.add(&name, time_s, window, || format!("Line {}", index + 1), beside)?;
        told.insert(name, stamps);
    }
    samples.opened("polls of ss", |_, _| None)
}
