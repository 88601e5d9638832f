//! A flow as settings under the keys of a scenario, and what another program makes of each.
//!
//! A target describes what its program does as a flow of its own: it starts with [`plain`] and takes
//! over what it carries. Each key whose value then differs becomes a remark that names it. So a key
//! that a target does not know is never lost silently, also if a profile such as `linux6` sets it.
//! The patterns name every field: a new one does not compile until it has a key here.

use super::{Remarks, Simulator};
use ackscope_engine::catalogue::{Params, Setting, Spec};
use ackscope_engine::setup::{
    AckCounting, CarefulResumeSetup, Ecn, FlowSetup, Handshake, HyStartSetup, LinuxAcks, MarkFeedback,
    Mechanisms, Pacing, PacingQuantum, QuicSetup, RapidStartSetup, RecoveryVariants, RtoSetup, RtoStyle,
    SlowStartRule, SourceSetup, TcpSetup,
};
use ackscope_engine::tcp::RecoverySource;
use ackscope_engine::units::{Dimension, Span, decimal, format_si};
use serde_json::json;
use std::sync::OnceLock;

type Rows = Vec<(String, String)>;

/// A flow without any choice: each key has its default.
pub fn plain() -> FlowSetup {
    static PLAIN: OnceLock<FlowSetup> = OnceLock::new();
    PLAIN.get_or_init(compiled).clone()
}

fn compiled() -> FlowSetup {
    let scenario = json!({ "version": 1, "duration": 1, "hops": [{ "rate": "1Mbps", "delay": 0 }],
        "flows": [{ "algorithm": "newreno" }] });
    let read = ackscope_scenario::read_value(&scenario)
        .and_then(|scenario| ackscope_scenario::compile(&scenario, 0));
    let Ok(setup) = read else { unreachable!("a valid scenario") };
    let Some(flow) = setup.flows.into_iter().next() else { unreachable!("it has a flow") };
    flow
}

/// What every target takes over from a flow, with another source; the rest is [`plain`].
pub fn carried(flow: &FlowSetup, source: SourceSetup) -> FlowSetup {
    FlowSetup {
        direction: flow.direction,
        from: flow.from,
        to: flow.to,
        access_rate: flow.access_rate,
        access_delays: flow.access_delays,
        packet_bytes: flow.packet_bytes,
        periods: flow.periods.clone(),
        start_jitter: flow.start_jitter,
        source,
        ..plain()
    }
}

/// Remarks on each key of `ours` that has another value in what the program does. Without its
/// application, or with other numbers of the algorithm, a flow would be another experiment.
pub fn compare(ours: &FlowSetup, theirs: &FlowSetup, simulator: Simulator, remarks: &mut Remarks) {
    let id = match &ours.source {
        SourceSetup::Tcp(tcp) => tcp.algorithm_id(),
        SourceSetup::Cbr { .. } => "cbr",
    };
    let theirs = of_flow(theirs);
    for (key, value) in of_flow(ours) {
        let other = theirs.iter().find(|(known, _)| *known == key).map_or("nothing", |(_, other)| other);
        if value == other {
            continue;
        }
        let text = format!("{id}: {key} is {value} here, {other} in {}", simulator.name());
        let is_number = key.starts_with("parameters.") && key != "parameters.variant";
        if is_number || ["application", "ecn", "transport"].contains(&key.as_str()) {
            remarks.cannot(text);
        } else {
            remarks.differs(text);
        }
    }
}

