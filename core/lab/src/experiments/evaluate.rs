//! Evaluates expressions over measured numbers. A claim has three outcomes: it holds, it does not
//! hold, or the measured numbers do not decide it. The arithmetic is that of the machine that runs
//! scripts.

use super::comparison::{Relation, Truth, unit_of};
use super::expression::{Expression, Operator};
use super::world::{Bound, EvalError, Key, World};
use crate::fairness::jain_index;
use ackscope_program::machine::{Binary, binary, unary};
use ackscope_script::name::function_of;

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Text(String),
    /// A truth value with the comparison that decides it.
    Truth(Truth),
    /// A list of numbers.
    List(Vec<f64>),
}

type Outcome = Result<Value, EvalError>;

/// Evaluates `expression` with the variables `bound`.
pub fn evaluate(expression: &Expression, world: &dyn World, bound: &mut Bound) -> Outcome {
    match expression {
        Expression::Number(number) => Ok(Value::Number(*number)),
        Expression::Text(text) => Ok(Value::Text(text.clone())),
        Expression::Truth(truth) => Ok(Value::Truth((*truth).into())),
        Expression::Name(name) => named(name, world, bound),
        Expression::Metric(name, keys) => {
            let keys = keys.iter().map(|key| key_of(key, world, bound)).collect::<Result<Vec<_>, _>>()?;
            world.metric(name, &keys).map(Value::Number)
        }
        Expression::Call(name, arguments) => call(name, arguments, world, bound),
        Expression::List(items) => {
            let items = items.iter().map(|item| number(item, world, bound)).collect::<Result<_, _>>()?;
            Ok(Value::List(items))
        }
        Expression::Not(inner) => Ok(Value::Truth(decide(inner, world, bound)?.opposite())),
        Expression::Minus(inner) => Ok(Value::Number(-number(inner, world, bound)?)),
        Expression::Pair(operator, left, right) => operate(*operator, left, right, world, bound),
    }
}

/// Evaluates an expression to a number.
pub fn number(expression: &Expression, world: &dyn World, bound: &mut Bound) -> Result<f64, EvalError> {
    match evaluate(expression, world, bound)? {
        Value::Number(number) => Ok(number),
        other => Err(EvalError::Wrong(format!("{other:?} where a number is needed"))),
    }
}

/// Evaluates an expression to true or false.
pub fn truth(expression: &Expression, world: &dyn World, bound: &mut Bound) -> Result<bool, EvalError> {
    decide(expression, world, bound).map(|truth| truth.holds)
}

/// Like [`truth`], with the comparison that decides it.
pub fn decide(expression: &Expression, world: &dyn World, bound: &mut Bound) -> Result<Truth, EvalError> {
    match evaluate(expression, world, bound)? {
        Value::Truth(truth) => Ok(truth),
        other => Err(EvalError::Wrong(format!("{other:?} where true or false is needed"))),
    }
}

fn named(name: &str, world: &dyn World, bound: &Bound) -> Outcome {
    if let Some((_, key)) = bound.iter().rev().find(|(known, _)| known == name) {
        return Ok(match key {
            Key::Number(number) => Value::Number(*number),
            Key::Text(text) => Value::Text(text.clone()),
        });
    }
    match world.constant(name) {
        Some(number) => Ok(Value::Number(number)),
        None => world.metric(name, &[]).map(Value::Number),
    }
}

fn key_of(expression: &Expression, world: &dyn World, bound: &mut Bound) -> Result<Key, EvalError> {
    match evaluate(expression, world, bound)? {
        Value::Number(number) => Ok(Key::Number(number)),
        Value::Text(text) => Ok(Key::Text(text)),
        other => Err(EvalError::Wrong(format!("{other:?} is no key"))),
    }
}

