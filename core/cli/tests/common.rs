//! What several files of tests do: they run the command line, and keep a file for a while.

use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// An invocation that gets `input`.
pub fn ackscope(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A child that refuses its arguments does not read its input. This is no failure of the test.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the binary ends")
}

/// What an invocation printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The output of an invocation that must succeed without a warning.
pub fn success(args: &[&str], input: &str) -> String {
    let output = ackscope(args, input);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "{args:?}");
    text(&output.stdout)
}

/// The same, as JSON.
pub fn json_of(args: &[&str], input: &str) -> Value {
    serde_json::from_str(&success(args, input)).expect("JSON")
}

/// The one line of standard error of an invocation that must fail with status 2.
pub fn failure(args: &[&str], input: &str) -> String {
    let output = ackscope(args, input);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stdout));
    assert_eq!(text(&output.stdout), "", "{args:?}");
    let message = text(&output.stderr);
    assert!(message.starts_with("ackscope: ") && message.trim_end().lines().count() == 1, "{message}");
    message
}

/// Two short lanes with traffic in both directions.
pub fn scenario() -> Value {
    json!({ "version": 1, "title": "Short", "seed": 5, "duration": "30s",
        "hops": [{ "name": "wire", "rate": "2Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": "20pkt" } }],
        "flows": [
            { "name": "main", "algorithm": "newreno", "rtt": "100ms", "compared": true },
            { "name": "pages", "algorithm": "newreno", "rtt": "80ms", "count": 2, "direction": "backward", "bytes": "30kB" }
        ],
        "compare": ["newreno", "westwood+"],
        "measure": [["0s", "10s"], ["10s", "30s"]] })
}

/// A file of one test, removed when it is dropped.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("ackscope-{}-{name}", std::process::id())))
    }

    pub fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
