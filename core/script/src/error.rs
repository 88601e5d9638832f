//! Why a text is no program: every mistake at once, each with its place.

use ackscope_program::TEXTS;
use std::fmt;

/// At most this many mistakes are reported.
pub const MOST_ERRORS: usize = 50;

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line, from 1.
    pub line: u32,
    /// The column, in characters from 1; a tab is one.
    pub column: u32,
    /// What was found, what is allowed, and the nearest name.
    pub message: String,
    /// The known word that is nearest to the one that stands there.
    pub nearest: Option<String>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// A place in the text, in bytes.
pub type Place = u32;

/// Line and column of `place` in `source`.
pub fn line_and_column(source: &str, place: Place) -> (u32, u32) {
    let mut end = (place as usize).min(source.len());
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    let before = source.get(..end).unwrap_or_default();
    let line = before.bytes().filter(|byte| *byte == b'\n').count();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line as u32 + 1, before.get(start..).unwrap_or_default().chars().count() as u32 + 1)
}

/// A message, where this program has texts for people. One that only runs scripts says where a
/// mistake is; the page asks the module with texts what it is.
macro_rules! say {
    ($($part:tt)*) => {
        if ackscope_program::TEXTS { format!($($part)*) } else { String::new() }
    };
}
pub(crate) use say;

/// The mistakes found so far: place, message, nearest word.
#[derive(Debug, Default)]
pub struct Mistakes(Vec<(Place, String, Option<String>)>);

impl Mistakes {
    /// Adds one. A second one at the same place would follow from the first.
    pub fn add(&mut self, place: Place, message: impl Into<String>) {
        self.insert(place, message, None);
    }

    /// Adds a word that is not known. Without a nearest word the message ends with `otherwise`.
    pub fn add_unknown(&mut self, place: Place, message: String, nearest: Option<&str>, otherwise: &str) {
        let message = match nearest {
            Some(nearest) => say!("{message}; did you mean {nearest}?"),
            None => say!("{message}{otherwise}"),
        };
        self.insert(place, message, nearest);
    }

    fn insert(&mut self, place: Place, message: impl Into<String>, nearest: Option<&str>) {
        // They stand in the order of their places.
        let after = self.0.partition_point(|(known, ..)| *known < place);
        let is_known = self.0.get(after).is_some_and(|(known, ..)| *known == place);
        if !is_known && self.0.len() < 4 * MOST_ERRORS {
            let message = if TEXTS { message.into() } else { String::new() };
            self.0.insert(after, (place, message, nearest.map(str::to_owned)));
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first one by its place.
    pub fn first(&self) -> Option<(Place, &str)> {
        self.0.first().map(|(place, message, _)| (*place, message.as_str()))
    }

    /// All of them in the order of their places.
    pub fn into_errors(mut self, source: &str) -> Vec<Error> {
        self.0.truncate(MOST_ERRORS);
        let described = |(place, message, nearest)| {
            let (line, column) = line_and_column(source, place);
            let message = if TEXTS { message } else { "here the script has a mistake".to_owned() };
            Error { line, column, message, nearest }
        };
        self.0.into_iter().map(described).collect()
    }
}

/// The name nearest to `found`: one letter more, less, other, or two neighbours swapped, once in up
/// to five letters, twice in more.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if !TEXTS {
        return None;
    }
    let most = if found.chars().count() <= 5 { 1 } else { 2 };
    let distances = known.into_iter().map(|name| (strsim::osa_distance(found, name), name));
    distances.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance).map(|it| it.1)
}

/// `; did you mean NAME?`, if a known name is near.
pub fn did_you_mean<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(found, known).map_or_else(String::new, |name| format!("; did you mean {name}?"))
}
