//! A flow's run as qlog, for qvis and whatever else reads it.
//!
//! The contained JSON format of draft-ietf-quic-qlog-main-schema-03 (`qlog_version` 0.3) with the transport and recovery events of
//! draft-ietf-quic-qlog-quic-events-02. Later drafts name the file's schema otherwise, and qvis reads none of them.
//!
//! qlog thinks in QUIC: a packet number is never used twice. Here every transmission gets the next number, and an ACK names the
//! numbers of the transmissions whose segments it covers; a transmission is lost when its segment is sent again.

use ackscope_engine::order::{ByNumber, number_key, sorted};
use ackscope_engine::rules;
use ackscope_engine::scenario::json_number;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{Replay, Simulation};
use ackscope_engine::trace::{Fate, PacketKindCode, PacketRecord, Place, RuleId, SeriesId, SeriesSource};
use ackscope_engine::units::Time;

use super::Origin;
use crate::json::write_json;

/// The sender's access link, on its way out; and the one on which its ACKs come back.
const SOURCE_OUT: u32 = 0;
const SOURCE_IN: u32 = 3;

/// An event with its time in seconds and its data as JSON; the order of equal times is the order in which they were added. All is
/// written as text at once: of values in between a page would load another writer.
#[derive(Clone)]
struct Timed {
    time_s: f64,
    name: String,
    data: String,
}

