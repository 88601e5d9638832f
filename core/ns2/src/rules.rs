//! The decisions that only this crate explains. Their ids follow those of the engine's rules in every
//! run.

use crate::laws::vegas;
use crate::recovery::FORWARD_ACK;
use ackscope_engine::catalogue::{OwnRuleRange, OwnRules, Rule};

/// The lists of rules, each with the algorithm that it belongs to.
const LISTS: [(Option<&str>, &[Rule]); 2] = [(Some(vegas::ID), &vegas::RULES), (None, &FORWARD_ACK)];

/// The places of [`FORWARD_ACK`].
pub const FORWARD_ACK_RANGE: OwnRuleRange =
    OwnRuleRange::of(vegas::RULES.len() as u16, FORWARD_ACK.len() as u16);

/// All of them.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    LISTS.into_iter().flat_map(|(_, rules)| rules)
}

/// The rules of a run's own models before any script adds to them.
pub fn own_rules() -> OwnRules {
    OwnRules::declared(&LISTS)
}
