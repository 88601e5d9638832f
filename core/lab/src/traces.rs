//! Recorded runs as tables: long, wide, and their events.

use crate::columns::{FILE, HEADER, Table, event_source, source_of, table};
use crate::frame::{Column, Field, Frame, Texts};
use crate::selection::{Selection, Source};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use std::collections::BTreeMap;

/// The form of a table of series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A row for each value.
    Long,
    /// A row for each instant, a column for each series.
    Wide,
}

/// The maximum number of rows of the steps of one series.
const MAX_STEPS: u64 = 10_000_000;
/// Bins of a recording for short steps.
const MAX_BINS: u64 = 1 << 22;

/// What one lane recorded: its series, and its events.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The lane's label.
    pub lane: String,
    pub series: Table,
    /// Its events, if they are asked for.
    pub events: Vec<Noted>,
    /// What a limit or an early end left out, each as a sentence's part.
    pub left_out: Vec<String>,
}

/// An event with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Noted {
    /// When it happened.
    pub time_s: f64,
    /// The flow or channel.
    pub source: String,
    /// The rule's key.
    pub rule: String,
    /// What the rule is about.
    pub kind: &'static str,
    /// The rule's title.
    pub title: String,
    /// Name, unit and value of each quantity that the decision used.
    pub terms: Vec<(String, String, f64)>,
}

/// Recording options for a selection: bins that are half a step or less.
pub fn options(selection: &Selection, duration: Time) -> RecordOptions {
    let step = selection.step.map_or(u64::MAX, |step| step.nanos().max(1));
    let bins = (duration.nanos() / step).saturating_mul(4).clamp(u64::from(FILE.bins_per_series), MAX_BINS);
    RecordOptions { bins_per_series: bins as u32, ..FILE }
}

/// Refuses steps that are too short for an interval.
///
/// # Errors
/// What was found and what is allowed.
pub fn check_step(selection: &Selection, duration: Time) -> Result<(), String> {
    let Some(step) = selection.step else { return Ok(()) };
    let (from, to) = selection.interval.unwrap_or((Time::ZERO, duration));
    let steps = to.since(from).nanos() / step.nanos().max(1);
    if steps > MAX_STEPS || step.nanos() == 0 {
        return Err(format!(
            "--step: found {steps} steps, allowed are at most {MAX_STEPS}: a longer step or interval"
        ));
    }
    // Bins lie over the whole run. Wider than a step, they would repeat one value.
    let shortest = duration.nanos().div_ceil(MAX_BINS / 4);
    match step.nanos() < shortest {
        true => Err(format!(
            "--step: found {} s, allowed in a run of {} s is at least {} s: a longer step, or a shorter --duration",
            step.secs(),
            duration.secs(),
            shortest as f64 / 1e9
        )),
        false => Ok(()),
    }
}

/// The sources and series that a run records.
pub fn known(simulation: &Simulation) -> Vec<(String, Source, String)> {
    let setup = simulation.setup();
    let series = simulation.recorder().infos().iter().map(|info| {
        let (name, source) = source_of(setup, &info.source);
        (name, source, info.full_id())
    });
    let mut all: Vec<(String, Source, String)> = series.collect();
    if let Some((name, source, _)) = all.first().cloned() {
        let rules = simulation.rules();
        all.extend(rules.iter().map(|rule| (name.clone(), source.clone(), format!("event:{}", rule.key))));
    }
    all
}

/// What a finished run recorded and the selection names.
pub fn recorded(lane: &str, simulation: &Simulation, selection: &Selection, with_events: bool) -> Recorded {
    Recorded {
        lane: lane.to_owned(),
        series: table(simulation, selection),
        events: if with_events { noted(simulation, selection) } else { Vec::new() },
        left_out: left_out(simulation, selection, with_events),
    }
}

/// What is wanted and not recorded.
fn left_out(simulation: &Simulation, selection: &Selection, with_events: bool) -> Vec<String> {
    let mut all = Vec::new();
    let flows = simulation.setup().flows.len();
    if flows > FILE.flows && selection.flows.is_empty() && selection.hops.is_empty() {
        all.push(format!("the series of {} of {flows} flows", flows - FILE.flows));
    }
    let log = simulation.recorder().events();
    let mut kept: Vec<(u64, Time)> = vec![(0, Time::ZERO); log.counts().len()];
    for event in log.kept() {
        let (count, last) = &mut kept[usize::from(event.rule)];
        (*count, *last) = (*count + 1, event.time);
    }
    for ((rule, count), (kept, last)) in simulation.rules().iter().zip(log.counts()).zip(kept) {
        let is_wanted =
            (with_events || selection.event_rows) && selection.names(&format!("event:{}", rule.key));
        if kept < *count && is_wanted && selection.interval.is_none_or(|(_, to)| to >= last) {
            let (left, last) = (count - kept, last.secs());
            all.push(format!("{left} of {count} events of {}, all after {last} s", rule.key));
        }
    }
    all
}

