//! From what the engine counted to the report.

use super::{
    EngineReport, FlowReport, FlowWindowReport, HopReport, HopWindowReport, LaneReport, RunReport, groups,
};
use crate::friendliness::comparisons;
use crate::provenance::Provenance;
use ackscope_engine::setup::{Setup, SourceSetup};
use ackscope_engine::sim::{FlowResults, FlowWindow, HopWindow, RunResults};

impl RunReport {
    /// The lanes, and what each got beside the first.
    pub fn new(provenance: Provenance, lanes: Vec<LaneReport>) -> RunReport {
        RunReport { provenance, comparisons: comparisons(&lanes), lanes }
    }
}

/// What is undefined is null: JSON has no other word for it.
fn defined(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

impl LaneReport {
    /// The report of a run of `setup`.
    pub fn new(label: &str, setup: &Setup, results: &RunResults) -> LaneReport {
        let flow = |flow: &FlowResults| {
            let transfer = match &setup.flows[flow.index].source {
                SourceSetup::Tcp(tcp) => tcp.segments.is_some(),
                SourceSetup::Cbr { .. } => false,
            };
            FlowReport {
                name: setup.groups[flow.group].name.clone(),
                flow_name: setup.flows[flow.index].name.clone(),
                index: flow.index,
                algorithm: flow.algorithm.to_owned(),
                direction: flow.direction.id().to_owned(),
                completion_s: transfer.then_some(flow.completion_s),
                windows: flow.windows.iter().map(FlowWindowReport::from).collect(),
            }
        };
        let flows: Vec<FlowReport> = results.flows.iter().map(flow).collect();
        let hops = results.hops.iter().map(|hop| HopReport {
            hop: hop.hop,
            direction: hop.direction.id().to_owned(),
            windows: hop.windows.iter().map(HopWindowReport::from).collect(),
        });
        LaneReport {
            label: label.to_owned(),
            groups: groups::groups(setup, results, &flows),
            directions: groups::directions(setup, &flows),
            flows,
            hops: hops.collect(),
            engine: EngineReport {
                events: results.engine.events,
                packet_hops: results.engine.packet_hops,
                delivered_segments: results.engine.delivered_segments,
                wall_s: 0.0,
                trace_hash: format!("{:016x}", results.engine.trace_hash),
                stopped: results.engine.stopped.map(|stopped| stopped.to_string()),
            },
        }
    }
}

impl From<&FlowWindow> for FlowWindowReport {
    fn from(window: &FlowWindow) -> FlowWindowReport {
        let resent = window.retransmission_ratio.and_then(defined);
        FlowWindowReport {
            from_s: window.from_s,
            to_s: window.to_s,
            goodput_bps: window.goodput_bps,
            throughput_bps: window.throughput_bps,
            retransmission_ratio: resent,
            goodput_sender_bps: window.throughput_bps * (1.0 - resent.unwrap_or(0.0)),
            retransmission_ratio_of_distinct: resent.and_then(|part| defined(part / (1.0 - part))),
            loss_event_rate: window.loss_event_rate,
            spurious_retransmissions: window.spurious_retransmissions,
            mean_rtt_s: window.mean_rtt_s.and_then(defined),
            mean_queueing_s: window.mean_queueing_s.and_then(defined),
            fast_retransmits: window.fast_retransmits,
            timeouts: window.timeouts,
            last_sequence: window.last_sequence,
        }
    }
}

impl From<&HopWindow> for HopWindowReport {
    fn from(window: &HopWindow) -> HopWindowReport {
        HopWindowReport {
            from_s: window.from_s,
            to_s: window.to_s,
            utilisation: window.utilisation.and_then(defined),
            useful_utilisation: window.useful_utilisation.and_then(defined),
            convergence_s: window.convergence_s,
            mean_queue_packets: window.mean_queue_packets,
            mean_queueing_delay_s: window.mean_queueing_delay_s.and_then(defined),
            p50_queueing_delay_s: window.p50_queueing_delay_s,
            p95_queueing_delay_s: window.p95_queueing_delay_s,
            p99_queueing_delay_s: window.p99_queueing_delay_s,
            arrivals: window.arrivals,
            drop_ratio: (window.arrivals > 0).then(|| window.drops as f64 / window.arrivals as f64),
            early_drops: window.early_drops,
            drops: window.drops,
            channel_losses: window.channel_losses,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1000 segments of 1500 bytes in ten seconds, 20 of them retransmissions, 4 reductions in 10 000: metrics M1.1, M1.3, M4.
    #[test]
    fn rates_and_ratios_of_the_metrics() {
        let window = FlowWindow {
            from_s: 0.0,
            to_s: 10.0,
            goodput_bps: 975.0 * 12_000.0 / 10.0,
            throughput_bps: 1000.0 * 12_000.0 / 10.0,
            retransmission_ratio: Some(20.0 / 1000.0),
            mean_rtt_s: None,
            mean_queueing_s: None,
            loss_event_rate: Some(4.0 / 10_000.0),
            spurious_retransmissions: 0,
            fast_retransmits: 4,
            timeouts: 0,
            last_sequence: 975,
        };
        let report = FlowWindowReport::from(&window);
        assert_eq!(report.throughput_bps, 1_200_000.0);
        assert!((report.goodput_sender_bps - 1_176_000.0).abs() < 1e-6, "{}", report.goodput_sender_bps);
        // M1.2: five segments are still under way at the end.
        assert_eq!(report.goodput_bps, 1_170_000.0);
        assert_eq!((report.retransmission_ratio, report.loss_event_rate), (Some(0.02), Some(0.0004)));
        let distinct = report.retransmission_ratio_of_distinct.unwrap();
        assert!((distinct - 20.0 / 980.0).abs() < 1e-12, "{distinct}");
    }
}
