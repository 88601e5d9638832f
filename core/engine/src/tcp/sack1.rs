//! SACK recovery as ns-2's Sack1 agent has it (`recovery_variant: ns2_sack1`).
//!
//! ns-2.35 tcp/tcp-sack1.cc, with its defaults. It differs from RFC 6675 in its estimate of the
//! data in flight. `pipe` is a counter. It starts at three below the outstanding segments. Every
//! ACK of the recovery lowers it by one, a partial ACK by two, and every sent segment raises it by
//! one. SACK only selects what to send: first the first hole that was not retransmitted yet, lost
//! or not, then new data. Outside recovery the SACK marks are ignored. After a timeout duplicates
//! are ignored until new data is acknowledged.

use super::scoreboard::DUP_THRESH;
use super::sender::Sender;
use crate::cc::State;
use crate::setup::Recovery;

impl Sender {
    pub(super) fn is_sack1(&self) -> bool {
        self.loss.variants.ns2_sack1 && self.loss.kind == Recovery::Sack
    }

    /// A recovery starts: three segments have left the network.
    pub(super) fn start_counting(&mut self) {
        self.loss.counted_pipe = (self.c.max - self.c.una) as i64 - DUP_THRESH as i64;
    }

    /// Counts an ACK in recovery that acknowledges `acked` segments, possibly none.
    pub(super) fn count_ack(&mut self, acked: u64) {
        if self.is_sack1() && self.c.state == State::Recovery {
            self.loss.counted_pipe -= if acked > 0 { 2 } else { 1 };
        }
    }

    /// True if a duplicate ACK is ignored because of a timeout.
    pub(super) fn is_ignored(&self) -> bool {
        self.is_sack1() && self.c.state == State::Loss && self.loss.gate.is_for(self.c.una)
    }

    /// The next segment of the recovery, while the counter is below the window.
    pub(super) fn next_by_counter(&mut self) -> Option<u64> {
        if self.loss.counted_pipe >= self.w.cwnd.floor() as i64 {
            return None;
        }
        let number = match self.loss.board.next_hole() {
            Some(number) => {
                self.loss.board.resend(number);
                number
            }
            None => self.within_source_and_receiver(self.c.max)?,
        };
        self.loss.counted_pipe += 1;
        Some(number)
    }
}
