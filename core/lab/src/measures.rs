//! A lane's report as a flat list of numbers, for the averages of sweeps and for tables.

use crate::report::{
    COMPLETION, FlowReport, GROUP_COMPLETION, GroupEvents, LaneReport, Members, Quantities, Quantity,
};

/// One number of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Its source: a group of flows by name, or a channel such as `hop-0 forward`.
    pub source: String,
    /// What the source is: `group`, `flow`, `direction` or `hop`.
    pub kind: &'static str,
    /// The name of the source in tables and traces: a flow's own name, a channel by the hop's name.
    pub name: String,
    pub unit: &'static str,
    /// Its name in the report.
    pub metric: &'static str,
    /// Start of the window.
    pub from_s: f64,
    /// End of the window.
    pub to_s: f64,
    /// The number, where it is defined.
    pub value: Option<f64>,
}

/// A source with its names, as in [`Measured`].
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    pub source: &'a str,
    /// What the source is.
    pub kind: &'static str,
    /// Its name in tables.
    pub name: &'a str,
}

#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its name in the report.
    pub metric: &'static str,
    pub unit: &'static str,
    /// Start and end of the window.
    pub edges_s: (f64, f64),
    /// The number, where it is defined.
    pub value: Option<f64>,
}

/// Receives each number of a lane.
type Tell<'t> = &'t mut dyn FnMut(&Place, Number);

impl Place<'_> {
    /// Calls `tell` with the numbers of the source, window by window.
    fn tell<W: Quantities>(&self, tell: Tell, windows: &[W]) {
        for window in windows {
            for Quantity { metric, unit, of, .. } in W::QUANTITIES {
                tell(self, Number { metric, unit, edges_s: window.edges_s(), value: of(window) });
            }
        }
    }

    /// Calls `tell` with the completion time of the source.
    fn tell_completion(&self, tell: Tell, value: Option<f64>, to_s: Option<f64>) {
        let edges_s = (0.0, to_s.unwrap_or(0.0));
        tell(self, Number { metric: COMPLETION.metric, unit: COMPLETION.unit, edges_s, value });
    }
}

/// Calls `tell` with every number of a lane: groups with their flows, directions, channels.
pub fn each(report: &LaneReport, tell: Tell) {
    for group in &report.groups {
        let flows: Vec<&FlowReport> = report.flows.iter().filter(|flow| flow.name == group.name).collect();
        let place = Place { source: &group.name, kind: "group", name: &group.name };
        place.tell(tell, &group.windows);
        let events = group.windows.iter().enumerate().map(|(place, window)| {
            let flows = flows.iter().filter_map(|flow| flow.windows.get(place)).collect();
            GroupEvents::measure(window.edges_s(), &Members::new(flows))
        });
        place.tell(tell, &events.collect::<Vec<GroupEvents>>());
        if group.completion.is_some() {
            let to_s = group.windows.last().map(|window| window.to_s);
            place.tell_completion(tell, (GROUP_COMPLETION.of)(group), to_s);
        }
        for flow in flows {
            let source = format!("{} · flow {}", flow.name, flow.index);
            let place = Place { source: &source, kind: "flow", name: &flow.flow_name };
            place.tell(tell, &flow.windows);
            if flow.completion_s.is_some() {
                let to_s = flow.windows.last().map(|window| window.to_s);
                place.tell_completion(tell, (COMPLETION.of)(flow), to_s);
            }
        }
    }
    for direction in &report.directions {
        let source = format!("all {}", direction.direction);
        Place { source: &source, kind: "direction", name: &source }.tell(tell, &direction.windows);
    }
    for hop in &report.hops {
        let name = format!("{} {}", hop.name, hop.direction);
        Place { source: &name, kind: "hop", name: &name }.tell(tell, &hop.windows);
    }
}

