//! The agents, queues and error models of ns-2 that correspond to ours.

use super::settings::{carried, model, plain, refuse_others};
use super::{Remarks, Simulator};
use ackscope_engine::catalogue::{Kind, Params, Setting};
use ackscope_engine::setup::{
    AckCounting, Capacity, ChannelSetup, FlowSetup, LossPosition, LossSetup, Recovery, RecoveryVariants,
    RtoSetup, RtoStyle, SourceSetup, TcpSetup,
};
use ackscope_engine::units::Span;
use ackscope_scenario::{Agent, Models};
use std::fmt::Write;

/// The ns-2 classes of a TCP flow.
pub struct Agents {
    /// The sender's class.
    pub source: &'static str,
    /// The receiver's class.
    pub sink: String,
    /// The congestion-control module of a Linux agent, empty for the others.
    pub module: &'static str,
}

/// The classes of a flow, or `None` if ns-2 has none.
pub fn agents(tcp: &TcpSetup, remarks: &mut Remarks) -> Option<Agents> {
    let Some((source, module)) = classes(tcp) else {
        remarks.cannot(format!(
            "ns-2.35 has no agent and no Linux module for the algorithm {}",
            tcp.algorithm_id()
        ));
        return None;
    };
    if !module.is_empty() {
        remarks.differs(format!(
            "{}: the module {module} of Linux 2.6.22 in Agent/TCP/Linux, whose SYN is as large as a data packet",
            tcp.algorithm_id()
        ));
    }
    let delayed = if tcp.delayed_ack { "/DelAck" } else { "" };
    let selective = !module.is_empty() || source == "Agent/TCP/Sack1";
    let sink = format!("Agent/TCPSink{}{delayed}", if selective { "/Sack1" } else { "" });
    Some(Agents { source, sink, module })
}

/// True if the connection's agent is that with modules of Linux.
pub fn is_linux_agent(tcp: &TcpSetup) -> bool {
    classes(tcp).is_some_and(|(_, module)| !module.is_empty())
}

/// The sender's class and its module of Linux.
fn classes(tcp: &TcpSetup) -> Option<(&'static str, &'static str)> {
    let linux = tcp.own_recovery.is_some_and(|source| source.id == Some("ns2_linux"));
    if tcp.own_algorithm.is_some() {
        return None;
    }
    Some(match tcp.algorithm {
        "tahoe" => ("Agent/TCP", ""),
        "reno" => ("Agent/TCP/Reno", ""),
        "newreno" => ("Agent/TCP/Newreno", ""),
        "sack" if !linux => ("Agent/TCP/Sack1", ""),
        "vegas" if !linux => ("Agent/TCP/Vegas", ""),
        "sack" => ("Agent/TCP/Linux", "reno"),
        "vegas" => ("Agent/TCP/Linux", "vegas"),
        "westwood+" => ("Agent/TCP/Linux", "westwood"),
        "stcp" => ("Agent/TCP/Linux", "scalable"),
        "hstcp" => ("Agent/TCP/Linux", "highspeed"),
        "htcp" => ("Agent/TCP/Linux", "htcp"),
        "bic" => ("Agent/TCP/Linux", "bic"),
        "cubic" => ("Agent/TCP/Linux", "cubic"),
        "compound" => ("Agent/TCP/Linux", "compound"),
        "illinois" => ("Agent/TCP/Linux", "illinois"),
        "veno" => ("Agent/TCP/Linux", "veno"),
        "hybla" => ("Agent/TCP/Linux", "hybla"),
        _ => return None,
    })
}

/// A flow as the script sends it.
pub fn sent(flow: &FlowSetup) -> FlowSetup {
    let plain = plain();
    let source = match &flow.source {
        SourceSetup::Tcp(tcp) => SourceSetup::Tcp(Box::new(connection(tcp, &plain))),
        cbr @ SourceSetup::Cbr { .. } => cbr.clone(),
    };
    let is_tcp = matches!(source, SourceSetup::Tcp(_));
    let send_jitter = if is_tcp { flow.send_jitter } else { plain.send_jitter };
    FlowSetup { send_jitter, ..carried(flow, source) }
}

