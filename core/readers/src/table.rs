//! Tables of numbers: with a header that names the columns, or without one if there is only one meaning: a time and a
//! window, or ns-3's time, old and new window. A table with a time and a rate is a rate.

use crate::clock::{Clock, Stamp, seconds_of, stamp_of};
use crate::columns::{Columns, TIME_UNITS, named_columns, time_forms, unit_of};
use crate::content::Content;
use crate::pattern;
use crate::rates;
use crate::samples::Samples;
use crate::segment::{guess, looks_like_bytes, segment_of_bytes, told as size};
use crate::types::{NOTHING, Opened, Quantity, Read, Refusal};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The most fields of a table: each takes more memory than its bytes.
const MAX_FIELDS: usize = 10_000_000;

/// A time with its unit, as ns-3 prints it: `+1.5s`, `+1e+09ns`.
fn with_unit(text: &str) -> Option<f64> {
    let parts = pattern!(r"^([+-]?[\d.]+(?:[eE][+-]?\d+)?)(?i:(ns|us|ms|s|min))$").captures(text)?;
    Some(parts[1].parse::<f64>().ok()? * unit_of(&[parts[2].to_lowercase()], TIME_UNITS)?)
}

fn number_of(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn is_number(text: &str) -> bool {
    number_of(text).is_some()
}

/// Columns without names: time and window; or time, old and new window, each old the last new.
fn numbered_columns(rows: &[Row], line: usize) -> Result<Columns, Refusal> {
    let count = rows.iter().map(|row| row.fields.len()).max().unwrap_or(0);
    let is_chain = || {
        rows.windows(2).all(|pair| {
            let (before, now) = (pair[0].fields.last(), pair[1].fields.get(1));
            pair[1].fields.len() == 2
                || before.and_then(|text| number_of(text)) == now.and_then(|text| number_of(text))
        })
    };
    match count {
        2 => Ok(Columns { window: 1, ..Columns::default() }),
        3 if rows.len() > 1 && is_chain() => Ok(Columns { window: 2, ..Columns::default() }),
        _ => Err(Refusal::new(format!(
            "Line {}: {count} columns of numbers without a header may mean anything. Put a first line with their names, such as time_s,cwnd_packets,ssthresh.",
            line + 1
        ))),
    }
}

/// What separates fields: a sign, or blanks.
type Separator = Option<char>;

fn separator_of(line: &str) -> Separator {
    [',', ';', '\t'].into_iter().find(|sign| line.contains(*sign))
}

/// The fields of a line. A field in quotation marks may hold the separator.
fn fields_of(line: &str, separator: Separator) -> Vec<Cow<'_, str>> {
    let mut is_inside = false;
    let fields: Vec<&str> = match separator {
        None => line.split_whitespace().collect(),
        Some(separator) => line
            .split(|sign: char| {
                is_inside ^= sign == '"';
                sign == separator && !is_inside
            })
            .collect(),
    };
    let clean = |field| -> Cow<'_, str> {
        let field = str::trim(field);
        let field = field.strip_prefix('"').unwrap_or(field);
        let field = field.strip_suffix('"').unwrap_or(field);
        // Where semicolons separate, a comma may be the decimal sign.
        match separator == Some(';') && pattern!(r"^-?\d+,\d+$").is_match(field) {
            true => field.replace(',', ".").into(),
            false => field.into(),
        }
    };
    fields.into_iter().map(clean).collect()
}

/// The names of a header. Between blanks they may hold a blank before a bracket.
fn names_of(line: &str) -> Vec<String> {
    let separator = separator_of(line);
    let joined = match separator {
        Some(_) => line.into(),
        None => pattern!(r"\s+([(\[])").replace_all(line, "$1"),
    };
    fields_of(&joined, separator).into_iter().map(Cow::into_owned).collect()
}

/// Names in a comment before the numbers, as for gnuplot: the last one that names a time.
fn commented_columns(comments: &[(usize, &str)], count: usize) -> Result<Option<Columns>, Refusal> {
    for (line, text) in comments.iter().rev().filter(|(_, text)| text.starts_with('#')) {
        let names = names_of(text.trim_start_matches('#').trim());
        if names.len() != count || names.iter().all(|name| is_number(name)) {
            continue;
        }
        // Numbers of something else are not read as windows.
        let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
        if time_forms().iter().any(|form| lower.iter().any(|name| form.is_match(name))) {
            return named_columns(&names, *line).map(Some);
        }
    }
    Ok(None)
}

