//! The scoreboard of ns-2's TCP/Linux agent (`recovery_variant: ns2_linux`): forward
//! acknowledgement.
//!
//! Mathis & Mahdavi 1996, in whole segments and as ns-2.35 has it (tcp/scoreboard1.cc). It differs
//! from RFC 6675 in three things: a segment is lost once one at least [`REACH`] above it is SACKed,
//! whatever the number of SACKed segments between them; a retransmission can be found lost *again*,
//! while RFC 6675 waits for the timeout; and the end of a recovery forgets every mark.

use ackscope_engine::tcp::Intervals;
use std::collections::VecDeque;

/// A segment is lost once a segment this far above it is SACKed.
pub const REACH: u64 = 4;

/// The turn of a segment that was not retransmitted or is no longer in flight.
const NO_TURN: u64 = u64::MAX;

/// A retransmitted segment that is believed to be in the network.
#[derive(Clone, Copy, Debug)]
struct Resent {
    number: u64,
    /// The next new segment at the time of the retransmission: a SACK of that segment or a later
    /// one shows that it was overtaken.
    next: u64,
    /// Its place in the order of retransmissions.
    turn: u64,
}

/// What an ACK tells the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// The first segment that the ACK shows to be lost.
    pub lost: Option<u64>,
    /// Segments that the board did not know as SACKed. After the end of a recovery this includes
    /// segments that earlier ACKs reported.
    pub sacked: u64,
}

/// Which segments are SACKed, lost and retransmitted.
#[derive(Clone, Debug, Default)]
pub struct FackBoard {
    una: u64,
    sacked: Intervals,
    /// Lost and not retransmitted since.
    lost: Intervals,
    /// Segments below this were already checked for their first loss.
    looked_at: u64,
    /// The turns of the retransmitted segments in flight, by their distance above `una`;
    /// [`NO_TURN`] for all others. The list ends at the highest retransmitted segment.
    turns: VecDeque<u64>,
    /// Retransmissions in their order. Those that have arrived are still in the list, but no longer
    /// have their turn in `turns`.
    resent: VecDeque<Resent>,
    next_turn: u64,
    /// One past the turn that was reported last.
    arrived: u64,
    /// Retransmitted segments that the current ACK reports, in ascending order: their numbers and
    /// turns.
    reported: Vec<(u64, u64)>,
}

impl FackBoard {
    /// Upper bound of the bytes that a segment in flight takes in the lists.
    pub const SEGMENT_BYTES: usize = 2 * Intervals::SEGMENT_BYTES + size_of::<u64>() + size_of::<Resent>();

    /// Memory of the lists, in bytes.
    pub fn bytes(&self) -> usize {
        self.sacked.bytes()
            + self.lost.bytes()
            + self.turns.capacity() * size_of::<u64>()
            + self.resent.capacity() * size_of::<Resent>()
    }

    /// Takes the cumulative ACK `una` and the blocks of an ACK.
    pub fn update(&mut self, una: u64, blocks: &[(u64, u64)]) -> News {
        if una > self.una {
            let acked = self.turns.len().min((una - self.una) as usize);
            let latest = self.turns.drain(..acked).filter(|turn| *turn != NO_TURN).max();
            self.arrived = self.arrived.max(latest.map_or(0, |turn| turn + 1));
            self.una = una;
            self.sacked.remove_below(una);
            self.lost.remove_below(una);
        }
        let mut sacked = 0;
        for &(start, end) in blocks {
            let start = start.max(self.una);
            if start >= end {
                continue;
            }
            // ACKs repeat their blocks: only the new part of a block is processed.
            let mut number = self.sacked.next_gap(start);
            if number >= end {
                continue;
            }
            self.lost.remove(number, end);
            while number < end {
                if let Some(turn) = self.take_turn(number) {
                    self.report(number, turn);
                }
                number = self.sacked.next_gap(number + 1);
            }
            sacked += self.sacked.insert(start, end);
        }
        let again = self.lost_again();
        let first = self.newly_lost();
        News { lost: again.into_iter().chain(first).min(), sacked }
    }

    /// The turn of segment `number`, if it was retransmitted and is in flight.
    fn turn(&self, number: u64) -> Option<u64> {
        let place = number.checked_sub(self.una)?;
        self.turns.get(place as usize).copied().filter(|turn| *turn != NO_TURN)
    }

