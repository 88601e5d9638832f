//! A propagation delay that changes.

use super::super::case::{Case, Link};
use super::super::change::Change;
use super::Suspect;
use crate::report::LaneReport;
use ackscope_engine::setup::{DelaySetup, FlowSetup};
use ackscope_engine::units::{Span, Time};
use serde_json::Value;

pub const SUSPECT: Suspect = Suspect {
    id: "delay",
    name: "the changing delay of the link",
    because: "the delay of the link changes",
    keys: &["hops.delay", "hops.back.delay"],
    change,
    evidence,
    // Both set the RTTs of the flows.
    yields_to: Some("rtt"),
    ..Suspect::CAUSE
};

fn changes(link: &Link) -> bool {
    let (least, most) = link.channel.delay.bounds();
    least < most
}

/// The delay becomes its mean in the interval. The flows' RTTs grow by as much, as they were on average.
fn change(case: &Case) -> Option<Change> {
    let mut change = Change::default();
    for link in case.links().filter(changes) {
        let path = format!("{}.delay", link.path);
        // A way back without a delay of its own has that of the way there.
        if !case.hop_value(&path).is_null() {
            change = change.set(path, mean_s(&link.channel.delay, case.interval_s()));
        }
    }
    let change = change.some()?;
    let groups = case.groups().iter().filter(|group| !case.value(group, "rtt").is_null());
    Some(groups.fold(change, |change, group| {
        let rtts_s = case.flows(group).iter().map(|flow| whole_ns(flow.rtt.secs() + longer_s(case, flow)));
        change.set(format!("{}.rtt", group.path), rtts_s.map(Value::from).collect::<Vec<Value>>())
    }))
}

/// By how much the mean RTT of a flow exceeds the one of the smallest delays.
fn longer_s(case: &Case, flow: &FlowSetup) -> f64 {
    let hops = &case.setup().hops[flow.from..flow.to];
    let channels = hops.iter().flat_map(|hop| [&hop.forward, &hop.backward]);
    channels.map(|channel| mean_s(&channel.delay, case.interval_s()) - channel.delay.least().secs()).sum()
}

/// The mean over the interval of a list, or the expected one of a delay that is drawn evenly.
fn mean_s(delay: &DelaySetup, (from_s, to_s): (f64, f64)) -> f64 {
    let DelaySetup::Steps { steps, period } = delay else {
        let (least, most) = delay.bounds();
        return whole_ns(f64::midpoint(least.secs(), most.secs()));
    };
    // The sum from the start of the run to an instant.
    let in_list = |to: Time| -> f64 {
        let ends = steps.iter().skip(1).map(|step| step.0).chain([Time::NEVER]);
        let held = steps.iter().zip(ends).filter(|(step, _)| step.0 < to);
        held.map(|((at, delay), end)| delay.secs() * end.min(to).since(*at).secs()).sum()
    };
    let up_to = |s: f64| match period {
        Some(period) if *period > Span::ZERO => {
            let (whole, rest) = ((s / period.secs()).floor(), s % period.secs());
            whole * in_list(Time::ZERO + *period) + in_list(Time::from_secs(rest))
        }
        _ => in_list(Time::from_secs(s)),
    };
    whole_ns((up_to(to_s) - up_to(from_s)) / (to_s - from_s))
}

/// Seconds in whole nanoseconds, rounded up: an RTT is not below the delays of its hops.
fn whole_ns(s: f64) -> f64 {
    (s * 1e9 - 1e-3).ceil() / 1e9
}

fn evidence(case: &Case, _report: &LaneReport) -> Option<String> {
    let link = case.links().find(changes)?;
    let (least, most) = link.channel.delay.bounds();
    Some(format!("between {:.0} and {:.0} ms one way", least.secs() * 1e3, most.secs() * 1e3))
}
