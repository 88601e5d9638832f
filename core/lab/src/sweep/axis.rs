//! The axes of a sweep and the grid they form. An axis is a path with its values, as a list or as a
//! range.

use super::{Point, given_twice};
use ackscope_engine::math::pow;
use ackscope_scenario::{ScenarioError, read_setting};
use serde_json::Value;

/// The maximum number of points of a sweep.
pub const MAX_POINTS: usize = 100_000;

/// One path with the values it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub path: String,
    pub values: Vec<Value>,
}

const ALLOWED: &str = "PATH=VALUE,VALUE,… such as hops.0.loss.probability=0,0.001,0.01, or PATH=FROM..TO:COUNT, then :log or :whole";

impl Axis {
    /// Reads `PATH=a,b,c` from a command line. Commas within brackets, braces and quotes belong to
    /// a value.
    ///
    /// A value `FROM..TO:COUNT` stands for COUNT values, both ends included. With `:log` the ratio
    /// of neighbours is constant. With `:whole` the values are rounded to whole numbers, without
    /// duplicates.
    pub fn read(text: &str) -> Result<Axis, ScenarioError> {
        let refuse = || ScenarioError::value("", format!("{text:?}"), ALLOWED);
        let (path, values) = text.split_once('=').ok_or_else(refuse)?;
        if path.is_empty() || values.is_empty() {
            return Err(refuse());
        }
        let mut all = Vec::new();
        for part in split_values(values) {
            match part.contains("..") && !part.starts_with(['[', '{', '"']) {
                true => {
                    let range = Range::read(part).ok_or(ALLOWED).and_then(Range::checked);
                    let refuse = |allowed| ScenarioError::value(path, format!("{part:?}"), allowed);
                    all.extend(range.map_err(refuse)?.values());
                }
                false => all.push(read_setting(part)),
            }
            if all.len() > MAX_POINTS {
                let found = format!("{} values and more", all.len());
                return Err(ScenarioError::value(path, found, format!("at most {MAX_POINTS} of an axis")));
            }
        }
        Ok(Axis { path: path.to_owned(), values: all })
    }
}

/// Values between two ends.
struct Range<'a> {
    from: f64,
    to: f64,
    unit: &'a str,
    count: usize,
    log: bool,
    whole: bool,
}

impl Range<'_> {
    fn read(text: &str) -> Option<Range<'_>> {
        let mut words = text.split(':');
        let (from, to) = words.next()?.split_once("..")?;
        let ((from, unit_from), (to, unit)) = (number_and_unit(from)?, number_and_unit(to)?);
        let count: usize = words.next()?.parse().ok()?;
        let mut range = Range { from, to, unit, count, log: false, whole: false };
        for word in words {
            match word {
                "log" => range.log = true,
                "whole" => range.whole = true,
                _ => return None,
            }
        }
        (unit_from == unit || unit_from.is_empty()).then_some(range)
    }

    /// The range, if it has values.
    fn checked(self) -> Result<Self, &'static str> {
        match self {
            Range { count, .. } if !(2..=MAX_POINTS).contains(&count) => {
                Err("FROM..TO:COUNT with a COUNT from 2 to 100000")
            }
            Range { log: true, from, to, .. } if from <= 0.0 || to <= 0.0 => {
                Err("FROM..TO:COUNT:log with FROM and TO above zero")
            }
            range => Ok(range),
        }
    }

    fn values(&self) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        for place in 0..self.count {
            let share = place as f64 / (self.count - 1) as f64;
            let exact = match self.log {
                true => self.from * pow(self.to / self.from, share),
                false => self.from + (self.to - self.from) * share,
            };
            // The ends stay as given; the values between are rounded to four significant digits.
            let number = match place {
                _ if self.whole => exact.round(),
                0 => self.from,
                _ if place + 1 == self.count => self.to,
                _ => format!("{exact:.3e}").parse().unwrap_or(exact),
            };
            let value = match self.unit {
                "" if number.fract() == 0.0 && number.abs() < 1e15 => Value::from(number as i64),
                "" => Value::from(number),
                unit => Value::from(format!("{number}{unit}")),
            };
            if values.last() != Some(&value) {
                values.push(value);
            }
        }
        values
    }
}

/// Splits `10Mbps` into 10 and `Mbps`.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let is_unit = |place: usize| text[place..].chars().all(char::is_alphabetic);
    let end = text.char_indices().map(|(place, _)| place).find(|&place| is_unit(place));
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let number: f64 = number.parse().ok()?;
    number.is_finite().then_some((number, unit))
}

