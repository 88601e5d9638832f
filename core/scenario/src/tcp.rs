//! Compiles the TCP settings of a group: timer presets, recovery, and all settings with a default.

use super::agents::Agent;
use super::ecn::{FlowEcn, compile_tcp_ecn};
use super::error::ScenarioError;
use super::mechanisms::{Choices, needs_of};
use super::models::Models;
use super::ns2;
use super::packets::{packet_size, segments};
use super::parameters::check_parameters;
use super::profiles::with_variant_of_profile;
use super::quantity::{Measure, Seconds};
use super::quic;
use super::scripts::Scripts;
use super::types::{
    AckTimeout, Application, Flow, HandshakeChoice, RecoveryVariant, Rto, RtoNumbers, RtoPreset, Ssthresh,
};
use ackscope_engine::application::Model;
use ackscope_engine::catalogue::Contradiction;
use ackscope_engine::cc::{CongestionControl, RecoverySupport};
use ackscope_engine::setup::{
    ApplicationSetup, Handshake, Recovery, RecoveryVariants, RtoSetup, RtoStyle, SynLoss, TcpSetup,
    delays_acks,
};
use ackscope_engine::units::{Quoted, Span, decimal};
use serde_json::Map;

/// The algorithm that a script follows where it defines nothing.
const STANDARD: &str = "newreno";
/// The default size of ACKs.
const ACK_BYTES: u32 = 40;
/// The default initial window (GM04).
const INITIAL_WINDOW: f64 = 3.0;
/// The default receive window, larger than any path holds.
const RECEIVE_WINDOW: u64 = 1_000_000;
/// The default maximum delay of a delayed ACK (CGMSW02, BSD).
const DELAYED_ACK_TIMEOUT: Span = Span::from_millis(200);

/// Compiles the settings of a TCP flow at `path`.
pub(crate) fn compile_tcp(
    models: &Models,
    scripts: &Scripts,
    flow: &Flow,
    packet_bytes: u32,
    path: &str,
) -> Result<(TcpSetup, FlowEcn), ScenarioError> {
    let Some(algorithm) = &flow.algorithm else {
        let known: Vec<&str> = models.algorithms.iter().map(|spec| spec.id).collect();
        let why = format!("one of {}", known.join(", "));
        return Err(ScenarioError::missing(path, "algorithm", &why));
    };
    let none = Map::new();
    let given = flow.parameters.as_ref().unwrap_or(&none);
    let parameters_path = format!("{path}.parameters");
    let own_algorithm = scripts.algorithm(algorithm, given, &parameters_path).transpose()?;
    // A script behaves like New Reno where it defines nothing, also in recovery; but a flow may
    // choose its recovery.
    let (id, given) = if own_algorithm.is_some() { (STANDARD, &none) } else { (algorithm.as_str(), given) };
    let spec = scripts.spec(models, id, &format!("{path}.algorithm"))?;
    let given = with_variant_of_profile(flow, spec.id, given);
    let params = check_parameters(spec, &given, &[], &parameters_path)?;
    let variant = params.variant();
    let (needs, support) = match &own_algorithm {
        Some(own) => (own.controller().needs(), RecoverySupport::Default(Recovery::NewReno)),
        None => (ns2::controller(spec.id, &params).needs(), ns2::recovery(spec.id, variant)),
    };
    let choices = Choices::new(flow, path, algorithm, support, needs)?;
    let recovery = choices.recovery()?;
    let mechanisms = choices.mechanisms(recovery)?;
    let flow = &*choices.flow;
    let preset = match &flow.rto {
        Some(Rto::Preset(preset)) => *preset,
        Some(Rto::Custom(_)) | None => RtoPreset::Default,
    };
    let (variants, agent) = variants(flow, preset, path)?;
    let delayed_ack = flow.delayed_ack.unwrap_or(true);
    let delayed_ack_timeout = match &flow.delayed_ack_timeout {
        Some(AckTimeout::Fixed(t)) => Span::from_secs(t.si()),
        Some(AckTimeout::Linux) | None => DELAYED_ACK_TIMEOUT,
    };
    let silent = mechanisms.quic.map_or(INITIAL_WINDOW, |_| quic::initial_window(packet_bytes));
    let Windows { initial, ssthresh, receive } = windows(flow, silent, path)?;
    let delayed = delays_acks(delayed_ack, receive).then_some(delayed_ack_timeout);
    let rto = match &mechanisms.quic {
        Some(quic) => quic::timer(quic),
        None => retransmission_timer(flow, preset, agent, delayed, path)?,
    };
    // A script answers marks as New Reno.
    let marks = if own_algorithm.is_some() { needs_of(spec.id).marks } else { needs.marks };
    let ecn = compile_tcp_ecn(flow, spec.id, marks, path)?;
    let own_recovery = agent.recovery(spec.id, &params).filter(|_| mechanisms.quic.is_none());
    let setup = TcpSetup {
        algorithm: spec.id,
        make: ns2::controller,
        own_algorithm,
        params,
        ack_bytes: packet_size(flow.ack_bytes.as_ref(), ACK_BYTES, &format!("{path}.ack_bytes"))?,
        sack_block_bytes: block_bytes(flow, path)?,
        initial_window: initial,
        initial_ssthresh: ssthresh,
        receive_window: receive,
        segments: flow
            .bytes
            .as_ref()
            .map(|bytes| segments(bytes, packet_bytes, &format!("{path}.bytes")))
            .transpose()?,
        application: flow
            .application
            .as_ref()
            .map(|application| compile_application(models, flow, application, &format!("{path}.application")))
            .transpose()?,
        delayed_ack,
        delayed_ack_timeout,
        timestamps: flow.timestamps.unwrap_or(true),
        limited_transmit: flow.limited_transmit.unwrap_or(true),
        handshake: handshake(flow, path)?,
        recovery,
        own_recovery,
        recovery_variants: match mechanisms.quic {
            // The loss of the first datagram reduces no window.
            Some(_) => RecoveryVariants { syn_loss: SynLoss::Ignored, ..RecoveryVariants::default() },
            None => agent.rules(recovery, variants),
        },
        growth: choices.growth(),
        marks: ecn.marks,
        beta_ecn: ecn.beta_ecn,
        rto,
        mechanisms,
        shadow: shadow(models, flow, path)?,
    };
    Ok((setup, ecn))
}