/// A line with several names, of which one can be a time, a window or a rate.
fn is_header(line: &str) -> bool {
    line.trim().contains([',', ';', '\t', ' '])
        && pattern!(r"^\s*[^{\[<\s\x00-\x08]").is_match(line)
        && pattern!(r"(?i)time|sec|stamp|cwnd|wnd|window|throughput|[kmg]bps|[kmg]bit").is_match(line)
}

/// What bpftrace says before the output of a script; its clock counts ns since the machine started.
fn is_of_bpftrace(line: &str) -> bool {
    pattern!(r"^Attach(ing|ed) \d+ probes?").is_match(line)
}

fn is_beside(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with('#') || is_of_bpftrace(line)
}

pub(crate) fn claims(content: &Content) -> bool {
    content.head().lines().find(|line| !is_beside(line)).is_some_and(|first| {
        pattern!(r"^\s*[+-]?[\d.][\d.eE+-]*(?:[mun]?s|min)?[,;\s]+-?[\d.]").is_match(first)
            || is_header(first)
    })
}

/// A row, and where it stands.
pub(crate) struct Row<'a> {
    pub fields: Vec<Cow<'a, str>>,
    /// What the place of the row adds to its connection's name.
    pub name: String,
    pub line: usize,
}

pub(crate) fn read(content: &Content) -> Read {
    let mut before: Vec<(usize, &str)> = Vec::new();
    let mut lines = content.lines().peekable();
    while let Some(line) = lines.next_if(|(_, line)| is_beside(line)) {
        before.push(line);
    }
    let is_bpftrace = before.iter().any(|(_, line)| is_of_bpftrace(line));
    let Some((from, first)) = lines.peek().copied() else { return Err(content.unknown("")) };
    let head = names_of(first);
    let is_time = |text: &str| is_number(text) || with_unit(text).is_some();
    let is_head =
        !head.first().is_some_and(|text| is_time(text)) || head.get(1).is_some_and(|text| !is_number(text));
    // ns-3 mixes tabs and blanks. Below names, a field between two tabs may be empty.
    let separator = separator_of(first);
    let mut rows: Vec<Row> = Vec::new();
    let mut count = 0;
    for (line, text) in lines.skip(usize::from(is_head)) {
        // bpftrace prints its maps at the end.
        if is_beside(text) || (is_bpftrace && text.starts_with('@')) {
            continue;
        }
        let is_mixed = separator == Some('\t') && !(is_head && text.contains('\t'));
        let fields = fields_of(text, separator.filter(|_| !is_mixed));
        count += fields.len();
        if count > MAX_FIELDS {
            return Err(Refusal::line(line, &format!("at most {MAX_FIELDS} fields in all"), text));
        }
        rows.push(Row { fields, name: String::new(), line });
    }
    let commented = if is_head { None } else { commented_columns(&before, head.len())? };
    let (is_named, mut columns) = match commented {
        Some(columns) => (true, columns),
        None if is_head => (true, named_columns(&head, from)?),
        None => (false, numbered_columns(&rows, from)?),
    };
    if is_bpftrace && columns.time_factor.is_none() {
        columns.time_factor = Some(1e-9);
    }
    if is_named {
        for row in &rows {
            refuse_width(row, head.len(), &columns)?;
        }
    }
    Table { kind: "a table", place: "Line", columns, rows, is_named }.read()
}

/// Rows below names, as a table would have them.
pub(crate) fn rows_of(kind: &'static str, place: &'static str, names: &[String], rows: Vec<Row>) -> Read {
    let columns = named_columns(names, 0)?;
    Table { kind, place, columns, rows, is_named: true }.read()
}

struct Table<'a> {
    kind: &'static str,
    /// What a row is called in a refusal.
    place: &'static str,
    columns: Columns,
    rows: Vec<Row<'a>>,
    is_named: bool,
}

