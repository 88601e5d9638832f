//! The far end of a channel with jitter: when it delivers each packet.

use super::channel::Channel;
use super::jitter_state::JitterState;
use super::{FarEnd, Packet};
use crate::jitter::Jitters;
use crate::units::{Span, Time};

impl Channel {
    /// Delivery time of a packet that would reach the far end at `at` without jitter.
    #[inline(never)]
    pub(super) fn jittered(&mut self, at: Time) -> Time {
        let Some(jitter) = &mut self.jitter else { return at };
        if at == Time::NEVER {
            return at;
        }
        jitter.model.deliver_at(at, &mut jitter.draws)
    }

    /// True if the channel holds packets at its far end, which needs an event.
    pub fn has_far_end(&self) -> bool {
        self.jitter.as_ref().is_some_and(|jitter| jitter.far_end.is_some())
    }

    /// Gives a packet to the far end. False if no far end holds packets, or if the packet never
    /// arrives.
    #[inline]
    pub fn take_to_far_end(&mut self, packet: &Packet) -> bool {
        let far_end = self.jitter.as_mut().and_then(|jitter| jitter.far_end.as_mut());
        match far_end.filter(|_| packet.at != Time::NEVER) {
            Some(far_end) => {
                far_end.take(*packet);
                true
            }
            None => false,
        }
    }

    /// When the far end delivers the next packet.
    #[inline]
    pub fn next_handover(&self) -> Time {
        let far_end = self.jitter.as_ref().and_then(|jitter| jitter.far_end.as_ref());
        far_end.map_or(Time::NEVER, FarEnd::next)
    }

    /// Packets at its far end.
    pub fn at_far_end(&self) -> u64 {
        let far_end = self.jitter.as_ref().and_then(|jitter| jitter.far_end.as_ref());
        far_end.map_or(0, |far_end| far_end.count() as u64)
    }

    /// The packets that the far end delivers at `now`. The caller returns the list with
    /// [`Channel::put_back`].
    pub fn deliver(&mut self, now: Time) -> Vec<Packet> {
        let far_end = self.jitter.as_mut().and_then(|jitter| jitter.far_end.as_mut());
        let Some(far_end) = far_end else { return Vec::new() };
        let (due, reordered, thinned) = far_end.deliver(now);
        self.counters.reordered += reordered;
        self.counters.thinned += thinned;
        due
    }

    /// Takes back the list of delivered packets.
    pub fn put_back(&mut self, due: Vec<Packet>) {
        if let Some(far_end) = self.jitter.as_mut().and_then(|jitter| jitter.far_end.as_mut()) {
            far_end.put_back(due);
        }
    }

    /// Upper bound of its jitter.
    pub(super) fn longest_jitter(&self) -> Span {
        self.jitter.as_ref().map_or(Span::ZERO, |jitter| jitter.model.longest())
    }

    /// Memory of its jitter, in bytes.
    pub(super) fn late_bytes(&self) -> usize {
        self.jitter
            .as_ref()
            .map_or(0, |jitter| size_of::<JitterState>() + jitter.far_end.as_ref().map_or(0, FarEnd::bytes))
    }
}
