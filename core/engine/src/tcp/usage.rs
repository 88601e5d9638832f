//! Whether the flow uses its window (`cwnd_validation`; Linux, tcp_cwnd_validate,
//! tcp_is_cwnd_limited, after RFC 7661), and how an idle time reduces the window (`idle_restart`;
//! RFC 2861, RFC 5681 §4.1).

use super::decisions::{IDLE_RESTARTED, UNUSED};
use super::state::{Sender, Usage};
use crate::cc::{CongestionControl, Round};
use crate::choices::AckCounting;
use crate::mechanism::idle_restart::Value as IdleRestart;
use crate::trace::Decisions;
use crate::units::Span;

/// The window after an idle time of `timeouts` timeouts, in whole segments if `is_whole`.
fn window_after(rule: IdleRestart, cwnd: f64, initial: f64, timeouts: f64, is_whole: bool) -> f64 {
    let least = initial.min(cwnd);
    if rule == IdleRestart::AtOnce {
        return least;
    }
    let mut window = cwnd;
    let mut left = timeouts - 1.0;
    while left > 0.0 && window > least {
        window /= 2.0;
        if is_whole {
            window = window.floor();
        }
        left -= 1.0;
    }
    window.max(least)
}

/// A burst is over, or `is_held`: the window lets no full burst go.
#[inline]
pub(super) fn note(sender: &mut Sender, has_sent: bool, is_held: bool) {
    let pipe = sender.pipe();
    let is_full = is_held || (pipe as i64 + 1) as f64 > sender.w.cwnd;
    let (una, next, outstanding) = (sender.c.una, sender.c.next, sender.c.max - sender.c.una);
    if let Some(usage) = sender.mechanisms.usage_mut().filter(|_| has_sent || is_full) {
        usage.sent(is_full, outstanding, una, next);
    }
}

/// A round ended. A rule that sets the window once per round does not raise one that is not
/// used.
pub(super) fn end_round(sender: &mut Sender, round: &Round, log: &mut Decisions) {
    let (before, said) = (sender.w, log.len());
    sender.cc.on_round(&sender.c, round, &mut sender.w, log);
    let may_grow = |usage: &mut Usage| usage.may_grow(before.cwnd, before.ssthresh);
    if sender.w.cwnd > before.cwnd && !sender.mechanisms.usage_mut().is_none_or(may_grow) {
        sender.w.cwnd = before.cwnd;
        log.take_back(said);
        uses_window(sender, true, log);
    }
}

/// True if the use of the window allows it to grow. `would_grow` is true if nothing else stops
/// the growth.
#[inline]
pub(super) fn uses_window(sender: &mut Sender, would_grow: bool, log: &mut Decisions) -> bool {
    let (cwnd, ssthresh) = (sender.w.cwnd, sender.w.ssthresh);
    let Some(usage) = sender.mechanisms.usage_mut() else {
        return sender.output.window_limited;
    };
    // Most flows fill their window most of the time, so this case comes first.
    if usage.was_full {
        usage.is_reported = false;
        return true;
    }
    let may_grow = usage.may_grow(cwnd, ssthresh);
    if would_grow {
        if !may_grow && !usage.is_reported {
            log.say(UNUSED, &[usage.most as f64, cwnd]);
        }
        usage.is_reported = !may_grow;
    }
    may_grow
}

/// The source has more data. If the flow was idle for longer than the timeout, the window is
/// reduced: it may no longer fit the path.
pub(super) fn restart_after_idle(sender: &mut Sender, log: &mut Decisions) {
    let Some(mechanisms) = sender.mechanisms.get() else {
        return;
    };
    let (rule, Some(last)) = (mechanisms.chosen.idle_restart, mechanisms.last_sent) else {
        return;
    };
    let (idle, timeout) = (sender.now.since(last), sender.timer.rto.timeout());
    if rule == IdleRestart::Off || sender.c.una < sender.c.max || idle <= timeout || timeout == Span::ZERO {
        return;
    }
    let before = sender.w.cwnd;
    let is_whole = sender.c.growth == AckCounting::LinuxCount;
    let whole = if is_whole { before.floor() } else { before };
    if rule == IdleRestart::Halving {
        let most = if is_whole { (0.75 * whole).floor() } else { 0.75 * whole };
        sender.w.ssthresh = sender.w.ssthresh.max(most);
    }
    let timeouts = idle.secs() / timeout.secs();
    sender.w.cwnd = window_after(rule, whole, sender.c.initial_window, timeouts, is_whole);
    sender.clamp();
    log.say(IDLE_RESTARTED, &[before, sender.w.cwnd, idle.secs(), timeout.secs()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idle_time_halves_the_window_once_per_timeout_but_not_below_the_initial_one() {
        let halved = |cwnd, timeouts| window_after(IdleRestart::Halving, cwnd, 10.0, timeouts, true);
        assert_eq!(halved(36.0, 2.0 / 0.3), 10.0);
        assert_eq!(halved(36.0, 0.35 / 0.3), 18.0);
        assert_eq!(halved(8.0, 5.0), 8.0, "a window below the initial one stays");
        assert_eq!(window_after(IdleRestart::AtOnce, 36.0, 10.0, 1.1, false), 10.0);
    }
}