impl Table<'_> {
    fn read(self) -> Read {
        let Table { kind, place, columns, rows, is_named } = self;
        // A column in which every row differs counts the rows.
        let differs = |flow: usize| {
            rows.len() >= 3
                && rows.iter().map(|row| row.fields.get(flow)).collect::<BTreeSet<_>>().len() == rows.len()
        };
        let flows: Vec<usize> = columns.flows.iter().copied().filter(|flow| !differs(*flow)).collect();
        let mut samples = Samples::default();
        let mut clock = Clock::default();
        let mut sizes: BTreeMap<String, f64> = BTreeMap::new();
        let mut rates: Vec<(usize, f64, f64)> = Vec::new();
        for Row { fields, name, line } in &rows {
            let field = |at: usize| fields.get(at).map_or("", |field| &**field);
            // ns-3 begins with a line that has no old value.
            let window = field(if is_named { columns.window } else { fields.len() - 1 });
            let time_s = time_of(field(columns.time), &columns, *line, &mut clock)?;
            // This poll came before the connection existed.
            if is_named && window.is_empty() {
                continue;
            }
            if !is_named && !(2..=columns.window + 1).contains(&fields.len()) {
                let expected = format!("{} numbers", columns.window + 1);
                return Err(Refusal::line(*line, &expected, &fields.join(" ")));
            }
            let what = if columns.rate_bps.is_some() { "rate" } else { "cwnd" };
            let value = number_of(window).ok_or_else(|| {
                let expected = format!("a number in column {} ({what})", columns.window + 1);
                Refusal::line(*line, &expected, window)
            })?;
            if let Some(unit) = columns.rate_bps {
                rates.push((*line, time_s, value * unit));
                continue;
            }
            let parts = std::iter::once(name.as_str()).chain(flows.iter().map(|flow| field(*flow)));
            let name = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
            if let Some(bytes) = columns.segment.and_then(|at| number_of(field(at))) {
                let known = sizes.entry(name.clone()).or_insert(0.0);
                *known = known.max(bytes);
            }
            let mut told = NOTHING;
            for (at, of, unit) in &columns.also {
                told[*of] = number_of(field(*at)).map_or(f64::NAN, |number| number * unit);
            }
            let value = value * columns.bytes.unwrap_or(1.0).max(1.0);
            samples.add(&name, time_s, value, || format!("{place} {}", line + 1), told)?;
        }
        if columns.rate_bps.is_some() {
            return rates::steps(rates);
        }
        let mut file = samples.file(kind, |values, name| {
            if !columns.bytes.map_or_else(|| looks_like_bytes(values), |bytes| bytes > 0.0) {
                return None;
            }
            let told = sizes.get(name).filter(|bytes| **bytes > 0.0);
            Some(match told {
                Some(bytes) => size(*bytes, "a column of the file tells it"),
                // Rounded kilobytes have no common divisor.
                None if columns.bytes.unwrap_or(1.0) > 1.0 => guess(),
                None => segment_of_bytes(values, &[]),
            })
        })?;
        if columns.is_flight {
            file.curves.iter_mut().for_each(|curve| curve.quantity = Quantity::Flight);
        }
        file.may_be_rate = !is_named && columns.window == 1;
        if columns.bytes.is_none() && file.curves.iter().any(|curve| curve.segment.is_some()) {
            file.warnings.push("No name tells the unit of the windows. They are read as bytes. If they are packets, set the packet size to 1.".to_owned());
        } else if file.may_be_rate {
            file.warnings.push(
                "No name tells what the second column is. It is read as a window in packets.".to_owned(),
            );
        }
        Ok(Opened::Measured(file))
    }
}

/// Below names each row has their number of fields. Fewer are allowed at its end, where nothing was measured.
fn refuse_width(row: &Row, count: usize, columns: &Columns) -> Result<(), Refusal> {
    let is_wide = row.fields.iter().skip(count).any(|field| !field.is_empty());
    if !is_wide && row.fields.len() > columns.time.max(columns.window) {
        return Ok(());
    }
    let expected = format!("{count} fields, as the header has (a column of row numbers needs a name, too)");
    Err(Refusal::line(row.line, &expected, &row.fields.join(" ")))
}

fn time_of(text: &str, columns: &Columns, line: usize, clock: &mut Clock) -> Result<f64, Refusal> {
    if let Some(time_s) = with_unit(text) {
        return Ok(time_s);
    }
    if let Some(time) = number_of(text) {
        return match columns.time_factor.map_or_else(|| seconds_of(time), |factor| time * factor) {
            time_s if time_s.is_nan() => {
                let expected = "a time in seconds, or its unit in the header such as time_ms";
                Err(Refusal::line(line, expected, text))
            }
            time_s => Ok(time_s),
        };
    }
    match stamp_of(text).filter(|stamp| stamp.rest.trim().is_empty() && !stamp.time_s.is_nan()) {
        Some(stamp @ Stamp { .. }) => Ok(clock.time_s(&stamp)),
        None => {
            let expected = format!("a number in column {} (time)", columns.time + 1);
            Err(Refusal::line(line, &expected, text))
        }
    }
}
