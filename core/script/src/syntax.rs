//! The syntax tree of a script.
//!
//! The nodes of all expressions are in one list, each after the nodes that it uses. Checks and the
//! compiler can therefore process them in a loop, and a sum of a thousand terms is not a deep tree.

use super::error::Place;
use super::name::Event;
pub use ackscope_program::program::Row;
use ackscope_program::unit::Unit;

/// A binary operator.
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

    /// True if it is a comparison.
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

/// The index of a node in its script.
pub type NodeId = u32;

#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind<'a> {
    /// A number in base units, its text, and its unit.
    Number(f64, &'a str, Unit),
    /// `true` or `false`.
    Truth(bool),
    /// A name; empty if a mistake was reported here.
    Name(&'a str),
    /// A text, in claims; or a key of a measure.
    Text(&'a str),
    /// A function call with its values.
    Call(&'a str, Vec<NodeId>),
    /// A value by its keys, in claims; or a measure of a run.
    At(&'a str, Vec<NodeId>),
    /// A list, in claims.
    List(Vec<NodeId>),
    /// `not a`.
    Not(NodeId),
    /// `-a`.
    Minus(NodeId),
    Binary(Operator, NodeId, NodeId),
    /// Marker before the right side of `and` and `or`; refers to the left side.
    Logic(Logic, NodeId),
    /// `a and b`, `a or b`.
    Joined(Logic, NodeId, NodeId),
    /// Marker before the first side of a choice; refers to its condition.
    Then(NodeId),
    /// Marker before the second side of a choice; refers to the first side.
    Else(NodeId),
    /// `a ? b : c`.
    Choice(NodeId, NodeId, NodeId),
}

/// A part of an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<'a> {
    pub kind: NodeKind<'a>,
    /// The position of its operator, or of the node itself.
    pub place: Place,
    /// The position where it starts.
    pub start: Place,
}

/// An expression: a contiguous range of nodes, the last of which is the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expression {
    pub first: NodeId,
    pub root: NodeId,
}

impl Expression {
    /// The indices of its nodes.
    pub fn ids(self) -> std::ops::RangeInclusive<NodeId> {
        self.first..=self.root
    }
}

/// A constant of a declaration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// A number in base units, its unit, and the factor for range bounds that have no unit.
    Number(f64, Unit, f64),
    /// True or false.
    Truth(bool),
}

/// The kind of a declaration: set by the scenario, or by the script.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclarationKind<'a> {
    /// `param`, with its range in base units and its help text.
    Param {
        /// Lower and upper bound.
        range: Option<(f64, f64)>,
        help: &'a str,
    },
    /// `state`.
    State,
}

/// `param …` or `state …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration<'a> {
    pub name: &'a str,
    /// The position of the name.
    pub place: Place,
    /// Its initial value.
    pub value: Constant,
    pub kind: DeclarationKind<'a>,
}

/// How an assignment changes its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The operator of `+=` and similar assignments.
    pub operator: Option<Operator>,
    /// The position of the assignment sign.
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement<'a> {
    /// `let name = value`; no value if it has a mistake.
    Let(&'a str, Place, Option<Expression>),
    /// `name = value`.
    Assign(&'a str, Place, Assignment, Expression),
    /// `if … { … } else if … { … } else { … }`; no condition if it has a mistake.
    If(Vec<(Option<Expression>, Vec<Statement<'a>>)>, Option<Vec<Statement<'a>>>),
    /// `standard()`.
    Standard(Place),
    /// `explain "…"`.
    Explain(&'a str),
}

/// `on EVENT { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook<'a> {
    pub event: Event,
    /// The position of the event's word.
    pub place: Place,
    pub body: Vec<Statement<'a>>,
}

/// `show name [as ROW]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown<'a> {
    /// The state.
    pub name: &'a str,
    /// The position of its name.
    pub place: Place,
    /// The chart in which it is plotted.
    pub row: Row,
}

/// The syntax tree of a script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree<'a> {
    /// `algorithm "…"`.
    pub name: Option<&'a str>,
    /// Params and states, in their order.
    pub declarations: Vec<Declaration<'a>>,
    /// The hooks, in their order.
    pub hooks: Vec<Hook<'a>>,
    /// The states to plot.
    pub shown: Vec<Shown<'a>>,
    /// `pace …`.
    pub pace: Option<Expression>,
    /// The nodes of all expressions.
    pub nodes: Vec<Node<'a>>,
    /// The units of the measures among the nodes, sorted by node.
    pub measures: Vec<(NodeId, Unit)>,
}

impl<'a> Tree<'a> {
    pub fn node(&self, id: NodeId) -> &Node<'a> {
        &self.nodes[id as usize]
    }

    /// The unit of the measure with this node.
    pub fn unit_of_measure(&self, id: NodeId) -> Unit {
        let place = self.measures.binary_search_by_key(&id, |(node, _)| *node);
        place.map_or(Unit::Free, |place| self.measures[place].1)
    }
}
