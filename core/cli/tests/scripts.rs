//! Scripts on the command line: checked alone, and used by a scenario.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn ackscope(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ackscope")).args(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("writable");
    folder
}

fn library(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../script/library/{name}.ack"));
    fs::read_to_string(path).expect("a script of the library")
}

#[test]
fn mistakes_stand_at_file_line_and_column() {
    let file = folder("check").join("mine.ack");
    fs::write(&file, "on loss {\n  cwnd = rtt_mn\n}\nshow x\n").expect("writable");
    let name = file.display().to_string();
    let output = ackscope(&["check", &name]);
    assert_eq!(output.status.code(), Some(2));
    let printed = text(&output.stdout);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 2, "{printed}");
    assert_eq!(lines[0], format!("{name}:2:10: unknown name \"rtt_mn\"; did you mean rtt_min?"));
    assert!(lines[1].starts_with(&format!("{name}:4:6: ")), "{printed}");
    assert!(text(&output.stderr).contains("2 mistakes"));
    fs::write(&file, library("illinois")).expect("writable");
    let output = ackscope(&["check", &name, "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let checked: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(checked[0]["name"], "Illinois");
    assert_eq!(checked[0]["params"][0]["name"], "alpha_max");
    assert_eq!(checked[0]["params"][0]["range"], json!([1.0, 1000.0]));
}

#[test]
fn names_are_listed() {
    let output = ackscope(&["check", "--names", "--json"]);
    let names: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let of = |name: &str| names.as_array().unwrap().iter().find(|it| it["name"] == name).cloned().unwrap();
    assert_eq!((of("rtt_min")["unit"].clone(), of("rtt_min")["hooks"].clone()), (json!("s"), json!("all")));
    assert_eq!(of("repeated")["hooks"], "timeout");
}

#[test]
fn a_scenario_names_a_script_by_its_file() {
    let folder = folder("by-file");
    fs::write(folder.join("mine.ack"), library("stcp")).expect("writable");
    let scenario = json!({ "version": 1, "duration": 20,
        "hops": [{ "rate": "4Mbps", "delay": "10ms", "queue": { "capacity": 20 } }],
        "flows": [{ "algorithm": { "file": "mine.ack" }, "rtt": "80ms", "compared": true, "recovery": "sack" }],
        "compare": [{ "algorithm": { "file": "mine.ack" }, "parameters": { "b": 0.25 } }, "stcp", { "file": "mine.ack" }] });
    let path = folder.join("scenario.json");
    fs::write(&path, scenario.to_string()).expect("writable");
    let name = path.display().to_string();
    let output = ackscope(&["run", &name, "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let run: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let goodput = |lane: usize| run["lanes"][lane]["flows"][0]["windows"][0]["goodput_bps"].clone();
    assert_eq!(run["lanes"][0]["flows"][0]["algorithm"], "mine");
    assert_eq!(goodput(1), goodput(2), "the built-in algorithm and its script");
    assert_ne!(goodput(0), goodput(2), "another parameter");
    fs::write(folder.join("mine.ack"), "on loss { cwnd = cwnb }").expect("writable");
    let output = ackscope(&["run", &name]);
    assert_eq!(output.status.code(), Some(2));
    let printed = text(&output.stderr);
    assert!(printed.contains("mine.ack:1:18: unknown name \"cwnb\"; did you mean cwnd?"), "{printed}");
}
