//! Ties: a packet arrives at the same instant at which a transmission ends. This module decides
//! which of the two comes first.

use super::Transmitter;
use super::channel::Channel;
use crate::ties::Departure;
use crate::units::{Span, Time};

impl Channel {
    /// From now on another order decides which comes first.
    #[inline]
    pub fn order_ties(&mut self) {
        self.ties.is_ordered = true;
        self.transmitter.drop_fractions();
        self.takes_fast_path = false;
    }

    /// Sets whether the next arriving packet comes before a transmission that ends at the same
    /// instant.
    #[inline]
    pub fn let_packet_be_first(&mut self, is_first: bool) {
        self.ties.is_packet_first = is_first;
    }

    /// The transmission that ends at `now`, if one does.
    #[inline]
    pub fn departure_at(&self, now: Time) -> Option<Departure> {
        // Packets that started earlier are still in the list: it is drained only when a packet
        // arrives.
        let (mut passed, mut since) = (0, self.ties.served_since);
        while let Some(waiting) = self.waiting.get(passed).filter(|waiting| waiting.start <= now) {
            if waiting.start == now {
                return Some(Departure { waiting: self.waiting.len() - passed, since });
            }
            (passed, since) = (passed + 1, waiting.start);
        }
        (self.free_at == now).then_some(Departure { waiting: 0, since })
    }

    /// Start of the transmission of a packet that arrives at the far end at `at`, without jitter
    /// and at a constant rate.
    #[inline]
    pub fn began(&self, at: Time, bytes: u16) -> Time {
        let transmission = match &self.transmitter {
            Transmitter::Constant(serializer) => serializer.rate().span_of(u32::from(bytes)),
            Transmitter::Whole(rate) => rate.span_of(u32::from(bytes)),
            _ => Span::ZERO,
        };
        at - self.delay() - transmission
    }

    /// True if the packet that arrives now comes before a transmission that ends at the same
    /// instant.
    pub fn lets_packet_be_first(&self) -> bool {
        self.ties.is_packet_first
    }

    /// True if the packet that arrives at `now` finds the transmitter busy.
    #[inline]
    pub(super) fn is_busy(&self, now: Time) -> bool {
        self.free_at > now || self.ties.is_packet_first && self.free_at == now
    }

    /// When the transmission under way ends, or the last one did.
    #[inline]
    pub fn free_at(&self) -> Time {
        self.free_at
    }
}
