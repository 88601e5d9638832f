//! qlog files have the form of the draft, every event is at its own time, and causes come before
//! effects.

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::export::Origin;
use ackscope_lab::export::qlog::{EVENT_SCHEMA, Form, Written, declared_title, flow};
use ackscope_lab::lanes::plan;
use ackscope_lab::provenance::Provenance;
use ackscope_scenario::read;
use serde_json::{Map, Value, json};

/// Checks the parts of draft-ietf-quic-qlog-main-schema-13 that our files use, as structures. A
/// name with a question mark may be absent. A structure that the draft leaves open
/// (`* text => any`) may hold more.
fn check(value: &Value, of: &str, at: &str) {
    let object = |open: bool, members: &[(&str, &str)]| {
        let found: &Map<String, Value> = value.as_object().unwrap_or_else(|| panic!("{at} is no object"));
        for (name, kind) in members {
            let (name, optional) = name.strip_suffix('?').map_or((*name, false), |name| (name, true));
            match found.get(name) {
                Some(member) => check(member, kind, &format!("{at}.{name}")),
                None => assert!(optional, "{at} needs {name}"),
            }
        }
        let known = |name: &String| members.iter().any(|(known, _)| known.trim_end_matches('?') == name);
        assert!(open || found.keys().all(known), "{at} has {:?}", found.keys().collect::<Vec<_>>());
    };
    let texts = [("title?", "text"), ("description?", "text")];
    let log_file = [("file_schema", "absolute URI"), ("serialization_format", "text")];
    let trace =
        [("common_fields?", "CommonFields"), ("vantage_point?", "VantagePoint"), ("event_schemas", "URIs")];
    match of {
        "QlogFile" => object(true, &[&log_file[..], &texts, &[("traces?", "Traces")]].concat()),
        "QlogFileSeq" => object(true, &[&log_file[..], &texts, &[("trace", "TraceSeq")]].concat()),
        "Trace" => object(false, &[&texts[..], &trace, &[("events", "Events")]].concat()),
        "TraceSeq" => object(false, &[&texts[..], &trace].concat()),
        "CommonFields" => object(
            true,
            &[
                ("tuple?", "text"),
                ("time_format?", "TimeFormat"),
                ("reference_time?", "ReferenceTime"),
                ("group_id?", "text"),
            ],
        ),
        "ReferenceTime" => {
            object(false, &[("clock_type", "text"), ("epoch", "text"), ("wall_clock_time?", "text")]);
            assert!(value["clock_type"] != "monotonic" || value["epoch"] == "unknown", "{at}");
        }
        "VantagePoint" => {
            object(false, &[("name?", "text"), ("type", "text"), ("flow?", "text")]);
            assert!(
                ["client", "server", "network", "unknown"].contains(&value["type"].as_str().unwrap()),
                "{at}"
            );
        }
        "Event" => {
            object(true, &[("time", "number"), ("name", "text"), ("data", "object"), ("group_id?", "text")]);
            let name = value["name"].as_str().unwrap();
            let (namespace, kind) = name.split_once(':').expect("a namespace and a type");
            // Only unreserved characters of a URI, and no second colon.
            let fits = |text: &str| {
                !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-._~".contains(c))
            };
            assert!(fits(namespace) && fits(kind), "{name}");
        }
        "TimeFormat" => {
            assert!(["relative_to_epoch", "relative_to_previous_event"].contains(&value.as_str().unwrap()))
        }
        "Traces" | "Events" | "URIs" => {
            let (item, least) = match of {
                "Traces" => ("Trace", 1),
                "URIs" => ("absolute URI", 1),
                _ => ("Event", 0),
            };
            let list = value.as_array().unwrap_or_else(|| panic!("{at} is no list"));
            assert!(list.len() >= least, "{at} is empty");
            list.iter().enumerate().for_each(|(index, one)| check(one, item, &format!("{at}.{index}")));
        }
        "absolute URI" => {
            let scheme =
                value.as_str().and_then(|text| text.split_once(':')).unwrap_or_else(|| panic!("{at}")).0;
            assert!(scheme.chars().all(char::is_alphanumeric) && !scheme.is_empty(), "{at}");
        }
        "text" => assert!(value.is_string(), "{at} is no text"),
        "number" => assert!(value.is_number(), "{at} is no number"),
        "object" => assert!(value.is_object(), "{at} is no object"),
        other => panic!("{other} is not written down here"),
    }
}

/// A run of one flow over a link with this rate and this queue.
fn finished(rate: &str, queue: u32, duration_s: f64, more: &str) -> (Simulation, Provenance) {
    let text = format!(
        r#"{{"version":1,"seed":3,"duration":{duration_s},"hops":[{{"rate":"{rate}","delay":"10ms","queue":{{"capacity":{queue}}}}}],
            "flows":[{{"name":"main","algorithm":"newreno","rtt":"100ms"{more}}}]}}"#
    );
    let scenario = read(&text).expect("valid");
    let plan = plan(&scenario).expect("valid").remove(0);
    let mut simulation = plan.simulation(&RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    (simulation, Provenance::of(&scenario))
}

