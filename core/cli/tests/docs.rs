//! Runs every command on the page about the command line, in the order of the page.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of one test, removed when it is dropped.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    std::fs::read_to_string(path).expect("the page is there")
}

fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    page.split(&format!("```{language}\n")).skip(1).filter_map(|rest| rest.split("\n```").next()).collect()
}

/// The lesson of its guide: blocks stand in it, so it is fenced with one more mark.
fn blocks_of_four(page: &str) -> &str {
    let inside = page.split("````markdown\n").nth(1).and_then(|rest| rest.split("\n````").next());
    inside.expect("the example")
}

#[test]
fn every_command_of_the_page_runs() {
    let folder = Folder(std::env::temp_dir().join(format!("ackscope-docs-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.0.join("scenario.json"), blocks(&page("scenario.md"), "json")[0]).unwrap();
    std::fs::write(
        folder.0.join("points.json"),
        r#"[{"hops.0.rate": "1Mbps", "flows.main.rtt": "90ms"}, {}]"#,
    )
    .unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../script/library/my-westwood.ack");
    std::fs::copy(script, folder.0.join("my-westwood.ack")).unwrap();
    // One packet every 12 ms: 1 Mbit/s.
    let trace: Vec<String> = (1..=100).map(|packet| (12 * packet).to_string()).collect();
    std::fs::write(folder.0.join("up.trace"), trace.join("\n")).unwrap();
    std::fs::write(folder.0.join("answers.txt"), "00G2-47AC-FHMP-SWYS\n").unwrap();
    std::fs::create_dir(folder.0.join("hand-ins")).unwrap();
    std::fs::write(folder.0.join("hand-ins/mine.ack"), "on avoidance { cwnd += 1 / cwnd }").unwrap();
    let lesson = page("adding-a-lesson.md");
    std::fs::write(folder.0.join("lesson.md"), blocks_of_four(&lesson)).unwrap();
    std::fs::write(folder.0.join("students.txt"), "1001\n1002\n").unwrap();
    // Milliseconds, and the delay from then on.
    std::fs::write(folder.0.join("path.trace"), "0 20\n15000 45\n30000 45").unwrap();
    let curve = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/tests/fit/reno-b83.csv");
    std::fs::copy(curve, folder.0.join("curve.csv")).unwrap();
    let page = page("command-line.md");
    let lines = blocks(&page, "sh").into_iter().flat_map(str::lines);
    let commands: Vec<&str> = lines.filter_map(|line| line.strip_prefix("ackscope ")).collect();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        let output = Command::new(env!("CARGO_BIN_EXE_ackscope"))
            .args(command.split_whitespace())
            .current_dir(&folder.0)
            .output()
            .expect("the binary starts");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        // Output that is written to a file is not printed.
        assert!(command.contains("--out ") || !output.stdout.is_empty(), "{command}");
    }
    // The first file of runs holds a header and two points × two seeds × three lanes. The resumed
    // file has twice as many runs.
    let runs = std::fs::read_to_string(folder.0.join("runs.jsonl")).unwrap();
    assert_eq!(runs.lines().count(), 1 + 2 * 4 * 3);
}

#[test]
fn every_experiment_that_runs_is_a_scenario_for_the_command_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/experiments");
    let presets =
        std::fs::read_dir(folder).expect("the presets are there").map(|entry| entry.unwrap().path());
    // The others are formulas, and measurements of the Internet without a simulated counterpart.
    let has_scenario = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let entry: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        entry.get("scenario").is_some()
    };
    let presets: Vec<PathBuf> = presets
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .filter(has_scenario)
        .collect();
    assert!(presets.len() > 30, "{}", presets.len());
    for preset in presets {
        let output = Command::new(env!("CARGO_BIN_EXE_ackscope"))
            .args(["run", "--duration", "2s", "--set", "seed=2"])
            .arg(&preset)
            .output()
            .expect("the binary starts");
        let said = String::from_utf8_lossy(&output.stderr);
        // Two seconds are too short for some parts of a preset. The program may print notes about
        // this, and nothing else.
        let notes_only = said.lines().all(|line| line.starts_with("ackscope: note: "));
        assert!(output.status.success() && notes_only, "{}: {said}", preset.display());
        assert!(String::from_utf8_lossy(&output.stdout).contains("2s, seed 2"));
    }
}