/// The flow number `flow` between two instants of a run that has got that far, as the text of a `.qlog` file.
///
/// Single packets are told of as long as the window's fit into a replay; without them the metrics are complete all the same.
/// `title_of` says what a rule is about: [`declared_title`] where the program has its texts.
pub fn flow<'a>(
    simulation: &Simulation,
    flow: usize,
    (from, to): (Time, Time),
    origin: Origin,
    title_of: impl Fn(RuleId) -> &'a str,
) -> String {
    let mut replay = simulation.replay(from, to, true);
    replay.advance(u64::MAX);
    let setup = simulation.setup();
    let log = replay.packets();
    let complete = log.records.len() < log.cap;
    let mut events = metrics(&replay, setup, flow, from);
    if complete {
        packets(&log.records, setup, flow, &mut events);
    }
    decisions(&replay, flow, from, title_of, &mut events);
    let events: Vec<String> = sorted(&events, |event| number_key(event.time_s))
        .into_iter()
        .map(|Timed { time_s, name, data }| {
            format!(r#"{{"time":{},"name":"{name}","data":{data}}}"#, json_number(millis(time_s)))
        })
        .collect();
    let told = if complete {
        "Every packet of the sender."
    } else {
        "Metrics and decisions only: the window holds more packets than a replay keeps."
    };
    let name = &setup.flows[flow].name;
    let description =
        if origin.link.is_empty() { told.to_owned() } else { format!("{told} {}", origin.link) };
    format!(
        concat!(
            r#"{{"qlog_version":"0.3","qlog_format":"JSON","title":{title},"description":{description},"#,
            r#""traces":[{{"title":{name},"description":"TCP, simulated; packet numbers count transmissions.","#,
            r#""common_fields":{{"time_format":"relative","reference_time":0,"protocol_type":["TCP"],"ODCID":"{flow:016x}"}},"#,
            r#""vantage_point":{{"name":"ackscope {version}","type":"client"}},"events":[{events}]}}]}}"#,
        ),
        title = write_json(&origin.title),
        description = write_json(&description),
        name = write_json(name),
        flow = flow,
        version = ackscope_engine::VERSION,
        events = events.join(","),
    )
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
fn metrics(replay: &Replay, setup: &Setup, flow: usize, from: Time) -> Vec<Timed> {
    let recorder = replay.recorder();
    let bytes = f64::from(setup.flows[flow].packet_bytes);
    let mut least_rtt = f64::INFINITY;
    let mut changes: Vec<(Time, &str, f64)> = Vec::new();
    for (info, series) in recorder.infos().iter().zip(recorder.series()) {
        if info.source != SeriesSource::Flow(flow) {
            continue;
        }
        let name = match info.series {
            SeriesId::Cwnd => "congestion_window",
            SeriesId::Ssthresh => "ssthresh",
            SeriesId::Flight => "bytes_in_flight",
            SeriesId::Rtt => "latest_rtt",
            _ => continue,
        };
        for bin in series.bins(0) {
            let last = f64::from(bin.last);
            // An infinite threshold is none.
            if !last.is_finite() {
                continue;
            }
            let time_s = recorder.bin_start_s(bin.index).max(from.secs());
            let time = Time::from_secs(time_s);
            if info.series == SeriesId::Rtt {
                least_rtt = least_rtt.min(f64::from(bin.min));
                changes.push((time, "min_rtt", millis(least_rtt)));
                changes.push((time, name, millis(last)));
            } else {
                changes.push((time, name, (last * bytes).round()));
            }
        }
    }
    let mut told: Vec<(Time, Vec<(&str, f64)>)> = Vec::new();
    for (time, name, value) in sorted(&changes, |(time, ..)| (time.nanos(), 0)) {
        if told.last().is_none_or(|(latest, _)| *latest != time) {
            told.push((time, Vec::new()));
        }
        if let Some((_, metrics)) = told.last_mut() {
            metrics.retain(|(known, _)| *known != name);
            metrics.push((name, value));
        }
    }
    told.into_iter()
        .map(|(time, metrics)| Timed {
            time_s: time.secs(),
            name: "recovery:metrics_updated".to_owned(),
            data: object(metrics.into_iter().map(|(name, value)| member(name, value))),
        })
        .collect()
}

fn member(name: &str, value: f64) -> String {
    format!(r#""{name}":{}"#, json_number(value))
}

fn object(members: impl Iterator<Item = String>) -> String {
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// What the sender sends, what comes back, and what it takes for lost.
fn packets(records: &[PacketRecord], setup: &Setup, flow: usize, events: &mut Vec<Timed>) {
    let bytes = setup.flows[flow].packet_bytes;
    let mine = |link| Place::Access { flow: flow as u32, link };
    let ordered: Vec<(Time, &PacketRecord)> = records
        .iter()
        .filter(|record| record.flow as usize == flow)
        .filter_map(|record| match record.kind {
            PacketKindCode::Ack if record.place == mine(SOURCE_IN) && record.fate == Fate::Delivered => {
                Some((record.arrive, record))
            }
            PacketKindCode::Data | PacketKindCode::Retransmission if record.place == mine(SOURCE_OUT) => {
                Some((record.enter, record))
            }
            _ => None,
        })
        .collect();
    let ordered = sorted(&ordered, |(time, _)| (time.nanos(), 0));
    // The last transmission of each segment that is not acknowledged.
    let mut open = ByNumber::default();
    let mut next = 0_u64;
    let header = |number: u64| format!(r#""header":{{"packet_type":"1RTT","packet_number":{number}}}"#);
    for (time, record) in ordered {
        let mut tell = |name: &str, data: String| {
            events.push(Timed { time_s: time.secs(), name: name.to_owned(), data });
        };
        if record.kind == PacketKindCode::Ack {
            let ranges: Vec<String> = ranges(open.take(0, record.number))
                .into_iter()
                .map(|[from, to]| format!("[{from},{to}]"))
                .collect();
            if !ranges.is_empty() {
                tell(
                    "transport:packet_received",
                    format!(
                        r#"{{{},"raw":{{"length":40}},"frames":[{{"frame_type":"ack","acked_ranges":[{}]}}]}}"#,
                        header(record.number),
                        ranges.join(",")
                    ),
                );
            }
            continue;
        }
        // A SYN has the number of the first segment, and a new connection begins with it again: neither is lost.
        let before = open.insert(record.number, next);
        if let (Some(lost), PacketKindCode::Retransmission) = (before, record.kind) {
            tell("recovery:packet_lost", format!("{{{}}}", header(lost)));
        }
        tell(
            "transport:packet_sent",
            format!(
                concat!(
                    r#"{{{},"raw":{{"length":{bytes}}},"frames":[{{"frame_type":"stream","stream_id":0,"#,
                    r#""offset":{},"length":{bytes}}}]}}"#,
                ),
                header(next),
                record.number * u64::from(bytes),
                bytes = bytes
            ),
        );
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
    replay: &Replay,
    flow: usize,
    from: Time,
    title_of: impl Fn(RuleId) -> &'a str,
    events: &mut Vec<Timed>,
) {
    for event in replay.recorder().events().kept() {
        if event.source as usize != flow || event.time < from {
            continue;
        }
        let rule = rules()[usize::from(event.rule)].rule;
        let message = format!(r#""message":{}"#, write_json(&title_of(event.rule)));
        let terms = rule.terms.iter().zip(event.terms).filter(|(_, value)| value.is_finite());
        let terms = terms.map(|(term, value)| member(term.name, value));
        events.push(Timed {
            time_s: event.time.secs(),
            name: format!("ackscope:{}", rule.key),
            data: object(core::iter::once(message).chain(terms)),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use ackscope_engine::scenario::read;
    use ackscope_engine::trace::RecordOptions;
    use serde_json::{Value, json};

    fn finished(loss: &str) -> Simulation {
        let text = format!(
            r#"{{"version":1,"duration":20,"hops":[{{"rate":"2Mbps","delay":"10ms","queue":{{"capacity":200}},"loss":{loss}}}],
                "flows":[{{"name":"main","algorithm":"newreno","rtt":"100ms","receive_window":20}}]}}"#
        );
        let plan = plan(&read(&text).expect("valid")).expect("valid").remove(0);
        let mut simulation = plan.simulation(&RecordOptions::PAGE);
        simulation.advance(Time::NEVER, u64::MAX);
        simulation
    }

    fn events(text: &str) -> Vec<Value> {
        let file: Value = serde_json::from_str(text).expect("JSON");
        file["traces"][0]["events"].as_array().expect("a list").clone()
    }

    fn of<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
        events.iter().filter(|event| event["name"] == name).collect()
    }

    #[test]
    fn every_transmission_has_a_number_of_its_own_and_is_acknowledged_or_lost_once() {
        // The 60th packet that arrives at the link is lost, and nothing else: the buffer holds the whole receive window.
        let simulation = finished(r#"{"kind":"scripted","packets":[60]}"#);
        let text =
            flow(&simulation, 0, (Time::ZERO, Time::from_secs(20.0)), Origin::default(), declared_title);
        let events = events(&text);
        assert!(
            events.windows(2).all(|pair| pair[0]["time"].as_f64() <= pair[1]["time"].as_f64()),
            "qvis sorts nothing"
        );
        let number = |event: &Value| event["data"]["header"]["packet_number"].as_u64().expect("a number");
        let sent: Vec<u64> = of(&events, "transport:packet_sent").into_iter().map(number).collect();
        assert!(
            sent.len() > 1000 && sent.iter().enumerate().all(|(place, n)| *n == place as u64),
            "{}",
            sent.len()
        );
        let lost = of(&events, "recovery:packet_lost");
        assert_eq!(lost.len(), 1, "one packet was lost, and nothing was sent again without need");
        let mut acked = Vec::new();
        for event in of(&events, "transport:packet_received") {
            for range in event["data"]["frames"][0]["acked_ranges"].as_array().expect("ranges") {
                acked.extend(range[0].as_u64().expect("from")..=range[1].as_u64().expect("to"));
            }
        }
        acked.sort_unstable();
        let before = acked.len();
        acked.dedup();
        assert_eq!(acked.len(), before, "acknowledged twice");
        assert!(!acked.contains(&number(lost[0])));
        // What is neither is under way: at most a window.
        assert!(sent.len() - acked.len() - 1 <= 20, "{} of {}", acked.len(), sent.len());
    }

    #[test]
    fn metrics_are_bytes_and_milliseconds() {
        let simulation = finished(r#"{"kind":"none"}"#);
        let text = flow(
            &simulation,
            0,
            (Time::from_secs(10.0), Time::from_secs(11.0)),
            Origin::default(),
            declared_title,
        );
        let file: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((&file["qlog_version"], &file["qlog_format"]), (&json!("0.3"), &json!("JSON")));
        let events = events(&text);
        let of_metrics = of(&events, "recovery:metrics_updated");
        let times: Vec<f64> = of_metrics.iter().filter_map(|event| event["time"].as_f64()).collect();
        assert!(times.iter().all(|time| (10_000.0..=11_000.0).contains(time)), "{times:?}");
        // Twenty segments of 1500 bytes over a pipe of 16.7: what does not fit waits, so RTT = 20 · 12000/2e6 s = 120 ms.
        let rtt =
            of_metrics.iter().rev().find_map(|event| event["data"]["latest_rtt"].as_f64()).expect("an RTT");
        assert!((rtt - 120.0).abs() < 7.0, "{rtt}");
        let flight = of_metrics.iter().rev().find_map(|event| event["data"]["bytes_in_flight"].as_f64());
        assert!(flight.is_some_and(|bytes| (18.0 * 1500.0..=20.0 * 1500.0).contains(&bytes)), "{flight:?}");
    }

    #[test]
    fn ranges_are_closed_and_in_order() {
        assert_eq!(ranges(vec![7, 3, 4, 5, 9]), [[3, 5], [7, 7], [9, 9]]);
        assert!(ranges(Vec::new()).is_empty());
    }
}
