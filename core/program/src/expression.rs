//! Expressions outside scripts: a row of a chart, a number or a comparison of a lesson. Each is a
//! program that only has `pace`; its inputs are the states, in their order.

use super::machine::{Host, run};
use super::program::Program;

/// The values of an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// One for each sample; NaN if it reads an unknown input.
    pub values: Vec<f64>,
    /// The first sample that divides by zero.
    pub by_zero: Option<usize>,
}

/// An observer: it has no random numbers and no windows. Its inputs may be unknown.
#[derive(Default)]
struct Observer {
    divides_by_zero: bool,
    is_unknown: bool,
}

impl Host for Observer {
    fn random(&mut self) -> f64 {
        0.0
    }

    fn windowed(&mut self, _: u16, value: f64, _: f64) -> f64 {
        value
    }

    fn decided(&mut self, _: u16, _: Option<u16>, _: &[f64], _: f64) {}

    fn standard(&mut self, _: &mut [f64]) {}

    fn fault(&mut self, _: u16) {
        self.divides_by_zero = true;
    }

    fn unknown(&mut self) {
        self.is_unknown = true;
    }
}

impl Program {
    /// Evaluates an expression on `count` samples. `columns` holds all samples of the first input,
    /// then those of the next one; NaN stands for an unknown value.
    ///
    /// # Errors
    /// If this is no expression, or samples are missing.
    pub fn evaluate(&self, columns: &[f64], count: usize) -> Result<Values, &'static str> {
        let Some((code, result)) = &self.pace else { return Err("This program is no expression.") };
        if self.states.len().checked_mul(count) != Some(columns.len()) {
            return Err("An expression needs a value of each input for each sample.");
        }
        let mut registers = self.registers.clone();
        let mut found = Values { values: Vec::with_capacity(count), by_zero: None };
        for sample in 0..count {
            for (place, state) in self.states.iter().enumerate() {
                registers[usize::from(state.register)] = columns[place * count + sample];
            }
            let mut host = Observer::default();
            run(code, &mut registers, &mut host);
            let value = registers[usize::from(*result)];
            found.values.push(if host.is_unknown { f64::NAN } else { value });
            if host.divides_by_zero {
                found.by_zero.get_or_insert(sample);
            }
        }
        Ok(found)
    }
}
