//! The names that may stand in an expression.

use ackscope_program::unit::Unit;
use schemars::JsonSchema;
use serde::Serialize;

/// A name that may stand in an expression.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExpressionName {
    pub word: String,
    /// Its unit; empty for a plain number and for what depends on its keys.
    pub unit: String,
    /// What it means.
    pub help: String,
}

pub(super) fn written(unit: Unit) -> String {
    match unit {
        Unit::Of(_) => unit.written(),
        _ => String::new(),
    }
}
