//! What a scenario, a task or a hand-in may take: every command that runs says it, and ends.

use crate::common::ackscope;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder of one test, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("ackscope-bounds-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("made");
        Folder(folder)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Scenarios without a flow: no list, an empty group, and a lane that empties the group.
fn without_flows() -> [Value; 3] {
    let with = |flows: Value, compare: Value| {
        json!({ "version": 1, "duration": "1s", "hops": [{ "rate": "1Mbps", "delay": "1ms" }], "flows": flows,
            "compare": compare })
    };
    let group = |count: u32| json!([{ "algorithm": "newreno", "count": count, "compared": true }]);
    [
        with(json!([]), json!([{ "label": "empty" }])),
        with(group(0), json!(["newreno"])),
        with(group(1), json!([{ "label": "none", "set": { "flows.0.count": 0 } }, "newreno"])),
    ]
}

#[test]
fn no_command_panics_at_a_scenario_without_flows() {
    let folder = Folder::new("no-flows");
    let trace = folder.path("trace.csv");
    let of_formats =
        ["qlog", "sqlog", "qvis", "ns2", "ns3", "mahimahi"].map(|form| vec!["export", "-", "--as", form]);
    let others = [
        vec!["run", "-"],
        vec!["run", "-", "--json"],
        vec!["run", "-", "--trace", &trace, "--events"],
        vec!["check", "-"],
        vec!["why", "-"],
        vec!["why", "-", "--of", "fairness"],
        vec!["sweep", "-", "--seeds", "2"],
        vec!["sweep", "-", "--set", "hops.0.rate=1Mbps,2Mbps", "--csv"],
    ];
    for scenario in without_flows() {
        for args in of_formats.iter().chain(&others) {
            let output = ackscope(args, &scenario.to_string());
            let said = said(&output);
            assert!(output.status.code().is_some_and(|code| code <= 2), "{args:?} of {scenario}: {said}");
            assert!(!said.contains("panicked"), "{args:?} of {scenario}: {said}");
            if ["qlog", "sqlog", "qvis"].iter().any(|form| args.contains(form)) {
                assert_eq!(output.status.code(), Some(2), "{args:?} of {scenario}");
                assert!(said.contains("flows: found no flow"), "{args:?} of {scenario}: {said}");
            }
        }
    }
}

/// 10¹² bit/s of packets of 40 bytes for a day are 2.7·10¹⁴ packets; a run with a limit ends, and says before it
/// what it would have taken.
#[test]
fn an_endless_export_says_what_it_takes_and_ends_at_its_limit() {
    let endless = json!({ "version": 1, "duration": "86400s", "hops": [{ "rate": 1e12, "delay": "1ms" }],
        "flows": [{ "kind": "cbr", "rate": 1e12, "packet_bytes": 40, "name": "cbr" }] })
    .to_string();
    for args in [["export", "-", "--as", "qlog"], ["export", "-", "--as", "qvis"]] {
        let output = ackscope(&[&args[..], &["--max-cpu", "1"]].concat(), &endless);
        assert_eq!(output.status.code(), Some(3), "{}", said(&output));
        assert!(output.stdout.is_empty(), "half a file is none");
        assert!(said(&output).contains("million packets over links"), "{}", said(&output));
    }
    let run = ackscope(&["run", "-", "--max-cpu", "1"], &endless);
    assert!(said(&run).contains("million packets over links"), "{}", said(&run));
}

/// A check needs only the costs of the lanes, and so no more than one of them at a time.
#[cfg(unix)]
#[test]
fn a_check_keeps_no_lane() {
    let lanes: Vec<Value> =
        (0..100).map(|at| json!({ "label": format!("l{at}"), "algorithm": "newreno" })).collect();
    let many = json!({ "version": 1, "duration": "1s", "hops": [{ "rate": "1Mbps", "delay": "1ms" }],
        "flows": [{ "algorithm": "newreno", "count": 5_000, "compared": true }], "compare": lanes })
    .to_string();
    let mut command = Command::new("sh");
    // In kilobytes: all lanes together take more than 400 MB.
    let script = format!("ulimit -v 300000; exec {} check - --json", env!("CARGO_BIN_EXE_ackscope"));
    let mut child = command
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    child.stdin.take().expect("a pipe").write_all(many.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", said(&output));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found[0]["lanes"].as_array().map(Vec::len), Some(100));
}

/// A task of one's own with this scenario.
fn task(scenario: &Value, more: &str) -> String {
    format!(
        r#"{{"id": "own", "scenario": {scenario}, "lane": "mine", "references": ["newreno"],
            "conditions": ["goodput(mine) > goodput(newreno)"]{more}}}"#
    )
}

