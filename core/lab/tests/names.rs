//! Whatever the name of a flow, a hop, a lane or a scenario, every output can be read and says no
//! more than it should.

use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::columns::{FILE, csv_field, table};
use ackscope_lab::export::{Origin, Simulator, export, qlog};
use ackscope_lab::json::write_json;
use ackscope_lab::lanes::{LanePlan, plan};
use ackscope_lab::provenance::Provenance;
use ackscope_lab::selection::Selection;
use ackscope_lab::sweep::{Point, Sweep};
use ackscope_scenario::read_value;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};
use serde_json::{Value, json};
use std::process::Command;

/// Signs with a meaning in Tcl, C++, JSON, CSV, XML or a spreadsheet, and letters of one to four
/// bytes.
const NAME: &str = r#"[\[\]{}$"\\;#'`,()<>&=+@%*/?~!|: aα漢😀-]{1,12}"#;
/// The same with control characters, which the names of flows and hops may not contain.
const LABEL: &str =
    "[\\[\\]{}$\"\\\\;#'`,()<>&=+@%*/?~!|: aα漢😀\\x00-\\x1f\\x7f\u{85}\u{9b}\u{2028}\u{feff}-]{1,12}";

#[derive(Clone, Debug)]
struct Called {
    flows: Vec<String>,
    hop: String,
    label: String,
    title: String,
}

fn called() -> impl Strategy<Value = Called> {
    (prop::collection::hash_set(NAME, 3), NAME, LABEL, LABEL)
        // A plain word is kept unchanged, which another test checks.
        .prop_filter("names that need a word", |(flows, ..)| {
            flows.iter().all(|name| !name.chars().all(|c| "a+-".contains(c)))
        })
        .prop_map(|(flows, hop, label, title)| Called {
            flows: flows.into_iter().collect(),
            hop,
            label,
            title,
        })
}

fn scenario(names: &Called) -> Value {
    let flow =
        |name: &String| json!({ "name": name, "algorithm": "newreno", "rtt": "50ms", "compared": true });
    json!({ "version": 1, "title": names.title, "duration": 1,
        "hops": [{ "name": names.hop, "rate": "2Mbps", "delay": "10ms", "queue": { "capacity": 10 } }],
        "flows": names.flows.iter().map(flow).collect::<Vec<_>>(),
        "compare": [{ "label": names.label, "algorithm": "newreno" }] })
}

fn lane(scenario: &Value) -> LanePlan {
    plan(&read_value(scenario).expect("read")).expect("valid").remove(0)
}

/// The program without its comments.
fn code(scenario: &Value, simulator: Simulator) -> (String, Vec<String>) {
    let origin = Origin { title: scenario["title"].as_str().unwrap_or_default(), ..Origin::default() };
    let program = export(&lane(scenario), simulator, origin).program.expect("a program");
    let mark = if simulator == Simulator::Ns2 { "#" } else { "//" };
    let (comments, code): (Vec<&str>, Vec<&str>) =
        program.lines().partition(|line| line.trim_start().starts_with(mark));
    assert!(
        comments.iter().all(|line| !line.ends_with('\\') && !line.chars().any(char::is_control)),
        "{comments:?}"
    );
    (code.join("\n"), comments.into_iter().map(str::to_owned).collect())
}

/// The number of fields of a row (RFC 4180).
fn fields(line: &str) -> usize {
    let (mut count, mut quoted) = (1, false);
    for sign in line.chars() {
        match sign {
            '"' => quoted = !quoted,
            ',' if !quoted => count += 1,
            _ => assert!(!sign.is_control(), "{line:?}"),
        }
    }
    assert!(!quoted, "{line:?}");
    count
}

/// Runs the test on random names: `FUZZ_CASES` (300 by default) divided by `one_in`. `FUZZ_SEED`
/// selects them.
fn cases(one_in: u32, test: impl Fn(Called)) {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().map_or(default, |text| text.parse().expect("a whole number"))
    };
    let cases = (number("FUZZ_CASES", 300) as u32 / one_in).max(1);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number("FUZZ_SEED", 1).to_le_bytes());
    let rng = TestRng::from_seed(config.rng_algorithm, &seed);
    let run = |names: Called| -> Result<(), TestCaseError> {
        test(names);
        Ok(())
    };
    TestRunner::new_with_rng(config, rng).run(&called(), run).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn programs_for_other_simulators_differ_in_their_comments_only() {
    let plain = Called {
        flows: (0..3).map(|index| format!("flow-{index}")).collect(),
        hop: "wire".to_owned(),
        label: "lane".to_owned(),
        title: "A title".to_owned(),
    };
    for simulator in [Simulator::Ns2, Simulator::Ns3] {
        let (expected, _) = code(&scenario(&plain), simulator);
        cases(1, |names| {
            let (found, comments) = code(&scenario(&names), simulator);
            let other = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
            assert_eq!((other, found.len()), (None, expected.len()), "{names:?}");
            let told =
                |name: &String| comments.iter().any(|line| line.contains(name.trim_end_matches([' ', '\\'])));
            let is_changed = |name: &String| name.contains("??/");
            assert!(
                names.flows.iter().all(|name| told(name) || is_changed(name)),
                "{names:?} in {comments:?}"
            );
        });
    }
}

