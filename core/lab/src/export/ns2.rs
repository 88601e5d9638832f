//! A lane as a Tcl script for ns-2.35.
//!
//! Packet sizes include headers (`useHeaders_ false`), each end has an access link of its own,
//! every period of a flow is a new connection, and the starts are the engine's. Each lossy channel
//! has its own generator; with `ns2_losses` the engine draws the same numbers.

use super::ns2_models::{LossyChannel, agents, granularity_s, is_linux_agent, loss, queue, sent};
use super::settings::{compare, model};
use super::{Remarks, Simulator, comment, delays, ends, marks, named, no_agents, rates, words};
use crate::lanes::LanePlan;
use ackscope_engine::setup::{AckCounting, FlowSetup, Handshake, Setup, SourceSetup, TcpSetup};
use ackscope_engine::units::{Span, Time};
use std::fmt::Write;

const PRELUDE: &str = include_str!("ns2_prelude.tcl");
/// A window of this many packets and more counts as one that no path fills.
const SMALL_WINDOW: u64 = 10_000;
/// Linux agents print through C to the standard output. Theirs leads nowhere then, and the results go
/// through a program that inherits the output as it is: opened anew, it would lose its place.
const QUIET: &str = "
set results [open {|cat >@stdout} w]
close stdout
open /dev/null w
";
const FINALE: &str = include_str!("ns2_finale.tcl");

/// The script without its header.
pub fn program(plan: &LanePlan, remarks: &mut Remarks) -> String {
    let setup = &plan.setup;
    no_agents(&setup.hops, remarks, Simulator::Ns2);
    if setup.ties.is_none() {
        remarks.differs("ns2_order is false here: ns-2 has an order of its own for events of one instant");
    }
    for flow in &setup.flows {
        compare(flow, &sent(flow), Simulator::Ns2, remarks);
    }
    // With only the TCP packet headers, ns-2 needs half the time. UDP agents need more headers.
    let few = setup.flows.iter().all(|flow| flow.tcp().is_some());
    let mut text = String::new();
    if few {
        text.push_str("remove-all-packet-headers\nadd-packet-header IP TCP Flags\n");
    }
    let _ = writeln!(text, "set seed {}\n{PRELUDE}", ackscope_scenario::ns2::seed_of(setup.seed));
    let is_linux = |flow: &FlowSetup| flow.tcp().is_some_and(is_linux_agent);
    if setup.flows.iter().any(is_linux) {
        text.push_str(QUIET);
    }
    path(setup, &mut text, remarks);
    let kinds = sources(setup, &mut text, remarks);
    for ((flow, kind), word) in setup.flows.iter().zip(kinds).zip(words(&setup.flows)) {
        text.push_str(&named("#", &word, flow));
        flow_line(flow, kind, &word, setup.seed, &mut text);
    }
    let windows: Vec<String> =
        setup.measure.iter().map(|(from, to)| format!("{{{} {}}}", from.secs(), to.secs())).collect();
    let marks: Vec<String> = marks(plan).iter().map(f64::to_string).collect();
    let _ = write!(
        text,
        "\nset duration {}\nset windows {{{}}}\nforeach time {{{}}} {{ $ns at $time \"mark $time\" }}\n{FINALE}",
        setup.duration.secs(),
        windows.join(" "),
        marks.join(" ")
    );
    text
}

/// The routers, the channels and their loss models.
fn path(setup: &Setup, text: &mut String, remarks: &mut Remarks) {
    let routers = setup.hops.len() + 1;
    let _ = writeln!(text, "for {{set i 0}} {{$i < {routers}}} {{incr i}} {{ set router($i) [$ns node] }}\n");
    for (index, hop) in setup.hops.iter().enumerate() {
        let (left, right) = (format!("$router({index})"), format!("$router({})", index + 1));
        let _ = writeln!(text, "{}", comment("#", &hop.name));
        for (channel, way, from, to) in
            [(&hop.forward, "forward", &left, &right), (&hop.backward, "backward", &right, &left)]
        {
            let (settings, class, limit) = queue(channel, remarks);
            if channel.jitter.kind != "none" {
                remarks.cannot(format!(
                    "the jitter {}: ns-2's links never hold a packet back",
                    model(channel.jitter.kind, &channel.jitter.params)
                ));
            }
            let zero = "a rate of zero: ns-2's link would finish the packet it has begun";
            let (rate, steps) = rates(&channel.rate, zero, remarks, Simulator::Ns2);
            let name = format!("hop {index} {way}");
            let (delay, changes) = delays(setup, &channel.delay, &name, remarks, Simulator::Ns2);
            let _ = write!(
                text,
                "{settings}$ns simplex-link {from} {to} {rate} {delay} {class}\n$ns queue-limit {from} {to} {limit}\n"
            );
            let mut later = |time: Time, what: &str, value: String| {
                let _ = writeln!(
                    text,
                    "$ns at {} \"[[$ns link {from} {to}] link] set {what} {value}\"",
                    time.secs()
                );
            };
            for (time, rate) in steps {
                later(time, "bandwidth_", rate.to_string());
            }
            for (time, delay) in changes {
                later(time, "delay_", delay.to_string());
            }
        }
        let (forward, backward) = (&hop.forward.loss, &hop.backward.loss);
        if forward.kind == "none" && backward.kind == "none" {
            continue;
        }
        text.push_str("lassign [generators] states packets back_packets back_states\n");
        let there = LossyChannel { from: &left, to: &right, states: "$states", packets: "$packets" };
        let back = LossyChannel { from: &right, to: &left, states: "$back_states", packets: "$back_packets" };
        if backward.shared {
            text.push_str(&loss(forward, &[there, back], remarks));
        } else {
            text.push_str(&loss(forward, &[there], remarks));
            text.push_str(&loss(backward, &[back], remarks));
        }
    }
}

