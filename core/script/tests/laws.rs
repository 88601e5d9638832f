//! Laws: the library's scripts send what the built-in algorithms send. A script's run can be cut,
//! cloned and replayed. Its decisions are recorded with their equations.

use std::fs;
use std::path::Path;

use ackscope_engine::setup::SourceSetup;
use ackscope_engine::sim::{Cost, RunResults, Simulation};
use ackscope_engine::trace::{Event, RecordOptions, SeriesSource};
use ackscope_engine::units::Time;
use ackscope_scenario::{compile_all, read};
use serde_json::{Map, Value, json};

fn here(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn library(name: &str) -> String {
    fs::read_to_string(here(&format!("library/{name}.ack"))).expect("a script of the library")
}

fn golden(name: &str) -> Value {
    let text = fs::read_to_string(here(&format!("../engine/tests/goldens/{name}/scenario.json")));
    serde_json::from_str(&text.expect("a golden")).expect("JSON")
}

/// The changes that the lanes of a golden make to its path. Those that concern an algorithm's own
/// parameters are left out.
fn paths(golden: &Value) -> Vec<Map<String, Value>> {
    let mut all = vec![Map::new()];
    for entry in golden["compare"].as_array().into_iter().flatten() {
        let Some(set) = entry["set"].as_object() else { continue };
        let of_algorithm = |(path, value): (&String, &Value)| {
            path.contains(".parameters")
                || path.contains(".algorithm")
                || value.to_string().contains("tahoe")
                // Rate halving asks an algorithm for the end of its reduction, and scripts have no
                // word for it.
                || value.to_string().contains("ns2_linux")
                // The kernel counts whole segments, but a script has real numbers.
                || value.to_string().contains("linux6")
                || value.to_string().contains("linux-count")
        };
        if !set.iter().any(of_algorithm) && !all.contains(set) {
            all.push(set.clone());
        }
    }
    all
}

/// A run on the golden's path, with the algorithm in its compared flows; `None` if the built-in
/// algorithm cannot use the path.
fn run(golden: &Value, set: &Map<String, Value>, algorithm: &str, recovery: &str) -> Option<Simulation> {
    let mut scenario = golden.clone();
    let flows = scenario["flows"].as_array_mut().expect("flows");
    let mut all = Map::new();
    let compared: Vec<usize> = (0..flows.len()).filter(|place| flows[*place]["compared"] == true).collect();
    for place in if compared.is_empty() { vec![0] } else { compared } {
        flows[place]["compared"] = json!(true);
        all.insert(format!("flows.{place}.recovery"), json!(recovery));
    }
    for (path, value) in set {
        all.insert(path.clone(), value.clone());
    }
    let id = if algorithm.starts_with('@') { "script" } else { algorithm };
    let text = &algorithm[usize::from(algorithm.starts_with('@'))..];
    scenario["scripts"] = json!({ "script": library(script_of(text)) });
    scenario["compare"] = json!([{ "algorithm": id, "set": all }]);
    let setup = compile_all(&read(&scenario.to_string()).ok()?).ok()?.remove(0);
    let drives = setup
        .flows
        .iter()
        .any(|flow| matches!(&flow.source, SourceSetup::Tcp(tcp) if tcp.algorithm_id() == id));
    assert!(drives, "{id} drives no flow");
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    Some(simulation)
}

/// Built-in algorithm, script, recovery, and whether they agree bit for bit.
const SCRIPTS: [(&str, &str, &str, bool); 7] = [
    ("newreno", "newreno", "newreno", true),
    ("stcp", "stcp", "sack", true),
    ("westwood+", "westwood-plus", "newreno", true),
    ("illinois", "illinois", "sack", true),
    ("hybla", "hybla", "sack", true),
    ("hstcp", "hstcp", "sack", false),
    ("cubic-rfc9438", "cubic-rfc9438", "sack", false),
];

fn script_of(algorithm: &str) -> &'static str {
    SCRIPTS.iter().find(|it| it.0 == algorithm).expect("in the list").1
}

