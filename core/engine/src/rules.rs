//! All rules, with the number by which events refer to them.

use std::sync::OnceLock;

use crate::catalogue::{OwnRules, Rule, RuleTexts, Spec};
use crate::trace::{RuleId, RuleNumbers, RuleRef};
use crate::{cc, delay, jitter, loss, net, queue, tcp};

/// A rule and the model it belongs to; `None` for the machinery that all flows share.
#[derive(Debug)]
pub struct RuleEntry {
    /// The model's id.
    pub model: Option<&'static str>,
    /// The rule.
    pub rule: &'static Rule,
}

/// All rules; an event's rule id is a position in this list.
pub fn rules() -> &'static [RuleEntry] {
    static RULES: OnceLock<Vec<RuleEntry>> = OnceLock::new();
    RULES.get_or_init(|| {
        let shared = tcp::RULES.iter().chain(net::RULES).map(|rule| RuleEntry { model: None, rule });
        let of_models = |registry: &'static [&'static Spec]| {
            registry
                .iter()
                .flat_map(|spec| spec.rules.iter().map(|rule| RuleEntry { model: Some(spec.id), rule }))
        };
        shared
            .chain(of_models(cc::REGISTRY))
            .chain(of_models(queue::REGISTRY))
            .chain(of_models(loss::REGISTRY))
            .chain(of_models(delay::REGISTRY))
            .chain(of_models(jitter::REGISTRY))
            .chain(tcp::quic::RULES.iter().map(|rule| RuleEntry { model: None, rule }))
            .collect()
    })
}

/// The id of a rule in a run.
///
/// # Panics
/// If the rule is in no registry, that is, if a model reports a rule that it does not declare.
pub fn rule_id(rule: RuleRef) -> RuleId {
    let place = match rule {
        RuleRef::BuiltIn(rule) => rules()
            .iter()
            .position(|entry| std::ptr::eq(entry.rule, rule))
            .unwrap_or_else(|| panic!("rule {} is not declared by its model", rule.key)),
        RuleRef::Own(place) => rules().len() + usize::from(place),
    };
    place as RuleId
}

/// How every run numbers its rules.
#[inline]
pub fn rule_numbers() -> RuleNumbers {
    RuleNumbers { built_in: rules().len(), number: rule_id }
}

/// The rules of a run that has these own rules, by id. The built-in rules come first.
pub fn rules_with(own: &OwnRules) -> impl Iterator<Item = RuleTexts<'_>> {
    rules().iter().map(|entry| RuleTexts::of(entry.model, entry.rule)).chain(own.iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::MAX_TERMS;

    #[test]
    fn rules_are_well_formed() {
        let mut keys = std::collections::BTreeSet::new();
        for RuleEntry { rule, .. } in rules() {
            assert!(keys.insert(rule.key), "{} twice", rule.key);
            assert!(rule.terms.len() <= MAX_TERMS, "{}", rule.key);
            assert!(!rule.source.is_empty() && !rule.title.is_empty(), "{}", rule.key);
            for term in rule.terms {
                assert!(
                    rule.formula.contains(&format!("{{{{{}}}}}", term.name)),
                    "{} does not use {}",
                    rule.key,
                    term.name
                );
            }
            let mentioned = rule.formula.matches("{{").count();
            assert!(mentioned >= rule.terms.len(), "{}", rule.key);
            for part in rule.formula.split("{{").skip(1) {
                let name = part.split("}}").next().unwrap_or("");
                assert!(rule.terms.iter().any(|t| t.name == name), "{}: {name} is not a term", rule.key);
            }
        }
    }
}
