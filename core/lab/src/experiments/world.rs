//! Where an expression finds the values of its names.

use super::expression::Expression;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A key of a number: an algorithm, a window, a value of an axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "GalleryKey")]
pub enum Key {
    /// A value of an axis.
    Number(f64),
    /// A name.
    Text(String),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Number(number) => write!(f, "{number}"),
            Key::Text(text) => f.write_str(text),
        }
    }
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// It was not measured.
    Unknown(String),
    /// The short form does not measure it, or measures it for less time or with fewer seeds.
    Short,
    /// It divides by zero; in the named number, if it is one.
    ByZero(String),
    /// The expression is invalid.
    Wrong(String),
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::Unknown(what) => write!(f, "not measured: {what}"),
            EvalError::Short => f.write_str("needs the full form"),
            EvalError::ByZero(what) if what.is_empty() => f.write_str("it divides by zero"),
            EvalError::ByZero(what) => write!(f, "it divides by zero in {what}"),
            EvalError::Wrong(what) => f.write_str(what),
        }
    }
}

/// The source of the values of names.
pub trait World {
    fn metric(&self, metric: &str, keys: &[Key]) -> Result<f64, EvalError>;
    fn constant(&self, name: &str) -> Option<f64>;
    /// All values of a key.
    fn domain(&self, name: &str) -> Option<Vec<Key>>;
    /// A metric of another experiment.
    fn elsewhere(&self, experiment: &str, metric: &str, keys: &[Key]) -> Result<f64, EvalError>;
    /// The half width of the 95 % interval of an expression's value; none if it does not scatter.
    fn half_width(&self, _expression: &Expression, _bound: &Bound) -> Option<f64> {
        None
    }
    /// The unit of a metric or an axis, of the named experiment or of this one. Empty if it has
    /// none.
    fn unit(&self, _experiment: Option<&str>, _name: &str) -> String {
        String::new()
    }
}

/// The bound variables, innermost last.
pub type Bound = Vec<(String, Key)>;

/// A world without metrics: expressions use bound variables only.
pub struct Plain;

impl World for Plain {
    fn metric(&self, metric: &str, _: &[Key]) -> Result<f64, EvalError> {
        Err(EvalError::Wrong(format!("{metric} is not known here")))
    }
    fn constant(&self, _: &str) -> Option<f64> {
        None
    }
    fn domain(&self, _: &str) -> Option<Vec<Key>> {
        None
    }
    fn elsewhere(&self, _: &str, metric: &str, keys: &[Key]) -> Result<f64, EvalError> {
        self.metric(metric, keys)
    }
}
