//! Tail loss probes (RFC 8985 §7).

use super::{Mechanism, Need, Value as _, text};

/// True if a probe is sent after two RTTs without an ACK.
pub type Value = bool;

/// What this mechanism declares.
pub const MECHANISM: Mechanism = Mechanism {
    key: "tlp",
    values: Value::VALUES,
    help: text(
        "Tail loss probes: a probe after about two RTTs of silence. Needs `recovery` rack. Default: false.",
    ),
    details: text(
        "after about two RTTs without an ACK the sender sends a probe, usually the last segment again: its ACK reveals losses at the end of the flight (RFC 8985 §7)",
    ),
    needs: &[Need::Rack],
};