/// The windows with which a connection begins, in packets.
struct Windows {
    initial: f64,
    ssthresh: f64,
    receive: u64,
}

/// `silent` is the initial window of a flow that gives none.
fn windows(flow: &Flow, silent: f64, path: &str) -> Result<Windows, ScenarioError> {
    let initial = flow.initial_window.as_ref().map_or(silent, |window| window.si());
    if initial < 1.0 {
        return Err(ScenarioError::value(
            format!("{path}.initial_window"),
            decimal(initial),
            "at least 1 packet",
        ));
    }
    let ssthresh = match &flow.initial_ssthresh {
        Some(Ssthresh::Packets(packets)) if packets.si() < 2.0 => {
            let allowed = "at least 2 packets, or \"infinite\"";
            return Err(ScenarioError::value(format!("{path}.initial_ssthresh"), packets.written(), allowed));
        }
        Some(Ssthresh::Packets(packets)) => packets.si(),
        Some(Ssthresh::Infinite) | None => f64::INFINITY,
    };
    let receive = flow.receive_window.as_ref().map_or(RECEIVE_WINDOW, |window| window.si() as u64);
    if receive == 0 {
        return Err(ScenarioError::value(format!("{path}.receive_window"), "0", "at least 1 packet"));
    }
    Ok(Windows { initial, ssthresh, receive })
}

/// The retransmission timer; `delayed` is how long the receiver may delay an ACK, if it does.
fn retransmission_timer(
    flow: &Flow,
    preset: RtoPreset,
    agent: Agent,
    delayed: Option<Span>,
    path: &str,
) -> Result<RtoSetup, ScenarioError> {
    Ok(match (&flow.rto, delayed) {
        (Some(Rto::Custom(numbers)), _) => custom_timer(numbers, &format!("{path}.rto"))?,
        (_, Some(ack_delay)) if preset == RtoPreset::Default => RtoSetup { ack_delay, ..timer(preset) },
        _ if agent.linux && preset == RtoPreset::Ns2Of2005 => LINUX_AGENT_TIMER,
        _ => timer(preset),
    })
}

