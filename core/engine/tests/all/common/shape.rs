//! Random scenarios for the laws.

use ackscope_engine::cc::{self, RecoverySupport};
use ackscope_engine::{pep, queue};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

/// A quarter of the cases, always the same, so that a failure means a change. `npm run test:matrix` sets
/// ACKSCOPE_DAY: then all cases, others each day. PROPTEST_CASES sets their number.
pub fn config(cases: u32) -> ProptestConfig {
    let number = |name| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a whole number"));
    let day = number("ACKSCOPE_DAY");
    let some = if day.is_some() { cases } else { cases.div_ceil(4) };
    ProptestConfig {
        cases: number("PROPTEST_CASES").map_or(some, |given| given as u32),
        rng_seed: RngSeed::Fixed(0x0a5c ^ day.unwrap_or_default()),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// The random quantities of a scenario.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Rate of every hop.
    pub rate_bps: u64,
    /// Packets that may wait.
    pub capacity: u64,
    /// Simulated seconds.
    pub duration_s: f64,
    hops: u64,
    /// Smallest delay of every hop.
    pub delay_ms: u64,
    /// RTT of the main flow.
    pub rtt_ms: u64,
    /// Loss probability of every hop.
    pub loss: f64,
    loss_kind: usize,
    jitter: Option<usize>,
    delay: Option<usize>,
    queue: &'static str,
    agent: Option<&'static str>,
    sources: usize,
    algorithm: &'static str,
    recovery: &'static str,
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
        if matches!(super::declared::recovery(self.algorithm, ""), RecoverySupport::Default(_)) {
            main["recovery"] = json!(self.recovery);
        }
        if self.sources == 1 {
            main["bytes"] = json!("200kB");
        }
        if let Some(application) = self.application() {
            main["application"] = application;
        }
        let half = self.duration_s / 2.0;
        let active = if self.on_off {
            json!([[0, half], [half, self.duration_s]])
        } else {
            json!([[0, self.duration_s]])
        };
        let mut scenario = json!({
            "version": 1, "seed": self.seed, "duration": self.duration_s,
            "ns2_order": self.seed % 4 == 0,
            "hops": [{
                "rate": self.rate_bps, "delay": format!("{}ms", self.delay_ms), "repeat": self.hops,
                "queue": { "kind": self.queue, "capacity": self.capacity },
                "loss": self.channel(),
            }],
            "flows": [
                main,
                { "name": "cross", "algorithm": "newreno", "count": self.cross, "from": 0, "to": 1,
                  "rtt": format!("{}ms", self.rtt_ms + 7), "active": active },
                { "name": "back", "algorithm": "vegas", "count": self.reverse, "direction": "backward",
                  "rtt": format!("{}ms", self.rtt_ms + 3) },
            ],
        });
        // By the seed, a third of the runs has no ECN, a third classic feedback, and a third
        // accurate feedback.
        let ecn = ["off", "classic", "accurate"][self.seed as usize % 3];
        let queues = queue::REGISTRY.iter().find(|spec| spec.id == self.queue).expect("registered");
        if ecn != "off" {
            for flow in scenario["flows"].as_array_mut().expect("a list") {
                let own = flow["algorithm"] == "dctcp" || flow["algorithm"] == "prague";
                flow["ecn"] = if own { Value::Null } else { json!(ecn) };
            }
            if queues.parameters.iter().any(|param| param.name == "ecn") {
                scenario["hops"][0]["queue"]["ecn"] = json!(true);
            }
        }
        if let Some(jitter) = self.jitter() {
            scenario["hops"][0]["jitter"] = jitter.clone();
            scenario["hops"][0]["back"] = json!({ "jitter": jitter });
        }
        if let Some(delay) = self.changing_delay() {
            scenario["hops"][0]["delay"] = delay;
        }
        if let Some(agent) = self.agent {
            scenario["hops"][0]["agent"] = json!(agent);
        }
        if self.sources == 2 {
            let noise = json!({ "name": "noise", "kind": "cbr", "rate": self.rate_bps / 3, "packet_bytes": 400,
                "active": active });
            scenario["flows"].as_array_mut().expect("a list").push(noise);
        }
        scenario
    }

    /// The largest delay that jitter and changing delays add to a round trip.
    #[allow(dead_code)] // Not every test asks for it.
    pub fn late_s(&self) -> f64 {
        let [jitter, delay] = [self.jitter.is_some(), self.delay.is_some()].map(f64::from);
        2.0 * self.hops as f64 * (0.05 * jitter + 0.04 * delay)
    }

    /// An application of every kind, by the random number.
    fn application(&self) -> Option<Value> {
        Some(match self.sources {
            3 => json!({ "kind": "on-off", "on": "700ms", "off": "300ms" }),
            4 => json!({ "kind": "on-off", "on": "700ms", "off": "300ms", "rate": self.rate_bps * 2 }),
            5 => json!({ "kind": "requests", "size": "20kB", "sizes": "pareto", "think": "100ms" }),
            6 => json!({ "kind": "requests", "size": "1B", "think": 0 }),
            7 => json!({ "kind": "video", "chunk": "1s", "buffer": "5s" }),
            8 => json!({ "kind": "phases", "repeat": true,
                         "phases": [["700ms", self.rate_bps / 3], ["1s", "greedy"], ["400ms", "pause"]] }),
            _ => return None,
        })
    }

    /// A jitter model of every kind; none delays by more than 50 ms.
    fn jitter(&self) -> Option<Value> {
        Some(match self.jitter? {
            0 => json!({ "kind": "uniform", "max": "20ms" }),
            1 => json!({ "kind": "uniform", "max": "50ms", "overtake": true }),
            2 => json!({ "kind": "reorder", "probability": 0.1, "delay": "40ms" }),
            3 => json!({ "kind": "aggregation", "wait": "5ms", "spread": "45ms" }),
            _ => json!({ "kind": "aggregation", "wait": "20ms", "spread": "10ms", "thin_acks": true }),
        })
    }

    /// A delay of every kind that changes; none is more than 40 ms above the hop's own.
    fn changing_delay(&self) -> Option<Value> {
        let ms = self.delay_ms;
        Some(match self.delay? {
            0 => json!([
                [0, format!("{}ms", ms + 40)],
                ["1500ms", format!("{ms}ms")],
                [4, format!("{}ms", ms + 15)]
            ]),
            1 => json!({ "delays_ms": [[0, ms], [70, ms + 40], [90.5, ms + 3], [400, ms]] }),
            2 => json!({ "delays_ms": [[0, ms + 30], [2500, ms]], "loop": false }),
            _ => json!({ "kind": "handover", "period": "700ms",
                         "min": format!("{ms}ms"), "max": format!("{}ms", ms + 40) }),
        })
    }

    /// A loss model of every kind, about as lossy as the random probability.
    fn channel(&self) -> Value {
        let p = self.loss;
        match self.loss_kind {
            0 => json!({ "kind": "gilbert", "good": "2s", "bad": "300ms", "bad_loss": p }),
            1 => {
                json!({ "kind": "gilbert", "good": "2s", "bad": "300ms", "bad_loss": p, "advance": "arrivals" })
            }
            2 => json!({ "kind": "markov", "good_mean": "3s", "bad_mean": "500ms", "bad_loss": p }),
            3 => json!({ "kind": "blackout", "good_mean": "5s", "bad_mean": "200ms", "good_loss": p }),
            4 => json!({ "kind": "handoff", "period": "3s", "outage": "150ms", "probability": p }),
            5 => json!({ "kind": "scripted", "every": 40, "burst": 2 }),
            _ => json!({ "kind": "bernoulli", "probability": p }),
        }
    }
}