/// Every bin of every curve, except estimates and states, which only one of the two draws.
fn curves(simulation: &Simulation) -> Vec<(u32, [u32; 3])> {
    let recorder = simulation.recorder();
    let infos = recorder.infos().iter().zip(recorder.series());
    let both = infos.filter(|(info, _)| info.estimator.is_none() && info.shown.is_none());
    let of = both.flat_map(|(_, series)| series.bins(0));
    of.map(|bin| (bin.index, [bin.min, bin.max, bin.last].map(f32::to_bits))).collect()
}

fn measured(simulation: &Simulation) -> String {
    let results = simulation.results();
    let flows: Vec<_> = results.flows.iter().map(|flow| (&flow.name, &flow.windows)).collect();
    let hops: Vec<_> = results.hops.iter().map(|hop| &hop.windows).collect();
    format!("{flows:?} {hops:?}")
}

fn totals(results: &RunResults) -> Vec<f64> {
    let flows = results.flows.iter().flat_map(|flow| flow.windows.iter().map(|window| window.goodput_bps));
    let hops = results.hops.iter().flat_map(|hop| hop.windows.iter().map(|window| window.drops as f64));
    flows.chain(hops).collect()
}

fn agrees(folder: &str) {
    let golden = golden(folder);
    let mut runs = 0;
    for (builtin, script, recovery, to_the_bit) in SCRIPTS {
        for set in paths(&golden) {
            // RFC 9438 §4.9: a spurious loss gives the curve back. No hook tells a script of it.
            if builtin == "cubic-rfc9438" && set.keys().any(|key| key.ends_with(".undo")) {
                continue;
            }
            let Some(wanted) = run(&golden, &set, builtin, recovery) else { continue };
            let what = format!("{folder}: {script} on {}", Value::Object(set.clone()));
            let found = run(&golden, &set, &format!("@{builtin}"), recovery).expect(&what);
            runs += 1;
            if to_the_bit {
                assert_eq!(measured(&found), measured(&wanted), "{what}");
                assert!(curves(&found) == curves(&wanted), "{what}: the curves differ");
                assert!(!curves(&found).is_empty());
            } else {
                let (found, wanted) = (totals(&found.results()), totals(&wanted.results()));
                assert_eq!(found.len(), wanted.len());
                for (found, wanted) in found.iter().zip(&wanted) {
                    assert!((found - wanted).abs() <= 1e-3 * wanted.abs() + 1e-9, "{what}: {found} {wanted}");
                }
            }
        }
    }
    assert!(runs >= SCRIPTS.len(), "{folder}: only {runs} runs");
}

#[test]
fn scripts_send_what_the_built_in_algorithms_send_on_clean_paths() {
    ["sawtooth", "algorithms", "gm04-table1"].into_iter().for_each(agrees);
}

#[test]
fn and_on_lossy_ones() {
    ["losses", "random-loss"].into_iter().for_each(agrees);
}

#[test]
fn and_over_other_queues_and_links() {
    ["queues", "links", "helpers"].into_iter().for_each(agrees);
}

#[test]
fn and_under_other_recoveries_and_timers() {
    ["variants", "recoveries", "long-path"].into_iter().for_each(agrees);
}

fn alone(source: &str, rest: &Value) -> Simulation {
    let mut scenario = json!({
        "version": 1, "seed": 3, "duration": 60, "scripts": { "mine": source },
        "hops": [{ "rate": "4Mbps", "delay": "10ms", "queue": { "capacity": 20 } }],
        "flows": [{ "algorithm": "mine", "rtt": "80ms" }],
    });
    for (key, value) in rest.as_object().into_iter().flatten() {
        scenario[key] = value.clone();
    }
    let setup = compile_all(&read(&scenario.to_string()).expect("read")).expect("valid").remove(0);
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    simulation
}