fn written(run: &(Simulation, Provenance), window: (f64, f64), form: Form) -> Written {
    let origin = Origin {
        title: "A \"title\"\n\u{1b}",
        link: "https://example.org/#v1/x",
        provenance: Some(&run.1),
        ..Origin::default()
    };
    let window = (Time::from_secs(window.0), Time::from_secs(window.1));
    flow(&run.0, 0, window, origin, form, declared_title)
}

fn events_of(written: &Written) -> Vec<Value> {
    let file: Value = serde_json::from_str(&written.text).expect("JSON");
    file["traces"][0]["events"].as_array().expect("a list").clone()
}

fn of<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["name"].as_str().is_some_and(|name| name.ends_with(kind))).collect()
}

fn time(event: &Value) -> f64 {
    event["time"].as_f64().expect("a time")
}

fn number(event: &Value) -> u64 {
    event["data"]["header"]["packet_number"].as_u64().expect("a packet number")
}

#[test]
fn a_file_has_the_form_of_the_draft_as_one_text_and_as_a_sequence() {
    let run = finished("2Mbps", 20, 10.0, "");
    let one = written(&run, (0.0, 10.0), Form::Json);
    let file: Value = serde_json::from_str(&one.text).expect("JSON");
    check(&file, "QlogFile", "file");
    assert_eq!(file["file_schema"], "urn:ietf:params:qlog:file:contained");
    assert_eq!(file["serialization_format"], "application/qlog+json");
    // The draft wants these fields where a reader looks first.
    assert!(one.text.find("serialization_format").expect("there") < 256);
    let trace = &file["traces"][0];
    assert_eq!(trace["event_schemas"], json!([EVENT_SCHEMA]));
    assert_eq!(trace["common_fields"]["ackscope"], serde_json::to_value(&run.1).unwrap());
    let names =
        |events: &[Value]| -> Vec<String> { events.iter().map(|event| event["name"].to_string()).collect() };
    assert!(names(&events_of(&one)).iter().all(|name| name.starts_with("\"ackscope:")));

    let sequence = written(&run, (0.0, 10.0), Form::Sequence).text;
    // RFC 7464: each text stands between a record separator and a line feed, and contains neither.
    let texts: Vec<&str> =
        sequence.split_terminator('\n').map(|text| text.strip_prefix('\u{1e}').expect("RS")).collect();
    assert!(sequence.ends_with('\n') && texts.iter().all(|text| !text.contains('\u{1e}')));
    let texts: Vec<Value> = texts.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
    check(&texts[0], "QlogFileSeq", "head");
    assert_eq!(texts[0]["file_schema"], "urn:ietf:params:qlog:file:sequential");
    assert_eq!(texts[0]["serialization_format"], "application/qlog+json-seq");
    texts[1..].iter().for_each(|event| check(event, "Event", "event"));
    assert_eq!(texts[1..], events_of(&one)[..], "both tell the same");
    assert_eq!(one.left_out, Vec::<String>::new());
}

#[test]
fn qvis_gets_qlog_0_3_of_the_same_events() {
    let run = finished("2Mbps", 20, 10.0, "");
    let old = written(&run, (0.0, 10.0), Form::Qvis);
    let file: Value = serde_json::from_str(&old.text).expect("JSON");
    assert_eq!((&file["qlog_version"], &file["qlog_format"]), (&json!("0.3"), &json!("JSON")));
    let (old, new) = (events_of(&old), events_of(&written(&run, (0.0, 10.0), Form::Json)));
    for kind in [":packet_sent", ":packet_lost", ":metrics_updated"] {
        let times = |events: &[Value]| of(events, kind).into_iter().map(time).collect::<Vec<_>>();
        assert!(!times(&old).is_empty(), "{kind}");
        assert_eq!(times(&old), times(&new), "{kind}");
    }
    // How qvis draws a SYN: a packet of its size without data.
    let first = of(&old, "transport:packet_sent")[0];
    assert_eq!((&first["data"]["raw"]["length"], &first["data"]["frames"]), (&json!(40), &json!([])));
}

