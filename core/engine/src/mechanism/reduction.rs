//! How the window is reduced during a recovery.

use super::{Mechanism, Need, Value as _, text};

super::words! {
    /// How the window is reduced in a recovery.
    pub enum Value as "ReductionChoice" {
        /// With the first ACK that shows a loss.
        AtOnce = "at-once",
        /// Proportional rate reduction as in Linux: in proportion to the delivered segments, by ssthresh
        /// over the window before the loss (RFC 9937: over the data in flight).
        Prr = "prr",
        /// Like `prr`; below ssthresh it never sends more than was delivered, as the CRB of RFC 6937.
        PrrCrb = "prr-crb",
        /// Like `prr`; below ssthresh it sends one more than was delivered, as the SSRB of RFC 6937.
        PrrSsrb = "prr-ssrb",
    }
}

/// What this mechanism declares.
pub const MECHANISM: Mechanism = Mechanism {
    key: "reduction",
    values: Value::VALUES,
    help: text("How the window is reduced in a recovery. Needs `recovery` sack or rack. Default: at once."),
    details: text(
        "the window decreases in proportion to the delivered data, not at once (as in Linux: the proportion is that of ssthresh to the window; RFC 9937 takes the data in flight).",
    ),
    needs: &[Need::Sack, Need::SharedWindow],
};
