//! Tables of numbers: with a header that names the columns, or without one if there is only one meaning: a time and a
//! window, or ns-3's time, old and new window. A table with a time and a rate is a rate.

use crate::clock::{Clock, Stamp, seconds_of, stamp_of};
use crate::content::Content;
use crate::pattern;
use crate::rates;
use crate::samples::Samples;
use crate::segment::{guess, looks_like_bytes, segment_of_bytes, told as size};
use crate::types::{
    ACKED_BYTES, ACKED_PACKETS, FLIGHT_BYTES, FLIGHT_PACKETS, NOTHING, Opened, RETRANSMITTED, RTT_S, Read, Refusal,
};
use regex_lite::Regex;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The units of a column's name, with their factor.
type Units = &'static [(&'static [&'static str], f64)];
const TIME_UNITS: Units = &[
    (&["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"], 1e-3),
    (&["us", "usec", "usecs", "µs", "μs", "microsecond", "microseconds"], 1e-6),
    (&["ns", "nsec", "nsecs", "nanosecond", "nanoseconds"], 1e-9),
    (&["s", "sec", "secs", "second", "seconds"], 1.0),
    (&["min", "mins", "minute", "minutes"], 60.0),
];
const BYTE_UNITS: Units = &[
    (&["b", "byte", "bytes"], 1.0),
    (&["kb", "kbyte", "kbytes", "kib"], 1024.0),
    (&["mb", "mbyte", "mbytes", "mib"], 1024.0 * 1024.0),
];
const RATE_UNITS: Units = &[
    (&["mbps", "mbit", "mbits", "megabits"], 1e6),
    (&["kbps", "kbit", "kbits", "kilobits"], 1e3),
    (&["gbps", "gbit", "gbits"], 1e9),
    (&["bps", "bit", "bits"], 1.0),
];
const PACKETS: [&str; 8] = ["packet", "packets", "pkt", "pkts", "segment", "segments", "seg", "segs"];

/// Names of what may stand beside a window, as for `ackscope fit`, with their unit.
const ALSO: [(&str, usize, f64); 22] = [
    ("srtt_ms", RTT_S, 1e-3),
    ("rtt_ms", RTT_S, 1e-3),
    ("srtt_s", RTT_S, 1.0),
    ("rtt_s", RTT_S, 1.0),
    ("srtt_us", RTT_S, 1e-6),
    ("rtt_us", RTT_S, 1e-6),
    ("inflight_packets", FLIGHT_PACKETS, 1.0),
    ("inflight", FLIGHT_PACKETS, 1.0),
    ("unacked", FLIGHT_PACKETS, 1.0),
    ("inflight_bytes", FLIGHT_BYTES, 1.0),
    ("bytes_in_flight", FLIGHT_BYTES, 1.0),
    ("bytes_in_transit", FLIGHT_BYTES, 1.0),
    ("total_retrans", RETRANSMITTED, 1.0),
    ("retrans", RETRANSMITTED, 1.0),
    ("retransmitted", RETRANSMITTED, 1.0),
    ("nb_retrans", RETRANSMITTED, 1.0),
    ("acked_mbytes", ACKED_BYTES, 1e6),
    ("acked_bytes", ACKED_BYTES, 1.0),
    ("bytes_acked", ACKED_BYTES, 1.0),
    ("acked_packets", ACKED_PACKETS, 1.0),
    // picoquic's.
    ("smoothed_rtt", RTT_S, 1e-6),
    ("smoothed_rtt_us", RTT_S, 1e-6),
];

/// The most fields of a table: each takes more memory than its bytes.
const MAX_FIELDS: usize = 10_000_000;
/// More names are no header.
const MAX_COLUMNS: usize = 1000;

struct Columns {
    time: usize,
    /// `None` if only the values can tell: seconds, or a calendar's time in any unit.
    time_factor: Option<f64>,
    window: usize,
    /// The windows are a rate, in these units of bit/s.
    rate_bps: Option<f64>,
    /// Bytes in the column's unit; 0 for packets, `None` if only the values can tell.
    bytes: Option<f64>,
    /// Columns that together tell connections apart.
    flows: Vec<usize>,
    segment: Option<usize>,
    /// Columns of what stands beside the window: the column, what it is, its unit.
    also: Vec<(usize, usize, f64)>,
}

/// Letters, or digits, that stand together.
fn words_of(name: &str) -> Vec<String> {
    let is_letter = |sign: char| sign.is_ascii_lowercase() || sign == 'µ' || sign == 'μ';
    let mut words: Vec<String> = Vec::new();
    let mut before = None;
    for sign in name.to_lowercase().chars() {
        let class = (is_letter(sign), sign.is_ascii_digit());
        match words.last_mut() {
            _ if class == (false, false) => {}
            Some(word) if before == Some(class) => word.push(sign),
            _ => words.push(sign.to_string()),
        }
        before = Some(class);
    }
    words
}

fn unit_of(words: &[String], units: Units) -> Option<f64> {
    units.iter().find(|(names, _)| words.iter().any(|word| names.contains(&word.as_str()))).map(|(_, unit)| *unit)
}

/// The best column by a list of forms, the clearest first.
fn column_of(names: &[String], forms: &[&Regex], what: &str, line: usize) -> Result<Option<usize>, Refusal> {
    for form in forms {
        let found: Vec<usize> = (0..names.len()).filter(|at| form.is_match(&names[*at])).collect();
        match found[..] {
            [] => {}
            [one] => return Ok(Some(one)),
            _ => {
                let names: Vec<&str> = found.iter().map(|at| &*names[*at]).collect();
                return Err(Refusal::new(format!(
                    "Line {}: several columns may be the {what}: {}. Keep one of them.",
                    line + 1,
                    names.join(", ")
                )));
            }
        }
    }
    Ok(None)
}

fn time_forms() -> [&'static Regex; 4] {
    [
        pattern!(r"^time$"),
        pattern!(r"^time\b|^time[\W_]"),
        pattern!(
            r"^(t|timestamp|timestamps|ts|seconds|secs?|[mnu]secs?|elapsed|date|datetime|current_time)\b|^(timestamp|ts|t|elapsed)_"
        ),
        pattern!(r"\b(time|timestamp)\b"),
    ]
}

fn window_forms() -> [&'static Regex; 8] {
    [
        pattern!(r"^(snd_)?cwnd$"),
        pattern!(r"^(snd_)?cwnd[\W_]+(bytes?|packets?|pkts?|segments?|segs?|mss|[km]i?b)\W*$"),
        pattern!(r"^new[\W_]*(cwnd|value|val)\b|cwnd[\W_]*new"),
        pattern!(r"(^|[^a-z])cwnd([^a-z]|$)|congestion[\W_]*window"),
        pattern!(r"cwnd"),
        pattern!(r"^new$"),
        pattern!(r"^(cong\w*(\W[\W_]*)?|(tcp|send(er)?)?[\W_]*)(wnd|window|cw)\b"),
        // picoquic's.
        pattern!(r"^cwin$"),
    ]
}

fn rate_forms() -> [&'static Regex; 2] {
    [
        pattern!(r"^(throughput|bandwidth|goodput|bitrate|bit rate|capacity|data ?rate|downlink|dl_?(rate|bitrate|throughput))([\W_]|$)"),
        pattern!(r"(^|[\W_])(rate|throughput|bandwidth)[\W_].*bit|(^|[\W_])[kmg]?(bps|bits?[\W_]?(/|per)[\W_]?s\w*)([\W_]|$)"),
    ]
}

fn without(names: &[String], others: &[&Regex]) -> Vec<String> {
    let keep = |name: &String| !others.iter().any(|other| other.is_match(name));
    names.iter().map(|name| if keep(name) { name.clone() } else { String::new() }).collect()
}

fn named_columns(head: &[String], line: usize) -> Result<Columns, Refusal> {
    if head.len() > MAX_COLUMNS {
        let expected = format!("at most {MAX_COLUMNS} columns");
        return Err(Refusal::line(line, &expected, &format!("{} columns", head.len())));
    }
    let names: Vec<String> = head.iter().map(|name| name.to_lowercase().trim().to_owned()).collect();
    let other = pattern!(r"ssthresh|rwnd|rcv|recv|awnd|adverti|receive|old");
    // Times that do not run on, and what a table tells about a window beside its size.
    let no_clock = pattern!(r"delta|diff|rtt|interval|prev");
    let no_size = pattern!(
        r"gain|rate|limit|min_|\bmin|max|init|clamp|used|prev|last|cnt|count|target|ratio|diff|delta|flag|bits?\b|bps"
    );
    let time = column_of(&without(&names, &[other, no_clock]), &time_forms(), "time", line)?;
    let mut window = column_of(&without(&names, &[other, no_size]), &window_forms(), "window", line)?;
    let mut rate_bps = None;
    if window.is_none() {
        let no_rate = pattern!(r"cwnd|window|wnd|gain");
        window = column_of(&without(&names, &[no_rate]), &rate_forms(), "rate", line)?;
        let unit = |at: usize| unit_of(&words_of(&names[at]), RATE_UNITS);
        // Published traces without a unit are in Mbit/s, the bit rates of G-NetTrack (5Gdataset) in kbit/s.
        let usual = |at: usize| if names[at].contains("l_bitrate") { 1e3 } else { 1e6 };
        rate_bps = window.map(|at| unit(at).unwrap_or_else(|| usual(at)));
    }
    let (Some(time), Some(window)) = (time, window) else {
        return Err(Refusal::line(line, "a header with a column time and a column cwnd, such as time_s,cwnd_packets", &head.join(", ")));
    };
    let is_picoquic = names[window] == "cwin";
    let time_words = words_of(&names[time]);
    let is_unit = pattern!(r"^(t|s|seconds|[mnu]?secs?)\b").is_match(&names[time]);
    let window_words = words_of(&names[window]);
    let is_packets = window_words.iter().any(|word| word == "mss" || PACKETS.contains(&word.as_str()));
    let flow = pattern!(
        r"^(flow|conn(ection)?|stream|socket|sock|sk|id|node|host|[sdlr]?port|src|dst|[sdlr]addr|source|dest(ination)?|local|remote|peer|lane|label|name|run|pid|algo(rithm)?|cca?)([\W_]*(id|name|no|number|port|addr(ess)?|ip))?$"
    );
    let places = |form: &Regex| (0..names.len()).filter(|at| form.is_match(&names[*at])).collect::<Vec<_>>();
    let also = |at: usize| {
        let (_, of, unit) = *ALSO.iter().find(|(name, ..)| *name == names[at])?;
        Some((at, of, unit))
    };
    Ok(Columns {
        time,
        time_factor: (unit_of(&time_words[usize::from(!is_unit)..], TIME_UNITS)).or(is_picoquic.then_some(1e-6)),
        window,
        rate_bps,
        bytes: (unit_of(&window_words, BYTE_UNITS))
            .or(is_packets.then_some(0.0))
            .or(is_picoquic.then_some(1.0)),
        flows: places(flow),
        segment: places(pattern!(r"^(snd_)?mss$|^segment_?(size|bytes)$|^send_mtu$")).first().copied(),
        also: (0..names.len()).filter_map(also).collect(),
    })
}

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
    let columns = |window| Columns {
        time: 0,
        time_factor: None,
        window,
        rate_bps: None,
        bytes: None,
        flows: Vec::new(),
        segment: None,
        also: Vec::new(),
    };
    let is_chain = || {
        rows.windows(2).all(|pair| {
            let (before, now) = (pair[0].fields.last(), pair[1].fields.get(1));
            pair[1].fields.len() == 2 || before.and_then(|text| number_of(text)) == now.and_then(|text| number_of(text))
        })
    };
    match count {
        2 => Ok(columns(1)),
        3 if rows.len() > 1 && is_chain() => Ok(columns(2)),
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
        pattern!(r"^\s*[+-]?[\d.][\d.eE+-]*(?:[mun]?s|min)?[,;\s]+-?[\d.]").is_match(first) || is_header(first)
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
    let is_head = !head.first().is_some_and(|text| is_time(text)) || head.get(1).is_some_and(|text| !is_number(text));
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
            rows.len() >= 3 && rows.iter().map(|row| row.fields.get(flow)).collect::<HashSet<_>>().len() == rows.len()
        };
        let flows: Vec<usize> = columns.flows.iter().copied().filter(|flow| !differs(*flow)).collect();
        let mut samples = Samples::default();
        let mut clock = Clock::default();
        let mut sizes: HashMap<String, f64> = HashMap::new();
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
        file.may_be_rate = !is_named && columns.window == 1;
        if columns.bytes.is_none() && file.curves.iter().any(|curve| curve.segment.is_some()) {
            file.warnings.push("No name tells the unit of the windows. They are read as bytes. If they are packets, set the packet size to 1.".to_owned());
        } else if file.may_be_rate {
            file.warnings.push("No name tells what the second column is. It is read as a window in packets.".to_owned());
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