/// The maximum size that a SACK block adds to an ACK, in bytes.
const LARGEST_BLOCK: f64 = 1000.0;

fn block_bytes(flow: &Flow, path: &str) -> Result<u32, ScenarioError> {
    match &flow.sack_block_bytes {
        None => Ok(0),
        Some(bytes) if (0.0..=LARGEST_BLOCK).contains(&bytes.si()) => Ok(bytes.si() as u32),
        Some(bytes) => {
            let path = format!("{path}.sack_block_bytes");
            Err(ScenarioError::value(path, bytes.written(), "0 to 1000 bytes"))
        }
    }
}

fn handshake(flow: &Flow, path: &str) -> Result<Handshake, ScenarioError> {
    let is_endless = flow.bytes.is_none() && flow.application.is_none();
    let choice = flow.handshake.unwrap_or(HandshakeChoice::Exchange(true));
    if choice == HandshakeChoice::InWindow && !is_endless {
        let found = Quoted("in-window").to_string();
        let allowed = "true or false for a transfer of given bytes or an application";
        return Err(ScenarioError::value(format!("{path}.handshake"), found, allowed));
    }
    Ok(match choice {
        HandshakeChoice::Exchange(true) => Handshake::Before,
        HandshakeChoice::Exchange(false) => Handshake::None,
        HandshakeChoice::InWindow => Handshake::InWindow,
    })
}

fn compile_application(
    models: &Models,
    flow: &Flow,
    Application(application): &Application,
    path: &str,
) -> Result<ApplicationSetup, ScenarioError> {
    let spec = models.application(&application.kind, &format!("{path}.kind"))?;
    if let Some(bytes) = &flow.bytes {
        let place = path.replace(".application", ".bytes");
        let mut error = ScenarioError::value(&place, bytes.written(), "either bytes or an application");
        error.message = format!("{place}: the application says what is sent. Give one of the two.");
        return Err(error);
    }
    let params = check_parameters(spec, &application.parameters, &["kind"], path)?;
    if let Some(Contradiction { parameter, found, allowed }) = Model::contradiction(spec.id, &params) {
        return Err(ScenarioError::value(format!("{path}.{parameter}"), found, allowed));
    }
    Ok(ApplicationSetup { kind: spec.id, params })
}

/// The named deviations from a sender's recovery, and the agent of ns-2 that it is.
fn variants(flow: &Flow, preset: RtoPreset, path: &str) -> Result<(RecoveryVariants, Agent), ScenarioError> {
    // The timers of ns-2 imply its rule that a repeated timeout recomputes ssthresh (tcp-core §6).
    let of_ns2 = matches!(preset, RtoPreset::Ns2Of2001 | RtoPreset::Ns2Of2003 | RtoPreset::Ns2Of2005);
    let mut variants = RecoveryVariants::default();
    let mut agent = Agent { rto: of_ns2, ..Agent::default() };
    let given = flow.recovery_variant.as_ref().map_or(&[][..], |list| list.as_slice());
    let mut impatient = false;
    for variant in given {
        match variant {
            RecoveryVariant::LessCareful => variants.less_careful = true,
            RecoveryVariant::RenoGated => variants.reno_gated = true,
            RecoveryVariant::MinExit => variants.min_exit = true,
            RecoveryVariant::Ns2Exit => agent.exit = true,
            RecoveryVariant::Rfc => variants.rfc = true,
            RecoveryVariant::Impatient => impatient = true,
            RecoveryVariant::SlowButSteady => variants.slow_but_steady = true,
            RecoveryVariant::Ns2Rto => agent.rto = true,
            RecoveryVariant::Ns2Sack1 => agent.sack1 = true,
            RecoveryVariant::Ns2Linux | RecoveryVariant::Ns2LinuxWhole => agent.linux = true,
            RecoveryVariant::Ns2Sink => agent.sink = true,
        }
    }
    let pairs = [
        (variants.min_exit && agent.exit, "min_exit and ns2_exit"),
        (impatient && variants.slow_but_steady, "impatient and slow_but_steady"),
        (agent.sack1 && agent.linux, "ns2_sack1 and ns2_linux"),
    ];
    match pairs.iter().find(|(both, _)| *both) {
        Some((_, names)) => {
            Err(ScenarioError::value(format!("{path}.recovery_variant"), *names, "one of the two"))
        }
        None if agent.sack1 || agent.linux => {
            let word = if agent.sack1 { "ns2_sack1" } else { "ns2_linux" };
            ns2::needed(&format!("{path}.recovery_variant"), word).map(|_| (variants, agent))
        }
        None => Ok((variants, agent)),
    }
}

