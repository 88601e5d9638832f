//! Checks calls of `windowed_max` and `windowed_min`.

use super::super::error::{Place, say};
use super::super::name::Kind;
use super::super::syntax::{NodeId, NodeKind};
use super::{Checker, Meanings};
use ackscope_program::MAX_FILTERS;
use ackscope_program::unit::{ROUNDS, SECONDS, Unit};

impl Meanings {
    /// The unit of the span of a filter, seconds or rounds; `None` if it has another one. A product
    /// with a number of an unknown unit is in what the others are in.
    pub fn span(&self, values: &[NodeId]) -> Option<Unit> {
        let &[value, span] = values else { return None };
        let spans = [SECONDS, ROUNDS];
        let unit_of = |id: NodeId| match self.kinds[id as usize] {
            Kind::Number(unit) => unit,
            Kind::Condition => Unit::Plain,
        };
        match unit_of(span) {
            // The nodes of the span come after the value and before the call.
            Unit::Free => (value + 1..=span).map(unit_of).find(|unit| spans.contains(unit)),
            unit => spans.contains(&unit).then_some(unit),
        }
    }
}

impl Checker<'_, '_> {
    /// Checks the place and the span of a filter.
    pub(super) fn windowed(&mut self, name: &str, values: &[NodeId], units: &[Unit], place: Place) {
        self.filters += 1;
        if self.filters == MAX_FILTERS + 1 {
            let message =
                say!("a script calls windowed_max and windowed_min at {MAX_FILTERS} places at most");
            self.mistakes.add(place, message);
        }
        if self.event.is_none() {
            let message = say!("{name} keeps samples: call it in a hook, and write a state behind pace");
            self.mistakes.add(place, message);
        }
        let span = values[1];
        let node = self.tree.node(span);
        if self.unknown[span as usize] {
            return;
        }
        let is_negative = matches!(node.kind, NodeKind::Minus(_));
        let literal = match node.kind {
            NodeKind::Number(value, _, _) => Some(value),
            _ => self.literal(span),
        };
        let found = match (self.meanings.span(values), literal, units[1]) {
            (Some(_), literal, _) => {
                if is_negative || literal == Some(0.0) {
                    self.mistakes.add(node.start, "a span is longer than 0");
                }
                return;
            }
            (None, Some(value), Unit::Plain) => {
                say!("write {value} s or {value} rounds")
            }
            (None, _, Unit::Of(_)) => say!("this is in {}", units[1].written()),
            // An unknown unit is already told.
            (None, Some(_), _) => return,
            _ => match node.kind {
                NodeKind::Name(name) => {
                    say!("\"{name}\" has no unit; declare it with one, as in 10 s or 10 rounds")
                }
                _ => "this has no unit; give a number in it one, as in 10 s or 10 rounds".to_owned(),
            },
        };
        self.mistakes.add(node.start, say!("the span of {name} is a time or a number of rounds: {found}"));
    }
}
