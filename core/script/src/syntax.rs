//! What a program is made of, as it was read.
//!
//! The nodes of all expressions stand in one list, each after those it is made of, so that checks
//! and the compiler go through them in a loop: a chain of a thousand sums is no deep tree.

use super::error::Place;
use super::name::Event;
pub use ackscope_program::program::Row;
use ackscope_program::unit::Unit;

/// What stands between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
}

impl Operator {
    /// Its sign.
    pub fn sign(self) -> &'static str {
        use Operator::{Add, AtLeast, AtMost, Divide, Equal, Less, More, Multiply, Power, Subtract, Unequal};
        match self {
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Divide => "/",
            Power => "^",
            Less => "<",
            AtMost => "<=",
            More => ">",
            AtLeast => ">=",
            Equal => "==",
            Unequal => "!=",
        }
    }

    /// Whether it compares.
    pub fn compares(self) -> bool {
        use Operator::{AtLeast, AtMost, Equal, Less, More, Unequal};
        matches!(self, Less | AtMost | More | AtLeast | Equal | Unequal)
    }
}

/// `and` or `or`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Logic {
    And,
    Or,
}

/// The number of a node in its program.
pub type NodeId = u32;

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind<'a> {
    /// A number in base units, as it was written, and its unit.
    Number(f64, &'a str, Unit),
    /// `true` or `false`.
    Truth(bool),
    /// A name; empty where what stood there is reported already.
    Name(&'a str),
    /// A text, in claims; a key of a measure.
    Text(&'a str),
    /// A function and its values.
    Call(&'a str, Vec<NodeId>),
    /// A value at its keys, in claims; a measure of a run.
    At(&'a str, Vec<NodeId>),
    /// A list, in claims.
    List(Vec<NodeId>),
    /// `not a`.
    Not(NodeId),
    /// `-a`.
    Minus(NodeId),
    /// Two operands.
    Binary(Operator, NodeId, NodeId),
    /// Stands before the right side of `and` and `or`, and names the left one.
    Logic(Logic, NodeId),
    /// `a and b`, `a or b`.
    Joined(Logic, NodeId, NodeId),
    /// Stands before the first side of a choice, and names its condition.
    Then(NodeId),
    /// Stands before the second side of a choice, and names the first.
    Else(NodeId),
    /// `a ? b : c`.
    Choice(NodeId, NodeId, NodeId),
}

/// A part of an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<'a> {
    /// What it is.
    pub kind: NodeKind<'a>,
    /// Where its operator stands, or itself.
    pub place: Place,
    /// Where it begins.
    pub start: Place,
}

/// An expression: its nodes stand one after the other, the last one is the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expression {
    /// Its first node.
    pub first: NodeId,
    /// The whole.
    pub root: NodeId,
}

impl Expression {
    /// The numbers of its nodes.
    pub fn ids(self) -> std::ops::RangeInclusive<NodeId> {
        self.first..=self.root
    }
}

/// A constant of a declaration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// A number in base units, its unit, and what a bare number in that unit is worth.
    Number(f64, Unit, f64),
    /// True or false.
    Truth(bool),
}

/// Whether the scenario sets it, or the script.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclarationKind<'a> {
    /// `param`, with its range in base units and its help text.
    Param {
        /// Lower and upper bound.
        range: Option<(f64, f64)>,
        /// Help text.
        help: &'a str,
    },
    /// `state`.
    State,
}

/// `param …` or `state …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where the name stands.
    pub place: Place,
    /// Its value at first.
    pub value: Constant,
    /// Who sets it.
    pub kind: DeclarationKind<'a>,
}

/// How an assignment changes its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The operator of `+=` and the like.
    pub operator: Option<Operator>,
    /// Where the sign stands.
    pub place: Place,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement<'a> {
    /// `let name = value`; no value where it is broken.
    Let(&'a str, Place, Option<Expression>),
    /// `name = value`.
    Assign(&'a str, Place, Assignment, Expression),
    /// `if … { … } else if … { … } else { … }`; no condition where it is broken.
    If(Vec<(Option<Expression>, Vec<Statement<'a>>)>, Option<Vec<Statement<'a>>>),
    /// `standard()`.
    Standard(Place),
    /// `explain "…"`.
    Explain(&'a str),
}

/// `on EVENT { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook<'a> {
    /// The event.
    pub event: Event,
    /// Where its word stands.
    pub place: Place,
    /// What it does.
    pub body: Vec<Statement<'a>>,
}

/// `show name [as ROW]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown<'a> {
    /// The state.
    pub name: &'a str,
    /// Where its name stands.
    pub place: Place,
    /// Where it is drawn.
    pub row: Row,
}

/// A program as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree<'a> {
    /// `algorithm "…"`.
    pub name: Option<&'a str>,
    /// Params and states, in their order.
    pub declarations: Vec<Declaration<'a>>,
    /// The hooks, in their order.
    pub hooks: Vec<Hook<'a>>,
    /// What is drawn.
    pub shown: Vec<Shown<'a>>,
    /// `pace …`.
    pub pace: Option<Expression>,
    /// The nodes of all expressions.
    pub nodes: Vec<Node<'a>>,
    /// What the measures among them are in, in their order.
    pub measures: Vec<(NodeId, Unit)>,
}

impl<'a> Tree<'a> {
    /// A node.
    pub fn node(&self, id: NodeId) -> &Node<'a> {
        &self.nodes[id as usize]
    }

    /// What the measure with this number is in.
    pub fn unit_of_measure(&self, id: NodeId) -> Unit {
        let place = self.measures.binary_search_by_key(&id, |(node, _)| *node);
        place.map_or(Unit::Free, |place| self.measures[place].1)
    }
}
