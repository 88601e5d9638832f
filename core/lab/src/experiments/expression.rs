//! The small language of claims and formulas: numbers, texts, measured values by key, comparisons
//! and the functions of [`FUNCTIONS`]. This file reads it; `evaluate` gives it a meaning.

use std::fmt;

/// What stands in a claim.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// A text: an algorithm, a window, the name of a bound variable.
    Text(String),
    /// `true` or `false`.
    Truth(bool),
    /// A constant, a bound variable, or a metric without keys.
    Name(String),
    /// A metric at its keys.
    Metric(String, Vec<Expression>),
    /// A function and its arguments.
    Call(String, Vec<Expression>),
    /// `[a, b]`.
    List(Vec<Expression>),
    /// `not a`.
    Not(Box<Expression>),
    /// `-a`.
    Minus(Box<Expression>),
    /// Two operands.
    Pair(Operator, Box<Expression>, Box<Expression>),
}

/// What stands between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operator {
    Or,
    And,
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
    Plus,
    Minus,
    Times,
    Over,
}

impl Operator {
    /// Whether it compares two values.
    pub fn compares(self) -> bool {
        use Operator::{AtLeast, AtMost, Equal, Less, More, Unequal};
        matches!(self, Less | AtMost | More | AtLeast | Equal | Unequal)
    }
}

/// Functions of numbers: name, fewest and most arguments.
pub const FUNCTIONS: &[(&str, usize, usize)] = &[
    ("abs", 1, 1),
    ("sqrt", 1, 1),
    ("cbrt", 1, 1),
    ("log", 1, 1),
    ("log10", 1, 1),
    ("exp", 1, 1),
    ("floor", 1, 1),
    ("pow", 2, 2),
    ("min", 1, usize::MAX),
    ("max", 1, usize::MAX),
    ("jain", 1, 1),
    ("approx", 3, 3),
    ("ties", 2, 2),
    ("between", 3, 3),
];

/// Functions over the values of a key, which is bound in their further arguments: name, arguments.
pub const OVER: &[(&str, usize)] = &[
    ("all_over", 3),
    ("any_over", 3),
    ("max_over", 3),
    ("min_over", 3),
    ("mean_over", 3),
    ("argmax_over", 3),
    ("argmin_over", 3),
    ("monotone_increasing", 4),
    ("monotone_decreasing", 4),
];

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The byte where reading stopped.
    pub at: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: {}", self.at, self.what)
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Text(String),
    Word(String),
    Sign(&'static str),
    End,
}

const SIGNS: &[&str] = &["<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "(", ")", "[", "]", ","];

/// Reads an expression.
pub fn parse(text: &str) -> Result<Expression, SyntaxError> {
    let mut parser = Parser { tokens: tokens(text)?, place: 0 };
    let whole = parser.either()?;
    match parser.peek() {
        Token::End => Ok(whole),
        other => Err(parser.wrong(format!("{other:?} after the end of the expression"))),
    }
}

fn tokens(text: &str) -> Result<Vec<(usize, Token)>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if first.is_ascii_digit() || first == '.' {
            let length = number_length(rest);
            let value = rest[..length]
                .parse()
                .map_err(|_| SyntaxError { at, what: format!("{:?} is no number", &rest[..length]) })?;
            tokens.push((at, Token::Number(value)));
            at += length;
        } else if first == '\'' {
            let Some(length) = rest[1..].find('\'') else {
                return Err(SyntaxError { at, what: "a text that is not closed".to_owned() });
            };
            tokens.push((at, Token::Text(rest[1..=length].to_owned())));
            at += length + 2;
        } else if first.is_alphabetic() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push((at, Token::Word(rest[..length].to_owned())));
            at += length;
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push((at, Token::Sign(sign)));
            at += sign.len();
        } else {
            return Err(SyntaxError { at, what: format!("{first:?} means nothing here") });
        }
    }
    tokens.push((at, Token::End));
    Ok(tokens)
}