fn noted(simulation: &Simulation, selection: &Selection) -> Vec<Noted> {
    let rules = simulation.rules();
    // `--series cwnd` says nothing about events, `--series event:…` does.
    let of_rules = selection.series.iter().filter(|one| one.starts_with("event")).cloned().collect();
    let wanted = Selection { series: of_rules, ..selection.clone() };
    let events = simulation.recorder().events().kept().iter();
    let mut all: Vec<Noted> = events
        .filter(|event| selection.holds(event.time))
        .filter_map(|event| {
            let (source, kind) = event_source(simulation.setup(), event.source);
            let rule = &rules[usize::from(event.rule)];
            wanted.has(&source, &kind, &format!("event:{}", rule.key)).then(|| Noted {
                time_s: event.time.secs(),
                source,
                rule: rule.key.to_owned(),
                kind: rule.kind.id(),
                title: rule.title.to_owned(),
                terms: rule
                    .terms
                    .iter()
                    .zip(event.terms)
                    .map(|(term, value)| (term.name.to_owned(), term.unit.to_owned(), value))
                    .collect(),
            })
        })
        .collect();
    all.sort_by(|a, b| a.time_s.total_cmp(&b.time_s));
    all
}

/// The series of all lanes as one table. `with_units` adds a column to the long form.
pub fn series_frame(lanes: &[Recorded], form: Form, with_units: bool, about: Vec<(String, String)>) -> Frame {
    let fields = match form {
        Form::Long => long(lanes, with_units),
        Form::Wide => wide(lanes),
    };
    Frame { fields, about }
}

const TIME_HELP: &str = "Time since the start of the run.";

fn long(lanes: &[Recorded], with_units: bool) -> Vec<Field> {
    let (mut times, mut values) = (Vec::new(), Vec::new());
    let (mut labels, mut sources) = (Texts::default(), Texts::default());
    let (mut series, mut units) = (Texts::default(), Texts::default());
    for lane in lanes {
        let label = labels.code(&lane.lane);
        let codes: Vec<[u32; 3]> = lane
            .series
            .names
            .iter()
            .zip(&lane.series.units)
            .map(|((source, id), unit)| [sources.code(source), series.code(id), units.code(unit)])
            .collect();
        for row in &lane.series.rows {
            let [source, id, unit] = codes[row.name];
            times.push(row.time_s);
            labels.push_code(label);
            sources.push_code(source);
            series.push_code(id);
            units.push_code(unit);
            values.push(row.value);
        }
    }
    let [time_s, lane, source, id, value] = HEADER;
    let mut fields = vec![
        Field::new(time_s, "s", TIME_HELP, Column::Number(times)),
        Field::new(lane, "", "The lane's label.", labels.column()),
        Field::new(source, "", "A flow, a group of flows, or a channel of a hop.", sources.column()),
        Field::new(id, "", "The recorded quantity.", series.column()),
        Field::new(value, "", "Its value, in the unit of its series.", Column::Number(values)),
    ];
    if with_units {
        fields.push(Field::new("unit", "", "The unit of the value.", units.column()));
    }
    fields
}