/// A connection as the agent makes it: what it takes over, and the rules of ns-2 for the rest.
fn connection(tcp: &TcpSetup, plain: &FlowSetup) -> TcpSetup {
    let SourceSetup::Tcp(plain) = &plain.source else { unreachable!("it has an algorithm") };
    let names = classes(tcp);
    let (source, module) = names.unwrap_or(("", ""));
    let is_linux = !module.is_empty();
    let selective = is_linux || source == "Agent/TCP/Sack1";
    let granularity = Span::from_secs(granularity_s(tcp));
    let params = params(tcp, is_linux);
    let agent = Agent {
        rto: true,
        exit: source == "Agent/TCP/Newreno",
        sack1: source == "Agent/TCP/Sack1",
        linux: is_linux,
        sink: true,
    };
    let recovery = match source {
        "Agent/TCP" => Recovery::Tahoe,
        "Agent/TCP/Newreno" => Recovery::NewReno,
        _ if selective => Recovery::Sack,
        _ => Recovery::Reno,
    };
    let own_recovery = agent.recovery(tcp.algorithm, &params);
    let reno_gated = source == "Agent/TCP/Reno";
    TcpSetup {
        algorithm: tcp.algorithm,
        own_algorithm: tcp.own_algorithm.clone(),
        params,
        ack_bytes: tcp.ack_bytes,
        sack_block_bytes: if selective { SACK_BLOCK_BYTES } else { 0 },
        initial_window: tcp.initial_window,
        initial_ssthresh: tcp.initial_ssthresh,
        receive_window: tcp.receive_window,
        segments: tcp.segments,
        delayed_ack: tcp.delayed_ack,
        delayed_ack_timeout: tcp.delayed_ack_timeout,
        timestamps: tcp.timestamps,
        // It cannot be turned off there.
        limited_transmit: tcp.limited_transmit || is_linux && tcp.delayed_ack,
        handshake: tcp.handshake,
        recovery,
        own_recovery,
        recovery_variants: agent.rules(recovery, RecoveryVariants { reno_gated, ..plain.recovery_variants }),
        growth: match tcp.growth {
            AckCounting::ByteCounting if is_linux => AckCounting::ByteCounting,
            _ => AckCounting::PerAck,
        },
        rto: RtoSetup {
            min: tcp.rto.min,
            max: tcp.rto.max,
            initial: tcp.rto.initial,
            granularity,
            ack_delay: Span::ZERO,
            style: if is_linux { RtoStyle::TicksOfLinuxAgent } else { RtoStyle::Ticks },
        },
        ..(**plain).clone()
    }
}

/// The granularity that the script sets, in seconds.
pub fn granularity_s(tcp: &TcpSetup) -> f64 {
    tcp.rto.granularity.secs().max(1e-3)
}

/// What a SACK block adds to an ACK (tcp-sink.cc, `Sacker::append_ack`).
const SACK_BLOCK_BYTES: u32 = 8;

/// The numbers of ns-2: its defaults are those of the models, in the variant after its code.
fn params(tcp: &TcpSetup, is_linux: bool) -> Params {
    let id = tcp.algorithm_id();
    let Some(spec) = Models::registered().algorithms.iter().find(|spec| spec.id == id).copied() else {
        return tcp.params.clone();
    };
    let mut params = Params::defaults(spec.parameters);
    let words = spec.parameters.iter().find(|param| param.name == "variant");
    if let Some(Kind::Choice(words)) = words.map(|param| &param.kind) {
        let of_ns2 = if is_linux { ["linux2622", "linux"] } else { ["ns2_agent", "ns2"] };
        let known = of_ns2.iter().find_map(|wanted| words.iter().find(|word| word == &wanted));
        if let Some(word) = known {
            params.set("variant", Setting::Choice(word));
        }
    }
    params
}

/// The class settings and class of a channel's queue, and its limit as ns-2 counts it.
pub fn queue(channel: &ChannelSetup, remarks: &mut Remarks) -> (String, &'static str, u64) {
    let queue = &channel.queue;
    let Capacity::Packets(packets) = queue.capacity else {
        remarks.cannot("a queue with a capacity in bytes: ns-2 would count packets of one mean size");
        return (String::new(), "DropTail", 0);
    };
    let translated: &[&str] = match queue.kind {
        "drop-tail" => &["drop_front"],
        _ => &["min_th", "max_th", "max_p", "w_q", "wait", "mean_packet_bytes"],
    };
    let models = Models::registered();
    refuse_others(models.queues, queue.kind, &queue.params, translated, Simulator::Ns2, remarks);
    match queue.kind {
        "drop-tail" => {
            let front = queue.params.flag("drop_front");
            // ns-2 counts the packet in transmission as queued.
            (format!("Queue/DropTail set drop_front_ {front}\n"), "DropTail", packets + 1)
        }
        kind @ ("red" | "gentle-red") => {
            let [min_th, max_th, max_p, w_q] =
                ["min_th", "max_th", "max_p", "w_q"].map(|name| queue.params.number(name));
            let mean = queue.params.optional_number("mean_packet_bytes").unwrap_or(1500.0);
            let settings = [
                ("thresh_", min_th.to_string()),
                ("maxthresh_", max_th.to_string()),
                ("linterm_", (1.0 / max_p).to_string()),
                ("q_weight_", w_q.to_string()),
                ("gentle_", (kind == "gentle-red").to_string()),
                ("wait_", queue.params.flag("wait").to_string()),
                ("mean_pktsize_", mean.to_string()),
                ("bytes_", "false".to_owned()),
                ("queue_in_bytes_", "false".to_owned()),
                ("adaptive_", "0".to_owned()),
                ("setbit_", "false".to_owned()),
            ];
            let text = settings.iter().fold(String::new(), |mut text, (name, value)| {
                let _ = writeln!(text, "Queue/RED set {name} {value}");
                text
            });
            (text, "RED", packets)
        }
        other => {
            remarks.cannot(format!(
                "ns-2.35 has no queue {} of capacity {packets}",
                model(other, &queue.params)
            ));
            (String::new(), "DropTail", packets + 1)
        }
    }
}

