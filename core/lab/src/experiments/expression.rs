//! The language of claims and formulas: numbers, texts, measured values by key, comparisons and the
//! functions of [`FUNCTIONS`]. The grammar is that of scripts; `evaluate` computes the values.

use ackscope_script::parse_claim;
use ackscope_script::syntax::{self as script, Logic, NodeId, NodeKind, Tree};
use std::fmt;

/// A node of a claim.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
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
    /// A binary operator with its operands.
    Pair(Operator, Box<Expression>, Box<Expression>),
}

/// A binary operator.
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
    /// Whether the operator compares two values.
    pub fn compares(self) -> bool {
        use Operator::{AtLeast, AtMost, Equal, Less, More, Unequal};
        matches!(self, Less | AtMost | More | AtLeast | Equal | Unequal)
    }
}

/// Functions of numbers: name, minimum and maximum number of arguments.
pub const FUNCTIONS: &[(&str, usize, usize)] = &[
    ("abs", 1, 1),
    ("sqrt", 1, 1),
    ("cbrt", 1, 1),
    ("log", 1, 1),
    ("log10", 1, 1),
    ("exp", 1, 1),
    ("floor", 1, 1),
    ("ceil", 1, 1),
    ("round", 1, 1),
    ("sign", 1, 1),
    ("pow", 2, 2),
    ("min", 1, usize::MAX),
    ("max", 1, usize::MAX),
    ("jain", 1, 1),
    ("approx", 3, 3),
    ("ties", 2, 2),
    ("between", 3, 3),
];

/// Functions over all values of a key: name, number of arguments. The key is bound in the arguments
/// after the first.
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

/// A syntax error of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The byte offset at which parsing stopped.
    pub at: usize,
    /// The fault at this place.
    pub what: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: {}", self.at, self.what)
    }
}

/// Parses an expression: the grammar of scripts, with texts, lists and values by key.
pub fn parse(text: &str) -> Result<Expression, SyntaxError> {
    let claim = parse_claim(text).map_err(|(at, what)| SyntaxError { at, what })?;
    of(&claim.tree, claim.root)
}

/// Converts the subtree with the root `id`.
fn of(tree: &Tree, id: NodeId) -> Result<Expression, SyntaxError> {
    let node = tree.node(id);
    let several = |ids: &[NodeId]| -> Result<Vec<Expression>, SyntaxError> {
        ids.iter().map(|id| of(tree, *id)).collect()
    };
    let boxed = |id: NodeId| of(tree, id).map(Box::new);
    Ok(match &node.kind {
        NodeKind::Number(value, _, _) => Expression::Number(*value),
        NodeKind::Truth(value) => Expression::Truth(*value),
        NodeKind::Text(text) => Expression::Text((*text).to_owned()),
        NodeKind::Name(name) => Expression::Name((*name).to_owned()),
        NodeKind::At(name, keys) => Expression::Metric((*name).to_owned(), several(keys)?),
        NodeKind::Call(name, values) => Expression::Call((*name).to_owned(), several(values)?),
        NodeKind::List(items) => Expression::List(several(items)?),
        NodeKind::Not(inner) => Expression::Not(boxed(*inner)?),
        NodeKind::Minus(inner) => Expression::Minus(boxed(*inner)?),
        NodeKind::Joined(logic, left, right) => {
            let operator = if *logic == Logic::Or { Operator::Or } else { Operator::And };
            Expression::Pair(operator, boxed(*left)?, boxed(*right)?)
        }
        NodeKind::Binary(script::Operator::Power, base, exponent) => {
            Expression::Call("pow".to_owned(), several(&[*base, *exponent])?)
        }
        NodeKind::Binary(operator, left, right) => {
            Expression::Pair(operator_of(*operator), boxed(*left)?, boxed(*right)?)
        }
        _ => {
            let what = "a choice belongs to scripts: write and, or".to_owned();
            return Err(SyntaxError { at: node.place as usize, what });
        }
    })
}

fn operator_of(operator: script::Operator) -> Operator {
    match operator {
        script::Operator::Add => Operator::Plus,
        script::Operator::Subtract => Operator::Minus,
        script::Operator::Multiply => Operator::Times,
        script::Operator::Divide | script::Operator::Power => Operator::Over,
        script::Operator::Less => Operator::Less,
        script::Operator::AtMost => Operator::AtMost,
        script::Operator::More => Operator::More,
        script::Operator::AtLeast => Operator::AtLeast,
        script::Operator::Equal => Operator::Equal,
        script::Operator::Unequal => Operator::Unequal,
    }
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
            [("1 +", 3), ("a < b < c", 6), ("max(1, ", 7), ("'open", 0), ("a ? b : c", 2), ("1 2", 2)]
        {
            assert_eq!(parse(text).unwrap_err().at, at, "{text}");
        }
    }
}
