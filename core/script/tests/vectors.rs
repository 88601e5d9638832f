//! Vectors of the language: expressions, whole runs, and mistakes with their places.
//!
//! They come from a separately written interpreter. Values are in s, segments and bits; the
//! relative tolerance is 1e-12.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ackscope_program::machine::{Host, run};
use ackscope_program::program::{CWND, Code, FaultKind, Program, SSTHRESH};
use ackscope_program::windowed::Windowed;
use ackscope_script::compile;
use ackscope_script::error::Error;
use ackscope_script::name::{EVENT_NAMES, Event, INPUTS, Input};
use serde_json::{Map, Value};

fn vectors(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/vectors/{name}.json"));
    serde_json::from_str(&fs::read_to_string(path).expect("readable")).expect("JSON")
}

/// A source text whose repeated parts are written once.
fn source(value: &Value) -> String {
    let part = |part: &Value| match part {
        Value::String(text) => text.clone(),
        repeated => {
            let times = repeated["times"].as_u64().expect("a number") as usize;
            repeated["repeat"].as_str().expect("a text").repeat(times)
        }
    };
    match value {
        Value::Array(parts) => parts.iter().map(part).collect(),
        one => part(one),
    }
}

fn library(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("library/{name}.ack"));
    fs::read_to_string(path).expect("a script of the library")
}

fn number(value: &Value) -> f64 {
    match value {
        Value::Bool(truth) => f64::from(u8::from(*truth)),
        Value::String(_) => f64::INFINITY,
        number => number.as_f64().expect("a number"),
    }
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

#[track_caller]
fn is_close(what: &str, found: f64, wanted: f64) {
    let close = found == wanted || (found - wanted).abs() <= 1e-12 * wanted.abs();
    assert!(close, "{what}: {found}, expected {wanted}");
}

/// A decision of a program: line, name, before, after, title.
#[derive(Debug, PartialEq)]
struct Told {
    line: u32,
    is_cwnd: bool,
    before: f64,
    after: f64,
    title: Option<String>,
}

/// A program with a connection that the test controls.
struct Bench {
    program: Program,
    registers: Vec<f64>,
    given: Map<String, Value>,
    told: Vec<Told>,
    faults: BTreeMap<u16, u64>,
    draws: Vec<f64>,
    filters: Vec<Windowed>,
    event: Event,
}

/// The parts of the bench that the machine reads and writes.
struct Seen<'a> {
    program: &'a Program,
    told: &'a mut Vec<Told>,
    faults: &'a mut BTreeMap<u16, u64>,
    draws: &'a mut Vec<f64>,
    filters: &'a mut [Windowed],
    now: f64,
    round: f64,
    event: Event,
    repeated: bool,
    steps: f64,
    receive_window: f64,
}

impl Host for Seen<'_> {
    fn random(&mut self) -> f64 {
        self.draws.remove(0)
    }

    fn windowed(&mut self, filter: u16, value: f64, span: f64) -> f64 {
        let place = usize::from(filter);
        let now = if self.program.filters[place].by_rounds { self.round } else { self.now };
        self.filters[place].sample(value, now, span)
    }

    fn decided(&mut self, site: u16, explained: Option<u16>, registers: &[f64], after: f64) {
        let site = &self.program.sites[usize::from(site)];
        assert!(explained.is_none_or(|text| site.titles.contains(&text)), "a title that no rule has");
        self.told.push(Told {
            line: site.line,
            is_cwnd: site.is_cwnd,
            before: registers[usize::from(if site.is_cwnd { CWND } else { SSTHRESH })],
            after,
            title: explained.map(|text| self.program.texts[usize::from(text)].clone()),
        });
    }

    fn standard(&mut self, r: &mut [f64]) {
        standard(self.event, self.repeated, self.steps, self.receive_window, r);
    }

    fn fault(&mut self, fault: u16) {
        *self.faults.entry(fault).or_default() += 1;
    }
}

/// The reactions of New Reno.
fn standard(event: Event, repeated: bool, steps: f64, receive_window: f64, r: &mut [f64]) {
    let (cwnd, ssthresh) = (r[0], r[1]);
    let half = (cwnd.min(receive_window) / 2.0).max(2.0);
    match event {
        Event::Loss | Event::Ecn => (r[1], r[0]) = (half, half),
        Event::Timeout => (r[1], r[0]) = (if repeated { ssthresh } else { half }, 1.0),
        _ if cwnd < ssthresh => r[0] = (cwnd + steps).min(ssthresh.max(cwnd + 1.0)),
        _ => r[0] += steps / cwnd,
    }
}

