//! A recorded run as rows `time_s, lane, source, series, value`: for spreadsheets, pandas and R.

use ackscope_engine::setup::Setup;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{CHANNEL_SOURCE, RecordOptions, SeriesSource};

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
    /// The time, in seconds.
    pub time_s: f64,
    /// Index of its source and series in [`Table::names`].
    pub name: usize,
    /// The value.
    pub value: f64,
}

/// The rows of one lane in time order, with the names they refer to.
#[derive(Clone, Debug)]
pub struct Table {
    /// Source and series of each kind of row.
    pub names: Vec<(String, String)>,
    /// The rows.
    pub rows: Vec<Row>,
}

fn hop_name(setup: &Setup, hop: usize, direction: &str) -> String {
    format!("{} {direction}", setup.hops[hop].name)
}

/// Everything that `simulation` has recorded so far.
///
/// All values of a bin carry the time of the bin's end, so no value stands before its cause. A bin
/// with more than one value gives its minimum and maximum before its last value: a reader that
/// draws steps then sees each dip. An event is a row of the series `event:<rule>` with the value 1.
pub fn table(simulation: &Simulation) -> Table {
    let (setup, recorder) = (simulation.setup(), simulation.recorder());
    let now = simulation.progress().time;
    let mut table = Table { names: Vec::new(), rows: Vec::new() };
    for (info, series) in recorder.infos().iter().zip(recorder.series()) {
        let source = match &info.source {
            SeriesSource::Flow(index) => setup.flows[*index].name.clone(),
            SeriesSource::Group(group) => format!("group {}", setup.groups[*group].name),
            SeriesSource::Hop(hop, direction) => hop_name(setup, *hop, direction.id()),
        };
        let name = table.names.len();
        table.names.push((source, info.full_id()));
        for bin in series.bins(0) {
            let time_s = recorder.bin_end(bin.index).min(now).secs();
            let mut push = |value: f32| {
                if value.is_finite() {
                    table.rows.push(Row { time_s, name, value: shortest(value) });
                }
            };
            if bin.min < bin.last {
                push(bin.min);
            }
            if bin.max > bin.last {
                push(bin.max);
            }
            push(bin.last);
        }
    }
    let rules = simulation.rules();
    for event in recorder.events().kept() {
        let source = match event.source & CHANNEL_SOURCE {
            0 => setup.flows[event.source as usize].name.clone(),
            _ => {
                let channel = (event.source & !CHANNEL_SOURCE) as usize;
                hop_name(setup, channel / 2, if channel % 2 == 0 { "forward" } else { "backward" })
            }
        };
        let named = (source, format!("event:{}", rules[usize::from(event.rule)].key));
        let name = table.names.iter().position(|name| *name == named).unwrap_or_else(|| {
            table.names.push(named);
            table.names.len() - 1
        });
        table.rows.push(Row { time_s: event.time.secs(), name, value: 1.0 });
    }
    // A stable sort keeps rows of equal time in the order in which they were recorded.
    table.rows.sort_by(|a, b| a.time_s.total_cmp(&b.time_s));
    table
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

/// A number as a CSV field; minus zero becomes zero.
pub fn csv_number(number: f64) -> String {
    (number + 0.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use ackscope_engine::units::Time;
    use ackscope_scenario::read;

    #[test]
    fn rows_stand_in_the_order_of_time_and_tell_what_happened() {
        let text = r#"{"version":1,"duration":30,"hops":[{"name":"wire","rate":"2Mbps","delay":"10ms","queue":{"capacity":10}}],
            "flows":[{"name":"main","algorithm":"newreno","rtt":"100ms"}]}"#;
        let plan = plan(&read(text).unwrap()).unwrap().remove(0);
        let mut simulation = plan.simulation(&FILE);
        simulation.advance(Time::NEVER, u64::MAX);
        let table = table(&simulation);
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
