//! Channels with jitter: how late each packet is, and where those wait that may be overtaken.

use super::channel::Channel;
use super::{FarEnd, Packet};
use crate::jitter::{Jitter, Jitters};
use crate::rng::Stream;
use crate::setup::ChannelSetup;
use crate::units::{Span, Time};

/// What makes a channel's packets late.
#[derive(Clone, Debug)]
pub(super) struct Late {
    model: Jitter,
    draws: Stream,
    /// When the latest packet so far is delivered.
    latest: Time,
    /// Where packets wait whose order is not that of their transmissions.
    far_end: Option<FarEnd>,
}

impl Late {
    /// What `setup` says of the channel called `name`; nothing where it says that none is late.
    pub fn new(setup: &ChannelSetup, name: &str, seed: u64) -> Option<Box<Late>> {
        let model = Jitter::new(&setup.jitter);
        if setup.jitter.kind == crate::jitter::none::SPEC.id {
            return None;
        }
        let needs_far_end = model.reorders() || model.thins_acks();
        Some(Box::new(Late {
            far_end: needs_far_end.then(|| FarEnd::new(model.thins_acks())),
            model,
            draws: Stream::new(seed, &format!("{name} jitter")),
            latest: Time::ZERO,
        }))
    }
}

/// Whether packets may overtake each other on a channel.
pub fn reorders(setup: &ChannelSetup) -> bool {
    Jitter::new(&setup.jitter).reorders()
}

/// Whether a channel hands packets over one by one at events of its own.
pub fn holds_at_far_end(setup: &ChannelSetup) -> bool {
    let model = Jitter::new(&setup.jitter);
    model.reorders() || model.thins_acks()
}

/// The longest that a packet of a channel is late.
pub fn longest_late(setup: &ChannelSetup) -> Span {
    Jitter::new(&setup.jitter).longest()
}

impl Channel {
    /// When a packet is delivered that would reach the far end at `at`.
    #[inline(never)]
    pub(super) fn late(&mut self, at: Time) -> Time {
        let Some(late) = &mut self.jitter else { return at };
        if at == Time::NEVER {
            return at;
        }
        let at = late.model.hand_over(at, &mut late.draws);
        self.counters.reordered += u64::from(at < late.latest);
        late.latest = late.latest.max(at);
        at
    }

    /// True if it holds packets at its far end, and needs an event for it.
    pub fn has_far_end(&self) -> bool {
        self.jitter.as_ref().is_some_and(|late| late.far_end.is_some())
    }

    /// Takes a packet to its far end, if it has one that holds packets and this one ever comes.
    #[inline]
    pub fn take_to_far_end(&mut self, packet: &Packet) -> bool {
        let far_end = self.jitter.as_mut().and_then(|late| late.far_end.as_mut());
        match far_end.filter(|_| packet.at != Time::NEVER) {
            Some(far_end) => {
                far_end.take(*packet);
                true
            }
            None => false,
        }
    }

    /// When its far end hands over next.
    #[inline]
    pub fn next_handover(&self) -> Time {
        let far_end = self.jitter.as_ref().and_then(|late| late.far_end.as_ref());
        far_end.map_or(Time::NEVER, FarEnd::next)
    }

    /// Packets at its far end.
    pub fn at_far_end(&self) -> u64 {
        let far_end = self.jitter.as_ref().and_then(|late| late.far_end.as_ref());
        far_end.map_or(0, |far_end| far_end.count() as u64)
    }

    /// The packets that its far end hands over at `now`. Give the list back.
    pub fn hand_over(&mut self, now: Time) -> Vec<Packet> {
        let far_end = self.jitter.as_mut().and_then(|late| late.far_end.as_mut());
        let Some(far_end) = far_end else { return Vec::new() };
        let (due, thinned) = far_end.hand_over(now);
        self.counters.thinned += thinned;
        due
    }

    /// Takes back the list of what was delivered.
    pub fn put_back(&mut self, due: Vec<Packet>) {
        if let Some(far_end) = self.jitter.as_mut().and_then(|late| late.far_end.as_mut()) {
            far_end.put_back(due);
        }
    }

    /// How late a packet is at most.
    pub(super) fn longest_late(&self) -> Span {
        self.jitter.as_ref().map_or(Span::ZERO, |late| late.model.longest())
    }

    /// Bytes that its jitter has taken.
    pub(super) fn late_bytes(&self) -> usize {
        self.jitter
            .as_ref()
            .map_or(0, |late| size_of::<Late>() + late.far_end.as_ref().map_or(0, FarEnd::bytes))
    }
}
