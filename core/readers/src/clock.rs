//! Times before a line: seconds, a calendar's time, or the stamp of the tool `ts`.

use crate::pattern;
use regex_lite::{Captures, Regex};

/// The time at the begin of a line, and what follows it.
pub(crate) struct Stamp<'a> {
    pub time_s: f64,
    /// What the clock repeats after: a time of the day has no day, a day no year.
    period_s: Option<f64>,
    pub rest: &'a str,
}

const DAY_S: f64 = 86_400.0;
/// The year of dates without one: it has the day 29 February.
const LEAP_YEAR: i64 = 2000;
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A clock that goes on where its stamps begin again: at midnight, or at the end of a year.
#[derive(Default)]
pub(crate) struct Clock {
    before_s: Option<f64>,
    passed_s: f64,
}

impl Clock {
    pub(crate) fn time_s(&mut self, stamp: &Stamp) -> f64 {
        let mut time_s = stamp.time_s + self.passed_s;
        if let (Some(period_s), Some(before_s)) = (stamp.period_s, self.before_s) {
            // By less than half of it the file is out of order.
            if before_s - time_s > period_s / 2.0 {
                self.passed_s += period_s;
                time_s += period_s;
            }
        }
        self.before_s = Some(time_s);
        time_s
    }
}

/// From this value on a number is no run time in seconds, but a calendar's time.
const MIN_EPOCH: f64 = 1e8;
/// Seconds since 1970, in the years from 1998 to 2128.
const EPOCH_S: std::ops::RangeInclusive<f64> = 9e8..=5e9;

/// A time without a unit, in seconds. `date +%s%3N` and `date +%s%N` tell a calendar's time in ms and ns. NaN for a
/// number that is a plain time in no unit.
pub(crate) fn seconds_of(time: f64) -> f64 {
    if time < MIN_EPOCH {
        return time;
    }
    let units = [1.0, 1e-3, 1e-6, 1e-9];
    units.into_iter().map(|unit| time * unit).find(|time_s| EPOCH_S.contains(time_s)).unwrap_or(f64::NAN)
}

/// Days since 1970 (Hinnant, “chrono-compatible low-level date algorithms”).
fn days(year: i64, month: i64, day: i64) -> f64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    (era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468) as f64
}

fn number(found: &Captures, name: &str) -> Option<f64> {
    found.name(name)?.as_str().replace(',', ".").parse().ok()
}

/// The seconds of a clock; the zone only shifts it. NaN for a clock that does not exist.
fn daytime(found: &Captures) -> f64 {
    let [h, m, s] = ["h", "m", "s"].map(|part| number(found, part).unwrap_or(f64::NAN));
    let half = found.name("half").map(|half| half.as_str());
    let is_hour = if half.is_none() { h < 24.0 } else { (1.0..=12.0).contains(&h) };
    // 12 AM is midnight, and 12 PM is noon.
    let hour = if half.is_none() { h } else { h % 12.0 + if half == Some("PM") { 12.0 } else { 0.0 } };
    if is_hour && m < 60.0 && s < 61.0 { hour * 3600.0 + m * 60.0 + s } else { f64::NAN }
}

fn zone_s(found: &Captures) -> f64 {
    let Some(zone) = found.name("zone").map(|zone| zone.as_str()) else { return 0.0 };
    let digits: String = zone.chars().filter(char::is_ascii_digit).collect();
    let of = |part: Option<&str>| part.and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    let sign = if zone.starts_with('-') { -1.0 } else { 1.0 };
    sign * (of(digits.get(..2)) * 3600.0 + of(digits.get(2..4)) * 60.0)
}

macro_rules! stamp {
    ($form:literal) => {
        pattern!(concat!(
            r"^\s*(?:#\s*)?(?:(?:time|timestamp|ts|date|now)\s*[:=]\s*)?",
            "(?<stamp>",
            $form,
            ")",
            r"(?:\s|$)"
        ))
    };
}

/// The forms of a time: seconds; ISO 8601, also with other signs between its numbers; `Mar 05 10:11:12` of `ts` and `Tue Mar  5 10:11:12 PM UTC 2024` of `date`;
/// `Tue 05 Mar 2024 10:11:12 PM UTC` of `date` elsewhere, and of `date -R`; a time of the day.
fn forms() -> [&'static Regex; 5] {
    [
        stamp!(r"\[?(?<seconds>\d+(?:[.,]\d+)?)\]?"),
        stamp!(
            r"\[?(?<y>\d{4})[-./](?<mo>\d{2})[-./](?<d>\d{2})[T _](?<h>\d{1,2})[:.](?<m>\d{2})[:.](?<s>\d{2}(?:[.,]\d+)?)\s?(?<zone>Z|UTC|[+-]\d{2}:?\d{2})?\]?"
        ),
        stamp!(
            r"(?:[A-Z][a-z]{2} )?(?<month>[A-Z][a-z]{2})\s+(?<d>\d{1,2}) (?<h>\d{1,2}):(?<m>\d{2}):(?<s>\d{2}(?:[.,]\d+)?)(?: (?<half>[AP]M))?(?:(?: [A-Z]{2,5})? (?<y>\d{4}))?"
        ),
        stamp!(
            r"[A-Z][a-z]{2},?\s+(?<d>\d{1,2}) (?<month>[A-Z][a-z]{2})(?: (?<y>\d{4}))? (?<h>\d{1,2}):(?<m>\d{2}):(?<s>\d{2}(?:[.,]\d+)?)(?: (?<half>[AP]M))?(?: (?<zone>[A-Z]{2,5}|[+-]\d{4}))?(?: (?<year>\d{4}))?"
        ),
        stamp!(r"(?<h>\d{1,2}):(?<m>\d{2}):(?<s>\d{2}(?:[.,]\d+)?)"),
    ]
}

/// The time at the begin of a line, and what follows it; `None` without a time.
pub(crate) fn stamp_of(line: &str) -> Option<Stamp<'_>> {
    forms().into_iter().find_map(|form| {
        let found = form.captures(line)?;
        let rest = &line[found.name("stamp")?.end()..];
        if let Some(seconds) = number(&found, "seconds") {
            return Some(Stamp { time_s: seconds_of(seconds), period_s: None, rest });
        }
        let Some(day) = number(&found, "d") else {
            return Some(Stamp { time_s: daytime(&found), period_s: Some(DAY_S), rest });
        };
        let month = match found.name("month") {
            None => number(&found, "mo")? as i64,
            Some(name) => MONTHS.iter().position(|month| *month == name.as_str().to_lowercase())? as i64 + 1,
        };
        let year = number(&found, "y").or(number(&found, "year"));
        let date_s = days(year.map_or(LEAP_YEAR, |year| year as i64), month, day as i64) * DAY_S;
        let period_s = if year.is_none() { Some(366.0 * DAY_S) } else { None };
        Some(Stamp { time_s: date_s + daytime(&found) - zone_s(&found), period_s, rest })
    })
}
