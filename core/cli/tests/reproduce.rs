//! `reproduce`: what it prints is what docs/validation.md has, and what is finished is printed.

use serde_json::{Value, json};
use std::process::{Command, Output};

fn reproduce(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ackscope")).arg("reproduce").args(args).output().expect("starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// ns-2's numbers are those of its recorded runs, as in docs/validation.md, and not those that the entry was
/// written with.
#[test]
fn the_numbers_of_ns2_are_those_of_its_recorded_runs() {
    let output = reproduce(&["gm04-table1", "--quick", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let recorded: Value =
        serde_json::from_str(include_str!("../../lab/reference/ns2/gm04-table1.json")).expect("JSON");
    let rows = found[0]["values"].as_array().expect("rows");
    let cells = recorded["cells"].as_array().expect("cells");
    let mut compared = 0;
    for row in rows {
        let cell = cells.iter().find(|cell| row["metric"] == cell["metric"] && row["keys"] == cell["keys"]);
        let Some(cell) = cell else { continue };
        assert_eq!((&row["ns2"], &row["ns2_runs"]), (&cell["mean"], &recorded["seeds"]), "{row}");
        compared += 1;
    }
    assert_eq!(compared, 8, "New Reno and Vegas in four intervals; ns-2 has no Westwood+ of its own");
}

/// A formula needs no run: at any limit it is finished, and printed.
#[test]
fn what_is_finished_at_the_limit_is_printed_and_the_rest_is_named() {
    let output = reproduce(&["gm04-eq1", "gm04-table1", "--max-cpu", "0.000001"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let (printed, said) = (text(&output.stdout), text(&output.stderr));
    assert!(printed.starts_with("gm04-eq1 · "), "{printed}");
    assert!(!printed.contains("gm04-table1 · "), "{printed}");
    assert!(said.contains("--max-cpu") && said.contains("Not finished: gm04-table1."), "{said}");
    let json = reproduce(&["gm04-eq1", "gm04-table1", "--json", "--max-cpu", "0.000001"]);
    let found: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!((found.as_array().map(Vec::len), &found[0]["id"]), (Some(1), &json!("gm04-eq1")));
}

/// Ctrl-C during the runs: what is finished is printed, and the rest is named. What runs the command, such as `timeout`, may send
/// the signal on that it already has.
#[cfg(unix)]
#[test]
fn what_is_finished_when_it_is_interrupted_is_printed() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(["reproduce", "gm04-eq1", "gm04-summary"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut said = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    // It says what the runs take before the first one begins.
    while !said.next().expect("a note").expect("UTF-8").contains("million packets over links") {}
    let twice = format!("kill -INT {0}; kill -TERM {0}", child.id());
    let interrupt = Command::new("sh").args(["-c", &twice]).status();
    assert!(interrupt.expect("kill").success());
    let rest: Vec<String> = said.map_while(Result::ok).collect();
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(130), "{rest:?}");
    assert!(text(&output.stdout).starts_with("gm04-eq1 · "), "{}", text(&output.stdout));
    let last = rest.last().expect("a line");
    assert!(last.contains("stopped before the end") && last.contains("gm04-table1"), "{rest:?}");
}

/// Runs that only a claim needs are announced before they begin, and so is what all runs take.
#[test]
fn what_a_claim_refers_to_is_said_before_it_is_run() {
    let output = reproduce(&["gm04-summary", "--quick", "--max-cpu", "0.000001"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(
        said.starts_with("ackscope: note: claims refer to these experiments, so they are run, too: ")
            && said.contains("gm04-fig27"),
        "{said}"
    );
    assert!(said.contains("million packets over links"), "{said}");
    assert!(said.contains("Not finished: ") && text(&output.stdout).contains("undecided"), "{said}");
}
