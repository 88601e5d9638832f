//! Protection against wrapped sequence numbers (RFC 7323 §5).

use super::{Mechanism, Need, Value as _, text};

/// True if the receiver discards segments with old timestamps.
pub type Value = bool;

/// What this mechanism declares.
pub const MECHANISM: Mechanism = Mechanism {
    key: "paws",
    values: Value::VALUES,
    help: text(
        "Whether the receiver discards a segment whose timestamp is older than that of the last segment in order (PAWS). Reordering then becomes loss once a loss is repaired. Needs `timestamps`. Default: false.",
    ),
    details: text(
        "the receiver discards a segment whose timestamp is more than one millisecond older than the one it would echo, and acknowledges at once (RFC 7323 §5.3; Linux, tcp_validate_incoming). It is meant for sequence numbers that wrap. On a path that reorders, late segments arrive after a retransmission that fills a hole and has a newer timestamp, and are lost: `stale_segments` counts them",
    ),
    needs: &[Need::Timestamps],
};
