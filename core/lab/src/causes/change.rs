//! What a suspect changes in a scenario.

use ackscope_scenario::{ScenarioError, apply_set};
use serde_json::{Map, Value};

/// Values at paths of a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change(Map<String, Value>);

impl Change {
    /// The change that sets `value` at `path`; null removes the key.
    #[must_use]
    pub fn set(mut self, path: impl Into<String>, value: impl Into<Value>) -> Change {
        self.0.insert(path.into(), value.into());
        self
    }

    /// All of `changes` together.
    pub fn all<'a>(changes: impl IntoIterator<Item = &'a Change>) -> Change {
        let mut all: Vec<(String, Value)> = changes.into_iter().flat_map(|change| change.0.clone()).collect();
        // A whole queue is set before its capacity.
        all.sort_by_key(|(path, _)| path.len());
        Change(all.into_iter().collect())
    }

    /// True if it changes something.
    pub fn some(self) -> Option<Change> {
        (!self.0.is_empty()).then_some(self)
    }

    /// Applies it.
    pub(super) fn apply(&self, scenario: &mut Value) -> Result<(), ScenarioError> {
        self.0.iter().try_for_each(|(path, value)| apply_set(scenario, path, value.clone()))
    }

    /// The values by their paths.
    pub fn values(&self) -> &Map<String, Value> {
        &self.0
    }
}
