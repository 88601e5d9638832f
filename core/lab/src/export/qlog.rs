//! A flow's run as qlog: packets, the sender's state and its decisions, each at its own time.
//!
//! Two forms of one file. The draft's: draft-ietf-quic-qlog-main-schema-13, as one JSON text
//! (`QlogFile`) or as a JSON text sequence (`QlogFileSeq`, RFC 7464). And qlog 0.3
//! (draft-ietf-quic-qlog-main-schema-03 with the events of draft-ietf-quic-qlog-quic-events-02),
//! the newest that qvis opens.
//!
//! The draft's event schemas are about QUIC and HTTP/3, and its URNs are for RFCs; TCP has none. So
//! the draft's form has a schema of our own, [`EVENT_SCHEMA`], with one namespace, `ackscope`:
//! docs/command-line.md lists its events. Their fields are named as those of the QUIC events are
//! (draft-ietf-quic-qlog-quic-events-12).
//!
//! A packet number is never used twice: every transmission gets the next number, and an ACK names
//! the numbers of the transmissions whose segments it covers; a transmission is lost when its
//! segment is sent again.

use ackscope_engine::order::{ByNumber, sorted};
use ackscope_engine::rules;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{Replay, Simulation};
use ackscope_engine::trace::{
    Fate, PacketKindCode, PacketLink, PacketLog, PacketRecord, RuleId, SenderState,
};
use ackscope_engine::units::Time;

use super::Origin;
use crate::json::{number, write_json};

/// Names the events of the draft's form: absolute, with a month and the namespace in it, as the
/// draft asks of private schemas.
pub const EVENT_SCHEMA: &str = "https://github.com/ackscope/ackscope/112026/qlog/ackscope";

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The draft's, as one JSON text: `.qlog`.
    Json,
    /// The draft's, as a JSON text sequence: `.sqlog`.
    Sequence,
    /// qlog 0.3, for qvis.
    Qvis,
}

/// A file, and what it had no room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its text.
    pub text: String,
    /// What was left out, in words; the file says the same.
    pub left_out: Vec<String>,
}

/// The sender's access link, on its way out; and the one on which its ACKs come back.
const SOURCE_OUT: u32 = 0;
const SOURCE_IN: u32 = 3;

/// What happened. Of one instant the causes stand first: an ACK comes in, the sender decides, its
/// state is another, and it sends.
#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Received,
    Decided(String),
    Updated,
    Lost,
    Sent,
}

impl What {
    fn rank(&self) -> u32 {
        match self {
            What::Received => 0,
            What::Decided(_) => 1,
            What::Updated => 2,
            What::Lost => 3,
            What::Sent => 4,
        }
    }

    /// The name of such an event.
    fn name(&self, form: Form) -> String {
        let ours = form != Form::Qvis;
        let name = match self {
            What::Decided(rule) => return format!("ackscope:{rule}"),
            What::Received if ours => "ackscope:packet_received",
            What::Received => "transport:packet_received",
            What::Updated if ours => "ackscope:metrics_updated",
            What::Updated => "recovery:metrics_updated",
            What::Lost if ours => "ackscope:packet_lost",
            What::Lost => "recovery:packet_lost",
            What::Sent if ours => "ackscope:packet_sent",
            What::Sent => "transport:packet_sent",
        };
        name.to_owned()
    }
}

/// An event with its data as JSON; the order of equal times and ranks is the order in which they
/// were added. All is written as text at once: of values in between a page would load another
/// writer.
#[derive(Clone)]
struct Timed {
    time: Time,
    what: What,
    data: String,
}

