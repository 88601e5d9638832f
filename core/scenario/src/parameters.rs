//! Checks the parameters of models against their declarations.

use super::error::{Refusal, ScenarioError, describe, unknown_name};
use super::json_path::{JsonPath, Read};
use super::quantity::LONGEST_S;
use super::types::Period;
use ackscope_engine::catalogue::{Kind, Param, Params, Setting, Spec, nearest};
use ackscope_engine::units::{Dimension, decimal, format_in, parse_quantity};
use serde_json::{Map, Value};

/// All parameters of `spec`: those `given` at `path`, and the defaults of the others.
///
/// `common` are the further keys that every model of the kind has. They are read elsewhere and only
/// listed here for messages.
pub(crate) fn check_parameters(
    spec: &'static Spec,
    given: &Map<String, Value>,
    common: &[&str],
    path: &str,
) -> Result<Params, ScenarioError> {
    let mut params = Params::defaults(spec.parameters);
    for (name, value) in given {
        let Some(param) = spec.parameters.iter().find(|param| param.name == name) else {
            let what = format!("the parameter of {}", spec.id);
            let known = spec.parameters.iter().map(|param| param.name).chain(common.iter().copied());
            return Err(unknown_name(&what, name, known).at(path.to_owned()));
        };
        if value.is_null() {
            continue;
        }
        let setting = check(param, value).map_err(|refusal| refusal.at(format!("{path}.{name}")))?;
        params.set(param.name, setting);
    }
    Ok(params)
}

fn check(param: &Param, value: &Value) -> Result<Setting, Refusal> {
    match param.kind {
        Kind::Number { min, max } => number(param.unit, value, min, max, false).map(Setting::Number),
        Kind::Integer { min, max } => number(param.unit, value, min, max, true).map(Setting::Number),
        Kind::Flag => flag(value).map(Setting::Flag),
        Kind::Choice(words) => match value {
            Value::String(text) => match words.iter().find(|word| *word == text) {
                Some(word) => Ok(Setting::Choice(word)),
                None => Err(unknown_name("the word", text, words.iter().copied())),
            },
            other => Err(Refusal::new(describe(other), format!("one of {}", words.join(", ")))),
        },
        Kind::Numbers => numbers(param, value).map(Setting::Numbers),
        Kind::Periods => periods(value).map(Setting::Periods),
        Kind::Phases => phases(value).map(Setting::Phases),
    }
}

/// A range as text: `0s to 10s`, `at least 1`, `any`.
fn range(unit: &str, min: f64, max: f64) -> String {
    let write = |value: f64| format_in(value, unit);
    match (min.is_finite(), max.is_finite()) {
        (true, true) => format!("{} to {}", write(min), write(max)),
        (true, false) => format!("at least {}", write(min)),
        (false, true) => format!("at most {}", write(max)),
        (false, false) => Dimension::of_unit(unit).allowed().to_owned(),
    }
}

/// Reads a flag.
pub(crate) fn flag(value: &Value) -> Result<bool, Refusal> {
    value.as_bool().ok_or_else(|| Refusal::new(describe(value), "true or false"))
}

/// Reads a number in `unit` within its bounds.
pub(crate) fn number(unit: &str, value: &Value, min: f64, max: f64, whole: bool) -> Result<f64, Refusal> {
    let dimension = Dimension::of_unit(unit);
    let number = match value {
        Value::Number(number) => number.as_f64().unwrap_or(f64::NAN),
        // A plain number in quotes is refused, as everywhere: a program that writes it made a
        // mistake.
        Value::String(text) if dimension != Dimension::Number => parse_quantity(text, dimension)?.value,
        other => return Err(Refusal::new(describe(other), dimension.allowed())),
    };
    if !number.is_finite() || number < min || number > max {
        return Err(Refusal::new(describe(value), range(unit, min, max)));
    }
    if whole && number.fract() != 0.0 {
        return Err(Refusal::new(describe(value), "a whole number"));
    }
    Ok(number)
}

