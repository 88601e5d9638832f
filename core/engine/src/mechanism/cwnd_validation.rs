//! Whether a window that is not used may grow (Linux, tcp_is_cwnd_limited).

use super::{Mechanism, Need, Value as _, text};

/// True if the window grows only while the flow uses it fully.
pub type Value = bool;

/// What this mechanism declares.
pub const MECHANISM: Mechanism = Mechanism {
    key: "cwnd_validation",
    values: Value::VALUES,
    help: text(
        "Whether the window grows only while it is used, by the rule of Linux. Default: it grows while the window, and not the source or the receiver, limits the sender.",
    ),
    details: text(
        "the window grows only if it was full within the last round trip; in slow start, if more than half of it was used. This is the rule of Linux; RFC 7661 has another one, with a measured pipe. When `cwnd_validation` is false, the window grows if it was full when the last segment was sent",
    ),
    needs: &[Need::SharedWindow],
};
