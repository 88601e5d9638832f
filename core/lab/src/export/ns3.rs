//! A lane as a C++ program for ns-3.
//!
//! ns-3 sockets count payload: a segment is the scenario's packet without headers, those of the
//! point-to-point link included, and received bytes are scaled back to whole packets. A point-to-point link has one delay for both directions.

use super::ns3_models::{Queue, attributes, class, granularity_s, headers, of_class, percent, queue, sent};
use super::settings::{compare, model, refuse_others};
use super::{Remarks, Simulator, comment, delays, ends, named, no_agents, rates, words};
use crate::lanes::LanePlan;
use ackscope_engine::setup::{
    ChannelSetup, FlowSetup, HyStartSetup, LossPosition, LossSetup, Reduction, Setup, SlowStartRule,
    SourceSetup, TcpSetup,
};
use ackscope_engine::units::Span;
use ackscope_scenario::Models;
use std::fmt::Write;

const PRELUDE: &str = include_str!("ns3_prelude.cc");

/// IPv4, UDP and point-to-point headers.
const UDP_HEADER_BYTES: u32 = 30;

/// The program without its header.
pub fn program(plan: &LanePlan, remarks: &mut Remarks) -> String {
    let setup = &plan.setup;
    no_agents(&setup.hops, remarks, Simulator::Ns3);
    if setup.ties.is_some() {
        remarks.differs("ns2_order is true here: ns-3 has an order of its own for events of one instant");
    }
    for flow in &setup.flows {
        compare(flow, &sent(flow), Simulator::Ns3, remarks);
    }
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
        one_flow((place, &word), flow, setup, &mut text, remarks);
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
        let [there, back] = [(&hop.forward, "forward"), (&hop.backward, "backward")].map(|(channel, way)| {
            delays(setup, &channel.delay, &format!("hop {index} {way}"), remarks, Simulator::Ns3)
        });
        if there != back {
            remarks.cannot(
                "a hop whose back.delay is not its delay: a link of ns-3 has one for both directions",
            );
        }
        let _ = write!(
            text,
            "\n{}\n    NetDeviceContainer hop{index} = Link(routers.Get({index}), routers.Get({}), {:?});\n",
            comment("    //", &hop.name),
            index + 1,
            there.0
        );
        for (time, delay_s) in there.1 {
            let _ = writeln!(
                text,
                "    Simulator::Schedule(Seconds({:?}), +[](Ptr<NetDevice> device, double delayS) {{\n        device->GetChannel()->SetAttribute(\"Delay\", TimeValue(Seconds(delayS)));\n    }}, hop{index}.Get(0), {delay_s:?});",
                time.secs()
            );
        }
        for (channel, end) in [(&hop.forward, 0), (&hop.backward, 1)] {
            channel_lines(channel, &format!("hop{index}.Get({end})"), text, remarks);
            let receiver = format!("hop{index}.Get({})", 1 - end);
            loss(&channel.loss, &receiver, text, remarks);
            if channel.jitter.kind != "none" {
                remarks.cannot(format!(
                    "the jitter {}: ns-3's links never hold a packet back",
                    model(channel.jitter.kind, &channel.jitter.params)
                ));
            }
        }
    }
}

fn channel_lines(channel: &ChannelSetup, device: &str, text: &mut String, remarks: &mut Remarks) {
    let Queue { device_packets, discipline } = queue(channel, remarks);
    let (rate, steps) = rates(&channel.rate, "a rate of zero", remarks, Simulator::Ns3);
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
    let translated: &[&str] = match loss.kind {
        "bernoulli" => &["probability"],
        "scripted" => &["packets"],
        "none" => return,
        other => {
            let text = model(other, &loss.params);
            return remarks.cannot(format!("the loss {text}: ns-3 has no error model with states in time"));
        }
    };
    refuse_others(Models::registered().losses, loss.kind, &loss.params, translated, Simulator::Ns3, remarks);
    if loss.streams.is_some() {
        remarks.differs("ns2_losses is true here: ns-3 draws its losses from its own generator");
    }
    if loss.position == LossPosition::Before {
        remarks.cannot("a loss with the position before: ns-3's error models sit at the receiver");
    }
    let list: Vec<String> = loss
        .params
        .iter()
        .find(|(name, _)| *name == "packets")
        .map_or(Vec::new(), |_| loss.params.numbers("packets").iter().map(f64::to_string).collect());
    let _ = match loss.kind {
        "bernoulli" => writeln!(text, "    Lossy({receiver}, {:?});", loss.params.number("probability")),
        _ => writeln!(text, "    Lossy({receiver}, std::list<uint32_t>{{{}}});", list.join(", ")),
    };
}

fn one_flow(
    (place, word): (usize, &str),
    flow: &FlowSetup,
    setup: &Setup,
    text: &mut String,
    remarks: &mut Remarks,
) {
    let (from, to) = ends(flow);
    let [at_sender, at_receiver] = flow.access_delays.map(Span::secs);
    let _ = writeln!(
        text,
        "    Flow flow{place}(\"{word}\", routers.Get({from}), routers.Get({to}), {}, {at_sender:?}, {at_receiver:?});",
        flow.access_rate.bps(),
    );
    let _ = writeln!(text, "    flow{place}.packetBytes = {};", flow.packet_bytes);
    match &flow.source {
        SourceSetup::Cbr { rate } => {
            let payload = flow.packet_bytes.saturating_sub(UDP_HEADER_BYTES).max(1);
            let rate = (rate.bps() as f64 * f64::from(payload) / f64::from(flow.packet_bytes)).round();
            let _ = writeln!(text, "    flow{place}.payloadBytes = {payload};");
            periods(flow, setup, text, |start, stop| {
                format!("    flow{place}.Constant({start:?}, {stop:?}, {rate});")
            });
        }
        SourceSetup::Tcp(tcp) => tcp_lines(place, flow, tcp, setup, text, remarks),
    }
}

