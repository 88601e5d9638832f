//! The fraction of marked segments in a round, for estimates such as DCTCP's α (RFC 8257 §3.3).

use crate::cc::{Ack, Connection};

/// Counters of one observation round.
#[derive(Clone, Copy, Debug, Default)]
pub struct MarkedFraction {
    /// The round ends when this segment is acknowledged.
    end: u64,
    acked: u64,
    marked: u64,
}

impl MarkedFraction {
    /// The round ends with the first ACK that covers segment `end`.
    pub fn end_at(&mut self, end: u64) {
        self.end = end;
    }

    /// Counts what an ACK reports.
    pub fn count(&mut self, ack: &Ack) {
        self.acked += ack.delivered;
        self.marked += ack.marked;
    }

    /// True once the round is over.
    pub fn is_over(&self, c: &Connection) -> bool {
        c.una > self.end
    }

    /// Marked and acknowledged segments; marked is at most acknowledged, and acknowledged at least
    /// one.
    pub fn counts(&self) -> (f64, f64) {
        let acked = self.acked.max(1) as f64;
        (acked.min(self.marked as f64), acked)
    }

    /// Starts the next round: one window, from the next segment to send on.
    pub fn begin(&mut self, c: &Connection) {
        *self = MarkedFraction { end: c.next, acked: 0, marked: 0 };
    }
}
