//! A lane as a C++ program for ns-3.
//!
//! ns-3 sockets count payload: a segment is the scenario's packet without headers, and received
//! bytes are scaled back to whole packets. A point-to-point link has one delay for both directions.

use super::ns3_models::{Queue, control, queue};
use super::{Remarks, Simulator, comment, ends, named, no_agents, no_applications, no_ecn, rates, words};
use crate::lanes::LanePlan;
use ackscope_engine::setup::{
    ChannelSetup, FlowSetup, LossPosition, LossSetup, Recovery, Setup, SourceSetup, TcpSetup,
};
use ackscope_engine::units::{Span, Time};
use std::fmt::Write;

const PRELUDE: &str = include_str!("ns3_prelude.cc");

/// IPv4 and TCP headers; the timestamp option with its padding.
const HEADER_BYTES: u32 = 40;
const TIMESTAMP_BYTES: u32 = 12;
/// IPv4 and UDP headers.
const UDP_HEADER_BYTES: u32 = 28;

/// The program without its header.
pub fn program(plan: &LanePlan, remarks: &mut Remarks) -> String {
    let setup = &plan.setup;
    no_agents(&setup.hops, remarks, Simulator::Ns3);
    no_ecn(setup, remarks, Simulator::Ns3);
    no_applications(&setup.flows, remarks);
    let mut text = format!("{PRELUDE}\nint main(int argc, char** argv)\n{{\n");
    let _ = writeln!(
        text,
        "    RngSeedManager::SetSeed({});\n    NodeContainer routers;\n    routers.Create({});\n    \
         InternetStackHelper stack;\n    stack.Install(routers);",
        setup.seed % 4_294_967_294 + 1,
        setup.hops.len() + 1
    );
    path(setup, &mut text, remarks);
    for ((place, flow), word) in setup.flows.iter().enumerate().zip(words(&setup.flows)) {
        text.push('\n');
        text.push_str(&named("    //", &word, flow));
        one_flow((place, &word), flow, setup.duration, &mut text, remarks);
    }
    text.push_str("    Ipv4GlobalRoutingHelper::PopulateRoutingTables();\n");
    for (from, to) in &setup.measure {
        let _ = writeln!(text, "    Measure({:?}, {:?});", from.secs(), to.secs());
    }
    let _ = write!(
        text,
        "    Simulator::Stop(Seconds({:?}));\n    Simulator::Run();\n    Report();\n    Simulator::Destroy();\n    return 0;\n}}\n",
        setup.duration.secs() + 1e-6
    );
    text
}

fn path(setup: &Setup, text: &mut String, remarks: &mut Remarks) {
    for (index, hop) in setup.hops.iter().enumerate() {
        if hop.forward.delay != hop.backward.delay {
            remarks.cannot("a hop whose two directions have different delays");
        }
        let _ = write!(
            text,
            "\n{}\n    NetDeviceContainer hop{index} = Link(routers.Get({index}), routers.Get({}), {:?});\n",
            comment("    //", &hop.name),
            index + 1,
            hop.forward.delay.secs()
        );
        for (channel, end) in [(&hop.forward, 0), (&hop.backward, 1)] {
            channel_lines(channel, &format!("hop{index}.Get({end})"), text, remarks);
            let receiver = format!("hop{index}.Get({})", 1 - end);
            loss(&channel.loss, &receiver, text, remarks);
            if channel.jitter.kind != "none" {
                remarks.cannot(format!(
                    "the jitter {}: ns-3's links never hold a packet back",
                    channel.jitter.kind
                ));
            }
        }
    }
}

fn channel_lines(channel: &ChannelSetup, device: &str, text: &mut String, remarks: &mut Remarks) {
    let Queue { device_packets, discipline } = queue(channel, remarks);
    let (rate, steps) = rates(&channel.rate, "a rate of zero", remarks);
    let _ = writeln!(text, "    Transmitter({device}, {rate}, {device_packets});");
    for (time, rate) in steps {
        let _ = writeln!(
            text,
            "    Simulator::Schedule(Seconds({:?}), &SetRate, {device}, uint64_t({rate}));",
            time.secs()
        );
    }
    if let Some((class, attributes)) = discipline {
        let _ = write!(
            text,
            "    {{\n        TrafficControlHelper above;\n        above.SetRootQueueDisc(\"{class}\""
        );
        for (name, value) in attributes {
            let _ = write!(text, ",\n            \"{name}\", {value}");
        }
        let _ = write!(text, ");\n        above.Install({device});\n    }}\n");
    }
}

