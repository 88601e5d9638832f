//! Slow start: too long, or too far.

use super::super::case::Case;
use super::super::change::Change;
use super::super::of::Of;
use super::Suspect;
use serde_json::json;

pub const SUSPECT: Suspect = Suspect {
    id: "startup",
    name: "slow start",
    because: "slow start takes its time",
    keys: &["flows.initial_window", "flows.initial_ssthresh", "flows.pacing"],
    change,
    ..Suspect::CAUSE
};

/// An interval that begins later than this many RTTs after the start has no slow start of its own.
const ROUND_TRIPS: f64 = 20.0;

/// FAST moves to its target by a formula of its own, from the first RTT on.
const OTHER: &str = "fast";

fn change(case: &Case) -> Option<Change> {
    if !matches!(case.of(), Of::Goodput | Of::Completion) {
        return None;
    }
    let (bdp, flows) = (case.bdp_packets(&case.bottleneck()), case.tcp_flows() as f64);
    let mut change = Change::default();
    for group in case.own() {
        let (Some(tcp), Some(flow)) = (case.tcp(group), case.flows(group).first()) else { continue };
        let start_s = flow.periods.first().map_or(0.0, |period| period.0.secs());
        let is_transfer =
            tcp.segments.is_some() || tcp.application.as_ref().is_some_and(|it| it.kind == "requests");
        let is_near = case.interval_s().0 - start_s <= ROUND_TRIPS * flow.rtt.secs();
        let needs = case.needs(group);
        let is_standard = !(needs.paces || needs.owns_cwnd || needs.own_slow_start || tcp.algorithm == OTHER);
        if !(is_near || is_transfer) || !is_standard {
            continue;
        }
        // Requests take turns, so each may have the whole path.
        let share = if tcp.application.is_some() { bdp } else { bdp / flows };
        let window = (share.floor() as u64).max(4);
        change = change
            .set(format!("{}.initial_window", group.path), window)
            .set(format!("{}.initial_ssthresh", group.path), window)
            .set(format!("{}.pacing", group.path), json!({ "ss": 1, "ca": 1.2, "free": 0 }));
    }
    change.some()
}
