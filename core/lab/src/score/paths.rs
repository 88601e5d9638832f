//! The twelve standard paths of the report card, as data for the command line, the page and the
//! docs.
//!
//! They come from two suites: the calibrated and synthetic emulators of Pantheon (Yan and others,
//! USENIX ATC 2018), whose repository lists rates, delays, losses and buffers, and the Common TCP
//! Evaluation Suite (draft-irtf-iccrg-tcpeval-01). The measured quantities follow RFC 5166.
//!
//! We chose the numbers that neither suite fixes: 60 s a run, five seeds, the deep buffer, the
//! lighter loss, the two RTTs and the number of flows. The suites' long mixes of short transfers
//! are left out.

use serde_json::{Map, Value, json};

/// The suite of emulators that reproduce measured paths.
const PANTHEON: &str = "Pantheon (Yan and others, USENIX ATC 2018)";
/// The suite of the Internet Congestion Control Research Group.
const TCPEVAL: &str = "Common TCP Evaluation Suite (draft-irtf-iccrg-tcpeval-01)";

/// The duration of each run, in seconds.
pub const DURATION_S: f64 = 60.0;
/// The start of the measurement, in seconds; convergence counts from the start of the run.
pub const WARM_UP_S: f64 = 10.0;
/// The default receive window in segments, larger than what the path and its buffer hold. It bounds
/// a script's window, so that a page can bound the time and memory of a run.
const RECEIVE_WINDOW: u32 = 500;
/// The group of flows whose algorithm is scored.
pub const MAIN: &str = "main";

#[derive(Clone, Copy, Debug)]
pub struct StandardPath {
    pub id: &'static str,
    /// The title of its column.
    pub name: &'static str,
    /// A description in one sentence.
    pub about: &'static str,
    /// The suite and the part of it that the path is based on.
    pub source: (&'static str, &'static str),
    /// Mean rate of the bottleneck between [`WARM_UP_S`] and the end, in bit/s.
    pub rate_bps: f64,
    /// The fair share of all scored flows together, as a part of the rate.
    pub fair_part: f64,
    /// Whether several flows share the bottleneck.
    pub is_shared: bool,
    /// Hops and flows, as JSON.
    scenario: &'static str,
}

