//! The decisions that only this crate explains. Their ids follow those of the engine's rules in every
//! run.

use crate::laws::vegas;
use crate::recovery::FORWARD_ACK;
use ackscope_engine::catalogue::{OwnRules, Rule};

/// The lists of rules, each with the algorithm that it belongs to. A list's place is also written where its
/// rules are declared: [`vegas::RANGE`], and a recovery's behind that.
const LISTS: [(Option<&str>, &[Rule]); 2] = [(Some(vegas::ID), &vegas::RULES), (None, &FORWARD_ACK)];

pub fn rules() -> impl Iterator<Item = &'static Rule> {
    LISTS.into_iter().flat_map(|(_, rules)| rules)
}

/// The rules of a run's own models before any script adds to them.
pub fn own_rules() -> OwnRules {
    OwnRules::declared(&LISTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recovery::FORWARD_ACK_RANGE;

    #[test]
    fn each_list_is_where_its_decisions_say() {
        let keys: Vec<&str> = rules().map(|rule| rule.key).collect();
        assert_eq!(keys[usize::from(vegas::RANGE.place(0))], vegas::RULES[0].key);
        assert_eq!(keys[usize::from(FORWARD_ACK_RANGE.place(0))], FORWARD_ACK[0].key);
    }
}
