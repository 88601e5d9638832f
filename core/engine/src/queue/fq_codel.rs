//! FQ-CoDel: one line per flow, served in turn by bytes, with CoDel on each line.
//!
//! RFC 8290; ecn-and-l4s §6.

use super::shared::codel::{self, Rules};
use super::shared::fair::{self, Fair};
use super::shared::marking::{CE_THRESHOLD, CE_THRESHOLD_FOR, ECN_ON};
use super::{ChannelFacts, Features};
use crate::catalogue::{Params, Spec};

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "fq-codel",
    name: "FQ-CoDel",
    summary: "One line per flow, served in turn by bytes, with CoDel on each line. Flows that send little go first.",
    source: "RFC 8290; Linux, sch_fq_codel.c",
    parameters: &[
        codel::TARGET,
        codel::INTERVAL,
        fair::QUANTUM,
        fair::BUCKETS,
        fair::HASH,
        fair::SALT,
        fair::DROP_BATCH,
        ECN_ON,
        CE_THRESHOLD,
        CE_THRESHOLD_FOR,
    ],
    departures: &[
        "Every flow has its own line unless hash is `salted`. Linux hashes addresses and ports with a secret.",
        "The capacity is the only limit. There is no memory limit.",
    ],
    rules: &[],
};

const FEATURES: Features =
    Features { has_lines: true, marks_by_default: true, serves_l4s: true, ..Features::NONE };

/// The scheduler with CoDel on its lines.
#[derive(Clone, Debug)]
pub struct Queue(Fair);

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        Queue(Fair::new(params, facts, Some(Rules::new(params))))
    }
}

super::shared::fair::forward_to_fair!();
