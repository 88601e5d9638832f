//! Names of hops, groups and flows.

use super::error::ScenarioError;
use super::limits::check_name;
use ackscope_engine::units::Quoted;

/// Names that must be unique, with their paths. It uses serde_json's map, as scenarios do: another
/// map type would add ten kilobytes to a page.
#[derive(Default)]
pub(crate) struct Names(serde_json::Map<String, serde_json::Value>);

impl Names {
    /// Reserves `name` for `path`; a name that is already in use is refused.
    pub fn take(&mut self, name: &str, path: &str) -> Result<(), ScenarioError> {
        if let Some(other) = self.0.get(name).and_then(serde_json::Value::as_str) {
            let found = format!("{}, the name of {other}", Quoted(name));
            return Err(ScenarioError::value(format!("{path}.name"), found, "a name of its own"));
        }
        self.0.insert(name.to_owned(), path.into());
        Ok(())
    }
}

/// The name given at `path`, checked, or a name made from its index in the list.
pub(crate) fn name_or(
    given: &Option<String>,
    kind: &str,
    index: usize,
    path: &str,
) -> Result<String, ScenarioError> {
    match given {
        Some(name) => check_name(name, &format!("{path}.name")).map(|()| name.clone()),
        None => Ok(format!("{kind}-{index}")),
    }
}
