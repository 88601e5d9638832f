//! Compiles the flows: expands groups, turns RTTs into access delays, fills in every default.

use super::ecn::{FlowEcn, cbr_field};
use super::error::ScenarioError;
use super::hops::{Crossing, Line};
use super::limits::{MAX_FLOWS, MAX_ITEMS, at_most};
use super::models::Models;
use super::names::{Names, name_or};
use super::packets::packet_size;
use super::parameters::ordered_periods;
use super::quantity::{Measure, Seconds};
use super::scripts::Scripts;
use super::tcp::compile_tcp;
use super::types::{AccessRate, Flow, FlowKind, Scenario, Spread, Way};
use ackscope_engine::mechanism;
use ackscope_engine::setup::{Direction, FlowSetup, GroupSetup, SourceSetup, TcpSetup};
use ackscope_engine::units::{BitRate, Dimension, Quoted, Span, Time, decimal, format_si};

/// The ratio of the access links' rate to that of the fastest hop, so that access links are never
/// the bottleneck.
const ACCESS_SPEEDUP: u64 = 10;
/// The rate of access links without one: a packet takes less than a nanosecond, in all of a run.
const IN_NO_TIME_BPS: u64 = 1 << 62;
/// The default size of data packets.
const PACKET_BYTES: u32 = 1500;
/// A group of several flows starts spread over this time, to avoid synchronised flows.
const GROUP_START_JITTER: Span = Span::from_millis(1000);

/// The flows of a scenario, and the data that the queues need about them.
pub(crate) struct Groups {
    pub flows: Vec<FlowSetup>,
    pub groups: Vec<GroupSetup>,
    /// Per hop.
    pub crossings: Vec<Crossing>,
}

/// Compiles all groups of flows over the hops of `line`.
pub(crate) fn compile_flows(
    models: &Models,
    scripts: &Scripts,
    scenario: &Scenario,
    line: &Line,
    duration: Time,
) -> Result<Groups, ScenarioError> {
    let mut all = Groups {
        flows: Vec::new(),
        groups: Vec::new(),
        crossings: vec![Crossing::default(); line.hops.len()],
    };
    let mut group_names = Names::default();
    let mut flow_names = Names::default();
    let mut period_items = 0;
    for (index, flow) in scenario.flows.iter().enumerate() {
        let path = format!("flows.{index}");
        let name = name_or(&flow.name, "flow", index, &path)?;
        group_names.take(&name, &path)?;
        let stretch = stretch(flow, line, &path)?;
        let count = flow.count.map_or(1, |count| count.0);
        let places = if flow.each_hop == Some(true) { stretch.to - stretch.from } else { 1 };
        let several = count.saturating_mul(places as u64);
        at_most(
            &format!("{path}.count"),
            "flows",
            several.saturating_add(all.flows.len() as u64),
            MAX_FLOWS,
        )?;
        let template = template(models, scripts, flow, line, duration, all.groups.len(), &path)?;
        period_items += several * template.periods.len() as u64;
        at_most(&format!("{path}.active"), "periods over all flows", period_items, MAX_ITEMS)?;
        let mut number = 0;
        for place in 0..places {
            let stretch = if flow.each_hop == Some(true) {
                Stretch { from: stretch.from + place, to: stretch.from + place + 1 }
            } else {
                stretch
            };
            let used = line.hops[stretch.from..stretch.to]
                .iter()
                .fold(Span::ZERO, |sum, hop| sum + hop.round_trip());
            let mut longest = None;
            for member in 0..count {
                number += 1;
                let (rtt, access_delays) = delays(flow, member, count, used, stretch, &path)?;
                longest = longest.max(Some(rtt));
                let name = if several == 1 { name.clone() } else { format!("{name}-{number}") };
                flow_names.take(&name, &path)?;
                let (from, to) = (stretch.from, stretch.to);
                all.flows.push(FlowSetup { name, from, to, rtt, access_delays, ..template.clone() });
            }
            // A group that never sends counts for nothing.
            if let Some(rtt) = longest.filter(|_| !template.periods.is_empty()) {
                for crossing in &mut all.crossings[stretch.from..stretch.to] {
                    crossing.add(rtt, template.packet_bytes);
                }
            }
        }
        if count == 0 {
            // No flow uses the spreads, but an error in them should show before the count is
            // raised.
            check_spreads(flow, &path)?;
        }
        all.groups.push(GroupSetup { name, compared: flow.compared == Some(true) });
    }
    Ok(all)
}

