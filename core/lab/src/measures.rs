//! A lane's report as a flat list of numbers: what sweeps average and tables show.

use crate::report::{
    DirectionWindowReport, FlowReport, FlowWindowReport, GroupWindowReport, HopWindowReport, LaneReport,
};

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

/// Window reductions by segments sent of several flows with packets of one size, weighted alike.
pub fn loss_event_rate(flows: &[&FlowWindowReport]) -> Option<f64> {
    let sent: f64 = flows.iter().map(|flow| flow.throughput_bps).sum();
    let reduced: f64 =
        flows.iter().map(|flow| flow.throughput_bps * flow.loss_event_rate.unwrap_or(0.0)).sum();
    (sent > 0.0).then(|| reduced / sent)
}

/// A number of one window.
type Of<W> = fn(&W) -> Option<f64>;

const OF_GROUP: &[(&str, Of<GroupWindowReport>)] = &[
    ("total_goodput_bps", |window| Some(window.total_goodput_bps)),
    ("jain_index", |window| window.jain_index),
    ("throughput_bps", |window| Some(window.total_throughput_bps)),
    ("retransmission_ratio", |window| window.retransmission_ratio),
    ("mean_rtt_s", |window| window.mean_rtt_s),
    ("mean_goodput_bps", |window| window.mean_goodput_bps),
    ("mean_throughput_bps", |window| window.mean_throughput_bps),
    ("throughput_jain_index", |window| window.throughput_jain_index),
    ("max_min_ratio", |window| window.max_min_ratio),
    ("rtt_exponent", |window| window.rtt_exponent),
    ("sequence_spread", |window| window.sequence_spread),
    ("share_ratio", |window| window.share_ratio),
    ("loss_event_rate", |window| window.loss_event_rate),
    ("fair_convergence_s", |window| window.fair_convergence_s),
];

const OF_FLOW: &[(&str, Of<FlowWindowReport>)] = &[
    ("goodput_bps", |window| Some(window.goodput_bps)),
    ("throughput_bps", |window| Some(window.throughput_bps)),
    ("retransmission_ratio", |window| window.retransmission_ratio),
    ("mean_rtt_s", |window| window.mean_rtt_s),
    ("goodput_sender_bps", |window| Some(window.goodput_sender_bps)),
    ("retransmission_ratio_of_distinct", |window| window.retransmission_ratio_of_distinct),
    ("loss_event_rate", |window| window.loss_event_rate),
    ("spurious_retransmissions", |window| Some(window.spurious_retransmissions as f64)),
    ("mean_queueing_s", |window| window.mean_queueing_s),
    ("fast_retransmits", |window| Some(window.fast_retransmits as f64)),
    ("timeouts", |window| Some(window.timeouts as f64)),
    ("last_sequence", |window| Some(window.last_sequence as f64)),
];

const OF_DIRECTION: &[(&str, Of<DirectionWindowReport>)] = &[
    ("mix_goodput_bps", |window| Some(window.total_goodput_bps)),
    ("mix_jain_index", |window| window.jain_index),
    ("mix_mean_goodput_bps", |window| window.mean_goodput_bps),
];

const OF_HOP: &[(&str, Of<HopWindowReport>)] = &[
    ("utilisation", |window| window.utilisation),
    ("mean_queue_packets", |window| Some(window.mean_queue_packets)),
    ("drops", |window| Some(window.drops as f64)),
    ("channel_losses", |window| Some(window.channel_losses as f64)),
    ("useful_utilisation", |window| window.useful_utilisation),
    ("convergence_s", |window| window.convergence_s),
    ("mean_queueing_delay_s", |window| window.mean_queueing_delay_s),
    ("p50_queueing_delay_s", |window| window.p50_queueing_delay_s),
    ("p95_queueing_delay_s", |window| window.p95_queueing_delay_s),
    ("p99_queueing_delay_s", |window| window.p99_queueing_delay_s),
    ("drop_ratio", |window| window.drop_ratio),
    ("arrivals", |window| Some(window.arrivals as f64)),
    ("early_drops", |window| Some(window.early_drops as f64)),
];

