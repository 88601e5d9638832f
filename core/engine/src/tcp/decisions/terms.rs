//! Terms that several rules have.

use crate::catalogue::{Term, term};

pub(super) const DUPLICATES: Term = term("duplicates", r"n_{\mathrm{dup}}", "", "Duplicate ACKs seen.");
pub(super) const MISSING: Term = term("segment", r"\mathit{una}", "segment", "The missing segment.");
pub(super) const RECOVER: Term = term(
    "recover",
    r"\mathit{max}",
    "segment",
    "Recovery lasts until everything below this is acknowledged.",
);
pub(super) const RECOVERY_END: &[Term] = &[
    term("ack", r"\mathit{ack}", "segment", "The cumulative ACK."),
    term("recover", r"\mathit{max}", "segment", "The highest segment sent when the loss was detected."),
    term("cwnd", r"\mathit{cwnd}", "segments", "The window now."),
];

pub(super) const LOST: Term = term("segment", r"\mathit{lost}", "segment", "The lost segment.");
pub(super) const AGE: Term = term("age", r"t - t_{\mathrm{sent}}", "s", "Time since the segment was sent.");
pub(super) const REORDERING: Term = term(
    "reordering",
    r"\mathit{reo}",
    "s",
    "How long RACK waits for an overtaken segment before it counts as lost.",
);

pub(super) const PIPE_SIZE: Term =
    term("pipe", r"\mathit{pipe}", "segments", "In flight before the jump, and arrived since then.");
pub(super) const WINDOW: Term = term("cwnd", r"\mathit{cwnd}", "segments", "The window.");
pub(super) const RISE: Term =
    term("rise", r"\Delta", "s", "The threshold: an eighth of the earlier RTT, 4 to 16 ms.");

pub(super) const RESTORED: &[Term] = &[
    term("before", r"\mathit{cwnd}", "segments", "The window before."),
    term("cwnd", r"\mathit{cwnd}'", "segments", "The window, restored."),
    term("ssthresh", r"\mathit{ssthresh}", "segments", "The slow-start threshold, restored."),
];

pub(super) const TIMEOUT_TERMS: &[Term] = &[
    term(
        "rto",
        r"\mathit{RTO}",
        "s",
        "The timeout that expired, within its bounds. A segment outstanding alone also has the time of a delayed ACK; a kernel's timer rounds up to its grid.",
    ),
    term("srtt", r"\mathit{SRTT}", "s", "Smoothed RTT."),
    term("rttvar", r"\mathit{RTTVAR}", "s", "RTT variation."),
    term("backoff", r"2^k", "", "Back-off factor."),
    term("segment", r"\mathit{una}", "segment", "The oldest segment not acknowledged."),
];
