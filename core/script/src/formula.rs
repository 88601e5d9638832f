//! The equation of an assignment in LaTeX, as in a textbook.

use super::check::{Meaning, Meanings};
use super::name::{Function, Kind, function_of};
use super::syntax::{Assignment, Expression, Logic, NodeId, NodeKind, Operator, Tree};
use ackscope_engine::trace::MAX_TERMS;
use ackscope_program::TEXTS;
use ackscope_program::program::{Register, SiteTerm, TermValue};
use ackscope_program::unit::{SEGMENTS, Unit};

/// Precedence of the outermost operator of a text.
type Strength = u8;
const CHOICE: Strength = 0;
const OR: Strength = 1;
const AND: Strength = 2;
const NOT: Strength = 3;
const COMPARISON: Strength = 4;
const SUM: Strength = 5;
const PRODUCT: Strength = 6;
const SIGN: Strength = 7;
const POWER: Strength = 8;
const ATOM: Strength = 9;

/// Greek letters that are written as symbols.
const GREEK: &[&str] = &[
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu",
    "xi", "pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega",
];

/// The LaTeX symbol of a name. The part after the first `_` becomes an index.
pub fn symbol(name: &str) -> String {
    if !TEXTS {
        return String::new();
    }
    match name {
        "rtt" => return r"\mathit{RTT}".to_owned(),
        "srtt" => return r"\mathit{SRTT}".to_owned(),
        "rttvar" => return r"\mathit{RTTVAR}".to_owned(),
        "rtt_min" => return r"\mathit{RTT}_{\min}".to_owned(),
        "rtt_max" => return r"\mathit{RTT}_{\max}".to_owned(),
        "bwe" => return r"\mathit{BWE}".to_owned(),
        _ => {}
    }
    let (head, index) = match name.split_once('_') {
        Some((head, index)) if !index.is_empty() => (head, Some(index)),
        _ => (name, None),
    };
    let head = if GREEK.contains(&head) {
        format!("\\{head}")
    } else if head.len() == 1 {
        head.to_owned()
    } else {
        format!("\\mathit{{{}}}", head.replace('_', "\\_"))
    };
    match index {
        Some(index) => format!("{head}_{{\\mathrm{{{}}}}}", index.replace('_', "\\_")),
        None => head,
    }
}

/// A number and its unit, as written in the script.
fn number(written: &str) -> String {
    let digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
    let end = written.find(|c| !digits(c)).unwrap_or(written.len());
    let (value, unit) = written.split_at(end);
    let (value, unit) = (value.trim(), unit.trim());
    let value = match value.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            format!("{mantissa} \\cdot 10^{{{}}}", exponent.trim_start_matches('+'))
        }
        None => value.to_owned(),
    };
    if unit.is_empty() { value } else { format!("{value}\\,\\mathrm{{{}}}", unit.replace('^', "\\char`^")) }
}

struct Writer<'a, 'b> {
    tree: &'b Tree<'a>,
    meanings: &'b Meanings,
    place_of: &'b dyn Fn(Meaning) -> Option<Register>,
    target: (&'b str, bool),
    terms: Vec<SiteTerm>,
    texts: Vec<(String, Strength)>,
    first: NodeId,
}

/// The equation of `name = value` and its quantities. Without texts it returns only the quantities.
pub fn equation(
    tree: &Tree,
    meanings: &Meanings,
    target: (&str, bool),
    how: Assignment,
    value: Expression,
    place_of: &dyn Fn(Meaning) -> Option<Register>,
) -> (String, Vec<SiteTerm>) {
    let after = SiteTerm {
        name: "after".to_owned(),
        symbol: symbol(target.0),
        unit: SEGMENTS,
        value: TermValue::After,
    };
    let mut writer = Writer {
        tree,
        meanings,
        place_of,
        target,
        terms: vec![after],
        texts: Vec::new(),
        first: value.first,
    };
    let before = how.operator.map(|_| writer.term_of(target.0, TermValue::Before, SEGMENTS));
    for id in value.ids() {
        let text = writer.node(id);
        writer.texts.push(text);
    }
    if !TEXTS {
        return (String::new(), writer.terms);
    }
    let right = writer.take(value.root);
    let right = match (how.operator, before) {
        (Some(operator), Some(before)) => writer.pair(operator, (before, ATOM), right).0,
        _ => right.0,
    };
    (format!("{{{{after}}}} = {right}"), writer.terms)
}

impl Writer<'_, '_> {
    /// Removes and returns the text of a node that is part of another one.
    fn take(&mut self, id: NodeId) -> (String, Strength) {
        std::mem::take(&mut self.texts[(id - self.first) as usize])
    }

    /// The same, in parentheses if its precedence is below `strength`.
    fn at_least(&mut self, id: NodeId, strength: Strength) -> String {
        let text = self.take(id);
        enclosed(text, strength)
    }

    fn term_of(&mut self, name: &str, value: TermValue, unit: Unit) -> String {
        let key = if value == TermValue::Before { "before" } else { name };
        if self.terms.iter().all(|term| term.value != value) {
            if self.terms.len() == MAX_TERMS {
                return symbol(name);
            }
            let symbol = symbol(name);
            self.terms.push(SiteTerm { name: key.to_owned(), symbol, unit, value });
        }
        format!("{{{{{key}}}}}")
    }

