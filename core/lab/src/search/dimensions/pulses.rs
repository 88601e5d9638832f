//! Bursts of UDP that fill the buffer again and again (Kuzmanovic & Knightly, SIGCOMM 2003): a fifth of a second
//! at twice the rate.

use super::{Dimension, Side};
use serde_json::{Value, json};

const LENGTH_S: f64 = 0.2;

pub const DIMENSION: Dimension = Dimension {
    id: "pulses",
    name: "the bursts of UDP",
    side: Side::Traffic,
    range: (0.5, 5.0),
    set: |scenario, period_s, place| {
        let count = (place.duration_s / period_s) as usize;
        let active = |at: usize| json!([at as f64 * period_s, at as f64 * period_s + LENGTH_S]);
        let active: Vec<Value> = (1..count).map(active).collect();
        let rtt = scenario["flows"][0]["rtt"].clone();
        if let Some(flows) = scenario["flows"].as_array_mut() {
            flows.push(
                json!({ "name": "pulses", "kind": "cbr", "rate": 2.0 * place.rate_bps, "active": active,
                "rtt": rtt }),
            );
        }
    },
    says: |period_s, _| format!("a burst of UDP of {} every {}", super::ms(LENGTH_S), super::ms(period_s)),
    ..Dimension::NETWORK
};