/// Scenarios from a kilobit modem to a fast link, with and without loss, with one flow or several.
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
        (0..cc::REGISTRY.len(), prop_oneof![Just("reno"), Just("newreno"), Just("sack")]),
        prop_oneof![Just("per-ack"), Just("byte-counting")],
        any::<[bool; 5]>(),
    );
    let company = (0u64..3, 0u64..3, any::<u32>());
    // Drop-tail, independent losses, no helper and endless flows are each at least as frequent as
    // all their alternatives together.
    let models = (
        prop_oneof![Just(0), 0..queue::REGISTRY.len()],
        prop_oneof![Just(6usize), 0usize..6],
        prop_oneof![3 => Just(None), 1 => (0..pep::REGISTRY.len()).prop_map(Some)],
        prop_oneof![2 => Just(0usize), 1 => 1usize..3, 1 => 3usize..9],
        prop_oneof![2 => Just(None), 1 => (0usize..5).prop_map(Some)],
        prop_oneof![2 => Just(None), 1 => (0usize..4).prop_map(Some)],
    );
    (path, tcp, company, models).prop_map(|(path, tcp, company, models)| {
        let (rate_bps, capacity, hops, delay_ms, extra_ms, loss) = path;
        let (queue, loss_kind, agent, sources, jitter, delay) = models;
        let ((algorithm, recovery), growth, [delayed_ack, timestamps, limited_transmit, handshake, on_off]) =
            tcp;
        Shape {
            rate_bps,
            capacity,
            // Long enough for losses and timeouts, short enough for a hundred cases.
            duration_s: ackscope_engine::math::within(40_000_000.0 / rate_bps as f64, 8.0, 40.0),
            hops,
            delay_ms,
            rtt_ms: 2 * hops * delay_ms + 1 + extra_ms,
            loss,
            loss_kind,
            jitter,
            delay,
            queue: queue::REGISTRY[queue].id,
            agent: agent.map(|agent| pep::REGISTRY[agent].id),
            sources,
            algorithm: cc::REGISTRY[algorithm].id,
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
