//! A modern sender on paths for which it was not built: other rates, delays, buffers and losses
//! than in the first traces of the kernel. `core/lab/reference/kernel-paths.csv` holds the
//! measurements of Linux 6.18 on each path, from 20 s on.
//!
//! A case has several runs. With random loss, the runs have different seeds. Otherwise their RTTs
//! differ by tenths of a millisecond, which decide whether one or two packets are dropped at a
//! peak. The range of the runs must meet the kernel's range, widened by 5 % for goodput and 15 %
//! for counts.
//!
//! The tolerance of drops is at least one per recovery, and two with BBR. Its target for the segments
//! in flight is an even number: tenths of a millisecond of the shortest RTT move the end of a probe by
//! two packets.
//!
//! For the other algorithms there are two causes that are known and not
//! modelled. First, a kernel's receiver also sends single ACKs whenever its application empties the
//! socket behind a pushed segment. At 2 Mbit/s and 200 ms, cwnd grows once more before a loss is
//! seen. Second, a kernel's reordering timer expires with a tick of its clock, after the third
//! SACK. At 2 Mbit/s and 50 ms ours expires before that SACK, and the retransmission still finds
//! the queue full.

use crate::common::run::{channel, run};
use serde_json::json;

const MEASURED: &str = include_str!("../../../lab/reference/kernel-paths.csv");
/// Payload of a packet of 1500 bytes: the kernel's goodput counts payload only.
const PAYLOAD: f64 = 1448.0 / 1500.0;

/// The smallest and the largest of several runs.
type Range = (f64, f64);

struct Case {
    algorithm: &'static str,
    rate_mbps: f64,
    rtt_ms: f64,
    buffer: f64,
    loss: f64,
    seconds: f64,
    /// Goodput in Mbit/s, recoveries, drops, timeouts.
    kernel: [Range; 4],
}

fn cases() -> Vec<(&'static str, Case)> {
    let rows = MEASURED.lines().skip(1);
    rows.map(|row| {
        let (word, numbers) = row.split_once(',').expect("an algorithm");
        let n: Vec<f64> = numbers.split(',').map(|number| number.parse().expect("a number")).collect();
        let algorithm = match word {
            "reno" => "sack",
            "cubic" => "cubic-rfc9438",
            _ => "bbr",
        };
        let kernel = [(n[6], n[7]), (n[8], n[9]), (n[10], n[11]), (n[12], n[13])];
        let [rate_mbps, rtt_ms, buffer, loss, seconds] = [n[0], n[1], n[2], n[3], n[4]];
        (row, Case { algorithm, rate_mbps, rtt_ms, buffer, loss, seconds, kernel })
    })
    .collect()
}

impl Case {
    /// Goodput, recoveries, drops and timeouts of one run.
    fn measure(&self, seed: u64, later_ms: f64) -> [f64; 4] {
        let loss = match self.loss {
            0.0 => json!({ "kind": "none" }),
            probability => json!({ "kind": "bernoulli", "probability": probability }),
        };
        let simulation = run(&json!({ "version": 1, "seed": seed, "duration": self.seconds,
            "measure": [[20, self.seconds]],
            "hops": [{ "rate": format!("{}Mbps", self.rate_mbps), "delay": 0, "loss": loss,
                "queue": { "kind": "drop-tail", "capacity": self.buffer } }],
            "flows": [{ "algorithm": self.algorithm, "rtt": format!("{}ms", self.rtt_ms + later_ms),
                "access_at_sender": 0, "access_rate": "10Gbps", "tcp": "linux6", "clock_hz": 250 }] }));
        let results = simulation.results();
        let flow = &results.flows[0].windows[0];
        let drops = channel(&simulation, 0).drops as f64;
        [flow.goodput_bps * PAYLOAD / 1e6, flow.fast_retransmits as f64, drops, flow.timeouts as f64]
    }
}

#[test]
fn paths_of_other_rates_delays_buffers_and_losses() {
    let mut faults = Vec::new();
    for (row, case) in cases() {
        let runs: Vec<[f64; 4]> = (0_u32..6)
            .map(|n| match case.loss {
                0.0 => case.measure(1, 0.1 * f64::from(n)),
                _ => case.measure(1 + u64::from(n), 0.0),
            })
            .collect();
        for (what, place) in ["goodput", "recoveries", "drops", "timeouts"].into_iter().zip(0..) {
            let ours = runs.iter().map(|run| run[place]);
            let (least, most) = (ours.clone().fold(f64::INFINITY, f64::min), ours.fold(0.0, f64::max));
            let (low, high) = case.kernel[place];
            let share = if place == 0 { 0.05 } else { 0.15 };
            let each = if case.algorithm == "bbr" { 2.0 } else { 1.0 };
            let by_one = if what == "drops" { each * case.kernel[1].1 } else { 0.0 };
            if most < low - by_one.max(share * low) || least > high + by_one.max(share * high) {
                faults.push(format!("{row}: {what} {least} to {most}, the kernel {low} to {high}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