/// The flow number `flow` between two instants of a run that has got that far, as the text of a
/// file.
///
/// The file holds single packets and sender states as far as a replay can keep them. It says what
/// is left out, and so does [`Written`]. `title_of` says what a rule is about: [`declared_title`]
/// where the program has its texts.
pub fn flow<'a>(
    simulation: &Simulation,
    flow: usize,
    (from, to): (Time, Time),
    origin: Origin,
    form: Form,
    title_of: impl Fn(RuleId) -> &'a str,
) -> Written {
    let mut replay = simulation.replay_sender(flow, from, to);
    replay.advance(u64::MAX);
    let setup = simulation.setup();
    let log = replay.packets();
    let mut left_out = Vec::new();
    let mut events = metrics(&replay, setup, flow, from, &mut left_out);
    if log.records.len() < log.cap {
        packets(log, setup, (flow, form), &mut events);
    } else {
        left_out.push(format!("all packets: there are more than {} in this time", log.cap));
    }
    decisions((simulation, &replay), flow, from, title_of, &mut events, &mut left_out);
    let events: Vec<String> = sorted(&events, |event| (event.time.nanos(), event.what.rank()))
        .into_iter()
        .map(|Timed { time, what, data }| {
            format!(
                r#"{{"time":{},"name":"{}","data":{data}}}"#,
                number(millis(time.secs())),
                what.name(form)
            )
        })
        .collect();
    Written { text: file(setup, flow, origin, form, &events, &left_out), left_out }
}

