//! Why a scenario is refused: the place, the found value, the allowed values, the nearest known
//! name.

use ackscope_engine::units::Quoted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The maximum length of a quoted value, so that a pasted trace does not fill the screen.
const QUOTED_CHARS: usize = 60;
/// What a refusal without a path is about.
const WHOLE: &str = "the scenario";

/// A refusal, the same for the page, the command line and the tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[error("{message}")]
pub struct ScenarioError {
    /// Where: keys and indices joined by dots, as in `hops.0.queue.capacity`; empty for the
    /// scenario as a whole.
    pub path: String,
    /// What stood there.
    pub found: String,
    /// What is allowed there.
    pub allowed: String,
    /// The nearest known name, where a name is unknown.
    pub nearest: Option<String>,
    /// All of it in one sentence.
    pub message: String,
}

impl ScenarioError {
    /// A value that is not allowed at its place.
    pub fn value(
        path: impl Into<String>,
        found: impl Into<String>,
        allowed: impl Into<String>,
    ) -> ScenarioError {
        let refusal = Refusal { found: found.into(), allowed: allowed.into(), nearest: None, message: None };
        refusal.at(path.into())
    }

    /// A required key that is missing at `path`.
    pub fn missing(path: &str, key: &str, why: &str) -> ScenarioError {
        let place = if path.is_empty() { WHOLE.to_owned() } else { path.to_owned() };
        let key = Quoted(key);
        let why = if why.is_empty() { String::new() } else { format!(": {why}") };
        ScenarioError {
            path: path.to_owned(),
            found: format!("no {key}"),
            allowed: format!("an object with {key}"),
            nearest: None,
            message: format!("{place} needs {key}{why}."),
        }
    }

    /// An unknown key or id at `path`.
    pub fn unknown<'a>(
        path: impl Into<String>,
        what: &str,
        found: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> ScenarioError {
        unknown_name(what, found, known).at(path.into())
    }

    /// The same refusal of what is no scenario: a file or an option with the name `place`.
    pub fn of(mut self, place: &str) -> ScenarioError {
        self.message = match self.message.strip_prefix(WHOLE).filter(|_| self.path.is_empty()) {
            Some(rest) => format!("{place}{rest}"),
            None => format!("{place}: {}", self.message),
        };
        self
    }

    /// The same refusal with the prefix `before`.
    pub(crate) fn prefixed(mut self, before: &str) -> ScenarioError {
        self.message = format!("{before}{}", self.message);
        self
    }
}

/// A refusal whose place is not known yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub found: String,
    pub allowed: String,
    pub nearest: Option<String>,
    /// The end of the sentence, if it says more than "found …, allowed is …".
    pub message: Option<String>,
}

impl Refusal {
    pub fn new(found: impl Into<String>, allowed: impl Into<String>) -> Refusal {
        Refusal { found: found.into(), allowed: allowed.into(), ..Refusal::default() }
    }

    /// The contents of `error` without its place.
    pub fn of(error: ScenarioError) -> Refusal {
        Refusal { found: error.found, allowed: error.allowed, nearest: error.nearest, message: None }
    }

    pub fn at(self, path: String) -> ScenarioError {
        let found = shorten(&self.found);
        let place = if path.is_empty() { WHOLE } else { path.as_str() };
        let message = match self.message {
            Some(message) => format!("{place}: {message}"),
            None => {
                let hint = self
                    .nearest
                    .as_ref()
                    .map(|name| format!("; did you mean {}?", Quoted(name)))
                    .unwrap_or_default();
                let end = if hint.is_empty() { "." } else { "" };
                format!("{place}: found {found}, allowed is {}{hint}{end}", self.allowed)
            }
        };
        ScenarioError { path, found, allowed: self.allowed, nearest: self.nearest, message }
    }
}

pub(crate) fn unknown_name<'a>(what: &str, found: &str, known: impl IntoIterator<Item = &'a str>) -> Refusal {
    unknown_of(what, found, known.into_iter().collect())
}

/// One function for all kinds of lists, for the size of a page.
fn unknown_of(what: &str, found: &str, known: Vec<&str>) -> Refusal {
    let nearest = ackscope_engine::catalogue::nearest(found, known.iter().copied()).map(str::to_owned);
    let quoted = shorten(&Quoted(found).to_string());
    let allowed = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
    let hint = nearest.as_ref().map(|name| format!("; did you mean {}?", Quoted(name))).unwrap_or_default();
    let message =
        format!("{what} {quoted} is not known{hint} Allowed: {allowed}.", hint = or_full_stop(&hint));
    Refusal { found: quoted, allowed, nearest, message: Some(message) }
}

fn or_full_stop(hint: &str) -> &str {
    if hint.is_empty() { "." } else { hint }
}

/// Describes a JSON value briefly, for a message.
pub(crate) fn describe(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Array(_) => "a list".to_owned(),
        serde_json::Value::Object(_) => "an object".to_owned(),
        serde_json::Value::String(text) => shorten(&Quoted(text).to_string()),
        other => super::json_text::quoted(other),
    }
}

/// `text`, cut to [`QUOTED_CHARS`] with an ellipsis at the end.
pub(crate) fn shorten(text: &str) -> String {
    if text.chars().count() <= QUOTED_CHARS {
        return text.to_owned();
    }
    let head: String = text.chars().take(QUOTED_CHARS - 1).collect();
    format!("{head}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_place_finding_and_nearest_name() {
        let error = ScenarioError::unknown("flows.0.algorithm", "the algorithm", "vega", ["vegas", "reno"]);
        assert_eq!(
            error.message,
            "flows.0.algorithm: the algorithm \"vega\" is not known; did you mean \"vegas\"? Allowed: vegas, reno."
        );
        assert_eq!(error.nearest.as_deref(), Some("vegas"));
    }

    #[test]
    fn what_is_no_scenario_is_refused_by_its_own_name() {
        let said = |error: ScenarioError| error.of("own.json").message;
        assert_eq!(said(ScenarioError::value("", "3", "a list")), "own.json: found 3, allowed is a list.");
        assert_eq!(said(ScenarioError::missing("", "id", "")), "own.json needs \"id\".");
        assert_eq!(
            said(ScenarioError::value("a.0", "3", "a list")),
            "own.json: a.0: found 3, allowed is a list."
        );
    }

    #[test]
    fn a_long_finding_is_shortened() {
        let error = ScenarioError::value("title", "x".repeat(5000), "less");
        assert!(error.message.len() < 200, "{}", error.message);
    }
}
