//! Builds the report from the engine's results.

use super::friendliness::comparisons;
use super::{EngineReport, FlowReport, HopReport, LaneReport, RunReport, groups};
use crate::provenance::Provenance;
use ackscope_engine::setup::{Setup, SourceSetup};
use ackscope_engine::sim::{FlowResults, RunResults};
use serde_json::Value;

impl RunReport {
    /// The lanes, and the comparison of each with the first.
    pub fn new(provenance: Provenance, scenario: Value, lanes: Vec<LaneReport>) -> RunReport {
        RunReport { provenance, scenario, comparisons: comparisons(&lanes), lanes }
    }
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
                algorithm: flow.algorithm.clone(),
                direction: flow.direction.id().to_owned(),
                completion_s: transfer.then_some(flow.completion_s),
                windows: flow.windows.clone(),
            }
        };
        let flows: Vec<FlowReport> = results.flows.iter().map(flow).collect();
        let hops = results.hops.iter().map(|hop| HopReport {
            hop: hop.hop,
            name: setup.hops[hop.hop].name.clone(),
            direction: hop.direction.id().to_owned(),
            windows: hop.windows.clone(),
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
