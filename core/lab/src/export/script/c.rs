//! Translates a checked script to C statements. Features that a target lacks are refused by name;
//! the rest is common to all targets.

use super::Refusals;
use ackscope_program::input::{Event, Input, Kind};
use ackscope_program::program::Filter;
use ackscope_program::unit::ROUNDS;
use ackscope_script::Checked;
use ackscope_script::check::Meaning;
use ackscope_script::name::{Function, function_of};
use ackscope_script::syntax::{
    Assignment, Constant, DeclarationKind, Expression, Logic, NodeId, NodeKind, Operator, Statement,
};
use std::fmt::Write;

/// The target-specific parts of the translation.
pub trait Dialect {
    /// The type of numbers.
    const NUMBER: &'static str;
    /// A number literal.
    fn number(&mut self, value: f64, refused: &mut Refusals) -> String;
    /// An input of the script; `known` is the event in which it is read.
    fn input(&mut self, input: Input, known: Option<Event>) -> Option<String>;
    /// An arithmetic operation, except `^`.
    fn arithmetic(&self, operator: Operator, a: &str, b: &str) -> String;
    /// A power; `literal` is the exponent's value if it is a literal.
    fn power(&mut self, base: &str, exponent: &str, literal: Option<f64>) -> Option<String>;
    fn call(&mut self, function: Function, values: &[String]) -> Option<String>;
    /// A call of `windowed_max` or `windowed_min`: each call is a filter of its own.
    fn windowed(&mut self, filter: Filter, value: &str, span: &str) -> Option<String>;
    /// An assignment; `window` is set if the target is cwnd or ssthresh.
    fn assign(&self, target: &str, window: Option<Meaning>, value: &str) -> String;
    /// The variable that holds a state.
    fn state(&self, name: &str) -> String;
}

/// Writes the hooks one by one.
pub struct Writer<'a, 'b, D> {
    script: &'b Checked<'a>,
    /// The target language.
    pub dialect: D,
    /// The features it cannot express.
    pub refused: Refusals,
    event: Option<Event>,
    text: String,
    depth: usize,
}

impl<'a, 'b, D: Dialect> Writer<'a, 'b, D> {
    /// A writer without output.
    pub fn new(script: &'b Checked<'a>, dialect: D) -> Self {
        Writer { script, dialect, refused: Refusals::default(), event: None, text: String::new(), depth: 1 }
    }

    /// The body of an event's hook, `None` if the script does not define it.
    pub fn hook(&mut self, event: Event) -> Option<String> {
        let script = self.script;
        let hook = script.tree.hooks.iter().find(|hook| hook.event == event)?;
        self.event = Some(event);
        self.text.clear();
        self.block(&hook.body);
        Some(std::mem::take(&mut self.text))
    }

    /// The initial value of a declaration.
    pub fn constant(&mut self, constant: Constant) -> String {
        match constant {
            Constant::Truth(value) => value.to_string(),
            Constant::Number(value, _, _) => self.dialect.number(value, &mut self.refused),
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(self.depth));
    }

