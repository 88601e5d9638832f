//! Rules of models that are not built in. Their ids follow those of the built-in rules: first the rules
//! that another crate declares, then those of models made while the program runs, which own their texts.

use std::sync::Arc;

use super::{Rule, RuleKind};

/// A rule of a model that is made at run time; see [`Rule`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRule {
    /// Stable key, `<model>.<decision>`.
    pub key: String,
    /// What the decision is about.
    pub kind: RuleKind,
    /// What happened, in a short sentence.
    pub title: String,
    /// The equation in LaTeX; each quantity is written as its term's name in doubled braces.
    pub formula: String,
    /// The quantities that the decision used, in the order in which an event carries their values.
    pub terms: Vec<OwnTerm>,
    pub source: String,
}

/// A quantity of an [`OwnRule`]; see [`super::Term`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnTerm {
    /// The name used in the rule's formula.
    pub name: String,
    /// Its symbol in LaTeX.
    pub symbol: String,
    /// Its unit: `segments`, `s`, `bit/s`, `segments/s` or empty.
    pub unit: String,
    pub help: String,
}

/// The rules of a run's models that are not built in: first those of another crate, then those of the
/// models made at run time, in the order of registration.
///
/// Lanes whose events are shown together share one list, so that a rule has the same id in all of
/// them.
#[derive(Clone, Debug, Default)]
pub struct OwnRules(Vec<(Option<Arc<str>>, ModelRules)>);

#[derive(Clone, Debug)]
enum ModelRules {
    Declared(&'static [Rule]),
    Made(Arc<[OwnRule]>),
}

impl ModelRules {
    fn len(&self) -> usize {
        match self {
            ModelRules::Declared(rules) => rules.len(),
            ModelRules::Made(rules) => rules.len(),
        }
    }

    fn texts<'a>(&'a self, model: Option<&'a str>, place: usize) -> RuleTexts<'a> {
        match self {
            ModelRules::Declared(rules) => RuleTexts::of(model, &rules[place]),
            ModelRules::Made(rules) => RuleTexts::of_own(model, &rules[place]),
        }
    }
}

/// The range of the rules of one model in an [`OwnRules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnRuleRange {
    first: u16,
    count: u16,
}

impl OwnRuleRange {
    /// No rules.
    pub const NONE: OwnRuleRange = OwnRuleRange::of(0, 0);

    /// `count` rules from number `first` on.
    pub const fn of(first: u16, count: u16) -> OwnRuleRange {
        OwnRuleRange { first, count }
    }

    /// The index of the model's rule number `index` among all rules of the run's own models.
    ///
    /// # Panics
    /// If the model has no such rule, that is, if it reports a rule that it does not declare.
    pub fn place(self, index: usize) -> u16 {
        assert!(
            index < usize::from(self.count),
            "rule {index} is not declared: the model has {}",
            self.count
        );
        self.first + index as u16
    }
}

impl OwnRules {
    /// The rules that another crate declares, each list with its model, if it belongs to one.
    #[inline]
    pub fn declared(lists: &[(Option<&str>, &'static [Rule])]) -> OwnRules {
        let with_owner =
            |&(model, rules): &(Option<&str>, _)| (model.map(Arc::from), ModelRules::Declared(rules));
        OwnRules(lists.iter().map(with_owner).collect())
    }

    /// Adds the rules of `model`.
    pub fn register(&mut self, model: Arc<str>, rules: Arc<[OwnRule]>) -> OwnRuleRange {
        let range = OwnRuleRange { first: self.len() as u16, count: rules.len() as u16 };
        self.0.push((Some(model), ModelRules::Made(rules)));
        range
    }

    /// The number of rules.
    pub fn len(&self) -> usize {
        self.0.iter().map(|(_, rules)| rules.len()).sum()
    }

    /// True if there are no rules.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All rules, each with the name of its model.
    pub fn iter(&self) -> impl Iterator<Item = RuleTexts<'_>> {
        self.0
            .iter()
            .flat_map(|(model, rules)| (0..rules.len()).map(|place| rules.texts(model.as_deref(), place)))
    }
}

/// The texts of a rule, whether it is built in or made at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleTexts<'a> {
    /// The model's id or name; `None` for the machinery that all flows share.
    pub model: Option<&'a str>,
    /// See [`Rule::key`].
    pub key: &'a str,
    /// See [`Rule::kind`].
    pub kind: RuleKind,
    /// See [`Rule::title`].
    pub title: &'a str,
    /// See [`Rule::formula`].
    pub formula: &'a str,
    /// See [`Rule::terms`].
    pub terms: Vec<TermTexts<'a>>,
    /// See [`Rule::source`].
    pub source: &'a str,
}

/// The texts of a term of a rule; see [`super::Term`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermTexts<'a> {
    /// The name used in the rule's formula.
    pub name: &'a str,
    /// Its symbol in LaTeX.
    pub symbol: &'a str,
    pub unit: &'a str,
    pub help: &'a str,
}

impl<'a> RuleTexts<'a> {
    /// The texts of a built-in rule.
    pub fn of(model: Option<&'a str>, rule: &'a Rule) -> RuleTexts<'a> {
        let terms = rule.terms.iter().map(|term| TermTexts {
            name: term.name,
            symbol: term.symbol,
            unit: term.unit,
            help: term.help,
        });
        RuleTexts {
            model,
            key: rule.key,
            kind: rule.kind,
            title: rule.title,
            formula: rule.formula,
            terms: terms.collect(),
            source: rule.source,
        }
    }

    fn of_own(model: Option<&'a str>, rule: &'a OwnRule) -> RuleTexts<'a> {
        let terms = rule.terms.iter().map(|term| TermTexts {
            name: &term.name,
            symbol: &term.symbol,
            unit: &term.unit,
            help: &term.help,
        });
        RuleTexts {
            model,
            key: &rule.key,
            kind: rule.kind,
            title: &rule.title,
            formula: &rule.formula,
            terms: terms.collect(),
            source: &rule.source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(key: &str) -> OwnRule {
        OwnRule {
            key: key.to_owned(),
            kind: RuleKind::Decision,
            title: format!("Title of {key}."),
            formula: "{{a}}".to_owned(),
            terms: vec![OwnTerm {
                name: "a".to_owned(),
                symbol: "a".to_owned(),
                unit: String::new(),
                help: String::new(),
            }],
            source: "a test".to_owned(),
        }
    }

    #[test]
    fn rules_stand_in_the_order_of_registration() {
        let mut own = OwnRules::default();
        let first = own.register("one".into(), vec![rule("one.a"), rule("one.b")].into());
        let second = own.register("two".into(), vec![rule("two.a")].into());
        assert_eq!([first.place(0), first.place(1), second.place(0)], [0, 1, 2]);
        let all: Vec<_> = own.iter().map(|texts| (texts.model, texts.key.to_owned())).collect();
        let expected = [("one", "one.a"), ("one", "one.b"), ("two", "two.a")];
        assert_eq!(all, expected.map(|(model, key)| (Some(model), key.to_owned())));
        assert_eq!(own.iter().nth(2).map(|texts| texts.terms[0].name), Some("a"));
    }

    #[test]
    #[should_panic(expected = "rule 1 is not declared: the model has 1")]
    fn a_model_says_no_rule_of_another_one() {
        let mut own = OwnRules::default();
        let first = own.register("one".into(), vec![rule("one.a")].into());
        own.register("two".into(), vec![rule("two.a")].into());
        first.place(1);
    }
}
