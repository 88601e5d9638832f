//! The window after an idle time longer than the RTO (RFC 2861; Linux, tcp_cwnd_restart).

use super::{Mechanism, Need, Value as _, text};

super::words! {
    /// What happens to the window when a connection was idle for longer than its timeout.
    pub enum Value as "IdleRestartChoice" {
        /// It stays.
        Off = "off",
        /// It is halved once per timeout, down to the initial window (RFC 2861, Linux).
        Halving = "halving",
        /// It falls to the initial window at once (RFC 5681 §4.1).
        AtOnce = "at-once",
    }
}

/// What this mechanism declares.
pub const MECHANISM: Mechanism = Mechanism {
    key: "idle_restart",
    values: Value::VALUES,
    help: text(
        "What happens to the window when the connection was idle for longer than its timeout. Default: off.",
    ),
    details: text(
        "after an idle time longer than the timeout the window is halved once per timeout, down to the initial window (RFC 2861). `at-once`: it falls to the initial window at once (RFC 5681 §4.1); `off`: it stays",
    ),
    needs: &[Need::SharedWindow],
};
