//! Closed forms and fluid models of the papers, for `ackscope theory`, the page's curves and the
//! experiments' claims. Each family has one file and one entry in the list below.
//!
//! Rates are in segments per second and windows in segments, as in the papers. Each rate is also
//! given in bit/s.

mod inputs;
mod labels;
mod ode;
mod points;

pub use inputs::{Input, Values};
pub use labels::label;
pub use points::{Point, Table, table};

use ackscope_engine::catalogue::{Term, term};
use ackscope_scenario::ScenarioError;

/// The declaration of a formula.
#[derive(Debug)]
pub struct Formula {
    /// Its id on the command line and in links.
    pub id: &'static str,
    /// Its usual name.
    pub name: &'static str,
    /// A description in one sentence.
    pub summary: &'static str,
    /// The equation in LaTeX, with the symbols of its inputs and outputs.
    pub latex: &'static str,
    pub inputs: &'static [Input],
    pub outputs: &'static [Term],
    /// The input on the horizontal axis by default.
    pub axis: &'static str,
    /// The conditions under which it holds.
    pub assumptions: &'static [&'static str],
    /// The conditions that can be tested for given inputs.
    pub conditions: &'static [Condition],
    /// The paper and equation, or the RFC and section.
    pub source: &'static str,
    /// Errors in the printed formula, and what is computed instead.
    pub corrections: &'static [&'static str],
    /// Computes the outputs in order; an undefined output is not finite.
    pub evaluate: fn(&Values) -> Vec<f64>,
}

/// A condition of validity that depends only on the inputs.
#[derive(Debug)]
pub struct Condition {
    pub text: &'static str,
    pub holds: fn(&Values) -> bool,
}

/// Declares the modules of the families and what they contain.
macro_rules! families {
    ($($module:ident),* $(,)?) => {
        $(mod $module;)*

        /// The formulas, family by family.
        const FAMILIES: &[&[Formula]] = &[$($module::FORMULAS),*];
    };
}

families! {
    kelly_reno,
    westwood_known_bandwidth,
    westwood_own_rate,
    logwestwood_plus,
    westwood_cycle,
    buffer,
    padhye,
    reno_response,
    hstcp,
    stcp,
    bic,
    cubic,
    backlog,
    filters,
}

/// Every formula.
pub fn formulas() -> impl Iterator<Item = &'static Formula> {
    FAMILIES.iter().copied().flatten()
}

/// The formula called `id`.
pub fn formula(id: &str) -> Result<&'static Formula, ScenarioError> {
    let unknown =
        || ScenarioError::unknown("theory", "the formula", id, formulas().map(|formula| formula.id));
    formulas().find(|formula| formula.id == id).ok_or_else(unknown)
}

/// The unit of rates that are also given in bit/s.
const SEGMENTS_PER_S: &str = "segments/s";

/// An additional output of every formula that has a `rate`.
const RATE_BPS: Term =
    term("rate_bps", r"r_{\mathrm{bit}}", "bit/s", "The rate, with whole packets counted.");

impl Formula {
    fn has_rate(&self) -> bool {
        self.outputs.iter().any(|output| output.name == "rate" && output.unit == SEGMENTS_PER_S)
    }

    /// All inputs; a formula with a rate also has the packet size.
    pub fn all_inputs(&self) -> impl Iterator<Item = &'static Input> {
        let own = self.inputs.iter().any(|input| input.term.name == inputs::PACKET_BYTES.term.name);
        let more: &[Input] = if self.has_rate() && !own { &[inputs::PACKET_BYTES] } else { &[] };
        self.inputs.iter().chain(more)
    }

    /// All outputs, including the rate in bit/s.
    pub fn all_outputs(&self) -> impl Iterator<Item = &'static Term> {
        let more: &[Term] = if self.has_rate() { &[RATE_BPS] } else { &[] };
        self.outputs.iter().chain(more)
    }

    /// The declared input called `name`.
    pub fn input(&self, name: &str) -> Result<&'static Input, ScenarioError> {
        let known = || self.all_inputs().map(|input| input.term.name);
        let unknown =
            || ScenarioError::unknown(self.id, &format!("the parameter of {}", self.id), name, known());
        self.all_inputs().find(|input| input.term.name == name).ok_or_else(unknown)
    }

    /// One output for some given inputs; the others have their defaults.
    ///
    /// # Errors
    /// If an input or the output is not declared, or a value is out of its range.
    pub fn value(&self, output: &str, given: &[(&str, f64)]) -> Result<f64, ScenarioError> {
        let point = self.at(given)?;
        let known = || self.all_outputs().map(|output| output.name);
        let place = known().position(|name| name == output).ok_or_else(|| {
            ScenarioError::unknown(self.id, &format!("the result of {}", self.id), output, known())
        })?;
        Ok(point.numbers[place])
    }

    /// All outputs for some given inputs; the others have their defaults.
    ///
    /// # Errors
    /// If an input is not declared or its value is out of its range.
    pub fn at(&self, given: &[(&str, f64)]) -> Result<Point, ScenarioError> {
        let mut values = Values::defaults(self);
        for &(name, value) in given {
            values.set(self, name, value)?;
        }
        Ok(self.point(&values))
    }

    fn point(&self, values: &Values) -> Point {
        let mut numbers = (self.evaluate)(values);
        if self.has_rate() {
            let place = self.outputs.iter().position(|output| output.name == "rate");
            let rate = numbers[place.expect("it has a rate")];
            numbers.push(rate * 8.0 * values.get(inputs::PACKET_BYTES.term.name));
        }
        let broken = self.conditions.iter().filter(|condition| !(condition.holds)(values));
        Point::new(self, values, numbers, broken.map(|condition| condition.text.to_owned()).collect())
    }
}