/// The sender of the first compared flow, or of the first flow if none is compared; `None` if that
/// flow has no congestion control. Nothing else of the scenario is compiled.
pub(crate) fn compile_compared(
    models: &Models,
    scripts: &Scripts,
    scenario: &Scenario,
) -> Result<Option<TcpSetup>, ScenarioError> {
    let sending = || scenario.flows.iter().enumerate().filter(|(_, flow)| flow.count.is_none_or(|n| n.0 > 0));
    let compared = sending().find(|(_, flow)| flow.compared == Some(true)).or_else(|| sending().next());
    let Some((index, flow)) = compared.filter(|(_, flow)| flow.kind != Some(FlowKind::Cbr)) else {
        return Ok(None);
    };
    let path = format!("flows.{index}");
    let packet_bytes =
        packet_size(flow.packet_bytes.as_ref(), PACKET_BYTES, &format!("{path}.packet_bytes"))?;
    compile_tcp(models, scripts, flow, packet_bytes, &path).map(|(tcp, _)| Some(tcp))
}

/// The routers between which a group's data travels.
#[derive(Clone, Copy)]
struct Stretch {
    from: usize,
    to: usize,
}

fn stretch(flow: &Flow, line: &Line, path: &str) -> Result<Stretch, ScenarioError> {
    let last = line.hops.len() as u64;
    let from = flow.from.map_or(0, |from| from.0);
    let to = flow.to.map_or(last, |to| to.0);
    if to > last {
        let allowed = format!("a router from 1 to {last}, as the line has {last} hops");
        return Err(ScenarioError::value(format!("{path}.to"), to.to_string(), allowed));
    }
    if from >= to {
        let allowed = format!("a router to the left of {to}, where the stretch ends");
        return Err(ScenarioError::value(format!("{path}.from"), from.to_string(), allowed));
    }
    Ok(Stretch { from: from as usize, to: to as usize })
}

/// The settings that all flows of a group share; name, stretch and delays are set for each flow.
fn template(
    models: &Models,
    scripts: &Scripts,
    flow: &Flow,
    line: &Line,
    duration: Time,
    group: usize,
    path: &str,
) -> Result<FlowSetup, ScenarioError> {
    let packet_bytes =
        packet_size(flow.packet_bytes.as_ref(), PACKET_BYTES, &format!("{path}.packet_bytes"))?;
    let access_rate = match &flow.access_rate {
        Some(AccessRate::Rate(rate)) => {
            positive_rate(rate.si(), &rate.written(), &format!("{path}.access_rate"))?
        }
        Some(AccessRate::None) => BitRate::from_bps(IN_NO_TIME_BPS),
        None => BitRate::from_bps(line.fastest.bps().saturating_mul(ACCESS_SPEEDUP)),
    };
    let jitter = |given: &Option<Measure<Seconds>>| given.as_ref().map(|jitter| Span::from_secs(jitter.si()));
    let several = flow.count.is_some_and(|count| count.0 > 1);
    let (source, ecn) = match flow.kind {
        Some(FlowKind::Cbr) => {
            let data = cbr_field(flow, path)?;
            (compile_cbr(flow, path)?, FlowEcn { data, ..FlowEcn::default() })
        }
        Some(FlowKind::Tcp) | None => {
            if let Some(rate) = &flow.rate {
                let mut error = ScenarioError::value(format!("{path}.rate"), rate.written(), "no rate");
                error.message =
                    format!("{path}.rate: a TCP flow has no fixed rate; only \"kind\": \"cbr\" has one.");
                return Err(error);
            }
            let (tcp, ecn) = compile_tcp(models, scripts, flow, packet_bytes, path)?;
            (SourceSetup::Tcp(Box::new(tcp)), ecn)
        }
    };
    Ok(FlowSetup {
        name: String::new(),
        group,
        direction: match flow.direction {
            Some(Way::Backward) => Direction::Backward,
            Some(Way::Forward) | None => Direction::Forward,
        },
        from: 0,
        to: 0,
        access_rate,
        access_delays: [Span::ZERO; 2],
        receiver_access: flow.receiver_access.unwrap_or(true),
        rtt: Span::ZERO,
        packet_bytes,
        periods: periods(flow, duration, path)?,
        start_jitter: jitter(&flow.start_jitter).unwrap_or(if several {
            GROUP_START_JITTER
        } else {
            Span::ZERO
        }),
        send_jitter: jitter(&flow.send_jitter).unwrap_or(Span::ZERO),
        measures_delay: flow.measure_delay.unwrap_or(matches!(source, SourceSetup::Cbr { .. })),
        ecn: ecn.data,
        resent_ecn: ecn.resent,
        source,
    })
}