    /// The same; the segment is then no longer in flight.
    fn take_turn(&mut self, number: u64) -> Option<u64> {
        let turn = self.turn(number)?;
        self.turns[(number - self.una) as usize] = NO_TURN;
        Some(turn)
    }

    /// Records that the current ACK reports segment `number`. Numbers rise within a block, so the
    /// search from the end is short. Only the blocks themselves, which are few, have no order.
    fn report(&mut self, number: u64, turn: u64) {
        let below = self.reported.iter().rposition(|reported| reported.0 < number);
        self.reported.insert(below.map_or(0, |place| place + 1), (number, turn));
    }

    /// Marks the segments that are lost for the first time. Returns the first one.
    fn newly_lost(&mut self) -> Option<u64> {
        // `end` is one past the highest SACKed segment.
        let limit = self.sacked.end().saturating_sub(REACH);
        let mut first = None;
        let mut number = self.sacked.next_gap(self.looked_at.max(self.una));
        while number < limit {
            if self.lost.insert(number, number + 1) > 0 && first.is_none() {
                first = Some(number);
            }
            number = self.sacked.next_gap(number + 1);
        }
        self.looked_at = self.looked_at.max(limit);
        first
    }

    /// Marks retransmissions that are lost again: a new segment sent after the retransmission is
    /// SACKed, or a retransmission more than `REACH` turns later has arrived. Returns the lowest
    /// one.
    ///
    /// As in ns-2 (scoreboard1.cc, `UpdateScoreBoard`), an ACK walks the board once, from the
    /// lowest segment up. A retransmission that the ACK reports is therefore known only to the
    /// segments above it; the next ACK makes it known to all. The turn reported last counts, even
    /// if it is not the latest one.
    fn lost_again(&mut self) -> Option<u64> {
        let latest = self.reported.iter().map(|reported| reported.1 + 1).fold(self.arrived, u64::max);
        let (mut first, mut early) = (None, Vec::new());
        while let Some(oldest) = self.resent.front().copied() {
            let is_in_flight = self.turn(oldest.number) == Some(oldest.turn);
            let is_passed = self.sacked.end() > oldest.next;
            if is_in_flight && !is_passed && latest <= oldest.turn + REACH + 1 {
                break;
            }
            self.resent.pop_front();
            if !is_in_flight {
                continue;
            }
            let left = self.reported.iter().rev().find(|reported| reported.0 < oldest.number);
            let known = left.map_or(self.arrived, |reported| reported.1 + 1);
            if is_passed || known > oldest.turn + REACH + 1 {
                self.take_turn(oldest.number);
                self.lost.insert(oldest.number, oldest.number + 1);
                first = Some(first.map_or(oldest.number, |number: u64| number.min(oldest.number)));
            } else {
                early.push(oldest);
            }
        }
        early.into_iter().rev().for_each(|resent| self.resent.push_front(resent));
        if let Some((_, turn)) = self.reported.last() {
            self.arrived = turn + 1;
        }
        self.reported.clear();
        first
    }

    /// Segments of `[una, next)` believed to be in the network.
    pub fn pipe(&self, next: u64) -> u64 {
        (next - self.una) - self.sacked.total() - self.lost.total()
    }

    /// One past the highest SACKed segment.
    pub fn forward(&self) -> u64 {
        self.sacked.end()
    }

    /// The smallest lost segment.
    pub fn next_lost(&self) -> Option<u64> {
        self.lost.first()
    }

    /// Segment `number` is retransmitted while `next` is the next new segment.
    pub fn resend(&mut self, number: u64, next: u64) {
        self.lost.remove(number, number + 1);
        let place = (number - self.una) as usize;
        if place >= self.turns.len() {
            self.turns.resize(place + 1, NO_TURN);
        }
        self.turns[place] = self.next_turn;
        self.resent.push_back(Resent { number, next, turn: self.next_turn });
        self.next_turn += 1;
    }

    /// A timeout: every segment of `[una, next)` that is not SACKed is lost.
    pub fn give_up(&mut self, next: u64) {
        let mut number = self.sacked.next_gap(self.una);
        while number < next {
            self.lost.insert(number, number + 1);
            number = self.sacked.next_gap(number + 1);
        }
        self.looked_at = self.looked_at.max(next);
        self.turns.clear();
        self.resent.clear();
        self.arrived = 0;
        self.next_turn = 0;
    }