/// The paths, in the order of the columns.
pub const PATHS: [StandardPath; 12] = [
    StandardPath {
        id: "clean",
        name: "Clean",
        about: "One flow alone, with a buffer of one bandwidth-delay product.",
        source: (PANTHEON, "bottleneck buffer = BDP: 12 Mbit/s, 30 ms each way"),
        rate_bps: 12e6,
        fair_part: 1.0,
        is_shared: false,
        scenario: r#"{
            "hops": [{ "rate": "12Mbps", "delay": "20ms", "queue": { "capacity": "60pkt" } }],
            "flows": [{ "name": "main", "rtt": "60ms" }] }"#,
    },
    StandardPath {
        id: "deep",
        name: "Deep",
        about: "One flow alone, with a buffer of five bandwidth-delay products.",
        source: (PANTHEON, "its 12 Mbit/s, 30 ms each way, with five times its largest synthetic buffer"),
        rate_bps: 12e6,
        fair_part: 1.0,
        is_shared: false,
        scenario: r#"{
            "hops": [{ "rate": "12Mbps", "delay": "20ms", "queue": { "capacity": "300pkt" } }],
            "flows": [{ "name": "main", "rtt": "60ms" }] }"#,
    },
    StandardPath {
        id: "shallow",
        name: "Shallow",
        about: "One flow alone, with a buffer of a tenth of the bandwidth-delay product.",
        source: (PANTHEON, "bottleneck buffer = BDP/10: 12 Mbit/s, 30 ms each way, 9000 bytes"),
        rate_bps: 12e6,
        fair_part: 1.0,
        is_shared: false,
        scenario: r#"{
            "hops": [{ "rate": "12Mbps", "delay": "20ms", "queue": { "capacity": "6pkt" } }],
            "flows": [{ "name": "main", "rtt": "60ms" }] }"#,
    },
    StandardPath {
        id: "light-loss",
        name: "0.1 % loss",
        about: "One flow alone; the link loses one packet in a thousand by chance.",
        source: (PANTHEON, "random loss on the link, milder than on its calibrated paths"),
        rate_bps: 12e6,
        fair_part: 1.0,
        is_shared: false,
        scenario: r#"{
            "hops": [{ "rate": "12Mbps", "delay": "20ms", "queue": { "capacity": "60pkt" },
                       "loss": { "kind": "bernoulli", "probability": 0.001 } }],
            "flows": [{ "name": "main", "rtt": "60ms" }] }"#,
    },
    StandardPath {
        id: "loss",
        name: "1 % loss",
        about: "One flow alone; the link loses one packet in a hundred by chance.",
        source: (PANTHEON, "random loss on the link, as in its calibrated paths to Nepal and China"),
        rate_bps: 12e6,
        fair_part: 1.0,
        is_shared: false,
        scenario: r#"{
            "hops": [{ "rate": "12Mbps", "delay": "20ms", "queue": { "capacity": "60pkt" },
                       "loss": { "kind": "bernoulli", "probability": 0.01 } }],
            "flows": [{ "name": "main", "rtt": "60ms" }] }"#,
    },
    StandardPath {
        id: "reverse",
        name: "Reverse",
        about: "One flow, and four New Reno flows in the other direction that delay its ACKs.",
        source: (TCPEVAL, "traffic in both directions"),
        rate_bps: 12e6,
        fair_part: 1.0,
        is_shared: false,
        scenario: r#"{
            "hops": [{ "rate": "12Mbps", "delay": "20ms", "queue": { "capacity": "60pkt" } }],
            "flows": [{ "name": "main", "rtt": "60ms" },
                      { "name": "reverse", "algorithm": "newreno", "count": 4, "direction": "backward",
                        "rtt": "60ms" }] }"#,
    },
    StandardPath {
        id: "newreno",
        name: "Against New Reno",
        about: "One flow shares the bottleneck with one New Reno flow.",
        source: (TCPEVAL, "impact on standard TCP traffic"),
        rate_bps: 12e6,
        fair_part: 0.5,
        is_shared: true,
        scenario: r#"{
            "hops": [{ "rate": "12Mbps", "delay": "20ms", "queue": { "capacity": "60pkt" } }],
            "flows": [{ "name": "main", "rtt": "60ms", "start_jitter": "1s" },
                      { "name": "other", "algorithm": "newreno", "rtt": "60ms", "start_jitter": "1s" }] }"#,
    },
    StandardPath {
        id: "cubic",
        name: "Against CUBIC",
        about: "One flow shares the bottleneck with one flow of today's CUBIC.",
        source: (TCPEVAL, "impact on standard TCP traffic; the standard is RFC 9438 now"),
        rate_bps: 12e6,
        fair_part: 0.5,
        is_shared: true,
        scenario: r#"{
            "hops": [{ "rate": "12Mbps", "delay": "20ms", "queue": { "capacity": "60pkt" } }],
            "flows": [{ "name": "main", "rtt": "60ms", "start_jitter": "1s" },
                      { "name": "other", "algorithm": "cubic-rfc9438", "rtt": "60ms", "start_jitter": "1s" }] }"#,
    },
    StandardPath {
        id: "rtts",
        name: "Two RTTs",
        about: "Two flows of the same algorithm; the RTT of one is three times that of the other.",
        source: (TCPEVAL, "intra-protocol and inter-RTT fairness"),
        rate_bps: 12e6,
        fair_part: 1.0,
        is_shared: true,
        scenario: r#"{
            "hops": [{ "rate": "12Mbps", "delay": "20ms", "queue": { "capacity": "60pkt" } }],
            "flows": [{ "name": "main", "count": 2, "rtt": ["60ms", "180ms"] }] }"#,
    },
    StandardPath {
        id: "flows-50",
        name: "50 flows",
        about: "Fifty flows of the same algorithm; the queue is managed by PIE, which marks.",
        source: (TCPEVAL, "many flows over an access link with active queue management"),
        rate_bps: 50e6,
        fair_part: 1.0,
        is_shared: true,
        scenario: r#"{
            "hops": [{ "rate": "50Mbps", "delay": "20ms",
                       "queue": { "kind": "pie", "capacity": "250pkt", "ecn": true } }],
            "flows": [{ "name": "main", "count": 50, "rtt": "60ms", "receive_window": 100 }] }"#,
    },
    StandardPath {
        id: "satellite",
        name: "Satellite",
        about: "One flow over a geostationary satellite that loses one packet in a thousand by chance.",
        source: (TCPEVAL, "geostationary satellite: one-way delay of 300 ms, a slower way back"),
        rate_bps: 12e6,
        fair_part: 1.0,
        is_shared: false,
        scenario: r#"{
            "hops": [{ "rate": "12Mbps", "delay": "290ms", "queue": { "capacity": "600pkt" },
                       "loss": { "kind": "bernoulli", "probability": 0.001 },
                       "back": { "rate": "1.2Mbps" } }],
            "flows": [{ "name": "main", "rtt": "600ms", "receive_window": 2000 }] }"#,
    },
    StandardPath {
        id: "variable",
        name: "Variable",
        about: "One flow over a cellular link with a deep buffer; its rate changes twice.",
        source: (PANTHEON, "Brazil to Colombia, cellular: 130 ms each way, 426 packets, 3 Mbit/s on average"),
        rate_bps: 2.7e6,
        fair_part: 1.0,
        is_shared: false,
        scenario: r#"{
            "hops": [{ "rate": [["0s", "4.5Mbps"], ["20s", "1.5Mbps"], ["40s", "3Mbps"]], "delay": "120ms",
                       "queue": { "capacity": "426pkt" } }],
            "flows": [{ "name": "main", "rtt": "260ms", "receive_window": 2000 }] }"#,
    },
];

