//! Access links: a transmitter with room for everything, and a delay. They never drop.

use crate::units::{BitRate, Serializer, Span, Time};

/// One direction of an access link.
#[derive(Clone, Debug)]
pub struct AccessLink {
    serializer: Serializer,
    delay: Span,
    free_at: Time,
    /// No packet arrives before the one in front of it, whatever jitter it drew.
    last_arrival: Time,
}

/// A packet's way over an access link.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    /// Start of its transmission.
    pub start: Time,
    /// End of its transmission.
    pub depart: Time,
    /// Arrival at the other end.
    pub arrive: Time,
}

impl AccessLink {
    /// A link of the given rate and one-way delay.
    pub fn new(rate: BitRate, delay: Span) -> AccessLink {
        AccessLink { serializer: Serializer::new(rate), delay, free_at: Time::ZERO, last_arrival: Time::ZERO }
    }

    /// A packet of `bytes` enters at `now` and is delayed by `jitter` besides.
    #[inline]
    pub fn cross(&mut self, now: Time, bytes: u16, jitter: Span) -> Crossing {
        let start = now.max(self.free_at);
        let depart = start + self.serializer.span_of(u32::from(bytes));
        self.free_at = depart;
        let arrive = (depart + self.delay + jitter).max(self.last_arrival);
        self.last_arrival = arrive;
        Crossing { start, depart, arrive }
    }
}
