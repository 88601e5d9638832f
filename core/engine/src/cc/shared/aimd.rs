//! The Reno rules (tcp-core §6): slow start, additive increase, halving, and the window after a
//! timeout.

use super::linux_count::{linux_reno, linux_slow_start};
use crate::catalogue::Rule;
use crate::cc::{Ack, Connection, Window};
use crate::choices::AckCounting;
use crate::trace::Decisions;

/// R-SS: adds one segment per ACK of new data below ssthresh. It may exceed ssthresh by less than
/// one segment.
///
/// Under byte counting an ACK adds the acknowledged segments, but the window does not exceed
/// ssthresh (Linux), because a cumulative ACK after a timeout may cover hundreds of segments.
#[inline]
pub fn slow_start(c: &Connection, ack: &Ack, w: &mut Window) {
    match c.growth {
        AckCounting::PerAck => w.cwnd += 1.0,
        AckCounting::ByteCounting => w.cwnd = (w.cwnd + ack.steps).min(w.ssthresh.max(w.cwnd + 1.0)),
        AckCounting::LinuxCount => {
            linux_slow_start(ack.steps, w);
        }
    }
}

/// Applies R-SS below ssthresh; returns true if this ACK belongs to slow start. Reports `ended`
/// with the ACK that ends slow start.
#[inline]
pub fn in_slow_start(
    c: &Connection,
    ack: &Ack,
    w: &mut Window,
    log: &mut Decisions,
    ended: &'static Rule,
) -> bool {
    if w.cwnd >= w.ssthresh {
        return false;
    }
    slow_start(c, ack, w);
    if w.cwnd >= w.ssthresh {
        log.say(ended, &[w.cwnd, w.ssthresh]);
    }
    true
}

/// The same as in kernels of the 2.6 line: one segment per ACK whatever it acknowledges, and one
/// more at the threshold itself. A current kernel (`growth: linux-count`) does neither.
#[inline]
pub fn in_kernel_slow_start(
    c: &Connection,
    ack: &Ack,
    w: &mut Window,
    log: &mut Decisions,
    ended: &'static Rule,
) -> bool {
    if c.growth == AckCounting::LinuxCount {
        return in_slow_start(c, ack, w, log, ended);
    }
    if w.cwnd > w.ssthresh || ack.acked == 0 {
        return false;
    }
    w.cwnd += 1.0;
    if w.cwnd > w.ssthresh {
        log.say(ended, &[w.cwnd, w.ssthresh]);
    }
    true
}

/// Selects one of the two: the kernel's version if `kernel`.
#[inline]
pub fn in_slow_start_of(
    kernel: bool,
    c: &Connection,
    ack: &Ack,
    w: &mut Window,
    log: &mut Decisions,
    ended: &'static Rule,
) -> bool {
    if kernel { in_kernel_slow_start(c, ack, w, log, ended) } else { in_slow_start(c, ack, w, log, ended) }
}

/// R-SS below ssthresh, otherwise R-CA (`cwnd += 1/cwnd` per step): MV06 eq. (1).
#[inline]
pub fn reno_increase(c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions, ended: &'static Rule) {
    if c.growth == AckCounting::LinuxCount {
        reno_increase_of_linux(ack, w, log, ended);
    } else if !in_slow_start(c, ack, w, log, ended) {
        w.cwnd += ack.steps / w.cwnd;
    }
}

#[inline(never)]
fn reno_increase_of_linux(ack: &Ack, w: &mut Window, log: &mut Decisions, ended: &'static Rule) {
    let left = if w.cwnd < w.ssthresh { left_of_slow_start(ack, w, log, ended) } else { ack.steps };
    linux_reno(left, w);
}

/// Slow start as in Linux. Returns the segments of the ACK that remain for congestion avoidance.
/// Reports `ended` with the ACK that ends slow start.
pub fn left_of_slow_start(ack: &Ack, w: &mut Window, log: &mut Decisions, ended: &'static Rule) -> f64 {
    let left = linux_slow_start(ack.steps, w);
    if w.cwnd >= w.ssthresh {
        log.say(ended, &[w.cwnd, w.ssthresh]);
    }
    left
}

/// The window in use, from which a reduction starts.
pub fn used(c: &Connection, w: &Window) -> f64 {
    w.cwnd.min(c.receive_window as f64)
}

/// Sets threshold and window to `target`, at least 2. Returns the window before.
pub fn cut_to(c: &Connection, target: f64, w: &mut Window) -> f64 {
    let before = used(c, w);
    w.ssthresh = target.max(2.0);
    w.cwnd = w.ssthresh;
    before
}

/// Factor of a halving.
pub const HALF: f64 = 0.5;

/// R-HALF: halves the window in use, MV06 eq. (2). Returns the window before.
pub fn halve(c: &Connection, w: &mut Window) -> f64 {
    let half = used(c, w) / 2.0;
    let before = cut_to(c, half, w);
    w.cwnd = half.max(c.least_half);
    before
}

/// Multiplies the window by `factor` and reports `rule` (see [`super::rules::factor`]).
pub fn cut_by(c: &Connection, factor: f64, w: &mut Window, log: &mut Decisions, rule: &'static Rule) {
    let before = cut_to(c, used(c, w) * factor, w);
    log.say(rule, &[w.cwnd, before, factor]);
}

/// After a timeout: cwnd 1, and slow start up to `threshold`. If the same segment times out again,
/// ssthresh is unchanged (RFC 5681 §3.1). Reports `rule` (see [`super::rules::timeout`]).
#[inline]
pub fn restart_to(
    c: &Connection,
    threshold: f64,
    repeated: bool,
    w: &mut Window,
    log: &mut Decisions,
    rule: &'static Rule,
) {
    let before = used(c, w);
    if !repeated {
        w.ssthresh = threshold.max(2.0);
    }
    w.cwnd = 1.0;
    log.say(rule, &[w.ssthresh, before]);
}

/// R-RTO: ssthresh as in R-HALF, cwnd 1.
pub fn restart(c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions, rule: &'static Rule) {
    restart_to(c, used(c, w) / 2.0, repeated, w, log, rule);
}

#[cfg(test)]
mod tests {
    use crate::cc::CongestionControl;
    use crate::cc::script::Script;

    #[test]
    fn the_threshold_of_a_halving_has_a_bound_and_the_window_may_have_none() {
        for (least_half, cwnd) in [(2.0, 2.0), (0.0, 1.5)] {
            let mut script = Script::new("newreno", 3.0, 8.0);
            script.c.least_half = least_half;
            script.cc.on_loss(&script.c, &mut script.w, &mut script.log);
            assert_eq!((script.w.cwnd, script.w.ssthresh), (cwnd, 2.0));
        }
    }
}
