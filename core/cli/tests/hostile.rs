//! Careless or hostile names and files: no part of a label reaches a terminal, a spreadsheet or a
//! simulator as anything but text.

use crate::common::{Scratch, ackscope};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Child, Command, Stdio};

fn started(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

fn printed(args: &[&str], input: &str) -> String {
    let output = ackscope(args, input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn refused(args: &[&str], input: &str) -> String {
    let output = ackscope(args, input);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// A title and labels that would turn a terminal red, overwrite a line, compute in a spreadsheet
/// and end a row of a table.
fn hostile() -> String {
    json!({ "version": 1, "title": "\u{1b}[31mred\r\n\u{9b}2J", "duration": "2s",
        "hops": [{ "name": "=1+1", "rate": "2Mbps", "delay": "10ms" }],
        "flows": [{ "name": "@SUM(A1)", "algorithm": "newreno", "rtt": "50ms", "compared": true }],
        "compare": [{ "label": "=cmd|' /C calc'!A0" }, { "label": "a\nb\u{1b}]0;x\u{7}" }] })
    .to_string()
}

fn no_controls(text: &str) {
    assert!(!text.chars().any(|sign| sign.is_control() && sign != '\n'), "{text:?}");
}

/// The fields of each row (RFC 4180, without line breaks in fields).
fn rows(csv: &str) -> Vec<Vec<String>> {
    let fields = |line: &str| {
        let (mut fields, mut quoted) = (vec![String::new()], false);
        let mut signs = line.chars().peekable();
        while let Some(sign) = signs.next() {
            match sign {
                '"' if quoted && signs.peek() == Some(&'"') => {
                    signs.next();
                    fields.last_mut().expect("one").push('"');
                }
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                _ => fields.last_mut().expect("one").push(sign),
            }
        }
        assert!(!quoted, "{line}");
        fields
    };
    csv.lines().map(fields).collect()
}

#[test]
fn control_characters_of_labels_do_not_reach_the_terminal() {
    no_controls(&printed(&["run", "-"], &hostile()));
    no_controls(&printed(&["sweep", "-", "--set", "hops.0.rate=1Mbps"], &hostile()));
    let json = printed(&["run", "-", "--json"], &hostile());
    no_controls(&json);
    let report: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(report["lanes"][1]["label"], "a\nb\u{1b}]0;x\u{7}", "JSON says what the label is");
    let output = ackscope(&["export", "-", "--as", "ns2", "--lane", "\u{1b}[31m"], &hostile());
    no_controls(&String::from_utf8(output.stderr).expect("UTF-8"));
}

#[test]
fn tables_for_spreadsheets_hold_no_formula() {
    let trace = Scratch::new("trace.csv");
    printed(&["run", "-", "--trace", trace.path()], &hostile());
    let sweep = ["sweep", "-", "--set", "hops.0.rate=1Mbps", "--set", "flows.0.rtt=50ms,60ms", "--csv"];
    for csv in [std::fs::read_to_string(&trace.0).expect("written"), printed(&sweep, &hostile())] {
        no_controls(&csv);
        let table: String =
            csv.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        let rows = rows(&table);
        assert!(rows.len() > 10 && rows.iter().all(|row| row.len() == rows[0].len()));
        let mut guarded = 0;
        for field in rows.iter().flatten() {
            let is_formula = field.starts_with(['=', '+', '-', '@']) && field.parse::<f64>().is_err();
            assert!(!is_formula && field != "-0", "{field}");
            guarded += usize::from(field.starts_with("'="));
        }
        assert!(guarded > 0, "the label is there, with a quote before it");
    }
}

#[test]
fn who_no_longer_listens_does_not_crash_it() {
    // Standard error is closed before there is anything to print, and so is standard output.
    let mut child = started(&["run", "-"]);
    drop(child.stderr.take());
    child.stdin.take().expect("a pipe").write_all(b"nonsense").expect("it reads");
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    let mut child = started(&["run", "-", "--json"]);
    drop(child.stdout.take());
    child.stdin.take().expect("a pipe").write_all(hostile().as_bytes()).expect("it reads");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    // A note on a closed standard error does not stop the result.
    let mut child = started(&["export", "-", "--as", "ns2"]);
    drop(child.stderr.take());
    child.stdin.take().expect("a pipe").write_all(hostile().as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stdout.starts_with(b"# "));
}

#[test]
fn a_byte_order_mark_is_passed_over_and_a_key_that_stands_twice_is_refused() {
    let points = Scratch::new("points.json");
    let sweep = ["sweep", "-", "--points", points.path(), "--json"];
    std::fs::write(&points.0, "\u{feff}[{\"hops.0.rate\": \"1Mbps\"}]").expect("written");
    printed(&sweep, &format!("\u{feff}{}", hostile()));
    std::fs::write(&points.0, r#"[{"hops.0.rate": "1Mbps", "hops.0.rate": "2Mbps"}]"#).expect("written");
    let message = refused(&sweep, &hostile());
    assert!(message.contains("hops.0.rate") && message.contains("twice"), "{message}");
}

#[test]
fn an_experiment_is_run_and_exported_by_its_id_with_changes() {
    let changes = ["--seed", "7", "--duration", "3s", "--set", "hops.0.queue.capacity=11pkt"];
    let report: Value =
        serde_json::from_str(&printed(&[&["run", "sawtooth", "--json"], &changes[..]].concat(), ""))
            .expect("JSON");
    assert_eq!(report["seed"], 7);
    assert_eq!(report["lanes"][0]["hops"][0]["windows"][0]["to_s"], 3.0);
    let script = printed(&[&["export", "sawtooth", "--as", "ns2"], &changes[..]].concat(), "");
    // ns-2's limit includes the packet in transmission.
    assert!(script.contains("set seed 7\n") && script.contains("set duration 3\n"), "{script}");
    assert!(script.contains("queue-limit $router(0) $router(1) 12\n"), "{script}");
    let of = format!("Scenario {}, seed 7", report["scenario_hash"].as_str().expect("a hash"));
    assert!(script.contains(&of), "{of}");
    assert!(refused(&["run", "gm04-eq1"], "").contains("has no scenario"));
    assert!(refused(&["run", "sawtoth"], "").contains("cannot open sawtoth"));
}

#[test]
fn the_end_of_a_files_name_chooses_the_sequence() {
    let file = Scratch::new("flow.sqlog");
    ackscope(&["export", "-", "--as", "qlog", "--out", file.path()], &hostile());
    let text = std::fs::read_to_string(&file.0).expect("written");
    assert!(
        text.starts_with("\u{1e}{\"file_schema\":\"urn:ietf:params:qlog:file:sequential\""),
        "{}",
        &text[..80]
    );
    assert_eq!(printed(&["export", "-", "--as", "sqlog"], &hostile()), text);
    assert!(printed(&["export", "-", "--as", "qvis"], &hostile()).contains("\"qlog_version\":\"0.3\""));
}
