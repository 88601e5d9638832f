//! What the lane could have at most.

use super::case::{Case, Link};
use super::of::Of;
use ackscope_engine::net::Transmitter;
use ackscope_engine::setup::{ApplicationSetup, FlowSetup, Handshake, RateSetup, SourceSetup, TcpSetup};
use ackscope_engine::units::Time;

/// The bound of the quantity in question; `None` if nothing bounds it.
pub(super) fn bound(case: &Case) -> f64 {
    match case.of() {
        Of::Goodput => goodput_bps(case),
        Of::Delay => 0.0,
        Of::Fairness => 1.0,
        Of::Completion => completion_s(case),
    }
}

/// The least over its hops of the rate that constant bit rates leave, shared by all TCP flows there.
fn goodput_bps(case: &Case) -> f64 {
    let own = case.own_flows() as f64;
    let shares = case.way().map(|link| {
        let crosses = |flow: &&FlowSetup| flow.from <= link.hop && link.hop < flow.to;
        let beside = || case.beside().flat_map(|group| case.flows(group)).filter(crosses);
        let fixed_bps: f64 = beside()
            .map(|flow| match flow.source {
                SourceSetup::Cbr { rate } => rate.bps() as f64 * case.active_share(flow),
                SourceSetup::Tcp(_) => 0.0,
            })
            .sum();
        let others: f64 =
            beside().filter(|flow| flow.tcp().is_some()).map(|flow| case.active_share(flow)).sum();
        (link.mean_bps - fixed_bps).max(0.0) * own / (own + others)
    });
    shares.fold(f64::INFINITY, f64::min)
}

/// The least mean completion time of the lane's transfers.
fn completion_s(case: &Case) -> f64 {
    let (mut sized, mut least_s) = (Vec::new(), f64::INFINITY);
    for group in case.own() {
        let Some(tcp) = case.tcp(group) else { continue };
        let bytes = case.written(group).bytes.as_ref().map(|bytes| bytes.si());
        for flow in case.flows(group) {
            if let Some(bytes) = bytes {
                sized.push(Transfer::of(case, flow, tcp, bytes * 8.0));
            } else if let Some(alone_s) =
                tcp.application.as_ref().and_then(|it| served_s(case, flow, tcp, it))
            {
                least_s = least_s.min(alone_s);
            }
        }
    }
    if !sized.is_empty() {
        least_s = least_s.min(mean_s(case, &sized));
    }
    if least_s.is_finite() { least_s } else { 0.0 }
}

/// A transfer of known size, and when it starts.
struct Transfer<'a> {
    flow: &'a FlowSetup,
    bits: f64,
    start_s: f64,
    way_s: f64,
}

impl Transfer<'_> {
    fn of<'a>(case: &Case, flow: &'a FlowSetup, tcp: &TcpSetup, bits: f64) -> Transfer<'a> {
        let start_s = flow.periods.first().map_or(0.0, |period| period.0.secs());
        Transfer { flow, bits, start_s, way_s: way_s(case, flow, tcp) }
    }
}

/// The way that nothing saves: that of the last segment, and one round trip for the handshake, unless the SYN is a
/// segment of the window. Of delays that change the smallest count, as for the RTT.
fn way_s(case: &Case, flow: &FlowSetup, tcp: &TcpSetup) -> f64 {
    let there_s: f64 = case.way_of(flow).map(|link| link.channel.delay.least().secs()).sum();
    let access_s: f64 = flow.access_delays.iter().map(|delay| delay.secs()).sum();
    let handshake_s = if tcp.handshake == Handshake::Before { flow.rtt.secs() } else { 0.0 };
    handshake_s + access_s + there_s
}

/// The least mean of transfers: each needs its way, and the links send one bit after the other. On a link that all
/// of them cross, the mean is least if the shortest goes first; n equal ones then need (n + 1)/2n of the link's
/// time on average. Those that start later than the first may find the link free, so their delay is taken off.
fn mean_s(case: &Case, transfers: &[Transfer]) -> f64 {
    let count = transfers.len() as f64;
    let alone: f64 =
        transfers.iter().map(|one| one.way_s + wire_s(case, one.flow, one.bits, Some(one.start_s))).sum();
    let first = transfers[0].flow;
    if transfers.iter().any(|one| {
        (one.flow.from, one.flow.to, one.flow.direction) != (first.from, first.to, first.direction)
    }) {
        return alone / count;
    }
    let least = |of: fn(&Transfer) -> f64| transfers.iter().map(of).fold(f64::INFINITY, f64::min);
    let start_s = least(|one| one.start_s);
    let mut sizes: Vec<f64> = transfers.iter().map(|one| one.bits).collect();
    sizes.sort_by(f64::total_cmp);
    let mut sent = 0.0;
    let in_turn: f64 = sizes
        .iter()
        .map(|bits| {
            sent += bits;
            wire_s(case, first, sent, Some(start_s))
        })
        .sum();
    let later: f64 = transfers.iter().map(|one| one.start_s - start_s).sum();
    alone.max(in_turn - later + count * least(|one| one.way_s)) / count
}

/// The least time of a transfer of an application; `None` if it sends none. Random sizes count with their mean. The
/// connection of a video stays, and a request needs half a round trip.
fn served_s(case: &Case, flow: &FlowSetup, tcp: &TcpSetup, application: &ApplicationSetup) -> Option<f64> {
    match application.kind {
        "requests" => {
            let bits = application.params.number("size") * 8.0;
            Some(way_s(case, flow, tcp) + wire_s(case, flow, bits, None))
        }
        "video" => Some(way_s(case, flow, tcp).min(flow.rtt.secs())),
        _ => None,
    }
}

/// The least time of `bits` on the slowest link of a flow's way, from an instant or at any time. A suspect may set
/// a rate that changes to its mean, so that the mean counts where it is faster.
fn wire_s(case: &Case, flow: &FlowSetup, bits: f64, from_s: Option<f64>) -> f64 {
    let of_link = |link: Link| {
        if link.polices() {
            return policed_s(&link, bits);
        }
        match (&link.channel.rate, from_s) {
            (RateSetup::Constant(rate), _) => bits / rate.bps() as f64,
            (rate, Some(from_s)) => {
                (bits / link.mean_bps).min(scheduled_s(rate, bits, from_s, case.length_s()))
            }
            (RateSetup::Steps(_) | RateSetup::Drawn(_), None) => bits / link.peak_bps(),
            (RateSetup::Opportunities { .. }, None) => 0.0,
        }
    };
    case.way_of(flow).map(of_link).fold(0.0, f64::max)
}

/// A policer lets a bucket pass at the rate of the link.
fn policed_s(link: &Link, bits: f64) -> f64 {
    let params = &link.channel.queue.params;
    let wire_s = bits / link.peak_bps();
    match (params.optional_number("rate"), params.optional_number("burst")) {
        (Some(bps), Some(burst)) => wire_s.max((bits - burst * 8.0) / bps),
        _ => wire_s,
    }
}

/// The time in which a link whose rate changes can send `bits` from `from_s` on; infinite beyond `longest_s`.
fn scheduled_s(rate: &RateSetup, bits: f64, from_s: f64, longest_s: f64) -> f64 {
    let transmitter = Transmitter::new(rate);
    let from = Time::from_secs(from_s);
    let is_enough = |s: f64| transmitter.capacity_bits(from, Time::from_secs(from_s + s)) >= bits;
    if !is_enough(longest_s) {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (0.0, longest_s);
    while high - low > 1e-9 * longest_s {
        let middle = f64::midpoint(low, high);
        if is_enough(middle) { high = middle } else { low = middle }
    }
    low
}
