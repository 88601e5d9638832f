//! Scenarios changed at random. Whatever comes in, the page's entry point answers with a run or a
//! reason, and never panics, hangs or fills the memory. The seeds are the goldens, every
//! experiment, and `tests/corpus`, which keeps the faults found here.
//! `FUZZ_CASES=100000 cargo test -p ackscope-lab fuzz::` runs longer, and `FUZZ_SEED` starts
//! elsewhere.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use ackscope_engine::rng::Stream;
use ackscope_engine::units::Time;
use ackscope_engine::{cc, estimator, loss, pep, queue};
use ackscope_lab::page::{self, Check};
use ackscope_lab::report::LaneReport;
use cpu_time::ThreadTime;
use serde_json::Value;

/// A scenario with a larger estimate (packet arrivals, ACKs included) is not run. It is enough that
/// it is read and refused or priced.
const MAX_SEGMENTS: f64 = 8e6;
/// The most events of a run.
const MAX_EVENTS: u64 = 200_000;
/// The largest memory estimate of a run that is started here.
const MAX_MEMORY_BYTES: f64 = 256e6;
/// Processor time that a thousand events may take in the long form, in an engine that is not
/// optimised. Only a run that hangs takes so long.
const MAX_S_PER_1000_EVENTS: f64 = 1.0;

fn seeds() -> Vec<(String, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["tests/corpus", "experiments", "../engine/tests/goldens"] {
        for entry in fs::read_dir(root.join(folder)).expect("a folder of seeds") {
            let path = entry.expect("readable").path();
            files.push(if path.is_dir() { path.join("scenario.json") } else { path });
        }
    }
    files.sort();
    files
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .filter_map(|path| {
            let text = fs::read_to_string(&path).expect("readable");
            let value: Value = serde_json::from_str(&text).expect("a seed is JSON");
            let scenario = value.get("scenario").unwrap_or(&value).clone();
            // Experiments that are formulas have no scenario.
            scenario.get("hops").is_some().then(|| (path.display().to_string(), scenario))
        })
        .collect()
}

/// Words of the scenario format, and numbers at the limits of any type.
fn odd_values() -> Vec<Value> {
    let ids = (cc::REGISTRY.iter().map(|spec| spec.id))
        .chain(estimator::REGISTRY.iter().map(|spec| spec.id))
        .chain(queue::REGISTRY.iter().map(|spec| spec.id))
        .chain(loss::REGISTRY.iter().map(|spec| spec.id))
        .chain(pep::REGISTRY.iter().map(|spec| spec.id));
    let texts = [
        "",
        " ",
        "-",
        "0",
        "1e308",
        "-1s",
        "1ns",
        "0s",
        "1e9s",
        "1e300s",
        "31536000s",
        "100Gbps",
        "1bps",
        "0bps",
        "-2Mbps",
        "1e30Mbps",
        "0pkt",
        "1pkt",
        "4294967296pkt",
        "1e99pkt",
        "0.5bdp",
        "1e12bdp",
        "0kB",
        "1B",
        "9e9GB",
        "NaN",
        "inf",
        "5 km",
        "١٢ms",
        "\u{0}",
        "westwood+*",
        "hops.0",
        "__proto__",
    ];
    let numbers = [
        0.0,
        -0.0,
        -1.0,
        0.5,
        1.0,
        2.0,
        3.0,
        1e-300,
        1e-9,
        255.0,
        256.0,
        65535.0,
        65536.0,
        1e6,
        2147483648.0,
        4294967295.0,
        4294967296.0,
        9007199254740993.0,
        1.8446744073709552e19,
        1e300,
        f64::MAX,
        f64::MIN_POSITIVE,
    ];
    let shapes = [
        Value::Null,
        Value::Bool(true),
        Value::Bool(false),
        serde_json::json!([]),
        serde_json::json!({}),
        serde_json::json!([[0, 1], [1, 2]]),
        serde_json::json!([["0s", "1Mbps"], ["1s", "0bps"], ["2s", "10Mbps"]]),
        serde_json::json!([["0s", "10Mbps"], ["3s", "0bps"]]),
        serde_json::json!({ "opportunities_ms": [0, 0, 0, 1, 5, 5, 200] }),
        serde_json::json!({ "opportunities_ms": [] }),
        serde_json::json!({ "opportunities_ms": [5, 1] }),
        serde_json::json!({ "from": "1ms", "to": "1s" }),
        serde_json::json!([["5s", "1s"]]),
        serde_json::json!([-1, 0, 1e18]),
    ];
    (ids.map(Value::from))
        .chain(texts.into_iter().map(Value::from))
        .chain(numbers.into_iter().map(Value::from))
        .chain(shapes)
        .collect()
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// Part number `at`, in reading order.
fn part<'a>(value: &'a mut Value, at: &mut usize) -> Option<&'a mut Value> {
    if *at == 0 {
        return Some(value);
    }
    *at -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| part(item, at)),
        Value::Object(fields) => fields.values_mut().find_map(|field| part(field, at)),
        _ => None,
    }
}