fn operate(
    operator: Operator,
    left: &Expression,
    right: &Expression,
    world: &dyn World,
    bound: &mut Bound,
) -> Outcome {
    if let Operator::And | Operator::Or = operator {
        let decisive = operator == Operator::Or;
        // An unknown side does not matter if the other side decides.
        let (left, right) = (decide(left, world, bound), decide(right, world, bound));
        return match (left, right) {
            (Ok(left), Ok(right)) => {
                Ok(Value::Truth(if decisive { left.or(right) } else { left.and(right) }))
            }
            (Ok(known), Err(_)) | (Err(_), Ok(known)) if known.holds == decisive => Ok(Value::Truth(known)),
            (Err(trouble), _) | (_, Err(trouble)) => Err(trouble),
        };
    }
    let unit = || {
        let unit = unit_of(left, world);
        if unit.is_empty() { unit_of(right, world) } else { unit }
    };
    let unit = if operator.compares() { unit() } else { String::new() };
    let halves = || [world.half_width(left, bound), world.half_width(right, bound)];
    let halves = if operator.compares() { halves() } else { [None; 2] };
    let (left, right) = (evaluate(left, world, bound)?, evaluate(right, world, bound)?);
    let equality = match operator {
        Operator::Equal => Some((Relation::Same, left == right)),
        Operator::Unequal => Some((Relation::Other, left != right)),
        _ => None,
    };
    if let Some((relation, holds)) = equality {
        return Ok(Value::Truth(match (&left, &right) {
            (Value::Number(a), Value::Number(b)) => Truth::order(relation, *a, *b, unit).give(halves),
            _ => holds.into(),
        }));
    }
    let (Value::Number(a), Value::Number(b)) = (&left, &right) else {
        return Err(EvalError::Wrong(format!("{left:?} and {right:?} where numbers are needed")));
    };
    let order = |relation| Value::Truth(Truth::order(relation, *a, *b, unit).give(halves));
    Ok(match operator {
        Operator::Less => order(Relation::Below),
        Operator::AtMost => order(Relation::AtMost),
        Operator::More => order(Relation::Above),
        Operator::AtLeast => order(Relation::AtLeast),
        Operator::Plus => Value::Number(computed(Binary::Add, *a, *b)?),
        Operator::Minus => Value::Number(computed(Binary::Subtract, *a, *b)?),
        Operator::Times => Value::Number(computed(Binary::Multiply, *a, *b)?),
        Operator::Over => Value::Number(computed(Binary::Divide, *a, *b)?),
        Operator::And | Operator::Or | Operator::Equal | Operator::Unequal => unreachable!("done above"),
    })
}

/// The machine's result of an operation. A program goes on after a division by zero; a claim is not
/// decided by it.
fn computed(operation: Binary, a: f64, b: f64) -> Result<f64, EvalError> {
    binary(operation, a, b).ok_or(EvalError::ByZero(String::new()))
}

fn call(name: &str, arguments: &[Expression], world: &dyn World, bound: &mut Bound) -> Outcome {
    if super::expression::OVER.iter().any(|(over, _)| *over == name) {
        return over(name, arguments, world, bound);
    }
    if name == "ref" {
        let [Expression::Text(experiment), Expression::Text(metric), keys @ ..] = arguments else {
            return Err(EvalError::Wrong("ref needs an experiment and a metric".to_owned()));
        };
        let keys = keys.iter().map(|key| key_of(key, world, bound)).collect::<Result<Vec<_>, _>>()?;
        return world.elsewhere(experiment, metric, &keys).map(Value::Number);
    }
    if name == "jain" {
        let Some(Value::List(shares)) = arguments.first().map(|a| evaluate(a, world, bound)).transpose()?
        else {
            return Err(EvalError::Wrong("jain needs a list".to_owned()));
        };
        return Ok(Value::Number(jain(&shares)));
    }
    let of =
        arguments.iter().map(|argument| number(argument, world, bound)).collect::<Result<Vec<_>, _>>()?;
    let one = function_of(name).and_then(|known| known.function.unary());
    let unit = || arguments.first().map_or_else(String::new, |first| unit_of(first, world));
    let half = |at: usize| arguments.get(at).and_then(|argument| world.half_width(argument, bound));
    let value = match (name, of.as_slice()) {
        (_, [x]) if one.is_some() => one.map_or(*x, |function| unary(function, *x)),
        ("pow", [x, y]) => computed(Binary::Power, *x, *y)?,
        ("min", [first, rest @ ..]) => rest.iter().try_fold(*first, |a, b| computed(Binary::Min, a, *b))?,
        ("max", [first, rest @ ..]) => rest.iter().try_fold(*first, |a, b| computed(Binary::Max, a, *b))?,
        ("approx", [x, y, share]) => {
            return Ok(Value::Truth(Truth::near(*x, *y, *share, unit()).give([half(0), half(1)])));
        }
        ("ties", [x, y]) => {
            return Ok(Value::Truth(Truth::tie(*x, *y, [half(0), half(1)], unit())));
        }
        ("between", [x, low, high]) => {
            let order =
                |relation, to: &f64, at| Truth::order(relation, *x, *to, unit()).give([half(0), half(at)]);
            return Ok(Value::Truth(order(Relation::AtLeast, low, 1).and(order(Relation::AtMost, high, 2))));
        }
        _ => return Err(EvalError::Wrong(format!("no function {name} of {} numbers", of.len()))),
    };
    Ok(Value::Number(value))
}

