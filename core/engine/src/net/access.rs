//! Access links: a transmitter with an unlimited buffer, and a delay. They never drop.

use crate::units::{Carry, Span, Time, WireTimes};

/// One direction of an access link.
#[derive(Clone, Debug)]
pub struct AccessLink {
    carry: Carry,
    delay: Span,
    free_at: Time,
    /// Arrival of the last packet. The next one does not arrive earlier, whatever its jitter.
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
    /// A link of the given one-way delay.
    #[inline]
    pub fn new(delay: Span) -> AccessLink {
        AccessLink { carry: Carry::default(), delay, free_at: Time::ZERO, last_arrival: Time::ZERO }
    }

    /// Its one-way delay.
    #[inline]
    pub fn delay(&self) -> Span {
        self.delay
    }

    /// Start of the transmission of a packet that arrives at `at` without jitter.
    #[inline]
    pub fn began(&self, at: Time, bytes: u16, times: &WireTimes) -> Time {
        at - self.delay - times.rate().span_of(u32::from(bytes))
    }

    /// A packet of `bytes` enters at `now` and has an additional delay of `jitter`. `times` are the
    /// transmission times at the link's rate, which the links of a flow share.
    #[inline]
    pub fn cross(&mut self, now: Time, bytes: u16, jitter: Span, times: &mut WireTimes) -> Crossing {
        let start = now.max(self.free_at);
        let depart = start + self.carry.span_of(u32::from(bytes), times);
        self.free_at = depart;
        let arrive = (depart + self.delay + jitter).max(self.last_arrival);
        self.last_arrival = arrive;
        Crossing { start, depart, arrive }
    }
}