/// Key, title, source and values of a script's decisions.
fn decisions(simulation: &Simulation) -> Vec<(String, String, String, Event)> {
    let rules = simulation.rules();
    let events = simulation.recorder().events().kept().iter();
    let own = events.filter(|event| usize::from(event.rule) >= ackscope_engine::rules().len());
    own.map(|event| {
        let rule = &rules[usize::from(event.rule)];
        (rule.key.to_owned(), rule.title.to_owned(), rule.source.to_owned(), *event)
    })
    .collect()
}

#[test]
fn a_decision_has_its_equation_its_numbers_and_its_line() {
    let simulation = alone(&library("my-westwood"), &Value::Null);
    let rules = simulation.rules();
    let losses: Vec<_> =
        decisions(&simulation).into_iter().filter(|it| it.0.starts_with("mine.loss-0")).collect();
    assert!(losses.len() > 5);
    let (_, title, source, event) = &losses[3];
    assert_eq!((title.as_str(), source.as_str()), ("Loss detected: ssthresh is set.", "line 17"));
    let rule = &rules[usize::from(event.rule)];
    assert_eq!(rule.formula, r"{{after}} = \max\left( 2,\ {{bwe}} \cdot {{rtt_min}} \right)");
    let units: Vec<_> = rule.terms.iter().map(|term| (term.name, term.symbol, term.unit)).collect();
    let expected = [
        ("after", r"\mathit{ssthresh}", "segments"),
        ("bwe", r"\mathit{BWE}", "segments/s"),
        ("rtt_min", r"\mathit{RTT}_{\min}", "s"),
    ];
    assert_eq!(units, expected);
    let [after, bwe, rtt_min, ..] = event.terms;
    assert_eq!(after, (bwe * rtt_min).max(2.0));
    assert!(bwe > 100.0 && rtt_min >= 0.08);
}

#[test]
fn an_explanation_is_the_title_of_the_next_decision() {
    let source = "on loss {\n  explain \"Half is enough.\"\n  cwnd = window / 2\n  ssthresh = cwnd\n}\n\
                  on timeout { standard() }";
    let titles: Vec<String> = decisions(&alone(source, &Value::Null))
        .into_iter()
        .filter(|it| it.0.starts_with("mine.loss"))
        .map(|it| it.1)
        .collect();
    assert!(titles.len() > 4);
    assert!(titles.chunks(2).all(|two| two == ["Half is enough.", "Loss detected: ssthresh is set."]));
}

#[test]
fn what_is_done_by_standard_is_told_as_new_renos() {
    let simulation = alone("on loss { standard() }", &Value::Null);
    let rules = simulation.rules();
    let events = simulation.recorder().events().kept();
    let count = |key: &str| events.iter().filter(|event| rules[usize::from(event.rule)].key == key).count();
    assert!(count("newreno.loss") > 5);
    assert_eq!(decisions(&simulation).iter().filter(|it| it.0.contains("loss")).count(), 0);
}

#[test]
fn a_fault_is_shown_once() {
    let simulation = alone("state x = 0\non ack {\n  x = 1 / 0\n}", &Value::Null);
    let faults: Vec<_> = decisions(&simulation).into_iter().filter(|it| it.0 == "mine.by-zero-3").collect();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].1.contains("line 3"), "{}", faults[0].1);
}

/// A state as drawn by a flow.
struct Drawn {
    id: String,
    unit: String,
    row: &'static str,
    /// The last value of each bin.
    values: Vec<f32>,
}

fn drawn(simulation: &Simulation) -> Vec<Drawn> {
    let recorder = simulation.recorder();
    let all = recorder.infos().iter().zip(recorder.series());
    let own = all.filter(|(info, _)| matches!(info.source, SeriesSource::Flow(_)));
    own.filter_map(|(info, series)| {
        let state = info.shown.as_ref()?;
        let values = series.bins(0).map(|bin| bin.last).collect();
        Some(Drawn { id: info.full_id(), unit: info.unit().to_owned(), row: state.row.id(), values })
    })
    .collect()
}

