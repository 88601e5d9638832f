//! qlog, from draft-00 to the current draft: one JSON text, or a sequence of texts (RFC 7464 or one a line). The window
//! is `congestion_window` (or `cwnd`, or `current_cwnd`) in the events `metrics_updated` (or `metric_update`), in bytes.

use crate::content::{Content, Documents, RECORD};
use crate::json::Json;
use crate::samples::Samples;
use crate::segment::{Sizes, common, segment_of_bytes, told as size};
use crate::types::{FLIGHT_BYTES, NOTHING, RETRANSMITTED, RTT_S, Read, Refusal, SegmentSize, Told};
use std::collections::BTreeMap;

/// A trace: one vantage point, and its events.
struct Trace<'a> {
    about: &'a Json<'a>,
    events: &'a [Json<'a>],
}

/// Where each time counts from the event before.
const DELTAS: [&str; 2] = ["delta", "relative_to_previous_event"];
/// picoquic and aioquic say `cwnd`, mvfst `current_cwnd`.
const WINDOWS: [&str; 3] = ["congestion_window", "cwnd", "current_cwnd"];
/// No packet of QUIC is smaller as soon as data flow (RFC 9000 §14).
const MIN_BYTES: f64 = 1200.0;
/// The largest datagram over Ethernet, over IPv4.
const LARGEST_BYTES: f64 = 1472.0;
/// Sizes of common senders, the likeliest first.
const COMMON: [u64; 6] = [1200, 1252, 1280, 1350, 1440, 1452];

fn is_head(value: &Json) -> bool {
    value.has("qlog_version") || value.get("file_schema").text().contains("qlog")
}

pub(crate) fn claims(content: &Content) -> bool {
    content.begins_with('{') && content.documents().values.first().is_some_and(is_head)
}

/// The traces of one text, or of a sequence; whether its last text was cut, which is left out (RFC 7464 §2.3).
fn traces_of<'a>(content: &Content, documents: &'a Documents<'a>) -> Result<(Vec<Trace<'a>>, bool), Refusal> {
    let (head, events) = documents.values.split_first().ok_or_else(|| content.unknown(""))?;
    if let Json::List(traces) = head.get("traces") {
        let traces = traces.iter().map(|about| Trace { about, events: about.get("events").list() });
        return Ok((traces.collect(), false));
    }
    let was_cut = match documents.broken {
        None => false,
        Some((at, _)) => {
            let rest = content.text[at..].trim_start_matches(['\n', RECORD, ' ']);
            if rest.trim_end().contains(['\n', RECORD]) {
                let record = documents.values.len() + 1;
                return Err(Refusal::new(format!(
                    "Record {record} of the qlog is no JSON text: the file is damaged."
                )));
            }
            true
        }
    };
    Ok((vec![Trace { about: head.get("trace"), events }], was_cut))
}

struct Event<'a> {
    time: f64,
    name: &'a str,
    group: String,
    data: &'a Json<'a>,
}

/// An event: an object, or in old drafts a list whose columns are named by `event_fields`.
fn event_of<'a>(record: &'a Json<'a>, fields: &[&str]) -> Option<Event<'a>> {
    let field = |name: &str| match record {
        Json::List(cells) => fields.iter().position(|field| *field == name).and_then(|at| cells.get(at)),
        _ => Some(record.get(name)).filter(|_| record.has(name)),
    };
    // Old drafts tell numbers as texts.
    let time = match ["time", "relative_time", "delta_time"].into_iter().find_map(field)? {
        Json::Text(text) if text.bytes().all(|sign| matches!(sign, b'0'..=b'9' | b'.' | b'-')) => {
            text.parse().ok()?
        }
        other => other.number()?,
    };
    let names = ["name", "event", "event_type"].into_iter().filter_map(field);
    let name = names.map(Json::text).find(|name| !name.is_empty())?;
    // A path of multipath QUIC has a window of its own.
    let groups = [field("group_id"), field("path").or_else(|| field("path_id"))];
    let groups: Vec<String> =
        groups.into_iter().flatten().map(Json::word).filter(|word| !word.is_empty()).collect();
    Some(Event { time, name, group: groups.join(", "), data: field("data").unwrap_or(&Json::Null) })
}

/// A name for each trace: two of one title are two curves.
fn titles_of(traces: &[Trace]) -> Vec<String> {
    let title = |(index, Trace { about, .. }): (usize, &Trace)| {
        let told = [about.get("title"), about.get("vantage_point").get("name")];
        let told = told.into_iter().map(Json::text).find(|text| !text.is_empty());
        let number = || if traces.len() > 1 { format!("trace {}", index + 1) } else { String::new() };
        told.map_or_else(number, str::to_owned)
    };
    let titles: Vec<String> = traces.iter().enumerate().map(title).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    titles.iter().for_each(|title| *counts.entry(title).or_default() += 1);
    let named = |(index, title): (usize, &String)| match counts[&**title] {
        1 => title.clone(),
        _ => format!("{title}, trace {}", index + 1),
    };
    titles.iter().enumerate().map(named).collect()
}