fn path(duration: &str, rate: &str) -> Value {
    json!({ "version": 1, "duration": duration, "hops": [{ "rate": rate, "delay": "10ms" }],
        "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "20ms", "compared": true }] })
}

#[test]
fn the_limit_of_a_hand_in_holds_for_the_references_of_the_task() {
    let folder = Folder::new("references");
    folder.file("in/a.ack", "on loss { }");
    let endless = folder.file("endless.json", &task(&path("864000s", "10Gbps"), ""));
    let grade = |task: &str| ackscope(&["grade", &folder.path("in"), "--task", task, "--max-cpu", "0.3"], "");
    let output = grade(&endless);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(
        said(&output).contains("the references of the task own take more than 0.3 s"),
        "{}",
        said(&output)
    );
    // What no hand-in could be graded by is refused with its place.
    let seeds = r#", "paths": [{"name": "many", "seeds": 18446744073709551615}]"#;
    let many = folder.file("many.json", &task(&path("1s", "1Mbps"), seeds));
    assert!(said(&grade(&many)).contains("paths.0.seeds"), "{}", said(&grade(&many)));
    let long =
        task(&path("1s", "1Mbps"), "").replace("> goodput", &format!("{}> goodput", "+ 1 ".repeat(1000)));
    let long = folder.file("long.json", &long);
    assert!(said(&grade(&long)).contains("conditions.0"), "{}", said(&grade(&long)));
}

fn rows(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", said(output));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    report["rows"].as_array().expect("rows").clone()
}

#[test]
fn one_students_flood_is_a_row_and_the_others_are_graded() {
    let folder = Folder::new("flood");
    for at in 0..520 {
        folder.file(&format!("in/ana/{at:05}.txt"), "no rule");
    }
    folder.file("in/ben/rule.ack", "on avoidance { cwnd += 1 / cwnd }");
    let own = folder.file("own.json", &task(&path("2s", "1Mbps"), ""));
    let rows = rows(&ackscope(&["grade", &folder.path("in"), "--task", &own, "--json"], ""));
    let of = |name: &str| {
        rows.iter().filter(|row| row["hand_in"].as_str().is_some_and(|it| it.starts_with(name))).count()
    };
    assert_eq!((of("ana/"), of("ben/")), (500, 1));
    let rest = rows.iter().find(|row| row["hand_in"] == "ana").expect("a row for the rest");
    assert!(rest["problem"].as_str().expect("a text").contains("more than 500 files"), "{rest}");
    let ben = rows.iter().find(|row| row["hand_in"] == "ben/rule.ack").expect("a row");
    assert_eq!(ben["result"], "failed", "{ben}");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let folder = Folder::new("links");
    let secret = folder.file("secret.ack", "on loss { }");
    folder.file("other/b.ack", "on loss { }");
    folder.file("in/good.ack", "on avoidance { cwnd += 1 / cwnd }");
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, Path::new(&folder.path("in")).join(name)).expect("a link");
    };
    link(&secret, "file.ack");
    link(&folder.path("other"), "folder");
    link(&folder.path("in/good.ack"), "inside.ack");
    link(&folder.path("in"), "around");
    link("/nowhere/at/all", "dangling.ack");
    let own = folder.file("own.json", &task(&path("2s", "1Mbps"), ""));
    let rows = rows(&ackscope(&["grade", &folder.path("in"), "--task", &own, "--json"], ""));
    let problem = |name: &str| {
        let row = rows.iter().find(|row| row["hand_in"] == name).unwrap_or_else(|| panic!("no row {name}"));
        row["problem"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(rows.len(), 6);
    for name in ["file.ack", "folder"] {
        assert_eq!(problem(name), "it is a link out of the folder: it is not followed");
    }
    assert_eq!(problem("around"), "it is a link to a folder: it is not followed");
    assert_eq!(problem("dangling.ack"), "it is a link to nothing");
    assert_eq!([problem("good.ack"), problem("inside.ack")], ["", ""]);
}

/// The list is the one that `variants` writes. Who names a file after somebody else gets no other variant.
#[test]
fn a_students_variant_is_that_of_the_list() {
    let folder = Folder::new("variants");
    let vary = r#", "salt": "2026", "vary": {"hops.0.rate": ["1Mbps", "2Mbps"]}"#;
    let own = folder.file("own.json", &task(&path("2s", "1Mbps"), vary));
    let students = ["Müller, Jörg", "=Ana", "Ben", "Benedikt Berg"];
    let list = folder.file("students.txt", &students.join("\n"));
    let table = ackscope(&["variants", &own, "--students", &list], "");
    let table = String::from_utf8(table.stdout).expect("UTF-8");
    assert!(table.contains("\n\"Müller, Jörg\","), "{table}");
    let rule = "on avoidance { cwnd += 1 / cwnd }";
    let names =
        ["Müller, Jörg/rule.ack", "=Ana.ack", "Ben_1/Benedikt Berg.ack", "group/Benedikt Berg/Ben.ack"];
    for name in names {
        folder.file(&format!("in/{name}"), rule);
    }
    let grade = |table: &str| {
        let list = folder.file("list.csv", table);
        rows(&ackscope(&["grade", &folder.path("in"), "--task", &own, "--variants", &list, "--json"], ""))
    };
    let graded = grade(&table);
    for (name, student) in names.into_iter().zip([students[0], students[1], "Ben", students[3]]) {
        let row = graded.iter().find(|row| row["hand_in"] == name).unwrap_or_else(|| panic!("no row {name}"));
        assert_eq!(row["variant"], ackscope_lab::codes::variant("2026", student), "{name}: {row}");
    }
    // A name that the list has twice is a problem of its hand-ins only.
    let graded = grade("Ben,1\nBen,2\nMüller,3\n");
    let problem =
        |name: &str| graded.iter().find(|row| row["hand_in"] == name).expect("a row")["problem"].to_string();
    assert!(problem("Ben_1/Benedikt Berg.ack").contains("gives Ben two: 1 and 2"), "{graded:?}");
    assert!(graded.iter().any(|row| row["variant"] == 3), "{graded:?}");
}