/// The Jain index (metrics §3); NaN if all shares are zero.
pub fn jain(shares: &[f64]) -> f64 {
    jain_index(shares).unwrap_or(f64::NAN)
}

/// Calls a function over all values of a key.
fn over(name: &str, arguments: &[Expression], world: &dyn World, bound: &mut Bound) -> Outcome {
    let [Expression::Text(variable), filter, inner, rest @ ..] = arguments else {
        return Err(EvalError::Wrong(format!("{name} needs a key, a filter and an expression")));
    };
    let domain =
        world.domain(variable).ok_or_else(|| EvalError::Wrong(format!("no key is called {variable}")))?;
    let mut each: Vec<(Key, Outcome)> = Vec::new();
    for key in domain {
        bound.push((variable.clone(), key.clone()));
        match truth(filter, world, bound) {
            Ok(true) => each.push((key, evaluate(inner, world, bound))),
            Ok(false) => {}
            Err(trouble) => each.push((key, Err(trouble))),
        }
        bound.pop();
    }
    if each.is_empty() {
        return Err(EvalError::Unknown(format!("no value of {variable} is left")));
    }
    if name == "all_over" || name == "any_over" {
        let any = name == "any_over";
        let (mut trouble, mut whole): (_, Option<Truth>) = (None, None);
        for (_, outcome) in each {
            match outcome {
                Ok(Value::Truth(truth)) => {
                    whole = Some(match whole {
                        None => truth,
                        Some(before) if any => before.or(truth),
                        Some(before) => before.and(truth),
                    });
                }
                Ok(other) => {
                    return Err(EvalError::Wrong(format!("{other:?} where true or false is needed")));
                }
                Err(found) => trouble = Some(found),
            }
        }
        // An unknown value does not matter if the others decide.
        return match (whole, trouble) {
            (Some(truth), None) => Ok(Value::Truth(truth)),
            (Some(truth), Some(_)) if truth.holds == any => Ok(Value::Truth(truth)),
            (_, Some(trouble)) => Err(trouble),
            (None, None) => Ok(Value::Truth((!any).into())),
        };
    }
    let mut values = Vec::new();
    for (key, outcome) in each {
        match outcome? {
            Value::Number(value) => values.push((key, value)),
            other => return Err(EvalError::Wrong(format!("{other:?} where a number is needed"))),
        }
    }
    let best = |better: fn(f64, f64) -> bool| {
        let mut best = &values[0];
        for pair in &values[1..] {
            if better(pair.1, best.1) {
                best = pair;
            }
        }
        best.clone()
    };
    let more = |a: f64, b: f64| a > b;
    let less = |a: f64, b: f64| a < b;
    Ok(match name {
        "max_over" => Value::Number(best(more).1),
        "min_over" => Value::Number(best(less).1),
        "mean_over" => Value::Number(values.iter().map(|pair| pair.1).sum::<f64>() / values.len() as f64),
        "argmax_over" | "argmin_over" => match best(if name == "argmax_over" { more } else { less }).0 {
            Key::Number(number) => Value::Number(number),
            Key::Text(text) => Value::Text(text),
        },
        // Each step may move in the wrong direction by the slack, relative to its first value.
        _ => {
            let Some(slack) = rest.first() else {
                return Err(EvalError::Wrong(format!("{name} needs a slack")));
            };
            let slack = number(slack, world, bound)?;
            let unit = unit_of(inner, world);
            let mut half = |key: &Key| {
                bound.push((variable.clone(), key.clone()));
                let half = world.half_width(inner, bound);
                bound.pop();
                half
            };
            let halves: Vec<Option<f64>> = values.iter().map(|(key, _)| half(key)).collect();
            let step = |a: f64, b: f64| match name {
                "monotone_increasing" => {
                    Truth::order(Relation::AtLeast, b, a - slack * a.abs(), unit.clone())
                }
                _ => Truth::order(Relation::AtMost, b, a + slack * a.abs(), unit.clone()),
            };
            let steps = values.windows(2).zip(halves.windows(2));
            let steps = steps.map(|(pair, half)| step(pair[0].1, pair[1].1).give([half[1], half[0]]));
            Value::Truth(steps.reduce(Truth::and).unwrap_or_else(|| true.into()))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::expression::parse;
    use super::*;

    /// `goodput[algorithm, buffer]` is `buffer`, doubled for sack; sack at 30 was not measured.
    struct Example;

    impl World for Example {
        fn metric(&self, metric: &str, keys: &[Key]) -> Result<f64, EvalError> {
            match (metric, keys) {
                ("goodput", [Key::Text(algorithm), Key::Number(buffer)]) => {
                    match (algorithm.as_str(), buffer) {
                        ("sack", 30.0) => Err(EvalError::Unknown("sack at 30".to_owned())),
                        ("sack", _) => Ok(2.0 * buffer),
                        _ => Ok(*buffer),
                    }
                }
                _ => Err(EvalError::Wrong(format!("{metric} {keys:?}"))),
            }
        }
        fn constant(&self, name: &str) -> Option<f64> {
            (name == "tol").then_some(0.1)
        }
        fn domain(&self, name: &str) -> Option<Vec<Key>> {
            match name {
                "buffer" => Some([10.0, 20.0, 30.0].map(Key::Number).to_vec()),
                "algorithm" => Some(["newreno", "sack"].map(|id| Key::Text(id.to_owned())).to_vec()),
                _ => None,
            }
        }
        fn half_width(&self, expression: &Expression, _: &Bound) -> Option<f64> {
            matches!(expression, Expression::Metric(..)).then_some(3.0)
        }
        fn unit(&self, _: Option<&str>, name: &str) -> String {
            match name {
                "goodput" => "bit/s".to_owned(),
                "flows" => "flows".to_owned(),
                _ => String::new(),
            }
        }
        fn elsewhere(&self, experiment: &str, metric: &str, keys: &[Key]) -> Result<f64, EvalError> {
            if experiment == "other" {
                self.metric(metric, keys)
            } else {
                Err(EvalError::Wrong(experiment.to_owned()))
            }
        }
    }

    fn of(text: &str) -> Outcome {
        evaluate(&parse(text).unwrap(), &Example, &mut Bound::new())
    }

    fn holds(text: &str) -> Option<bool> {
        match of(text) {
            Ok(Value::Truth(truth)) => Some(truth.holds),
            Err(EvalError::Unknown(_)) => None,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn arithmetic_and_functions() {
        for (text, value) in [
            ("2 + 3*4 - 6/3", 12.0),
            ("-pow(2, 3) + abs(-8)", 0.0),
            ("max(1, min(5, 4), 3)", 4.0),
            ("jain([1, 0, 0, 0])", 0.25),
            ("log10(1000)", 3.0),
            ("cbrt(27) + sqrt(16) + floor(1.9)", 8.0),
        ] {
            let Ok(Value::Number(found)) = of(text) else { panic!("{text}") };
            assert!((found - value).abs() < 1e-12, "{text} = {found}");
        }
    }

    #[test]
    fn a_value_has_the_unit_of_what_is_measured() {
        for (text, unit) in [
            ("goodput['sack', 10]", "bit/s"),
            ("0.8*goodput['sack', 10] - goodput['sack', 20]", "bit/s"),
            ("flows*goodput['sack', 10]", "bit/s"),
            ("goodput['sack', 10]*flows", "bit/s"),
            ("2*flows", "flows"),
            ("goodput['sack', 10]/2", "bit/s"),
            ("goodput['sack', 10]/goodput['sack', 20]", ""),
        ] {
            assert_eq!(unit_of(&parse(text).unwrap(), &Example), unit, "{text}");
        }
    }

    #[test]
    fn functions_over_a_key() {
        assert_eq!(holds("all_over('buffer', true, goodput['newreno', buffer] == buffer)"), Some(true));
        assert_eq!(holds("all_over('buffer', buffer < 25, goodput['sack', buffer] > 30)"), Some(false));
        assert_eq!(of("max_over('buffer', buffer < 30, goodput['sack', buffer])"), Ok(Value::Number(40.0)));
        assert_eq!(
            of("argmin_over('algorithm', true, goodput[algorithm, 10])"),
            Ok(Value::Text("newreno".into()))
        );
        assert_eq!(of("mean_over('buffer', true, goodput['newreno', buffer])"), Ok(Value::Number(20.0)));
        assert_eq!(holds("monotone_increasing('buffer', true, goodput['newreno', buffer], 0)"), Some(true));
        assert_eq!(
            holds("monotone_decreasing('buffer', true, goodput['newreno', buffer], 0.9)"),
            Some(false)
        );
        assert_eq!(
            holds("monotone_decreasing('buffer', true, 0 - goodput['newreno', buffer], 0)"),
            Some(true)
        );
        assert_eq!(holds("approx(ref('other', 'goodput', 'sack', 10), 21, tol)"), Some(true));
        assert_eq!(holds("between(goodput['sack', 10], 20, 20) and not approx(1, 2, tol)"), Some(true));
    }

    #[test]
    fn a_tie_is_a_difference_that_chance_can_make() {
        // Each half width is 3: a number ties with a constant within 3, and with another number
        // within 4.24.
        assert_eq!(holds("ties(goodput['sack', 10], 17.1)"), Some(true));
        assert_eq!(holds("ties(goodput['sack', 10], 16.9)"), Some(false));
        assert_eq!(holds("ties(goodput['sack', 20], goodput['sack', 10])"), Some(false));
        assert_eq!(
            holds("ties(2, 2) and not ties(2, 2.001)"),
            Some(true),
            "what does not scatter ties with itself"
        );
    }

    #[test]
    fn what_is_not_measured_decides_nothing() {
        assert_eq!(holds("goodput['sack', 30] > 0"), None);
        assert_eq!(holds("all_over('buffer', true, goodput['sack', buffer] > 0)"), None);
        assert_eq!(holds("all_over('buffer', true, goodput['sack', buffer] < 15)"), Some(false));
        assert_eq!(holds("goodput['sack', 30] > 0 or true"), Some(true));
        assert_eq!(holds("goodput['sack', 30] > 0 and 1 > 2"), Some(false));
        assert_eq!(holds("all_over('buffer', buffer > 99, true)"), None);
    }

    #[test]
    fn a_division_by_zero_decides_nothing() {
        for text in ["1/0 > 0", "0/0 == 0", "not (1/(tol - tol) > 0)", "approx(1/0, 0, tol)", "jain([1/0])"] {
            assert_eq!(of(text), Err(EvalError::ByZero(String::new())), "{text}");
        }
        let all = "all_over('buffer', true, 1/(goodput['newreno', buffer] - 20) > 0)";
        assert_eq!(of(all).map(drop), Ok(()), "the value at 10 decides");
        assert_eq!(holds("1/0 > 0 or 1 < 2"), Some(true), "the other side decides");
        assert_eq!(EvalError::ByZero(String::new()).to_string(), "it divides by zero");
    }

    #[test]
    fn what_makes_no_sense_is_wrong() {
        for text in
            ["nothing", "goodput['sack']", "'a' < 1", "all_over('size', true, true)", "sqrt(1, 2)", "1 and 2"]
        {
            assert!(matches!(of(text), Err(EvalError::Wrong(_))), "{text}");
        }
    }
}