/// Refuses each parameter of a model that is not `translated` and not at its default.
pub fn refuse_others(
    specs: &[&'static Spec],
    id: &str,
    params: &Params,
    translated: &[&str],
    simulator: Simulator,
    remarks: &mut Remarks,
) {
    let declared = specs.iter().find(|spec| spec.id == id).map_or(&[][..], |spec| spec.parameters);
    for param in declared.iter().filter(|param| !translated.contains(&param.name)) {
        let given = params.iter().find(|(name, _)| *name == param.name);
        if let Some((name, setting)) = given.filter(|(_, setting)| **setting != param.default_setting()) {
            remarks.cannot(format!("{} has no {id} with {name} = {}", simulator.name(), said(setting)));
        }
    }
}

/// A model with all its parameters, for a refusal of the whole model.
pub fn model(kind: &str, params: &Params) -> String {
    let list: Vec<String> =
        params.iter().map(|(name, setting)| format!("{name} {}", said(setting))).collect();
    if list.is_empty() { kind.to_owned() } else { format!("{kind} ({})", list.join(", ")) }
}

fn said(setting: &Setting) -> String {
    match setting {
        Setting::Number(x) => decimal(*x),
        Setting::Flag(x) => x.to_string(),
        Setting::Choice(x) => (*x).to_owned(),
        Setting::Numbers(list) => format!("{} numbers", list.len()),
        Setting::Periods(list) => format!("{} periods", list.len()),
        Setting::Phases(list) => format!("{} phases", list.len()),
        Setting::Automatic => "automatic".to_owned(),
    }
}

fn time(span: Span) -> String {
    format_si(span.secs(), Dimension::Time)
}

fn of_flow(flow: &FlowSetup) -> Rows {
    let FlowSetup {
        // A flow's name, and to which group it belongs, change nothing that is sent.
        name: _,
        group: _,
        direction,
        from,
        to,
        access_rate,
        access_delays,
        receiver_access,
        // What is measured changes nothing that is sent.
        measures_delay: _,
        // Follows from the delays.
        rtt: _,
        packet_bytes,
        periods,
        start_jitter,
        send_jitter,
        ecn,
        resent_ecn,
        source,
    } = flow;
    let mut rows = Rows::new();
    let mut row = |key: &str, value: String| rows.push((key.to_owned(), value));
    row("direction", direction.id().to_owned());
    row("from", from.to_string());
    row("to", to.to_string());
    row("access_rate", access_rate.bps().to_string());
    row("access_delay", format!("{} and {}", time(access_delays[0]), time(access_delays[1])));
    row("receiver_access", receiver_access.to_string());
    row("packet_bytes", packet_bytes.to_string());
    row("active", format!("{periods:?}"));
    row("start_jitter", time(*start_jitter));
    row("send_jitter", time(*send_jitter));
    let marks = match source {
        SourceSetup::Tcp(tcp) => tcp.marks,
        SourceSetup::Cbr { .. } => MarkFeedback::Off,
    };
    row("ecn", format!("{}{}", field(*ecn), feedback(marks)));
    row("ecn of retransmissions", field(*resent_ecn).to_owned());
    match source {
        SourceSetup::Tcp(tcp) => rows.extend(of_connection(tcp)),
        SourceSetup::Cbr { rate } => rows.push(("rate".to_owned(), rate.bps().to_string())),
    }
    rows
}

fn field(ecn: Ecn) -> &'static str {
    match ecn {
        Ecn::NotCapable => "off",
        Ecn::Capable0 => "ECT(0)",
        Ecn::Capable1 => "ECT(1)",
        Ecn::Experienced => "CE",
    }
}

fn feedback(marks: MarkFeedback) -> &'static str {
    match marks {
        MarkFeedback::Off => "",
        MarkFeedback::Classic => " with classic feedback",
        MarkFeedback::State => " with the feedback of dctcp",
        MarkFeedback::Count { .. } => " with accurate feedback",
    }
}