#[test]
fn each_state_is_drawn_in_its_row_and_unit() {
    // In segments of 1500 bytes or 12,000 bits, 100 segments/s are 1.2 Mbit/s in both spellings.
    let source = "state rate = 100 segments/s\nstate bits = 2Mbps\nstate low = 50 ms\nstate top = 7 segments\n\
        state k = 3 segments/s^2\nstate n = 0\nstate on_time = true\n\
        on ack { n += 1; low = rtt_min }\non loss { top = window; standard() }\n\
        show bits as BWE\nshow rate as BWE\nshow low as RTT\nshow top as window\nshow k\nshow n\nshow on_time";
    let simulation = alone(source, &Value::Null);
    let drawn = drawn(&simulation);
    let declared: Vec<_> = drawn.iter().map(|it| (it.id.as_str(), it.unit.as_str(), it.row)).collect();
    // The first rate is the estimate on which the algorithm acts. It keeps its place and its name.
    let expected = [
        ("bwe:script", "bit/s", "bwe"),
        ("shown:bits", "bit/s", "bwe"),
        ("shown:low", "s", "rtt"),
        ("shown:top", "segments", "window"),
        ("shown:k", "segments/s^2", "own"),
        ("shown:n", "", "own"),
        ("shown:on_time", "", "own"),
    ];
    assert_eq!(declared, expected);
    let values = |id: &str| &drawn.iter().find(|it| it.id == id).expect(id).values;
    let last = |id: &str| *values(id).last().expect(id);
    assert_eq!([last("bwe:script"), last("shown:bits"), last("shown:k")], [1.2e6, 2e6, 3.0]);
    assert_eq!(last("shown:on_time"), 1.0);
    // 80 ms without a queue, plus the transmission time of the last packet.
    assert!((0.08..0.09).contains(&last("shown:low")), "{}", last("shown:low"));
    assert!(last("shown:top") > 7.0, "a loss has set it");
    assert!(values("shown:n").is_sorted(), "it only counts up");
    // 60 s of 333 packets per second, with one ACK for two of them.
    assert!(last("shown:n") > 8000.0, "{}", last("shown:n"));
}

#[test]
fn what_is_drawn_changes_nothing_and_is_counted_in_the_cost() {
    let states: Vec<String> = (0..60).map(|n| format!("state s{n} = {n} segments\n")).collect();
    let shows: Vec<String> = (0..60).map(|n| format!("show s{n} as window\n")).collect();
    let plain = alone(&states.concat(), &Value::Null);
    let shown = alone(&(states.concat() + &shows.concat()), &Value::Null);
    assert_eq!(plain.results().engine.trace_hash, shown.results().engine.trace_hash);
    let bound = |run: &Simulation| Cost::bound(run.setup(), &RecordOptions::PAGE).bytes;
    assert!(bound(&shown) - bound(&plain) >= (shown.bytes() - plain.bytes()) as f64);
    assert!(shown.bytes() > plain.bytes() + 60 * 1000);
}

#[test]
fn a_group_has_a_band_of_what_its_flows_draw() {
    let flows = json!([{ "name": "many", "algorithm": "mine", "rtt": "80ms", "count": 3 }]);
    let source = "state peak = 0 segments\non ack { peak = max(peak, cwnd) }\nshow peak as window";
    let simulation = alone(source, &json!({ "flows": flows }));
    let recorder = simulation.recorder();
    let highest = |of_group: bool| {
        let all = recorder.infos().iter().zip(recorder.series());
        let these = all.filter(|(info, _)| {
            info.shown.is_some() && matches!(info.source, SeriesSource::Group(_)) == of_group
        });
        these.flat_map(|(_, series)| series.bins(0).map(|bin| bin.max)).fold(0.0_f32, f32::max)
    };
    assert_eq!(drawn(&simulation).len(), 3);
    assert!(highest(true) > 5.0);
    assert_eq!(highest(true), highest(false));
}

