//! Channels with jitter: how late each packet is, and the far end that holds packets which may be
//! overtaken.

use super::FarEnd;
use crate::jitter::{Jitter, Jitters};
use crate::rng::Stream;
use crate::setup::ChannelSetup;
use crate::units::Span;

/// The jitter of a channel.
#[derive(Clone, Debug)]
pub(super) struct JitterState {
    pub model: Jitter,
    pub draws: Stream,
    /// Holds packets until they are due, if packets may overtake each other or ACKs are thinned.
    pub far_end: Option<FarEnd>,
}

impl JitterState {
    /// The jitter of the channel called `name` with `setup`; `None` without jitter.
    pub fn new(setup: &ChannelSetup, name: &str, seed: u64) -> Option<Box<JitterState>> {
        let model = Jitter::new(&setup.jitter);
        if setup.jitter.kind == crate::jitter::none::SPEC.id {
            return None;
        }
        let needs_far_end = model.reorders() || model.thins_acks();
        Some(Box::new(JitterState {
            far_end: needs_far_end.then(|| FarEnd::new(model.thins_acks())),
            model,
            draws: Stream::new(seed, &format!("{name} jitter")),
        }))
    }
}

/// Whether packets may overtake each other on a channel.
pub fn reorders(setup: &ChannelSetup) -> bool {
    Jitter::new(&setup.jitter).reorders()
}

/// Whether a channel holds packets at its far end, which has its own events.
pub fn holds_at_far_end(setup: &ChannelSetup) -> bool {
    let model = Jitter::new(&setup.jitter);
    model.reorders() || model.thins_acks()
}

/// Upper bound of the jitter of a channel.
pub fn longest_jitter(setup: &ChannelSetup) -> Span {
    Jitter::new(&setup.jitter).longest()
}
