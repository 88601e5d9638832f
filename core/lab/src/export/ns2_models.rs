//! The agents, queues and error models of ns-2 that correspond to ours.

use super::{Remarks, changed};
use ackscope_engine::setup::{
    AckCounting, Capacity, ChannelSetup, LossPosition, LossSetup, Recovery, RtoStyle, TcpSetup,
};
use ackscope_scenario::Models;
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
    let linux = tcp.recovery_variants.ns2_linux;
    let (source, module) = match tcp.algorithm_id() {
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
        other => {
            remarks.cannot(format!("ns-2.35 has no agent and no Linux module for {other}"));
            return None;
        }
    };
    let delayed = if tcp.delayed_ack { "/DelAck" } else { "" };
    let selective = !module.is_empty() || source == "Agent/TCP/Sack1";
    let sink = format!("Agent/TCPSink{}{delayed}", if selective { "/Sack1" } else { "" });
    say_what_differs(tcp, source, module, remarks);
    Some(Agents { source, sink, module })
}

fn say_what_differs(tcp: &TcpSetup, source: &str, module: &str, remarks: &mut Remarks) {
    let id = tcp.algorithm_id();
    if module.is_empty() {
        if tcp.growth == AckCounting::ByteCounting {
            remarks.differs(format!("{id}: the window grows per ACK; its own agents do not count bytes"));
        }
        let own = match source {
            "Agent/TCP" => Recovery::Tahoe,
            "Agent/TCP/Newreno" => Recovery::NewReno,
            "Agent/TCP/Sack1" => Recovery::Sack,
            _ => Recovery::Reno,
        };
        if tcp.recovery != own {
            remarks.differs(format!("{id}: loss recovery is {} in {source}", own.id()));
        }
        if source == "Agent/TCP/Sack1" && !tcp.recovery_variants.ns2_sack1 {
            remarks.differs("sack: Sack1 counts the pipe by a counter (recovery_variant ns2_sack1)");
        }
        if source == "Agent/TCP/Newreno" && !tcp.recovery_variants.ns2_exit {
            remarks.differs("newreno: its agent deflates the window as recovery_variant ns2_exit says");
        }
        if source == "Agent/TCP/Reno" && !tcp.recovery_variants.reno_gated {
            remarks.differs("reno: its agent re-enters recovery as recovery_variant reno_gated says");
        }
    } else {
        remarks.differs(format!(
            "{id}: the module {module} of Linux 2.6.22 in Agent/TCP/Linux, whose recovery is SACK with rate halving and whose SYN is as large as a data packet"
        ));
        if tcp.delayed_ack && !tcp.limited_transmit {
            remarks.differs(format!("{id}: limited transmit cannot be turned off in Agent/TCP/Linux"));
        }
    }
    let own = if module.is_empty() { RtoStyle::Ticks } else { RtoStyle::TicksOfLinuxAgent };
    if tcp.rto.style != own {
        remarks.differs("the retransmission timer counts ticks of tcpTick_ (rto ns2_2005)");
    }
    if !tcp.timestamps {
        remarks.differs("without timestamps one segment per round trip is timed");
    }
    let models = Models::registered();
    let left = changed(models.algorithms, id, &tcp.params, &["variant"]);
    if !left.is_empty() {
        remarks.cannot(format!("{id} with {}: ns-2 has its own numbers", left.join(", ")));
    }
}

/// The class settings and class of a channel's queue, and its limit as ns-2 counts it.
pub fn queue(channel: &ChannelSetup, remarks: &mut Remarks) -> (String, &'static str, u64) {
    let queue = &channel.queue;
    let Capacity::Packets(packets) = queue.capacity else {
        remarks.cannot("a buffer in bytes: ns-2 would count packets of one mean size");
        return (String::new(), "DropTail", 0);
    };
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
            remarks.cannot(format!("ns-2.35 has no {other} queue as it is here"));
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
    match loss.kind {
        "none" => String::new(),
        "bernoulli" if params.flag("per_bit") => {
            remarks.cannot("a bit error rate: ns-2's error model would let ACKs and data differ otherwise");
            String::new()
        }
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
        "scripted" if !params.numbers("packets").is_empty() && params.optional_number("every").is_none() => {
            let mut list = params.numbers("packets").to_vec();
            list.sort_by(f64::total_cmp);
            let list: Vec<String> = list.iter().map(f64::to_string).collect();
            format!("lossy [losing-listed {{{}}}] {position} {a} {b}\n", list.join(" "))
        }
        other => {
            remarks.cannot(format!("the loss model {other} as it is here"));
            String::new()
        }
    }
}