/// One procedure per distinct way to make a connection; returns the procedure index of each flow.
fn sources(setup: &Setup, text: &mut String, remarks: &mut Remarks) -> Vec<usize> {
    let mut seen: Vec<String> = Vec::new();
    let mut growths: Vec<AckCounting> = Vec::new();
    let kinds = setup
        .flows
        .iter()
        .map(|flow| {
            let body = match &flow.source {
                SourceSetup::Cbr { rate } => constant(flow.packet_bytes, rate.bps()),
                SourceSetup::Tcp(tcp) => {
                    let Some(made) = connection(tcp, flow, remarks) else { return 0 };
                    if made.1 && !growths.contains(&tcp.growth) {
                        growths.push(tcp.growth);
                    }
                    made.0
                }
            };
            seen.iter().position(|known| *known == body).unwrap_or_else(|| {
                seen.push(body);
                seen.len() - 1
            })
        })
        .collect();
    if growths.len() > 1 {
        remarks.cannot(
            "growth of Linux agents of which some count bytes and some ACKs: in ns-2 the setting is one for all",
        );
    }
    for (kind, body) in seen.iter().enumerate() {
        let _ = write!(text, "\nproc connection-{kind} {{}} {{\n    global ns\n{body}}}\n");
    }
    kinds
}

fn constant(packet_bytes: u32, rate_bps: u64) -> String {
    format!(
        "    set source [new Agent/UDP]\n    $source set packetSize_ {packet_bytes}\n    \
         set application [new Application/Traffic/CBR]\n    $application set packetSize_ {packet_bytes}\n    \
         $application set rate_ {rate_bps}\n    $application set random_ 0\n    \
         return [list $source [new Agent/LossMonitor] $application {{}}]\n"
    )
}

/// The body of a TCP connection's procedure, and whether its agent is a Linux one.
fn connection(tcp: &TcpSetup, flow: &FlowSetup, remarks: &mut Remarks) -> Option<(String, bool)> {
    let agents = agents(tcp, remarks)?;
    let window = tcp.receive_window;
    let mut settings = vec![
        ("packetSize_", flow.packet_bytes.to_string()),
        ("window_", window.to_string()),
        ("windowInit_", tcp.initial_window.to_string()),
        ("windowInitOption_", "1".to_owned()),
        // As good as infinite: the receive window limits cwnd to the same value.
        ("ssthresh_", window.to_string()),
        ("timestamps_", tcp.timestamps.to_string()),
        ("singledup_", u8::from(tcp.limited_transmit).to_string()),
        ("syn_", (tcp.handshake != Handshake::None).to_string()),
        ("delay_growth_", (tcp.handshake == Handshake::Before).to_string()),
        ("tcpTick_", granularity_s(tcp).to_string()),
        ("minrto_", tcp.rto.min.secs().to_string()),
        ("maxrto_", tcp.rto.max.secs().to_string()),
        ("rtxcur_init_", tcp.rto.initial.secs().to_string()),
    ];
    if flow.send_jitter > Span::ZERO {
        settings.push(("overhead_", flow.send_jitter.secs().to_string()));
    }
    let linux = !agents.module.is_empty();
    if linux && window < SMALL_WINDOW {
        let id = tcp.algorithm_id();
        remarks.differs(format!(
            "{id}: receive_window is {window}: Agent/TCP/Linux sends beyond it while it recovers, Ackscope does not"
        ));
    }
    let mut body = format!("    set source [new {}]\n", agents.source);
    for (name, value) in settings {
        let _ = writeln!(body, "    $source set {name} {value}");
    }
    if linux {
        let counts = u8::from(tcp.growth == AckCounting::ByteCounting);
        let _ = write!(
            body,
            "    $ns at 0 \"$source select_ca {}\"\n    $ns at 0 \"$source set_ca_default_param linux sysctl_tcp_abc {counts}\"\n",
            agents.module
        );
    }
    let _ = write!(
        body,
        "    set sink [new {}]\n    $sink set packetSize_ {}\n    $sink set ts_echo_rfc1323_ true\n",
        agents.sink, tcp.ack_bytes
    );
    if tcp.delayed_ack {
        let _ = writeln!(body, "    $sink set interval_ {}", tcp.delayed_ack_timeout.secs());
    }
    let threshold = if !tcp.initial_ssthresh.is_finite() {
        String::new()
    } else if linux {
        let id = tcp.algorithm_id();
        remarks
            .cannot(format!("initial_ssthresh with the algorithm {id}: Agent/TCP/Linux has no finite one"));
        String::new()
    } else {
        tcp.initial_ssthresh.to_string()
    };
    body.push_str("    set application [new Application/FTP]\n");
    let _ = writeln!(body, "    return [list $source $sink $application {{{threshold}}}]");
    Some((body, linux))
}

fn flow_line(flow: &FlowSetup, kind: usize, word: &str, seed: u64, text: &mut String) {
    let (from, to) = ends(flow);
    let [at_sender, at_receiver] = flow.access_delays.map(Span::secs);
    let periods: Vec<String> = flow
        .drawn_periods(seed)
        .into_iter()
        .map(|(start, stop)| {
            let stop = if stop == Time::NEVER { -1.0 } else { stop.secs() };
            format!("{{{} {stop}}}", start.secs())
        })
        .collect();
    let segments = flow.tcp().and_then(|tcp| tcp.segments).map_or(-1, |segments| segments as i64);
    let _ = writeln!(
        text,
        "flow {word} connection-{kind} $router({from}) $router({to}) {} {at_sender} {at_receiver} {segments} {{{}}}",
        flow.access_rate.bps(),
        periods.join(" ")
    );
}