#[test]
fn a_row_refuses_what_is_in_another_unit() {
    let says = |source: &str| {
        let errors = ackscope_script::compile(source).expect_err("refused");
        let [error] = errors.as_slice() else { panic!("{errors:?}") };
        (error.line, error.column, error.message.clone())
    };
    let (line, column, message) = says("state low = 1 segments\nshow low as RTT");
    assert_eq!((line, column), (2, 6));
    assert_eq!(message, "the row RTT is in s, \"low\" is in segments");
    assert!(says("state w = 1 s\nshow w as window").2.contains("is in segments, \"w\" is in s"));
    assert!(says("state b = 1 s\nshow b as BWE").2.contains("in segments/s or bps"));
    assert!(says("state b = true\nshow b as BWE").2.contains("\"b\" is a condition"));
    // A state without a unit may be anything.
    assert!(ackscope_script::compile("state low = 0\nshow low as RTT").is_ok());
}

#[test]
fn a_run_in_slices_and_a_replay_equal_the_uncut_run() {
    let source = "state rate = 0 segments/s\nstate x = 0\n\
        on ack { rate = smooth(rate, delivery_rate, 0.9); x += random() }\n\
        on loss { cwnd = max(2, window * (0.5 + 0.3 * random())); ssthresh = cwnd }\n\
        pace 1.2 * rate\nshow rate as BWE";
    let whole = alone(source, &json!({ "duration": 200 }));
    let setup = whole.setup().clone();
    let mut sliced = Simulation::new(&setup, &RecordOptions::PAGE);
    while !sliced.progress().done {
        sliced.advance(Time::NEVER, 9_999);
    }
    assert_eq!(sliced.results().engine.trace_hash, whole.results().engine.trace_hash);
    let mut replay = whole.replay(Time::from_secs(180.0), Time::from_secs(200.0), false);
    replay.advance(u64::MAX);
    let of = |events: &[Event]| -> Vec<String> {
        let late = events.iter().filter(|event| event.time >= Time::from_secs(180.0));
        late.map(|event| format!("{} {} {:?}", event.time.nanos(), event.rule, event.terms)).collect()
    };
    let kept = of(whole.recorder().events().kept());
    assert!(kept.len() > 2, "{kept:?}");
    assert_eq!(of(replay.recorder().events().kept()), kept);
}

/// A path whose queue marks, and a sender that reacts to marks.
fn marked(algorithm: &str, scripts: &Value) -> Simulation {
    let mut scenario = golden("ecn");
    scenario["scripts"] = scripts.clone();
    scenario["compare"] = Value::Null;
    scenario["hops"][0]["queue"] = json!({ "kind": "red", "capacity": "60pkt", "ecn": true });
    for flow in scenario["flows"].as_array_mut().expect("flows") {
        if flow["kind"] != "cbr" {
            flow["algorithm"] = json!(algorithm);
            flow["ecn"] = json!("classic");
            flow["recovery"] = json!("newreno");
            flow["parameters"] = Value::Null;
        }
    }
    let setup = compile_all(&read(&scenario.to_string()).expect("read")).expect("valid").remove(0);
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    simulation
}

#[test]
fn marks_are_answered_as_new_reno_does_unless_a_script_says_otherwise() {
    let scripts = json!({ "silent": "algorithm \"Nothing said\"",
        "gentle": "on ecn {\n  cwnd = max(2, 0.9 * cwnd)\n  ssthresh = cwnd\n}" });
    let (builtin, silent) = (marked("newreno", &scripts), marked("silent", &scripts));
    assert_eq!(measured(&silent), measured(&builtin));
    let gentle = marked("gentle", &scripts);
    let cuts: Vec<_> = decisions(&gentle).into_iter().filter(|it| it.0.starts_with("gentle.ecn-0")).collect();
    assert!(cuts.len() > 2, "marks came and the hook answered: {}", cuts.len());
    let [after, before, ..] = cuts[0].3.terms;
    assert_eq!(after, (0.9 * before).max(2.0));
}
