//! One table of expressions means the same to everyone who evaluates one: a script, a row of a chart,
//! a lesson or hidden test, a claim. `web/app/test/evaluator.test.ts` reads the same table and
//! evaluates it in WebAssembly.
//!
//! Numbers are followed by hand: 1/0, 0/0 and −1/0 have no result, and the machine goes on with 0;
//! `A - B * floor(A / B)` is the remainder. An input that is null is unknown, and so is a result that
//! reads it.

use ackscope_lab::experiments::evaluate::{self, evaluate};
use ackscope_lab::experiments::expression::parse;
use ackscope_lab::experiments::world::{Bound, EvalError, Key, World};
use ackscope_lab::page::{self, ExpressionOf};
use ackscope_program::machine::{Host, run};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Vector {
    text: String,
    a: Value,
    b: Value,
    value: Value,
    by_zero: bool,
}

/// A result: the value, NaN if it is unknown, and whether it divides by zero.
type Found = (f64, bool);

fn number(value: &Value) -> f64 {
    match value {
        Value::Number(number) => number.as_f64().expect("a number"),
        Value::String(text) => text.parse().expect("inf, -inf or nan"),
        _ => f64::NAN,
    }
}

impl Vector {
    fn all() -> Vec<Vector> {
        let all: Vec<Vector> = serde_json::from_str(include_str!("expressions.json")).expect("the table");
        assert!(all.len() > 70);
        all
    }

    fn knows_its_inputs(&self) -> bool {
        !self.a.is_null() && !self.b.is_null()
    }

    fn written(&self, a: &str, b: &str) -> String {
        self.text.replace('A', a).replace('B', b)
    }

    fn is(&self, who: &str, (value, by_zero): Found) {
        let wanted = number(&self.value);
        let is_same = value == wanted || (value.is_nan() && wanted.is_nan());
        let Vector { text, a, b, .. } = self;
        assert!(is_same, "{who}: {text} of {a} and {b} is {value}, not {wanted}");
        assert_eq!(by_zero, self.by_zero, "{who}: {text} of {a} and {b} divides by zero");
    }

    /// Compiled by the page's request, evaluated by the page's machine.
    fn on_the_page(&self, of: ExpressionOf, a: &str, b: &str) -> Found {
        let report = page::expression(of, &self.written(a, b));
        assert!(report.errors.is_empty(), "{}: {:?}", self.text, report.errors);
        let input = |is_a: bool| number(if is_a { &self.a } else { &self.b });
        let rows = report.inputs.iter().filter(|name| !name.is_empty()).map(|name| input(name == "cwnd"));
        let measures = report.measured.iter().map(|measure| input(measure.lane == "a"));
        let columns: Vec<f64> = rows.chain(measures).collect();
        let values = page::evaluate(&report.program, &columns, 1).expect("valid");
        (values[0], values[1] == 0.0)
    }
}

/// Counts faults; a sender's inputs are always known.
#[derive(Default)]
struct Sender {
    has_fault: bool,
}

impl Host for Sender {
    fn random(&mut self) -> f64 {
        0.5
    }
    fn windowed(&mut self, _: u16, value: f64, _: f64) -> f64 {
        value
    }
    fn decided(&mut self, _: u16, _: Option<u16>, _: &[f64], _: f64) {}
    fn standard(&mut self, _: &mut [f64]) {}
    fn fault(&mut self, _: u16) {
        self.has_fault = true;
    }
}

#[test]
fn in_a_script() {
    for vector in Vector::all().iter().filter(|vector| vector.knows_its_inputs()) {
        let text = vector.written("a", "b");
        let script =
            |value: &str| format!("state a = 0\nstate b = 0\non start {{ let x = {value}\n cwnd = x }}");
        let compiled = ackscope_script::compile(&script(&text));
        // A window is no condition.
        let program = compiled.or_else(|_| ackscope_script::compile(&script(&format!("({text}) ? 1 : 0"))));
        let program = program.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let code = program.hook(ackscope_script::name::Event::Start).expect("a hook");
        let mut registers = program.registers.clone();
        for (state, value) in program.states.iter().zip([&vector.a, &vector.b]) {
            registers[usize::from(state.register)] = number(value);
        }
        // Without the assignment, which bounds the window; the value is in its register.
        let mut code = code.clone();
        let value = match code.instructions.pop() {
            Some(ackscope_program::program::Instruction::SetCwnd(register, _)) => register,
            other => panic!("{text}: {other:?}"),
        };
        code.faults.pop();
        let mut sender = Sender::default();
        run(&code, &mut registers, &mut sender);
        vector.is("script", (registers[usize::from(value)], sender.has_fault));
    }
}

#[test]
fn in_a_row_of_a_chart() {
    for vector in Vector::all() {
        let found = vector.on_the_page(ExpressionOf::Rows, "(cwnd / 1 segments)", "(ssthresh / 1 segments)");
        vector.is("row", found);
    }
}

#[test]
fn in_a_lesson_or_a_hidden_test() {
    for vector in Vector::all() {
        vector.is("lesson", vector.on_the_page(ExpressionOf::Run, "jain(a)", "jain(b)"));
    }
}

/// `a` and `b` are metrics.
struct Measured<'a>(&'a Vector);

impl World for Measured<'_> {
    fn metric(&self, metric: &str, _: &[Key]) -> Result<f64, EvalError> {
        let value = if metric == "a" { &self.0.a } else { &self.0.b };
        if value.is_null() { Err(EvalError::Unknown(metric.to_owned())) } else { Ok(number(value)) }
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

#[test]
fn in_a_claim() {
    // A claim has no choice and none of the functions that a sender smooths with.
    let is_claim = |vector: &&Vector| !["?", "clamp", "smooth"].iter().any(|word| vector.text.contains(word));
    for vector in Vector::all().iter().filter(is_claim) {
        let expression = parse(&vector.written("a", "b")).expect("an expression");
        match evaluate(&expression, &Measured(vector), &mut Bound::new()) {
            Ok(evaluate::Value::Number(value)) => vector.is("claim", (value, false)),
            Ok(evaluate::Value::Truth(truth)) => {
                vector.is("claim", (f64::from(u8::from(truth.holds)), false))
            }
            Ok(other) => panic!("{}: {other:?}", vector.text),
            // It says so, and is not decided.
            Err(EvalError::ByZero(_)) => assert!(vector.by_zero, "{}", vector.text),
            Err(trouble) => assert!(vector.value.is_null(), "{}: {trouble}", vector.text),
        }
    }
}
