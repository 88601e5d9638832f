//! The inputs of formulas: their declarations, and complete sets of values.

use super::Formula;
use ackscope_engine::catalogue::{Term, term};
use ackscope_engine::units::{Dimension, parse_quantity};
use ackscope_scenario::ScenarioError;
use serde_json::Value;

/// An input of a formula.
#[derive(Debug)]
pub struct Input {
    /// Its name, symbol, unit and meaning.
    pub term: Term,
    /// Its default value.
    pub default: f64,
    /// Smallest and largest allowed value.
    pub range: (f64, f64),
    /// The range of a curve along this input.
    pub plot: (f64, f64),
    /// Whether this axis is logarithmic.
    pub logarithmic: bool,
    /// Whether it must be a whole number.
    pub whole: bool,
}

impl Input {
    /// A number with a linear axis.
    pub const fn linear(term: Term, default: f64, range: (f64, f64), plot: (f64, f64)) -> Input {
        Input { term, default, range, plot, logarithmic: false, whole: false }
    }

    /// A number with a logarithmic axis.
    pub const fn logarithmic(term: Term, default: f64, range: (f64, f64), plot: (f64, f64)) -> Input {
        Input { logarithmic: true, ..Input::linear(term, default, range, plot) }
    }

    /// A whole number.
    pub const fn whole(term: Term, default: f64, range: (f64, f64), plot: (f64, f64)) -> Input {
        Input { whole: true, ..Input::linear(term, default, range, plot) }
    }

    /// The same input with another default.
    pub const fn by_default(self, default: f64) -> Input {
        Input { default, ..self }
    }

    /// Reads a value: a number in the input's unit, or a string with a unit such as `"100ms"`.
    pub fn read(&self, value: &Value) -> Result<f64, ScenarioError> {
        let dimension = Dimension::of_unit(self.term.unit);
        let refuse = |found: String| ScenarioError::value(self.term.name, found, self.allowed());
        let number = match value {
            Value::Number(number) => number.as_f64().unwrap_or(f64::NAN),
            Value::String(text) if dimension != Dimension::Number => {
                parse_quantity(text, dimension).map_err(|error| refuse(error.found))?.value
            }
            other => return Err(refuse(other.to_string())),
        };
        self.check(number)?;
        Ok(number)
    }

    fn check(&self, number: f64) -> Result<(), ScenarioError> {
        let inside = (self.range.0..=self.range.1).contains(&number);
        if inside && (!self.whole || number.fract() == 0.0) {
            return Ok(());
        }
        Err(ScenarioError::value(self.term.name, number.to_string(), self.allowed()))
    }

    fn allowed(&self) -> String {
        let unit = if self.term.unit.is_empty() { String::new() } else { format!(" {}", self.term.unit) };
        let what = if self.whole { "a whole number, " } else { "" };
        match self.range {
            (min, max) if max < f64::MAX => format!("{what}{min} to {max}{unit}"),
            (min, _) => format!("{what}at least {min}{unit}"),
        }
    }
}

/// A value for every input of one formula.
#[derive(Clone, Debug)]
pub struct Values(Vec<(&'static str, f64)>);

impl Values {
    /// The defaults of all inputs.
    pub fn defaults(formula: &Formula) -> Values {
        Values(formula.all_inputs().map(|input| (input.term.name, input.default)).collect())
    }

    /// Sets the input `name`.
    pub fn set(&mut self, formula: &Formula, name: &str, value: f64) -> Result<(), ScenarioError> {
        formula.input(name)?.check(value)?;
        let place = self.0.iter_mut().find(|(known, _)| *known == name);
        place.expect("every declared input has a value").1 = value;
        Ok(())
    }

    /// The value of the input `name`.
    ///
    /// If the formula declares no such input. The registry's tests find this error.
    /// tests.
    pub fn get(&self, name: &str) -> f64 {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("the input {name} is not declared")).1
    }

    /// The values of several inputs, in the order of `names`.
    pub fn of<const N: usize>(&self, names: [&str; N]) -> [f64; N] {
        names.map(|name| self.get(name))
    }

    /// Name and value of every input, in declared order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.0.iter().copied()
    }
}

/// The probability that a segment is the reason for a window reduction.
pub const P: Input = Input::logarithmic(
    term("p", "p", "", "The probability that a segment causes a window reduction."),
    0.01,
    (0.0, 1.0),
    (1e-7, 0.1),
);

/// The round-trip time, queueing included.
pub const RTT: Input = Input::linear(
    term("rtt", r"\mathit{RTT}", "s", "The round-trip time, queueing included."),
    0.1,
    (1e-6, 1e3),
    (0.01, 0.5),
);

/// The round-trip time without queueing.
pub const RTT_MIN: Input = Input::linear(
    term("rtt_min", r"\mathit{RTT}_{\min}", "s", "The round-trip time without queueing."),
    0.08,
    (1e-6, 1e3),
    (0.01, 0.5),
);

/// The bandwidth that the sender knows or estimates.
pub const BANDWIDTH: Input = Input::logarithmic(
    term("bandwidth", r"\hat B", "segments/s", "The sender's bandwidth estimate."),
    800.0,
    (1e-3, 1e12),
    (10.0, 1e5),
);

/// The number of segments that an ACK acknowledges.
pub const SEGMENTS_PER_ACK: Input = Input::whole(
    term("segments_per_ack", "b", "", "How many segments an ACK acknowledges: 2 with delayed ACKs."),
    1.0,
    (1.0, 64.0),
    (1.0, 4.0),
);

/// Time since the start.
pub const TIME: Input =
    Input::linear(term("t", "t", "s", "The time since the start."), 5.0, (0.0, 1e6), (0.0, 30.0));

/// The rate at the start.
pub const INITIAL_RATE: Input = Input::logarithmic(
    term("initial_rate", "r_0", "segments/s", "The rate at t = 0."),
    10.0,
    (0.0, 1e12),
    (1.0, 1e4),
);

/// The size of a data packet.
pub const PACKET_BYTES: Input = Input::whole(
    term("packet_bytes", "L", "bytes", "The size of a data packet on the wire."),
    1500.0,
    (1.0, 65_535.0),
    (40.0, 9000.0),
);

/// The assumptions that all models of this construction share.
pub const FLUID_ASSUMPTIONS: &[&str] = &[
    "No timeouts and no slow start.",
    "RTT and p are constant and do not depend on the window.",
    "One reduction per lost segment; p is small and the window is at least about 10 segments.",
];

/// The minimum round-trip time is at most the round-trip time.
pub const RTT_ORDER: super::Condition = super::Condition {
    text: "The round-trip time without queueing is not above the one with it.",
    holds: |values| values.get("rtt_min") <= values.get("rtt"),
};