struct Mutator {
    draw: Stream,
    odd: Vec<Value>,
    seeds: Vec<(String, Value)>,
}

impl Mutator {
    fn below(&mut self, n: usize) -> usize {
        self.draw.below(n as u64) as usize
    }

    fn any_part(&mut self, value: &mut Value) -> (usize, Value) {
        let place = self.below(count(value));
        let found = part(value, &mut place.clone()).expect("a part below the count").clone();
        (place, found)
    }

    /// A seed with one to three parts replaced, doubled, removed or taken from another seed. In
    /// every third, only one value is varied: most scenarios with larger changes are refused, and
    /// scenarios that run must be tried too.
    fn scenario(&mut self) -> Value {
        let number = self.below(self.seeds.len());
        let mut value = self.seeds[number].1.clone();
        // Most seeds are long runs of whole figures.
        value["duration"] = Value::from(20);
        if let Some(fields) = value.as_object_mut() {
            fields.remove("measure");
        }
        if self.below(8) == 0 {
            self.end_a_rate(&mut value);
        }
        if self.below(3) == 0 {
            self.vary_a_leaf(&mut value);
            return value;
        }
        for _ in 0..=self.below(3) {
            let (place, old) = self.any_part(&mut value);
            let with = match self.below(8) {
                0..2 => {
                    let odd = self.below(self.odd.len());
                    self.odd[odd].clone()
                }
                2 => {
                    let other = self.below(self.seeds.len());
                    let mut other = self.seeds[other].1.clone();
                    self.any_part(&mut other).1
                }
                _ => self.varied(old),
            };
            if let Some(target) = part(&mut value, &mut place.clone()) {
                *target = with;
            }
            if !value.is_object() {
                break;
            }
        }
        value
    }

    /// Varies one number, word or switch; does nothing if several draws hit none.
    fn vary_a_leaf(&mut self, value: &mut Value) {
        for _ in 0..16 {
            let (place, old) = self.any_part(value);
            if old.is_object() || old.is_array() {
                continue;
            }
            let varied = self.varied(old);
            if let Some(target) = part(value, &mut place.clone()) {
                *target = varied;
            }
            return;
        }
    }

    /// Sets a hop's rate to zero for good: packets that wait there wait for ever.
    fn end_a_rate(&mut self, value: &mut Value) {
        let at = 1 + self.below(19);
        let Some(hops) = value["hops"].as_array_mut().filter(|hops| !hops.is_empty()) else {
            return;
        };
        let hop = self.draw.below(hops.len() as u64) as usize;
        if let Some(rate) = hops[hop].get_mut("rate").filter(|rate| rate.is_string()) {
            *rate = serde_json::json!([["0s", rate.clone()], [format!("{at}s"), "0bps"]]);
        }
    }

    /// A value of the same type, larger, smaller, longer or shorter.
    fn varied(&mut self, old: Value) -> Value {
        match old {
            Value::Number(number) => {
                let factor = [0.0, 1e-3, 0.1, 0.5, 2.0, 10.0, 1e6, -1.0][self.below(8)];
                Value::from(number.as_f64().unwrap_or(0.0) * factor)
            }
            Value::Bool(word) => Value::Bool(!word),
            // Another number with the same unit, or another id.
            Value::String(text) => {
                let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                if unit.len() == text.len() {
                    let odd = self.below(self.odd.len());
                    return self.odd[odd].clone();
                }
                let number = ["0", "1", "0.01", "3", "17", "250", "5000", "1e9"][self.below(8)];
                Value::from(format!("{number}{unit}"))
            }
            Value::Array(mut items) => {
                match self.below(3) {
                    0 => items.extend(items.clone()),
                    1 => items.truncate(items.len() / 2),
                    _ => items.reverse(),
                }
                Value::Array(items)
            }
            Value::Object(mut fields) => {
                let keys: Vec<String> = fields.keys().cloned().collect();
                if !keys.is_empty() {
                    fields.remove(&keys[self.below(keys.len())]);
                }
                Value::Object(fields)
            }
            Value::Null => Value::from(1),
        }
    }

