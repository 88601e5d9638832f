//! Which segments are lost, by the order in which segments were sent and arrived.

use super::{Detection, Lost, RackBoard};
use crate::units::{Span, Time};

impl RackBoard {
    /// True if this retransmission is still believed to be in the network.
    fn is_current(&self, (sent, number): (Time, u64)) -> bool {
        let Some(place) = number.checked_sub(self.una) else {
            return false;
        };
        self.segments.get(place as usize).is_some_and(|segment| {
            let waits = segment.is_excused || segment.is_lost && !segment.is_resent;
            segment.sent == sent && !segment.is_sacked && !waits
        })
    }

    /// The segment in flight that was sent first, among those not found lost.
    #[inline]
    fn oldest(&mut self) -> Option<(Time, u64)> {
        let looked = self.looked.max(self.una);
        let skipped = (looked - self.una) as usize;
        let plain = match self.segments.get(skipped) {
            Some(segment) if segment.is_plain() => Some((segment.sent, looked)),
            None => None,
            Some(_) => self.next_plain(skipped),
        };
        if self.resends.is_empty() { plain } else { self.oldest_of(plain) }
    }

    /// The first segment from place `from` on that was sent once and is in flight.
    #[inline(never)]
    fn next_plain(&mut self, from: usize) -> Option<(Time, u64)> {
        let mut rest = self.segments.iter().skip(from);
        let place = from + rest.by_ref().take_while(|segment| !segment.is_plain()).count();
        self.looked = self.una + place as u64;
        Some((self.segments.get(place)?.sent, self.looked))
    }

    /// The older one of `plain` and the oldest retransmission.
    #[inline(never)]
    fn oldest_of(&mut self, plain: Option<(Time, u64)>) -> Option<(Time, u64)> {
        while let Some(&entry) = self.resends.front() {
            if self.is_current(entry) {
                return Some(plain.map_or(entry, |plain| plain.min(entry)));
            }
            self.resends.pop_front();
        }
        plain
    }

    /// True if a segment in flight was sent before one that has arrived. Only then does
    /// [`RackBoard::detect`] find anything.
    #[inline]
    pub fn is_overtaken(&mut self) -> bool {
        self.oldest().is_some_and(|oldest| oldest < self.newest)
    }

    /// Among the overtaken segments in flight that are not found lost, the one that was sent last.
    fn last_overtaken(&self) -> Option<(Time, u64)> {
        let (time, number) = self.newest;
        let before = self.segments.partition_point(|segment| segment.first_sent < time);
        let until = self.segments.partition_point(|segment| segment.first_sent <= time);
        // At one instant the lower number was sent first.
        let end = (number.saturating_sub(self.una) as usize).clamp(before, until);
        let plain = (0..end).rev().find(|place| self.segments[*place].is_plain());
        let plain = plain.map(|place| (self.segments[place].sent, self.una + place as u64));
        let overtaken = self.resends.partition_point(|entry| *entry < self.newest);
        let mut resends = (0..overtaken).rev().map(|place| self.resends[place]);
        plain.max(resends.find(|entry| self.is_current(*entry)))
    }

    /// Marks the segments that are lost at `now`.
    pub fn detect(&mut self, now: Time, reordering_window: Span) -> Detection {
        let mut found = Detection::default();
        let wait = self.rtt + reordering_window;
        while let Some(oldest) = self.oldest() {
            if self.newest <= oldest {
                return found;
            }
            if oldest.0 + wait > now {
                break;
            }
            self.mark(oldest.1, &mut found);
        }
        // The overtaken, not yet lost segment that was sent last decides when to check again.
        found.wait = self.last_overtaken().map(|(sent, _)| (sent + wait).since(now));
        found
    }

    fn mark(&mut self, number: u64, found: &mut Detection) {
        let segment = &mut self.segments[(number - self.una) as usize];
        let lost = Lost { number, sent: segment.sent };
        if segment.is_resent {
            segment.is_resent = false;
            self.resent -= 1;
            found.retransmission.get_or_insert(lost);
        }
        if !segment.is_lost {
            segment.is_lost = true;
            segment.is_excused = false;
            self.lost += 1;
        }
        self.to_resend.insert(number, number + 1);
        found.lost += 1;
        found.first.get_or_insert(lost);
        if let Some(named) = &mut self.named {
            named.push(number);
        }
    }

    /// A timeout: the oldest segment is lost, and so are all that were sent long enough ago (§6.3).
    /// Returns how many are newly lost.
    pub fn give_up(&mut self, now: Time) -> u64 {
        let mut found = Detection::default();
        for place in 0..self.segments.len() {
            let segment = self.segments[place];
            let is_old = place == 0 || segment.sent + self.rtt <= now;
            if is_old && !segment.is_sacked && (!segment.is_lost || segment.is_resent) {
                self.mark(self.una + place as u64, &mut found);
            }
        }
        found.lost
    }

    /// The loss was spurious: no segment is lost. As in Linux (tcp_undo_cwnd_reduction), those that were not
    /// retransmitted are not looked at again, and the retransmissions stay in the network.
    pub fn forgive(&mut self) {
        for segment in self.segments.iter_mut().filter(|segment| segment.is_lost) {
            segment.is_lost = false;
            segment.is_excused = !segment.is_resent;
        }
        self.lost = 0;
        self.to_resend.clear();
    }
}
