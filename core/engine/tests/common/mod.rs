//! Random scenarios for the laws.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

/// Always the same cases, so that a failure is a change; more of them with PROPTEST_CASES.
pub fn config(cases: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(cases);
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0x0a5c),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// The drawn quantities of a scenario.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Rate of every hop.
    pub rate_bps: u64,
    /// Packets that may wait.
    pub capacity: u64,
    /// Simulated seconds.
    pub duration_s: f64,
    hops: u64,
    delay_ms: u64,
    rtt_ms: u64,
    /// Loss probability of every hop.
    pub loss: f64,
    algorithm: &'static str,
    recovery: Option<&'static str>,
    growth: &'static str,
    delayed_ack: bool,
    timestamps: bool,
    limited_transmit: bool,
    handshake: bool,
    cross: u64,
    reverse: u64,
    on_off: bool,
    seed: u64,
}

impl Shape {
    /// The scenario in the format of users.
    pub fn scenario(&self) -> Value {
        let mut main = json!({
            "name": "main", "algorithm": self.algorithm, "rtt": format!("{}ms", self.rtt_ms),
            "delayed_ack": self.delayed_ack, "timestamps": self.timestamps, "growth": self.growth,
            "limited_transmit": self.limited_transmit, "handshake": self.handshake, "shadow": ["ewma-0.9"],
        });
        if let Some(recovery) = self.recovery {
            main["recovery"] = json!(recovery);
        }
        let half = self.duration_s / 2.0;
        let active = if self.on_off {
            json!([[0, half], [half, self.duration_s]])
        } else {
            json!([[0, self.duration_s]])
        };
        json!({
            "version": 1, "seed": self.seed, "duration": self.duration_s,
            "hops": [{
                "rate": self.rate_bps, "delay": format!("{}ms", self.delay_ms), "repeat": self.hops,
                "queue": { "kind": "drop-tail", "capacity": self.capacity },
                "loss": { "kind": "bernoulli", "probability": self.loss },
            }],
            "flows": [
                main,
                { "name": "cross", "algorithm": "newreno", "count": self.cross, "from": 0, "to": 1,
                  "rtt": format!("{}ms", self.rtt_ms + 7), "active": active },
                { "name": "back", "algorithm": "vegas", "count": self.reverse, "direction": "backward",
                  "rtt": format!("{}ms", self.rtt_ms + 3) },
            ],
        })
    }
}

/// Scenarios from a kilobit modem to a fast link, with and without loss, alone and in company.
pub fn shape() -> impl Strategy<Value = Shape> {
    let path = (
        prop_oneof![64_000u64..1_000_000, 1_000_000u64..20_000_000],
        prop_oneof![0u64..4, 4u64..200],
        1u64..4,
        0u64..30,
        0u64..300,
        prop_oneof![Just(0.0), 0.0..0.05, 0.2..0.6],
    );
    let tcp = (
        prop_oneof![
            (Just("newreno"), Just(None)),
            (Just("vegas"), Just(None)),
            (Just("westwood+"), Just(None)),
            (Just("westwood+"), Just(Some("sack"))),
            (Just("westwood+"), Just(Some("reno"))),
        ],
        prop_oneof![Just("per-ack"), Just("byte-counting")],
        any::<[bool; 5]>(),
    );
    let company = (0u64..3, 0u64..3, any::<u32>());
    (path, tcp, company).prop_map(|(path, tcp, company)| {
        let (rate_bps, capacity, hops, delay_ms, extra_ms, loss) = path;
        let ((algorithm, recovery), growth, [delayed_ack, timestamps, limited_transmit, handshake, on_off]) =
            tcp;
        Shape {
            rate_bps,
            capacity,
            // Long enough for losses and timeouts, short enough for a hundred cases.
            duration_s: (40_000_000.0 / rate_bps as f64).clamp(8.0, 40.0),
            hops,
            delay_ms,
            rtt_ms: 2 * hops * delay_ms + 1 + extra_ms,
            loss,
            algorithm,
            recovery,
            growth,
            delayed_ack,
            timestamps,
            limited_transmit,
            handshake,
            cross: company.0,
            reverse: company.1,
            on_off,
            seed: u64::from(company.2),
        }
    })
}
