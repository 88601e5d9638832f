//! The codes that a class has pasted: each line is read, or has the reason why it cannot be read.

use super::symbols::{LENGTH, alike, grouped, is_symbol, is_within, letter, symbols};
use super::{Code, CodeError, Place};
use schemars::JsonSchema;
use serde::Serialize;

/// A line of the list with something in it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CodeLine {
    /// The line, from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
    /// The name beside the code, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The code, in the spelling of this page; absent if it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// What it says. Of a code of another question it is there, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
    /// Why it does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Codes that fit and differ in one character that looks alike.
    pub alike: Vec<LookAlike>,
}

/// A code that may be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LookAlike {
    /// The place of the character, from 1.
    pub place: usize,
    /// The character that stands there.
    pub found: char,
    /// The one that may be meant.
    pub meant: char,
    /// The whole code.
    pub written: String,
}

/// Reads the codes of a list, one in a line; empty lines do not count. With `of` only the codes of that
/// question count.
pub fn read_list(text: &str, of: Option<Place>) -> Vec<CodeLine> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| read_line(at + 1, line.trim(), of)).collect()
}

fn read_line(line: usize, text: &str, of: Option<Place>) -> CodeLine {
    let (name, beside) = name_and_code(text);
    let mut read = CodeLine {
        line,
        text: text.to_owned(),
        name: (!name.is_empty()).then(|| name.to_owned()),
        written: None,
        code: None,
        problem: None,
        alike: Vec::new(),
    };
    match Code::read(beside) {
        Ok(code) => {
            let place = first_answered(&code);
            let is_asked = of.is_none_or(|of| of == place || answers_also(&code, of));
            read.problem =
                (!is_asked).then(|| format!("this is lesson {}, step {}", place.lesson, place.step));
            read.written = code.write().ok();
            read.code = Some(code);
        }
        Err(error) => {
            if error == CodeError::Check {
                read.alike = look_alikes(beside);
            }
            read.problem = Some(error.to_string());
        }
    }
    read
}

/// A line's name and its code: the last sixteen characters of a code, or the first sixteen, if something
/// else stands beside them. A line without them is all code, so that its error is about the whole.
pub fn name_and_code(line: &str) -> (&str, &str) {
    let whole = ("", line);
    if symbols(line).is_ok() {
        return whole;
    }
    let bare =
        line.trim_matches(|sign: char| sign.is_whitespace() || ['"', '\'', ',', ';', ':'].contains(&sign));
    // A hyphen stands within a code, not beside it.
    let goes_on = |sign: char| sign.is_alphanumeric() || (is_within(sign) && !sign.is_whitespace());
    let cut = |at: usize| {
        let (left, right) = bare.split_at(at);
        (!left.ends_with(goes_on) || !right.starts_with(goes_on)).then_some((left, right))
    };
    let last = sixteenth(bare.char_indices().rev()).map(|(at, _)| at).and_then(cut);
    let first = sixteenth(bare.char_indices()).map(|(at, sign)| at + sign.len_utf8()).and_then(cut);
    match (last, first) {
        (Some((name, code)), _) | (None, Some((code, name))) => {
            (name.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '.' && sign != ')'), code)
        }
        (None, None) => whole,
    }
}

/// The sixteenth character of a code, if nothing else comes before it.
fn sixteenth(signs: impl Iterator<Item = (usize, char)>) -> Option<(usize, char)> {
    signs
        .take_while(|(_, sign)| is_symbol(*sign) || is_within(*sign))
        .filter(|(_, sign)| is_symbol(*sign))
        .nth(LENGTH - 1)
}

/// The question of a code; of a list of answers the first one with an answer.
fn first_answered(code: &Code) -> Place {
    let Place { lesson, step } = code.place();
    let skipped = match code {
        Code::Answers { answers, .. } => answers.iter().position(|answer| answer.is_given()).unwrap_or(0),
        _ => 0,
    };
    Place { lesson, step: step + skipped as u8 }
}

/// A list of answers begins at its own step and covers the four after it.
fn answers_also(code: &Code, of: Place) -> bool {
    let Code::Answers { of: first, answers } = code else { return false };
    first.lesson == of.lesson
        && of
            .step
            .checked_sub(first.step)
            .is_some_and(|later| answers.get(usize::from(later)).is_some_and(|answer| answer.is_given()))
}

/// Only those that can be read.
fn look_alikes(text: &str) -> Vec<LookAlike> {
    let Ok(found) = symbols(text) else { return Vec::new() };
    let offered = alike(&found).into_iter().map(|(place, other)| {
        let mut meant = found;
        meant[place] = other;
        LookAlike {
            place: place + 1,
            found: letter(found[place]),
            meant: letter(other),
            written: grouped(&meant),
        }
    });
    offered.filter(|one| Code::read(&one.written).is_ok()).collect()
}
