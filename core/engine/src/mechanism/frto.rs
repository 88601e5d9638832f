//! F-RTO: after a timeout the sender first sends new data to find out whether the timeout was
//! spurious (RFC 5682).

use super::{Mechanism, Need, Value as _, text};

/// True if a timeout is checked.
pub type Value = bool;

/// What this mechanism declares.
pub const MECHANISM: Mechanism = Mechanism {
    key: "frto",
    values: Value::VALUES,
    help: text(
        "After a timeout the sender first sends new data, to find out whether the timeout was too early (F-RTO). Needs `recovery` sack or rack. Default: false.",
    ),
    details: text(
        "after a timeout the sender first sends new data, to find out whether the timeout was spurious (RFC 5682 §3.1). If it was, the window is restored. BBR also takes back what its model learned from the loss",
    ),
    needs: &[Need::Sack, Need::PlainBoard],
};
