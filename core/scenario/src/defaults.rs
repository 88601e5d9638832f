//! The default values of a scenario in the form of a scenario: for forms, reset buttons and docs.

use serde_json::{Map, Value, json};

/// The fixed defaults of the scenario itself, of a hop (`hop`) and of a flow (`flow`).
///
/// Keys whose defaults depend on others are left out: `ns2_order`, `to`, `stop`, `access_rate`,
/// `start_jitter` of a group, `measure_delay`, `recovery`, `active`, `bytes`, `access_at_sender` (of an `rtt`).
/// `sack_block_bytes`, `handshake` and `limited_transmit` are those of a flow without an agent or a
/// timer of ns-2.
pub fn defaults() -> Map<String, Value> {
    let silent = json!({
        "seed": 1, "ns2_losses": false,
        "hop": { "queue": { "kind": "drop-tail", "capacity": "1bdp" }, "loss": { "kind": "none" },
            "jitter": { "kind": "none" }, "repeat": 1 },
        "flow": {
            "kind": "tcp", "count": 1, "direction": "forward", "from": 0, "each_hop": false,
            "packet_bytes": 1500, "ack_bytes": 40, "sack_block_bytes": 0, "initial_window": 3, "initial_ssthresh": "infinite",
            "receive_window": 1_000_000, "receiver_access": true, "start": "0s", "start_jitter": "0s", "send_jitter": "0s",
            "delayed_ack": true, "delayed_ack_timeout": "200ms", "timestamps": true, "limited_transmit": true,
            "handshake": true, "growth": "per-ack", "rto": "default", "shadow": [], "compared": false
        }
    });
    match silent {
        Value::Object(silent) => silent,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{compile, read_value};

    #[test]
    fn saying_the_defaults_changes_nothing() {
        let silent = json!({ "version": 1, "duration": 10, "hops": [{ "rate": "2Mbps", "delay": "10ms" }],
            "flows": [{ "algorithm": "westwood+", "rtt": "100ms" }] });
        let mut said = silent.clone();
        let defaults = defaults();
        for key in ["seed", "ns2_losses"] {
            said[key] = defaults[key].clone();
        }
        for (list, of) in [("hops", "hop"), ("flows", "flow")] {
            for (key, value) in defaults[of].as_object().unwrap() {
                said[list][0][key] = value.clone();
            }
        }
        let setup = |value: &Value| format!("{:?}", compile(&read_value(value).unwrap(), 0).unwrap());
        assert_eq!(setup(&silent), setup(&said));
    }
}
