//! Aggregation at the receiver (`gro`): its network card waits a moment before it interrupts, and
//! what has come in order until then is one large segment, which gets one ACK (Linux, net/core/gro.c,
//! tcp_gro_receive; `rx-usecs` of ethtool).

use crate::units::{Span, Time};

/// What the card holds.
#[derive(Clone, Copy, Debug)]
pub struct Gro {
    /// Time from the first segment to the interrupt.
    wait: Span,
    /// The largest number of segments that it merges.
    most: u32,
    /// Segments that are held.
    held: u32,
    /// They are marked with Congestion Experienced: one large segment has one mark.
    marked: bool,
    /// When the card interrupts, and TCP receives them.
    due: Time,
}

impl Gro {
    /// Nothing is held.
    pub fn new(wait: Span, most: u32) -> Gro {
        Gro { wait, most, held: 0, marked: false, due: Time::NEVER }
    }

    /// A segment arrives. True if it cannot join what is held.
    pub fn meets_other(&mut self, in_order: bool, marked: bool) -> bool {
        let is_other = self.held > 0 && (!in_order || self.marked != marked);
        self.marked = marked;
        is_other
    }

    /// Holds a segment in order. Returns when the card interrupts; `None` means now, since the large
    /// segment is full.
    pub fn hold(&mut self, now: Time) -> Option<Time> {
        if self.held == 0 {
            self.due = now + self.wait;
        }
        self.held += 1;
        (self.held < self.most).then_some(self.due)
    }

    /// True if the card interrupts.
    pub fn is_due(&self, now: Time) -> bool {
        self.due <= now
    }

    /// The number of segments that are held; from now on none is.
    pub fn deliver(&mut self) -> u32 {
        self.due = Time::NEVER;
        std::mem::take(&mut self.held)
    }
}