    /// The end of a recovery forgets all marks.
    pub fn clear(&mut self) {
        *self = FackBoard { una: self.una, ..FackBoard::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_engine::tcp::windows::{Board, hardly_grows};

    #[test]
    fn a_segment_is_lost_when_one_four_above_it_has_arrived() {
        let mut board = FackBoard::default();
        assert_eq!(board.update(5, &[(6, 9)]).lost, None, "three above");
        assert_eq!(board.pipe(15), 10 - 3);
        assert_eq!(board.update(5, &[(6, 10)]).lost, Some(5));
        assert_eq!(board.next_lost(), Some(5));
        assert_eq!(board.pipe(15), 10 - 4 - 1);
        // The distance counts, not the number of SACKed segments: one SACK of 16 shows that 10 to
        // 12 are lost.
        assert_eq!(board.update(5, &[(16, 17)]).lost, Some(10));
        assert_eq!(board.pipe(20), 15 - 5 - 4);
    }

    #[test]
    fn a_resent_segment_is_lost_again_when_something_sent_later_arrives() {
        let mut board = FackBoard::default();
        board.update(5, &[(6, 10)]);
        board.resend(5, 15);
        assert_eq!(board.pipe(15), 10 - 4);
        assert_eq!(board.update(5, &[(6, 15)]).lost, None, "all that was sent before it");
        assert_eq!(board.update(5, &[(6, 16)]).lost, Some(5), "15 was sent after it");
        board.resend(5, 17);
        assert_eq!(board.update(16, &[]).lost, None);
        assert_eq!(board.pipe(17), 1);
    }

    #[test]
    fn a_resent_segment_is_lost_again_when_later_resent_ones_arrive() {
        let mut board = FackBoard::default();
        board.update(0, &[(10, 11)]);
        for number in 0..7 {
            assert_eq!(board.next_lost(), Some(number));
            board.resend(number, 20);
        }
        assert_eq!(board.next_lost(), None);
        // Turns 1 to 4 arrive: they are within the reach of turn 0. Turn 5 is beyond it, which the
        // next ACK makes known to segment 0.
        assert_eq!(board.update(0, &[(1, 5)]).lost, None);
        assert_eq!(board.update(0, &[(1, 6)]).lost, None);
        assert_eq!(board.update(0, &[]).lost, Some(0));
        assert_eq!(board.next_lost(), Some(0));
    }

    #[test]
    fn an_ack_walks_the_board_once_from_the_lowest_segment_up() {
        let mut board = FackBoard::default();
        board.update(0, &[(10, 11)]);
        for number in 0..7 {
            board.resend(number, 20);
        }
        // Turn 6 arrives, but its segment is above segment 0: only the next ACK finds 0 lost again.
        // It counts although its block comes before that of segment 1.
        assert_eq!(board.update(0, &[(6, 7), (1, 2)]).lost, None);
        assert_eq!(board.update(0, &[]).lost, Some(0));
    }

    #[test]
    fn a_timeout_gives_up_what_is_not_reported_and_the_end_forgets_all() {
        let mut board = FackBoard::default();
        board.update(5, &[(8, 10)]);
        board.give_up(12);
        assert_eq!(board.pipe(12), 0);
        let mut resent = Vec::new();
        while let Some(number) = board.next_lost() {
            board.resend(number, 12);
            resent.push(number);
        }
        assert_eq!(resent, [5, 6, 7, 10, 11]);
        assert_eq!(board.pipe(12), 5);
        board.clear();
        assert_eq!((board.pipe(12), board.forward()), (7, 0));
        // What an ACK repeats is news for the empty board, and only once.
        assert_eq!(board.update(5, &[(8, 10)]).sacked, 2);
        assert_eq!(board.update(5, &[(8, 10)]).sacked, 0);
    }
    impl Board for FackBoard {
        fn update(&mut self, una: u64, blocks: &[(u64, u64)], _: u64) {
            FackBoard::update(self, una, blocks);
        }

        fn resend(&mut self, next: u64) -> Option<u64> {
            let number = self.next_lost()?;
            FackBoard::resend(self, number, next);
            Some(number)
        }
    }

    #[test]
    fn a_window_full_of_holes_is_filled_without_walking_it() {
        hardly_grows(FackBoard::default);
    }
}
