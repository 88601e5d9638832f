//! Discrete events: each tells which rule was applied, where, when, and with which values.

use crate::catalogue::{OwnRuleRange, Rule};
use crate::units::Time;

/// Index of a rule in the run's list: first the built-in rules, then those of the run's own models.
pub type RuleId = u16;

/// How a run numbers rules. The list of all rules stands above the models that declare them, and a run
/// knows it.
#[derive(Clone, Copy, Debug)]
pub struct RuleNumbers {
    /// How many rules are built in.
    pub built_in: usize,
    pub number: fn(RuleRef) -> RuleId,
}

/// The largest number of quantities in an event.
pub const MAX_TERMS: usize = 8;

/// Set in [`Event::source`] if the event happened on a channel and not in a flow.
pub const CHANNEL_SOURCE: u32 = 0x8000_0000;

#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// When it happened.
    pub time: Time,
    /// The rule that was applied.
    pub rule: RuleId,
    /// The flow's index, or [`CHANNEL_SOURCE`] plus the channel's (2·hop, plus 1 for backward).
    pub source: u32,
    /// Values of the rule's terms, in the rule's order; unused entries are NaN.
    pub terms: [f64; MAX_TERMS],
}

/// The events of a run: for each rule the first ones up to a limit, and the total number.
#[derive(Clone, Debug)]
pub struct EventLog {
    pub(super) rules: RuleNumbers,
    events: Vec<Event>,
    counts: Vec<u64>,
    cap_per_rule: u64,
    cap: usize,
}

impl EventLog {
    /// A log that keeps at most `cap_per_rule` events per rule and `cap` events in total.
    pub fn new(rules: RuleNumbers, cap_per_rule: u64, cap: usize) -> EventLog {
        EventLog { rules, events: Vec::new(), counts: vec![0; rules.built_in], cap_per_rule, cap }
    }

    /// Bytes of memory that it has allocated.
    pub fn bytes(&self) -> usize {
        self.events.capacity() * size_of::<Event>() + self.counts.capacity() * size_of::<u64>()
    }

    /// Bytes of the events if each rule is applied `times` as often.
    pub fn bytes_after(&self, times: f64) -> f64 {
        let most = self.cap_per_rule as f64;
        let kept: f64 = self.counts.iter().map(|count| (*count as f64 * times).min(most)).sum();
        kept.min(self.cap as f64) * size_of::<Event>() as f64
    }

    /// Adds an event; if a limit is reached, only counts it.
    pub fn add(&mut self, event: Event) {
        let place = usize::from(event.rule);
        if place >= self.counts.len() {
            // A rule of one of the run's own models.
            self.counts.resize(place + 1, 0);
        }
        let count = &mut self.counts[place];
        *count += 1;
        if *count <= self.cap_per_rule && self.events.len() < self.cap {
            self.events.push(event);
        }
    }

    /// The kept events, in order of time.
    pub fn kept(&self) -> &[Event] {
        &self.events
    }

    /// The number of applications of each rule, whether kept or not, by rule id. The list contains
    /// at least the built-in rules.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}

/// Identifies the rule that a decision applied.
#[derive(Clone, Copy, Debug)]
pub enum RuleRef {
    BuiltIn(&'static Rule),
    /// A rule of a model made at run time, by its index among the rules of all such models of the
    /// run.
    Own(u16),
}

impl RuleRef {
    /// The rule, if it is built in.
    pub fn built_in(self) -> Option<&'static Rule> {
        match self {
            RuleRef::BuiltIn(rule) => Some(rule),
            RuleRef::Own(_) => None,
        }
    }
}

/// One decision: a rule and the values of its terms.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    pub rule: RuleRef,
    /// The values in the order of its terms; unused entries are NaN.
    pub terms: [f64; MAX_TERMS],
    count: u8,
}

impl Decision {
    fn new(rule: RuleRef, values: &[f64]) -> Decision {
        let mut terms = [f64::NAN; MAX_TERMS];
        for (place, value) in terms.iter_mut().zip(values) {
            *place = *value;
        }
        Decision { rule, terms, count: values.len().min(MAX_TERMS) as u8 }
    }

    /// The values of the rule's terms.
    pub fn values(&self) -> &[f64] {
        &self.terms[..usize::from(self.count)]
    }
}

/// Log in which an algorithm or the sender reports its decisions.
#[derive(Clone, Debug)]
pub struct Decisions {
    said: Vec<Decision>,
    /// The rules of the model made at run time that is reporting now.
    own: OwnRuleRange,
}

impl Default for Decisions {
    fn default() -> Decisions {
        Decisions { said: Vec::new(), own: OwnRuleRange::NONE }
    }
}

impl Decisions {
    /// Reports that `rule` was applied with these `values`, in the order of its terms.
    ///
    /// # Panics
    /// In debug builds, if the number of values is not that of the rule's terms.
    pub fn say(&mut self, rule: &'static Rule, values: &[f64]) {
        debug_assert_eq!(values.len(), rule.terms.len(), "{}", rule.key);
        self.said.push(Decision::new(RuleRef::BuiltIn(rule), values));
    }

    /// Reports that rule number `index` of a model made at run time was applied with these
    /// `values`, in the order of its terms.
    ///
    /// # Panics
    /// If the reporting model has not declared such a rule.
    pub fn say_own(&mut self, index: usize, values: &[f64]) {
        self.said.push(Decision::new(RuleRef::Own(self.own.place(index)), values));
    }

    /// The same log. From now on, [`Decisions::say_own`] refers to the model with these rules.
    #[must_use]
    pub fn of(&mut self, own: OwnRuleRange) -> &mut Decisions {
        self.own = own;
        self
    }

    /// Adds a decision that was reported elsewhere.
    pub fn repeat(&mut self, decision: Decision) {
        self.said.push(decision);
    }

    /// True if there are no decisions.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.said.is_empty()
    }

    /// How many decisions there are.
    pub fn len(&self) -> usize {
        self.said.len()
    }

    /// Removes all decisions but the first `len`: what they say does not happen.
    pub fn take_back(&mut self, len: usize) {
        self.said.truncate(len);
    }

    /// Removes and returns all decisions.
    pub fn drain(&mut self) -> impl Iterator<Item = Decision> + '_ {
        self.said.drain(..)
    }

    /// All decisions, without removing them.
    pub fn iter(&self) -> impl Iterator<Item = &Decision> + '_ {
        self.said.iter()
    }

    /// The decisions by built-in rules, without removing them: their keys and values.
    pub fn keys(&self) -> impl Iterator<Item = (&'static str, &[f64; MAX_TERMS])> + '_ {
        self.said.iter().filter_map(|said| said.rule.built_in().map(|rule| (rule.key, &said.terms)))
    }
}
