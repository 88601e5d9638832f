//! Parses tokens to a syntax tree. After a mistake, parsing continues with the next statement.

mod expression;
mod item;

pub(crate) use expression::parse_expression;
pub use expression::{Claim, parse_claim};

use super::error::{Mistakes, Place, say};
use super::syntax::{Hook, Node, NodeKind, Statement, Tree};
use super::token::{Dialect, Kind, Token, tokens};

/// Maximum nesting depth of `{`, `(`, `[`, `?` and `^`.
pub const MAX_OPEN: u32 = 32;
/// Maximum number of operators, calls and assignments in a hook.
pub const MAX_OPERATIONS: u32 = 1024;
/// Maximum number of `let`s in a hook.
pub const MAX_LETS: u32 = 32;
/// Maximum number of params and states together.
pub const MAX_DECLARATIONS: usize = 64;

/// A mistake was found and is already reported. Parsing continues with the next statement.
#[derive(Debug)]
pub(crate) struct Broken;

/// The parsed part, or `Broken` after a mistake.
pub(crate) type Read<T> = Result<T, Broken>;

/// Signs between two operands. No line may start with one.
const BETWEEN: &[&str] =
    &["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "?", ":", ",", "=", "+=", "-=", "*=", "/="];

/// Parses a script.
pub(crate) fn parse<'a>(source: &'a str, mistakes: &mut Mistakes) -> Tree<'a> {
    let tokens = tokens(source, Dialect::Program, mistakes);
    let mut parser = Parser::new(source, tokens, Dialect::Program, mistakes);
    parser.items();
    parser.tree
}

pub(crate) struct Parser<'a, 'b> {
    source: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    dialect: Dialect,
    mistakes: &'b mut Mistakes,
    tree: Tree<'a>,
    /// Number of open parentheses. Inside them, line breaks have no meaning.
    parentheses: u32,
    /// Current nesting depth.
    open: u32,
    operations: u32,
    lets: u32,
    too_many_reported: bool,
}

impl<'a, 'b> Parser<'a, 'b> {
    fn new(source: &'a str, tokens: Vec<Token<'a>>, dialect: Dialect, mistakes: &'b mut Mistakes) -> Self {
        Parser {
            source,
            tokens,
            at: 0,
            dialect,
            mistakes,
            tree: Tree::default(),
            parentheses: 0,
            open: 0,
            operations: 0,
            lets: 0,
            too_many_reported: false,
        }
    }

