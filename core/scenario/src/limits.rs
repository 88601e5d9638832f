//! The limits of a scenario. Scenarios come from links and files of strangers: a clear refusal is
//! better than a page that freezes.

use super::error::ScenarioError;
use ackscope_engine::units::Quoted;

/// Hops in the line, with `repeat` expanded.
pub const MAX_HOPS: u64 = 1000;
/// Flows, with `count` and `each_hop` expanded.
pub const MAX_FLOWS: u64 = 100_000;
pub const MAX_LANES: usize = 100;
/// Measurement windows.
pub const MAX_WINDOWS: usize = 10_000;
/// Rows of results: windows times the number of flows and channels.
pub const MAX_RESULT_ROWS: u64 = 10_000_000;
/// List items (rate steps, opportunities, periods, packet numbers), counted for every hop and flow
/// that has them.
pub const MAX_ITEMS: u64 = 10_000_000;
/// A class of thirty has all its rules on one link (a league of the page).
pub const MAX_SCRIPTS: usize = 40;
/// Characters of a name or a label.
pub const MAX_NAME_CHARS: usize = 100;
/// Characters of a title.
pub const MAX_TITLE_CHARS: usize = 1000;

/// Refuses more than `most` of something.
pub(crate) fn at_most(path: &str, what: &str, found: u64, most: u64) -> Result<(), ScenarioError> {
    if found <= most {
        return Ok(());
    }
    let mut error = ScenarioError::value(path, found.to_string(), format!("at most {most}"));
    let place = if path.is_empty() { "the scenario".to_owned() } else { path.to_owned() };
    error.message = format!("{place}: {found} {what} are too many; at most {most} are allowed.");
    Err(error)
}

/// Checks a name, which must be usable in paths and messages.
pub(crate) fn check_name(name: &str, path: &str) -> Result<(), ScenarioError> {
    let refuse = |allowed: &str| Err(ScenarioError::value(path, Quoted(name).to_string(), allowed));
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
        return refuse("1 to 100 characters");
    }
    if name.contains('.') || name.chars().any(char::is_control) {
        return refuse("a name without dots and control characters, because paths join names by dots");
    }
    if name.parse::<usize>().is_ok() {
        return refuse("a name that is not a number, because a path would read it as an index");
    }
    Ok(())
}
