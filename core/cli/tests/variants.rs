//! `variants` of a lesson: the table that the page makes (web/app/test/variant.test.ts holds it, too).

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lesson")
}

fn variants(lesson: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ackscope"));
    command.arg("variants").arg(lesson).arg("--students").arg(folder().join("students.txt"));
    command.output().expect("starts")
}

/// A lesson that stands beside the others while this lives.
struct Changed(PathBuf);

impl Changed {
    fn new(name: &str, change: (&str, &str)) -> Changed {
        let text = std::fs::read_to_string(folder().join("variants.md")).expect("the lesson");
        assert!(text.contains(change.0), "{change:?}");
        let path = std::env::temp_dir().join(format!("ackscope-{}-{name}.md", std::process::id()));
        std::fs::write(&path, text.replace(change.0, change.1)).expect("written");
        Changed(path)
    }
}

impl Drop for Changed {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_lesson_is_solved_as_in_the_page() {
    let output = variants(&folder().join("variants.md"));
    assert!(output.status.success(), "{output:?}");
    let wanted = std::fs::read_to_string(folder().join("variants.csv")).expect("the table");
    assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), wanted);
}

#[test]
fn a_mistake_in_a_lesson_is_named_with_its_step() {
    let refused = |name: &str, change: (&str, &str), says: &[&str]| {
        let output = variants(&Changed::new(name, change).0);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && says.iter().all(|part| error.contains(part)),
            "{change:?}: {error}"
        );
    };
    refused("head", ("---\ntitle", "title"), &["front matter"]);
    refused("none", ("vary:\n  hops.0.rate: [5Mbps, 10Mbps]\n", ""), &["no variants"]);
    refused("many", ("[5Mbps, 10Mbps]", "[1, 2, 3, 4, 5, 6]"), &["vary.hops.0.rate", "2 to 5 values"]);
    refused("word", ("goodput(newreno)\n", "goodputt(newreno)\n"), &["step 1", "goodputt"]);
    refused("lane", ("goodput(newreno)\n", "goodput(vegas)\n"), &["step 1", "there is no lane vegas"]);
    refused("kind", ("queue(vegas)", "queue(vegas) > 1"), &["step 4", "no number"]);
    refused("both", ("throughput(newreno) <= 1Mbps", "throughput(newreno) > 0"), &["step 3", "exactly one"]);
    refused(
        "link",
        ("v1/sawtooth?compare=newreno&duration", "v1/sawteeth?compare=newreno&duration"),
        &["step 3", "sawteeth"],
    );
    refused("path", ("hops.0.rate:", "hops.7.rate:"), &["step 1", "no item \"7\""]);
    refused("yaml", ("  right: most", " right: most"), &["step 4"]);
}
