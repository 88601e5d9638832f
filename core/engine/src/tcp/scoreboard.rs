//! The SACK scoreboard (RFC 6675 in whole segments, tcp-core §7.4).

use super::Intervals;

/// A segment counts as lost once this many segments above it are SACKed.
pub const DUP_THRESH: u64 = 3;

/// What an ACK reports to the scoreboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Update {
    /// Segments newly SACKed.
    pub newly_sacked: u64,
    /// Segments newly known to be delivered, cumulatively or by SACK.
    pub delivered: u64,
}

/// Which segments are SACKed above the cumulative ACK, and which were retransmitted.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    sacked: Intervals,
    /// One past the highest segment retransmitted in this recovery.
    high_rxt: u64,
    /// Segments below `high_rxt` that are neither acknowledged nor SACKed.
    resent: u64,
    /// The cumulative ACK.
    una: u64,
    /// A rescue retransmission is allowed once `una` is above this.
    rescue: u64,
    /// The count of losses covers the segments below this one.
    counted: u64,
    /// What [`Scoreboard::lost_below`] returns: an ACK changes it, and each segment that leaves asks for it.
    lost_below: Option<u64>,
}

impl Scoreboard {
    /// Memory of the lists, in bytes.
    pub fn bytes(&self) -> usize {
        self.sacked.bytes()
    }

    /// True if `number` was SACKed.
    pub fn is_sacked(&self, number: u64) -> bool {
        self.sacked.contains(number)
    }

    /// The lowest segment from `from` on that is not SACKed.
    pub fn next_gap(&self, from: u64) -> u64 {
        self.sacked.next_gap(from)
    }

    /// How many segments are SACKed.
    pub fn sacked(&self) -> u64 {
        self.sacked.total()
    }

    /// How many segments of `[start, end)` are SACKed.
    pub fn sacked_in(&self, start: u64, end: u64) -> u64 {
        if self.sacked.is_empty() { 0 } else { self.sacked.count_in(start, end) }
    }

    /// One past the highest SACKed segment, 0 if none is.
    pub fn highest(&self) -> u64 {
        self.sacked.end()
    }

    /// Takes the cumulative ACK `una` and the blocks of an ACK.
    pub fn update(&mut self, una: u64, blocks: &[(u64, u64)]) -> Update {
        let mut update = Update::default();
        if una > self.una {
            let known = self.sacked.remove_below(una);
            update.delivered = (una - self.una) - known;
            if una >= self.high_rxt {
                self.high_rxt = una;
                self.resent = 0;
            } else {
                // Below high_rxt every segment is either SACKed or was retransmitted.
                self.resent -= update.delivered;
            }
            self.una = una;
        }
        for &(start, end) in blocks {
            let start = start.max(self.una);
            let resent_end = end.min(self.high_rxt);
            if resent_end > start {
                // Most blocks repeat what is known.
                if self.sacked.next_gap(start) >= end {
                    continue;
                }
                self.resent -= (resent_end - start) - self.sacked.count_in(start, resent_end);
            }
            update.newly_sacked += self.sacked.insert(start, end);
        }
        update.delivered += update.newly_sacked;
        self.lost_below = self.sacked.nth_largest(DUP_THRESH);
        update
    }

    /// Segments from this one on are not lost according to SACK: fewer than three segments above
    /// them are SACKed.
    #[inline]
    pub fn lost_below(&self) -> Option<u64> {
        self.lost_below
    }

    /// RFC 6675 IsLost, for a segment that is not SACKed.
    pub fn is_lost(&self, number: u64) -> bool {
        self.lost_below().is_some_and(|limit| number < limit)
    }

    /// Segments in `[una, max)` that count as lost.
    pub fn lost(&self) -> u64 {
        match self.lost_below() {
            Some(limit) => (limit - self.una) - (self.sacked.total() - DUP_THRESH),
            None => 0,
        }
    }

    /// Counts the losses below `limit`: the first segment that was not counted before, and how many are
    /// lost from there on.
    pub fn count_lost(&mut self, limit: u64) -> (u64, u64) {
        let from = self.counted.max(self.una);
        if limit <= from {
            return (from, 0);
        }
        self.counted = limit;
        (from, (limit - from) - self.sacked_in(from, limit))
    }

    /// RFC 6675 SetPipe over `[una, max)`: what is believed to be in the network. A retransmitted
    /// segment that does not count as lost is counted twice.
    pub fn pipe(&self, max: u64) -> u64 {
        if self.sacked.is_empty() {
            return (max - self.una) + self.resent;
        }
        let not_lost = match self.lost_below() {
            Some(limit) => (max - limit) - DUP_THRESH,
            None => (max - self.una) - self.sacked.total(),
        };
        not_lost + self.resent
    }