impl StandardPath {
    /// The fair rate of all scored flows together, in bit/s.
    pub fn fair_bps(&self) -> f64 {
        self.rate_bps * self.fair_part
    }

    /// The path as a point of a sweep: the keys it sets at the scenario's root.
    ///
    /// # Panics
    /// Never: a test reads every path.
    pub fn point(&self) -> Map<String, Value> {
        let Ok(Value::Object(mut point)) = serde_json::from_str(self.scenario) else {
            panic!("path {} is no JSON object", self.id);
        };
        for flow in point.get_mut("flows").and_then(Value::as_array_mut).into_iter().flatten() {
            if flow.get("receive_window").is_none() {
                flow["receive_window"] = json!(RECEIVE_WINDOW);
            }
            if flow.get("rate").is_none() {
                // All count alike: CUBIC counts segments (RFC 9438 §4.3), and so does a sender of today that follows
                // RFC 5681 §3.1; the ACK that ends a recovery does not grow the window (§3.2 step 6).
                flow["growth"] = json!("byte-counting");
                flow["recovery_variant"] = json!("rfc");
            }
            if flow["name"] == MAIN {
                flow["compared"] = json!(true);
                // A placeholder: each lane sets its own algorithm.
                flow["algorithm"] = json!("newreno");
            }
        }
        point
    }

    /// The path as a complete scenario, with New Reno in the scored flows.
    pub fn scenario(&self) -> Value {
        let mut scenario = json!({ "version": 1, "title": format!("Report card: {}", self.about),
            "duration": DURATION_S, "measure": [[0, DURATION_S], [WARM_UP_S, DURATION_S]] });
        scenario.as_object_mut().expect("an object").extend(self.point());
        scenario
    }
}