fn split_values(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start) = (0_i64, false, 0);
    let mut parts = Vec::new();
    for (place, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth <= 0 => {
                parts.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Refuses a grid of too many points.
///
/// # Errors
/// The lengths of the axes, and how many points are allowed.
pub fn check_grid(axes: &[Axis]) -> Result<(), ScenarioError> {
    let count = axes.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.values.len()));
    if count.is_some_and(|count| count <= MAX_POINTS) {
        return Ok(());
    }
    let lengths: Vec<String> = axes.iter().map(|axis| axis.values.len().to_string()).collect();
    let found = format!("a grid of {} points", lengths.join(" × "));
    Err(ScenarioError::value("", found, format!("at most {MAX_POINTS} points")))
}

/// Every combination of the axes' values, the last axis varying fastest.
///
/// # Errors
/// If there are too many, or if two axes have the same path: only the last would count.
pub fn grid(axes: &[Axis]) -> Result<Vec<Point>, ScenarioError> {
    for (place, axis) in axes.iter().enumerate() {
        if axes[..place].iter().any(|other| other.path == axis.path) {
            return Err(given_twice(&axis.path, &axis.path));
        }
    }
    check_grid(axes).map_err(|error| error.of("the sweep"))?;
    let mut points = vec![Point::new()];
    for axis in axes {
        let with = |point: &Point| {
            let put = |value: &Value| {
                let mut point = point.clone();
                point.insert(axis.path.clone(), value.clone());
                point
            };
            axis.values.iter().map(put).collect::<Vec<_>>()
        };
        points = points.iter().flat_map(with).collect();
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn values(text: &str) -> Vec<Value> {
        Axis::read(text).unwrap_or_else(|error| panic!("{error}")).values
    }

    #[test]
    fn an_axis_is_split_at_its_own_commas_only() {
        let axis = values("flows.main.active=[[0,1],[2,3]],[],\"a,b\",2Mbps");
        assert_eq!(axis, [json!([[0, 1], [2, 3]]), json!([]), json!("a,b"), json!("2Mbps")]);
        assert!(Axis::read("rate").is_err() && Axis::read("=1").is_err() && Axis::read("rate=").is_err());
    }

    #[test]
    fn a_range_has_both_its_ends() {
        assert_eq!(values("a=0..1:5"), [json!(0), json!(0.25), json!(0.5), json!(0.75), json!(1)]);
        assert_eq!(values("a=1..16Mbps:5:log"), ["1Mbps", "2Mbps", "4Mbps", "8Mbps", "16Mbps"]);
        assert_eq!(values("a=0.0001..0.01:3:log"), [json!(0.0001), json!(0.001), json!(0.01)]);
        assert_eq!(values("a=10pkt..20pkt:3"), ["10pkt", "15pkt", "20pkt"]);
        // 1, 1.78, 3.16, 5.62, 10; and 1, 1.25 … 2 has only two distinct whole numbers.
        assert_eq!(values("a=1..10:5:log:whole"), [json!(1), json!(2), json!(3), json!(6), json!(10)]);
        assert_eq!(values("a=1..2:5:whole"), [json!(1), json!(2)]);
        assert_eq!(values("a=0,1..2:2"), [json!(0), json!(1), json!(2)]);
        for wrong in ["a=1..2", "a=1..2:1", "a=0..1:3:log", "a=1ms..2s:3", "a=x..2:3", "a=1..2:3:sqrt"] {
            let message = Axis::read(wrong).unwrap_err().message;
            assert!(message.starts_with("a: found \"") && message.contains("FROM..TO:COUNT"), "{message}");
        }
    }

    #[test]
    fn a_refusal_names_the_path_and_what_is_wrong_with_the_range() {
        for (text, said) in [
            (
                "a=0..1Mbps:5:log",
                "a: found \"0..1Mbps:5:log\", allowed is FROM..TO:COUNT:log with FROM and TO above zero.",
            ),
            (
                "a=7,1..2:1000000000",
                "a: found \"1..2:1000000000\", allowed is FROM..TO:COUNT with a COUNT from 2 to 100000.",
            ),
            (
                "a=0..900000:60000:whole,0..900000:60000:whole",
                "a: found 120000 values and more, allowed is at most 100000 of an axis.",
            ),
        ] {
            assert_eq!(Axis::read(text).unwrap_err().message, said);
        }
    }

    #[test]
    fn a_grid_is_every_combination() {
        let axes = [Axis::read("a=1,2").unwrap(), Axis::read("b=x,y,z").unwrap()];
        let points = grid(&axes).unwrap();
        assert_eq!(points.len(), 6);
        assert_eq!(Value::from(points[4].clone()), json!({ "a": 2, "b": "y" }));
        let wide = |path: &str| Axis { path: path.to_owned(), values: vec![json!(0); 1000] };
        assert!(grid(&[wide("a"), wide("b")]).unwrap_err().message.contains("at most 100000 points"));
        let twice = [Axis::read("a=1,2").unwrap(), Axis::read("b=1").unwrap(), Axis::read("a=3").unwrap()];
        assert!(grid(&twice).unwrap_err().message.starts_with("a: found the same place twice"));
        assert_eq!(grid(&[]).unwrap(), [Point::new()]);
    }
}