    /// Recovery starts: the first segment is retransmitted at once.
    pub fn enter(&mut self, una: u64) {
        self.una = una;
        self.high_rxt = una + 1;
        self.resent = 1;
        self.rescue = una + 1;
    }

    /// Recovery starts, and the first segment waits for the window like the others.
    pub fn enter_before_resend(&mut self, una: u64) {
        self.enter(una);
        (self.high_rxt, self.resent) = (una, 0);
    }

    /// RFC 6675 NextSeg (1): the lowest lost segment that was not retransmitted yet.
    pub fn next_lost(&self) -> Option<u64> {
        let limit = self.lost_below()?;
        let number = self.sacked.next_gap(self.high_rxt.max(self.una));
        (number < limit).then_some(number)
    }

    /// RFC 6675 NextSeg (3): the lowest hole below the highest SACKed segment that was not
    /// retransmitted yet, lost or not.
    pub fn next_hole(&self) -> Option<u64> {
        let number = self.sacked.next_gap(self.high_rxt.max(self.una));
        (number < self.sacked.end()).then_some(number)
    }

    /// RFC 6675 NextSeg (4): the highest outstanding segment that is not SACKed, once per recovery.
    /// It avoids a timeout for a lost tail.
    pub fn rescue(&mut self, max: u64, recover: u64) -> Option<u64> {
        if self.una <= self.rescue || self.una >= max {
            return None;
        }
        let mut number = max - 1;
        while number > self.una {
            match self.sacked.run_of(number) {
                Some(run) if run.0 > self.una => number = run.0 - 1,
                Some(_) => return None,
                None => break,
            }
        }
        self.rescue = recover;
        Some(number)
    }

    /// Segment `number` was retransmitted.
    pub fn resend(&mut self, number: u64) {
        if number >= self.high_rxt {
            self.high_rxt = number + 1;
            self.resent += 1;
        }
    }

    /// Recovery ends, or a timeout invalidates the record of retransmissions. The SACK marks stay.
    pub fn forget_resent(&mut self) {
        self.high_rxt = self.una;
        self.resent = 0;
    }

    /// Forgets the SACK marks too.
    pub fn clear(&mut self) {
        self.sacked.clear();
        self.lost_below = None;
        self.forget_resent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_standards_example() {
        // tcp-core C8: sent 0..9, SACKed 2 3 5 6 7.
        let mut board = Scoreboard::default();
        assert_eq!(board.update(0, &[(5, 8), (2, 4)]).newly_sacked, 5);
        for lost in [0, 1, 4] {
            assert!(board.is_lost(lost), "{lost}");
        }
        for kept in [8, 9] {
            assert!(!board.is_lost(kept), "{kept}");
        }
        assert_eq!(board.pipe(10), 2);
        // cwnd 5 lets three segments go: 0 at the entry, then 1 and 4.
        board.enter(0);
        for number in [1, 4] {
            assert_eq!(board.next_lost(), Some(number));
            board.resend(number);
        }
        assert_eq!(board.pipe(10), 5);
        assert_eq!(board.next_lost(), None);
    }

    proptest! {
        /// The counters agree with the definitions for any sequence of ACKs and retransmissions.
        #[test]
        fn pipe_is_what_the_standard_defines(steps in prop::collection::vec((0u8..3, 0u64..40, 1u64..6), 1..40)) {
            const MAX: u64 = 50;
            let mut board = Scoreboard::default();
            board.enter(0);
            let mut sacked = BTreeSet::new();
            let (mut una, mut high_rxt) = (0, 1);
            for (what, number, length) in steps {
                match what {
                    0 => {
                        una = una.max(number);
                        while sacked.contains(&una) { una += 1; }
                        sacked.retain(|&n| n >= una);
                        high_rxt = high_rxt.max(una);
                        board.update(una, &[]);
                    }
                    1 => {
                        let block = (number.max(una + 1), (number + length).max(una + 1).min(MAX));
                        for n in block.0..block.1 { sacked.insert(n); }
                        board.update(una, &[block]);
                    }
                    _ => if let Some(next) = board.next_hole() {
                        prop_assert_eq!(Some(next), (high_rxt.max(una)..MAX).find(|n| !sacked.contains(n)));
                        high_rxt = next + 1;
                        board.resend(next);
                    },
                }
                let lost = |n: u64| sacked.range(n + 1..).count() as u64 >= DUP_THRESH;
                let by_definition: u64 = (una..MAX)
                    .filter(|n| !sacked.contains(n))
                    .map(|n| u64::from(!lost(n)) + u64::from(n < high_rxt))
                    .sum();
                prop_assert_eq!(board.pipe(MAX), by_definition);
                let lost_now = (una..MAX).filter(|n| !sacked.contains(n) && lost(*n)).count() as u64;
                prop_assert_eq!(board.lost(), lost_now);
            }
        }
    }
}