fn tcp_lines(
    place: usize,
    flow: &FlowSetup,
    tcp: &TcpSetup,
    setup: &Setup,
    text: &mut String,
    remarks: &mut Remarks,
) {
    let Some(class) = class(tcp) else {
        return remarks.cannot(format!("ns-3 has no class for the algorithm {}", tcp.algorithm_id()));
    };
    of_class(tcp, class, remarks);
    let payload = flow.packet_bytes.saturating_sub(headers(tcp)).max(1);
    // ns-3 buffer sizes are 32-bit byte counts; a window above 2³⁰ bytes is not meant to limit.
    let window = tcp.receive_window.saturating_mul(u64::from(payload)).min(1 << 30);
    let has_sack = tcp.recovery.uses_sack();
    let reduction = match tcp.mechanisms.chosen.reduction {
        Reduction::AtOnce => "TcpClassicRecovery",
        _ if has_sack => "TcpPrrRecovery",
        _ => "TcpClassicRecovery",
    };
    let ssthresh = tcp.initial_ssthresh.floor() * f64::from(payload);
    let ecn = if flow.ecn.is_capable() { "On" } else { "Off" };
    let seconds = |s: f64| format!("TimeValue(Seconds({s:?}))");
    let mut attributes = attributes(tcp);
    attributes.extend([
        ("TcpSocket::SegmentSize", format!("UintegerValue({payload})")),
        ("TcpSocket::InitialCwnd", format!("UintegerValue({})", tcp.initial_window as u64)),
        ("TcpSocket::InitialSlowStartThreshold", format!("UintegerValue({})", ssthresh.min(4_294_967_295.0))),
        ("TcpSocket::DelAckCount", format!("UintegerValue({})", if tcp.delayed_ack { 2 } else { 1 })),
        ("TcpSocket::DelAckTimeout", seconds(tcp.delayed_ack_timeout.secs())),
        ("TcpSocket::ConnTimeout", seconds(tcp.rto.initial.secs())),
        ("TcpSocket::SndBufSize", format!("UintegerValue({window})")),
        ("TcpSocket::RcvBufSize", format!("UintegerValue({window})")),
        ("TcpSocketBase::MinRto", seconds(tcp.rto.min.secs())),
        ("TcpSocketBase::ClockGranularity", seconds(granularity_s(tcp))),
        ("TcpSocketBase::Sack", format!("BooleanValue({has_sack})")),
        ("TcpSocketBase::Timestamp", format!("BooleanValue({})", tcp.timestamps)),
        ("TcpSocketBase::LimitedTransmit", format!("BooleanValue({})", tcp.limited_transmit)),
        ("TcpSocketBase::UseEcn", format!("StringValue(\"{ecn}\")")),
    ]);
    if class == "TcpCubic" {
        let HyStartSetup { low_window, ack_delta, by_train, by_delay, gated_rounds: _ } =
            tcp.mechanisms.hystart;
        let is_on = tcp.mechanisms.slow_start == SlowStartRule::HyStart;
        attributes.extend([
            ("TcpCubic::HyStart", format!("BooleanValue({is_on})")),
            ("TcpCubic::HyStartLowWindow", format!("UintegerValue({low_window})")),
            ("TcpCubic::HyStartAckDelta", seconds(ack_delta.secs())),
            // 1: ACKs that come back to back, 2: a rising RTT, 3: both.
            (
                "TcpCubic::HyStartDetect",
                format!("IntegerValue({})", i32::from(by_train) + 2 * i32::from(by_delay)),
            ),
        ]);
    }
    let paces = tcp.mechanisms.pacing;
    // BBR turns its own pacing on.
    attributes.push(("TcpSocketState::EnablePacing", format!("BooleanValue({})", paces.is_some())));
    if let Some(pacing) = paces {
        attributes.extend([
            ("TcpSocketState::PacingSsRatio", format!("UintegerValue({})", percent(pacing.slow_start))),
            ("TcpSocketState::PacingCaRatio", format!("UintegerValue({})", percent(pacing.avoidance))),
            ("TcpSocketState::MaxPacingRate", format!("DataRateValue(DataRate({}))", flow.access_rate.bps())),
        ]);
    }
    let _ = writeln!(
        text,
        "    flow{place}.payloadBytes = {payload};\n    flow{place}.Control(\"ns3::{class}\", \"ns3::{reduction}\");"
    );
    for (name, value) in attributes {
        let _ = writeln!(text, "    flow{place}.Set(\"{name}\", {value});");
    }
    let bytes = tcp.segments.map_or(u64::MAX >> 1, |segments| segments * u64::from(payload));
    periods(flow, setup, text, |start, stop| {
        format!("    flow{place}.Connection({start:?}, {stop:?}, {bytes}u);")
    });
}

/// The periods with their drawn starts.
fn periods(flow: &FlowSetup, setup: &Setup, text: &mut String, line: impl Fn(f64, f64) -> String) {
    for (start, stop) in flow.drawn_periods(setup.seed) {
        if start < setup.duration {
            let _ = writeln!(text, "{}", line(start.secs(), stop.min(setup.duration).secs()));
        }
    }
}
