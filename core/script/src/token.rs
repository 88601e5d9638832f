//! Splits a text into words, numbers and signs.

use super::error::{Mistakes, Place, say};
use super::hint::{NO_ARRAYS, meant, of_operator, of_statement};
use super::name::{function_of, is_word};
use ackscope_engine::units::parse_number;
use ackscope_program::unit::{SPELLINGS, Spelling, right_word, unit_at};

/// Maximum length of a name.
const MAX_NAME: usize = 32;
/// Maximum length of a quoted text, in characters.
const MAX_TEXT: usize = 120;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind<'a> {
    /// A number with its unit.
    Number {
        /// The value in base units.
        value: f64,
        /// The unit, if it has a known one.
        unit: Option<&'static Spelling>,
        /// True if it has an unknown unit, which is already reported.
        unknown_unit: bool,
    },
    /// A name or a word of the grammar. It is empty after a character that names cannot contain,
    /// which is already reported.
    Word(&'a str),
    /// A text in quotes.
    Text(&'a str),
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// A token and its position.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    pub kind: Kind<'a>,
    /// The position of its start.
    pub place: Place,
    /// The position of its end.
    pub end: Place,
    /// True if there is a line break before it.
    pub new_line: bool,
}

/// The dialect of the language. All dialects share the expression grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Scripts: numbers have units.
    Program,
    /// Claims and formulas: texts are in single quotes, lists and values by key are in brackets,
    /// numbers have no units, and line breaks have no meaning.
    Claim,
    /// Statements of lessons about a run: numbers have units or are in per cent. A measure has its
    /// keys in parentheses. Each key is taken literally, because the label of a lane may contain
    /// any sign.
    Run,
}

impl Dialect {
    /// True if numbers have units and the words of the grammar cannot be names.
    pub fn is_strict(self) -> bool {
        self != Dialect::Claim
    }
}

/// Position relative to the keys of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    /// No keys here.
    None,
    /// Keys follow the next parenthesis.
    Next,
    /// A key may start here.
    Here,
}

/// All signs; a longer sign comes before its prefixes.
const SIGNS: &[&str] = &[
    "..", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "<", ">", "=", "+", "-", "*", "/", "^", "(", ")",
    "{", "}", ",", ";", "?", ":",
];

/// The unit of packets in scenarios.
const PACKETS: &str = "pkt";

/// Additional signs of claims.
const CLAIM_SIGNS: &[&str] = &["[", "]"];

/// Signs of other languages, the token that they stand for, and the hint for the user.
const FOREIGN: &[(&str, Kind<'static>, &str)] = &[
    ("&&", Kind::Word("and"), "write and"),
    ("||", Kind::Word("or"), "write or"),
    ("**", Kind::Sign("^"), "write ^"),
    ("===", Kind::Sign("=="), "write =="),
    ("!==", Kind::Sign("!="), "write !="),
    ("<>", Kind::Sign("!="), "write !="),
    ("=<", Kind::Sign("<="), "write <="),
    ("=>", Kind::Sign(">="), "write >="),
    (":=", Kind::Sign("="), "write ="),
    ("!", Kind::Word("not"), "write not"),
    ("%", Kind::Sign("*"), "write 0.5 for 50 %; there is no remainder"),
    ("≤", Kind::Sign("<="), "write <="),
    ("≥", Kind::Sign(">="), "write >="),
    ("≠", Kind::Sign("!="), "write !="),
    ("·", Kind::Sign("*"), "write *"),
    ("×", Kind::Sign("*"), "write *"),
    ("÷", Kind::Sign("/"), "write /"),
    ("−", Kind::Sign("-"), "write -"),
    ("←", Kind::Sign("="), "write ="),
];

/// Signs that begin a comment in other languages, with the sign that ends it.
const FOREIGN_COMMENTS: &[(&str, &str)] = &[("//", "\n"), ("/*", "*/")];

/// Hints for other characters.
const FOREIGN_CHARACTERS: &[(char, &str)] = &[
    ('\'', "; a text stands in double quotes"),
    ('.', "; a name has no parts: write cwnd, and a number as 0.5"),
    ('&', "; write and"),
    ('|', "; write or"),
    ('$', "; a name begins with a letter"),
    ('@', "; a name begins with a letter"),
    ('\\', "; a line goes on inside ( ) and after an operator"),
];

/// Hints for characters that are not ASCII.
const FOREIGN_LETTERS: &[(char, &str)] = &[
    ('µ', "write us for microseconds"),
    ('μ', "write us for microseconds"),
    ('²', "write ^ 2"),
    ('³', "write ^ 3"),
    ('√', "write sqrt(x)"),
    ('∞', "there is no infinity: write 1e9"),
    ('\u{a0}', "it looks like a space: type a plain space"),
    ('\u{202f}', "it looks like a space: type a plain space"),
    ('\u{200b}', "it is not seen: take it out"),
    ('\u{feff}', "it is not seen: take it out"),
    ('“', "a text stands in straight quotes: \""),
    ('”', "a text stands in straight quotes: \""),
];

/// The text after its first byte.
fn after_first(text: &str) -> &str {
    text.get(1..).unwrap_or_default()
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The tokens of `source`, with an end token as the last one.
pub fn tokens<'a>(source: &'a str, dialect: Dialect, mistakes: &mut Mistakes) -> Vec<Token<'a>> {
    let mut reader = Reader { source, at: 0, new_line: true, dialect, keys: Keys::None, mistakes };
    let mut tokens = Vec::new();
    while let Some(token) = reader.next() {
        tokens.push(token);
    }
    let place = source.len() as Place;
    tokens.push(Token { kind: Kind::End, place, end: place, new_line: true });
    tokens
}

