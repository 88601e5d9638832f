//! Steps of learning environments a second and core, on the ranges that Aurora was trained on (PCC-RL, network_sim.py):
//! `cargo bench -p ackscope-lab --bench gym`.

use ackscope_lab::gym::{Env, QUANTITIES, Spec};
use cpu_time::ProcessTime;
use serde_json::json;
use std::sync::Arc;

const STEPS: u64 = 400_000;

fn main() {
    let spec = json!({
        "scenario": { "version": 1, "duration": "2000s",
            "hops": [{ "rate": "3Mbps", "delay": "100ms", "queue": { "capacity": "100pkt" }, "loss": { "kind": "bernoulli", "probability": 0.01 } }],
            "flows": [{ "algorithm": "manual", "recovery": "rack", "delayed_ack": false, "handshake": false }] },
        "ranges": { "hops.0.rate": ["1.2Mbps", "6Mbps"], "hops.0.delay": ["50ms", "500ms"],
            "hops.0.queue.capacity": { "log": ["2pkt", "2981pkt"] }, "hops.0.loss.probability": [0.0, 0.05] },
        "start": [0.3, 1.5], "step": { "rounds": 0.5 }, "max_steps": 400,
        "action": { "control": "rate", "form": "step", "scale": 0.025, "bounds": [0.48e6, 12e6] },
    });
    let spec: Spec = serde_json::from_value(spec).expect("a spec");
    let sent = QUANTITIES.iter().position(|known| known.0 == "sent_packets").expect("known");
    let mut env = Env::new(Arc::new(spec), 1);
    let mut row = [[0.0; QUANTITIES.len()]];
    env.reset(&mut row).expect("drawn");
    let (began, mut packets) = (ProcessTime::now(), 0.0);
    for step in 0..STEPS {
        // A fixed walk, up and down.
        let action = if (step / 20) % 2 == 0 { 1.0 } else { -1.0 };
        env.step(&[action], &mut row).expect("runs");
        packets += row[0][sent];
    }
    let spent_s = began.elapsed().as_secs_f64();
    println!(
        "{:.0} steps a second and core, {:.0} packets a step, {:.3} µs a packet sent",
        STEPS as f64 / spent_s,
        packets / STEPS as f64,
        1e6 * spent_s / packets
    );
}