    fn inside(&mut self, body: &[Statement<'a>]) {
        self.depth += 1;
        self.block(body);
        self.depth -= 1;
    }

    fn block(&mut self, body: &[Statement<'a>]) {
        for statement in body {
            match statement {
                Statement::Let(name, _, value) => {
                    let Some(value) = value else { continue };
                    let kind = self.kind(value.root);
                    let value = self.expression(*value);
                    self.line(&format!("{kind} l_{name} = {value};"));
                }
                Statement::Assign(name, _, Assignment { operator, .. }, value) => {
                    self.assign(name, *operator, *value);
                }
                Statement::If(branches, otherwise) => {
                    for (at, (condition, body)) in branches.iter().enumerate() {
                        let condition = condition.map_or_else(String::new, |it| self.expression(it));
                        let word = if at == 0 { "if" } else { "} else if" };
                        self.line(&format!("{word} ({condition}) {{"));
                        self.inside(body);
                    }
                    if let Some(body) = otherwise {
                        self.line("} else {");
                        self.inside(body);
                    }
                    self.line("}");
                }
                Statement::Standard(_) => {
                    let hook = match self.event {
                        Some(Event::Loss | Event::Ecn) => "standard_loss",
                        Some(Event::Timeout) => "standard_timeout",
                        _ => "standard_increase",
                    };
                    self.line(&format!("{hook}();"));
                }
                // A backslash at the end of the line would continue the comment on the next line.
                Statement::Explain(text) => self.line(&format!("// {}", text.replace('\\', "/"))),
            }
        }
    }

    fn kind(&self, node: NodeId) -> &'static str {
        match self.script.meanings.kinds[node as usize] {
            Kind::Condition => "bool",
            Kind::Number(_) => D::NUMBER,
        }
    }

    fn assign(&mut self, name: &str, operator: Option<Operator>, value: Expression) {
        let is_condition = self.kind(value.root) == "bool";
        let value = self.expression(value);
        let (target, window) = match name {
            "cwnd" => ("cwnd".to_owned(), Some(Meaning::Cwnd)),
            "ssthresh" => ("ssthresh".to_owned(), Some(Meaning::Ssthresh)),
            _ => (self.dialect.state(name), None),
        };
        let value = operator.map_or(value.clone(), |sign| self.dialect.arithmetic(sign, &target, &value));
        let line = match is_condition {
            true => format!("{target} = {value};"),
            false => self.dialect.assign(&target, window, &value),
        };
        self.line(&line);
    }

    /// Writes an expression node by node in stored order, without recursion: a chain of a thousand
    /// sums would be a deep tree.
    fn expression(&mut self, expression: Expression) -> String {
        let first = expression.first;
        let mut done: Vec<String> = Vec::new();
        for id in expression.ids() {
            let text = self.node(id, &|of: NodeId| done[(of - first) as usize].as_str());
            done.push(text);
        }
        done.pop().unwrap_or_default()
    }

    fn node<'t>(&mut self, id: NodeId, of: &dyn Fn(NodeId) -> &'t str) -> String {
        let script = self.script;
        match &script.tree.node(id).kind {
            NodeKind::Number(value, _, _) => self.dialect.number(*value, &mut self.refused),
            NodeKind::Truth(value) => value.to_string(),
            NodeKind::Name(name) => self.name(id, name),
            NodeKind::Call(name, ids) => {
                let values: Vec<String> = ids.iter().map(|value| of(*value).to_owned()).collect();
                let by_rounds = script.meanings.span(ids) == Some(ROUNDS);
                let known = function_of(name).and_then(|known| match known.function {
                    Function::WindowedMax | Function::WindowedMin => {
                        let is_max = known.function == Function::WindowedMax;
                        self.dialect.windowed(Filter { is_max, by_rounds }, &values[0], &values[1])
                    }
                    function => self.dialect.call(function, &values),
                });
                self.or_refused(known, || format!("{name}()"))
            }
            NodeKind::Not(a) => format!("(!{})", of(*a)),
            NodeKind::Minus(a) => format!("(-{})", of(*a)),
            NodeKind::Binary(Operator::Power, a, b) => {
                let literal = match script.tree.node(*b).kind {
                    NodeKind::Number(value, _, _) => Some(value),
                    NodeKind::Minus(inner) => match script.tree.node(inner).kind {
                        NodeKind::Number(value, _, _) => Some(-value),
                        _ => None,
                    },
                    _ => None,
                };
                let known = self.dialect.power(of(*a), of(*b), literal);
                self.or_refused(known, || match literal {
                    Some(exponent) => format!("^ {exponent}"),
                    None => "^ with a computed exponent".to_owned(),
                })
            }
            NodeKind::Binary(operator, a, b) if operator.compares() => {
                format!("({} {} {})", of(*a), operator.sign(), of(*b))
            }
            NodeKind::Binary(operator, a, b) => self.dialect.arithmetic(*operator, of(*a), of(*b)),
            // These nodes only mark the start of the second operand.
            NodeKind::Logic(..) | NodeKind::Then(_) | NodeKind::Else(_) => String::new(),
            NodeKind::Joined(logic, a, b) => {
                let sign = if *logic == Logic::And { "&&" } else { "||" };
                format!("({} {sign} {})", of(*a), of(*b))
            }
            NodeKind::Choice(condition, a, b) => format!("({} ? {} : {})", of(*condition), of(*a), of(*b)),
            // These nodes occur in claims, not in scripts.
            NodeKind::Text(_) | NodeKind::At(..) | NodeKind::List(_) => String::new(),
        }
    }

    fn name(&mut self, id: NodeId, name: &str) -> String {
        match self.script.meanings.of_nodes[id as usize] {
            Meaning::Cwnd => "cwnd".to_owned(),
            Meaning::Ssthresh => "ssthresh".to_owned(),
            Meaning::Input(input) => {
                let known = self.dialect.input(input, self.event);
                self.or_refused(known, || name.to_owned())
            }
            Meaning::Declared(place) => match self.script.tree.declarations[place].kind {
                DeclarationKind::Param { .. } => format!("p_{name}"),
                DeclarationKind::State => self.dialect.state(name),
            },
            Meaning::Let(_) => format!("l_{name}"),
            Meaning::Nothing => String::new(),
        }
    }

    fn or_refused(&mut self, known: Option<String>, what: impl FnOnce() -> String) -> String {
        known.unwrap_or_else(|| {
            self.refused.add(what());
            String::new()
        })
    }
}
