//! How much more than the bandwidth explains do ACKs acknowledge at once? On paths that hold ACKs
//! back and release them together, the window needs this much more (tcp_bbr.c,
//! `bbr_update_ack_aggregation`).

use super::decisions::AGGREGATION;
use crate::trace::Decisions;

/// Each of the two windows of the maximum lasts this many rounds.
const WINDOW_ROUNDS: u32 = 5;
/// The window grows by at most this much of the bandwidth, in seconds.
const MAX_S: f64 = 0.1;
/// An epoch with this many segments begins anew.
const MAX_ACKED: f64 = (1 << 20) as f64;

/// The largest excess of the last five to ten rounds.
#[derive(Clone, Debug, Default)]
pub struct Aggregation {
    /// Begin of the current epoch, and segments acknowledged in it.
    since_s: f64,
    acked: f64,
    /// The largest excess of the current and of the previous window, and the rounds of the current.
    largest: [f64; 2],
    rounds: u32,
    /// The excess that the latest event told.
    told: f64,
}

impl Aggregation {
    /// Starts a new epoch.
    pub fn restart(&mut self, now_s: f64) {
        self.since_s = now_s;
        self.acked = 0.0;
    }

    /// Adds the segments that an ACK with a valid rate sample acknowledges. `bw` segments per
    /// second are expected.
    pub fn take(
        &mut self,
        now_s: f64,
        acked: f64,
        (bw, cwnd): (f64, f64),
        round_starts: bool,
        log: &mut Decisions,
    ) {
        if round_starts {
            self.rounds += 1;
            if self.rounds >= WINDOW_ROUNDS {
                self.rounds = 0;
                if self.largest[0] != self.told {
                    self.told = self.largest[0];
                    log.say(AGGREGATION, &[self.largest[0], bw, bw * MAX_S]);
                }
                self.largest = [0.0, self.largest[0]];
            }
        }
        let mut expected = (bw * (now_s - self.since_s)).floor();
        if self.acked <= expected || self.acked + acked >= MAX_ACKED {
            self.restart(now_s);
            expected = 0.0;
        }
        self.acked += acked;
        self.largest[0] = self.largest[0].max((self.acked - expected).min(cwnd));
    }

    /// The extra window at bandwidth `bw`, in segments.
    pub fn allowance(&self, bw: f64) -> f64 {
        self.largest[0].max(self.largest[1]).min((bw * MAX_S).floor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 830 segments/s are expected. ACKs of 8, 8, 20 and 2 segments come at 10, 20, 22 and 80 ms.
    #[test]
    fn what_comes_beyond_the_bandwidth_is_kept_for_five_to_ten_rounds() {
        let (mut extra, mut log) = (Aggregation::default(), Decisions::default());
        extra.restart(0.0);
        let mut take = |extra: &mut Aggregation, at_s, acked, starts| {
            extra.take(at_s, acked, (830.0, 150.0), starts, &mut log);
            extra.allowance(830.0)
        };
        // A new epoch begins with the first ACK, since nothing was acknowledged in 10 ms: 8. 20 ms:
        // 8.3 are expected since, 8 came: another epoch, 8. 22 ms: 28 − ⌊1.66⌋ = 27. 80 ms: 49 are
        // expected, 28 came.
        assert_eq!(take(&mut extra, 0.01, 8.0, true), 8.0);
        assert_eq!(take(&mut extra, 0.02, 8.0, false), 8.0);
        assert_eq!(take(&mut extra, 0.022, 20.0, false), 27.0);
        assert_eq!(take(&mut extra, 0.08, 2.0, false), 27.0);
        // The window of the current five rounds and the one before it count.
        let kept: Vec<f64> = (1..=9).map(|n| take(&mut extra, 0.1 * f64::from(n), 2.0, true)).collect();
        assert_eq!(kept, [27.0, 27.0, 27.0, 27.0, 27.0, 27.0, 27.0, 27.0, 2.0]);
        assert_eq!(log.keys().map(|said| said.1[0]).collect::<Vec<_>>(), [27.0, 2.0]);
    }

    #[test]
    fn the_window_grows_by_a_tenth_of_a_second_at_most_and_by_no_more_than_itself() {
        let mut extra = Aggregation::default();
        extra.take(1.0, 500.0, (830.0, 150.0), false, &mut Decisions::default());
        assert_eq!(extra.allowance(830.0), 83.0);
        assert_eq!(extra.allowance(5000.0), 150.0);
    }
}
