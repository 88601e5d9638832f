//! Reports of segments that arrive twice (RFC 2883).

use super::{Mechanism, Need, Value as _, text};

/// True if the receiver reports them, and RACK then waits longer for overtaken segments.
pub type Value = bool;

/// What this mechanism declares.
pub const MECHANISM: Mechanism = Mechanism {
    key: "dsack",
    values: Value::VALUES,
    help: text(
        "Whether the receiver reports segments that arrive twice. RACK then waits longer for overtaken segments, and a recovery without a needed retransmission is undone, unless `undo` is none. Needs `recovery` sack or rack. Default: false.",
    ),
    details: text(
        "the receiver reports segments that arrive twice (RFC 2883). On a path that reorders, the reordering time of `rack` then becomes longer: `min(n · min RTT/4, SRTT)`; *n* rises by one per round with a report and is 1 again after 16 recoveries without one (RFC 8985 §6.2). If all retransmissions were needless, the window is restored, even after the recovery (RFC 3708), unless `undo` is `none`",
    ),
    needs: &[Need::Sack, Need::PlainBoard],
};
