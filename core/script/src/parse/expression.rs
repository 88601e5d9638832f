//! The grammar of expressions, which scripts, claims and formulas share.

use super::super::error::{Mistakes, say};
use super::super::name::function_of;
use super::super::syntax::{Expression, Logic, NodeId, NodeKind, Operator, Tree};
use super::super::token::{Dialect, Kind, tokens};
use super::{Broken, Parser, Read};
use ackscope_program::unit::Unit;

/// An expression of a claim or a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim<'a> {
    /// Its nodes.
    pub tree: Tree<'a>,
    /// The root of the expression.
    pub root: NodeId,
}

/// Parses `text` as an expression of a claim or a formula. There, texts are in single quotes,
/// values by key and lists are in brackets, and numbers have no units.
///
/// # Errors
/// The first mistake: its position in bytes, and its message.
pub fn parse_claim(text: &str) -> Result<Claim<'_>, (usize, String)> {
    let mut mistakes = Mistakes::default();
    let read = {
        let tokens = tokens(text, Dialect::Claim, &mut mistakes);
        let mut parser = Parser::new(text, tokens, Dialect::Claim, &mut mistakes);
        parser.whole().map(|root| Claim { tree: parser.tree, root })
    };
    match (read, mistakes.first()) {
        (Ok(claim), None) => Ok(claim),
        (_, Some((place, message))) => Err((place as usize, message.to_owned())),
        (Err(Broken), None) => unreachable!("what is broken is reported"),
    }
}

/// Parses `text` as one expression of `dialect`. Returns `None` after a mistake, which is reported.
pub(crate) fn parse_expression<'a>(
    text: &'a str,
    dialect: Dialect,
    mistakes: &mut Mistakes,
) -> Option<(Tree<'a>, Expression)> {
    let tokens = tokens(text, dialect, mistakes);
    let mut parser = Parser::new(text, tokens, dialect, mistakes);
    let root = parser.whole().ok()?;
    Some((parser.tree, Expression { first: 0, root }))
}

