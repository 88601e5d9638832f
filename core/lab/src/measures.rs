//! A lane's report as a flat list of numbers: what sweeps average and tables show.

use crate::report::{FlowReport, FlowWindowReport, LaneReport};

/// One number of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Whose it is: a group of flows by name, or a channel such as `hop 0 forward`.
    pub source: String,
    /// What it is, named as in the report.
    pub metric: &'static str,
    /// Start of the window.
    pub from_s: f64,
    /// End of the window.
    pub to_s: f64,
    /// The number, where it is defined.
    pub value: Option<f64>,
}

/// A number of a group's flows in one window.
type OfFlows = fn(&[&FlowWindowReport]) -> Option<f64>;

/// The numbers of a group that its report does not hold itself, from those of its flows.
const OF_FLOWS: &[(&str, OfFlows)] = &[
    ("throughput_bps", |flows| Some(flows.iter().map(|flow| flow.throughput_bps).sum())),
    ("retransmission_ratio", retransmission_ratio),
    ("mean_rtt_s", |flows| mean(flows.iter().filter_map(|flow| flow.mean_rtt_s))),
    ("fast_retransmits", |flows| Some(flows.iter().map(|flow| flow.fast_retransmits as f64).sum())),
    ("timeouts", |flows| Some(flows.iter().map(|flow| flow.timeouts as f64).sum())),
];

/// Retransmitted by all segments of several flows with packets of one size: ratios weighted by what was sent.
pub fn retransmission_ratio(flows: &[&FlowWindowReport]) -> Option<f64> {
    let sent: f64 = flows.iter().map(|flow| flow.throughput_bps).sum();
    let again: f64 =
        flows.iter().map(|flow| flow.throughput_bps * flow.retransmission_ratio.unwrap_or(0.0)).sum();
    (sent > 0.0).then(|| again / sent)
}

/// The mean of some numbers, if there is one.
pub fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Every number of a lane: groups first, then channels.
pub fn measures(report: &LaneReport) -> Vec<Measured> {
    let mut all = Vec::new();
    for group in &report.groups {
        let flows: Vec<&FlowReport> = report.flows.iter().filter(|flow| flow.name == group.name).collect();
        for (place, window) in group.windows.iter().enumerate() {
            let mut add = |metric, value| {
                let (from_s, to_s) = (window.from_s, window.to_s);
                all.push(Measured { source: group.name.clone(), metric, from_s, to_s, value });
            };
            add("total_goodput_bps", Some(window.total_goodput_bps));
            add("jain_index", window.jain_index);
            let of_window: Vec<&FlowWindowReport> =
                flows.iter().filter_map(|flow| flow.windows.get(place)).collect();
            for (metric, of) in OF_FLOWS {
                add(metric, of(&of_window));
            }
        }
        let completions: Vec<f64> = flows.iter().filter_map(|flow| flow.completion_s.flatten()).collect();
        if flows.iter().any(|flow| flow.completion_s.is_some()) {
            let (from_s, to_s) = (0.0, group.windows.last().map_or(0.0, |window| window.to_s));
            let value = mean(completions.into_iter());
            all.push(Measured { source: group.name.clone(), metric: "completion_s", from_s, to_s, value });
        }
    }
    for hop in &report.hops {
        let source = format!("hop {} {}", hop.hop, hop.direction);
        for window in &hop.windows {
            let mut add = |metric, value| {
                let (from_s, to_s) = (window.from_s, window.to_s);
                all.push(Measured { source: source.clone(), metric, from_s, to_s, value });
            };
            add("utilisation", window.utilisation);
            add("mean_queue_packets", Some(window.mean_queue_packets));
            add("drops", Some(window.drops as f64));
            add("channel_losses", Some(window.channel_losses as f64));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(throughput_bps: f64, retransmission_ratio: Option<f64>) -> FlowWindowReport {
        FlowWindowReport {
            from_s: 0.0,
            to_s: 10.0,
            goodput_bps: 0.0,
            throughput_bps,
            retransmission_ratio,
            mean_rtt_s: None,
            fast_retransmits: 0,
            timeouts: 0,
            last_sequence: 0,
        }
    }

    #[test]
    fn ratios_are_weighted_by_what_was_sent() {
        // 3000 segments with 30 again, 1000 with 50 again: 80 of 4000.
        let (many, few, none) = (window(3e6, Some(0.01)), window(1e6, Some(0.05)), window(0.0, None));
        let ratio = retransmission_ratio(&[&many, &few, &none]).unwrap();
        assert!((ratio - 0.02).abs() < 1e-12, "{ratio}");
        assert_eq!(retransmission_ratio(&[&none]), None);
    }
}
