//! Algorithms that are not built in: made while the program runs, by a user's script or by a test, or
//! brought by another crate. They implement the same trait as the built-in ones. Nothing of them is
//! global: they are freed with the runs that use them.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;

use super::{Ack, CongestionControl, Connection, Controller, Needs, Notice, Round, Window};
use crate::catalogue::{OwnRule, OwnRuleRange, OwnRules};
use crate::trace::{Decisions, ShownStates};

/// Makes an algorithm at run time, one for each connection.
pub trait AlgorithmSource: Debug + Send + Sync {
    /// The name for display.
    fn name(&self) -> &str;

    /// Its id in scenarios and results.
    fn id(&self) -> &str {
        self.name()
    }

    /// Bytes per connection, in addition to those that every connection needs.
    fn bytes(&self) -> usize {
        0
    }

    /// Upper bound of its computation per ACK, in units of the time per packet.
    fn packets_per_ack(&self) -> f64 {
        0.0
    }

    /// True if it leaves the windows after a loss to New Reno's rule.
    fn cuts_as_newreno(&self) -> bool {
        false
    }

    /// The rules of its decisions. The algorithm refers to a rule by its index in this list:
    /// [`Decisions::say_own`].
    fn rules(&self) -> Arc<[OwnRule]>;

    /// The states that it asks to plot. Their values are [`CongestionControl::estimate`] and
    /// [`CongestionControl::shown`].
    fn shown(&self) -> ShownStates {
        ShownStates::default()
    }

    /// An algorithm for a new connection.
    fn algorithm(&self) -> Box<dyn OwnAlgorithm>;
}

/// An algorithm as an object. Every congestion control that can be cloned is one. A clone continues
/// from the same state, because checkpoints are clones.
pub trait OwnAlgorithm: CongestionControl + Any + Send + Sync {
    /// A copy in the same state.
    fn copy(&self) -> Box<dyn OwnAlgorithm>;
}

impl<T: CongestionControl + Clone + Send + Sync + 'static> OwnAlgorithm for T {
    fn copy(&self) -> Box<dyn OwnAlgorithm> {
        Box::new(self.clone())
    }
}

/// An algorithm that is registered with a run. The setup of a flow contains it.
#[derive(Clone, Debug)]
pub struct RegisteredAlgorithm {
    source: Arc<dyn AlgorithmSource>,
    rules: OwnRuleRange,
}

impl RegisteredAlgorithm {
    /// Registers the rules of `source` in `rules`.
    pub fn new(source: Arc<dyn AlgorithmSource>, rules: &mut OwnRules) -> RegisteredAlgorithm {
        let range = rules.register(source.id().into(), source.rules());
        RegisteredAlgorithm { source, rules: range }
    }

    /// The same algorithm with other parameters. It keeps the registered rules.
    #[must_use]
    pub fn with(&self, source: Arc<dyn AlgorithmSource>) -> RegisteredAlgorithm {
        RegisteredAlgorithm { source, rules: self.rules }
    }

    /// The name for display.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// True if both have the same source.
    pub fn is(&self, other: &RegisteredAlgorithm) -> bool {
        Arc::ptr_eq(&self.source, &other.source)
    }

    /// See [`AlgorithmSource::id`].
    pub fn id(&self) -> &str {
        self.source.id()
    }

    /// See [`AlgorithmSource::bytes`].
    pub fn bytes(&self) -> usize {
        self.source.bytes()
    }

    /// See [`AlgorithmSource::packets_per_ack`].
    pub fn packets_per_ack(&self) -> f64 {
        self.source.packets_per_ack()
    }

    /// See [`AlgorithmSource::shown`].
    pub fn shown(&self) -> ShownStates {
        self.source.shown()
    }

    /// An algorithm for a new connection.
    pub fn controller(&self) -> Controller {
        let cuts_as_newreno = self.source.cuts_as_newreno();
        Controller::Own(Box::new(Own { cuts_as_newreno, ..Own::new(self.source.algorithm(), self.rules) }))
    }
}

/// An algorithm that is not built in, in use in a connection.
pub struct Own {
    algorithm: Box<dyn OwnAlgorithm>,
    rules: OwnRuleRange,
    cuts_as_newreno: bool,
}

/// No `Debug` of the trait objects: their vtables would keep every algorithm's format strings.
impl Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Own")
    }
}

impl Own {
    /// This algorithm, whose own decisions follow these rules.
    pub fn new(algorithm: Box<dyn OwnAlgorithm>, rules: OwnRuleRange) -> Own {
        Own { algorithm, rules, cuts_as_newreno: false }
    }

    /// The algorithm as what it is to the crate that brings it.
    #[inline]
    pub fn as_any(&mut self) -> &mut dyn Any {
        &mut *self.algorithm
    }

    /// See [`AlgorithmSource::cuts_as_newreno`].
    #[inline]
    pub fn cuts_as_newreno(&self) -> bool {
        self.cuts_as_newreno
    }
}

impl Clone for Own {
    fn clone(&self) -> Own {
        Own { algorithm: self.algorithm.copy(), ..*self }
    }
}

impl CongestionControl for Own {
    fn needs(&self) -> Needs {
        self.algorithm.needs()
    }

    fn start(&mut self, c: &Connection, w: &mut Window) {
        self.algorithm.start(c, w);
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        self.algorithm.on_ack(c, ack);
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        self.algorithm.on_increase(c, ack, w, log.of(self.rules));
    }

    fn on_round(&mut self, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
        self.algorithm.on_round(c, round, w, log.of(self.rules));
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.algorithm.on_loss(c, w, log.of(self.rules));
    }

    fn on_mark(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        self.algorithm.on_mark(c, ack, w, log.of(self.rules))
    }

    fn on_recovery_exit(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.algorithm.on_recovery_exit(c, w, log.of(self.rules));
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.algorithm.on_timeout(c, repeated, w, log.of(self.rules));
    }

    fn on_notice(&mut self, c: &Connection, notice: Notice, w: &mut Window, log: &mut Decisions) {
        self.algorithm.on_notice(c, notice, w, log.of(self.rules));
    }

    fn retransmit_early(&mut self, c: &Connection, ack: &Ack) -> bool {
        self.algorithm.retransmit_early(c, ack)
    }

    fn pacing_rate(&self) -> Option<f64> {
        self.algorithm.pacing_rate()
    }

    fn estimate(&self, now_s: f64) -> Option<(&'static str, f64)> {
        self.algorithm.estimate(now_s)
    }

    fn marked_fraction(&self) -> Option<f64> {
        self.algorithm.marked_fraction()
    }

    fn shown(&self, c: &Connection, place: usize) -> Option<f64> {
        self.algorithm.shown(c, place)
    }
}