impl<'a> Parser<'a, '_> {
    /// Parses an expression up to the end of the text.
    fn whole(&mut self) -> Read<NodeId> {
        // Line breaks have no meaning here, as inside parentheses.
        self.parentheses = 1;
        let root = self.choice()?;
        match self.peek().kind {
            Kind::End => Ok(root),
            Kind::Sign("<" | "<=" | ">" | ">=" | "==" | "!=") => {
                self.wrong("one comparison at a time: write a < b and b < c")
            }
            _ => self.expected("the end"),
        }
    }

    /// Parses an expression of a statement.
    pub(super) fn expression(&mut self) -> Read<Expression> {
        let first = self.tree.nodes.len() as NodeId;
        let root = self.choice()?;
        Ok(Expression { first, root })
    }

    fn start(&self, node: NodeId) -> u32 {
        self.tree.node(node).start
    }

    pub(super) fn choice(&mut self) -> Read<NodeId> {
        let condition = self.joined(Logic::Or)?;
        if self.peek_sign() != Some("?") {
            return Ok(condition);
        }
        let open = self.open;
        let (place, start) = (self.advance().place, self.start(condition));
        self.opens(place)?;
        self.counts();
        self.push(NodeKind::Then(condition), place, start);
        let first = self.choice()?;
        let colon = self.peek().place;
        if self.peek_sign() != Some(":") {
            if self.peek().new_line && self.peek().kind == Kind::Sign(":") {
                return self.end().and(Err(Broken));
            }
            return self.expected("\":\" between the two sides of the choice");
        }
        self.advance();
        self.push(NodeKind::Else(first), colon, start);
        let second = self.choice()?;
        self.open = open;
        Ok(self.push(NodeKind::Choice(condition, first, second), place, start))
    }

    /// Parses `a or b or c`, where each part is `a and b and c` of comparisons.
    fn joined(&mut self, logic: Logic) -> Read<NodeId> {
        let word = if logic == Logic::Or { "or" } else { "and" };
        let mut left = self.part_of(logic)?;
        while self.peek_word() == Some(word) {
            let (place, start) = (self.advance().place, self.start(left));
            self.counts();
            self.push(NodeKind::Logic(logic, left), place, start);
            let right = self.part_of(logic)?;
            left = self.push(NodeKind::Joined(logic, left, right), place, start);
        }
        Ok(left)
    }

    fn part_of(&mut self, logic: Logic) -> Read<NodeId> {
        match logic {
            Logic::Or => self.joined(Logic::And),
            Logic::And => self.negation(),
        }
    }

    fn negation(&mut self) -> Read<NodeId> {
        let token = self.peek();
        if !self.takes_word("not") {
            return self.comparison();
        }
        self.counts();
        let inner = self.comparison()?;
        Ok(self.push(NodeKind::Not(inner), token.place, token.place))
    }

    /// Parses at most one comparison, because `a < b < c` has different meanings in different
    /// languages. In expressions about a run it has its mathematical meaning, `a < b and b < c`.
    fn comparison(&mut self) -> Read<NodeId> {
        let left = self.sum()?;
        let Some(operator) = self.comparing() else { return Ok(left) };
        let start = self.start(left);
        let (mut whole, mut middle) = self.compared(operator, left, start)?;
        while let Some(operator) = self.comparing() {
            if self.dialect != Dialect::Run {
                return self.wrong("one comparison at a time: write a < b and b < c");
            }
            let place = self.peek().place;
            self.push(NodeKind::Logic(Logic::And, whole), place, start);
            let (more, last) = self.compared(operator, middle, self.start(middle))?;
            whole = self.push(NodeKind::Joined(Logic::And, whole, more), place, start);
            middle = last;
        }
        Ok(whole)
    }

    /// The comparison operator of the next sign, if it is one.
    fn comparing(&self) -> Option<Operator> {
        Some(match self.peek_sign()? {
            "<" => Operator::Less,
            "<=" => Operator::AtMost,
            ">" => Operator::More,
            ">=" => Operator::AtLeast,
            "==" => Operator::Equal,
            "!=" => Operator::Unequal,
            _ => return None,
        })
    }

    /// Compares `left` with the operand after the current sign; returns the comparison and its
    /// right side.
    fn compared(&mut self, operator: Operator, left: NodeId, start: u32) -> Read<(NodeId, NodeId)> {
        let place = self.advance().place;
        self.counts();
        let right = self.sum()?;
        Ok((self.push(NodeKind::Binary(operator, left, right), place, start), right))
    }

    fn sum(&mut self) -> Read<NodeId> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek_sign() {
                Some("+") => Operator::Add,
                Some("-") => Operator::Subtract,
                _ => return Ok(left),
            };
            let place = self.advance().place;
            self.counts();
            let right = self.product()?;
            let start = self.start(left);
            left = self.push(NodeKind::Binary(operator, left, right), place, start);
        }
    }

    fn product(&mut self) -> Read<NodeId> {
        let mut left = self.unary()?;
        loop {
            let operator = match self.peek_sign() {
                Some("*") => Operator::Multiply,
                Some("/") => Operator::Divide,
                _ => return Ok(left),
            };
            let place = self.advance().place;
            self.counts();
            self.refuse_unit(left, operator)?;
            let right = self.unary()?;
            let start = self.start(left);
            left = self.push(NodeKind::Binary(operator, left, right), place, start);
        }
    }

    /// Reports `2 segments / s`: a unit with spaces in it.
    fn refuse_unit(&mut self, left: NodeId, operator: Operator) -> Read<()> {
        let (Kind::Word(word), true) = (self.peek().kind, self.dialect.is_strict()) else {
            return Ok(());
        };
        if operator != Operator::Divide || !ackscope_program::unit::is_unit(word) {
            return Ok(());
        }
        let written = match &self.tree.node(left).kind {
            NodeKind::Number(_, written, Unit::Of(_)) => written.trim_start_matches(|c: char| {
                c.is_ascii_digit() || matches!(c, '.' | ' ' | '\t' | '+' | '-')
            }),
            _ => "segments",
        };
        self.wrong(say!("\"{word}\" is a unit; write {written}/{word} without spaces"))
    }

    fn unary(&mut self) -> Read<NodeId> {
        let token = self.peek();
        if !self.takes("-") {
            return self.power();
        }
        self.counts();
        let inner = self.power()?;
        Ok(self.push(NodeKind::Minus(inner), token.place, token.place))
    }

    fn power(&mut self) -> Read<NodeId> {
        let base = self.atom()?;
        if self.peek_sign() != Some("^") {
            return Ok(base);
        }
        let open = self.open;
        let place = self.advance().place;
        self.opens(place)?;
        self.counts();
        let exponent = self.unary()?;
        self.open = open;
        let start = self.start(base);
        Ok(self.push(NodeKind::Binary(Operator::Power, base, exponent), place, start))
    }

    fn atom(&mut self) -> Read<NodeId> {
        let token = self.peek();
        match token.kind {
            Kind::Number { value, unit, unknown_unit } => {
                self.advance();
                let unit = match unit {
                    Some(unit) => Unit::Of(unit.powers),
                    None if unknown_unit => Unit::Free,
                    None => Unit::Plain,
                };
                let written = self.source.get(token.place as usize..token.end as usize).unwrap_or_default();
                Ok(self.push(NodeKind::Number(value, written, unit), token.place, token.place))
            }
            Kind::Text(text) if self.dialect != Dialect::Program => {
                self.advance();
                Ok(self.push(NodeKind::Text(text), token.place, token.place))
            }
            Kind::Word(word) => self.named(word),
            Kind::Sign("(") => {
                let open = self.open;
                self.opens(token.place)?;
                self.advance();
                self.parentheses += 1;
                let inner = self.choice()?;
                self.close(")", "\")\"")?;
                self.open = open;
                // The expression starts at the parenthesis.
                self.tree.nodes[inner as usize].start = token.place;
                Ok(inner)
            }
            Kind::Sign("[") => {
                let open = self.open;
                self.opens(token.place)?;
                self.advance();
                let items = self.list("]")?;
                self.open = open;
                Ok(self.push(NodeKind::List(items), token.place, token.place))
            }
            Kind::Sign("+") => {
                self.wrong("expected a value, found \"+\": a number has no sign +, and += adds")
            }
            Kind::Text(_) => {
                self.wrong("a text is no value: texts stand behind algorithm, explain and param")
            }
            _ => self.expected("a value"),
        }
    }

    /// Parses the closing sign of a parenthesis or bracket.
    fn close(&mut self, sign: &'static str, expected: &str) -> Read<()> {
        if !self.takes(sign) {
            if let Kind::Sign("<" | "<=" | ">" | ">=" | "==" | "!=") = self.peek().kind {
                return self.wrong("one comparison at a time: write a < b and b < c");
            }
            if self.peek().kind == Kind::Sign("=") {
                return self.wrong(say!("expected {expected}, found \"=\" (== compares)"));
            }
            if self.peek().new_line || matches!(self.peek().kind, Kind::Sign("{" | "}" | ";") | Kind::End) {
                return self.wrong(say!(
                    "expected {expected}, found {}: a bracket before it is not closed",
                    self.found()
                ));
            }
            return self.expected(expected);
        }
        self.parentheses -= 1;
        Ok(())
    }

    fn named(&mut self, word: &'a str) -> Read<NodeId> {
        let token = self.peek();
        match word {
            "true" | "false" => {
                self.advance();
                return Ok(self.push(NodeKind::Truth(word == "true"), token.place, token.place));
            }
            "not" => return self.wrong("\"not\" binds less than what stands before it: use parentheses"),
            "standard" => return self.wrong("standard() is a statement of its own"),
            _ if super::super::name::WORDS.contains(&word) && self.dialect.is_strict()
                || word == "and"
                || word == "or" =>
            {
                let lower = word.to_lowercase();
                if super::super::name::is_known(&lower) {
                    return self.wrong(say!("\"{word}\" stands behind show; did you mean {lower}?"));
                }
                return self.expected("a value");
            }
            _ => {}
        }
        self.advance();
        let sign = match self.peek().kind {
            Kind::Sign(sign @ ("(" | "[")) if !self.peek().new_line || self.parentheses > 0 => sign,
            _ => return Ok(self.push(NodeKind::Name(word), token.place, token.place)),
        };
        let open = self.open;
        let place = self.peek().place;
        self.opens(place)?;
        self.counts();
        self.advance();
        let values = self.list(if sign == "(" { ")" } else { "]" })?;
        self.open = open;
        let is_measure = self.dialect == Dialect::Run && function_of(word).is_none();
        let is_call = sign == "(" && !is_measure;
        let kind = if is_call { NodeKind::Call(word, values) } else { NodeKind::At(word, values) };
        Ok(self.push(kind, token.place, token.place))
    }

    /// Parses values up to `end`; the opening sign is already parsed.
    fn list(&mut self, end: &'static str) -> Read<Vec<NodeId>> {
        self.parentheses += 1;
        let mut items = Vec::new();
        let expected = say!("\",\" or \"{end}\"");
        if self.peek().kind == Kind::Sign(end) {
            self.close(end, &expected)?;
            return Ok(items);
        }
        loop {
            items.push(self.choice()?);
            if !self.takes(",") {
                self.close(end, &expected)?;
                return Ok(items);
            }
        }
    }
}
