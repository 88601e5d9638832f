//! A flow's run as qlog: packets, sender state and decisions, each with its own time.
//!
//! The file has two forms. The first follows draft-ietf-quic-qlog-main-schema-13, as one JSON text
//! (`QlogFile`) or as a JSON text sequence (`QlogFileSeq`, RFC 7464). The second is qlog 0.3
//! (draft-ietf-quic-qlog-main-schema-03 with the events of draft-ietf-quic-qlog-quic-events-02),
//! the newest version that qvis opens.
//!
//! The draft's event schemas cover QUIC and HTTP/3, and its URNs are reserved for RFCs; TCP has
//! none. The draft's form therefore uses our own schema, [`EVENT_SCHEMA`], with one namespace,
//! `ackscope`. docs/command-line.md lists its events. Field names follow the QUIC events
//! (draft-ietf-quic-qlog-quic-events-12).
//!
//! Packet numbers are unique: every transmission gets the next number. An ACK lists the numbers of
//! the transmissions whose segments it covers. A transmission counts as lost when its segment is
//! retransmitted.
//!
//! A QUIC connection is written as QUIC stacks do it (`quic`), with the events of the draft.

mod quic;

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

/// The id of our event schema: an absolute URI with a month and the namespace, as the draft
/// requires of private schemas.
pub const EVENT_SCHEMA: &str = "https://github.com/ackscope/ackscope/112026/qlog/ackscope";

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The draft's form as one JSON text: `.qlog`.
    Json,
    /// The draft's form as a JSON text sequence: `.sqlog`.
    Sequence,
    /// qlog 0.3, for qvis.
    Qvis,
}

/// A file, and what it leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file's text.
    pub text: String,
    /// What is left out, as text; the file says the same.
    pub left_out: Vec<String>,
}

/// The sender's outgoing access link, and the incoming one that carries its ACKs.
const SOURCE_OUT: u32 = 0;
const SOURCE_IN: u32 = 3;

/// The kind of an event. At equal times, causes come first: an ACK arrives, the sender decides, its
/// state changes, it sends.
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

    /// The event's name.
    fn name(&self, form: Form, is_quic: bool) -> String {
        let ours = form != Form::Qvis;
        let name = match self {
            What::Received if ours && is_quic => "quic:packet_received",
            What::Updated if ours && is_quic => "quic:recovery_metrics_updated",
            What::Lost if ours && is_quic => "quic:packet_lost",
            What::Sent if ours && is_quic => "quic:packet_sent",
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

/// An event with its data as JSON text. Events of equal time and rank keep the order in which they
/// were added. The data is written directly as text, because JSON values would add another
/// serialiser to the page's download.
#[derive(Clone)]
struct Timed {
    time: Time,
    what: What,
    data: String,
}

/// Writes flow number `flow` between two instants as a file; the run must have reached them.
///
/// The file holds every packet and sender state that a replay can keep. The file and [`Written`]
/// name what is left out. `title_of` returns the title of a rule: [`declared_title`] in a program
/// that contains the rules' texts.
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
    if let Some(stopped) = simulation.stopped().filter(|stopped| stopped.at < to) {
        left_out.push(format!("what comes later: {}", stopped.to_string().trim_end_matches('.')));
    }
    let mut events = metrics(&replay, setup, flow, from, &mut left_out);
    let is_quic = quic::is_one(setup, flow);
    if log.records.len().max(log.frames.len()) < log.cap {
        if is_quic {
            quic::packets(&replay, setup, flow, &mut events);
        } else {
            packets(log, setup, (flow, form), &mut events);
        }
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
                what.name(form, is_quic)
            )
        })
        .collect();
    Written { text: file(setup, flow, origin, form, &events, &left_out), left_out }
}

/// Wraps the events in a file.
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
    let is_quic = quic::is_one(setup, flow);
    let (protocol, about) = if is_quic {
        ("QUIC", r#""QUIC, simulated; a packet carries one segment of stream 0.""#)
    } else {
        ("TCP", r#""TCP, simulated; packet numbers count transmissions.""#)
    };
    let mut provenance = origin.provenance.map_or_else(
        || format!(r#"{{"version":"{}","seed":{}}}"#, ackscope_engine::VERSION, setup.seed),
        write_json,
    );
    if !origin.scenario.is_empty() {
        provenance.truncate(provenance.len() - 1);
        provenance += &format!(r#","scenario":{}}}"#, origin.scenario);
    }
    let place =
        format!(r#""vantage_point":{{"name":"ackscope {}","type":"client"}}"#, ackscope_engine::VERSION);
    if form == Form::Qvis {
        let common = format!(
            r#"{{"time_format":"relative","reference_time":0,"protocol_type":["{protocol}"],"ODCID":"{flow:016x}","ackscope":{provenance}}}"#
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
    let of_quic = if is_quic { format!(r#""{}","#, quic::EVENT_SCHEMA) } else { String::new() };
    let schemas = format!(r#""event_schemas":[{of_quic}"{EVENT_SCHEMA}"]"#);
    let trace = format!(r#""title":{name},"description":{about},"common_fields":{common},{place},{schemas}"#);
    if form == Form::Json {
        return format!(
            r#"{{"file_schema":"urn:ietf:params:qlog:file:contained","serialization_format":"application/qlog+json","title":{title},"description":{description},"traces":[{{{trace},"events":[{}]}}]}}"#,
            events.join(",")
        );
    }
    // RFC 7464: a record separator before each text, a line feed after it.
    let head = format!(
        r#"{{"file_schema":"urn:ietf:params:qlog:file:sequential","serialization_format":"application/qlog+json-seq","title":{title},"description":{description},"trace":{{{trace}}}}}"#
    );
    core::iter::once(&head).chain(events).map(|text| format!("\u{1e}{text}\n")).collect()
}

pub fn declared_title(rule: RuleId) -> &'static str {
    rules().get(usize::from(rule)).map_or("", |entry| entry.rule.title)
}

fn millis(time_s: f64) -> f64 {
    // Times are whole nanoseconds; more digits would be conversion noise.
    (time_s * 1e9).round() / 1e6
}

/// An event for each change of cwnd, ssthresh, flight or round-trip time.
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
            // An infinite ssthresh and an unknown RTT are not finite and are left out below.
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

/// The packets that the sender sends, the ACKs it receives, and the packets it considers lost.
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
    // At equal times, an ACK comes before the packets that it triggers.
    let ordered =
        sorted(&ordered, |(time, record)| (time.nanos(), u32::from(record.kind != PacketKindCode::Ack)));
    // The packet number of the last transmission of each unacknowledged segment.
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
        // Packets outside the window still count for packet numbers and ranges, but get no event.
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
                // qvis rejects an ACK without ranges.
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
            // A new connection restarts its segment numbers.
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

/// Groups numbers into closed ranges.
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

/// The sender's decisions under our own event names, with their terms.
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
        let rule = &all[usize::from(event.rule)];
        // A program without texts has only the titles of a run's own scripts.
        let title = if rule.title.is_empty() { title_of(event.rule) } else { rule.title };
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