struct Reader<'a, 'b> {
    source: &'a str,
    at: usize,
    new_line: bool,
    dialect: Dialect,
    keys: Keys,
    mistakes: &'b mut Mistakes,
}

impl<'a> Reader<'a, '_> {
    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn next(&mut self) -> Option<Token<'a>> {
        if self.keys == Keys::Here {
            if let Some(key) = self.key() {
                return Some(key);
            }
        }
        loop {
            let first = self.rest().chars().next()?;
            let start = self.at;
            let kind = match first {
                '\n' => {
                    self.new_line = true;
                    self.at += 1;
                    continue;
                }
                ' ' | '\t' | '\r' => {
                    self.at += 1;
                    continue;
                }
                '#' => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                    continue;
                }
                '"' if self.dialect == Dialect::Program => self.text('"'),
                '\'' if self.dialect == Dialect::Claim => self.text('\''),
                '0'..='9' => Some(self.number()),
                '.' if after_first(self.rest()).starts_with(|c: char| c.is_ascii_digit()) => {
                    Some(self.number_without_a_digit())
                }
                'a'..='z' | 'A'..='Z' => Some(self.word()),
                _ => self.sign(first),
            };
            if let Some(kind) = kind {
                let new_line = std::mem::take(&mut self.new_line);
                let end = self.at as Place;
                return Some(Token { kind, place: start as Place, end, new_line });
            }
        }
    }

    /// Reads a key of a measure, up to the next sign; `None` if a sign follows directly.
    fn key(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let begun = rest.trim_start();
        let length = begun.find([',', '(', ')']).unwrap_or(begun.len());
        if length == 0 {
            self.keys = if begun.starts_with(',') { Keys::Here } else { Keys::None };
            return None;
        }
        let start = self.at + rest.len() - begun.len();
        let written = begun.get(..length).unwrap_or_default();
        self.at = start + length;
        let text = written.trim_end();
        let end = start + text.len();
        let kind = Kind::Text(text);
        Some(Token { kind, place: start as Place, end: end as Place, new_line: false })
    }

    fn text(&mut self, quote: char) -> Option<Kind<'a>> {
        let start = self.at;
        let inside = after_first(self.rest());
        let line = inside.split('\n').next().unwrap_or_default();
        let Some(length) = line.find(quote) else {
            self.mistakes.add(
                start as Place,
                say!("a text begins here that does not end: a closing {quote} is missing on this line"),
            );
            self.at += 1 + line.len();
            return Some(Kind::Text(""));
        };
        self.at += length + 2;
        let text = line.get(..length).unwrap_or_default();
        if self.dialect == Dialect::Program && text.chars().count() > MAX_TEXT {
            self.mistakes.add(start as Place, say!("a text is at most {MAX_TEXT} characters long"));
        }
        Some(Kind::Text(text))
    }

    fn digits(&mut self) {
        while self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
        }
    }

    fn number(&mut self) -> Kind<'a> {
        let start = self.at;
        let hexadecimal = self.rest().strip_prefix("0x").or_else(|| self.rest().strip_prefix("0X"));
        if let Some(digits) = hexadecimal.filter(|_| self.dialect.is_strict()) {
            let digits = digits.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
            self.at += 2 + digits.len();
            let written =
                u64::from_str_radix(digits, 16).map_or(String::new(), |value| say!(": write {value}"));
            self.mistakes
                .add(start as Place, say!("\"0x{digits}\" is no number; numbers are decimal{written}"));
            return Kind::Number { value: 1.0, unit: None, unknown_unit: true };
        }
        self.digits();
        if self.rest().starts_with('.') && after_first(self.rest()).starts_with(|c: char| c.is_ascii_digit())
        {
            self.at += 1;
            self.digits();
        }
        if let Some(after) = self.rest().strip_prefix(['e', 'E']) {
            let sign = usize::from(after.starts_with(['+', '-']));
            if after.get(sign..).unwrap_or_default().starts_with(|c: char| c.is_ascii_digit()) {
                self.at += 1 + sign;
                self.digits();
            }
        }
        self.number_of(start, start)
    }

    fn number_without_a_digit(&mut self) -> Kind<'a> {
        let start = self.at;
        self.at += 1;
        self.digits();
        let written = self.source.get(start..self.at).unwrap_or_default();
        if self.dialect.is_strict() {
            self.mistakes.add(start as Place, say!("a number begins with a digit: write 0{written}"));
        }
        self.number_of(start, start)
    }

    /// The number between `start` and the current position, with the unit after it.
    fn number_of(&mut self, start: usize, place: usize) -> Kind<'a> {
        let written = self.source.get(start..self.at).unwrap_or_default();
        let mut value = parse_number(written).unwrap_or(f64::INFINITY);
        if !value.is_finite() {
            self.mistakes.add(place as Place, say!("{written} is too large"));
            value = 1.0;
        }
        let none = Kind::Number { value, unit: None, unknown_unit: false };
        if self.dialect == Dialect::Claim {
            return none;
        }
        let after = self.rest().trim_start_matches([' ', '\t']);
        if let (Some(behind), Dialect::Run) = (after.strip_prefix('%'), self.dialect) {
            self.at = self.source.len() - behind.len();
            return Kind::Number { value: value * 0.01, unit: None, unknown_unit: false };
        }
        if !after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return none;
        }
        let unit_place = self.source.len() - after.len();
        if let Some(unit) = unit_at(after) {
            self.at = unit_place + unit.word.len();
            return Kind::Number { value: value * unit.factor, unit: Some(unit), unknown_unit: false };
        }
        let length = after.find(|c| !is_letter(c)).unwrap_or(after.len());
        let word = after.get(..length).unwrap_or_default();
        if is_word(word) || of_statement(word).or_else(|| of_operator(word)).is_some() {
            return none;
        }
        if word == PACKETS && self.dialect == Dialect::Run {
            self.at = unit_place + length;
            return Kind::Number { value, unit: unit_at("segments"), unknown_unit: false };
        }
        let longer = after.get(..length + 2).unwrap_or_default();
        let right = if longer.ends_with("/s") && right_word(longer).is_some() {
            self.at = unit_place + longer.len();
            (longer, right_word(longer))
        } else {
            self.at = unit_place + length;
            (word, right_word(word))
        };
        let hint = match right {
            (_, Some(right)) => say!("; write {right}"),
            (word, None) if super::name::is_known(word) => "; * is written between factors".to_owned(),
            (word, None) => match meant(word, SPELLINGS.iter().map(|known| known.word)) {
                None => "; units are s ms us ns, segments, segments/s, bps kbps Mbps Gbps, \
                         B kB MB, and * is written between factors"
                    .to_owned(),
                Some(unit) => say!("; did you mean {unit}?"),
            },
        };
        self.mistakes.add(unit_place as Place, say!("unknown unit \"{}\"{hint}", right.0));
        Kind::Number { value, unit: None, unknown_unit: true }
    }

    fn word(&mut self) -> Kind<'a> {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
        let word = self.source.get(start..self.at).unwrap_or_default();
        if self.dialect == Dialect::Program && word.len() > MAX_NAME {
            self.mistakes.add(start as Place, say!("a name is at most {MAX_NAME} characters long"));
        }
        let is_followed = self.dialect == Dialect::Run && self.rest().trim_start().starts_with('(');
        if is_followed && function_of(word).is_none() && !is_word(word) {
            self.keys = Keys::Next;
        }
        Kind::Word(word)
    }

    fn sign(&mut self, first: char) -> Option<Kind<'a>> {
        let rest = self.rest();
        let claim = if self.dialect == Dialect::Claim { CLAIM_SIGNS } else { &[] };
        // Foreign signs are checked first, because ** is not two products. However, != is a sign of
        // this language.
        if self.dialect == Dialect::Program {
            if let Some((sign, end)) = FOREIGN_COMMENTS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                self.mistakes.add(
                    self.at as Place,
                    say!("unexpected \"{sign}\"; a comment begins with #, on each line"),
                );
                let inside = rest.get(sign.len()..).unwrap_or_default();
                let length = inside.find(end).map_or(inside.len(), |at| at + end.trim_end().len());
                self.at += sign.len() + length;
                return None;
            }
        }
        if !rest.starts_with("!=") || rest.starts_with("!==") {
            if let Some((sign, kind, hint)) = FOREIGN.iter().find(|(sign, _, _)| rest.starts_with(sign)) {
                let message = say!("unexpected \"{sign}\"; {hint}");
                self.mistakes.add(self.at as Place, message);
                // A percentage is a whole value: behind its sign there need not be another one.
                let behind = rest.get(sign.len()..).unwrap_or_default().trim_start_matches([' ', '\t']);
                if *sign == "%" && !behind.starts_with(|c: char| is_letter(c) || "(.-".contains(c)) {
                    self.at += sign.len();
                    return None;
                }
                self.at += sign.len();
                return Some(*kind);
            }
        }
        if let Some(sign) = SIGNS.iter().chain(claim).find(|sign| rest.starts_with(**sign)) {
            self.at += sign.len();
            if self.keys == Keys::Next {
                self.keys = Keys::Here;
            }
            return Some(Kind::Sign(sign));
        }
        let place = self.at as Place;
        if first == '_' || !first.is_ascii() {
            self.at += rest.find(|c: char| c.is_ascii() && !is_letter(c)).unwrap_or(rest.len());
            let known = FOREIGN_LETTERS.iter().find(|(letter, _)| *letter == first);
            let hint = match known {
                Some((_, hint)) => hint,
                None if first == '_' => "a name begins with a letter",
                None => "names are written in ASCII letters",
            };
            let shown = if first.is_whitespace() || "\u{200b}\u{feff}".contains(first) {
                say!("U+{:04X}", first as u32)
            } else {
                say!("\"{first}\"")
            };
            self.mistakes.add_for_line(place, say!("unexpected character {shown}; {hint}"));
            return Some(Kind::Word(""));
        }
        self.at += first.len_utf8();
        if first == '[' && self.dialect == Dialect::Program {
            // All that the brackets hold is one mistake.
            let inside = self.rest().split('\n').next().unwrap_or_default();
            self.at += inside.find(']').map_or(inside.len(), |at| at + 1);
            self.mistakes.add_for_line(place, say!("unexpected \"[\"; {NO_ARRAYS}"));
            return Some(Kind::Word(""));
        }
        // A control character is reported by its number.
        let message = match first.is_control() {
            true => say!("unexpected control character {}", first as u32),
            false => {
                let known = FOREIGN_CHARACTERS.iter().find(|(character, _)| *character == first);
                say!("unexpected character \"{first}\"{}", known.map_or("", |(_, hint)| hint))
            }
        };
        self.mistakes.add_for_line(place, message);
        None
    }
}