#[test]
fn events_stand_at_their_own_times_and_causes_before_effects() {
    let run = finished("2Mbps", 20, 20.0, "");
    let events = events_of(&written(&run, (0.0, 20.0), Form::Json));
    assert!(events.windows(2).all(|pair| time(&pair[0]) <= time(&pair[1])), "readers sort nothing");
    let sent: Vec<f64> = of(&events, ":packet_sent").into_iter().map(time).collect();
    let (mut cuts, mut rtts) = (0, 0);
    let mut window = f64::INFINITY;
    for (place, event) in events.iter().enumerate() {
        if event["name"] != "ackscope:metrics_updated" {
            continue;
        }
        // The cause of a change of a sender is at the same instant: an ACK that has arrived, or a
        // decision (that of a timer, if no ACK arrived).
        let cause = events[..place].iter().rev().take_while(|before| time(before) == time(event));
        let cause = cause.clone().any(|before| before["name"] != "ackscope:packet_sent");
        assert!(cause, "{event}");
        if let Some(rtt) = event["data"]["latest_rtt"].as_f64() {
            // With timestamps, a sample is the exact time since a packet was sent.
            assert!(sent.iter().any(|at| (time(event) - rtt - at).abs() < 2e-6), "{event}");
            rtts += 1;
        }
        if let Some(now) = event["data"]["congestion_window"].as_f64() {
            if now < window {
                // The same instant has the reason, and the packet that is sent because of it.
                let at: Vec<&Value> = events.iter().filter(|other| time(other) == time(event)).collect();
                let why = at.iter().position(|other| other["data"]["message"].is_string());
                assert!(why.is_some_and(|why| *at[why] != *event), "{at:?}");
                cuts += 1;
            }
            window = now;
        }
    }
    assert!(cuts >= 2 && rtts > 50, "{cuts} cuts, {rtts} samples");
}

#[test]
fn a_syn_is_a_packet_without_data() {
    // Two connections follow one another, and each opens with a SYN.
    let run = finished("2Mbps", 20, 10.0, r#","active":[[0,4],[5,10]]"#);
    let events = events_of(&written(&run, (0.0, 10.0), Form::Json));
    let opening: Vec<&Value> =
        events.iter().filter(|event| event["data"]["header"]["packet_type"] == "syn").collect();
    assert_eq!(opening.len(), 2);
    for syn in opening {
        assert_eq!((&syn["data"]["raw"]["length"], syn["data"].get("offset")), (&json!(40), None));
    }
    let data: Vec<&Value> = of(&events, ":packet_sent")
        .into_iter()
        .filter(|event| event["data"]["header"]["packet_type"] == "data")
        .collect();
    assert_eq!((&data[0]["data"]["offset"], &data[0]["data"]["raw"]["length"]), (&json!(0), &json!(1500)));
    let answers = events.iter().filter(|event| event["data"]["header"]["packet_type"] == "syn-ack").count();
    assert_eq!(answers, 2);
}

#[test]
fn every_transmission_has_a_number_of_its_own_and_is_acknowledged_or_lost_once() {
    // Only the 60th packet that arrives at the link is lost, because the buffer holds the whole
    // receive window.
    let text = r#"{"version":1,"duration":20,"hops":[{"rate":"2Mbps","delay":"10ms","queue":{"capacity":200},
        "loss":{"kind":"scripted","packets":[60]}}],"flows":[{"name":"main","algorithm":"newreno","rtt":"100ms","receive_window":20}]}"#;
    let scenario = read(text).expect("valid");
    let mut simulation = plan(&scenario).expect("valid").remove(0).simulation(&RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    let events = events_of(&written(&(simulation, Provenance::of(&scenario)), (0.0, 20.0), Form::Json));
    let sent: Vec<u64> = of(&events, ":packet_sent").into_iter().map(number).collect();
    assert!(
        sent.len() > 1000 && sent.iter().enumerate().all(|(place, n)| *n == place as u64),
        "{}",
        sent.len()
    );
    let lost = of(&events, ":packet_lost");
    assert_eq!(lost.len(), 1, "one packet was lost, and nothing was sent again without need");
    let mut acked = Vec::new();
    for event in of(&events, ":packet_received") {
        for range in event["data"]["acked_ranges"].as_array().into_iter().flatten() {
            acked.extend(range[0].as_u64().expect("from")..=range[1].as_u64().expect("to"));
        }
    }
    acked.sort_unstable();
    let before = acked.len();
    acked.dedup();
    assert_eq!(acked.len(), before, "acknowledged twice");
    assert!(!acked.contains(&number(lost[0])));
    // The other packets are the SYN and those in flight, at most one window.
    assert!(sent.len() - acked.len() - 2 <= 20, "{} of {}", acked.len(), sent.len());
    // The duplicate ACKs that showed the loss are there, and none acknowledges anything new.
    let empty = of(&events, ":packet_received")
        .into_iter()
        .filter(|event| event["data"]["acked_ranges"] == json!([]));
    assert!(empty.count() >= 3);
}

