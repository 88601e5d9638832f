//! A channel for a chart: its mistakes, or what to compute.

use super::ScriptError;
use ackscope_program::unit::Unit;
use ackscope_script::channel::{Quantity, channel as read, quantities};
use ackscope_script::syntax::{Logic, NodeKind};
use schemars::JsonSchema;
use serde::Serialize;

/// What an expression over rows is, or what is wrong with it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChannelReport {
    /// Its mistakes in the order of their places; empty if it can be computed.
    pub errors: Vec<ScriptError>,
    /// Its unit, as in `segments/s`; empty for a plain number.
    pub unit: String,
    /// Its parts, each after those it is made of; the last one is the whole.
    pub parts: Vec<ChannelPart>,
    /// The names that may stand in it.
    pub names: Vec<ChannelName>,
}

/// A part of an expression.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChannelPart {
    /// `number`, `name`, a function, an operator's sign, `negative`, `not`, `and`, `or`, `choice`; `skip`
    /// has no value.
    pub op: String,
    /// The numbers of the parts that it takes.
    pub of: Vec<u32>,
    /// A number, in base units: s, segments, bits.
    pub value: f64,
    /// A name.
    pub name: String,
}

/// A name that may stand in a channel.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChannelName {
    /// The name.
    pub word: String,
    /// Its unit; empty for a plain number.
    pub unit: String,
    /// What it means.
    pub help: String,
}

fn written(unit: Unit) -> String {
    match unit {
        Unit::Of(_) => unit.written(),
        _ => String::new(),
    }
}

/// Reads an expression over rows.
pub fn channel(source: &str) -> ChannelReport {
    let name = |Quantity { word, unit, help }| ChannelName {
        word: word.to_owned(),
        unit: written(unit),
        help: help.to_owned(),
    };
    let names = quantities().map(name).collect();
    match read(source) {
        Err(errors) => ChannelReport {
            errors: errors.into_iter().map(ScriptError::from).collect(),
            unit: String::new(),
            parts: Vec::new(),
            names,
        },
        Ok(channel) => ChannelReport {
            errors: Vec::new(),
            unit: written(channel.unit),
            parts: channel.nodes.iter().map(|node| part(&node.kind)).collect(),
            names,
        },
    }
}

fn part(kind: &NodeKind) -> ChannelPart {
    let of = |op: &str, of: &[u32]| ChannelPart {
        op: op.to_owned(),
        of: of.to_vec(),
        value: 0.0,
        name: String::new(),
    };
    match kind {
        NodeKind::Number(value, ..) => ChannelPart { value: *value, ..of("number", &[]) },
        NodeKind::Truth(value) => ChannelPart { value: f64::from(u8::from(*value)), ..of("number", &[]) },
        NodeKind::Name(name) => ChannelPart { name: (*name).to_owned(), ..of("name", &[]) },
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