fn of_connection(tcp: &TcpSetup) -> Rows {
    let TcpSetup {
        algorithm: _,
        params,
        make: _,
        own_algorithm: _,
        ack_bytes,
        sack_block_bytes,
        initial_window,
        initial_ssthresh,
        receive_window,
        segments,
        application,
        delayed_ack,
        delayed_ack_timeout,
        timestamps,
        limited_transmit,
        handshake,
        recovery,
        own_recovery,
        recovery_variants,
        growth,
        marks,
        beta_ecn,
        rto,
        mechanisms,
        // Estimators beside the algorithm change nothing that is sent.
        shadow: _,
    } = tcp;
    let mut rows: Rows =
        params.iter().map(|(name, setting)| (format!("parameters.{name}"), said(setting))).collect();
    let mut row = |key: &str, value: String| rows.push((key.to_owned(), value));
    row("algorithm", tcp.algorithm_id().to_owned());
    row("ack_bytes", ack_bytes.to_string());
    row("sack_block_bytes", sack_block_bytes.to_string());
    row("initial_window", decimal(*initial_window));
    row("initial_ssthresh", decimal(*initial_ssthresh));
    row("receive_window", receive_window.to_string());
    row("bytes", segments.map_or("endless".to_owned(), |segments| format!("{segments} segments")));
    row("application", application.as_ref().map_or("none".to_owned(), |it| model(it.kind, &it.params)));
    row("delayed_ack", delayed_ack.to_string());
    let adapts = mechanisms.linux_acks.is_some_and(|acks| acks.adapts);
    row("delayed_ack_timeout", if adapts { "linux".to_owned() } else { time(*delayed_ack_timeout) });
    row("timestamps", timestamps.to_string());
    row("limited_transmit", limited_transmit.to_string());
    row(
        "handshake",
        match handshake {
            Handshake::None => "false",
            Handshake::Before => "true",
            Handshake::InWindow => "in-window",
        }
        .to_owned(),
    );
    row("recovery", recovery.id().to_owned());
    row("recovery_variant", variants(*recovery_variants, *own_recovery));
    row(
        "growth",
        match growth {
            AckCounting::PerAck => "per-ack",
            AckCounting::ByteCounting => "byte-counting",
            AckCounting::LinuxCount => "linux-count",
        }
        .to_owned(),
    );
    if let MarkFeedback::Count { every, three_bits } = marks {
        row("ack_every_marks", every.to_string());
        row("ace_bits", if *three_bits { "3" } else { "all" }.to_owned());
    }
    row("abe", beta_ecn.map_or("false".to_owned(), |beta| format!("true, with beta_ecn {}", decimal(beta))));
    let RtoSetup { min, max, initial, granularity, style, ack_delay } = rto;
    let style = match style {
        RtoStyle::Exact => "of RFC 6298",
        RtoStyle::Ticks => "in ticks (ns2_2005)",
        RtoStyle::TicksMinAfterBackoff => "in ticks (ns2_2001)",
        RtoStyle::TicksOfLinuxAgent => "in ticks, as in ns-2's agent for Linux",
        RtoStyle::VarianceFloor => "linux",
        RtoStyle::Linux6 => "linux6",
    };
    let delay = if *ack_delay > Span::ZERO { " with the time of a delayed ACK" } else { "" };
    row("rto", format!("{style}{delay}"));
    for (key, span) in [("min", min), ("max", max), ("initial", initial), ("granularity", granularity)] {
        row(&format!("rto.{key}"), time(*span));
    }
    rows.extend(of_mechanisms(mechanisms));
    rows
}

fn variants(variants: RecoveryVariants, own: Option<&RecoverySource>) -> String {
    let RecoveryVariants {
        less_careful,
        reno_gated,
        min_exit,
        keeps_deflation,
        rfc,
        slow_but_steady,
        whole_threshold,
        delays_last,
        // They come with `ns2_rto` or `ns2_linux`.
        cuts_again: _,
        times_resent: _,
        counts_across_timeouts: _,
        halves_to_nothing: _,
        syn_loss: _,
        shows_ticks: _,
        remembers_few: _,
    } = variants;
    let named = own.and_then(|source| source.id);
    let all = [
        (less_careful, "less_careful"),
        (reno_gated, "reno_gated"),
        (min_exit, "min_exit"),
        (keeps_deflation, "ns2_exit"),
        (rfc, "rfc"),
        (slow_but_steady, "slow_but_steady"),
        (whole_threshold, "ns2_rto"),
        (named.is_some(), named.unwrap_or_default()),
        (delays_last, "ns2_sink"),
    ];
    let set: Vec<&str> = all.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word).collect();
    if set.is_empty() { "none".to_owned() } else { set.join(" ") }
}

