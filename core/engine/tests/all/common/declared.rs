//! What a scenario may name: the engine's algorithms and rules, with those that `ackscope-ns2` adds.

use ackscope_engine::catalogue::Rule;
use ackscope_engine::rules;
use ackscope_engine::trace::RuleId;

pub use ackscope_ns2::{algorithms, recovery};

/// The declared rule with this id; `None` for a rule of a run's own script.
pub fn rule(id: RuleId) -> Option<&'static Rule> {
    let place = usize::from(id);
    let added = || ackscope_ns2::rules().nth(place - rules().len());
    rules().get(place).map(|entry| entry.rule).or_else(added)
}

/// The number of declared rules. The ids of a run's own scripts follow.
pub fn count() -> usize {
    rules().len() + ackscope_ns2::rules().count()
}
