//! `reproduce --recorded` takes valid results from a folder and runs only the rest.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn reproduced(args: &[&str]) -> Value {
    let sawtooth = ["reproduce", "sawtooth", "--json"];
    let output = Command::new(env!("CARGO_BIN_EXE_ackscope")).args(sawtooth).args(args).output();
    let output = output.expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ackscope-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("writable");
        Folder(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("a path")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON")
}

fn write(path: &Path, value: &Value) {
    fs::write(path, value.to_string()).expect("writable");
}

/// The first goodput that `reproduce` gives with the results of this folder.
fn goodput_with(recorded: &Folder) -> f64 {
    let found = reproduced(&["--recorded", recorded.text()]);
    found[0]["numbers"]["cells"][0]["mean"].as_f64().expect("a number")
}

#[test]
fn results_of_the_same_settings_and_rules_are_not_measured_again() {
    let (out, recorded) = (Folder::new("out"), Folder::new("recorded"));
    let measured = reproduced(&["--out", out.text()]);
    let goodput = measured[0]["numbers"]["cells"][0]["mean"].as_f64().expect("a number");
    assert_eq!(goodput_with(&recorded), goodput, "nothing is recorded");

    // A number that no run gives shows what was taken from the record.
    let mut numbers = measured[0]["numbers"].clone();
    numbers["cells"][0]["mean"] = json!(1.5);
    let file = recorded.0.join("sawtooth.json");
    write(&file, &json!([numbers]));
    assert_eq!(goodput_with(&recorded), goodput, "nobody knows its rules");
    let rules = read(&out.0.join("rules.json"));
    write(&recorded.0.join("rules.json"), &rules);
    assert_eq!(goodput_with(&recorded), 1.5);

    let mut older = rules.clone();
    let name = numbers["rules"].as_str().expect("a name");
    older[name]["sawtooth: newreno"] = json!("other");
    assert_ne!(older, rules, "the golden has this lane");
    write(&recorded.0.join("rules.json"), &older);
    assert_eq!(goodput_with(&recorded), goodput, "older rules");

    write(&recorded.0.join("rules.json"), &rules);
    numbers["plan_hash"] = json!("0");
    write(&file, &json!([numbers]));
    assert_eq!(goodput_with(&recorded), goodput, "other settings");
}
