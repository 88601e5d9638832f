//! The minimum of the retransmission timer.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use crate::report::LaneReport;
use ackscope_engine::setup::{RtoSetup, RtoStyle};
use serde_json::{Value, json};

pub const SUSPECT: Suspect = Suspect {
    id: "rto",
    name: "the retransmission timer",
    because: "its retransmission timer waits too long",
    keys: &["flows.rto"],
    change,
    evidence,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    let other = |change: Change, group| {
        let is_linux = case.tcp(group).is_some_and(|tcp| is_of_linux(&tcp.rto));
        let timer: Value = if is_linux {
            json!({ "min": "10ms", "initial": "1s", "granularity": "1ms" })
        } else {
            "linux".into()
        };
        change.set(format!("{}.rto", group.path), timer)
    };
    case.own().fold(Change::default(), other).some()
}

/// True if the minimum bounds the variance term alone.
fn is_of_linux(timer: &RtoSetup) -> bool {
    matches!(timer.style, RtoStyle::VarianceFloor | RtoStyle::Linux6)
}

fn evidence(case: &Case, report: &LaneReport) -> Option<String> {
    let timeouts: u64 = case.own_windows(report).map(|window| window.timeouts).sum();
    let least_s = case.tcp(case.own().next()?)?.rto.min.secs();
    let idle_s = timeouts as f64 * least_s / case.own_flows() as f64;
    (idle_s >= 0.05 * case.length_s())
        .then(|| format!("{timeouts} timeouts of at least {:.0} ms", least_s * 1e3))
}
