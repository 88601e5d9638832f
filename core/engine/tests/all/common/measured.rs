//! One hop with a queue that marks, measured over one interval: for the tests of marks.

use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{FlowWindow, HopWindow, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use serde_json::{Value, json};

use super::run::{assert_conserved, setup};

/// One hop of `rate` with `queue` that carries `flows`, measured from `from` to `to`. The TCP flows
/// have no delayed ACKs.
pub fn scenario(rate: &str, queue: &Value, flows: &[Value], (from, to): (f64, f64)) -> Setup {
    let flows: Vec<Value> = flows
        .iter()
        .enumerate()
        .map(|(index, flow)| {
            let mut flow = flow.clone();
            flow["name"] = json!(format!("flow{index}"));
            if flow["kind"] != "cbr" {
                flow["delayed_ack"] = json!(false);
            }
            flow
        })
        .collect();
    setup(&json!({
        "version": 1, "seed": 3, "duration": to, "measure": [[from, to]],
        "hops": [{ "rate": rate, "delay": "0.1ms", "queue": queue, "back": { "queue": { "capacity": 10000 } } }],
        "flows": flows,
    }))
    .unwrap_or_else(|error| panic!("{error}"))
}

/// A run and its measurements.
pub struct Measured {
    /// The run, at its end.
    pub simulation: Simulation,
    /// The only window of each flow.
    pub flows: Vec<FlowWindow>,
    /// The only window of hop 0 forward.
    pub hop: HopWindow,
}

/// Runs the setup to its end.
pub fn run(setup: &Setup) -> Measured {
    let mut simulation = Simulation::new(setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    assert_conserved(&simulation);
    let results = simulation.results();
    Measured {
        flows: results.flows.iter().map(|flow| flow.windows[0]).collect(),
        hop: results.hops[0].windows[0],
        simulation,
    }
}
