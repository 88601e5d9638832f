//! Which packets a QUIC receiver acknowledges, and when (quic §5; RFC 9000 §13.2; draft-ietf-quic-ack-frequency §6).

use crate::tcp::options::QuicSetup;
use crate::tcp::state::MarkReport;
use crate::units::{Span, Time};

/// The most ranges of packet numbers that an ACK frame has.
pub const MAX_RANGES: usize = 32;

/// An ACK frame.
#[derive(Clone, Copy, Debug)]
pub struct AckFrame<'a> {
    /// Ranges of received packet numbers, half-open, the newest first.
    pub ranges: &'a [(u64, u64)],
    /// Time from the arrival of the largest one to this ACK.
    pub delay: Span,
    /// The count of marked packets.
    pub marks: MarkReport,
}

/// The packets that a QUIC receiver has, and the ACK that it owes.
#[derive(Clone, Debug)]
pub struct AckPolicy {
    setup: QuicSetup,
    /// Ranges of received numbers, half-open, the newest first: the newest 32.
    ranges: Vec<(u64, u64)>,
    largest_at: Time,
    /// Packets that no ACK has reported yet.
    unacked: u32,
    /// One past the largest number that an ACK has reported.
    told: u64,
}

impl AckPolicy {
    /// Nothing has arrived.
    pub fn new(setup: QuicSetup) -> AckPolicy {
        AckPolicy {
            setup,
            ranges: Vec::with_capacity(MAX_RANGES + 1),
            largest_at: Time::ZERO,
            unacked: 0,
            told: 0,
        }
    }

    /// The received numbers, half-open, the newest first.
    pub fn ranges(&self) -> &[(u64, u64)] {
        &self.ranges
    }

    /// One past the largest number received.
    pub fn end(&self) -> u64 {
        self.ranges.first().map_or(0, |range| range.1)
    }

    /// How long the largest packet has waited for an ACK that goes out at `now`.
    pub fn delay(&self, now: Time) -> Span {
        now.since(self.largest_at)
    }

    /// Memory of its list, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<AckPolicy>() + self.ranges.capacity() * size_of::<(u64, u64)>()
    }

    /// Packet `number` arrives. Returns when its ACK is due at the latest; `None`: now.
    pub fn on_packet(&mut self, number: u64, now: Time) -> Option<Time> {
        let is_newest = number >= self.end();
        if is_newest {
            self.largest_at = now;
        }
        self.insert(number);
        self.unacked += 1;
        let threshold = self.setup.reordering_threshold;
        // With a threshold of one, a packet that fills a hole is acknowledged at once, too (RFC 9000 §13.2.1).
        let is_out_of_order = threshold == 1 && !is_newest || threshold > 0 && self.shows_loss(threshold);
        let is_due = is_out_of_order || self.unacked >= self.setup.ack_every;
        (!is_due).then(|| now + self.setup.max_ack_delay)
    }

    /// True if the largest number is at least `threshold` above the smallest missing one that no ACK has made known
    /// (draft-ietf-quic-ack-frequency §6.2).
    fn shows_loss(&self, threshold: u64) -> bool {
        let largest = self.end() - 1;
        // What lies `threshold` below the largest number that an ACK has reported, its sender knows to be lost.
        let mut missing = self.told.saturating_sub(threshold);
        for &(start, end) in self.ranges.iter().rev() {
            if (start..end).contains(&missing) {
                missing = end;
            }
        }
        missing < largest && largest - missing >= threshold
    }

    fn insert(&mut self, number: u64) {
        // The first range that begins at or below the number.
        let place = self.ranges.iter().position(|range| range.0 <= number).unwrap_or(self.ranges.len());
        let joins_older = self.ranges.get(place).is_some_and(|range| range.1 >= number);
        if joins_older && self.ranges[place].1 > number {
            return;
        }
        let joins_newer = place > 0 && self.ranges[place - 1].0 == number + 1;
        match (joins_older, joins_newer) {
            (true, true) => {
                self.ranges[place - 1].0 = self.ranges[place].0;
                self.ranges.remove(place);
            }
            (true, false) => self.ranges[place].1 = number + 1,
            (false, true) => self.ranges[place - 1].0 = number,
            (false, false) => {
                self.ranges.insert(place, (number, number + 1));
                self.ranges.truncate(MAX_RANGES);
            }
        }
    }

    /// The ACK goes out.
    pub fn acknowledge(&mut self) {
        self.unacked = 0;
        self.told = self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The packets of `arrivals`, one per millisecond, that are acknowledged at once, and the ranges at the end.
    fn at_once(setup: QuicSetup, arrivals: &[u64]) -> (Vec<u64>, Vec<(u64, u64)>) {
        let mut policy = AckPolicy::new(setup);
        let mut acked = Vec::new();
        for (step, &number) in arrivals.iter().enumerate() {
            let now = Time::ZERO + Span::from_millis(step as u64);
            match policy.on_packet(number, now) {
                None => {
                    acked.push(number);
                    policy.acknowledge();
                }
                Some(due) => assert_eq!(due, now + setup.max_ack_delay),
            }
        }
        (acked, policy.ranges)
    }

    /// quic C9; draft-ietf-quic-ack-frequency §6.2.1, table 1.
    #[test]
    fn a_reordering_threshold_of_three_reports_a_gap_three_packets_later() {
        let setup = QuicSetup { reordering_threshold: 3, ack_every: 1000, ..QuicSetup::RFC };
        let (acked, ranges) = at_once(setup, &[0, 1, 3, 4, 5, 8, 9, 10]);
        assert_eq!(acked, [5, 9, 10]);
        assert_eq!(ranges, [(8, 11), (3, 6), (0, 2)]);
    }

    /// RFC 9000 §13.2.1 and §13.2.2: every second packet, one after a gap, one that fills it.
    #[test]
    fn every_second_packet_and_each_out_of_order_is_acknowledged() {
        assert_eq!(at_once(QuicSetup::RFC, &[0, 1, 2, 3, 4]).0, [1, 3]);
        // 5 comes after a gap, 6 and 7 are a pair, 4 fills the gap.
        assert_eq!(at_once(QuicSetup::RFC, &[0, 1, 2, 3, 5, 6, 7, 4, 8, 9]).0, [1, 3, 5, 7, 4, 9]);
        // A threshold of zero: only every second packet.
        let never = QuicSetup { reordering_threshold: 0, ..QuicSetup::RFC };
        assert_eq!(at_once(never, &[0, 1, 3, 4, 2, 5]).0, [1, 4, 5]);
    }

    #[test]
    fn the_newest_32_ranges_are_kept_and_holes_close() {
        let odd: Vec<u64> = (0..40).map(|k| 2 * k + 1).collect();
        let ranges = at_once(QuicSetup::RFC, &odd).1;
        assert_eq!((ranges.len(), ranges[0], ranges[31]), (32, (79, 80), (17, 18)));
        // Older than all that is kept: it is forgotten again.
        let mut late = odd.clone();
        late.push(2);
        assert_eq!(at_once(QuicSetup::RFC, &late).1, ranges);
        let mut filled = odd;
        filled.extend((0..40).map(|k| 2 * k));
        assert_eq!(at_once(QuicSetup::RFC, &filled).1[0], (16, 80));
        assert_eq!(at_once(QuicSetup::RFC, &[0, 0, 1, 1]).1, [(0, 2)]);
    }
}