/// The outputs that most formulas of one flow have.
const RATE: Term = term("rate", "r", SEGMENTS_PER_S, "Segments the sender puts out per second.");
const WINDOW: Term = term("window", "W", "segments", "The congestion window.");

/// Common code of the families' tests.
#[cfg(test)]
mod test {
    use super::formula;

    pub fn value(id: &str, output: &str, given: &[(&str, f64)]) -> f64 {
        formula(id).and_then(|formula| formula.value(output, given)).unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn broken(id: &str, given: &[(&str, f64)]) -> Vec<String> {
        formula(id).and_then(|formula| formula.at(given)).unwrap_or_else(|error| panic!("{error}")).broken
    }

    /// The test vectors have about nine digits.
    #[track_caller]
    pub fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 2e-8 * expected.abs(), "{found} for {expected}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_formula_declares_what_it_uses_and_gives_what_it_declares() {
        let mut ids = BTreeSet::new();
        for formula in formulas() {
            assert!(ids.insert(formula.id), "{} twice", formula.id);
            // An undeclared input panics here.
            let numbers = (formula.evaluate)(&Values::defaults(formula));
            assert_eq!(numbers.len(), formula.outputs.len(), "{}", formula.id);
            assert!(numbers.iter().all(|x| x.is_finite()), "{}: {numbers:?} with defaults", formula.id);
            let axis = formula.input(formula.axis).unwrap_or_else(|error| panic!("{error}"));
            assert!(axis.plot.0 < axis.plot.1, "{}", formula.id);
            for input in formula.all_inputs() {
                let (min, max) = input.range;
                let inside = |x: f64| (min..=max).contains(&x);
                assert!(inside(input.default) && inside(input.plot.0) && inside(input.plot.1), "{input:?}");
                assert!(!input.logarithmic || input.plot.0 > 0.0, "{}: {input:?}", formula.id);
            }
            let broken = formula.at(&[]).expect("defaults are allowed").broken;
            assert!(broken.is_empty(), "{}: its defaults break {broken:?}", formula.id);
        }
    }

    #[test]
    fn no_input_within_its_range_makes_a_formula_panic_or_loop() {
        for formula in formulas() {
            for input in formula.all_inputs() {
                let (from, to) = (input.range.0, input.range.1.min(1e15));
                for value in [from, to, (from + to) / 2.0] {
                    let value = if input.whole { value.floor() } else { value };
                    let point = formula.at(&[(input.term.name, value)]).expect("within its range");
                    assert_eq!(point.numbers.len(), formula.all_outputs().count());
                }
            }
        }
    }

    #[test]
    fn a_wrong_name_is_refused_with_the_nearest_one() {
        let error = formula("renno").unwrap_err();
        assert_eq!(error.nearest.as_deref(), Some("reno"), "{error}");
        let reno = formula("reno").unwrap();
        assert_eq!(reno.value("rate", &[("rrt", 0.1)]).unwrap_err().nearest.as_deref(), Some("rtt"));
        assert_eq!(reno.value("rates", &[]).unwrap_err().nearest.as_deref(), Some("rate"));
        assert!(reno.at(&[("p", 1.5)]).unwrap_err().message.contains("0 to 1"));
    }
}
