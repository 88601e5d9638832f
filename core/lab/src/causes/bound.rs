//! What the lane could have at most.

use super::case::Case;
use super::of::Of;
use ackscope_engine::setup::{FlowSetup, SourceSetup};

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

/// The time on the wire and the round trips that nothing saves.
fn completion_s(case: &Case) -> f64 {
    let rate_bps = case.bottleneck().mean_bps;
    let bounds = case.own().filter_map(|group| {
        let sender = case.tcp(group)?;
        let flows = case.flows(group);
        let rtt_s = flows.first()?.rtt.secs();
        if let Some(bytes) = &case.written(group).bytes {
            // All transfers share the link.
            return Some(bytes.si() * 8.0 * flows.len() as f64 / rate_bps + rtt_s);
        }
        let application = sender.application.as_ref()?;
        let has_size = application.params.iter().any(|(name, _)| name == "size");
        let bits = if has_size { application.params.number("size") * 8.0 } else { 0.0 };
        Some(bits / rate_bps + 1.5 * rtt_s)
    });
    bounds.fold(0.0, f64::max)
}
