//! A flow whose transport is QUIC: its numbers, and the keys of TCP that it does not have.

use super::error::ScenarioError;
use super::types::{AckTimeout, Flow, HandshakeChoice, QuicNumbers};
use ackscope_engine::mechanism::{self, Need};
use ackscope_engine::setup::{QuicSetup, RtoSetup, RtoStyle, Setup};
use ackscope_engine::units::{Quoted, Span, decimal};

/// The keys of TCP that QUIC has nothing like, but for the mechanisms. A refusal names the first of them.
const OF_TCP: &str = "recovery timestamps limited_transmit rto receive_buffer quick_acks gso gro \
    undo clock_hz ace_bits ack_every_marks";

/// The initial window of a connection with packets of this size, in packets (RFC 9002 §7.2).
pub(crate) fn initial_window(packet_bytes: u32) -> f64 {
    let bytes = f64::from(packet_bytes);
    (14_720.0_f64.max(2.0 * bytes)).min(10.0 * bytes) / bytes
}

/// The timer before the first sample: the initial RTT and four times its half. A sample has no bounds.
pub(crate) fn timer(quic: &QuicSetup) -> RtoSetup {
    RtoSetup {
        min: Span::ZERO,
        max: Span::from_millis(60_000),
        initial: Span::from_nanos(3 * quic.initial_rtt.nanos()),
        granularity: quic.granularity,
        style: RtoStyle::Exact,
        ack_delay: Span::ZERO,
    }
}

/// The numbers of the flow at `path`, if its transport is QUIC.
pub(crate) fn compile(said: &Flow, flow: &Flow, path: &str) -> Result<Option<QuicSetup>, ScenarioError> {
    let refuse = |key: &str, found: String, allowed: &str| {
        Err(ScenarioError::value(format!("{path}.{key}"), found, allowed.to_owned()))
    };
    if !said.is_quic() {
        let given = said.quic.is_some();
        return if given {
            refuse("quic", "{…}".to_owned(), "nothing beside transport tcp")
        } else {
            Ok(None)
        };
    }
    let Ok(keys) = serde_json::to_value(said) else { unreachable!("a flow is an object") };
    let off = [false.into(), "off".into(), "none".into(), "fixed".into()];
    let is_given = |key: &&str| keys.get(key).is_some_and(|value| !off.contains(value));
    let of_others = [Need::Sack, Need::Rack, Need::Timestamps, Need::PlainBoard];
    let is_of_tcp = |it: &&mechanism::Mechanism| {
        it.key == "timer_wheel" || it.needs.iter().any(|need| of_others.contains(need))
    };
    let mechanisms = mechanism::REGISTRY.iter().copied().filter(is_of_tcp).map(|it| it.key);
    if let Some(key) = OF_TCP.split_whitespace().chain(mechanisms).find(is_given) {
        let mut error =
            ScenarioError::value(format!("{path}.{key}"), Quoted(key).to_string(), "a key of QUIC");
        error.message = format!("{path}.{key}: QUIC has no {}. Only TCP has it.", Quoted(key));
        return Err(error);
    }
    if said.handshake == Some(HandshakeChoice::InWindow) {
        return refuse("handshake", Quoted("in-window").to_string(), "true or false with transport quic");
    }
    let max_ack_delay = match &flow.delayed_ack_timeout {
        Some(AckTimeout::Fixed(delay)) => Span::from_secs(delay.si()),
        Some(AckTimeout::Linux) => {
            return refuse("delayed_ack_timeout", Quoted("linux").to_string(), "a time with transport quic");
        }
        None => QuicSetup::RFC.max_ack_delay,
    };
    numbers(said.quic.as_ref().unwrap_or(&QuicNumbers::default()), path).map(|quic| {
        let at_once =
            flow.delayed_ack == Some(false) && said.quic.as_ref().is_none_or(|it| it.ack_every.is_none());
        Some(QuicSetup { max_ack_delay, ack_every: if at_once { 1 } else { quic.ack_every }, ..quic })
    })
}

fn numbers(given: &QuicNumbers, path: &str) -> Result<QuicSetup, ScenarioError> {
    let rfc = QuicSetup::RFC;
    let at = |key: &str| format!("{path}.quic.{key}");
    let whole = |key: &str, given: Option<super::quantity::Whole>, silent: u64, (least, most): (u64, u64)| {
        let value = given.map_or(silent, |given| given.0);
        if (least..=most).contains(&value) {
            return Ok(value);
        }
        Err(ScenarioError::value(at(key), value.to_string(), format!("{least} to {most}")))
    };
    let time_threshold = given.time_threshold.unwrap_or(rfc.time_threshold);
    if !(1.0..=8.0).contains(&time_threshold) {
        return Err(ScenarioError::value(at("time_threshold"), decimal(time_threshold), "1 to 8 RTTs"));
    }
    let initial_rtt = match &given.initial_rtt {
        None => rfc.initial_rtt,
        Some(rtt) if (0.001..=10.0).contains(&rtt.si()) => Span::from_secs(rtt.si()),
        Some(rtt) => return Err(ScenarioError::value(at("initial_rtt"), rtt.written(), "1 ms to 10 s")),
    };
    Ok(QuicSetup {
        packet_threshold: whole("packet_threshold", given.packet_threshold, rfc.packet_threshold, (1, 1000))?,
        time_threshold,
        initial_rtt,
        probes: whole("probes", given.probes, rfc.probes.into(), (1, 2))? as u32,
        ack_every: whole("ack_every", given.ack_every, rfc.ack_every.into(), (1, 1000))? as u32,
        reordering_threshold: whole(
            "reordering_threshold",
            given.reordering_threshold,
            rfc.reordering_threshold,
            (0, 1000),
        )?,
        ..rfc
    })
}

/// Refuses a QUIC connection over a hop with an agent: what an agent reads of TCP's headers, QUIC encrypts.
pub(crate) fn check_agents(setup: &Setup) -> Result<(), ScenarioError> {
    let is_quic = |flow: &&ackscope_engine::setup::FlowSetup| {
        let crosses = || setup.hops[flow.from..flow.to].iter().any(|hop| hop.agent.is_some());
        flow.tcp().is_some_and(|tcp| tcp.mechanisms.quic.is_some()) && crosses()
    };
    match setup.flows.iter().find(is_quic) {
        None => Ok(()),
        Some(flow) => {
            let path = format!("flows.{}.transport", flow.group);
            let allowed = "tcp on a hop with an agent, which reads the headers that QUIC encrypts";
            Err(ScenarioError::value(path, Quoted("quic").to_string(), allowed))
        }
    }
}
