//! Fair queueing: one line per flow, served in turn by bytes (deficit round robin). It drops only
//! when the queue is full.
//!
//! Shreedhar and Varghese 1995; RFC 8290 §4 without CoDel; ecn-and-l4s §6.

use super::lines::RULES;
use super::shared::fair::{self, Fair};
use super::{ChannelFacts, Features};
use crate::catalogue::{Params, Spec};

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "fq",
    name: "Fair queueing",
    summary: "One line per flow, served in turn by bytes. A full queue drops from the longest line.",
    source: "Shreedhar and Varghese, Deficit Round Robin (1995); RFC 8290 §4",
    parameters: &[fair::QUANTUM, fair::BUCKETS, fair::HASH, fair::SALT, fair::DROP_BATCH],
    departures: &["New flows go first, as in FQ-CoDel."],
    rules: &RULES,
};

const FEATURES: Features = Features { has_lines: true, ..Features::NONE };

/// The scheduler, without CoDel.
#[derive(Clone, Debug)]
pub struct Queue(Fair);

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        Queue(Fair::new(params, facts, None))
    }
}

super::shared::fair::forward_to_fair!();