fn numbers(param: &Param, value: &Value) -> Result<Vec<f64>, Refusal> {
    let Value::Array(list) = value else {
        return Err(Refusal::new(describe(value), "a list of numbers"));
    };
    list.iter().map(|item| number(param.unit, item, 0.0, f64::MAX, false)).collect()
}

fn periods(value: &Value) -> Result<Vec<(f64, f64)>, Refusal> {
    let allowed = "a list of [from, to], each to above from, in order, without overlap";
    let list = Vec::<Period>::read(value, &JsonPath::TOP).map_err(|error| {
        // The error belongs to the parameter, not to the item.
        if value.is_array() { Refusal::of(error) } else { Refusal::new(describe(value), allowed) }
    })?;
    let mut periods: Vec<(f64, f64)> = Vec::with_capacity(list.len());
    for period in list {
        let (from, to) = (period.0.si(), period.1.si());
        let before = periods.last().map_or(0.0, |last| last.1);
        if from >= to || from < before || to > LONGEST_S {
            return Err(Refusal::new(format!("[{}, {}]", decimal(from), decimal(to)), allowed));
        }
        periods.push((from, to));
    }
    Ok(periods)
}

/// Reads a list of phases: a time and a rate, infinite for `greedy` and zero for `pause`.
fn phases(value: &Value) -> Result<Vec<(f64, f64)>, Refusal> {
    const WORDS: [&str; 2] = ["greedy", "pause"];
    let allowed = "a list of [time above zero, rate, \"greedy\" or \"pause\"]";
    let list = value.as_array().ok_or_else(|| Refusal::new(describe(value), allowed))?;
    let phase = |item: &Value| {
        let Some([time, what]) = item.as_array().map(Vec::as_slice) else {
            return Err(Refusal::new(describe(item), "[time above zero, rate, \"greedy\" or \"pause\"]"));
        };
        let lasts_s = number("s", time, 1e-9, LONGEST_S, false)?;
        let bps = match what.as_str() {
            Some("greedy") => f64::INFINITY,
            Some("pause") => 0.0,
            word => number("bit/s", what, 1.0, 1e13, false).map_err(|refusal| Refusal {
                allowed: format!("{}, \"greedy\" or \"pause\"", refusal.allowed),
                nearest: refusal.nearest.or(word.and_then(|word| nearest(word, WORDS)).map(str::to_owned)),
                ..refusal
            })?,
        };
        Ok((lasts_s, bps))
    };
    let of_item = |(number, item)| {
        phase(item)
            .map_err(|refusal| Refusal { found: format!("{} in item {number}", refusal.found), ..refusal })
    };
    (0..).zip(list).map(of_item).collect()
}

