//! Discrete events: each says which rule was applied, where, when, and with which numbers.

use crate::catalogue::Rule;
use crate::units::Time;

/// Position of a rule in [`crate::rules`].
pub type RuleId = u16;

/// The most quantities an event carries.
pub const MAX_TERMS: usize = 8;

/// Set in [`Event::source`] if the event happened on a channel and not in a flow.
pub const CHANNEL_SOURCE: u32 = 0x8000_0000;

/// One event.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// When it happened.
    pub time: Time,
    /// Which rule it applied.
    pub rule: RuleId,
    /// The flow's index, or [`CHANNEL_SOURCE`] plus the channel's (2·hop, plus 1 for backward).
    pub source: u32,
    /// Values of the rule's terms, in its order; unused places are NaN.
    pub terms: [f64; MAX_TERMS],
}

/// The events of a run: for each rule the first few thousand, and the number of all.
#[derive(Clone, Debug)]
pub struct EventLog {
    events: Vec<Event>,
    counts: Vec<u64>,
    cap_per_rule: u64,
    cap: usize,
}

impl EventLog {
    /// A log that keeps at most `cap_per_rule` events of each rule and `cap` of all.
    pub fn new(cap_per_rule: u64, cap: usize) -> EventLog {
        EventLog { events: Vec::new(), counts: vec![0; crate::rules().len()], cap_per_rule, cap }
    }

    /// Bytes it has taken.
    pub fn bytes(&self) -> usize {
        self.events.capacity() * size_of::<Event>() + self.counts.capacity() * size_of::<u64>()
    }

    /// Adds an event, or only counts it where the cap is reached.
    pub fn add(&mut self, event: Event) {
        let count = &mut self.counts[usize::from(event.rule)];
        *count += 1;
        if *count <= self.cap_per_rule && self.events.len() < self.cap {
            self.events.push(event);
        }
    }

    /// The kept events, in the order of time.
    pub fn kept(&self) -> &[Event] {
        &self.events
    }

    /// How often each rule was applied, kept or not, by rule id.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}

/// Where an algorithm or the sender explains what it has just decided.
#[derive(Clone, Debug, Default)]
pub struct Decisions(Vec<(&'static Rule, [f64; MAX_TERMS])>);

impl Decisions {
    /// Says that `rule` was applied with these `values`, in the order of its terms.
    ///
    /// # Panics
    /// In debug builds, if the number of values is not that of the rule's terms.
    pub fn say(&mut self, rule: &'static Rule, values: &[f64]) {
        debug_assert_eq!(values.len(), rule.terms.len(), "{}", rule.key);
        let mut terms = [f64::NAN; MAX_TERMS];
        for (place, value) in terms.iter_mut().zip(values) {
            *place = *value;
        }
        self.0.push((rule, terms));
    }

    /// True if nothing was decided.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes what was decided.
    pub fn drain(&mut self) -> impl Iterator<Item = (&'static Rule, [f64; MAX_TERMS])> + '_ {
        self.0.drain(..)
    }

    /// What was decided, rules and values, without taking it.
    pub fn decisions(&self) -> impl Iterator<Item = (&'static Rule, [f64; MAX_TERMS])> + '_ {
        self.0.iter().copied()
    }

    /// What was decided, without taking it.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &[f64; MAX_TERMS])> + '_ {
        self.0.iter().map(|(rule, terms)| (rule.key, terms))
    }
}