    fn name(&mut self, id: NodeId, name: &str) -> String {
        let meaning = self.meanings.of_nodes[id as usize];
        let Kind::Number(unit) = self.meanings.kinds[id as usize] else {
            return format!("\\mathrm{{{}}}", name.replace('_', "\\ "));
        };
        let own = if self.target.1 { Meaning::Cwnd } else { Meaning::Ssthresh };
        let Some(register) = (self.place_of)(meaning) else {
            return symbol(name);
        };
        let value = match meaning {
            _ if meaning == own => TermValue::Before,
            Meaning::Input(super::name::Input::Window) => TermValue::Window(register),
            _ => TermValue::Register(register),
        };
        self.term_of(name, value, unit)
    }

    fn node(&mut self, id: NodeId) -> (String, Strength) {
        let tree = self.tree;
        match &tree.node(id).kind {
            NodeKind::Name(name) => (self.name(id, name), ATOM),
            _ if !TEXTS => (String::new(), ATOM),
            NodeKind::Number(_, written, _) => (number(written), ATOM),
            NodeKind::Truth(known) => (format!("\\mathrm{{{known}}}"), ATOM),
            NodeKind::Call(name, values) => self.call(name, values),
            NodeKind::Not(inner) => (format!("\\lnot {}", self.at_least(*inner, COMPARISON)), NOT),
            NodeKind::Minus(inner) => (format!("-{}", self.at_least(*inner, POWER)), SIGN),
            NodeKind::Binary(operator, left, right) => {
                let left = self.take(*left);
                let right = self.take(*right);
                self.pair(*operator, left, right)
            }
            NodeKind::Joined(logic, left, right) => {
                let (sign, strength) = match logic {
                    Logic::And => ("\\land", AND),
                    Logic::Or => ("\\lor", OR),
                };
                let (left, right) = (self.at_least(*left, strength), self.at_least(*right, strength + 1));
                (format!("{left} {sign} {right}"), strength)
            }
            NodeKind::Choice(condition, first, second) => {
                let condition = self.take(*condition).0;
                let (first, second) = (self.take(*first).0, self.take(*second).0);
                let text = format!(
                    "\\begin{{cases}} {first} & \\text{{if }} {condition} \\\\ {second} & \\text{{else}} \\end{{cases}}"
                );
                (text, CHOICE)
            }
            _ => (String::new(), ATOM),
        }
    }

    fn pair(
        &self,
        operator: Operator,
        left: (String, Strength),
        right: (String, Strength),
    ) -> (String, Strength) {
        let join = |sign: &str, strength: Strength, left, right| {
            let (left, right) = (enclosed(left, strength), enclosed(right, strength + 1));
            (format!("{left} {sign} {right}"), strength)
        };
        match operator {
            Operator::Divide => (format!("\\frac{{ {} }}{{ {} }}", left.0, right.0), ATOM),
            Operator::Power => (format!("{}^{{{}}}", base(left), right.0), POWER),
            Operator::Multiply => join("\\cdot", PRODUCT, left, right),
            Operator::Add => join("+", SUM, left, right),
            Operator::Subtract => join("-", SUM, left, right),
            Operator::Less => join("<", COMPARISON, left, right),
            Operator::AtMost => join("\\le", COMPARISON, left, right),
            Operator::More => join(">", COMPARISON, left, right),
            Operator::AtLeast => join("\\ge", COMPARISON, left, right),
            Operator::Equal => join("=", COMPARISON, left, right),
            Operator::Unequal => join("\\ne", COMPARISON, left, right),
        }
    }

    fn call(&mut self, name: &str, values: &[NodeId]) -> (String, Strength) {
        let mut texts = Vec::new();
        for value in values {
            texts.push(self.take(*value).0);
        }
        let all = texts.join(",\\ ");
        let text = match function_of(name).map(|known| known.function) {
            Some(Function::Sqrt) => format!("\\sqrt{{ {all} }}"),
            Some(Function::Cbrt) => format!("\\sqrt[3]{{ {all} }}"),
            Some(Function::Abs) => format!("\\left| {all} \\right|"),
            Some(Function::Floor) => format!("\\left\\lfloor {all} \\right\\rfloor"),
            Some(Function::Ceil) => format!("\\left\\lceil {all} \\right\\rceil"),
            Some(Function::Min | Function::Max | Function::Exp) => {
                format!("\\{name}\\left( {all} \\right)")
            }
            Some(Function::Log) => format!("\\ln\\left( {all} \\right)"),
            Some(Function::Log10) => format!("\\log_{{10}}\\left( {all} \\right)"),
            _ => format!("\\operatorname{{{name}}}\\left( {all} \\right)"),
        };
        (text, ATOM)
    }
}

fn enclosed((text, strength): (String, Strength), least: Strength) -> String {
    if strength >= least { text } else { format!("\\left( {text} \\right)") }
}

/// The base of a power; a fraction gets parentheses.
fn base((text, strength): (String, Strength)) -> String {
    if strength >= ATOM && !text.starts_with("\\frac") {
        format!("{{{text}}}")
    } else {
        format!("\\left( {text} \\right)")
    }
}
