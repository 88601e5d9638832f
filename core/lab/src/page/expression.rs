//! An expression over the rows of a chart or over the numbers of a run: its errors, or the program
//! that evaluates it.

use super::ScriptError;
use super::measured::{Measured, measured, measures};
use super::names::{ExpressionName, written};
use super::programs::{programs, refused};
use ackscope_scenario::{Compiled, ScenarioError};
use ackscope_script::Error;
use ackscope_script::channel::{Computed, Quantity, channel, quantities};
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
    /// The program, for `evaluate`; empty if there is a mistake.
    pub program: Vec<u8>,
    /// The names of rows that the program reads, each once.
    pub inputs: Vec<String>,
    /// Over a run: the measures that the program reads instead.
    pub measured: Vec<Measured>,
    /// The names that may stand in it.
    pub names: Vec<ExpressionName>,
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

/// Builds the report; `measured` holds the measures.
fn report(
    read: Result<Computed, Vec<Error>>,
    names: Vec<ExpressionName>,
    measured: Vec<Measured>,
) -> ExpressionReport {
    let mut report = ExpressionReport {
        errors: Vec::new(),
        is_condition: false,
        unit: String::new(),
        program: Vec::new(),
        inputs: Vec::new(),
        measured,
        names,
    };
    match read {
        Err(errors) => report.errors = errors.into_iter().map(ScriptError::from).collect(),
        Ok(Computed { program, is_condition, unit, .. }) => {
            report.is_condition = is_condition;
            report.unit = written(unit);
            report.inputs = program.states.iter().map(|input| input.name.clone()).collect();
            report.program = Compiled::one(program).write();
        }
    }
    report
}

/// Evaluates the program of an expression on `count` samples: see `Program::evaluate`. After the
/// values comes the number of the first sample that divides by zero; NaN if none does.
///
/// # Errors
/// If `program` is damaged, or values of an input are missing.
pub fn evaluate(program: &[u8], columns: &[f64], count: usize) -> Result<Vec<f64>, ScenarioError> {
    let compiled = programs(program)?;
    let found = compiled.only().ok_or("There is no expression.");
    let found = found.and_then(|program| program.evaluate(columns, count)).map_err(refused)?;
    let mut values = found.values;
    values.push(found.by_zero.map_or(f64::NAN, |sample| sample as f64));
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(source: &str) -> ExpressionReport {
        expression(ExpressionOf::Rows, source)
    }

    #[test]
    fn a_report_has_the_program_and_its_inputs_each_once() {
        let report = channel("bwe * rtt_min - cwnd / rtt_min");
        assert_eq!(report.errors.len(), 1, "segments and rates");
        let report = channel("bwe * rtt_min - cwnd + rtt_min * rate");
        assert_eq!(report.inputs, ["bwe", "rtt_min", "cwnd", "rate"]);
        let columns = [100.0, 200.0, 0.5, 0.25, 20.0, 10.0, 4.0, 8.0];
        let values = evaluate(&report.program, &columns, 2).expect("valid");
        assert_eq!(values[..2], [100.0 * 0.5 - 20.0 + 0.5 * 4.0, 200.0 * 0.25 - 10.0 + 0.25 * 8.0]);
        assert!(values[2].is_nan(), "nothing divides");
        assert_eq!(report.unit, "segments");
        assert!(report.names.iter().any(|name| name.word == "bwe" && name.unit == "segments/s"));
    }

    #[test]
    fn the_middle_of_a_chain_is_compared_twice() {
        let holds = |text: &str, a: f64| {
            let report = expression(ExpressionOf::Run, text);
            assert_eq!(report.errors.len(), 0, "{text}");
            evaluate(&report.program, &vec![a; report.measured.len()], 1).expect("valid")[0] == 1.0
        };
        for text in ["1 < jain(a) < 3", "2 < 2 * jain(a) < 6", "0 < (jain(a) > 9 ? 9 : jain(a) - 1) < 2"] {
            assert_eq!([1.0, 2.0, 3.0].map(|a| holds(text, a)), [false, true, false], "{text}");
        }
        for text in
            ["1 < 2 * jain(a) < 3 * jain(a) < 12 > 2 * jain(a)", "1 < (1 < jain(a) < 9 ? 2 : 0) < 3 < 4"]
        {
            assert_eq!([0.0, 2.0, 9.0].map(|a| holds(text, a)), [false, true, false], "{text}");
        }
    }

    #[test]
    fn what_is_no_expression_or_lacks_samples_is_refused() {
        let report = channel("cwnd / rtt");
        for (program, columns) in [(&[][..], 2), (&report.program[..9], 2), (&report.program, 3)] {
            assert!(evaluate(program, &vec![1.0; columns], 1).is_err());
        }
        let script = ackscope_script::compile("on loss { cwnd = 2 }").expect("fine");
        assert_eq!(script.evaluate(&[], 1), Err("This program is no expression."));
    }

    #[test]
    fn units_of_numbers_are_base_units_and_mistakes_have_places() {
        assert_eq!(evaluate(&channel("5 ms").program, &[], 1).expect("valid")[0], 0.005);
        let report = channel("cwnd + rtt");
        assert_eq!((report.errors[0].column, report.program.len()), (6, 0));
    }
}