/// How long a number such as `0.5`, `20e6` or `1e-7` is.
fn number_length(text: &str) -> usize {
    let digits = |from: usize| {
        let more = text[from..].find(|c: char| !c.is_ascii_digit() && c != '.');
        more.map_or(text.len(), |length| from + length)
    };
    let end = digits(0);
    let exponent = text[end..].strip_prefix(['e', 'E']).map(|after| {
        let sign = usize::from(after.starts_with(['+', '-']));
        end + 1 + sign
    });
    match exponent {
        Some(from) if text[from..].starts_with(|c: char| c.is_ascii_digit()) => digits(from),
        _ => end,
    }
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    place: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.place].1
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.place = (self.place + 1).min(self.tokens.len() - 1);
        token
    }

    fn wrong(&self, what: String) -> SyntaxError {
        SyntaxError { at: self.tokens[self.place].0, what }
    }

    fn takes(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Token::Sign(found) if *found == sign);
        if found {
            self.next();
        }
        found
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(found) if found == word);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), SyntaxError> {
        if self.takes(sign) {
            return Ok(());
        }
        Err(self.wrong(format!("found {:?}, expected {sign:?}", self.peek())))
    }

    fn either(&mut self) -> Result<Expression, SyntaxError> {
        let mut left = self.both()?;
        while self.takes_word("or") {
            left = pair(Operator::Or, left, self.both()?);
        }
        Ok(left)
    }

    fn both(&mut self) -> Result<Expression, SyntaxError> {
        let mut left = self.negation()?;
        while self.takes_word("and") {
            left = pair(Operator::And, left, self.negation()?);
        }
        Ok(left)
    }

    fn negation(&mut self) -> Result<Expression, SyntaxError> {
        if self.takes_word("not") {
            return Ok(Expression::Not(Box::new(self.negation()?)));
        }
        self.comparison()
    }

    /// At most one comparison: `a < b < c` would mean another thing in every language.
    fn comparison(&mut self) -> Result<Expression, SyntaxError> {
        let left = self.sum()?;
        let signs = [
            ("<=", Operator::AtMost),
            (">=", Operator::AtLeast),
            ("==", Operator::Equal),
            ("!=", Operator::Unequal),
            ("<", Operator::Less),
            (">", Operator::More),
        ];
        match signs.iter().find(|(sign, _)| self.takes(sign)) {
            Some((_, operator)) => Ok(pair(*operator, left, self.sum()?)),
            None => Ok(left),
        }
    }

    fn sum(&mut self) -> Result<Expression, SyntaxError> {
        let mut left = self.product()?;
        loop {
            if self.takes("+") {
                left = pair(Operator::Plus, left, self.product()?);
            } else if self.takes("-") {
                left = pair(Operator::Minus, left, self.product()?);
            } else {
                return Ok(left);
            }
        }
    }

    fn product(&mut self) -> Result<Expression, SyntaxError> {
        let mut left = self.sign()?;
        loop {
            if self.takes("*") {
                left = pair(Operator::Times, left, self.sign()?);
            } else if self.takes("/") {
                left = pair(Operator::Over, left, self.sign()?);
            } else {
                return Ok(left);
            }
        }
    }

    fn sign(&mut self) -> Result<Expression, SyntaxError> {
        if self.takes("-") {
            return Ok(Expression::Minus(Box::new(self.sign()?)));
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Expression, SyntaxError> {
        match self.peek().clone() {
            Token::Number(number) => {
                self.next();
                Ok(Expression::Number(number))
            }
            Token::Text(text) => {
                self.next();
                Ok(Expression::Text(text))
            }
            Token::Word(word) => {
                self.next();
                self.named(word)
            }
            Token::Sign("(") => {
                self.next();
                let inner = self.either()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign("[") => {
                self.next();
                Ok(Expression::List(self.list("]")?))
            }
            other => Err(self.wrong(format!("found {other:?}, expected a value"))),
        }
    }

    fn named(&mut self, word: String) -> Result<Expression, SyntaxError> {
        match word.as_str() {
            "true" => return Ok(Expression::Truth(true)),
            "false" => return Ok(Expression::Truth(false)),
            "and" | "or" | "not" => return Err(self.wrong(format!("{word:?} without an operand"))),
            _ => {}
        }
        if self.takes("(") {
            return Ok(Expression::Call(word, self.list(")")?));
        }
        if self.takes("[") {
            return Ok(Expression::Metric(word, self.list("]")?));
        }
        Ok(Expression::Name(word))
    }

    fn list(&mut self, end: &str) -> Result<Vec<Expression>, SyntaxError> {
        let mut items = Vec::new();
        if self.takes(end) {
            return Ok(items);
        }
        loop {
            items.push(self.either()?);
            if self.takes(end) {
                return Ok(items);
            }
            self.expect(",")?;
        }
    }
}

fn pair(operator: Operator, left: Expression, right: Expression) -> Expression {
    Expression::Pair(operator, Box::new(left), Box::new(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_in_arithmetic() {
        assert_eq!(parse("1 + 2*3 < 4 or a and not b"), parse("((1 + (2*3)) < 4) or (a and (not b))"));
        assert_eq!(parse("8/4/2 - 1 - -1"), parse("(((8/4)/2) - 1) - (-1)"));
        assert_ne!(parse("8 - (4 - 2)"), parse("8 - 4 - 2"));
    }

    #[test]
    fn numbers_keys_and_texts() {
        assert_eq!(parse("20e6").unwrap(), Expression::Number(2e7));
        assert_eq!(parse("1e-7").unwrap(), Expression::Number(1e-7));
        let metric = parse("goodput['sack', '[0,250]', 0.1]").unwrap();
        let keys = vec![
            Expression::Text("sack".to_owned()),
            Expression::Text("[0,250]".to_owned()),
            Expression::Number(0.1),
        ];
        assert_eq!(metric, Expression::Metric("goodput".to_owned(), keys));
    }

    #[test]
    fn what_is_no_expression_is_refused_where_it_stops() {
        for (text, at) in
            [("1 +", 3), ("a < b < c", 6), ("max(1, ", 7), ("'open", 0), ("a ? b", 2), ("1 2", 2)]
        {
            assert_eq!(parse(text).unwrap_err().at, at, "{text}");
        }
    }
}
