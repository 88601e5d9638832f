//! Prints a script in a canonical form: for tests, and to show how a script was parsed.

use super::syntax::{
    Constant, Declaration, DeclarationKind, Expression, Logic, NodeKind, Operator, Row, Statement, Tree,
};
use ackscope_program::unit::{SPELLINGS, Unit};
use std::fmt::Write as _;

/// The script as text, without its comments.
pub fn print(tree: &Tree) -> String {
    let mut out = String::new();
    if let Some(name) = tree.name {
        let _ = writeln!(out, "algorithm \"{name}\"");
    }
    for one in &tree.declarations {
        declaration(one, &mut out);
    }
    for hook in &tree.hooks {
        let _ = write!(out, "on {} ", hook.event.word());
        block(tree, &hook.body, 0, &mut out);
        out.push('\n');
    }
    for shown in &tree.shown {
        let row = match shown.row {
            Row::Bwe => " as BWE",
            Row::Rtt => " as RTT",
            Row::Window => " as window",
            Row::Own => "",
        };
        let _ = writeln!(out, "show {}{row}", shown.name);
    }
    if let Some(pace) = tree.pace {
        let _ = writeln!(out, "pace {}", expression(tree, pace));
    }
    out
}

/// A number in base units, printed with its unit so that it is parsed as the same number.
fn number(value: f64, unit: Unit, factor: f64) -> String {
    let Unit::Of(powers) = unit else { return format!("{value:?}") };
    let known = SPELLINGS.iter().find(|known| known.powers == powers && known.factor == factor);
    let known = known.or_else(|| SPELLINGS.iter().find(|known| known.powers == powers));
    let (word, factor) = known.map_or(("", 1.0), |known| (known.word, known.factor));
    // Finds the number that gives exactly this value when it is multiplied by the factor.
    let near = value / factor;
    let mut neighbours = (-1_i64..=1).map(|step| f64::from_bits(near.to_bits().wrapping_add_signed(step)));
    let exact = neighbours.find(|near| near * factor == value);
    format!("{:?} {word}", exact.unwrap_or(near))
}

fn declaration(one: &Declaration, out: &mut String) {
    let constant = |constant: Constant| match constant {
        Constant::Truth(value) => value.to_string(),
        Constant::Number(value, unit, factor) => number(value, unit, factor),
    };
    let (name, value) = (one.name, constant(one.value));
    match &one.kind {
        DeclarationKind::State => {
            let _ = writeln!(out, "state {name} = {value}");
        }
        DeclarationKind::Param { range, help } => {
            let _ = write!(out, "param {name} = {value}");
            if let (Some((low, high)), Constant::Number(_, unit, factor)) = (range, one.value) {
                let _ = write!(out, " in {}..{}", number(*low, unit, factor), number(*high, unit, factor));
            }
            if !help.is_empty() {
                let _ = write!(out, " \"{help}\"");
            }
            out.push('\n');
        }
    }
}

fn block(tree: &Tree, body: &[Statement], depth: usize, out: &mut String) {
    out.push_str("{\n");
    for one in body {
        for _ in 0..=depth {
            out.push_str("  ");
        }
        statement(tree, one, depth + 1, out);
        out.push('\n');
    }
    for _ in 0..depth {
        out.push_str("  ");
    }
    out.push('}');
}

fn statement(tree: &Tree, one: &Statement, depth: usize, out: &mut String) {
    match one {
        Statement::Let(name, _, value) => {
            let value = value.map_or(String::new(), |value| expression(tree, value));
            let _ = write!(out, "let {name} = {value}");
        }
        Statement::Assign(name, _, how, value) => {
            let sign = how.operator.map_or("", Operator::sign);
            let _ = write!(out, "{name} {sign}= {}", expression(tree, *value));
        }
        Statement::If(arms, otherwise) => {
            for (index, (condition, body)) in arms.iter().enumerate() {
                let condition = condition.map_or(String::new(), |it| expression(tree, it));
                let _ = write!(out, "{}if {condition} ", if index > 0 { " else " } else { "" });
                block(tree, body, depth, out);
            }
            if let Some(body) = otherwise {
                out.push_str(" else ");
                block(tree, body, depth, out);
            }
        }
        Statement::Standard(_) => out.push_str("standard()"),
        Statement::Explain(text) => {
            let _ = write!(out, "explain \"{text}\"");
        }
    }
}

/// Precedence of an atom, the highest one.
const ATOM: u8 = 9;

fn strength(operator: Operator) -> u8 {
    match operator {
        Operator::Add | Operator::Subtract => 5,
        Operator::Multiply | Operator::Divide => 6,
        Operator::Power => 8,
        _ => 4,
    }
}

fn expression(tree: &Tree, expression: Expression) -> String {
    let mut texts: Vec<(String, u8)> = Vec::new();
    for id in expression.ids() {
        let mut at_least = |id: u32, least: u8| {
            let (text, strength) = std::mem::take(&mut texts[(id - expression.first) as usize]);
            if strength >= least { text } else { format!("({text})") }
        };
        let text = match &tree.node(id).kind {
            NodeKind::Number(_, written, _) => ((*written).to_owned(), ATOM),
            NodeKind::Truth(value) => (value.to_string(), ATOM),
            NodeKind::Name(name) => ((*name).to_owned(), ATOM),
            NodeKind::Call(name, values) => {
                let values: Vec<String> = values.iter().map(|value| at_least(*value, 0)).collect();
                (format!("{name}({})", values.join(", ")), ATOM)
            }
            NodeKind::Not(inner) => (format!("not {}", at_least(*inner, 4)), 3),
            NodeKind::Minus(inner) => (format!("-{}", at_least(*inner, 8)), 7),
            NodeKind::Binary(operator, left, right) => {
                let own = strength(*operator);
                // The exponent of a power may have a sign or be another power. Comparisons cannot
                // be chained.
                let (first, second) = match operator {
                    Operator::Power => (ATOM, 7),
                    _ if operator.compares() => (5, 5),
                    _ => (own, own + 1),
                };
                let (left, right) = (at_least(*left, first), at_least(*right, second));
                (format!("{left} {} {right}", operator.sign()), own)
            }
            NodeKind::Joined(logic, left, right) => {
                let (word, own) = if *logic == Logic::Or { ("or", 1) } else { ("and", 2) };
                (format!("{} {word} {}", at_least(*left, own), at_least(*right, own + 1)), own)
            }
            NodeKind::Choice(condition, first, second) => {
                let condition = at_least(*condition, 1);
                (format!("{condition} ? {} : {}", at_least(*first, 0), at_least(*second, 0)), 0)
            }
            _ => (String::new(), ATOM),
        };
        texts.push(text);
    }
    texts.pop().map(|(text, _)| text).unwrap_or_default()
}
