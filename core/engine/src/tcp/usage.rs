//! Whether the flow uses its window (`cwnd_validation`; Linux, tcp_cwnd_validate,
//! tcp_is_cwnd_limited, after RFC 7661), and how an idle time reduces the window (`idle_restart`;
//! RFC 2861, RFC 5681 §4.1).

use super::decisions::{IDLE_RESTARTED, UNUSED};
use super::state::{Sender, Usage};
use crate::cc::{CongestionControl, Round};
use crate::choices::{AckCounting, Recovery};
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

impl Sender {
    /// A burst is over, or `is_held`: the window lets no full burst go.
    #[inline]
    pub(super) fn note_usage(&mut self, has_sent: bool, is_held: bool) {
        let pipe = if self.loss.kind == Recovery::Rack { self.rack_pipe() } else { self.pipe() };
        let is_full = is_held || (pipe as i64 + 1) as f64 > self.w.cwnd;
        let (una, next, outstanding) = (self.c.una, self.c.next, self.c.max - self.c.una);
        if let Some(usage) = self.mechanisms.usage_mut().filter(|_| has_sent || is_full) {
            usage.sent(is_full, outstanding, una, next);
        }
    }

    /// A round ended. A rule that sets the window once per round does not raise one that is not
    /// used.
    pub(super) fn end_round_in_use(&mut self, round: &Round, log: &mut Decisions) {
        let (before, said) = (self.w, log.len());
        self.cc.on_round(&self.c, round, &mut self.w, log);
        let may_grow = |usage: &mut Usage| usage.may_grow(before.cwnd, before.ssthresh);
        if self.w.cwnd > before.cwnd && !self.mechanisms.usage_mut().is_none_or(may_grow) {
            self.w.cwnd = before.cwnd;
            log.take_back(said);
            self.uses_window(true, log);
        }
    }

    /// True if the use of the window allows it to grow. `would_grow` is true if nothing else stops
    /// the growth.
    #[inline]
    pub(super) fn uses_window(&mut self, would_grow: bool, log: &mut Decisions) -> bool {
        let (cwnd, ssthresh) = (self.w.cwnd, self.w.ssthresh);
        let Some(usage) = self.mechanisms.usage_mut() else {
            return self.output.window_limited;
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
    pub(super) fn restart_after_idle(&mut self, log: &mut Decisions) {
        let Some(mechanisms) = self.mechanisms.get() else {
            return;
        };
        let (rule, Some(last)) = (mechanisms.chosen.idle_restart, mechanisms.last_sent) else {
            return;
        };
        let (idle, timeout) = (self.now.since(last), self.timer.rto.timeout());
        if rule == IdleRestart::Off || self.c.una < self.c.max || idle <= timeout || timeout == Span::ZERO {
            return;
        }
        let before = self.w.cwnd;
        let is_whole = self.c.growth == AckCounting::LinuxCount;
        let whole = if is_whole { before.floor() } else { before };
        if rule == IdleRestart::Halving {
            let most = if is_whole { (0.75 * whole).floor() } else { 0.75 * whole };
            self.w.ssthresh = self.w.ssthresh.max(most);
        }
        let timeouts = idle.secs() / timeout.secs();
        self.w.cwnd = window_after(rule, whole, self.c.initial_window, timeouts, is_whole);
        self.clamp();
        log.say(IDLE_RESTARTED, &[before, self.w.cwnd, idle.secs(), timeout.secs()]);
    }
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