/// The same check for a list of periods of the scenario itself.
pub(crate) fn ordered_periods(list: &[Period], path: &str) -> Result<Vec<(f64, f64)>, ScenarioError> {
    let mut periods: Vec<(f64, f64)> = Vec::with_capacity(list.len());
    for (index, Period(from, to)) in list.iter().enumerate() {
        let place = format!("{path}.{index}");
        let found = format!("[{}, {}]", from.written(), to.written());
        if from.si() >= to.si() {
            return Err(ScenarioError::value(
                place,
                found,
                format!("{}, the second above the first", Period::ALLOWED),
            ));
        }
        if from.si() < periods.last().map_or(0.0, |last| last.1) {
            return Err(ScenarioError::value(place, found, "periods in order that do not overlap"));
        }
        periods.push((from.si(), to.si()));
    }
    Ok(periods)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    static DECLARED: &[Param] = &[
        Param::number("target", "s", 0.005, (0.0, 10.0), "", ""),
        Param::number("min_th", "packets", 5.0, (0.0, f64::INFINITY), "", ""),
        Param::flag("gentle", false, "", ""),
        Param::choice("variant", &["paper", "linux"], "", ""),
        Param {
            kind: Kind::Integer { min: 1.0, max: 8.0 },
            ..Param::number("burst", "", 1.0, (1.0, 8.0), "", "")
        },
        Param { kind: Kind::Periods, ..Param::flag("at", false, "", "").automatic() },
        Param { kind: Kind::Numbers, ..Param::flag("packets", false, "", "").automatic() },
        Param::phases("phases", "", ""),
    ];
    static SPEC: Spec = Spec {
        id: "model",
        name: "",
        summary: "",
        source: "",
        parameters: DECLARED,
        departures: &[],
        rules: &[],
    };

    fn checked(given: Value) -> Result<Params, ScenarioError> {
        check_parameters(&SPEC, given.as_object().unwrap(), &["kind", "capacity"], "hops.0.queue")
    }

    #[test]
    fn given_values_replace_defaults_and_units_are_read() {
        let params = checked(json!({"target": "20ms", "min_th": "7pkt", "gentle": true, "variant": "linux",
            "burst": 3, "at": [["1s", 2], [2, 3]], "packets": [0, 5],
            "phases": [["1s", "2Mbps"], [2, "greedy"], ["3ms", "pause"]]}))
        .unwrap();
        assert_eq!(params.phases("phases"), [(1.0, 2e6), (2.0, f64::INFINITY), (0.003, 0.0)]);
        assert_eq!((params.number("target"), params.number("min_th")), (0.02, 7.0));
        assert_eq!(
            (params.flag("gentle"), params.choice("variant"), params.number("burst")),
            (true, "linux", 3.0)
        );
        assert_eq!(
            (params.periods("at"), params.numbers("packets")),
            (&[(1.0, 2.0), (2.0, 3.0)][..], &[0.0, 5.0][..])
        );
        assert_eq!(checked(json!({})).unwrap().number("target"), 0.005);
    }

    #[test]
    fn what_the_model_does_not_declare_is_refused_with_the_nearest_name() {
        let error = checked(json!({"minth": 5})).unwrap_err();
        assert_eq!((error.path.as_str(), error.nearest.as_deref()), ("hops.0.queue", Some("min_th")));
        assert!(error.allowed.ends_with("kind, capacity"), "{error}");
    }

    #[test]
    fn a_value_outside_its_range_or_of_another_kind_is_refused() {
        for (given, path) in [
            (json!({"target": "20s"}), "hops.0.queue.target"),
            (json!({"target": "5pkt"}), "hops.0.queue.target"),
            (json!({"target": -1}), "hops.0.queue.target"),
            (json!({"gentle": 1}), "hops.0.queue.gentle"),
            (json!({"variant": "linus"}), "hops.0.queue.variant"),
            (json!({"variant": 3}), "hops.0.queue.variant"),
            (json!({"burst": 2.5}), "hops.0.queue.burst"),
            (json!({"burst": "2"}), "hops.0.queue.burst"),
            (json!({"at": [[2, 1]]}), "hops.0.queue.at"),
            (json!({"at": [[1, 3], [2, 4]]}), "hops.0.queue.at"),
            (json!({"at": 5}), "hops.0.queue.at"),
            (json!({"packets": [-1]}), "hops.0.queue.packets"),
            (json!({"packets": "all"}), "hops.0.queue.packets"),
            (json!({"phases": 5}), "hops.0.queue.phases"),
            (json!({"phases": [["1s"]]}), "hops.0.queue.phases"),
            (json!({"phases": [[0, "1Mbps"]]}), "hops.0.queue.phases"),
            (json!({"phases": [[1, 0]]}), "hops.0.queue.phases"),
            (json!({"phases": [[1, "greed"]]}), "hops.0.queue.phases"),
        ] {
            let error = checked(given.clone()).expect_err(&given.to_string());
            assert_eq!(error.path, path, "{error}");
        }
        assert_eq!(checked(json!({"target": "20s"})).unwrap_err().allowed, "0s to 10s");
        let phase = checked(json!({"phases": [[1, "greedy"], [1, "greed"]]})).unwrap_err();
        assert_eq!(phase.found, "\"greed\" in item 1");
        assert!(phase.allowed.ends_with(", \"greedy\" or \"pause\""), "{phase}");
        assert_eq!(phase.nearest.as_deref(), Some("greedy"));
        assert_eq!(checked(json!({"variant": "linus"})).unwrap_err().nearest.as_deref(), Some("linux"));
    }
}