fn positive_rate(bps: f64, written: &str, path: &str) -> Result<BitRate, ScenarioError> {
    match bps.round() as u64 {
        0 => Err(ScenarioError::value(path, written, "at least 1bps")),
        bps => Ok(BitRate::from_bps(bps)),
    }
}

/// The keys that only a TCP flow has, but for the mechanisms'. A refusal names the first of them.
const OF_TCP: &str = "\
    algorithm ack_bytes sack_block_bytes initial_window initial_ssthresh receive_window bytes application \
    delayed_ack delayed_ack_timeout timestamps limited_transmit handshake recovery recovery_variant tcp \
    slow_start receive_buffer undo hystart careful_resume rapid_start pacing gso gro clock_hz quick_acks growth abe beta_ecn \
    ack_every_marks ace_bits rto parameters shadow transport quic";

/// Compiles a constant-bit-rate source. It has no congestion control, so every TCP key is refused.
fn compile_cbr(flow: &Flow, path: &str) -> Result<SourceSetup, ScenarioError> {
    let Ok(keys) = serde_json::to_value(flow) else { unreachable!("a flow is an object") };
    let is_given = |key: &&str| keys.get(key).is_some();
    let compared = (flow.compared == Some(true)).then_some("compared");
    let of_mechanisms = || mechanism::REGISTRY.iter().map(|mechanism| mechanism.key).find(is_given);
    if let Some(key) = OF_TCP.split(' ').find(is_given).or(compared).or_else(of_mechanisms) {
        let mut error = ScenarioError::value(
            format!("{path}.{key}"),
            Quoted(key).to_string(),
            "a key of constant bit rate",
        );
        error.message = format!(
            "{path}.{key}: a flow of constant bit rate has no {}. Only TCP flows have it.",
            Quoted(key)
        );
        return Err(error);
    }
    let Some(rate) = &flow.rate else {
        return Err(ScenarioError::missing(path, "rate", "a flow of constant bit rate sends at one"));
    };
    positive_rate(rate.si(), &rate.written(), &format!("{path}.rate")).map(|rate| SourceSetup::Cbr { rate })
}

/// The active periods of a flow, cut to its start, its stop and the run.
fn periods(flow: &Flow, duration: Time, path: &str) -> Result<Vec<(Time, Time)>, ScenarioError> {
    let start = flow.start.as_ref().map_or(Time::ZERO, |start| Time::from_secs(start.si()));
    let stop = flow.stop.as_ref().map_or(duration, |stop| Time::from_secs(stop.si()));
    if let Some(written) = flow.stop.as_ref().filter(|_| stop <= start) {
        let allowed = format!("a time after the start at {}", format_si(start.secs(), Dimension::Time));
        return Err(ScenarioError::value(format!("{path}.stop"), written.written(), allowed));
    }
    let stop = stop.min(duration);
    let Some(active) = &flow.active else {
        return Ok(if start < stop { vec![(start, stop)] } else { Vec::new() });
    };
    let periods = ordered_periods(active, &format!("{path}.active"))?;
    let cut = |(from, to): (f64, f64)| (Time::from_secs(from).max(start), Time::from_secs(to).min(stop));
    Ok(periods.into_iter().map(cut).filter(|(from, to)| from < to).collect())
}