    fn peek(&self) -> Token<'a> {
        self.tokens[self.at]
    }

    fn advance(&mut self) -> Token<'a> {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// The next sign, if the expression may continue with it.
    fn peek_sign(&self) -> Option<&'static str> {
        let token = self.peek();
        match token.kind {
            Kind::Sign(sign) if !token.new_line || self.parentheses > 0 => Some(sign),
            _ => None,
        }
    }

    fn peek_word(&self) -> Option<&'a str> {
        let token = self.peek();
        match token.kind {
            Kind::Word(word) if !token.new_line || self.parentheses > 0 => Some(word),
            _ => None,
        }
    }

    fn takes(&mut self, sign: &'static str) -> bool {
        let found = self.peek().kind == Kind::Sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let found = self.peek().kind == Kind::Word(word);
        if found {
            self.advance();
        }
        found
    }

    /// The current token as quoted in messages.
    fn found(&self) -> String {
        let token = self.peek();
        match token.kind {
            Kind::End => "the end".to_owned(),
            _ => {
                let written = self.source.get(token.place as usize..token.end as usize).unwrap_or_default();
                let short: String = written.chars().take(24).collect();
                if short.starts_with('"') { short } else { say!("\"{short}\"") }
            }
        }
    }

    fn wrong<T>(&mut self, message: impl Into<String>) -> Read<T> {
        let place = self.peek().place;
        self.wrong_at(place, message)
    }

    fn wrong_at<T>(&mut self, place: Place, message: impl Into<String>) -> Read<T> {
        self.mistakes.add(place, message);
        Err(Broken)
    }

    fn expected<T>(&mut self, what: &str) -> Read<T> {
        let message = match self.operator_hint() {
            Some(hint) => say!("expected {what}, found {}; {hint}", self.found()),
            None => say!("expected {what}, found {}", self.found()),
        };
        self.wrong(message)
    }

    /// What to write instead of the current word, if it is an operator in another language.
    fn operator_hint(&self) -> Option<&'static str> {
        match self.peek().kind {
            Kind::Word(word) => crate::hint::of_operator(word),
            _ => None,
        }
    }

    fn expect(&mut self, sign: &'static str) -> Read<Place> {
        let place = self.peek().place;
        if self.takes(sign) {
            return Ok(place);
        }
        self.expected(&say!("\"{sign}\""))
    }

    /// Parses the end of a statement or declaration.
    fn end(&mut self) -> Read<()> {
        let token = self.peek();
        match token.kind {
            Kind::End | Kind::Sign("}") => Ok(()),
            Kind::Sign(";") => {
                self.advance();
                Ok(())
            }
            Kind::Sign(sign) if BETWEEN.contains(&sign) && token.new_line => self.wrong(say!(
                "a line cannot begin with \"{sign}\": end the line before with it, or use parentheses"
            )),
            Kind::Word(word @ ("and" | "or")) if token.new_line => self.wrong(say!(
                "a line cannot begin with \"{word}\": end the line before with it, or use parentheses"
            )),
            _ if token.new_line => Ok(()),
            Kind::Sign("<" | "<=" | ">" | ">=" | "==" | "!=") => {
                self.wrong("one comparison at a time: write a < b and b < c")
            }
            Kind::Sign("=") => self.wrong("expected the end of the line, found \"=\" (== compares)"),
            Kind::Sign(",") => {
                self.wrong("expected the end of the line, found \",\": a number is written with a point, 0.5")
            }
            Kind::Word("if") => {
                self.wrong("expected the end of the line, found \"if\": write CONDITION ? a : b")
            }
            Kind::Number { .. } | Kind::Sign("(") => {
                let message = say!(
                    "expected the end of the line, found {}: * is written between factors",
                    self.found()
                );
                self.wrong(message)
            }
            _ => self.expected("the end of the line"),
        }
    }

    /// Skips to the start of the next statement.
    fn recover(&mut self, from: usize) {
        self.parentheses = 0;
        let mut blocks = 0;
        loop {
            let token = self.peek();
            // At least one token must be skipped, so that parsing always terminates.
            let moved = self.at > from;
            match token.kind {
                Kind::End => return,
                Kind::Word("on" | "param" | "state") if token.new_line && moved => return,
                Kind::Sign("{") => blocks += 1,
                Kind::Sign("}") if blocks == 0 => return,
                Kind::Sign("}") => {
                    blocks -= 1;
                    if blocks == 0 {
                        self.advance();
                        return;
                    }
                }
                Kind::Sign(";") if blocks == 0 => {
                    self.advance();
                    return;
                }
                _ if token.new_line && blocks == 0 && moved && !self.begins_with_operator() => return,
                _ => {}
            }
            self.advance();
        }
    }

    fn begins_with_operator(&self) -> bool {
        match self.peek().kind {
            Kind::Sign(sign) => BETWEEN.contains(&sign),
            Kind::Word(word) => word == "and" || word == "or",
            _ => false,
        }
    }

    /// Enters one more nesting level.
    fn opens(&mut self, place: Place) -> Read<()> {
        if self.open >= MAX_OPEN {
            return self.wrong_at(place, say!("nested more than {MAX_OPEN} deep"));
        }
        self.open += 1;
        Ok(())
    }

    fn push(&mut self, kind: NodeKind<'a>, place: Place, start: Place) -> u32 {
        self.tree.nodes.push(Node { kind, place, start });
        self.tree.nodes.len() as u32 - 1
    }

    /// Counts an operator, a call or an assignment of the hook.
    fn counts(&mut self) {
        self.operations = self.operations.saturating_add(1);
    }

    /// Parses a block in braces; statements with mistakes are left out.
    fn block(&mut self) -> Read<Vec<Statement<'a>>> {
        let place = self.peek().place;
        if !self.takes("{") {
            let hint = match self.peek().kind {
                Kind::Sign("=") => "== compares",
                _ => self.operator_hint().unwrap_or(crate::hint::BRACES),
            };
            let message = say!("expected \"{{\", found {}; {hint}", self.found());
            return self.wrong(message);
        }
        let open = self.open;
        self.opens(place)?;
        let mut statements = Vec::new();
        loop {
            let token = self.peek();
            match token.kind {
                Kind::Sign("}") => {
                    self.advance();
                    break;
                }
                Kind::Sign(";") => {
                    self.advance();
                }
                Kind::End | Kind::Word("on" | "param" | "state" | "algorithm" | "show" | "pace") => {
                    let message = say!("expected \"}}\", found {}: a block is not closed", self.found());
                    self.mistakes.add(token.place, message);
                    break;
                }
                _ => {
                    let from = self.at;
                    match self.statement() {
                        Ok(statement) => statements.push(statement),
                        Err(Broken) => {
                            self.open = open + 1;
                            self.recover(from);
                        }
                    }
                }
            }
        }
        self.open = open;
        Ok(statements)
    }

    fn hook(&mut self) -> Read<()> {
        self.advance();
        let place = self.peek().place;
        let Kind::Word(word) = self.peek().kind else {
            return self.expected("an event");
        };
        self.advance();
        let event = super::name::event_of(word);
        if event.is_none() && !word.is_empty() {
            let words = super::name::EVENT_NAMES.iter().map(|known| known.word);
            let near = super::hint::meant(word, words.clone());
            let otherwise = say!("; events are {}", words.collect::<Vec<_>>().join(", "));
            self.mistakes.add_unknown(place, say!("there is no event \"{word}\""), near, &otherwise);
        }
        (self.operations, self.lets, self.too_many_reported, self.open) = (0, 0, false, 0);
        let body = self.block()?;
        if self.operations > MAX_OPERATIONS {
            self.mistakes.add(place, "more than 1,024 operators, calls and assignments in a hook");
        }
        if let Some(event) = event {
            self.tree.hooks.push(Hook { event, place, body });
        }
        Ok(())
    }
}