fn wide(lanes: &[Recorded]) -> Vec<Field> {
    // The columns of all lanes, in the order in which they first occur.
    let mut names: Vec<(&str, &str, &str)> = Vec::new();
    let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for lane in lanes {
        for ((source, id), unit) in lane.series.names.iter().zip(&lane.series.units) {
            places.entry((source, id)).or_insert_with(|| {
                names.push((source, id, unit));
                names.len() - 1
            });
        }
    }
    let (mut times, mut labels) = (Vec::new(), Texts::default());
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    for lane in lanes {
        let label = labels.code(&lane.lane);
        let places: Vec<usize> =
            lane.series.names.iter().map(|(source, id)| places[&(source.as_str(), id.as_str())]).collect();
        let mut open: Option<f64> = None;
        for row in &lane.series.rows {
            if open != Some(row.time_s) {
                open = Some(row.time_s);
                times.push(row.time_s);
                labels.push_code(label);
                columns.iter_mut().for_each(|column| column.push(f64::NAN));
            }
            // Of several values at one instant the last one holds.
            if let Some(cell) = columns[places[row.name]].last_mut() {
                *cell = row.value;
            }
        }
    }
    let mut fields = vec![
        Field::new("time_s", "s", TIME_HELP, Column::Number(times)),
        Field::new("lane", "", "The lane's label.", labels.column()),
    ];
    for ((source, id, unit), column) in names.into_iter().zip(columns) {
        fields.push(Field::new(&format!("{source}.{id}"), unit, "", Column::Number(column)));
    }
    fields
}

