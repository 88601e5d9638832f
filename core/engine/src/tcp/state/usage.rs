//! How a window is used (`cwnd_validation`; Linux, tcp_cwnd_validate, tcp_is_cwnd_limited, after RFC 7661).

/// How the window was used over the last round trip.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    pub(in crate::tcp) was_full: bool,
    /// Most segments outstanding after a send.
    pub(in crate::tcp) most: u64,
    /// The values hold until this segment is acknowledged.
    pub(in crate::tcp) until: u64,
    /// The log already says that the window does not grow.
    pub(in crate::tcp) is_reported: bool,
}

impl Default for Usage {
    fn default() -> Usage {
        Usage { was_full: true, most: 0, until: 0, is_reported: false }
    }
}

impl Usage {
    /// Segments were sent, or none could be sent because the window `is_full`.
    pub(in crate::tcp) fn sent(&mut self, is_full: bool, outstanding: u64, una: u64, next: u64) {
        let is_more = !self.was_full && outstanding > self.most;
        if una >= self.until || is_full || is_more {
            (self.was_full, self.most, self.until) = (is_full, outstanding, next);
        }
    }

    /// True if a window of `cwnd` may grow: it was full, or slow start uses more than half of it.
    pub(in crate::tcp) fn may_grow(&self, cwnd: f64, ssthresh: f64) -> bool {
        self.was_full || cwnd < ssthresh && cwnd < 2.0 * self.most as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_start_may_double_what_was_used_and_avoidance_needs_a_full_window() {
        let mut usage = Usage::default();
        usage.sent(false, 10, 0, 10);
        assert!(usage.may_grow(19.0, f64::INFINITY) && !usage.may_grow(20.0, f64::INFINITY));
        assert!(!usage.may_grow(15.0, 12.0));
        usage.sent(true, 15, 5, 20);
        usage.sent(false, 14, 10, 24);
        assert!(usage.may_grow(15.0, 12.0), "it was full in this round trip");
        usage.sent(false, 14, 20, 34);
        assert!(!usage.may_grow(15.0, 12.0), "not in the next one");
    }
}