/// The timer presets of tcp-core §5.
fn timer(preset: RtoPreset) -> RtoSetup {
    let setup = |granularity_ms, min_ms, max_s: u64, initial_s: u64, style| RtoSetup {
        min: Span::from_millis(min_ms),
        max: Span::from_millis(max_s * 1000),
        initial: Span::from_millis(initial_s * 1000),
        granularity: Span::from_millis(granularity_ms),
        style,
        ack_delay: Span::ZERO,
    };
    match preset {
        RtoPreset::Default => setup(10, 200, 60, 3, RtoStyle::Exact),
        RtoPreset::Rfc6298 => setup(1, 1000, 60, 1, RtoStyle::Exact),
        RtoPreset::Ns2Of2001 => setup(100, 200, 64, 6, RtoStyle::TicksMinAfterBackoff),
        RtoPreset::Ns2Of2003 => setup(10, 1000, 60, 6, RtoStyle::Ticks),
        RtoPreset::Ns2Of2005 => setup(10, 200, 60, 3, RtoStyle::Ticks),
        RtoPreset::Linux => setup(1, 200, 120, 1, RtoStyle::VarianceFloor),
        RtoPreset::Linux6 => setup(1, 200, 120, 1, RtoStyle::Linux6),
    }
}

/// The counterpart of `ns2_2005` for ns-2.35's TCP/Linux agent: ticks of 1 ms, set when its module
/// is chosen (tcp-linux.cc), and a maximum timeout of 120 s (ns-default.tcl).
const LINUX_AGENT_TIMER: RtoSetup = RtoSetup {
    min: Span::from_millis(200),
    max: Span::from_millis(120_000),
    initial: Span::from_millis(3000),
    granularity: Span::from_millis(1),
    style: RtoStyle::TicksOfLinuxAgent,
    ack_delay: Span::ZERO,
};

fn custom_timer(numbers: &RtoNumbers, path: &str) -> Result<RtoSetup, ScenarioError> {
    let silent = timer(RtoPreset::Default);
    let or = |given: &Option<Measure<Seconds>>, silent: Span| {
        given.as_ref().map_or(silent, |t| Span::from_secs(t.si()))
    };
    let setup = RtoSetup {
        min: or(&numbers.min, silent.min),
        max: or(&numbers.max, silent.max),
        initial: or(&numbers.initial, silent.initial),
        granularity: or(&numbers.granularity, silent.granularity),
        style: silent.style,
        ack_delay: Span::ZERO,
    };
    let seconds =
        |span: Span| ackscope_engine::units::format_si(span.secs(), ackscope_engine::units::Dimension::Time);
    let refuse = |key: &str, span: Span, allowed: String| {
        Err(ScenarioError::value(format!("{path}.{key}"), seconds(span), allowed))
    };
    if setup.max == Span::ZERO {
        return refuse("max", setup.max, "a time above zero".to_owned());
    }
    if setup.min > setup.max {
        return refuse("min", setup.min, format!("at most the largest timeout, {}", seconds(setup.max)));
    }
    if setup.initial == Span::ZERO || setup.initial > setup.max {
        return refuse(
            "initial",
            setup.initial,
            format!("above zero and at most the largest timeout, {}", seconds(setup.max)),
        );
    }
    Ok(setup)
}

fn shadow(models: &Models, flow: &Flow, path: &str) -> Result<Vec<&'static str>, ScenarioError> {
    let mut shadow = Vec::new();
    for (index, id) in flow.shadow.iter().flatten().enumerate() {
        let place = format!("{path}.shadow.{index}");
        let spec = models.estimator(id, &place)?;
        if shadow.contains(&spec.id) {
            return Err(ScenarioError::value(place, format!("{} again", Quoted(id)), "each estimator once"));
        }
        shadow.push(spec.id);
    }
    Ok(shadow)
}