/// A channel of a script and the generators of its losses, as variables.
pub struct LossyChannel<'a> {
    /// The router where it begins.
    pub from: &'a str,
    /// The router where it ends.
    pub to: &'a str,
    /// The generator of its states.
    pub states: &'a str,
    /// The generator of its packets' losses.
    pub packets: &'a str,
}

/// The Tcl that puts a loss model on a channel. Further channels follow the same states with their
/// own draws.
pub fn loss(loss: &LossSetup, channels: &[LossyChannel], remarks: &mut Remarks) -> String {
    let LossyChannel { from: a, to: b, states: state_rng, packets: rng } = &channels[0];
    let params = &loss.params;
    let number = |name: &str| params.number(name);
    let position = if loss.position == LossPosition::Before { "before" } else { "after" };
    let lists =
        channels.iter().map(|channel| format!("[list {} {} {}]", channel.from, channel.to, channel.packets));
    let all: String = lists.collect::<Vec<_>>().join(" ");
    let states = |law: &str, losses: [f64; 2], lengths: [f64; 2], switch: f64| {
        format!(
            "two-states {law} {{{} {}}} {{{} {}}} {switch} {state_rng} {position} {all}\n",
            losses[0], losses[1], lengths[0], lengths[1]
        )
    };
    let translated: &[&str] = match loss.kind {
        "bernoulli" => &["probability"],
        "gilbert" => &["good", "bad", "good_loss", "bad_loss", "switch_probability", "advance"],
        "markov" => &["good_mean", "bad_mean", "good_loss", "bad_loss"],
        "blackout" => &["at", "good_loss", "good_mean", "bad_mean"],
        "handoff" => &["probability", "period", "outage", "first"],
        "scripted" => &["packets"],
        _ => &[],
    };
    refuse_others(Models::registered().losses, loss.kind, params, translated, Simulator::Ns2, remarks);
    if loss.streams.is_none() && !matches!(loss.kind, "none" | "scripted") {
        remarks.differs("ns2_losses is false here: ns-2 draws its losses from its own generator");
    }
    match loss.kind {
        "none" => String::new(),
        "bernoulli" => format!("lossy [losing {} {rng}] {position} {a} {b}\n", number("probability")),
        "gilbert" => {
            let losses = [number("good_loss"), number("bad_loss")];
            let lengths = [number("good"), number("bad")];
            let switch = number("switch_probability");
            if params.choice("advance") == "arrivals" {
                format!(
                    "lossy [losing-by-arrivals {{{} {}}} {{{} {}}} {switch} {rng}] {position} {a} {b}\n",
                    losses[0], losses[1], lengths[0], lengths[1]
                )
            } else {
                states("fixed", losses, lengths, switch)
            }
        }
        "markov" => states(
            "exponential",
            [number("good_loss"), number("bad_loss")],
            [number("good_mean"), number("bad_mean")],
            1.0,
        ),
        "blackout" => {
            let listed = params.periods("at");
            let losses = [number("good_loss"), 1.0];
            if listed.is_empty() {
                let mean = |name, usual| params.optional_number(name).unwrap_or(usual);
                // The default means of our model.
                return states("exponential", losses, [mean("good_mean", 4.0), mean("bad_mean", 0.1)], 1.0);
            }
            let list: Vec<String> = listed.iter().map(|(from, to)| format!("{{{from} {to}}}")).collect();
            format!("blackouts {} {{{}}} {position} {all}\n", losses[0], list.join(" "))
        }
        "handoff" => {
            let first = params.optional_number("first").unwrap_or_else(|| number("period"));
            format!(
                "handoffs {} {} {} {first} {position} {all}\n",
                number("probability"),
                number("period"),
                number("outage")
            )
        }
        "scripted" if !params.numbers("packets").is_empty() => {
            let mut list = params.numbers("packets").to_vec();
            list.sort_by(f64::total_cmp);
            let list: Vec<String> = list.iter().map(f64::to_string).collect();
            format!("lossy [losing-listed {{{}}}] {position} {a} {b}\n", list.join(" "))
        }
        other => {
            remarks.cannot(format!("the loss {} as it is here", model(other, params)));
            String::new()
        }
    }
}