impl Bench {
    fn new(source: &str, given: Map<String, Value>) -> Bench {
        let program = compile(source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
        let registers = program.registers.clone();
        let (told, faults, draws) = (Vec::new(), BTreeMap::new(), Vec::new());
        let filters = program.filters.iter().map(|filter| Windowed::new(filter.is_max)).collect();
        let mut bench =
            Bench { program, registers, given, told, faults, draws, filters, event: Event::Start };
        for (name, register) in [("cwnd", CWND), ("ssthresh", SSTHRESH)] {
            bench.registers[usize::from(register)] = number(&bench.given[name]);
        }
        bench
    }

    fn value(&self, name: &str) -> f64 {
        number(self.given.get(name).unwrap_or_else(|| panic!("{name} is not given")))
    }

    fn set(&mut self, name: &str, value: f64) {
        let register = match name {
            "cwnd" => CWND,
            "ssthresh" => SSTHRESH,
            _ => self.program.states.iter().find(|state| state.name == name).expect("a state").register,
        };
        self.registers[usize::from(register)] = value;
    }

    fn run(&mut self, code: &Code) {
        for (input, register) in &code.inputs {
            let known = INPUTS.iter().find(|known| known.input == *input).expect("declared");
            self.registers[usize::from(*register)] = self.value(known.word);
        }
        let (repeated, steps, receive_window) =
            (self.value("repeated") != 0.0, self.value("steps"), self.value("receive_window"));
        // The number of rounds is no input; only cases with filters give it.
        let round = self.given.get("rounds").map_or(0.0, number);
        let now = self.value("now");
        let mut seen = Seen {
            program: &self.program,
            told: &mut self.told,
            faults: &mut self.faults,
            draws: &mut self.draws,
            filters: &mut self.filters,
            now,
            round,
            event: self.event,
            repeated,
            steps,
            receive_window,
        };
        run(code, &mut self.registers, &mut seen);
    }

    /// Runs the hook of an event; returns the pace after it.
    fn event(&mut self, word: &str) -> Option<f64> {
        let named = EVENT_NAMES.iter().find(|known| known.word == word).expect("an event").event;
        let [cwnd, ssthresh] = [self.registers[0], self.registers[1]];
        let growth = if cwnd < ssthresh { Event::SlowStart } else { Event::Avoidance };
        let of = if named == Event::Increase && self.program.hook(named).is_none() { growth } else { named };
        self.event = of;
        match self.program.hook(of).cloned() {
            Some(code) => self.run(&code),
            None if of.has_standard() => {
                let repeated = self.value("repeated") != 0.0;
                let (steps, most) = (self.value("steps"), self.value("receive_window"));
                standard(of, repeated, steps, most, &mut self.registers);
            }
            None => {}
        }
        let (code, register) = self.program.pace.clone()?;
        self.run(&code);
        Some(self.registers[usize::from(register)])
    }

    fn faults_of(&self, kind: FaultKind) -> BTreeMap<u32, u64> {
        let mut lines = BTreeMap::new();
        for (fault, count) in &self.faults {
            let fault = self.program.faults[usize::from(*fault)];
            if fault.kind == kind {
                *lines.entry(fault.line).or_default() += count;
            }
        }
        lines
    }
}

#[test]
fn expressions_have_their_values() {
    let vectors = vectors("expressions");
    let cases = vectors["cases"].as_array().expect("a list");
    assert_eq!(cases.len(), 67);
    for case in cases {
        let text = case["text"].as_str().expect("a text");
        let source = format!("state x = 7\non start {{ x = {text}\n}}");
        let mut bench = Bench::new(&source, object(&vectors["given"]));
        bench.event("start");
        let x = bench.program.states[0].register;
        is_close(text, bench.registers[usize::from(x)], number(&case["value"]));
        let by_zero: u64 = bench.faults_of(FaultKind::ByZero).values().sum();
        assert_eq!(by_zero, case["divisions_by_zero"].as_u64().unwrap_or(0), "{text}");
        let kept: u64 = bench.faults_of(FaultKind::NotFinite).values().sum();
        assert_eq!(kept == 1, case["keeps"].as_bool().unwrap_or(false), "{text}");
    }
}

#[test]
fn runs_go_as_they_were_written_down() {
    let vectors = vectors("runs");
    let cases = vectors["cases"].as_array().expect("a list");
    assert_eq!(cases.len(), 35);
    let mut steps = 0;
    for case in cases {
        let name = case["name"].as_str().expect("a name");
        let mut given = object(&vectors["given"]);
        given.extend(object(&case["given"]));
        let text = match case["library"].as_str() {
            Some(script) => library(script),
            None => source(&case["source"]),
        };
        let mut bench = Bench::new(&text, given);
        if let Some(draws) = case["given"]["random"].as_array() {
            bench.draws = draws.iter().map(number).collect();
        }
        for (param, value) in object(&case["parameters"]) {
            let place = bench.program.params.iter().find(|known| known.name == param).expect("a param");
            bench.registers[usize::from(place.register)] = number(&value);
        }
        for (index, step) in case["steps"].as_array().expect("a list").iter().enumerate() {
            steps += 1;
            let what = format!("{name}, step {index}");
            for (target, value) in object(&step["set"]) {
                bench.set(&target, number(&value));
            }
            bench.given.extend(object(&step["with"]));
            bench.told.clear();
            let mut pace = None;
            for _ in 0..step["times"].as_u64().unwrap_or(1) {
                pace = bench.event(step["event"].as_str().expect("an event"));
            }
            expect(&bench, &step["expect"], pace, &what);
        }
    }
    assert_eq!(steps, 203);
}

fn expect(bench: &Bench, wanted: &Value, pace: Option<f64>, what: &str) {
    is_close(&format!("{what}: cwnd"), bench.registers[0], number(&wanted["cwnd"]));
    is_close(&format!("{what}: ssthresh"), bench.registers[1], number(&wanted["ssthresh"]));
    for (name, value) in object(&wanted["states"]) {
        let state = bench.program.states.iter().find(|state| state.name == name).expect("a state");
        is_close(&format!("{what}: {name}"), bench.registers[usize::from(state.register)], number(&value));
    }
    if let Some(value) = wanted.get("pace") {
        is_close(&format!("{what}: pace"), pace.expect("paced"), number(value));
    }
    let decisions: Vec<Told> = wanted["decisions"]
        .as_array()
        .map(|list| {
            let told = |one: &Value| Told {
                line: one["line"].as_u64().expect("a line") as u32,
                is_cwnd: one["name"] == "cwnd",
                before: number(&one["before"]),
                after: number(&one["after"]),
                title: one["title"].as_str().map(str::to_owned),
            };
            list.iter().map(told).collect()
        })
        .unwrap_or_default();
    assert_eq!(bench.told.len(), decisions.len(), "{what}: {:?}", bench.told);
    for (found, wanted) in bench.told.iter().zip(&decisions) {
        assert_eq!((found.line, found.is_cwnd), (wanted.line, wanted.is_cwnd), "{what}");
        assert_eq!(found.title, wanted.title, "{what}");
        is_close(&format!("{what}: before"), found.before, wanted.before);
        is_close(&format!("{what}: after"), found.after, wanted.after);
    }
    for (key, kind) in [("divided_by_zero", FaultKind::ByZero), ("not_finite", FaultKind::NotFinite)] {
        if let Some(wanted) = wanted.get(key) {
            let wanted: BTreeMap<u32, u64> = object(wanted)
                .into_iter()
                .map(|(line, count)| (line.parse().expect("a line"), count.as_u64().expect("a count")))
                .collect();
            assert_eq!(bench.faults_of(kind), wanted, "{what}");
        }
    }
}

#[test]
fn mistakes_are_told_at_their_places_all_at_once() {
    let vectors = vectors("errors");
    let cases = vectors["cases"].as_array().expect("a list");
    assert_eq!(cases.len(), 84);
    let mut wrong = Vec::new();
    for case in cases {
        let name = case["name"].as_str().expect("a name");
        let text = source(&case["source"]);
        let found = compile(&text).err().unwrap_or_default();
        let wanted: Vec<(u32, u32, Vec<&str>)> = case["errors"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|error| {
                let place = |at: usize| error["at"][at].as_u64().expect("a number") as u32;
                let says = error["says"].as_array().expect("a list");
                (place(0), place(1), says.iter().filter_map(Value::as_str).collect())
            })
            .collect();
        let fits = |(error, (line, column, says)): (&Error, &(u32, u32, Vec<&str>))| {
            error.line == *line
                && error.column == *column
                && says.iter().all(|word| error.message.contains(word))
        };
        if found.len() != wanted.len() || !found.iter().zip(&wanted).all(fits) {
            wrong.push(format!("{name}:\n  found {found:?}\n  wanted {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_a_script_reads_is_declared_once() {
    for (place, known) in INPUTS.iter().enumerate() {
        assert_eq!(known.input as usize, place);
        assert!(!known.help.is_empty() && known.help.ends_with('.'), "{}", known.word);
    }
    assert_eq!(INPUTS.last().map(|known| known.input), Some(Input::Repeated));
}
