//! Rounds: "once per RTT" by sequence numbers (tcp-core §9).
//!
//! The ACK that ends a recovery begins a round, and the segments that it acknowledges count in that
//! round: up to a window of them. A kernel's H-TCP leaves them out of its rate
//! (measure_achieved_throughput), so here the rate of the first round after a recovery is too high.

use crate::cc::Round;
use crate::math::smaller;

/// The current round and the number of closed rounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rounds {
    end: u64,
    start_s: f64,
    round: Round,
    count: u64,
}

impl Rounds {
    /// A round starts now; it closes when segment `next`, the first one sent in it, is
    /// acknowledged.
    pub fn restart(&mut self, now_s: f64, next: u64, cwnd: f64) {
        self.end = next;
        self.start_s = now_s;
        self.round = Round { cwnd_at_start: cwnd, min_rtt_s: f64::INFINITY, ..Round::default() };
    }

    /// Number of closed rounds.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// A segment was sent.
    #[inline]
    pub fn sent(&mut self) {
        self.round.sent += 1;
    }

    #[inline]
    pub fn sample(&mut self, rtt_s: f64) {
        self.round.samples += 1;
        self.round.sum_rtt_s += rtt_s;
        self.round.min_rtt_s = smaller(self.round.min_rtt_s, rtt_s);
    }

    /// Segments below `ack` are acknowledged, `acked` of them newly. Returns the round if this ACK
    /// closes it.
    #[inline]
    pub fn acked(&mut self, ack: u64, acked: u64, now_s: f64) -> Option<Round> {
        self.round.acked += acked;
        if ack <= self.end {
            return None;
        }
        self.count += 1;
        Some(Round { duration_s: now_s - self.start_s, ..self.round })
    }
}