/// The two-way propagation delay of the group's `member`, and the one-way delays of its access
/// links at the sender's and the receiver's end.
///
/// Data and ACKs both cross each access link.
fn delays(
    flow: &Flow,
    member: u64,
    count: u64,
    used: Span,
    stretch: Stretch,
    path: &str,
) -> Result<(Span, [Span; 2]), ScenarioError> {
    let at_sender = access_share(flow, path)?;
    match (&flow.rtt, &flow.access_delay) {
        (Some(_), Some(access)) => Err(both(access, path)),
        (None, None) => Ok((used, [Span::ZERO; 2])),
        (None, Some(spread)) => {
            let access = member_of(spread, member, count);
            Ok((used + Span::from_nanos(access.nanos() * 4), [access; 2]))
        }
        (Some(spread), None) => {
            let rtt = member_of(spread, member, count);
            if rtt < used {
                let seconds = |span: Span| format_si(span.secs(), Dimension::Time);
                let place = match spread {
                    Spread::List(list) => format!("{path}.rtt.{}", member % list.len() as u64),
                    _ => format!("{path}.rtt"),
                };
                let found = match spread {
                    Spread::One(time) => time.written(),
                    _ => format!("{} for flow {} of {count}", seconds(rtt), member + 1),
                };
                let allowed = format!(
                    "at least {}, the propagation delay of the hops between routers {} and {} in both directions",
                    seconds(used),
                    stretch.from,
                    stretch.to
                );
                return Err(ScenarioError::value(place, found, allowed));
            }
            let one_way = Span::from_nanos((rtt - used).nanos() / 2);
            let sender = Span::from_secs(one_way.secs() * at_sender);
            Ok((rtt, [sender, one_way - sender]))
        }
    }
}

/// The sender's share of the access delay that belongs to an RTT: a half by default.
fn access_share(flow: &Flow, path: &str) -> Result<f64, ScenarioError> {
    if flow.receiver_access == Some(false) {
        let given = [
            ("access_delay", flow.access_delay.is_some()),
            ("access_at_sender", flow.access_at_sender.is_some()),
        ];
        return match given.iter().find(|(_, given)| *given) {
            None => Ok(1.0),
            Some((key, _)) => Err(ScenarioError::value(
                format!("{path}.{key}"),
                "a value",
                "nothing beside \"receiver_access\": false, where all access delay is the sender's",
            )),
        };
    }
    let path = format!("{path}.access_at_sender");
    match flow.access_at_sender {
        None => Ok(0.5),
        Some(_) if flow.access_delay.is_some() => Err(ScenarioError::value(
            path,
            "a share",
            "nothing beside access_delay, which is that of each end",
        )),
        Some(share) if (0.0..=1.0).contains(&share) => Ok(share),
        Some(share) => Err(ScenarioError::value(path, decimal(share), "0 to 1")),
    }
}

fn both(access: &Spread, path: &str) -> ScenarioError {
    let found = match access {
        Spread::One(time) => time.written(),
        _ => "several delays".to_owned(),
    };
    let mut error = ScenarioError::value(format!("{path}.access_delay"), found, "either rtt or access_delay");
    error.message = format!("{path}.access_delay: \"rtt\" determines it. Give one of the two.");
    error
}

fn member_of(spread: &Spread, member: u64, count: u64) -> Span {
    let (low, high, part) = match spread {
        Spread::One(time) => return Span::from_secs(time.si()),
        Spread::List(list) => {
            return Span::from_secs(list[(member % list.len() as u64) as usize].si());
        }
        Spread::FromTo { from, to } if count > 1 => (from.si(), to.si(), member as f64 / (count - 1) as f64),
        Spread::FromTo { from, .. } => (from.si(), from.si(), 0.0),
        Spread::AboveTo { above, to } => (above.si(), to.si(), (member + 1) as f64 / count as f64),
    };
    Span::from_secs(low + (high - low) * part)
}

fn check_spreads(flow: &Flow, path: &str) -> Result<(), ScenarioError> {
    match (&flow.rtt, &flow.access_delay) {
        (Some(_), Some(access)) => Err(both(access, path)),
        _ => Ok(()),
    }
}