fn of_mechanisms(mechanisms: &Mechanisms) -> Rows {
    let Mechanisms {
        chosen,
        slow_start,
        hystart,
        careful_resume,
        rapid_start,
        pacing,
        paces_as_linux,
        gso,
        gro,
        clock_hz,
        undo,
        dsack_undo,
        timer_slack,
        linux_acks,
        quic,
    } = mechanisms;
    let mut rows = Rows::new();
    let mut row = |key: &str, value: String| rows.push((key.to_owned(), value));
    row(
        "slow_start",
        match slow_start {
            SlowStartRule::Standard => "standard",
            SlowStartRule::HyStart => "hystart",
            SlowStartRule::HyStartPlusPlus => "hystart++",
            SlowStartRule::Limited => "limited",
            SlowStartRule::Search => "search",
            SlowStartRule::CarefulResume => "careful-resume",
            SlowStartRule::RapidStart => "rapid-start",
            SlowStartRule::JumpStart => "jump-start",
        }
        .to_owned(),
    );
    let HyStartSetup { low_window, ack_delta, by_train, by_delay, gated_rounds } = hystart;
    row("hystart.low_window", decimal(*low_window));
    row("hystart.ack_delta", time(*ack_delta));
    row(
        "hystart.detect",
        match (by_train, by_delay) {
            (true, true) => "both",
            (true, false) => "train",
            _ => "delay",
        }
        .to_owned(),
    );
    row("hystart.rounds", if *gated_rounds { "gated" } else { "every" }.to_owned());
    let CarefulResumeSetup { window, rtt, max_jump, beta } = careful_resume;
    row("careful_resume.window", decimal(*window));
    row("careful_resume.rtt", time(*rtt));
    row("careful_resume.max_jump", decimal(*max_jump));
    row("careful_resume.beta", decimal(*beta));
    let RapidStartSetup { initial_windows, drain } = rapid_start;
    row("rapid_start.initial_windows", decimal(*initial_windows));
    row("rapid_start.drain", decimal(*drain));
    let own = if *paces_as_linux { "own, of linux6" } else { "off" };
    row("pacing", pacing.as_ref().map_or(own.to_owned(), paced));
    row("gso", gso.map_or("off".to_owned(), quantum_word));
    row("gro", gro.map_or("0".to_owned(), time));
    row("clock_hz", clock_hz.to_string());
    for (key, word) in chosen.words() {
        row(key, word.to_owned());
    }
    let undo = match (*undo, *dsack_undo) {
        (true, true) => "timestamps, dsack",
        (true, false) => "timestamps",
        (false, true) => "dsack",
        (false, false) => "none",
    };
    row("undo", undo.to_owned());
    row("tcp", if *timer_slack == Span::ZERO { "classic timers" } else { "timers of linux6" }.to_owned());
    let LinuxAcks { quick, adapts: _, clock_hz: _, buffer } =
        linux_acks.unwrap_or(LinuxAcks { quick: 0, adapts: false, clock_hz: *clock_hz, buffer: None });
    row(
        "receive_buffer",
        buffer.map_or("fixed".to_owned(), |buffer| {
            format!("{} to {} bytes: the receive_window grows", buffer.initial, buffer.most)
        }),
    );
    row("quick_acks", quick.to_string());
    row("transport", quic.as_ref().map_or("tcp".to_owned(), connected));
    rows
}

fn connected(quic: &QuicSetup) -> String {
    let QuicSetup {
        packet_threshold,
        time_threshold,
        granularity: _,
        initial_rtt,
        max_ack_delay,
        probes,
        ack_every,
        reordering_threshold,
    } = quic;
    let (initial, delay) = (time(*initial_rtt), time(*max_ack_delay));
    format!(
        "quic (packet_threshold {packet_threshold}, time_threshold {}, initial_rtt {initial}, probes {probes}, \
         ack_every {ack_every}, delayed_ack_timeout {delay}, reordering_threshold {reordering_threshold})",
        decimal(*time_threshold)
    )
}

fn paced(pacing: &Pacing) -> String {
    let Pacing { slow_start, avoidance, free, quantum } = pacing;
    let quantum = quantum_word(*quantum);
    format!("ss {} ca {} free {free} quantum {quantum}", decimal(*slow_start), decimal(*avoidance))
}

fn quantum_word(quantum: PacingQuantum) -> String {
    match quantum {
        PacingQuantum::Segments(segments) => segments.to_string(),
        PacingQuantum::Tso => "tso".to_owned(),
    }
}
