//! The scenario of an episode: ranges are drawn, each from its own stream.

use super::{Spec, compiled};
use ackscope_engine::math::{exp, ln, within};
use ackscope_engine::rng::Stream;
use ackscope_engine::setup::Setup;
use ackscope_scenario::{ScenarioError, apply_set};
use serde_json::Value;

/// What a value is drawn from.
#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    /// `[low, high]`: uniform.
    Uniform(End, End),
    /// `{"log": [low, high]}`: its logarithm is uniform.
    Log(End, End),
    /// `{"choice": […]}`: one of them.
    Choice(Vec<Value>),
}

/// A number with its unit, which may be empty.
#[derive(Clone, Debug, PartialEq)]
pub struct End(f64, Option<String>);

/// Units of which there are only whole numbers.
const WHOLE: [&str; 3] = ["pkt", "packets", "B"];

impl End {
    fn read(value: &Value) -> Option<End> {
        match value {
            Value::Number(number) => Some(End(number.as_f64()?, None)),
            Value::String(text) => {
                let digits = text.find(|at: char| !at.is_ascii_digit() && at != '.').unwrap_or(text.len());
                let (number, unit) = text.split_at(digits);
                Some(End(number.parse().ok()?, Some(unit.trim().to_owned())))
            }
            _ => None,
        }
    }
}

impl Range {
    pub fn read(path: &str, value: &Value) -> Result<Range, ScenarioError> {
        let refused = || {
            let allowed =
                r#"[low, high], {"log": [low, high]} or {"choice": […]}, with one unit at both ends"#;
            ScenarioError::value(format!("ranges.{path}"), value.to_string(), allowed)
        };
        let ends = |list: &Value| -> Option<(End, End)> {
            let [low, high] = list.as_array()?.as_slice() else { return None };
            let (low, high) = (End::read(low)?, End::read(high)?);
            (low.1 == high.1 && low.0 <= high.0).then_some((low, high))
        };
        let is_positive = |(low, _): &(End, End)| low.0 > 0.0;
        let read = match value {
            Value::Array(_) => ends(value).map(|(low, high)| Range::Uniform(low, high)),
            Value::Object(object) if object.len() == 1 => match (object.get("log"), object.get("choice")) {
                (Some(list), _) => ends(list).filter(is_positive).map(|(low, high)| Range::Log(low, high)),
                (_, Some(Value::Array(list))) if !list.is_empty() => Some(Range::Choice(list.clone())),
                _ => None,
            },
            _ => None,
        };
        read.ok_or_else(refused)
    }

    fn draw(&self, stream: &mut Stream) -> Value {
        let (unit, number) = match self {
            Range::Choice(all) => return all[stream.below(all.len() as u64) as usize].clone(),
            Range::Uniform(low, high) => (&low.1, low.0 + (high.0 - low.0) * stream.uniform()),
            Range::Log(low, high) => {
                (&low.1, within(exp(ln(low.0) + (ln(high.0) - ln(low.0)) * stream.uniform()), low.0, high.0))
            }
        };
        match unit {
            None => Value::from(number),
            Some(unit) if WHOLE.contains(&unit.as_str()) => Value::from(format!("{}{unit}", number.round())),
            Some(unit) => Value::from(format!("{number}{unit}")),
        }
    }
}

/// The setup of an episode and its scenario.
pub fn setup(spec: &Spec, seed: u64, episode: u64) -> Result<(Setup, Value), ScenarioError> {
    let mut scenario = spec.scenario.clone();
    let stream = |path: &str| Stream::new(seed, &format!("gym {episode} {path}"));
    // 2⁵² - 1 is the largest seed of a scenario.
    apply_set(&mut scenario, "seed", Value::from(stream("seed").below(1 << 52)))?;
    for (path, range) in &spec.ranges {
        apply_set(&mut scenario, path, Range::read(path, range)?.draw(&mut stream(path)))?;
    }
    Ok((compiled(&scenario)?, scenario))
}
