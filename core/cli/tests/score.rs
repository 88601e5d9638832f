//! The report card on the command line.

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

fn card(args: &[&str]) -> Value {
    let output = ackscope(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn library(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../script/library/{name}.ack"))
}

#[test]
fn a_script_stands_beside_the_built_in_algorithm_and_scores_the_same() {
    let file = library("newreno").display().to_string();
    let args = ["score", "newreno", &file, "newreno", "--seeds", "1", "--json"];
    let card = card(&args);
    assert_eq!(card["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(card["engine_fingerprint"].as_str().map(str::len), Some(16));
    assert_eq!(card["seeds"], json!([1]));
    let paths = card["paths"].as_array().expect("a list");
    assert_eq!(paths.len(), 12);
    assert!(paths.iter().all(|path| path["scenario_hash"].as_str().map(str::len) == Some(16)));
    let algorithms = card["algorithms"].as_array().expect("a list");
    assert_eq!(algorithms.len(), 2, "each once");
    // The name of the script belongs to a built-in algorithm, so the script is renamed.
    assert_eq!(
        (&algorithms[0]["algorithm"], &algorithms[1]["algorithm"]),
        (&json!("newreno"), &json!("newreno-script"))
    );
    assert_eq!(algorithms[0]["cells"], algorithms[1]["cells"]);
    assert_eq!(algorithms[0]["cells"].as_array().map(Vec::len), Some(12));
    assert!(algorithms[0].get("script_hash").is_none() && algorithms[1]["script_hash"].is_string());
    // The card is computed on all cores, and is still the same to the last digit.
    assert_eq!(text(&ackscope(&args).stdout), text(&ackscope(&args).stdout));
}

#[test]
fn the_tables_have_a_row_for_each_path_and_one_for_each_algorithm() {
    let output = ackscope(&["score", "newreno", "vegas", "--seeds", "2"]);
    let printed = text(&output.stdout);
    for name in ["Clean", "1 % loss", "Against CUBIC", "Satellite", "Variable"] {
        assert_eq!(printed.lines().filter(|line| line.starts_with(name)).count(), 2, "{name}: {printed}");
    }
    // The better algorithm comes first.
    let overview: Vec<&str> =
        printed.lines().skip_while(|line| !line.starts_with("algorithm")).skip(1).take(2).collect();
    assert!(overview[0].starts_with("newreno") && overview[1].starts_with("vegas"), "{overview:?}");
    assert!(printed.contains("seeds 1 to 2, 10 to 60 s"), "{printed}");
    let row = |name: &str| printed.lines().find(|line| line.starts_with(name)).expect("a row");
    assert!(row("1 % loss").contains("±"), "{printed}");
    assert!(!row("Clean").contains("±"), "nothing is random there: {printed}");
}

#[test]
fn what_cannot_be_scored_is_named() {
    let refused = |args: &[&str]| {
        let output = ackscope(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        text(&output.stderr)
    };
    assert!(refused(&["score", "newrno"]).contains("newreno"), "the nearest name");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-score.ack");
    fs::write(&file, "on loss { cwnd = rtt_mn }").expect("writable");
    let name = file.display().to_string();
    let printed = refused(&["score", &name]);
    assert!(printed.contains(&format!("{name}:1:18: ")), "{printed}");
    assert!(refused(&["score", "no/such.ack"]).contains("no/such.ack"));
}
