//! An expression over the rows of a chart or over the numbers of a run: its errors, or the
//! operations to compute it.

use super::ScriptError;
use super::measured::{ByNode, Measured, measured, measures};
use ackscope_program::unit::Unit;
use ackscope_script::Error;
use ackscope_script::channel::{Computed, Quantity, channel, quantities};
use ackscope_script::syntax::{Logic, NodeKind};
use schemars::JsonSchema;
use serde::Serialize;

/// What an expression is, or what is wrong with it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExpressionReport {
    /// Its mistakes in the order of their places; empty if it can be computed.
    pub errors: Vec<ScriptError>,
    /// Whether it is a condition, which holds or does not.
    pub is_condition: bool,
    /// Its unit, as in `segments/s`; empty for a plain number.
    pub unit: String,
    /// Its parts, each after those it is made of; the last one is the whole.
    pub parts: Vec<ExpressionPart>,
    /// The names that may stand in it.
    pub names: Vec<ExpressionName>,
}

/// A part of an expression.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExpressionPart {
    /// `number`, `name`, `measure`, a function, an operator's sign, `negative`, `not`, `and`, `or`,
    /// `choice`; `skip` has no value.
    pub op: String,
    /// The numbers of the parts that it takes.
    pub of: Vec<u32>,
    /// A number, in base units: s, segments, bits.
    pub value: f64,
    /// A name.
    pub name: String,
    /// What a measure reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
}

/// A name that may stand in an expression.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExpressionName {
    /// The name.
    pub word: String,
    /// Its unit; empty for a plain number and for what depends on its keys.
    pub unit: String,
    /// What it means.
    pub help: String,
}

/// What an expression is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub enum ExpressionOf {
    /// The rows of a chart: it has a value at every moment.
    Rows,
    /// A whole run, as lessons compare it: measures of its lanes.
    Run,
}

pub(super) fn written(unit: Unit) -> String {
    match unit {
        Unit::Of(_) => unit.written(),
        _ => String::new(),
    }
}

/// Reads an expression.
pub fn expression(of: ExpressionOf, source: &str) -> ExpressionReport {
    let name = |Quantity { word, unit, help }| ExpressionName {
        word: word.to_owned(),
        unit: written(unit),
        help: help.to_owned(),
    };
    match of {
        ExpressionOf::Rows => report(channel(source), quantities().map(name).collect(), Vec::new()),
        ExpressionOf::Run => {
            let (computed, found) = measured(source);
            report(computed, measures().collect(), found)
        }
    }
}

/// Builds the report; `found` holds the measures by node.
fn report(read: Result<Computed, Vec<Error>>, names: Vec<ExpressionName>, found: ByNode) -> ExpressionReport {
    let mut report = ExpressionReport {
        errors: Vec::new(),
        is_condition: false,
        unit: String::new(),
        parts: Vec::new(),
        names,
    };
    match read {
        Err(errors) => report.errors = errors.into_iter().map(ScriptError::from).collect(),
        Ok(computed) => {
            report.is_condition = computed.is_condition;
            report.unit = written(computed.unit);
            report.parts = computed.nodes.iter().map(|node| part(&node.kind)).collect();
            for (id, measured) in found {
                let part = &mut report.parts[id as usize];
                part.op = "measure".to_owned();
                part.measured = Some(measured);
            }
        }
    }
    report
}

fn part(kind: &NodeKind) -> ExpressionPart {
    let of = |op: &str, of: &[u32]| ExpressionPart {
        op: op.to_owned(),
        of: of.to_vec(),
        value: 0.0,
        name: String::new(),
        measured: None,
    };
    match kind {
        NodeKind::Number(value, ..) => ExpressionPart { value: *value, ..of("number", &[]) },
        NodeKind::Truth(value) => ExpressionPart { value: f64::from(u8::from(*value)), ..of("number", &[]) },
        NodeKind::Name(name) => ExpressionPart { name: (*name).to_owned(), ..of("name", &[]) },
        NodeKind::Call(function, values) => of(function, values),
        NodeKind::Not(inner) => of("not", &[*inner]),
        NodeKind::Minus(inner) => of("negative", &[*inner]),
        NodeKind::Binary(operator, left, right) => of(operator.sign(), &[*left, *right]),
        NodeKind::Joined(Logic::And, left, right) => of("and", &[*left, *right]),
        NodeKind::Joined(Logic::Or, left, right) => of("or", &[*left, *right]),
        NodeKind::Choice(condition, first, second) => of("choice", &[*condition, *first, *second]),
        NodeKind::Logic(..) | NodeKind::Then(_) | NodeKind::Else(_) => of("skip", &[]),
        NodeKind::Text(_) | NodeKind::At(..) | NodeKind::List(_) => of("skip", &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(source: &str) -> ExpressionReport {
        expression(ExpressionOf::Rows, source)
    }

    #[test]
    fn a_report_has_parts_in_the_order_of_computing() {
        let report = channel("bwe * rtt_min - cwnd");
        let ops: Vec<&str> = report.parts.iter().map(|part| part.op.as_str()).collect();
        assert_eq!(ops, ["name", "name", "*", "name", "-"]);
        assert_eq!(report.parts[4].of, [2, 3]);
        assert_eq!((report.unit.as_str(), report.errors.len()), ("segments", 0));
        assert!(report.names.iter().any(|name| name.word == "bwe" && name.unit == "segments/s"));
    }

    #[test]
    fn units_of_numbers_are_base_units_and_mistakes_have_places() {
        assert_eq!(channel("5 ms").parts[0].value, 0.005);
        let report = channel("cwnd + rtt");
        assert_eq!((report.errors[0].column, report.parts.len()), (6, 0));
    }
}
