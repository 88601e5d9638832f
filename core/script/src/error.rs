//! Mistakes in a text: all of them at once, each with its position.

use ackscope_program::TEXTS;
use std::fmt;

/// Maximum number of reported mistakes.
pub const MAX_ERRORS: usize = 50;

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1; a tab counts as one.
    pub column: u32,
    /// What was found, what is allowed, and the most similar name.
    pub message: String,
    /// The known word that is most similar to the one found.
    pub nearest: Option<String>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// A position in the text, in bytes.
pub type Place = u32;

/// Line and column of the position `place` in `source`.
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

/// Formats a message if this program carries texts. A program that only runs scripts reports the
/// position of a mistake only; the page gets its message from the module with texts.
macro_rules! say {
    ($($part:tt)*) => {
        if ackscope_program::TEXTS { format!($($part)*) } else { String::new() }
    };
}
pub(crate) use say;

/// The mistakes found so far.
#[derive(Debug, Default)]
pub struct Mistakes(Vec<Mistake>);

#[derive(Debug)]
struct Mistake {
    place: Place,
    message: String,
    nearest: Option<String>,
    /// Further mistakes on the line follow from this one.
    hides_line: bool,
}

impl Mistakes {
    /// Adds a mistake. A further one at the same position is ignored, because it follows from the
    /// first.
    pub fn add(&mut self, place: Place, message: impl Into<String>) {
        self.insert(place, message, None, false);
    }

    /// Adds a character that is none of the language. What is wrong behind it on its line follows
    /// from it.
    pub fn add_for_line(&mut self, place: Place, message: impl Into<String>) {
        self.insert(place, message, None, true);
    }

    /// Adds an unknown word. Without a similar word the message ends with `otherwise`.
    pub fn add_unknown(&mut self, place: Place, message: String, nearest: Option<&str>, otherwise: &str) {
        let message = match nearest {
            Some(nearest) => say!("{message}; did you mean {nearest}?"),
            None => say!("{message}{otherwise}"),
        };
        self.insert(place, message, nearest, false);
    }

    fn insert(&mut self, place: Place, message: impl Into<String>, nearest: Option<&str>, hides_line: bool) {
        // The mistakes are sorted by position.
        let after = self.0.partition_point(|known| known.place < place);
        let is_known = self.0.get(after).is_some_and(|known| known.place == place);
        if !is_known && self.0.len() < 4 * MAX_ERRORS {
            let message = if TEXTS { message.into() } else { String::new() };
            let nearest = nearest.map(str::to_owned);
            self.0.insert(after, Mistake { place, message, nearest, hides_line });
        }
    }

    /// True if there are no mistakes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first mistake by position.
    pub fn first(&self) -> Option<(Place, &str)> {
        self.0.first().map(|first| (first.place, first.message.as_str()))
    }

    /// All mistakes in the order of their positions.
    pub fn into_errors(self, source: &str) -> Vec<Error> {
        let mut errors: Vec<Error> = Vec::new();
        let mut hidden_line = 0;
        for mistake in self.0 {
            let (line, column) = line_and_column(source, mistake.place);
            if line == hidden_line || errors.len() == MAX_ERRORS {
                continue;
            }
            if mistake.hides_line {
                hidden_line = line;
            }
            let message = if TEXTS { mistake.message } else { "here the script has a mistake".to_owned() };
            errors.push(Error { line, column, message, nearest: mistake.nearest });
        }
        errors
    }
}

/// The name most similar to `found`. One edit is allowed for two to five letters, two edits for
/// more. An edit inserts, removes or replaces a letter, or swaps two neighbours.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if !TEXTS {
        return None;
    }
    let most = match found.chars().count() {
        0 | 1 => 0,
        2..=5 => 1,
        _ => 2,
    };
    let distances = known.into_iter().map(|name| (strsim::osa_distance(found, name), name));
    distances.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance).map(|it| it.1)
}
