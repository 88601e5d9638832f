//! Round-trip times that differ between flows.

use super::super::case::Case;
use super::super::change::Change;
use super::super::of::Of;
use super::Suspect;
use crate::report::LaneReport;
use serde_json::Value;

pub const SUSPECT: Suspect = Suspect {
    id: "rtt",
    name: "the different round-trip times",
    is_plural: true,
    because: "the round-trip times differ",
    keys: &["flows.rtt", "flows.access_delay"],
    change,
    evidence,
    ..Suspect::CAUSE
};

fn rtts_s(case: &Case) -> Vec<f64> {
    let groups = case.groups().iter().filter(|group| group.is_along && case.tcp(group).is_some());
    groups.flat_map(|group| case.flows(group)).map(|flow| flow.rtt.secs()).collect()
}

fn change(case: &Case) -> Option<Change> {
    let rtts_s = rtts_s(case);
    let first = *rtts_s.first()?;
    if rtts_s.iter().all(|rtt| *rtt == first) {
        return None;
    }
    let mean_s = rtts_s.iter().sum::<f64>() / rtts_s.len() as f64;
    let is_shared = case.beside().any(|group| case.tcp(group).is_some());
    // Another RTT is another path: a transfer that gets the mean of others' RTTs would only be nearer.
    let is_own = matches!(case.of(), Of::Goodput | Of::Completion) && is_shared;
    let same_s = if is_own { case.rtt_s() } else { mean_s };
    let groups = case.groups().iter().filter(|group| group.is_along && case.tcp(group).is_some());
    let same = |change: Change, path: &String| {
        change.set(format!("{path}.rtt"), same_s).set(format!("{path}.access_delay"), Value::Null)
    };
    groups.map(|group| &group.path).fold(Change::default(), same).some()
}

fn evidence(case: &Case, _report: &LaneReport) -> Option<String> {
    let rtts_s = rtts_s(case);
    let (least, most) =
        rtts_s.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), rtt| (a.min(*rtt), b.max(*rtt)));
    (most >= 1.5 * least).then(|| format!("{:.0} ms beside {:.0} ms", least * 1e3, most * 1e3))
}
