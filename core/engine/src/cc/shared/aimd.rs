//! The Reno rules (tcp-core §6): slow start, additive increase, halving, and the window after a timeout.

use crate::cc::{Ack, Connection, Window};
use crate::setup::Growth;

/// What byte counting means for a parameter's help text.
pub const BYTE_COUNTING_HELP: &str = "Every acknowledged segment counts, not every ACK.";

/// R-SS: one segment per ACK of new data below ssthresh; it may overshoot by less than one.
///
/// Under byte counting an ACK adds what it acknowledges, but does not lift the window above ssthresh (Linux), because a
/// cumulative ACK after a timeout may cover hundreds of segments.
#[inline]
pub fn slow_start(c: &Connection, ack: &Ack, w: &mut Window) {
    match c.growth {
        Growth::PerAck => w.cwnd += 1.0,
        Growth::ByteCounting => w.cwnd = (w.cwnd + ack.steps).min(w.ssthresh.max(w.cwnd + 1.0)),
    }
}

/// R-SS below ssthresh, R-CA (`cwnd += 1/cwnd` per step) from it on: MV06 eq. (1).
#[inline]
pub fn reno_increase(c: &Connection, ack: &Ack, w: &mut Window) {
    if w.cwnd < w.ssthresh {
        slow_start(c, ack, w);
    } else {
        w.cwnd += ack.steps / w.cwnd;
    }
}

/// True if slow start ends with this increase.
pub fn leave_slow_start(before: &Window, after: &Window) -> bool {
    before.cwnd < before.ssthresh && after.cwnd >= after.ssthresh
}

/// R-HALF: half of the window that was in use, MV06 eq. (2). Gives the window the halving started from.
pub fn halve(c: &Connection, w: &mut Window) -> f64 {
    let used = w.cwnd.min(c.receive_window as f64);
    w.ssthresh = (used / 2.0).max(2.0);
    w.cwnd = w.ssthresh;
    used
}

/// R-RTO: ssthresh as R-HALF, cwnd 1. If the same segment times out again ssthresh is kept (RFC 5681 §3.1).
pub fn timeout_halve(c: &Connection, repeated: bool, w: &mut Window) -> f64 {
    let used = w.cwnd.min(c.receive_window as f64);
    if !repeated {
        w.ssthresh = (used / 2.0).max(2.0);
    }
    w.cwnd = 1.0;
    used
}