/// Puts the numbers of all windows of one source into a list.
fn add<W>(
    all: &mut Vec<Measured>,
    source: &str,
    windows: &[W],
    bounds: fn(&W) -> (f64, f64),
    of: &[(&'static str, Of<W>)],
) {
    for window in windows {
        let (from_s, to_s) = bounds(window);
        all.extend(of.iter().map(|&(metric, of)| Measured {
            source: source.to_owned(),
            metric,
            from_s,
            to_s,
            value: of(window),
        }));
    }
}

/// Every number of a lane: each group with its flows, directions, channels.
pub fn measures(report: &LaneReport) -> Vec<Measured> {
    let mut all = Vec::new();
    for group in &report.groups {
        let flows: Vec<&FlowReport> = report.flows.iter().filter(|flow| flow.name == group.name).collect();
        add(&mut all, &group.name, &group.windows, |window| (window.from_s, window.to_s), OF_GROUP);
        for (place, window) in group.windows.iter().enumerate() {
            let mut count = |metric, of: fn(&FlowWindowReport) -> u64| {
                let counts = flows.iter().filter_map(|flow| flow.windows.get(place)).map(of);
                let value = Some(counts.sum::<u64>() as f64);
                let (source, from_s, to_s) = (group.name.clone(), window.from_s, window.to_s);
                all.push(Measured { source, metric, from_s, to_s, value });
            };
            count("fast_retransmits", |flow| flow.fast_retransmits);
            count("timeouts", |flow| flow.timeouts);
            count("spurious_retransmissions", |flow| flow.spurious_retransmissions);
        }
        if let Some(completion) = &group.completion {
            let (from_s, to_s) = (0.0, group.windows.last().map_or(0.0, |window| window.to_s));
            let source = group.name.clone();
            all.push(Measured { source, metric: "completion_s", from_s, to_s, value: completion.mean });
        }
        for flow in flows {
            let source = format!("{} · flow {}", flow.name, flow.index);
            add(&mut all, &source, &flow.windows, |window| (window.from_s, window.to_s), OF_FLOW);
            if let Some(completion) = flow.completion_s {
                let (metric, from_s) = ("completion_s", 0.0);
                let to_s = flow.windows.last().map_or(0.0, |window| window.to_s);
                all.push(Measured { source, metric, from_s, to_s, value: completion });
            }
        }
    }
    for direction in &report.directions {
        let source = format!("all {}", direction.direction);
        add(&mut all, &source, &direction.windows, |window| (window.from_s, window.to_s), OF_DIRECTION);
    }
    for hop in &report.hops {
        let source = format!("hop {} {}", hop.hop, hop.direction);
        add(&mut all, &source, &hop.windows, |window| (window.from_s, window.to_s), OF_HOP);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use ackscope_scenario::read;
    use serde_json::{Value, json};

    fn window(throughput_bps: f64, retransmission_ratio: Option<f64>) -> FlowWindowReport {
        FlowWindowReport {
            from_s: 0.0,
            to_s: 10.0,
            goodput_bps: 0.0,
            throughput_bps,
            goodput_sender_bps: 0.0,
            retransmission_ratio,
            retransmission_ratio_of_distinct: None,
            loss_event_rate: retransmission_ratio,
            spurious_retransmissions: 0,
            mean_rtt_s: None,
            mean_queueing_s: None,
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
        assert_eq!(loss_event_rate(&[&many, &few, &none]), retransmission_ratio(&[&many, &few, &none]));
        assert_eq!(loss_event_rate(&[&none]), None);
    }

    /// A number that is added to a report and forgotten here would have no mean and no interval in a sweep.
    #[test]
    fn every_number_of_a_report_is_measured() {
        let text = r#"{"version":1,"duration":10,"hops":[{"rate":"2Mbps","delay":"10ms"}],
            "flows":[{"name":"main","algorithm":"newreno","rtt":"50ms","bytes":"100kB"}]}"#;
        let report = plan(&read(text).unwrap()).unwrap()[0].measure();
        let all = measures(&report);
        let of = |source: &str| -> Vec<&str> {
            all.iter().filter(|one| one.source == source).map(|one| one.metric).collect()
        };
        let fields = |window: Value| -> Vec<String> {
            let keys = window.as_object().unwrap().keys().cloned();
            keys.filter(|key| !["from_s", "to_s"].contains(&key.as_str())).collect()
        };
        let flow = fields(json!(report.flows[0].windows[0]));
        assert!(flow.iter().all(|key| of("main · flow 0").contains(&key.as_str())), "{flow:?}");
        assert!(of("main · flow 0").contains(&"completion_s") && of("main").contains(&"completion_s"));
        for key in fields(json!(report.groups[0].windows[0])) {
            let name = if key == "total_throughput_bps" { "throughput_bps" } else { &key };
            assert!(of("main").contains(&name), "{key}");
        }
        let hop = fields(json!(report.hops[0].windows[0]));
        assert!(hop.iter().all(|key| of("hop 0 forward").contains(&key.as_str())), "{hop:?}");
        for key in fields(json!(report.directions[0].windows[0])) {
            let name = format!("mix_{}", key.trim_start_matches("total_"));
            assert!(of("all forward").contains(&name.as_str()), "{key}");
        }
        // No number twice under one name.
        let mut names: Vec<_> =
            all.iter().map(|one| (one.source.as_str(), one.metric, one.from_s.to_bits())).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
