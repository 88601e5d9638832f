//! Traces as files: what is selected, and the formats.

use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of one test, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ackscope-traces-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// The table of a file, without the lines of where it comes from.
    fn text(&self, name: &str) -> String {
        let text =
            std::fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(text.starts_with("# version: ") && text.contains("\n# scenario: {"), "{name}");
        text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(folder: &Path, more: &[&str]) -> Output {
    let scenario = json!({ "version": 1, "seed": 5, "duration": "20s",
        "hops": [{ "name": "wire", "rate": "2Mbps", "delay": "10ms", "queue": { "capacity": "20pkt" } }],
        "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "100ms", "compared": true },
            { "name": "cross", "count": 2, "algorithm": "newreno", "rtt": "80ms" }],
        "compare": ["newreno", "westwood+"] });
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(["run", "-"])
        .args(more)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let _ = child.stdin.take().expect("a pipe").write_all(scenario.to_string().as_bytes());
    child.wait_with_output().expect("the binary ends")
}

fn success(folder: &Folder, more: &[&str]) {
    let output = run(&folder.0, more);
    assert!(output.status.success(), "{more:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn failure(folder: &Folder, more: &[&str]) -> String {
    let output = run(&folder.0, more);
    assert_eq!(output.status.code(), Some(2), "{more:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn a_trace_holds_what_is_selected_and_nothing_else() {
    let folder = Folder::new("selected");
    success(&folder, &["--trace", "all.csv"]);
    let selected = ["--lane", "westwood+", "--flow", "cross", "--series", "cwnd,rtt", "--interval", "5..10s"];
    success(&folder, &[&["--trace", "some.csv", "--step", "10ms"], &selected[..]].concat());
    let some = folder.text("some.csv");
    assert_eq!(some.lines().next(), Some("time_s,lane,source,series,value"));
    let mut kinds: Vec<String> = Vec::new();
    for line in some.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let time_s: f64 = cells[0].parse().expect("a time");
        assert!((5.0..=10.0).contains(&time_s), "{line}");
        kinds.push(cells[1..4].join(","));
    }
    // Both flows of the group, two series, 501 instants.
    assert_eq!(kinds.len(), 2 * 2 * 501);
    kinds.sort();
    kinds.dedup();
    let expected = [
        "westwood+,cross-1,cwnd",
        "westwood+,cross-1,rtt",
        "westwood+,cross-2,cwnd",
        "westwood+,cross-2,rtt",
    ];
    assert_eq!(kinds, expected);
    assert!(some.len() * 3 < folder.text("all.csv").len());
}

#[test]
fn a_wide_table_has_a_column_for_each_series_and_events_are_a_table_of_their_own() {
    let folder = Folder::new("wide");
    let wide =
        ["--wide", "--flow", "main", "--hop", "wire forward", "--series", "cwnd,queue", "--step", "100ms"];
    success(&folder, &[&["--trace", "trace.csv", "--events"], &wide[..]].concat());
    let table = folder.text("trace.csv");
    assert_eq!(table.lines().next(), Some("time_s,lane,wire forward.queue,main.cwnd"));
    // At 0 s and 0.1 s there is no value yet.
    assert_eq!(table.lines().count(), 1 + 2 * 199);
    let events = folder.text("trace.events.csv");
    let header: Vec<&str> = events.lines().next().expect("a header").split(',').collect();
    assert_eq!(header[..6], ["time_s", "lane", "source", "rule", "kind", "title"]);
    let loss = events.lines().find(|line| line.contains("newreno,main,newreno.loss")).expect("a loss");
    let numbers = loss.split(',').skip(6).filter(|cell| cell.parse::<f64>().is_ok()).count();
    assert!(numbers > 0, "{loss}");
    // In the long table, too, they are then no rows.
    success(&folder, &["--trace", "long.csv", "--events=own.csv"]);
    assert!(!folder.text("long.csv").contains(",event:") && folder.text("own.csv").contains("newreno.loss"));
}

#[test]
fn the_ending_says_the_format() {
    let folder = Folder::new("formats");
    let starts =
        |name: &str, bytes: &[u8]| std::fs::read(folder.0.join(name)).expect("a file").starts_with(bytes);
    for (name, first) in [("t.csv.gz", &b"\x1f\x8b"[..]), ("t.parquet", b"PAR1"), ("t.arrow", b"ARROW1")] {
        success(&folder, &["--trace", name]);
        assert!(starts(name, first), "{name}");
    }
    assert!(failure(&folder, &["--trace", "t.xlsx"]).contains(".csv, .csv.gz, .parquet, .arrow"));
    assert!(!folder.0.join("t.xlsx").exists());
}

#[test]
fn what_a_trace_leaves_out_is_said_in_the_file_and_on_the_terminal() {
    let folder = Folder::new("left-out");
    let many =
        ["--set", "flows.cross.count=1300", "--set", "duration=0.3s", "--set", "measure=[[\"0s\",\"0.3s\"]]"];
    let output = run(
        &folder.0,
        &[&many[..], &["--lane", "newreno", "--series", "cwnd", "--trace", "out.csv"]].concat(),
    );
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let file = std::fs::read_to_string(folder.0.join("out.csv")).expect("a file");
    let noted =
        file.lines().find(|line| line.starts_with("# left_out: ")).unwrap_or_else(|| panic!("{said}"));
    // 1301 flows, of which 1000 are recorded.
    for text in [said.as_str(), noted] {
        assert!(text.contains("301") && text.contains("flows"), "{text}");
    }
}

#[test]
fn what_is_not_there_is_refused_with_what_is() {
    let folder = Folder::new("refused");
    let refused = |more: &[&str]| failure(&folder, &[&["--trace", "t.csv"], more].concat());
    assert!(refused(&["--lane", "vegas"]).contains("allowed is 0 to 1, or a label: newreno, westwood+"));
    assert!(refused(&["--flow", "mian"]).contains("--flow: found \"mian\""));
    assert!(refused(&["--flow", "mian"]).contains("main, cross-1, cross"));
    assert!(refused(&["--hop", "wires"]).contains("wire forward"));
    assert!(refused(&["--series", "cwmd"]).contains("cwnd, ssthresh"));
    assert!(refused(&["--interval", "10..5"]).contains("FROM..TO"));
    for step in ["0", "-1s", "x"] {
        assert!(refused(&[&format!("--step={step}")]).contains("a time above 0 such as 10ms"), "{step}");
    }
    assert!(refused(&["--step", "1ns"]).contains("at most 10000000"));
    assert!(refused(&["--events=t.csv"]).contains("another file"));
    assert!(failure(&folder, &["--step", "10ms"]).contains("--trace"));
    assert!(!folder.0.join("t.csv").exists());
}