/// Every number of a lane, or those of some metrics.
pub fn measures(report: &LaneReport, metrics: &[String]) -> Vec<Measured> {
    let mut all = Vec::new();
    each(report, &mut |place, Number { metric, unit, edges_s: (from_s, to_s), value }| {
        if is_wanted(metric, metrics) {
            let (source, kind, name) = (place.source.to_owned(), place.kind, place.name.to_owned());
            all.push(Measured { source, kind, name, metric, unit, from_s, to_s, value });
        }
    });
    all
}

/// The values of [`measures`] alone.
pub fn values(report: &LaneReport, metrics: &[String]) -> Vec<Option<f64>> {
    let mut all = Vec::new();
    each(report, &mut |_, number| {
        if is_wanted(number.metric, metrics) {
            all.push(number.value);
        }
    });
    all
}

/// Whether a metric is in a list; an empty list has all.
pub fn is_wanted(metric: &str, metrics: &[String]) -> bool {
    metrics.is_empty() || metrics.iter().any(|one| one == metric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use ackscope_scenario::read;

    /// The order of the rows is fixed, also when a quantity is added.
    #[test]
    fn every_number_of_a_report_is_measured_once() {
        let text = r#"{"version":1,"duration":10,"hops":[{"rate":"2Mbps","delay":"10ms"}],
            "flows":[{"name":"main","algorithm":"newreno","rtt":"50ms","bytes":"100kB"}]}"#;
        let report = plan(&read(text).unwrap()).unwrap()[0].measure();
        let all = measures(&report, &[]);
        let of = |source: &str| -> Vec<&str> {
            all.iter().filter(|one| one.source == source).map(|one| one.metric).collect()
        };
        assert_eq!(
            of("main").join(" "),
            "total_goodput_bps jain_index throughput_bps retransmission_ratio mean_rtt_s mean_goodput_bps \
             mean_throughput_bps throughput_jain_index max_min_ratio rtt_exponent sequence_spread share_ratio \
             loss_event_rate fair_convergence_s completed_transfers mean_completion_s p50_completion_s \
             p95_completion_s p99_completion_s mean_chunk_rate_bps stalled_s fast_retransmits timeouts \
             spurious_retransmissions completion_s"
        );
        assert_eq!(
            of("main · flow 0").join(" "),
            "goodput_bps throughput_bps retransmission_ratio mean_rtt_s goodput_sender_bps \
             retransmission_ratio_of_distinct loss_event_rate spurious_retransmissions mean_queueing_s \
             fast_retransmits timeouts last_sequence \
             ce_segments ecn_reductions congestion_event_rate completed_transfers mean_completion_s \
             p50_completion_s p95_completion_s p99_completion_s mean_chunk_rate_bps stalled_s \
             p50_queueing_s p95_queueing_s p99_queueing_s p50_delay_s p95_delay_s p99_delay_s \
             retransmissions stale_segments completion_s"
        );
        assert_eq!(of("all forward").join(" "), "mix_goodput_bps mix_jain_index mix_mean_goodput_bps");
        assert_eq!(
            of("hop-0 forward").join(" "),
            "utilisation mean_queue_packets drops channel_losses useful_utilisation convergence_s \
             mean_queueing_delay_s p50_queueing_delay_s p95_queueing_delay_s p99_queueing_delay_s drop_ratio \
             arrivals early_drops reordered thinned_acks marks mark_ratio \
             l4s_packets l4s_marks l4s_queueing_delay_s p99_l4s_queueing_delay_s classic_packets classic_marks \
             classic_queueing_delay_s p99_classic_queueing_delay_s p50_l4s_queueing_delay_s \
             p95_l4s_queueing_delay_s p50_classic_queueing_delay_s p95_classic_queueing_delay_s \
             max_queue_packets"
        );
        assert_eq!(values(&report, &[]), all.iter().map(|one| one.value).collect::<Vec<_>>());
        let drops = measures(&report, &["drops".to_owned()]);
        assert_eq!(drops.iter().map(|one| one.kind).collect::<Vec<_>>(), ["hop", "hop"]);
        // No name occurs twice.
        let mut names: Vec<_> =
            all.iter().map(|one| (one.source.as_str(), one.metric, one.from_s.to_bits())).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