#[test]
fn a_comment_ends_with_its_line_whatever_stands_at_its_end() {
    for end in ["\\", "\\ ", "\\\u{2028}", "\\\t\\\u{3000}", "\\\u{85}\n"] {
        let names = Called {
            flows: vec![format!(
                "flow {}",
                end.trim_end_matches(char::is_control).replace(['\t', '\u{85}'], "")
            )],
            hop: "wire".to_owned(),
            label: format!("label{end}"),
            title: format!("title{end}"),
        };
        for simulator in [Simulator::Ns2, Simulator::Ns3] {
            code(&scenario(&names), simulator);
        }
    }
}

#[test]
fn a_word_for_a_flow_is_never_that_of_another() {
    let names = Called {
        flows: ["α", "flow-0", "β", "flow-2", "flow-2_"].map(str::to_owned).to_vec(),
        hop: "wire".to_owned(),
        label: "lane".to_owned(),
        title: String::new(),
    };
    let (code, _) = code(&scenario(&names), Simulator::Ns2);
    let words: Vec<&str> =
        code.lines().filter_map(|line| line.strip_prefix("flow ")?.split(' ').next()).collect();
    assert_eq!(words, ["flow-0_", "flow-0", "flow-2__", "flow-2", "flow-2_"]);
}

#[test]
fn tables_and_qlogs_can_be_read() {
    cases(5, |names| {
        let scenario = scenario(&names);
        let plan = lane(&scenario);
        let mut simulation = plan.simulation(&RecordOptions { bins_per_series: 64, ..FILE });
        simulation.advance(Time::NEVER, u64::MAX);
        for (source, series) in table(&simulation, &Selection::default()).names {
            assert_eq!(fields(&format!("{},{}", csv_field(&source), csv_field(&series))), 2);
        }
        let sweep =
            Sweep::new(&scenario, vec![Point::from_iter([("title".to_owned(), json!(names.title))])], 1);
        let sweep = sweep.expect("valid");
        let runs: Vec<_> = sweep.jobs().map(|job| sweep.run(&job).expect("run")).collect();
        let csv = sweep.report(&sweep.cells(&runs, &[])).csv();
        let width = fields(csv.lines().next().expect("a header"));
        assert!(csv.lines().count() > 10 && csv.lines().all(|line| fields(line) == width), "{csv}");
        let report: Value =
            serde_json::from_str(&write_json(&sweep.report(&sweep.cells(&runs, &[])))).expect("JSON");
        assert_eq!(report["points"][0]["lane"], names.label);

        let provenance = Provenance::of(&read_value(&scenario).expect("read"));
        let origin = Origin {
            title: &names.title,
            link: &names.label,
            provenance: Some(&provenance),
            ..Origin::default()
        };
        let window = (Time::ZERO, Time::from_secs(1.0));
        for form in [qlog::Form::Json, qlog::Form::Sequence, qlog::Form::Qvis] {
            let text = qlog::flow(&simulation, 1, window, origin, form, qlog::declared_title).text;
            let first = text.lines().next().expect("a line").trim_start_matches('\u{1e}');
            let file: Value =
                serde_json::from_str(first).unwrap_or_else(|error| panic!("{names:?}: {error}"));
            let trace = if form == qlog::Form::Sequence { &file["trace"] } else { &file["traces"][0] };
            assert_eq!((&trace["title"], &file["title"]), (&json!(names.flows[1]), &json!(names.title)));
        }
    });
}

#[test]
fn real_ns2_runs_scripts_of_any_names() {
    if !Command::new("sh").args(["-c", "command -v ns"]).output().is_ok_and(|out| out.status.success()) {
        eprintln!("skipped: ns-2 is not installed");
        return;
    }
    let folder = std::env::temp_dir().join(format!("ackscope-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    cases(25, |mut names| {
        // Names that are code in Tcl.
        names.flows[0] = format!("[exec touch harm]{}", names.flows[0]);
        names.flows[1] = format!("$nothing}}; exit 3 {}", names.flows[1]);
        names.title = format!("{}\\\nexit 3\n[exec touch harm]\\", names.title);
        let scenario = scenario(&names);
        let origin = Origin { title: &names.title, link: &names.label, ..Origin::default() };
        let program = export(&lane(&scenario), Simulator::Ns2, origin).program.expect("a program");
        std::fs::write(folder.join("lane.tcl"), program).expect("written");
        let output = Command::new("ns").arg("lane.tcl").current_dir(&folder).output().expect("ns starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{names:?}: {}", String::from_utf8_lossy(&output.stderr));
        let rows: Vec<&str> = text.lines().map(|line| line.split(',').next().unwrap_or_default()).collect();
        assert_eq!(rows, ["flow", "flow-0", "flow-1", "flow-2"], "{names:?}: {text}");
        let files: Vec<_> =
            std::fs::read_dir(&folder).expect("there").flatten().map(|file| file.file_name()).collect();
        assert_eq!(files, ["lane.tcl"], "a name was obeyed");
    });
    std::fs::remove_dir_all(&folder).expect("removed");
}