fn loss(loss: &LossSetup, receiver: &str, text: &mut String, remarks: &mut Remarks) {
    match loss.kind {
        "none" => {}
        "bernoulli" if loss.params.flag("per_bit") => {
            remarks.cannot("a bit error rate that spares headers of the link layer");
        }
        "bernoulli" => {
            if loss.position == LossPosition::Before {
                remarks.cannot("losses before the queue: ns-3's error models sit at the receiver");
            }
            let _ = writeln!(text, "    Lossy({receiver}, {:?});", loss.params.number("probability"));
        }
        "scripted"
            if !loss.params.numbers("packets").is_empty()
                && loss.params.optional_number("every").is_none() =>
        {
            if loss.position == LossPosition::Before {
                remarks.cannot("losses before the queue: ns-3's error models sit at the receiver");
            }
            let list: Vec<String> = loss.params.numbers("packets").iter().map(f64::to_string).collect();
            let _ = writeln!(text, "    Lossy({receiver}, std::list<uint32_t>{{{}}});", list.join(", "));
        }
        other => {
            remarks.cannot(format!("the loss model {other}: ns-3 has no error model with states in time"))
        }
    }
}

fn one_flow(
    (place, word): (usize, &str),
    flow: &FlowSetup,
    duration: Time,
    text: &mut String,
    remarks: &mut Remarks,
) {
    if flow.send_jitter > Span::ZERO {
        remarks.cannot("jitter of single packets");
    }
    if flow.start_jitter > Span::ZERO {
        remarks.differs("starts are drawn from ns-3's own stream");
    }
    if !flow.receiver_access {
        remarks.differs("every receiver has an access link");
    }
    let (from, to) = ends(flow);
    let [at_sender, at_receiver] = flow.access_delays.map(Span::secs);
    let _ = writeln!(
        text,
        "    Flow flow{place}(\"{word}\", routers.Get({from}), routers.Get({to}), {}, {at_sender:?}, {at_receiver:?}, {:?});",
        flow.access_rate.bps(),
        flow.start_jitter.secs(),
    );
    let _ = writeln!(text, "    flow{place}.packetBytes = {};", flow.packet_bytes);
    match &flow.source {
        SourceSetup::Cbr { rate } => {
            let payload = flow.packet_bytes.saturating_sub(UDP_HEADER_BYTES).max(1);
            let rate = (rate.bps() as f64 * f64::from(payload) / f64::from(flow.packet_bytes)).round();
            let _ = writeln!(text, "    flow{place}.payloadBytes = {payload};");
            periods(flow, duration, text, |start, stop| {
                format!("    flow{place}.Constant({start:?}, {stop:?}, {rate});")
            });
        }
        SourceSetup::Tcp(tcp) => tcp_lines(place, flow, tcp, duration, text, remarks),
    }
}

fn tcp_lines(
    place: usize,
    flow: &FlowSetup,
    tcp: &TcpSetup,
    duration: Time,
    text: &mut String,
    remarks: &mut Remarks,
) {
    let Some(class) = control(tcp, remarks) else { return };
    let headers = HEADER_BYTES + if tcp.timestamps { TIMESTAMP_BYTES } else { 0 };
    let payload = flow.packet_bytes.saturating_sub(headers).max(1);
    if tcp.ack_bytes != headers {
        remarks.differs(format!(
            "an ACK has {headers} bytes and, like all packets, two more on a point-to-point link"
        ));
    }
    if tcp.initial_ssthresh.is_finite() {
        let _ = writeln!(
            text,
            "    flow{place}.Set(\"InitialSlowStartThreshold\", UintegerValue({}));",
            tcp.initial_ssthresh as u64 * u64::from(payload)
        );
    }
    // ns-3 buffer sizes are 32-bit byte counts; a window above 2³⁰ bytes is not meant to limit.
    let window = tcp.receive_window.saturating_mul(u64::from(payload)).min(1 << 30);
    let _ = write!(
        text,
        "    flow{place}.payloadBytes = {payload};\n    \
         flow{place}.Control(\"ns3::{class}\", {});\n    \
         flow{place}.Set(\"InitialCwnd\", UintegerValue({}));\n    \
         flow{place}.Set(\"DelAckCount\", UintegerValue({}));\n    \
         flow{place}.Set(\"DelAckTimeout\", TimeValue(Seconds({:?})));\n    \
         flow{place}.Set(\"MinRto\", TimeValue(Seconds({:?})));\n    \
         flow{place}.Set(\"ClockGranularity\", TimeValue(Seconds({:?})));\n    \
         flow{place}.Set(\"Timestamp\", BooleanValue({}));\n    \
         flow{place}.Set(\"LimitedTransmit\", BooleanValue({}));\n    \
         flow{place}.Buffers({window});\n",
        tcp.recovery == Recovery::Sack,
        tcp.initial_window as u64,
        if tcp.delayed_ack { 2 } else { 1 },
        tcp.delayed_ack_timeout.secs(),
        tcp.rto.min.secs(),
        tcp.rto.granularity.secs().max(1e-3),
        tcp.timestamps,
        tcp.limited_transmit,
    );
    let bytes = tcp.segments.map_or(0, |segments| segments * u64::from(payload));
    periods(flow, duration, text, |start, stop| {
        format!("    flow{place}.Connection({start:?}, {stop:?}, {bytes}u);")
    });
}

fn periods(flow: &FlowSetup, duration: Time, text: &mut String, line: impl Fn(f64, f64) -> String) {
    for (start, stop) in &flow.periods {
        if *start < duration {
            let _ = writeln!(text, "{}", line(start.secs(), (*stop).min(duration).secs()));
        }
    }
}