pub(crate) fn read(content: &Content) -> Read {
    let (traces, was_cut) = traces_of(content, content.documents())?;
    if let (Some((_, why)), false) = (&content.documents().broken, was_cut) {
        return Err(Refusal::new(format!("The qlog is damaged: {why}.")));
    }
    let mut samples = Samples::default();
    let mut segments: BTreeMap<String, SegmentSize> = BTreeMap::new();
    for (trace, title) in traces.iter().zip(titles_of(&traces)) {
        for (name, segment) in add_trace(&mut samples, trace, &title)? {
            segments.insert(name, segment);
        }
    }
    if samples.is_empty() {
        return Err(Refusal::new(
            "It is a qlog without a congestion window: it has no event metrics_updated with one.",
        ));
    }
    if was_cut {
        samples.warnings.push("The file was cut in its last event, which is left out.".to_owned());
    }
    samples.opened("qlog", |values, name| {
        let bytes = || {
            let guessed = segment_of_bytes(values, &COMMON);
            if guessed.bytes >= MIN_BYTES {
                guessed
            } else {
                size(MIN_BYTES, "the least of QUIC (RFC 9000 §14)")
            }
        };
        // QUIC starts with ten datagrams (RFC 9002 §7.2).
        let tenth = values.first().map_or(0.0, |first| first / 10.0);
        let first = (tenth.fract() == 0.0 && (MIN_BYTES..=LARGEST_BYTES).contains(&tenth))
            .then(|| size(tenth, "a tenth of the first window"));
        Some(segments.get(name).cloned().or(first).unwrap_or_else(bytes))
    })
}

/// Adds the windows of a trace, and returns the segment sizes that it tells.
fn add_trace(
    samples: &mut Samples,
    trace: &Trace,
    title: &str,
) -> Result<Vec<(String, SegmentSize)>, Refusal> {
    let about = trace.about;
    let unit = if about.get("configuration").get("time_units").text() == "us" { 1e-6 } else { 1e-3 };
    let fields: Vec<&str> = about.get("event_fields").list().iter().map(Json::text).collect();
    let format = about.get("common_fields").get("time_format").text();
    let is_delta = DELTAS.contains(&format) || fields.contains(&"delta_time");
    let mut sent = Sizes::new();
    let mut declared: [Option<f64>; 2] = [None; 2];
    let mut time = 0.0;
    let mut retransmitted = 0.0;
    let mut names: Vec<String> = Vec::new();
    // What the events of each group told last: they name only what changes.
    let mut last: BTreeMap<String, Told> = BTreeMap::new();
    for (at, record) in trace.events.iter().enumerate() {
        let event = event_of(record, &fields)
            .ok_or_else(|| Refusal::new(format!("Event {} of the qlog has no time or no name.", at + 1)))?;
        time = if is_delta { time + event.time } else { event.time };
        let data = event.data;
        if event.name.ends_with("packet_sent") {
            let header = data.get("header");
            let sizes = [data.get("raw").get("length"), header.get("packet_size"), data.get("packet_size")];
            let bytes = sizes
                .into_iter()
                .find_map(Json::number)
                .filter(|bytes| (0.0..65_536.0).contains(bytes))
                .unwrap_or(0.0);
            *sent.entry(bytes as u64).or_default() += 1;
        }
        // A lost packet's data are sent again.
        if event.name.ends_with("packet_lost") {
            retransmitted += 1.0;
        }
        for (known, key) in declared.iter_mut().zip(["max_datagram_size", "max_udp_payload_size"]) {
            *known = known.or(data.number_of(key)).filter(|bytes| (MIN_BYTES..10_000.0).contains(bytes));
        }
        let kind = event.name.rsplit([':', '_']).next().unwrap_or("");
        if !matches!(kind, "update" | "updated") || !event.name.contains("metric") {
            continue;
        }
        let told = last.entry(event.group.clone()).or_insert(NOTHING);
        if let Some(rtt) = data.number_of("smoothed_rtt") {
            told[RTT_S] = rtt * unit;
        }
        told[FLIGHT_BYTES] = data.number_of("bytes_in_flight").unwrap_or(told[FLIGHT_BYTES]);
        told[RETRANSMITTED] = retransmitted;
        let Some(window) = WINDOWS.into_iter().find_map(|key| data.number_of(key)) else { continue };
        let name =
            [title, &event.group].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        samples.add(&name, time * unit, window, || format!("Event {}", at + 1), *told)?;
        if names.last() != Some(&name) && !names.contains(&name) {
            names.push(name);
        }
    }
    // The receiving side sends small packets only.
    let packet = common(&sent).last().map(|bytes| *bytes as f64).filter(|bytes| *bytes >= MIN_BYTES);
    let told = (declared[0].map(|bytes| (bytes, "the file tells it (max_datagram_size)")))
        .or(packet.map(|bytes| (bytes, "the largest common packet of the file")))
        .or(declared[1].map(|bytes| (bytes, "the file tells it (max_udp_payload_size)")));
    let all = names.into_iter().filter_map(|name| Some((name, told?)));
    Ok(all.map(|(name, (bytes, from))| (name, size(bytes, from))).collect())
}