/// The events of all lanes as one table: a column for each quantity that a rule used, empty where a
/// rule does not use it. A name that has several units is written with its unit.
pub fn events_frame(lanes: &[Recorded], about: Vec<(String, String)>) -> Frame {
    let events = || lanes.iter().flat_map(|lane| lane.events.iter().map(move |event| (&lane.lane, event)));
    let mut units: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut order: Vec<(&str, &str)> = Vec::new();
    for (_, event) in events() {
        for (name, unit, _) in &event.terms {
            let known = units.entry(name).or_default();
            if !known.contains(&unit.as_str()) {
                known.push(unit);
                order.push((name, unit));
            }
        }
    }
    let place_of: BTreeMap<(&str, &str), usize> =
        order.iter().enumerate().map(|(place, name)| (*name, place)).collect();
    let rows = events().count();
    let mut columns = vec![vec![f64::NAN; rows]; order.len()];
    let (mut labels, mut sources, mut rules) = (Texts::default(), Texts::default(), Texts::default());
    let (mut kinds, mut titles) = (Texts::default(), Texts::default());
    let mut times = Vec::with_capacity(rows);
    for (row, (lane, event)) in events().enumerate() {
        times.push(event.time_s);
        labels.push(lane);
        sources.push(&event.source);
        rules.push(&event.rule);
        kinds.push(event.kind);
        titles.push(&event.title);
        for (name, unit, value) in &event.terms {
            columns[place_of[&(name.as_str(), unit.as_str())]][row] = *value;
        }
    }
    const OWN: [&str; 6] = ["time_s", "lane", "source", "rule", "kind", "title"];
    let mut fields = vec![
        Field::new(OWN[0], "s", TIME_HELP, Column::Number(times)),
        Field::new(OWN[1], "", "The lane's label.", labels.column()),
        Field::new(OWN[2], "", "A flow, or a channel of a hop.", sources.column()),
        Field::new(OWN[3], "", "The rule that was applied.", rules.column()),
        Field::new(OWN[4], "", "What the rule is about.", kinds.column()),
        Field::new(OWN[5], "", "What happened.", titles.column()),
    ];
    for ((name, unit), column) in order.into_iter().zip(columns) {
        let alone = units[name].len() == 1 && !OWN.contains(&name);
        let shown = if alone { name.to_owned() } else { format!("{name} [{unit}]") };
        fields.push(Field::new(&shown, unit, "", Column::Number(column)));
    }
    Frame { fields, about }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use ackscope_engine::units::Span;
    use ackscope_scenario::read;

    fn run(selection: &Selection) -> Vec<Recorded> {
        let text = r#"{"version":1,"duration":30,"hops":[{"name":"wire","rate":"2Mbps","delay":"10ms","queue":{"capacity":10}}],
            "flows":[{"name":"main","algorithm":"newreno","rtt":"100ms","compared":true},
                     {"name":"cross","count":2,"algorithm":"newreno","rtt":"80ms"}],
            "compare":["newreno","westwood+"]}"#;
        let plans = plan(&read(text).unwrap()).unwrap();
        let one = |plan: &crate::lanes::LanePlan| {
            let mut simulation = plan.simulation(&options(selection, plan.setup.duration));
            selection.check(&known(&simulation)).unwrap();
            simulation.advance(Time::NEVER, u64::MAX);
            recorded(&plan.label, &simulation, selection, true)
        };
        plans.iter().map(one).collect()
    }

    fn number<'a>(frame: &'a Frame, name: &str) -> &'a [f64] {
        let field = frame.fields.iter().find(|field| field.name == name);
        match &field.unwrap_or_else(|| panic!("{name}")).column {
            Column::Number(values) => values,
            other => panic!("{name}: {other:?}"),
        }
    }

    fn seconds(from: f64, to: f64) -> Option<(Time, Time)> {
        Some((Time::from_secs(from), Time::from_secs(to)))
    }

    #[test]
    fn steps_have_the_values_that_hold_there_in_both_forms() {
        let series = vec!["cwnd".to_owned(), "queue".to_owned()];
        let flows = vec!["main".to_owned()];
        let hops = vec!["wire forward".to_owned()];
        let all = Selection { series, flows, hops, interval: seconds(10.0, 20.0), ..Selection::default() };
        let steps = run(&Selection { step: Some(Span::from_secs(0.1)), ..all.clone() });
        let wide = series_frame(&steps, Form::Wide, false, Vec::new());
        let names: Vec<&str> = wide.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["time_s", "lane", "wire forward.queue", "main.cwnd"]);
        assert_eq!((wide.fields[2].unit.as_str(), wide.fields[3].unit.as_str()), ("packets", "segments"));
        assert_eq!(wide.rows(), 2 * 101, "both ends of ten seconds, in two lanes");
        let bins = run(&all);
        let long = series_frame(&bins, Form::Long, true, Vec::new());
        assert_eq!(number(&long, "time_s")[0], 10.0, "an interval begins with the values that hold there");
        let cwnd: Vec<(f64, f64)> = bins[0]
            .series
            .rows
            .iter()
            .filter(|row| bins[0].series.names[row.name].1 == "cwnd")
            .map(|row| (row.time_s, row.value))
            .collect();
        assert!(cwnd.len() > 300, "{}", cwnd.len());
        // The recordings have the same bins; so each step has the last value up to it.
        for (time_s, value) in number(&wide, "time_s").iter().zip(number(&wide, "main.cwnd")).take(101) {
            let held = cwnd.iter().rev().find(|(at, _)| *at <= time_s + 1e-12).expect("a value before");
            assert_eq!(*value, held.1, "at {time_s} s");
        }
        assert_eq!(series_frame(&steps, Form::Long, false, Vec::new()).rows(), 2 * 2 * 101);
    }

    #[test]
    fn events_have_their_rule_and_their_numbers() {
        let flows = vec!["main".to_owned()];
        let lanes = run(&Selection { flows, event_rows: false, ..Selection::default() });
        assert!(lanes[0].series.names.iter().all(|(_, id)| !id.starts_with("event")));
        let frame = events_frame(&lanes, Vec::new());
        let Column::Text { words, codes } = &frame.fields[3].column else { panic!("rules") };
        let loss = words.iter().position(|word| word == "newreno.loss").expect("a loss") as u32;
        let of_loss = |row: &usize| codes[*row] == loss;
        let losses: Vec<usize> = (0..frame.rows()).filter(of_loss).collect();
        assert!(losses.len() > 3);
        let rule = lanes[0].events.iter().find(|event| event.rule == "newreno.loss").expect("a loss");
        assert!(!rule.terms.is_empty() && !rule.title.is_empty());
        for (name, unit, value) in &rule.terms {
            let column = frame
                .fields
                .iter()
                .find(|field| field.name.starts_with(name.as_str()) && &field.unit == unit);
            let Column::Number(values) = &column.expect("a column").column else { panic!("numbers") };
            assert_eq!(values[losses[0]], *value);
        }
    }

    #[test]
    fn steps_that_nobody_could_read_are_refused() {
        let short = Selection { step: Some(Span::from_nanos(1)), ..Selection::default() };
        assert!(check_step(&short, Time::from_secs(30.0)).unwrap_err().contains("at most 10000000"));
        assert_eq!(check_step(&short, Time::from_nanos(1000)), Ok(()));
        // Bins of 0.26 ms over 1000 s cannot hold steps of 1 µs, however short the interval is.
        let second = Some((Time::ZERO, Time::from_secs(1.0)));
        let inside =
            Selection { step: Some(Span::from_nanos(1000)), interval: second, ..Selection::default() };
        assert!(check_step(&inside, Time::from_secs(1000.0)).unwrap_err().contains("is at least 0.00095"));
        assert_eq!(check_step(&inside, Time::from_secs(1.0)), Ok(()));
    }
}