/// The file around the events.
fn file(
    setup: &Setup,
    flow: usize,
    origin: Origin,
    form: Form,
    events: &[String],
    left_out: &[String],
) -> String {
    let summary = match left_out {
        [] => "Every packet of the sender.".to_owned(),
        some => format!("Left out: {}.", some.join("; ")),
    };
    let description = format!("{summary} {}", origin.link);
    let description = write_json(&description.trim_end());
    let (title, name) = (write_json(&origin.title), write_json(&setup.flows[flow].name));
    let about = r#""TCP, simulated; packet numbers count transmissions.""#;
    let provenance = origin.provenance.map_or_else(
        || format!(r#"{{"version":"{}","seed":{}}}"#, ackscope_engine::VERSION, setup.seed),
        write_json,
    );
    let place =
        format!(r#""vantage_point":{{"name":"ackscope {}","type":"client"}}"#, ackscope_engine::VERSION);
    if form == Form::Qvis {
        let common = format!(
            r#"{{"time_format":"relative","reference_time":0,"protocol_type":["TCP"],"ODCID":"{flow:016x}","ackscope":{provenance}}}"#
        );
        let trace = format!(r#""title":{name},"description":{about},"common_fields":{common},{place}"#);
        return format!(
            r#"{{"qlog_version":"0.3","qlog_format":"JSON","title":{title},"description":{description},"traces":[{{{trace},"events":[{}]}}]}}"#,
            events.join(",")
        );
    }
    let clock =
        r#""time_format":"relative_to_epoch","reference_time":{"clock_type":"simulated","epoch":"unknown"}"#;
    let common = format!(r#"{{{clock},"group_id":{name},"ackscope":{provenance}}}"#);
    let schemas = format!(r#""event_schemas":["{EVENT_SCHEMA}"]"#);
    let trace = format!(r#""title":{name},"description":{about},"common_fields":{common},{place},{schemas}"#);
    if form == Form::Json {
        return format!(
            r#"{{"file_schema":"urn:ietf:params:qlog:file:contained","serialization_format":"application/qlog+json","title":{title},"description":{description},"traces":[{{{trace},"events":[{}]}}]}}"#,
            events.join(",")
        );
    }
    // RFC 7464: a record separator before each text, a line feed behind it.
    let head = format!(
        r#"{{"file_schema":"urn:ietf:params:qlog:file:sequential","serialization_format":"application/qlog+json-seq","title":{title},"description":{description},"trace":{{{trace}}}}}"#
    );
    core::iter::once(&head).chain(events).map(|text| format!("\u{1e}{text}\n")).collect()
}

/// The title that a rule declares.
pub fn declared_title(rule: RuleId) -> &'static str {
    rules()[usize::from(rule)].rule.title
}

fn millis(time_s: f64) -> f64 {
    // Nanoseconds are what there is; more digits would be noise of the conversion.
    (time_s * 1e9).round() / 1e6
}

/// Window, threshold, flight and round-trip time wherever one of them changed.
fn metrics(
    replay: &Replay,
    setup: &Setup,
    flow: usize,
    from: Time,
    left_out: &mut Vec<String>,
) -> Vec<Timed> {
    let Some(log) = replay.recorder().followed() else { return Vec::new() };
    if let (Some(last), 1..) = (log.states.last(), log.left_out) {
        left_out.push(format!("{} states of the sender, after {} s", log.left_out, number(last.time.secs())));
    }
    let bytes = f64::from(setup.flows[flow].packet_bytes);
    let mut least_rtt_s = f64::INFINITY;
    let mut known: [(&str, f64); 5] = [
        ("congestion_window", f64::NAN),
        ("ssthresh", f64::NAN),
        ("bytes_in_flight", f64::NAN),
        ("min_rtt", f64::NAN),
        ("latest_rtt", f64::NAN),
    ];
    let mut events = Vec::new();
    for &SenderState { time, cwnd, ssthresh, flight, rtt_s } in
        log.states.iter().filter(|state| state.time >= from)
    {
        least_rtt_s = least_rtt_s.min(rtt_s.unwrap_or(f64::INFINITY));
        let now = [
            (cwnd * bytes).round(),
            // An infinite threshold is none, and an RTT that is not known is left out.
            (ssthresh * bytes).round(),
            flight as f64 * bytes,
            millis(least_rtt_s),
            rtt_s.map_or(f64::NAN, millis),
        ];
        let mut changed = Vec::new();
        for ((name, before), now) in known.iter_mut().zip(now) {
            if now.is_finite() && now != *before {
                *before = now;
                changed.push(member(name, now));
            }
        }
        if !changed.is_empty() {
            events.push(Timed { time, what: What::Updated, data: object(changed.into_iter()) });
        }
    }
    events
}

fn member(name: &str, value: f64) -> String {
    format!(r#""{name}":{}"#, number(value))
}

fn object(members: impl Iterator<Item = String>) -> String {
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// What the sender sends, what comes back, and what it takes for lost.
fn packets(log: &PacketLog, setup: &Setup, (flow, form): (usize, Form), events: &mut Vec<Timed>) {
    let packet_bytes = u64::from(setup.flows[flow].packet_bytes);
    let place = |link| PacketLink::Access { flow: flow as u32, link };
    let ordered: Vec<(Time, &PacketRecord)> = log
        .records
        .iter()
        .filter_map(|record| match record.kind {
            PacketKindCode::Ack if record.place == place(SOURCE_IN) && record.fate == Fate::Delivered => {
                Some((record.arrive, record))
            }
            PacketKindCode::Ack => None,
            _ if record.place == place(SOURCE_OUT) => Some((record.enter, record)),
            _ => None,
        })
        .collect();
    // An ACK comes in before what it makes the sender send.
    let ordered =
        sorted(&ordered, |(time, record)| (time.nanos(), u32::from(record.kind != PacketKindCode::Ack)));
    // The last transmission of each segment that is not acknowledged.
    let mut open = ByNumber::default();
    let (mut next, mut received) = (0_u64, 0_u64);
    for (time, record) in ordered {
        let raw = format!(r#""raw":{{"length":{}}}"#, record.bytes);
        let header = |kind: &str, number: u64| {
            let kind = match (form, record.is_handshake) {
                (Form::Qvis, true) => "initial",
                (Form::Qvis, false) => "1RTT",
                _ => kind,
            };
            format!(r#""header":{{"packet_type":"{kind}","packet_number":{number}}}"#)
        };
        // A packet that is under way at an end of the window counts, though what happens to it
        // beyond is left out.
        let mut tell = |what: What, data: String| {
            if (log.from..=log.to).contains(&time) {
                events.push(Timed { time, what, data });
            }
        };
        if record.kind == PacketKindCode::Ack {
            let ranges: Vec<String> = match record.is_handshake {
                true => Vec::new(),
                false => ranges(open.take(0, record.number)),
            }
            .into_iter()
            .map(|[from, to]| format!("[{from},{to}]"))
            .collect();
            let ranges = ranges.join(",");
            match form {
                // qvis takes an ACK of nothing for a mistake.
                Form::Qvis if ranges.is_empty() => {}
                Form::Qvis => tell(
                    What::Received,
                    format!(
                        r#"{{{},{raw},"frames":[{{"frame_type":"ack","acked_ranges":[{ranges}]}}]}}"#,
                        header("ack", record.number)
                    ),
                ),
                _ => {
                    let kind = if record.is_handshake { "syn-ack" } else { "ack" };
                    let ack = if record.is_handshake {
                        String::new()
                    } else {
                        format!(r#","ack_number":{},"acked_ranges":[{ranges}]"#, record.number * packet_bytes)
                    };
                    tell(What::Received, format!("{{{},{raw}{ack}}}", header(kind, received)));
                    received += 1;
                }
            }
            continue;
        }
        if record.is_handshake {
            // A new connection counts its segments anew.
            open = ByNumber::default();
            let frames = if form == Form::Qvis { r#","frames":[]"# } else { "" };
            tell(What::Sent, format!("{{{},{raw}{frames}}}", header("syn", next)));
            next += 1;
            continue;
        }
        let before = open.insert(record.number, next);
        if let (Some(lost), PacketKindCode::Retransmission) = (before, record.kind) {
            tell(What::Lost, format!("{{{}}}", header("data", lost)));
        }
        let offset = record.number * packet_bytes;
        let content = match form {
            Form::Qvis => format!(
                r#""frames":[{{"frame_type":"stream","stream_id":0,"offset":{offset},"length":{}}}]"#,
                record.bytes
            ),
            _ => format!(
                r#""offset":{offset},"is_retransmission":{}"#,
                record.kind == PacketKindCode::Retransmission
            ),
        };
        tell(What::Sent, format!("{{{},{raw},{content}}}", header("data", next)));
        next += 1;
    }
}

/// Numbers as closed ranges.
fn ranges(numbers: Vec<u64>) -> Vec<[u64; 2]> {
    let numbers = sorted(&numbers, |number| (*number, 0));
    let mut ranges: Vec<[u64; 2]> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some(range) if range[1] + 1 == number => range[1] = number,
            _ => ranges.push([number, number]),
        }
    }
    ranges
}

/// The sender's decisions, under names of our own, with the numbers they used.
fn decisions<'a>(
    (simulation, replay): (&Simulation, &Replay),
    flow: usize,
    from: Time,
    title_of: impl Fn(RuleId) -> &'a str,
    events: &mut Vec<Timed>,
    left_out: &mut Vec<String>,
) {
    let log = replay.recorder().events();
    let missing = log.counts().iter().sum::<u64>().saturating_sub(log.kept().len() as u64);
    if missing > 0 {
        left_out
            .push(format!("{missing} decisions and drops at the end of this time, of all flows together"));
    }
    let all = simulation.rules();
    for event in log.kept() {
        if event.source as usize != flow || event.time < from {
            continue;
        }
        let place = usize::from(event.rule);
        let rule = &all[place];
        // The run's own rules carry their texts wherever it runs.
        let title = if place < rules().len() { title_of(event.rule) } else { rule.title };
        let message = format!(r#""message":{}"#, write_json(&title));
        let terms = rule.terms.iter().zip(event.terms).filter(|(_, value)| value.is_finite());
        let terms = terms.map(|(term, value)| member(term.name, value));
        let data = object(core::iter::once(message).chain(terms));
        events.push(Timed { time: event.time, what: What::Decided(rule.key.to_owned()), data });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_closed_and_in_order() {
        assert_eq!(ranges(vec![7, 3, 4, 5, 9]), [[3, 5], [7, 7], [9, 9]]);
        assert!(ranges(Vec::new()).is_empty());
    }
}