    /// The text of a scenario, sometimes with a byte changed, or a piece removed or doubled.
    fn text(&mut self) -> String {
        let text = self.scenario().to_string();
        if self.below(5) > 0 {
            return text;
        }
        let mut bytes = text.into_bytes();
        let (at, length) = (self.below(bytes.len()), self.below(12));
        let end = (at + length).min(bytes.len());
        match self.below(3) {
            0 => bytes[at] = b"{}[]\",:0-eE\\\n"[self.below(13)],
            1 => drop(bytes.drain(at..end)),
            _ => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// True in the long form, which must be requested. Only the long form checks time, which is not a
/// matter for everyday tests.
fn is_long() -> bool {
    std::env::var_os("FUZZ_CASES").is_some()
}

/// Reads the text as the page does. If it may be run and is not long, runs every lane for a while.
/// Returns what happened.
fn try_it(text: &str) -> &'static str {
    let passed = match page::check(text) {
        Check::Failed { error, .. } => {
            let told = serde_json::to_string(&error).expect("an error is plain data");
            assert!(told.len() < 4000, "an error of {} bytes", told.len());
            return "refused";
        }
        Check::Passed(passed) => passed,
    };
    assert!(passed.duration_s.is_finite() && passed.estimate.segments.is_finite());
    if passed.estimate.segments > MAX_SEGMENTS || passed.estimate.memory_bytes > MAX_MEMORY_BYTES {
        return "too long";
    }
    for lane in 0..passed.lanes.len() {
        let plan = page::lane(text, lane).expect("a lane of a scenario that passed");
        let began = ThreadTime::now();
        let mut simulation = plan.simulation(&ackscope_engine::trace::RecordOptions::PAGE);
        let mut left = MAX_EVENTS / passed.lanes.len() as u64;
        while left > 0 && !simulation.progress().done {
            let step = left.min(10_000);
            simulation.advance(Time::from_secs(passed.duration_s), step);
            left -= step;
            let (in_use, allowed) = (simulation.bytes() as f64, passed.estimate.memory_bytes);
            assert!(in_use <= allowed, "lane {lane}: {in_use} bytes in use, {allowed} were estimated");
        }
        if is_long() {
            let events = (MAX_EVENTS / passed.lanes.len() as u64 - left) as f64;
            let (took_s, allowed_s) =
                (began.elapsed().as_secs_f64(), MAX_S_PER_1000_EVENTS * (events / 1000.0).max(10.0));
            assert!(
                took_s <= allowed_s,
                "lane {lane}: {took_s} s of processor time, at most {allowed_s} s for {events} events"
            );
        }
        let report = LaneReport::new(&plan.label, simulation.setup(), &simulation.results());
        serde_json::to_string(&report).expect("a report is plain data");
    }
    "run"
}

#[test]
fn no_scenario_breaks_the_door() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().map_or(default, |text| text.parse().expect("a whole number"))
    };
    // `npm run test:matrix` sets the day: then all cases, others each day.
    let day = number("ACKSCOPE_DAY", 0);
    let (cases, seed) =
        (number("FUZZ_CASES", if day > 0 { 1500 } else { 375 }), number("FUZZ_SEED", 1 + day));
    let seeds = seeds();
    assert!(seeds.len() > 60, "only {} seeds", seeds.len());
    let mut mutator = Mutator { draw: Stream::new(seed, "fuzz"), odd: odd_values(), seeds };
    let mut counts = std::collections::BTreeMap::new();
    for case in 0..cases {
        let text = mutator.text();
        match catch_unwind(AssertUnwindSafe(|| try_it(&text))) {
            Ok(what) => *counts.entry(what).or_insert(0) += 1,
            Err(_) => panic!("case {case} of FUZZ_SEED={seed}: keep this in core/lab/tests/corpus\n{text}"),
        }
    }
    println!("{counts:?}");
    // A fuzzer whose cases are all refused, or all run, tests only half of the entry point.
    for what in ["refused", "run"] {
        assert!(counts.get(what).is_some_and(|n| n * 10 > cases as i32), "{counts:?}");
    }
}

#[test]
fn what_once_broke_it_is_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            seen += 1;
            let text = fs::read_to_string(&path).expect("readable");
            let what = try_it(&text);
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let wanted = name.rsplit('.').next().unwrap_or_default();
            assert_eq!(what.replace(' ', "-"), wanted, "{name}");
        }
    }
    assert!(seen > 0, "the corpus is empty");
}