#[test]
fn metrics_are_bytes_and_milliseconds() {
    let run = finished("2Mbps", 200, 20.0, r#","receive_window":20"#);
    let events = events_of(&written(&run, (10.0, 11.0), Form::Json));
    assert!(events.iter().all(|event| (10_000.0..=11_000.0).contains(&time(event))));
    let last = |name: &str| {
        of(&events, ":metrics_updated").into_iter().rev().find_map(|event| event["data"][name].as_f64())
    };
    // Twenty segments of 1500 bytes on a pipe of 16.7: the rest waits, so RTT = 20 · 12000/2e6 s =
    // 120 ms.
    let rtt = last("latest_rtt").expect("an RTT");
    assert!((rtt - 120.0).abs() < 7.0, "{rtt}");
    let flight = last("bytes_in_flight").expect("a flight");
    assert!((18.0 * 1500.0..=20.0 * 1500.0).contains(&flight), "{flight}");
}

#[test]
fn what_has_no_room_is_told_in_the_file_and_beside_it() {
    // 400 Mbit/s for 10 s are 333 000 packets and half as many ACKs, more than a replay keeps.
    let run = finished("400Mbps", 4000, 10.0, "");
    let written = written(&run, (0.0, 10.0), Form::Json);
    assert!(written.left_out.iter().any(|what| what.contains("packets")), "{:?}", written.left_out);
    let file: Value = serde_json::from_str(&written.text).expect("JSON");
    let told = file["description"].as_str().expect("a description");
    assert!(
        told.starts_with("Left out: ") && written.left_out.iter().all(|what| told.contains(what)),
        "{told}"
    );
    let events = events_of(&written);
    assert!(of(&events, ":packet_sent").is_empty() && of(&events, ":metrics_updated").len() > 1000);
}

/// draft-ietf-quic-qlog-quic-events: packets by their numbers, ACK frames with ranges and delay, losses with their
/// trigger; the stream's data that was lost leaves again in a packet of its own.
#[test]
fn a_quic_connection_is_written_as_quic_stacks_write_it() {
    let run = finished("2Mbps", 12, 6.0, r#","transport":"quic""#);
    let file = written(&run, (0.0, 6.0), Form::Json);
    assert_eq!(file.left_out, Vec::<String>::new());
    let value: Value = serde_json::from_str(&file.text).expect("JSON");
    check(&value, "QlogFile", "file");
    let schemas = value["traces"][0]["event_schemas"].as_array().expect("a list");
    assert_eq!(schemas[0], "urn:ietf:params:qlog:events:quic-12");
    let events = events_of(&file);
    let number = |event: &Value| event["data"]["header"]["packet_number"].as_u64().expect("a number");
    let is_data = |event: &&&Value| event["data"]["header"]["packet_type"] == "1RTT";
    let sent: Vec<&Value> =
        of(&events, "quic:packet_sent").into_iter().filter(|event| is_data(&event)).collect();
    assert!(
        sent.iter().map(|event| number(event)).eq(0..sent.len() as u64),
        "each packet has the next number"
    );
    let lost = of(&events, "quic:packet_lost");
    assert_eq!(lost.len() as u64, run.0.sender(0).expect("a sender").connection().lost);
    // By age only what is lost at the end of a flight.
    let by_number = lost.iter().filter(|event| event["data"]["trigger"] == "reordering_threshold").count();
    assert!(by_number > 10 && lost.iter().all(|event| event["data"]["trigger"].is_string()));
    let offset = |event: &Value| event["data"]["frames"][0]["offset"].as_u64().expect("an offset");
    let mut offsets: Vec<u64> = sent.iter().map(|event| offset(event)).collect();
    let again = offsets.len();
    offsets.sort_unstable();
    offsets.dedup();
    let resent = run.0.sender(0).expect("a sender").counters().retransmitted;
    assert_eq!((again - offsets.len()) as u64, resent, "what is sent again has the same offset");
    let numbers: Vec<u64> = lost.iter().map(|event| number(event)).collect();
    for event in of(&events, "quic:packet_received").into_iter().filter(|event| is_data(&event)) {
        let ack = &event["data"]["frames"][0];
        assert!(ack["ack_delay"].as_f64().expect("a delay") <= 25.0);
        for range in ack["acked_ranges"].as_array().expect("a list") {
            let (from, to) = (range[0].as_u64().unwrap(), range[1].as_u64().unwrap());
            assert!(
                from <= to
                    && to < sent.len() as u64
                    && !numbers.iter().any(|lost| (from..=to).contains(lost))
            );
        }
    }
    let qvis: Value = serde_json::from_str(&written(&run, (0.0, 6.0), Form::Qvis).text).expect("JSON");
    assert_eq!(qvis["traces"][0]["common_fields"]["protocol_type"], json!(["QUIC"]));
    // Causes come before effects: what an ACK shows to be lost follows it at the same time.
    let at = |event: &Value| event["time"].as_f64().expect("a time");
    let first = lost[0];
    let acks = of(&events, "quic:packet_received");
    assert!(acks.iter().any(|ack| at(ack) == at(first)));
}
