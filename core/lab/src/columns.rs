//! A recorded run as rows `time_s, lane, source, series, value`: for spreadsheets, pandas and R.

use crate::selection::{Selection, Source};
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{CHANNEL_SOURCE, RecordOptions, Recorder, SeriesSource, SeriesView};
use ackscope_engine::units::Time;

/// The header of the table.
pub const HEADER: [&str; 5] = ["time_s", "lane", "source", "series", "value"];

/// Recording options for a file: fine bins, and every flow of any classroom scenario.
pub const FILE: RecordOptions = RecordOptions {
    bins_per_series: 1 << 17,
    flows: 1000,
    events_per_rule: 1_000_000,
    events: 4_000_000,
    checkpoint_bytes: 0,
};

/// One row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub time_s: f64,
    /// Index of its source and series in [`Table::names`].
    pub name: usize,
    pub value: f64,
}

/// The rows of one lane in time order, with the names they refer to.
#[derive(Clone, Debug)]
pub struct Table {
    /// Source and series of each kind of row.
    pub names: Vec<(String, String)>,
    /// The unit of each kind of row.
    pub units: Vec<String>,
    pub rows: Vec<Row>,
}

/// The name of a hop's channel.
pub fn hop_name(setup: &Setup, hop: usize, direction: &str) -> String {
    format!("{} {direction}", setup.hops[hop].name)
}

/// The source of a series by name, and by what it is.
pub fn source_of(setup: &Setup, source: &SeriesSource) -> (String, Source) {
    match source {
        SeriesSource::Flow(index) => {
            let flow = &setup.flows[*index];
            (flow.name.clone(), Source::Flow { group: setup.groups[flow.group].name.clone() })
        }
        SeriesSource::Group(group) => (format!("group {}", setup.groups[*group].name), Source::Group),
        SeriesSource::Hop(hop, direction) => {
            let name = setup.hops[*hop].name.clone();
            (hop_name(setup, *hop, direction.id()), Source::Hop { name })
        }
    }
}

/// The source of an event by name, and by what it is.
pub fn event_source(setup: &Setup, source: u32) -> (String, Source) {
    match source & CHANNEL_SOURCE {
        0 => source_of(setup, &SeriesSource::Flow(source as usize)),
        _ => {
            let channel = (source & !CHANNEL_SOURCE) as usize;
            let hop = channel / 2;
            let direction = if channel % 2 == 0 { "forward" } else { "backward" };
            (hop_name(setup, hop, direction), Source::Hop { name: setup.hops[hop].name.clone() })
        }
    }
}

/// What `simulation` has recorded so far and `selection` names.
///
/// All values of a bin carry the time of the bin's end, so no value stands before its cause. A bin
/// with more than one value gives its minimum and maximum before its last value: a reader that
/// draws steps then sees each dip. An interval begins with the values that hold there. With a step,
/// each row has the value that holds at its instant. An event is a row of the series `event:<rule>`
/// with the value 1.
pub fn table(simulation: &Simulation, selection: &Selection) -> Table {
    let (setup, recorder) = (simulation.setup(), simulation.recorder());
    let now = simulation.progress().time;
    let (from, to) = selection.interval.unwrap_or((Time::ZERO, Time::NEVER));
    let mut table = Table { names: Vec::new(), units: Vec::new(), rows: Vec::new() };
    for (info, series) in recorder.infos().iter().zip(recorder.series()) {
        let (source, kind) = source_of(setup, &info.source);
        let id = info.full_id();
        if !selection.has(&source, &kind, &id) {
            continue;
        }
        let name = table.names.len();
        table.names.push((source, id));
        table.units.push(info.unit().to_owned());
        let mut push = |time: Time, value: f32| {
            if value.is_finite() {
                table.rows.push(Row { time_s: time.secs(), name, value: shortest(value) });
            }
        };
        match selection.step {
            Some(step) => {
                let mut held = Held::new(recorder, &series, now);
                for instant in (0..)
                    .map(|count| {
                        Time::from_nanos(from.nanos().saturating_add(step.nanos().saturating_mul(count)))
                    })
                    .take_while(|at| *at <= to.min(now))
                {
                    push(instant, held.at(instant));
                }
            }
            None => {
                let end = |bin: u32| recorder.bin_end(bin).min(now);
                if from > Time::ZERO {
                    push(from, Held::new(recorder, &series, now).at(from));
                }
                for bin in series.bins(0).filter(|bin| (from..=to).contains(&end(bin.index))) {
                    let time = end(bin.index);
                    if from > Time::ZERO && time == from {
                        continue;
                    }
                    if bin.min < bin.last {
                        push(time, bin.min);
                    }
                    if bin.max > bin.last {
                        push(time, bin.max);
                    }
                    push(time, bin.last);
                }
            }
        }
    }
    if selection.event_rows {
        add_events(&mut table, simulation, selection);
    }
    // A stable sort keeps rows of equal time in the order in which they were recorded.
    table.rows.sort_by(|a, b| a.time_s.total_cmp(&b.time_s));
    table
}

/// Adds a row for each event.
fn add_events(table: &mut Table, simulation: &Simulation, selection: &Selection) {
    let rules = simulation.rules();
    let mut places = std::collections::BTreeMap::new();
    for event in simulation.recorder().events().kept().iter().filter(|event| selection.holds(event.time)) {
        let place = *places.entry((event.source, event.rule)).or_insert_with(|| {
            let (source, kind) = event_source(simulation.setup(), event.source);
            let id = format!("event:{}", rules[usize::from(event.rule)].key);
            selection.has(&source, &kind, &id).then(|| {
                table.names.push((source, id));
                table.units.push(String::new());
                table.names.len() - 1
            })
        });
        if let Some(name) = place {
            table.rows.push(Row { time_s: event.time.secs(), name, value: 1.0 });
        }
    }
}

/// The value of a series that holds at one instant after another.
struct Held<'a> {
    recorder: &'a Recorder,
    bins: std::iter::Peekable<Box<dyn Iterator<Item = ackscope_engine::trace::Bin> + 'a>>,
    now: Time,
    last: f32,
}

impl<'a> Held<'a> {
    fn new(recorder: &'a Recorder, series: &SeriesView<'a>, now: Time) -> Held<'a> {
        let bins: Box<dyn Iterator<Item = _> + 'a> = Box::new(series.bins(0));
        Held { recorder, bins: bins.peekable(), now, last: f32::NAN }
    }

    /// The last value at `instant`; NaN before the first one.
    fn at(&mut self, instant: Time) -> f32 {
        let (recorder, now) = (self.recorder, self.now);
        while let Some(bin) = self.bins.next_if(|bin| recorder.bin_end(bin.index).min(now) <= instant) {
            self.last = bin.last;
        }
        self.last
    }
}

/// The `f64` that prints like the `f32`: 0.1, not 0.10000000149.
fn shortest(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

/// A text as a field of a comma-separated table (RFC 4180), safe for spreadsheets. Text that a
/// spreadsheet would read as a formula gets a leading quote, unless it is a number. Control
/// characters become blanks.
pub fn csv_field(text: &str) -> String {
    let mut field: String = text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    // Spreadsheets skip leading blanks.
    if field.trim_start().starts_with(['=', '+', '-', '@']) && text.parse::<f64>().is_err() {
        field.insert(0, '\'');
    }
    if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

/// The fields of a line of such a table: the texts that [`csv_field`] wrote.
pub fn csv_fields(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, fields.last_mut()) {
            ('"', Some(field)) if quoted && signs.peek() == Some(&'"') => {
                signs.next();
                field.push('"');
            }
            ('"', _) => quoted = !quoted,
            (',', _) if !quoted => fields.push(String::new()),
            (sign, field) => field.into_iter().for_each(|field| field.push(sign)),
        }
    }
    let guarded = |rest: &str| rest.trim_start().starts_with(['=', '+', '-', '@']);
    fields.iter_mut().filter(|field| field.strip_prefix('\'').is_some_and(guarded)).for_each(|field| {
        field.remove(0);
    });
    fields
}

/// A number as a CSV field; minus zero becomes zero.
pub fn csv_number(number: f64) -> String {
    (number + 0.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;

    #[test]
    fn a_field_is_read_as_it_was_written() {
        let texts = ["Müller, Jörg", "the \"one\"", "=1+1", " -x", "-5", "'quoted'", "", "plain"];
        let line: Vec<String> = texts.iter().map(|text| csv_field(text)).collect();
        assert_eq!(csv_fields(&line.join(",")), texts);
        assert_eq!(csv_fields("\"Müller, Jörg\",3052"), ["Müller, Jörg", "3052"]);
    }
    use ackscope_engine::units::Time;
    use ackscope_scenario::read;

    #[test]
    fn rows_stand_in_the_order_of_time_and_tell_what_happened() {
        let text = r#"{"version":1,"duration":30,"hops":[{"name":"wire","rate":"2Mbps","delay":"10ms","queue":{"capacity":10}}],
            "flows":[{"name":"main","algorithm":"newreno","rtt":"100ms"}]}"#;
        let plan = plan(&read(text).unwrap()).unwrap().remove(0);
        let mut simulation = plan.simulation(&FILE);
        simulation.advance(Time::NEVER, u64::MAX);
        let table = table(&simulation, &Selection::default());
        assert!(table.rows.windows(2).all(|pair| pair[0].time_s <= pair[1].time_s));
        let of = |source: &str, series: &str| -> Vec<f64> {
            let name = table.names.iter().position(|name| name.0 == source && name.1 == series);
            let name = name.unwrap_or_else(|| panic!("{source} {series} in {:?}", table.names));
            table.rows.iter().filter(|row| row.name == name).map(|row| row.value).collect()
        };
        let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
        // 2 Mbit/s × 100 ms are 16.7 packets, and the buffer holds ten: cwnd oscillates between
        // half of their sum and their sum.
        assert!((20.0..60.0).contains(&most(&of("main", "cwnd"))));
        assert_eq!(most(&of("wire forward", "queue")), 10.0, "the buffer fills, and never holds more");
        assert!(table.names.iter().any(|name| name.1.starts_with("event:")));
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(csv_field("westwood+"), "westwood+");
        assert_eq!(csv_field("a,\"b\""), "\"a,\"\"b\"\"\"");
    }

    #[test]
    fn no_field_is_a_formula_and_numbers_stay_numbers() {
        for (text, field) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+1+1", "'+1+1"),
            ("-a,b", "\"'-a,b\""),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "' =1"),
            ("\r\n=1", "'  =1"),
            ("a\nb\u{1b}\u{9b}", "a b  "),
            ("-1.5", "-1.5"),
            ("+2e3", "+2e3"),
            ("-5ms", "'-5ms"),
        ] {
            assert_eq!(csv_field(text), field);
        }
        assert_eq!((csv_number(-0.0), csv_number(-0.5)), ("0".to_owned(), "-0.5".to_owned()));
    }
}
